"""Heroes of Proving Grounds: finding them, and values that follow from their characteristics.

A hero is named by its seat and its id, which is its place in `State.heroes` (PG-3.1, PG-3.3a).
"""

from __future__ import annotations

import functools
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
    Policy,
    Stat,
)
from referee.games.proving_grounds.wire.fields import HeroId, Seat

__all__ = [
    "Prowess",
    "Ref",
    "add_hero",
    "arrive",
    "carried_gems",
    "class_of",
    "entry_room",
    "heroes_in",
    "is_alive",
    "living",
    "max_hp",
    "max_hp_in",
    "max_mana",
    "max_mana_in",
    "num_living",
    "price_of",
    "prowess_in",
    "room_of",
    "seats_in",
    "skill_of",
    "strength_of",
]


# Looking a member up by its number takes a fraction of what calling its class does.
_CLASSES = tuple(HeroClass)
_REMEMBERED = 1 << 12
"""Highest number of cached results: sets of characteristics and worn items with their derived
values.
"""


class Ref(NamedTuple):
    """Seat and id of a hero, which name him."""

    seat: Seat
    """Index of the hero's seat, 0-based."""
    hero: HeroId
    """Id of the hero within his seat, 0-based in order of appearance."""


def entry_room(state: State, seat: int) -> int:
    """Return a seat's entry room, in which its heroes appear (PG-2.4)."""
    width, depth = state.rules.item(c.WIDTH), state.rules.item(c.DEPTH)
    return seat * width * depth + width // 2


def is_alive(state: State, seat: int, hero: int) -> bool:
    """Return whether a seat has a living hero with this id.

    False for numbers that are no seat or id.
    """
    seats, most, _ = state.heroes.shape
    # Bounds first: orders name any integers, and a negative index would read another hero.
    return 0 <= seat < seats and 0 <= hero < most and bool(state.heroes.item(seat, hero, c.ALIVE))


def living(state: State, seat: int) -> list[int]:
    """Return the ids of a seat's living heroes, ascending."""
    found: list[int] = state.heroes[seat, :, c.ALIVE].nonzero()[0].tolist()
    return found


def num_living(state: State, seat: int) -> int:
    """Return how many living heroes a seat has."""
    return int(np.count_nonzero(state.heroes[seat, :, c.ALIVE]))


def heroes_in(state: State, room: int, seat: int | None = None) -> list[Ref]:
    """Return the living heroes in a room, of one seat or of all, in entry order."""
    heroes = state.heroes
    seats, ids = _is_in(state, room).nonzero()
    found = [
        Ref(of, hero)
        for of, hero in zip(seats.tolist(), ids.tolist(), strict=True)
        if seat in (None, of)
    ]
    if len(found) > 1:  # there is seldom more than one, and the sort key reads the state
        found.sort(key=lambda ref: heroes.item(ref.seat, ref.hero, c.ARRIVAL))
    return found


def seats_in(state: State, room: int) -> list[int]:
    """Return the seats that have living heroes in a room, ascending."""
    seats: list[int] = _is_in(state, room).nonzero()[0].tolist()
    return sorted(set(seats)) if len(seats) > 1 else seats


def _is_in(state: State, room: int) -> Bools:
    """Return bool[seat, hero]: whether each hero is alive and in the room."""
    is_there: Bools = state.heroes[:, :, c.ROOM] == room
    if not room:  # heroes that are not alive have 0 here, which is also a room
        is_there &= state.heroes[:, :, c.ALIVE] == 1
    return is_there


def arrive(state: State, seat: int, hero: int, room: int) -> None:
    """Put a hero into a room, as the last in its entry order (PG-3.3a)."""
    arrivals = state.match.item(c.ARRIVALS) + 1
    state.match[c.ARRIVALS] = arrivals
    state.heroes[seat, hero, c.ROOM] = room
    state.heroes[seat, hero, c.ARRIVAL] = arrivals


def add_hero(state: State, seat: int, kind: HeroClass, stats: tuple[int, ...]) -> int:
    """Add a new hero to a seat's entry room, unhurt and without items; return the hero's id.

    Args:
        state: State of the match.
        seat: The seat.
        kind: Class of the hero.
        stats: Base characteristics, in the order of `Stat`.
    """
    hero = state.seats.item(seat, c.NUM_HEROES)
    state.seats[seat, c.NUM_HEROES] = hero + 1
    make_room(state, hero + 1)
    # Only after `make_room`, which may have replaced the array that a row is a view of.
    row = state.heroes[seat, hero]
    row[[c.ALIVE, c.CLASS, c.POLICY]] = (1, int(kind), int(Policy.FIRST_DEATH))
    row[c.STATS : c.STATS + len(Stat)] = stats
    row[c.SLOTS : c.SPELLS] = c.NONE
    row[c.HP], row[c.MANA] = max_hp(state, seat, hero), max_mana(state, seat, hero)
    arrive(state, seat, hero, entry_room(state, seat))
    return hero


def class_of(state: State, seat: int, hero: int) -> HeroClass:
    """Return the class of a hero, who must have appeared."""
    return _CLASSES[state.heroes.item(seat, hero, c.CLASS)]


def room_of(state: State, seat: int, hero: int) -> int:
    """Return the room that a hero is in."""
    return state.heroes.item(seat, hero, c.ROOM)


def _stat(state: State, seat: int, hero: int, stat: Stat) -> int:
    return state.heroes.item(seat, hero, c.STATS + stat)


def max_hp(state: State, seat: int, hero: int) -> int:
    """Return a hero's full hit points: twice his CON."""
    return 2 * _stat(state, seat, hero, Stat.CON)


def max_hp_in(row: Sequence[int]) -> int:
    """Return the full hit points of the hero whose row of `State.heroes` this is."""
    return 2 * row[c.STATS + Stat.CON]


def max_mana(state: State, seat: int, hero: int) -> int:
    """Return a hero's full Mana; 0 unless he is a Cleric or a Wizard."""
    return max_mana_in(state.heroes[seat, hero].tolist())


def max_mana_in(row: Sequence[int]) -> int:
    """Return the full Mana of the hero whose row of `State.heroes` this is."""
    if row[c.CLASS] not in (HeroClass.CLERIC, HeroClass.WIZARD):
        return 0
    stone = row[c.CHARM] == Item.MANA_STONE
    return row[c.STATS + Stat.INT] + stone * ITEMS[Item.MANA_STONE].mana


class Prowess(NamedTuple):
    """A hero's effective values, which follow from characteristics and worn items (PG-3.1)."""

    strength: int
    """Effective STR: the base value with what worn items add."""
    dexterity: int
    """Effective DEX: the base value with what worn items add or take."""
    initiative: int
    """Effective initiative: the base value with what worn items add."""
    damage: int
    """Damage of a hit, before the target's armor absorbs some."""
    absorb: int
    """Points that armor and charm absorb of each hit; the spell SHIELD adds to them."""


def prowess_in(row: Sequence[int]) -> Prowess:
    """Return the effective values of the hero whose row of `State.heroes` this is."""
    return _prowess(tuple(row[c.STATS : c.BATTLEMAGIC]))


@functools.lru_cache(_REMEMBERED)
def _prowess(likeness: tuple[int, ...]) -> Prowess:
    """Return the effective values of a hero.

    `likeness` has the values of the columns `STATS` to `CHARM` of his row.
    """
    # Keyed by these columns alone: heroes with the same values and items share a result, in all
    # matches.
    stats, slots = likeness[: c.SLOTS - c.STATS], likeness[c.SLOTS - c.STATS :]
    worn = [ITEMS[item] for item in slots if item != c.NONE]
    strength = stats[Stat.STR] + sum([row.strength for row in worn])
    # Slots are numbered as ItemKind, so the first one is the weapon's.
    weapon = slots[0]
    percent = UNARMED if weapon == c.NONE else ITEMS[weapon].weapon
    return Prowess(
        strength,
        stats[Stat.DEX] + sum([row.dexterity for row in worn]),
        stats[Stat.INI] + sum([row.initiative for row in worn]),
        strength * percent // 100,  # rounded down
        sum([row.absorb for row in worn]),
    )


def _prowess_of(state: State, seat: int, hero: int) -> Prowess:
    return prowess_in(state.heroes[seat, hero].tolist())


def strength_of(state: State, seat: int, hero: int) -> int:
    """Return a hero's effective STR, with worn items."""
    return _prowess_of(state, seat, hero).strength


def skill_of(state: State, seat: int, hero: int) -> int:
    """Return a hero's thief skill: effective DEX + 2."""
    return _prowess_of(state, seat, hero).dexterity + THIEF_SKILL


def carried_gems(state: State, seat: int) -> list[int]:
    """Return a seat's gems by kind: those in the vault and those with living heroes (PG-7.2)."""
    alive = state.heroes[seat, :, c.ALIVE] == 1
    carried: list[int] = (state.vault[seat] + state.hero_gems[seat][alive].sum(axis=0)).tolist()
    return carried


def price_of(kind: HeroClass) -> int:
    """Return the price of a hero class in gold (PG-3.2)."""
    return CLASSES[kind].price
