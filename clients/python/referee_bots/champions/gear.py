"""Choice of loot, and distribution of a seat's items among its champions (CH-4.4, CH-4.5).

It follows the brawler bot of CH-9.2.
"""

from __future__ import annotations

import itertools
from typing import TypeAlias

from gamereferee.games.champions.v1.champions_pb2 import Action, Equip, EquipOrder, Item, Loot, Me
from gamereferee.games.champions.v1.tables import (
    AFFINITY,
    ARMOUR_SLOT,
    HEAVIEST,
    KINDS,
    NUM_SLOTS,
    Category,
    ChampionType,
)
from referee_bots.champions.rolls import NO_DICE, mean

__all__ = ["equip", "loot", "may_hold"]

_Place: TypeAlias = tuple[int, int]
"""Index of a champion, and index of one of its item slots."""

LOOKS_FOR = (Category.PHYSICAL, Category.MAGICAL, Category.DEFENSIVE)
ARMS_FIRST = (ChampionType.MAGE, ChampionType.ROGUE, ChampionType.GLADIATOR, ChampionType.HEALER)
AFFINITY_WORTH = 3
"""Worth added to an item's average attack bonus if the champion has affinity for the item's
category, which makes its attacks with the item stronger.
"""


def loot(times: int) -> Action:
    """Return an action that looks for items `times` times.

    The categories of the items are Physical, Magical and Defensive in turn.
    """
    return Action(loot=Loot(categories=itertools.islice(itertools.cycle(LOOKS_FOR), times)))


def equip(me: Me) -> Action:
    """Return orders that distribute all items of the seat again, the best first.

    Mage, Rogue, Gladiator and Healer, if they live, choose in this order. Each takes the two
    remaining weapons that are best for it, and of the remaining armour that it may wear the one
    with the highest average; of equal items the one with the lowest instance id. A slot for which
    nothing remains keeps its item. No order touches a slot that an earlier order has filled, so
    that there are at most twelve orders.

    Args:
        me: The part of the observation about the own seat.
    """
    orders = [
        EquipOrder(item=item.id, champion=champion, slot=slot)
        # An item that stays in its slot needs no order.
        for (champion, slot), item in _given(me).items()
        if me.champions[champion].slots[slot].id != item.id
    ]
    return Action(equip=Equip(orders=orders))


def _given(me: Me) -> dict[_Place, Item]:
    """Return the item that each champion's slot should hold, by champion and slot.

    Slots that keep their present item are left out.

    Args:
        me: The part of the observation about the own seat.
    """
    left = [*me.stash, *(item for own in me.champions for item in own.slots if item.id)]
    left.sort(key=lambda item: item.id)
    given: dict[_Place, Item] = {}
    for champion in ARMS_FIRST:
        if me.champions[champion].health == 0:
            continue
        for slot in range(NUM_SLOTS):
            fitting = [item for item in left if may_hold(champion, slot, item.kind)]
            best = max(fitting, key=lambda item: _worth(champion, item.kind), default=None)
            if best is not None and _worth(champion, best.kind):
                given[champion, slot] = best
                # Later champions choose from what remains, which is why the order of `ARMS_FIRST`
                # matters.
                left.remove(best)
    return given


def _worth(champion: int, kind: int) -> float:
    """Return the value of an item to a champion.

    It is the average defence of armour, or the average attack bonus of a weapon, plus 3 if
    the weapon suits the champion's type (affinity); 0 for other items.

    Args:
        champion: Type of the champion.
        kind: Number of the item in the rule tables.
    """
    item = KINDS[kind]
    if item.category == Category.DEFENSIVE:
        return mean(item.defence)
    if item.attack == NO_DICE:
        return 0
    return mean(item.attack) + AFFINITY_WORTH * AFFINITY[champion][item.category]


def may_hold(champion: int, slot: int, kind: int) -> bool:
    """Return whether a champion may hold an item of some kind in a slot (CH-3.3)."""
    item = KINDS[kind]
    if item.category != Category.DEFENSIVE:
        return slot != ARMOUR_SLOT
    return slot == ARMOUR_SLOT and item.weight <= HEAVIEST[champion]
