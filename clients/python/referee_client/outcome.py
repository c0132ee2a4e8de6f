"""What a bot hears of its answers and of the end: rejections, missed deadlines, and the outcome."""

from __future__ import annotations

import dataclasses
from typing import Any

from gamereferee.v1.match_pb2 import EndCause, ForfeitCause, SeedReveal
from gamereferee.v1.play_service_pb2 import MatchEnded
from referee_client.chat import Said
from referee_client.turn import Match

__all__ = ["Missed", "Outcome", "Rejection", "SeatResult", "enum_name"]


@dataclasses.dataclass(frozen=True, slots=True)
class Rejection:
    """Something the referee did not take. The match goes on."""

    match: Match
    """The match of the rejected message."""
    turn: int
    """Number of the turn that the message named; 0 if it named none."""
    reason: str
    """Name of the ErrorReason without its prefix, such as `LATE`."""
    text: str
    """Why, for people."""
    say_number: int = 0
    """If a chat message was rejected, its number as `Turn.say` returned it; else 0."""


@dataclasses.dataclass(frozen=True, slots=True)
class Missed:
    """A deadline passed unanswered, or a turn was given up; the rulebook's default action was played."""

    match: Match
    """The match."""
    turn: int
    """The turn that went unanswered."""
    strikes: int
    """Deadlines this seat has missed so far."""
    strikes_limit: int
    """Missed deadlines that forfeit the seat; 0 means that no number does."""
    forfeited: bool
    """Whether this one forfeited the seat: no more turns will come."""
    given_up: bool = False
    """Whether the turn was given up, as when the bot's own code fails, and not missed."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of a match for one seat."""

    seat: int
    """The seat, from 0."""
    placement: int
    """Rank from 1; ties share a rank; 0 in a void match, and while it is open."""
    score: int
    """Points by the rulebook; 0 where the placement is."""
    strikes: int
    """Deadlines missed."""
    forfeit: str | None
    """Why the seat has forfeited, such as `TIME`; None if it has not."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, or how it ended for a seat that the rules have put out."""

    cause: str
    """Name of the EndCause without its prefix, such as `RULES`."""
    text: str
    """The same in a sentence."""
    seats: tuple[SeatResult, ...]
    """One result for each seat, in seat order; if the match goes on, only the own one is filled in."""
    reveal: SeedReveal | None
    """Seed and nonces of the dice; None if the match goes on, or the referee sent none."""
    goes_on: bool = False
    """Whether the match goes on without this seat; its own result is final unless `out_round` is set."""
    said: tuple[Said, ...] = ()
    """Messages in this seat's channels since its last turn."""
    out_round: int = 0
    """The round in which the seat went out, where its placement stays open until the match is over."""
    first_place: int = 0
    """Best place that the seat may still get. Seats that went out with it are ranked when the match is over."""
    last_place: int = 0
    """Worst place that the seat may still get."""

    @classmethod
    def from_message(cls, message: MatchEnded) -> Outcome:
        """Read it from the wire."""
        outcome = message.outcome
        seats = tuple(
            SeatResult(
                result.seat,
                result.placement,
                result.score,
                result.strikes,
                enum_name(ForfeitCause, result.forfeit) if result.forfeit else None,
            )
            for result in outcome.seats
        )
        return cls(
            cause=enum_name(EndCause, outcome.cause),
            text=outcome.text,
            seats=seats,
            reveal=message.reveal if message.HasField("reveal") else None,
            goes_on=message.goes_on,
            said=tuple(Said.from_message(said) for said in message.said),
            out_round=message.out_round,
            first_place=message.first_place,
            last_place=message.last_place,
        )

    @property
    def is_void(self) -> bool:
        """Whether the match has no placements and touches no rating."""
        return self.cause not in {"RULES", "BOT_TIME", "BOT_ERROR", "FORFEIT"}


def enum_name(enum: Any, number: int) -> str:
    """Return the name of a wire enum's value without its prefix; an unknown value as a number."""
    try:
        name: str = enum.Name(number)
    except ValueError:
        return str(number)
    prefix: str = enum.Name(0).removesuffix("UNSPECIFIED")
    return name.removeprefix(prefix)
