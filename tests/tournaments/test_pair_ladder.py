"""The ladder: fair, the same in whatever order results come in, and soon right."""

from __future__ import annotations

import collections
import itertools
import math
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fakes import FACTS, FILE, FakeBots, FakeReferee, Silence
from tests.tournaments.playing_out import Judge, favourites, names_of, play_out, randomly
from tournaments.pairings import (
    Ladder,
    Pairing,
    RoundRobin,
    Scheduler,
    ladder_ratings,
    written_seeds,
)
from tournaments.pairings.ladder import pair_by_gain
from tournaments.play.executor import LocalExecutor
from tournaments.play.runner import Runner
from tournaments.ratings import Strengths
from tournaments.session import begin
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.reading import parse_spec
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler, make_standings
from tournaments.tables.standings import Standing


def rounds_of(played: list[Pairing]) -> list[list[Pairing]]:
    """The matches of each round."""
    grouped = itertools.groupby(played, key=lambda pairing: pairing.block.split(":")[0])
    return [list(pairings) for _, pairings in grouped]


@settings(deadline=None, max_examples=40)
@given(count=st.integers(2, 200), rounds=st.integers(1, 8), seed=st.integers(0, 5))
def test_it_is_fair_and_ends(count: int, rounds: int, seed: int) -> None:
    """Nobody plays twice in a round, is left out twice in a row, or plays two blocks less than another."""
    names = names_of(count)
    scheduler = Ladder(names, rounds=rounds, seeds=written_seeds(seed))
    played = play_out(scheduler, randomly(seed))
    assert scheduler.total == len(played) == rounds * (count // 2) * 2
    absent_before: set[str] = set()
    for pairings in rounds_of(played):
        seats = [collections.Counter(p.players[seat] for p in pairings) for seat in (0, 1)]
        assert seats[0] == seats[1]
        assert set(seats[0].values()) == {1}
        absent = set(names) - set(seats[0])
        assert len(absent) == count % 2
        assert not absent & absent_before
        absent_before = absent
    matches = collections.Counter(player for p in played for player in p.players)
    counts = [matches[name] for name in names]
    assert max(counts) - min(counts) <= 2
    blocks = collections.defaultdict(set)
    for pairing in played:
        blocks[pairing.block].add(pairing.seed)
    assert all(len(seeds) == 1 for seeds in blocks.values())


@settings(deadline=None, max_examples=20)
@given(count=st.integers(2, 40), rounds=st.integers(1, 6), seed=st.integers(0, 99))
def test_the_order_of_results_is_nothing(count: int, rounds: int, seed: int) -> None:
    """Who meets whom depends on what came of earlier rounds alone."""
    straight, shuffled = (
        play_out(
            Ladder(names_of(count), rounds=rounds, seeds=written_seeds(7)),
            randomly(seed),
            shuffle=shuffle,
        )
        for shuffle in (None, seed)
    )
    assert straight == shuffled


def test_more_rounds_go_on() -> None:
    """A ladder with more rounds begins as the one with fewer."""
    short = play_out(Ladder(names_of(9), rounds=3, seeds=written_seeds(1)), randomly(1))
    long = play_out(Ladder(names_of(9), rounds=7, seeds=written_seeds(1)), randomly(1))
    assert long[: len(short)] == short


def test_a_match_without_a_result_holds_up_the_next_round() -> None:
    """What is void is left to the next run; nothing is planned from half a round."""
    scheduler = Ladder(names_of(4), rounds=2, seeds=written_seeds(0))
    first, *others = scheduler.due()
    scheduler.record(first, None)
    for pairing in others:
        scheduler.record(pairing, favourites(pairing))
    assert not scheduler.due()


def test_pairs_by_hand() -> None:
    """The first round goes by the file; then winners meet winners, whom little is known of."""
    scheduler = Ladder("abcd", rounds=2, seeds=written_seeds(0))
    first = scheduler.due()
    assert [p.players for p in first] == [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]
    assert [p.block for p in first] == ["1:a:b", "1:a:b", "1:c:d", "1:c:d"]
    for pairing in first:
        scheduler.record(pairing, favourites(pairing))
    assert {p.block for p in scheduler.due()} == {"2:a:c", "2:b:d"}


def test_a_newcomer_meets_its_neighbours() -> None:
    """Somebody of whom nothing is known, among known ones, is first, and meets the middle."""
    strengths = Strengths(6)
    for _ in range(20):
        for better, worse in itertools.combinations(range(5), 2):
            strengths.observe(better, worse, 1.5, 2)
    assert pair_by_gain(strengths, range(6))[0] == (2, 5)
    for _ in range(2):
        strengths.observe(5, 2, 2.0, 2)
    first, rival = pair_by_gain(strengths, range(6))[0]
    assert rival == 5
    assert first in (0, 1)


def rank_correlation(values: list[float], truth: list[float]) -> float:
    """Spearman's, of values without ties."""
    count = len(values)
    ranks = [np.argsort(np.argsort(column)).tolist() for column in (values, truth)]
    squares = sum((own - other) ** 2 for own, other in zip(*ranks, strict=True))
    return 1 - 6 * float(squares) / (count * (count**2 - 1))


class _World:
    """Bots of known strengths, whose results follow from them by chance."""

    def __init__(self, count: int, spread: float, seed: int) -> None:
        dice = random.Random(seed)
        self.names = names_of(count)
        self.truth = [dice.gauss(0, spread) for _ in range(count)]
        self._strength = dict(zip(self.names, self.truth, strict=True))
        self._seed = seed

    def judge(self, pairing: Pairing) -> tuple[int, int]:
        """The same two at the same place of a schedule have the same luck."""
        ahead = self._strength[pairing.players[0]] - self._strength[pairing.players[1]]
        luck = random.Random(f"{self._seed}:{pairing.block}:{pairing.players}").random()
        return (1, 2) if luck < 1 / (1 + math.exp(-ahead)) else (2, 1)

    def matches_until(self, scheduler: Scheduler, wanted: float) -> int:
        """Matches until the order by rating correlates so well with the truth, checked every round."""
        played: list[tuple[Pairing, tuple[int, ...]]] = []
        step = len(self.names)
        judge: Judge = self.judge
        while due := scheduler.due():
            for pairing in due:
                played.append((pairing, judge(pairing)))
                scheduler.record(*played[-1])
                if len(played) % step == 0:
                    ratings = ladder_ratings(self.names, played)
                    values = [ratings[name].mu for name in self.names]
                    if rank_correlation(values, self.truth) >= wanted:
                        return len(played)
        raise AssertionError("never")


@pytest.mark.slow
def test_the_order_is_right_sooner_than_by_round_robin() -> None:
    """Rank correlation 0.95 of 60 bots with a spread of 434 Elo, rated alike; only the pairs differ."""
    by_ladder, by_round_robin = 0, 0
    for seed in range(10):
        world = _World(60, 2.5, seed)
        ladder = Ladder(world.names, rounds=60, seeds=written_seeds(seed))
        everybody = RoundRobin(world.names, cycles=2, seeds=written_seeds(seed))
        by_ladder += world.matches_until(ladder, 0.95)
        by_round_robin += world.matches_until(everybody, 0.95)
    assert by_ladder < 0.8 * by_round_robin


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ("", "rounds must be given with format 'ladder'"),
        ("rounds = 0", "rounds must be from 1 to 100000, not 0"),
        ("rounds = 9\ncycles = 2", "cycles is no key of format 'ladder'; known there: rounds"),
        ("rounds = 9\nseats = 3", "seats is no key of format 'ladder'; known there: rounds"),
    ],
)
def test_keys(keys: str, problem: str) -> None:
    """A ladder has rounds, without a bound by the number of bots, and nothing else."""
    head = f'name = "cup"\ngame = "diceman"\nformat = "ladder"\n{keys}\n'
    bots = "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in "ab")
    with pytest.raises(SpecError) as caught:
        parse_spec(head + bots, FILE)
    assert caught.value.problem == problem
    few, many = (
        parse_spec(f"{head.replace(keys, '')}rounds = {n}\n{bots}", FILE) for n in (1, 500)
    )
    assert few.decisive_json() == many.decisive_json()


async def test_a_ladder_goes_on_with_more_rounds(tmp_path: Path) -> None:
    """What it would have been from the start; the data folder knows the new limit, and its table is by rating."""
    short, long = (
        'name = "cup"\ngame = "diceman"\nformat = "ladder"\n'
        f"rounds = {rounds}\n"
        + "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in "dacbe")
        for rounds in (2, 5)
    )

    async def play(store: Store, text: str, file: Path) -> TournamentSpec:
        file.write_text(text)
        spec = parse_spec(text, file)
        begin(store, spec, file)
        executor = LocalExecutor(FakeReferee(), FakeBots(), slots=3, replay_folder=None)
        scheduler = make_scheduler(spec)
        runner = Runner(
            spec, FACTS, scheduler=scheduler, executor=executor, store=store, progress=Silence()
        )
        assert await runner.run() == 0
        return spec

    stores = [Store(tmp_path / f"{name}.sqlite", create=True) for name in ("on", "straight")]
    resumed, straight = stores
    await play(resumed, short, tmp_path / "cup.toml")
    assert len(resumed.matches()) == 2 * 2 * 2
    spec = await play(resumed, long, tmp_path / "cup.toml")
    await play(straight, long, tmp_path / "straight.toml")
    assert [m.pairing for m in resumed.matches()] == [m.pairing for m in straight.matches()]
    tournament = resumed.tournament()
    assert tournament is not None
    assert tournament.source == long
    table = make_standings(spec, resumed.matches())
    assert [line.player for line in table if isinstance(line, Standing)] == list("abcde")
    assert sum(line.rating.mu for line in table if isinstance(line, Standing)) == pytest.approx(0)
    for store in stores:
        store.close()
