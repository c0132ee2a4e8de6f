"""The scene of a match after a step, as data that can be shown in a terminal or a browser, or read aloud.

A scene has parts: a field with tokens on it, two sides against each other, a table, lines. Nothing in it
says how it is drawn: a span names a style and, where it stands for a thing in the scene, a reference; a token
has a name, an owner and a number. Values that the viewer does not know are a separate kind of span
(`Hidden`), so that they look like neither nothing nor zero.

Ids belong to one viewer. An id must not survive while the viewer loses sight of a thing: it would reveal that
the thing seen later is the same.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

__all__ = [
    "PLAYER_STYLES",
    "Bar",
    "Column",
    "Delta",
    "Dice",
    "Door",
    "Field",
    "Flag",
    "FlagKind",
    "Grid",
    "Hidden",
    "Kind",
    "Line",
    "Lines",
    "Mark",
    "Measure",
    "Room",
    "Rooms",
    "Row",
    "Scene",
    "ScenePart",
    "SceneTable",
    "Shape",
    "Span",
    "Style",
    "Token",
    "Versus",
    "place",
    "seat_ref",
    "spans_text",
    "token_ref",
]


class Style(enum.Enum):
    """The meaning of a text or a thing; each program that draws scenes chooses colours for it."""

    __hash__ = object.__hash__  # an enum's own is Python, and spans are looked up by the thousand

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
    """The colour of seat 0; the next fifteen are those of seats 1 to 15."""
    SECOND = enum.auto()
    THIRD = enum.auto()
    FOURTH = enum.auto()
    FIFTH = enum.auto()
    SIXTH = enum.auto()
    SEVENTH = enum.auto()
    EIGHTH = enum.auto()
    NINTH = enum.auto()
    TENTH = enum.auto()
    ELEVENTH = enum.auto()
    TWELFTH = enum.auto()
    THIRTEENTH = enum.auto()
    FOURTEENTH = enum.auto()
    FIFTEENTH = enum.auto()
    SIXTEENTH = enum.auto()


PLAYER_STYLES = (
    Style.FIRST,
    Style.SECOND,
    Style.THIRD,
    Style.FOURTH,
    Style.FIFTH,
    Style.SIXTH,
    Style.SEVENTH,
    Style.EIGHTH,
    Style.NINTH,
    Style.TENTH,
    Style.ELEVENTH,
    Style.TWELFTH,
    Style.THIRTEENTH,
    Style.FOURTEENTH,
    Style.FIFTEENTH,
    Style.SIXTEENTH,
)
"""Styles of players, by seat."""


# Spans.


class Bar(NamedTuple):
    """A quantity with a maximum, drawn as a bar."""

    value: int
    """From 0."""
    most: int
    """The maximum, from 1: a full bar."""


class Dice(NamedTuple):
    """Dice that lie on the table."""

    values: tuple[int, ...]
    """What they show, in the order of the roll."""
    sides: int = 6
    """Sides of each, from 2."""
    kept: tuple[bool, ...] = ()
    """By die whether it counts; empty for all."""


class Delta(NamedTuple):
    """The change of a number in this step."""

    change: int
    """What was added; negative for a loss."""


class Hidden(NamedTuple):
    """A value that the viewer does not know; the span's text stands for it, such as `?`."""

    reason: str
    """Why, for people: `chosen, not yet shown`."""


Measure: TypeAlias = Bar | Dice | Delta | Hidden
"""The value behind the text of a span."""


class Span(NamedTuple):
    """A text in one style; the text alone says everything."""

    text: str
    """The text, without line breaks."""
    style: Style = Style.TEXT
    """What it is."""
    ref: str = ""
    """The thing it stands for: `seat_ref`, `token_ref`, or a place of a field; pointing at one highlights all spans of
    the same reference."""
    measure: Measure | None = None
    """What can be drawn instead of the text."""


Line: TypeAlias = tuple[Span, ...]
"""Spans from left to right."""


def seat_ref(seat: int) -> str:
    """Return the reference of a seat."""
    return f"seat:{seat}"


def token_ref(token: str) -> str:
    """Return the reference of a thing by its id."""
    return f"token:{token}"


def place(row: int, column: int) -> str:
    """Return the place of a cell of a grid, from 0."""
    return f"{row},{column}"


def spans_text(spans: Sequence[Span]) -> str:
    """Return the joined texts of spans."""
    return "".join(span.text for span in spans)


# Fields.


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """What a cell of a grid is, or what stands there."""

    name: str
    """What it is called, and what is read aloud: `stone wall`."""
    glyph: str = ""
    """One to three characters that stand for it; empty for bare ground."""
    style: Style = Style.TEXT
    """What it is, for whoever draws it."""
    is_solid: bool = False
    """Whether nobody can stand there; drawn as a block."""


@dataclasses.dataclass(frozen=True, slots=True)
class Grid:
    """Cells in rows and columns, each a kind of ground."""

    rows: tuple[str, ...]
    """A character a cell, by row from the top; all of one length."""
    legend: Mapping[str, Kind]
    """What each character means."""
    sight: tuple[str, ...] = ()
    """How far the viewer knows each cell: a space for not at all, `.` for remembered, `#` for in sight. Empty
    where all of it is in sight."""


@dataclasses.dataclass(frozen=True, slots=True)
class Room:
    """One of few places that have room for something inside, such as a tile with seats on it."""

    name: str
    """What it is called: `tile 5`, `lair of the dragon`."""
    row: int
    """Where it is drawn, from 0 at the top; the game decides, so that it stays where it is from step to step."""
    column: int
    """Likewise, from 0 at the left."""
    lines: tuple[Line, ...] = ()
    """What is written in it."""
    style: Style = Style.TEXT
    """FAINT for one that is only remembered, HIDDEN for one of which nothing is known but that it is there."""
    group: str = ""
    """What it belongs to, such as a sector; those of one group are framed together."""


class Door(NamedTuple):
    """A way between two rooms."""

    one: str
    """Id of a room."""
    other: str
    """Id of another."""
    style: Style = Style.TEXT
    """FAINT for one that is closed, HIDDEN for one that may be there."""
    text: str = ""
    """What it is, such as `locked`; empty for an open one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rooms:
    """Places by id, with doors between them, or without."""

    rooms: Mapping[str, Room]
    """By id; an id stays with its room when others vanish."""
    doors: tuple[Door, ...] = ()
    """Ways between them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    """Something that stands on a field."""

    id: str
    """Its id for this viewer; the same from step to step as long as the viewer can follow it."""
    at: str
    """Its place: `place(row, column)` on a grid, else the id of a room."""
    kind: Kind
    """What it is."""
    owner: int | None = None
    """The seat it belongs to; None for nobody's."""
    count: int = 1
    """How many it stands for, from 1."""
    bars: tuple[tuple[str, Bar], ...] = ()
    """Quantities with their names, such as life; at most two are drawn on the field, all are listed."""
    badges: tuple[str, ...] = ()
    """What else is to be known of it, in words: `asleep`, `carries the key`."""
    is_remembered: bool = False
    """Whether the viewer saw it there earlier, and does not see the place now."""
    tip: tuple[Line, ...] = ()
    """Lines that are shown when it is pointed at."""


class Shape(enum.Enum):
    """What is drawn over, or under, a field."""

    ARROW = enum.auto()
    """From one place to another, such as a blow."""
    PATH = enum.auto()
    """Along several places, such as a plan."""
    RING = enum.auto()
    """Around a place, such as a ping."""
    AREA = enum.auto()
    """Places as a whole, such as a reach, or ground that has vanished."""
    LABEL = enum.auto()
    """A text at a place."""


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn over a field for this step."""

    shape: Shape
    """What is drawn."""
    at: tuple[str, ...]
    """Places, in order; at least one, for an arrow two."""
    style: Style = Style.TEXT
    """What it is."""
    text: str = ""
    """What it says, also aloud: `3 damage`."""


# Parts.


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """A board with what stands on it."""

    id: str
    """Unique in the scene, and the same from step to step."""
    title: str
    """Its heading."""
    space: Grid | Rooms
    """What is stood on."""
    tokens: tuple[Token, ...] = ()
    """What stands there, no two with one id."""
    marks: tuple[Mark, ...] = ()
    """What happens there."""
    focus: str = ""
    """The place that stays in the middle where there is no room for all."""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    """Its heading."""
    is_number: bool = False
    """Whether it holds numbers, aligned at their right."""
    is_minor: bool = False
    """Whether it is left out first where there is little room."""


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    id: str
    """Unique in the table, and the same from step to step."""
    cells: tuple[Line, ...]
    """Spans of each column."""
    style: Style = Style.TEXT
    """FAINT for a seat that is out, STRONG for the acting seat."""


@dataclasses.dataclass(frozen=True, slots=True)
class SceneTable:
    """Rows under headings."""

    id: str
    """As of `Field`."""
    title: str
    """Its heading."""
    columns: tuple[Column, ...]
    """What the columns hold."""
    rows: tuple[Row, ...]
    """No two with one id."""
    is_minor: bool = False
    """Whether it is for those who want to know more: shown folded where there is little room."""


@dataclasses.dataclass(frozen=True, slots=True)
class Lines:
    """Lines under a heading."""

    id: str
    """As of `Field`."""
    title: str
    """Its heading."""
    lines: tuple[Line, ...]
    """What it says. What happened one after the other within the step is in this order."""
    is_minor: bool = False
    """As of `SceneTable`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Versus:
    """Two sides against each other."""

    id: str
    """As of `Field`."""
    title: str
    """Its heading."""
    left: Lines
    """One side; its title is who that is."""
    right: Lines
    """The other."""
    middle: tuple[Line, ...] = ()
    """What stands between them."""


ScenePart: TypeAlias = Field | Versus | SceneTable | Lines


class FlagKind(enum.Enum):
    """Why a step is marked on the timeline."""

    START = enum.auto()
    """Something begins: a game of a series, a round, a fight."""
    DEATH = enum.auto()
    """A figure that is no seat falls."""
    ELIMINATION = enum.auto()
    """A seat is out by the rules."""
    LEVEL = enum.auto()
    """A level, a game of a series or a stage has ended."""


class Flag(NamedTuple):
    """A mark of this step on the timeline of a match; forfeits, refusals and the end are the drawer's own."""

    kind: FlagKind
    """What it is."""
    text: str
    """What has happened, for people."""
    seat: int | None = None
    """The seat it happened to."""
    label: str = ""
    """At most three words that name it on the timeline, such as `game 1: ada`; empty for the kind's own word."""
    weight: int = 1
    """How much it decides, from 1 to 3; the heaviest are named on the timeline and on the result card."""


@dataclasses.dataclass(frozen=True, slots=True)
class Scene:
    """All that a viewer sees after a step, the most important part first."""

    title: str
    """Where the match stands: `round 3 of 12, turn of ada`."""
    parts: tuple[ScenePart, ...]
    """No two with one id. What comes first is shown first on a small screen."""
    flags: tuple[Flag, ...] = ()
    """Marks of this step on the timeline."""
    series: Mapping[str, Mapping[int, int]] = dataclasses.field(default_factory=dict)
    """Numbers worth a curve over the match, such as life, by name and then by seat."""
    pace_ms: int = 1000
    """How long this step is shown when a match is played back, in milliseconds from 50."""
