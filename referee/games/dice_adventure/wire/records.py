"""Records of messages to seats, each field declared once: parts of observations (DA-6.5), and events (DA-6.6).

The messages on the wire, their bytes and the plain forms follow from these declarations.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.dice_adventure.maps.level import MAX_SIDE
from referee.games.dice_adventure.tables import (
    MAX_ENTRIES,
    MOST_AP,
    MOST_PARTIES,
    NUM_MEMBERS,
    EnginePhase,
    Kind,
    Outcome,
    Phase,
    RefusalCode,
    Step,
)
from referee.kit.records import Name, OneOf

__all__ = [
    "EVENTS",
    "Bump",
    "Cap",
    "Death",
    "Encounter",
    "Key",
    "Level",
    "LevelEnd",
    "LevelRecord",
    "LevelStart",
    "MapNumber",
    "MatchEnd",
    "Mate",
    "Me",
    "MemberRoll",
    "Monster",
    "Notice",
    "Order",
    "PhaseName",
    "PieceRoll",
    "Ping",
    "PingOrder",
    "Pings",
    "Plan",
    "Respawn",
    "Window",
    "Wipe",
]

# What numbers can be, by the bounds of the config (DA-2.1, DA-2.2, DA-2.8).
Cell: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SIDE - 1)]
"""A column x, counted from 0 at the left, or a row y, counted from 0 at the top."""
CellBeside: TypeAlias = Annotated[int, Field(ge=-1, le=MAX_SIDE)]
"""A column x or a row y as in `Cell`, or one just beyond an edge of the map."""
Side: TypeAlias = Annotated[int, Field(ge=1, le=MAX_SIDE)]
MapNumber: TypeAlias = Annotated[int, Field(ge=1, le=NUM_MEMBERS)]
"""Number of a member: 1 Dwarf, 2 Giant, 3 Human."""
LevelIndex: TypeAlias = Annotated[int, Field(ge=0, le=19)]
Cap: TypeAlias = Annotated[int, Field(ge=1, le=500)]
Attempt: TypeAlias = Annotated[int, Field(ge=0, le=499)]
Window: TypeAlias = Annotated[int, Field(ge=0, le=6)]
ActionPoints: TypeAlias = Annotated[int, Field(ge=0, le=MOST_AP)]
Hearts: TypeAlias = Annotated[int, Field(ge=0, le=9)]
LevelScore: TypeAlias = Annotated[int, Field(ge=0, le=999)]
Roll: TypeAlias = Annotated[int, Field(ge=0, le=40)]
Given: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
PhaseName: TypeAlias = Annotated[str, OneOf(Phase)]
OutcomeName: TypeAlias = Annotated[str, OneOf(Outcome)]


class Level(NamedTuple):
    """The level that a party is on. Seen by the party."""

    index: LevelIndex  # type: ignore[assignment]  # not the method of tuples
    """Index of the level in the list of levels, from 0."""
    count: Annotated[int, Field(ge=1, le=20)]  # type: ignore[assignment]  # nor here
    """Number of levels in the match."""
    w: Side
    """Number of cells in a row of the map."""
    h: Side
    """Number of rows of the map."""
    cap: Cap
    """Highest number of rounds that the level may last."""
    attempt: Attempt
    """Number of times that the level has been restarted so far."""


class Monster(NamedTuple):
    """A monster on the map. Seen by seats that have it in sight."""

    code: str
    """Code of the monster's type."""
    x: Cell
    """Column of the monster's cell."""
    y: Cell
    """Row of the monster's cell."""


class Me(NamedTuple):
    """The seat's own member. Seen by this seat alone."""

    x: Cell | None
    """Column of the member's cell; absent while it is dead."""
    y: Cell | None
    """Row of the member's cell; absent while it is dead."""
    hearts: Hearts
    """Hearts that the member has left."""
    ap: ActionPoints
    """Action points that the member has left in this round."""


class Mate(NamedTuple):
    """A member of the seat's own party. Seen by the party, except its place."""

    char: Annotated[MapNumber, Name("character")]
    """Map number of the member."""
    alive: bool
    """Whether the member lives."""
    hearts: Hearts
    """Hearts that the member has left."""
    respawn: Annotated[int, Field(ge=0, le=10)]
    """Number of Cleanup Phases until the member returns; 0 while it lives."""
    lives: Annotated[int, Field(ge=0, le=9)]
    """Number of lives that the member has left on this level; 0 if they are not counted."""
    key: bool
    """Whether the member holds its key."""
    x: Cell | None
    """Column of the member's cell; absent unless the seat has the member in sight."""
    y: Cell | None
    """Row of the member's cell; absent unless the seat has the member in sight."""


class Ping(NamedTuple):
    """A mark that a member has put on the map in this round. Seen by the party once its window is over."""

    by: MapNumber
    """Map number of the member that made the ping."""
    symbol: str
    """Letter of the ping."""
    x: Cell
    """Column of the marked cell."""
    y: Cell
    """Row of the marked cell."""
    window: Window
    """Window in which the ping was made, from 1."""


class Notice(NamedTuple):
    """A part of a seat's own order that did not count (DA-4.7). Seen by that seat alone."""

    phase: PhaseName
    """Phase in which the order was asked for."""
    window: Window
    """Ping window in which the order was asked for; 0 in planning."""
    index: Annotated[int, Field(ge=0, le=MAX_ENTRIES)] | None  # type: ignore[assignment]  # likewise
    """Index of the refused entry; absent if the whole order is refused."""
    code: RefusalCode
    """Why the entry or the order is refused."""
    more: Annotated[int, Field(ge=0, le=65_000)] = 0
    """With TOO_MANY, how many entries followed this one and were not read either; 0 under version 1 of
    the rules."""


class LevelRecord(NamedTuple):
    """Record of a level that has ended (DA-7.3). Seen by the party."""

    level: LevelIndex
    """Index of the level in the list of levels, from 0."""
    outcome: OutcomeName
    """How the level ended."""
    keys: Annotated[int, Field(ge=0, le=NUM_MEMBERS)]
    """Number of keys that the party held at the end."""
    rounds: Cap
    """Round in which the level was cleared; if it was not, its cap of rounds."""
    score: LevelScore
    """Points that the party got for the level."""


class LevelStart(NamedTuple):
    """A level begins, or restarts. Sent to the party."""

    index: LevelIndex  # type: ignore[assignment]  # not the method of tuples
    """Index of the level in the list of levels, from 0."""
    w: Side
    """Number of cells in a row of the map."""
    h: Side
    """Number of rows of the map."""
    cap: Cap
    """Highest number of rounds that the level may last."""
    attempt: Attempt
    """Number of times that the level has been restarted so far."""


class MemberRoll(NamedTuple):
    """What a member rolled in an encounter."""

    char: Annotated[MapNumber, Name("character")]
    """Map number of the member."""
    number: Roll
    """Result of the roll, modifier included."""


class PieceRoll(NamedTuple):
    """What a piece rolled in an encounter."""

    code: str
    """Code of the piece's type."""
    number: Roll
    """Result of the roll, modifier included."""


class Encounter(NamedTuple):
    """Members and pieces met in a cell (DA-5.4). Sent to participants, and to members that had the cell in sight."""

    phase: Annotated[str, OneOf(EnginePhase)]
    """Phase in which the encounter happened: the Action Phase or the Monster Phase."""
    step: Annotated[int, Field(ge=1, le=MOST_AP)]
    """Number of the step, or of the sub-step of monsters, from 1."""
    x: Cell
    """Column of the cell where they met."""
    y: Cell
    """Row of the cell where they met."""
    kind: Annotated[str, OneOf(Kind)]
    """Kind of all pieces in the cell."""
    members: tuple[MemberRoll, ...]
    """Rolls of the participants, in the order of rolling."""
    pieces: tuple[PieceRoll, ...]
    """Rolls of the pieces, in the order of rolling."""
    success: bool
    """Whether the party won the encounter."""


class Bump(NamedTuple):
    """A member walked against a wall or the edge of the map. Sent to its seat."""

    step: Annotated[int, Field(ge=1, le=MOST_AP)]
    """Number of the step in the Action Phase, from 1."""
    x: CellBeside
    """Column of the cell walked against; -1 is beyond the left edge."""
    y: CellBeside
    """Row of the cell walked against; -1 is beyond the upper edge."""


class Death(NamedTuple):
    """A member has died. Sent to the party."""

    char: Annotated[MapNumber, Name("character")]
    """Map number of the member that died."""


class Respawn(NamedTuple):
    """A dead member has returned. Sent to the party."""

    char: Annotated[MapNumber, Name("character")]
    """Map number of the member that returned: 1 Dwarf, 2 Giant, 3 Human."""


class Key(NamedTuple):
    """A member has got its key; the party needs all keys to clear the level. Sent to the party."""

    char: Annotated[MapNumber, Name("character")]
    """Map number of the member."""


class Wipe(NamedTuple):
    """All three members were dead at once; the level restarts or is lost. Sent to the party."""


class LevelEnd(LevelRecord):
    """A level has ended; this is its record. Sent to the party."""

    __slots__ = ()


class MatchEnd(NamedTuple):
    """The last event of a match; the seed is sent in the referee's own message. Sent to everybody."""

    scores: tuple[Annotated[int, Field(ge=0, le=19_980)], ...]
    """Score of each party."""
    placements: tuple[Annotated[int, Field(ge=1, le=MOST_PARTIES)], ...]
    """Placement of each party: one more than the parties ranked above it (DA-7.4)."""


class PingOrder(NamedTuple):
    """An order to mark a cell for the whole party (DA-4.5). If one of its fields is absent, it is malformed."""

    symbol: str | None = None
    """Letter of the ping: one of the first ping_symbols letters."""
    x: Given | None = None
    """Column of the cell to mark."""
    y: Given | None = None
    """Row of the cell to mark."""


class Pings(NamedTuple):
    """The pings that a seat makes in one window."""

    pings: tuple[PingOrder, ...]
    """The pings in order; at most 32 are read."""


class Plan(NamedTuple):
    """The steps that a seat plans for the round (DA-4.6)."""

    steps: tuple[Step, ...]
    """The steps in order. At most 32 are read, and no more of them count than there are action points. An entry
    that is no step is refused as BAD_STEP.
    """


class Order(NamedTuple):
    """An order: pings in the Communication Phase, a plan in planning.

    A present but empty list is a pass. If the list that the phase asks for is absent, the order does not count.
    """

    pings: Pings | None
    """Pings, asked for in the phase COMMUNICATION."""
    plan: Plan | None
    """The plan, asked for in the phase PLANNING."""


EVENTS = (
    LevelStart, Encounter, Bump, Death, Respawn, Key, Wipe, LevelEnd, MatchEnd, Notice,
)  # fmt: skip
"""All kinds of events, by their numbers on the wire, from 1; those in the log of a step are first."""
