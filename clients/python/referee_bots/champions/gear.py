"""Choice of loot, and distribution of a seat's items (CH-4.4, CH-4.5), as CH-9.2 rules it."""

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
"""Champion and slot."""

LOOKS_FOR = (Category.PHYSICAL, Category.MAGICAL, Category.DEFENSIVE)
ARMS_FIRST = (ChampionType.MAGE, ChampionType.ROGUE, ChampionType.GLADIATOR, ChampionType.HEALER)
AFFINITY_WORTH = 3
"""Worth of affinity, to be added to an item's average bonus."""


def loot(times: int) -> Action:
    """Return an action that looks for Physical, Magical, Defensive, in turn, `times` times."""
    return Action(loot=Loot(categories=itertools.islice(itertools.cycle(LOOKS_FOR), times)))


def equip(me: Me) -> Action:
    """Return orders that distribute all items again, the best first.

    Mage, Rogue, Gladiator and Healer, if they live, each take the two weapons of what is left that are
    best for them, and the armour of what they may wear that has the highest average; of equal ones that
    with the lowest instance id. Slots for which nothing is left keep what stays in them. No order touches
    a slot that an earlier one has filled, so that there are at most twelve.
    """
    orders = [
        EquipOrder(item=item.id, champion=champion, slot=slot)
        for (champion, slot), item in _given(me).items()
        if me.champions[champion].slots[slot].id != item.id
    ]
    return Action(equip=Equip(orders=orders))


def _given(me: Me) -> dict[_Place, Item]:
    """Return which item each slot should hold."""
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
                left.remove(best)
    return given


def _worth(champion: int, kind: int) -> float:
    """Return the worth of an item: the average of armour, or of a weapon's attack bonus plus 3 for affinity; else 0."""
    item = KINDS[kind]
    if item.category == Category.DEFENSIVE:
        return mean(item.defence)
    if item.attack == NO_DICE:
        return 0
    return mean(item.attack) + AFFINITY_WORTH * AFFINITY[champion][item.category]


def may_hold(champion: int, slot: int, kind: int) -> bool:
    """Return whether a champion may have an item of some kind in a slot (CH-3.3)."""
    item = KINDS[kind]
    if item.category != Category.DEFENSIVE:
        return slot != ARMOUR_SLOT
    return slot == ARMOUR_SLOT and item.weight <= HEAVIEST[champion]
