"""Flags of a bot and their variables, help, and modules in the way."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from referee_client.run import argument_parser
from referee_client.shadows import shadowed


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("PATIENCE", "soon", "REFEREE_PATIENCE must be a number of seconds from 0, not 'soon'"),
        ("PATIENCE", "nan", "REFEREE_PATIENCE must be a number of seconds from 0, not 'nan'"),
        (
            "LOG_LEVEL",
            "INFO",
            "REFEREE_LOG_LEVEL must be debug, info, warning or error, not 'INFO'",
        ),
        ("THREADS", "-1", "REFEREE_THREADS must be a whole number from 1 to 1024, not '-1'"),
        ("STRICT", "yes", "REFEREE_STRICT must be 1, 0 or empty, not 'yes'"),
        ("PLAIN_TURNS", "2", "REFEREE_PLAIN_TURNS must be 1, 0 or empty, not '2'"),
        ("STAY", "yes", "REFEREE_STAY must be 1, 0 or empty, not 'yes'"),
        ("NAME", "x" * 101, "REFEREE_NAME must be of at most 100 characters, not 'xxx"),
    ],
)
def test_wrong_variables(
    variable: str,
    value: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A variable that can't be read is an error that names it."""
    monkeypatch.setenv(f"REFEREE_{variable}", value)
    with pytest.raises(SystemExit) as caught:
        argument_parser().parse_args([])
    assert caught.value.code == 2
    assert told in capsys.readouterr().err


FLAGS = {
    "address": ("unix:/flag.sock", "unix:/env.sock"),
    "ca": ("flag.pem", "env.pem"),
    "name": ("flagged", "from outside"),
    "patience": ("2.5", "7"),
    "threads": ("3", "5"),
    "log-level": ("debug", "error"),
}


@pytest.mark.parametrize("name", FLAGS)
def test_flags_win_over_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flag says more than a variable, and that more than the program."""
    flag, variable = FLAGS[name]
    field = name.replace("-", "_")
    kind = {"patience": float, "threads": int}.get(name, str)

    def parsed(*argv: str) -> object:
        return getattr(argument_parser(log_level="warning", name="own").parse_args(argv), field)

    unset = {"patience": 60.0, "threads": 64, "log-level": "warning", "name": "own"}
    monkeypatch.delenv(f"REFEREE_{field.upper()}", raising=False)
    assert parsed() == unset.get(name)
    monkeypatch.setenv(f"REFEREE_{field.upper()}", "")
    assert parsed() == unset.get(name)
    monkeypatch.setenv(f"REFEREE_{field.upper()}", variable)
    assert parsed() == kind(variable)
    assert parsed(f"--{name}", flag) == parsed(f"--{name}={flag}") == kind(flag)


def test_a_wrong_variable_does_not_matter_where_a_flag_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody reads it."""
    monkeypatch.setenv("REFEREE_PATIENCE", "soon")
    assert argument_parser().parse_args(["--patience", "3"]).patience == 3.0


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_flag_with_its_variable(
    flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what holds without it; on standard output, with status 0."""
    with pytest.raises(SystemExit) as caught:
        argument_parser().parse_args([flag])
    assert caught.value.code == 0
    told = capsys.readouterr()
    assert told.err == ""
    text = " ".join(told.out.split())
    for action in argument_parser()._actions:
        if action.dest != "help":
            name = action.option_strings[0].removeprefix("--").replace("-", "_").upper()
            name = "TOKENS" if name == "TOKEN" else name
            assert re.search(rf"\(REFEREE_{name}\b[^()]*[;,] [^()]+\)", text), name


def test_a_file_in_the_place_of_pythons_own_module_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is what breaks all that draws; other files beside the bot are nobody's business."""
    bot, file = tmp_path / "bot.py", tmp_path / "random.py"
    for name, path in (
        ("__main__", bot),
        ("random", file),
        ("helpers_of_a_bot", tmp_path / "h.py"),
    ):
        module = ModuleType(name)
        module.__file__ = str(path)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert shadowed() == [f"Python imports {file} in place of its own module random: rename it"]
    monkeypatch.setattr(sys, "path", ["/nowhere", *sys.path])
    assert shadowed() == []
    monkeypatch.setattr(sys, "path", [str(Path(os.__file__).parent), *sys.path])
    assert shadowed() == []
