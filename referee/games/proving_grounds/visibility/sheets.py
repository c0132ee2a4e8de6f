"""Columns of what seats see, made by the kernels of `batch.sights` into arrays that are new each time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from referee.games.proving_grounds.batch.seen import NAMES, PARTS
from referee.games.proving_grounds.batch.sights import Sheet, look_all
from referee.games.proving_grounds.batch.table import Table
from referee.kit.columns import Column
from referee.kit.rollout.dtypes import Array, Longs

__all__ = ["Sheets"]

_KINDS: tuple[Any, ...] = (np.bool_, np.int8, np.int16, np.int32)
"""Dtypes of the arrays of a `Sheet`, in their order."""


class Sheets:
    """Makes columns of what seats see, by kernels.

    Args:
        columns: All columns that can be asked for.
        same: Values of the columns that are the same at all times, [seat, ...], by name.
    """

    def __init__(self, columns: Sequence[Column], same: Mapping[str, Array]) -> None:
        by_name = {column.name: column for column in columns}
        self._columns = [by_name[name] for name in NAMES]
        self._same = dict(same)
        self._places = {name: place for place, name in enumerate(NAMES)}
        self._sizes = np.array([math.prod(each.shape) for each in self._columns], np.int64)
        self._parts = [_part_of(name) for name in NAMES]

    def values(self, table: Table, rows: Longs, names: Sequence[str]) -> dict[str, Array]:
        """Return columns of what seats see in some rows of a table, by name, in new arrays."""
        parts = {_part_of(name) for name in names if name not in self._same}
        seats = table.seats.shape[1]
        ends = [0] * len(_KINDS)
        base = np.zeros(len(NAMES), np.int64)
        for place, column in enumerate(self._columns):
            if self._parts[place] in parts:
                kind = _KINDS.index(column.dtype.type)
                base[place] = ends[kind]
                ends[kind] += len(rows) * seats * int(self._sizes[place])
        arrays: list[Any] = [np.zeros(end, kind) for end, kind in zip(ends, _KINDS, strict=True)]
        wanted = np.array([part in parts for part in range(len(PARTS))])
        bools, bytes8, shorts, ints = arrays
        look_all(table, rows, Sheet(bools, bytes8, shorts, ints, base, self._sizes, wanted))
        values = {}
        for name in names:
            if name in self._same:
                values[name] = np.repeat(self._same[name][np.newaxis], len(rows), 0)
                continue
            place, column = self._places[name], self._columns[self._places[name]]
            array, first = arrays[_KINDS.index(column.dtype.type)], int(base[place])
            behind = first + len(rows) * seats * int(self._sizes[place])
            values[name] = array[first:behind].reshape(len(rows), seats, *column.shape)
        # Views of large arrays, which stay in memory as long as any of them: where only a few columns are asked
        # for, they are copied out.
        if 2 * sum(each.nbytes for each in values.values()) < sum(each.nbytes for each in arrays):
            return {name: array.copy() for name, array in values.items()}
        return values


def _part_of(name: str) -> int:
    first = name.partition(".")[0]
    return PARTS.index(first) if first in PARTS else 0
