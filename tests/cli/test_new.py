"""`referee new game` and `referee new bot`: what is made, and one line for what can't be."""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.starters import languages
from referee.games import registry
from referee.testing import contract
from referee_bots import names
from tests.cli.command import Ran, process
from tests.docs.markdown import ROOT
from tests.helpers import tiers
from tests.helpers.patience import HANG_S

Referee = Callable[..., Ran]

GAME_FILES = {
    *("README.md", "cup.toml", "pyproject.toml", "tests/test_rules.py"),
    *("three_heaps_game/__init__.py", "three_heaps_game/RULEBOOK.md"),
    *("three_heaps_game/random_bot.py", "three_heaps_game/three_heaps.proto"),
}
BOT_FILES = {".vscode/launch.json", "README.md", "bot.toml", "cup.toml", "test_bot.py"}


def _files(folder: Path) -> set[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in found}


def _refused(ran: Ran, message: str) -> None:
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"referee: {message}\n"


# Games.


def test_a_game_fulfils_the_contract(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files are there, the entry points lead to what is, and nothing is left of the template."""
    ran = referee("new", "game", "three_heaps", "--in", str(tmp_path))
    folder = tmp_path / "three-heaps"
    assert ran == Ran(0, f"{folder} is ready; its README.md says what to run\n", "")
    assert _files(folder) == GAME_FILES
    assert not [name for name in GAME_FILES if "$" in (folder / name).read_text()]
    monkeypatch.syspath_prepend(folder)
    entry_points = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    assert entry_points["referee.games"] == {"three_heaps": "three_heaps_game:PLUGIN"}
    assert entry_points["referee.bots"] == {
        "three_heaps.random": "three_heaps_game.random_bot:RandomBot"
    }
    plugin = importlib.import_module("three_heaps_game").PLUGIN
    assert importlib.import_module("three_heaps_game.random_bot").RandomBot(1).kit
    for check in contract.CHECKS:
        check(plugin)
    kept = (folder / "three_heaps_game" / "three_heaps.proto").read_text()
    assert plugin.codec.schema.proto() == kept


@pytest.mark.parametrize(
    "name",
    ["", "Nim", "3d", "a-b", "a__b", "_a", "a_", "nim!", "../nim", "ñim", "class", "a" * 41],
)
def test_a_name_that_is_none(referee: Referee, tmp_path: Path, name: str) -> None:
    """The bound is named, and nothing is made."""
    bound = (
        "lower case letters, digits and single underscores, a letter first, 40 at most,"
        " and no word of Python's own"
    )
    ran = referee("new", "game", "--in", str(tmp_path), "--", name)
    _refused(ran, f"name must be {bound}, not {name!r}")
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_installed(referee: Referee, tmp_path: Path) -> None:
    """Two could not be told apart."""
    ran = referee("new", "game", "diceman", "--in", str(tmp_path))
    _refused(ran, "name must be that of no game that is installed, not 'diceman'")


@pytest.mark.parametrize("words", [["game", "my_bot"], ["bot", "python", "diceman"]])
def test_a_folder_that_is_there(referee: Referee, tmp_path: Path, words: list[str]) -> None:
    """What is in it stays as it is."""
    folder = tmp_path / "my-bot"
    folder.mkdir()
    _refused(referee("new", *words, "--in", str(tmp_path)), f"{folder} is there already")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("words", [["game", "my_bot"], ["bot", "python", "diceman"]])
def test_a_folder_that_can_not_be_made(tmp_path: Path, words: list[str]) -> None:
    """The system says why; below a file nobody can make one, not even root."""
    (tmp_path / "file").touch()
    ran = process("new", *words, "--in", str(tmp_path / "file" / "below"))
    _refused(ran, f"{tmp_path / 'file' / 'below' / 'my-bot'} can't be made: Not a directory")


CONFORMANCE = [
    ("diceman", ["one-seat", "wrong-game-alone"]),
    *tiers.some([(game, ["one-seat", "wrong-game"]) for game in registry.names()], 0),
]
"""Scenarios that a new bot is put through: all of them are the SDK's business and not the bot's."""

# Bots.


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize(("language", "source"), [("python", "bot.py"), ("stdio", "bot.sh")])
def test_a_bot_has_all_it_needs(
    referee: Referee, tmp_path: Path, game: str, language: str, source: str
) -> None:
    """For every game: a manifest, a test, and a tournament against house bots that are there."""
    ran = referee("new", "bot", language, game, "--name", "Hal-9000", "--in", str(tmp_path))
    assert (ran.status, ran.err) == (0, "")
    folder = tmp_path / "Hal-9000"
    assert _files(folder) == BOT_FILES | {source}
    manifest = tomllib.loads((folder / "bot.toml").read_text())
    assert manifest["name"] == "Hal-9000"
    cup = tomllib.loads((folder / "cup.toml").read_text())
    own, *rivals = cup["bots"]
    assert own == {"name": "Hal-9000", "manifest": "bot.toml"}
    assert {rival["house"] for rival in rivals} <= set(names(game))
    assert len(rivals) >= 2
    if language == "stdio":
        answer = (folder / source).read_text().split("echo '")[1].split("'")[0]
        assert isinstance(json.loads(answer), dict)


@pytest.mark.parametrize(("game", "least"), [("diceman", 4), ("dice_adventure", 2)])
def test_a_stdio_bot_answers(referee: Referee, tmp_path: Path, game: str, least: int) -> None:
    """With an action of the game, whatever it reads."""
    referee("new", "bot", "stdio", game, "--in", str(tmp_path))
    ran = subprocess.run(
        ["sh", tmp_path / "my-bot" / "bot.sh"],
        input="{}\n{}\n", capture_output=True, text=True, timeout=HANG_S, check=True,
    )  # fmt: skip
    one, other = ran.stdout.splitlines()
    assert one == other
    assert len(one) >= least


def test_a_stdio_bot_ends_its_turns(referee: Referee, tmp_path: Path) -> None:
    """In the game where a turn goes on until a bot says so: the same order again would go on for ever."""
    referee("new", "bot", "stdio", "dungeon_keeper", "--in", str(tmp_path))
    answer = (tmp_path / "my-bot" / "bot.sh").read_text().split("echo '")[1].split("'")[0]
    assert json.loads(answer) == {"endTurn": True}


def test_a_language_that_there_is_not(referee: Referee, tmp_path: Path) -> None:
    """Those that there are, are named, and what to do about others."""
    ran = referee("new", "bot", "cobol", "diceman", "--in", str(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(
        "referee: language must be one of python, go, rust, cpp, java, typescript, stdio"
    )
    assert ran.err.endswith("not 'cobol'\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "9lives", "a/b", "..", "a b", "a" * 41])
def test_a_bot_with_a_bad_name(referee: Referee, tmp_path: Path, name: str) -> None:
    """The bound is named."""
    ran = referee("new", "bot", "python", "diceman", "--name", name, "--in", str(tmp_path))
    bound = "letters, digits, - and _, a letter first, 40 at most"
    _refused(ran, f"name must be {bound}, not {name!r}")


def test_a_bot_for_a_game_that_there_is_not(referee: Referee, tmp_path: Path) -> None:
    """As everywhere."""
    ran = referee("new", "bot", "python", "chess", "--in", str(tmp_path))
    _refused(ran, f"unknown game 'chess'; installed: {', '.join(registry.names())}")


LANGUAGES = [("python", "bot.py"), ("stdio", "bot.sh")]
FIRST = [("swordman", "python")]
MATCHES = [
    *FIRST,
    *sorted({(g, lang) for g in registry.names() for lang, _ in LANGUAGES} - {*FIRST}),
]
"""Every game in every language."""


@pytest.mark.parametrize(("game", "language"), tiers.some(MATCHES, 1))
def test_a_bot_plays_its_own_test(
    referee: Referee, tmp_path: Path, game: str, language: str
) -> None:
    """A whole match, by its manifest; nobody is late, and no message is not taken."""
    referee("new", "bot", language, game, "--in", str(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore"],
        cwd=tmp_path / "my-bot", capture_output=True, text=True, timeout=HANG_S, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(("game", "scenarios"), CONFORMANCE)
def test_a_bot_keeps_the_protocol(
    referee: Referee, tmp_path: Path, game: str, scenarios: list[str]
) -> None:
    """It resigns a seat of another game, and plays its own."""
    referee("new", "bot", "python", game, "--in", str(tmp_path))
    only = [word for name in scenarios for word in ("--only", name)]
    bot = [sys.executable, str(tmp_path / "my-bot" / "bot.py")]
    ran = process("conformance", "--game", game, "--quiet", *only, "--", *bot)
    assert ran.status == 0, ran


@pytest.mark.parametrize("game", registry.names())
def test_a_bot_in_python_is_a_bot_of_its_game(referee: Referee, tmp_path: Path, game: str) -> None:
    """It decides without a house bot, in few lines, by the game's own messages; and the formatter leaves it as it is."""
    referee("new", "bot", "python", game, "--in", str(tmp_path))
    path = tmp_path / "my-bot" / "bot.py"
    source = path.read_text()
    assert f"gamereferee.games.{game}.v1" in source
    assert "referee_bots" not in source.replace("referee_bots.helpers", "")
    assert "Any" not in source
    assert len(source.splitlines()) <= 80
    assert max(map(len, source.splitlines())) <= 100
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert all(function.returns and ast.get_docstring(function) for function in functions)


@pytest.mark.parametrize(
    "language", [*languages.LANGUAGES.values(), *languages.PROGRAMS.values()], ids=lambda x: x.title
)
def test_the_guide_of_each_language_exists(language: languages.Language) -> None:
    """The README of a bot's folder names it."""
    text = (ROOT / "docs" / "bots" / f"{language.guide}.md").read_text()
    assert text.startswith("# Bots ")
