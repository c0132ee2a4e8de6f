"""Base class of simple games whose rules are also written over arrays, so that learners step them fast.

Such a game is a `SimpleGame` with six more methods, which do for many matches at once what its
methods for one match do. docs/adding_a_game.md leads through an example.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from referee.core.config import GameConfig
from referee.kit.game import State
from referee.kit.records import Record
from referee.kit.rollout.array_rows import ArrayRows
from referee.kit.rollout.row_rules import RowRules, places_of, rolls, shuffles
from referee.kit.rollout.rows import Rows

__all__ = ["RowGame", "places_of", "rolls", "shuffles"]

C = TypeVar("C", bound=GameConfig)
S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Record)
O = TypeVar("O", bound=Record)  # noqa: E741


class RowGame(RowRules[C, S, A, O], Generic[C, S, A, O]):
    """Base of a simple game with numbered actions whose rules are also written over arrays."""

    def start_rows(self, config: C, *, num_rows: int, num_seats: int) -> Rows:
        """Return `num_rows` matches for learners, which are stepped together; see `StartsRows`."""
        return ArrayRows(self, config, num_rows=num_rows, num_seats=num_seats)
