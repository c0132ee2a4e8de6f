"""Turn ends, round ends and turn starts of one match in kernels (DK-4.1, DK-5.1 to DK-5.14, DK-7.5).

Each kernel is the one of the same name in `rules.turn` or `rules.combat.auras`, for a match whose
arrays are a `Board`. The Hero's turn is left to the rules for one match.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.batch.combat import kill_unit, remove_unit
from referee.games.dungeon_keeper.batch.statuses import (
    expire,
    has_status,
    heal,
    remove_status,
    take_hp,
)
from referee.games.dungeon_keeper.batch.units import (
    ANYBODY,
    can,
    cell,
    distance,
    forget_captures,
    give_up,
    hero_roll,
    is_enemy_owner,
    is_hostile,
    lower_mark,
    max_ap_of,
    next_unit,
    open_dice,
    unit,
)
from referee.games.dungeon_keeper.rules.board.space import is_near_building, line_of_sight
from referee.games.dungeon_keeper.rules.combat.auras import FIRE_DAMAGE, FIRE_RADIUS
from referee.games.dungeon_keeper.rules.turn.start import POISON_DAMAGE, REGENERATION
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    LIGHT_KEY,
    SLOWING_RADIUS,
    TOWER_AP,
    Ability,
    Building,
    Status,
)

__all__ = ["end_turn", "income_of", "lend_ap", "next_turn", "slow_down", "waning_hp"]

_LIGHT, _LIGHT_KEY = int(LIGHT), int(LIGHT_KEY)
_FIRE_AURA, _REGENERATION = int(Ability.FIRE_AURA), int(Ability.REGENERATION)
_SLOW, _FEAR, _POISON = int(Status.SLOW), int(Status.FEAR), int(Status.POISON)
_ALTAR, _SOURCE = int(Building.ALTAR), int(Building.SOURCE)
_BATTLE_TOWER, _SLOWING_TOWER = int(Building.BATTLE_TOWER), int(Building.SLOWING_TOWER)
_D100 = 100


# Action points and auras (DK-5.1 steps 3 and 8, DK-5.14).


@borrowing
def lend_ap(b: Board, at: int) -> None:
    """Give the unit in row `at`, which another seat controls, action points (DK-5.50)."""
    taken = has_status(b, at, _SLOW) + unit(b, at, c.FEAR) + unit(b, at, c.AP_DEBT)
    b.units[at, c.AP] = max(0, max_ap_of(b, at) - taken)
    b.units[at, c.TOWER_SLOWED] = 0
    slow_down(b, at)


@borrowing
def _give_ap(b: Board, at: int) -> None:
    """Give the unit in row `at` its action points at its owner's turn start (DK-5.1 step 8)."""
    lend_ap(b, at)
    remove_status(b, at, _FEAR)
    b.units[at, c.AP_DEBT] = 0


@borrowing
def slow_down(b: Board, at: int) -> None:
    """Take an action point from the unit in row `at` if it is within a slowing aura (DK-5.14)."""
    if b.units[at, c.TOWER_SLOWED] != 0 or not _is_in_slowing_aura(b, at):
        return
    b.units[at, c.TOWER_SLOWED] = 1
    if b.units[at, c.AP] > 0:
        b.units[at, c.AP] -= 1


@borrowing
def _is_in_slowing_aura(b: Board, at: int) -> bool:
    row, col = unit(b, at, c.ROW), unit(b, at, c.COL)
    if not is_near_building(b.cells, _SLOWING_TOWER, row, col, SLOWING_RADIUS):
        return False
    size, controller = b.cells.shape[1], unit(b, at, c.CONTROLLER)
    for down in range(max(0, row - SLOWING_RADIUS), min(size, row + SLOWING_RADIUS + 1)):
        for right in range(max(0, col - SLOWING_RADIUS), min(size, col + SLOWING_RADIUS + 1)):
            is_tower = b.cells[c.B_KIND, down, right] == _SLOWING_TOWER
            if is_tower and is_enemy_owner(b, controller, cell(b, c.B_OWNER, down, right)):
                return True
    return False


@borrowing
def _fire_aura(b: Board, seat: int) -> None:
    """Burn hostile units next to the acting seat's units with an aura of fire (DK-5.1 step 3)."""
    at = next_unit(b, 0, seat)
    while at != c.NO:
        number = unit(b, at, c.ID)
        if can(b, at, _FIRE_AURA):
            _burn_around(b, seat, unit(b, at, c.ROW), unit(b, at, c.COL))
        at = next_unit(b, number, seat)


@borrowing
def _burn_around(b: Board, seat: int, row: int, col: int) -> None:
    near = next_unit(b, 0, ANYBODY)
    while near != c.NO:
        number = unit(b, near, c.ID)
        down, right = unit(b, near, c.ROW), unit(b, near, c.COL)
        is_prey = distance(row, col, down, right) <= FIRE_RADIUS and is_hostile(b, seat, near)
        if is_prey and line_of_sight(b.cells, row, col, down, right):
            take_hp(b, near, FIRE_DAMAGE)
            if b.units[near, c.HP] == 0:
                kill_unit(b, near, seat)
        near = next_unit(b, number, ANYBODY)


# Turn start (DK-5.1, DK-5.3).


@borrowing
def _start_turn(b: Board, seat: int) -> None:
    """Start the turn of the acting seat (DK-4.1)."""
    b.match[c.BATCH] = 0
    b.match[c.ORDERS] = 0
    b.match[c.SHOWN] = 0
    open_dice(b, seat)
    _begin_turn(b, seat)


@borrowing
def _begin_turn(b: Board, seat: int) -> None:
    """Carry out the acting seat's turn start, step by step (DK-5.1)."""
    for at in range(len(b.units)):
        b.units[at, c.UPGRADED] = 0
    b.cells[c.B_UPGRADED] = 0
    expire(b, seat)
    _fire_aura(b, seat)
    _poison(b, seat)
    for at in range(len(b.units)):
        if _is_unit_of(b, at, seat) and can(b, at, _REGENERATION):
            heal(b, at, REGENERATION)
    b.seats[seat, c.MANA] += income_of(b, seat)
    _pay_upkeep(b, seat)
    _refresh(b, seat)


@borrowing
def _is_unit_of(b: Board, at: int, owner: int) -> bool:
    return bool(b.units[at, c.ID] > 0 and b.units[at, c.OWNER] == owner)


@borrowing
def _poison(b: Board, owner: int) -> None:
    """Take hit points from an owner's poisoned units, and shorten their poison (DK-5.1 step 4)."""
    at = next_unit(b, 0, owner)
    while at != c.NO:
        number, turns = unit(b, at, c.ID), unit(b, at, c.POISON_TURNS)
        if turns != 0:
            source = unit(b, at, c.POISON_SOURCE)
            b.units[at, c.POISON_TURNS] = turns - 1
            take_hp(b, at, POISON_DAMAGE)
            if b.units[at, c.HP] == 0:
                kill_unit(b, at, source)
            elif turns == 1:
                remove_status(b, at, _POISON)
        at = next_unit(b, number, owner)


@borrowing
def income_of(b: Board, seat: int) -> int:
    """Return the mana of a seat's Sources: the sum of their levels (DK-5.1 step 6)."""
    size, income = b.cells.shape[1], 0
    for row in range(size):
        for col in range(size):
            if b.cells[c.B_OWNER, row, col] == seat and b.cells[c.B_KIND, row, col] == _SOURCE:
                income += cell(b, c.B_LEVEL, row, col)
    return income


@borrowing
def _pay_upkeep(b: Board, seat: int) -> None:
    """Pay the upkeep of the acting seat's units; the weakest vanish while it is too much (DK-5.3)."""
    upkeep = 0
    for at in range(len(b.units)):
        if _is_unit_of(b, at, seat):
            upkeep += int(t.UPKEEP[b.units[at, c.KIND]])
    while upkeep > b.seats[seat, c.MANA]:
        weakest = _weakest(b, seat)
        upkeep -= int(t.UPKEEP[b.units[weakest, c.KIND]])
        remove_unit(b, weakest)
    b.seats[seat, c.MANA] -= upkeep


@borrowing
def _weakest(b: Board, seat: int) -> int:
    """Return the row of the unit that vanishes first: workers, then low upkeep, then the newest (DK-5.3)."""
    found = c.NO
    for at in range(len(b.units)):
        if _is_unit_of(b, at, seat) and (found == c.NO or _is_weaker(b, at, found)):
            found = at
    return found


@borrowing
def _is_weaker(b: Board, at: int, other: int) -> bool:
    one, two = b.units[at, c.KIND], b.units[other, c.KIND]
    if t.IS_WORKER[one] != t.IS_WORKER[two]:
        return bool(t.IS_WORKER[one] > t.IS_WORKER[two])
    if t.UPKEEP[one] != t.UPKEEP[two]:
        return bool(t.UPKEEP[one] < t.UPKEEP[two])
    return bool(b.units[at, c.ID] > b.units[other, c.ID])


@borrowing
def _refresh(b: Board, owner: int) -> None:
    """Give an owner's units and battle towers their action points (DK-5.1 step 8)."""
    for at in range(len(b.units)):
        if _is_unit_of(b, at, owner):
            _give_ap(b, at)
    size = b.cells.shape[1]
    for row in range(size):
        for col in range(size):
            if (
                b.cells[c.B_KIND, row, col] == _BATTLE_TOWER
                and b.cells[c.B_OWNER, row, col] == owner
            ):
                b.cells[c.B_AP, row, col] = TOWER_AP


# From a turn to the next (DK-4.1, DK-5.9, DK-7.1, DK-7.2, DK-7.5).


@borrowing
def end_turn(b: Board, seat: int) -> None:
    """End the acting seat's turn: units that it controls go back to their owners (DK-5.9)."""
    for at in range(len(b.units)):
        owner = unit(b, at, c.OWNER)
        if b.units[at, c.ID] > 0 and b.units[at, c.CONTROLLER] == seat and owner != seat:
            b.units[at, c.CONTROLLER] = owner
            b.units[at, c.AP] = 0
            forget_captures(b, at)


@borrowing
def next_turn(b: Board) -> None:
    """Go on from a turn end to the start of the next living seat's turn (DK-4.1)."""
    place = int(b.match[c.TURN])
    while True:
        place += 1
        if place == len(b.turn_order):
            _end_round(b)
            if b.match[c.OVER] != 0:
                return
            place = 0
        if b.seats[b.turn_order[place], c.ALIVE] != 0:
            break
    b.match[c.TURN] = place
    b.match[c.ACTING] = b.turn_order[place]
    _start_turn(b, int(b.turn_order[place]))


@borrowing
def _end_round(b: Board) -> None:
    """Play the light side's turn and, in late rounds, weaken all Altars; start the next round (DK-4.1)."""
    open_dice(b, _LIGHT_KEY)
    _neutral_phase(b)
    if b.match[c.OVER] == 0:
        _wane(b)
    if b.match[c.ROUND] >= b.rules[c.MAX_ROUNDS]:
        b.match[c.OVER] = 1
    elif b.match[c.OVER] == 0:
        b.match[c.ROUND] += 1


@borrowing
def _neutral_phase(b: Board) -> None:
    """Roll whether the Hero appears; where he lives or appears, give up (DK-5.80)."""
    if next_unit(b, 0, _LIGHT) != c.NO:
        give_up(b)
        return
    if b.rules[c.HERO_ENABLED] == 0 or b.match[c.ROUND] < b.rules[c.HERO_FIRST_ROUND]:
        return
    if 1 + hero_roll(b, _D100) <= b.rules[c.HERO_CHANCE]:
        give_up(b)


@borrowing
def waning_hp(b: Board) -> int:
    """Return the hit points that each Altar loses at the end of this round (DK-7.5)."""
    first = int(b.rules[c.WANING_ROUND])
    return max(0, int(b.match[c.ROUND]) - first + 1) if first != 0 else 0


@borrowing
def _wane(b: Board) -> None:
    """Take hit points from all Altars, if it is late enough; Altars that reach 0 fall together (DK-7.5)."""
    hp = waning_hp(b)
    if hp == 0:
        return
    size, fallen = b.cells.shape[1], 0
    for row in range(size):
        for col in range(size):
            if b.cells[c.B_KIND, row, col] == _ALTAR and cell(b, c.B_HP, row, col) <= hp:
                fallen += 1
    if fallen > 0:
        # Seats that fall together are ranked by what they had; it comes once a match.
        give_up(b)
        return
    for row in range(size):
        for col in range(size):
            if b.cells[c.B_KIND, row, col] == _ALTAR:
                b.cells[c.B_HP, row, col] = cell(b, c.B_HP, row, col) - hp
                lower_mark(b, row, col)
