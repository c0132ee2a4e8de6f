from __future__ import annotations

import collections
import dataclasses
import itertools
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fakes import FILE
from tournaments.pairings import AdHoc, Contest, Pairing, Team, written_seeds
from tournaments.pairings.parties import adhoc_pairs
from tournaments.reports.wording import two_decimals
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.spec.reading import parse_spec
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import make_scheduler, make_standings, num_seats
from tournaments.tables.party_standings import PartyStanding

TRIOS = """
[[teams]]
name = "pure"
bots = ["a", "a", "a"]
[[teams]]
name = "mixed"
bots = ["a", "b", "c"]
"""


def spec_of(keys: str, bots: str = "abc", teams: str = "") -> TournamentSpec:
    """A tournament of Dice Adventure between bots of one letter each."""
    text = f'name = "cup"\ngame = "dice_adventure"\n{keys}\n'
    text += "".join(f'[[bots]]\nname = "{bot}"\ncommand = "true"\n' for bot in bots)
    return parse_spec(text + teams, FILE)


def played(
    players: str, scores: Sequence[int], placements: Sequence[int] = (), seed: int = 0
) -> StoredMatch:
    """A match between parties of three; one score and placement a party."""
    placements = placements or [1] * len(scores)
    seats = tuple(
        SeatResult(placement, score, 0, None)
        for placement, score in zip(placements, scores, strict=True)
        for _ in range(3)
    )
    end = MatchEnd(EndCause.RULES, "", seats)
    return StoredMatch(Pairing(1, f"seed:{seed}", seed, tuple(players)), end, "m", None)


def table(spec: TournamentSpec, matches: list[StoredMatch]) -> list[tuple[int, str, object]]:
    """Place, entry and value, line by line."""
    lines = make_standings(spec, matches)
    return [(line.place, line.entry, line.value) for line in lines]  # type: ignore[union-attr]


def test_team_schedule() -> None:
    """Every entry plays every seed, one party a match."""
    scheduler = Team([("a", "a", "a"), ("a", "b", "c")], cycles=2, seeds=written_seeds(5))
    due = scheduler.due()
    assert [pairing.players for pairing in due] == [("a", "a", "a"), ("a", "b", "c")] * 2
    assert [pairing.block for pairing in due] == ["seed:1", "seed:1", "seed:2", "seed:2"]
    assert len({pairing.seed for pairing in due}) == 2
    assert scheduler.total == 4


def test_bots_are_entries_where_there_are_no_teams() -> None:
    """A bot by itself fills all seats of its party."""
    spec = spec_of('format = "team"\nparty_seats = 3')
    assert spec.party_entries == {"a": ("a", "a", "a"), "b": ("b", "b", "b"), "c": ("c", "c", "c")}
    assert num_seats(spec) == 3
    assert spec.per_match


def test_team_table() -> None:
    """The sum of match scores; equal sums share a place."""
    spec = spec_of('format = "team"\nparty_seats = 3')
    matches = [
        played("aaa", [900]), played("bbb", [1946]), played("ccc", [2000]),
        played("aaa", [900]), played("bbb", [54]), played("ccc", [0]),
    ]  # fmt: skip
    assert table(spec, matches) == [(1, "b", 2000), (1, "c", 2000), (3, "a", 1800)]


def with_tie_breaks(match: StoredMatch, rounds: int, deaths: int) -> StoredMatch:
    """A match of one party that took so many rounds and deaths."""
    told = (("rounds", rounds), ("deaths", deaths))
    seats = tuple(dataclasses.replace(seat, tie_breaks=told) for seat in match.end.seats)
    return dataclasses.replace(match, end=dataclasses.replace(match.end, seats=seats))


def test_ties_of_the_team_table() -> None:
    """AM-A1: equal sums are ranked by fewer rounds, then fewer deaths, both summed; then they share."""
    spec = spec_of('format = "team"\nparty_seats = 3', bots="abcdef")
    matches = [
        with_tie_breaks(played(f"{bot}{bot}{bot}", [score]), rounds, deaths)
        for bot, *results in [
            ("a", (500, 40, 0), (500, 31, 3)), ("b", (400, 30, 2), (600, 40, 0)),
            ("c", (1000, 10, 1), (0, 60, 1)), ("d", (0, 20, 9), (1001, 90, 9)),
            ("e", (500, 35, 1), (500, 35, 2)), ("f", (700, 60, 1), (300, 10, 1)),
        ]
        for score, rounds, deaths in results
    ]  # fmt: skip
    lines = [line for line in make_standings(spec, matches) if isinstance(line, PartyStanding)]
    assert [(x.place, x.entry, int(x.value), dict(x.tie_breaks)) for x in lines] == [
        (1, "d", 1001, {"rounds": 110, "deaths": 18}),
        (2, "b", 1000, {"rounds": 70, "deaths": 2}),
        (2, "c", 1000, {"rounds": 70, "deaths": 2}),
        (2, "f", 1000, {"rounds": 70, "deaths": 2}),
        (5, "e", 1000, {"rounds": 70, "deaths": 3}),
        (6, "a", 1000, {"rounds": 71, "deaths": 3}),
    ]


def test_team_table_of_trios() -> None:
    """A score is the trio's, not its bots'; strikes and forfeits of all its seats add up."""
    spec = spec_of('format = "team"\nparty_seats = 3', teams=TRIOS)
    late = SeatResult(1, 700, 3, ForfeitCause.TIME)
    seats = (SeatResult(1, 700, 1, None), late, late)
    match = StoredMatch(
        Pairing(1, "", 0, ("a", "b", "c")), MatchEnd(EndCause.RULES, "", seats), "m", None
    )
    first, second = make_standings(spec, [match, played("aaa", [600])])
    assert (first.entry, first.value, first.strikes, first.forfeits) == ("mixed", 700, 7, 2)  # type: ignore[union-attr]
    assert (second.entry, second.value, second.strikes, second.forfeits) == ("pure", 600, 0, 0)  # type: ignore[union-attr]


def test_contest_points() -> None:
    """DA-8.19: placements 1, 3, 1, 4 of four parties are 5/6, 1/3, 5/6 and 0 points."""
    spec = spec_of('format = "contest"\nparty_seats = 3\nparties = 4', bots="abcd")
    match = played("aaabbbcccddd", [1946, 1946, 1946, 900], [1, 3, 1, 4])
    assert table(spec, [match]) == [
        (1, "a", Fraction(5, 6)), (1, "c", Fraction(5, 6)), (3, "b", Fraction(1, 3)), (4, "d", 0),
    ]  # fmt: skip
    assert table(spec, [match, match])[0] == (1, "a", Fraction(5, 3))


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_contest_schedule(data: st.DataObject) -> None:
    """From 2 to 200 entries: all play equally often, nobody twice in a match, one seed a match."""
    count = data.draw(st.integers(2, 200))
    parties = data.draw(st.integers(2, min(8, count)))
    entries = [(f"p{index}",) * 3 for index in range(count)]
    due = Contest(entries, parties=parties, cycles=2, seeds=written_seeds(3)).due()
    assert len(due) == 2 * (1 if parties == count else count)
    assert len({pairing.seed for pairing in due}) == len(due)
    played_by = collections.Counter[str]()
    for pairing in due:
        starts = pairing.players[::3]
        assert pairing.players == tuple(bot for bot in starts for _ in range(3))
        assert len(set(starts)) == parties
        played_by.update(starts)
    assert len(played_by) == count
    assert len(set(played_by.values())) == 1


def test_adhoc_three_bots() -> None:
    """Two pairs of distances, (1, 2) and (2, 1): all six orders of three bots, on each seed."""
    due = AdHoc("abc", pairs=12, cycles=2, seeds=written_seeds(0), draw=0).due()
    assert ["".join(pairing.players) for pairing in due] == ["abc", "bca", "cab", "acb", "bac", "cba"] * 2  # fmt: skip
    assert [pairing.seed == due[0].seed for pairing in due] == [True] * 6 + [False] * 6


def test_adhoc_pairs_are_taken_in_order_if_all_are() -> None:
    """Four bots have (4 - 1) (4 - 2) = 6 pairs, no more than 12."""
    assert adhoc_pairs(4, 12, 1) == [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
    assert adhoc_pairs(4, 6, 1) == adhoc_pairs(4, 12, 1)


def splitmix_words(seed: int, key: int, count: int) -> list[int]:
    """Words of a stream, written down from the preface of the rulebooks, for want of published ones."""
    mask, golden = (1 << 64) - 1, 0x9E3779B97F4A7C15

    def mix(z: int) -> int:
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    state = mix((mix((seed + golden) & mask) + golden * (key + 1)) & mask)
    return [mix((state + golden * (index + 1)) & mask) for index in range(count)]


@given(st.integers(0, 2**64 - 1))
def test_adhoc_pairs_are_drawn_if_there_are_too_many(seed: int) -> None:
    """Four bots, Q = 3: picks from six, five and four pairs left, by stream (3)."""
    left = [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
    expected = [left.pop(word % len(left)) for word in splitmix_words(seed, 3, 3)]
    assert adhoc_pairs(4, 3, seed) == expected


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 200), st.integers(1, 12), st.integers(0, 2**64 - 1))
def test_adhoc_fairness(count: int, pairs: int, seed: int) -> None:
    """Every bot plays every character once per pair and seed, always with two others."""
    bots = [f"p{index}" for index in range(count)]
    due = AdHoc(bots, pairs=pairs, cycles=1, seeds=written_seeds(seed), draw=seed).due()
    taken = min(pairs, (count - 1) * (count - 2))
    for seat in range(3):
        sat = collections.Counter(pairing.players[seat] for pairing in due)
        assert sat == dict.fromkeys(bots, taken)
    assert all(len(set(pairing.players)) == 3 for pairing in due)
    assert len({pairing.players for pairing in due}) == len(due)


def test_adhoc_rating() -> None:
    """By hand: on seed 1 the mean is 200, on seed 2 it is 15; a plays all four, d only one.

    Seed 1: abc 100, abd 300. Seed 2: cab 10, bca 20. a: (-100 + 100 - 5 + 5) / 4 = 0 and so b;
    c: (-100 - 5 + 5) / 3 = -100/3; d: 100.
    """
    spec = spec_of('format = "adhoc"', bots="abcd")
    matches = [
        played("abc", [100], seed=1), played("abd", [300], seed=1),
        played("cab", [10], seed=2), played("bca", [20], seed=2),
    ]  # fmt: skip
    assert table(spec, matches) == [
        (1, "d", 100), (2, "a", 0), (2, "b", 0), (4, "c", Fraction(-100, 3)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(-100, 3), "-33.33"),
        (Fraction(1, 200), "0.00"),
        (Fraction(3, 200), "0.02"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(12345), "12345.00"),
        (Fraction(-1, 20), "-0.05"),
    ],
)
def test_two_decimals(value: Fraction, shown: str) -> None:
    """Rounded to the nearest hundredth, and no minus before zero."""
    assert two_decimals(value) == shown


@pytest.mark.parametrize(
    ("keys", "bots", "teams", "said"),
    [
        ('format = "team"', "abc", "", "party_seats must be given with format 'team'"),
        ('format = "contest"\nparty_seats = 3', "abc", "", "parties must be given with format 'contest'"),
        ('format = "contest"\nparty_seats = 3\nparties = 4', "abc", "", "parties must be from 2 to 3, the number of entries, not 4"),
        ('format = "team"\nparty_seats = 1', "abc", "", "party_seats must be from 2 to 100, not 1"),
        ('format = "team"\nparty_seats = 2', "abc", TRIOS, "teams[0].bots must be 2 names, as many as party_seats, not 3"),
        ('format = "team"\nparty_seats = 3', "ab", TRIOS, "teams[1].bots must be names of bots, not 'c'"),
        ('format = "team"\nparty_seats = 3', "abc", TRIOS + TRIOS.replace("pure", "x").replace("mixed", "y"), "teams[2].bots must be a party that no other team is, not ('a', 'a', 'a')"),
        ('format = "team"\nparty_seats = 3', "abc", TRIOS.replace("pure", "Mixed"), "teams[1].name must be a name that no other team has, not 'mixed'; capital and small letters count as the same"),
        ('format = "team"\nparty_seats = 3\nlifetime = "tournament"', "abc", "", "lifetime must be \"match\" with format 'team', whose seats share no process, not 'tournament'"),
        ('format = "adhoc"', "ab", "", "bots must be at least 3 tables with format 'adhoc', not 2"),
        ('format = "adhoc"\nparties = 2', "abc", "", "parties is no key of format 'adhoc'; known there: cycles, pairs"),
    ],
)  # fmt: skip
def test_mistakes(keys: str, bots: str, teams: str, said: str) -> None:
    """Each names key, bound and value; some are the first of several."""
    with pytest.raises(SpecError) as caught:
        spec_of(keys, bots, teams)
    first = str(caught.value).splitlines()[0]
    assert first.partition(": ")[2] == said


def test_schedules_of_files() -> None:
    """A file's keys reach its scheduler."""
    contest = spec_of('format = "contest"\nparty_seats = 3\nparties = 2\ncycles = 4')
    assert make_scheduler(contest).total == 4 * 3
    assert num_seats(contest) == 6
    adhoc = spec_of('format = "adhoc"\npairs = 1\ncycles = 2')
    assert make_scheduler(adhoc).total == 2 * 3
    assert all(len(pairing.players) == 3 for pairing in itertools.islice(make_scheduler(adhoc).due(), 6))  # fmt: skip
