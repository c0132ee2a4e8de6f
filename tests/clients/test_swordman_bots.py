"""The baseline bots of Swordman: rules against the reference, choices against hand computation."""

from __future__ import annotations

import collections
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamereferee.games.swordman.v1 import swordman_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots import SeededBot, find
from referee_bots.swordman.equilibrium import can_solve, equilibrium
from referee_bots.swordman.greedy_bot import greedy_action
from referee_bots.swordman.reader_bot import Setting, best_answers, results
from referee_bots.swordman.rules import Rules, lives_left
from referee_client import Match
from tests.games.swordman import reference

CONFIG = wire.Config(
    power=10, priority=True, life=20, locations=3, guard_on=3, guard_off=2, games=11,
    round_cap=50, deadline_ms=2000,
)  # fmt: skip
BOTS = ["random", "greedy", "reader", "solver"]

RULES = st.builds(
    Rules,
    power=st.integers(1, 12),
    priority=st.booleans(),
    life=st.integers(1, 15),
    locations=st.integers(2, 4),
    guard_on=st.integers(1, 4),
    guard_off=st.integers(0, 3),
)


def config_of(rules: Rules) -> wire.Config:
    """A complete config of these rules."""
    config = wire.Config()
    config.CopyFrom(CONFIG)
    for name in ("power", "priority", "life", "locations", "guard_on", "guard_off"):
        setattr(config, name, getattr(rules, name))
    return config


def observation(
    life: Sequence[int] = (20, 20),
    *,
    number: int = 1,
    theirs: Setting | None = None,
    seat: int = 0,
    config: wire.Config = CONFIG,
) -> wire.Observation:
    """What a seat sees in a round after one in which the opponent has set `theirs`; own life first."""
    seen = wire.Observation(seat=seat, game=1, round=number, config=config)
    seen.life.extend(life if seat == 0 else life[::-1])
    if theirs is not None:
        settings = [wire.Setting(sword=9), wire.Setting(**theirs._asdict())]
        seen.last_round.game, seen.last_round.round = 1, number - 1
        seen.last_round.settings.extend(settings if seat == 0 else settings[::-1])
    return seen


def started(
    name: str,
    seed: int | None = 3,
    *,
    match_id: str = "m",
    seat: int = 0,
    config: wire.Config = CONFIG,
) -> SeededBot:
    """A house bot that has met its match."""
    bot = find("swordman", name)(seed)
    bot.on_start(Match(match_id, seat, "swordman", 1, config, 2, TimeControl(), b""))
    return bot


def split_of(action: wire.Action) -> tuple[int, int, int]:
    """The powers of an action."""
    return action.sword, action.shield, action.priority


def chi_square(seen: collections.Counter[Any], expected: Mapping[Any, float]) -> float:
    """Pearson's statistic of counts against probabilities."""
    total = seen.total()
    assert set(seen) <= set(expected)
    return sum((seen[key] - total * p) ** 2 / (total * p) for key, p in expected.items())


# What all have in common.


@pytest.mark.parametrize("name", BOTS)
@given(rules=RULES, lives=st.tuples(st.integers(1, 15), st.integers(1, 15)), seat=st.integers(0, 1))
def test_actions_are_never_refused(
    name: str, rules: Rules, lives: tuple[int, int], seat: int
) -> None:
    """Whatever the config, all points are spent and every location that is read exists."""
    config = config_of(rules)
    bot = started(name, config=config, seat=seat)
    life = (min(lives[0], rules.life), min(lives[1], rules.life))
    theirs = None
    for number in range(1, 8):
        action = bot.act(observation(life, number=number, theirs=theirs, config=config, seat=seat))
        assert min(split_of(action)) >= 0
        assert sum(split_of(action)) == rules.power
        assert rules.priority or action.priority == 0
        assert not action.sword or (
            action.HasField("sword_at") and 0 <= action.sword_at < rules.locations
        )
        assert not action.shield or (
            action.HasField("shield_at") and 0 <= action.shield_at < rules.locations
        )
        theirs = Setting(rules.power, 0, 0, number % rules.locations, -1)


@pytest.mark.parametrize("name", BOTS)
def test_seed_repeats_the_choices(name: str) -> None:
    """The same seed, match and seat draw alike; another match or seat draws otherwise."""

    def choices(bot: SeededBot, seat: int = 0) -> list[wire.Action]:
        theirs = Setting(7, 3, 0, 1, 2)
        return [
            bot.act(observation((9, 9), number=n, theirs=theirs, seat=seat)) for n in range(2, 30)
        ]

    first = choices(started(name, 5))
    assert choices(started(name, 5)) == first
    assert choices(started(name, 5, match_id="n")) != first
    assert choices(started(name, 5, seat=1), 1) != first
    assert choices(started(name, 6)) != first
    assert choices(started(name, None)) != choices(started(name, None))


# What they know of a round.


Split = tuple[int, int, int]


def every_split(rules: Rules) -> list[Split]:
    """The splits of the bots, in their order."""
    return list(zip(*(powers.tolist() for powers in rules.splits()), strict=True))


def every_setting(rules: Rules) -> list[reference.Set]:
    """The settings of the bots, as the reference has them."""
    settings = zip(*(field.tolist() for field in rules.settings()), strict=True)
    return [placed((s, h, p), at, cover) for s, h, p, at, cover in settings]


def placed(split: Split, at: int, cover: int) -> reference.Set:
    """A split with its sword and its shield somewhere."""
    sword, shield, priority = split
    return reference.Set(sword, shield, priority, at if sword else -1, cover if shield else -1)


def reference_rules(rules: Rules) -> reference.Rules:
    """The same rules for the reference."""
    return reference.Rules(
        rules.power, rules.priority, rules.life, rules.locations, rules.guard_on, rules.guard_off
    )


@pytest.mark.parametrize(
    ("rules", "splits", "settings"),
    [
        (Rules(), 66, 1 + 2 * 10 * 3 + 45 * 9),
        (Rules(priority=False), 11, 2 * 3 + 9 * 9),
        (Rules(power=1, locations=2), 3, 1 + 2 * 2),
    ],
)  # fmt: skip
def test_ways_to_spend_all_points(rules: Rules, splits: int, settings: int) -> None:
    """Split by split: those without sword and shield once, with one of them by location, with both by two."""
    assert len(rules.splits().sword) == splits
    found = every_setting(rules)
    assert len(found) == len(set(found)) == settings
    assert {one.sword + one.shield + one.priority for one in found} == {rules.power}


@pytest.mark.parametrize("lives", [(20, 20), (3, 4)])
@pytest.mark.parametrize(
    "rules", [Rules(power=4), Rules(power=4, guard_off=0, guard_on=2, locations=2)]
)
def test_rounds_agree_with_the_reference(rules: Rules, lives: tuple[int, int]) -> None:
    """Lives after every pair of settings (SW-5)."""
    settings = rules.settings()
    everything = every_setting(rules)
    for index, theirs in enumerate(everything):
        blow = rules.blows(settings.sword, theirs.shield, settings.sword_at == theirs.shield_at)
        their_blow = rules.blows(
            theirs.sword, settings.shield, settings.shield_at == theirs.sword_at
        )
        left = lives_left(lives, (blow, their_blow), settings.priority - theirs.priority)
        expected = [
            reference.strike(reference_rules(rules), own, theirs, lives).life for own in everything
        ]
        assert list(zip(*(one.tolist() for one in left), strict=True)) == expected, index


# Random and greedy.


def test_random_is_uniform() -> None:
    """SW-9.1: 66 splits and 9 pairs of locations alike; chi-square's 0.1% points for 65 and 8 degrees of freedom."""
    bot = started("random", 2008)
    actions = [bot.act(observation()) for _ in range(6600)]
    splits = dict.fromkeys(every_split(Rules()), 1 / 66)
    assert chi_square(collections.Counter(map(split_of, actions)), splits) < 106.0
    places = collections.Counter((action.sword_at, action.shield_at) for action in actions)
    assert chi_square(places, {(a, b): 1 / 9 for a in range(3) for b in range(3)}) < 26.1


def test_random_without_priority() -> None:
    """Eleven splits alike; 29.6 is chi-square's 0.1% point for 10 degrees of freedom."""
    config = config_of(Rules(priority=False))
    bot = started("random", 2008, config=config)
    splits = collections.Counter(split_of(bot.act(observation(config=config))) for _ in range(3300))
    assert chi_square(splits, {(s, 10 - s, 0): 1 / 11 for s in range(11)}) < 29.6


@pytest.mark.parametrize(
    ("rules", "their_life", "split"),
    [
        (Rules(), 20, (7, 3, 0)),
        (Rules(), 9, (7, 3, 0)),
        (Rules(), 8, (10, 0, 0)),
        (Rules(), 5, (7, 0, 3)),
        (Rules(), 1, (3, 0, 7)),
        (Rules(priority=False), 5, (7, 3, 0)),
        (Rules(priority=False), 1, (3, 7, 0)),
        (Rules(power=7), 20, (5, 2, 0)),
        (Rules(power=25, life=30), 24, (18, 7, 0)),
        (Rules(power=25, life=30), 23, (25, 0, 0)),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_goes_for_the_kill(
    rules: Rules, their_life: int, split: tuple[int, int, int], seat: int
) -> None:
    """SW-9.2, worked out by hand."""
    seen = observation((4, their_life), config=config_of(rules), seat=seat)
    actions = [greedy_action(seen, random.Random(seed)) for seed in range(60)]
    assert {split_of(action) for action in actions} == {split}
    assert {(action.sword_at, action.shield_at) for action in actions} == {
        (a, b) for a in range(3) for b in range(3)
    }


# Reader.


def answers(lives: tuple[int, int], *sample: Setting) -> set[tuple[int, ...]]:
    """The best answers to a sample, location by location; -1 for what is not read."""
    settings = every_setting(Rules())
    best = best_answers(Rules(), lives, collections.Counter(sample))
    return {
        (s.sword, s.shield, s.priority, s.sword_at, s.shield_at)
        for s in (settings[i] for i in best)
    }


SWORD = Setting(10, 0, 0, 0, -1)


def test_best_answer_to_a_bare_sword() -> None:
    """Against 10@0 seven past a shield of three there loses one, six past four loses none: 6 both."""
    expected = {(7, 3, 0, at, 0) for at in range(3)} | {(6, 4, 0, at, 0) for at in range(3)}
    assert answers((20, 20), SWORD) == expected


def test_best_answer_where_it_kills() -> None:
    """With 7 life left the bare sword never comes down if the blow comes first: 7 and 20 for the kill."""
    found = answers((20, 7), SWORD)
    assert {split[:3] for split in found} == {
        (7, 0, 3), (7, 1, 2), (7, 2, 1), (8, 0, 2), (8, 1, 1), (9, 0, 1),
    }  # fmt: skip
    assert len(found) == 3 * 3 + 3 * 9


def test_best_answer_behind_a_shield() -> None:
    """With 1 life each, against 1@0 p9: any shield stops that first blow, and any sword then kills."""
    found = answers((1, 1), Setting(1, 0, 9, 0, -1))
    assert {split[:3] for split in found} == {
        (sword, shield, 10 - sword - shield)
        for sword in range(1, 10)
        for shield in range(1, 11 - sword)
    }
    assert len(found) == 45 * 9


@pytest.mark.parametrize(
    ("own", "lives", "theirs", "result"),
    [
        ((7, 3, 0, 0, 1), (20, 20), Setting(6, 4, 0, 1, 2), 5 - 0),
        ((10, 0, 0, 2, -1), (20, 20), Setting(7, 3, 0, 0, 2), 1 - 7),
        ((4, 0, 6, 0, -1), (4, 4), Setting(8, 0, 2, 0, -1), 4 + 20),
        ((6, 0, 4, 0, -1), (3, 6), Setting(3, 2, 5, 1, 2), -3 - 20),
        ((4, 0, 6, 0, -1), (4, 4), Setting(4, 0, 6, 2, -1), 4 - 4 + 20 - 20),
        ((10, 0, 0, 0, -1), (9, 2), Setting(10, 0, 0, 0, -1), 2 - 9 + 20 - 20),
        ((10, 0, 0, 0, -1), (20, 2), Setting(10, 0, 0, 0, -1), 2 - 10 + 20),
    ],
    ids=["E1", "E2", "E5", "E10", "E6", "both slain", "killed at a price"],
)
def test_results(
    own: tuple[int, ...], lives: tuple[int, int], theirs: Setting, result: int
) -> None:
    """Life taken less life lost, and 20 for each death; examples of the rulebook's section 8 among them."""
    rules = Rules()
    index = every_setting(rules).index(reference.Set(*own))
    assert results(rules, lives, theirs)[index] == result


def test_best_answer_to_a_mixed_sample() -> None:
    """Twice 10@0 and once 10@1: the shield goes where the sword is more often."""
    found = answers((20, 20), SWORD, SWORD, Setting(10, 0, 0, 1, -1))
    assert {setting[4] for setting in found} == {0}
    assert found == answers((20, 20), *[SWORD] * 4, *[Setting(10, 0, 0, 1, -1)] * 2)


@pytest.mark.parametrize("seat", [0, 1])
def test_reader_answers_habits(seat: int) -> None:
    """Seven times out of ten, or else as greedy, whose own 7@a 3@0 is among the best one time in three.

    The expected share is 0.7 + 0.3 / 3 = 0.8; four standard deviations of 2,000 rounds are 0.036.
    """
    bot = started("reader", 2008, seat=seat)
    best = answers((20, 20), SWORD)
    hits = 0
    for number in range(2, 2002):
        action = bot.act(observation(number=number, theirs=SWORD, seat=seat))
        hits += (*split_of(action), action.sword_at, action.shield_at) in best
    assert hits / 2000 == pytest.approx(0.8, abs=0.036)


def test_reader_begins_as_greedy() -> None:
    """There is nothing to read in the first round."""
    splits = {split_of(started("reader", seed).act(observation())) for seed in range(50)}
    assert splits == {(7, 3, 0)}


def test_reader_remembers_thirty_settings() -> None:
    """What was set before them is forgotten, and no round counts twice."""
    bot = started("reader", 1)
    old = Setting(10, 0, 0, 2, -1)
    for number in range(2, 33):
        bot.act(observation(number=number, theirs=old if number == 2 else SWORD))
        bot.act(observation(number=number, theirs=old))
    assert list(vars(bot)["_sample"]) == [SWORD] * 30


# Solver.


def expectation(rules: Rules, own: reference.Set, lives: tuple[int, int]) -> float:
    """What a setting expects against the solver's mixture of these lives, by the reference and its values."""
    solved = equilibrium(rules)
    places = list(itertools.product(range(rules.locations), repeat=2))
    total = 0.0
    mixture = solved.mixtures[lives[::-1]]
    for probability, split in zip(mixture.tolist(), every_split(rules), strict=True):
        for at, cover in places if probability else ():
            theirs = placed(split, at, cover)
            after = reference.strike(reference_rules(rules), own, theirs, lives).life
            total += probability * float(solved.values[after]) / len(places)
    return total


@pytest.mark.parametrize(
    ("rules", "lives"),
    [
        (Rules(), (20, 20)),
        (Rules(), (1, 1)),
        (Rules(), (3, 7)),
        (Rules(), (12, 5)),
        (Rules(guard_on=1, guard_off=0), (9, 10)),
        (Rules(power=6, life=9, priority=False), (5, 4)),
        (Rules(power=5, life=6, locations=2, guard_off=1), (2, 6)),
    ],
    ids=str,
)
def test_nothing_beats_the_solver(rules: Rules, lives: tuple[int, int]) -> None:
    """No setting, at whatever locations, expects more than these lives are worth; the best as much."""
    best = max(expectation(rules, own, lives) for own in every_setting(rules))
    assert best == pytest.approx(equilibrium(rules).values[lives], abs=1e-6)


def test_values_are_those_of_a_fair_game() -> None:
    """Equal lives are worth nothing, what one seat wins the other loses, and life is never worth less."""
    values = equilibrium(Rules()).values
    assert values[1:, 1:].diagonal() == pytest.approx(0, abs=1e-7)
    assert values + values.T == pytest.approx(0, abs=1e-7)
    assert (np.diff(values, axis=0)[:, 1:] >= -1e-7).all()
    assert (values[2:, 1] > 0).all()


def test_the_plain_reading_is_degenerate() -> None:
    """SW-5.4: with guard_on 1 and guard_off 0 both put all points in the sword, and die in round 2."""
    rules = Rules(guard_on=1, guard_off=0)
    sword = rules.splits().sword.tolist().index(10)
    for life in (20, 10):
        assert equilibrium(rules).mixtures[life, life, sword] == pytest.approx(1)


def test_length_of_optimal_games() -> None:
    """SW-1.4: about 5 rounds and a draw about one time in fifteen; which optimum is played tells."""
    rounds, draws = course_of_a_game(Rules())
    assert 4.5 < rounds < 5.5
    assert 1 / 25 < draws < 1 / 10


def course_of_a_game(rules: Rules) -> tuple[float, float]:
    """Expected rounds and probability of a draw between two solvers, from the lowest lives up."""
    solved = equilibrium(rules)
    rounds, draws = np.zeros_like(solved.values), np.zeros_like(solved.values)
    draws[0, 0] = 1
    lives_from_1 = range(1, rules.life + 1)
    pairs = [(own, other) for own in lives_from_1 for other in lives_from_1]
    for lives in sorted(pairs, key=sum):
        stays, coming_rounds, coming_draws = 0.0, 0.0, 0.0
        for probability, after in outcomes(rules, lives):
            if after == lives:
                stays += probability
            else:
                coming_rounds += probability * rounds[after]
                coming_draws += probability * draws[after]
        rounds[lives] = (1 + coming_rounds) / (1 - stays)
        draws[lives] = coming_draws / (1 - stays)
    return float(rounds[-1, -1]), float(draws[-1, -1])


def outcomes(rules: Rules, lives: tuple[int, int]) -> Iterator[tuple[float, tuple[int, int]]]:
    """Lives after a round of two solvers, with probabilities: each blow meets a shield by itself."""
    solved = equilibrium(rules)
    splits = every_split(rules)
    meets = 1 / rules.locations
    first, second = solved.mixtures[lives], solved.mixtures[lives[::-1]]
    for i, j in itertools.product(np.flatnonzero(first > 1e-9), np.flatnonzero(second > 1e-9)):
        for met, other_met in itertools.product((True, False), repeat=2):
            own = placed(splits[i], 0, 0)
            theirs = placed(splits[j], 0 if other_met else 1, 0 if met else 1)
            chance = (meets if met else 1 - meets) * (meets if other_met else 1 - meets)
            struck = reference.strike(reference_rules(rules), own, theirs, lives)
            yield float(first[i] * second[j]) * chance, struck.life


def test_solver_draws_its_mixture() -> None:
    """With 1 life each, whatever the opponent did; chi-square's 0.1% point is below twice the splits and 30."""
    bot = started("solver", 2008)
    mixture = equilibrium(Rules()).mixtures[1, 1]
    splits = every_split(Rules())
    expected = {split: float(p) for split, p in zip(splits, mixture, strict=True) if p > 0.002}
    seen = [bot.act(observation((1, 1), number=n, theirs=SWORD)) for n in range(2, 8002)]
    counts = collections.Counter(split_of(action) for action in seen)
    common = collections.Counter({split: counts[split] for split in expected})
    total = sum(expected.values())
    assert len(expected) > 5
    assert common.total() > 0.97 * len(seen)
    scaled = {split: p / total for split, p in expected.items()}
    assert chi_square(common, scaled) < 2 * len(expected) + 30
    places = collections.Counter((action.sword_at, action.shield_at) for action in seen)
    assert chi_square(places, {(a, b): 1 / 9 for a in range(3) for b in range(3)}) < 26.1


def test_solver_reads_where_it_can_not_solve() -> None:
    """A game of a thousand lives is played as by the reader of the same seed."""
    rules = Rules(life=1000)
    config = config_of(rules)
    assert not can_solve(rules)
    assert can_solve(Rules())
    bots = [started(name, 4, config=config) for name in ("solver", "reader")]
    for number in range(2, 20):
        seen = observation((900, 900), number=number, theirs=SWORD, config=config)
        assert bots[0].act(seen) == bots[1].act(seen)
