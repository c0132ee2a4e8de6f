"""The odds of a single round: the rulebook's numbers, and a second opinion for every entry."""

from __future__ import annotations

import hashlib
import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.errors import FieldError
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import RoundTable, count_rolls, rolls, round_table
from tests.games.diceman import odds_reference as reference
from tests.games.diceman.odds_reference import LETTERS, Rules
from tests.games.diceman.worked_odds import ODDS

CHECKSUMS = {
    "phase": "06bcbde599393b86bdc7aff2b9ba39f432a5cf55897c2b8545cd7ca327b76acf",
    "so_far": "f9305ed3ac7d64bc3cb93c8f6ddcd0269e69e3330aee4ffc7c39f610ee58ceab",
}
"""SHA-256 of the text of the default dice, which the reference gives too."""

SMALL_DIE = st.integers(1, 5)
RULES = st.builds(Rules, st.tuples(SMALL_DIE, SMALL_DIE, SMALL_DIE, SMALL_DIE), st.booleans())


def config_of(rules: Rules) -> DicemanConfig:
    """A config with these dice."""
    magic, priority, sword, shield = rules.sides
    return DicemanConfig(
        die_magic=magic,
        die_priority=priority,
        die_sword=sword,
        die_shield=shield,
        magic_scope="so_far" if rules.so_far else "phase",
    )


def table_of(rules: Rules) -> RoundTable:
    """Their table."""
    return round_table(count_rolls(config_of(rules)))


@pytest.fixture(scope="module")
def table() -> RoundTable:
    """That of the default config."""
    return table_of(reference.DEFAULT)


@pytest.mark.parametrize(("row", "col", "more", "equal", "less", "net"), ODDS)
def test_entries_of_the_rulebook(
    table: RoundTable, row: str, col: str, more: str, equal: str, less: str, net: str
) -> None:
    """DM-11.8, to the fraction."""
    entry = table.entry(LETTERS.index(row), LETTERS.index(col))
    assert [str(number) for number in entry[2:6]] == [more, equal, less, net]


def test_what_is_dealt_by_hand(table: RoundTable) -> None:
    """DM-11.8: SH deals MS its sword, 9/2 on average, and suffers 21/20."""
    entry = table.entry(LETTERS.index("SH"), LETTERS.index("MS"))
    assert (entry.dealt_row, entry.dealt_col) == (Fraction(9, 2), Fraction(21, 20))


@pytest.mark.parametrize("scope", CHECKSUMS)
def test_text_of_the_default_dice(scope: str) -> None:
    """All 36 entries are those of the phase procedure, and the text has not changed."""
    rules = Rules(reference.DEFAULT.sides, so_far=scope == "so_far")
    table = table_of(rules)
    expected = reference.text(rules)
    assert table.text() == expected
    assert table.checksum() == hashlib.sha256(expected.encode("ascii")).hexdigest()
    assert table.checksum() == CHECKSUMS[scope]


@given(RULES)
@settings(max_examples=15)
def test_text_of_any_dice(rules: Rules) -> None:
    """The phase procedure, roll by roll, comes to the same text."""
    assert table_of(rules).text() == reference.text(rules)


@pytest.mark.parametrize("die", range(4))
def test_a_large_die(die: int) -> None:
    """One die of many sides and three of few."""
    sides = [2, 2, 2, 2]
    sides[die] = 20
    rules = Rules((sides[0], sides[1], sides[2], sides[3]), so_far=True)
    assert table_of(rules).text() == reference.text(rules)


def test_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch, table: RoundTable) -> None:
    """Whether rolls are worked on one by one or all at once."""
    for size in (1, 1000, 10**6):
        monkeypatch.setattr(rolls, "CHUNK", size)
        assert table_of(reference.DEFAULT) == table


@given(RULES)
@settings(max_examples=25)
def test_seats_are_symmetric(rules: Rules) -> None:
    """DM-11.2: swapped combinations swap the odds, and odds add up to 1."""
    table = table_of(rules)
    for x, y in itertools.product(range(6), repeat=2):
        entry, mirrored = table.entry(x, y), table.entry(y, x)
        assert (entry.row, entry.col) == (x, y)
        assert (entry.more, entry.equal, entry.net) == (
            mirrored.less,
            mirrored.equal,
            -mirrored.net,
        )
        assert entry.dealt_row == mirrored.dealt_col
        assert entry.more + entry.equal + entry.less == 1
        assert entry.net == entry.dealt_row - entry.dealt_col


@given(RULES)
@settings(max_examples=25)
def test_edges_lead_from_the_better(rules: Rules) -> None:
    """DM-11.4: an edge if and only if the odds are better than even; never both ways."""
    table = table_of(rules)
    edges = {(edge.row, edge.col) for edge in table.edges()}
    for x, y in itertools.product(range(6), repeat=2):
        assert ((x, y) in edges) == (table.entry(x, y).more > table.entry(x, y).less)
        assert not ((x, y) in edges and (y, x) in edges)
    assert len(edges) == len(table.edges())


def test_edges_of_the_default_dice(table: RoundTable) -> None:
    """DM-11.8: SH beats MS, which beats MP; MP and MH are even."""
    edges = [(LETTERS[edge.row], LETTERS[edge.col]) for edge in table.edges()]
    assert ("SH", "MS") in edges
    assert ("MS", "MP") in edges
    assert not {("MP", "MH"), ("MH", "MP"), ("PH", "PH")} & set(edges)


def test_mixture_of_the_rulebook(table: RoundTable) -> None:
    """DM-11.7: MS 23/238, MH 138/238, SH 77/238, the only optimal one."""
    assert [share * 238 for share in table.mixture()] == [0, 23, 138, 0, 0, 77]


@given(RULES)
@settings(max_examples=25)
def test_mixture_loses_to_nothing(rules: Rules) -> None:
    """DM-11.7: the single-round game has the value 0, and the mixture assures it."""
    table = table_of(rules)
    mixture = table.mixture()
    assert sum(mixture) == 1
    assert all(share >= 0 for share in mixture)
    for y in range(6):
        assert sum(mixture[x] * table.entry(x, y).net for x in range(6)) >= 0


def test_all_rolls_are_counted() -> None:
    """DM-5.12: 284^2 pairs of rolls under default config, each pair of combinations with all of its own."""
    found = count_rolls(DicemanConfig())
    assert int(found.total.sum()) == 284**2
    sums = np.bincount(found.pair, weights=found.times)
    assert sums.tolist() == found.total.tolist()
    assert found.total.reshape(6, 6)[0, 5] == 4 * 6 * 8 * 10


def test_progress_is_told() -> None:
    """In 21 steps, up to the end."""
    told: list[tuple[str, int, int]] = []
    count_rolls(DicemanConfig(), lambda *words: told.append(words))
    assert told == [("counting rolls", step, 21) for step in range(1, 22)]


def test_too_many_rolls_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """SH against SH has (8 * 10)^2 pairs of rolls under default config, more than any other entry."""
    monkeypatch.setattr(rolls, "MAX_ROLL_PAIRS", 6400)
    count_rolls(DicemanConfig())
    monkeypatch.setattr(rolls, "MAX_ROLL_PAIRS", 6399)
    message = "dice must be of at most 6399 pairs of rolls for SH against SH, not 6400"
    with pytest.raises(FieldError, match=message):
        count_rolls(DicemanConfig())


def test_the_limit_is_the_rulebooks() -> None:
    """DM-11: 10^7 pairs of rolls; 57^4 is more."""
    assert rolls.MAX_ROLL_PAIRS == 10_000_000
    with pytest.raises(FieldError, match=r"dice must be .* not 10556001"):
        count_rolls(DicemanConfig(die_magic=57, die_priority=57, die_sword=57, die_shield=57))
