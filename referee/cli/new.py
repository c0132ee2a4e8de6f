"""`referee new game` and `referee new bot`: make folders that run, test and enter a tournament."""

from __future__ import annotations

import dataclasses
import keyword
import re
import string
import sys
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.core.errors import FieldError, RefereeError

if TYPE_CHECKING:
    from referee.core.game import AnyPlugin

__all__ = ["app"]

_FIRST_BOT, _FIRST_ANSWER = "first_bot.py.in", "first_answer.json"
"""Names of two files that a game's package may have: the template of a first bot, and an action that
is legal in every turn.
"""

app = typer.Typer(help="Start your own game or bot.", no_args_is_help=True)

_Folder = Annotated[
    Path, typer.Option("--in", help="The folder that gets it as a folder.", file_okay=False)
]
_MOST_SEATS = 4
"""Highest number of seats in a new bot's first matches: they have the game's default number of seats,
or its lowest number if the default is higher than this.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class _Language:
    """A language in which `referee new bot` can make a bot: its name, source file, and start command."""

    title: str
    """Name of the language in the bot's manifest."""
    source: str
    """Name of the file with the bot's own code, which its author changes."""
    command: str
    """Command that starts the bot; `$game` stands for the game."""


_LANGUAGES = {
    "python": _Language("Python", "bot.py", "python bot.py"),
    "stdio": _Language(
        "shell", "bot.sh", "python -P -m referee_client.bridge --game $game -- sh bot.sh"
    ),
}


@app.command("game")
def game(
    name: Annotated[str, typer.Argument(help="Its identifier, such as tic_tac_toe.")],
    folder: _Folder = Path(),
) -> None:
    """Make a new game's folder: a distribution with rules, messages, bot, tests and tournament."""
    from referee.games import registry
    from referee.kit.version import KIT_VERSION

    pattern = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
    if not re.fullmatch(pattern, name) or keyword.iskeyword(name) or len(name) > 40:
        bound = (
            "lower case letters, digits and single underscores, a letter first, 40 at most,"
            " and no word of Python's own"
        )
        raise FieldError("name", bound, name)
    if name in registry.names():
        raise FieldError("name", "that of no game that is installed", name)
    texts = {
        "game": name,
        "name": name.replace("_", "-"),
        "title": " ".join(word.capitalize() for word in name.split("_")),
        "kit": KIT_VERSION,
    }
    package = f"{name}_game"
    inside = ("__init__.py", "RULEBOOK.md", "random_bot.py")
    places = {file: f"{package}/{file}" for file in inside}
    places |= {
        "game.proto": f"{package}/{name}.proto",
        "test_rules.py": "tests/test_rules.py",
    }
    _write(["game"], folder / texts["name"], texts, places, {})


@app.command("bot")
def bot(
    language: Annotated[str, typer.Argument(help=f"One of {', '.join(_LANGUAGES)}.")],
    game: Annotated[str, typer.Argument(help="The game it plays; `referee games` lists them.")],
    name: Annotated[str, typer.Option(help="What it is called.")] = "my-bot",
    folder: _Folder = Path(),
) -> None:
    """Make a new bot's folder: a program, manifest, test, and tournament against house bots.

    With stdio it is any program that reads and writes lines of JSON.
    """
    from referee.games import registry
    from referee_bots import names

    chosen = _LANGUAGES.get(language.lower())
    if chosen is None:
        hint = "stdio is for any other language, and clients/README.md lists libraries for some"
        raise FieldError("language", f"one of {', '.join(_LANGUAGES)} ({hint})", language)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", name):
        bound = "letters, digits, - and _, a letter first, 40 at most"
        raise FieldError("name", bound, name)
    plugin = registry.find(game)
    house = names(game)
    if "random" not in house:
        raise RefereeError(f"{game} has no house bot random, whom a bot begins with")
    seats, terms = _terms(plugin)
    texts = {
        "game": game,
        "name": name,
        "language": chosen.title,
        "source": chosen.source,
        "command": string.Template(chosen.command).substitute(game=game),
        "sample": _sample(plugin, seats),
        "seats": str(seats),
        "rivals": "".join(_rivals(house, max(seats, 3) - 1)),
        **terms,
    }
    own = {"bot.py": _of_game(plugin, _FIRST_BOT)} if chosen.source == "bot.py" else {}
    found = {name: text for name, text in own.items() if text}
    _write(["bot/shared", f"bot/{language.lower()}"], folder / name, texts, {}, found)


def _of_game(plugin: AnyPlugin, name: str) -> str:
    """Return the text of the file `name` in the package of a game's rules; empty if there is none."""
    # A game may be from another distribution, so the file is looked for next to its rules.
    package = sys.modules[type(plugin.game).__module__].__package__
    file = resources.files(package).joinpath(name) if package else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""


def _terms(plugin: AnyPlugin) -> tuple[int, dict[str, str]]:
    """Return the number of seats of a new bot's first matches, and values for its tournament file by key.

    The values set a tournament format that is possible for the game with that number of seats.
    """
    rules, info = plugin.game, plugin.game.info
    # Few seats, so that an author can follow the first matches.
    seats = info.default_seats if info.default_seats <= _MOST_SEATS else info.min_seats
    if len(set(rules.teams(rules.config_class(), seats))) < seats:
        return seats, {"format": "adhoc", "more": "cycles = 1"}
    if seats == 2:
        return seats, {"format": "round_robin", "more": "cycles = 1"}
    return seats, {"format": "groups", "more": f"seats = {seats}"}


def _rivals(house: list[str], count: int) -> Iterator[str]:
    """Yield `count` entries for house bots, as text of a tournament file, the weakest bot first.

    If there are fewer house bots than `count`, they are entered again under other names.
    """
    for index in range(count):
        again, which = divmod(index, len(house))
        name = f"house-{house[which]}" + (f"-{again + 1}" if again else "")
        yield f'\n[[bots]]\nname = "{name}"\nhouse = "{house[which]}"\n'


def _sample(plugin: AnyPlugin, seats: int) -> str:
    """Return an action that is legal at a game's first decision with `seats` seats, as a line of JSON.

    It is drawn at random, except in a game whose package has a file with a first answer. A game has
    such a file if a turn goes on until an order ends it: a bot that repeats one random order there
    would never end a turn.
    """
    own = _of_game(plugin, _FIRST_ANSWER).strip()
    if own:
        return own
    from google.protobuf import json_format

    from referee.core.rng import Stream
    from referee_client.messages import message_class

    rules = plugin.game
    state, _ = rules.start(rules.config_class(), seed=1, num_seats=seats)
    point = rules.decision(state)
    assert point is not None
    action = rules.random_action(state, point.seats[0], Stream(1))
    message = message_class(plugin.codec.action_type)()
    message.ParseFromString(plugin.codec.encode_action(action))
    return json_format.MessageToJson(message, indent=None)


def _write(
    templates: list[str],
    folder: Path,
    texts: Mapping[str, str],
    places: Mapping[str, str],
    own: Mapping[str, str],
) -> None:
    """Fill templates into a new folder.

    Args:
        templates: Names of the folders of templates.
        folder: The new folder, which must not exist yet.
        texts: Values of the templates' placeholders.
        places: Paths in the new folder, by file name, of files that do not go to its top.
        own: Texts that replace a template, by file name.
    """
    try:
        # Never into a folder that exists: nothing of an author's may be overwritten.
        folder.mkdir(parents=True)
    except FileExistsError:
        raise RefereeError(f"{folder} is there already") from None
    except OSError as error:
        raise RefereeError(f"{folder} can't be made: {error.strerror}") from None
    for file in _files(templates):
        name = file.name.removesuffix(".in")
        path = folder / places.get(name, name)
        template = own.get(name) or file.read_text(encoding="utf-8")
        # Not `safe_substitute`: a placeholder without a text is a mistake in the template.
        filled = string.Template(template).substitute(texts)
        try:
            path.parent.mkdir(exist_ok=True)
            path.write_text(filled, encoding="utf-8")
        except OSError as error:
            raise RefereeError(f"{path} can't be written: {error.strerror}") from None
    typer.echo(f"{folder} is ready; its README.md says what to run")


def _files(templates: list[str]) -> list[Traversable]:
    below = resources.files("referee.kit").joinpath("template")
    found = [file for name in templates for file in below.joinpath(name).iterdir()]
    return sorted(found, key=lambda file: file.name)
