"""Cases of `broken_orders` for orders of the Archdemon (DK-4.11) and for alliances."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Code,
    Kind,
    Resource,
    Rune,
    Spell,
    Spirit,
    Status,
)
from tests.games.dungeon_keeper.breaking import (
    ALLIANCE,
    BECOMES_ENEMY,
    BELOW,
    DIAGONAL,
    FURTHER,
    MOST,
    OFF_BOARD,
    OWN_CELL,
    add_unit,
    building,
    case,
    cell,
    instead,
    order,
    own,
    rock,
    rules,
    seat,
    status,
    unit,
)
from tests.games.dungeon_keeper.legal_orders import BESIDE, ENEMY, FIRST, HERE

__all__ = ["CASES"]

DEBUFFS = (Spell.SLOW, Spell.WEAKNESS, Spell.CORRUPTION)
INSTANT = (Spell.HEALING, Spell.DISPEL)

SUMMONS = [
    case(o.Summon, Code.NO_BUILDING, "empty", order(circle=FURTHER)),
    case(o.Summon, Code.NO_BUILDING, "off the board", order(circle=OFF_BOARD)),
    case(o.Summon, Code.NO_BUILDING, "enemy's", cell(HERE, b_owner=1)),
    case(o.Summon, Code.NO_BUILDING, "hospital", building(0, Building.HOSPITAL, HERE)),
    case(o.Summon, Code.NOT_ADJACENT, "two cells", order(cell=FURTHER)),
    case(o.Summon, Code.NOT_ADJACENT, "itself", order(cell=OWN_CELL)),
    case(o.Summon, Code.BLOCKED, "rock", rock(BESIDE)),
    case(o.Summon, Code.OCCUPIED, "enemy", add_unit(1, Kind.IMP, BESIDE)),
    case(o.Summon, Code.OCCUPIED, "controlled", add_unit(1, Kind.IMP, BESIDE, controller=0)),
    case(
        o.Summon,
        Code.STACK_FULL,
        "two of two",
        rules(stack_limit=2),
        add_unit(0, Kind.BES, BESIDE),
        add_unit(0, Kind.BES, BESIDE),
    ),
    case(
        o.Summon,
        Code.UNIT_CAP,
        "two of two",
        rules(unit_cap=2),
        add_unit(0, Kind.BES, (8, 8)),
        add_unit(0, Kind.BES, (8, 8), controller=1),
    ),
    case(o.Summon, Code.NO_MANA, "2 of 3", seat(0, mana=2)),
    case(o.Summon, Code.NO_MANA, "0 of 1", order(kind=Kind.IMP), seat(0, mana=0)),
]
UPGRADES = [
    case(o.UpgradeUnit, Code.BAD_UPGRADE, "grandchild", order(to=Kind.KERUB)),
    case(o.UpgradeUnit, Code.BAD_UPGRADE, "hero", order(to=Kind.HERO)),
    case(o.UpgradeUnit, Code.BAD_UPGRADE, "the same", order(to=Kind.BES)),
    case(o.UpgradeUnit, Code.BAD_UPGRADE, "imp", unit(FIRST, kind=Kind.IMP)),
    case(o.UpgradeUnit, Code.NEEDS_RUNE, "darkness", order(to=Kind.ANGUTHEI)),
    case(o.UpgradeUnit, Code.NOT_NEAR_SOURCE, "3", unit(FIRST, col=3)),
    case(o.UpgradeUnit, Code.NOT_NEAR_SOURCE, "enemy's", cell(FURTHER, b_owner=1)),
    case(o.UpgradeUnit, Code.ALREADY_UPGRADED, "flag", unit(FIRST, upgraded=1)),
    case(o.UpgradeUnit, Code.NO_MANA, "2 of 3", seat(0, mana=2)),
    case(o.UpgradeUnit, Code.NO_GOLD, "4 of 5", seat(0, gold=4)),
    case(o.UpgradeSource, Code.NO_BUILDING, "empty", order(source=FURTHER)),
    case(o.UpgradeSource, Code.NO_BUILDING, "far off", order(source=Place(MOST, 0))),
    case(o.UpgradeSource, Code.NO_BUILDING, "neutral", cell(HERE, b_owner=NEUTRAL)),
    case(o.UpgradeSource, Code.MAX_LEVEL, "10", cell(HERE, b_level=10)),
    case(o.UpgradeSource, Code.ALREADY_UPGRADED, "flag", cell(HERE, b_upgraded=1)),
    case(o.UpgradeSource, Code.NO_GOLD, "29 of 30", seat(0, gold=29)),
]
SPELLS = [
    case(o.Research, Code.ALREADY_KNOWN, "luck", own(c.SPELLS + Spell.LUCK, 1)),
    *[case(o.Research, Code.NEEDS_RUNE, r.name, own(c.RUNES + r, 0)) for r in Rune],
    case(o.Research, Code.NO_MANA, "99 of 100", seat(0, mana=99)),
    case(o.Cast, Code.NOT_RESEARCHED, "rage", own(c.SPELLS + Spell.RAGE, 0)),
    *[
        case(
            o.Cast,
            Code.BAD_TARGET,
            f"{spell.name} on an enemy",
            BECOMES_ENEMY,
            unit(FIRST, hp=1),
            status(FIRST, Status.WEAKNESS, 1),
            order(spell=spell),
        )
        for spell in Spell
        if spell not in DEBUFFS
    ],
    *[
        case(o.Cast, Code.BAD_TARGET, f"{spell.name} on an own unit", order(spell=spell))
        for spell in DEBUFFS
    ],
    *[
        case(
            o.Cast,
            Code.BAD_TARGET,
            f"{spell.name} on an ally's unit",
            ALLIANCE,
            BECOMES_ENEMY,
            order(spell=spell),
        )
        for spell in Spell
        if spell not in INSTANT
    ],
    *[
        case(
            o.Cast,
            Code.BAD_TARGET,
            f"{spell.name} on a controlled unit",
            unit(FIRST, owner=1, hp=1),
            status(FIRST, Status.WEAKNESS, 1),
            order(spell=spell),
        )
        for spell in Spell
    ],
    case(o.Cast, Code.FULL_HP, "healing", order(spell=Spell.HEALING)),
    case(o.Cast, Code.NOTHING_TO_REMOVE, "dispel", order(spell=Spell.DISPEL)),
    *[
        case(
            o.Cast,
            Code.ALREADY_ACTIVE,
            spell.name,
            status(FIRST, Status[spell.name], 0),
            order(spell=spell),
            *([BECOMES_ENEMY] if spell in DEBUFFS else []),
        )
        for spell in Spell
        if spell not in INSTANT
    ],
    case(o.Cast, Code.NO_MANA, "2 of 3", seat(0, mana=2)),
]
GIFTS = [
    case(o.Forge, Code.NO_BUILDING, "enemy's", cell(HERE, b_owner=1)),
    case(o.Forge, Code.NO_BUILDING, "hospital", building(0, Building.HOSPITAL, HERE)),
    case(o.Forge, Code.NO_GOLD, "24 of 25", seat(0, gold=24)),
    case(o.Forge, Code.NO_IRON, "9 of 10", seat(0, iron=9)),
    case(o.Forge, Code.NO_TALDEAR, "0 of 1", seat(0, taldear=0)),
    case(o.Equip, Code.NO_ARTIFACT, "crown", order(artifact=Artifact.CROWN)),
    case(o.Equip, Code.SLOT_FULL, "amulet", unit(FIRST, artifacts=1 << Artifact.AMULET)),
    case(o.AssignSpirit, Code.NO_SPIRIT, "valour", order(spirit=Spirit.VALOUR)),
    case(o.AssignSpirit, Code.SLOT_FULL, "life", unit(FIRST, spirits=1 << Spirit.LIFE)),
    case(o.Exchange, Code.NO_BUILDING, "enemy's", cell(HERE, b_owner=1)),
    case(o.Exchange, Code.NO_MANA, "299 of 300", seat(0, mana=299)),
    case(
        o.Exchange,
        Code.NO_MANA,
        "a million",
        instead(o.Exchange(Resource.TALDEAR, o.MAX_EXCHANGE)),
    ),
]
TOWERS = [
    case(o.TowerShot, Code.NO_BUILDING, "empty", order(tower=BELOW)),
    case(o.TowerShot, Code.NO_BUILDING, "off the board", order(tower=OFF_BOARD)),
    case(o.TowerShot, Code.NO_BUILDING, "enemy's", cell(HERE, b_owner=1)),
    case(
        o.TowerShot,
        Code.NO_BUILDING,
        "slowing tower",
        building(0, Building.SLOWING_TOWER, HERE, ap=3),
    ),
    case(o.TowerShot, Code.NO_AP, "none", cell(HERE, b_ap=0)),
    case(o.TowerShot, Code.OUT_OF_RANGE, "4", unit(ENEMY, col=8)),
    case(o.TowerShot, Code.NO_LOS, "rock", rock(BESIDE)),
    case(o.TowerShot, Code.NOT_NEAREST, "enemy", add_unit(1, Kind.IMP, DIAGONAL)),
    case(o.TowerShot, Code.NOT_NEAREST, "light", add_unit(LIGHT, Kind.GNOME, BELOW)),
]
ALLIANCES = [
    case(order_type, code, name, change)
    for order_type in (o.Ally, o.Unally)
    for code, name, change in [
        (Code.DISABLED, "off", rules(alliances=0)),
        (Code.BAD_TARGET, "itself", order(seat=0)),
        (Code.BAD_TARGET, "seat 2 of 2", order(seat=2)),
        (Code.BAD_TARGET, "seat -1", order(seat=-1)),
        (Code.BAD_TARGET, "greatest", order(seat=MOST)),
        (Code.BAD_TARGET, "out", seat(1, alive=0)),
    ]
]

CASES = [*SUMMONS, *UPGRADES, *SPELLS, *GIFTS, *TOWERS, *ALLIANCES]
