"""Valid parts of a seat's message by phase, after the checks (PG-4.10)."""

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
    """Valid parts of a seat's message, and the refusals of all others."""

    seat: int
    bids: tuple[int, ...] = (0,) * NUM_BOARDS
    """Gold by Board, 0 for boards that are not open."""
    hire: list[tuple[int, HireBid]] = dataclasses.field(default_factory=list)
    """Place in the list and bid."""
    buy: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    """Place in the list and slot."""
    heroes: dict[Phase, list[tuple[int, Any]]] = dataclasses.field(default_factory=dict)
    """By phase, as they were listed: place in the list and order of a class in ORDER_KINDS.

    Free orders, and at most one action for each hero.
    """
    refused: list[Result | Notice] = dataclasses.field(default_factory=list)
    """Results of refused parts, at most `MOST_REFUSALS` of those beyond the bound of a list (AM-3)."""
    untold: int = 0
    """Number of refused parts that are not in `refused`."""

    def refuse(self, part: OrderList, place: int, code: Code) -> None:
        """Refuse a part."""
        self.refused.append(result(self.seat, part, int(place), None, code))

    def refuse_surplus(self, part: OrderList, bound: int, count: int) -> None:
        """Refuse the entries of a list beyond its bound."""
        refused, untold = surplus(self.seat, part, bound, count)
        self.refused += refused
        self.untold += untold

    def of(self, phase: Phase) -> list[tuple[int, Any]]:
        """Return hero orders of a phase, in list order."""
        return self.heroes.get(phase, [])


@functools.cache
def open_boards(turn: int) -> tuple[Board, Board]:
    """Return the two boards that are up for grabs in a turn, ascending (PG-4.3)."""
    first, second = sorted([(turn - 1) % NUM_BOARDS, (turn + 1) % NUM_BOARDS])
    return Board(first), Board(second)
