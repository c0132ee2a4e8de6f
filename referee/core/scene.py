"""The scene of a match after a step, as data to show in a terminal or browser, or to read aloud.

A scene has parts: a field with tokens on it, two sides against each other, a table, lines. Nothing
in it says how it is drawn: a span names a style and, where it stands for a thing in the scene, a
reference; a token has a name, an owner and a number. Values that the viewer does not know are a
separate kind of span (`Hidden`), so that they look like neither nothing nor zero.

Ids belong to one viewer. An id must not survive while the viewer loses sight of a thing: it would
reveal that the thing seen later is the same.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from referee.core.style import PLAYER_STYLES, Style, player_style

__all__ = [
    "PLAYER_STYLES",
    "Bar",
    "Clash",
    "Column",
    "Delta",
    "Dice",
    "Door",
    "Fate",
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
    "player_style",
    "seat_ref",
    "spans_text",
    "token_ref",
]


# Spans.


class Bar(NamedTuple):
    """A quantity with a maximum, drawn as a bar."""

    value: int
    """The quantity, from 0."""
    most: int
    """The maximum of the quantity, from 1: a full bar."""
    lost: int = 0
    """How much the quantity has fallen in this step, from 0; drawn hatched behind what is left."""


class Dice(NamedTuple):
    """Rolled dice, drawn as faces."""

    values: tuple[int, ...]
    """Number that each die shows, in the order of the roll."""
    sides: int = 6
    """Number of sides of each die, from 2."""
    kept: tuple[bool, ...] = ()
    """For each die, whether it counts; empty if all dice count."""


class Delta(NamedTuple):
    """Change of a number in this step, such as +3 or -2."""

    change: int
    """Amount that was added to the number; negative for a loss."""


class Hidden(NamedTuple):
    """A value that the viewer does not know; the span's text stands for it, such as `?`."""

    reason: str
    """Why the viewer does not know the value, for people, such as `chosen, not yet shown`."""


Measure: TypeAlias = Bar | Dice | Delta | Hidden
"""Value behind the text of a span, from which a program can draw a bar, dice, a change or a hidden
mark.
"""


class Span(NamedTuple):
    """A piece of text in one style. The text alone must say everything."""

    text: str
    """The text, without line breaks."""
    style: Style = Style.TEXT
    """Meaning of the text, by which a program chooses its colour."""
    ref: str = ""
    """Reference of the thing that the text stands for: from `seat_ref` or `token_ref`, or a place
    of a field. Pointing at a span highlights all spans with the same reference.
    """
    measure: Measure | None = None
    """Value that can be drawn instead of the text; None for a text without one."""


Line: TypeAlias = tuple[Span, ...]
"""Spans (pieces of styled text) of one line, from left to right."""


def seat_ref(seat: int) -> str:
    """Return the reference of a seat, `seat:` and its index."""
    return f"seat:{seat}"


def token_ref(token: str) -> str:
    """Return the reference of a token (a thing on a field) by its id."""
    return f"token:{token}"


def place(row: int, column: int) -> str:
    """Return the place of a grid cell as text, such as `3,4`; row and column count from 0."""
    return f"{row},{column}"


def spans_text(spans: Sequence[Span]) -> str:
    """Return the texts of spans, joined without separators."""
    return "".join(span.text for span in spans)


# Fields.


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """Kind of a grid's cell, or of a thing on a field: its name, and the sign and style to draw."""

    name: str
    """Name of the kind, as shown and read aloud, such as `stone wall`."""
    glyph: str = ""
    """One to three characters that stand for the kind; empty for bare ground."""
    style: Style = Style.TEXT
    """Meaning of the kind, by which a program chooses its colour."""
    is_solid: bool = False
    """Whether nobody can stand on such a cell; drawn as a block."""
    icon: str = ""
    """Name of a sign from `referee.core.icons` that a browser draws instead of the glyph; empty for none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of cells, each of one kind of ground."""

    rows: tuple[str, ...]
    """One text for each row, from the top, with one character for each cell; all rows have the same
    length.
    """
    legend: Mapping[str, Kind]
    """Kind of ground that each character of `rows` stands for."""
    sight: tuple[str, ...] = ()
    """How much the viewer knows of each cell, in the shape of `rows`: a space for nothing, `.` for
    remembered, `#` for in sight. Empty where the whole grid is in sight.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Room:
    """A place that is drawn large enough to hold things, such as a tile with seats on it."""

    name: str
    """What the room is called, such as `tile 5` or `lair of the dragon`."""
    row: int
    """Row in which the room is drawn, from 0 at the top. The game chooses it, so that the room
    stays in place from step to step.
    """
    column: int
    """Column in which the room is drawn, from 0 at the left. The game chooses it, so that the room
    stays in place from step to step.
    """
    lines: tuple[Line, ...] = ()
    """Lines of text written in the room."""
    style: Style = Style.TEXT
    """FAINT for a room that is only remembered, HIDDEN for a room of which only its existence is
    known.
    """
    group: str = ""
    """Name of the group that the room belongs to, such as a sector; rooms of one group are framed
    together. Empty for none.
    """


class Door(NamedTuple):
    """A door or passage between two rooms of a map."""

    one: str
    """Id of the room at one end."""
    other: str
    """Id of the room at the other end."""
    style: Style = Style.TEXT
    """FAINT for a closed door, HIDDEN for one that may or may not be there."""
    text: str = ""
    """State of the door, such as `locked`; empty for an open one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rooms:
    """Rooms by id, with or without doors between them."""

    rooms: Mapping[str, Room]
    """Rooms by id; a room keeps its id when other rooms vanish."""
    doors: tuple[Door, ...] = ()
    """Ways between the rooms."""


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    """A thing or figure that stands on a field: where, of what kind, whose, and how many."""

    id: str
    """Id of the token for this viewer, the same from step to step as long as the viewer can follow
    the token.
    """
    at: str
    """Place of the token: `place(row, column)` on a grid, otherwise the id of a room."""
    kind: Kind
    """What the token is, such as a wizard or a key."""
    owner: int | None = None
    """Index of the seat that the token belongs to; None for nobody."""
    count: int = 1
    """How many equal things the token stands for, from 1."""
    bars: tuple[tuple[str, Bar], ...] = ()
    """Quantities of the token with their names, such as life. At most two are drawn on the field;
    all are listed.
    """
    badges: tuple[str, ...] = ()
    """What else is known of the token, in words, such as `asleep` or `carries the key`."""
    is_remembered: bool = False
    """Whether the viewer saw the token at this place earlier and does not see the place now."""
    tip: tuple[Line, ...] = ()
    """Lines that are shown when the pointer is on the token."""
    label: str = ""
    """At most six characters that a browser writes below the sign on a grid, such as the die `d4+2`; the
    tip must say the same. Empty for none.
    """


class Shape(enum.Enum):
    """Shape of a mark that is drawn over or under a field: arrow, path, ring, area or label."""

    ARROW = enum.auto()
    """Arrow from one place to another, such as a blow."""
    PATH = enum.auto()
    """Line along several places, such as a planned way."""
    RING = enum.auto()
    """Ring around one place, such as a ping."""
    AREA = enum.auto()
    """Several places as one area, such as the cells that a unit can reach, or ground that has
    vanished.
    """
    LABEL = enum.auto()
    """Text at a place."""


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """A shape drawn over a field for one step only."""

    shape: Shape
    """Shape of the mark."""
    at: tuple[str, ...]
    """Places that the mark joins or covers, in order: two for an arrow, at least one for other
    shapes.
    """
    style: Style = Style.TEXT
    """Meaning of the mark, by which a program chooses its colour."""
    text: str = ""
    """Text of the mark, shown and read aloud, such as `3 damage`."""


# Parts.


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """A board (grid or rooms) with the tokens that stand on it and the marks drawn over it."""

    id: str
    """Id of the field, unique in the scene and the same from step to step."""
    title: str
    """Heading above the field."""
    space: Grid | Rooms
    """The grid of cells, or the rooms, on which tokens stand."""
    tokens: tuple[Token, ...] = ()
    """Things that stand on the field, no two with the same id."""
    marks: tuple[Mark, ...] = ()
    """Shapes drawn over the field for what happens in this step."""
    focus: str = ""
    """Place that is kept in the middle where the screen can't show the whole field; empty for
    none.
    """


class Column(NamedTuple):
    """A column of a table: its heading, and how it is shown."""

    name: str
    """Heading of the column."""
    is_number: bool = False
    """Whether the column holds numbers, which are aligned right."""
    is_minor: bool = False
    """Whether the column is left out first where space is scarce."""


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: one line of text for each column."""

    id: str
    """Id of the row, unique in the table and the same from step to step."""
    cells: tuple[Line, ...]
    """One line of spans for each column."""
    style: Style = Style.TEXT
    """FAINT for a seat that is out of the match, STRONG for the acting seat."""


@dataclasses.dataclass(frozen=True, slots=True)
class SceneTable:
    """A table: rows under column headings."""

    id: str
    """Id of the table, unique in the scene and the same from step to step."""
    title: str
    """Heading above the table."""
    columns: tuple[Column, ...]
    """Headings and properties of the columns."""
    rows: tuple[Row, ...]
    """Rows of the table, no two with the same id."""
    is_minor: bool = False
    """Whether the table holds details that few viewers need: shown folded where space is scarce."""


@dataclasses.dataclass(frozen=True, slots=True)
class Lines:
    """Lines of text under a heading."""

    id: str
    """Id of the part, unique in the scene and the same from step to step."""
    title: str
    """Heading above the lines."""
    lines: tuple[Line, ...]
    """The lines of text. Lines about events of this step are in the order in which the events
    happened.
    """
    is_minor: bool = False
    """Whether the lines hold details that few viewers need: shown folded where space is scarce."""


class Fate(enum.Enum):
    """Result of a blow in a fight: it had its effect, was stopped or nullified, or met nothing."""

    HIT = enum.auto()
    """The blow had its effect; drawn as an arrow."""
    STOPPED = enum.auto()
    """Something of the other side stopped the blow; drawn as a dashed line that ends at a bar."""
    LOST = enum.auto()
    """The blow was nullified before it could act; drawn dashed and struck."""
    IDLE = enum.auto()
    """There was nothing for the blow to do; drawn without a line."""


class Clash(NamedTuple):
    """A blow in a fight between two sides: what struck, what it met at the other side, its result."""

    is_left: bool
    """Whether the left side dealt the blow; if False, the right side did."""
    source: Line
    """What struck, such as a sword's die."""
    target: Line
    """What the blow met, such as a shield's die; empty if it met nothing."""
    fate: Fate
    """Result of the blow."""
    text: str
    """Effect of the blow in at most five words, such as `wounds for 2`."""
    why: str = ""
    """Reason of the blow's fate in at most eight words, such as `no shield against it`; empty for
    none.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Versus:
    """Two sides that fight each other, shown next to each other."""

    id: str
    """Id of the part, unique in the scene and the same from step to step."""
    title: str
    """Heading above both sides."""
    left: Lines
    """Lines of the left side; the title of these lines names the side."""
    right: Lines
    """Lines of the right side; the title of these lines names the side."""
    middle: tuple[Line, ...] = ()
    """Lines shown between the two sides."""
    clashes: tuple[Clash, ...] = ()
    """What each blow met, in order; all that they say is said by the sides or another part too."""


ScenePart: TypeAlias = Field | Versus | SceneTable | Lines


class FlagKind(enum.Enum):
    """Why a step gets a mark on the timeline of a match: a start, a death, an elimination, a level's end."""

    START = enum.auto()
    """Something begins: a game of a series, a round, a fight."""
    DEATH = enum.auto()
    """A figure dies that is not a whole seat."""
    ELIMINATION = enum.auto()
    """A seat is eliminated by the rules."""
    LEVEL = enum.auto()
    """A level, a stage, or one game of a series has ended."""


class Flag(NamedTuple):
    """Mark of this step on the timeline of a match.

    Forfeits, refusals and the end of the match are marked by the program that draws the timeline.
    """

    kind: FlagKind
    """Why the step is marked."""
    text: str
    """What has happened, for people."""
    seat: int | None = None
    """Index of the seat to which it happened; None for no single seat."""
    label: str = ""
    """At most three words that name the mark on the timeline, such as `game 1: ada`; empty for the name of
    the kind.
    """
    weight: int = 1
    """Importance of what has happened for the result of the match, 1 to 3. Marks of the highest
    weight have their names on the timeline, and are listed on the result card.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a viewer sees after a step: title, parts to draw, and marks for the timeline."""

    title: str
    """Where the match stands, such as `round 3 of 12, turn of ada`."""
    parts: tuple[ScenePart, ...]
    """Parts of the scene, the most important first, no two with the same id. A small screen shows
    the first part at the top.
    """
    flags: tuple[Flag, ...] = ()
    """Marks of this step on the timeline of the match."""
    series: Mapping[str, Mapping[int, int]] = dataclasses.field(default_factory=dict)
    """Numbers to draw as curves over the match, such as life: by name, then by seat."""
    pace_ms: int = 1000
    """How long this step is shown when a match is played back, in milliseconds, from 50."""
