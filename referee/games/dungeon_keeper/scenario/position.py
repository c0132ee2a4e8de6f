"""Position in the middle of a Dungeon Keeper match, for scenarios: its form, checks and state."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from referee.core.errors import ConfigError
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, rules_of
from referee.games.dungeon_keeper.rules.board.ground import put_item
from referee.games.dungeon_keeper.rules.dice import open_dice, open_hero
from referee.games.dungeon_keeper.scenario.checks import check_scenario
from referee.games.dungeon_keeper.scenario.placing import have_altars, place
from referee.games.dungeon_keeper.scenario.spec import (
    MOST_STOCK,
    InColumn,
    Many,
    Scenario,
    ScenarioBuilding,
    ScenarioSeat,
    ScenarioUnit,
    Seat,
    named,
)
from referee.games.dungeon_keeper.state import State, blank_state
from referee.games.dungeon_keeper.tables import MAX_SEATS, Item
from referee.kit.records import OneOf

__all__ = ["Position", "SeatPosition", "put_in_position"]

_Count = Annotated[int, Field(ge=0, le=MOST_STOCK)]


class SeatPosition(ScenarioSeat):
    """Holdings of a seat in the middle of a match, and whether the seat is still in (DK-3.4)."""

    alive: Annotated[bool, InColumn(c.ALIVE)] = True
    """Whether the seat is still in the match."""
    serial: _Count | None = None
    """Number of units that the seat has created so far; by default the highest number among its
    units' ids."""
    altar_damage: Annotated[_Count, InColumn(c.ALTAR_DAMAGE)] = 0
    """Hit points that the seat's units took off enemies' Altars, as counted for the score."""
    eliminated_order: Annotated[int, InColumn(c.ELIMINATED_ORDER)] = Field(
        default=0, ge=0, le=MAX_SEATS
    )
    """Place of the seat in the order of eliminations, from 1; 0 if it is still in the match."""
    allies: Annotated[tuple[Seat, ...], Many] = ()
    """Seats with which the seat has declared an alliance."""


class Position(Scenario):
    """Position in the middle of a match: a scenario, with fields that no match begins with."""

    seats: Annotated[tuple[SeatPosition, ...], Many] = ()
    """Holdings of the seats, from seat 0."""
    seed: int = Field(default=0, ge=0, lt=2**64)
    """Match seed, from which all dice come."""
    batch: Annotated[_Count, InColumn(c.BATCH)] = 0
    """Number of batches accepted in this turn."""
    orders: Annotated[_Count, InColumn(c.ORDERS)] = 0
    """Number of orders counted in this turn, refused ones included."""
    light_serial: _Count | None = None
    """Number of light units created so far; by default the highest number among their ids."""
    hero_items: Annotated[tuple[Annotated[str, OneOf(Item)], ...], Many] = ()
    """Kinds of items that the Hero has picked up, in order."""
    altars_count: bool | None = None
    """Whether the match ends when one Altar is left; by default, whether every living seat has an
    Altar (DK-2.20)."""


def put_in_position(config: DungeonKeeperConfig, num_seats: int, position: Position) -> State:
    """Make a match in a position, in the order phase of its acting seat.

    Under fog the caller still has to update what the seats see.

    Args:
        config: The config of the match; the board may have another size than the config's.
        num_seats: Number of seats.
        position: The position.

    Raises:
        ConfigError: The position is not possible; names the field.
    """
    if position.players != num_seats:
        raise ConfigError("players", f"{num_seats}, as many as there are", position.players)
    check_scenario(
        position,
        unit_cap=config.unit_cap,
        stack_limit=config.stack_limit,
        max_rounds=config.max_rounds,
        path="",
    )
    _check_seats(position)
    size = len(position.rows)
    rules = rules_of(config)
    # A third of this board, which may be another than the config's.
    if "hero_min_distance" not in config.model_fields_set:
        rules[c.HERO_MIN_DISTANCE] = size // 3
    state = blank_state(rules, position.seed, num_seats, size)
    # First the scenario, whose counters the fields of the position may then raise.
    place(state, config, position)
    _fill_seats(state, position)
    _go_on(state, position)
    state.narrow()
    return state


def _check_seats(position: Position) -> None:
    things: tuple[ScenarioUnit | ScenarioBuilding, ...] = (*position.units, *position.buildings)
    owners = {thing.owner for thing in things}
    for seat, values in enumerate(position.seats):
        field = f"seats.{seat}"
        if values.alive != (values.eliminated_order == 0):
            bound = "0 for a seat that is alive, from 1 for others"
            raise ConfigError(f"{field}.eliminated_order", bound, values.eliminated_order)
        if not values.alive and seat in owners:
            raise ConfigError(f"{field}.alive", "true for a seat that owns something", False)
        if any(ally == seat or ally >= position.players for ally in values.allies):
            raise ConfigError(f"{field}.allies", "other seats", values.allies)


def _fill_seats(state: State, position: Position) -> None:
    for seat, values in enumerate(position.seats):
        own = state.seats[seat]
        own[c.ALLIES] = sum(1 << ally for ally in set(values.allies))
        if values.serial is not None:
            own[c.SERIAL] = _at_least(f"seats.{seat}.serial", values.serial, own.item(c.SERIAL))


def _go_on(state: State, position: Position) -> None:
    """Set what a match does not begin with: counters, the Hero's items and the dice.

    Raises:
        ConfigError: The acting seat is out, or `light_serial` is below an id in use.
    """
    match = state.match
    if not state.seats.item(match.item(c.ACTING), c.ALIVE):
        raise ConfigError("acting_seat", "a seat that is alive", match.item(c.ACTING))
    if position.light_serial is not None:
        last = match.item(c.LIGHT_SERIAL)
        match[c.LIGHT_SERIAL] = _at_least("light_serial", position.light_serial, last)
    match[c.NUM_ELIMINATED] = np.count_nonzero(state.seats[:, c.ALIVE] == 0)
    # A seat that is out has no Altar, so only the living ones are asked.
    count = have_altars(state) if position.altars_count is None else position.altars_count
    match[c.ALTARS_COUNT] = count
    for order, name in enumerate(position.hero_items):
        # The cell means nothing: what he carries lies nowhere.
        put_item(state, 0, 0, named(Item, name))
        state.items[match.item(c.NUM_ITEMS) - 1, c.I_PLACE] = c.WITH_HERO + order
    # The dice are those of this seat and round, from their first on (DK-2.5).
    open_hero(state)
    open_dice(state, match.item(c.ACTING))


def _at_least(field: str, value: int, low: int) -> int:
    if value < low:
        raise ConfigError(field, f"at least {low}, the last of its units", value)
    return value
