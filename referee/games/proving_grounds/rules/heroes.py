"""Heroes of Proving Grounds: finding them, and what follows from what they are (PG-3.1, PG-3.3a).

A hero is named by its seat and its id, which is its place in `State.heroes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools
from referee.games.proving_grounds.state import State, make_room
from referee.games.proving_grounds.tables import (
    CLASSES,
    ITEMS,
    THIEF_SKILL,
    UNARMED,
    HeroClass,
    Item,
    ItemRow,
    Policy,
    Stat,
)
from referee.games.proving_grounds.wire.fields import HeroId, Seat

__all__ = [
    "Ref",
    "absorb_of",
    "add_hero",
    "arrive",
    "carried_gems",
    "class_of",
    "damage_of",
    "dexterity_of",
    "entry_room",
    "heroes_in",
    "initiative_of",
    "is_alive",
    "living",
    "max_hp",
    "max_hp_in",
    "max_mana",
    "max_mana_in",
    "num_living",
    "price_of",
    "room_of",
    "seats_in",
    "skill_of",
    "strength_of",
]


# Looking a member up by its number takes a fraction of what calling its class does.
_CLASSES = tuple(HeroClass)


class Ref(NamedTuple):
    """A hero."""

    seat: Seat
    """His seat."""
    hero: HeroId
    """His id."""


def entry_room(state: State, seat: int) -> int:
    """Return a seat's entry room (PG-2.4)."""
    width, depth = state.rules.item(c.WIDTH), state.rules.item(c.DEPTH)
    return seat * width * depth + width // 2


def is_alive(state: State, seat: int, hero: int) -> bool:
    """Return whether there is such a living hero; any integers may be asked for."""
    seats, most, _ = state.heroes.shape
    return 0 <= seat < seats and 0 <= hero < most and bool(state.heroes.item(seat, hero, c.ALIVE))


def living(state: State, seat: int) -> list[int]:
    """Ids of a seat's living heroes, ascending."""
    found: list[int] = state.heroes[seat, :, c.ALIVE].nonzero()[0].tolist()
    return found


def num_living(state: State, seat: int) -> int:
    """Return how many living heroes a seat has."""
    return int(np.count_nonzero(state.heroes[seat, :, c.ALIVE]))


def heroes_in(state: State, room: int, seat: int | None = None) -> list[Ref]:
    """Living heroes in a room, of one seat or of all, in entry order."""
    heroes = state.heroes
    (places,) = _is_in(state, room).ravel().nonzero()
    most = heroes.shape[1]
    refs = [Ref(*divmod(place, most)) for place in places.tolist()]
    found = refs if seat is None else [ref for ref in refs if ref.seat == seat]
    if len(found) > 1:  # mostly there is one at most, and sorting asks the state again
        found.sort(key=lambda ref: heroes.item(ref.seat, ref.hero, c.ARRIVAL))
    return found


def seats_in(state: State, room: int) -> list[int]:
    """Return seats with living heroes in a room, ascending."""
    seats: list[int] = np.flatnonzero(_is_in(state, room).any(axis=1)).tolist()
    return seats


def _is_in(state: State, room: int) -> Bools:
    """bool[seat, hero]: living heroes in a room."""
    is_there: Bools = state.heroes[:, :, c.ROOM] == room
    is_there &= state.heroes[:, :, c.ALIVE] == 1
    return is_there


def arrive(state: State, seat: int, hero: int, room: int) -> None:
    """Put a hero into a room, behind all that are there."""
    state.match[c.ARRIVALS] += 1
    state.heroes[seat, hero, c.ROOM] = room
    state.heroes[seat, hero, c.ARRIVAL] = state.match.item(c.ARRIVALS)


def add_hero(state: State, seat: int, kind: HeroClass, stats: tuple[int, ...]) -> int:
    """Add a new hero in its seat's entry room, at full hit points and Mana, with nothing; return its id."""
    hero = state.seats.item(seat, c.NUM_HEROES)
    state.seats[seat, c.NUM_HEROES] = hero + 1
    make_room(state, hero + 1)
    row = state.heroes[seat, hero]
    row[[c.ALIVE, c.CLASS, c.POLICY]] = (1, int(kind), int(Policy.FIRST_DEATH))
    row[c.STATS : c.STATS + len(Stat)] = stats
    row[c.SLOTS : c.SPELLS] = c.NONE
    row[c.HP], row[c.MANA] = max_hp(state, seat, hero), max_mana(state, seat, hero)
    arrive(state, seat, hero, entry_room(state, seat))
    return hero


def class_of(state: State, seat: int, hero: int) -> HeroClass:
    """Return a hero's class."""
    return _CLASSES[state.heroes.item(seat, hero, c.CLASS)]


def room_of(state: State, seat: int, hero: int) -> int:
    """Return the room that a hero is in."""
    return state.heroes.item(seat, hero, c.ROOM)


def _stat(state: State, seat: int, hero: int, stat: Stat) -> int:
    return state.heroes.item(seat, hero, c.STATS + stat)


def _worn(state: State, seat: int, hero: int) -> list[ItemRow]:
    items = [state.heroes.item(seat, hero, slot) for slot in (c.WEAPON, c.ARMOR, c.CHARM)]
    return [ITEMS[item] for item in items if item != c.NONE]


def max_hp(state: State, seat: int, hero: int) -> int:
    """Full hit points."""
    return 2 * _stat(state, seat, hero, Stat.CON)


def max_hp_in(row: Sequence[int]) -> int:
    """Full hit points of the hero in a row of the state."""
    return 2 * row[c.STATS + Stat.CON]


def max_mana(state: State, seat: int, hero: int) -> int:
    """Full Mana."""
    return max_mana_in(state.heroes[seat, hero].tolist())


def max_mana_in(row: Sequence[int]) -> int:
    """Full Mana of the hero in a row of the state."""
    if row[c.CLASS] not in (HeroClass.CLERIC, HeroClass.WIZARD):
        return 0
    stone = row[c.CHARM] == Item.MANA_STONE
    return row[c.STATS + Stat.INT] + stone * ITEMS[Item.MANA_STONE].mana


def strength_of(state: State, seat: int, hero: int) -> int:
    """ESTR."""
    worn = _worn(state, seat, hero)
    return _stat(state, seat, hero, Stat.STR) + sum(row.strength for row in worn)


def dexterity_of(state: State, seat: int, hero: int) -> int:
    """EDEX."""
    worn = _worn(state, seat, hero)
    return _stat(state, seat, hero, Stat.DEX) + sum(row.dexterity for row in worn)


def initiative_of(state: State, seat: int, hero: int) -> int:
    """EINI."""
    worn = _worn(state, seat, hero)
    return _stat(state, seat, hero, Stat.INI) + sum(row.initiative for row in worn)


def skill_of(state: State, seat: int, hero: int) -> int:
    """Thief skill."""
    return dexterity_of(state, seat, hero) + THIEF_SKILL


def damage_of(state: State, seat: int, hero: int) -> int:
    """Damage of a hit."""
    weapon = state.heroes.item(seat, hero, c.WEAPON)
    percent = UNARMED if weapon == c.NONE else ITEMS[weapon].weapon
    return strength_of(state, seat, hero) * percent // 100  # rounded down (PG-3.1)


def absorb_of(state: State, seat: int, hero: int) -> int:
    """Return what armor and charm absorb; a spell adds to it (PG-3.1)."""
    return sum(row.absorb for row in _worn(state, seat, hero))


def carried_gems(state: State, seat: int) -> list[int]:
    """Gems of a seat by kind: in the vault and with its living heroes (PG-7.2)."""
    alive = state.heroes[seat, :, c.ALIVE] == 1
    carried: list[int] = (state.vault[seat] + state.hero_gems[seat][alive].sum(axis=0)).tolist()
    return carried


def price_of(kind: HeroClass) -> int:
    """Price of a class in gold (PG-3.2)."""
    return CLASSES[kind].price
