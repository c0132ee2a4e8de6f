"""Further columns of a game: lists and maps that have a greatest length under a config, for learners.

What a record declares without a bound is no column of the rows, and what is text is none. A game that knows
how long its lists can be tells them beside: filled up with zeros, from its states, for all rows at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from referee.core.config import GameConfig
from referee.kit.rollout.rows import Array, RowColumn

__all__ = ["FurtherColumns", "HasFurtherColumns"]


class FurtherColumns(Protocol):
    """Makes columns of a game's states. A bot makes the same ones of its message: `referee_envs.messages`."""

    columns: tuple[RowColumn, ...]
    """Those that the rows of the game don't have."""
    most: Mapping[str, int]
    """Greatest lengths of the observation's lists that declare none, as `ColumnSet` takes them."""
    quicker: frozenset[str]
    """Names of columns that the rows have as well, and that are made sooner here."""

    def look(self, states: Sequence[Any], names: Sequence[str]) -> dict[str, Array]:
        """Return columns by their names, with axes of states and seats in front, as the caller's own.

        Args:
            states: Matches under the config; none of them changes.
            names: Names of `columns` or of `quicker`.
        """
        ...


@runtime_checkable
class HasFurtherColumns(Protocol):
    """A game with such columns."""

    def further_columns(self, config: GameConfig, num_seats: int) -> FurtherColumns:
        """Return what makes them under a config, for so many seats."""
        ...
