from __future__ import annotations

import collections
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairings import BalancedGroups, written_seeds
from tournaments.pairings.groups import base_groups


def test_seven_players_in_threes() -> None:
    """The smallest base group without a distance twice is 0 1 3, whose shifts are the Fano plane."""
    assert base_groups(7, 3, 1) == [(0, 1, 3)]
    due = BalancedGroups("abcdefg", seats=3, cycles=1, seeds=written_seeds(0)).due()
    groups = [pairing.players for pairing in due[::3]]
    assert ["".join(group) for group in groups] == [
        "abd", "bce", "cdf", "deg", "efa", "fgb", "gac",
    ]  # fmt: skip
    met = collections.Counter(
        frozenset(pair) for group in groups for pair in itertools.combinations(group, 2)
    )
    assert len(met) == 21
    assert set(met.values()) == {1}


def test_everybody_in_one_group() -> None:
    """Three players in threes: one block a cycle, in which everybody sits everywhere."""
    due = BalancedGroups("abc", seats=3, cycles=2, seeds=written_seeds(0)).due()
    assert ["".join(pairing.players) for pairing in due] == ["abc", "bca", "cab"] * 2
    assert [pairing.seed == due[0].seed for pairing in due] == [True] * 3 + [False] * 3


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_fairness(data: st.DataObject) -> None:
    """From 2 to 200 players: all sit in all seats equally often, nobody twice in a match."""
    count = data.draw(st.integers(2, 200))
    seats = data.draw(st.integers(2, min(count, 6)))
    cycles = data.draw(st.integers(1, 3))
    players = [f"p{index}" for index in range(count)]
    scheduler = BalancedGroups(players, seats=seats, cycles=cycles, seeds=written_seeds(1))
    due = scheduler.due()
    assert [pairing.number for pairing in due] == list(range(1, len(due) + 1))
    assert scheduler.total == len(due)
    assert all(len(set(pairing.players)) == seats for pairing in due)
    assert len({(pairing.seed, pairing.players) for pairing in due}) == len(due)
    for seat in range(seats):
        sat = collections.Counter(pairing.players[seat] for pairing in due)
        assert len(sat) == count
        assert len(set(sat.values())) == 1


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 60), st.integers(2, 5))
def test_meetings_level_out(count: int, size: int) -> None:
    """After as many base groups as there are distances, no two distances differ by more than a few.

    Of N - 1 base groups, each with size (size - 1) distances, a distance has size (size - 1) on
    average.
    """
    size = min(size, count)
    met = collections.Counter[int]()
    for group in base_groups(count, size, count - 1):
        for first, second in itertools.permutations(group, 2):
            met[(first - second) % count] += 1
    assert sum(met.values()) == (count - 1) * size * (size - 1)
    assert len(met) == count - 1
    assert max(met.values()) - min(met.values()) <= 2


@pytest.mark.parametrize(
    ("count", "seats", "cycles"), [(16, 16, 2), (20, 16, 3), (40, 16, 2), (20, 9, 3), (40, 4, 13)]
)
def test_one_seating_costs_a_match_a_player(count: int, seats: int, cycles: int) -> None:
    """A cycle has as many matches as players, in which everybody has every seat exactly once.

    Two meet in cycles * seats * (seats - 1) / (N - 1) matches on average, and nobody in two more or fewer.
    """
    players = [f"p{index}" for index in range(count)]
    due = BalancedGroups(
        players, seats=seats, cycles=cycles, seeds=written_seeds(1), one_seating=True
    ).due()
    assert len(due) == cycles * count
    assert len({pairing.seed for pairing in due}) == len(due)
    for cycle in range(cycles):
        played = due[cycle * count : (cycle + 1) * count]
        for seat in range(seats):
            assert sorted(pairing.players[seat] for pairing in played) == sorted(players)
    met = collections.Counter(
        frozenset(pair) for pairing in due for pair in itertools.combinations(pairing.players, 2)
    )
    assert len(met) == count * (count - 1) // 2
    mean = cycles * seats * (seats - 1) / (count - 1)
    assert sum(met.values()) == cycles * count * seats * (seats - 1) // 2
    assert all(abs(times - mean) < 2 for times in met.values())


def test_one_seating_has_the_groups_of_all_seatings() -> None:
    """And their seeds: the first match of each block of the other schedule."""
    of_all = BalancedGroups("abcdefg", seats=3, cycles=2, seeds=written_seeds(5)).due()[::3]
    of_one = BalancedGroups(
        "abcdefg", seats=3, cycles=2, seeds=written_seeds(5), one_seating=True
    ).due()
    assert [(one.seed, one.players) for one in of_one] == [
        (one.seed, one.players) for one in of_all
    ]
