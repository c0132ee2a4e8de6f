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
    pass_source,
)
from referee.games.dungeon_keeper.batch.statuses import (
    heal,
)
from referee.games.dungeon_keeper.batch.turns import slow_down
from referee.games.dungeon_keeper.batch.units import (
    cell,
    clear_cell,
    distance,
    forget_captures,
    is_hostile,
    is_on_board,
    max_hp_of,
    oldest_item,
    pay,
    put_building,
    spend_ap,
    unit,
)
from referee.games.dungeon_keeper.rules.economy.unit_orders import REST_HP
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.tables import (
    CAPTURE_AP,
    NEUTRAL,
    REPAIR_HP,
    RUNE_MANA,
    Building,
    Code,
    Item,
    MineKind,
)

__all__ = [
    "attack",
    "build",
    "capture",
    "dig",
    "mine",
    "move",
    "pick_up",
    "repair",
    "rest",
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
_NO_BUILDING = int(Code.NO_BUILDING)
_SOURCE, _WALL, _HOSPITAL = int(Building.SOURCE), int(Building.WALL), int(Building.HOSPITAL)
_NEUTRAL, _INSTALL = int(NEUTRAL), int(o.RuneMode.INSTALL)
_GOLD_MINE, _IRON_MINE = int(MineKind.GOLD), int(MineKind.IRON)
_FIRST_RUNE, _FIRST_ARTIFACT = int(Item.RUNE_FIRE), int(Item.SWORD)
"""Distance in cells up to which a death cloud can be sent (DK-5.33)."""

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
