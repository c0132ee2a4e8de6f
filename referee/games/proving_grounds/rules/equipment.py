"""Equipment of heroes, and how items move between heroes and stash (PG-2.12, PG-3.7, PG-5.5)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.heroes import class_of, max_mana
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import ITEMS, SPELLS, Item, ItemKind

__all__ = ["can_use", "items_in", "items_of", "knows", "knows_spell", "take_off", "wear", "wears"]


_ITEMS = tuple(Item)  # an index here is much faster than calling the class
_SPELL_ITEMS = [item for item in Item if ITEMS[item].kind == ItemKind.SPELL]


def _bit(item: Item) -> int:
    return 1 << (item - Item.KNOCK)


def can_use(state: State, seat: int, hero: int, item: Item) -> bool:
    """Return whether a hero's class can equip an item; always False for consumables."""
    return class_of(state, seat, hero) in ITEMS[item].users


def knows(state: State, seat: int, hero: int, item: Item) -> bool:
    """Return whether a hero has `item`, that of a regular spell, equipped."""
    return bool(state.heroes.item(seat, hero, c.SPELLS) & _bit(item))


def knows_spell(state: State, seat: int, hero: int, spell: int) -> bool:
    """Return whether a Wizard knows a spell (PG-5.9).

    All know a spell that has no item; another one he knows if he has its item equipped.
    """
    item = SPELLS[spell].item
    return item is None or knows(state, seat, hero, item)


def wears(state: State, seat: int, hero: int, item: Item) -> bool:
    """Return whether a hero has an item equipped, in a slot or among his spells."""
    kind = ITEMS[item].kind
    if kind == ItemKind.SPELL:
        return knows(state, seat, hero, item)
    if kind == ItemKind.CONSUMABLE:
        return False
    return state.heroes.item(seat, hero, c.SLOTS + kind) == int(item)


def wear(state: State, seat: int, hero: int, item: Item) -> None:
    """Equip an item; the item that was in its slot goes to the stash.

    The caller must have taken the item from the stash, and checked that the hero can use it and
    does not already know the spell.
    """
    kind = ITEMS[item].kind
    if kind == ItemKind.SPELL:
        state.heroes[seat, hero, c.SPELLS] |= _bit(item)
        return
    old = state.heroes.item(seat, hero, c.SLOTS + kind)
    state.heroes[seat, hero, c.SLOTS + kind] = int(item)
    if old != c.NONE:
        # Only now that the new charm is on: a MANA_STONE in place of another must cut no Mana (PG-3.7).
        state.stash[seat, old] += 1
        if kind == ItemKind.CHARM:  # no other slot changes Mana
            _cut_mana(state, seat, hero)


def take_off(state: State, seat: int, hero: int, item: Item) -> None:
    """Take an item that a hero has equipped off him and put it into the stash."""
    kind = ITEMS[item].kind
    if kind == ItemKind.SPELL:
        state.heroes[seat, hero, c.SPELLS] &= ~_bit(item)
    else:
        state.heroes[seat, hero, c.SLOTS + kind] = c.NONE
        _cut_mana(state, seat, hero)
    state.stash[seat, int(item)] += 1


def _cut_mana(state: State, seat: int, hero: int) -> None:
    """Reduce a hero's Mana to its maximum, which is lower without a MANA_STONE (PG-3.7)."""
    most = max_mana(state, seat, hero)
    state.heroes[seat, hero, c.MANA] = min(state.heroes.item(seat, hero, c.MANA), most)


def items_of(state: State, seat: int, hero: int) -> list[Item]:
    """Return all items that a hero has equipped, in ascending order of their numbers."""
    return items_in(state.heroes[seat, hero].tolist())


def items_in(row: Sequence[int]) -> list[Item]:
    """Return all items equipped by the hero whose row of `State.heroes` this is, ascending."""
    worn = [_ITEMS[item] for item in row[c.SLOTS : c.SPELLS] if item != c.NONE]
    spells = row[c.SPELLS]
    return sorted(worn + [item for item in _SPELL_ITEMS if spells & _bit(item)] if spells else worn)
