"""The form of batches and orders in the plain reference (DK-4.3, DK-4.9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.dungeon_keeper.reference_tables import (
    ARTIFACTS,
    BUFFS,
    BUILDINGS,
    ITEMS,
    KINDS,
    PER_MANA,
    SPELLS,
    SPIRITS,
)

__all__ = ["FIELDS", "is_batch", "read_order"]

Check = Callable[[Any], bool]


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(2**31) <= value < 2**31


def _between(low: int, high: int) -> Check:
    return lambda value: _number(value) and low <= value <= high


def _cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_number, value))


def _among(*names: str) -> Check:
    return lambda value: isinstance(value, str) and value in names


_KIND, _SPIRIT, _ARTIFACT, _SPELL = (
    _among(*names) for names in (KINDS, SPIRITS, ARTIFACTS, SPELLS)
)
_PRICED = _among(*(name for name, kind in BUILDINGS.items() if kind.price))
_UNIT = {"unit": _number}
_AT_CELL: dict[str, Check] = {"unit": _number, "cell": _cell}
_AT_TARGET: dict[str, Check] = {"unit": _number, "target": _number}

FIELDS: dict[str, dict[str, Check]] = {
    "move": {**_UNIT, "to": _cell},
    "attack": {**_UNIT},
    "dig": _AT_CELL,
    "mine": _AT_CELL,
    "build": {**_AT_CELL, "building": _PRICED},
    "repair": _AT_CELL,
    "pickup": {**_AT_CELL, "item": _among(*ITEMS)},
    "use_rune": {**_UNIT, "mode": _among("install", "exchange")},
    "capture": _AT_CELL,
    "rest": _AT_CELL,
    "heal": _AT_TARGET,
    "purify": _AT_TARGET,
    "sacrifice": {**_AT_TARGET, "spirit": _SPIRIT},
    "fire_breath": _AT_CELL,
    "fire_stream": {**_UNIT, "direction": _between(0, 7)},
    "death_cloud": _AT_CELL,
    "subjugate": _AT_TARGET,
    "exhaust": _AT_TARGET,
    "fear": _AT_TARGET,
    "poison": _AT_TARGET,
    "cancel_blessing": {**_AT_TARGET, "buff": _among(*BUFFS)},
    "summon": {"circle": _cell, "kind": _among("imp", "bes"), "cell": _cell},
    "upgrade_unit": {**_UNIT, "to": _KIND},
    "upgrade_source": {"source": _cell},
    "research": {"spell": _SPELL},
    "cast": {"spell": _SPELL, "target": _number},
    "forge": {"artifact": _ARTIFACT},
    "equip": {**_UNIT, "artifact": _ARTIFACT},
    "assign_spirit": {**_UNIT, "spirit": _SPIRIT},
    "exchange": {"resource": _among(*PER_MANA), "amount": _between(1, 10_000)},
    "tower_shot": {"tower": _cell, "target": _number},
    "ally": {"seat": _number},
    "unally": {"seat": _number},
}
"""Order types and what their fields must be."""


def is_batch(value: Any) -> bool:
    """Whether a message has the form of a batch; its orders may still be anything, null is left out."""
    kinds = {"orders": list, "end_turn": bool, "delta": bool}
    return isinstance(value, dict) and all(
        value.get(name) is None or isinstance(value[name], kind) for name, kind in kinds.items()
    )


def read_order(value: Any) -> dict[str, Any] | None:
    """The order with its cells as tuples; None for BAD_SCHEMA."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return None
    checks = FIELDS.get(value["type"])
    if checks is None:
        return None
    if value["type"] == "attack":
        given = [name for name in ("target", "cell") if value.get(name) is not None]
        if len(given) != 1:
            return None
        checks = {**checks, given[0]: _number if given == ["target"] else _cell}
    if not all(name in value and check(value[name]) for name, check in checks.items()):
        return None
    read = {name: value[name] for name in checks}
    return {
        "type": value["type"],
        **{name: tuple(its) if isinstance(its, list) else its for name, its in read.items()},
    }
