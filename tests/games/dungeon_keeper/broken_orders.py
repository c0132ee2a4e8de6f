"""For each check of each type of order, positions of `legal_orders` with one thing broken.

A case is a type, the code that it must give, a name, and what is changed. A change is a function of the
position and its order, which returns the order, or another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground, units
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.table import RULINGS
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import most_units
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Code,
    Item,
    Kind,
    MineKind,
    Resource,
    Rune,
    Spell,
    Spirit,
    Status,
)
from tests.games.dungeon_keeper.legal_orders import BESIDE, ENEMY, FIRST, HERE, LEGAL, SECOND, legal
from tests.games.dungeon_keeper.positions import add, build, undig

__all__ = ["AT_ENEMY", "CASES", "GIVEN", "Case", "broken"]

OFF_BOARD, FURTHER, BELOW, DIAGONAL = Place(-1, 4), Place(0, 6), Place(1, 4), Place(1, 5)
OWN_CELL = Place(*HERE)
NOBODY = 300001
LEAST, MOST = -(2**31), 2**31 - 1

Change: TypeAlias = Callable[[Play, Any], Any]


class Case(NamedTuple):
    """One thing that is broken."""

    order_type: type[o.Order]
    code: Code
    name: str
    changes: tuple[Change, ...]


def broken(case: Case) -> tuple[Play, o.Order]:
    """The position of a case with its order."""
    play, order = legal(case.order_type)
    for change in case.changes:
        order = change(play, order)
    return play, order


def _case(order_type: type[o.Order], code: Code, name: str, *changes: Change) -> Case:
    return Case(order_type, code, name, changes)


# Changes.


def _order(**fields: object) -> Change:
    """Other fields of the order."""
    return lambda _, order: order._replace(**fields)


def _instead(other: o.Order) -> Change:
    """Another order."""
    return lambda _play, _order: other


def _of(work: Callable[[Play], object]) -> Change:
    """A change of the position alone."""

    def change(play: Play, order: o.Order) -> o.Order:
        work(play)
        return order

    return change


def _unit(unit: int, **columns: int) -> Change:
    """Other values in columns of a unit."""

    def work(play: Play) -> None:
        for name, value in columns.items():
            play.state.units[units.find(play.state, unit), getattr(c, name.upper())] = value

    return _of(work)


def _status(unit: int, status: Status, source: int) -> Change:
    """A status with its source; NO takes it away."""

    def work(play: Play) -> None:
        play.state.units[units.find(play.state, unit), c.STATUS + status] = source

    return _of(work)


def _seat(seat: int, **columns: int) -> Change:
    """Other values in columns of a seat."""

    def work(play: Play) -> None:
        for name, value in columns.items():
            play.state.seats[seat, getattr(c, name.upper())] = value

    return _of(work)


def _own(column: int, value: int) -> Change:
    """Another value in a column of seat 0."""

    def work(play: Play) -> None:
        play.state.seats[0, column] = value

    return _of(work)


def _cell(place: tuple[int, int], **planes: int) -> Change:
    """Other values in planes of a cell."""

    def work(play: Play) -> None:
        for name, value in planes.items():
            play.state.cells[getattr(c, name.upper()), place[0], place[1]] = value

    return _of(work)


def _rules(**columns: int) -> Change:
    """Other rules, with no more places for units than they allow."""

    def work(play: Play) -> None:
        state = play.state
        for name, value in columns.items():
            state.rules[getattr(c, name.upper())] = value
        state.units = state.units[: most_units(state)].copy()

    return _of(work)


def _rock(*places: tuple[int, int]) -> Change:
    """Undug cells."""
    return _of(lambda play: undig(play, *places))


def _mine(place: tuple[int, int]) -> Change:
    """One more mine."""
    return _of(lambda play: ground.put_mine(play.state, *place, MineKind.IRON, 100))


def _item(place: tuple[int, int], kind: Item) -> Change:
    """One more item."""
    return _of(lambda play: ground.put_item(play.state, *place, kind))


def _building(owner: int, kind: Building, place: tuple[int, int], **planes: int) -> Change:
    """One more building."""
    return _of(lambda play: build(play, owner, kind, place, **planes))


def _add(owner: int, kind: Kind, place: tuple[int, int], **columns: Any) -> Change:
    """One more unit."""
    return _of(lambda play: add(play, owner, kind, place, **columns))


_ALLIANCE = _of(lambda play: play.state.seats.__setitem__((slice(0, 2), c.ALLIES), (0b10, 0b01)))
"""Seats 0 and 1 are allied."""


def _behind_corner(unit: int) -> tuple[Change, Change]:
    """A unit diagonally beside the acting one, with rock on both sides."""
    return _unit(unit, row=1, col=5), _rock(BESIDE, BELOW)


UNIT_ORDERS = [order_type for order_type, ruling in RULINGS.items() if ruling.ap is not None]
FOR_ALL = (o.Move, o.Attack, o.Pickup, o.UseRune, o.Capture, o.Rest)
"""What every unit can do (DK-4.10)."""
AT_CELL = [t for t in LEGAL if "cell" in t._fields and t is not o.Attack]
BESIDE_ONLY = [o.Dig, o.Mine, o.Build, o.Repair, o.Capture, o.Rest, o.FireBreath]
AT_ENEMY = [o.Attack, o.Subjugate, o.Exhaust, o.Fear, o.Poison, o.CancelBlessing, o.TowerShot]
AT_OWN = [o.Heal, o.Purify, o.Sacrifice, o.Cast]
GIVEN = [o.UpgradeUnit, o.Equip, o.AssignSpirit]
"""Archdemon orders that name a unit (DK-4.11)."""
DEBUFFS = (Spell.SLOW, Spell.WEAKNESS, Spell.CORRUPTION)
INSTANT = (Spell.HEALING, Spell.DISPEL)
BECOMES_ENEMY = _unit(FIRST, owner=1, controller=1)

COMMON = [
    _case(order_type, code, name, *changes)
    for order_type in UNIT_ORDERS
    for code, name, *changes in [
        (Code.NO_SUCH_UNIT, "no such id", _order(unit=NOBODY)),
        (Code.NO_SUCH_UNIT, "id 0", _order(unit=0)),
        (Code.NO_SUCH_UNIT, "least id", _order(unit=LEAST)),
        (Code.NO_SUCH_UNIT, "greatest id", _order(unit=MOST)),
        (Code.NOT_YOURS, "under control", _unit(FIRST, controller=1)),
        (Code.NOT_YOURS, "of another", BECOMES_ENEMY),
        (Code.NO_AP, "no ap", _unit(FIRST, ap=0)),
    ]
]
ABILITIES = [
    *[
        _case(t, Code.NO_ABILITY, "a bes", _unit(FIRST, kind=Kind.BES))
        for t in UNIT_ORDERS
        if t not in FOR_ALL
    ],
    *[
        _case(t, Code.NO_ABILITY, "a gnome", _unit(FIRST, kind=Kind.GNOME))
        for t in (o.Mine, o.Build, o.Repair)
    ],
    _case(o.FireStream, Code.NO_AP, "two ap", _unit(FIRST, ap=2)),
    _case(o.DeathCloud, Code.NO_AP, "one ap", _unit(FIRST, ap=1)),
    _case(o.Subjugate, Code.NO_AP, "one ap", _unit(FIRST, ap=1)),
]
CELLS = [
    *[
        _case(t, Code.OUT_OF_BOARD, f"{place}", _order(cell=Place(*place)))
        for t in AT_CELL
        for place in [OFF_BOARD, (0, 9), (9, 0), (MOST, LEAST), (LEAST, MOST)]
    ],
    *[_case(t, Code.NOT_ADJACENT, "own cell", _order(cell=OWN_CELL)) for t in BESIDE_ONLY],
]
TARGETS = [
    *[
        _case(t, Code.NO_SUCH_TARGET, name, _order(target=target))
        for t in AT_ENEMY + AT_OWN
        for name, target in [("no such id", NOBODY), ("id 0", 0), ("least id", LEAST)]
    ],
    *[_case(t, Code.BAD_TARGET, "controlled", _unit(ENEMY, controller=0)) for t in AT_ENEMY],
    *[_case(t, Code.BAD_TARGET, "allied", _ALLIANCE) for t in AT_ENEMY],
]
RECEIVERS = [
    _case(order_type, code, name, change)
    for order_type in GIVEN
    for code, name, change in [
        (Code.NO_SUCH_UNIT, "no such id", _order(unit=NOBODY)),
        (Code.NOT_YOURS, "of another", BECOMES_ENEMY),
        (Code.NOT_YOURS, "only controlled", _unit(FIRST, owner=1)),
        (Code.NOT_YOURS, "of the light", _unit(FIRST, owner=LIGHT)),
    ]
]
MOVES = [
    _case(o.Move, Code.OUT_OF_BOARD, "one up", _order(to=OFF_BOARD)),
    _case(o.Move, Code.OUT_OF_BOARD, "far off", _order(to=Place(LEAST, 9))),
    _case(o.Move, Code.NOT_ADJACENT, "two cells", _order(to=FURTHER)),
    _case(o.Move, Code.NOT_ADJACENT, "own cell", _order(to=OWN_CELL)),
    _case(o.Move, Code.BLOCKED, "rock", _rock(BESIDE)),
    _case(o.Move, Code.BLOCKED, "own building", _building(0, Building.HOSPITAL, BESIDE)),
    _case(o.Move, Code.BLOCKED, "mine", _mine(BESIDE)),
    _case(o.Move, Code.CORNER, "rock", _order(to=DIAGONAL), _rock(BESIDE, BELOW)),
    _case(
        o.Move,
        Code.CORNER,
        "wall and mine",
        _order(to=DIAGONAL),
        _building(NEUTRAL, Building.WALL, BESIDE),
        _mine(BELOW),
    ),
    _case(o.Move, Code.OCCUPIED, "enemy", _add(1, Kind.IMP, BESIDE)),
    _case(o.Move, Code.OCCUPIED, "light", _add(LIGHT, Kind.GNOME, BESIDE)),
    _case(o.Move, Code.OCCUPIED, "controlled", _add(1, Kind.IMP, BESIDE, controller=0)),
    _case(o.Move, Code.OCCUPIED, "ally", _ALLIANCE, _add(1, Kind.IMP, BESIDE)),
    _case(
        o.Move,
        Code.STACK_FULL,
        "two of two",
        _rules(stack_limit=2),
        _add(0, Kind.BES, BESIDE),
        _add(0, Kind.BES, BESIDE),
    ),
]
ATTACKS = [
    *[
        _case(o.Attack, Code.NO_SUCH_TARGET, name, _instead(o.Attack(FIRST, cell=place)))
        for name, place in [
            ("no building", BELOW),
            ("a unit's cell", BESIDE),
            ("off the board", OFF_BOARD),
            ("far off", Place(MOST, LEAST)),
        ]
    ],
    _case(o.Attack, Code.BAD_TARGET, "itself", _order(target=FIRST)),
    *[
        _case(
            o.Attack,
            Code.BAD_TARGET,
            f"{kind.name} of {owner}",
            _building(owner, kind, BELOW, hp=10),
            _instead(o.Attack(FIRST, cell=BELOW)),
        )
        for kind, owner in [
            (Building.ALTAR, 0),
            (Building.SOURCE, 0),
            (Building.SOURCE, 1),
            (Building.SOURCE, NEUTRAL),
        ]
    ],
    _case(
        o.Attack,
        Code.BAD_TARGET,
        "ally's building",
        _ALLIANCE,
        _building(1, Building.HOSPITAL, BELOW),
        _instead(o.Attack(FIRST, cell=BELOW)),
    ),
    _case(o.Attack, Code.OUT_OF_RANGE, "melee", _unit(ENEMY, col=6)),
    _case(
        o.Attack, Code.OUT_OF_RANGE, "ranged", _unit(FIRST, kind=Kind.KADET), _unit(ENEMY, col=8)
    ),
    _case(
        o.Attack,
        Code.OUT_OF_RANGE,
        "building",
        _building(1, Building.ALTAR, FURTHER),
        _instead(o.Attack(FIRST, cell=FURTHER)),
    ),
    _case(o.Attack, Code.NO_LOS, "corner", *_behind_corner(ENEMY)),
    _case(
        o.Attack,
        Code.NO_LOS,
        "wall between",
        _unit(FIRST, kind=Kind.KADET),
        _unit(ENEMY, col=6),
        _building(NEUTRAL, Building.WALL, BESIDE),
    ),
    _case(
        o.Attack,
        Code.NO_LOS,
        "building round a corner",
        _rock(BESIDE, BELOW),
        _building(1, Building.ALTAR, DIAGONAL),
        _instead(o.Attack(FIRST, cell=DIAGONAL)),
    ),
]
GROUND = [
    _case(o.Dig, Code.NOT_ADJACENT, "two cells", _rock(FURTHER), _order(cell=FURTHER)),
    _case(o.Dig, Code.NOT_UNDUG, "empty", _order(cell=BELOW)),
    _case(o.Dig, Code.NOT_UNDUG, "mine", _mine(BESIDE)),
    _case(o.Dig, Code.NOT_UNDUG, "building", _building(1, Building.WALL, BESIDE)),
    _case(o.Mine, Code.NOT_ADJACENT, "two cells", _mine(FURTHER), _order(cell=FURTHER)),
    _case(o.Mine, Code.NOT_MINE, "empty", _order(cell=BELOW)),
    _case(o.Mine, Code.NOT_MINE, "rock", _rock(BESIDE)),
    _case(o.Build, Code.NOT_ADJACENT, "two cells", _order(cell=FURTHER)),
    _case(o.Build, Code.NOT_EMPTY, "rock", _rock(BESIDE)),
    _case(o.Build, Code.NOT_EMPTY, "building", _building(0, Building.WALL, BESIDE)),
    _case(o.Build, Code.OCCUPIED, "own unit", _add(0, Kind.IMP, BESIDE)),
    _case(o.Build, Code.OCCUPIED, "enemy", _add(1, Kind.IMP, BESIDE)),
    _case(o.Build, Code.ITEM_THERE, "sword", _item(BESIDE, Item.SWORD)),
    _case(o.Build, Code.NO_MANA, "4 of 5", _order(building=Building.CIRCLE), _seat(0, mana=4)),
    _case(o.Build, Code.NO_GOLD, "49 of 50", _seat(0, gold=49)),
    _case(o.Build, Code.NO_GOLD, "24 of 25", _order(building=Building.WALL), _seat(0, gold=24)),
    _case(o.Build, Code.NO_IRON, "9 of 10", _seat(0, iron=9)),
]
BUILDINGS = [
    _case(
        o.Repair,
        Code.NOT_ADJACENT,
        "two cells",
        _building(NEUTRAL, Building.WALL, FURTHER, hp=1),
        _order(cell=FURTHER),
    ),
    _case(o.Repair, Code.BAD_TARGET, "empty", _order(cell=BELOW)),
    _case(o.Repair, Code.BAD_TARGET, "source", _building(0, Building.SOURCE, BESIDE)),
    _case(o.Repair, Code.BAD_TARGET, "enemy's", _cell(BESIDE, b_owner=1)),
    _case(o.Repair, Code.BAD_TARGET, "ally's", _ALLIANCE, _cell(BESIDE, b_owner=1)),
    _case(o.Repair, Code.FULL_HP, "50 of 50", _cell(BESIDE, b_hp=50)),
    _case(o.Repair, Code.NO_GOLD, "none", _seat(0, gold=0)),
    _case(
        o.Capture,
        Code.NOT_ADJACENT,
        "two cells",
        _building(1, Building.SOURCE, FURTHER),
        _order(cell=FURTHER),
    ),
    _case(o.Capture, Code.BAD_TARGET, "empty", _order(cell=BELOW)),
    _case(o.Capture, Code.BAD_TARGET, "altar", _building(1, Building.ALTAR, BESIDE)),
    _case(o.Capture, Code.OWN_SOURCE, "own", _cell(BESIDE, b_owner=0)),
    _case(o.Capture, Code.OWN_SOURCE, "ally's", _ALLIANCE, _cell(BESIDE, b_owner=1)),
    _case(
        o.Rest,
        Code.NOT_ADJACENT,
        "two cells",
        _building(0, Building.HOSPITAL, FURTHER),
        _order(cell=FURTHER),
    ),
    _case(o.Rest, Code.NO_BUILDING, "empty", _order(cell=BELOW)),
    _case(o.Rest, Code.NO_BUILDING, "enemy's", _cell(BESIDE, b_owner=1)),
    _case(o.Rest, Code.NO_BUILDING, "armoury", _building(0, Building.ARMOURY, BESIDE)),
    _case(o.Rest, Code.FULL_HP, "3 of 3", _unit(FIRST, hp=3)),
]
THINGS = [
    _case(
        o.Pickup,
        Code.NOT_ADJACENT,
        "two cells",
        _item(FURTHER, Item.RUNE_FIRE),
        _order(cell=FURTHER),
    ),
    _case(o.Pickup, Code.NO_ITEM, "another", _order(item=Item.SWORD)),
    _case(o.Pickup, Code.NO_ITEM, "elsewhere", _order(cell=BELOW)),
    _case(o.Pickup, Code.NO_ITEM, "gone", _of(lambda play: ground.take_item(play.state, 0))),
    _case(o.Pickup, Code.OCCUPIED, "enemy", _add(1, Kind.IMP, BESIDE)),
    _case(
        o.Pickup, Code.OCCUPIED, "own unit under control", _add(0, Kind.IMP, BESIDE, controller=1)
    ),
    _case(o.Pickup, Code.HANDS_FULL, "rune", _unit(FIRST, rune=Rune.DEATH)),
    _case(o.UseRune, Code.NO_RUNE, "none", _unit(FIRST, rune=c.NO)),
    _case(o.UseRune, Code.NOT_ADJACENT, "two cells", _unit(FIRST, col=3)),
    _case(o.UseRune, Code.NOT_ADJACENT, "enemy's altar", _cell(BESIDE, b_owner=1)),
    _case(o.UseRune, Code.NOT_ADJACENT, "hospital", _building(0, Building.HOSPITAL, BESIDE)),
    _case(o.UseRune, Code.ALREADY_INSTALLED, "fire", _own(c.RUNES + Rune.FIRE, 1)),
]
ABILITIES_AT_UNITS = [
    *[
        _case(t, Code.BAD_TARGET, "enemy", _unit(SECOND, owner=1, controller=1))
        for t in (o.Heal, o.Purify, o.Sacrifice)
    ],
    *[
        _case(t, Code.BAD_TARGET, "own unit under control", _unit(SECOND, controller=1))
        for t in (o.Heal, o.Purify, o.Sacrifice)
    ],
    *[
        _case(t, Code.NO_LOS, "rock", _rock(BESIDE))
        for t in (o.Heal, o.Purify, o.Subjugate, o.Exhaust, o.Fear, o.Poison, o.CancelBlessing)
    ],
    *[_case(t, Code.OUT_OF_RANGE, "3", _unit(SECOND, col=7)) for t in (o.Heal, o.Purify)],
    *[_case(t, Code.OUT_OF_RANGE, "3", _unit(ENEMY, col=7)) for t in (o.Subjugate, o.Poison)],
    *[
        _case(t, Code.OUT_OF_RANGE, "4", _unit(ENEMY, col=8))
        for t in (o.Exhaust, o.Fear, o.CancelBlessing)
    ],
    _case(o.Heal, Code.FULL_HP, "3 of 3", _unit(SECOND, hp=3)),
    _case(
        o.Purify,
        Code.NOTHING_TO_REMOVE,
        "only a buff",
        _status(SECOND, Status.WEAKNESS, c.NO),
        _status(SECOND, Status.RAGE, 0),
    ),
    _case(o.Sacrifice, Code.BAD_TARGET, "himself", _order(target=FIRST)),
    _case(o.Sacrifice, Code.BAD_TARGET, "only controlled", _unit(SECOND, owner=1)),
    _case(o.Sacrifice, Code.OUT_OF_RANGE, "2", _unit(SECOND, col=6)),
    _case(o.Sacrifice, Code.NO_LOS, "corner", *_behind_corner(SECOND)),
    _case(o.Exhaust, Code.ALREADY_ACTIVE, "own", _status(ENEMY, Status.EXHAUSTION, 0)),
    _case(o.CancelBlessing, Code.NOTHING_TO_REMOVE, "another", _order(buff=Status.LUCK)),
]
BLASTS = [
    _case(o.FireBreath, Code.NOT_ADJACENT, "two cells", _unit(ENEMY, col=6), _order(cell=FURTHER)),
    _case(o.FireBreath, Code.NO_LOS, "corner", *_behind_corner(ENEMY), _order(cell=DIAGONAL)),
    _case(o.FireBreath, Code.NO_SUCH_TARGET, "nobody", _order(cell=BELOW)),
    _case(o.FireStream, Code.NO_SUCH_TARGET, "west", _order(direction=6)),
    _case(o.FireStream, Code.NO_SUCH_TARGET, "off the board", _order(direction=0)),
    _case(o.FireStream, Code.NO_SUCH_TARGET, "rock", _rock(BESIDE)),
    _case(o.FireStream, Code.NO_SUCH_TARGET, "three steps", _unit(ENEMY, col=7)),
    _case(o.DeathCloud, Code.OUT_OF_RANGE, "4", _unit(ENEMY, col=8), _order(cell=Place(0, 8))),
    _case(o.DeathCloud, Code.NO_LOS, "rock", _rock(FURTHER)),
    _case(o.DeathCloud, Code.NO_SUCH_TARGET, "nobody", _order(cell=BELOW)),
    _case(o.DeathCloud, Code.NO_SUCH_TARGET, "own", _unit(ENEMY, owner=0, controller=0)),
    _case(o.DeathCloud, Code.NO_SUCH_TARGET, "ally's", _ALLIANCE),
]
SUMMONS = [
    _case(o.Summon, Code.NO_BUILDING, "empty", _order(circle=FURTHER)),
    _case(o.Summon, Code.NO_BUILDING, "off the board", _order(circle=OFF_BOARD)),
    _case(o.Summon, Code.NO_BUILDING, "enemy's", _cell(HERE, b_owner=1)),
    _case(o.Summon, Code.NO_BUILDING, "hospital", _building(0, Building.HOSPITAL, HERE)),
    _case(o.Summon, Code.NOT_ADJACENT, "two cells", _order(cell=FURTHER)),
    _case(o.Summon, Code.NOT_ADJACENT, "itself", _order(cell=OWN_CELL)),
    _case(o.Summon, Code.BLOCKED, "rock", _rock(BESIDE)),
    _case(o.Summon, Code.OCCUPIED, "enemy", _add(1, Kind.IMP, BESIDE)),
    _case(o.Summon, Code.OCCUPIED, "controlled", _add(1, Kind.IMP, BESIDE, controller=0)),
    _case(
        o.Summon,
        Code.STACK_FULL,
        "two of two",
        _rules(stack_limit=2),
        _add(0, Kind.BES, BESIDE),
        _add(0, Kind.BES, BESIDE),
    ),
    _case(
        o.Summon,
        Code.UNIT_CAP,
        "two of two",
        _rules(unit_cap=2),
        _add(0, Kind.BES, (8, 8)),
        _add(0, Kind.BES, (8, 8), controller=1),
    ),
    _case(o.Summon, Code.NO_MANA, "2 of 3", _seat(0, mana=2)),
    _case(o.Summon, Code.NO_MANA, "0 of 1", _order(kind=Kind.IMP), _seat(0, mana=0)),
]
UPGRADES = [
    _case(o.UpgradeUnit, Code.BAD_UPGRADE, "grandchild", _order(to=Kind.KERUB)),
    _case(o.UpgradeUnit, Code.BAD_UPGRADE, "hero", _order(to=Kind.HERO)),
    _case(o.UpgradeUnit, Code.BAD_UPGRADE, "the same", _order(to=Kind.BES)),
    _case(o.UpgradeUnit, Code.BAD_UPGRADE, "imp", _unit(FIRST, kind=Kind.IMP)),
    _case(o.UpgradeUnit, Code.NEEDS_RUNE, "darkness", _order(to=Kind.ANGUTHEI)),
    _case(o.UpgradeUnit, Code.NOT_NEAR_SOURCE, "3", _unit(FIRST, col=3)),
    _case(o.UpgradeUnit, Code.NOT_NEAR_SOURCE, "enemy's", _cell(FURTHER, b_owner=1)),
    _case(o.UpgradeUnit, Code.ALREADY_UPGRADED, "flag", _unit(FIRST, upgraded=1)),
    _case(o.UpgradeUnit, Code.NO_MANA, "2 of 3", _seat(0, mana=2)),
    _case(o.UpgradeUnit, Code.NO_GOLD, "4 of 5", _seat(0, gold=4)),
    _case(o.UpgradeSource, Code.NO_BUILDING, "empty", _order(source=FURTHER)),
    _case(o.UpgradeSource, Code.NO_BUILDING, "far off", _order(source=Place(MOST, 0))),
    _case(o.UpgradeSource, Code.NO_BUILDING, "neutral", _cell(HERE, b_owner=NEUTRAL)),
    _case(o.UpgradeSource, Code.MAX_LEVEL, "10", _cell(HERE, b_level=10)),
    _case(o.UpgradeSource, Code.ALREADY_UPGRADED, "flag", _cell(HERE, b_upgraded=1)),
    _case(o.UpgradeSource, Code.NO_GOLD, "29 of 30", _seat(0, gold=29)),
]
SPELLS = [
    _case(o.Research, Code.ALREADY_KNOWN, "luck", _own(c.SPELLS + Spell.LUCK, 1)),
    *[_case(o.Research, Code.NEEDS_RUNE, r.name, _own(c.RUNES + r, 0)) for r in Rune],
    _case(o.Research, Code.NO_MANA, "99 of 100", _seat(0, mana=99)),
    _case(o.Cast, Code.NOT_RESEARCHED, "rage", _own(c.SPELLS + Spell.RAGE, 0)),
    *[
        _case(
            o.Cast,
            Code.BAD_TARGET,
            f"{spell.name} on an enemy",
            BECOMES_ENEMY,
            _unit(FIRST, hp=1),
            _status(FIRST, Status.WEAKNESS, 1),
            _order(spell=spell),
        )
        for spell in Spell
        if spell not in DEBUFFS
    ],
    *[
        _case(o.Cast, Code.BAD_TARGET, f"{spell.name} on an own unit", _order(spell=spell))
        for spell in DEBUFFS
    ],
    *[
        _case(
            o.Cast,
            Code.BAD_TARGET,
            f"{spell.name} on an ally's unit",
            _ALLIANCE,
            BECOMES_ENEMY,
            _order(spell=spell),
        )
        for spell in Spell
        if spell not in INSTANT
    ],
    *[
        _case(
            o.Cast,
            Code.BAD_TARGET,
            f"{spell.name} on a controlled unit",
            _unit(FIRST, owner=1, hp=1),
            _status(FIRST, Status.WEAKNESS, 1),
            _order(spell=spell),
        )
        for spell in Spell
    ],
    _case(o.Cast, Code.FULL_HP, "healing", _order(spell=Spell.HEALING)),
    _case(o.Cast, Code.NOTHING_TO_REMOVE, "dispel", _order(spell=Spell.DISPEL)),
    *[
        _case(
            o.Cast,
            Code.ALREADY_ACTIVE,
            spell.name,
            _status(FIRST, Status[spell.name], 0),
            _order(spell=spell),
            *([BECOMES_ENEMY] if spell in DEBUFFS else []),
        )
        for spell in Spell
        if spell not in INSTANT
    ],
    _case(o.Cast, Code.NO_MANA, "2 of 3", _seat(0, mana=2)),
]
GIFTS = [
    _case(o.Forge, Code.NO_BUILDING, "enemy's", _cell(HERE, b_owner=1)),
    _case(o.Forge, Code.NO_BUILDING, "hospital", _building(0, Building.HOSPITAL, HERE)),
    _case(o.Forge, Code.NO_GOLD, "24 of 25", _seat(0, gold=24)),
    _case(o.Forge, Code.NO_IRON, "9 of 10", _seat(0, iron=9)),
    _case(o.Forge, Code.NO_TALDEAR, "0 of 1", _seat(0, taldear=0)),
    _case(o.Equip, Code.NO_ARTIFACT, "crown", _order(artifact=Artifact.CROWN)),
    _case(o.Equip, Code.SLOT_FULL, "amulet", _unit(FIRST, artifacts=1 << Artifact.AMULET)),
    _case(o.AssignSpirit, Code.NO_SPIRIT, "valour", _order(spirit=Spirit.VALOUR)),
    _case(o.AssignSpirit, Code.SLOT_FULL, "life", _unit(FIRST, spirits=1 << Spirit.LIFE)),
    _case(o.Exchange, Code.NO_BUILDING, "enemy's", _cell(HERE, b_owner=1)),
    _case(o.Exchange, Code.NO_MANA, "299 of 300", _seat(0, mana=299)),
    _case(
        o.Exchange,
        Code.NO_MANA,
        "a million",
        _instead(o.Exchange(Resource.TALDEAR, o.MAX_EXCHANGE)),
    ),
]
TOWERS = [
    _case(o.TowerShot, Code.NO_BUILDING, "empty", _order(tower=BELOW)),
    _case(o.TowerShot, Code.NO_BUILDING, "off the board", _order(tower=OFF_BOARD)),
    _case(o.TowerShot, Code.NO_BUILDING, "enemy's", _cell(HERE, b_owner=1)),
    _case(
        o.TowerShot,
        Code.NO_BUILDING,
        "slowing tower",
        _building(0, Building.SLOWING_TOWER, HERE, ap=3),
    ),
    _case(o.TowerShot, Code.NO_AP, "none", _cell(HERE, b_ap=0)),
    _case(o.TowerShot, Code.OUT_OF_RANGE, "4", _unit(ENEMY, col=8)),
    _case(o.TowerShot, Code.NO_LOS, "rock", _rock(BESIDE)),
    _case(o.TowerShot, Code.NOT_NEAREST, "enemy", _add(1, Kind.IMP, DIAGONAL)),
    _case(o.TowerShot, Code.NOT_NEAREST, "light", _add(LIGHT, Kind.GNOME, BELOW)),
]
ALLIANCES = [
    _case(order_type, code, name, change)
    for order_type in (o.Ally, o.Unally)
    for code, name, change in [
        (Code.DISABLED, "off", _rules(alliances=0)),
        (Code.BAD_TARGET, "itself", _order(seat=0)),
        (Code.BAD_TARGET, "seat 2 of 2", _order(seat=2)),
        (Code.BAD_TARGET, "seat -1", _order(seat=-1)),
        (Code.BAD_TARGET, "greatest", _order(seat=MOST)),
        (Code.BAD_TARGET, "out", _seat(1, alive=0)),
    ]
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
    *SUMMONS,
    *UPGRADES,
    *SPELLS,
    *GIFTS,
    *TOWERS,
    *ALLIANCES,
]
