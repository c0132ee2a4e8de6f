"""Who gets which of a seat's items: the best there is, one champion after another (CH-4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from gamereferee.games.champions.v1.champions_pb2 import Action, Equip, EquipOrder, Item, Me
from referee_bots.champions.tables import (
    AFFINITY,
    ARMOUR,
    DEFENSIVE,
    KINDS,
    SLOTS,
    TYPES,
    WEAPONS,
    may_hold,
)

__all__ = ["Worth", "attack_worth", "equip", "hand_out"]

Place: TypeAlias = tuple[int, int]
"""Champion and slot."""
Worth: TypeAlias = Callable[[int, int, tuple[int, ...]], float]
"""What a kind is worth as a weapon, from the champion, the kind and the kinds it holds already; 0 means
that it is better left."""

AFFINITY_WORTH = 3
"""What affinity counts for beside an item's average (CH-9.2)."""


def attack_worth(champion: int, kind: int, _held: tuple[int, ...]) -> float:
    """The average attack bonus, and 3 for affinity; nothing for what does not help attacks (CH-9.2)."""
    item = KINDS[kind]
    if not item.attack.number:
        return 0
    return item.attack.mean + AFFINITY_WORTH * (item.category in AFFINITY[champion])


def hand_out(me: Me, champions: Iterable[int], worth: Worth = attack_worth) -> dict[Place, Item]:
    """Which item each slot should hold.

    Each living champion in turn takes the best two weapons of what is left and the best armour it may
    wear, by the average of its roll; of equal ones that with the lowest instance id.

    Args:
        me: What the seat has.
        champions: Who chooses, the first first.
        worth: What a weapon is worth to whom.
    """
    left = [*me.stash, *(item for own in me.champions for item in own.slots if item.id)]
    left.sort(key=lambda item: item.id)
    given: dict[Place, Item] = {}
    for champion in champions:
        if me.champions[champion].health == 0:
            continue
        held: tuple[int, ...] = ()
        for slot in WEAPONS:
            weapons = [item for item in left if KINDS[item.kind].category != DEFENSIVE]
            best = max(weapons, key=lambda i: worth(champion, i.kind, held), default=None)
            if best is None or not worth(champion, best.kind, held):
                break
            given[champion, slot] = best
            left.remove(best)
            held += (best.kind,)
        armour = [item for item in left if may_hold(champion, ARMOUR, item.kind)]
        if armour:
            best = max(armour, key=lambda item: KINDS[item.kind].defence.mean)
            given[champion, ARMOUR] = best
            left.remove(best)
    return given


def equip(me: Me, given: dict[Place, Item]) -> Action:
    """Orders that put every item where it should be; other slots keep what they have, if it stays there.

    An order never touches a slot that an earlier one has filled, so that there are at most twelve.
    """
    orders = [
        EquipOrder(item=given[champion, slot].id, champion=champion, slot=slot)
        for champion in TYPES
        for slot in SLOTS
        if (champion, slot) in given
        and me.champions[champion].slots[slot].id != given[champion, slot].id
    ]
    return Action(equip=Equip(orders=orders))
