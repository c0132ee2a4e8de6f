"""Plays any number of house bots in one process or task, on one stream.

A program seats bots with `HouseBots`. A server that must not import a client runs this module as a
process and writes JSON lines to it: `{"token": "...", "game": "diceman", "bot": "greedy"}`, with an
optional integer `seed`. A line that names no seat to play is logged, and does not stop the other
lines.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from referee_bots import UnknownBotError, find
from referee_client import Bot, BotError, RefereeClient, SeatError
from referee_client.run import argument_parser, play_with_lines

__all__ = ["HouseBots", "main"]

log = logging.getLogger("referee_bots")


class HouseBots:
    """House bots in seats of one referee, played by a task of the running event loop.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        ca: Path of a file with PEM root certificates; if given, TLS is used.
    """

    def __init__(self, address: str, *, ca: str | Path | None = None) -> None:
        self._client = RefereeClient(address, ca=ca, name="house", follow_workers=False, threads=1)
        self._playing: asyncio.Task[None] | None = None

    async def seat(self, token: str, game: str, name: str, seed: int | None = None) -> None:
        """Seat a house bot: present a seat's token and play the seat.

        Args:
            token: Secret token of the seat.
            game: Identifier of the game.
            name: Name of the house bot, such as `greedy`.
            seed: Makes the bot's random choices repeatable, in a seat with the same index of any
                match; None makes others each time.

        Raises:
            UnknownBotError: The game has no house bot of that name.
            RefereeClientError: Play has ended with an error before.
        """
        self._client.join(token, _maker(game, name, seed))
        if self._playing is None:
            self._playing = asyncio.create_task(self._client.play())
        if self._playing.done():
            await self._playing

    async def finish(self) -> None:
        """Wait until the matches of all seats have ended; no more bots can be seated.

        Raises:
            RefereeClientError: At least one seat could not be played.
        """
        self._client.finish()
        if self._playing is not None:
            await self._playing

    async def close(self) -> None:
        """Leave all seats now, also those whose matches go on; seats are not resigned."""
        self._client.stop()
        if self._playing is not None:
            try:
                await self._playing
            except (SeatError, BotError) as error:
                log.info("left with %s", error)


def _maker(game: str, name: str, seed: int | None) -> Callable[[], Bot]:
    bot = find(game, name)

    def make() -> Bot:
        made = bot(seed)
        # A seed that is given here repeats the bot's choices in any match, so that the match's id
        # must not be mixed in.
        made.mixes_match = False
        return made

    return make


def _take_line(client: RefereeClient, line: str, failed: list[str]) -> None:
    try:
        order = json.loads(line)
        client.join(order["token"], _maker(order["game"], order["bot"], order.get("seed")))
    # A bad line costs its own seat alone: the other seats must go on.
    except UnknownBotError as error:
        failed.append(line)
        log.error("%s", error)
    except (ValueError, TypeError, KeyError) as error:
        failed.append(line)
        log.error("no order for a house bot: %r: %.200s", error, line)


def main(argv: Sequence[str] | None = None) -> int:
    """Play the seats that JSON lines on standard input name, until all matches have ended.

    Return the exit status: 1 if a line named no bot that can be seated, 0 if all went well.

    Args:
        argv: Arguments without the program's name; None means the arguments of this process.
    """
    parser = argument_parser(
        "Play seats with house bots, named by JSON lines on stdin.",
        name="house",
        log_level="warning",
    )
    parser.set_defaults(threads=1)  # they compute, and wait for nothing
    options = parser.parse_args(argv)
    failed: list[str] = []
    status = play_with_lines(functools.partial(_take_line, failed=failed), None, options)
    return status or int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(main())
