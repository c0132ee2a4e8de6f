"""Attacks of units on units and buildings, and shots of towers (DK-5.20 to DK-5.22, DK-5.34)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.units import defence_of
from referee.games.dungeon_keeper.rules.combat import statuses
from referee.games.dungeon_keeper.rules.combat import strikes as combat
from referee.games.dungeon_keeper.rules.events import (
    Attacked,
    Died,
    Healed,
    Rolled,
    Spot,
    StatusAdded,
)
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Item,
    Kind,
    Roll,
    Spirit,
    Status,
)
from tests.games.dungeon_keeper.fighting import hit_points
from tests.games.dungeon_keeper.positions import (
    add,
    add_light,
    build,
    dice_left,
    items_on,
    mana,
    open_board,
    script,
    told,
    value,
)


def _is_dead(play: Play, at: int) -> bool:
    return value(play, at, c.ID) == 0


def test_weak_attack_still_hurts_and_is_countered() -> None:
    """DK-8.4: grasdir 4 - 8 and the beast's 1 - 1 both make 1."""
    play = open_board()
    grasdir = add(play, 0, Kind.GRASDIR, (4, 4))
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 5))

    combat.attack_unit(play, grasdir, beast)

    assert (hit_points(play, beast), hit_points(play, grasdir)) == (29, 9)
    here, there = Spot(100001, 4, 4), Spot(200001, 4, 5)
    assert play.log == [
        Attacked(here, there, None, 1, is_counter=False),
        Attacked(there, here, None, 1, is_counter=True),
    ]


def test_the_dead_do_not_counter() -> None:
    """DK-8.4: a bes dies of 4 - 1 = 3, for two mana."""
    play = open_board()
    grasdir = add(play, 0, Kind.GRASDIR, (4, 4))
    bes = add(play, 1, Kind.BES, (4, 5))

    combat.attack_unit(play, grasdir, bes)

    assert _is_dead(play, bes)
    assert hit_points(play, grasdir) == 10
    assert mana(play, 0) == 2
    assert play.log == [
        Attacked(Spot(100001, 4, 4), Spot(200001, 4, 5), None, 3, is_counter=False),
        Died(Spot(200001, 4, 5), killer=0, mana=2),
    ]


def test_ranged_units_halve_when_close_and_are_not_countered() -> None:
    """DK-8.5."""
    play = open_board()
    kadet = add(play, 0, Kind.KADET, (4, 4))
    far = add(play, 1, Kind.KERUB, (4, 6))
    near = add(play, 1, Kind.KERUB, (4, 5))
    beast = add(play, 1, Kind.SIEGE_BEAST, (5, 5))

    for target in (far, near, beast):
        combat.attack_unit(play, kadet, target)

    assert [hit_points(play, at) for at in (far, near, beast, kadet)] == [18, 19, 29, 20]
    assert not any(body.is_counter for body in told(play, Attacked))

    play.seat = 1
    script(play, 80)
    combat.attack_unit(play, near, kadet)

    assert (hit_points(play, kadet), hit_points(play, near)) == (17, 18)
    assert play.log[-1] == Rolled(Spot(200002, 4, 5), Roll.ZEAL, 80, 50)


def test_zeal_then_berserk_give_three_attacks() -> None:
    """DK-8.9."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4), statuses={Status.BERSERK: 0})
    priest = add(play, 1, Kind.PRIEST, (4, 5))
    script(play, 50, 31)

    combat.attack_unit(play, kerub, priest)

    here, there = Spot(100001, 4, 4), Spot(200001, 4, 5)
    assert hit_points(play, kerub) == 18
    assert mana(play, 0) == 2
    assert play.log == [
        Attacked(here, there, None, 4, is_counter=False),
        Attacked(there, here, None, 1, is_counter=True),
        Rolled(here, Roll.ZEAL, 50, 50),
        Attacked(here, there, None, 4, is_counter=False),
        Attacked(there, here, None, 1, is_counter=True),
        Rolled(here, Roll.BERSERK, 31, 50),
        Attacked(here, there, None, 2, is_counter=False),
        Died(there, killer=0, mana=2),
    ]
    assert dice_left(play) == 0


def test_extra_attacks_give_none_themselves() -> None:
    """DK-5.20: zeal is rolled once, berserk once, three attacks at most."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4), statuses={Status.BERSERK: 0})
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 5))
    script(play, 1, 1)

    combat.attack_unit(play, kerub, beast)

    assert dice_left(play) == 0
    assert hit_points(play, beast) == 27


def test_berserk_needs_no_zeal_to_succeed() -> None:
    """DK-5.20: step 4 follows a zeal that failed."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4), statuses={Status.BERSERK: 0})
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 5))
    script(play, 51, 50)

    combat.attack_unit(play, kerub, beast)

    assert hit_points(play, beast) == 28
    assert dice_left(play) == 0


def test_berserk_is_for_melee_alone() -> None:
    """DK-5.20 step 4: a ranged unit rolls nothing."""
    play = open_board()
    kadet = add(play, 0, Kind.KADET, (4, 4), statuses={Status.BERSERK: 0})
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 6))
    script(play, 1)

    combat.attack_unit(play, kadet, beast)

    assert dice_left(play) == 1
    assert hit_points(play, beast) == 29


def test_a_counter_that_kills_ends_the_attack() -> None:
    """DK-5.20 step 3: a dead attacker has no zeal; the killer is who countered."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4), hp=1)
    vampire = add(play, 1, Kind.VAMPIRE, (4, 5))
    script(play, 1)

    combat.attack_unit(play, kerub, vampire)

    assert _is_dead(play, kerub)
    assert (mana(play, 0), mana(play, 1)) == (0, 2)
    assert dice_left(play) == 1


def test_a_ghost_evades_and_counters() -> None:
    """DK-5.21 step 1: the strike ends, a counter still follows."""
    play = open_board()
    bes = add(play, 0, Kind.BES, (4, 4))
    ghost = add(play, 1, Kind.KERUB, (4, 5), statuses={Status.GHOSTLINESS: 1})
    script(play, 40)

    combat.attack_unit(play, bes, ghost)

    here, there = Spot(100001, 4, 4), Spot(200001, 4, 5)
    assert play.log[:3] == [
        Rolled(there, Roll.GHOSTLINESS, 40, 40),
        Attacked(here, there, None, None, is_counter=False),
        Attacked(there, here, None, 3, is_counter=True),
    ]
    assert hit_points(play, ghost) == 20
    assert _is_dead(play, bes)


def test_a_ghost_evades_counters_and_is_hit_above_forty() -> None:
    """DK-5.21 step 1: 41 is no evasion; a counter may be evaded as well."""
    play = open_board()
    ghost = add(play, 0, Kind.KERUB, (4, 4), statuses={Status.GHOSTLINESS: 0})
    target = add(play, 1, Kind.KERUB, (4, 5), statuses={Status.GHOSTLINESS: 1})
    script(play, 41, 40, 51)

    combat.attack_unit(play, ghost, target)

    assert (hit_points(play, ghost), hit_points(play, target)) == (20, 18)
    assert [body.roll for body in told(play, Rolled)] == [
        Roll.GHOSTLINESS,
        Roll.GHOSTLINESS,
        Roll.ZEAL,
    ]


@pytest.mark.parametrize(
    ("statuses_on", "chance", "hp"),
    [({Status.LUCK: 0}, 70, 28), ({}, 50, 29)],
    ids=["lucky", "plain"],
)
def test_luck_adds_twenty_points(statuses_on: dict[Status, int], chance: int, hp: int) -> None:
    """DK-5.48: a 70 is zeal for the lucky alone."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4), statuses=statuses_on)
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 5))
    script(play, 70)

    combat.attack_unit(play, kerub, beast)

    assert told(play, Rolled) == [Rolled(Spot(100001, 4, 4), Roll.ZEAL, 70, chance)]
    assert value(play, beast, c.HP) == hp


def test_vampires_gain_what_they_deal_up_to_three() -> None:
    """DK-5.21 step 5: 3 of 4, only 1 of a dying imp, and never above their maximum."""
    play = open_board()
    vampire = add(play, 0, Kind.VAMPIRE, (4, 4), hp=1)
    combat.attack_unit(play, vampire, add(play, 1, Kind.LICH, (4, 5)))
    assert hit_points(play, vampire) == 4 - 1  # the lich's counter is halved

    combat.attack_unit(play, vampire, add(play, 1, Kind.IMP, (5, 4)))
    assert hit_points(play, vampire) == 4
    play.state.units[vampire, c.HP] = 17
    combat.attack_unit(play, vampire, add(play, 1, Kind.BES, (3, 4)))
    assert hit_points(play, vampire) == 18
    assert [body.amount for body in told(play, Healed)] == [3, 1, 1]


def test_vampires_drink_in_counters_but_not_from_buildings() -> None:
    """DK-5.21 step 5: every strike at a unit; told before the victim's death."""
    play = open_board()
    vampire = add(play, 1, Kind.VAMPIRE, (4, 5), hp=5)
    grasdir = add(play, 0, Kind.GRASDIR, (4, 4), hp=2)

    combat.attack_unit(play, grasdir, vampire)

    assert hit_points(play, vampire) == 5 - 1 + 2
    assert [type(body) for body in play.log] == [Attacked, Attacked, Healed, Died]
    build(play, 0, Building.HOSPITAL, (5, 5))
    combat.attack_building(play, vampire, 5, 5)
    assert hit_points(play, vampire) == 6


def test_the_cursed_blade_weakens_blow_by_blow() -> None:
    """DK-8.12."""
    play = open_board()
    aggel = add(play, 0, Kind.AGGEL, (4, 4))
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 5))
    script(play, 80, 80, 80, 80)

    for _ in range(4):
        combat.attack_unit(play, aggel, beast)

    strikes = [body.damage for body in told(play, Attacked) if not body.is_counter]
    assert strikes == [1, 1, 1, 1]
    assert (hit_points(play, beast), hit_points(play, aggel)) == (26, 21)
    blade = [value(play, beast, col) for col in (c.BLADE_STACKS, c.BLADE_TURNS, c.BLADE_SOURCE)]
    assert blade == [4, 4, 0]
    left = []
    for _ in range(4):
        statuses.expire(play, 0)
        left.append((value(play, beast, c.BLADE_TURNS), defence_of(play.state, beast)))
    assert left == [(3, 4), (2, 4), (1, 4), (0, 8)]


def test_the_cursed_blade_is_for_living_units() -> None:
    """DK-5.21 step 7: neither a dead unit nor a building gets a stack."""
    play = open_board()
    aggel = add(play, 0, Kind.AGGEL, (4, 4))
    bes = add(play, 1, Kind.BES, (4, 5))
    build(play, 1, Building.HOSPITAL, (3, 4))
    script(play, 80)

    combat.attack_unit(play, aggel, bes)
    combat.attack_building(play, aggel, 3, 4)

    assert told(play, StatusAdded) == []


def test_a_stack_of_the_blade_may_be_absorbed() -> None:
    """DK-5.47: the ability is rolled first, then the spell; two hit points instead of the stack."""
    play = open_board()
    aggel = add(play, 0, Kind.AGGEL, (4, 4))
    yafalen = add(play, 1, Kind.YAFALEN, (4, 5), statuses={Status.MAGIC_ABSORPTION: 1})
    script(play, 51, 50, 80)

    combat.attack_unit(play, aggel, yafalen)

    there = Spot(200001, 4, 5)
    assert play.log[:4] == [
        Attacked(Spot(100001, 4, 4), there, None, 2, is_counter=False),
        Rolled(there, Roll.CURSE_ABSORPTION, 51, 50),
        Rolled(there, Roll.MAGIC_ABSORPTION, 50, 50),
        Healed(there, 2),
    ]
    assert value(play, yafalen, c.BLADE_STACKS) == 0


def test_the_blade_curses_in_counters_for_the_seat_it_obeys() -> None:
    """DK-5.42: source = the striker's seat, the controller."""
    play = open_board(num_seats=3)
    aggel = add(play, 1, Kind.AGGEL, (4, 5), controller=2)
    kerub = add(play, 0, Kind.KERUB, (4, 4))
    script(play, 80)

    combat.attack_unit(play, kerub, aggel)

    assert told(play, StatusAdded) == [
        StatusAdded(Spot(100001, 4, 4), Status.CURSED_BLADE, source=2)
    ]


@pytest.mark.parametrize(
    ("kind", "building", "hp"),
    [
        (Kind.SIEGE_BEAST, Building.WALL, 40),
        (Kind.SIEGE_BEAST, Building.ALTAR, 89),
        (Kind.BES, Building.WALL, 49),
        (Kind.IMP, Building.WALL, 49),
    ],
    ids=["beast v wall", "beast v altar", "bes v wall", "at least 1"],
)
def test_siege(kind: Kind, building: Building, hp: int) -> None:
    """DK-8.16."""
    play = open_board()
    at = add(play, 0, kind, (4, 4))
    build(play, NEUTRAL if building == Building.WALL else 1, building, (4, 5))

    combat.attack_building(play, at, 4, 5)

    assert play.state.cells[c.B_HP, 4, 5] == hp


def test_a_subjugated_unit_strikes_for_the_seat_it_obeys() -> None:
    """DK-5.52, DK-5.25: damage to its owner's Altar and kills are the controller's."""
    play = open_board()
    ifrit = add(play, 1, Kind.IFRIT, (4, 4), controller=0)
    build(play, 1, Building.ALTAR, (3, 4))

    combat.attack_unit(play, ifrit, add(play, 1, Kind.BES, (4, 5)))
    combat.attack_building(play, ifrit, 3, 4)

    assert mana(play, 0) == 2
    assert play.state.seats[0, c.ALTAR_DAMAGE] == 5


def test_a_subjugated_attacker_falls_with_its_owner() -> None:
    """DK-5.28: all units of the seat vanish; the one that struck has no zeal any more."""
    play = open_board(num_seats=3)
    kerub = add(play, 1, Kind.KERUB, (4, 4), controller=0)
    build(play, 1, Building.ALTAR, (3, 4), hp=1)
    script(play, 1)

    combat.attack_building(play, kerub, 3, 4)

    assert _is_dead(play, kerub)
    assert dice_left(play) == 1


def test_the_hero_fights_and_dies() -> None:
    """DK-8.17; blows that kill him are worth two mana, and his gnome is gone."""
    play = open_board()
    hero, gnome = add_light(play, (4, 4))
    kerub = add(play, 0, Kind.KERUB, (4, 5))
    play.seat = LIGHT
    script(play, 51)

    combat.attack_unit(play, hero, kerub)
    assert (hit_points(play, kerub), hit_points(play, hero)) == (15, 49)
    assert dice_left(play) == 0

    build(play, 0, Building.BATTLE_TOWER, (6, 4))
    play.seat = 0
    combat.shoot(play, 6, 4, hero)
    assert hit_points(play, hero) == 47

    play.state.units[hero, c.HP] = 1
    script(play, 80)
    combat.attack_unit(play, kerub, hero)
    assert mana(play, 0) == 2
    assert items_on(play.state, (4, 4)) == [Item.SWORD, Item.ARMOUR, Item.AMULET, Item.CROWN]
    assert _is_dead(play, hero)
    assert _is_dead(play, gnome)


def test_the_hero_kills_for_nobody() -> None:
    """DK-5.87: the light side gains no mana."""
    play = open_board()
    hero, _ = add_light(play, (4, 4))
    bes = add(play, 0, Kind.BES, (4, 5))
    play.seat = LIGHT

    combat.attack_unit(play, hero, bes)

    assert told(play, Died) == [Died(Spot(100001, 4, 5), killer=None, mana=0)]
    assert (mana(play, 0), mana(play, 1)) == (0, 0)


def test_spirits_and_artifacts_count() -> None:
    """DK-3.8: bes 2 + 2 sword + 1 valour against 1 + 2 armour + 1 guardian makes 1."""
    play = open_board()
    bes = add(play, 0, Kind.BES, (4, 4), artifacts=[Artifact.SWORD], spirits=[Spirit.VALOUR])
    other = add(play, 1, Kind.BES, (4, 5), artifacts=[Artifact.ARMOUR], spirits=[Spirit.GUARDIAN])

    combat.attack_unit(play, bes, other)

    assert hit_points(play, other) == 2
