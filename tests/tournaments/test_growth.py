"""Tournaments that grow: what was played stays, and what is added follows it."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import hashlib
import hmac
import itertools
import json
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from referee.replay.reader import load
from referee.replay.times import player_times
from tests.tournaments.calling import Caller
from tests.tournaments.cups import STEADY, new_cup, wait_for_lines
from tests.tournaments.fakes import ended
from tests.tournaments.playing_out import favourites, play_out
from tests.tournaments.stored import play_into
from tournaments.pairings import Pairing
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.growth import Growth, levelling_groups, seat_evenly
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule, dice_as_json, dice_lines, written_schedule
from tournaments.reports.page import render_page
from tournaments.reports.view import find_view
from tournaments.session import begin
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store
from tournaments.store.verify import _with_other_dice
from tournaments.tables.formats import entered_after, known_pairings, make_scheduler
from tournaments.tables.growth import growth_as_json, growth_lines, growth_of, refused_change

FILE = Path("cup.toml")
DICE = written_schedule(7)
SHARED = Schedule(Dice(DicePolicy.SHARED, "nothing leaves", bytes(range(32))), 5)
Match = tuple[str, ...]


def file_of(form: str, players: str, keys: str = "") -> str:
    """A tournament file with players named by one letter each."""
    head = f'name = "cup"\ngame = "diceman"\nformat = "{form}"\n{keys}\n'
    return head + "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in players)


def spec_of(form: str, players: str, keys: str = "") -> TournamentSpec:
    """The same, read."""
    return parse_spec(file_of(form, players, keys), FILE)


def grow(stages: Sequence[TournamentSpec], schedule: Schedule = DICE) -> Schedule:
    """The dice of a tournament whose file was each of these in turn, before anything was played."""
    for before, after in itertools.pairwise(stages):
        assert refused_change(before, after) is None
        growth = growth_of(before, after, schedule, [])
        assert growth is not None
        schedule = dataclasses.replace(schedule, growth=(*schedule.growth, growth))
    return schedule


def due_of(spec: TournamentSpec, schedule: Schedule) -> list[Pairing]:
    """A whole schedule that depends on no result."""
    return list(make_scheduler(spec, schedule).due())


def check_prefixes(stages: Sequence[TournamentSpec], schedule: Schedule = DICE) -> list[Pairing]:
    """Each schedule goes on as the one before ended, under other blocks; return the last."""
    longest: list[Pairing] = []
    for count in range(1, len(stages) + 1):
        now = due_of(stages[count - 1], grow(stages[:count], schedule))
        assert now[: len(longest)] == longest
        assert not {p.block for p in longest} & {p.block for p in now[len(longest) :]}
        assert len(now) > len(longest)
        longest = now
    assert [pairing.number for pairing in longest] == list(range(1, len(longest) + 1))
    return longest


# A whole one.


HEAD = """
name = "cup"
game = "diceman"
format = "round_robin"
seed = 7
sandbox = "none"
config = { games = 1 }
cycles = CYCLES
"""
BOT = '[[bots]]\nname = "NAME"\ncommand = "python steady.py NUMBER"\n'


def test_a_tournament_that_grows_twice(tmp_path: Path) -> None:
    """Killed after it had grown, it loses nothing; every replay holds, and what was played stays."""

    def text(players: str, cycles: int) -> str:
        bots = (BOT.replace("NAME", name).replace("NUMBER", str(ord(name))) for name in players)
        return HEAD.replace("CYCLES", str(cycles)) + "".join(bots)

    cup = new_cup(tmp_path, "grown", text("ab", 1), steady=STEADY)
    cup.finish()
    file = cup.folder / "cup.toml"
    first = cup.matches()
    assert len(first) == 2
    file.write_text(text("abc", 2))
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 3)
        runner.kill()
    with contextlib.closing(cup.store()) as store:
        assert store.entries.names() == ["a", "b", "c"]
    cup.finish("resume")
    second = cup.matches()
    assert second[:2] == first
    assert len(second) == 3 * 2 * 2
    file.write_text(text("abcd", 2))
    said = cup.finish()
    assert "added after match 12: bot d\n" in said
    third = cup.matches()
    assert third[:12] == second
    spec = parse_spec(file.read_text(), file)
    with contextlib.closing(cup.store()) as store:
        schedule = store.schedule()
    assert schedule is not None
    assert [match.pairing for match in third] == due_of(spec, schedule)
    assert len(third) == cup.replays() == 6 * 2 * 2
    assert cup.finish("verify").splitlines() == [
        "24 of 24 replays hold",
        "24 of 24 results are those of their replays",
    ]
    assert "all matches have been played" in cup.finish("run")
    replays = map(load, (cup.data / "referee" / "replays").glob("*.replay"))
    expected = {
        each.player: (each.answered, each.wall.total, each.wall.most)
        for each in player_times(replays)
        if each.wall is not None
    }
    assert times_of(third) == expected


def times_of(matches: Sequence[StoredMatch]) -> dict[str, tuple[int, int, int]]:
    """Decisions, their sum and the longest of each bot."""
    times: dict[str, tuple[int, int, int]] = {}
    for match in matches:
        for player, result in zip(match.pairing.players, match.end.seats, strict=True):
            assert result.times is not None
            count, total, most = times.get(player, (0, 0, 0))
            own = result.times
            times[player] = (
                count + own.decisions,
                total + own.total_us,
                max(most, own.longest_us),
            )
    return times


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


def hashed(secret: bytes, block: str) -> int:
    """The seed of a block, by the formula in the documents."""
    digest = hmac.new(secret, b"gamereferee match seed\0" + block.encode(), "sha256").digest()
    return int.from_bytes(digest[:8], "big")


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


# What is kept.


def play_some(store: Store, spec: TournamentSpec, schedule: Schedule, most: int) -> None:
    """Give the matches up to a number their results, by the alphabet."""
    done = {match.pairing.number for match in store.matches()}
    for pairing in known_pairings(spec, store.matches(), schedule):
        if pairing.number <= most and pairing.number not in done:
            order = order_of(spec, pairing, 1)
            store.begin_attempt(order.key, 1, f"m{pairing.number}")
            end = ended(*favourites(pairing))
            store.record(order, pairing, end, match_id=f"m{pairing.number}", replay=None)


def written(folder: Path, text: str) -> tuple[TournamentSpec, Path]:
    """A tournament file in a folder."""
    file = folder / "cup.toml"
    file.write_text(text)
    return parse_spec(text, file), file


def test_it_is_kept(tmp_path: Path, folder: DataFolder) -> None:
    """On either kind of database: bots, steps and secrets come back, and what was played is what it was."""
    notes: list[str] = []
    with contextlib.closing(Store(folder.database, create=True)) as store:
        spec, file = written(tmp_path, file_of("round_robin", "ab"))
        schedule = begin(store, spec, file, note=notes.append)
        play_some(store, spec, schedule, 1)
        spec, file = written(tmp_path, file_of("round_robin", "abc"))
        schedule = begin(store, spec, file, note=notes.append)
        assert begin(store, spec, file, note=notes.append) == schedule == store.schedule()
        play_some(store, spec, schedule, 5)
        spec, file = written(tmp_path, file_of("round_robin", "abcde", "cycles = 2"))
        schedule = begin(store, spec, file, note=notes.append)
        assert schedule.growth == (Growth(2, 1, None, 2), Growth(3, 1, None, 6))
    with contextlib.closing(Store(folder.database)) as store:
        assert store.schedule() == schedule
        assert store.entries.names() == list("abcde")
        stored = store.tournament()
        assert stored is not None
        assert parse_spec(stored.source, FILE) == spec
        matches = store.matches()
        assert [match.pairing for match in matches] == due_of(spec, schedule)[:5]
    assert notes == ["added after match 2: bot c", "added after match 6: bots d, e; cycles from 1 to 2"]  # fmt: skip


def test_all_of_it_or_nothing(tmp_path: Path) -> None:
    """A run that ends amid growing leaves what there was."""
    spec, file = written(tmp_path, file_of("round_robin", "ab"))
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as store:
        schedule = begin(store, spec, file)
        play_some(store, spec, schedule, 1)
        before = store.tournament()
        with pytest.raises(sa.exc.IntegrityError):
            store.grow(Growth(2, 1, None, 2), "grown", ["a", "b", "c", "c"], schedule)
        assert (store.tournament(), store.entries.names(), store.schedule()) == (
            before,
            ["a", "b"],
            schedule,
        )


def test_a_refused_change_changes_nothing(tmp_path: Path) -> None:
    """The message says what to do about it."""
    spec, file = written(tmp_path, file_of("swiss", "abc"))
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as store:
        schedule = begin(store, spec, file)
        play_some(store, spec, schedule, 1)
        more, file = written(tmp_path, file_of("swiss", "abcd"))
        with pytest.raises(FolderError, match=r"since its tournament began: bots had 3 .*change it back"):  # fmt: skip
            begin(store, more, file)
        assert store.schedule() == schedule


def test_what_was_added_after_it_was_over_is_verified_with_its_own_secret(tmp_path: Path) -> None:
    """The seeds of the records are those of the two secrets; others are found."""
    text = file_of("round_robin", "ab")
    spec, _ = written(tmp_path, text)
    path = play_into(tmp_path / "data", text, lambda p: ended(*favourites(p)), schedule=SHARED)
    assert find_view(path, None).is_over
    more = parse_spec(file_of("round_robin", "ab", "cycles = 2"), FILE)
    with contextlib.closing(Store(DataFolder(path).database, create=True)) as store:
        growth = growth_of(spec, more, SHARED, store.matches())
        assert growth is not None
        schedule = store.grow(
            growth, file_of("round_robin", "ab", "cycles = 2"), ["a", "b"], SHARED
        )
        assert not find_view(path, None).is_over
        play_some(store, more, schedule, 4)
        matches = store.matches()
    assert len(matches) == 4
    assert _with_other_dice(matches, schedule) == []
    assert _with_other_dice(matches, SHARED) == matches[2:]
    view = find_view(path, None)
    assert view.is_over
    assert [view.shown_seed(match.pairing) for match in matches] == [
        str(hashed(secret, block))
        for secret, block in ((SHARED.dice.secret, "1:a:b"), (growth.secret, "2:a:b"))
        for _ in range(2)
    ]


def test_it_is_told(tmp_path: Path, call: Caller) -> None:
    """By `standings`, its JSON and the page: what was added when."""
    text = file_of("round_robin", "abc", "cycles = 2\nseed = 7")
    schedule = dataclasses.replace(DICE, growth=(Growth(2, 1, None, 2),))
    path = play_into(tmp_path / "data", text, lambda p: ended(*favourites(p)))
    with contextlib.closing(Store(DataFolder(path).database, create=True)) as store:
        store.grow(schedule.growth[0], text, ["a", "b"], DICE)
    line = "added after match 2: bot c; cycles from 1 to 2"
    assert growth_lines(parse_spec(text, FILE), schedule) == [line]
    assert line in call("standings", path).out.splitlines()
    told = json.loads(call("standings", path, "--json").out)["grown"]
    assert told == growth_as_json(parse_spec(text, FILE), schedule)
    assert told == [{"after": 2, "bots": ["c"], "cycles": 2, "rounds": None}]
    view = find_view(path, None)
    assert f"<dt>grown</dt><dd>{line}</dd>" in render_page(view, path / "report.html")


def test_a_decided_test_stays_decided(tmp_path: Path, call: Caller) -> None:
    """More cycles of a test that has its verdict are not played, and the run says so."""
    keys = 'cycles = 60\nseed = 7\nsandbox = "none"\n[sprt]\nelo0 = 0\nelo1 = 200'
    play_into(
        tmp_path / "data" / "cup",
        file_of("round_robin", "ab", keys),
        lambda p: ended(*favourites(p)),
        schedule=DICE,
    )
    (tmp_path / "cup.toml").write_text(file_of("round_robin", "ab", keys.replace("60", "90")))
    called = call("run", tmp_path / "cup.toml")
    assert called.status == 0, called.err
    assert "added after match 120: cycles from 60 to 90" in called.out
    assert "H1 accepted" in called.out
    assert "what was added since is not played" in called.out
