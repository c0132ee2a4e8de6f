"""Further columns of a game: lists and maps that have a greatest length under a config, for learners.

Rows have no columns for texts and for lists without a declared bound. A game that knows from its config how long
these lists can be offers them here: padded with zeros, from its states, for all rows at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from referee.core.config import GameConfig
from referee.kit.rollout.rows import Array, RowColumn

__all__ = ["FurtherColumns", "HasFurtherColumns"]


class FurtherColumns(Protocol):
    """Makes columns from a game's states. A bot makes the same columns from its message: `referee_envs.messages`."""

    columns: tuple[RowColumn, ...]
    """The columns, none of which the rows of the game have."""
    most: Mapping[str, int]
    """Greatest lengths of the observation's lists that declare none, as `ColumnSet` takes them."""
    quicker: frozenset[str]
    """Names of columns of the rows that are made faster here."""

    def values(self, states: Sequence[Any], names: Sequence[str]) -> dict[str, Array]:
        """Return new arrays of columns by their names, with axes of states and seats in front.

        Args:
            states: Matches under the config; none of them changes.
            names: Names of `columns` or of `quicker`.
        """
        ...


@runtime_checkable
class HasFurtherColumns(Protocol):
    """A game with further columns."""

    def further_columns(self, config: GameConfig, num_seats: int) -> FurtherColumns:
        """Return the further columns under a config, for matches of `num_seats` seats."""
        ...
