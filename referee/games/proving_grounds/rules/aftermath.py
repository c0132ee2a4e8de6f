"""Phases 9 to 11: loot, searches, rest, ownership and knowledge (PG-5.30 to PG-5.33)."""

from __future__ import annotations

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Checked, Phase
from referee.games.proving_grounds.rules.dice import hero_dice
from referee.games.proving_grounds.rules.heroes import (
    Ref,
    class_of,
    heroes_in,
    is_alive,
    living,
    max_hp,
    max_mana,
    room_of,
    seats_in,
    skill_of,
)
from referee.games.proving_grounds.rules.market.boards import seats_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import caches_of, creatures_in
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

_LISTENED = 3
"""The level up to which rooms next to the own become known by themselves (PG-5.33)."""


def phase_loot(play: Play) -> None:
    """What lies in rooms without creatures goes to the seat whose heroes are there."""
    for room in _rooms_with_heroes(play):
        if not creatures_in(play.state, room):
            _loot(play, room, heroes_in(play.state, room)[0])


def _rooms_with_heroes(play: Play) -> list[int]:
    heroes = play.state.heroes
    rooms = heroes[:, :, c.ROOM][heroes[:, :, c.ALIVE] == 1]
    found: list[int] = np.unique(rooms).tolist()
    return found


def _loot(play: Play, room: int, first: Ref) -> None:
    state, seat = play.state, first.seat
    gold = state.rooms.item(room, c.FLOOR_GOLD)
    gems: list[int] = state.floor_gems[room].tolist()
    counts: list[int] = state.floor_items[room].tolist()
    if not (gold or any(gems) or any(counts)):
        return
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
    for seat in seats_of(play.state, Board.ORDER):
        ordered = _taken(play, play.messages[seat], Phase.SEARCH)
        for hero in living(play.state, seat):
            is_thief = class_of(play.state, seat, hero) == HeroClass.THIEF
            is_idle = not play.acted.item(seat, hero) and not _rests(play.messages[seat], hero)
            if (hero in ordered or (is_thief and is_idle)) and not play.fought.item(seat, hero):
                _search(play, seat, hero)


def _taken(play: Play, checked: Checked, phase: Phase) -> set[int]:
    """Return heroes with an order of a phase that always counts; tells what came of it."""
    heroes = set()
    for place, order in checked.of(phase):
        is_there = is_alive(play.state, checked.seat, order.hero)
        # Whoever was alive as the turn began was killed by others: that is no wrong order, so no notice.
        code = Code.OK if is_there else Code.NO_HERO
        play.tell(Result(checked.seat, OrderList.HEROES, place, None, code), (checked.seat,))
        heroes.add(order.hero)
    return heroes


def _rests(checked: Checked, hero: int) -> bool:
    return any(order.hero == hero for _, order in checked.of(Phase.REST))


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
    for checked in play.messages:
        ordered = _taken(play, checked, Phase.REST)
        for hero in living(play.state, checked.seat):
            is_thief = class_of(play.state, checked.seat, hero) == HeroClass.THIEF
            is_idle = not play.acted.item(checked.seat, hero) and not is_thief
            if (hero in ordered or is_idle) and not play.fought.item(checked.seat, hero):
                _rest(play, checked.seat, hero)


def _rest(play: Play, seat: int, hero: int) -> None:
    row = play.state.heroes[seat, hero]
    hp = min(REST_HP, max_hp(play.state, seat, hero) - int(row[c.HP]))
    mana = min(1, max_mana(play.state, seat, hero) - int(row[c.MANA]))
    if hp or mana:
        row[c.HP] += hp
        row[c.MANA] += mana
        play.tell(Rested(Ref(seat, hero), hp, mana), (seat,))


def phase_ownership(play: Play) -> None:
    """Rooms belong to those whose heroes are in them (PG-5.32)."""
    for room in _rooms_with_heroes(play):
        (seat,) = seats_in(play.state, room)  # fights have left one seat in each room
        play.state.rooms[room, c.OWNER] = seat


def phase_knowledge(play: Play) -> None:
    """Seats learn of the rooms next to theirs, those without heroes every other turn (PG-5.33)."""
    state = play.state
    is_even = state.match.item(c.TURN) % 2 == 0
    for seat in range(len(state.seats)):
        near = np.zeros(len(state.rooms), np.bool_)
        rooms = {room_of(state, seat, hero) for hero in living(state, seat)}
        if is_even:
            rooms |= set(np.flatnonzero(state.rooms[:, c.OWNER] == seat).tolist())
        for room in rooms:
            near[[other for other in state.doors[room].tolist() if other != c.NONE]] = True
        levels = state.levels[seat]
        # However many doors lead there: never more than one level a turn.
        levels[near & (levels < _LISTENED)] += 1
