"""A match as a tournament orders it, and the calls that a tournament makes to a referee.

Scheduler, store and runner pass these values to each other; how a match ended is in `outcomes`. The
values resemble the protocol's messages without importing them, so all but one module work without a
network.
"""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import json
from typing import Protocol

from tournaments.spec.config import TimeControlSpec
from tournaments.spec.outcomes import MatchEnd

__all__ = [
    "GameFacts",
    "MatchOrder",
    "OpenMatch",
    "OpenTurn",
    "RefereeCalls",
]


@dataclasses.dataclass(frozen=True, slots=True)
class GameFacts:
    """Facts about a game that a tournament needs: versions, numbers of seats, whether there is chance."""

    version: int
    """Behaviour version under which the game is played, from 1."""
    min_seats: int
    """Lowest number of seats that a match of the game may have."""
    max_seats: int
    """Highest number of seats that a match of the game may have."""
    chance_free: bool = False
    """Whether the game has no dice, so that a match's seed has no influence."""
    versions: tuple[int, ...] = ()
    """Behaviour versions that the referee can play, ascending; empty if it reports only its newest."""
    ring: bool = False
    """Whether the last seat is next to the first, and only the seats' positions relative to each
    other matter.
    """

    @property
    def playable(self) -> tuple[int, ...]:
        """Behaviour versions of the game that can be played, ascending."""
        return self.versions or (self.version,)


@dataclasses.dataclass(frozen=True, slots=True)
class MatchOrder:
    """All inputs of a match: game, version, config, seed, players by seat, and time control."""

    game: str
    """Identifier of the game."""
    game_version: int
    """Behaviour version of the game, from 1."""
    config_json: str
    """Config of the game, as canonical JSON."""
    seed: int | None
    """Seed of the match, 0..2^64-1; None if the referee draws separate dice for it."""
    players: tuple[str, ...]
    """Names of the players, in seat order."""
    time_control: TimeControlSpec | None
    """Time control of the match; None means the game's suggestion."""
    block: str = ""
    """Key of the match's block (matches that are compared, such as the same players in all
    seatings), which distinguishes matches without a seed.
    """
    shares_dice: bool = False
    """Whether other matches use the same dice, which must stay secret until they are over. Then the
    match only counts as played when no bot is in it any more, and the referee withholds its reveal.
    """

    remote_seats: tuple[int, ...] = ()
    """Seats whose programs run on machines of their authors, ascending. They are no part of the key:
    where a program runs does not make another match.
    """

    @property
    def key(self) -> str:
        """Hash of the match's inputs, 64 hexadecimal digits; only equal orders have equal keys."""
        terms = self.time_control.model_dump(mode="json") if self.time_control else None
        inputs = [
            self.game,
            self.game_version,
            self.config_json,
            self.seed if self.seed is not None else ["own dice", self.block],
            list(self.players),
            terms,
        ]
        text = json.dumps(inputs, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@dataclasses.dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that a referee has created, with the tokens of its seats."""

    match_id: str
    """Id of the match at the referee."""
    tokens: tuple[str, ...]
    """Secret token of each seat, in seat order."""


@dataclasses.dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn of a match of days for which the referee has no answer yet."""

    match_id: str
    """Id of the match at the referee."""
    game: str
    """Id of the game."""
    seat: int
    """Index of the seat, from 0."""
    turn: int
    """Number of the turn, as the seat's program gets it."""
    player: str
    """Name of the entry that plays the seat."""
    deadline: datetime.datetime
    """Calendar time until which the answer counts, UTC, without the lag margin."""

    @property
    def name(self) -> str:
        """Text that distinguishes the turn from all others."""
        return f"{self.match_id}-{self.seat}-{self.turn}"


class RefereeCalls(Protocol):
    """Calls that a tournament makes to a referee. Every method may raise `RefereeCallError`."""

    async def game(self, game: str) -> GameFacts:
        """Return facts about a game."""

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """Create a match, or return the one that was created with the same `request_id` before.

        Args:
            order: Inputs of the match.
            request_id: Idempotency key of the attempt at the match.
            label: Name of the match for people.
        """

    async def result(self, match_id: str) -> MatchEnd | None:
        """Return how a match ended.

        None if it has not ended, or if the referee does not know it.
        """

    async def wait(self, match_id: str) -> MatchEnd | None:
        """Wait for the end of a match and return it; None if the referee has lost the match."""

    async def resign(self, token: str) -> None:
        """Resign a seat, for a bot that can't do it itself."""

    async def abort(self, match_id: str, reason: str) -> None:
        """End a match without a result; do nothing if it has ended or the referee has lost it.

        Args:
            match_id: The match.
            reason: Why, for people; at most 200 characters.
        """

    async def release(self, match_id: str) -> None:
        """Publish the dice of a match that keeps them secret because other matches have the same dice.

        Do nothing if the referee has lost the match.
        """

    async def is_out(self, token: str) -> bool:
        """Return whether the rules have put a seat out.

        Such a seat needs no bot any more, even if its match goes on.
        """

    async def meter(self, token: str, pid: int) -> None:
        """Have the referee record the processor time of a seat's decisions.

        Args:
            token: The seat's token, of a match that was created by this object.
            pid: Id of the process that plays the seat, on the machine that referee and bot share.
        """
