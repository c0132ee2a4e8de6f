"""Parties of Proving Grounds, as its bots see them."""

from __future__ import annotations

from typing import Any

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee_bots.proving_grounds.tables import CLASSES, DEFAULT_ITEMS

__all__ = ["C", "DRAGON", "F", "GOBLIN", "ORC", "T", "URAKAI", "W", "own", "party"]
F, C, W, T = (
    wire.HERO_CLASS_FIGHTER,
    wire.HERO_CLASS_CLERIC,
    wire.HERO_CLASS_WIZARD,
    wire.HERO_CLASS_THIEF,
)
GOBLIN, ORC, URAKAI, DRAGON = (
    wire.CREATURE_GOBLIN,
    wire.CREATURE_ORC,
    wire.CREATURE_URAKAI,
    wire.CREATURE_DRAGON,
)


def own(
    number: int, hero_class: wire.HeroClass, room: int, *items: wire.Item, **values: Any
) -> wire.Hero:
    """An own hero with base values."""
    stats = CLASSES[hero_class].stats
    mana = stats[3] if hero_class in {C, W} else 0
    filled: dict[str, Any] = {
        "hp": 2 * stats[2],
        "max_hp": 2 * stats[2],
        "mana": mana,
        "max_mana": mana,
        "stats": stats,
        "items": items or DEFAULT_ITEMS[hero_class],
        "gems": (0, 0),
        "policy": wire.POLICY_FIRST_DEATH,
        "arrival": number,
    }
    return wire.Hero(hero=number, hero_class=hero_class, room=room, **{**filled, **values})


def party(room: int, **values: Any) -> list[wire.Hero]:
    """The default party but for the Thief."""
    return [own(place, kind, room, **values) for place, kind in enumerate((F, F, C, W))]
