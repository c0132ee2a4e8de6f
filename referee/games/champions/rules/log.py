"""The log of a step: kernels write what happens into it, as entries of integers (CH-6.3).

An entry is its kind, its audience as a set of seats (bit s stands for seat s), the count of the
numbers that follow, and these numbers: the fields of its record in `wire.records`. The log is
cleared when a step begins; `wire.events` turns its entries into events.
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
"""Refusal codes of parts that were missing and were filled in by the rules, as opposed to parts that were refused."""
MOST_REFUSALS = 32
"""Highest number of refused parts of one action that are reported one by one; of the rest only the
number is reported (CH-4.2).
"""
_HEAD = 3
_REFUSALS = 1 + MAX_FIGHTER_ENTRIES + NUM_TYPES * (NUM_TURNS + 1) + NUM_TYPES
"""Highest number of log entries about a seat's own BATTLE order: one for entries beyond its list,
one for each fighter entry, in each set one for each action and one for missing or surplus
actions, and one for each champion that was filled in. Orders of other phases have fewer.
"""
_A_SEAT = (
    max(_REFUSALS, 1 + MAX_EQUIP_ORDERS) * (_HEAD + 3)
    + MOST_LOOT_ACTIONS * (_HEAD + most_numbers(LootFound))
    + NUM_TYPES * (_HEAD + most_numbers(ChampionDied))
    + (_HEAD + most_numbers(ItemsReturned))
    + (_HEAD + most_numbers(Eliminated))
    + (_HEAD + 3 + most_numbers(Strength) + most_numbers(Pair))
)
"""Highest number of log columns that one seat can cause in a step.

A tile with several seats gets one report, which lists for each seat the health of its champions
(`Strength`), and the battles between the seats (`Pair`). Its columns are divided among these seats:
this number has room for one `Strength` and one `Pair`, as a tile has no more battles than seats.
"""
# Kernels check no bounds: in a log that is too narrow they would write over other memory. So every
# kind of entry is counted at its largest.
LOG_WIDTH = (
    c.LOG_ENTRIES
    + MAX_SEATS * _A_SEAT
    + MOST_BATTLES * NUM_TURNS * (_HEAD + most_numbers(BattleTurn))
    + (_HEAD + most_numbers(MapShrunk))
)
"""Number of columns that suffice for the log of any step."""


@borrowing
def open_entry(b: Board, kind: int, audience: int) -> int:
    """Begin a log entry; return the column of its first field.

    `kind` is the number of the kind of event, such as REFUSED. `audience` is the set of seats that
    get the event: bit s is set for seat s.
    """
    # The log's size grows only in `close_entry`: an entry that is begun and given up leaves no
    # trace.
    at = int(b.log[c.LOG_SIZE])
    b.log[at] = kind
    b.log[at + 1] = audience
    return at + _HEAD


@borrowing
def close_entry(b: Board, first: int, at: int) -> None:
    """End the log entry whose fields are in columns `first` to `at` - 1."""
    b.log[first - 1] = at - first
    b.log[c.LOG_SIZE] = at


@borrowing
def note(b: Board, kind: int, audience: int, one: int, other: int) -> None:
    """Write a log entry of the given kind whose two fields are `one` and `other`.

    `audience` is the set of seats that get the event: bit s stands for seat s.
    """
    first = open_entry(b, kind, audience)
    b.log[first] = one
    b.log[first + 1] = other
    close_entry(b, first, first + 2)


@borrowing
def refuse(b: Board, seat: int, code: int, index: int, turn: int) -> None:
    """Log that a part of a seat's order does not count, or was filled in (CH-4.11).

    Args:
        b: The match.
        seat: Index of the seat that gets the refusal.
        code: Number of the RefusalCode.
        index: Index in the order's list; -1 if the whole order is refused.
        turn: Index of the action in the set of that entry; -1 if no single action is refused.
    """
    first = open_entry(b, c.REFUSED, 1 << seat)
    b.log[first] = code
    b.log[first + 1] = index
    b.log[first + 2] = turn
    close_entry(b, first, first + 3)


@borrowing
def refuse_surplus(b: Board, seat: int, index: int, turn: int, surplus: int) -> None:
    """Log that all elements beyond the highest length of a list do not count (CH-4.2).

    Args:
        b: The match.
        seat: Index of the seat that gets the refusals.
        index: Index of the first surplus element in the order's list; of the fighter entry, if the
            list is a set.
        turn: Index of the first surplus action in the set of that entry; -1 if the list is the
            order's own.
        surplus: Number of surplus elements; with 0 nothing is logged.
    """
    if surplus:
        # One entry for all of them: a list may have 65,535 surplus elements, and the log has a
        # fixed width.
        first = open_entry(b, c.SURPLUS_REFUSED, 1 << seat)
        b.log[first] = index
        b.log[first + 1] = turn
        b.log[first + 2] = surplus
        close_entry(b, first, first + 3)


@borrowing
def everybody(b: Board) -> int:
    """Return the audience of all seats, in play or not: a bit for each seat."""
    return (1 << len(b.seats)) - 1


@borrowing
def count_refused(b: Board, parts: Ints) -> None:
    """Count the refused parts of each seat's order in the last step.

    Args:
        b: The match, with the log of the step.
        parts: int32[seat]: number of refused parts; written.
    """
    parts[:] = 0
    at = c.LOG_ENTRIES
    while at < b.log[c.LOG_SIZE]:
        first = at + _HEAD
        if b.log[at] == c.SURPLUS_REFUSED:
            parts[_first_of(int(b.log[at + 1]))] += b.log[first + 2]
        # What was filled in is a notice; nothing of the order was refused by it.
        elif b.log[at] == c.REFUSED and b.log[first] not in FILLED:
            parts[_first_of(int(b.log[at + 1]))] += 1
        at = first + b.log[first - 1]


@borrowing
def _first_of(seats: int) -> int:
    """Return the lowest seat of a set given as bits (bit s for seat s), which must not be empty."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat
