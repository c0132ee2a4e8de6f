"""Dice Adventure's numbers and names: members, kinds and types of pieces, terrain, tokens, choices.

A config may replace members and types (DA-2.2, DA-2.6); the tables here are the rulebook's own.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Sequence

__all__ = [
    "DEFAULT_MEMBERS",
    "DEFAULT_TYPES",
    "EMPTY",
    "EXTENDED_TYPES",
    "KIND_LETTERS",
    "MAX_ENTRIES",
    "MONSTER",
    "MOST_AP",
    "MOST_PARTIES",
    "MOST_STEPS",
    "NUM_DIRECTIONS",
    "NUM_KINDS",
    "NUM_MEMBERS",
    "PING_LETTERS",
    "ROCK",
    "SHRINE",
    "SPAWN",
    "STEP_DX",
    "STEP_DY",
    "STEP_TOKENS",
    "TERRAIN_CODES",
    "TOWER",
    "TRAP",
    "UNEXPLORED",
    "WALL",
    "EnginePhase",
    "Kind",
    "Member",
    "OnFail",
    "OnWipe",
    "Outcome",
    "Phase",
    "PieceType",
    "RefusalCode",
    "Step",
    "highest_rock_roll",
    "lowest_roll",
]

NUM_MEMBERS = 3
"""Members of a party, in map order Dwarf, Giant, Human (DA-2.2)."""
MOST_PARTIES = 8
"""Parties that can race."""

# Kinds of pieces (DA-2.4).
ROCK, TRAP, MONSTER = 0, 1, 2
NUM_KINDS = 3
KIND_LETTERS = "RTM"
"""First character of the code of each kind (DA-2.6)."""

# Terrain (DA-3.3). Spawn and shrine of member m, counted from 0, are SPAWN + m and SHRINE + m.
WALL, EMPTY, TOWER, SPAWN, SHRINE = 0, 1, 2, 3, 6
TERRAIN_CODES = ("##", "..", "**", "C1", "C2", "C3", "K1", "K2", "K3")
"""Map code of each terrain (DA-2.9)."""
UNEXPLORED = "??"
"""Stands for what a member has never had in sight (DA-6.5)."""

MOST_AP = 12
"""Action points that a member can have in a round (DA-2.2)."""
MOST_STEPS = 5
"""Steps that a monster can have in a Monster Phase (DA-2.6)."""
MAX_ENTRIES = 32
"""Entries of an order that are read (DA-4.5, DA-4.6)."""
STEP_TOKENS = "UDLRW"
"""Token of each step: the four directions in the rulebook's order, then wait (DA-2.7, DA-4.6)."""
NUM_DIRECTIONS = 4
STEP_DX, STEP_DY = (0, 0, -1, 1), (-1, 1, 0, 0)
"""What each direction adds to x and to y (DA-2.7)."""
PING_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Symbols of pings; a match uses the first `ping_symbols` of them (DA-4.5)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Member:
    """What one member can do (DA-2.2)."""

    name: str
    """Name for people."""
    vision: int
    """Side of the square it sees, odd, 1..15."""
    ap: int
    """Action points of a round, 1..12."""
    hearts: int
    """Full hearts, 1..9."""
    dice: tuple[int, int, int]
    """Sides of its dice against rocks, traps and monsters, 0..20."""
    modifiers: tuple[int, int, int]
    """What is added to each of these dice, 0..20."""

    @property
    def radius(self) -> int:
        """How far it sees in each direction (DA-6.1)."""
        return self.vision // 2


@dataclasses.dataclass(frozen=True, slots=True)
class PieceType:
    """A type of rock, trap or monster (DA-2.4, DA-2.6)."""

    code: str
    """Letter of the kind and a digit 1..9."""
    name: str
    """Name for people."""
    kind: int
    """ROCK, TRAP or MONSTER."""
    die: int
    """Sides, 0..20."""
    modifier: int
    """What is added to the die, 0..20."""
    steps: int = 0
    """Steps of a monster in a Monster Phase, 0..5."""
    hunt: int = 0
    """Walking distance at which a monster hunts, 0..10; 0 is never (DA-5.14)."""


DEFAULT_MEMBERS = (
    Member("Dwarf", 3, 6, 3, (4, 8, 6), (0, 0, 0)),
    Member("Giant", 7, 3, 3, (8, 4, 6), (0, 0, 0)),
    Member("Human", 5, 4, 3, (6, 6, 8), (0, 0, 0)),
)
"""Members by map number, counted from 0 (DA-2.2)."""

DEFAULT_TYPES = (
    PieceType("R1", "Rock", ROCK, 0, 6),
    PieceType("T1", "Trap", TRAP, 4, 2),
    PieceType("M1", "Lost Monsterling", MONSTER, 4, 0, steps=3),
    PieceType("M2", "Lost Monster", MONSTER, 6, 0, steps=1),
    PieceType("M3", "Elite Lost Monster", MONSTER, 8, 0, steps=1),
)
"""Types of DA-2.4."""

EXTENDED_TYPES = (
    *DEFAULT_TYPES,
    PieceType("R2", "Boulder", ROCK, 4, 6),
    PieceType("R3", "Landslide", ROCK, 0, 12),
    PieceType("T2", "Snare", TRAP, 6, 2),
    PieceType("T3", "Deadfall", TRAP, 8, 2),
    PieceType("M4", "Lost Champion", MONSTER, 10, 0, steps=2),
)
"""Types of `types = "extended"` (DA-2.5)."""


def lowest_roll(piece: PieceType) -> int:
    """Return the least a piece can roll (DA-2.6)."""
    return piece.modifier + (1 if piece.die > 0 else 0)


def highest_rock_roll(members: Sequence[Member]) -> int:
    """Return the most that these members can roll together against a rock (DA-2.6, DA-2.11)."""
    return sum(member.dice[ROCK] + member.modifiers[ROCK] for member in members)


class OnWipe(enum.Enum):
    """What happens when all three members are dead at once (DA-5.11)."""

    RESTART = 1
    """The level restarts."""
    RESPAWN = 2
    """Nothing special; they return one by one."""
    LOSE = 3
    """The level is lost."""


class OnFail(enum.Enum):
    """What happens after a level that was not cleared (DA-5.16)."""

    NEXT = 1
    """The next level begins."""
    END = 2
    """The party's match is over."""


class Step(enum.Enum):
    """One step of a plan."""

    UP = 1
    """To y - 1."""
    DOWN = 2
    """To y + 1."""
    LEFT = 3
    """To x - 1."""
    RIGHT = 4
    """To x + 1."""
    WAIT = 5
    """Stays, for one action point."""


class Phase(enum.Enum):
    """Phases in which seats decide (DA-4.1)."""

    COMMUNICATION = 1
    """A ping window."""
    PLANNING = 2
    """Planning."""
    DONE = 3
    """The party has finished."""


class EnginePhase(enum.Enum):
    """Phases in which there are encounters."""

    ACTION = 1
    """Members move."""
    MONSTER = 2
    """Monsters move."""


class Kind(enum.Enum):
    """Kind of pieces."""

    ROCK = 1
    """Rocks."""
    TRAP = 2
    """Traps."""
    MONSTER = 3
    """Monsters."""


class Outcome(enum.Enum):
    """How a level ended (DA-7.3)."""

    CLEARED = 1
    """The tower was reached with all keys."""
    TIMED_OUT = 2
    """The cap was reached."""
    LOST = 3
    """The party had no life left."""
    NOT_PLAYED = 4
    """An earlier level ended the party's match."""


class RefusalCode(enum.Enum):
    """Why a part of an order did not count (DA-4.7)."""

    LATE = 1
    """There was no order before the deadline."""
    MALFORMED = 2
    """The order, or the ping, is not formed as it must be."""
    WRONG_PHASE = 3
    """The order is for the other phase."""
    ALREADY_SENT = 4
    """There was an order before. Never sent: the referee rejects such a message."""
    NOT_ACTING = 5
    """The seat is not asked. Never sent: the referee rejects such a message."""
    TOO_MANY = 6
    """More than 32 entries; the rest was not read."""
    BAD_SYMBOL = 7
    """Unknown symbol; the ping was dropped."""
    OUT_OF_MAP = 8
    """The cell is not on the map; the ping was dropped."""
    NO_AP = 9
    """No action points are left for it; the entry was dropped."""
    BAD_STEP = 10
    """No step; it was taken for a wait."""
