"""Base class of all house bots: random choices that a seed repeats, and a command line."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import ClassVar

from referee_bots.kit import UnknownBotError, check_kit
from referee_client import Bot, Match
from referee_client.run import argument_parser, main

__all__ = ["SeededBot", "run_seeded"]


class SeededBot(Bot):
    """A bot whose random choices follow from a seed, the match and the seat.

    Args:
        seed: Seed that repeats the choices of an earlier match of the same id; None takes a
            random seed.
    """

    kit: ClassVar[str] = "1.0"
    """Version of the games kit for which the bot was made; a bot of another distribution states its
    version here."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self.random = random.Random(seed)
        """Random numbers of the bot. In `on_start`, match and seat are mixed into a given seed."""
        self.mixes_match = True
        """Whether the match's id is mixed into the seed; False if each match has a separate seed
        anyway."""

    def on_start(self, match: Match) -> None:
        """Mix match and seat into the seed, if there is one, so that all seats choose differently."""
        if self._seed is not None:
            key = f"{match.match_id}/{match.seat}" if self.mixes_match else f"{match.seat}"
            self.random = random.Random(f"{self._seed}/{key}")


def run_seeded(bot: type[SeededBot], argv: Sequence[str] | None = None) -> None:
    """Run a house bot as a program, with the flag `--seed` and the flags of every bot.

    Args:
        bot: Class of the bot, which is called with the seed.
        argv: Arguments without the program's name; None means the arguments of this process.

    Raises:
        SystemExit: The bot was made for another version of the games kit, or its exit status is not
            0.
    """
    try:
        check_kit(bot.__name__, bot.kit)
    except UnknownBotError as error:
        raise SystemExit(str(error)) from None
    parser = argument_parser((bot.__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, help="makes the bot's random choices repeatable")
    options = parser.parse_args(argv)
    status = main(functools.partial(bot, options.seed), options)
    if status:
        raise SystemExit(status)
