"""What a bot learns about its answers and the end: rejections, missed deadlines, outcome."""

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
    """A message of this seat that the referee did not take, with the reason. The match goes on."""

    match: Match
    """Match that the rejected message named."""
    turn: int
    """Number of the turn that the rejected message named; 0 if it named none."""
    reason: str
    """Name of the `ErrorReason` without its prefix, such as `LATE` or `MALFORMED`."""
    text: str
    """Reason in a sentence, for people."""
    say_number: int = 0
    """Number of the rejected chat message, as `Turn.say` returned it; 0 if no chat message was
    rejected."""


@dataclasses.dataclass(frozen=True, slots=True)
class Missed:
    """A deadline that passed without an answer, or a turn that was given up.

    The rulebook's default action was played.
    """

    match: Match
    """Match in which the deadline passed or the turn was given up."""
    turn: int
    """Number of the turn that got no answer."""
    strikes: int
    """Number of strikes of this seat so far, the one for this turn included."""
    strikes_limit: int
    """Number of strikes that forfeits the seat; 0 means that no number does."""
    forfeited: bool
    """Whether this strike forfeited the seat: no more turns will come."""
    given_up: bool = False
    """Whether the bot gave the turn up, as when its own code fails; False if the deadline
    passed."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of a match for one seat: placement, score, strikes, and cause of a forfeit."""

    seat: int
    """Index of the seat, 0-based."""
    placement: int
    """Rank from 1, shared in a tie; 0 in a void (annulled) match, and while the placement is still
    open.
    """
    score: int
    """Points by the rulebook; 0 wherever the placement is 0."""
    strikes: int
    """Number of strikes of the seat in the whole match, such as missed deadlines."""
    forfeit: str | None
    """Why the seat has forfeited, such as `TIME`; None if it has not forfeited."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, or how it ended for a seat that went out while the match goes on."""

    cause: str
    """Name of the `EndCause` without its prefix, such as `RULES` or `BOT_TIME`."""
    text: str
    """The cause in a sentence, for people."""
    seats: tuple[SeatResult, ...]
    """One result for each seat, in seat order. If the match goes on, only this seat's result is
    filled in."""
    reveal: SeedReveal | None
    """Seed and nonces from which the dice followed; None if the match goes on, or if the referee
    sent none."""
    goes_on: bool = False
    """Whether the match goes on without this seat. The seat's result is final unless `out_round` is
    set.
    """
    said: tuple[Said, ...] = ()
    """Chat messages in this seat's channels since its last turn."""
    out_round: int = 0
    """Round in which the seat went out, where its placement stays open until the match is over;
    else 0."""
    first_place: int = 0
    """Best placement that the seat may still get, where its placement is open; else 0. Seats that
    went out in the same round are ranked when the match is over."""
    last_place: int = 0
    """Worst placement that the seat may still get, where its placement is open; else 0."""

    @classmethod
    def from_message(cls, message: MatchEnded) -> Outcome:
        """Return the outcome that a wire message holds."""
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
        """Whether the match is void: it has no placements and changes no rating."""
        return self.cause not in {"RULES", "BOT_TIME", "BOT_ERROR", "FORFEIT"}


def enum_name(enum: Any, number: int) -> str:
    """Return the name of an enum's value on the wire without its prefix.

    Return an unknown value as a decimal number.
    """
    try:
        name: str = enum.Name(number)
    except ValueError:
        return str(number)
    prefix: str = enum.Name(0).removesuffix("UNSPECIFIED")
    return name.removeprefix(prefix)
