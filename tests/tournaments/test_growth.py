"""Schedules and dice of tournaments that grow: what was played stays, and what is added follows it."""

from __future__ import annotations

import collections
import dataclasses
import hashlib
import itertools
import json
import random
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.fakes import ended
from tests.tournaments.growing import DICE, SHARED, check_prefixes, due_of, grow, hashed, spec_of
from tests.tournaments.playing_out import favourites, play_out
from tournaments.pairings import Pairing
from tournaments.pairings.growth import Growth, levelling_groups, seat_evenly
from tournaments.pairings.schedule import Schedule, dice_as_json, dice_lines
from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import entered_after, make_scheduler
from tournaments.tables.growth import growth_of, refused_change

# Schedules.


def test_round_robin() -> None:
    """With more bots and cycles it is all meetings of all cycles, once in either order of seats."""
    stages = [
        spec_of("round_robin", "abc"),
        spec_of("round_robin", "abcd", "cycles = 2"),
        spec_of("round_robin", "abcdef", "cycles = 2"),
        spec_of("round_robin", "abcdef", "cycles = 4"),
    ]
    played = check_prefixes(stages)
    expected = {
        (f"{cycle}:{min(pair)}:{max(pair)}", pair)
        for cycle in range(1, 5)
        for pair in itertools.permutations("abcdef", 2)
    }
    assert {(pairing.block, pairing.players) for pairing in played} == expected
    assert len(played) == len(expected)
    whole = {pairing.block: pairing.seed for pairing in due_of(stages[-1], DICE)}
    assert all(pairing.seed == whole[pairing.block] for pairing in played)


def test_gauntlet() -> None:
    """New challengers meet the old field in blocks of their own, whose dice nobody can know."""
    stages = [
        spec_of("gauntlet", "abc", 'challengers = ["a"]'),
        spec_of("gauntlet", "abcde", 'challengers = ["a", "d"]'),
        spec_of("gauntlet", "abcde", 'challengers = ["a", "d"]\ncycles = 2'),
        spec_of("gauntlet", "abcdef", 'challengers = ["a", "d", "f"]\ncycles = 2'),
    ]
    played = check_prefixes(stages)
    cycles = collections.Counter(pairing.players for pairing in played)
    meetings = [(a, b) for one in "adf" for two in "bce" for a, b in ((one, two), (two, one))]
    assert cycles == dict.fromkeys(meetings, 2)
    blocks = {"".join(sorted(p.players)): p.block for p in played if p.block.startswith("1:")}
    assert blocks == {
        "ab": "1:b", "ac": "1:c", "bd": "1:b:1", "cd": "1:c:1",
        "ae": "1:e", "de": "1:e", "bf": "1:b:3", "cf": "1:c:3", "ef": "1:e:3",
    }  # fmt: skip


@pytest.mark.parametrize("seatings", ["all", "one"])
@pytest.mark.parametrize(
    ("seats", "counts"),
    [(3, [(5, 2), (7, 2), (7, 3), (8, 4)]), (4, [(4, 3), (5, 3), (6, 4)]), (2, [(4, 1), (5, 2)])],
)
def test_groups(seatings: str, seats: int, counts: list[tuple[int, int]]) -> None:
    """Everybody has been in equally many matches in the end, in every seat alike, and met all."""
    names = "abcdefgh"
    keys = f'seats = {seats}\nseatings = "{seatings}"\ncycles = '
    stages = [spec_of("groups", names[:count], f"{keys}{cycles}") for count, cycles in counts]
    played = check_prefixes(stages)
    count, cycles = counts[-1]
    matches = collections.Counter(player for pairing in played for player in pairing.players)
    assert len(set(matches.values())) == 1
    assert set(matches) == set(names[:count])
    sat = collections.Counter((p, seat) for each in played for seat, p in enumerate(each.players))
    spread = max(sat.values()) - min(sat[p, seat] for p in matches for seat in range(seats))
    assert spread <= (0 if seatings == "all" else 1)
    groups = {pairing.block: frozenset(pairing.players) for pairing in played}
    assert all(len(group) == seats for group in groups.values())
    met = collections.Counter(
        pair for group in groups.values() for pair in itertools.combinations(sorted(group), 2)
    )
    every = [met[pair] for pair in itertools.combinations(names[:count], 2)]
    mean = sum(every) / len(every)
    assert mean / 2 - 1 <= min(every) <= max(every) <= 2 * mean + 1
    assert sum(block.startswith(f"{cycles}:") for block in groups) in (count, 1)


@given(data=st.data())
def test_levelling(data: st.DataObject) -> None:
    """All come to one number of groups, the least that can be reached, in whole groups of different players."""
    size = data.draw(st.integers(2, 5))
    before = data.draw(st.integers(size, 8))
    cycles = data.draw(st.integers(1, 3))
    count = before + data.draw(st.integers(1, 4))
    played = [
        [(shift + member) % before for member in range(size)]
        for _ in range(cycles)
        for shift in range(before)
    ]
    groups = levelling_groups(played, count, size)
    assert all(len(set(group)) == len(group) == size for group in groups)
    totals = collections.Counter(member for group in [*played, *groups] for member in group)
    (total,) = set(totals.values())
    assert len(totals) == count

    def can_reach(each: int) -> bool:
        """Whole groups, nobody in more than there are, newcomers together twice the average at most."""
        places = count * each - size * len(played)
        if places % size or each > places // size:
            return False
        newcomers = [0] * (places // size)
        for _ in range(each * (count - before)):
            newcomers[newcomers.index(min(newcomers))] += 1
        meetings = sum(new * (new - 1) // 2 for new in newcomers)
        pairs = (count - before) * (count - before - 1) // 2
        return Fraction(meetings) <= pairs * 2 * Fraction(each * (size - 1), count - 1)

    assert can_reach(total)
    assert not any(can_reach(each) for each in range(size * cycles, total))


@given(seed=st.integers(0, 200), size=st.integers(2, 5), count=st.integers(5, 9))
def test_seats(seed: int, size: int, count: int) -> None:
    """Of groups in which all had equally many places, nobody has had a seat twice more than another.

    A colouring of the edges of a bipartite graph that is even at every vertex always exists (de Werra,
    "Equitable colorations of graphs", 1971): here of groups and players, with seats as colours.
    """
    schedule = random.Random(seed)
    groups = [tuple(schedule.sample(range(count), size)) for _ in range(schedule.randrange(1, 20))]
    seatings = seat_evenly([], groups, count)
    assert list(map(sorted, seatings)) == list(map(sorted, groups))
    for player in range(count):
        sat = [sum(seating[seat] == player for seating in seatings) for seat in range(size)]
        assert max(sat) - min(sat) <= 1


@pytest.mark.parametrize(
    ("form", "keys"),
    [("team", "party_seats = 3"), ("contest", "party_seats = 3\nparties = 2"), ("adhoc", "")],
)
def test_parties(form: str, keys: str) -> None:
    """Their cycles may rise, and the schedule is the longer one from the beginning."""
    stages = [spec_of(form, "abcd", f"{keys}\ncycles = {cycles}") for cycles in (1, 2, 5)]
    assert check_prefixes(stages) == due_of(stages[-1], DICE)


@pytest.mark.parametrize("form", ["swiss", "ladder"])
def test_rounds(form: str) -> None:
    """They may rise, and the rounds before are what they were."""
    stages = [spec_of(form, "abcdefg", f"rounds = {rounds}") for rounds in (2, 4, 6)]
    long = play_out(make_scheduler(stages[-1], grow(stages)), favourites)
    for count in (1, 2):
        short = play_out(make_scheduler(stages[count - 1], grow(stages[:count])), favourites)
        assert long[: len(short)] == short
        assert len(short) < len(long)


def test_who_was_added_when() -> None:
    """Numbers of the last pairings known, for formats whose rounds go on with those who are there."""
    steps = (Growth(2, 1, 4, 6), Growth(2, 1, 9, 8), Growth(3, 1, 9, 11))
    schedule = dataclasses.replace(DICE, growth=steps)
    assert entered_after(spec_of("ladder", "abcde", "rounds = 9"), schedule) == [0, 0, 8, 11, 11]


def test_a_ladder_takes_newcomers() -> None:
    """From the round on that is planned after they were added; rounds before are what they were."""
    before = spec_of("ladder", "abcd", "rounds = 3")
    after = spec_of("ladder", "abcdef", "rounds = 6")
    schedule = dataclasses.replace(DICE, pairing_rule=3)
    early = play_out(make_scheduler(before, schedule), favourites)
    assert early[-1].number == 3 * 2 * 2
    half = [StoredMatch(p, ended(*favourites(p)), "m", None) for p in early[:7]]
    assert refused_change(before, after) is None
    growth = growth_of(before, after, schedule, half)
    assert growth is not None
    assert growth.after == 8  # the second round has begun
    grown = make_scheduler(after, dataclasses.replace(schedule, growth=(growth,)))
    late = play_out(grown, favourites)
    assert late[:8] == early[:8]
    assert {player for pairing in late[:8] for player in pairing.players} == set("abcd")
    assert {player for pairing in late[8:14] for player in pairing.players} >= set("ef")
    assert len(late) == 8 + 4 * 3 * 2


# What may not be.


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (("round_robin", "abc"), ("round_robin", "ab"), "bots had 3 entries and has 2: bots that"),
        (("round_robin", "abc"), ("round_robin", "abx"), "bots[2].name was 'c' and is 'x'"),
        (("round_robin", "abc"), ("round_robin", "acbd"), "with new ones behind them"),
        (("groups", "abc", "seats = 3"), ("groups", "abcd", "seats = 4"), "seats was 3 and is 4"),
        (("round_robin", "ab", "cycles = 3"), ("round_robin", "abc", "cycles = 2"), "cycles was 3 and is 2: it can only rise"),
        (("swiss", "abcdef", "rounds = 4"), ("swiss", "abcdef"), "rounds was 4 and is 3: it can only rise"),
        (("ladder", "ab", "rounds = 4"), ("ladder", "ab", "rounds = 3"), "rounds was 4 and is 3: it can only rise"),
        (("swiss", "abc"), ("swiss", "abcd"), "takes no bot later, for all scores and byes"),
        (("knockout", "abc"), ("knockout", "abcd"), "takes no bot later, for the bracket"),
        (("adhoc", "abc"), ("adhoc", "abcd"), "format 'adhoc' takes no bot later, for partners"),
        (("team", "abc", "party_seats = 2"), ("team", "abcd", "party_seats = 2"), "takes no bot later"),
        (("contest", "abc", "party_seats = 2\nparties = 2"), ("contest", "abcd", "party_seats = 2\nparties = 2"), "takes no bot later"),
        (("gauntlet", "abc", 'challengers = ["a"]'), ("gauntlet", "abc", 'challengers = ["a", "b"]'), "challengers has got 'b', which has played in the field"),
        (("gauntlet", "abc", 'challengers = ["a"]'), ("gauntlet", "abcd", 'challengers = ["d"]'), "challengers was ['a'] and is ['d']"),
        (("round_robin", "ab"), ("round_robin", "abc", "seed = 4"), "seed was null and is 4"),
    ],
)  # fmt: skip
def test_refused(before: tuple[str, ...], after: tuple[str, ...], said: str) -> None:
    """What would change what was played, each with the key, what it was and what it is."""
    told = refused_change(spec_of(*before), spec_of(*after))
    assert told is not None
    assert said in told


def test_what_stays_as_it_is_has_not_grown() -> None:
    """A Swiss with its rounds written out is the one without."""
    before, after = spec_of("swiss", "abcdef"), spec_of("swiss", "abcdef", "rounds = 3")
    assert refused_change(before, after) is None
    assert growth_of(before, after, DICE, []) is None


# Dice.


def test_what_is_added_has_a_secret_of_its_own() -> None:
    """That of before may have been told; each has its commitment, and both are told in the end."""
    stages = [spec_of("round_robin", "ab", f"cycles = {cycles}") for cycles in (1, 2, 3)]
    schedule = grow(stages, SHARED)
    secrets = [SHARED.dice.secret, *(step.secret for step in schedule.growth)]
    assert len(set(secrets)) == 3
    assert {len(secret) for secret in secrets} == {32}
    seeds = {pairing.block: pairing.seed for pairing in check_prefixes_of(stages, schedule)}
    assert seeds == {f"{n + 1}:a:b": hashed(secret, f"{n + 1}:a:b") for n, secret in enumerate(secrets)}  # fmt: skip
    before, after = (
        "\n".join(
            [*dice_lines(schedule, is_over=over), json.dumps(dice_as_json(schedule, is_over=over))]
        )
        for over in (False, True)
    )
    for secret in secrets:
        commitment = hashlib.sha256(b"gamereferee tournament secret\0" + secret).hexdigest()
        assert before.count(commitment) == after.count(commitment) == 2
        assert (before.count(secret.hex()), after.count(secret.hex())) == (0, 2)
        assert str(secret) not in repr(schedule)
    assert "of matches from 5 on: " in before


def check_prefixes_of(stages: Sequence[TournamentSpec], schedule: Schedule) -> list[Pairing]:
    """The last schedule, which begins with that of each stage under the same dice."""
    last = due_of(stages[-1], schedule)
    for count, stage in enumerate(stages):
        earlier = due_of(stage, dataclasses.replace(schedule, growth=schedule.growth[:count]))
        assert last[: len(earlier)] == earlier
    return last


def test_swiss_rounds_that_are_added_have_a_secret_of_their_own() -> None:
    """From the first match of the first round on that was not known when they were added."""
    before, after = (spec_of("swiss", "abcdef", f"rounds = {rounds}") for rounds in (2, 4))
    growth = Growth(6, 1, 2, 12, bytes(32))
    schedule = dataclasses.replace(SHARED, growth=(growth,))
    played = play_out(make_scheduler(after, schedule), favourites)
    assert played[:12] == play_out(make_scheduler(before, SHARED), favourites)
    for pairing in played:
        secret = SHARED.dice.secret if pairing.number <= 12 else bytes(32)
        assert pairing.seed == hashed(secret, pairing.block)
