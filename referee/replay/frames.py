"""What a watcher gets, live or from a replay: the match, and one frame a step as plain data."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.core.errors import RefereeError
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause, ForfeitCause
from referee.core.story import FinalSeat, MatchEnd
from referee.core.view import Fields, Sight, Span, Style
from referee.games.plain_form import as_plain
from referee.games.sights import Eyes, events_of, unpacked

__all__ = [
    "Eyes",
    "Frame",
    "Heading",
    "SeatMoment",
    "Source",
    "WatchError",
    "as_plain",
    "events_of",
    "match_end",
    "outcome_lines",
    "said_line",
    "unpacked",
]


class WatchError(RefereeError):
    """The match can't be watched; the message says why."""


class SeatMoment(NamedTuple):
    """What a step took a seat, and how it stands behind it, as far as the eyes that look may know."""

    seat: int
    """Index from 0."""
    is_asked: bool = False
    """Whether it has to decide now."""
    is_out: bool = False
    """Whether it has forfeited, or the rules have put it out."""
    bank_us: int | None = None
    """Reserve left, in microseconds; None if that is not known, or there is none."""
    strikes: int | None = None
    """Deadlines missed so far; None if that is not known."""
    decided: str = ""
    """Origin of its action in this step: `played`, `defaulted`, `forfeited`; empty if it made none."""
    elapsed_us: int | None = None
    """Time it was charged for the decision, in microseconds."""
    cpu_us: int | None = None
    """Processor time its process used for it, in microseconds; None if that was not metered."""
    refusals: int | None = None
    """Orders that the rules have refused so far; None if that is not known."""


@dataclasses.dataclass(frozen=True, slots=True)
class Heading:
    """What a match is."""

    match_id: str
    """Its id."""
    plugin: AnyPlugin | None
    """Its game; None for one that is not installed here."""
    players: tuple[str, ...]
    """Names by seat."""
    config: Fields
    """The Config message, as far as these eyes may see it."""
    eyes: str
    """Whose eyes look, for people."""
    hint: tuple[str, ...] = ()
    """Lines that say why nothing is to be seen while that is so, and what would show more."""
    game: str = ""
    """Identifier of a game that is not installed here."""

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.plugin.game.info.title if self.plugin else self.game


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """The match after a step."""

    step: int
    """Engine steps made."""
    phase: str
    """Name of the phase; empty at the end."""
    sight: Sight
    """What is seen."""
    outcome: tuple[str, ...] = ()
    """How it ended, in lines; empty before."""
    said: tuple[play_service_pb2.Said, ...] = ()
    """What was said since the frame before where these eyes hear it."""
    seats: tuple[SeatMoment, ...] = ()
    """Clocks and faults of the seats of which these eyes may know them, ascending: none for the public."""
    forfeited: tuple[int, ...] = ()
    """Seats that have forfeited so far, ascending, which everybody may know."""
    end: MatchEnd | None = None
    """The result, for programs; None as long as the match goes on."""


class Source(Protocol):
    """Where frames come from."""

    @property
    def heading(self) -> Heading:
        """What is watched."""

    def frames(self) -> Iterator[Frame]:
        """Yield all frames in order; wait for those that have not happened yet.

        Raises:
            RefereeError: No more can be had; says why.
        """

    def stop(self) -> None:
        """Let a wait in another thread end; further frames are of no interest."""


def outcome_lines(outcome: match_pb2.Outcome, players: Sequence[str]) -> tuple[str, ...]:
    """Return the end of a match for people."""
    cause = match_pb2.EndCause.Name(outcome.cause).removeprefix("END_CAUSE_")
    lines = [f"the match is over: {cause}: {outcome.text}"]
    for result in outcome.seats:
        place = f"place {result.placement}, score {result.score}" if result.placement else "void"
        strikes = f", strikes {result.strikes}" if result.strikes else ""
        lines.append(f"{players[result.seat]}: {place}{strikes}")
    return tuple(lines)


def match_end(outcome: match_pb2.Outcome) -> MatchEnd:
    """Return the end of a match as everybody may know it."""
    seats = tuple(
        FinalSeat(
            result.placement,
            result.score,
            ForfeitCause(result.forfeit) if result.forfeit else None,
        )
        for result in outcome.seats
    )
    return MatchEnd(outcome.text, seats, outcome.cause == EndCause.RULES.value)


def said_line(said: play_service_pb2.Said, players: Sequence[str]) -> tuple[Span, ...]:
    """Return a message: who says it, where, and what."""
    where = f"{said.channel} {said.number}" if said.number else said.channel
    return (
        Span(players[said.seat], Style.STRONG),
        Span(f" in {where}: ", Style.FAINT),
        Span(said.text),
    )
