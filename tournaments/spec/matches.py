"""A match as a tournament orders it, and what it is ordered from.

These are values that scheduler, store and runner hand to one another; how a match ended is in `outcomes`.
They mirror the protocol's words without importing it, so that all but one module work without a network.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Protocol

from tournaments.spec.config import TimeControlSpec
from tournaments.spec.outcomes import MatchEnd

__all__ = [
    "GameFacts",
    "MatchOrder",
    "OpenMatch",
    "RefereeCalls",
]


@dataclasses.dataclass(frozen=True, slots=True)
class GameFacts:
    """What a tournament needs to know of a game."""

    version: int
    """Behaviour version that is played, from 1."""
    min_seats: int
    """Fewest seats."""
    max_seats: int
    """Most seats."""
    chance_free: bool = False
    """Whether the seed of a match decides nothing."""
    versions: tuple[int, ...] = ()
    """Those that the referee knows, ascending; empty where it reports its newest alone."""
    ring: bool = False
    """Whether the last seat is next to the first and only how seats lie to one another matters."""

    @property
    def playable(self) -> tuple[int, ...]:
        """Behaviour versions that can be played, ascending."""
        return self.versions or (self.version,)


@dataclasses.dataclass(frozen=True, slots=True)
class MatchOrder:
    """Everything a match depends on."""

    game: str
    """Identifier of the game."""
    game_version: int
    """Its behaviour version."""
    config_json: str
    """The game's config as canonical JSON."""
    seed: int | None
    """Match seed, 0..2^64-1; None for its own dice, which the referee draws."""
    players: tuple[str, ...]
    """Players in seat order."""
    time_control: TimeControlSpec | None
    """Terms; None means the game's suggestion."""
    block: str = ""
    """Key of its block, which distinguishes matches without a seed."""
    shares_dice: bool = False
    """Whether others are played with its dice that must not be known before: then it is over for all its
    bots before it counts as played, and the referee keeps its reveal back."""

    @property
    def key(self) -> str:
        """Hash of the match's inputs, 64 hexadecimal digits; equal for equal orders alone."""
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
    """A match that a referee has made."""

    match_id: str
    """Identifies it at the referee."""
    tokens: tuple[str, ...]
    """Secret of each seat, in seat order."""


class RefereeCalls(Protocol):
    """What a tournament asks of a referee. Every method may raise `RefereeCallError`."""

    async def game(self, game: str) -> GameFacts:
        """Facts about a game."""

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """Make a match, or find the one that was made with the same `request_id` before."""

    async def result(self, match_id: str) -> MatchEnd | None:
        """Return how a match ended; None if it has not, or if the referee knows no such match."""

    async def wait(self, match_id: str) -> MatchEnd | None:
        """Wait for the end of a match; None if the referee has lost it."""

    async def resign(self, token: str) -> None:
        """Give a seat up for good, for a bot that can't do it itself."""

    async def abort(self, match_id: str, reason: str) -> None:
        """End a match without a result, unless it has ended or the referee has lost it.

        Args:
            match_id: The match.
            reason: Why, for people; at most 200 characters.
        """

    async def release(self, match_id: str) -> None:
        """Let everybody see the dice of a match that has kept them back, unless the referee has lost it."""

    async def is_out(self, token: str) -> bool:
        """Return whether the rules have put a seat out: it needs no more playing, however long its match goes on."""

    async def meter(self, token: str, pid: int) -> None:
        """Have the processor time of a seat's decisions recorded.

        Args:
            token: The seat's token, of a match that was made here.
            pid: The process that plays it, by the numbers of the machine that both share.
        """
