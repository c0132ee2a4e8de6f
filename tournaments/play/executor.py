"""Where a match is played is behind one seam: an executor takes an attempt and gives back its end.

The runner keeps the books, on the organizer's machine: schedule, keys, attempts, results. An executor
knows none of these, so a result does not depend on which of them played the match.
"""

from __future__ import annotations

import dataclasses
import socket
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Protocol

from tournaments.spec.matches import MatchOrder, RefereeCalls
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult

__all__ = ["Bots", "Executor", "LocalExecutor", "PlayedAttempt", "AttemptOrder", "host_failure"]


@dataclasses.dataclass(frozen=True, slots=True)
class AttemptOrder:
    """One attempt at a match."""

    order: MatchOrder
    """The match."""
    request_id: str
    """Names this attempt, so that a referee makes no second match for it."""
    label: str
    """What people call the match."""
    known_id: str | None
    """The match an earlier run has begun for this attempt; None if there is none."""
    bots: tuple[str, ...] = ()
    """Labels of the programs that play it, in seat order; none means those of the order's names."""


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedAttempt:
    """Result of an attempt."""

    match_id: str
    """Identifies the match at the referee that played it."""
    end: MatchEnd
    """How it ended."""
    replay: str | None
    """Path of its replay relative to the data folder; None if another machine has it."""
    host: str = ""
    """Name of the machine that played it."""


class Executor(Protocol):
    """Plays attempts at matches."""

    @property
    def goes_on(self) -> bool:
        """Whether it finishes what an earlier run has begun, rather than play it again from its start."""

    @property
    def slots(self) -> int:
        """How many attempts it should be given at once, as of now; from 1."""

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play an attempt to its end, which is void if a machine fails.

        Args:
            attempt: The attempt.
            begun: Awaited with the match's id before any bot gets a token; not called if it had ended before.

        Raises:
            TournamentError: Nothing can be played any more.
        """

    async def has_ended(self, match_id: str) -> bool:
        """Return whether a match that an earlier run has begun is over, though nobody has recorded it."""

    async def abandon(self, match_id: str, reason: str) -> None:
        """End a match that an earlier run has begun and nobody can finish, where it still goes on."""

    async def release(self, match_ids: Iterable[str]) -> None:
        """Let everybody see the dice of matches that have kept them back, where it can still be done."""


class Bots(Protocol):
    """The bots that play seats."""

    def take_seat(self, player: str, token: str) -> None:
        """Let a bot play a seat."""

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Note that a seat's match is over; `came_through` if the bot did not forfeit it."""

    async def gone(self, tokens: Collection[str]) -> None:
        """Wait until nothing is left of the processes that played these seats alone."""


class LocalExecutor:
    """Plays at a referee with bots of this machine.

    Args:
        referee: Where matches are played.
        bots: Play the seats.
        slots: Attempts at once, from 1.
        replay_folder: Folder of the referee's replays relative to the data folder; None if it is on
            another machine.
    """

    def __init__(
        self, referee: RefereeCalls, bots: Bots, *, slots: int, replay_folder: str | None
    ) -> None:
        self._referee = referee
        self._bots = bots
        self._slots = slots
        self._replay_folder = replay_folder

    @property
    def goes_on(self) -> bool:
        """See `Executor`."""
        return True

    @property
    def slots(self) -> int:
        """See `Executor`."""
        return self._slots

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """See `Executor`."""
        known_id = attempt.known_id
        end = None if known_id is None else await self._referee.result(known_id)
        if known_id is not None and end is not None:
            return self._played(known_id, end)
        # The request id makes this idempotent: if the match exists already, the referee returns it, with the same tokens.
        match = await self._referee.create(
            attempt.order, request_id=attempt.request_id, label=attempt.label
        )
        # Written down before a bot gets a token: no move may be played in a match that a kill would make us forget.
        await begun(match.match_id)
        seats = list(zip(attempt.bots or attempt.order.players, match.tokens, strict=True))
        for player, token in seats:
            self._bots.take_seat(player, token)
        end = await self._referee.wait(match.match_id)
        if end is None:
            end = host_failure("the referee has lost the match", len(seats))
        for (player, token), result in zip(seats, end.seats, strict=True):
            came_through = not end.cause.is_void and result.forfeit is None
            self._bots.leave_seat(player, token, came_through=came_through)
        # A process that has seen these dice must be gone before the next match with them begins.
        if attempt.order.shares_dice:
            await self._bots.gone(match.tokens)
        return self._played(match.match_id, end)

    async def has_ended(self, match_id: str) -> bool:
        """See `Executor`."""
        return await self._referee.result(match_id) is not None

    async def abandon(self, match_id: str, reason: str) -> None:
        """See `Executor`."""
        await self._referee.abort(match_id, reason)

    async def release(self, match_ids: Iterable[str]) -> None:
        """See `Executor`."""
        for match_id in match_ids:
            await self._referee.release(match_id)

    def _played(self, match_id: str, end: MatchEnd) -> PlayedAttempt:
        replay = self._replay_folder and f"{self._replay_folder}/{match_id}.replay"
        return PlayedAttempt(match_id, end, replay, socket.gethostname())


def host_failure(text: str, num_seats: int) -> MatchEnd:
    """Return the end of a match that a machine has spoiled.

    Args:
        text: What happened, for people.
        num_seats: Seats of the match.
    """
    nothing = SeatResult(placement=0, score=0, strikes=0, forfeit=None)
    return MatchEnd(EndCause.HOST_FAILURE, text, (nothing,) * num_seats)
