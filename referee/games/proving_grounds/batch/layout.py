"""Columns of a message as numbers: a setup, or the orders of a turn (PG-2.11, PG-4.2).

A message has its form first. Zeros are the message without any part.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.games.proving_grounds.tables import MOST_ITEMS, MOST_STASH, NUM_BOARDS
from referee.games.proving_grounds.wire.orders import ORDER_KINDS

__all__ = ["KINDS", "Shape"]

FORM = 0
"""Column with the form of the message: READ, BAD or KEPT."""
READ, BAD, KEPT = 0, 1, 2
"""Forms: numbers that follow, a message that counts as unreadable, and an action that the rows keep."""
PLACE = 1
"""Column of a message that is kept, with its place among those."""
NO_LIST = -2
"""In the first place of a list of fixed length: the list has another length, so it is malformed."""

# Orders of a turn: bids on boards, then lists, each with its length in front.
BIDS = 1
NUM_HIRES = BIDS + NUM_BOARDS
HIRES = NUM_HIRES + 1

# An entry of the hero orders: its kind, 1 + place in KINDS, the hero, and what the kind has: item, target,
# room, gem, gems, bool or policy, seat; of a move the number of rooms, then the rooms.
KIND, HERO, FIRST, SECOND, THIRD = range(5)
NUM_STEPS, STEPS = 2, 3
WITH_SEAT, WITH_HERO, GIVE = 2, 3, 4

# A setup: number of heroes, then the heroes, then number of items of the stash, the items, and the bids.
NUM_SPECS, SPECS = 1, 2
SPEC_KIND, IMPROVE, NUM_SPEC_ITEMS, SPEC_ITEMS = 0, 1, 6, 7
SPEC_GUARD = SPEC_ITEMS + MOST_ITEMS
SPEC_POLICY = SPEC_GUARD + 1
SPEC_WIDTH = SPEC_POLICY + 1

KINDS = tuple(ORDER_KINDS)
"""Names of the kinds of hero orders (PG-4.5, PG-4.6), by place."""
EQUIP, UNEQUIP, GUARD, POLICY, PASS, DEPOSIT, WITHDRAW, MOVE, TRADE, REST = range(1, 11)
FORCE, POTION, CLW, CSW, BLESS, CAST, SEARCH, SPIKE, UNSPIKE, TRAP = range(11, 21)
DISARM, SCOUT, STEAL = range(21, 24)


class Shape(NamedTuple):
    """Sizes of a message, which follow from the config and the number of seats."""

    candidates: int
    """Candidates of a hire auction."""
    slots: int
    """Slots of the market."""
    gems: int
    """Kinds of gems in play."""
    specs: int
    """Heroes that a setup may buy."""
    entries: int
    """Hero orders that the numbers of a turn have room for."""

    @property
    def num_buys(self) -> int:
        """Column with the number of purchases of a turn; the slots follow."""
        return HIRES + 2 * self.candidates

    @property
    def num_orders(self) -> int:
        """Column with the number of hero orders of a turn; the entries follow."""
        return self.num_buys + 1 + self.slots

    @property
    def entry_width(self) -> int:
        """Numbers of a hero order: those of a trade, the longest."""
        return GIVE + 2 * (2 + self.gems)

    @property
    def num_stash(self) -> int:
        """Column with the number of items that a setup buys for the stash; the items follow."""
        return SPECS + self.specs * SPEC_WIDTH

    @property
    def setup_bids(self) -> int:
        """First column of a setup's bids on the leader boards."""
        return self.num_stash + 1 + MOST_STASH

    @property
    def width(self) -> int:
        """Numbers of a message."""
        turn = self.num_orders + 1 + self.entries * self.entry_width
        return max(turn, self.setup_bids + NUM_BOARDS)
