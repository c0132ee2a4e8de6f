"""Keeps the seats that people play at a referee: joins them by their tokens, and runs their bots."""

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

__all__ = ["Desk", "seat_id"]

JOIN_S = 15.0
"""Seconds within which the referee must accept a seat's token; after that, the person gets an error."""
MAX_TOKEN = 200
"""Most characters of a token; a longer one is refused without asking the referee."""

SeatId: TypeAlias = str
"""Hexadecimal id of a seat that people play; no secret, since requests for the seat also need a browser session."""


@dataclasses.dataclass(slots=True)
class PlayedSeat:
    """A seat that a person plays, or has played, through this arena: its bot, connection and task."""

    person: Person
    """The seat's bot, which decides as the person answers on the page."""
    joined: asyncio.Future[None]
    """Done when the referee accepts the seat's token; fails with `NotShownError` if the seat can't be joined."""
    client: RefereeClient
    """Connection to the referee over which the bot plays."""
    task: asyncio.Task[None]
    """Task that plays the seat; it ends when the client has nothing more to play, or is cancelled to leave the seat."""


def seat_id(token: str) -> SeatId:
    """Return the id of the seat that has this token."""
    return digest(token)[:16]


class Desk:
    """Joins the seats that people play at one referee through this arena, and keeps them and their bots.

    Args:
        address: `unix:/path` or `HOST:PORT` of the referee.
        ca: File with the root certificates to trust, in PEM; None for a connection without TLS.
        most: Most seats that are kept at once, including seats whose play is over.
    """

    def __init__(self, address: str, *, ca: Path | None = None, most: int = 256) -> None:
        self._address, self._ca, self._most = address, ca, most
        self._seats: dict[SeatId, PlayedSeat] = {}

    @property
    def people(self) -> Sequence[Person]:
        """Bots of all seats that are kept, including seats whose play is over but whose page may still be open."""
        return [played.person for played in self._seats.values()]

    def person(self, seat: SeatId) -> Person | None:
        """Return the bot of a seat; None if the seat is not kept here, or not any longer."""
        played = self._seats.get(seat)
        return None if played is None else played.person

    async def enter(self, token: str) -> SeatId:
        """Join the seat of a token, wait until the referee accepts, and return the seat's id.

        If the seat is played here already, it is not joined again.

        Raises:
            NotShownError: The referee refuses the token or does not accept it within `JOIN_S`, the match is over, the
                text can't be a token, or as many seats are being played as are allowed.
        """
        if not 0 < len(token) <= MAX_TOKEN or not token.isprintable():
            raise NotShownError(401, "that is no token of a seat")
        seat = seat_id(token)
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
        """Resign a seat that is played here, and send the resignation to the referee.

        Raises:
            TurnError: The match has not begun, is over for this seat, or the seat has been resigned already.
            KeyError: No seat with this id is kept here.
        """
        played = self._seats[seat]
        match = played.person.resign()
        played.client.resign(match.match_id, match.seat)

    async def close(self) -> None:
        """Stop playing all seats without resigning: their clocks go on, and their tokens can be used to join again."""
        for seat, played in list(self._seats.items()):
            await self._drop(seat, played)

    def _seated(self, token: str) -> PlayedSeat:
        """Begin to join and play the seat of a token, in a new task, and return the seat.

        Raises:
            NotShownError: As many seats are being played as are allowed.
        """
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
        """If as many seats are kept as are allowed, forget one whose play is over.

        Raises:
            NotShownError: All of them are being played.
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
        """Play the seat of a token over `client` until it has a result or an error ends its play.

        `joined` is set to `NotShownError` if the play ends before the join was accepted. Errors are not raised: their
        text is shown on the page by `Person.lose`.
        """
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
        """Return a distinct name for the player of each seat; made from the seat's index if the referee names none.

        Args:
            match: The match.
            token: Token of one of its seats, with which the referee is asked for the names.
        """
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
        """Cancel the task that plays a seat, forget the seat, and show on its pages that the arena has left it."""
        if self._seats.get(seat) is played:
            del self._seats[seat]
        played.task.cancel()
        await asyncio.gather(played.task, return_exceptions=True)
        if not played.person.is_over:
            played.person.lose("The arena has left this seat.")
