"""What bots of Dungeon Keeper know of the rules by heart: units, buildings, prices, chances (DK-3)."""

from __future__ import annotations

import enum
from typing import NamedTuple

__all__ = [
    "ARTIFACT_HP",
    "BUILDINGS",
    "CAPTURE_AP",
    "EVADE_CHANCE",
    "KILL_MANA",
    "LIGHT",
    "MAX_LEVEL",
    "NEUTRAL",
    "RANGED_REACH",
    "RUNE_MANA",
    "SOURCE_REACH",
    "TOWER_ATTACK",
    "TOWER_REACH",
    "TOWER_SHOTS",
    "UNITS",
    "VAMPIRE_HP",
    "WALL_BREAKING",
    "ZEAL_CHANCE",
    "Artifact",
    "Building",
    "BuildingRow",
    "Item",
    "Kind",
    "MineKind",
    "Rune",
    "UnitRow",
    "source_price",
]

LIGHT, NEUTRAL = -2, -1
"""Owners of the light units, and of walls and of Sources that nobody has (DK-3.5, DK-3.9)."""
CAPTURE_AP = 10
"""Action points for a Source (DK-5.60)."""
MAX_LEVEL = 10
"""Top level of a Source (DK-3.10)."""
SOURCE_REACH = 2
"""Within this distance of an own Source units are upgraded (DK-5.62)."""
RANGED_REACH = 3
"""Of ranged units (DK-5.20)."""
KILL_MANA, RUNE_MANA = 2, 10
"""For killing a combat unit (DK-5.25), and for a rune that is exchanged (DK-5.19)."""
WALL_BREAKING = 10
"""What a wall breaker adds to its attack on a building (DK-5.21)."""
VAMPIRE_HP = 3
"""Most hit points that a vampire's strike gives it (DK-5.21)."""
ARTIFACT_HP = 10
"""An amulet's (DK-3.11)."""
ZEAL_CHANCE, EVADE_CHANCE = 0.5, 0.4
"""Of one more attack (DK-5.20), and of a ghostly unit's evading one (DK-5.21)."""
TOWER_ATTACK, TOWER_REACH, TOWER_SHOTS = 8, 3, 3
"""Of a battle tower (DK-3.9, DK-5.34)."""


def source_price(level: int) -> int:
    """Gold for the next level of a Source (DK-3.10)."""
    return 10 * level


class Rune(enum.IntEnum):
    """Runes (DK-3.3)."""

    FIRE = 0
    DARKNESS = 1
    DEATH = 2


class Artifact(enum.IntEnum):
    """Artifacts (DK-3.11)."""

    SWORD = 0
    ARMOUR = 1
    AMULET = 2
    CROWN = 3


class MineKind(enum.IntEnum):
    """What a mine holds (DK-3.2)."""

    GOLD = 0
    IRON = 1
    GEM = 2


class Item(enum.IntEnum):
    """What can lie on a cell (DK-3.3)."""

    CHEST = 0
    MANA_CRYSTAL = 1
    RUNE_FIRE = 2
    RUNE_DARKNESS = 3
    RUNE_DEATH = 4
    SWORD = 5
    ARMOUR = 6
    AMULET = 7
    CROWN = 8

    @property
    def is_rune(self) -> bool:
        """Whether it is a rune, which a unit carries in its hands."""
        return Item.RUNE_FIRE <= self <= Item.RUNE_DEATH

    @property
    def is_artifact(self) -> bool:
        """Whether it goes to the store."""
        return self >= Item.SWORD


class Kind(enum.IntEnum):
    """Kinds of units (DK-3.7)."""

    IMP = 0
    BES = 1
    PRIEST = 2
    GRASDIR = 3
    KERUB = 4
    SIEGE_BEAST = 5
    OGNEVIK = 6
    IFRIT = 7
    ANGUTHEI = 8
    KADET = 9
    SUCCUBUS = 10
    AGGEL = 11
    MOONGLAIR = 12
    LICH = 13
    VAMPIRE = 14
    YAFALEN = 15
    HERO = 16
    GNOME = 17


class UnitRow(NamedTuple):
    """What bots use of a row of the unit table (DK-3.7)."""

    parent: Kind | None
    ap: int
    hp: int
    attack: int
    defence: int
    mana: int
    gold: int
    upkeep: int
    rune: Rune | None
    value: int
    """Mana and gold spent along its branch."""
    is_ranged: bool = False
    has_zeal: bool = False
    breaks_walls: bool = False
    is_vampire: bool = False


_K = Kind
_FIRE, _DARK, _DEATH = Rune.FIRE, Rune.DARKNESS, Rune.DEATH

UNITS: tuple[UnitRow, ...] = (
    UnitRow(None, 2, 1, 1, 0, 1, 0, 1, None, 1),
    UnitRow(None, 2, 3, 2, 1, 3, 0, 1, None, 3),
    UnitRow(_K.BES, 2, 10, 2, 1, 10, 20, 3, None, 33, is_ranged=True),
    UnitRow(_K.BES, 4, 10, 4, 1, 3, 5, 2, None, 11),
    UnitRow(_K.GRASDIR, 3, 20, 5, 3, 5, 20, 3, None, 36, has_zeal=True),
    UnitRow(_K.BES, 2, 30, 1, 8, 20, 30, 4, None, 53, breaks_walls=True),
    UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _FIRE, 11),
    UnitRow(_K.OGNEVIK, 4, 20, 5, 3, 10, 40, 4, _FIRE, 61),
    UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _DARK, 11, is_ranged=True),
    UnitRow(_K.ANGUTHEI, 3, 20, 5, 2, 10, 25, 4, _DARK, 46, is_ranged=True),
    UnitRow(_K.ANGUTHEI, 2, 20, 4, 2, 10, 25, 4, _DARK, 46, is_ranged=True),
    UnitRow(_K.KADET, 4, 25, 6, 4, 20, 50, 5, _DARK, 116, has_zeal=True),
    UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _DEATH, 11, is_ranged=True),
    UnitRow(_K.MOONGLAIR, 3, 20, 4, 2, 10, 25, 4, _DEATH, 46, is_ranged=True),
    UnitRow(_K.MOONGLAIR, 3, 18, 5, 3, 10, 25, 4, _DEATH, 46, is_vampire=True),
    UnitRow(_K.VAMPIRE, 3, 25, 6, 4, 20, 50, 5, _DEATH, 116, is_vampire=True),
    UnitRow(None, 4, 40, 6, 4, 0, 0, 0, None, 0, has_zeal=True),
    UnitRow(None, 2, 10, 1, 1, 0, 0, 0, None, 0),
)
"""Units, by Kind (DK-3.7)."""


class Building(enum.IntEnum):
    """Kinds of buildings (DK-3.9)."""

    ALTAR = 0
    SOURCE = 1
    CIRCLE = 2
    BATTLE_TOWER = 3
    SLOWING_TOWER = 4
    ARMOURY = 5
    WALL = 6
    ALCHEMY_LAB = 7
    HOSPITAL = 8


class BuildingRow(NamedTuple):
    """What bots use of a row of the building table (DK-3.9)."""

    hp: int
    """0 for what cannot be destroyed."""
    defence: int
    gold: int
    iron: int
    mana: int


BUILDINGS: tuple[BuildingRow, ...] = (
    BuildingRow(100, 0, 0, 0, 0),
    BuildingRow(0, 0, 0, 0, 0),
    BuildingRow(50, 0, 50, 0, 5),
    BuildingRow(50, 1, 50, 10, 0),
    BuildingRow(50, 1, 50, 10, 0),
    BuildingRow(100, 0, 100, 0, 0),
    BuildingRow(50, 1, 25, 0, 0),
    BuildingRow(50, 0, 50, 0, 0),
    BuildingRow(50, 0, 50, 0, 0),
)
"""Buildings, by Building (DK-3.9); of an Altar and a Source what cannot be bought is 0."""
