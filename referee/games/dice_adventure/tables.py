"""Numbers and names of Dice Adventure: members, kinds and types of pieces, terrain, steps, enums.

A config may replace members and types (DA-2.2, DA-2.6); the tables here are the rulebook's own.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Sequence

from referee.core.tables import RuleTables

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
    "TABLES",
    "TERRAIN_CODES",
    "TOWER",
    "TRAP",
    "UNEXPLORED",
    "WALL",
    "Character",
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


class Character(enum.IntEnum):
    """Members of a party, by the number that each has on the map (DA-2.2)."""

    DWARF = 1
    GIANT = 2
    HUMAN = 3


NUM_MEMBERS = 3
"""Number of members in a party, in map order Dwarf, Giant, Human (DA-2.2)."""
MOST_PARTIES = 8
"""Most parties that can race in one match."""

# Kinds of pieces (DA-2.4).
ROCK, TRAP, MONSTER = 0, 1, 2
NUM_KINDS = 3
KIND_LETTERS = "RTM"
"""First character of a piece's map code, by kind (DA-2.6)."""

# Terrain (DA-3.3). Spawn and shrine of member m, counted from 0, are SPAWN + m and SHRINE + m.
WALL, EMPTY, TOWER, SPAWN, SHRINE = 0, 1, 2, 3, 6
TERRAIN_CODES = ("##", "..", "**", "C1", "C2", "C3", "K1", "K2", "K3")
"""Map code of each terrain, by terrain (DA-2.9)."""
UNEXPLORED = "??"
"""Map code of a cell that a member has never had in sight (DA-6.5)."""

MOST_AP = 12
"""Most action points that a config can give a member for a round (DA-2.2)."""
MOST_STEPS = 5
"""Most steps that a config can give a monster for a Monster Phase (DA-2.6)."""
MAX_ENTRIES = 32
"""Number of entries of an order that are read (DA-4.5, DA-4.6); later ones are refused with TOO_MANY."""
STEP_TOKENS = "UDLRW"
"""Letter of each step of a plan: the four directions in the rulebook's order, then wait (DA-2.7, DA-4.6)."""
NUM_DIRECTIONS = 4
STEP_DX, STEP_DY = (0, 0, -1, 1), (-1, 1, 0, 0)
"""Numbers that a step in each direction adds to x and to y (DA-2.7)."""
PING_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Symbols of pings; a match uses the first `ping_symbols` letters (DA-4.5)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Member:
    """Abilities of one member of a party (DA-2.2)."""

    name: str
    """Name of the member for people."""
    vision: int
    """Side in cells of the square that the member sees, odd, 1..15."""
    ap: int
    """Action points of the member in each round, 1..12."""
    hearts: int
    """Hearts of the member at full health, 1..9."""
    dice: tuple[int, int, int]
    """Sides of the member's dice against rocks, traps and monsters, 0..20."""
    modifiers: tuple[int, int, int]
    """Numbers added to the member's dice against rocks, traps and monsters, 0..20."""

    @property
    def radius(self) -> int:
        """Number of cells that the member sees in each direction (DA-6.1)."""
        return self.vision // 2


@dataclasses.dataclass(frozen=True, slots=True)
class PieceType:
    """A type of rock, trap or monster (DA-2.4, DA-2.6)."""

    code: str
    """Code of the type on maps: letter of the kind (R, T or M) and a digit 1..9."""
    name: str
    """Name of the type for people."""
    kind: int
    """Kind of the type: ROCK, TRAP or MONSTER."""
    die: int
    """Sides of the die that the piece rolls, 0..20; 0 is no die."""
    modifier: int
    """Number added to the die, 0..20."""
    steps: int = 0
    """Steps that a monster takes in a Monster Phase, 0..5."""
    hunt: int = 0
    """Walking distance up to which a monster hunts members, 0..10; 0 is never (DA-5.14)."""


DEFAULT_MEMBERS = (
    Member("Dwarf", 3, 6, 3, (4, 8, 6), (0, 0, 0)),
    Member("Giant", 7, 3, 3, (8, 4, 6), (0, 0, 0)),
    Member("Human", 5, 4, 3, (6, 6, 8), (0, 0, 0)),
)
"""The three members of DA-2.2, in map order."""

DEFAULT_TYPES = (
    PieceType("R1", "Rock", ROCK, 0, 6),
    PieceType("T1", "Trap", TRAP, 4, 2),
    PieceType("M1", "Lost Monsterling", MONSTER, 4, 0, steps=3),
    PieceType("M2", "Lost Monster", MONSTER, 6, 0, steps=1),
    PieceType("M3", "Elite Lost Monster", MONSTER, 8, 0, steps=1),
)
"""Types of pieces under `types = "default"` (DA-2.4)."""

EXTENDED_TYPES = (
    *DEFAULT_TYPES,
    PieceType("R2", "Boulder", ROCK, 4, 6),
    PieceType("R3", "Landslide", ROCK, 0, 12),
    PieceType("T2", "Snare", TRAP, 6, 2),
    PieceType("T3", "Deadfall", TRAP, 8, 2),
    PieceType("M4", "Lost Champion", MONSTER, 10, 0, steps=2),
)
"""Types of pieces under `types = "extended"` (DA-2.5)."""


def lowest_roll(piece: PieceType) -> int:
    """Return the lowest number that a piece of this type can roll (DA-2.6)."""
    return piece.modifier + (1 if piece.die > 0 else 0)


def highest_rock_roll(members: Sequence[Member]) -> int:
    """Return the highest sum that these members can roll together against a rock (DA-2.6, DA-2.11)."""
    return sum(member.dice[ROCK] + member.modifiers[ROCK] for member in members)


class OnWipe(enum.Enum):
    """What happens when all three members are dead at once (DA-5.11)."""

    RESTART = 1
    """The level restarts."""
    RESPAWN = 2
    """Nothing special happens; the members return one by one."""
    LOSE = 3
    """The level is lost."""


class OnFail(enum.Enum):
    """What happens after a level that was not cleared (DA-5.16)."""

    NEXT = 1
    """The next level begins."""
    END = 2
    """The match is over for the party."""


class Step(enum.Enum):
    """One step of a plan."""

    UP = 1
    """One cell up, to y - 1."""
    DOWN = 2
    """One cell down, to y + 1."""
    LEFT = 3
    """One cell to the left, to x - 1."""
    RIGHT = 4
    """One cell to the right, to x + 1."""
    WAIT = 5
    """The member stays where it is, for one action point."""


class Phase(enum.Enum):
    """Phases in which seats decide (DA-4.1)."""

    COMMUNICATION = 1
    """A ping window: members may mark cells for their party."""
    PLANNING = 2
    """Members plan their steps."""
    DONE = 3
    """The party has finished its match; its members decide no more."""


class EnginePhase(enum.Enum):
    """Phases in which members and pieces can meet in an encounter."""

    ACTION = 1
    """Action Phase: members move."""
    MONSTER = 2
    """Monster Phase: monsters move."""


class Kind(enum.Enum):
    """Kinds that types of pieces can have: rock, trap or monster."""

    ROCK = 1
    """Rocks, which must be broken to pass."""
    TRAP = 2
    """Traps, which go off once."""
    MONSTER = 3
    """Monsters, which move."""


class Outcome(enum.Enum):
    """How a level ended (DA-7.3)."""

    CLEARED = 1
    """A member reached the tower while the party had all keys."""
    TIMED_OUT = 2
    """The level's cap of rounds was reached."""
    LOST = 3
    """A member had no life left, or a wipe lost the level (DA-5.11)."""
    NOT_PLAYED = 4
    """An earlier failed level ended the party's match."""


class RefusalCode(enum.Enum):
    """Why a part of an order did not count (DA-4.7)."""

    LATE = 1
    """No order came before the deadline."""
    MALFORMED = 2
    """The order, or one of its pings, has the wrong form."""
    WRONG_PHASE = 3
    """The order is a plan in a ping window, or pings in planning."""
    ALREADY_SENT = 4
    """The seat had sent an order before. Never sent: the referee rejects such a message."""
    NOT_ACTING = 5
    """The seat does not have to decide. Never sent: the referee rejects such a message."""
    TOO_MANY = 6
    """The order has more than 32 entries; the rest was not read."""
    BAD_SYMBOL = 7
    """The ping's symbol is unknown; the ping was dropped."""
    OUT_OF_MAP = 8
    """The ping's cell is not on the map; the ping was dropped."""
    NO_AP = 9
    """Too few action points were left for the entry; the entry was dropped."""
    BAD_STEP = 10
    """The entry is no step; a wait took its place."""


TABLES = RuleTables(
    __name__,
    enums=(Character,),
    fields={
        "Observation.character": Character,
        "Member.character": Character,
        "Ping.by": Character,
        "MemberRoll.character": Character,
        "Death.character": Character,
        "Respawn.character": Character,
        "Key.character": Character,
    },
)
"""Names of a party's members, which the game publishes to bots and people."""
