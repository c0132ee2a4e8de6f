"""Carries out equipment orders (CH-4.5), and moves the items of the dead (CH-5.33, 5.34)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Ints, Shorts
from referee.games.champions.rules.log import close_entry, open_entry, refuse
from referee.games.champions.rules.orders import Orders
from referee.games.champions.tables import (
    ARMOUR_SLOT,
    CATEGORY,
    DEFENSIVE,
    HEAVIEST,
    NUM_SLOTS,
    NUM_TYPES,
    WEIGHT,
    RefusalCode,
)

__all__ = ["drop_stash", "equip", "may_hold", "put_on", "strip_dead"]

_EQUIP, _UNEQUIP = 0, 1
_EQUIP_BAD = RefusalCode.EQUIP_BAD.value
_CHAMPION_DEAD = RefusalCode.CHAMPION_DEAD.value
_NOTHING_EQUIPPED = RefusalCode.NOTHING_EQUIPPED.value
_NOT_YOUR_ITEM = RefusalCode.NOT_YOUR_ITEM.value
_WRONG_SLOT = RefusalCode.WRONG_SLOT.value
_WEIGHT_NOT_ALLOWED = RefusalCode.WEIGHT_NOT_ALLOWED.value


@borrowing
def equip(b: Board, orders: Orders) -> None:
    """Carry out the equipment orders of all seats in play (CH-5.4)."""
    for seat in range(len(b.seats)):
        if b.seats[seat, c.ALIVE] == 0 or orders.heads[seat, c.WHOLE]:
            continue
        for index in range(orders.heads[seat, c.COUNT]):
            # One after another: each order sees what those before it have left.
            code = _carry_out(b, seat, orders.equip[seat, index])
            if code:
                refuse(b, seat, code, index, -1)


@borrowing
def _carry_out(b: Board, seat: int, order: Shorts) -> int:
    """Carry out one equipment order of a seat; return the number of its refusal code, or 0 if it was done."""
    kind, champion, slot = order[c.EQUIP_KIND], order[c.EQUIP_CHAMPION], order[c.EQUIP_SLOT]
    # The order of the checks is part of the rules: the first that fails gives the code (CH-4.5).
    readable = kind in (_EQUIP, _UNEQUIP)
    if not (readable and 0 <= champion < NUM_TYPES and 0 <= slot < NUM_SLOTS):
        return _EQUIP_BAD
    if b.health[seat, champion] == 0:
        return _CHAMPION_DEAD
    if kind == _UNEQUIP:
        item = b.slots[seat, champion, slot]
        if item == 0:
            return _NOTHING_EQUIPPED
        b.slots[seat, champion, slot] = 0
        b.item_place[item] = c.STASH + seat
        return 0
    item = int(order[c.EQUIP_ITEM])
    if not _owns(b, seat, item):
        return _NOT_YOUR_ITEM
    its_kind = b.item_kind[item]
    if not _fits_slot(its_kind, slot):
        return _WRONG_SLOT
    if not may_hold(its_kind, champion, slot):
        return _WEIGHT_NOT_ALLOWED
    put_on(b, seat, item, champion, slot)
    return 0


@borrowing
def _owns(b: Board, seat: int, item: int) -> bool:
    if not 1 <= item <= b.match[c.NUM_ITEMS]:
        return False
    return b.item_place[item] in (c.STASH + seat, c.EQUIPPED + seat)


@borrowing
def _fits_slot(kind: int, slot: int) -> bool:
    """Return whether a slot takes items of a kind: armour only in the armour slot (CH-3.3)."""
    return bool((CATEGORY[kind] == DEFENSIVE) == (slot == ARMOUR_SLOT))


@borrowing
def may_hold(kind: int, champion: int, slot: int) -> bool:
    """Return whether a slot of a champion may hold an item of a kind (CH-3.3)."""
    return bool(_fits_slot(kind, slot) and WEIGHT[kind] <= HEAVIEST[champion])


@borrowing
def put_on(b: Board, seat: int, item: int, champion: int, slot: int) -> None:
    """Move an item that the seat owns into a slot of one of its champions.

    The item that was in the slot goes to the stash; the slot that the moved item came from is empty
    afterwards.
    """
    if b.slots[seat, champion, slot] == item:
        return
    if b.item_place[item] == c.EQUIPPED + seat:
        # `item_place` says only that the seat wears the item, so the slot has to be found.
        for other in range(NUM_TYPES):
            for place in range(NUM_SLOTS):
                if b.slots[seat, other, place] == item:
                    b.slots[seat, other, place] = 0
    displaced = b.slots[seat, champion, slot]
    if displaced:
        b.item_place[displaced] = c.STASH + seat
    b.slots[seat, champion, slot] = item
    b.item_place[item] = c.EQUIPPED + seat


@borrowing
def strip_dead(b: Board, seat: int) -> None:
    """Move the items of a seat's dead champions into its stash of unworn items; log the items' ids (CH-5.33)."""
    first = open_entry(b, c.ITEMS_RETURNED, 1 << seat)  # forgotten unless it is closed
    returned = 0
    for champion in range(NUM_TYPES):
        if b.health[seat, champion] == 0:
            for slot in range(NUM_SLOTS):
                item = int(b.slots[seat, champion, slot])
                if item:
                    b.slots[seat, champion, slot] = 0
                    b.item_place[item] = c.STASH + seat
                    # Sorted while it is written: kernels have no lists, and there are at most
                    # twelve items.
                    _insert(b.log[first + 1 :], returned, item)
                    returned += 1
    if returned:
        b.log[first] = returned
        close_entry(b, first, first + 1 + returned)


@borrowing
def _insert(items: Ints, count: int, item: int) -> None:
    """Insert `item` into the first `count` entries of `items`, which are ascending and stay so."""
    while count > 0 and items[count - 1] > item:
        items[count] = items[count - 1]
        count -= 1
    items[count] = item


@borrowing
def drop_stash(b: Board, seat: int, tile: int) -> None:
    """Move a seat's whole stash (its items that nobody wears) into the pool of a tile, to be looted (CH-5.34)."""
    # A stash has no list of its items: each item's place is kept with the item.
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        if b.item_place[item] == c.STASH + seat:
            b.item_place[item] = tile
