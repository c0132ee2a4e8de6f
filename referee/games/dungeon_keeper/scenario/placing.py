"""Put a Dungeon Keeper match into a hand-made position that has passed the checks (DK-2.20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from referee.core.config import GameConfig
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Cells, Ints
from referee.games.dungeon_keeper.rules.board.ground import (
    buildings_of,
    put_building,
    put_item,
    put_mine,
)
from referee.games.dungeon_keeper.rules.board.units import (
    add_unit,
    max_ap_of,
    max_hp_of,
    owner_of_id,
    serial_of_id,
)
from referee.games.dungeon_keeper.rules.combat.statuses import POISON_TURNS
from referee.games.dungeon_keeper.scenario.checks import artifacts_of, unit_ids
from referee.games.dungeon_keeper.scenario.spec import (
    InColumn,
    Scenario,
    ScenarioBuilding,
    ScenarioSeat,
    ScenarioStatus,
    ScenarioUnit,
    marked,
    mine_kind,
    named,
)
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    TOWER_AP,
    Building,
    Item,
    Kind,
    MineKind,
    Rune,
    Spell,
    Spirit,
    Status,
)

if TYPE_CHECKING:
    from referee.games.dungeon_keeper.config import DungeonKeeperConfig

__all__ = ["give_first_stocks", "have_altars", "mine_amount", "place", "put_numbers"]


def put_numbers(row: Ints | Cells, values: GameConfig) -> None:
    """Write the numbers that a scenario gives for a thing into the columns of its row in the state.

    Columns of numbers that the scenario leaves out stay as they are.

    Args:
        row: The thing's row, or planes of its cell; changed.
        values: The thing as the scenario has it: a unit, building, item or seat.
    """
    for name, column in marked(type(values), InColumn).items():
        value = getattr(values, name)
        if isinstance(value, tuple):
            row[column.number : column.number + len(value)] = value
        elif value is not None and column.number < len(row):  # version 1 has no low marks
            row[column.number] = value


def give_first_stocks(state: State, config: DungeonKeeperConfig) -> None:
    """Give every seat its stocks at the start of a match (DK-2.18).

    A seat gets `later_mana` more for each place that it comes later in the turn order.
    """
    stocks = (config.start_gold, config.start_iron, config.start_taldear, config.start_mana)
    state.seats[:, c.STOCKS : c.STORE] = stocks
    state.seats[state.turn_order, c.MANA] += config.later_mana * np.arange(len(state.seats))


def mine_amount(config: DungeonKeeperConfig, kind: MineKind) -> int:
    """Return the amount that a mine of a kind holds at the start (DK-3.2)."""
    return (config.gold_mine_amount, config.iron_mine_amount, config.gem_mine_amount)[kind]


def have_altars(state: State) -> bool:
    """Return whether every living seat has its Altar.

    Otherwise a last Altar does not end the match until one has fallen (DK-2.20).
    """
    living = np.flatnonzero(state.seats[:, c.ALIVE]).tolist()
    return all(buildings_of(state, seat, Building.ALTAR) for seat in living)


def place(state: State, config: DungeonKeeperConfig, scenario: Scenario) -> None:
    """Put a match into a position in the order phase of its acting seat.

    What the position does not name is as at the start of a match.

    Args:
        state: A match of the same size and seats with nothing on its board; changed.
        config: The config of the match.
        scenario: The position.
    """
    signs = np.array([list(text) for text in scenario.rows])
    state.cells[c.TERRAIN][signs == "."] = c.EMPTY
    for mine in scenario.mines:
        kind = mine_kind(mine.kind)
        left = mine_amount(config, kind) if mine.left is None else mine.left
        put_mine(state, mine.row, mine.col, kind, left)
    for building in scenario.buildings:
        _put_building(state, config, building)
    for item in scenario.items:
        put_item(state, item.row, item.col, named(Item, item.kind))
        put_numbers(state.items[state.match.item(c.NUM_ITEMS) - 1], item)
    ids = unit_ids(scenario)
    for unit, unit_id in zip(scenario.units, ids, strict=True):
        _put_unit(state, unit, unit_id)
    # `add_unit` has counted them as if they had the first ids of their owners.
    _count_serials(state, ids)
    _set_turn(state, scenario)
    give_first_stocks(state, config)
    for seat, values in enumerate(scenario.seats):
        _fill_seat(state, seat, values)


def _put_building(state: State, config: DungeonKeeperConfig, building: ScenarioBuilding) -> None:
    kind = named(Building, building.kind)
    put_building(state, building.row, building.col, kind, building.owner)
    planes = state.cells[:, building.row, building.col]
    if kind == Building.SOURCE and building.owner != NEUTRAL:
        planes[c.B_LEVEL] = config.base_source_level
    elif kind == Building.BATTLE_TOWER:
        planes[c.B_AP] = TOWER_AP
    put_numbers(planes, building)
    if kind == Building.ALTAR and building.low_mark is None:
        # A slice, since a board of version 1 lacks this plane.
        planes[c.B_LOW :] = planes[c.B_HP]


def _put_unit(state: State, unit: ScenarioUnit, unit_id: int) -> None:
    at = add_unit(state, unit.owner, named(Kind, unit.kind), unit.row, unit.col)
    own = state.units[at]
    own[c.ID] = unit_id
    own[c.ARTIFACTS] = sum(1 << artifact for artifact in artifacts_of(unit))
    own[c.SPIRITS] = sum(1 << named(Spirit, name) for name in unit.spirits)
    # After artifacts and spirits, on which both depend.
    own[[c.HP, c.AP]] = max_hp_of(state, at), max_ap_of(state, at)
    # Given numbers override the defaults just written.
    put_numbers(own, unit)
    if unit.rune is not None:
        own[c.RUNE] = named(Rune, unit.rune)
    if unit.capture_cell is not None:
        row, col = unit.capture_cell
        own[c.CAPTURE_CELL] = len(state.cells[0]) * row + col
    for status in unit.statuses:
        _put_status(state, at, status)


def _count_serials(state: State, ids: list[int]) -> None:
    """Set the counters of created units, so that later units get higher ids than all in `ids`."""
    last = dict.fromkeys((LIGHT, *range(len(state.seats))), 0)
    for unit_id in ids:
        owner = owner_of_id(unit_id)
        last[owner] = max(last[owner], serial_of_id(unit_id))
    state.match[c.LIGHT_SERIAL] = last.pop(LIGHT)
    state.seats[:, c.SERIAL] = list(last.values())


def _put_status(state: State, at: int, status: ScenarioStatus) -> None:
    own = state.units[at]
    source = c.NO if status.source is None else status.source
    stacks = 1 if status.stacks is None else status.stacks
    match named(Status, status.status):
        case Status.FEAR:
            own[c.FEAR] = stacks
        case Status.POISON:
            turns = POISON_TURNS if status.turns is None else status.turns
            own[[c.POISON_TURNS, c.POISON_SOURCE]] = turns, source
        case Status.CURSED_BLADE:
            turns = stacks if status.turns is None else status.turns
            own[[c.BLADE_STACKS, c.BLADE_TURNS, c.BLADE_SOURCE]] = stacks, turns, source
        case plain:
            own[c.STATUS + plain] = source


def _fill_seat(state: State, seat: int, values: ScenarioSeat) -> None:
    own = state.seats[seat]
    put_numbers(own, values)
    own[[c.RUNES + named(Rune, name) for name in values.runes]] = 1
    own[[c.SPELLS + named(Spell, name) for name in values.spells]] = 1


def _set_turn(state: State, scenario: Scenario) -> None:
    turn_order, acting = scenario.order_of_turns, scenario.whose_turn
    state.turn_order = np.array(turn_order, np.int8)
    put_numbers(state.match, scenario)
    state.match[[c.ACTING, c.TURN]] = acting, turn_order.index(acting)
    # All buildings stand by now.
    state.match[c.ALTARS_COUNT] = have_altars(state)
