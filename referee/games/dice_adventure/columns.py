"""Columns of the arrays of `State`, and `Board`, the view of one party on which kernels play.

A party is one row of every array of `State`. Numbers of the party and of its members are columns of the
table; the config's parameters are a single row of integers for all parties, `rules`. Columns of scratch arrays
hold values only during a step. Other modules import this one as `c`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import inlined
from referee.games.dice_adventure.tables import MAX_ENTRIES, MOST_AP, NUM_MEMBERS, Phase

__all__ = [
    "Board",
    "Bytes",
    "Ints",
    "Shorts",
    "Words",
    "entries_of",
    "entry_at",
    "mate_at",
    "member_rules_of",
    "members_of",
    "of_members",
    "plan_at",
    "type_rules_of",
]

Ints: TypeAlias = npt.NDArray[np.int32]
Shorts: TypeAlias = npt.NDArray[np.int16]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Words: TypeAlias = npt.NDArray[np.uint64]

# Rules: what was agreed (DA-2.1), then the members, then the types.
PING_WINDOWS, PING_SYMBOLS, PING_COST, DAMAGE, RESPAWN_WAIT, FULL_LIVES = range(6)
ON_WIPE, ON_FAIL, NUM_LEVELS, NUM_TYPES = range(6, 10)
"""Columns of the rules: values of `on_wipe` and `on_fail`, number of levels, number of types of
pieces.

No kernel reads NUM_TYPES, since kernels get the number of types from the shape of `type_rules`; the
column stays because it is part of the digest.
"""
MEMBER_RULES = 10
"""First column of the first member's rules; members follow each other (DA-2.2)."""
RADIUS, FULL_AP, FULL_HEARTS, DICE, MODIFIERS = 0, 1, 2, 3, 6
"""Columns of a member's rules, counted from the member's first column: cells that it sees in each
direction, action points of a round, full hearts, sides of its dice, numbers added to these.

DICE and MODIFIERS are the first of three columns: one for rocks, one for traps, one for monsters.
"""
MEMBER_RULES_WIDTH = 9
TYPE_RULES = MEMBER_RULES + NUM_MEMBERS * MEMBER_RULES_WIDTH
"""First column of the first piece type's rules; types follow each other (DA-2.4)."""
KIND, DIE, MODIFIER, STEPS, HUNT = range(5)
"""Columns of a piece type's rules, counted from the type's first column: ROCK, TRAP or MONSTER,
sides of its die, number added to it, steps of a monster, distance up to which it hunts members.
"""
TYPE_RULES_WIDTH = 5

# Values of ON_WIPE and ON_FAIL (DA-5.11, DA-5.16), one less than the numbers of `OnWipe` and `OnFail`.
WIPE_RESTART, WIPE_RESPAWN, WIPE_LOSE = 0, 1, 2
FAIL_NEXT, FAIL_END = 0, 1

# Streams (DA-2.15).
SEED, DICE_STREAM, MOVE_STREAM = 0, 1, 2
NUM_STREAMS = 3

# Table: how a party stands (DA-3.1).
PARTY, LEVEL, ATTEMPT, ROUND, PHASE, WINDOW, DEATHS, SCORE = range(8)
NUM_PINGS, NUM_RESULTS = 8, 9
WIDTH, HEIGHT, CAP, NUM_PIECES = 10, 11, 12, 13
"""Columns of the table about the current level: its size in cells, its cap of rounds, its number of pieces."""
MEMBERS = 14
"""First column of the first member in the table; members follow each other."""
X, Y, HEARTS, AP, ALIVE, RESPAWN, KEY, LIVES = range(8)
"""Columns of a member, counted from the member's first column: cell, hearts, action points left, 1
if alive, Cleanup Phases until a dead one returns, 1 if it holds its key, lives left on this level.

X and Y are -1 while the member is dead.
"""
NUM_REFUSED, REFUSED_PHASE, REFUSED_WINDOW = 8, 9, 10
"""Columns of a member about its last order: number of refused parts, and the phase and the ping
window for which the order was asked.

The number includes all parts that one refusal TOO_MANY stands for.
"""
MEMBER_WIDTH = 11
TABLE_WIDTH = MEMBERS + NUM_MEMBERS * MEMBER_WIDTH

# Values of PHASE, one less than the numbers of `Phase`, and likewise those of the other choices.
COMMUNICATION, PLANNING, DONE = 0, 1, 2
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
ACTION_PHASE, MONSTER_PHASE = 0, 1
"""Numbers of the phases in which encounters happen: members move, or monsters move. Kernels pass
them to encounters.
"""

# Pieces; the row of a piece is its id.
TYPE, PIECE_X, PIECE_Y, PRESENT = range(4)
PIECE_WIDTH = 4

# Pings, in the order in which they were accepted (DA-5.1).
PING_BY, PING_SYMBOL, PING_X, PING_Y, PING_WINDOW = range(5)
PING_WIDTH = 5
MOST_PINGS = NUM_MEMBERS * MOST_AP
"""Most pings of a party in a round: each ping costs at least one action point (DA-2.1)."""

# Planes of cells. A cell is 0 where it is unexplored, else 1 + its terrain, or FIRST_PIECE + type.
STATICS, MEMORY = 0, 1
"""Planes of cells: STATICS has the real content of each cell (its terrain, rock or trap), without monsters.

Plane MEMORY + m has what member m remembers of each cell (DA-6.3).
"""
NUM_PLANES = 1 + NUM_MEMBERS
FIRST_PIECE = 10

# Level records (DA-7.3).
OUTCOME, KEYS, ROUNDS, LEVEL_SCORE = range(4)
RESULT_WIDTH = 4
CLEARED, TIMED_OUT, LOST, NOT_PLAYED = 0, 1, 2, 3
GOES_ON, RESTARTS = -1, -2
"""Status of a level that has not ended: it goes on, or it restarts after a wipe."""

# Levels as they begin; spawn points of the members follow each other.
INFO_WIDTH, INFO_HEIGHT, INFO_CAP, INFO_PIECES, INFO_SPAWNS = range(5)
LEVEL_INFO_WIDTH = INFO_SPAWNS + 2 * NUM_MEMBERS

# Orders: why the whole of it does not count (0: it does), how many entries, then the entries.
WHOLE, COUNT, ENTRIES = 0, 1, 2
COUNT_MASK = 0xFFFF
"""Mask that turns the int16 count of an order's entries into the unsigned number that it stands for."""
TOKEN, ENTRY_X, ENTRY_Y = range(3)
"""Columns of an entry of an order. A ping has its symbol in TOKEN, and x and y of its cell; an entry
of a plan has only its step, in TOKEN.
"""
ENTRY_WIDTH = 3
ORDER_WIDTH = ENTRIES + MAX_ENTRIES * ENTRY_WIDTH
BAD_TOKEN, NO_PING = -1, -2
"""Values of an entry's column TOKEN: BAD_TOKEN for an unknown symbol or step, NO_PING for a malformed
ping.
"""

# Log of a step: its length and then entries of kind, audience and fields.
LOG_SIZE, LOG_ENTRIES = 0, 1
LEVEL_START, ENCOUNTER, BUMP, DEATH, RESPAWNED, KEY_FOUND, WIPED, LEVEL_END = range(1, 9)
WHOLE_PARTY = 7
"""Audience of an event for all three members: a set of members, one bit each."""

# What a seat may see (DA-6.4): the numbers of the fields of `Observation` in their order, without maps and
# lists of any length, then how long those are and where the last order was asked for.
SEEN_PARTY, SEEN_SEAT, SEEN_CHAR = 0, 1, 2
SEEN_LEVEL, SEEN_NUM_LEVELS, SEEN_WIDTH, SEEN_HEIGHT, SEEN_CAP, SEEN_ATTEMPT = range(3, 9)
SEEN_ROUND, SEEN_PHASE, SEEN_WINDOW = 9, 10, 11
SEEN_X, SEEN_Y, SEEN_HEARTS, SEEN_AP = range(12, 16)
SEEN_MEMBERS = 16
"""First column of the first member in what a seat sees; members follow each other."""
(
    MATE_CHAR, MATE_ALIVE, MATE_HEARTS, MATE_RESPAWN, MATE_LIVES, MATE_KEY, MATE_X, MATE_Y,
) = range(8)  # fmt: skip
"""Columns of a member in what a seat sees, counted from the member's first column: its number (1 to
3), 1 if alive, hearts, Cleanup Phases until it returns, lives left, 1 if it holds its key, cell.

MATE_X and MATE_Y are -1 unless the seat has the member in sight.
"""
MATE_WIDTH = 8
SEEN_SCORE = SEEN_MEMBERS + NUM_MEMBERS * MATE_WIDTH
SEEN_NUM_MONSTERS, SEEN_NUM_PINGS, SEEN_NUM_REFUSED, SEEN_NUM_RESULTS = range(
    SEEN_SCORE + 1, SEEN_SCORE + 5
)
SEEN_REFUSED_PHASE, SEEN_REFUSED_WINDOW = SEEN_SCORE + 5, SEEN_SCORE + 6
NUMBERS_WIDTH = SEEN_SCORE + 7
NEVER_SEEN, REMEMBERED, IN_SIGHT = 0, 1, 2
"""How a seat knows a cell of the map (DA-6.5): never seen, seen earlier, or in sight now."""

# Scratch of a member in a step.
PLAN_SIZE, HALTED, STALE, PUSHED = range(4)
ORIGIN_X, ORIGIN_Y, LOOKED_X, LOOKED_Y = range(4, 8)
PLAN = 8
"""Scratch column with the first step of a member's plan; later steps follow it."""
SCRATCH_WIDTH = PLAN + MOST_AP


# In kernels that are called for every member and step, these find columns in place of views, which cost more.


@inlined
def entry_at(index: int, column: int) -> int:
    """Return the index, in an order's row of numbers, of one column of one entry.

    Args:
        index: Index of the entry, from 0.
        column: TOKEN, ENTRY_X or ENTRY_Y.
    """
    return ENTRIES + ENTRY_WIDTH * index + column


@inlined
def plan_at(step: int) -> int:
    """Return the index, in a member's scratch row, of a step of its plan; steps count from 0."""
    return PLAN + step


@inlined
def mate_at(member: int, column: int) -> int:
    """Return the index, in the numbers that a seat sees, of one column of one member of its party.

    Args:
        member: Index of the member, from 0.
        column: MATE_CHAR to MATE_Y.
    """
    return SEEN_MEMBERS + MATE_WIDTH * member + column


def of_members(column: int) -> slice:
    """Return the slice of a party's table that has one column of each member.

    Args:
        column: A column of members, X to REFUSED_WINDOW.
    """
    return slice(MEMBERS + column, TABLE_WIDTH, MEMBER_WIDTH)


def entries_of(order: Shorts) -> Shorts:
    """Return int16[entry, column]: the entries of an order, int16[column], as a view."""
    return order[ENTRIES:].reshape(MAX_ENTRIES, ENTRY_WIDTH)


def members_of(table: Ints) -> Ints:
    """Return int32[..., member, column]: the members in a table, int32[..., column], as a view."""
    return table[..., MEMBERS:].reshape(*table.shape[:-1], NUM_MEMBERS, MEMBER_WIDTH)


def member_rules_of(rules: Shorts) -> Shorts:
    """Return int16[member, column]: the abilities of each member in the config's row `rules`, as a view."""
    return rules[MEMBER_RULES:TYPE_RULES].reshape(NUM_MEMBERS, MEMBER_RULES_WIDTH)


def type_rules_of(rules: Shorts) -> Shorts:
    """Return int16[type, column]: the values of each type of pieces in the config's row `rules`, as a view."""
    return rules[TYPE_RULES:].reshape(-1, TYPE_RULES_WIDTH)


class Board(NamedTuple):
    """One party as kernels see it: views of its rows in the arrays of `State`, and scratch arrays."""

    rules: Shorts
    """int16[column]: the config's parameters; never changed."""
    member_rules: Shorts
    """int16[member, column]: the part of `rules` about members, as a view."""
    type_rules: Shorts
    """int16[type, column]: the part of `rules` about types of pieces, as a view."""
    streams: Words
    """uint64[3]: match seed, state of the stream of encounter dice, state of the stream of monster moves."""
    table: Ints
    """int32[column]: the party's level, round, phase and other numbers, then its members."""
    members: Ints
    """int32[member, column]: the part of `table` about members, as a view."""
    pieces: Shorts
    """int16[piece, column]: type, x, y and presence of each piece on the level."""
    pings: Shorts
    """int16[ping, column]: member, symbol, cell and window of the pings of this round, in the order of acceptance."""
    statics: Bytes
    """uint8[row, col]: real content of each cell (its terrain, rock or trap), without monsters."""
    memories: Bytes
    """uint8[member, row, col]: what each member remembers of each cell."""
    results: Ints
    """int32[level, column]: outcome, keys, rounds and score of the levels that have ended."""
    refused: npt.NDArray[np.int8]
    """int8[member, refusal, 2]: code and entry index of each refused part of the member's last order."""
    level_info: Shorts
    """int16[level, column]: size, cap, number of pieces and spawn points of all levels."""
    level_cells: Bytes
    """uint8[level, row, col]: terrain of all levels."""
    level_pieces: Shorts
    """int16[level, piece, 3]: type, x and y of each piece when its level begins."""
    script: Ints
    """int32[column]: scripted results of dice, as in `kit.dice`: their number (-1 for none), rolls
    so far, mark of a bad result, then the results.
    """
    log: Shorts
    """int16[column]: what has happened in this step, as `rules.log` writes it."""
    scratch: Shorts
    """int16[member, column]: the member's plan, its cells before the step, and marks: halted,
    pushed back, memory out of date. Valid only during a step.
    """
    distances: Shorts
    """int16[row, col]: scratch for hunting monsters: walking distance from the nearest member."""
    queue: Shorts
    """int16[cell, 2]: scratch for hunting monsters: x and y of cells whose neighbours are searched next."""
