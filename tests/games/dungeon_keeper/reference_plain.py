"""The plain reference's world from a position in the format of DK-2.20, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.dungeon_keeper.reference_tables import (
    ARTIFACTS,
    BUILDINGS,
    KINDS,
    SPIRITS,
    STATUSES,
)
from tests.games.dungeon_keeper.reference_world import (
    LIGHT,
    NEUTRAL,
    Building,
    Cell,
    Item,
    Mine,
    Seat,
    Unit,
    World,
)

__all__ = ["read_world", "write_world"]

STOCKS = ("gold", "iron", "taldear", "mana")


def read_world(plain: Mapping[str, Any], rules: dict[str, Any], seed: int) -> World:
    """A match in the order phase of the position's acting seat."""
    rows = plain["rows"]
    size = len(rows)
    undug = {(r, c) for r in range(size) for c in range(size) if rows[r][c] == "#"}
    mines = {_cell(m): Mine(m["kind"], m["left"]) for m in plain["mines"]}
    buildings = {_cell(b): _building(b) for b in plain["buildings"]}
    items: dict[Cell, list[Item]] = {}
    for item in plain["items"]:
        things = [item.get(name, 0) for name in ("gold", "taldear", "mana")]
        items.setdefault(_cell(item), []).append(Item(item["kind"], *things))
    units = {u["id"]: _unit(u) for u in plain["units"]}
    altars = {b.owner for b in buildings.values() if b.kind == "altar"}
    seats = [_seat(s) for s in plain["seats"]]
    return World(
        rules=rules,
        seed=seed,
        size=size,
        seats=seats,
        turn_order=list(plain["turn_order"]),
        round=plain["round"],
        acting=plain["acting_seat"],
        undug=undug - mines.keys() - buildings.keys(),
        mines=mines,
        buildings=buildings,
        items=items,
        units=units,
        light_serial=max((u.id for u in units.values() if u.owner == LIGHT), default=0),
        hero_direction=plain["hero_direction"],
        num_eliminated=max(seat.eliminated_order for seat in seats),
        altars_count=all(n in altars for n, seat in enumerate(seats) if seat.alive),
    )


def _cell(value: Mapping[str, Any]) -> Cell:
    return value["row"], value["col"]


def _building(b: Mapping[str, Any]) -> Building:
    return Building(
        b["kind"], b["owner"], b["hp"], b.get("level", 0), b.get("ap", 0), b.get("upgraded", False)
    )


def _unit(u: Mapping[str, Any]) -> Unit:
    its = {status["status"]: status for status in u["statuses"]}
    blade, poison = its.get("cursed_blade", {}), its.get("poison", {})
    place = u.get("capture_cell")
    return Unit(
        id=u["id"],
        owner=u["owner"],
        controller=u["controller"],
        kind=u["kind"],
        cell=(u["row"], u["col"]),
        hp=u["hp"],
        ap=u["ap"],
        artifacts=set(u["artifacts"]),
        spirits=set(u["spirits"]),
        rune=u.get("rune"),
        upgraded=u["upgraded"],
        tower_slowed=u["tower_slowed"],
        ap_debt=u["ap_debt"],
        fear=its.get("fear", {}).get("stacks", 0),
        capture_cell=None if place is None else (place[0], place[1]),
        capture_points=u["capture_points"],
        poison_turns=poison.get("turns", 0),
        poison_source=poison.get("source", NEUTRAL),
        statuses={name: its[name]["source"] for name in STATUSES if name in its},
        blade_stacks=blade.get("stacks", 0),
        blade_turns=blade.get("turns", 0),
        blade_source=blade.get("source", NEUTRAL),
    )


def _seat(s: Mapping[str, Any]) -> Seat:
    return Seat(
        stocks={name: s[name] for name in STOCKS},
        store=dict(zip(ARTIFACTS, s["store"], strict=True)),
        spirits=dict(zip(SPIRITS, s["spirits"], strict=True)),
        runes=set(s["runes"]),
        spells=set(s["spells"]),
    )


def write_world(w: World) -> dict[str, Any]:
    """The whole state by the names of DK-2.20."""
    raise NotImplementedError(w, ARTIFACTS, BUILDINGS, KINDS, SPIRITS, STATUSES, NEUTRAL)
