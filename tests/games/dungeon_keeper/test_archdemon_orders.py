"""What archdemons do themselves (DK-4.11, DK-5.61 to DK-5.70, DK-5.90)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import units
from referee.games.dungeon_keeper.rules.events import (
    AllianceChanged,
    Cast,
    Equipped,
    Exchanged,
    Forged,
    Healed,
    Place,
    Researched,
    Rolled,
    SourceUpgraded,
    SpiritAssigned,
    Spot,
    StatusAdded,
    StatusRemoved,
    Summoned,
    TowerShot,
    Upgraded,
)
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import (
    Artifact,
    Building,
    Code,
    Kind,
    Resource,
    Roll,
    Rune,
    Spell,
    Spirit,
    Status,
)
from tests.games.dungeon_keeper.positions import (
    add,
    build,
    dice_left,
    mana,
    open_board,
    script,
    undig,
    value,
)

FIRST, SECOND, ENEMY = 100001, 100002, 200001
HERE, BESIDE = (4, 4), Place(4, 5)
SPOT = Spot(FIRST, 4, 4)


def stocks(play: Play) -> list[int]:
    """Gold, iron, taldear and mana of seat 0."""
    owned: list[int] = play.state.seats[0, c.STOCKS : c.STORE].tolist()
    return owned


def give(play: Play, *amounts: int) -> None:
    """Let seat 0 have gold, iron, taldear and mana."""
    play.state.seats[0, c.STOCKS : c.STORE] = amounts


def results(play: Play, *orders: o.Order) -> list[Code]:
    """What comes of each order."""
    return [carry_out(play, order) for order in orders]


def know_all(play: Play) -> None:
    """Let seat 0 know every spell."""
    play.state.seats[0, c.SPELLS : c.SPELLS + len(Spell)] = 1


@pytest.mark.parametrize(("kind", "price", "hp"), [(Kind.IMP, 1, 1), (Kind.BES, 3, 3)])
def test_units_come_out_of_circles(kind: Kind, price: int, hp: int) -> None:
    """With full hit points and no action points, for mana; ids go on (DK-5.61, DK-3.6)."""
    play = open_board()
    build(play, 0, Building.CIRCLE, HERE)
    for serial in (1, 2):
        assert carry_out(play, o.Summon(Place(*HERE), kind, BESIDE)) is Code.OK
        at = units.find(play.state, 100000 + serial)
        columns = (c.OWNER, c.CONTROLLER, c.KIND, c.ROW, c.COL, c.HP, c.AP, c.RUNE)
        assert [value(play, at, column) for column in columns] == [0, 0, kind, 4, 5, hp, 0, c.NO]
    assert mana(play, 0) == -2 * price
    assert play.log[1] == Summoned(Spot(SECOND, 4, 5), 0, kind, Place(*HERE))


def test_units_are_summoned_round_corners() -> None:
    """Only moves, attacks and abilities obey the corner rule (DK-4.9)."""
    play = open_board()
    build(play, 0, Building.CIRCLE, HERE)
    undig(play, (3, 4), (4, 5))
    assert carry_out(play, o.Summon(Place(*HERE), Kind.IMP, Place(3, 5))) is Code.OK


def test_upgrades_keep_the_wounds() -> None:
    """DK-8.13: hit points rise by the difference, once a turn, to a child of the kind."""
    play = open_board()
    bes = add(play, 0, Kind.BES, HERE, hp=1)
    build(play, 0, Building.SOURCE, (4, 6))
    give(play, 50, 0, 0, 5)
    assert results(
        play,
        o.UpgradeUnit(FIRST, Kind.GRASDIR),
        o.UpgradeUnit(FIRST, Kind.KERUB),
        o.UpgradeUnit(FIRST, Kind.PRIEST),
    ) == [Code.OK, Code.ALREADY_UPGRADED, Code.BAD_UPGRADE]
    assert [value(play, bes, column) for column in (c.KIND, c.HP, c.AP)] == [Kind.GRASDIR, 8, 2]
    assert units.max_hp_of(play.state, bes) == 10
    assert stocks(play) == [45, 0, 0, 2]
    assert play.log == [Upgraded(SPOT, Kind.BES, Kind.GRASDIR)]


TREE = {
    Kind.GRASDIR: (Kind.BES, 3, 5, None),
    Kind.KERUB: (Kind.GRASDIR, 5, 20, None),
    Kind.PRIEST: (Kind.BES, 10, 20, None),
    Kind.SIEGE_BEAST: (Kind.BES, 20, 30, None),
    Kind.OGNEVIK: (Kind.BES, 3, 5, Rune.FIRE),
    Kind.IFRIT: (Kind.OGNEVIK, 10, 40, Rune.FIRE),
    Kind.ANGUTHEI: (Kind.BES, 3, 5, Rune.DARKNESS),
    Kind.KADET: (Kind.ANGUTHEI, 10, 25, Rune.DARKNESS),
    Kind.AGGEL: (Kind.KADET, 20, 50, Rune.DARKNESS),
    Kind.SUCCUBUS: (Kind.ANGUTHEI, 10, 25, Rune.DARKNESS),
    Kind.MOONGLAIR: (Kind.BES, 3, 5, Rune.DEATH),
    Kind.LICH: (Kind.MOONGLAIR, 10, 25, Rune.DEATH),
    Kind.VAMPIRE: (Kind.MOONGLAIR, 10, 25, Rune.DEATH),
    Kind.YAFALEN: (Kind.VAMPIRE, 20, 50, Rune.DEATH),
}
"""Parent, mana, gold and rune of each kind, from DK-3.7."""


@pytest.mark.parametrize("to", Kind)
@pytest.mark.parametrize("kind", Kind)
def test_the_tree_of_upgrades(kind: Kind, to: Kind) -> None:
    """Each kind comes from its parent, for its price, with its rune in the Altar; nothing else does."""
    play = open_board()
    add(play, 0, kind, HERE)
    build(play, 0, Building.SOURCE, (4, 6))
    parent, price_in_mana, gold, rune = TREE.get(to, (None, 0, 0, None))
    if parent != kind:
        assert carry_out(play, o.UpgradeUnit(FIRST, to)) is Code.BAD_UPGRADE
        return
    play.state.seats[0, c.RUNES : c.RUNES + 3] = [other != rune for other in Rune]
    if rune is not None:
        assert carry_out(play, o.UpgradeUnit(FIRST, to)) is Code.NEEDS_RUNE
        play.state.seats[0, c.RUNES + rune] = 1
    give(play, gold, 0, 0, price_in_mana)
    assert carry_out(play, o.UpgradeUnit(FIRST, to)) is Code.OK
    assert stocks(play) == [0, 0, 0, 0]


def test_an_upgrade_gives_no_action_points() -> None:
    """They stay, but are at most those of the new kind; all else is kept (DK-5.62)."""
    play = open_board()
    build(play, 0, Building.SOURCE, (4, 6))
    grasdir = add(
        play,
        0,
        Kind.GRASDIR,
        HERE,
        artifacts=[Artifact.AMULET],
        spirits=[Spirit.LIFE],
        statuses={Status.RAGE: 0},
        rune=Rune.FIRE,
        hp=20,
    )
    assert carry_out(play, o.UpgradeUnit(FIRST, Kind.KERUB)) is Code.OK
    columns = (c.AP, c.HP, c.ARTIFACTS, c.SPIRITS, c.RUNE, c.STATUS + Status.RAGE)
    assert [value(play, grasdir, column) for column in columns] == [3, 30, 4, 4, Rune.FIRE, 0]


def test_sources_cost_ten_gold_a_level() -> None:
    """10 to 90 gold, to level 10, once a turn (DK-3.10, DK-5.62)."""
    play = open_board()
    build(play, 0, Building.SOURCE, HERE)
    give(play, 450, 0, 0, 0)
    upgrade = o.UpgradeSource(Place(*HERE))
    left = []
    for _ in range(9):
        assert results(play, upgrade, upgrade)[0] is Code.OK
        left.append(stocks(play)[0])
        play.state.cells[c.B_UPGRADED] = 0
    assert left == [440, 420, 390, 350, 300, 240, 170, 90, 0]
    assert carry_out(play, upgrade) is Code.MAX_LEVEL
    assert play.log[-1] == SourceUpgraded(Place(*HERE), 10)


SPELLS = {
    Spell.HASTE: (30, 5, ()),
    Spell.SLOW: (30, 5, ()),
    Spell.RAGE: (10, 3, ()),
    Spell.WEAKNESS: (10, 3, ()),
    Spell.IRON_SKIN: (20, 4, ()),
    Spell.CORRUPTION: (20, 4, ()),
    Spell.HEALING: (20, 4, ()),
    Spell.DISPEL: (20, 4, ()),
    Spell.BERSERK: (40, 6, (Rune.FIRE,)),
    Spell.MAGIC_ABSORPTION: (40, 6, (Rune.DARKNESS,)),
    Spell.GHOSTLINESS: (40, 6, (Rune.DEATH,)),
    Spell.LUCK: (100, 10, tuple(Rune)),
}
"""Mana for research and casting, and the runes, from DK-3.12."""
ON_ENEMIES = (Spell.SLOW, Spell.WEAKNESS, Spell.CORRUPTION)


@pytest.mark.parametrize("spell", Spell)
def test_research_costs_mana_and_needs_runes(spell: Spell) -> None:
    """The spell is known at once, for the price of DK-3.12."""
    play = open_board()
    price, _, runes = SPELLS[spell]
    give(play, 0, 0, 0, price - 1)
    if runes:
        assert carry_out(play, o.Research(spell)) is Code.NEEDS_RUNE
    play.state.seats[0, [c.RUNES + rune for rune in runes]] = 1
    assert carry_out(play, o.Research(spell)) is Code.NO_MANA
    give(play, 0, 0, 0, price)
    assert carry_out(play, o.Research(spell)) is Code.OK
    assert stocks(play) == [0, 0, 0, 0]
    known = play.state.seats[0, c.SPELLS : c.SPELLS + len(Spell)].tolist()
    assert known == [int(other == spell) for other in Spell]
    assert play.log == [Researched(0, spell)]


@pytest.mark.parametrize("spell", [s for s in Spell if s not in (Spell.HEALING, Spell.DISPEL)])
def test_spells_put_on_their_status(spell: Spell) -> None:
    """From the caster, for the price of DK-3.12, however far off the target is (DK-5.70)."""
    play = open_board()
    know_all(play)
    give(play, 0, 0, 0, SPELLS[spell][1])
    seat, unit = (1, ENEMY) if spell in ON_ENEMIES else (0, FIRST)
    at = add(play, seat, Kind.KERUB, (8, 8))
    assert carry_out(play, o.Cast(spell, unit)) is Code.OK
    assert mana(play, 0) == -1000
    sources = play.state.units[at, c.STATUS : c.STATUS + 11].tolist()
    assert sources == [0 if status.name == spell.name else c.NO for status in list(Status)[:11]]
    assert value(play, at, c.AP) == (4 if spell == Spell.HASTE else 3)
    where = Spot(unit, 8, 8)
    assert play.log == [Cast(0, spell, where), StatusAdded(where, Status[spell.name], 0)]


@pytest.mark.parametrize(("hp", "expected"), [(1, 6), (17, 20)])
def test_the_spell_of_healing(hp: int, expected: int) -> None:
    """5 hit points, never above the most (DK-3.12)."""
    play = open_board()
    know_all(play)
    kerub = add(play, 0, Kind.KERUB, HERE, hp=hp)
    assert carry_out(play, o.Cast(Spell.HEALING, FIRST)) is Code.OK
    assert value(play, kerub, c.HP) == expected
    assert mana(play, 0) == -4
    assert play.log == [Cast(0, Spell.HEALING, SPOT), Healed(SPOT, expected - hp)]


def test_dispel_takes_debuffs_and_poison() -> None:
    """Buffs stay (DK-5.45)."""
    play = open_board()
    know_all(play)
    kerub = add(
        play,
        0,
        Kind.KERUB,
        HERE,
        statuses={Status.SLOW: 1, Status.RAGE: 0},
        poison_turns=3,
        poison_source=1,
    )
    assert carry_out(play, o.Cast(Spell.DISPEL, FIRST)) is Code.OK
    columns = (c.STATUS + Status.SLOW, c.STATUS + Status.RAGE, c.POISON_TURNS)
    assert [value(play, kerub, column) for column in columns] == [c.NO, 0, 0]
    assert play.log == [
        Cast(0, Spell.DISPEL, SPOT),
        StatusRemoved(SPOT, Status.SLOW, 1),
        StatusRemoved(SPOT, Status.POISON, 1),
    ]


@pytest.mark.parametrize("spell", [Spell.HEALING, Spell.DISPEL])
def test_instant_spells_serve_allies(spell: Spell) -> None:
    """Healing and dispel reach an ally's unit too (DK-5.70, DK-5.90)."""
    play = open_board()
    know_all(play)
    play.state.seats[:, c.ALLIES] = 0b10, 0b01
    add(play, 1, Kind.KERUB, HERE, hp=1, statuses={Status.SLOW: 0})
    assert carry_out(play, o.Cast(spell, ENEMY)) is Code.OK


@pytest.mark.parametrize("spell", ON_ENEMIES)
def test_a_debuff_may_be_absorbed(spell: Spell) -> None:
    """The mana stays spent, the target gains 2 hit points (DK-5.47)."""
    play = open_board()
    know_all(play)
    aggel = add(play, 1, Kind.AGGEL, HERE, hp=10)
    script(play, 50, 51)
    assert carry_out(play, o.Cast(spell, ENEMY)) is Code.OK
    where = Spot(ENEMY, 4, 4)
    assert play.log == [
        Cast(0, spell, where),
        Rolled(where, Roll.CURSE_ABSORPTION, 50, 50),
        Healed(where, 2),
    ]
    assert value(play, aggel, c.HP) == 12
    assert mana(play, 0) == -SPELLS[spell][1]
    carry_out(play, o.Cast(spell, ENEMY))
    assert value(play, aggel, c.STATUS + Status[spell.name]) == 0
    assert dice_left(play) == 0


def test_a_status_of_another_is_renewed() -> None:
    """It carries the new source then (DK-5.41)."""
    play = open_board(num_seats=3)
    know_all(play)
    bes = add(play, 1, Kind.BES, HERE, statuses={Status.WEAKNESS: 2})
    assert carry_out(play, o.Cast(Spell.WEAKNESS, ENEMY)) is Code.OK
    assert value(play, bes, c.STATUS + Status.WEAKNESS) == 0


def test_spirits_and_artifacts() -> None:
    """DK-8.15: a sacrifice for a spirit of life, two swords, one on the bes."""
    play = open_board()
    add(play, 0, Kind.PRIEST, HERE)
    add(play, 0, Kind.IMP, BESIDE)
    bes = add(play, 0, Kind.BES, (3, 3))
    build(play, 0, Building.ARMOURY, (8, 8))
    give(play, 60, 50, 3, 0)
    unit = 100003
    assert results(
        play,
        o.Sacrifice(FIRST, SECOND, Spirit.LIFE),
        o.AssignSpirit(unit, Spirit.LIFE),
        o.AssignSpirit(unit, Spirit.LIFE),
    ) == [Code.OK, Code.OK, Code.NO_SPIRIT]
    assert stocks(play)[3] == 1
    assert [value(play, bes, c.HP), units.max_hp_of(play.state, bes)] == [8, 8]
    assert results(play, *[o.Forge(Artifact.SWORD)] * 3) == [Code.OK, Code.OK, Code.NO_GOLD]
    assert stocks(play) == [10, 30, 1, 1]
    assert results(play, *[o.Equip(unit, Artifact.SWORD)] * 2) == [Code.OK, Code.SLOT_FULL]
    assert units.attack_of(play.state, bes) == 4
    where = Spot(unit, 3, 3)
    assert play.log[-4:] == [
        SpiritAssigned(where, Spirit.LIFE),
        Forged(0, Artifact.SWORD),
        Forged(0, Artifact.SWORD),
        Equipped(where, Artifact.SWORD),
    ]
    assert play.state.seats[0, c.STORE : c.STORE + 4].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("artifact", "price"),
    [
        (Artifact.SWORD, (25, 10, 1)),
        (Artifact.ARMOUR, (25, 25, 1)),
        (Artifact.AMULET, (30, 5, 1)),
        (Artifact.CROWN, (100, 10, 1)),
    ],
)
def test_prices_of_artifacts(artifact: Artifact, price: tuple[int, int, int]) -> None:
    """Gold, iron and taldear of DK-3.11."""
    play = open_board()
    build(play, 0, Building.ARMOURY, (8, 8))
    give(play, *price, 0)
    assert carry_out(play, o.Forge(artifact)) is Code.OK
    assert stocks(play) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("artifact", "gains"),
    [
        (Artifact.SWORD, (0, 0, 2, 0)),
        (Artifact.ARMOUR, (0, 0, 0, 2)),
        (Artifact.AMULET, (10, 0, 0, 0)),
        (Artifact.CROWN, (0, 0, 0, 0)),
    ],
)
def test_what_artifacts_give_at_once(artifact: Artifact, gains: tuple[int, ...]) -> None:
    """An amulet's hit points are there at once, a crown counts when AP are next given (DK-5.64)."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (8, 8), hp=5)
    play.state.seats[0, c.STORE + artifact] = 1
    assert carry_out(play, o.Equip(FIRST, artifact)) is Code.OK
    state = play.state
    after = [value(play, kerub, c.HP), value(play, kerub, c.AP)]
    after += [units.attack_of(state, kerub), units.defence_of(state, kerub)]
    before = (5, 3, 5, 3)
    assert after == [old + gain for old, gain in zip(before, gains, strict=True)]
    assert units.max_ap_of(state, kerub) == (4 if artifact == Artifact.CROWN else 3)


@pytest.mark.parametrize("spirit", Spirit)
def test_what_spirits_give(spirit: Spirit) -> None:
    """Defence, attack or hit points (DK-5.66)."""
    play = open_board()
    bes = add(play, 0, Kind.BES, (8, 8))
    play.state.seats[0, c.SPIRITS_HELD + spirit] = 1
    assert carry_out(play, o.AssignSpirit(FIRST, spirit)) is Code.OK
    state = play.state
    given = (units.defence_of(state, bes), units.attack_of(state, bes), value(play, bes, c.HP))
    assert (
        given
        == {
            Spirit.GUARDIAN: (2, 2, 3),
            Spirit.VALOUR: (1, 3, 3),
            Spirit.LIFE: (1, 2, 8),
        }[spirit]
    )
    assert state.seats[0, c.SPIRITS_HELD + spirit] == 0


def test_alchemy() -> None:
    """DK-8.19: 100 mana a taldear, 3 an iron, 1 a gold."""
    play = open_board()
    build(play, 0, Building.ALCHEMY_LAB, HERE)
    give(play, 0, 0, 0, 107)
    left = []
    for resource, amount in (
        (Resource.TALDEAR, 1),
        (Resource.IRON, 2),
        (Resource.GOLD, 1),
        (Resource.GOLD, 1),
    ):
        code = carry_out(play, o.Exchange(resource, amount))
        left.append((code, stocks(play)[3]))
    assert left == [(Code.OK, 7), (Code.OK, 1), (Code.OK, 0), (Code.NO_MANA, 0)]
    assert stocks(play) == [1, 2, 1, 0]
    assert play.log == [
        Exchanged(0, Resource.TALDEAR, 1, 100),
        Exchanged(0, Resource.IRON, 2, 6),
        Exchanged(0, Resource.GOLD, 1, 1),
    ]


def test_towers_shoot_three_times() -> None:
    """Attack 8 less defence, without halving; a point of the tower's each (DK-5.34)."""
    play = open_board()
    build(play, 0, Building.BATTLE_TOWER, HERE, ap=3)
    kerub = add(play, 1, Kind.KERUB, BESIDE)
    shot = o.TowerShot(Place(*HERE), ENEMY)
    assert results(play, *[shot] * 4) == [Code.OK] * 3 + [Code.NO_AP]
    assert value(play, kerub, c.HP) == 20 - 3 * 5
    assert play.log == [TowerShot(Place(*HERE), Spot(ENEMY, 4, 5), 5)] * 3


def test_towers_shoot_at_what_is_nearest_in_sight() -> None:
    """What is hidden or not hostile is no nearer target; among equals the sender chooses (DK-5.34)."""
    play = open_board()
    build(play, 0, Building.BATTLE_TOWER, HERE, ap=3)
    undig(play, (4, 3))
    add(play, 1, Kind.KERUB, (4, 6))
    add(play, 1, Kind.KERUB, (6, 6))
    add(play, 1, Kind.IMP, (4, 2))
    add(play, 1, Kind.IMP, (3, 3), controller=0)
    add(play, 0, Kind.IMP, (5, 5))
    assert results(play, *[o.TowerShot(Place(*HERE), ENEMY + k) for k in range(3)]) == [
        Code.OK,
        Code.OK,
        Code.NO_LOS,
    ]


def test_alliances_take_two() -> None:
    """Both declare it; one withdraws it (DK-5.90)."""
    play = open_board(alliances=True)
    assert carry_out(play, o.Ally(1)) is Code.OK
    assert not units.are_allied(play.state, 0, 1)
    play.seat = 1
    assert carry_out(play, o.Ally(0)) is Code.OK
    assert units.are_allied(play.state, 0, 1)
    assert carry_out(play, o.Unally(0)) is Code.OK
    assert not units.are_allied(play.state, 0, 1)
    assert play.log == [
        AllianceChanged(0, 1, is_declared=True),
        AllianceChanged(1, 0, is_declared=True),
        AllianceChanged(1, 0, is_declared=False),
    ]
