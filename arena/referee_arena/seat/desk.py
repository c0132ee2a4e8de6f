"""Where people take seats: which seats are played here."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from referee.core.text import printable
from referee_arena.seat.bot import Person
from referee_arena.server.access import digest
from referee_arena.server.referee_link import NotShownError
from referee_client import Bot, JoinError, Match, RefereeClient, RefereeClientError
from referee_client.lobby import Lobby

log = logging.getLogger("referee_arena")

__all__ = ["Desk"]

JOIN_S = 15.0
"""Seconds within which a referee has to say whether a token is good."""
MAX_TOKEN = 200
"""Characters of a token that is looked at."""

SeatId: TypeAlias = str
"""Tells a seat that is played here from others; no secret, and of no use without a session."""


@dataclasses.dataclass(slots=True)
class Sitting:
    """A seat that is played here."""

    person: Person
    """Who plays it."""
    joined: asyncio.Future[None]
    """Whether the referee has taken its token."""
    client: RefereeClient
    """Its stream to the referee."""
    task: asyncio.Task[None]
    """Plays it."""


class Desk:
    """Seats that people play at one referee.

    Args:
        address: `unix:/path` or `HOST:PORT` of the referee.
        ca: File with PEM roots; given means TLS.
        most: Seats that may be played at once.
    """

    def __init__(self, address: str, *, ca: Path | None = None, most: int = 256) -> None:
        self._address, self._ca, self._most = address, ca, most
        self._sittings: dict[SeatId, Sitting] = {}

    @property
    def people(self) -> Sequence[Person]:
        """Who plays here, and whose match is over and may still be looked at."""
        return [sitting.person for sitting in self._sittings.values()]

    def person(self, seat: SeatId) -> Person | None:
        """Return who plays a seat here; None if nobody does any longer."""
        sitting = self._sittings.get(seat)
        return None if sitting is None else sitting.person

    async def enter(self, token: str) -> SeatId:
        """Take the seat of a token, or find who plays it here already.

        Raises:
            NotShownError: The referee refuses the token, is not there, or there is no room.
        """
        if not 0 < len(token) <= MAX_TOKEN or not token.isprintable():
            raise NotShownError(401, "that is no token of a seat")
        seat = digest(token)[:16]
        sitting = self._sittings.get(seat)
        if sitting is None or sitting.person.is_lost:
            sitting = self._sittings[seat] = self._seated(token)
        try:
            async with asyncio.timeout(JOIN_S):
                await asyncio.shield(sitting.joined)
        except TimeoutError:
            await self._drop(seat, sitting)
            raise NotShownError(502, f"no referee answers at {self._address}") from None
        except NotShownError:
            await self._drop(seat, sitting)
            raise
        return seat

    def resign(self, seat: SeatId) -> None:
        """Give up a seat that is played here, for good.

        Raises:
            TurnError: There is nothing to give up.
        """
        sitting = self._sittings[seat]
        match = sitting.person.resign()
        sitting.client.resign(match.match_id, match.seat)

    async def close(self) -> None:
        """Leave all seats; their clocks run on, and their tokens can be shown again."""
        for seat, sitting in list(self._sittings.items()):
            await self._drop(seat, sitting)

    def _seated(self, token: str) -> Sitting:
        """Begin to play a seat."""
        self._make_room()
        joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        person = Person(lambda match: self._names(match, token))

        def seated() -> Bot:
            if not joined.done():
                joined.set_result(None)
            return person

        # A function that makes bots has to say itself what they look at.
        seated.reads_legal = True  # type: ignore[attr-defined]
        client = RefereeClient(
            self._address, seated, ca=self._ca, name="a person", follow_workers=False
        )
        task = asyncio.create_task(self._play(client, token, person, joined))
        return Sitting(person, joined, client, task)

    def _make_room(self) -> None:
        """Forget seats whose matches are over.

        Raises:
            NotShownError: All others are being played.
        """
        if len(self._sittings) < self._most:
            return
        over = [seat for seat, sitting in self._sittings.items() if sitting.person.is_over]
        if not over:
            raise NotShownError(503, f"as many seats are played here as may be: {self._most}")
        del self._sittings[over[0]]

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
        except (
            Exception
        ):  # of a game's view, which may be anybody's: the page is told, the log has it
            why = "An error of the arena has ended this seat; its log says which."
            log.exception("a seat has failed")
        if not joined.done():
            is_refused = why.startswith("the referee refuses")
            status = 401 if is_refused else 502 if why else 410
            joined.set_exception(NotShownError(status, why or "the match is over"))
        elif not person.is_over:
            person.lose(why or "The seat is played no more.")

    async def _names(self, match: Match, token: str) -> Sequence[str]:
        """Return who plays in a match; the seats' numbers where the referee does not say."""
        lobby = Lobby(self._address, ca=self._ca)

        def asked() -> list[str]:
            seats = lobby.get_match(match.match_id, token).seats
            return [printable(seat.player or seat.bot_name) for seat in seats]

        names: list[str] = []
        try:
            with contextlib.suppress(RefereeClientError):
                names = await asyncio.to_thread(asked)
        finally:
            # When this task is cancelled, the call in the thread goes on, and the process waits for its threads:
            # without the close, for as long as a referee that is gone may take to answer.
            lobby.close()
        names += [""] * (match.num_seats - len(names))
        return [name or f"seat {seat}" for seat, name in enumerate(names)]

    async def _drop(self, seat: SeatId, sitting: Sitting) -> None:
        """Play a seat no more; its pages are told."""
        if self._sittings.get(seat) is sitting:
            del self._sittings[seat]
        sitting.task.cancel()
        await asyncio.gather(sitting.task, return_exceptions=True)
        if not sitting.person.is_over:
            sitting.person.lose("The arena has left this seat.")
