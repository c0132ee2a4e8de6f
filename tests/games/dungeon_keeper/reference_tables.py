"""The tables of the rulebook's section 3, typed from its text for the plain reference."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "ARTIFACTS",
    "BUILDINGS",
    "BUFFS",
    "CHANCES",
    "CURSES",
    "DEBUFF_SPELLS",
    "DIRECTIONS",
    "ITEMS",
    "KINDS",
    "PER_MANA",
    "RUNES",
    "SPELLS",
    "SPIRITS",
    "STATUSES",
    "BuildingKind",
    "Kind",
    "Price",
    "Spell",
]

DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""N, NE, E, SE, S, SW, W, NW (DK-2.8)."""
RUNES = ("fire", "darkness", "death")
SPIRITS = ("guardian", "valour", "life")
ITEMS = (
    *("chest", "mana_crystal", "rune_fire", "rune_darkness", "rune_death"),
    *("sword", "armour", "amulet", "crown"),
)


class Kind(NamedTuple):
    """A row of DK-3.7."""

    parent: str | None
    ap: int
    hp: int
    attack: int
    defence: int
    mana: int
    gold: int
    upkeep: int
    rune: str | None
    value: int
    abilities: frozenset[str]


def _kind(
    parent: str,
    body: tuple[int, int, int, int],
    price: tuple[int, int, int],
    rune: str,
    value: int,
    can: str,
) -> Kind:
    mana, gold, upkeep = price
    abilities = frozenset(can.split())
    return Kind(parent or None, *body, mana, gold, upkeep, rune or None, value, abilities)


KINDS = {
    "imp": _kind("", (2, 1, 1, 0), (1, 0, 1), "", 1, "melee dig mine build repair"),
    "bes": _kind("", (2, 3, 2, 1), (3, 0, 1), "", 3, "melee"),
    "priest": _kind("bes", (2, 10, 2, 1), (10, 20, 3), "", 33, "ranged heal sacrifice purify"),
    "grasdir": _kind("bes", (4, 10, 4, 1), (3, 5, 2), "", 11, "melee"),
    "kerub": _kind("grasdir", (3, 20, 5, 3), (5, 20, 3), "", 36, "melee zeal"),
    "siege_beast": _kind(
        "bes", (2, 30, 1, 8), (20, 30, 4), "", 53, "melee wall_breaker control_resistance"
    ),
    "ognevik": _kind("bes", (3, 12, 4, 2), (3, 5, 2), "fire", 11, "melee fire_breath"),
    "ifrit": _kind(
        *("ognevik", (4, 20, 5, 3), (10, 40, 4), "fire", 61),
        "melee fire_breath fire_stream fire_aura",
    ),
    "anguthei": _kind("bes", (3, 12, 4, 2), (3, 5, 2), "darkness", 11, "ranged exhaust"),
    "kadet": _kind("anguthei", (3, 20, 5, 2), (10, 25, 4), "darkness", 46, "ranged exhaust poison"),
    "succubus": _kind(
        "anguthei", (2, 20, 4, 2), (10, 25, 4), "darkness", 46, "ranged subjugate cancel_blessing"
    ),
    "aggel": _kind(
        *("kadet", (4, 25, 6, 4), (20, 50, 5), "darkness", 116),
        "melee zeal curse_absorption regeneration cursed_blade",
    ),
    "moonglair": _kind("bes", (3, 12, 4, 2), (3, 5, 2), "death", 11, "ranged regeneration"),
    "lich": _kind(
        "moonglair", (3, 20, 4, 2), (10, 25, 4), "death", 46, "ranged exhaust fear death_cloud"
    ),
    "vampire": _kind("moonglair", (3, 18, 5, 3), (10, 25, 4), "death", 46, "melee vampirism"),
    "yafalen": _kind(
        *("vampire", (3, 25, 6, 4), (20, 50, 5), "death", 116),
        "melee fear curse_absorption vampirism",
    ),
    "hero": _kind(
        *("", (4, 40, 6, 4), (0, 0, 0), "", 0),
        "melee zeal regeneration dispel control_resistance",
    ),
    "gnome": _kind("", (2, 10, 1, 1), (0, 0, 0), "", 0, "melee dig"),
}


class BuildingKind(NamedTuple):
    """A row of DK-3.9."""

    hp: int
    defence: int
    price: tuple[int, int, int] | None
    """Gold, iron, mana; None for what is not buildable."""
    repair: int
    """Hit points per gold; 0 for what is not repaired."""


BUILDINGS = {
    "altar": BuildingKind(100, 0, None, 1),
    "source": BuildingKind(0, 0, None, 0),
    "circle": BuildingKind(50, 0, (50, 0, 5), 1),
    "battle_tower": BuildingKind(50, 1, (50, 10, 0), 1),
    "slowing_tower": BuildingKind(50, 1, (50, 10, 0), 1),
    "armoury": BuildingKind(100, 0, (100, 0, 0), 1),
    "wall": BuildingKind(50, 1, (25, 0, 0), 2),
    "alchemy_lab": BuildingKind(50, 0, (50, 0, 0), 1),
    "hospital": BuildingKind(50, 0, (50, 0, 0), 1),
}


class Price(NamedTuple):
    """Of an artifact (DK-3.11)."""

    gold: int
    iron: int
    taldear: int


ARTIFACTS = {
    "sword": Price(25, 10, 1),
    "armour": Price(25, 25, 1),
    "amulet": Price(30, 5, 1),
    "crown": Price(100, 10, 1),
}


class Spell(NamedTuple):
    """A row of DK-3.12."""

    research: int
    cast: int
    runes: tuple[str, ...] = ()


SPELLS = {
    "haste": Spell(30, 5),
    "slow": Spell(30, 5),
    "rage": Spell(10, 3),
    "weakness": Spell(10, 3),
    "iron_skin": Spell(20, 4),
    "corruption": Spell(20, 4),
    "healing": Spell(20, 4),
    "dispel": Spell(20, 4),
    "berserk": Spell(40, 6, ("fire",)),
    "magic_absorption": Spell(40, 6, ("darkness",)),
    "ghostliness": Spell(40, 6, ("death",)),
    "luck": Spell(100, 10, ("fire", "darkness", "death")),
}
DEBUFF_SPELLS = ("slow", "weakness", "corruption")
STATUSES = (
    *("haste", "slow", "rage", "weakness", "iron_skin", "corruption"),
    *("exhaustion", "berserk", "magic_absorption", "ghostliness", "luck"),
)
"""Those that do not stack, in the order of DK-3.13."""
BUFFS = ("haste", "rage", "iron_skin", "berserk", "magic_absorption", "ghostliness", "luck")
CURSES = ("slow", "weakness", "corruption", "exhaustion", "cursed_blade", "fear", "poison")
"""What purify and dispel remove (DK-5.45)."""

CHANCES = {
    "zeal": 50,
    "berserk": 50,
    "subjugate": 50,
    "fear": 50,
    "cancel_blessing": 50,
    "curse_absorption": 50,
    "magic_absorption": 50,
    "ghostliness": 40,
    "control_resistance": 75,
}
PER_MANA = {"gold": 1, "iron": 3, "taldear": 100}
"""Mana for one piece (DK-4.11)."""
