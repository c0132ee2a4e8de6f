"""The log of a step, in which kernels note what happens as rows of integers (CH-6.3).

An entry is its kind, its audience as a set of seats (bit s stands for seat s), how many numbers follow, and
those of its record in `wire.records`. It is cleared when a step begins; `wire.events` turns it into
events.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Ints
from referee.games.champions.tables import (
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    MAX_SEATS,
    MOST_BATTLES,
    MOST_LOOT_ACTIONS,
    NUM_TURNS,
    NUM_TYPES,
    RefusalCode,
)
from referee.games.champions.wire.records import (
    BattleTurn,
    ChampionDied,
    Eliminated,
    ItemsReturned,
    LootFound,
    MapShrunk,
    Pair,
    Strength,
)
from referee.kit.flat import most_numbers

__all__ = [
    "FILLED",
    "LOG_WIDTH",
    "MOST_REFUSALS",
    "close_entry",
    "count_refused",
    "everybody",
    "note",
    "open_entry",
    "refuse",
    "refuse_surplus",
]

FILLED = (RefusalCode.FIGHTER_FILLED.value, RefusalCode.SET_FILLED.value)
"""Codes of what was filled in, and not of what did not count."""
MOST_REFUSALS = 32
"""Refused parts of one action that are reported one by one; the rest only as a number (CH-4.2)."""
_HEAD = 3
_REFUSALS = 1 + MAX_FIGHTER_ENTRIES + NUM_TYPES * (NUM_TURNS + 1) + NUM_TYPES
"""Entries about a seat's own order: what is beyond its list, each fighter, in each set every action and what
is missing or beyond it, and each champion that was filled in. Other orders have fewer."""
_A_SEAT = (
    max(_REFUSALS, 1 + MAX_EQUIP_ORDERS) * (_HEAD + 3)
    + MOST_LOOT_ACTIONS * (_HEAD + most_numbers(LootFound))
    + NUM_TYPES * (_HEAD + most_numbers(ChampionDied))
    + (_HEAD + most_numbers(ItemsReturned))
    + (_HEAD + most_numbers(Eliminated))
    + (_HEAD + 3 + most_numbers(Strength) + most_numbers(Pair))
)
"""What a seat can give rise to in a step; a tile's report has a strength and at most one pair for each."""
LOG_WIDTH = (
    c.LOG_ENTRIES
    + MAX_SEATS * _A_SEAT
    + MOST_BATTLES * NUM_TURNS * (_HEAD + most_numbers(BattleTurn))
    + (_HEAD + most_numbers(MapShrunk))
)
"""Columns that suffice for the log of any step."""


@borrowing
def open_entry(b: Board, kind: int, audience: int) -> int:
    """Begin an entry; return the column of its first field."""
    at = int(b.log[c.LOG_SIZE])
    b.log[at] = kind
    b.log[at + 1] = audience
    return at + _HEAD


@borrowing
def close_entry(b: Board, first: int, at: int) -> None:
    """End an entry whose fields are in columns `first` to `at` - 1."""
    b.log[first - 1] = at - first
    b.log[c.LOG_SIZE] = at


@borrowing
def note(b: Board, kind: int, audience: int, one: int, other: int) -> None:
    """An entry of two fields."""
    first = open_entry(b, kind, audience)
    b.log[first] = one
    b.log[first + 1] = other
    close_entry(b, first, first + 2)


@borrowing
def refuse(b: Board, seat: int, code: int, index: int, turn: int) -> None:
    """A part of a seat's order does not count, or was filled in (CH-4.11).

    Args:
        b: The match.
        seat: The seat that gets the refusal.
        code: Number of the RefusalCode.
        index: Place in the list of the order; -1 if the whole order is refused.
        turn: Place in the set of that entry; -1 if no single action is refused.
    """
    first = open_entry(b, c.REFUSED, 1 << seat)
    b.log[first] = code
    b.log[first + 1] = index
    b.log[first + 2] = turn
    close_entry(b, first, first + 3)


@borrowing
def refuse_surplus(b: Board, seat: int, index: int, turn: int, surplus: int) -> None:
    """All elements beyond the bound of a list do not count (CH-4.2).

    Args:
        b: The match.
        seat: The seat that gets the refusals.
        index: Place of the first of them in the list of the order; that of the entry, if they are of a set.
        turn: Place of the first of them in the set of that entry; -1 if they are of the order's list.
        surplus: Number of such elements; with 0 nothing is reported.
    """
    if surplus:
        first = open_entry(b, c.SURPLUS_REFUSED, 1 << seat)
        b.log[first] = index
        b.log[first + 1] = turn
        b.log[first + 2] = surplus
        close_entry(b, first, first + 3)


@borrowing
def everybody(b: Board) -> int:
    """Return the audience of all seats, in play or not."""
    return (1 << len(b.seats)) - 1


@borrowing
def count_refused(b: Board, parts: Ints) -> None:
    """Count what did not count of each seat's order in the last step.

    Args:
        b: The match.
        parts: int32[seat]; written.
    """
    parts[:] = 0
    at = c.LOG_ENTRIES
    while at < b.log[c.LOG_SIZE]:
        first = at + _HEAD
        if b.log[at] == c.SURPLUS_REFUSED:
            parts[_first_of(int(b.log[at + 1]))] += b.log[first + 2]
        elif b.log[at] == c.REFUSED and b.log[first] not in FILLED:
            parts[_first_of(int(b.log[at + 1]))] += 1
        at = first + b.log[first - 1]


@borrowing
def _first_of(seats: int) -> int:
    """Return the first seat of a set that is not empty."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat
