"""What commands of bots run, and whether that is there."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from bot_commands import missing_script, program_name, shadowing_files

NAMES = {
    "python bot.py": "bot.py",
    "/usr/bin/python3.12 -u bots/mine.py --fast": "mine.py",
    "python -m my_bots.first": "my_bots.first",
    "python -c 'print(1)'": "python",
    "java -cp 'sdk/*' RandomBot.java": "RandomBot.java",
    "java -cp 'sdk/*' my.RandomBot": "my.RandomBot",
    "java -Xmx1g -jar target/bot.jar": "bot.jar",
    "node --no-warnings dist/bot.js": "bot.js",
    "sh -c 'exec ./bot'": "sh",
    "referee bridge --lines full -- sh echo_bot.sh": "echo_bot.sh",
    "python -m referee_client.bridge -- ./my_bot": "my_bot",
    "./my_bot --depth 3": "my_bot",
    "./my_bot hard": "hard",
    "./my_bot": "my_bot",
    "runner '*'": "runner",
}
"""Commands, and what tables call them."""

MISSING = {
    "python nothere.py": "nothere.py",
    "python3 -u -X dev nothere.py": "nothere.py",
    "/usr/bin/python3.12 deep/nothere.py --fast": "deep/nothere.py",
    "node nothere.js": "nothere.js",
    "node nothere": "nothere",
    "java -jar nothere.jar": "nothere.jar",
    "java -cp 'x/*' NotHere.java": "NotHere.java",
    "sh nothere.sh": "nothere.sh",
    "bash -eu ./nothere.sh": "./nothere.sh",
    "perl nothere.pl": "nothere.pl",
    "referee bridge --game diceman -- sh nothere.sh": "nothere.sh",
    "python -m referee_client.bridge -- python nothere.py": "nothere.py",
}
"""Commands that can't play, and the script that is not there."""

PERHAPS = [
    "python here.py",
    "python folder",
    "node here",
    "java -jar here.jar",
    "java Main",
    "java -m mod/Main",
    "python -m nothere",
    "python -c nothere",
    "python -",
    "python --new-option nothere.py",
    "perl -Ilib nothere.pl",
    "sh -c nothere.sh",
    "sh ls",
    "env X=1 python nothere.py",
    "./nothere --config nothere.py",
    "uv run nothere.py",
    "referee bridge -- sh here.sh",
    "python",
]
"""Commands of which nothing is certain, or whose script is there."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("here.py", "here.js", "here.jar", "here.sh"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", NAMES)
def test_names(command: str) -> None:
    """The script's rather than the interpreter's or the class path's."""
    assert program_name(shlex.split(command)) == NAMES[command]
    assert program_name(tuple(shlex.split(command))) == NAMES[command]


@pytest.mark.parametrize("command", MISSING)
def test_a_script_that_is_not_there(command: str) -> None:
    """It is named as it is written."""
    assert missing_script(shlex.split(command)) == MISSING[command]


@pytest.mark.parametrize("command", PERHAPS)
def test_nothing_is_said_that_is_not_certain(command: str) -> None:
    """An unknown option may take the next word for its value."""
    assert missing_script(shlex.split(command)) is None


def test_scripts_are_looked_for_where_the_command_runs(tmp_path: Path) -> None:
    """In the bot's own folder."""
    (tmp_path / "folder" / "mine.py").touch()
    assert missing_script(["python", "mine.py"]) == "mine.py"
    assert missing_script(["python", "mine.py"], tmp_path / "folder") is None


SHADOWS = [
    ("python bots/bot.py", ["bots/json", "bots/random.py"]),
    ("python3.12 -u bots/random.py", ["bots/random.py", "bots/json"]),
    ("python -m bot", ["grpc.py"]),
    ("python -P bots/bot.py", []),
    ("python -uI bots/bot.py", []),
    ("referee bridge -- python bots/bot.py", ["bots/json", "bots/random.py"]),
    ("node bots/bot.js", []),
    ("python nowhere/bot.py", []),
]


@pytest.mark.parametrize(("command", "found"), SHADOWS)
def test_files_that_shadow_modules(tmp_path: Path, command: str, found: list[str]) -> None:
    """Those beside the script, which Python imports first; the script itself before all others."""
    for name in ("bots/bot.py", "bots/random.py", "bots/json/__init__.py", "bots/notes.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "bots" / "numpy").mkdir()  # a folder of data, and no package
    (tmp_path / "grpc.py").touch()
    needed = {"grpc", "json", "numpy", "random"}
    shadows = shadowing_files(command.split(), needed, tmp_path)
    assert [str(path.relative_to(tmp_path)) for path in shadows] == found
