"""What a seat sees by the plain reference: observations by the names of the game's (DK-4.13, DK-6.20)."""

from __future__ import annotations

from typing import Any

from tests.games.dungeon_keeper.reference_fog import Fog, face
from tests.games.dungeon_keeper.reference_scoring import score
from tests.games.dungeon_keeper.reference_tables import ARTIFACTS, RUNES, SPELLS, SPIRITS, STATUSES
from tests.games.dungeon_keeper.reference_world import Unit, World, place

__all__ = ["observe"]

_REMEMBERED = str.maketrans("#.mb", "%,MB")


def observe(w: World, fog: Fog | None, seat: int, batch: int, orders: int) -> dict[str, Any]:
    """A whole observation; what is None is left out."""
    known = {cell: face(w, cell) for cell in w.cells()} if fog is None else fog.memory[seat]
    rows = []
    for row in range(w.size):
        marks = [known[(row, col)]["mark"] if (row, col) in known else "?" for col in range(w.size)]
        for col in range(w.size):
            if fog is not None and (row, col) not in fog.vision[seat]:
                marks[col] = marks[col].translate(_REMEMBERED)
        rows.append("".join(marks))
    seen = {
        "round": w.round,
        "seats": [_seat(w, fog, seat, number) for number in range(len(w.seats))],
        "you": seat,
        "is_delta": False,
        "turn_order": w.turn_order,
        "rows": rows,
        "mines": [
            {**place(cell), "kind": its["mine"][0], "left": its["mine"][1]}
            for cell, its in sorted(known.items())
            if its["mine"]
        ],
        "buildings": [
            {**place(cell), **its["building"]}
            for cell, its in sorted(known.items())
            if its["building"]
        ],
        "items": [
            {**place(cell), "kind": kind}
            for cell, its in sorted(known.items())
            for kind in its["items"]
        ],
        "units": [_unit(unit) for unit in w.by_id() if fog is None or fog.knows(seat, unit)],
        "cells": [],
        "gone_units": [],
    }
    if not w.over:
        seen["acting_seat"] = w.acting
        if w.acting == seat:
            seen |= {"batch": batch, "orders": orders}
    return seen


def _seat(w: World, fog: Fog | None, observer: int, number: int) -> dict[str, Any]:
    its = w.seats[number]
    seen: dict[str, Any] = {
        "seat": number,
        "alive": its.alive,
        "eliminated_order": its.eliminated_order,
        "serial": its.serial,
        "allies": sorted(its.allies),
    }
    if fog is not None and number != observer:
        return {**seen, "allies": sorted(its.allies & {observer})}
    seen["holdings"] = {
        **its.stocks,
        "store": list(its.store.values()),
        "spirits": list(its.spirits.values()),
        "runes": [rune for rune in RUNES if rune in its.runes],
        "spells": [spell for spell in SPELLS if spell in its.spells],
        "altar_damage": its.altar_damage,
        "score": score(w, number),
    }
    return seen


def _unit(u: Unit) -> dict[str, Any]:
    statuses = [
        {"status": name, "source": u.statuses[name], "turns": 1, "stacks": 0}
        for name in STATUSES
        if name in u.statuses
    ]
    blade = {"source": u.blade_source, "turns": u.blade_turns, "stacks": u.blade_stacks}
    poison = {"source": u.poison_source, "turns": u.poison_turns, "stacks": 0}
    statuses += [{"status": "cursed_blade", **blade}] * (u.blade_stacks > 0)
    statuses += [{"status": "poison", **poison}] * (u.poison_turns > 0)
    seen = {
        **{"id": u.id, "owner": u.owner, "controller": u.controller, "kind": u.kind},
        **{**place(u.cell), "hp": u.hp, "ap": u.ap},
        **{"attack": u.attack, "defence": u.defence, "max_hp": u.max_hp, "max_ap": u.max_ap},
        "artifacts": [name for name in ARTIFACTS if name in u.artifacts],
        "spirits": [name for name in SPIRITS if name in u.spirits],
        "rune": u.rune,
        "statuses": statuses,
        "fear": u.fear,
        **{"upgraded": u.upgraded, "tower_slowed": u.tower_slowed, "ap_debt": u.ap_debt},
        "capture_cell": None if u.capture_cell is None else place(u.capture_cell),
        "capture_points": u.capture_points,
    }
    return {name: value for name, value in seen.items() if value is not None}
