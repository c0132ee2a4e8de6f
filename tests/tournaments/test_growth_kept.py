"""Tournaments that grow, in their database and in whole runs."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa

from referee.replay.reader import load
from referee.replay.times import player_times
from tests.tournaments.calling import Caller
from tests.tournaments.cups import STEADY, new_cup, wait_for_lines
from tests.tournaments.fakes import ended
from tests.tournaments.growing import DICE, FILE, SHARED, due_of, file_of, hashed
from tests.tournaments.playing_out import favourites
from tests.tournaments.stored import play_into
from tournaments.pairings.growth import Growth
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule
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
from tournaments.tables.formats import known_pairings
from tournaments.tables.growth import growth_as_json, growth_lines, growth_of

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
