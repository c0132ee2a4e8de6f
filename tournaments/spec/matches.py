"""A match as a tournament sees it: what is ordered, how it ended, and where it is played.

These are the values that scheduler, store, venue and runner hand to one another. They mirror the
protocol's words without importing it, so that everything but `venue.py` works without a network.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
from collections.abc import Mapping
from typing import Protocol, Self

from tournaments.spec.config import TimeControlSpec

__all__ = [
    "EndCause",
    "ForfeitCause",
    "GameFacts",
    "MatchEnd",
    "MatchOrder",
    "OpenMatch",
    "SeatResult",
    "Venue",
    "label_of",
]


def label_of(bot: str, version: int) -> str:
    """What a version of a bot is called in tables: the first one by the bot's name alone."""
    return bot if version == 1 else f"{bot}@{version}"


class _Cause(enum.Enum):
    """A cause by the protocol's numbers and names; what this version has never heard of is UNKNOWN.

    So a newer referee's result can be taken, and a newer program's store be read.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls.named("UNKNOWN") if isinstance(value, int) else None

    @classmethod
    def named(cls, name: str) -> Self:
        """The cause of this name, as the store keeps it."""
        return cls.__members__.get(name) or cls.__members__["UNKNOWN"]


class EndCause(_Cause):
    """Why a match ended; only the first four count."""

    RULES = 1
    """The rulebook ended it."""
    BOT_TIME = 2
    """All rivals of the winner were out, the last of them by missed deadlines."""
    BOT_ERROR = 3
    """All rivals of the winner were out, the last of them absent or unreadable."""
    FORFEIT = 4
    """All rivals of the winner were out, the last of them by resigning."""
    REFEREE_FAULT = 5
    """The referee or the game failed; void."""
    HOST_FAILURE = 6
    """The machine failed; void."""
    OPERATOR = 7
    """An operator aborted it, or the referee was shut down; void."""
    NOBODY_JOINED = 8
    """No seat had been joined when the join limit passed; void."""
    UNKNOWN = -1
    """Something else; void, for by the protocol no cause but the first four may touch a rating."""

    @property
    def is_void(self) -> bool:
        """Whether the match has no placements, touches no rating and is played again."""
        return not EndCause.RULES.value <= self.value <= EndCause.FORFEIT.value


class ForfeitCause(_Cause):
    """Why a seat was taken out of a match."""

    TIME = 1
    """It missed as many deadlines as the time control allows."""
    ABSENT = 2
    """It had not joined when the join limit passed."""
    MALFORMED = 3
    """It sent too much that can't be read."""
    RESIGNED = 4
    """It resigned."""
    GONE = 5
    """Its process ended, and whoever had started it said so."""
    UNKNOWN = -1
    """Something else."""

    @property
    def text(self) -> str:
        """In words, as over a column."""
        return "out of time" if self is ForfeitCause.TIME else self.name.lower()


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """What a match came to for one seat."""

    placement: int
    """Rank from 1; ties share a rank; 0 in a void match."""
    score: int
    """Points by the rulebook."""
    strikes: int
    """Deadlines missed."""
    forfeit: ForfeitCause | None
    """Why the seat was taken out, if it was."""
    refusals: Mapping[str, int] = dataclasses.field(default_factory=dict, compare=False)
    """Orders that the rules refused, by reason. Not compared, for a result that is read from a replay
    does not tell."""
    rejections: Mapping[str, int] = dataclasses.field(default_factory=dict, compare=False)
    """Messages that the referee did not take, by reason; not compared either."""
    given_up: int = dataclasses.field(default=0, compare=False)
    """Turns among the strikes that the bot gave up by itself, as when its own code fails; not compared
    either."""
    tie_breaks: tuple[tuple[str, int], ...] = ()
    """Names and values of what decides between equal scores of several matches, most important first;
    less is better."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match."""

    cause: EndCause
    """Why, for programs."""
    text: str
    """Why, for people."""
    seats: tuple[SeatResult, ...]
    """One result a seat, in seat order."""

    @property
    def placements(self) -> tuple[int, ...] | None:
        """Rank of each seat from 1; None of a void match."""
        return None if self.cause.is_void else tuple(seat.placement for seat in self.seats)


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
    """Those that the referee knows, ascending; empty where it tells its newest alone."""

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
    """Match seed, 0..2^64-1; None for dice of its own, which the referee makes."""
    players: tuple[str, ...]
    """Who sits where, in seat order."""
    time_control: TimeControlSpec | None
    """Terms; None means the game's suggestion."""
    block: str = ""
    """Key of its block, which tells matches without a seed apart."""
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
    """A match that a venue has made."""

    match_id: str
    """Identifies it at the venue."""
    tokens: tuple[str, ...]
    """Secret of each seat, in seat order."""


class Venue(Protocol):
    """A place where matches are played. Every method may raise `VenueError`."""

    async def game(self, game: str) -> GameFacts:
        """Facts about a game."""

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """Make a match, or find the one that was made with the same `request_id` before."""

    async def result(self, match_id: str) -> MatchEnd | None:
        """How a match ended; None if it has not, or if the venue knows no such match."""

    async def wait(self, match_id: str) -> MatchEnd | None:
        """Wait for the end of a match; None if the venue has lost it."""

    async def resign(self, token: str) -> None:
        """Give a seat up for good, for a bot that can't do it itself."""

    async def release(self, match_id: str) -> None:
        """Let everybody see the dice of a match that has kept them back, unless the venue has lost it."""

    async def is_out(self, token: str) -> bool:
        """Whether the rules have put a seat out: it needs no more playing, however long its match goes on."""

    async def meter(self, token: str, pid: int) -> None:
        """Have the processor time of a seat's decisions recorded.

        Args:
            token: The seat's token, of a match that was made here.
            pid: The process that plays it, by the numbers of the machine that both share.
        """
