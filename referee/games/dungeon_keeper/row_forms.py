"""What rows of Dungeon Keeper take and keep: which configs they cover, orders in numbers, saved matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from referee.games.dungeon_keeper.batch import numbers as n
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.columns import Ints
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.maps.setup import new_match
from referee.kit.columns import Column
from referee.kit.rollout.columns import RowColumn
from referee.kit.rollout.dtypes import Array, Bools
from referee.kit.rollout.dtypes import Ints as Counts

__all__ = ["OBJECTS", "ORDER", "Given", "Saved", "covers", "named"]

_MOST_IN_A_MINE = int(np.iinfo(np.int8).max)
_ABOUTORDER = (
    "Flags (1 ends the turn, 2 a delta will do, 4 no batch at all), how many orders, and of each its "
    "kind as on the wire, from 1, and 5 numbers: its fields in their order, a cell as row and column, "
    "a name by its place from 0; of an attack unit, target, row, column, and 1 if the cell counts"
)
_BOUNDS = np.iinfo(np.int32)
ORDER = RowColumn(
    Column(
        "order",
        np.dtype(np.int32),
        (n.WIDTH,),
        int(_BOUNDS.min),
        int(_BOUNDS.max),
        _ABOUTORDER,
    )
)
OBJECTS = "objects"
"""Name of a column of batches as objects, object[row, seat], for those that numbers can't say; None elsewhere."""


def covers(config: DungeonKeeperConfig) -> bool:
    """Return whether matches of a config can be rows: without fog, of version 2, and without a rich mine."""
    if config.version == 1 or config.fog_of_war:
        return False
    if config.scenario is not None:
        # Its mines are its own: the board that it makes says what they hold.
        return bool(new_match(config, 0, config.scenario.players).cells.dtype == np.int8)
    richest = max(config.gold_mine_amount, config.iron_mine_amount, config.gem_mine_amount)
    return richest <= _MOST_IN_A_MINE


def named(part: str, columns: Mapping[str, Array]) -> dict[str, Array]:
    """Return columns by their whole names, which begin with the part that they are of."""
    return {f"{part}.{name}": array for name, array in columns.items()}


class Given(NamedTuple):
    """Batches of all seats of all rows."""

    orders: Ints
    """int32[row, seat, column]: batches in numbers."""
    answered: Bools
    """bool[row, seat]: whether the seat has answered."""
    objects: Array | None
    """object[row, seat]: batches that go before the numbers, None where there is none; None for none at all."""
    unreadable: Bools | None
    """bool[row, seat]: whether the answer is no action at all; None if all can be read."""


class Saved(NamedTuple):
    """Some matches, with everything that belongs to them."""

    board: Board
    """The matches, side by side."""
    before: Board
    """The same matches as they were before their last batches of orders."""
    scripts: list[Ints | None]
    """Scripted dice of each match; None where there are none."""
    exits: Counts
    """int32[n, seat]: in which order seats left their match, from 1; 0 while a seat plays."""
    events: list[dict[int, bytes]]
    """Events of each match that have not been taken yet, by seat."""
