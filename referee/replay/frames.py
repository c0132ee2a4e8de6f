"""What a watcher gets, live or from a replay: the match, and one frame a step as plain data."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from google.protobuf import any_pb2

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.core.errors import FieldError, RefereeError
from referee.core.game import AnyPlugin
from referee.core.view import Fields, Sight, Span, Style
from referee.replay.plain_form import as_plain

__all__ = [
    "Eyes",
    "Frame",
    "Heading",
    "SeatMoment",
    "Source",
    "WatchError",
    "as_plain",
    "events_of",
    "outcome_lines",
    "said_line",
    "unpacked",
]


class WatchError(RefereeError):
    """The match can't be watched; the message says why."""


class Eyes(NamedTuple):
    """Who looks at a match: everybody's eyes together, the public's, or those of one seat."""

    seat: int | None = None
    """The seat; None for none alone."""
    is_public: bool = False
    """Whether nothing is seen but what the public may see."""

    @classmethod
    def parse(cls, name: str, num_seats: int) -> Eyes:
        """Return the eyes of a name.

        Args:
            name: `all`, `public` or `seat-0` to `seat-N`.
            num_seats: Seats of the match.

        Raises:
            FieldError: There are no such eyes.
        """
        by_name = {eyes.name: eyes for eyes in cls.of(num_seats)}
        if name not in by_name:
            raise FieldError("eyes", f"one of all, public, seat-0 to seat-{num_seats - 1}", name)
        return by_name[name]

    @classmethod
    def of(cls, num_seats: int) -> tuple[Eyes, ...]:
        """Return all that there are in a match: everybody's, the public's, each seat's."""
        return (cls(), cls(is_public=True), *map(cls, range(num_seats)))

    @property
    def name(self) -> str:
        """What `parse` takes."""
        return "public" if self.is_public else "all" if self.seat is None else f"seat-{self.seat}"

    @property
    def is_all(self) -> bool:
        """Whether everything is seen."""
        return self.seat is None and not self.is_public

    def sees(self, audience: Sequence[int] | None) -> bool:
        """Return whether something told to these seats, or to everybody (None), is told to them."""
        return audience is None or self.is_all or self.seat in audience


class SeatMoment(NamedTuple):
    """What a step took a seat, and how it stands behind it, as far as the eyes that look may know."""

    seat: int
    """Index from 0."""
    is_asked: bool = False
    """Whether it has to decide now."""
    is_out: bool = False
    """Whether it has forfeited, or the rules have put it out."""
    bank_us: int | None = None
    """Reserve left, in microseconds; None if that is not known, or there is no clock."""
    strikes: int | None = None
    """Deadlines missed so far; None if that is not known."""
    decided: str = ""
    """How its decision of this step came to be: `played`, `defaulted`, `forfeited`; empty if it made none."""
    elapsed_us: int | None = None
    """What it was charged for it, in microseconds."""
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
    """Clocks and faults by seat; empty where nothing is known of them."""


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


def unpacked(wrapped: any_pb2.Any) -> Any:
    """Return what an Any holds, in the form of `as_plain`."""
    return as_plain(wrapped.type_url.rpartition("/")[2], wrapped.value)


def events_of(message: Any) -> Sequence[Fields]:
    """Return the events of an Events message, whose one field they are."""
    found: Sequence[Fields] = message["events"] if isinstance(message, dict) else message
    return found


def outcome_lines(outcome: match_pb2.Outcome, players: Sequence[str]) -> tuple[str, ...]:
    """Return the end of a match for people."""
    cause = match_pb2.EndCause.Name(outcome.cause).removeprefix("END_CAUSE_")
    lines = [f"the match is over: {cause}: {outcome.text}"]
    for result in outcome.seats:
        place = f"place {result.placement}, score {result.score}" if result.placement else "void"
        strikes = f", strikes {result.strikes}" if result.strikes else ""
        lines.append(f"{players[result.seat]}: {place}{strikes}")
    return tuple(lines)


def said_line(said: play_service_pb2.Said, players: Sequence[str]) -> tuple[Span, ...]:
    """Return a message: who says it, where, and what."""
    where = f"{said.channel} {said.number}" if said.number else said.channel
    return (
        Span(players[said.seat], Style.STRONG),
        Span(f" in {where}: ", Style.FAINT),
        Span(said.text),
    )
