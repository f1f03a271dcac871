"""Tables: their registry, their form, and numbers from outside."""

import csv
import io
import json
from fractions import Fraction
from math import comb

import pytest

from analyses import REGISTRY, load_analysis
from engine import OptionError


def test_every_registered_table_has_its_name_and_question():
    for name, module in REGISTRY.items():
        analysis = load_analysis(name)
        assert analysis.name == name
        assert module == f"analyses.{name}"
        assert analysis.question.endswith("?")


def test_an_unknown_table_is_named():
    with pytest.raises(OptionError, match=r"unknown table 'x'.*ekarte\.dealer_trumps"):
        load_analysis("x")


@pytest.fixture(scope="module")
def dealer_trumps():
    return load_analysis("ekarte.dealer_trumps").run()


def test_dealer_trumps_agree_with_foster(dealer_trumps):
    """Foster's Complete Hoyle, écarté: out of 65,780 hands of the dealer."""
    fewer = {row[0]: row[2] for row in dealer_trumps.rows}
    assert (fewer[1], fewer[2], fewer[3]) == (44574, 50274, 55594)


def test_dealer_trumps_agree_with_the_hypergeometric_law(dealer_trumps):
    for own, total, fewer, more, chance in dealer_trumps.rows:
        left = 7 - own  # one more lies face up
        expected = comb(26 - left, 5) + left * comb(26 - left, 4)
        assert (total, fewer, more) == (comb(26, 5), expected, total - expected)
        assert chance == Fraction(expected, total)


def test_a_table_is_the_same_as_json_csv_and_markdown(dealer_trumps):
    document = json.loads(json.dumps(dealer_trumps.to_json()))
    rows = list(csv.reader(io.StringIO(dealer_trumps.to_csv())))
    assert rows[0] == document["columns"]
    assert rows[1:] == [[str(cell) for cell in row] for row in document["rows"]]
    markdown = dealer_trumps.to_markdown()
    for row in rows:
        assert "| " + " | ".join(row) + " |" in markdown
    assert document["provenance"]["exact"] is True
