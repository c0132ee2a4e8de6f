"""Bots as `play` takes them: functions, bots of the Python SDK, and names of house bots."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from referee.core.errors import FieldError
from referee_bots import UnknownBotError, find, names
from referee_client import Bot, BotLike

__all__ = ["Player", "players_of"]


class Player(NamedTuple):
    """What plays one seat, and under which name."""

    name: str
    """Name of the bot, as results and pages show it."""
    make: Callable[[int | None], BotLike]
    """Returns the bot for a match.

    It takes the seed of the match, which repeats the random choices of house bots; None draws them.
    """


def players_of(game: str, bots: Sequence[BotLike | str]) -> list[Player]:
    """Return the players that bots stand for.

    Args:
        game: Identifier of the game.
        bots: One bot for each seat: a function from an observation, or from an observation and the
            `Turn`, to an action; a subclass or an instance of `Bot`; a function without parameters
            that makes one; or the name of a house bot.

    Raises:
        FieldError: A name is none of a house bot, or a bot is none of these.
    """
    return [_player(game, seat, bot) for seat, bot in enumerate(bots)]


def _player(game: str, seat: int, bot: Any) -> Player:
    if isinstance(bot, str):
        return _house_bot(game, seat, bot)
    if not callable(bot) and not isinstance(bot, Bot):
        bound = "a function, a Bot, or the name of a house bot"
        raise FieldError(f"bots[{seat}]", bound, repr(bot)[:80])
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


def _name(bot: Any) -> str:
    while isinstance(bot, functools.partial):
        bot = bot.func
    if isinstance(bot, Bot):
        bot = type(bot)
    return str(getattr(bot, "__name__", type(bot).__name__))
