"""A state of Dungeon Keeper from plain values and as plain values: for scenarios."""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from referee.core.config import parse_config
from referee.core.errors import ConfigError, ScenarioError
from referee.core.plain import Plain
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.position import Position, put_in_position
from referee.games.dungeon_keeper.setup import new_match
from referee.games.dungeon_keeper.sight import look
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    NUM_STATUSES,
    Artifact,
    Building,
    Item,
    Kind,
    MineKind,
    Rune,
    Spell,
    Spirit,
    Status,
)
from referee.games.dungeon_keeper.turns import start_turn
from referee.games.dungeon_keeper.units import units_of

__all__ = ["parse_state", "plain_state"]

_OF_A_BOARD = ("mines", "buildings")


def parse_state(config: DungeonKeeperConfig, num_seats: int, values: Mapping[str, object]) -> State:
    """A match on orders of its acting seat, in which the named fields have the given values.

    With `rows` the values are a whole position (DK-2.20), and what they do not name is as at the start of
    a match. Without, they change what a match has at its first orders, and mines and buildings can't be
    named.

    Args:
        config: The config; a board of another size than its own is fine.
        num_seats: Seats.
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
    """All that a position takes; without a board, a match at its first orders with some fields changed.

    Of seats, those fields are changed that are named.
    """
    if values.get("acting_seat", 0) is None:
        raise ConfigError("acting_seat", "a seat", None)
    if "rows" in values:
        return {"players": num_seats, **values}
    for name in _OF_A_BOARD:
        if name in values:
            raise ConfigError(name, "absent without rows", values[name])
    base = _started(config, num_seats, _seed_of(values))
    left_out = ("serial", "light_serial") if "units" in values else ()
    seats = [_without(seat, left_out) for seat in base["seats"]]
    given = values.get("seats")
    if isinstance(given, list | tuple) and all(isinstance(seat, Mapping) for seat in given):
        named = [{**own, **new} for own, new in zip(seats, given, strict=False)]
        seats = [*named, *seats[len(named) :], *given[len(seats) :]]
        return {**_without(base, left_out), **values, "seats": seats}
    return {**_without(base, left_out), "seats": seats, **values}


def _without(values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


@functools.lru_cache(maxsize=16)
def _started(config: DungeonKeeperConfig, num_seats: int, seed: int) -> Mapping[str, Any]:
    """The plain values of a match at its first orders; scenarios of one kind share them."""
    state = new_match(config, seed, num_seats)
    play = Play(state, state.match.item(c.ACTING), [])
    start_turn(play, lambda _: None, is_given=config.scenario is not None)
    return plain_state(state)


def _seed_of(values: Mapping[str, object]) -> int:
    seed = values.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ConfigError("seed", f"a whole number from 0 to {2**64 - 1}", seed)
    return seed


def plain_state(state: State) -> dict[str, Plain]:
    """A match by the names of DK-2.20 and DK-3; `acting_seat` is None once it is over."""
    match = state.match
    is_over = match.item(c.OVER)
    return {
        "size": len(state.cells[0]),
        "players": len(state.seats),
        "turn_order": state.turn_order.tolist(),
        "rows": _plain_rows(state),
        "mines": _plain_mines(state),
        "buildings": _plain_buildings(state),
        "items": _plain_items(state),
        "units": [_plain_unit(state, at) for at in units_of(state)],
        "seats": [_plain_seat(state, seat) for seat in range(len(state.seats))],
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


def _plain_mines(state: State) -> list[Plain]:
    return [
        {
            "row": row,
            "col": col,
            "kind": f"{_name(MineKind, state.cells.item(c.MINE_KIND, row, col))}_mine",
            "left": state.cells.item(c.MINE_LEFT, row, col),
        }
        for row, col in np.argwhere(state.cells[c.TERRAIN] == c.MINE).tolist()
    ]


def _plain_buildings(state: State) -> list[Plain]:
    return [
        _plain_building(state, row, col)
        for row, col in np.argwhere(state.cells[c.TERRAIN] == c.BUILDING).tolist()
    ]


def _plain_building(state: State, row: int, col: int) -> Plain:
    planes: list[int] = state.cells[:, row, col].tolist()
    kind = Building(planes[c.B_KIND])
    plain: dict[str, Plain] = {
        "row": row,
        "col": col,
        "kind": _name(Building, kind),
        "owner": planes[c.B_OWNER],
    }
    if kind == Building.SOURCE:
        plain |= {"level": planes[c.B_LEVEL], "upgraded": planes[c.B_UPGRADED] == 1}
    else:
        plain["hp"] = planes[c.B_HP]
    if kind == Building.BATTLE_TOWER:
        plain["ap"] = planes[c.B_AP]
    if kind == Building.ALTAR and len(planes) > c.B_LOW:
        plain["low_mark"] = planes[c.B_LOW]
    return plain


def _plain_items(state: State) -> list[Plain]:
    items = state.items[: state.match.item(c.NUM_ITEMS)]
    return [
        {
            "row": item[c.I_ROW],
            "col": item[c.I_COL],
            "kind": _name(Item, item[c.I_KIND]),
            "gold": item[c.I_GOLD],
            "taldear": item[c.I_TALDEAR],
            "mana": item[c.I_MANA],
        }
        for item in items[items[:, c.I_PLACE] == c.LYING].tolist()
    ]


def _plain_hero_items(state: State) -> list[Plain]:
    items = state.items[state.items[:, c.I_PLACE] >= c.WITH_HERO].tolist()
    return [_name(Item, item[c.I_KIND]) for item in sorted(items, key=lambda item: item[c.I_PLACE])]


def _plain_unit(state: State, at: int) -> Plain:
    own: list[int] = state.units[at].tolist()
    cell = own[c.CAPTURE_CELL]
    return {
        "id": own[c.ID],
        "owner": own[c.OWNER],
        "controller": own[c.CONTROLLER],
        "kind": _name(Kind, own[c.KIND]),
        "row": own[c.ROW],
        "col": own[c.COL],
        "hp": own[c.HP],
        "ap": own[c.AP],
        "artifacts": _names(Artifact, own[c.ARTIFACTS]),
        "spirits": _names(Spirit, own[c.SPIRITS]),
        "rune": None if own[c.RUNE] == c.NO else _name(Rune, own[c.RUNE]),
        "statuses": _plain_statuses(own),
        "upgraded": own[c.UPGRADED] == 1,
        "tower_slowed": own[c.TOWER_SLOWED] == 1,
        "ap_debt": own[c.AP_DEBT],
        "capture_cell": None if cell == c.NO else list(divmod(cell, len(state.cells[0]))),
        "capture_points": own[c.CAPTURE_POINTS],
    }


def _plain_statuses(own: list[int]) -> list[Plain]:
    """Statuses of a unit, by Status."""
    plain: list[Plain] = [
        {"status": _name(Status, status), "source": own[c.STATUS + status]}
        for status in range(NUM_STATUSES)
        if own[c.STATUS + status] != c.NO
    ]
    if own[c.BLADE_STACKS]:
        plain.append(
            {
                "status": _name(Status, Status.CURSED_BLADE),
                "source": own[c.BLADE_SOURCE],
                "turns": own[c.BLADE_TURNS],
                "stacks": own[c.BLADE_STACKS],
            }
        )
    if own[c.FEAR]:
        plain.append({"status": _name(Status, Status.FEAR), "stacks": own[c.FEAR]})
    if own[c.POISON_TURNS]:
        plain.append(
            {
                "status": _name(Status, Status.POISON),
                "source": own[c.POISON_SOURCE],
                "turns": own[c.POISON_TURNS],
            }
        )
    return plain


def _plain_seat(state: State, seat: int) -> Plain:
    own: list[int] = state.seats[seat].tolist()
    return {
        "alive": own[c.ALIVE] == 1,
        "gold": own[c.GOLD],
        "iron": own[c.IRON],
        "taldear": own[c.TALDEAR],
        "mana": own[c.MANA],
        "store": list(own[c.STORE : c.SPIRITS_HELD]),
        "spirits": list(own[c.SPIRITS_HELD : c.RUNES]),
        "runes": [_name(Rune, rune) for rune in Rune if own[c.RUNES + rune]],
        "spells": [_name(Spell, spell) for spell in Spell if own[c.SPELLS + spell]],
        "serial": own[c.SERIAL],
        "altar_damage": own[c.ALTAR_DAMAGE],
        "eliminated_order": own[c.ELIMINATED_ORDER],
        "allies": [ally for ally in range(len(state.seats)) if own[c.ALLIES] >> ally & 1],
    }


def _name(kinds: type[enum.IntEnum], number: int) -> str:
    """The rulebook's identifier."""
    return kinds(number).name.lower()


def _names(kinds: type[enum.IntEnum], members: int) -> list[Plain]:
    """Identifiers of the members of a set of bits."""
    return [_name(kinds, kind) for kind in kinds if members >> kind & 1]
