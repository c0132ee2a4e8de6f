"""No help cuts a flag or an environment variable, however narrow the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
import typer.main
from typer.testing import CliRunner

import referee.cli.app
import tournaments.cli

APPS = {"referee": referee.cli.app.app, "tournament": tournaments.cli.app}


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """A command and all below it, with the words that lead there."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, (*path, name))


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("name", APPS)
def test_no_flag_is_cut(name: str, width: int) -> None:
    """Every flag of every command is there in full; variables may be folded below 80 columns."""
    runner, seen = CliRunner(), 0
    # These become another program, which writes its own help.
    own_help = {"arena", "bridge", "film"}
    for path, command in commands(typer.main.get_command(APPS[name])):
        if own_help & set(path):
            continue
        result = runner.invoke(APPS[name], [*path, "--help"], terminal_width=width, prog_name=name)
        assert result.exit_code == 0, (path, result.output)
        assert "…" not in result.output
        words = set(re.findall(r"[-\w]+", result.output))
        folded = re.sub(r"\s", "", result.output)
        for parameter in command.params:
            if getattr(parameter, "hidden", False):
                continue
            flags = [flag for flag in parameter.opts if flag.startswith("-")]
            assert words.issuperset(flags), path
            variable = parameter.envvar
            assert not variable or str(variable) in (words if width >= 80 else folded), path
            seen += len(flags)
    assert seen > 50
