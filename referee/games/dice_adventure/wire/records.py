"""Messages to seats, each field declared once: parts of observations (DA-6.5), and events (DA-6.6).

The messages on the wire, their bytes and the plain forms follow from this.
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
"""The same with those just beyond the edges of the map."""
Side: TypeAlias = Annotated[int, Field(ge=1, le=MAX_SIDE)]
MapNumber: TypeAlias = Annotated[int, Field(ge=1, le=NUM_MEMBERS)]
"""Which member: 1 Dwarf, 2 Giant, 3 Human."""
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
    """Place in the list of levels."""
    count: Annotated[int, Field(ge=1, le=20)]  # type: ignore[assignment]  # nor here
    """Levels of the match."""
    w: Side
    """Cells in a row."""
    h: Side
    """Rows."""
    cap: Cap
    """Rounds at most."""
    attempt: Attempt
    """Restarts so far."""


class Monster(NamedTuple):
    """A monster. Seen by seats that have it in sight."""

    code: str
    """Code of its type."""
    x: Cell
    """Column."""
    y: Cell
    """Row."""


class Me(NamedTuple):
    """A seat's own member. Seen by the seat."""

    x: Cell | None
    """Column; absent while dead."""
    y: Cell | None
    """Row; absent while dead."""
    hearts: Hearts
    """Hearts left."""
    ap: ActionPoints
    """Action points left."""


class Mate(NamedTuple):
    """A member of the own party. Seen by the party, except its place."""

    char: Annotated[MapNumber, Name("character")]
    """Map number."""
    alive: bool
    """Whether it lives."""
    hearts: Hearts
    """Hearts left."""
    respawn: Annotated[int, Field(ge=0, le=10)]
    """Cleanups until it returns; 0 while it lives."""
    lives: Annotated[int, Field(ge=0, le=9)]
    """Lives left on this level; 0 if they are not counted."""
    key: bool
    """Whether it holds its key."""
    x: Cell | None
    """Column; absent unless the seat has it in sight."""
    y: Cell | None
    """Row; absent unless the seat has it in sight."""


class Ping(NamedTuple):
    """A ping of this round. Seen by the party once its window is over."""

    by: MapNumber
    """Map number of who made it."""
    symbol: str
    """Its letter."""
    x: Cell
    """Column."""
    y: Cell
    """Row."""
    window: Window
    """Window it was made in, from 1."""


class Notice(NamedTuple):
    """A part of a seat's own order that did not count (DA-4.7). Seen by that seat alone."""

    phase: PhaseName
    """Where the order was asked for."""
    window: Window
    """Its ping window; 0 in planning."""
    index: Annotated[int, Field(ge=0, le=MAX_ENTRIES)] | None  # type: ignore[assignment]  # likewise
    """Index of the entry; absent if it is about the order as a whole."""
    code: RefusalCode
    """The reason."""
    more: Annotated[int, Field(ge=0, le=65_000)] = 0
    """With TOO_MANY, how many entries followed this one and were not read either; 0 under version 1 of
    the rules."""


class LevelRecord(NamedTuple):
    """Record of a level that has ended (DA-7.3). Seen by the party."""

    level: LevelIndex
    """Place in the list of levels."""
    outcome: OutcomeName
    """How it ended."""
    keys: Annotated[int, Field(ge=0, le=NUM_MEMBERS)]
    """Keys held then."""
    rounds: Cap
    """Round in which it was cleared, else the cap."""
    score: LevelScore
    """Points."""


class LevelStart(NamedTuple):
    """A level begins, or restarts. Sent to the party."""

    index: LevelIndex  # type: ignore[assignment]  # not the method of tuples
    """Place in the list of levels."""
    w: Side
    """Cells in a row."""
    h: Side
    """Rows."""
    cap: Cap
    """Rounds at most."""
    attempt: Attempt
    """Restarts so far."""


class MemberRoll(NamedTuple):
    """What a member rolled."""

    char: Annotated[MapNumber, Name("character")]
    """Map number."""
    number: Roll
    """The roll with its modifier."""


class PieceRoll(NamedTuple):
    """What a piece rolled."""

    code: str
    """Code of its type."""
    number: Roll
    """The roll with its modifier."""


class Encounter(NamedTuple):
    """Members and pieces met in a cell (DA-5.4). Sent to participants, and to members that had it in sight."""

    phase: Annotated[str, OneOf(EnginePhase)]
    """Where in the round."""
    step: Annotated[int, Field(ge=1, le=MOST_AP)]
    """Step or sub-step."""
    x: Cell
    """Column of the cell."""
    y: Cell
    """Row of the cell."""
    kind: Annotated[str, OneOf(Kind)]
    """Kind of all its pieces."""
    members: tuple[MemberRoll, ...]
    """Rolls of the participants, in the order of rolling."""
    pieces: tuple[PieceRoll, ...]
    """Rolls of the pieces, in the order of rolling."""
    success: bool
    """Whether the party won."""


class Bump(NamedTuple):
    """A member walked against a wall or the edge of the map. Sent to its seat."""

    step: Annotated[int, Field(ge=1, le=MOST_AP)]
    """Step of the Action Phase."""
    x: CellBeside
    """Column walked against; -1 is beyond the left edge."""
    y: CellBeside
    """Row walked against; -1 is beyond the upper edge."""


class Death(NamedTuple):
    """A member has died. Sent to the party."""

    char: Annotated[MapNumber, Name("character")]
    """Map number."""


class Respawn(NamedTuple):
    """A member has returned. Sent to the party."""

    char: Annotated[MapNumber, Name("character")]
    """Map number."""


class Key(NamedTuple):
    """A member has its key. Sent to the party."""

    char: Annotated[MapNumber, Name("character")]
    """Map number."""


class Wipe(NamedTuple):
    """All three were dead at once; the level restarts or is lost. Sent to the party."""


class LevelEnd(LevelRecord):
    """A level has ended, with its record. Sent to the party."""

    __slots__ = ()


class MatchEnd(NamedTuple):
    """The last event of a match; the seed comes with the referee's own message. Sent to everybody."""

    scores: tuple[Annotated[int, Field(ge=0, le=19_980)], ...]
    """Score of each party."""
    placements: tuple[Annotated[int, Field(ge=1, le=MOST_PARTIES)], ...]
    """Placement of each party: one more than the parties ranked above it (DA-7.4)."""


class PingOrder(NamedTuple):
    """A mark on the map for the whole party (DA-4.5). Without one of its fields it is malformed."""

    symbol: str | None = None
    """One of the first ping_symbols letters."""
    x: Given | None = None
    """Column."""
    y: Given | None = None
    """Row."""


class Pings(NamedTuple):
    """Pings of one window."""

    pings: tuple[PingOrder, ...]
    """The pings in order; at most 32 are read."""


class Plan(NamedTuple):
    """A plan for the round (DA-4.6)."""

    steps: tuple[Step, ...]
    """The steps in order; at most 32 are read, and as many as there are action points count. What is none is
    refused as BAD_STEP."""


class Order(NamedTuple):
    """An order: pings in the Communication Phase, a plan in planning.

    A present but empty list is a pass; without the list that is asked for nothing counts.
    """

    pings: Pings | None
    """Asked for in the phase COMMUNICATION."""
    plan: Plan | None
    """Asked for in the phase PLANNING."""


EVENTS = (
    LevelStart, Encounter, Bump, Death, Respawn, Key, Wipe, LevelEnd, MatchEnd, Notice,
)  # fmt: skip
"""All kinds of events by their numbers on the wire, from 1; those in the log of a step come first."""
