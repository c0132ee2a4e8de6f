"""The ladder: what it promises, the same in whatever order results come in, and what its file says."""

from __future__ import annotations

import collections
import itertools
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fakes import FACTS, FILE, FakeBots, FakeReferee, Silence
from tests.tournaments.playing_out import Judge, favourites, names_of, play_out
from tournaments.pairings import (
    Ladder,
    LadderTerms,
    Pairing,
    ladder_ratings,
    own_dice,
    written_seeds,
)
from tournaments.pairings.ladder import balanced_seats
from tournaments.pairings.schedule import written_schedule
from tournaments.play.executor import LocalExecutor
from tournaments.play.runner import Runner
from tournaments.ratings.strengths import ELO
from tournaments.session import begin
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.reading import parse_spec
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler, make_standings, num_seats
from tournaments.tables.standings import Standing

TERMS = LadderTerms()
SEEDS = written_seeds(7)


def by_chance(seed: int) -> Judge:
    """Placements with ties, by which earlier names are somewhat better, from the pairing and this seed alone."""

    def judge(pairing: Pairing) -> tuple[int, ...]:
        schedule = random.Random(f"{seed}:{pairing.number}:{pairing.players}")
        scores = [round(schedule.gauss(-int(name[1:]) / 8, 2)) for name in pairing.players]
        return tuple(1 + sum(other > own for other in scores) for own in scores)

    return judge


def rounds_of(played: Sequence[Pairing]) -> list[list[Pairing]]:
    """The matches of each round."""
    grouped = itertools.groupby(played, key=lambda pairing: pairing.block.split(":")[0])
    return [list(pairings) for _, pairings in grouped]


def blocks_of(pairings: Sequence[Pairing]) -> list[frozenset[str]]:
    """Who meets in each block of a round."""
    return [frozenset(block.split(":")[1:]) for block in dict.fromkeys(p.block for p in pairings)]


@settings(deadline=None, max_examples=40)
@given(
    count=st.integers(2, 60),
    seats=st.integers(2, 17),
    rounds=st.integers(1, 9),
    one_seating=st.booleans(),
    seed=st.integers(0, 5),
)
def test_what_is_promised(
    count: int, seats: int, rounds: int, one_seating: bool, seed: int
) -> None:
    """Blocks a round, waits, blocks of one player, and seats."""
    count = max(count, seats)
    names = names_of(count)
    scheduler = Ladder(names, rounds=rounds, seeds=SEEDS, seats=seats, one_seating=one_seating)
    played = play_out(scheduler, by_chance(seed))
    # Both mirrored halves of a design, where the number is odd.
    each = 2 if seats % 2 else 1
    of_block = 1 if one_seating else each * seats
    assert scheduler.total == len(played) == rounds * (count // seats) * of_block
    last_played = dict.fromkeys(names, 0)
    for number, pairings in enumerate(rounds_of(played), start=1):
        blocks = blocks_of(pairings)
        assert len(blocks) == len(set(blocks)) == count // seats
        assert {len(block) for block in blocks} == {seats}
        most = collections.Counter(player for block in blocks for player in block)
        assert max(most.values()) <= TERMS.most_blocks
        last_played.update(dict.fromkeys(most, number))
        assert min(last_played.values()) > number - TERMS.longest_wait
        if not one_seating:
            sat = collections.Counter(
                (p.block, player, seat) for p in pairings for seat, player in enumerate(p.players)
            )
            assert set(sat.values()) == {each}
    if one_seating:
        sat_at = collections.Counter(
            (player, seat) for p in played for seat, player in enumerate(p.players)
        )
        for name in names:
            times = [sat_at[name, seat] for seat in range(seats)]
            assert max(times) - min(times) <= 3


def test_balanced_seats() -> None:
    """As good as the best of all seatings, of three and of four who had some seats oftener than others."""
    schedule = random.Random(1)
    for size in (3, 4):
        for _ in range(30):
            sat = np.array([[schedule.randrange(3) for _ in range(size)] for _ in range(size)])
            found = balanced_seats(sat)
            assert sorted(found) == list(range(size))
            costs = [
                sum(int(sat[player, seat]) for player, seat in enumerate(seats))
                for seats in itertools.permutations(range(size))
            ]
            # Of no two a change of seats would help; that is at most one count from the best here.
            assert sum(int(sat[p, s]) for p, s in enumerate(found)) <= min(costs) + 1


@settings(deadline=None, max_examples=20)
@given(count=st.integers(6, 30), seats=st.integers(2, 6), seed=st.integers(0, 99))
def test_the_order_of_results_is_nothing(count: int, seats: int, seed: int) -> None:
    """Who meets whom depends on what came of earlier rounds alone."""
    straight, shuffled = (
        play_out(
            Ladder(names_of(count), rounds=5, seeds=SEEDS, seats=seats),
            by_chance(seed),
            shuffle=shuffle,
        )
        for shuffle in (None, seed)
    )
    assert straight == shuffled


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_more_rounds_go_on(seats: int) -> None:
    """A ladder with more rounds begins as the one with fewer."""
    short, long = (
        play_out(Ladder(names_of(11), rounds=r, seeds=SEEDS, seats=seats), by_chance(1))
        for r in (4, 9)
    )
    assert long[: len(short)] == short


def test_a_match_without_a_result_holds_up_the_next_round() -> None:
    """What is void is left to the next run; nothing is planned from half a round."""
    scheduler = Ladder(names_of(4), rounds=2, seeds=own_dice)
    first, *others = scheduler.due()
    scheduler.record(first, None)
    for pairing in others:
        scheduler.record(pairing, favourites(pairing))
    assert not scheduler.due()


def test_rounds_by_hand() -> None:
    """The first round goes by the file; then winners meet winners, whom little is known of."""
    scheduler = Ladder("abcd", rounds=2, seeds=own_dice)
    first = scheduler.due()
    assert [p.players for p in first] == [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]
    assert [p.block for p in first] == ["1:a:b", "1:a:b", "1:c:d", "1:c:d"]
    for pairing in first:
        scheduler.record(pairing, favourites(pairing))
    assert {p.block for p in scheduler.due()} == {"2:a:c", "2:b:d"}


def test_groups_by_hand() -> None:
    """The first and the last of two groups of three are worth no match; winners, middle and losers are."""
    scheduler = Ladder("abcdef", rounds=2, seeds=own_dice, seats=3, one_seating=True)
    first = scheduler.due()
    assert [p.players for p in first] == [("a", "b", "c"), ("d", "e", "f")]
    for pairing in first:
        scheduler.record(pairing, favourites(pairing))
    blocks = blocks_of(scheduler.due())
    assert len(blocks) == 2
    assert any({"a", "d"} <= block for block in blocks)
    assert all(block & set("abc") and block & set("def") for block in blocks)


@pytest.mark.parametrize(("count", "seats"), [(24, 2), (30, 4), (64, 8)])
def test_the_best_four_all_meet(count: int, seats: int) -> None:
    """Any two of the best four have met in the last rounds, or meet in this one."""
    names = names_of(count)
    scheduler = Ladder(names, rounds=40, seeds=own_dice, seats=seats, one_seating=True)
    judge = by_chance(3)
    last_met: dict[frozenset[str], int] = {}
    number = 0
    while due := scheduler.due():
        number += 1
        mean = scheduler.strengths.mean.tolist()
        for block in blocks_of(due):
            for pair in itertools.combinations(sorted(block), 2):
                last_met[frozenset(pair)] = number
        best = sorted(range(count), key=lambda place: (-mean[place], place))[:4]
        for one, other in itertools.combinations(best, 2):
            met = last_met.get(frozenset((names[one], names[other])), 0)
            assert met > number - TERMS.top_rounds
        for pairing in due:
            scheduler.record(pairing, judge(pairing))
    assert number == 40


def late(count: int, newcomers: int, entered: int, rounds: int, seats: int = 2) -> Ladder:
    """A ladder to which the last players were added."""
    return Ladder(
        names_of(count),
        rounds=rounds,
        seeds=SEEDS,
        seats=seats,
        one_seating=seats > 2,
        entered=[0] * (count - newcomers) + [entered] * newcomers,
    )


@pytest.mark.parametrize(
    ("seats", "of_round", "of_next_round"), [(2, 10, 12), (3, 3, 4)], ids=["two", "three"]
)
@pytest.mark.parametrize("within", [0, 1])
def test_added_players(seats: int, of_round: int, of_next_round: int, within: int) -> None:
    """They take part from the first round that is planned after what was known, and change nothing before."""
    before = play_out(
        Ladder(names_of(10), rounds=6, seeds=SEEDS, seats=seats, one_seating=seats > 2),
        by_chance(5),
    )
    assert len(before) == 6 * of_round
    # Added after the fourth round; or after the third, when the fourth is known in part.
    known = 4 * of_round - within
    scheduler = late(13, 3, known, 9, seats)
    played = play_out(scheduler, by_chance(5))
    assert played[: 4 * of_round] == before[: 4 * of_round]
    assert scheduler.total == len(played) == 4 * of_round + 5 * of_next_round
    there = {
        player for pairing in played[4 * of_round :][:of_next_round] for player in pairing.players
    }
    assert set(names_of(13)[10:]) <= there
    assert not any(set(names_of(13)[10:]) & set(p.players) for p in played[: 4 * of_round])


@pytest.mark.parametrize("seed", range(6))
def test_newcomers_come_first_but_not_alone(seed: int) -> None:
    """To a settled field: they play most, and have no more than their share of each round's blocks."""
    names = names_of(36)
    newcomers = set(names[30:])
    terms = LadderTerms(settled=0.5)
    scheduler = Ladder(
        names, rounds=62, seeds=own_dice, entered=[0] * 30 + [60 * 30] * 6, terms=terms
    )
    judge = by_chance(seed)
    played: collections.Counter[str] = collections.Counter()
    for number in range(1, 63):
        due = scheduler.due()
        if number > 60:
            assert scheduler.strengths.deviations(range(30)).max() < terms.settled
            assert scheduler.strengths.deviations(range(36))[30:].min() > terms.settled
            blocks = blocks_of(due)
            assert len(blocks) == 18
            assert 6 <= sum(bool(block & newcomers) for block in blocks) <= 9
            played.update(player for block in blocks for player in block)
        for pairing in due:
            scheduler.record(pairing, judge(pairing))
    assert min(played[name] for name in newcomers) > 2
    assert sum(played.values()) == 36 * 2


@pytest.mark.parametrize(
    ("entered", "problem"),
    [
        ([0, 0], "entered must be 3 numbers, one a player, not 2"),
        ([0, 0, -1], "entered must be numbers from 0, not -1"),
        ([0, 4, 4], "players from the beginning must be at least 2, the seats, not 1"),
    ],
)
def test_entered_must_suit_the_players(entered: list[int], problem: str) -> None:
    """One number a player, and enough from the beginning."""
    with pytest.raises(ValueError, match=f"^{problem}$"):
        Ladder("abc", rounds=1, seeds=own_dice, entered=entered)


def test_ratings_of_many_seats() -> None:
    """Near the truth of simulated bots, about a mean of 0, whatever the order of the matches."""
    names = names_of(12)
    truth = {name: (5.5 - place) / 4 for place, name in enumerate(names)}
    schedule = np.random.default_rng(4)

    def judge(pairing: Pairing) -> tuple[int, ...]:
        performances = [truth[name] + float(schedule.gumbel()) for name in pairing.players]
        return tuple(1 + sum(other > own for other in performances) for own in performances)

    scheduler = Ladder(names, rounds=120, seeds=own_dice, seats=4, one_seating=True)
    played = []
    while due := scheduler.due():
        for pairing in due:
            played.append((pairing, judge(pairing)))
            scheduler.record(*played[-1])
    ratings = ladder_ratings(names, played)
    assert ladder_ratings(names, played[::-1]) == ratings
    assert sum(rating.mu for rating in ratings.values()) == pytest.approx(0)
    for name, rating in ratings.items():
        assert abs(rating.mu - ELO * truth[name]) < 3.5 * rating.sigma
        assert rating.sigma < TERMS.settled * ELO


HEAD = 'name = "cup"\ngame = "diceman"\nformat = "ladder"\n'


def spec_of(keys: str, bots: str = "abcd") -> TournamentSpec:
    """A file with these keys."""
    tables = "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in bots)
    return parse_spec(f"{HEAD}{keys}\n{tables}", FILE)


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ("", "rounds must be given with format 'ladder'"),
        ("rounds = 0", "rounds must be from 1 to 100000, not 0"),
        (
            "rounds = 9\ncycles = 2",
            "cycles is no key of format 'ladder'; known there: rounds, seats, seatings",
        ),
        ("rounds = 9\nseats = 1", "seats must be from 2 to 100, not 1"),
        ("rounds = 9\nseats = 5", "seats must be from 2 to 4, the number of bots, not 5"),
        ('rounds = 9\nseats = "3"', "seats must be a whole number, not '3'"),
    ],
)
def test_keys(keys: str, problem: str) -> None:
    """A ladder has rounds, without a bound by the number of bots, and seats."""
    with pytest.raises(SpecError) as caught:
        spec_of(keys)
    assert caught.value.problem == problem
    few, many = (spec_of(f"rounds = {rounds}") for rounds in (1, 500))
    assert few.decisive_json() == many.decisive_json()


@pytest.mark.parametrize(
    ("keys", "seats", "matches"),
    [
        ("", 2, 4),
        ('seatings = "one"', 2, 2),
        ("seats = 3", 3, 1),
        ('seats = 3\nseatings = "all"', 3, 6),
        ("seats = 4", 4, 1),
    ],
)
def test_seatings(keys: str, seats: int, matches: int) -> None:
    """Two seats change places; more play once, unless the file says otherwise."""
    spec = spec_of(f"rounds = 1\n{keys}")
    assert num_seats(spec) == seats
    due = make_scheduler(spec, written_schedule(0)).due()
    assert len(due) == matches
    assert {len(pairing.players) for pairing in due} == {seats}


async def test_a_ladder_goes_on_with_more_rounds(tmp_path: Path) -> None:
    """What it would have been from the start; the data folder knows the new limit, and its table is by rating."""
    short, long = (
        f"{HEAD}rounds = {rounds}\n"
        + "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in "dacbe")
        for rounds in (2, 12)
    )

    async def play(store: Store, text: str, file: Path) -> TournamentSpec:
        file.write_text(text)
        spec = parse_spec(text, file)
        schedule = begin(store, spec, file)
        executor = LocalExecutor(FakeReferee(), FakeBots(), slots=3, replay_folder=None)
        scheduler = make_scheduler(spec, schedule)
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
