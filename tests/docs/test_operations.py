"""The flags in docs/operations.md are those of `referee serve`."""

from __future__ import annotations

import re

import typer.main

from referee.cli.app import app
from tests.docs.markdown import ROOT

DOCUMENT = ROOT / "docs" / "operations.md"


def test_flags_and_environment_are_those_of_the_command() -> None:
    """The table names every flag and variable of `referee serve`, and no other."""
    text = DOCUMENT.read_text(encoding="utf-8")
    table = text.partition("## Flags")[2].partition("\n## ")[0]
    command = typer.main.get_group(app).commands["serve"]
    flags, variables = set(), set()
    for parameter in command.params:
        flags |= {*parameter.opts, *parameter.secondary_opts}
        variables.add(parameter.envvar)
    assert flags - {"--help"} == set(re.findall(r"`(--[a-z-]+)`", table))
    assert variables == set(re.findall(r"`(REFEREE_[A-Z_]+)`", table))
