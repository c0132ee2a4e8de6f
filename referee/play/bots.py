"""Bots as `play` takes them: functions, bots of the Python SDK, names of house bots, and commands."""

from __future__ import annotations

import functools
import inspect
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from bot_commands import missing_script, program_name
from referee.core.errors import FieldError
from referee_bots import UnknownBotError, find, names
from referee_client import Bot, BotLike

__all__ = ["AnyBot", "Player", "players_of"]

AnyBot: TypeAlias = BotLike | str | Sequence[str]
"""What plays a seat: a bot of the SDK, the name of a house bot, or the words of a command line."""


class Player(NamedTuple):
    """What plays one seat, and under which name."""

    name: str
    """Name of the bot, as results and pages show it."""
    make: Callable[[int | None], BotLike]
    """Returns the bot for a match; not called if `command` is set.

    It takes the seed of the match, which repeats the random choices of house bots; None draws them.
    """
    command: tuple[str, ...] = ()
    """Words of the command line of a program that plays; empty if the bot is one of this process."""


def players_of(game: str, bots: Sequence[AnyBot]) -> list[Player]:
    """Return the players that bots stand for.

    Args:
        game: Identifier of the game.
        bots: One bot for each seat: a function from an observation, or from an observation and the
            `Turn`, to an action; a subclass or an instance of `Bot`; a function without parameters
            that makes one; the name of a house bot; or a list with the words of a command line.

    Raises:
        FieldError: A name is none of a house bot, a command does not exist, or a bot is none of
            these.
    """
    return [_player(game, seat, bot) for seat, bot in enumerate(bots)]


def _player(game: str, seat: int, bot: Any) -> Player:
    if isinstance(bot, str):
        return _house_bot(game, seat, bot)
    if isinstance(bot, list | tuple):
        return _command(seat, bot)
    if not callable(bot) and not isinstance(bot, Bot):
        bound = "a function, a Bot, the name of a house bot, or a list of words"
        raise FieldError(f"bots[{seat}]", bound, bot)
    if inspect.iscoroutinefunction(getattr(bot, "act", bot)):
        bound = "a bot whose act is not async, since it is asked without an event loop"
        raise FieldError(f"bots[{seat}]", bound, _name(bot))
    return Player(_name(bot), lambda _: bot)


def _house_bot(game: str, seat: int, name: str) -> Player:
    try:
        cls = find(game, name)
    except UnknownBotError as error:
        known = names(game)
        bound = f"one of {', '.join(known)}" if known else "a bot (this game has no house bots)"
        if name in known:
            bound = str(error)
        raise FieldError(f"bots[{seat}]", bound, name) from None

    def make(seed: int | None) -> BotLike:
        def made() -> Bot:
            bot = cls(seed)
            # A given seed repeats the choices in any match, so that the match's id must not be mixed in.
            bot.mixes_match = seed is None
            return bot

        return made

    return Player(name, make)


def _command(seat: int, words: Sequence[Any]) -> Player:
    field = f"bots[{seat}]"
    if not words or not all(isinstance(word, str) for word in words):
        raise FieldError(field, "a command: a list of one word or more, each a str", words)
    command = tuple(words)
    name = program_name(command)
    found = shutil.which(command[0])
    if found is None and command[0] == "referee":
        # In a notebook the programs of its environment are often not on the PATH.
        command = (sys.executable, "-P", "-m", "referee", *command[1:])
    elif found is None:
        raise FieldError(field, "a command that exists", command[0])
    # Found out now: later only the program's own error would say it, and its seat would be lost.
    script = missing_script(command)
    if script is not None:
        raise FieldError(field, "a command whose script exists", script)
    return Player(name, _no_bot, command)


def _no_bot(_: int | None) -> BotLike:
    raise AssertionError("a program plays in a separate process")


def _name(bot: Any) -> str:
    while isinstance(bot, functools.partial):
        bot = bot.func
    if isinstance(bot, Bot):
        bot = type(bot)
    return str(getattr(bot, "__name__", type(bot).__name__))
