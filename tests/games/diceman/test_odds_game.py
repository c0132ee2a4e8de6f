"""The odds of the whole game: the rulebook's values, the saddle property, and plain iteration."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import FieldError
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import WholeGame, count_rolls, solve_game, whole_game
from referee.games.diceman.odds.matrix_game import Solution, solve_matrix_game
from tests.games.diceman import odds_reference as reference
from tests.games.diceman.odds_reference import LETTERS, Rules
from tests.games.diceman.test_odds_table import config_of

PS = LETTERS.index("PS")
TOLERANCE = 1e-10
"""For the saddle property; DM-11.6 asks for 1e-6."""


def solved(rules: Rules, life: int) -> WholeGame:
    """The solved game of these dice."""
    return solve_game(count_rolls(config_of(rules)), life)


@pytest.fixture(scope="module", params=[False, True], ids=["phase", "so_far"])
def rules(request: pytest.FixtureRequest) -> Rules:
    """The default dice under both scopes."""
    return Rules(reference.DEFAULT.sides, so_far=request.param)


@pytest.fixture(scope="module")
def game(rules: Rules) -> WholeGame:
    """Their solved game with 20 life."""
    return solved(rules, 20)


@pytest.fixture(scope="module")
def default() -> WholeGame:
    """That of the default config."""
    return solved(reference.DEFAULT, 20)


def test_values_of_the_rulebook(default: WholeGame) -> None:
    """DM-11.8: V(1,1) = 0, V(2,1) = 1/8, V(20,10) = 0.770676."""
    assert default.values[1, 1] == 0
    assert default.values[2, 1] == pytest.approx(1 / 8, abs=1e-12)
    assert default.values[20, 10] == pytest.approx(0.770676, abs=5e-7)


@pytest.mark.parametrize(("own", "other"), [(1, 1), (2, 1), (1, 2)])
def test_mixtures_of_the_rulebook(default: WholeGame, own: int, other: int) -> None:
    """DM-11.8: both play PS, at (1, 1) because nothing else is optimal."""
    assert default.mixtures[own, other].tolist() == np.eye(6)[PS].tolist()


def test_the_dead_have_lost(game: WholeGame) -> None:
    """DM-11.5: who alone is alive has won, two dead have drawn, and nobody chooses any more."""
    assert game.life == 20
    assert game.values[0, 0] == 0
    assert (game.values[1:, 0] == 1).all()
    assert (game.values[0, 1:] == -1).all()
    assert not game.mixtures[0].any()
    assert not game.mixtures[:, 0].any()


def test_values_are_antisymmetric(game: WholeGame) -> None:
    """DM-11.5: V(a, b) = -V(b, a), so equal lives are worth 0, and no value is beyond a win."""
    assert (game.values == -game.values.T).all()
    assert (np.abs(game.values) <= 1).all()
    assert not np.signbit(np.diag(game.values)).any()


def test_mixtures_are_probabilities(game: WholeGame) -> None:
    """None negative, together 1."""
    mixtures = game.mixtures[1:, 1:]
    assert (mixtures >= 0).all()
    assert np.abs(mixtures.sum(axis=2) - 1).max() < 1e-14


def test_every_pair_of_mixtures_is_a_saddle_point(rules: Rules, game: WholeGame) -> None:
    """DM-11.6 in all 400 states, with payoffs made roll by roll."""
    assert reference.worst_gap(rules, game.values, game.mixtures) < TOLERANCE
    assert game.gap < TOLERANCE


def test_a_longer_game_has_the_same_values(rules: Rules, game: WholeGame) -> None:
    """What lives are worth does not depend on how many there were."""
    assert (solved(rules, 7).values == game.values[:8, :8]).all()


@pytest.mark.parametrize(
    "small",
    [
        Rules((2, 3, 3, 2)),
        Rules((2, 3, 3, 2), so_far=True),
        Rules((1, 2, 4, 3)),
        Rules((3, 1, 2, 4), so_far=True),
        Rules((4, 2, 1, 1)),
    ],
    ids=str,
)
def test_values_agree_with_plain_iteration(small: Rules) -> None:
    """DM-11.5 by the phase procedure with lives in play, another solver, and v(n) from v(0) = 0."""
    game = solved(small, 3)
    for a, b in itertools.product(range(4), repeat=2):
        assert game.values[a, b] == pytest.approx(reference.value(small, a, b), abs=1e-9), (a, b)


@pytest.mark.slow
def test_values_of_the_default_dice_agree_with_plain_iteration() -> None:
    """At (3, 1) and on the way there."""
    game = solved(reference.DEFAULT, 3)
    for a in (1, 2, 3):
        expected = reference.value(reference.DEFAULT, a, 1)
        assert game.values[a, 1] == pytest.approx(expected, abs=1e-10)


def test_the_reference_gives_the_rulebooks_entry() -> None:
    """DM-11.8: at (1, 1), PS against PH without what leads back is 7/120."""
    after = reference.lives_after(reference.DEFAULT, PS, LETTERS.index("PH"), (1, 1))
    chances = {lives: chance for lives, chance in after.items() if lives != (1, 1)}
    assert sum(((a > b) - (a < b)) * chance for (a, b), chance in chances.items()) == Fraction(
        7, 120
    )


def test_dice_of_one_side_are_solved() -> None:
    """Picks that wait for each other forever are left for others, however slowly.

    With every roll 1 the seat that is ahead wins almost surely, but only by picks that it hardly ever
    makes; the values are as near to 1 as rounding lets the iteration of the rulebook come.
    """
    game = solved(Rules((1, 1, 1, 1)), 5)
    ahead = game.values[np.tril_indices(6, -1)]
    assert ahead.min() > 1 - 1e-4
    assert game.gap < TOLERANCE


def test_no_mixture_of_the_better_seat_waits_forever(game: WholeGame) -> None:
    """Shield and priority on both sides do no damage, ever: they can't be all that an optimal seat plays."""
    ph = LETTERS.index("PH")
    better = game.values > 0
    assert game.mixtures[better][:, ph].max() < 1


@pytest.mark.parametrize("life", [0, 61, -1])
def test_life_has_bounds(life: int) -> None:
    """DM-11: 60 at most."""
    with pytest.raises(FieldError, match=f"life must be from 1 to 60 .* not {life}"):
        solve_game(count_rolls(DicemanConfig()), life)


def test_progress_is_told() -> None:
    """For each sum of lives, up to the end."""
    told: list[tuple[str, int, int]] = []
    solve_game(count_rolls(DicemanConfig()), 3, lambda *words: told.append(words))
    assert told == [("solving lives", step, 5) for step in range(1, 6)]


def test_what_is_not_optimal_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that were wrong would be found out by the saddle property."""
    wrong = Solution(Fraction(0), (1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), 1)
    monkeypatch.setattr(whole_game, "solve_matrix_game", lambda _: wrong)
    with pytest.raises(ArithmeticError, match="from optimal"):
        solve_game(count_rolls(DicemanConfig()), 2)


# Matrix games by themselves.


def assert_solves(payoffs: list[list[int]], solution: Solution) -> None:
    """See that value and mixtures hold exactly."""
    value, row, column, out_of = solution
    assert out_of > 0
    for mixture, size in ((row, len(payoffs)), (column, len(payoffs[0]))):
        assert len(mixture) == size
        assert sum(mixture) == out_of
        assert min(mixture) >= 0
    for j in range(len(payoffs[0])):
        assert sum(row[i] * payoffs[i][j] for i in range(len(payoffs))) >= value * out_of
    for line in payoffs:
        assert sum(column[j] * line[j] for j in range(len(line))) <= value * out_of


@pytest.mark.parametrize(
    ("payoffs", "value", "row", "column"),
    [
        ([[7]], "7", ["1"], ["1"]),
        ([[3, 5], [2, 9]], "3", ["1", "0"], ["1", "0"]),
        ([[1, -1], [-1, 1]], "0", ["1/2", "1/2"], ["1/2", "1/2"]),
        ([[4, 1], [2, 3]], "5/2", ["1/4", "3/4"], ["1/2", "1/2"]),
        ([[0, -1, 2], [1, 0, -3], [-2, 3, 0]], "0", ["1/2", "1/3", "1/6"], ["1/2", "1/3", "1/6"]),
        ([[1, 4], [3, 2], [0, 0]], "5/2", ["1/4", "3/4", "0"], ["1/2", "1/2"]),
    ],
    ids=["one", "saddle", "pennies", "two", "rock paper scissors", "dominated"],
)
def test_games_by_hand(
    payoffs: list[list[int]], value: str, row: list[str], column: list[str]
) -> None:
    """Games with one optimal mixture a side, which is found by equalizing."""
    solution = solve_matrix_game(payoffs)
    assert solution.value == Fraction(value)
    assert [Fraction(share, solution.out_of) for share in solution.row] == list(map(Fraction, row))
    assert [Fraction(share, solution.out_of) for share in solution.column] == list(
        map(Fraction, column)
    )


ENTRY = st.one_of(
    st.integers(-3, 3),
    st.integers(-(2**60), 2**60),
    st.integers(2**60 - 2, 2**60),
)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    """Payoffs of 1 to 6 rows and columns: few different ones, any, or hardly different ones."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return [[draw(ENTRY) for _ in range(columns)] for _ in range(rows)]


@given(matrices())
def test_any_game_is_solved_exactly(payoffs: list[list[int]]) -> None:
    """Also where payoffs tie, or differ in the sixtieth bit only."""
    assert_solves(payoffs, solve_matrix_game(payoffs))


@given(st.lists(st.lists(st.integers(-5, 5), min_size=4, max_size=4), min_size=4, max_size=4))
def test_two_solvers_agree(payoffs: list[list[int]]) -> None:
    """Pivoting and trying every square part come to the same value."""
    expected = reference.matrix_value(np.array(payoffs, dtype=np.float64))
    assert float(solve_matrix_game(payoffs).value) == pytest.approx(expected, abs=1e-12)
