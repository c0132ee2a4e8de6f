"""Hand-made boards of Dungeon Keeper, as its bots see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.games.dungeon_keeper.v1.tables import UNITS, Kind
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots import SeededBot, find
from referee_bots.dungeon_keeper.board import Board, Rules
from referee_bots.dungeon_keeper.memory import Memory
from referee_client import Match

__all__ = [
    "CAVE",
    "HOME",
    "ME",
    "short",
    "board_of",
    "cave",
    "observation",
    "seated",
    "told",
    "unit",
]
ME = 0


# Hand-made boards. A seat's unit has the id 100000 * (seat + 1) + its number among the seat's.


def observation(
    rows: Sequence[str],
    *,
    mines: Sequence[tuple[int, int, str, int]] = (),
    houses: Sequence[tuple[int, int, str, int, int]] = (),
    items: Sequence[tuple[int, int, str]] = (),
    units: Sequence[tuple[int, str, int, int]] = (),
    stocks: Sequence[tuple[int, int, int]] = ((0, 0, 0), (0, 0, 0)),
    **fields: Any,
) -> wire.Observation:
    """A whole observation.

    Args:
        rows: The board; '#' undug, '.' empty. Mines and buildings override it.
        mines: Row, column, kind, what is left.
        houses: Row, column, kind, owner, and level of a Source or hit points.
        items: Row, column, kind.
        units: Owner, kind, row, column; with all their action points.
        stocks: Gold, iron and mana of each seat.
        fields: Others of the message.
    """
    drawn = [list(row) for row in rows]
    seen = wire.Observation(round=5, you=ME, acting_seat=ME, batch=0, orders=0, turn_order=[0, 1])
    for row, col, kind, left in mines:
        drawn[row][col] = "m"
        seen.mines.add(row=row, col=col, kind=f"MINE_KIND_{kind}", left=left)
    for row, col, kind, owner, number in houses:
        drawn[row][col] = "b"
        is_source = kind == "SOURCE"
        seen.buildings.add(
            row=row,
            col=col,
            kind=f"BUILDING_KIND_{kind}",
            owner=owner,
            level=number if is_source else 0,
            hp=0 if is_source else number,
            ap=3 if kind == "BATTLE_TOWER" else 0,
        )
    for row, col, kind in items:
        seen.items.add(row=row, col=col, kind=f"ITEM_KIND_{kind}")
    serial = [0, 0, 0]
    for owner, kind, row, col in units:
        serial[owner] += 1
        seen.units.append(unit(100_000 * (owner + 1) + serial[owner], owner, kind, row, col))
    for seat, (gold, iron, mana) in enumerate(stocks):
        has = wire.Holdings(gold=gold, iron=iron, mana=mana, store=[0] * 4, spirits=[0] * 3)
        seen.seats.add(seat=seat, alive=True, serial=serial[seat], holdings=has)
    seen.rows.extend("".join(row) for row in drawn)
    seen.MergeFrom(wire.Observation(**fields))
    return seen


def unit(id_: int, owner: int, kind: str, row: int, col: int) -> wire.Unit:
    """A unit in full health with all its action points."""
    table = UNITS[Kind[kind]]
    return wire.Unit(
        id=id_,
        owner=owner,
        controller=owner,
        kind=f"UNIT_KIND_{kind}",
        row=row,
        col=col,
        hp=table.hp,
        ap=table.ap,
        attack=table.attack,
        defence=table.defence,
        max_hp=table.hp,
        max_ap=table.ap,
    )


def board_of(seen: wire.Observation, rules: Rules | None = None) -> Board:
    """The board that a bot makes of it."""
    board = Memory(rules or Rules(), ME).see(seen)
    assert board is not None
    return board


def seated(name: str, **config: Any) -> SeededBot:
    """A bot on seat 0 of two."""
    bot = find("dungeon_keeper", name)(7)
    settings = wire.Config(
        **{"size": 9, "max_rounds": 60, "unit_cap": 20, "stack_limit": 20, **config}
    )
    bot.on_start(Match("m", ME, "dungeon_keeper", 1, settings, 2, TimeControl(), b""))
    return bot


def told(action: wire.Action) -> list[str]:
    """Orders in short: name, unit, where or whom or what."""
    return [short(order) for order in action.orders]


def short(order: wire.Order) -> str:
    """Return an order in a few words."""
    name = order.WhichOneof("order")
    assert name is not None
    words = [name]
    for field, value in getattr(order, name).ListFields():
        if isinstance(value, wire.Cell):
            words.append(f"{value.row}-{value.col}")
        elif field.enum_type is not None:
            words.append(field.enum_type.values_by_number[value].name.split("_", 2)[-1].lower())
        else:
            words.append(str(value))
    return " ".join(words)


# What they do.


CAVE = ("#########", "#########", "#########", "###...###", "###...###", "###...###") + (
    "#########",
) * 3
HOME = ((4, 4, "ALTAR", 0, 100), (2, 4, "SOURCE", 0, 3), (4, 2, "CIRCLE", 0, 50))


def cave(
    houses: Sequence[tuple[int, int, str, int, int]] = HOME, **fields: Any
) -> wire.Observation:
    """The base cave with Altar, Source and Circle, all else undug."""
    return observation(CAVE, houses=houses, **fields)
