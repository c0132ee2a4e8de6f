from __future__ import annotations

import collections
import hashlib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairings import RoundRobin, block_seed, circle_rounds, rotations, written_seeds


@given(st.integers(2, 25))
def test_circle_method(num_players: int) -> None:
    """Every two meet exactly once, nobody twice in a round, and there are no more rounds than needed."""
    rounds = circle_rounds(num_players)
    met = [frozenset(meeting) for meetings in rounds for meeting in meetings]
    assert sorted(map(sorted, met)) == [
        list(pair) for pair in itertools.combinations(range(num_players), 2)
    ]
    for meetings in rounds:
        busy = list(itertools.chain.from_iterable(meetings))
        assert len(busy) == len(set(busy)) == num_players - num_players % 2
    assert len(rounds) == num_players - 1 + num_players % 2


def test_four_players_by_hand() -> None:
    """The circle 0 1 2 3 is folded, then 1 2 3 move on by one place, twice."""
    assert circle_rounds(4) == [[(0, 3), (1, 2)], [(0, 2), (3, 1)], [(0, 1), (2, 3)]]


@given(st.integers(1, 8))
def test_everybody_sits_everywhere_once(num_seats: int) -> None:
    """In the rotations of a seating, every player has every seat exactly once."""
    players = tuple(f"p{index}" for index in range(num_seats))
    seatings = rotations(players)
    for seat in range(num_seats):
        assert sorted(seating[seat] for seating in seatings) == sorted(players)


def test_blocks() -> None:
    """Two cycles of three players: six blocks of two matches, one seed each, seats swapped."""
    scheduler = RoundRobin(["a", "b", "c"], cycles=2, seeds=written_seeds(7))
    pairings = scheduler.due()
    assert scheduler.total == len(pairings) == 12
    assert [pairing.number for pairing in pairings] == list(range(1, 13))
    blocks = collections.defaultdict(list)
    for pairing in pairings:
        blocks[pairing.block].append(pairing)
    assert len(blocks) == len({pairing.seed for pairing in pairings}) == 6
    for first, second in blocks.values():
        assert first.seed == second.seed
        assert first.players == second.players[::-1]
    assert list(scheduler.due()) == []


def test_seeds_depend_on_who_meets_and_when_alone() -> None:
    """The order of entry changes no dice, another tournament seed changes all of them."""

    def seeds(players: list[str], seed: int) -> dict[str, int | None]:
        due = RoundRobin(players, cycles=2, seeds=written_seeds(seed)).due()
        return {pairing.block: pairing.seed for pairing in due}

    assert seeds(["a", "b", "c"], 1) == seeds(["c", "a", "b"], 1)
    assert not set(seeds(["a", "b", "c"], 1).values()) & set(seeds(["a", "b", "c"], 2).values())


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_block_seed(seed: int) -> None:
    """The seed is the head of a hash that anybody can compute with a command line."""
    text = f'[{seed},"1:a:b"]'.encode()
    assert f"{block_seed(seed, '1:a:b'):016x}" == hashlib.sha256(text).hexdigest()[:16]
