"""Where a match is played is behind one interface: an executor takes an attempt and returns its end.

The runner keeps the records, on the organizer's machine: schedule, keys, attempts, results. An
executor knows none of these, so a result does not depend on which executor played the match.
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
    """Order to play one attempt at a match: inputs of the match, id of the request, and the bots."""

    order: MatchOrder
    """The match to be played: game, config, seed, players and time control."""
    request_id: str
    """Idempotency key of this attempt: a referee that gets it twice makes only one match."""
    label: str
    """Name of the match for people."""
    known_id: str | None
    """Id of the match that an earlier run has begun for this attempt; None if there is none."""
    bots: tuple[str, ...] = ()
    """Labels of the programs that play this attempt, in seat order; empty means the order's player
    names.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedAttempt:
    """Result of one attempt at a match: how it ended, its replay, and the machine that played it."""

    match_id: str
    """Id of the match at the referee that played it."""
    end: MatchEnd
    """How the match ended: cause, placements and scores."""
    replay: str | None
    """Path of the match's replay relative to the data folder; None if another machine has the
    replay.
    """
    host: str = ""
    """Name of the machine that played the match; empty if unknown."""


class Executor(Protocol):
    """Interface for playing attempts at matches, on this machine or on a cluster."""

    @property
    def goes_on(self) -> bool:
        """Whether matches that an earlier run has begun are finished, rather than played again."""

    @property
    def slots(self) -> int:
        """Number of attempts that the executor can play at once now; from 1."""

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play an attempt to its end and return its result, which is void (annulled) if a machine fails.

        Args:
            attempt: The attempt.
            begun: Awaited with the match's id before any bot gets a token; not called if the match
                had ended before.

        Raises:
            TournamentError: Nothing can be played any more.
        """

    async def has_ended(self, match_id: str) -> bool:
        """Return whether a match of an earlier run is over at the referee, without a stored result."""

    async def abandon(self, match_id: str, reason: str) -> None:
        """End a match of an earlier run that no bot can finish; do nothing if it is over."""

    async def release(self, match_ids: Iterable[str]) -> None:
        """Publish the dice of matches that keep them secret because other matches have the same dice.

        Skip matches that the referee no longer has.
        """


class Bots(Protocol):
    """Interface by which an executor gives seats of matches to bots, and ends their use."""

    def take_seat(self, player: str, token: str) -> None:
        """Have the bot of a player play the seat that the token belongs to."""

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Record that the match of a seat is over, so that its bot need not run for it any more.

        Args:
            player: Label of the bot that played the seat.
            token: Token of the seat.
            came_through: Whether the bot did not forfeit the seat, in a match that is not void
                (annulled).
        """

    async def gone(self, tokens: Collection[str]) -> None:
        """Wait until all processes have ended that were started for these seats' matches alone."""


class LocalExecutor:
    """Plays matches at one referee, with bots of this machine.

    Args:
        referee: Referee at which matches are played.
        bots: Bots that play the seats.
        slots: Number of attempts played at once, from 1.
        replay_folder: Folder of the referee's replays relative to the data folder; None if the
            referee is on another machine.
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
        """True: a match that an earlier run has begun is finished at the referee.

        See `Executor`.
        """
        return True

    @property
    def slots(self) -> int:
        """Number of attempts played at once; see `Executor`."""
        return self._slots

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play an attempt at the referee, or return its end if the match is over already.

        Args:
            attempt: The attempt.
            begun: Awaited with the match's id before any bot gets a token; not called if the match
                is over.
        """
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
        # No time limit here: the referee's clocks alone may end a match, and it reports its own
        # failures as a void end.
        end = await self._referee.wait(match.match_id)
        # The referee does not know the match any more, as after the loss of its journal: nobody can
        # say how it would have ended, so it is void and played again.
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
        """Return whether a match that an earlier run has begun is over at the referee."""
        return await self._referee.result(match_id) is not None

    async def abandon(self, match_id: str, reason: str) -> None:
        """Abort a match that an earlier run has begun and no bot can finish."""
        await self._referee.abort(match_id, reason)

    async def release(self, match_ids: Iterable[str]) -> None:
        """Have the referee publish the dice of matches, which were secret because others have the same dice."""
        for match_id in match_ids:
            await self._referee.release(match_id)

    def _played(self, match_id: str, end: MatchEnd) -> PlayedAttempt:
        replay = self._replay_folder and f"{self._replay_folder}/{match_id}.replay"
        return PlayedAttempt(match_id, end, replay, socket.gethostname())


def host_failure(text: str, num_seats: int) -> MatchEnd:
    """Return the end of a match that was spoiled by the failure of a machine.

    Args:
        text: What happened, for people.
        num_seats: Number of seats of the match.
    """
    nothing = SeatResult(placement=0, score=0, strikes=0, forfeit=None)
    return MatchEnd(EndCause.HOST_FAILURE, text, (nothing,) * num_seats)
