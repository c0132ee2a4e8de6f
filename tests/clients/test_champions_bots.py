"""The house bots of Champions: items and battles against the rulebook, decisions by hand, whole matches."""

from __future__ import annotations

import dataclasses
import re
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from gamereferee.games.champions.v1 import champions_pb2 as wire
from gamereferee.games.champions.v1.tables import BASE_DICE, KINDS, BattleAction, ChampionType
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.strength.engine_match import EngineMatch, Listener
from loadtest.strength.engine_match import play_match as play_engine_match
from loadtest.strength.games import friend_gains
from loadtest.strength.series import seat_bots
from referee.core.config import parse_config
from referee.core.game import Event
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from referee_bots import SeededBot, find, names
from referee_bots.champions.choice import choose_sides, splits_of
from referee_bots.champions.judge import worth_of
from referee_bots.champions.memory import Memory
from referee_bots.champions.plans import Plan, Side, Team, pairs_of, sides_of, strength_first
from referee_bots.champions.rolls import QUANTILES, Dice, draw, table, ways
from referee_bots.champions.simulation import Fighter, Orders, Sheets, fight, play_turn
from referee_client import Match

RULEBOOK = Path(__file__).parents[2] / "referee/games/champions/RULEBOOK.md"
FULL = (100, 85, 80, 85)
BARE = ((), (), (), ())
GLADIATOR, ROGUE, HEALER, MAGE = map(int, ChampionType)
ATTACK, HEAL, BOOST, GUARD, EVADE = map(int, BattleAction)
PLACES = np.arange(4, dtype=np.int32)


def play_match(
    bots: Sequence[str],
    seed: int,
    values: Mapping[str, object] | None = None,
    listener: Listener | None = None,
) -> EngineMatch:
    """Play a match of Champions."""
    return play_engine_match("champions", bots, seed, values, listener=listener)


def count_refusals(events: Sequence[Event]) -> int:
    """Return how many parts of actions did not count or were filled in."""
    sent = (wire.Events.FromString(PLUGIN.codec.encode_event(event)) for event in events)
    return sum(one.events[0].HasField("refusal") for one in sent)


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


# Decisions.


def started(name: str, seat: int = 0, scoring: wire.Scoring = wire.SCORING_OUTLAST) -> SeededBot:
    """A house bot that has met its match."""
    made = find("champions", name)(1)
    config = wire.Config(loot_actions=3, scoring=scoring)
    made.on_start(Match("m", seat, "champions", 1, config, 2, TimeControl(), b""))
    return made


def seen(
    phase: int,
    *,
    at: Sequence[tuple[int, int]] = ((0, 0), (2, 2)),
    left: Sequence[int] = (3, 3, 3, 3),
    health: Sequence[int] = FULL,
    stash: Sequence[tuple[int, int]] = (),
    held: dict[tuple[int, int], tuple[int, int]] | None = None,
    battles: Sequence[wire.Pair] = (wire.Pair(battle=0, side_a=0, side_b=1),),
    size: int = 3,
) -> wire.Observation:
    """What seat 0 sees."""
    champions = [wire.Champion(health=own, slots=[wire.Item() for _ in range(3)]) for own in health]
    for (champion, slot), (item, kind) in (held or {}).items():
        champions[champion].slots[slot].CopyFrom(wire.Item(id=item, kind=kind))
    return wire.Observation(
        round=4,
        phase=phase,
        size=size,
        seats=[wire.Seat(alive=True, row=row, col=col) for row, col in at],
        me=wire.Me(champions=champions, stash=[wire.Item(id=i, kind=kind) for i, kind in stash]),
        tile=wire.Tile(left=left),
        my_battles=battles if phase == 3 else (),
    )


def moved(
    name: str,
    observation: wire.Observation,
    times: int = 30,
    scoring: wire.Scoring = wire.SCORING_OUTLAST,
) -> set[tuple[int, int]]:
    """Moves that a bot chooses among."""
    bot = started(name, scoring=scoring)
    moves = [bot.act(observation).move for _ in range(times)]
    return {(move.dr, move.dc) for move in moves}


@pytest.mark.parametrize(
    ("observation", "expected"),
    [
        (seen(0), {(0, 0)}),
        (seen(0, left=(0, 0, 2, 2)), {(0, 0)}),
        (seen(0, left=(0, 0, 0, 3)), {(1, 1)}),
        (seen(0, left=(0, 0, 0, 3), at=((0, 0), (1, 1))), {(1, 1)}),
        (seen(0, left=(0, 0, 0, 0), at=((1, 1), (0, 1))), {(0, -1), (0, 1), (1, 0)}),
        (seen(0, left=(0, 0, 0, 0), at=((0, 0), (0, 1)), size=2), {(1, 0), (1, 1)}),
        (seen(0, left=(0, 0, 0, 0), at=((0, 0), (0, 0)), size=1), {(0, 0)}),
    ],
    ids=["full", "four left", "to the centre", "class first", "then few", "core", "arena"],
)
def test_where_the_brawler_goes(observation: wire.Observation, expected: set[object]) -> None:
    """CH-9.2: away from what is looted, to the best class, of that to the fewest others."""
    assert moved("brawler", observation) == expected


def test_where_the_tactician_goes() -> None:
    """As the brawler while it is healthy; away from two healthy rivals' reach once it is not (CH-9.3)."""
    corner, foes = (0, 0), ((2, 0), (2, 1))
    assert moved("tactician", seen(0, at=(corner, *foes), left=(0, 0, 0, 3))) == {(1, 1)}
    weak = seen(0, at=(corner, *foes), left=(0, 0, 0, 3), health=(20, 0, 0, 0))
    assert moved("tactician", weak) == {(0, 1)}  # an edge out of their reach
    assert moved("tactician", seen(0, at=((1, 1), *foes), health=(20, 0, 0, 0))) == {
        (-1, 0),
        (0, 1),
    }
    one_foe = seen(0, at=(corner, (2, 2)), left=(0, 0, 0, 3), health=(20, 0, 0, 0))
    assert moved("tactician", one_foe) == {(1, 1)}


def test_where_kills_are_points_bots_go_to_rivals() -> None:
    """Of equally good tiles; the tactician to nobody who is healthier than itself, 20 against 350."""
    empty, royale = (0, 0, 0, 0), wire.SCORING_ROYALE
    seen_by = seen(0, at=((0, 0), (0, 1)), left=empty, size=2)
    assert moved("brawler", seen_by, scoring=royale) == {(0, 1)}
    assert (0, 1) not in moved("tactician", seen_by)
    assert moved("tactician", seen_by, scoring=royale) == {(0, 1)}
    weak = seen(0, at=((0, 0), (0, 1)), left=empty, size=2, health=(20, 0, 0, 0))
    assert (0, 1) not in moved("tactician", weak, scoring=royale)


def test_a_kill_counts_as_the_scoring_says() -> None:
    """Beside rivals with one health each, a plan that kills is worth more where kills are."""
    team, rivals = Team(FULL, BARE), Team((1, 1, 0, 0), BARE)
    sides = sides_of((GLADIATOR, ROGUE), team, rivals)
    plain, dear = (worth_of(sides, team, rivals, 5, kill) for kill in (40, 60))
    assert (dear > plain).any()
    assert (dear >= plain).all()


# Sparring partners.


def test_the_hider_flees_evades_and_heals() -> None:
    """To where nobody can reach; light armour and what helps to evade; the Healer mends the Rogue."""
    at = ((1, 1), (0, 0), (0, 2))
    assert moved("hider", seen(0, at=at)) == {(1, -1), (1, 0), (1, 1)}
    hider = started("hider")
    assert list(hider.act(seen(1)).loot.categories) == [2, 3, 2]
    orders = hider.act(seen(2, stash=((1, 16), (2, 18), (3, 29), (4, 4)))).equip.orders
    assert [order.item for order in orders] == [1, 3]
    fighters = hider.act(seen(3, health=(100, 60, 80, 85))).battle.fighters
    assert [entry.champion for entry in fighters] == [HEALER, ROGUE]
    assert [[(a.action, a.target) for a in entry.set] for entry in fighters] == [
        [(HEAL, 1)] * 4,
        [(EVADE, 0)] * 4,
    ]


@pytest.mark.parametrize("seats", [2, 3, 5, 9])
def test_the_hider_plays_legally(seats: int) -> None:
    """Among its like, with doubled seats, nothing that it sends is refused or filled in."""
    values = {"max_rounds": 16, "stage_lengths": [2, 2, 2]}
    events: list[Event] = []
    play_match(["hider"] * seats, 5, values, events.append)
    assert count_refusals(events) == 0


def test_the_idle_bot_answers_nothing() -> None:
    """The empty body of each phase."""
    bodies = [started("idle").act(seen(phase)) for phase in range(4)]
    assert [body.WhichOneof("body") for body in bodies] == ["move", "loot", "equip", "battle"]
    assert all(body.ByteSize() == 2 for body in bodies)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 8, 16])
def test_who_does_not_fight_does_not_win(seats: int) -> None:
    """Hider, idle and random each score less than brawler and tactician, by placements (CH-7.4)."""
    scores: dict[str, list[float]] = {name: [] for name in names("champions")}
    for seed in range(480 // seats):
        bots = seat_bots("drawn", names("champions"), seats, seed)
        for name, score in zip(bots, play_match(bots, seed).scores, strict=True):
            scores[name].append(score)
    order = sorted(scores, key=lambda name: statistics.fmean(scores[name]))
    assert set(order[:3]) == {"hider", "idle", "random"}


@pytest.mark.parametrize(("scoring", "place"), [("royale", 4), ("outlast", 8)])
def test_what_a_friend_s_four_champions_are_worth(scoring: str, place: int) -> None:
    """By hand, of 16 seats one behind another without other kills: the 2 points of place 8 become 6.

    That is between the 7 of place 3 and the 5 of place 4. By outlast they bring nothing.
    """
    seats = [{"health": [50, 0, 0, 0]}, *({"out_round": 20 - behind} for behind in range(15))]
    seats[7] = {"out_round": 14, "kills": 4}
    config = parse_config(ChampionsConfig, {"scoring": scoring})
    state = PLUGIN.game.parse_state(config, 16, {"seats": seats})
    assert PLUGIN.game.outcome(state).placements[7] == place


def test_a_friend_s_gain_is_reckoned_for_all_pairs() -> None:
    """Of three seats by outlast: fed by one before it a seat gains a place of two, by one behind it nothing.

    Pairs are of the seat that is fed and its friend: 0 and 1, 0 and 2, 1 and 0, 1 and 2, 2 and 0, 2 and 1.
    """
    seats = [{"health": [9, 0, 0, 0]}, {"out_round": 9}, {"out_round": 8}]
    config = parse_config(ChampionsConfig, {"scoring": "outlast"})
    state = PLUGIN.game.parse_state(config, 3, {"seats": seats})
    assert friend_gains(state) == [0, 0, 0.5, 0, 0.5, 0.5]


def test_what_the_brawler_loots() -> None:
    """CH-9.2: Physical, Magical, Defensive."""
    assert list(started("brawler").act(seen(1)).loot.categories) == [0, 1, 2]


def test_how_the_brawler_arms() -> None:
    """The Mage takes Oak Staff (4.5 + 3) and Longbow (6.5) and gives its dagger up to the Rogue.

    Chainmail (4.5) is the Mage's, the Rogue has the Padded Coat, the Gladiator Iron Plate; and a Smoke Pellet
    does not attack.
    """
    observation = seen(
        2,
        stash=((1, 10), (2, 4), (3, 18), (4, 20), (6, 29), (7, 16)),
        held={(MAGE, 0): (5, 0)},
        health=(100, 85, 80, 85),
    )
    orders = started("brawler").act(observation).equip.orders
    placed = {(order.champion, order.slot): order.item for order in orders}
    assert placed == {
        (MAGE, 0): 1,
        (MAGE, 1): 2,
        (MAGE, 2): 4,
        (ROGUE, 0): 5,
        (ROGUE, 2): 7,
        (GLADIATOR, 2): 3,
    }
    assert all(order.kind == 0 for order in orders)
    assert len(placed) == len(orders)


def test_the_dead_get_nothing_and_nothing_moves_twice() -> None:
    """With the Mage dead the Rogue chooses first; what is in its place already needs no order."""
    observation = seen(
        2, stash=((1, 2),), held={(ROGUE, 0): (9, 7), (HEALER, 2): (8, 16)}, health=(9, 9, 9, 0)
    )
    orders = started("brawler").act(observation).equip.orders
    assert [(o.champion, o.slot, o.item) for o in orders] == [(ROGUE, 1, 1), (ROGUE, 2, 8)]


PAIR, OTHER = wire.Pair(battle=4, side_a=0, side_b=1), wire.Pair(battle=5, side_a=0, side_b=2)


@pytest.mark.parametrize(
    ("health", "battles", "expected"),
    [
        ((10, 85, 80, 85), (PAIR,), [(4, ROGUE), (4, MAGE)]),
        ((0, 0, 80, 0), (PAIR,), [(4, HEALER)]),
        ((10, 85, 80, 85), (PAIR, OTHER), [(4, ROGUE), (4, MAGE), (5, HEALER), (5, GLADIATOR)]),
        ((10, 0, 80, 85), (PAIR, OTHER), [(4, MAGE), (4, HEALER), (5, GLADIATOR)]),
        ((10, 0, 80, 0), (PAIR, OTHER), [(4, HEALER), (5, GLADIATOR)]),
    ],
)
def test_whom_the_brawler_sends(
    health: Sequence[int], battles: Sequence[wire.Pair], expected: list[tuple[int, int]]
) -> None:
    """CH-9.2: the two healthiest, always attacking by the list; a doubled seat sends somebody to both."""
    fighters = started("brawler").act(seen(3, health=health, battles=battles)).battle.fighters
    assert [(entry.battle, entry.champion) for entry in fighters] == expected
    for entry in fighters:
        assert [action.action for action in entry.set] == [ATTACK] * 4
        assert all(list(action.prefs) == [HEALER, MAGE, ROGUE, GLADIATOR] for action in entry.set)


def test_the_tactician_fights_alike_in_the_same_place() -> None:
    """Whatever its seed, and not the same everywhere."""
    observation = seen(3, health=(30, 40, 50, 60))
    first, second = (started("tactician").act(observation) for _ in range(2))
    assert first == second
    assert len(first.battle.fighters) == 2
    assert all(len(entry.set) == 4 for entry in first.battle.fighters)


# Whole matches.


def test_names() -> None:
    """Sparring partners first, then in the order of strength."""
    assert names("champions") == ["hider", "idle", "random", "brawler", "tactician"]
    assert all(isinstance(find("champions", name)(3), SeededBot) for name in names("champions"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 9, 16])
def test_random_play_is_legal(seats: int) -> None:
    """CH-9.1: over whole matches no part of any action is refused, and nothing is filled in."""
    events: list[Event] = []
    played = play_match(["random"] * seats, 7, listener=events.append)
    assert count_refusals(events) == 0
    assert sum(played.scores) == pytest.approx(seats / 2 * 1e6, abs=seats)


@pytest.mark.parametrize("seats", [2, 3, 5, 9])
def test_all_bots_play_legally(seats: int) -> None:
    """Against each other, with doubled seats; the same match twice is the same."""
    bots = [("tactician", "brawler", "random")[seat % 3] for seat in range(seats)]
    events: list[Event] = []
    played = play_match(bots, 3, listener=events.append)
    assert count_refusals(events) == 0
    assert played.scores == play_match(bots, 3).scores


def test_random_does_everything() -> None:
    """All that each champion may do, both targets, all tiles in reach, each category but ANY."""
    bot = started("random")
    does, targets, firsts = set(), set(), set()
    for _ in range(300):
        for entry in bot.act(seen(3)).battle.fighters:
            for action in entry.set:
                does.add((entry.champion, action.action))
                if action.action in {HEAL, GUARD}:
                    targets.add(action.target)
                if action.action == ATTACK:
                    firsts.add(action.prefs[0])
                    assert sorted(action.prefs) == [0, 1, 2, 3]
    assert does == {(0, 0), (0, 4)} | {(c, a) for c in (1, 2, 3) for a in (0, 2, 3, 4)} | {(2, 1)}
    assert targets == {0, 1}
    assert firsts == {0, 1, 2, 3}
    assert moved("random", seen(0), 100) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    looted = {category for _ in range(50) for category in bot.act(seen(1)).loot.categories}
    assert looted == {0, 1, 2, 3}


def test_the_brawler_beats_random_play() -> None:
    """Ten duels out of ten."""
    wins = [play_match(["brawler", "random"], seed).wins[0] for seed in range(10)]
    assert sum(wins) == 10
