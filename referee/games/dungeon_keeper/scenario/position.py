"""A position in the middle of a Dungeon Keeper match, for scenarios: its form, its checks, its state."""

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
    """What a seat has, and whether it is still in (DK-3.4)."""

    alive: Annotated[bool, InColumn(c.ALIVE)] = True
    """Whether it is in the match."""
    serial: _Count | None = None
    """Units made so far; without it by the ids of its units."""
    altar_damage: Annotated[_Count, InColumn(c.ALTAR_DAMAGE)] = 0
    """Hit points that its units took off Altars."""
    eliminated_order: Annotated[int, InColumn(c.ELIMINATED_ORDER)] = Field(
        default=0, ge=0, le=MAX_SEATS
    )
    """Which it was to fall, from 1; 0 if it lives."""
    allies: Annotated[tuple[Seat, ...], Many] = ()
    """Seats with which it has declared an alliance."""


class Position(Scenario):
    """A position in the middle of a match: a scenario, and what matches do not begin with."""

    seats: Annotated[tuple[SeatPosition, ...], Many] = ()
    """Seats from 0."""
    seed: int = Field(default=0, ge=0, lt=2**64)
    """Match seed."""
    batch: Annotated[_Count, InColumn(c.BATCH)] = 0
    """Batches accepted in this turn."""
    orders: Annotated[_Count, InColumn(c.ORDERS)] = 0
    """Orders counted in this turn."""
    light_serial: _Count | None = None
    """Light units made so far; without it by their ids."""
    hero_items: Annotated[tuple[Annotated[str, OneOf(Item)], ...], Many] = ()
    """What the Hero has taken, in order."""
    altars_count: bool | None = None
    """Whether a last Altar ends the match; without it whether every living seat has one (DK-2.20)."""


def put_in_position(config: DungeonKeeperConfig, num_seats: int, position: Position) -> State:
    """Put a match in a position, on orders of its acting seat; under fog nobody has looked around yet.

    Args:
        config: The config; a board of another size than its own is fine.
        num_seats: Seats.
        position: The position.

    Raises:
        ConfigError: It makes no sense; names the field.
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
    """Give a match that is in its position what it does not begin with."""
    match = state.match
    if not state.seats.item(match.item(c.ACTING), c.ALIVE):
        raise ConfigError("acting_seat", "a seat that is alive", match.item(c.ACTING))
    if position.light_serial is not None:
        last = match.item(c.LIGHT_SERIAL)
        match[c.LIGHT_SERIAL] = _at_least("light_serial", position.light_serial, last)
    match[c.NUM_ELIMINATED] = np.count_nonzero(state.seats[:, c.ALIVE] == 0)
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
