"""Reads BATTLE orders into picked fighters and their sets (CH-4.6 to CH-4.9)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes, Ints, Shorts
from referee.games.champions.rules.log import refuse, refuse_surplus
from referee.games.champions.rules.orders import Orders
from referee.games.champions.rules.pairing import fights_in, num_living
from referee.games.champions.tables import (
    ALLOWED,
    ATTACK,
    DEFAULT_PREFS,
    GUARD,
    HEAL,
    NUM_ACTIONS,
    NUM_TURNS,
    NUM_TYPES,
    PARTNER,
    SELF,
    RefusalCode,
)

__all__ = ["NOBODY", "Picks", "new_picks", "read_picks", "reset_picks"]

NOBODY = -1
"""Stands for the battle of a champion that is not picked, and for the type of an empty place."""

_CHAMPION_DEAD = RefusalCode.CHAMPION_DEAD.value
_FIGHTER_BAD = RefusalCode.FIGHTER_BAD.value
_CHAMPION_TAKEN = RefusalCode.CHAMPION_TAKEN.value
_BATTLE_FULL = RefusalCode.BATTLE_FULL.value
_BATTLE_WOULD_BE_EMPTY = RefusalCode.BATTLE_WOULD_BE_EMPTY.value
_ACTION_BAD = RefusalCode.ACTION_BAD.value
_HEAL_NOT_ALLOWED = RefusalCode.HEAL_NOT_ALLOWED.value
_SUPPORT_NOT_ALLOWED = RefusalCode.SUPPORT_NOT_ALLOWED.value
_BAD_PREFS = RefusalCode.BAD_PREFS.value
_BAD_TARGET = RefusalCode.BAD_TARGET.value
_FIGHTER_FILLED = RefusalCode.FIGHTER_FILLED.value
_SET_FILLED = RefusalCode.SET_FILLED.value


class Picks(NamedTuple):
    """Champions that each seat has picked to fight, and the battle and actions of each.

    The actions of a fighter, one for each turn of a battle, are its set.
    """

    battle: Bytes
    """int8[seat, champion]: id of the battle that a champion fights in; NOBODY if it is not
    picked.
    """
    action: Bytes
    """int8[seat, champion, turn]: battle action of a champion in each turn."""
    target: Bytes
    """int8[seat, champion, turn]: SELF or PARTNER, for healing and guarding."""
    prefs: Bytes
    """int8[seat, champion, turn, rank]: all champion types in order of preference, for an attack."""


@kernel
def new_picks(num_seats: int) -> Picks:
    """Return picks of `num_seats` seats with no champion picked and default sets."""
    picks = Picks(
        np.empty((num_seats, NUM_TYPES), np.int8),
        np.empty((num_seats, NUM_TYPES, NUM_TURNS), np.int8),
        np.empty((num_seats, NUM_TYPES, NUM_TURNS), np.int8),
        np.empty((num_seats, NUM_TYPES, NUM_TURNS, NUM_TYPES), np.int8),
    )
    reset_picks(picks)
    return picks


@kernel
def reset_picks(picks: Picks) -> None:
    """Set picks back: no champion picked, all sets the default (CH-4.9)."""
    picks.battle[:] = NOBODY
    picks.action[:] = ATTACK
    picks.target[:] = SELF
    for place in range(NUM_TYPES):
        picks.prefs[:, :, :, place] = DEFAULT_PREFS[place]


@kernel
def read_picks(b: Board, orders: Orders, picks: Picks) -> None:
    """Read the BATTLE orders of all seats that fight, and fill up missing fighters and actions.

    Args:
        b: The match.
        orders: Orders of all seats.
        picks: Written; on entry as `new_picks` makes them.
    """
    own = np.empty(2, np.int8)
    for seat in range(len(b.seats)):
        count = _battles_of(b, seat, own)
        if count == 0:
            continue
        if not orders.heads[seat, c.WHOLE]:
            for index in range(orders.heads[seat, c.COUNT]):
                entry = orders.fighters[seat, index]
                code = _accept(b, seat, entry, own, count, picks)
                if code:
                    refuse(b, seat, code, index, -1)
                else:
                    _read_set(b, seat, entry, orders.sets[seat, index], index, picks)
        # Also where the whole order was refused: no seat may keep its champions out of a battle
        # (CH-4.7).
        _fill_up(b, seat, own, count, picks)


@borrowing
def _battles_of(b: Board, seat: int, own: Bytes) -> int:
    """Write the ids of a seat's battles into `own`, ascending; return their number."""
    count = 0
    for battle in range(b.match[c.NUM_BATTLES]):
        if fights_in(b, battle, seat):
            own[count] = battle
            count += 1
    return count


@borrowing
def _num_picked(picks: Picks, seat: int, battle: int) -> int:
    picked = 0
    for champion in range(NUM_TYPES):
        picked += int(picks.battle[seat, champion] == battle)
    return picked


@borrowing
def _accept(b: Board, seat: int, entry: Ints, own: Bytes, count: int, picks: Picks) -> int:
    """Check a fighter entry, and note its champion as picked if the entry is right.

    `own` has the ids of the seat's `count` battles, ascending. Return the number of the entry's
    refusal code, or 0 if it was accepted (CH-4.6).
    """
    champion, battle = int(entry[c.FIGHTER_CHAMPION]), int(entry[c.FIGHTER_BATTLE])
    if battle == NOBODY and count == 1:
        battle = int(own[0])
    # With a single battle both entries of `own` are the same one.
    if not 0 <= champion < NUM_TYPES or battle not in (own[0], own[count - 1]):
        return _FIGHTER_BAD
    if b.health[seat, champion] == 0:
        return _CHAMPION_DEAD
    if picks.battle[seat, champion] != NOBODY:
        return _CHAMPION_TAKEN
    if _num_picked(picks, seat, battle) == 2:
        return _BATTLE_FULL
    if count == 2:  # each of two battles needs somebody
        other = int(own[0]) + int(own[1]) - battle
        all_picked = _num_picked(picks, seat, battle) + _num_picked(picks, seat, other)
        left = num_living(b, seat) - all_picked - 1
        if left == 0 and _num_picked(picks, seat, other) == 0:
            return _BATTLE_WOULD_BE_EMPTY
    picks.battle[seat, champion] = battle
    return 0


@borrowing
def _read_set(b: Board, seat: int, entry: Ints, own_set: Shorts, index: int, picks: Picks) -> None:
    """Read the set of an accepted fighter entry into `picks`; refuse actions that are not allowed.

    Missing and refused actions stay the default (CH-4.8).

    Args:
        b: The match.
        seat: Index of the seat.
        entry: int32[column]: the fighter entry.
        own_set: int16[turn, column]: actions of the set.
        index: Index of the entry in the seat's order, for refusals.
        picks: Written.
    """
    champion = int(entry[c.FIGHTER_CHAMPION])
    for turn in range(entry[c.FIGHTER_COUNT]):
        order = own_set[turn]
        action = int(order[c.ACTION])
        code = 0
        if not 0 <= action < NUM_ACTIONS:
            code = _ACTION_BAD
        elif not ALLOWED[champion, action]:
            code = _HEAL_NOT_ALLOWED if action == HEAL else _SUPPORT_NOT_ALLOWED
        if code:
            refuse(b, seat, code, index, turn)
            continue
        picks.action[seat, champion, turn] = action
        if action == ATTACK:
            if not _read_prefs(order, picks.prefs[seat, champion, turn]):
                refuse(b, seat, _BAD_PREFS, index, turn)
        elif action in (HEAL, GUARD):
            if SELF <= order[c.TARGET] <= PARTNER:
                picks.target[seat, champion, turn] = order[c.TARGET]
            else:
                refuse(b, seat, _BAD_TARGET, index, turn)
    refuse_surplus(b, seat, index, NUM_TURNS, int(entry[c.FIGHTER_SURPLUS]))
    if entry[c.FIGHTER_COUNT] < NUM_TURNS:
        refuse(b, seat, _SET_FILLED, index, int(entry[c.FIGHTER_COUNT]))


@borrowing
def _read_prefs(order: Shorts, prefs: Bytes) -> bool:
    """Read an attack's preference list, in the row `order`, into `prefs`, and complete it; return whether it is valid.

    An invalid list leaves `prefs` at the default.
    """
    count = int(order[c.NUM_PREFS])
    if count > NUM_TYPES:
        return False
    named = 0  # types as a set
    for place in range(count):
        wanted = int(order[c.PREFS + place])
        if not 0 <= wanted < NUM_TYPES or named >> wanted & 1:
            return False
        named |= 1 << wanted
    # Written only now: a list that is refused must leave the default as it is.
    for place in range(count):
        prefs[place] = order[c.PREFS + place]
    for wanted in DEFAULT_PREFS:
        if not named >> wanted & 1:
            prefs[count] = wanted
            count += 1
    return True


@borrowing
def _fill_up(b: Board, seat: int, own: Bytes, count: int, picks: Picks) -> None:
    """Assign champions that were not picked to those of a seat's battles that lack fighters (CH-4.7).

    Args:
        b: The match.
        seat: Index of the seat.
        own: int8: ids of the seat's battles, ascending.
        count: Number of these battles.
        picks: Written.
    """
    while True:
        fewest = int(own[0])
        # `<`: of two equally full battles, the one with the lower id is filled first.
        if count == 2 and _num_picked(picks, seat, int(own[1])) < _num_picked(picks, seat, fewest):
            fewest = int(own[1])
        if _num_picked(picks, seat, fewest) == 2:
            return
        healthiest = NOBODY
        for champion in range(NUM_TYPES):
            if picks.battle[seat, champion] != NOBODY or b.health[seat, champion] == 0:
                continue
            # `>`: of equal healths the lower type goes first.
            if healthiest == NOBODY or b.health[seat, champion] > b.health[seat, healthiest]:
                healthiest = champion
        if healthiest == NOBODY:
            return
        picks.battle[seat, healthiest] = fewest
        refuse(b, seat, _FIGHTER_FILLED, healthiest, -1)
