"""Effects of units' orders on cells, buildings and items, one function for each kind (DK-4.10).

The order given has passed its checks. Its action points and its price are paid, except the gold of
a repair.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import (
    clear_cell,
    distance,
    oldest_item,
    put_building,
    take_item,
)
from referee.games.dungeon_keeper.rules.board.units import spot
from referee.games.dungeon_keeper.rules.combat.auras import slow_down
from referee.games.dungeon_keeper.rules.combat.deaths import forget_captures, kill_unit, pass_source
from referee.games.dungeon_keeper.rules.combat.statuses import heal
from referee.games.dungeon_keeper.rules.events import (
    Built,
    CaptureProgress,
    Dug,
    Mined,
    Moved,
    PickedUp,
    Repaired,
    RuneUsed,
    Sacrificed,
)
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    CAPTURE_AP,
    NEUTRAL,
    REPAIR_HP,
    RUNE_MANA,
    Building,
    MineKind,
    Rune,
)

__all__ = [
    "REST_HP",
    "SACRIFICE_MANA",
    "build",
    "capture",
    "dig",
    "mine",
    "move",
    "pick_up",
    "repair",
    "rest",
    "sacrifice",
    "use_rune",
]

REST_HP = 2
"""Hit points that a unit gains by resting at a Hospital for an action point (DK-3.9)."""
SACRIFICE_MANA = 1
"""Mana that a seat gains by sacrificing a unit (DK-5.65)."""

_YIELDS = {
    MineKind.GOLD: c.GOLD_PER_AP,
    MineKind.IRON: c.IRON_PER_AP,
    MineKind.GEM: c.GEM_PER_AP,
}


def move(aim: Aim[o.Move]) -> None:
    """Move a unit by one step (DK-5.12).

    If the step leads away from a Source that it is capturing, its capture points are lost
    (DK-5.60).
    """
    state = aim.state
    # Logged before it happens: a spot is where a unit was (DK-6.2).
    aim.play.log.append(Moved(spot(state, aim.at), aim.cell))
    state.units[aim.at, [c.ROW, c.COL]] = aim.cell
    source = state.units.item(aim.at, c.CAPTURE_CELL)
    if source != c.NO and distance(*aim.cell, *divmod(source, state.cells.shape[1])) > 1:
        forget_captures(state, aim.at)
    slow_down(aim.play, aim.at)


def dig(aim: Aim[o.Dig]) -> None:
    """Make the undug cell of the order empty."""
    clear_cell(aim.state, *aim.cell)
    aim.play.log.append(Dug(spot(aim.state, aim.at), aim.cell))


def mine(aim: Aim[o.Mine]) -> None:
    """Move what one action point yields from a mine to the seat's stocks (DK-5.15).

    The cell of a mine that has nothing left becomes empty.
    """
    state = aim.state
    kind = MineKind(state.cells.item(c.MINE_KIND, *aim.cell))
    left = state.cells.item(c.MINE_LEFT, *aim.cell)
    amount = min(left, state.rules.item(_YIELDS[kind]))
    state.seats[aim.seat, c.STOCKS + kind] += amount
    aim.play.log.append(Mined(spot(state, aim.at), aim.cell, kind, amount))
    if amount == left:
        clear_cell(state, *aim.cell)
    else:
        state.cells[c.MINE_LEFT, aim.cell.row, aim.cell.col] = left - amount


def build(aim: Aim[o.Build]) -> None:
    """Put up a building of the seat; a wall is neutral as soon as it stands (DK-5.16)."""
    owner = NEUTRAL if aim.order.building == Building.WALL else aim.seat
    put_building(aim.state, *aim.cell, aim.order.building, owner)
    aim.play.log.append(Built(spot(aim.state, aim.at), aim.cell, aim.order.building))


def repair(aim: Aim[o.Repair]) -> None:
    """Repair a building by up to 10 hit points, as far as the seat's gold goes (DK-5.17)."""
    state = aim.state
    row, col = aim.cell
    table = BUILDINGS[state.cells.item(c.B_KIND, row, col)]
    hp = state.cells.item(c.B_HP, row, col)
    paid_for = state.seats.item(aim.seat, c.GOLD) * table.repair
    # Any part of a repair can be bought, as far as the gold goes (DK-5.17).
    amount = min(REPAIR_HP, table.hp - hp, paid_for)
    gold = -(-amount // table.repair)  # rounded up
    state.cells[c.B_HP, row, col] = hp + amount
    state.seats[aim.seat, c.GOLD] -= gold
    aim.play.log.append(Repaired(spot(state, aim.at), aim.cell, amount, gold))


def pick_up(aim: Aim[o.Pickup]) -> None:
    """Pick up the oldest item of a kind on a cell (DK-5.18).

    A rune is carried by the unit; all else goes to the seat's stocks or store.
    """
    state = aim.state
    item = oldest_item(state, *aim.cell, aim.order.item)
    gold, taldear, mana = (
        state.items.item(item, column) for column in (c.I_GOLD, c.I_TALDEAR, c.I_MANA)
    )
    take_item(state, item)
    seat = state.seats[aim.seat]
    seat[c.GOLD] += gold
    seat[c.TALDEAR] += taldear
    seat[c.MANA] += mana
    if aim.order.item.artifact is not None:
        seat[c.STORE + aim.order.item.artifact] += 1
    if aim.order.item.rune is not None:
        state.units[aim.at, c.RUNE] = aim.order.item.rune
    aim.play.log.append(
        PickedUp(spot(state, aim.at), aim.cell, aim.order.item, gold, taldear, mana)
    )


def use_rune(aim: Aim[o.UseRune]) -> None:
    """Consume the rune that a unit carries: install it in the seat's Altar, or exchange it for mana (DK-5.19)."""
    state = aim.state
    rune = Rune(state.units.item(aim.at, c.RUNE))
    # The rune is used up in both modes (DK-5.19).
    state.units[aim.at, c.RUNE] = c.NO
    is_installed = aim.order.mode == o.RuneMode.INSTALL
    if is_installed:
        state.seats[aim.seat, c.RUNES + rune] = 1
    else:
        state.seats[aim.seat, c.MANA] += RUNE_MANA
    aim.play.log.append(RuneUsed(spot(state, aim.at), rune, is_installed))


def capture(aim: Aim[o.Capture]) -> None:
    """Spend an action point on capturing a Source; with the tenth the seat owns it (DK-5.60)."""
    state = aim.state
    row, col = aim.cell
    unit = state.units[aim.at]
    source = row * state.cells.shape[1] + col
    # Points on another Source are lost (DK-5.60).
    if unit[c.CAPTURE_CELL] != source:
        unit[c.CAPTURE_CELL] = source
        unit[c.CAPTURE_POINTS] = 0
    unit[c.CAPTURE_POINTS] += 1
    points = state.units.item(aim.at, c.CAPTURE_POINTS)
    aim.play.log.append(CaptureProgress(spot(state, aim.at), aim.cell, points))
    if points >= CAPTURE_AP:
        pass_source(aim.play, row, col, aim.seat)


def rest(aim: Aim[o.Rest]) -> None:
    """Give a unit next to a Hospital 2 hit points (DK-3.9)."""
    heal(aim.play, aim.at, REST_HP)


def sacrifice(aim: Aim[o.Sacrifice]) -> None:
    """Kill an own unit for 1 mana and a spirit of the kind named (DK-5.65)."""
    state = aim.state
    priest = spot(state, aim.at)
    aim.play.log.append(Sacrificed(priest, spot(state, aim.target), aim.order.spirit))
    state.seats[aim.seat, c.MANA] += SACRIFICE_MANA
    state.seats[aim.seat, c.SPIRITS_HELD + aim.order.spirit] += 1
    # An own unit, so that the kill itself brings no mana (DK-5.25).
    kill_unit(aim.play, aim.target, aim.seat, priest)
