"""Further columns of a game, for learners: lists and maps whose greatest length follows from the config.

Rows have no columns for texts and for lists without a declared bound. A game that knows the
greatest length of such a list from its config offers the list here, padded with zeros, made from
its states for all rows at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from referee.core.config import GameConfig
from referee.kit.rollout.columns import RowColumn
from referee.kit.rollout.dtypes import Array, Longs

__all__ = ["FurtherColumns", "HasFurtherColumns", "MakesFurther"]


class FurtherColumns(Protocol):
    """Makes a game's further columns from its states: lists and maps as arrays, padded with zeros.

    A bot makes the same columns from its observation message, in `referee_envs.messages`.
    """

    columns: tuple[RowColumn, ...]
    """The further columns; the game's rows have none of these names."""
    most: Mapping[str, int]
    """Greatest lengths of the observation's lists that declare none, by column name, as `ColumnSet`
    takes them.
    """
    quicker: frozenset[str]
    """Names of ordinary columns of the rows that are computed faster here."""

    def values(self, states: Sequence[Any], names: Sequence[str]) -> dict[str, Array]:
        """Return new arrays of columns, by column name; their first axes are states and seats.

        Args:
            states: States of matches under the config; they stay unchanged.
            names: Column names, of `columns` or `quicker`.
        """
        ...


@runtime_checkable
class HasFurtherColumns(Protocol):
    """A game with columns beyond those of its records, for lists whose length its config limits."""

    def further_columns(self, config: GameConfig, num_seats: int) -> FurtherColumns:
        """Return an object that makes the further columns under a config, from states of matches.

        The matches have `num_seats` seats.
        """
        ...


@runtime_checkable
class MakesFurther(Protocol):
    """Rows that compute their game's further columns from their own arrays, without states."""

    def further_values(self, rows: Longs, names: Sequence[str]) -> dict[str, Array]:
        """Return new arrays of columns, by column name; see `FurtherColumns.values`.

        Args:
            rows: int64[n]: indices of the rows, at least one.
            names: Column names, of `columns` or `quicker` of the game's further columns.
        """
        ...
