"""Conversion of a state of Dungeon Keeper from and to plain values, for scenarios of tests."""

from __future__ import annotations

import enum
import functools
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from referee.core.config import parse_config
from referee.core.errors import ConfigError, ScenarioError
from referee.core.plain import Plain
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.maps.setup import new_match
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.turn.course import start_turn
from referee.games.dungeon_keeper.scenario.position import Position, SeatPosition, put_in_position
from referee.games.dungeon_keeper.scenario.spec import (
    InColumn,
    ScenarioBuilding,
    ScenarioItem,
    ScenarioStatus,
    ScenarioUnit,
    marked,
    not_of,
)
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Item, Status
from referee.games.dungeon_keeper.visibility.entries import building_of, mine_of, seat_of, unit_of
from referee.games.dungeon_keeper.visibility.fog import look
from referee.games.dungeon_keeper.visibility.records import (
    BuildingSeen,
    MineSeen,
    SeatSeen,
    StatusSeen,
    UnitSeen,
)
from referee.games.dungeon_keeper.visibility.visibility import (
    building_rows,
    mine_rows,
    open_seat_rows,
    unit_rows,
    whole_board,
)

__all__ = ["parse_state", "plain_state"]

_OF_A_BOARD = ("mines", "buildings")
_CONTENTS = marked(ScenarioItem, InColumn)
"""Fields of an item's content, each with its column of the state."""


def parse_state(config: DungeonKeeperConfig, num_seats: int, values: Mapping[str, object]) -> State:
    """Return a match in the order phase of its acting seat, read from plain values of the named fields.

    With `rows` the values are a whole position (DK-2.20), and what they do not name is as at the
    start of a match. Without `rows` they change a match that has just begun; then mines and
    buildings can't be named.

    Args:
        config: The config of the match; the board may have another size than the config's.
        num_seats: Number of seats.
        values: Fields of `Position`.

    Raises:
        ScenarioError: A field is unknown, or its value doesn't fit.
    """
    try:
        position = parse_config(Position, _complete(config, num_seats, values))
        state = put_in_position(config, num_seats, position)
    except ConfigError as error:
        raise ScenarioError(str(error)) from None
    look(state)
    return state


def _complete(
    config: DungeonKeeperConfig, num_seats: int, values: Mapping[str, object]
) -> dict[str, Any]:
    """Return all fields of a position, of which `values` are given.

    Without a board these are the fields of a match that has just begun, with the given ones
    changed. In a list of seats only the fields named are changed.

    Raises:
        ConfigError: `acting_seat` is None, or mines or buildings are named without rows.
    """
    # So a match is written down that is over, in which nothing can be done.
    if values.get("acting_seat", 0) is None:
        raise ConfigError("acting_seat", "a seat", None)
    if "rows" in values:
        return {"players": num_seats, **values}
    for name in _OF_A_BOARD:
        if name in values:
            raise ConfigError(name, "absent without rows", values[name])
    # The seed is part of the key: each seed has another map.
    base = _started(config, num_seats, _seed_of(values))
    # Other units have other serials, which follow from them.
    left_out = ("serial", "light_serial") if "units" in values else ()
    seats = [_without(seat, left_out) for seat in base["seats"]]
    given = values.get("seats")
    if isinstance(given, list | tuple) and all(isinstance(seat, Mapping) for seat in given):
        named = [{**own, **new} for own, new in zip(seats, given, strict=False)]
        seats = [*named, *seats[len(named) :], *given[len(seats) :]]
        return {**_without(base, left_out), **values, "seats": seats}
    return {**_without(base, left_out), "seats": seats, **values}


def _without(values: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


@functools.lru_cache(maxsize=16)
def _started(config: DungeonKeeperConfig, num_seats: int, seed: int) -> Mapping[str, Any]:
    """Return the plain values of a match that has just begun, cached by its arguments."""
    state = new_match(config, seed, num_seats)
    play = Play(state, state.match.item(c.ACTING), [])
    start_turn(play, is_scenario=config.scenario is not None)
    return plain_state(state)


def _seed_of(values: Mapping[str, object]) -> int:
    seed = values.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ConfigError("seed", f"a whole number from 0 to {2**64 - 1}", seed)
    return seed


def plain_state(state: State) -> dict[str, Plain]:
    """Return a match as plain values, under the names of DK-2.20 and DK-3.

    `acting_seat` is None once the match is over.
    """
    match, open_board, num_seats = state.match, whole_board(state), len(state.seats)
    size = len(open_board.looks)
    is_over = match.item(c.OVER)
    return {
        "size": size,
        "players": num_seats,
        "turn_order": state.turn_order.tolist(),
        "rows": _plain_rows(state),
        "mines": [_plain_mine(mine_of(row)) for row in mine_rows(open_board).tolist()],
        "buildings": [
            _plain_building(building_of(row)) for row in building_rows(open_board).tolist()
        ],
        "items": _plain_items(state),
        "units": [_plain_unit(unit_of(row, size)) for row in unit_rows(state, open_board.seen)],
        "seats": [
            _plain_seat(seat_of(row)) for row in open_seat_rows(state, range(num_seats)).tolist()
        ],
        "round": match.item(c.ROUND),
        "acting_seat": None if is_over else match.item(c.ACTING),
        "hero_direction": match.item(c.HERO_DIRECTION),
        "seed": int(state.streams[c.SEED]),
        "batch": match.item(c.BATCH),
        "orders": match.item(c.ORDERS),
        "light_serial": match.item(c.LIGHT_SERIAL),
        "hero_items": _plain_hero_items(state),
        "altars_count": bool(match.item(c.ALTARS_COUNT)),
    }


def _plain_rows(state: State) -> list[Plain]:
    signs = np.where(state.cells[c.TERRAIN] == c.UNDUG, ord("#"), ord("."))
    return [row.tobytes().decode() for row in signs.astype(np.uint8)]


def _plain_mine(mine: MineSeen) -> Plain:
    return {**_named(mine), "kind": f"{_named(mine.kind)}_mine"}


def _plain_building(building: BuildingSeen) -> Plain:
    """Return the fields of a building that its kind has.

    A Source has no hit points, and an Altar has no low mark in version 1.
    """
    fields = _named(building)
    # Written down they would be refused as 0 by the scenario's bounds.
    unset = [name for name in ("hp", "low_mark") if not fields[name]]
    return _without(fields, [*not_of(ScenarioBuilding, building.kind), *unset])


def _plain_items(state: State) -> list[Plain]:
    items = state.items[: state.match.item(c.NUM_ITEMS)]
    return [
        {
            "row": item[c.I_ROW],
            "col": item[c.I_COL],
            "kind": _named(Item(item[c.I_KIND])),
            **{name: item[column.number] for name, column in _CONTENTS.items()},
        }
        for item in items[items[:, c.I_PLACE] == c.LYING].tolist()
    ]


def _plain_hero_items(state: State) -> list[Plain]:
    items = state.items[state.items[:, c.I_PLACE] >= c.WITH_HERO].tolist()
    # In the order in which he took them, which is the order of dropping (DK-5.25).
    items.sort(key=lambda item: item[c.I_PLACE])
    return [_named(Item(item[c.I_KIND])) for item in items]


def _plain_unit(unit: UnitSeen) -> Plain:
    cell, fear = unit.capture_cell, StatusSeen(Status.FEAR, c.NO, 0, unit.fear)
    # Sorted, since fear is no status in an entry but one here.
    statuses = sorted([*unit.statuses, fear] if unit.fear else unit.statuses)
    return {
        **{name: _named(getattr(unit, name)) for name in ScenarioUnit.model_fields},
        "statuses": [_plain_status(status) for status in statuses],
        "capture_cell": None if cell is None else list(cell),
    }


def _plain_status(status: StatusSeen) -> Plain:
    unset = ["source"] if status.status == Status.FEAR else []
    return _without(_named(status), [*not_of(ScenarioStatus, status.status), *unset])


def _plain_seat(seat: SeatSeen) -> Plain:
    assert seat.holdings is not None
    fields = {**_named(seat.holdings), **_named(seat)}
    return {name: fields[name] for name in ("alive", *SeatPosition.model_fields)}


def _named(value: Any) -> Any:
    """Return a value with enum members replaced by rulebook names, and tuples by lists or dicts."""
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if not isinstance(value, tuple):
        return value
    names, values = getattr(value, "_fields", None), [_named(each) for each in value]
    return values if names is None else dict(zip(names, values, strict=True))
