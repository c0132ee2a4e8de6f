"""Valid parts of a seat's message for one turn, by phase, after the checks (PG-4.10)."""

from __future__ import annotations

import dataclasses
import enum
import functools
from typing import Any

from referee.games.proving_grounds.tables import NUM_BOARDS, Board, Code, OrderList
from referee.games.proving_grounds.wire.events import Notice, Result, result, surplus
from referee.games.proving_grounds.wire.orders import HireBid

__all__ = ["Checked", "Phase", "open_boards"]


class Phase(enum.IntEnum):
    """Phases of a turn in which hero orders are carried out (PG-5.1)."""

    FREE = 4
    TRADE = 5
    ACT = 6
    MOVE = 7
    SEARCH = 9
    REST = 10


@dataclasses.dataclass(slots=True)
class Checked:
    """Valid parts of a seat's message, and the refusals of its invalid parts."""

    seat: int
    bids: tuple[int, ...] = (0,) * NUM_BOARDS
    """Gold that the seat bids on each leader board, indexed by Board; 0 for boards that are not open in this turn."""
    hire: list[tuple[int, HireBid]] = dataclasses.field(default_factory=list)
    """Valid hire bids, each with its index in the message's list."""
    buy: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    """Market slots to buy, each with its index in the message's list."""
    heroes: dict[Phase, list[tuple[int, Any]]] = dataclasses.field(default_factory=dict)
    """Hero orders by phase: the index in the message's list, and the order, in list order.
    All free orders, and at most one action for each hero. Each order is of a class in ORDER_KINDS.
    """
    refused: list[Result | Notice] = dataclasses.field(default_factory=list)
    """Results of refused parts; of entries beyond a list's bound at most `MOST_REFUSALS` (AM-3)."""
    untold: int = 0
    """Number of refused parts that are left out of `refused`, because it already has
    `MOST_REFUSALS`."""

    def refuse(self, part: OrderList, place: int, code: Code) -> None:
        """Add the result of a refused part: the entry at index `place` of a list."""
        self.refused.append(result(self.seat, part, int(place), None, code))

    def refuse_surplus(self, part: OrderList, bound: int, count: int) -> None:
        """Refuse the entries of a list with `count` entries that are beyond its `bound`: add their results."""
        refused, untold = surplus(self.seat, part, bound, count)
        self.refused += refused
        self.untold += untold

    def of(self, phase: Phase) -> list[tuple[int, Any]]:
        """Return the hero orders of a phase in list order, each with its index in the list."""
        return self.heroes.get(phase, [])


@functools.cache
def open_boards(turn: int) -> tuple[Board, Board]:
    """Return the two leader boards that can be bid on in a turn, lower number first (PG-4.3)."""
    first, second = sorted([(turn - 1) % NUM_BOARDS, (turn + 1) % NUM_BOARDS])
    return Board(first), Board(second)
