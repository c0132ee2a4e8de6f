"""Phases 9 to 11: loot, searches, rest, ownership and knowledge (PG-5.30 to PG-5.33)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools
from referee.games.proving_grounds.rules.checked import Checked, Phase
from referee.games.proving_grounds.rules.dice import hero_dice
from referee.games.proving_grounds.rules.heroes import (
    Ref,
    heroes_in,
    is_alive,
    max_hp_in,
    max_mana_in,
    room_of,
    skill_of,
)
from referee.games.proving_grounds.rules.market.boards import seats_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import caches_of
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    REST_HP,
    Board,
    Cause,
    Code,
    HeroClass,
    Item,
    OrderList,
)
from referee.games.proving_grounds.wire.events import Looted, Rested, Result, Searched, Tapped

__all__ = ["phase_knowledge", "phase_loot", "phase_ownership", "phase_rest", "phase_search"]

Places: TypeAlias = npt.NDArray[Any]
"""Whole numbers of any type: places in the state's arrays."""

_LISTENED = 3
"""The level up to which rooms next to the own become known by themselves (PG-5.33)."""


def phase_loot(play: Play) -> None:
    """What lies in rooms without creatures goes to the seat whose heroes are there."""
    state = play.state
    _, rooms = _places(state)
    lies = state.rooms[rooms, c.FLOOR_GOLD] != 0
    lies |= state.floor_gems[rooms].any(axis=1) | state.floor_items[rooms].any(axis=1)
    lies &= (state.creatures[rooms, :, c.C_KIND] == c.NONE).all(axis=1)
    for room in sorted(set(rooms[lies].tolist())):
        _loot(play, room, heroes_in(state, room)[0])


def _places(state: State) -> tuple[Places, Places]:
    """Return the seat and the room of each living hero, by seat and hero."""
    seats, heroes = state.heroes[:, :, c.ALIVE].nonzero()
    return seats, state.heroes[seats, heroes, c.ROOM]


def _loot(play: Play, room: int, first: Ref) -> None:
    """All that lies in a room, which is something, goes to a hero's seat, the gems to himself."""
    state, seat = play.state, first.seat
    gold = state.rooms.item(room, c.FLOOR_GOLD)
    gems: list[int] = state.floor_gems[room].tolist()
    counts: list[int] = state.floor_items[room].tolist()
    state.rooms[room, c.FLOOR_GOLD] = 0
    state.floor_gems[room] = 0
    state.floor_items[room] = 0
    state.stash[seat] += np.array(counts, np.int16)
    state.hero_gems[seat, first.hero] += np.array(gems, np.int16)
    items = tuple([Item(item) for item, count in enumerate(counts) for _ in range(count)])
    play.tell(Looted(seat, room, first.hero, gold, tuple(gems), items), (seat,))
    play.pay(seat, gold, Cause.LOOT)


def phase_search(play: Play) -> None:
    """Thieves who search, or do nothing, look for caches, seats in the order of the ORDER board."""
    able = _able(play)
    idle = able & ~play.acted & _are_thieves(play)
    for seat in seats_of(play.state, Board.ORDER):
        checked = play.messages[seat]
        for _, order in checked.of(Phase.REST):
            idle[seat, order.hero] = False
        for hero in _chosen(play, checked, Phase.SEARCH, able, idle):
            _search(play, seat, hero)


def _able(play: Play) -> Bools:
    """bool[seat, hero]: who lives and has not fought in this turn."""
    able: Bools = (play.state.heroes[:, :, c.ALIVE] == 1) & ~play.fought
    return able


def _are_thieves(play: Play) -> Bools:
    """bool[seat, hero]."""
    are_thieves: Bools = play.state.heroes[:, :, c.CLASS] == HeroClass.THIEF
    return are_thieves


def _chosen(play: Play, checked: Checked, phase: Phase, able: Bools, idle: Bools) -> list[int]:
    """Return who does what a phase says, ascending, and tell what came of its orders.

    Args:
        play: The turn.
        checked: The seat's message.
        phase: A phase whose orders always count.
        able: bool[seat, hero]: who can do it.
        idle: bool[seat, hero]: who does it without being told to.
    """
    seat = checked.seat
    heroes = set(idle[seat].nonzero()[0].tolist())
    for place, order in checked.of(phase):
        is_there = is_alive(play.state, seat, order.hero)
        # Whoever was alive as the turn began was killed by others: that is no wrong order, so no notice.
        code = Code.OK if is_there else Code.NO_HERO
        play.tell(Result(seat, OrderList.HEROES, place, None, code), (seat,))
        if able.item(seat, order.hero):
            heroes.add(order.hero)
    return sorted(heroes)


def _search(play: Play, seat: int, hero: int) -> None:
    """Find the first cache, or see that there is none (PG-5.30)."""
    state, room = play.state, room_of(play.state, seat, hero)
    caches = caches_of(state, room)
    if caches:
        roll = hero_dice(state, seat, hero).d6(3)
        gold = caches.pop(0) if roll <= skill_of(state, seat, hero) else 0
        play.tell(Searched(Ref(seat, hero), room, roll, gold), (seat,))
        if gold:
            row = state.rooms[room]
            row[c.CACHES :] = 0
            row[c.CACHES : c.CACHES + len(caches)] = caches
            play.pay(seat, gold, Cause.CACHE)
    if not caches and not state.tapped.item(seat, room):
        state.tapped[seat, room] = True
        play.tell(Tapped(Ref(seat, hero), room), (seat,))


def phase_rest(play: Play) -> None:
    """Heroes who rest, or do nothing and are no Thieves, gain hit points and Mana (PG-5.31)."""
    able = _able(play)
    idle = able & ~play.acted & ~_are_thieves(play)
    for checked in play.messages:
        for hero in _chosen(play, checked, Phase.REST, able, idle):
            _rest(play, checked.seat, hero)


def _rest(play: Play, seat: int, hero: int) -> None:
    row = play.state.heroes[seat, hero].tolist()
    hp = min(REST_HP, max_hp_in(row) - row[c.HP])
    mana = min(1, max_mana_in(row) - row[c.MANA])
    if hp or mana:
        play.state.heroes[seat, hero, c.HP] = row[c.HP] + hp
        play.state.heroes[seat, hero, c.MANA] = row[c.MANA] + mana
        play.tell(Rested(Ref(seat, hero), hp, mana), (seat,))


def phase_ownership(play: Play) -> None:
    """Rooms belong to those whose heroes are in them (PG-5.32)."""
    seats, rooms = _places(play.state)
    owners = play.state.rooms[:, c.OWNER]
    owners[rooms] = seats
    assert np.array_equal(owners[rooms], seats), "fights have left one seat in each room"


def phase_knowledge(play: Play) -> None:
    """Seats learn of the rooms next to theirs, those without heroes every other turn (PG-5.33)."""
    state = play.state
    seats, rooms = _places(state)
    if state.match.item(c.TURN) % 2 == 0:
        owners = state.rooms[:, c.OWNER]
        owned = np.flatnonzero(owners != c.NONE)
        seats, rooms = np.concatenate((seats, owners[owned])), np.concatenate((rooms, owned))
    # Where there is no door, it stands for one to a room behind the last.
    near = np.zeros((len(state.seats), len(state.rooms) + 1), np.bool_)
    near[seats[:, np.newaxis], state.doors[rooms]] = True
    # However many doors lead there: never more than one level a turn.
    state.levels += near[:, :-1] & (state.levels < _LISTENED)
