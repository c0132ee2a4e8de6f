"""`referee new game` and `referee new bot`: make folders that run, test and enter a tournament."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.starters.folders import write
from referee.cli.starters.languages import LANGUAGES, PROGRAMS
from referee.core.errors import FieldError, RefereeError

if TYPE_CHECKING:
    from referee.core.game import AnyPlugin

__all__ = ["app"]

_FIRST_BOT = "first_bot.py.in"
"""Name of a file that a game's package may have: the template of a first bot in Python."""

app = typer.Typer(help="Start your own game or bot.", no_args_is_help=True)

_Folder = Annotated[
    Path, typer.Option("--in", help="Folder in which the new folder is made.", file_okay=False)
]
_MOST_SEATS = 4
"""Highest number of seats in a new bot's first matches: they have the game's default number of seats,
or its lowest number if the default is higher than this.
"""


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
    write(["game"], folder / texts["name"], texts, places, {})


@app.command("bot")
def bot(
    language: Annotated[str, typer.Argument(help=f"One of {', '.join(LANGUAGES)}.")],
    game: Annotated[
        str, typer.Argument(help="Game that the bot plays; `referee games` lists all.")
    ],
    name: Annotated[str, typer.Option(help="Name of the bot and of its folder.")] = "my-bot",
    program: Annotated[
        str, typer.Option(help=f"Language of a bot for stdio: one of {', '.join(PROGRAMS)}.")
    ] = "sh",
    folder: _Folder = Path(),
) -> None:
    """Make a new bot's folder: a program, manifest, test, and tournament against house bots.

    With stdio it is any program that reads and writes lines of JSON.
    """
    from referee.cli.starters.answers import first_answers, text_of
    from referee.cli.starters.texts import texts_of
    from referee.games import registry
    from referee_bots import names

    kind = language.lower()
    chosen = LANGUAGES.get(kind)
    if chosen is None:
        hint = "stdio is for any other language, and clients/README.md lists libraries for some"
        raise FieldError("language", f"one of {', '.join(LANGUAGES)} ({hint})", language)
    if program not in PROGRAMS:
        raise FieldError("--program", f"one of {', '.join(PROGRAMS)}", program)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", name):
        bound = "letters, digits, - and _, a letter first, 40 at most"
        raise FieldError("name", bound, name)
    plugin = registry.find(game)
    house = names(game)
    if "random" not in house:
        raise RefereeError(f"{game} has no house bot random, whom a bot begins with")
    seats, terms = _terms(plugin)
    answers = first_answers(plugin, seats)
    numbers = plugin.tables.fields if plugin.tables else {}
    others = " --bot house:random" * (seats - 1)
    texts = {
        "game": game,
        "name": name,
        "seats": str(seats),
        "rivals": "".join(_rivals(house, max(seats, 3) - 1)),
        **terms,
        **texts_of(kind, program, game, name, others, answers, numbers),
    }
    own = {"bot.py": text_of(plugin, _FIRST_BOT)} if chosen.source == "bot.py" else {}
    found = {name: text for name, text in own.items() if text}
    places = {"launch.json": ".vscode/launch.json", "gitignore": ".gitignore"}
    templates = ["bot/shared", f"bot/stdio_{program}" if kind == "stdio" else f"bot/{kind}"]
    write(templates, folder / name, texts, places | dict(chosen.places), found)


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
