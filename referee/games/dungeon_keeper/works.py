"""What units do with the ground, with buildings and with things: one function for each order (DK-4.10).

Each takes the match, the order and the row of the unit. The order has passed its checks; what it costs in
action points and from the stocks is paid, but for the gold of a repair.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.auras import slow_down
from referee.games.dungeon_keeper.checks import item_for
from referee.games.dungeon_keeper.events import (
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
from referee.games.dungeon_keeper.ground import clear_cell, distance, put_building, take_item
from referee.games.dungeon_keeper.losses import forget_captures, kill_unit, pass_source
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.statuses import heal
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
from referee.games.dungeon_keeper.units import find, spot

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
"""Hit points that a Hospital gives (DK-3.9)."""
SACRIFICE_MANA = 1
"""Mana for a unit that is sacrificed (DK-5.65)."""

_YIELDS = {
    MineKind.GOLD: c.GOLD_PER_AP,
    MineKind.IRON: c.IRON_PER_AP,
    MineKind.GEM: c.GEM_PER_AP,
}


def move(play: Play, order: o.Move, at: int) -> None:
    """Make a step (DK-5.12); out of reach of a Source its capture is forgotten (DK-5.60)."""
    state = play.state
    play.log.append(Moved(spot(state, at), order.to))
    state.units[at, [c.ROW, c.COL]] = order.to
    source = state.units.item(at, c.CAPTURE_CELL)
    if source != c.NO and distance(*order.to, *divmod(source, state.cells.shape[1])) > 1:
        forget_captures(state, at)
    slow_down(play, at)


def dig(play: Play, order: o.Dig, at: int) -> None:
    """Make an undug cell empty."""
    clear_cell(play.state, *order.cell)
    play.log.append(Dug(spot(play.state, at), order.cell))


def mine(play: Play, order: o.Mine, at: int) -> None:
    """Bring something out of a mine; one that is exhausted becomes empty (DK-5.15)."""
    state = play.state
    kind = MineKind(state.cells.item(c.MINE_KIND, *order.cell))
    left = state.cells.item(c.MINE_LEFT, *order.cell)
    amount = min(left, state.rules.item(_YIELDS[kind]))
    state.seats[play.seat, c.STOCKS + kind] += amount
    play.log.append(Mined(spot(state, at), order.cell, kind, amount))
    if amount == left:
        clear_cell(state, *order.cell)
    else:
        state.cells[c.MINE_LEFT, order.cell.row, order.cell.col] = left - amount


def build(play: Play, order: o.Build, at: int) -> None:
    """Put up a building; a wall is nobody's as soon as it stands (DK-5.16)."""
    owner = NEUTRAL if order.building == Building.WALL else play.seat
    put_building(play.state, *order.cell, order.building, owner)
    play.log.append(Built(spot(play.state, at), order.cell, order.building))


def repair(play: Play, order: o.Repair, at: int) -> None:
    """Repair a building as far as an action point and the gold go (DK-5.17)."""
    state = play.state
    row, col = order.cell
    table = BUILDINGS[state.cells.item(c.B_KIND, row, col)]
    hp = state.cells.item(c.B_HP, row, col)
    paid_for = state.seats.item(play.seat, c.GOLD) * table.repair
    amount = min(REPAIR_HP, table.hp - hp, paid_for)
    gold = -(-amount // table.repair)  # rounded up
    state.cells[c.B_HP, row, col] = hp + amount
    state.seats[play.seat, c.GOLD] -= gold
    play.log.append(Repaired(spot(state, at), order.cell, amount, gold))


def pick_up(play: Play, order: o.Pickup, at: int) -> None:
    """Take the oldest item of a kind: into the stocks, the store or the unit's hands (DK-5.18)."""
    state = play.state
    item = item_for(play, order)
    gold, taldear, mana = (
        state.items.item(item, column) for column in (c.I_GOLD, c.I_TALDEAR, c.I_MANA)
    )
    take_item(state, item)
    seat = state.seats[play.seat]
    seat[c.GOLD] += gold
    seat[c.TALDEAR] += taldear
    seat[c.MANA] += mana
    if order.item.artifact is not None:
        seat[c.STORE + order.item.artifact] += 1
    if order.item.rune is not None:
        state.units[at, c.RUNE] = order.item.rune
    play.log.append(PickedUp(spot(state, at), order.cell, order.item, gold, taldear, mana))


def use_rune(play: Play, order: o.UseRune, at: int) -> None:
    """Set a rune into the Altar, or make mana of it (DK-5.19)."""
    state = play.state
    rune = Rune(state.units.item(at, c.RUNE))
    state.units[at, c.RUNE] = c.NO
    is_installed = order.mode == o.RuneMode.INSTALL
    if is_installed:
        state.seats[play.seat, c.RUNES + rune] = 1
    else:
        state.seats[play.seat, c.MANA] += RUNE_MANA
    play.log.append(RuneUsed(spot(state, at), rune, is_installed))


def capture(play: Play, order: o.Capture, at: int) -> None:
    """Work on a Source; the tenth action point makes it the seat's (DK-5.60)."""
    state = play.state
    row, col = order.cell
    unit = state.units[at]
    source = row * state.cells.shape[1] + col
    if unit[c.CAPTURE_CELL] != source:
        unit[c.CAPTURE_CELL] = source
        unit[c.CAPTURE_POINTS] = 0
    unit[c.CAPTURE_POINTS] += 1
    points = state.units.item(at, c.CAPTURE_POINTS)
    play.log.append(CaptureProgress(spot(state, at), order.cell, points))
    if points >= CAPTURE_AP:
        pass_source(play, row, col, play.seat)


def rest(play: Play, order: o.Rest, at: int) -> None:
    """Be healed at a Hospital (DK-3.9)."""
    del order
    heal(play, at, REST_HP)


def sacrifice(play: Play, order: o.Sacrifice, at: int) -> None:
    """Kill an own unit for mana and a spirit (DK-5.65)."""
    state = play.state
    target = find(state, order.target)
    play.log.append(Sacrificed(spot(state, at), spot(state, target), order.spirit))
    state.seats[play.seat, c.MANA] += SACRIFICE_MANA
    state.seats[play.seat, c.SPIRITS_HELD + order.spirit] += 1
    kill_unit(play, target, play.seat)
