"""What the bots of Champions know: tables of the rulebook, battles, plans, and memory."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from gamereferee.games.champions.v1 import champions_pb2 as wire
from gamereferee.games.champions.v1.tables import BASE_DICE, KINDS
from referee_bots.champions.choice import choose_sides, splits_of
from referee_bots.champions.judge import worth_of
from referee_bots.champions.memory import Memory
from referee_bots.champions.plans import Plan, Side, Team, pairs_of, sides_of, strength_first
from referee_bots.champions.rolls import QUANTILES, Dice, draw, table, ways
from referee_bots.champions.simulation import Fighter, Orders, Sheets, fight, play_turn
from tests.clients.champions_boards import (
    ATTACK,
    BARE,
    BOOST,
    EVADE,
    FULL,
    GLADIATOR,
    GUARD,
    HEAL,
    HEALER,
    MAGE,
    ROGUE,
)

RULEBOOK = Path(__file__).parents[2] / "referee/games/champions/RULEBOOK.md"
PLACES = np.arange(4, dtype=np.int32)


# What the bots know of the rules: the tables that are told.


def dice_of(text: str) -> Dice:
    """Dice as the rulebook writes them."""
    found = re.fullmatch(r"(\d+)d(\d+)", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def test_items_are_the_rulebooks() -> None:
    """CH-3.6, both tables."""
    text = RULEBOOK.read_text(encoding="utf-8")
    categories = {"Physical": 0, "Magical": 1, "Support": 3}
    weapon = r"\| (\d+) \| [\w ]+ \| (\w+) \| \w+ \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|"
    armour = r"\| \w+ \| (\d+) [\w ]+ (\w+) \| (\d+) [\w ]+ (\w+) \| (\d+) [\w ]+ (\w+) \|"
    seen = set()
    for row in re.findall(weapon, text):
        kind = KINDS[int(row[0])]
        assert kind.category == categories[row[1]]
        assert (kind.attack, kind.heal, kind.support) == tuple(dice_of(cell) for cell in row[2:5])
        assert kind.evade == (0 if row[5] == "-" else int(row[5]))
        assert (kind.weight, kind.defence) == (0, (0, 0))
        seen.add(int(row[0]))
    for row in re.findall(armour, text):
        for weight, number in enumerate(row[::2], start=1):
            kind = KINDS[int(number)]
            assert (kind.category, kind.weight) == (2, weight)
            assert kind.defence == dice_of(row[2 * weight - 1])
            seen.add(int(number))
    assert seen == set(range(36)) == set(range(len(KINDS)))


def test_critical_dice_count_double() -> None:
    """CH-5.25: 1d5 shows 1, 2, 3, 4 or 10; E-1's 4, 2, 1, 5 and items 5, 3 are among what sums to 25."""
    assert np.flatnonzero(ways((1, 5), critical=True)).tolist() == [1, 2, 3, 4, 10]
    assert np.flatnonzero(ways((1, 8))).tolist() == list(range(1, 9))
    assert ways((2, 2), critical=True).tolist() == [0, 0, 1, 0, 0, 2, 0, 0, 1]
    means = [
        np.average(np.arange(len(w)), weights=w)
        for w in (ways(d, critical=True) for d in BASE_DICE)
    ]
    assert means == pytest.approx([2 * 6.5, 3 * 5.5, 6.5, 4 * 4.0])


def test_tables_hold_quantiles() -> None:
    """Of 1d8 each face one time in eight; no dice show 0."""
    assert np.bincount(table(ways((1, 8)))).tolist() == [0] + [QUANTILES // 8] * 8
    assert set(table(ways((0, 0))).tolist()) == {0}


def test_draws_are_spread_and_repeatable() -> None:
    """Chi-square of 512 values is below 622 with a chance of 99.9 %."""
    drawn = draw(7, (20, 1000), 5)
    assert (drawn == draw(7, (20, 1000), 5)).all()
    assert (drawn != draw(8, (20, 1000), 5)).any()
    for purpose in range(5):
        counts = np.bincount(drawn[..., purpose].ravel(), minlength=QUANTILES)
        expected = 20_000 / QUANTILES
        assert ((counts - expected) ** 2 / expected).sum() < 622


# Battles (the rulebook's section 8). Sums of dice are the examples', criticals counted double.


class Does(NamedTuple):
    """A fighter, what it does in this turn and what is rolled for that."""

    champion: int
    action: int
    wants: int = 0
    """Type that it attacks."""
    kinds: tuple[int, ...] = ()
    health: int = -1
    """Before; full if not told."""
    for_partner: bool = False
    attack: int = 0
    armour: int = 0
    """Roll of the target's armour."""
    evade: int = 0
    """The target's evade roll."""
    heal: int = 0
    support: int = 0


def sheets_of(fighters: Sequence[Does]) -> Sheets:
    """Sheets whose entry for a number is that number, so that sums of dice can be given for quantiles."""
    sheets = Sheets.of(Fighter(one.champion, one.kinds) for one in fighters)
    plain = np.tile(np.arange(QUANTILES, dtype=np.int32), (len(fighters) + 1, 1))
    rolls = dict.fromkeys(("attack", "defence", "evade", "heal", "support"), plain)
    return dataclasses.replace(sheets, **rolls)


def after_turn(*fighters: Does) -> list[int]:
    """Everybody's health after a turn of two against two."""
    types = [one.champion for one in fighters]
    wants = [
        2 - 2 * (place // 2) + types[2 - 2 * (place // 2) :].index(one.wants)
        if one.action == ATTACK
        else 2 - 2 * (place // 2)
        for place, one in enumerate(fighters)
    ]
    health = [FULL[one.champion] if one.health < 0 else one.health for one in fighters]
    orders = Orders(
        np.array([one.action for one in fighters]),
        np.array([one.for_partner for one in fighters]),
        np.array(wants),
    )
    rolls = [[one.attack, one.armour, one.evade, one.heal, one.support] for one in fighters]
    left: list[int] = play_turn(
        sheets_of(fighters), PLACES, np.array(health, np.int32), orders, np.array(rolls)
    ).tolist()
    return left


def test_e1_mage_against_rogue() -> None:
    """4+2+1+10 and items 5, 3 past a defence of 9: damage 20; 2+3+1 against a stronger type: 5."""
    left = after_turn(
        Does(GLADIATOR, EVADE),
        Does(MAGE, ATTACK, ROGUE, kinds=(2, 2), attack=25, armour=9),
        Does(GLADIATOR, EVADE),
        Does(ROGUE, ATTACK, MAGE, kinds=(23,), attack=6),
    )
    assert left == [100, 80, 100, 65]


def test_e2_strong_with_affinity() -> None:
    """6+5 and 2+3 at 150: damage 24; 1+2+3+4 at 80: 8."""
    left = after_turn(
        Does(GLADIATOR, ATTACK, MAGE, kinds=(3,), attack=16),
        Does(ROGUE, EVADE),
        Does(ROGUE, EVADE),
        Does(MAGE, ATTACK, GLADIATOR, attack=10),
    )
    assert left == [92, 85, 85, 61]


def test_e3_healed_in_time() -> None:
    """The Rogue at 10 suffers 15 and is healed by 20 in the same turn."""
    left = after_turn(
        Does(ROGUE, ATTACK, GLADIATOR, health=10, attack=9),
        Does(HEALER, HEAL, for_partner=True, heal=20),
        Does(GLADIATOR, ATTACK, HEALER, attack=13),
        Does(MAGE, ATTACK, ROGUE, attack=19),
    )
    assert left == [15, 67, 89, 85]


def test_e4_whom_an_attack_looks_for() -> None:
    """The Mage while it lives, then the Rogue; 34 at 125 are 43, twice more than 85, and at 80 they are 27."""
    fighters = [
        Does(GLADIATOR, ATTACK, attack=34),
        Does(MAGE, EVADE),
        Does(ROGUE, EVADE),
        Does(MAGE, EVADE),
    ]
    action = np.tile([one.action for one in fighters], (4, 1))
    orders = Orders(action, np.zeros((4, 4), np.bool_), np.full((4, 4), 3))
    orders.wants[:, 2:] = 0
    draws = np.zeros((4, 4, 5), np.int32)
    draws[:, 0, 0] = 34
    left = fight(sheets_of(fighters), PLACES, np.array([100, 85, 85, 85], np.int32), orders, draws)
    assert left.tolist() == [100, 85, 85 - 27 - 27, 0]


def test_e5_one_healer() -> None:
    """The partner gains strength, the Healer none, and their rivals lose theirs."""
    left = after_turn(
        Does(GLADIATOR, ATTACK, ROGUE, attack=24),
        Does(HEALER, ATTACK, ROGUE, attack=20),
        Does(ROGUE, ATTACK, GLADIATOR, attack=33),
        Does(MAGE, ATTACK, HEALER, attack=40),
    )
    assert left == [74, 40, 35, 85]


def test_e6_two_healers_then_one() -> None:
    """Both passives are off in turn 1, and A's is on in turn 2, when B has lost its Healer."""
    first = after_turn(
        Does(ROGUE, ATTACK, HEALER, attack=7),
        Does(HEALER, ATTACK, HEALER, attack=5),
        Does(GLADIATOR, ATTACK, ROGUE, attack=7),
        Does(HEALER, ATTACK, ROGUE, health=12, attack=6),
    )
    assert first == [74, 80, 100, 0]
    second = after_turn(
        Does(ROGUE, ATTACK, GLADIATOR, health=74, attack=6),
        Does(HEALER, ATTACK, GLADIATOR, health=80, attack=4),
        Does(GLADIATOR, ATTACK, HEALER, attack=11),
        Does(HEALER, ATTACK, HEALER, health=0, attack=99),
    )
    assert second == [74, 69, 88, 0]


def test_e7_boost_and_guard() -> None:
    """A boost of 13 makes 53 of the attack, of which a guard of 8 takes 8; the other attack does 7."""
    left = after_turn(
        Does(ROGUE, ATTACK, GLADIATOR, kinds=(2,), attack=27, armour=5),
        Does(HEALER, BOOST, kinds=(30, 9), support=10),
        Does(GLADIATOR, ATTACK, ROGUE, kinds=(18,), attack=9),
        Does(MAGE, GUARD, kinds=(29,), for_partner=True, support=8),
    )
    assert left == [78, 80, 55, 85]


def test_e8_evade() -> None:
    """From 9 on the Rogue in Ringmail with a Smoke Pellet evades."""
    left = after_turn(
        Does(GLADIATOR, EVADE),
        Does(ROGUE, EVADE, kinds=(29, 17)),
        Does(GLADIATOR, ATTACK, ROGUE, attack=99, evade=9),
        Does(MAGE, ATTACK, ROGUE, attack=11, armour=2, evade=8),
    )
    assert left == [100, 74, 100, 85]


def test_help_without_a_partner() -> None:
    """CH-5.18: a boost guards, and healing is for oneself. A Gladiator does 80 % to a Rogue."""
    left = after_turn(
        Does(MAGE, ATTACK, GLADIATOR, health=0, attack=99),
        Does(ROGUE, BOOST, health=50, support=9),
        Does(GLADIATOR, ATTACK, ROGUE, attack=20),
        Does(MAGE, EVADE, health=0),
    )
    assert left == [0, 50 - (16 - 9), 100, 0]
    left = after_turn(
        Does(HEALER, HEAL, health=30, for_partner=True, heal=12),
        Does(MAGE, EVADE, health=0),
        Does(ROGUE, ATTACK, HEALER, attack=20),
        Does(MAGE, EVADE),
    )
    assert left == [30 - 20 + 12, 0, 85, 85]


def test_a_battle_that_is_over_goes_no_further() -> None:
    """CH-5.14: nobody heals once no rival is left."""
    left = after_turn(
        Does(HEALER, HEAL, health=30, heal=12),
        Does(MAGE, ATTACK, ROGUE, attack=30),
        Does(ROGUE, EVADE, health=0),
        Does(MAGE, EVADE, health=0),
    )
    assert left == [30, 85, 0, 0]


# Plans.


def test_strength_first() -> None:
    """CH-5.20: Gladiator over Mage, Mage over Rogue, Rogue over Gladiator, all three over Healer."""
    assert strength_first(GLADIATOR) == (HEALER, MAGE, GLADIATOR, ROGUE)
    assert strength_first(ROGUE) == (HEALER, GLADIATOR, ROGUE, MAGE)
    assert strength_first(HEALER) == (HEALER, MAGE, ROGUE, GLADIATOR)
    assert strength_first(MAGE) == (HEALER, ROGUE, MAGE, GLADIATOR)


def test_what_a_pair_may_do() -> None:
    """Attack; a Healer helps in turns 2 to 4; below 15 health anybody evades."""
    rivals = Team((100, 20, 80, 0), BARE)
    health = (14, 15, 80, 85)
    kinds_of = {
        pair: {
            side[0].actions + side[-1].actions
            for side in sides_of(pair, Team(health, BARE), rivals)
        }
        for pair in pairs_of(Team(health, BARE))
    }
    attack, evade = (ATTACK,) * 4, (EVADE,) * 4
    assert len(kinds_of) == 6
    assert kinds_of[ROGUE, MAGE] == {attack * 2}
    assert kinds_of[GLADIATOR, ROGUE] == {attack * 2, evade + attack}
    assert kinds_of[HEALER, MAGE] == {
        attack * 2,
        (ATTACK, HEAL, HEAL, HEAL, *attack),
        (ATTACK, BOOST, BOOST, BOOST, *attack),
    }
    lists = {side[0].prefs for side in sides_of((ROGUE, MAGE), Team(health, BARE), rivals)}
    assert lists == {strength_first(ROGUE), (MAGE, ROGUE, HEALER, GLADIATOR)}
    assert pairs_of(Team((0, 0, 5, 0), BARE)) == [(HEALER,)]


def test_worth_is_health_lost_and_deaths() -> None:
    """A Gladiator against a Healer with 1 health: 41 for the kill less what she does meanwhile, 1 to 20.

    The Gladiator's least blow is 2, so she always falls in turn 1; who only evades can't gain.
    """
    team, rivals = Team((100, 0, 0, 0), BARE), Team((0, 0, 1, 0), BARE)
    sides: list[Side] = [(Plan(GLADIATOR),), (Plan(GLADIATOR, (EVADE,) * 4),)]
    attack, evade = worth_of(sides, team, rivals, 1).tolist()
    simulated = 2 * 4 * 3  # two likely answers, four battles each, of weight 3
    assert 41 - 20 <= attack / simulated <= 41 - 1
    assert evade <= 0
    assert worth_of(sides, team, rivals, 1).tolist() == [attack, evade]


def test_a_doubled_seat_gives_the_weaker_rival_its_weaker_pair() -> None:
    """CH-9.3, whichever battle comes first; all champions fight, nobody twice (CH-4.6)."""
    team = Team((90, 20, 70, 30), BARE)
    strong, weak = Team(FULL, BARE), Team((30, 30, 0, 0), BARE)
    for rivals in ([strong, weak], [weak, strong]):
        sides = choose_sides(team, rivals, 5)
        fighting = [{plan.champion for plan in side} for side in sides]
        assert set.union(*fighting) == {0, 1, 2, 3}
        assert [len(one) for one in fighting] == [2, 2]
        health = [sum(team.health[champion] for champion in one) for one in fighting]
        assert (health[0] > health[1]) == (rivals[0] is strong)


def test_splits() -> None:
    """Three ways for four and for three, one for two; the healthier part first."""
    assert splits_of(Team((90, 20, 70, 30), BARE)) == [
        ((0, 1), (2, 3)),
        ((0, 2), (1, 3)),
        ((0, 3), (1, 2)),
    ]
    assert splits_of(Team((0, 20, 70, 30), BARE)) == [
        ((1, 2), (3,)),
        ((2,), (1, 3)),
        ((2, 3), (1,)),
    ]
    assert splits_of(Team((0, 0, 70, 30), BARE)) == [((2,), (3,))]


# Memory.


def test_memory() -> None:
    """Who was never met is unhurt; health and kinds as last shown, by report, battle and death."""
    memory = Memory()
    assert memory.total(3) == sum(FULL)
    assert memory.team(3, 1) == Team(FULL, BARE)
    report = wire.TileReport(seats=[wire.Strength(seat=3, health=[50, 0, 80, 9])])
    turn = wire.BattleTurn(
        actions=[
            wire.Executed(
                actor=wire.FighterRef(seat=3, champion=HEALER),
                action=ATTACK,
                target=wire.FighterRef(seat=0, champion=MAGE),
                base=[4],
                items=[wire.Dice(kind=9, faces=[2])],
                defence=wire.Dice(kind=16, faces=[1]),
            ),
            wire.Executed(
                actor=wire.FighterRef(seat=3, champion=GLADIATOR),
                action=ATTACK,
                target=wire.FighterRef(seat=0, champion=MAGE),
                evade_roll=19,
                evade_need=13,
            ),
        ],
        healths=[wire.FighterHealth(fighter=wire.FighterRef(seat=3, champion=HEALER), health=71)],
    )
    died = wire.ChampionDied(seat=3, champion=MAGE)
    memory.see(wire.Observation(report=report))
    assert memory.team(3, 1).health == (50, 0, 80, 9)
    memory.hear(wire.Events(events=[wire.Event(battle_turn=turn), wire.Event(champion_died=died)]))
    assert memory.team(3, 1) == Team((50, 0, 71, 0), ((), (), (9,), ()))
    assert memory.team(0, 1).kinds == ((), (), (), (16,))
    assert memory.total(3) == 121
