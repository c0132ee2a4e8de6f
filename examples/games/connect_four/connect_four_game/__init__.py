"""Connect Four: two seats drop discs into columns in turn, and four discs in a row win."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.info import GameInfo
from referee.kit.game import Ints, State, plugin
from referee.kit.records import Record
from referee.kit.rollout.row_game import RowGame, places_of

__all__ = ["INFO", "PLUGIN", "ConnectFour"]

INFO = GameInfo("connect_four", "Connect Four", 1, "Four in a row win.", 2, 2, 2, chance_free=True)
MOST = 12


class Config(GameConfig):
    """Settings of a match of Connect Four (C4-1)."""

    rows: Annotated[int, Field(ge=4, le=MOST)] = 6
    """Number of rows of the board."""
    columns: Annotated[int, Field(ge=4, le=MOST)] = 7
    """Number of columns of the board."""
    in_a_row: Annotated[int, Field(ge=3, le=6)] = 4
    """Number of discs in a row that win."""


class Drop(Record):
    """A seat's action: drop a disc into a column (C4-2)."""

    column: Annotated[int, Field(ge=0, le=MOST - 1)]
    """Index of the column, from 0 on the left; it must not be full."""


class Seen(Record):
    """What both seats and the public know of a match: everything (C4-3)."""

    board: Annotated[list[Annotated[int, Field(ge=-1, le=1)]], Field(max_length=MOST * MOST)]
    """Cells row by row from the top: -1 for an empty one, else the seat whose disc is there."""
    open: Annotated[list[Annotated[int, Field(ge=0, le=MOST - 1)]], Field(max_length=MOST)]
    """Indices of the columns that are not full, ascending."""


class Dropped(Record):
    """A seat has dropped a disc."""

    seat: Annotated[int, Field(ge=0, le=1)]
    """Seat that dropped the disc."""
    row: Annotated[int, Field(ge=0, le=MOST - 1)]
    """Row in which the disc lies, from 0 at the top."""
    column: Annotated[int, Field(ge=0, le=MOST - 1)]
    """Column into which the disc fell, from 0 on the left."""


class Won(Record):
    """A seat has won by a row of discs (C4-4)."""

    seat: Annotated[int, Field(ge=0, le=1)]
    """Seat that has won."""


@dataclasses.dataclass(kw_only=True)
class Board(State):
    """State of a match of Connect Four: the discs on the board, and the winner."""

    cells: Ints
    """int64[row, column]: seat whose disc is in the cell; -1 for an empty cell."""
    winner: Ints
    """int64[1]: seat that has won; -1 for none."""


class ConnectFour(RowGame[Config, Board, Drop, Seen]):
    """The rules of Connect Four: for one match, and then for many at once (`..._rows`)."""

    info = INFO
    config_class = Config
    actions = (Drop,)
    observation = Seen
    events = (Dropped, Won)

    def deal(self, config: Config, table: State) -> Board:
        """Return an empty board (C4-1)."""
        cells = np.full((config.rows, config.columns), -1, np.int64)
        return table.as_state(Board, cells=cells, winner=np.full(1, -1, np.int64))

    def acting(self, state: Board) -> Sequence[int]:
        """Return the seat whose turn it is.

        The result is empty once a seat has won or the board is full (C4-2, C4-4).
        """
        discs = int((state.cells >= 0).sum())
        return () if state.winner[0] >= 0 or discs == state.cells.size else (discs % 2,)

    def see(self, state: Board, seat: int) -> Seen:
        """Return what a seat knows: the whole board (C4-3)."""
        return Seen.of(board=state.cells.ravel().tolist(), open=_open(state))

    def observe_public(self, state: Board) -> Seen:
        """Return what the public knows: the whole board (C4-3)."""
        return self.see(state, 0)

    def legal_actions(self, state: Board, seat: int) -> Sequence[Drop]:
        """Return the drops into columns that are not full; the leftmost is the default (C4-2)."""
        return [Drop.of(column=column) for column in _open(state)]

    def numbered_actions(self, config: Config) -> Sequence[Drop]:
        """Return a drop into each column of the board: number 3 is column 3, whether it is full or not."""
        return [Drop.of(column=column) for column in range(config.columns)]

    def play(self, state: Board, actions: Mapping[int, Drop]) -> Iterator[Record]:
        """Drop the disc of the acting seat.

        Return the events of the drop and of a win (C4-2, C4-4).
        """
        ((seat, drop),) = actions.items()
        row = int((state.cells[:, drop.column] < 0).sum()) - 1
        state.cells[row, drop.column] = seat
        yield Dropped.of(seat=seat, row=row, column=drop.column)
        if _is_row(state.cells == seat, row, drop.column, state.config.in_a_row):
            state.winner[0] = seat
            yield Won.of(seat=seat)

    def scores(self, state: Board) -> Sequence[int]:
        """Return the score of each seat: 1 for the winner, else 0 (C4-4)."""
        return [int(state.winner[0] == seat) for seat in range(2)]

    # The same rules for many matches at once: arrays of the state have an axis of matches in front.

    def deal_rows(self, config: Config, table: State) -> Board:
        """Return empty boards (C4-1)."""
        num_rows = len(table.seed)
        cells = np.full((num_rows, config.rows, config.columns), -1, np.int64)
        return table.as_state(Board, cells=cells, winner=np.full((num_rows, 1), -1, np.int64))

    def acting_rows(self, state: Board) -> np.ndarray:  # type: ignore[type-arg]
        """Return bool[row, seat]: whether it is the seat's turn (C4-2, C4-4)."""
        discs = (state.cells >= 0).sum(axis=(1, 2))
        is_open = (state.winner[:, 0] < 0) & (discs < state.cells[0].size)
        return is_open[:, None] & (np.arange(2) == discs[:, None] % 2)

    def legal_rows(self, state: Board) -> np.ndarray:  # type: ignore[type-arg]
        """Return bool[row, 1, column]: which columns are not full (C4-2)."""
        return (state.cells[:, 0] < 0)[:, None]

    def see_rows(self, state: Board) -> Mapping[str, np.ndarray]:  # type: ignore[type-arg]
        """Return what both seats see: the whole board (C4-3)."""
        board = state.cells.reshape(len(state.cells), 1, -1)
        places, count = places_of(self.legal_rows(state))
        size = np.full((len(board), 1), board.shape[2])
        return {"board": board, "board.count": size, "open": places, "open.count": count}

    def play_rows(self, state: Board, numbers: Ints) -> None:
        """Drop the disc of each match's acting seat (C4-2, C4-4)."""
        each, seat, column = np.arange(len(numbers)), numbers.argmax(axis=1), numbers.max(axis=1)
        row = (state.cells[each, :, column] < 0).sum(axis=1) - 1
        state.cells[each, row, column] = seat
        won = _are_rows(state.cells, row, column, state.config.in_a_row)
        state.winner[won, 0] = seat[won]

    def scores_rows(self, state: Board) -> np.ndarray:  # type: ignore[type-arg]
        """Return int64[row, seat]: 1 for the winner, else 0 (C4-4)."""
        return (state.winner == np.arange(2)).astype(np.int64)


def _open(state: Board) -> list[int]:
    found: list[int] = np.flatnonzero(state.cells[0] < 0).tolist()
    return found


def _is_row(own: np.ndarray, row: int, column: int, count: int) -> bool:  # type: ignore[type-arg]
    """Return whether a row of `count` own discs goes through the cell at `row` and `column`.

    `own` says of each cell whether it has an own disc.
    """
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < own.shape[0] and 0 <= c < own.shape[1] and own[r, c]:
                length, r, c = length + 1, r + sign * down, c + sign * right
        if length >= count:
            return True
    return False


def _are_rows(cells: Ints, row: Ints, column: Ints, count: int) -> np.ndarray:  # type: ignore[type-arg]
    """Return bool[match]: whether a row of `count` equal discs goes through a cell of each match.

    Args:
        cells: int64[match, row, column]: boards.
        row: int64[match]: the cell's row.
        column: int64[match]: the cell's column.
        count: Number of discs in a row that win.
    """
    # Arrays [distance, line, match]: on each of four lines through the cell those at these distances.
    steps = np.arange(1 - count, count)[:, None, None]
    r = row + steps * np.array([0, 1, 1, 1])[:, None]
    c = column + steps * np.array([1, 0, 1, -1])[:, None]
    is_on = (r >= 0) & (r < cells.shape[1]) & (c >= 0) & (c < cells.shape[2])
    match = np.arange(len(cells))
    disc = cells[match, np.where(is_on, r, 0), np.where(is_on, c, 0)]
    own = is_on & (disc == cells[match, row, column])
    # A row of `count` through the cell is a window of that length on one of the lines.
    found = [own[first : first + count].all(axis=0) for first in range(count)]
    return np.any(found, axis=(0, 1))


PLUGIN = plugin(ConnectFour(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0")
