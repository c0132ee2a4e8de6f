"""Writes turns of battles into the log: the numbers of a `BattleTurn` one after another."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.champions import columns as c
from referee.games.champions.columns import Board
from referee.games.champions.rules.fight import (
    AMOUNT,
    ARMOUR,
    BASE,
    BOOSTED,
    EVADE_NEED,
    EVADE_ROLL,
    FACTOR,
    ITEMS,
    PLACES,
    TARGET,
    Fight,
)
from referee.games.champions.rules.log import close_entry, open_entry
from referee.games.champions.tables import ARMOUR_SLOT, EVADE

__all__ = ["close_turn", "note_action", "open_turn"]

_BATTLE, _TURN, _NUM_ACTIONS, _ACTIONS = range(4)


@borrowing
def open_turn(b: Board, battle: int, turn: int) -> int:
    """Begin the log entry of a battle's turn; return the column for its first action."""
    seats = 1 << int(b.battles[battle, c.SIDE_A]) | 1 << int(b.battles[battle, c.SIDE_B])
    first = open_entry(b, c.BATTLE_TURN, seats)
    b.log[first + _BATTLE] = battle
    b.log[first + _TURN] = turn
    b.log[first + _NUM_ACTIONS] = 0
    return first + _ACTIONS


@borrowing
def note_action(b: Board, battle: int, place: int, f: Fight, actions: int, at: int) -> int:
    """Log an action as it was executed (CH-6.4).

    Args:
        b: The match.
        battle: Id of the battle.
        place: Place of the champion that acted.
        f: The fight, with the action's result.
        actions: Column of the turn's first action.
        at: First free column of the log.

    Returns:
        First free column after the action.
    """
    # The number of actions stands in front of them in the entry, so it is counted up with each.
    b.log[actions - _ACTIONS + _NUM_ACTIONS] += 1
    action, target = f.action[place], int(f.result[TARGET])
    # From here on in the order of the fields of `Executed`, as `kit.flat` reads them: an optional
    # record follows a 1, or is a 0 alone; an optional number that is absent is 0.
    at = _put_fighter(b, battle, place, f, at)
    b.log[at] = action
    b.log[at + 1] = action != EVADE
    at += 2
    if action != EVADE:
        at = _put_fighter(b, battle, target, f, at)
    b.log[at] = f.result[EVADE_ROLL]
    b.log[at + 1] = f.result[EVADE_NEED]
    at = _put_faces(b, BASE, f, at + 2)
    items = at
    b.log[items] = 0
    at += 1
    for slot in range(ARMOUR_SLOT):
        # Only items whose dice were rolled: others must stay hidden (CH-6.1).
        if f.counts[ITEMS + slot]:
            b.log[items] += 1
            b.log[at] = f.kinds[place, slot]
            at = _put_faces(b, ITEMS + slot, f, at + 1)
    b.log[at] = f.result[BOOSTED]
    b.log[at + 1] = f.counts[ARMOUR] > 0
    at += 2
    if f.counts[ARMOUR]:
        b.log[at] = f.kinds[target, ARMOUR_SLOT]
        at = _put_faces(b, ARMOUR, f, at + 1)
    b.log[at] = f.result[FACTOR]
    b.log[at + 1] = f.result[AMOUNT]
    return at + 2


@borrowing
def close_turn(b: Board, battle: int, f: Fight, actions: int, at: int) -> None:
    """Log the fighters' health after a turn, and end the turn's log entry.

    Args:
        b: The match.
        battle: Id of the battle.
        f: The fight after the turn.
        actions: Column of the turn's first action.
        at: First free column of the log.
    """
    count = at
    b.log[count] = 0
    at += 1
    for place in range(PLACES):
        # The dead are listed, too, with health 0; only empty places are left out.
        if f.types[place] >= 0:
            b.log[count] += 1
            at = _put_fighter(b, battle, place, f, at)
            b.log[at] = f.health[place]
            at += 1
    close_entry(b, actions - _ACTIONS, at)


@borrowing
def _put_fighter(b: Board, battle: int, place: int, f: Fight, at: int) -> int:
    b.log[at] = b.battles[battle, place // 2]
    b.log[at + 1] = f.types[place]
    return at + 2


@borrowing
def _put_faces(b: Board, source: int, f: Fight, at: int) -> int:
    count = int(f.counts[source])
    b.log[at] = count
    for die in range(count):
        b.log[at + 1 + die] = f.faces[source, die]
    return at + 1 + count
