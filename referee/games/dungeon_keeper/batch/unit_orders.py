"""Orders of units in kernels: their checks, and what they do (DK-4.10).

Each kernel is a row of `rules.orders.table`, for a match whose arrays are a `Board`: it returns the
code of the first check that fails and has changed nothing then, or carries the order out and
returns OK. That the unit is there, obeys, is able and has the action points was checked before.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.aims import (
    altar_beside,
    at_unit,
    beside,
    building,
    free_of_others,
    in_sight,
    is_own_or_allied,
    is_reparable,
    may_be_attacked,
    reach_of,
    shortfall,
    stands_at,
)
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.batch.combat import (
    attack_building,
    attack_unit,
    blast,
    kill_unit,
    pass_source,
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
from referee.games.dungeon_keeper.batch.turns import lend_ap, slow_down
from referee.games.dungeon_keeper.batch.units import (
    ANYBODY,
    can,
    cell,
    clear_cell,
    distance,
    forget_captures,
    is_hostile,
    is_on_board,
    max_hp_of,
    next_unit,
    oldest_item,
    pay,
    put_building,
    spend_ap,
    unit,
)
from referee.games.dungeon_keeper.rules.combat.abilities import HEAL_HP
from referee.games.dungeon_keeper.rules.combat.blasts import BREATH_DIVISOR, STREAM_STEPS
from referee.games.dungeon_keeper.rules.economy.unit_orders import REST_HP, SACRIFICE_MANA
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.tables import (
    CAPTURE_AP,
    NEUTRAL,
    REPAIR_HP,
    RUNE_MANA,
    Ability,
    Building,
    Code,
    Item,
    MineKind,
    Roll,
    Status,
)

__all__ = [
    "afflict",
    "attack",
    "breathe",
    "build",
    "cancel_blessing",
    "capture",
    "cloud",
    "dig",
    "heal_unit",
    "mine",
    "move",
    "pick_up",
    "purify",
    "repair",
    "rest",
    "sacrifice",
    "stream",
    "subjugate",
    "use_rune",
]

_OK, _OUT_OF_BOARD, _NOT_ADJACENT = int(Code.OK), int(Code.OUT_OF_BOARD), int(Code.NOT_ADJACENT)
_BLOCKED, _CORNER, _OCCUPIED = int(Code.BLOCKED), int(Code.CORNER), int(Code.OCCUPIED)
_NO_SUCH_TARGET, _BAD_TARGET = int(Code.NO_SUCH_TARGET), int(Code.BAD_TARGET)
_OUT_OF_RANGE, _NO_LOS = int(Code.OUT_OF_RANGE), int(Code.NO_LOS)
_NOT_UNDUG, _NOT_MINE, _NOT_EMPTY = int(Code.NOT_UNDUG), int(Code.NOT_MINE), int(Code.NOT_EMPTY)
_ITEM_THERE, _FULL_HP, _NO_GOLD = int(Code.ITEM_THERE), int(Code.FULL_HP), int(Code.NO_GOLD)
_NO_ITEM, _HANDS_FULL, _NO_RUNE = int(Code.NO_ITEM), int(Code.HANDS_FULL), int(Code.NO_RUNE)
_ALREADY_INSTALLED, _OWN_SOURCE = int(Code.ALREADY_INSTALLED), int(Code.OWN_SOURCE)
_NO_BUILDING, _ALREADY_ACTIVE = int(Code.NO_BUILDING), int(Code.ALREADY_ACTIVE)
_NOTHING_TO_REMOVE = int(Code.NOTHING_TO_REMOVE)
_SOURCE, _WALL, _HOSPITAL = int(Building.SOURCE), int(Building.WALL), int(Building.HOSPITAL)
_NEUTRAL, _INSTALL = int(NEUTRAL), int(o.RuneMode.INSTALL)
_GOLD_MINE, _IRON_MINE = int(MineKind.GOLD), int(MineKind.IRON)
_FIRST_RUNE, _FIRST_ARTIFACT = int(Item.RUNE_FIRE), int(Item.SWORD)
_EXHAUSTION, _FEAR, _POISON = int(Status.EXHAUSTION), int(Status.FEAR), int(Status.POISON)
_ROLL_FEAR, _ROLL_CANCEL = int(Roll.FEAR), int(Roll.CANCEL_BLESSING)
_ROLL_SUBJUGATE, _ROLL_RESISTANCE = int(Roll.SUBJUGATE), int(Roll.CONTROL_RESISTANCE)
_CLOUD_REACH = 3
"""Distance in cells up to which a death cloud can be sent (DK-5.33)."""
_RESISTS = int(Ability.CONTROL_RESISTANCE)

# Orders at a cell.


@borrowing
def move(b: Board, at: int, row: int, col: int) -> int:
    """Move a unit by one step (DK-5.12, DK-5.60)."""
    here, there = unit(b, at, c.ROW), unit(b, at, c.COL)
    code = beside(b, here, there, row, col)
    if code != _OK:
        return code
    if cell(b, c.TERRAIN, row, col) != c.EMPTY:
        return _BLOCKED
    # Between two neighbours nothing but a corner can be in the way (DK-5.11).
    if not in_sight(b, here, there, row, col):
        return _CORNER
    code = free_of_others(b, row, col, unit(b, at, c.OWNER))
    if code != _OK:
        return code
    spend_ap(b, at, 1)
    b.units[at, c.ROW] = row
    b.units[at, c.COL] = col
    source, size = unit(b, at, c.CAPTURE_CELL), b.cells.shape[1]
    if source != c.NO and distance(row, col, source // size, source % size) > 1:
        forget_captures(b, at)
    slow_down(b, at)
    return _OK


@borrowing
def attack(b: Board, seat: int, at: int, target: int, row: int, col: int, has_cell: int) -> int:
    """Attack a unit, or the building on a cell (DK-5.20)."""
    here, there = unit(b, at, c.ROW), unit(b, at, c.COL)
    if has_cell != 0:
        if building(b, row, col) == c.NO:
            return _NO_SUCH_TARGET
        if not may_be_attacked(b, seat, row, col):
            return _BAD_TARGET
    else:
        if target == c.NO:
            return _NO_SUCH_TARGET
        if not is_hostile(b, seat, target):
            return _BAD_TARGET
        row, col = unit(b, target, c.ROW), unit(b, target, c.COL)
    if distance(here, there, row, col) > reach_of(b, at):
        return _OUT_OF_RANGE
    if not in_sight(b, here, there, row, col):
        return _NO_LOS
    spend_ap(b, at, 1)
    if has_cell != 0:
        attack_building(b, at, row, col)
    else:
        attack_unit(b, at, target)
    return _OK


@borrowing
def dig(b: Board, at: int, row: int, col: int) -> int:
    """Make an undug cell empty."""
    code = beside(b, unit(b, at, c.ROW), unit(b, at, c.COL), row, col)
    if code != _OK:
        return code
    if cell(b, c.TERRAIN, row, col) != c.UNDUG:
        return _NOT_UNDUG
    spend_ap(b, at, 1)
    clear_cell(b, row, col)
    return _OK


@borrowing
def mine(b: Board, seat: int, at: int, row: int, col: int) -> int:
    """Move what one action point yields from a mine to the seat's stocks (DK-5.15)."""
    code = beside(b, unit(b, at, c.ROW), unit(b, at, c.COL), row, col)
    if code != _OK:
        return code
    if cell(b, c.TERRAIN, row, col) != c.MINE:
        return _NOT_MINE
    spend_ap(b, at, 1)
    kind, left = cell(b, c.MINE_KIND, row, col), cell(b, c.MINE_LEFT, row, col)
    amount = min(left, int(b.rules[_yield_of(kind)]))
    b.seats[seat, c.STOCKS + kind] += amount
    if amount == left:
        clear_cell(b, row, col)
    else:
        b.cells[c.MINE_LEFT, row, col] = left - amount
    return _OK


@borrowing
def _yield_of(kind: int) -> int:
    if kind == _GOLD_MINE:
        return c.GOLD_PER_AP
    return c.IRON_PER_AP if kind == _IRON_MINE else c.GEM_PER_AP


@borrowing
def build(b: Board, seat: int, at: int, row: int, col: int, kind: int) -> int:
    """Put up a building of the seat; a wall is neutral as soon as it stands (DK-5.16)."""
    code = beside(b, unit(b, at, c.ROW), unit(b, at, c.COL), row, col)
    if code != _OK:
        return code
    if cell(b, c.TERRAIN, row, col) != c.EMPTY:
        return _NOT_EMPTY
    for other in range(len(b.units)):
        if stands_at(b, other, row, col):
            return _OCCUPIED
    if oldest_item(b, row, col, c.NO) != c.NO:
        return _ITEM_THERE
    gold, iron, mana = (
        int(t.BUILDING_PRICE[kind, 0]),
        int(t.BUILDING_PRICE[kind, 1]),
        int(t.BUILDING_PRICE[kind, 3]),
    )
    code = shortfall(b, seat, gold, iron, 0, mana)
    if code != _OK:
        return code
    spend_ap(b, at, 1)
    pay(b, seat, gold, iron, 0, mana)
    put_building(b, row, col, kind, _NEUTRAL if kind == _WALL else seat)
    return _OK


@borrowing
def repair(b: Board, seat: int, at: int, row: int, col: int) -> int:
    """Repair a building by up to 10 hit points, as far as the seat's gold goes (DK-5.17)."""
    code = beside(b, unit(b, at, c.ROW), unit(b, at, c.COL), row, col)
    if code != _OK:
        return code
    if not is_reparable(b, seat, row, col):
        return _BAD_TARGET
    kind, hp = cell(b, c.B_KIND, row, col), cell(b, c.B_HP, row, col)
    missing, each = int(t.BUILDING_HP[kind]) - hp, int(t.REPAIR[kind])
    if missing <= 0:
        return _FULL_HP
    if b.seats[seat, c.GOLD] <= 0:
        return _NO_GOLD
    spend_ap(b, at, 1)
    amount = min(REPAIR_HP, missing, int(b.seats[seat, c.GOLD]) * each)
    b.cells[c.B_HP, row, col] = hp + amount
    b.seats[seat, c.GOLD] -= (amount + each - 1) // each
    return _OK


@borrowing
def pick_up(b: Board, seat: int, at: int, row: int, col: int, kind: int) -> int:
    """Pick up the oldest item of a kind on a cell (DK-5.18)."""
    if not is_on_board(b, row, col):
        return _OUT_OF_BOARD
    if distance(unit(b, at, c.ROW), unit(b, at, c.COL), row, col) > 1:
        return _NOT_ADJACENT
    item = oldest_item(b, row, col, kind)
    if item == c.NO:
        return _NO_ITEM
    for other in range(len(b.units)):
        if stands_at(b, other, row, col) and b.units[other, c.CONTROLLER] != seat:
            return _OCCUPIED
    is_rune = _FIRST_RUNE <= kind < _FIRST_ARTIFACT
    if is_rune and b.units[at, c.RUNE] != c.NO:
        return _HANDS_FULL
    spend_ap(b, at, 1)
    b.items[item, c.I_PLACE] = c.NOWHERE
    b.seats[seat, c.GOLD] += b.items[item, c.I_GOLD]
    b.seats[seat, c.TALDEAR] += b.items[item, c.I_TALDEAR]
    b.seats[seat, c.MANA] += b.items[item, c.I_MANA]
    if kind >= _FIRST_ARTIFACT:
        b.seats[seat, c.STORE + kind - _FIRST_ARTIFACT] += 1
    if is_rune:
        b.units[at, c.RUNE] = kind - _FIRST_RUNE
    return _OK


@borrowing
def use_rune(b: Board, seat: int, at: int, mode: int) -> int:
    """Install the rune that a unit carries in the seat's Altar, or exchange it for mana (DK-5.19)."""
    rune = unit(b, at, c.RUNE)
    if rune == c.NO:
        return _NO_RUNE
    if not altar_beside(b, seat, unit(b, at, c.ROW), unit(b, at, c.COL)):
        return _NOT_ADJACENT
    if mode == _INSTALL and b.seats[seat, c.RUNES + rune] != 0:
        return _ALREADY_INSTALLED
    spend_ap(b, at, 1)
    b.units[at, c.RUNE] = c.NO
    if mode == _INSTALL:
        b.seats[seat, c.RUNES + rune] = 1
    else:
        b.seats[seat, c.MANA] += RUNE_MANA
    return _OK


@borrowing
def capture(b: Board, seat: int, at: int, row: int, col: int) -> int:
    """Spend an action point on capturing a Source; with the tenth the seat owns it (DK-5.60)."""
    code = beside(b, unit(b, at, c.ROW), unit(b, at, c.COL), row, col)
    if code != _OK:
        return code
    if cell(b, c.B_KIND, row, col) != _SOURCE:
        return _BAD_TARGET
    if is_own_or_allied(b, seat, cell(b, c.B_OWNER, row, col)):
        return _OWN_SOURCE
    spend_ap(b, at, 1)
    source = row * b.cells.shape[1] + col
    if b.units[at, c.CAPTURE_CELL] != source:
        b.units[at, c.CAPTURE_CELL] = source
        b.units[at, c.CAPTURE_POINTS] = 0
    b.units[at, c.CAPTURE_POINTS] += 1
    if b.units[at, c.CAPTURE_POINTS] >= CAPTURE_AP:
        pass_source(b, row, col, seat)
    return _OK


@borrowing
def rest(b: Board, seat: int, at: int, row: int, col: int) -> int:
    """Give a unit next to a Hospital 2 hit points (DK-3.9)."""
    code = beside(b, unit(b, at, c.ROW), unit(b, at, c.COL), row, col)
    if code != _OK:
        return code
    is_hospital = cell(b, c.B_KIND, row, col) == _HOSPITAL
    if not (is_hospital and is_own_or_allied(b, seat, cell(b, c.B_OWNER, row, col))):
        return _NO_BUILDING
    if unit(b, at, c.HP) >= max_hp_of(b, at):
        return _FULL_HP
    spend_ap(b, at, 1)
    heal(b, at, REST_HP)
    return _OK


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
