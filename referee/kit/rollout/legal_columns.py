"""Columns with the fields of each legal action, for games that list legal actions but don't number them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from referee.kit.columns import Column, ColumnSet
from referee.kit.records import kind_name
from referee.kit.rollout.columns import RowColumn

__all__ = ["LegalColumns"]

_PREFIX: Final = "legal."
_KIND: Final = "legal.kind"
_MOST_NUMBERS: Final = 65_536
"""A column of more numbers than this for one seat is left out."""


class LegalColumns:
    """Columns `legal.FIELD`, one for each field of a listed action; `legal.KIND.FIELD` if there are several kinds.

    The first axis of each column is the position in the list. Past the end of the list, and for
    actions of another kind, values are 0. If there are several kinds, the column `legal.kind` has
    the kind, counted from 1, and 0 past the end.

    Args:
        kinds: Record classes of the game's kinds of actions.
        most: Number of actions that the columns have room for.
    """

    def __init__(self, kinds: Sequence[type[Any]], most: int) -> None:
        self._kinds, self._most = tuple(kinds), most
        self._found: dict[str, tuple[type[Any], ColumnSet, str]] = {}
        self.columns: list[RowColumn] = []
        """All columns of the fields of legal actions."""
        if len(kinds) > 1:
            names = ", ".join(f"{n} {kind_name(kind)}" for n, kind in enumerate(kinds, 1))
            about = f"Kind of each legal action: {names}; 0 behind the last"
            dtype = np.dtype(np.int8 if len(kinds) < 128 else np.int32)
            self.columns.append(RowColumn(Column(_KIND, dtype, (most,), 0, len(kinds), about)))
        for kind in kinds:
            self._add(kind)

    def _add(self, kind: type[Any]) -> None:
        prefix = f"{_PREFIX}{kind_name(kind)}." if len(self._kinds) > 1 else _PREFIX
        fields = ColumnSet(kind)
        for each in fields.columns:
            # A column with room for all legal actions, of lists within actions, can grow beyond any
            # use.
            if self._most * math.prod(each.shape) > _MOST_NUMBERS:
                continue
            # 0 fills the places behind the list, so it must be within the bounds.
            name, low = prefix + each.name, min(0, each.low)
            about = f"Of each legal action, 0 behind the last: {each.meaning}"
            shape = (self._most, *each.shape)
            self._found[name] = kind, fields, each.name
            self.columns.append(RowColumn(Column(name, each.dtype, shape, low, each.high, about)))

    def __contains__(self, name: str) -> bool:
        return name == _KIND or name in self._found

    def array(self, name: str, lists: Mapping[int, Sequence[Any]], count: int) -> npt.NDArray[Any]:
        """Return one column; its first axis is the entries: pairs of a row and a seat.

        Args:
            name: Name of the column.
            lists: Legal actions by entry, for entries that have some; actions past `most` are left
                out.
            count: Number of entries.
        """
        # Zeros first, so that places without an action, or of another kind, need no writing.
        column = next(each.column for each in self.columns if each.name == name)
        array = np.zeros((count, *column.shape), column.dtype)
        if name == _KIND:
            for entry, actions in lists.items():
                for place, action in enumerate(actions[: self._most]):
                    array[entry, place] = 1 + self._kinds.index(type(action))
            return array
        kind, fields, field = self._found[name]
        for entry, actions in lists.items():
            places = [n for n, each in enumerate(actions[: self._most]) if isinstance(each, kind)]
            array[entry, places] = fields.array(field, [actions[place] for place in places])
        return array
