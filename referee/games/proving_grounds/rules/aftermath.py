"""Phases 9 to 11 of a turn: loot, searches, rest, ownership and knowledge of rooms (PG-5.30 to PG-5.33)."""

from __future__ import annotations

import numpy as np

from referee.games.proving_grounds import columns as c
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
from referee.games.proving_grounds.rules.rooms import caches_of, has_creatures
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

__all__ = [
    "LISTENED",
    "phase_knowledge",
    "phase_loot",
    "phase_ownership",
    "phase_rest",
    "phase_search",
]

LISTENED = 3
"""Highest level of knowledge of a room that a seat gets from heroes or owned rooms next to it
(PG-5.33)."""


def phase_loot(play: Play) -> None:
    """Give all that lies on the floor of rooms without creatures to the seat with heroes there."""
    state = play.state
    # In order of rooms, for events must come in the same order in every replay. The first hero to enter takes the gems.
    for room in sorted({row[c.ROOM] for _, _, row in play.survivors()}):
        if _has_loot(state, room) and not has_creatures(state, room):
            _loot(play, room, heroes_in(state, room)[0])


def _has_loot(state: State, room: int) -> bool:
    """Return whether gold, items or gems lie on a room's floor."""
    return (
        state.rooms.item(room, c.FLOOR_GOLD) > 0
        or any(state.floor_items[room].tolist())
        or any(state.floor_gems[room].tolist())
    )


def _loot(play: Play, room: int, first: Ref) -> None:
    """Give gold and items on a room's floor to the seat of the hero `first`, and the gems to that hero.

    There must be something on the floor.
    """
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
    """Let Thieves search for caches (hidden gold) if they were ordered to search or did nothing in the turn (PG-5.30).

    Seats follow in the order of the leader board ORDER.
    """
    idle = _idle(play, are_thieves=True)
    for seat in seats_of(play.state, Board.ORDER):
        checked = play.messages[seat]
        resting = {order.hero for _, order in checked.of(Phase.REST)}
        for hero in sorted((idle[seat] - resting) | _ordered(play, checked, Phase.SEARCH)):
            _search(play, seat, hero)


def _idle(play: Play, *, are_thieves: bool) -> list[set[int]]:
    """Return ids of the living heroes that neither acted nor fought, by seat: Thieves only, or all others only."""
    idle: list[set[int]] = [set() for _ in play.messages]
    for seat, hero, row in play.survivors():
        if (row[c.CLASS] == HeroClass.THIEF) == are_thieves:
            idle[seat].add(hero)
    # Acting or fighting in any earlier phase counts, so this must run after the fights (PG-5.1).
    for seat, hero in play.acted | play.fought:
        idle[seat].discard(hero)
    return idle


def _ordered(play: Play, checked: Checked, phase: Phase) -> set[int]:
    """Report the results of the seat's orders of a phase; return ids of the heroes that may carry them out.

    These are the heroes that live and have not fought in this turn.
    """
    seat, heroes = checked.seat, set()
    for place, order in checked.of(phase):
        is_there = is_alive(play.state, seat, order.hero)
        # The hero lived when the turn began and was killed by others: the order was not wrong, so no notice.
        code = Code.OK if is_there else Code.NO_HERO
        play.tell(Result(seat, OrderList.HEROES, place, None, code), (seat,))
        if is_there and (seat, order.hero) not in play.fought:
            heroes.add(order.hero)
    return heroes


def _search(play: Play, seat: int, hero: int) -> None:
    """Roll for the first cache (hidden gold) of the Thief's room, which goes to his seat (PG-5.30).

    If no cache is left, mark the room as tapped for the seat.
    """
    state, room = play.state, room_of(play.state, seat, hero)
    caches = caches_of(state, room)
    if caches:
        roll = hero_dice(state, seat, hero).d6(3)
        # After a failed roll the cache stays, for another try in a later turn (PG-5.30).
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
    """Give hit points and Mana to heroes who were ordered to rest (PG-5.31).

    Idle heroes who are no Thieves rest as well.
    """
    idle = _idle(play, are_thieves=False)
    for checked in play.messages:
        for hero in sorted(idle[checked.seat] | _ordered(play, checked, Phase.REST)):
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
    """Make each seat with heroes in a room the room's owner (PG-5.32)."""
    owners = {row[c.ROOM]: seat for seat, _, row in play.survivors()}
    assert all(owners[row[c.ROOM]] == seat for seat, _, row in play.survivors()), (
        "fights have left one seat in each room"
    )
    for room, seat in owners.items():
        play.state.rooms[room, c.OWNER] = seat


def phase_knowledge(play: Play) -> None:
    """Raise each seat's knowledge of rooms next to its heroes by one level, up to 3 (PG-5.33).

    In even turns, rooms next to rooms that the seat owns count as well.
    """
    state = play.state
    rooms_of = {(seat, row[c.ROOM]) for seat, _, row in play.survivors()}
    if state.match.item(c.TURN) % 2 == 0:
        owners: list[int] = state.rooms[:, c.OWNER].tolist()
        rooms_of.update([(seat, room) for room, seat in enumerate(owners) if seat != c.NONE])
    # A missing door is -1, the index of the last place: an extra room that is cut off below.
    near, doors = [bytearray(len(state.rooms) + 1) for _ in state.seats], state.doors.tolist()
    for seat, room in rooms_of:
        for other in doors[room]:
            near[seat][other] = True
    # Flags, not counts: never more than one level a turn, however many doors lead there (PG-5.33).
    is_near = np.frombuffer(b"".join(near), np.bool_).reshape(len(near), -1)[:, :-1]
    state.levels += is_near & (state.levels < LISTENED)
