"""`malac table`: the list, a table for people and as JSON, and a wrong name."""

import json

from click.testing import CliRunner

from analyses import REGISTRY, load_analysis
from service.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["table", *arguments])


def test_without_a_name_all_tables_are_listed_with_their_questions():
    result = run()
    assert result.exit_code == 0
    for name in REGISTRY:
        assert f"{name}: {load_analysis(name).question}" in result.stdout
    assert json.loads(run("--json").stdout)["tables"].keys() == REGISTRY.keys()


def test_a_table_is_computed_and_printed_with_its_provenance():
    result = run("ekarte.dealer_trumps")
    assert result.exit_code == 0
    assert "44,574" in result.stdout
    assert "order=ecarte" in result.stdout


def test_a_table_as_json_is_the_table():
    document = json.loads(run("ekarte.dealer_trumps", "--json").stdout)
    expected = load_analysis("ekarte.dealer_trumps").run().to_json()
    assert document == json.loads(json.dumps(expected))


def test_a_wrong_name_is_one_line_and_status_2():
    result = run("poker")
    assert result.exit_code == 2
    assert "unknown table 'poker'" in result.stderr
    assert "Traceback" not in result.stderr
