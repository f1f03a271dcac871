"""`python -m service` is the command `malac`."""

from __future__ import annotations

from service.cli import main

main(prog_name="malac")
