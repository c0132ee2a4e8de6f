"""Types of what a watcher gets, live or from a replay: a heading, and one frame for each step."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
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
    "Deadlines",
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
    """The match can't be watched; the error's message says why."""


class SeatMoment(NamedTuple):
    """A seat after a step: its clock, its faults, and how it made its last decision.

    Fields that the watcher's point of view may not know are None or empty.
    """

    seat: int
    """Index of the seat, 0-based."""
    is_asked: bool = False
    """Whether the seat must decide now."""
    is_out: bool = False
    """Whether the seat has forfeited, or the rules have put it out."""
    bank_us: int | None = None
    """Time left in the seat's bank, in microseconds; None if it is not known or the match has no
    bank.
    """
    strikes: int | None = None
    """Number of strikes so far (deadlines missed and turns given up); None if not known."""
    decided: str = ""
    """Origin of the seat's action in this step: `played`, `defaulted` or `forfeited`; empty if it
    took no part or is not known.
    """
    elapsed_us: int | None = None
    """Time charged for the decision, in microseconds; None if there was none or it is not known."""
    cpu_us: int | None = None
    """Processor time that the bot's process used for the decision, in microseconds; None if not
    metered.
    """
    refusals: int | None = None
    """Number of the seat's orders that the rules have refused so far; None if not known."""


class Deadlines(NamedTuple):
    """When the open turns of a running match expire, by the server's clock, in microseconds since 1970 UTC."""

    now_us: int
    """When the server sent this."""
    latest_us: int | None = None
    """When the last of the turns expires; None if it is not known."""
    seats: Mapping[int, int] = {}
    """When the turn of a seat expires, for each seat that must decide and whose clock is known."""


@dataclasses.dataclass(frozen=True, slots=True)
class Heading:
    """What a watcher sees of a match as a whole: id, game, players and config."""

    match_id: str
    """Id of the match."""
    plugin: AnyPlugin | None
    """The match's game; None if the game is not installed here."""
    players: tuple[str, ...]
    """Players' names in seat order."""
    config: Fields
    """The game's config as plain data, as far as this point of view may see it."""
    eyes: str
    """Whose point of view is shown, as text for people."""
    hint: tuple[str, ...] = ()
    """Lines that explain why nothing can be seen, and what would show more; displayed while there
    is nothing to see.
    """
    game: str = ""
    """Identifier of the game; needed only if the game is not installed here."""

    @property
    def title(self) -> str:
        """Title of the game; its identifier if the game is not installed here."""
        return self.plugin.game.info.title if self.plugin else self.game


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """What a watcher sees of a match after one step: events, observations, chat, clocks, outcome."""

    step: int
    """Number of engine steps made so far."""
    phase: str
    """Name of the game's current phase; empty when the match has ended."""
    sight: Sight
    """What this point of view sees: observations and events as plain data."""
    outcome: tuple[str, ...] = ()
    """How the match ended, as lines of text; empty while it goes on."""
    said: tuple[play_service_pb2.Said, ...] = ()
    """Chat messages since the previous frame that this point of view may read."""
    seats: tuple[SeatMoment, ...] = ()
    """Clocks and faults of seats, as far as this point of view may know them, in seat order. The public knows
    no faults, and clocks only in games with public clocks.
    """
    forfeited: tuple[int, ...] = ()
    """Seats that have forfeited so far, ascending; everybody may know them."""
    end: MatchEnd | None = None
    """How the match ended, for programs; None while it goes on."""
    deadlines: Deadlines | None = None
    """When the open turns expire; None if it is not known, as in replays and in frames of earlier steps."""


class Source(Protocol):
    """Where a watcher's frames come from: a running match or a replay."""

    @property
    def heading(self) -> Heading:
        """Heading of the match that is watched."""

    def frames(self) -> Iterator[Frame]:
        """Yield all frames in order, waiting for steps that have not happened yet.

        Raises:
            RefereeError: No more frames can be had; the message says why.
        """

    def stop(self) -> None:
        """End the wait of a thread that iterates over `frames`. No further frames are needed."""


def outcome_lines(outcome: match_pb2.Outcome, players: Sequence[str]) -> tuple[str, ...]:
    """Return the outcome of a match as lines of text: its cause, then each seat's result.

    `players` has the players' names in seat order.
    """
    cause = match_pb2.EndCause.Name(outcome.cause).removeprefix("END_CAUSE_")
    lines = [f"the match is over: {cause}: {outcome.text}"]
    for result in outcome.seats:
        place = f"place {result.placement}, score {result.score}" if result.placement else "void"
        strikes = f", strikes {result.strikes}" if result.strikes else ""
        lines.append(f"{players[result.seat]}: {place}{strikes}")
    return tuple(lines)


def match_end(outcome: match_pb2.Outcome) -> MatchEnd:
    """Return the part of a match's outcome that views show: its cause as text, and each seat's result."""
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
    """Return the chat message `said` as styled text: sender (a name of `players`), channel and text."""
    where = f"{said.channel} {said.number}" if said.number else said.channel
    return (
        Span(players[said.seat], Style.STRONG),
        Span(f" in {where}: ", Style.FAINT),
        Span(said.text),
    )
