"""Hand-made positions of Dungeon Keeper, as section 8 of the rulebook has them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, rules_of
from referee.games.dungeon_keeper.rules.board import ground, units
from referee.games.dungeon_keeper.rules.events import Body
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders import rulings
from referee.games.dungeon_keeper.rules.orders.aims import Aim, aim_of
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State, blank_state
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    Artifact,
    Building,
    Code,
    Kind,
    Spirit,
    Status,
)
from referee.kit.dice import script_of, scripted_left

PLENTY = 1000
"""What a seat has in each of its stocks."""

BodyT = TypeVar("BodyT", bound=Body)


def open_board(*, num_seats: int = 2, size: int = 9, **config: object) -> Play:
    """Seat 0 at orders on a board of empty cells, with nobody on it and plenty in stock.

    Nobody has an Altar, so no Altar ends the match before one falls (DK-2.20).

    Args:
        num_seats: Seats.
        size: Rows and columns.
        **config: Fields of the config.
    """
    rules = rules_of(DungeonKeeperConfig.model_validate({"hero_enabled": False, **config}))
    state = blank_state(rules, 1, num_seats, size)
    for row, col in np.ndindex(size, size):
        ground.clear_cell(state, row, col)
    state.seats[:, c.STOCKS : c.STORE] = PLENTY
    state.match[c.ALTARS_COUNT] = 0
    return Play(state, 0, [])


def add(
    play: Play,
    owner: int,
    kind: Kind,
    place: tuple[int, int],
    *,
    artifacts: Iterable[Artifact] = (),
    spirits: Iterable[Spirit] = (),
    statuses: dict[Status, int] | None = None,
    **columns: int,
) -> int:
    """A unit at full hit points and action points, with what it bears; returns its row.

    Args:
        play: The match.
        owner: Seat, or LIGHT.
        kind: Kind of the unit.
        place: Row and column.
        artifacts: What it bears.
        spirits: What goes with it.
        statuses: Sources of statuses that do not stack.
        **columns: Other columns by name in lower case: `hp=2`, `poison_turns=1`.
    """
    state = play.state
    at = units.add_unit(state, owner, kind, *place)
    state.units[at, c.ARTIFACTS] = sum(1 << artifact for artifact in artifacts)
    state.units[at, c.SPIRITS] = sum(1 << spirit for spirit in spirits)
    state.units[at, c.HP] = units.max_hp_of(state, at)
    state.units[at, c.AP] = units.max_ap_of(state, at)
    for status, source in (statuses or {}).items():
        state.units[at, c.STATUS + status] = source
    for name, value in columns.items():
        state.units[at, getattr(c, name.upper())] = value
    return at


def add_light(play: Play, place: tuple[int, int]) -> tuple[int, int]:
    """The Hero with his four artifacts and his gnome, on one cell; returns their rows."""
    hero = add(play, LIGHT, Kind.HERO, place, artifacts=Artifact)
    return hero, add(play, LIGHT, Kind.GNOME, place)


def build(play: Play, owner: int, kind: Building, place: tuple[int, int], **planes: int) -> None:
    """A building at full hit points.

    Args:
        play: The match.
        owner: Seat, or NEUTRAL.
        kind: Kind of the building.
        place: Row and column.
        **planes: Other planes by name in lower case, without "B_": `hp=1`, `level=3`.
    """
    ground.put_building(play.state, *place, kind, owner)
    for name, value in planes.items():
        play.state.cells[getattr(c, f"B_{name.upper()}"), place[0], place[1]] = value
    if kind == Building.ALTAR and "low" not in planes:
        play.state.cells[c.B_LOW, place[0], place[1]] = play.state.cells[c.B_HP, place[0], place[1]]


def undig(play: Play, *places: tuple[int, int]) -> None:
    """Make cells undug."""
    for row, col in places:
        play.state.cells[c.TERRAIN, row, col] = c.UNDUG


def script(play: Play, *dice: int) -> None:
    """Script the next dice (DK-2.7)."""
    play.state.script = script_of(dice, max(dice, default=1))


def dice_left(play: Play) -> int:
    """How many scripted dice nobody has rolled; below 0 if more were rolled than scripted."""
    return scripted_left(play.state.script)


def aimed(
    play: Play, make: Callable[..., o.Order], at: int, *named: object, target: int | None = None
) -> Aim[Any]:
    """An order of the unit in a row, by the seat that controls it, as it is aimed.

    Args:
        play: The match.
        make: The kind of order.
        at: Row of the unit.
        *named: Further fields of the order.
        target: Row of the unit aimed at.
    """
    ids = [value(play, row, c.ID) for row in (at, target) if row is not None]
    own = dataclasses.replace(play, seat=value(play, at, c.CONTROLLER))
    return aim_of(own, make(*ids, *named))


def judge(play: Play, order: o.Order) -> Code:
    """What would come of an order."""
    return rulings.judge(aim_of(play, order))


def told(play: Play, kind: type[BodyT]) -> list[BodyT]:
    """What has been told of a kind, in order."""
    return [body for body in play.log if isinstance(body, kind)]


def value(play: Play, at: int, column: int) -> int:
    """One column of a unit."""
    return int(play.state.units[at, column])


def mana(play: Play, seat: int) -> int:
    """Mana that a seat has gained since `open_board`, or lost."""
    return int(play.state.seats[seat, c.MANA]) - PLENTY


def items_on(state: State, place: tuple[int, int]) -> list[int]:
    """Kinds of the items that lie on a cell, oldest first."""
    return [int(state.items[item, c.I_KIND]) for item in ground.items_at(state, *place)]
