"""Seats that people play: joins them, and keeps them until their matches are over."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from referee.core.text import distinct_names
from referee_arena.seat.bot import Person
from referee_arena.server.access import digest
from referee_arena.server.referee_link import NotShownError
from referee_client import Bot, JoinError, Match, RefereeClient, RefereeClientError
from referee_client.lobby import Lobby

log = logging.getLogger("referee_arena")

__all__ = ["Desk"]

JOIN_S = 15.0
"""Seconds within which a referee must answer the join of a token."""
MAX_TOKEN = 200
"""Most characters of a token."""

SeatId: TypeAlias = str
"""Identifies a seat that is played here; no secret, since it is useless without a session."""


@dataclasses.dataclass(slots=True)
class PlayedSeat:
    """A seat that is played here."""

    person: Person
    """Its bot, which the person answers for."""
    joined: asyncio.Future[None]
    """Set when the referee has accepted its token."""
    client: RefereeClient
    """Its stream to the referee."""
    task: asyncio.Task[None]
    """Plays it."""


class Desk:
    """Seats that people play at one referee.

    Args:
        address: `unix:/path` or `HOST:PORT` of the referee.
        ca: File with PEM roots; given means TLS.
        most: Most seats that are kept at once.
    """

    def __init__(self, address: str, *, ca: Path | None = None, most: int = 256) -> None:
        self._address, self._ca, self._most = address, ca, most
        self._seats: dict[SeatId, PlayedSeat] = {}

    @property
    def people(self) -> Sequence[Person]:
        """Bots of all seats here, also of those whose match is over and may still be looked at."""
        return [played.person for played in self._seats.values()]

    def person(self, seat: SeatId) -> Person | None:
        """Return the bot of a seat here; None if it is not kept any longer."""
        played = self._seats.get(seat)
        return None if played is None else played.person

    async def enter(self, token: str) -> SeatId:
        """Take the seat of a token, or find it if it is played here already.

        Raises:
            NotShownError: The referee refuses the token, is not there, or there is no room.
        """
        if not 0 < len(token) <= MAX_TOKEN or not token.isprintable():
            raise NotShownError(401, "that is no token of a seat")
        seat = digest(token)[:16]
        played = self._seats.get(seat)
        if played is None or played.person.is_lost:
            played = self._seats[seat] = self._seated(token)
        try:
            async with asyncio.timeout(JOIN_S):
                await asyncio.shield(played.joined)
        except TimeoutError:
            await self._drop(seat, played)
            raise NotShownError(502, f"no referee answers at {self._address}") from None
        except NotShownError:
            await self._drop(seat, played)
            raise
        return seat

    def resign(self, seat: SeatId) -> None:
        """Give up a seat that is played here, for good.

        Raises:
            TurnError: There is nothing to give up.
        """
        played = self._seats[seat]
        match = played.person.resign()
        played.client.resign(match.match_id, match.seat)

    async def close(self) -> None:
        """Leave all seats; their clocks run on, and their tokens can be shown again."""
        for seat, played in list(self._seats.items()):
            await self._drop(seat, played)

    def _seated(self, token: str) -> PlayedSeat:
        """Begin to play a seat."""
        self._make_room()
        joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        person = Person(lambda match: self._names(match, token))

        def seated() -> Bot:
            if not joined.done():
                joined.set_result(None)
            return person

        # A function that makes bots has to declare for them that they look at the legal actions.
        seated.reads_legal = True  # type: ignore[attr-defined]
        client = RefereeClient(
            self._address, seated, ca=self._ca, name="a person", follow_workers=False
        )
        task = asyncio.create_task(self._play(client, token, person, joined))
        return PlayedSeat(person, joined, client, task)

    def _make_room(self) -> None:
        """Forget seats whose matches are over.

        Raises:
            NotShownError: All others are being played.
        """
        if len(self._seats) < self._most:
            return
        over = [seat for seat, played in self._seats.items() if played.person.is_over]
        if not over:
            raise NotShownError(503, f"as many seats are played here as may be: {self._most}")
        del self._seats[over[0]]

    async def _play(
        self, client: RefereeClient, token: str, person: Person, joined: asyncio.Future[None]
    ) -> None:
        """Play a seat to its end."""
        try:
            await client.play([token])
            why = ""
        except JoinError as error:
            why = f"the referee refuses this token: {error.text or error.reason}"
        except RefereeClientError as error:
            why = str(error)
        except Exception:
            # Of a game's view, which may be anybody's: the page shows the text, the log has the error.
            why = "An error of the arena has ended this seat; its log says which."
            log.exception("a seat has failed")
        if not joined.done():
            is_refused = why.startswith("the referee refuses")
            status = 401 if is_refused else 502 if why else 410
            joined.set_exception(NotShownError(status, why or "the match is over"))
        elif not person.is_over:
            person.lose(why or "The seat is played no more.")

    async def _names(self, match: Match, token: str) -> Sequence[str]:
        """Return the names of a match's players; numbers of seats if the referee does not name them."""
        lobby = Lobby(self._address, ca=self._ca)

        def asked() -> list[str]:
            seats = lobby.get_match(match.match_id, token).seats
            return [seat.player or seat.bot_name for seat in seats]

        names: list[str] = []
        try:
            with contextlib.suppress(RefereeClientError):
                names = await asyncio.to_thread(asked)
        finally:
            # When this task is cancelled, the call in the thread goes on, and the process waits for its threads:
            # without the close, for as long as a referee that is gone may take to answer.
            lobby.close()
        names += [""] * (match.num_seats - len(names))
        return distinct_names(names)

    async def _drop(self, seat: SeatId, played: PlayedSeat) -> None:
        """Stop playing a seat, and show that on its pages."""
        if self._seats.get(seat) is played:
            del self._seats[seat]
        played.task.cancel()
        await asyncio.gather(played.task, return_exceptions=True)
        if not played.person.is_over:
            played.person.lose("The arena has left this seat.")
