"""The plain reference's world from a position in the format of DK-2.20, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.dungeon_keeper.reference_tables import ARTIFACTS, RUNES, SPELLS, SPIRITS, STATUSES
from tests.games.dungeon_keeper.reference_world import (
    NEUTRAL,
    Building,
    Cell,
    Item,
    Mine,
    Seat,
    Unit,
    World,
    place,
)

__all__ = ["read_world", "write_world"]

STOCKS = ("gold", "iron", "taldear", "mana")


def read_world(
    plain: Mapping[str, Any], rules: dict[str, Any], seed: int, *, is_first: bool = False
) -> World:
    """A match in the order phase of the position's acting seat, perhaps under version 1."""
    rows = plain["rows"]
    size = len(rows)
    undug = {(r, c) for r in range(size) for c in range(size) if rows[r][c] == "#"}
    mines = {_cell(m): Mine(m["kind"].removesuffix("_mine"), m["left"]) for m in plain["mines"]}
    buildings = {_cell(b): _building(b) for b in plain["buildings"]}
    items: dict[Cell, list[Item]] = {}
    for item in plain["items"]:
        things = [item.get(name, 0) for name in ("gold", "taldear", "mana")]
        items.setdefault(_cell(item), []).append(Item(item["kind"], *things))
    units = {u["id"]: _unit(u) for u in plain["units"]}
    seats = [_seat(s) for s in plain["seats"]]
    for unit in units.values():
        if unit.kind == "hero":
            unit.taken = list(plain["hero_items"])
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
        light_serial=plain["light_serial"],
        hero_direction=plain["hero_direction"],
        num_eliminated=sum(not seat.alive for seat in seats),
        altars_count=plain["altars_count"],
        is_first=is_first,
    )


def _cell(value: Mapping[str, Any]) -> Cell:
    return value["row"], value["col"]


def _building(b: Mapping[str, Any]) -> Building:
    return Building(
        *(b["kind"], b["owner"], b.get("hp", 0)),
        *(b.get("level", 0), b.get("ap", 0), b.get("upgraded", False), b.get("low_mark", 0)),
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
        alive=s["alive"],
        serial=s["serial"],
        altar_damage=s["altar_damage"],
        eliminated_order=s["eliminated_order"],
        allies=set(s["allies"]),
    )


def write_world(w: World) -> dict[str, Any]:
    """The whole state by the names of DK-2.20; items cell by cell."""
    hero = next((unit for unit in w.by_id() if unit.kind == "hero"), None)
    return {
        "size": w.size,
        "players": len(w.seats),
        "turn_order": w.turn_order,
        "rows": [
            "".join("#" if (row, col) in w.undug else "." for col in range(w.size))
            for row in range(w.size)
        ],
        "mines": [
            {**place(cell), **vars(mine), "kind": f"{mine.kind}_mine"}
            for cell, mine in sorted(w.mines.items())
        ],
        "buildings": [
            {**place(cell), **_plain_building(building)}
            for cell, building in sorted(w.buildings.items())
        ],
        "items": [
            {**place(cell), **vars(item)} for cell in sorted(w.items) for item in w.items[cell]
        ],
        "units": [_plain_unit(unit) for unit in w.by_id()],
        "seats": [_plain_seat(seat) for seat in w.seats],
        "round": w.round,
        "acting_seat": None if w.over else w.acting,
        "hero_direction": w.hero_direction,
        "light_serial": w.light_serial,
        "hero_items": [] if hero is None else hero.taken,
        "altars_count": w.altars_count,
    }


def _plain_building(b: Building) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": b.kind, "owner": b.owner}
    if b.kind == "source":
        return {**plain, "level": b.level, "upgraded": b.upgraded}
    if b.kind == "altar" and b.low_mark:
        plain["low_mark"] = b.low_mark
    return {**plain, "hp": b.hp, **({"ap": b.ap} if b.kind == "battle_tower" else {})}


def _plain_unit(u: Unit) -> dict[str, Any]:
    return {
        "id": u.id,
        "owner": u.owner,
        "controller": u.controller,
        "kind": u.kind,
        **place(u.cell),
        "hp": u.hp,
        "ap": u.ap,
        "artifacts": [name for name in ARTIFACTS if name in u.artifacts],
        "spirits": [name for name in SPIRITS if name in u.spirits],
        "rune": u.rune,
        "statuses": _plain_statuses(u),
        "upgraded": u.upgraded,
        "tower_slowed": u.tower_slowed,
        "ap_debt": u.ap_debt,
        "capture_cell": None if u.capture_cell is None else list(u.capture_cell),
        "capture_points": u.capture_points,
    }


def _plain_statuses(u: Unit) -> list[dict[str, Any]]:
    plain: list[dict[str, Any]] = [
        {"status": name, "source": u.statuses[name]} for name in STATUSES if name in u.statuses
    ]
    if u.blade_stacks:
        blade = {"source": u.blade_source, "turns": u.blade_turns, "stacks": u.blade_stacks}
        plain.append({"status": "cursed_blade", **blade})
    if u.fear:
        plain.append({"status": "fear", "stacks": u.fear})
    if u.poison_turns:
        plain.append({"status": "poison", "source": u.poison_source, "turns": u.poison_turns})
    return plain


def _plain_seat(s: Seat) -> dict[str, Any]:
    return {
        "alive": s.alive,
        **s.stocks,
        "store": list(s.store.values()),
        "spirits": list(s.spirits.values()),
        "runes": [name for name in RUNES if name in s.runes],
        "spells": [name for name in SPELLS if name in s.spells],
        "serial": s.serial,
        "altar_damage": s.altar_damage,
        "eliminated_order": s.eliminated_order,
        "allies": sorted(s.allies),
    }
