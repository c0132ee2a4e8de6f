"""Orders of units at other units, and attacks on areas, in kernels: checks and effects (DK-4.10).

Each kernel is a row of `rules.orders.table`, for a match whose arrays are a `Board`: it returns the
code of the first check that fails and has changed nothing then, or carries the order out and
returns OK. That the unit is there, obeys, is able and has the action points was checked before.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.aims import (
    at_unit,
    beside,
    in_sight,
    stands_at,
)
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.batch.combat import (
    blast,
    kill_unit,
)
from referee.games.dungeon_keeper.batch.statuses import (
    absorbs,
    add_status,
    has_curse,
    has_status,
    heal,
    purge,
    remove_status,
    roll,
)
from referee.games.dungeon_keeper.batch.turns import lend_ap
from referee.games.dungeon_keeper.batch.units import (
    ANYBODY,
    can,
    cell,
    distance,
    forget_captures,
    is_hostile,
    is_on_board,
    max_hp_of,
    next_unit,
    spend_ap,
    unit,
)
from referee.games.dungeon_keeper.rules.combat.abilities import HEAL_HP
from referee.games.dungeon_keeper.rules.combat.blasts import BREATH_DIVISOR, STREAM_STEPS
from referee.games.dungeon_keeper.rules.economy.unit_orders import SACRIFICE_MANA
from referee.games.dungeon_keeper.tables import (
    Ability,
    Code,
    Roll,
    Status,
)

__all__ = [
    "afflict",
    "breathe",
    "cancel_blessing",
    "cloud",
    "heal_unit",
    "purify",
    "sacrifice",
    "stream",
    "subjugate",
]

_OK, _OUT_OF_BOARD = int(Code.OK), int(Code.OUT_OF_BOARD)
_NO_SUCH_TARGET, _BAD_TARGET = int(Code.NO_SUCH_TARGET), int(Code.BAD_TARGET)
_OUT_OF_RANGE, _NO_LOS = int(Code.OUT_OF_RANGE), int(Code.NO_LOS)
_FULL_HP = int(Code.FULL_HP)
_ALREADY_ACTIVE = int(Code.ALREADY_ACTIVE)
_NOTHING_TO_REMOVE = int(Code.NOTHING_TO_REMOVE)
_EXHAUSTION, _FEAR, _POISON = int(Status.EXHAUSTION), int(Status.FEAR), int(Status.POISON)
_ROLL_FEAR, _ROLL_CANCEL = int(Roll.FEAR), int(Roll.CANCEL_BLESSING)
_ROLL_SUBJUGATE, _ROLL_RESISTANCE = int(Roll.SUBJUGATE), int(Roll.CONTROL_RESISTANCE)
_CLOUD_REACH = 3
"""Distance in cells up to which a death cloud can be sent (DK-5.33)."""
_RESISTS = int(Ability.CONTROL_RESISTANCE)

# Orders at a unit, whose row is given; NO for no such unit.


@borrowing
def heal_unit(b: Board, seat: int, at: int, target: int) -> int:
    """Give a friendly unit 3 hit points."""
    code = _aimed(b, seat, at, target, 2, 0)
    if code != _OK:
        return code
    if unit(b, target, c.HP) >= max_hp_of(b, target):
        return _FULL_HP
    spend_ap(b, at, 1)
    heal(b, target, HEAL_HP)
    return _OK


@borrowing
def _aimed(b: Board, seat: int, at: int, target: int, reach: int, is_hostile_wanted: int) -> int:
    """Return OK if a target is there, of the right side, near and in sight, else the code."""
    if target == c.NO:
        return _NO_SUCH_TARGET
    if is_hostile(b, seat, target) != (is_hostile_wanted != 0):
        return _BAD_TARGET
    return at_unit(b, unit(b, at, c.ROW), unit(b, at, c.COL), target, reach)


@borrowing
def purify(b: Board, seat: int, at: int, target: int) -> int:
    """Remove all debuffs and poison from a friendly unit (DK-5.45)."""
    code = _aimed(b, seat, at, target, 2, 0)
    if code != _OK:
        return code
    if not has_curse(b, target):
        return _NOTHING_TO_REMOVE
    spend_ap(b, at, 1)
    purge(b, target)
    return _OK


@borrowing
def sacrifice(b: Board, seat: int, at: int, target: int, spirit: int) -> int:
    """Kill an own unit for 1 mana and a spirit of the kind named (DK-5.65)."""
    if target == c.NO:
        return _NO_SUCH_TARGET
    is_own = b.units[target, c.OWNER] == seat and b.units[target, c.CONTROLLER] == seat
    if not is_own or target == at:
        return _BAD_TARGET
    code = at_unit(b, unit(b, at, c.ROW), unit(b, at, c.COL), target, 1)
    if code != _OK:
        return code
    spend_ap(b, at, 1)
    b.seats[seat, c.MANA] += SACRIFICE_MANA
    b.seats[seat, c.SPIRITS_HELD + spirit] += 1
    kill_unit(b, target, seat)
    return _OK


@borrowing
def subjugate(b: Board, seat: int, at: int, target: int) -> int:
    """Try to give the seat control of a hostile unit (DK-5.50)."""
    code = _aimed(b, seat, at, target, 2, 1)
    if code != _OK:
        return code
    spend_ap(b, at, 2)
    if not roll(b, at, _ROLL_SUBJUGATE):
        return _OK
    if can(b, target, _RESISTS) and roll(b, target, _ROLL_RESISTANCE):
        return _OK
    if not absorbs(b, target):
        b.units[target, c.CONTROLLER] = seat
        forget_captures(b, target)
        lend_ap(b, target)
    return _OK


@borrowing
def afflict(b: Board, seat: int, at: int, target: int, status: int) -> int:
    """Put exhaustion, fear or poison on a hostile unit (DK-5.40, DK-5.43, DK-5.44, DK-5.47)."""
    code = _aimed(b, seat, at, target, 2 if status == _POISON else 3, 1)
    if code != _OK:
        return code
    if status == _EXHAUSTION and b.units[target, c.STATUS + status] == seat:
        return _ALREADY_ACTIVE
    spend_ap(b, at, 1)
    # The user rolls first; if that fails, the target must not roll at all (DK-5.43).
    if status == _FEAR and not roll(b, at, _ROLL_FEAR):
        return _OK
    if status == _POISON or not absorbs(b, target):
        add_status(b, target, status, seat)
    return _OK


@borrowing
def cancel_blessing(b: Board, seat: int, at: int, target: int, buff: int) -> int:
    """Remove a buff from a hostile unit, if the user's roll succeeds (DK-5.46)."""
    code = _aimed(b, seat, at, target, 3, 1)
    if code != _OK:
        return code
    if not has_status(b, target, buff):
        return _NOTHING_TO_REMOVE
    spend_ap(b, at, 1)
    if roll(b, at, _ROLL_CANCEL):
        remove_status(b, target, buff)
    return _OK


# Area attacks (DK-5.30 to DK-5.33).


@borrowing
def breathe(b: Board, at: int, row: int, col: int) -> int:
    """Breathe fire on a cell: all units there take half of the damage (DK-5.31)."""
    here, there = unit(b, at, c.ROW), unit(b, at, c.COL)
    code = beside(b, here, there, row, col)
    if code != _OK:
        return code
    if not in_sight(b, here, there, row, col):
        return _NO_LOS
    if _next_victim(b, 0, row, col) == c.NO:
        return _NO_SUCH_TARGET
    spend_ap(b, at, 1)
    victim = _next_victim(b, 0, row, col)
    while victim != c.NO:
        number = unit(b, victim, c.ID)
        blast(b, at, victim, BREATH_DIVISOR)
        victim = _next_victim(b, number, row, col)
    return _OK


@borrowing
def _next_victim(b: Board, after: int, row: int, col: int) -> int:
    """Return the row of the unit on a cell with the lowest id above `after`; NO if there is none."""
    at = next_unit(b, after, ANYBODY)
    while at != c.NO and not stands_at(b, at, row, col):
        at = next_unit(b, unit(b, at, c.ID), ANYBODY)
    return at


@borrowing
def stream(b: Board, at: int, direction: int) -> int:
    """Send a stream of fire in a direction: all units on two cells take damage (DK-5.32)."""
    here, there = unit(b, at, c.ROW), unit(b, at, c.COL)
    down, right = int(t.ROWS[direction]), int(t.COLS[direction])
    hits = False
    for step in range(1, STREAM_STEPS + 1):
        row, col = here + step * down, there + step * right
        if _is_open_to(b, here, there, row, col) and _next_victim(b, 0, row, col) != c.NO:
            hits = True
    if not hits:
        return _NO_SUCH_TARGET
    spend_ap(b, at, 3)
    for step in range(1, STREAM_STEPS + 1):
        row, col = here + step * down, there + step * right
        if _is_open_to(b, here, there, row, col):
            victim = _next_victim(b, 0, row, col)
            while victim != c.NO:
                number = unit(b, victim, c.ID)
                blast(b, at, victim, 1)
                victim = _next_victim(b, number, row, col)
    return _OK


@borrowing
def _is_open_to(b: Board, row: int, col: int, to_row: int, to_col: int) -> bool:
    if not is_on_board(b, to_row, to_col) or cell(b, c.TERRAIN, to_row, to_col) != c.EMPTY:
        return False
    return in_sight(b, row, col, to_row, to_col)


@borrowing
def cloud(b: Board, seat: int, at: int, row: int, col: int) -> int:
    """Send a death cloud to a cell: all hostile units there take damage (DK-5.33)."""
    if not is_on_board(b, row, col):
        return _OUT_OF_BOARD
    here, there = unit(b, at, c.ROW), unit(b, at, c.COL)
    if distance(here, there, row, col) > _CLOUD_REACH:
        return _OUT_OF_RANGE
    if not in_sight(b, here, there, row, col):
        return _NO_LOS
    hits = False
    for other in range(len(b.units)):
        if stands_at(b, other, row, col) and is_hostile(b, seat, other):
            hits = True
    if not hits:
        return _NO_SUCH_TARGET
    spend_ap(b, at, 2)
    victim = _next_victim(b, 0, row, col)
    while victim != c.NO:
        number = unit(b, victim, c.ID)
        if is_hostile(b, seat, victim):
            blast(b, at, victim, 1)
        victim = _next_victim(b, number, row, col)
    return _OK
