"""How a game looks to people, described without saying how it is drawn.

A game that wants more than a table of fields gives its `Plugin` a `GameView`. It makes `Section`s of boards,
tables and panels out of what the eyes that look may see, and a line out of each event. What goes in is
plain data in protobuf's JSON form, by the names of the game's `.proto` file: the same for a live match,
where only messages come, as for a replay. What comes out names styles, not colours; a drawer such as
`referee watch` turns it into a terminal.
"""

from __future__ import annotations

import abc
import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

__all__ = [
    "PLAYER_STYLES",
    "Board",
    "Cell",
    "Fields",
    "GameView",
    "Panel",
    "Part",
    "Section",
    "Sight",
    "Span",
    "Style",
    "Table",
    "addressed",
    "bar",
]

Fields: TypeAlias = Mapping[str, Any]
"""A message in protobuf's JSON form: fields by their names in the schema, zeros included."""


class Style(enum.Enum):
    """What a text is, for whoever draws it."""

    TEXT = enum.auto()
    FAINT = enum.auto()
    """Of less interest, or only remembered."""
    STRONG = enum.auto()
    HIDDEN = enum.auto()
    """Nothing is known here."""
    GOOD = enum.auto()
    WARN = enum.auto()
    BAD = enum.auto()
    FIRST = enum.auto()
    """Of the first of few who have colours of their own; likewise the next seven."""
    SECOND = enum.auto()
    THIRD = enum.auto()
    FOURTH = enum.auto()
    FIFTH = enum.auto()
    SIXTH = enum.auto()
    SEVENTH = enum.auto()
    EIGHTH = enum.auto()


PLAYER_STYLES = (
    Style.FIRST,
    Style.SECOND,
    Style.THIRD,
    Style.FOURTH,
    Style.FIFTH,
    Style.SIXTH,
    Style.SEVENTH,
    Style.EIGHTH,
)
"""Styles of those who have colours of their own, in their order."""


class Span(NamedTuple):
    """A text in one style."""

    text: str
    """The text, without line breaks."""
    style: Style = Style.TEXT
    """What it is."""


class Cell(NamedTuple):
    """A cell of a board, at most three characters wide."""

    text: str
    """What tells everything without any colour."""
    style: Style = Style.TEXT
    """What it is."""
    look: str = ""
    """What stands for `text` where there are colours; empty for the same."""
    lit: bool = False
    """Whether it stands out from cells that are not lit, such as one in sight."""


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells with coordinates from 0 on its edges."""

    title: str
    """Its heading."""
    rows: tuple[tuple[Cell, ...], ...]
    """Cells by row and column, all rows of one length."""
    focus: tuple[int, int] = (0, 0)
    """Row and column that stay in the middle where there is no room for all."""


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """Rows under a heading."""

    title: str
    """Its heading."""
    columns: tuple[str, ...]
    """Names of the columns."""
    rows: tuple[tuple[Span, ...], ...]
    """One span a column."""


@dataclasses.dataclass(frozen=True, slots=True)
class Panel:
    """Lines under a heading."""

    title: str
    """Its heading."""
    lines: tuple[tuple[Span, ...], ...]
    """Spans of each line."""


Part: TypeAlias = Board | Table | Panel


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """What belongs together, such as one party; several may stand side by side."""

    title: str
    """Its heading."""
    parts: tuple[Part, ...]
    """A board, if any, comes first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sight:
    """What the eyes that look may see after a step."""

    observations: Mapping[int, Fields]
    """Observation messages by seat, ascending; none for the public."""
    events: Sequence[Fields]
    """Event messages of the step."""
    config: Fields
    """The Config message, as far as these eyes may see it."""
    players: Sequence[str]
    """Names by seat."""
    public: Fields | None = None
    """What everybody may know, as an Observation message; None in a game that tells it all by events."""
    told_to: Sequence[int | None] = ()
    """By event the one seat that was told of it, else None; empty if only one seat's eyes look, or the public's."""


class GameView(abc.ABC):
    """How one game looks. Stateless: a sight is all it draws from."""

    kit: str = ""
    """Version of the games kit it was made for; empty for a view that comes with its game."""

    @abc.abstractmethod
    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return what is to be seen, or nothing where the events say it all."""

    @abc.abstractmethod
    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event as a line; empty for one that is not worth a line.

        Args:
            event: The Event message.
            players: Names by seat.
        """

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the events of a step as lines: one by one, unless it takes the whole sight to tell them."""
        told = [self.event_line(event, sight.players) for event in sight.events]
        return addressed(told, sight.told_to)

    def eyes(self, config: Fields, seats: Sequence[int]) -> Sequence[int]:  # noqa: ARG002
        """Return whose observations are drawn from, of `seats`; all, unless what everybody may know is enough.

        Args:
            config: The Config message.
            seats: Seats whose eyes may be looked through, ascending.
        """
        return seats

    def followed(self, before: Sight | None, sight: Sight) -> Sight:  # noqa: ARG002
        """Return what to draw a step from; the sight itself, unless its observations may lack what was told before.

        Args:
            before: What the step before is drawn from; None at the first one.
            sight: What the eyes that look have been told with this step.
        """
        return sight


def addressed(
    lines: Sequence[tuple[Span, ...]], told_to: Sequence[int | None]
) -> list[tuple[Span, ...]]:
    """Return lines of events that say whom alone they were told, without empty ones.

    Args:
        lines: One an event; empty for one that is not worth a line.
        told_to: By event the one seat that was told of it, else None; empty to say nothing of that.
    """
    seats = told_to or [None] * len(lines)
    return [
        line if seat is None else (*line, Span(f" (to seat {seat})", Style.FAINT))
        for line, seat in zip(lines, seats, strict=True)
        if line
    ]


def bar(value: int, most: int, width: int = 20) -> str:
    """Return a quantity as a bar; it is empty for nothing only, and full for the most only.

    Args:
        value: From 0; below counts as 0.
        most: What fills it, from 1.
        width: Its length in characters, at least 2.
    """
    inside = max(0, min(value, most))
    filled = width * inside // most
    if 0 < inside < most:
        filled = max(1, min(width - 1, filled))
    return "█" * filled + "░" * (width - filled)
