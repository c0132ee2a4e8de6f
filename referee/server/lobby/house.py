"""Keeps house bots in their seats: they rejoin after a restart, or when their process has died.

Until its bot is back, the clock of such a seat stands still. If the bots' process can't be started,
matches that wait for it are void: no house bot forfeits by a fault of the server.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from gamereferee.v1 import error_pb2
from referee.core.outcome import EndCause
from referee.match.machine import REJOIN_LIMIT_NS
from referee.server.hosting.host import MatchHost
from referee.server.lobby.lobby import Lobby
from referee.server.process.logs import get_log
from referee.server.process.status import CallError

__all__ = ["FIRST_DELAY_S", "MOST_DEATHS", "HouseBots", "HouseKeeper"]

MOST_DEATHS = 5
"""Number of deaths of the bots' process in a row, with no seat joined in between, after which it is
not restarted.
"""
FIRST_DELAY_S = 0.25
"""Seconds before the bots' process is restarted; doubled with each death in a row."""


class HouseBots(Protocol):
    """Interface of the house bots (built-in bots), which play seats in a separate process.

    The process can be given seats, waited for, and started again.
    """

    def names(self, game: str) -> list[str]:
        """Return the names of the house bots for a game."""
        ...

    async def seat(self, token: str, game: str, bot: str) -> None:
        """Make the house bot named `bot` join with a seat token and play."""
        ...

    async def ended(self) -> None:
        """Wait until the bots' process has ended."""
        ...

    def restart(self) -> None:
        """Start the bots' process again, without any seats.

        Raises:
            OSError: The process can't be started.
        """
        ...


class HouseKeeper:
    """Keeps house bots in their seats, and restarts their process.

    Args:
        lobby: All matches of the server.
        house: The house bots; None if the server runs none.
    """

    def __init__(self, lobby: Lobby, house: HouseBots | None) -> None:
        self.house = house
        """The house bots; None if the server runs none."""
        self._lobby = lobby
        self._log = get_log()
        self._watching: asyncio.Task[None] | None = None
        self._taken_up: set[str] = set()
        """Matches resumed at the start whose house bots have been seated again."""

    async def seat(self, host: MatchHost, seat: int, bot: str) -> None:
        """Record in the journal that a house bot holds a seat, and let it play as soon as its process runs.

        Raises:
            OSError: The journal can't be written.
        """
        self._watch()
        host.order_house_bot(seat, bot)
        await self._seat_all(host)

    async def take_up(self) -> None:
        """Seat the house bots of matches that were resumed from their journals, once for each match."""
        for host in self._lobby.live():
            if not host.house.bots or host.match_id in self._taken_up:
                continue
            self._taken_up.add(host.match_id)
            if "" in host.house.bots.values():
                # An older server did not record the name, so the bot can only come back on its own,
                # within the usual limit.
                loop = asyncio.get_running_loop()
                loop.call_later(REJOIN_LIMIT_NS / 1e9, self._void_unless_back, host)
            if not any(host.house.bots.values()):
                continue
            if self.house is None:
                self._void(host, "a house bot holds a seat, and this server runs none")
                continue
            self._watch()
            host.log.info("house bots are seated again", seats=sorted(host.house.bots))
            await self._seat_all(host)

    def close(self) -> None:
        """Stop watching the bots' process; it is no longer restarted."""
        if self._watching is not None:
            self._watching.cancel()

    def _watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._keep_alive())

    async def _keep_alive(self) -> None:
        """Restart the bots' process whenever it dies.

        After `MOST_DEATHS` deaths in a row, end the matches that wait for house bots as void.
        """
        assert self.house is not None
        deaths = 0
        while True:
            joins = self._lobby.house_joins
            await self.house.ended()
            # A process in which a bot has joined was of use, so its death is the first in a new
            # row.
            deaths = 1 if self._lobby.house_joins > joins else deaths + 1
            self._log.error("the process of the house bots has ended", deaths=deaths)
            if self._lobby.recorder is not None:
                self._lobby.recorder.count("referee_house_ends_total")
            for host in self._lobby.live():
                host.lose_house_bots()
            if deaths >= MOST_DEATHS:
                break
            await asyncio.sleep(FIRST_DELAY_S * 2 ** (deaths - 1))
            try:
                self.house.restart()
            except OSError as error:  # `ended` returns at once, so that this counts as a death
                self._log.error("house bots can't be started", reason=error.strerror)
                continue
            for host in self._lobby.live():
                await self._seat_all(host)
        for host in self._lobby.live():
            if any(not host.house.is_seated(seat) for seat in host.house.bots):
                self._void(host, "the process of the house bots can't be kept running")

    async def _seat_all(self, host: MatchHost) -> None:
        for seat, bot in list(host.house.bots.items()):
            if bot and not host.house.is_seated(seat):
                try:
                    await self._call(host, seat, bot)
                except CallError as error:  # its death is seen by `_keep_alive`
                    host.log.warning("house bot can't be seated", seat=seat, reason=str(error))

    async def _call(self, host: MatchHost, seat: int, bot: str) -> None:
        house, game = self.house, host.header.game
        if house is None or bot not in house.names(game):
            self._void(host, f"this server has no house bot {bot[:40]!r}")
            raise CallError(error_pb2.ERROR_REASON_NO_HOUSE_BOT, f"unknown house bot {bot[:40]!r}")
        await house.seat(self._lobby.tokens(host)[seat], game, bot)

    def _void_unless_back(self, host: MatchHost) -> None:
        """End a match of an older server as void, unless bots have rejoined all its house bots' seats.

        Older servers did not record the names of house bots, so the bots can't be seated again.
        """
        lost = [seat for seat, bot in host.house.bots.items() if not bot]
        if any(not host.house.is_seated(seat) for seat in lost):
            self._void(host, "an older server has not recorded which house bot held a seat")

    def _void(self, host: MatchHost, text: str) -> None:
        host.abort(EndCause.HOST_FAILURE, text)
