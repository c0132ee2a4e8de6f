"""The baseline bots of Diceman: tables against the rulebook, choices against hand computation."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamereferee.games.diceman.v1 import diceman_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots import SeededBot, find
from referee_bots.diceman.damage import COMBOS, Dice, net_table, whole_table
from referee_bots.diceman.mixer_bot import best_deviation, mixture
from referee_bots.matrix_game import optimal_mixture
from referee_client import Match
from tests.clients.scripted_referee import CONFIG
from tests.games.diceman.worked_odds import ODDS

LETTERS = ("MP", "MS", "MH", "PS", "PH", "SH")
DEFAULT = Dice()
SO_FAR = Dice(so_far=True)


def dealt(own: Sequence[int], other: Sequence[int], so_far: bool) -> int:
    """Damage dealt with one roll, value by die id: the closed form of DM-5.12, to the letter."""
    m, p, s, h = own
    their_m, their_p, their_s, their_h = other
    d = p - their_p
    if d > 0:
        return min(d, s) + max(0, s - min(d, s) - their_h) + min(d, h, their_s) + m
    if d < 0:
        casts = not so_far or dealt(other, own, so_far) == 0
        return max(0, s - their_h) + (m if casts else 0)
    n, their_n = max(0, s - their_h), max(0, their_s - h)
    if their_n > 0:
        return n
    return n + (max(0, m - their_m) if their_m > 0 and n == 0 else m)


def rolls(dice: Dice, combo: int) -> list[tuple[int, ...]]:
    """All rolls of a combination, value by die id."""
    faces = (range(1, n + 1) if d in COMBOS[combo] else (0,) for d, n in enumerate(dice.sides))
    return list(itertools.product(*faces))


def enumerate_entry(dice: Dice, row: int, column: int) -> tuple[list[int], list[int]]:
    """Damage dealt by row and by column in every pair of rolls."""
    pairs = list(itertools.product(rolls(dice, row), rolls(dice, column)))
    return (
        [dealt(own, other, dice.so_far) for own, other in pairs],
        [dealt(other, own, dice.so_far) for own, other in pairs],
    )


@pytest.mark.parametrize(
    ("dice", "more", "equal", "total"),
    [(DEFAULT, 33_658, 13_340, 185_155), (SO_FAR, 34_480, 11_696, 165_595)],
    ids=["phase", "so_far"],
)
def test_enumeration_has_the_rulebooks_sums(dice: Dice, more: int, equal: int, total: int) -> None:
    """DM-5.12: over all 80,656 cases the closed form has the sums that the rulebook gives."""
    cases = [enumerate_entry(dice, x, y) for x in range(6) for y in range(6)]
    pairs = [pair for own, other in cases for pair in zip(own, other, strict=True)]
    assert len(pairs) == 80_656
    assert sum(own > other for own, other in pairs) == more
    assert sum(own == other for own, other in pairs) == equal
    assert sum(own for own, _ in pairs) == total


@pytest.mark.parametrize(("row", "column", "more", "equal", "less", "net"), ODDS)
def test_table_has_the_rulebooks_entries(
    row: str, column: str, more: str, equal: str, less: str, net: str
) -> None:
    """DM-11.8: odds by enumeration and net from the table are the rulebook's fractions."""
    x, y = LETTERS.index(row), LETTERS.index(column)
    own, other = enumerate_entry(DEFAULT, x, y)
    signs = collections.Counter((a > b) - (a < b) for a, b in zip(own, other, strict=True))
    odds = [str(Fraction(signs[sign], len(own))) for sign in (1, 0, -1)]
    assert odds == [more, equal, less]
    assert str(net_table(DEFAULT)[x][y]) == net
    assert net_table(DEFAULT)[y][x] == -Fraction(net)


@pytest.mark.parametrize(
    "dice",
    [
        DEFAULT,
        SO_FAR,
        Dice((1, 1, 1, 1)),
        Dice((3, 5, 2, 4), so_far=True),
        Dice((6, 2, 7, 3)),
        Dice((2, 9, 5, 1), so_far=True),
    ],
    ids=lambda dice: f"{dice.sides} {'so_far' if dice.so_far else 'phase'}",
)
def test_table_agrees_with_enumeration(dice: Dice) -> None:
    """DM-11.2: sums over single dice come to the same as all rolls together."""
    table = net_table(dice)
    for x, y in itertools.product(range(6), repeat=2):
        own, other = enumerate_entry(dice, x, y)
        assert table[x][y] == Fraction(sum(own) - sum(other), len(own)), (LETTERS[x], LETTERS[y])


def test_whole_table_is_the_table() -> None:
    """Divided by its scale, the table in whole numbers is the table."""
    rows, scale = whole_table(DEFAULT)
    assert tuple(tuple(Fraction(n, scale) for n in row) for row in rows) == net_table(DEFAULT)


def test_dice_of_a_config() -> None:
    """Sides come by die id, and the scope with them."""
    assert Dice.of(CONFIG) == DEFAULT
    config = wire.Config(die_magic=1, die_priority=2, die_sword=3, die_shield=4)
    config.magic_scope = wire.MAGIC_SCOPE_SO_FAR
    assert Dice.of(config) == Dice((1, 2, 3, 4), so_far=True)


def observation(counts: Sequence[int], seat: int = 0) -> wire.Observation:
    """What a seat sees of an opponent who has picked so."""
    own, other = wire.PickCounts(counts=[9] * 6), wire.PickCounts(counts=counts)
    pairs = [own, other] if seat == 0 else [other, own]
    return wire.Observation(seat=seat, pick_counts=pairs, config=CONFIG)


def started(name: str, seed: int | None, match_id: str = "m", seat: int = 0) -> SeededBot:
    """A house bot that has met its match."""
    bot = find("diceman", name)(seed)
    bot.on_start(Match(match_id, seat, "diceman", 1, CONFIG, 2, TimeControl(), b""))
    return bot


def picks(bot: SeededBot, rounds: int, counts: Sequence[int] = (0,) * 6) -> list[str]:
    """What a bot picks in so many rounds against an opponent who has picked so."""
    actions = (bot.act(observation(counts)) for _ in range(rounds))
    return [LETTERS[COMBOS.index((action.dice[0], action.dice[1]))] for action in actions]


def chi_square(seen: Sequence[str], expected: dict[str, float]) -> float:
    """Pearson's statistic of counts against probabilities."""
    counts = collections.Counter(seen)
    assert set(counts) <= set(expected)
    return sum(
        (counts[combo] - len(seen) * p) ** 2 / (len(seen) * p) for combo, p in expected.items()
    )


def test_random_is_uniform() -> None:
    """DM-9.1: six combinations alike; 20.5 is chi-square's 0.1% point for 5 degrees of freedom."""
    seen = picks(started("random", 2008), 6000)
    assert chi_square(seen, dict.fromkeys(LETTERS, 1 / 6)) < 20.5


@pytest.mark.parametrize("name", ["random", "mixer"])
def test_seed_repeats_the_choices(name: str) -> None:
    """The same seed, match and seat draw alike; another match or seat draws otherwise."""
    first = picks(started(name, 5), 40)
    assert picks(started(name, 5), 40) == first
    assert picks(started(name, 5, match_id="n"), 40) != first
    assert picks(started(name, 5, seat=1), 40) != first
    assert picks(started(name, 6), 40) != first
    assert picks(started(name, None), 40) != picks(started(name, None), 40)


ONES = wire.Config(die_magic=1, die_priority=1, die_sword=1, die_shield=1)
"""Dice of one side: every roll is 1."""
HAND = """\
MP    0  -1   0  -1   1   0
MS    1   0   0   1   0  -1
MH    0   0   0   0   1   1
PS    1  -1   0   0   0   0
PH   -1   0  -1   0   0   1
SH    0   1  -1   0  -1   0
"""
"""Their net table, worked out by hand from DM-5; the rows' sums are -1, 1, 2, 0, -1, -1."""


def test_table_of_one_sided_dice() -> None:
    """The table is the one worked out by hand."""
    rows = [line.split()[1:7] for line in HAND.splitlines()]
    assert net_table(Dice((1, 1, 1, 1))) == tuple(tuple(map(int, row)) for row in rows)


@pytest.mark.parametrize(
    ("counts", "pick"),
    [
        ((0, 0, 0, 0, 0, 0), "MH"),
        ((0, 9, 0, 0, 0, 0), "SH"),
        ((0, 0, 0, 2, 0, 0), "MS"),
        ((0, 0, 0, 0, 0, 4), "MH"),
        ((0, 3, 0, 0, 0, 0), "MH"),
        ((1, 0, 0, 0, 0, 0), "MS"),
    ],
    ids=["none", "MS", "PS", "SH", "tie of MH and SH", "tie of MS and MH"],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_picks_the_best_answer(counts: Sequence[int], pick: str, seat: int) -> None:
    """DM-9.2: by row sums plus the rows weighted with the opponent's counts; ties to the lowest."""
    seen = observation(counts, seat)
    seen.config.CopyFrom(ONES)
    action = started("greedy", None).act(seen)
    assert LETTERS[COMBOS.index(tuple(action.dice))] == pick


def test_mixture_is_the_rulebooks() -> None:
    """DM-11.7: MS 23/238, MH 138/238, SH 77/238, and nothing else."""
    assert mixture(DEFAULT) == ((0, 23, 138, 0, 0, 77), 238)


def test_mixer_draws_its_mixture() -> None:
    """Without habits to punish; 13.8 is chi-square's 0.1% point for 2 degrees of freedom."""
    seen = picks(started("mixer", 2008), 4760)
    assert chi_square(seen, {"MS": 23 / 238, "MH": 138 / 238, "SH": 77 / 238}) < 13.8


@pytest.mark.parametrize(
    ("counts", "combo"),
    [
        ((0, 0, 0, 0, 0, 0), None),
        ((0, 23, 138, 0, 0, 77), None),
        ((0, 0, 0, 0, 0, 37), None),
        ((0, 0, 0, 0, 0, 38), "PH"),
    ],
    ids=["nothing seen", "the mixture itself", "just below", "just above"],
)
def test_mixer_punishes_habits(counts: Sequence[int], combo: str | None) -> None:
    """A deviation must gain more than 1/2 a round.

    Against n times SH, with 20 rounds of the mixture assumed before, PH expects
    (217/160 n + 20 (-183/160 * 23 - 5/2 * 138 + 217/160 * 77) / 238) / (n + 20), which passes 1/2
    between n = 37 and n = 38; the mixture expects 0.
    """
    found = best_deviation(DEFAULT, counts)
    assert (None if found is None else LETTERS[found]) == combo
    if combo is not None:
        assert set(picks(started("mixer", 1), 20, counts)) == {combo}


@pytest.mark.parametrize(("a", "b", "c"), [(1, 1, 1), (1, 2, 3), (5, 1, 7)])
def test_rock_paper_scissors(a: int, b: int, c: int) -> None:
    """With stakes a, b, c the only optimum is (c, b, a) over their sum."""
    payoffs = [[0, -a, b], [a, 0, -c], [-b, c, 0]]
    expected = [Fraction(stake, a + b + c) for stake in (c, b, a)]
    assert optimal_mixture(payoffs) == expected


@st.composite
def antisymmetric(draw: st.DrawFn) -> list[list[int]]:
    """Payoffs of a symmetric game of 1 to 6 choices."""
    size = draw(st.integers(1, 6))
    payoffs = [[0] * size for _ in range(size)]
    for x, y in itertools.combinations(range(size), 2):
        payoffs[x][y] = draw(st.integers(-3, 3))
        payoffs[y][x] = -payoffs[x][y]
    return payoffs


@given(antisymmetric())
def test_mixture_loses_to_nothing(payoffs: list[list[int]]) -> None:
    """Whatever the game, the mixture is one, and expects at least 0 against every choice."""
    mixed = optimal_mixture(payoffs)
    assert sum(mixed) == 1
    assert all(p >= 0 for p in mixed)
    for column in range(len(payoffs)):
        assert sum(p * row[column] for p, row in zip(mixed, payoffs, strict=True)) >= 0


@pytest.mark.parametrize("payoffs", [[[0, 1], [1, 0]], [[0, 1]], [[1]]])
def test_game_must_be_symmetric(payoffs: list[list[int]]) -> None:
    """Payoffs that are not antisymmetric are refused."""
    with pytest.raises(ValueError, match="antisymmetric"):
        optimal_mixture(payoffs)
