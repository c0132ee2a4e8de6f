"""Arrays of many matches side by side, for kernels, and single matches out of them and into them.

Only matches without fog, of the present version and with a board of int8 are kept so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import inlined
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bytes, Ints, Longs, Shorts, Words
from referee.games.dungeon_keeper.state import State, most_units
from referee.kit.dice import no_script
from referee.kit.rollout.dtypes import Array

__all__ = [
    "Board",
    "Planes",
    "arrays_of",
    "board_at",
    "board_of",
    "copied_board",
    "copy_match",
    "copy_over",
    "match_of",
    "put_match",
    "put_shown",
    "repeated",
    "with_room",
]

Planes: TypeAlias = npt.NDArray[np.int8]


class Board(NamedTuple):
    """Arrays of matches side by side; those of one match lack the first axis.

    They are the arrays of `State`, as far as matches without fog need them.
    """

    rules: Ints
    """int32[column]: values of the config; the same array for all matches."""
    streams: Words
    """uint64[match, column]: the match seed, and the states of the two streams of dice."""
    match: Ints
    """int32[match, column]: counters such as round and acting seat."""
    turn_order: Bytes
    """int8[match, place]: seats in the order of their turns."""
    cells: Planes
    """int8[match, plane, row, col]: the boards."""
    units: Ints
    """int32[match, unit, column]: as many rows as there may be units, with zeros in free ones."""
    seats: Ints
    """int32[match, seat, column]: stocks, spells and other attributes of each seat."""
    items: Shorts
    """int16[match, item, column]: items, with zeros behind those of a match."""
    room: Longs
    """int64[match, 1]: how many rows of `items` the match would have if it were alone, which its
    digest shows."""


@inlined
def board_at(boards: Board, row: int) -> Board:
    """Return views of the arrays of one match.

    Args:
        boards: Arrays of matches side by side.
        row: Index of the match.
    """
    # Written out: a kernel can't loop over the fields of a named tuple, and takes no keywords.
    return Board(
        boards.rules,
        boards.streams[row],
        boards.match[row],
        boards.turn_order[row],
        boards.cells[row],
        boards.units[row],
        boards.seats[row],
        boards.items[row],
        boards.room[row],
    )


@inlined
def copy_over(into: Array, array: Array) -> None:
    """Copy an array of one axis over another one, which may have a wider type."""
    # Compiled, an assignment of a slice takes ten times as long, as it looks for overlaps.
    np.positive(array, into)


@inlined
def copy_match(into: Board, board: Board) -> None:
    """Copy all arrays of one match over those of another one.

    Args:
        into: The match that is replaced.
        board: The match that is copied; its arrays have the same shapes.
    """
    copy_over(into.streams, board.streams)
    copy_over(into.match, board.match)
    copy_over(into.turn_order, board.turn_order)
    copy_over(into.room, board.room)
    copy_over(into.cells.reshape(-1), board.cells.reshape(-1))
    copy_over(into.units.reshape(-1), board.units.reshape(-1))
    copy_over(into.seats.reshape(-1), board.seats.reshape(-1))
    copy_over(into.items.reshape(-1), board.items.reshape(-1))


def board_of(state: State) -> Board:
    """Return a match as arrays of one match; those that fit are the state's own."""
    units = np.zeros((most_units(state), c.UNIT_WIDTH), np.int32)
    units[: len(state.units)] = state.units
    cells = state.cells.astype(np.int8, copy=False)
    room = np.array([len(state.items)], np.int64)
    return Board(
        state.rules,
        state.streams,
        state.match,
        state.turn_order,
        cells,
        units,
        state.seats,
        state.items,
        room,
    )


def arrays_of(board: Board) -> list[Any]:
    """Return all arrays but the rules, in the order of the fields."""
    return list(board[1:])


def repeated(board: Board, times: int) -> Board:
    """Return copies of one match side by side; only the rules are not copied."""
    return Board(
        board.rules, *[np.repeat(array[None], times, axis=0) for array in arrays_of(board)]
    )


def copied_board(boards: Board, rows: Longs | None = None) -> Board:
    """Return copies of the matches in some rows, all for None, side by side; the rules are shared."""
    arrays = arrays_of(boards)
    return Board(boards.rules, *[each.copy() if rows is None else each[rows] for each in arrays])


def with_room(boards: Board, room: int) -> Board:
    """Return the same arrays, but with at least `room` rows of items in each match."""
    have = boards.items.shape[1]
    if have >= room:
        return boards
    more = np.zeros((len(boards.items), room - have, c.I_WIDTH), np.int16)
    return boards._replace(items=np.concatenate([boards.items, more], axis=1))


def put_match(boards: Board, row: int, state: State) -> None:
    """Replace the match in a row by a state; `boards` has room for its items."""
    board = board_of(state)
    for into, array in zip(arrays_of(boards), arrays_of(board), strict=True):
        if into is boards.items:
            into[row, : len(array)] = array
            into[row, len(array) :] = 0
        else:
            into[row] = array


def put_shown(before: Board, row: int, state: State) -> None:
    """Write what the acting seat was shown last, if the next observation may be a delta, into a row.

    Args:
        before: Matches as they were before their last batch of orders.
        row: Index of the match.
        state: The match.
    """
    if not state.match[c.SHOWN]:
        return
    before.cells[row] = state.shown_cells
    before.units[row] = 0
    before.units[row, : len(state.shown_units)] = state.shown_units
    before.seats[row] = state.shown_seats
    # Only which items lie there is ever asked for.
    shown = state.shown_items
    before.items[row] = 0
    before.items[row, : len(shown), c.I_PLACE] = np.where(shown, c.LYING, c.NOWHERE)
    before.match[row, c.NUM_ITEMS] = len(shown)


def match_of(boards: Board, before: Board, row: int, script: Ints | None = None) -> State:
    """Return a match as a state, whose arrays are views of its row where that is possible.

    Args:
        boards: Matches side by side.
        before: The same matches as they were before their last batches of orders.
        row: Index of the match.
        script: int32[column]: its scripted dice; None for none.
    """
    board = Board(boards.rules, *[array[row] for array in arrays_of(boards)])
    size, room = board.cells.shape[1], int(board.room[0])
    shown = _shown(before, row, room) if board.match[c.SHOWN] else _NOTHING_SHOWN
    return State(
        rules=board.rules,
        streams=board.streams,
        match=board.match,
        turn_order=board.turn_order,
        cells=board.cells,
        units=board.units,
        seats=board.seats,
        items=board.items[:room],
        vision=np.zeros((0, size, size), np.bool_),
        memory=np.zeros((0, size, size), np.uint32),
        item_memory=np.zeros((0, room), np.bool_),
        shown_cells=shown[0],
        shown_looks=shown[1],
        shown_units=shown[2],
        shown_seats=shown[3],
        shown_items=shown[4],
        script=no_script() if script is None else script,
    )


def _shown(before: Board, row: int, room: int) -> Sequence[Array]:
    cells, units = before.cells[row].copy(), before.units[row]
    seen = units[:, c.ID] > 0
    used = before.match.item(row, c.NUM_ITEMS)
    items = np.zeros(room, np.bool_)
    items[:used] = before.items[row, :used, c.I_PLACE] == c.LYING
    looks = cells[c.TERRAIN].copy()
    return cells, looks, units * seen[:, np.newaxis], before.seats[row].copy(), items


_NOTHING_SHOWN = (
    np.zeros((0, 0), np.int8),
    np.zeros((0, 0), np.int8),
    np.zeros((0, c.UNIT_WIDTH), np.int32),
    np.zeros((0, c.SEAT_WIDTH), np.int32),
    np.zeros(0, np.bool_),
)
