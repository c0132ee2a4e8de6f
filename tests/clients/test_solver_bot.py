"""The solver of Diceman: optimal by the rulebook, ready in time, and honest when it isn't."""

from __future__ import annotations

import asyncio
import collections
import json
import logging
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamereferee.games.diceman.v1 import diceman_pb2 as wire
from gamereferee.v1 import play_service_pb2, time_control_pb2
from referee.games.diceman.odds import count_rolls, solve_game
from referee_bots.diceman import solver_bot
from referee_bots.diceman.damage import COMBOS, Dice
from referee_bots.diceman.solver_bot import SolverBot, strategy_for
from referee_bots.diceman.whole_game import Strategy, is_solvable, solve
from referee_bots.matrix_game import saddle_point
from referee_client import Match, Turn
from tests.cli.command import process
from tests.clients.scripted_referee import CONFIG
from tests.games.diceman import odds_reference as reference
from tests.games.diceman.odds_reference import LETTERS, Rules
from tests.games.diceman.test_odds_table import config_of

MIXTURE = {"MS": 23 / 238, "MH": 138 / 238, "SH": 77 / 238}
"""DM-11.7."""
TOLERANCE = 1e-6
"""How far from optimal a mixture may be (DM-11.6)."""


@pytest.fixture(scope="module")
def default() -> Strategy:
    """Optimal play under default config."""
    return solve(Dice(), 20)


# What it plays.


def test_values_of_the_rulebook(default: Strategy) -> None:
    """DM-11.8: V(1,1) = 0, V(2,1) = 1/8, V(20,10) = 0.770676; and PS is played at (1, 1) and (2, 1)."""
    assert default.values[1, 1] == 0
    assert default.values[2, 1] == pytest.approx(1 / 8, abs=1e-11)
    assert default.values[20, 10] == pytest.approx(0.770676, abs=5e-7)
    ps = np.eye(6)[LETTERS.index("PS")]
    for lives in ((1, 1), (2, 1), (1, 2)):
        assert default.mixtures[lives] == pytest.approx(ps, abs=1e-9)


@pytest.mark.parametrize(
    ("rules", "life"),
    [
        (reference.DEFAULT, 20),
        (Rules((4, 6, 8, 10), so_far=True), 20),
        (Rules((2, 3, 3, 2)), 6),
        (Rules((5, 1, 3, 4), so_far=True), 9),
        (Rules((1, 7, 2, 3)), 12),
    ],
    ids=str,
)
def test_play_is_optimal(rules: Rules, life: int) -> None:
    """DM-11.6 in every state, by payoffs made roll by roll; and the referee's odds have the same values."""
    strategy = solve(Dice(rules.sides, rules.so_far), life)
    assert reference.worst_gap(rules, strategy.values, strategy.mixtures) < TOLERANCE
    theirs = solve_game(count_rolls(config_of(rules)), life)
    assert np.abs(strategy.values - theirs.values).max() < 1e-9
    assert np.abs(strategy.mixtures[1:, 1:].sum(axis=2) - 1).max() < TOLERANCE
    assert (strategy.mixtures >= 0).all()


@pytest.mark.parametrize("life", [1, 20])
@pytest.mark.parametrize("sides", [(1, 1, 1, 1), (100, 1, 1, 1), (1, 100, 9, 1), (1, 1, 31, 31)])
def test_odd_dice_are_solved(sides: tuple[int, int, int, int], life: int) -> None:
    """Whatever the dice: a mixture in every state, with values that favour whoever has more life."""
    strategy = solve(Dice(sides), life)
    assert np.abs(strategy.mixtures[1:, 1:].sum(axis=2) - 1).max() < TOLERANCE
    assert (strategy.values == -strategy.values.T).all()
    assert strategy.values[np.tril_indices(life + 1, -1)].min() > -1e-9


@pytest.mark.parametrize(
    ("dice", "life", "expected"),
    [
        (Dice(), 20, True),
        (Dice(), 60, True),
        (Dice(), 61, False),
        (Dice((31, 31, 31, 31)), 20, True),
        (Dice((32, 32, 1, 1)), 20, False),
        (Dice((100, 10, 10, 10)), 20, True),
        (Dice((100, 11, 10, 10)), 20, False),
    ],
)
def test_too_large_games_are_known(dice: Dice, life: int, expected: bool) -> None:
    """At most 10^6 pairs of rolls: (100 * 10)^2, but not (32 * 32)^2; and 60 life."""
    assert is_solvable(dice, life) == expected
    if not expected:
        assert strategy_for(dice, life) is None


# How it plays.


def match_of(config: wire.Config = CONFIG, seat: int = 0) -> Match:
    """A match with this config."""
    terms = time_control_pb2.TimeControl()
    return Match("m", seat, "diceman", 1, config, 2, terms, b"")


def turn_of(match: Match, remaining_s: float | None = 2.0) -> Turn:
    """A turn with so much time."""
    message = play_service_pb2.Turn(turn=1)
    if remaining_s is not None:
        message.clock.remaining.FromNanoseconds(int(remaining_s * 1e9))
    return Turn(match, None, message)


async def picks(
    bot: SolverBot,
    match: Match,
    rounds: int,
    life: tuple[int, int],
    remaining_s: float | None = 2.0,
) -> collections.Counter[str]:
    """How often a bot picks what in so many rounds at these lives, by seat."""
    seen = wire.Observation(seat=match.seat, life=life, config=match.config)
    counts: collections.Counter[str] = collections.Counter()
    for _ in range(rounds):
        action = await bot.act(seen, turn_of(match, remaining_s))
        counts[LETTERS[COMBOS.index((action.dice[0], action.dice[1]))]] += 1
    return counts


def chi_square(counts: collections.Counter[str], expected: dict[str, float]) -> float:
    """Pearson's statistic of counts against probabilities."""
    assert set(counts) <= set(expected)
    rounds = counts.total()
    return sum((counts[name] - rounds * p) ** 2 / (rounds * p) for name, p in expected.items())


@pytest.mark.parametrize("seat", [0, 1])
async def test_it_draws_from_the_mixture_of_its_lives(seat: int) -> None:
    """At 20 against 10, whichever seat it has, as the referee's odds say.

    13.8 is chi-square's 0.1% point for 2 degrees of freedom.
    """
    match = match_of(seat=seat)
    bot = SolverBot(2008)
    bot.on_start(match)
    game = solve_game(count_rolls(config_of(reference.DEFAULT)), 20)
    for own, other in ((20, 10), (10, 20)):
        life = (own, other) if seat == 0 else (other, own)
        counts = await picks(bot, match, 3000, life)
        shares = zip(LETTERS, game.mixtures[own, other].tolist(), strict=True)
        expected = {name: share for name, share in shares if share}
        assert len(expected) == 3
        assert chi_square(counts, expected) < 13.8


async def test_seed_repeats_the_choices() -> None:
    """The same seed draws alike, another otherwise."""
    match = match_of()
    drawn = []
    for seed in (5, 5, 6):
        bot = SolverBot(seed)
        bot.on_start(match)
        drawn.append([await picks(bot, match, 1, (20, 20)) for _ in range(30)])
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_game_is_solved_once_for_all_seats() -> None:
    """Whatever else the configs say."""
    assert strategy_for(Dice(), 20) is strategy_for(Dice(), 20)
    assert strategy_for(Dice(), 20) is not strategy_for(Dice(so_far=True), 20)


# What it does without a solution.


@pytest.fixture
def solution(monkeypatch: pytest.MonkeyPatch) -> solver_bot.Solution:
    """A solution that comes when the test says so."""
    coming = solver_bot.Solution()
    monkeypatch.setattr(solver_bot, "strategy_for", lambda *_: coming)
    return coming


@pytest.mark.parametrize("remaining_s", [None, 3600.0])
async def test_it_waits_while_there_is_time(
    solution: solver_bot.Solution, default: Strategy, remaining_s: float | None
) -> None:
    """And then plays the solution."""
    match = match_of()
    bot = SolverBot(1)
    bot.on_start(match)
    waiting = asyncio.create_task(picks(bot, match, 1, (1, 1), remaining_s))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not waiting.done()
    solution.set_result(default)
    assert await waiting == {"PS": 1}


async def test_without_time_it_plays_the_single_round(
    solution: solver_bot.Solution, default: Strategy, caplog: pytest.LogCaptureFixture
) -> None:
    """It says so once, and plays the solution from when it is there.

    13.8 is chi-square's 0.1% point for 2 degrees of freedom.
    """
    match = match_of()
    bot = SolverBot(2008)
    bot.on_start(match)
    counts = await picks(bot, match, 2380, (1, 1), solver_bot.RESERVE_S)
    assert chi_square(counts, MIXTURE) < 13.8
    why = "the game is not solved yet: playing the single round's mixture"
    assert [record.getMessage() for record in caplog.records] == [f"match m seat 0: {why}"]
    solution.set_result(default)
    assert await picks(bot, match, 20, (1, 1), solver_bot.RESERVE_S) == {"PS": 20}


async def test_a_game_that_is_too_large_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """And the single round's mixture is played to the end."""
    config = wire.Config()
    config.CopyFrom(CONFIG)
    config.life = 1000
    match = match_of(config)
    bot = SolverBot(2008)
    bot.on_start(match)
    counts = await picks(bot, match, 2380, (1000, 1000))
    assert chi_square(counts, MIXTURE) < 13.8
    why = "the game is too large to be solved: playing the single round's mixture"
    assert [record.getMessage() for record in caplog.records] == [f"match m seat 0: {why}"]


async def test_a_solver_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """From its own thread, as a warning, and the match goes on."""

    def fail(*_: object) -> Strategy:
        raise ArithmeticError("round in circles")

    monkeypatch.setattr(solver_bot, "solve", fail)
    strategy_for.cache_clear()
    match = match_of()
    bot = SolverBot(2008)
    bot.on_start(match)
    counts = await picks(bot, match, 20, (1, 1))
    strategy_for.cache_clear()
    assert counts["PS"] == 0
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "could not be solved (ArithmeticError('round in circles'))" in record.getMessage()


@pytest.mark.parametrize(
    "config", [[], ["magic_scope=so_far"], ["die_magic=12", "life=10"]], ids=str
)
def test_it_waits_for_its_solution(config: list[str], tmp_path: Path) -> None:
    """In a process that has just begun there is no fallback, if only there is time before the deadline."""
    flags = [word for pair in ["games=1", *config] for word in ("--config", pair)]
    ran = process(
        "play", "diceman", "--bot", "house:solver", "--bot", "house:solver",
        "--move-time", "30m", "--replay-dir", str(tmp_path), "--json", *flags,
    )  # fmt: skip
    assert (ran.status, ran.err) == (0, "")
    (match,) = json.loads(ran.out)["matches"]
    assert [seat["strikes"] for seat in match["seats"]] == [0, 0]


# Matrix games in floats.


@pytest.mark.parametrize(
    ("payoffs", "value", "row", "column"),
    [
        ([[7.0]], 7, [1], [1]),
        ([[3.0, 5.0], [2.0, 9.0]], 3, [1, 0], [1, 0]),
        ([[4.0, 1.0], [2.0, 3.0]], 2.5, [0.25, 0.75], [0.5, 0.5]),
        ([[1.0, 4.0], [3.0, 2.0], [0.0, 0.0]], 2.5, [0.25, 0.75, 0], [0.5, 0.5]),
        ([[0.5] * 3] * 2, 0.5, None, None),
    ],
    ids=["one", "saddle", "two", "dominated", "all alike"],
)
def test_games_by_hand(
    payoffs: list[list[float]], value: float, row: list[float] | None, column: list[float] | None
) -> None:
    """Games with one optimal mixture a side, which is found by equalizing, and one with many."""
    point = saddle_point(payoffs)
    assert point.value == pytest.approx(value)
    assert row is None or point.row == pytest.approx(row)
    assert column is None or point.column == pytest.approx(column)


ENTRY = st.one_of(st.integers(-2, 2).map(float), st.floats(-1, 1), st.floats(0.9999999, 1))


@given(
    st.integers(1, 6).flatmap(
        lambda size: st.lists(st.lists(ENTRY, min_size=size, max_size=size), min_size=1, max_size=6)
    )
)
@settings(max_examples=200)
def test_any_game_is_solved(payoffs: list[list[float]]) -> None:
    """Neither player can do better, down to rounding; also where payoffs tie or are almost equal."""
    point = saddle_point(payoffs)
    matrix = np.array(payoffs)
    assert sum(point.row) == pytest.approx(1, abs=TOLERANCE)
    assert sum(point.column) == pytest.approx(1, abs=TOLERANCE)
    assert min(*point.row, *point.column) >= 0
    assert (np.array(point.row) @ matrix).min() >= point.value - TOLERANCE
    assert (matrix @ np.array(point.column)).max() <= point.value + TOLERANCE
