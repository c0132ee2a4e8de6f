"""For each check of each type of order, positions of `legal_orders` with one thing broken.

A case is a type, the code that it must give, a name, and what is changed.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.table import RULINGS
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    Building,
    Code,
    Item,
    Kind,
    Rune,
    Status,
)
from tests.games.dungeon_keeper import broken_archdemon_orders as archdemon
from tests.games.dungeon_keeper.breaking import (
    ALLIANCE,
    BECOMES_ENEMY,
    BELOW,
    DIAGONAL,
    FURTHER,
    LEAST,
    MOST,
    NOBODY,
    OFF_BOARD,
    OWN_CELL,
    add_unit,
    behind_corner,
    building,
    case,
    cell,
    instead,
    item,
    mine,
    of,
    order,
    own,
    rock,
    rules,
    seat,
    status,
    unit,
)
from tests.games.dungeon_keeper.legal_orders import BESIDE, ENEMY, FIRST, LEGAL, SECOND

__all__ = ["AT_ENEMY", "CASES", "GIVEN"]

UNIT_ORDERS = [order_type for order_type, ruling in RULINGS.items() if ruling.ap is not None]
FOR_ALL = (o.Move, o.Attack, o.Pickup, o.UseRune, o.Capture, o.Rest)
"""What every unit can do (DK-4.10)."""
AT_CELL = [t for t in LEGAL if "cell" in t._fields and t is not o.Attack]
BESIDE_ONLY = [o.Dig, o.Mine, o.Build, o.Repair, o.Capture, o.Rest, o.FireBreath]
AT_ENEMY = [o.Attack, o.Subjugate, o.Exhaust, o.Fear, o.Poison, o.CancelBlessing, o.TowerShot]
AT_OWN = [o.Heal, o.Purify, o.Sacrifice, o.Cast]
GIVEN = [o.UpgradeUnit, o.Equip, o.AssignSpirit]
"""Archdemon orders that name a unit (DK-4.11)."""

COMMON = [
    case(order_type, code, name, *changes)
    for order_type in UNIT_ORDERS
    for code, name, *changes in [
        (Code.NO_SUCH_UNIT, "no such id", order(unit=NOBODY)),
        (Code.NO_SUCH_UNIT, "id 0", order(unit=0)),
        (Code.NO_SUCH_UNIT, "least id", order(unit=LEAST)),
        (Code.NO_SUCH_UNIT, "greatest id", order(unit=MOST)),
        (Code.NOT_YOURS, "under control", unit(FIRST, controller=1)),
        (Code.NOT_YOURS, "of another", BECOMES_ENEMY),
        (Code.NO_AP, "no ap", unit(FIRST, ap=0)),
    ]
]
ABILITIES = [
    *[
        case(t, Code.NO_ABILITY, "a bes", unit(FIRST, kind=Kind.BES))
        for t in UNIT_ORDERS
        if t not in FOR_ALL
    ],
    *[
        case(t, Code.NO_ABILITY, "a gnome", unit(FIRST, kind=Kind.GNOME))
        for t in (o.Mine, o.Build, o.Repair)
    ],
    case(o.FireStream, Code.NO_AP, "two ap", unit(FIRST, ap=2)),
    case(o.DeathCloud, Code.NO_AP, "one ap", unit(FIRST, ap=1)),
    case(o.Subjugate, Code.NO_AP, "one ap", unit(FIRST, ap=1)),
]
CELLS = [
    *[
        case(t, Code.OUT_OF_BOARD, f"{place}", order(cell=Place(*place)))
        for t in AT_CELL
        for place in [OFF_BOARD, (0, 9), (9, 0), (MOST, LEAST), (LEAST, MOST)]
    ],
    *[case(t, Code.NOT_ADJACENT, "own cell", order(cell=OWN_CELL)) for t in BESIDE_ONLY],
]
TARGETS = [
    *[
        case(t, Code.NO_SUCH_TARGET, name, order(target=target))
        for t in AT_ENEMY + AT_OWN
        for name, target in [("no such id", NOBODY), ("id 0", 0), ("least id", LEAST)]
    ],
    *[case(t, Code.BAD_TARGET, "controlled", unit(ENEMY, controller=0)) for t in AT_ENEMY],
    *[case(t, Code.BAD_TARGET, "allied", ALLIANCE) for t in AT_ENEMY],
]
RECEIVERS = [
    case(order_type, code, name, change)
    for order_type in GIVEN
    for code, name, change in [
        (Code.NO_SUCH_UNIT, "no such id", order(unit=NOBODY)),
        (Code.NOT_YOURS, "of another", BECOMES_ENEMY),
        (Code.NOT_YOURS, "only controlled", unit(FIRST, owner=1)),
        (Code.NOT_YOURS, "of the light", unit(FIRST, owner=LIGHT)),
    ]
]
MOVES = [
    case(o.Move, Code.OUT_OF_BOARD, "one up", order(to=OFF_BOARD)),
    case(o.Move, Code.OUT_OF_BOARD, "far off", order(to=Place(LEAST, 9))),
    case(o.Move, Code.NOT_ADJACENT, "two cells", order(to=FURTHER)),
    case(o.Move, Code.NOT_ADJACENT, "own cell", order(to=OWN_CELL)),
    case(o.Move, Code.BLOCKED, "rock", rock(BESIDE)),
    case(o.Move, Code.BLOCKED, "own building", building(0, Building.HOSPITAL, BESIDE)),
    case(o.Move, Code.BLOCKED, "mine", mine(BESIDE)),
    case(o.Move, Code.CORNER, "rock", order(to=DIAGONAL), rock(BESIDE, BELOW)),
    case(
        o.Move,
        Code.CORNER,
        "wall and mine",
        order(to=DIAGONAL),
        building(NEUTRAL, Building.WALL, BESIDE),
        mine(BELOW),
    ),
    case(o.Move, Code.OCCUPIED, "enemy", add_unit(1, Kind.IMP, BESIDE)),
    case(o.Move, Code.OCCUPIED, "light", add_unit(LIGHT, Kind.GNOME, BESIDE)),
    case(o.Move, Code.OCCUPIED, "controlled", add_unit(1, Kind.IMP, BESIDE, controller=0)),
    case(o.Move, Code.OCCUPIED, "ally", ALLIANCE, add_unit(1, Kind.IMP, BESIDE)),
    case(
        o.Move,
        Code.STACK_FULL,
        "two of two",
        rules(stack_limit=2),
        add_unit(0, Kind.BES, BESIDE),
        add_unit(0, Kind.BES, BESIDE),
    ),
]
ATTACKS = [
    *[
        case(o.Attack, Code.NO_SUCH_TARGET, name, instead(o.Attack(FIRST, cell=place)))
        for name, place in [
            ("no building", BELOW),
            ("a unit's cell", BESIDE),
            ("off the board", OFF_BOARD),
            ("far off", Place(MOST, LEAST)),
        ]
    ],
    case(o.Attack, Code.BAD_TARGET, "itself", order(target=FIRST)),
    *[
        case(
            o.Attack,
            Code.BAD_TARGET,
            f"{kind.name} of {owner}",
            building(owner, kind, BELOW, hp=10),
            instead(o.Attack(FIRST, cell=BELOW)),
        )
        for kind, owner in [
            (Building.ALTAR, 0),
            (Building.SOURCE, 0),
            (Building.SOURCE, 1),
            (Building.SOURCE, NEUTRAL),
        ]
    ],
    case(
        o.Attack,
        Code.BAD_TARGET,
        "ally's building",
        ALLIANCE,
        building(1, Building.HOSPITAL, BELOW),
        instead(o.Attack(FIRST, cell=BELOW)),
    ),
    case(o.Attack, Code.OUT_OF_RANGE, "melee", unit(ENEMY, col=6)),
    case(o.Attack, Code.OUT_OF_RANGE, "ranged", unit(FIRST, kind=Kind.KADET), unit(ENEMY, col=8)),
    case(
        o.Attack,
        Code.OUT_OF_RANGE,
        "building",
        building(1, Building.ALTAR, FURTHER),
        instead(o.Attack(FIRST, cell=FURTHER)),
    ),
    case(o.Attack, Code.NO_LOS, "corner", *behind_corner(ENEMY)),
    case(
        o.Attack,
        Code.NO_LOS,
        "wall between",
        unit(FIRST, kind=Kind.KADET),
        unit(ENEMY, col=6),
        building(NEUTRAL, Building.WALL, BESIDE),
    ),
    case(
        o.Attack,
        Code.NO_LOS,
        "building round a corner",
        rock(BESIDE, BELOW),
        building(1, Building.ALTAR, DIAGONAL),
        instead(o.Attack(FIRST, cell=DIAGONAL)),
    ),
]
GROUND = [
    case(o.Dig, Code.NOT_ADJACENT, "two cells", rock(FURTHER), order(cell=FURTHER)),
    case(o.Dig, Code.NOT_UNDUG, "empty", order(cell=BELOW)),
    case(o.Dig, Code.NOT_UNDUG, "mine", mine(BESIDE)),
    case(o.Dig, Code.NOT_UNDUG, "building", building(1, Building.WALL, BESIDE)),
    case(o.Mine, Code.NOT_ADJACENT, "two cells", mine(FURTHER), order(cell=FURTHER)),
    case(o.Mine, Code.NOT_MINE, "empty", order(cell=BELOW)),
    case(o.Mine, Code.NOT_MINE, "rock", rock(BESIDE)),
    case(o.Build, Code.NOT_ADJACENT, "two cells", order(cell=FURTHER)),
    case(o.Build, Code.NOT_EMPTY, "rock", rock(BESIDE)),
    case(o.Build, Code.NOT_EMPTY, "building", building(0, Building.WALL, BESIDE)),
    case(o.Build, Code.OCCUPIED, "own unit", add_unit(0, Kind.IMP, BESIDE)),
    case(o.Build, Code.OCCUPIED, "enemy", add_unit(1, Kind.IMP, BESIDE)),
    case(o.Build, Code.ITEM_THERE, "sword", item(BESIDE, Item.SWORD)),
    case(o.Build, Code.NO_MANA, "4 of 5", order(building=Building.CIRCLE), seat(0, mana=4)),
    case(o.Build, Code.NO_GOLD, "49 of 50", seat(0, gold=49)),
    case(o.Build, Code.NO_GOLD, "24 of 25", order(building=Building.WALL), seat(0, gold=24)),
    case(o.Build, Code.NO_IRON, "9 of 10", seat(0, iron=9)),
]
BUILDINGS = [
    case(
        o.Repair,
        Code.NOT_ADJACENT,
        "two cells",
        building(NEUTRAL, Building.WALL, FURTHER, hp=1),
        order(cell=FURTHER),
    ),
    case(o.Repair, Code.BAD_TARGET, "empty", order(cell=BELOW)),
    case(o.Repair, Code.BAD_TARGET, "source", building(0, Building.SOURCE, BESIDE)),
    case(o.Repair, Code.BAD_TARGET, "enemy's", cell(BESIDE, b_owner=1)),
    case(o.Repair, Code.BAD_TARGET, "ally's", ALLIANCE, cell(BESIDE, b_owner=1)),
    case(o.Repair, Code.FULL_HP, "50 of 50", cell(BESIDE, b_hp=50)),
    case(o.Repair, Code.NO_GOLD, "none", seat(0, gold=0)),
    case(
        o.Capture,
        Code.NOT_ADJACENT,
        "two cells",
        building(1, Building.SOURCE, FURTHER),
        order(cell=FURTHER),
    ),
    case(o.Capture, Code.BAD_TARGET, "empty", order(cell=BELOW)),
    case(o.Capture, Code.BAD_TARGET, "altar", building(1, Building.ALTAR, BESIDE)),
    case(o.Capture, Code.OWN_SOURCE, "own", cell(BESIDE, b_owner=0)),
    case(o.Capture, Code.OWN_SOURCE, "ally's", ALLIANCE, cell(BESIDE, b_owner=1)),
    case(
        o.Rest,
        Code.NOT_ADJACENT,
        "two cells",
        building(0, Building.HOSPITAL, FURTHER),
        order(cell=FURTHER),
    ),
    case(o.Rest, Code.NO_BUILDING, "empty", order(cell=BELOW)),
    case(o.Rest, Code.NO_BUILDING, "enemy's", cell(BESIDE, b_owner=1)),
    case(o.Rest, Code.NO_BUILDING, "armoury", building(0, Building.ARMOURY, BESIDE)),
    case(o.Rest, Code.FULL_HP, "3 of 3", unit(FIRST, hp=3)),
]
THINGS = [
    case(
        o.Pickup,
        Code.NOT_ADJACENT,
        "two cells",
        item(FURTHER, Item.RUNE_FIRE),
        order(cell=FURTHER),
    ),
    case(o.Pickup, Code.NO_ITEM, "another", order(item=Item.SWORD)),
    case(o.Pickup, Code.NO_ITEM, "elsewhere", order(cell=BELOW)),
    case(o.Pickup, Code.NO_ITEM, "gone", of(lambda play: ground.take_item(play.state, 0))),
    case(o.Pickup, Code.OCCUPIED, "enemy", add_unit(1, Kind.IMP, BESIDE)),
    case(
        o.Pickup,
        Code.OCCUPIED,
        "own unit under control",
        add_unit(0, Kind.IMP, BESIDE, controller=1),
    ),
    case(o.Pickup, Code.HANDS_FULL, "rune", unit(FIRST, rune=Rune.DEATH)),
    case(o.UseRune, Code.NO_RUNE, "none", unit(FIRST, rune=c.NO)),
    case(o.UseRune, Code.NOT_ADJACENT, "two cells", unit(FIRST, col=3)),
    case(o.UseRune, Code.NOT_ADJACENT, "enemy's altar", cell(BESIDE, b_owner=1)),
    case(o.UseRune, Code.NOT_ADJACENT, "hospital", building(0, Building.HOSPITAL, BESIDE)),
    case(o.UseRune, Code.ALREADY_INSTALLED, "fire", own(c.RUNES + Rune.FIRE, 1)),
]
ABILITIES_AT_UNITS = [
    *[
        case(t, Code.BAD_TARGET, "enemy", unit(SECOND, owner=1, controller=1))
        for t in (o.Heal, o.Purify, o.Sacrifice)
    ],
    *[
        case(t, Code.BAD_TARGET, "own unit under control", unit(SECOND, controller=1))
        for t in (o.Heal, o.Purify, o.Sacrifice)
    ],
    *[
        case(t, Code.NO_LOS, "rock", rock(BESIDE))
        for t in (o.Heal, o.Purify, o.Subjugate, o.Exhaust, o.Fear, o.Poison, o.CancelBlessing)
    ],
    *[case(t, Code.OUT_OF_RANGE, "3", unit(SECOND, col=7)) for t in (o.Heal, o.Purify)],
    *[case(t, Code.OUT_OF_RANGE, "3", unit(ENEMY, col=7)) for t in (o.Subjugate, o.Poison)],
    *[
        case(t, Code.OUT_OF_RANGE, "4", unit(ENEMY, col=8))
        for t in (o.Exhaust, o.Fear, o.CancelBlessing)
    ],
    case(o.Heal, Code.FULL_HP, "3 of 3", unit(SECOND, hp=3)),
    case(
        o.Purify,
        Code.NOTHING_TO_REMOVE,
        "only a buff",
        status(SECOND, Status.WEAKNESS, c.NO),
        status(SECOND, Status.RAGE, 0),
    ),
    case(o.Sacrifice, Code.BAD_TARGET, "himself", order(target=FIRST)),
    case(o.Sacrifice, Code.BAD_TARGET, "only controlled", unit(SECOND, owner=1)),
    case(o.Sacrifice, Code.OUT_OF_RANGE, "2", unit(SECOND, col=6)),
    case(o.Sacrifice, Code.NO_LOS, "corner", *behind_corner(SECOND)),
    case(o.Exhaust, Code.ALREADY_ACTIVE, "own", status(ENEMY, Status.EXHAUSTION, 0)),
    case(o.CancelBlessing, Code.NOTHING_TO_REMOVE, "another", order(buff=Status.LUCK)),
]
BLASTS = [
    case(o.FireBreath, Code.NOT_ADJACENT, "two cells", unit(ENEMY, col=6), order(cell=FURTHER)),
    case(o.FireBreath, Code.NO_LOS, "corner", *behind_corner(ENEMY), order(cell=DIAGONAL)),
    case(o.FireBreath, Code.NO_SUCH_TARGET, "nobody", order(cell=BELOW)),
    case(o.FireStream, Code.NO_SUCH_TARGET, "west", order(direction=6)),
    case(o.FireStream, Code.NO_SUCH_TARGET, "off the board", order(direction=0)),
    case(o.FireStream, Code.NO_SUCH_TARGET, "rock", rock(BESIDE)),
    case(o.FireStream, Code.NO_SUCH_TARGET, "three steps", unit(ENEMY, col=7)),
    case(o.DeathCloud, Code.OUT_OF_RANGE, "4", unit(ENEMY, col=8), order(cell=Place(0, 8))),
    case(o.DeathCloud, Code.NO_LOS, "rock", rock(FURTHER)),
    case(o.DeathCloud, Code.NO_SUCH_TARGET, "nobody", order(cell=BELOW)),
    case(o.DeathCloud, Code.NO_SUCH_TARGET, "own", unit(ENEMY, owner=0, controller=0)),
    case(o.DeathCloud, Code.NO_SUCH_TARGET, "ally's", ALLIANCE),
]
CASES = [
    *COMMON,
    *ABILITIES,
    *CELLS,
    *TARGETS,
    *RECEIVERS,
    *MOVES,
    *ATTACKS,
    *GROUND,
    *BUILDINGS,
    *THINGS,
    *ABILITIES_AT_UNITS,
    *BLASTS,
    *archdemon.CASES,
]
