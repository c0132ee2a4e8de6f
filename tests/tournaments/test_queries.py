"""Commands that show a tournament, against numbers counted by hand (see `stored.CUP`)."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
import rich.console

from tests.tournaments.calling import Caller
from tests.tournaments.fakes import ended
from tests.tournaments.stored import (
    ADHOC,
    CONTEST,
    CUP_FILE,
    GROUPS,
    TEAM,
    party_end,
    play_cup,
    play_into,
)
from tournaments.pairings import Pairing
from tournaments.pairings.orders import order_of
from tournaments.reports.crosstable import Crosstable, PairScore
from tournaments.reports.match_list import list_matches, print_matches
from tournaments.reports.view import TournamentView, view_of
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult, SeatTimes
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.store.records import PlayRecord
from tournaments.store.store import Store


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A data folder with the cup in it."""
    return play_cup(tmp_path / "cup")


def lines_of(text: str) -> list[str]:
    """Lines with something in them besides rules, without spaces at their ends."""
    return [line.rstrip() for line in text.splitlines() if line.strip(" ─")]


CROSSTABLE = """\
cup: points/matches against
    entry      1      2    3
 ────────────────────────────
 1  a          -  1.5/2  2/2
 2  c      0.5/2      -  2/2
 3  b        0/2    0/2    -
"""


def test_crosstable(cup: Path, call: Caller) -> None:
    """Everybody's points against everybody, best first."""
    called = call("crosstable", cup)
    assert called.status == 0
    assert lines_of(called.out) == lines_of(CROSSTABLE)
    pairs = json.loads(call("crosstable", cup, "--json").out)["pairs"]
    assert [(p["entry"], p["rival"], p["points"], p["matches"]) for p in pairs] == [
        ("a", "c", 1.5, 2),
        ("a", "b", 2.0, 2),
        ("c", "a", 0.5, 2),
        ("c", "b", 2.0, 2),
        ("b", "a", 0.0, 2),
        ("b", "c", 0.0, 2),
    ]


@pytest.mark.parametrize(
    ("width", "pieces", "unit", "cell"),
    [
        (80, 1, "points/matches", "1/2"),
        (52, 1, "percent", "50"),
        (32, 2, "percent", "50"),
        (20, 5, "percent", "50"),
    ],
)
def test_crosstable_fits(width: int, pieces: int, unit: str, cell: str) -> None:
    """Points while there is room, then percent, then the columns in several tables: all 90 pairs."""
    names = [f"bot{number}" for number in range(10)]
    scores = {(a, b): PairScore(1.0, 2) for a in names for b in names if a != b}
    out = io.StringIO()
    Crosstable("x", names, scores).print(rich.console.Console(width=width, file=out))
    lines = out.getvalue().splitlines()
    assert sum("entry" in line for line in lines) == pieces
    assert unit in out.getvalue()
    assert sum(line.split().count(cell) for line in lines) == 90
    assert max(map(len, lines)) <= width


def test_crosstable_of_many_seats(tmp_path: Path, call: Caller) -> None:
    """Every two of a match count: placements 1, 2, 2 give the first 1 of each, the others 1/2."""

    def judge(pairing: Pairing) -> MatchEnd:
        return ended(*(1 if player == "a" else 2 for player in pairing.players))

    folder = play_into(tmp_path / "cup", GROUPS, judge)
    pairs = json.loads(call("crosstable", folder, "--json").out)["pairs"]
    points = {(p["entry"], p["rival"]): (p["points"], p["matches"]) for p in pairs}
    assert points == {
        ("a", "b"): (6.0, 6),
        ("a", "c"): (6.0, 6),
        ("b", "a"): (0.0, 6),
        ("c", "a"): (0.0, 6),
        ("b", "c"): (3.0, 6),
        ("c", "b"): (3.0, 6),
    }


def test_standings_tell_what_seats_are_worth(tmp_path: Path, call: Caller) -> None:
    """Blocks in which seat 0 always wins: it is worth more than the others, which are worth the same."""
    text = GROUPS.replace("seats = 3", "seats = 3\ncycles = 3")
    folder = play_into(tmp_path / "cup", text, lambda _: ended(1, 2, 2))
    head = "Elo that seats are worth more than the mean of the others: 0: > +"
    (line,) = [line for line in call("standings", folder).out.splitlines() if line.startswith(head)]
    elo = json.loads(call("standings", folder, "--ratings", "elo", "--json").out)["elo"]
    first, *others = elo["seats"]
    assert (first["elo"], first["high"]) == (None, None)
    assert f"0: > +{first['low']:.0f}, " in line
    assert others[0]["elo"] == pytest.approx(others[1]["elo"])
    assert [bot["elo"] for bot in elo["bots"]] == pytest.approx([0, 0, 0], abs=1e-6)


def test_crosstable_of_teams(tmp_path: Path, call: Caller) -> None:
    """Parties that never meet are compared seed by seed: a, b, c score 3, 2, 2 and then 1, 2, 3."""
    scores = {1: {"a": 3, "b": 2, "c": 2}, 2: {"a": 1, "b": 2, "c": 3}}

    def judge(pairing: Pairing) -> MatchEnd:
        seed = int(pairing.block.removeprefix("seed:"))
        return party_end(scores[seed][pairing.players[0]])

    folder = play_into(tmp_path / "cup", TEAM, judge)
    pairs = json.loads(call("crosstable", folder, "--json").out)["pairs"]
    points = {(p["entry"], p["rival"]): p["points"] for p in pairs}
    assert points == {
        ("a", "b"): 1.0,
        ("b", "a"): 1.0,
        ("a", "c"): 1.0,
        ("c", "a"): 1.0,
        ("b", "c"): 0.5,
        ("c", "b"): 1.5,
    }
    assert {p["matches"] for p in pairs} == {2}


def test_crosstable_of_contests(tmp_path: Path, call: Caller) -> None:
    """Parties that meet are compared by placement, each once a match however many seats it has."""

    def judge(pairing: Pairing) -> MatchEnd:
        return party_end(*("cba".index(bot) for bot in pairing.players[::3]))

    folder = play_into(tmp_path / "cup", CONTEST, judge)
    pairs = json.loads(call("crosstable", folder, "--json").out)["pairs"]
    points = {(p["entry"], p["rival"]): (p["points"], p["matches"]) for p in pairs}
    assert points[("a", "b")] == points[("b", "c")] == points[("a", "c")] == (1.0, 1)
    assert points[("b", "a")] == (0.0, 1)


def test_crosstable_of_partners(tmp_path: Path, call: Caller) -> None:
    """Where bots are partners there are no rivals: a mistake in the call."""
    folder = play_into(tmp_path / "cup", ADHOC, lambda _: party_end(5))
    called = call("crosstable", folder)
    assert (called.status, called.out) == (2, "")
    assert called.err.startswith("tournament: format adhoc has no crosstable")


MATCHES = """\
cup
 match  block  players, placement (score)      ended by  voids
 ──────────────────────────────────────────────────────────────
     1  1:b:c  b 2 (1) forfeit: time, c 1 (0)  bot_time      1
     2  1:b:c  c 1 (6), b 2 (0)                rules
     3  1:a:c  a 1 (4), c 2 (3)                rules
     4  1:a:c  c 1 (4), a 1 (4)                rules
     5  1:a:b  a 1 (6), b 2 (2)                rules
     6  1:a:b  b 2 (3), a 1 (5)                rules
"""


def test_matches(cup: Path, call: Caller) -> None:
    """One line a match, in the order of the schedule."""
    assert lines_of(call("matches", cup).out) == lines_of(MATCHES)


@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        ((), [1, 2, 3, 4, 5, 6]),
        (("--bot", "a"), [3, 4, 5, 6]),
        (("--bot", "a", "--bot", "c"), [3, 4]),
        (("--cause", "bot_time"), [1]),
        (("--cause", "rules", "--bot", "b"), [2, 5, 6]),
        (("--cause", "forfeit"), []),
        (("--void",), [1]),
        (("--limit", "2"), [5, 6]),
        (("--limit", "99", "--bot", "c"), [1, 2, 3, 4]),
    ],
)
def test_filters(cup: Path, call: Caller, filters: tuple[str, ...], numbers: list[int]) -> None:
    """All that were given hold; the limit keeps the last ones."""
    listed = json.loads(call("matches", cup, *filters, "--json").out)["matches"]
    assert [match["number"] for match in listed] == numbers


def test_a_match_as_json(cup: Path, call: Caller) -> None:
    """Everything is in the object, the seed as text because it may have 64 bits."""
    first = json.loads(call("matches", cup, "--json").out)["matches"][0]
    seed = first.pop("seed")
    # printf '[7,"1:b:c"]' | sha256sum | cut -c 1-16
    assert int(seed) == 0xDFC9DBEB2588E1A1
    assert first == {
        "number": 1,
        "block": "1:b:c",
        "match_id": "m1",
        "state": "bot_time",
        "text": "b is out of time",
        "duration_s": None,
        "seats": [
            {
                "seat": 0,
                "bot": "b",
                "label": "b",
                "placement": 2,
                "score": 1,
                "strikes": 2,
                "forfeit": "time",
            }
            | {"refusals": {}, "rejections": {}, "given_up": 0, "tie_breaks": {}, "times": None},
            {
                "seat": 1,
                "bot": "c",
                "label": "c",
                "placement": 1,
                "score": 0,
                "strikes": 0,
                "forfeit": None,
            }
            | {"refusals": {}, "rejections": {}, "given_up": 0, "tie_breaks": {}, "times": None},
        ],
        "replay": "referee/replays/m1.replay",
        "voids": [
            {
                "attempt": 1,
                "match_id": "v1-1",
                "cause": "referee_fault",
                "text": "it came to nothing",
            }
        ],
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("matches", "CUP", "--bot", "d"), "--bot must be one of a, b, c, not 'd'"),
        (("show", "CUP", "7"), "there is no match '7': give a number from 1 to 6, or an id of `tournament matches CUP --json`"),
        (("show", "CUP", "0"), "there is no match '0': give a number from 1 to 6, or an id of `tournament matches CUP --json`"),
        (("show", "CUP", "m"), "there is no match 'm': give a number from 1 to 6, or an id of `tournament matches CUP --json`"),
    ],
)  # fmt: skip
def test_mistakes(cup: Path, call: Caller, arguments: tuple[str, ...], said: str) -> None:
    """Each is one line on standard error; the exit status is 2."""
    called = call(*(str(cup) if word == "CUP" else word for word in arguments))
    expected = f"tournament: {said.replace('CUP', str(cup))}\n"
    assert (called.status, called.out, called.err) == (2, "", expected)


def test_show(cup: Path, call: Caller) -> None:
    """By number, by id, and by the id of an attempt that came to nothing: the same match."""
    replay = cup / "referee" / "replays" / "m1.replay"
    replay.parent.mkdir(parents=True)
    replay.touch()
    (cup / "logs" / "b").mkdir(parents=True)
    (cup / "logs" / "b" / "0001.stderr").touch()
    shown = call("show", cup, 1)
    assert shown.status == 0
    assert call("show", cup, "m1").out == call("show", cup, "v1-1").out == shown.out
    lines = lines_of(shown.out)
    assert lines[0] == "match 1 of cup, m1 at the referee"
    assert lines[1] == "game diceman, version 1"
    assert lines[3] == "config games = 3"
    assert "time control move_time 500ms, bank 0, increment 0, strikes 2" in lines
    assert "ended by bot_time: b is out of time" in lines
    assert "    0  b            2      1        2     time" in lines
    assert "attempt 1, v1-1, was void by referee_fault: it came to nothing" in lines
    assert f"  referee replay show {replay}" in lines
    assert f"  referee watch {replay}" in lines
    assert f"output of b (of all its matches): {cup}/logs/b/0001.stderr" in lines
    assert f"no output of c is kept in {cup}/logs/c" in lines


def test_turns_given_up(tmp_path: Path, call: Caller) -> None:
    """Told apart from missed deadlines: of a bot over all its matches, and of a seat in one."""

    def judge(pairing: Pairing) -> MatchEnd:
        failed = SeatResult(2, 0, 3, ForfeitCause.TIME, given_up=pairing.number)
        gone = SeatResult(2, 0, 0, ForfeitCause.GONE)
        won = SeatResult(1, 6, 1, None)
        loser = min(pairing.players)
        seats = [
            won if name != loser else failed if name == "a" else gone for name in pairing.players
        ]
        return MatchEnd(EndCause.BOT_TIME, "over", tuple(seats))

    folder = play_into(tmp_path / "cup", CUP_FILE, judge)
    matches = json.loads(call("matches", folder, "--json").out)["matches"]
    numbers = [match["number"] for match in matches if any(s["bot"] == "a" for s in match["seats"])]
    assert len(numbers) == 4
    given_up = sum(numbers)
    line = f"a: {given_up} turns given up: its own code failed or skipped, see its log"
    standings = call("standings", folder)
    assert [told for told in lines_of(standings.out) if "given up" in told] == [line]
    assert json.loads(call("standings", folder, "--json").out)["given_up"] == {"a": given_up}
    by_hand = {(seat["bot"], seat["given_up"]) for seat in matches[numbers[0] - 1]["seats"]}
    assert ("a", numbers[0]) in by_hand
    (told,) = [one for one in lines_of(call("show", folder, numbers[-1]).out) if "given up" in one]
    assert f" a: {numbers[-1]} turns given up" in told
    (gone,) = [m["number"] for m in matches if m["number"] not in numbers][:1]
    assert any(one.endswith("gone") for one in lines_of(call("show", folder, gone).out))


def test_times(tmp_path: Path, call: Caller) -> None:
    """What decisions took and how long the match lasted; nothing where it is not known."""
    known = SeatTimes(decisions=12, total_us=3_456_789, longest_us=1_250_000)
    seats = (SeatResult(1, 4, 0, None, times=known), SeatResult(2, 2, 0, None))
    end = MatchEnd(EndCause.RULES, "over", seats)
    folder = play_into(tmp_path / "cup", CUP_FILE, lambda _: end)
    with contextlib.closing(Store(DataFolder(folder).database, create=True)) as store:
        (pairing, *_) = (match.pairing for match in store.matches())
        key = order_of(parse_spec(CUP_FILE, folder / "cup.toml"), pairing, 1).key
        play = PlayRecord("2026-01-02T03:04:05.000+00:00", None, "here", None, None, ())
        store.programs.begin(key, 1, pairing.players, play)
        store.programs.end(key, 1, ended_at="2026-01-02T03:05:06.500+00:00", host=None)
    told = call("show", folder, 1).out
    assert re.search(r"0  b .* 12  3\.457 s  1\.250 s *$", told, re.MULTILINE)
    assert "to 2026-01-02T03:05:06.500+00:00, 61.5 s" in told
    shown = json.loads(call("show", folder, 1, "--json").out)
    assert shown["duration_s"] == shown["play"]["duration_s"] == 61.5
    expected = {"decisions": 12, "total_us": 3_456_789, "longest_us": 1_250_000}
    assert [seat["times"] for seat in shown["seats"]] == [expected, None]
    assert " 61.5 s" in call("matches", folder).out
    plays = json.loads(call("export", "json", folder, "--table", "plays").out)["plays"]
    names = ("duration_s", "decisions", "thought_us", "longest_us")
    assert [[row[name] for name in names] for row in plays] == [
        [61.5, 12, 3_456_789, 1_250_000],
        [61.5, None, None, None],
    ]


def test_show_as_json(cup: Path, call: Caller) -> None:
    """What `matches --json` has, and the order besides."""
    shown = json.loads(call("show", cup, 4, "--json").out)
    assert shown["game"] == "diceman"
    assert shown["config"] == {"games": 3}
    assert shown["time_control"]["move_time"] == 500_000_000
    assert [seat["placement"] for seat in shown["seats"]] == [1, 1]
    assert shown["replay_path"] is None
    assert shown["logs"] == {"a": [], "c": []}


def test_a_replay_that_is_gone(cup: Path, call: Caller) -> None:
    """It is told rather than a command that would fail."""
    out = call("show", cup, 2).out
    assert "replay referee/replays/m2.replay is not in" in out
    assert "referee watch" not in out


def test_a_match_that_was_left_void(tmp_path: Path, call: Caller) -> None:
    """A match without a result is listed with its attempts, the next one not: it was not begun."""
    ends: dict[int, Any] = {1: ended(1, 2)}
    folder = play_into(
        tmp_path / "cup",
        CUP_FILE,
        lambda pairing: ends.get(pairing.number),
        voids=lambda pairing: 3 if pairing.number == 2 else 0,
    )
    listed = json.loads(call("matches", folder, "--json").out)["matches"]
    assert [(match["number"], match["state"], len(match["voids"])) for match in listed] == [
        (1, "rules", 0),
        (2, "void", 3),
    ]
    assert "placement" not in listed[1]["seats"][0]
    assert "has no result: its last attempt is void" in call("show", folder, 2).out
    called = call("show", folder, 3)
    assert (called.status, called.err) == (
        2,
        "tournament: match 3 has not been begun yet; 2 have been\n",
    )


def test_nothing_is_played_yet(tmp_path: Path, call: Caller) -> None:
    """An empty tournament is no error, but for a single match."""
    folder = play_into(tmp_path / "cup", CUP_FILE, lambda _: None)
    assert json.loads(call("matches", folder, "--json").out) == {"name": "cup", "matches": []}
    assert json.loads(call("crosstable", folder, "--json").out)["pairs"] == []
    assert call("crosstable", folder).status == call("matches", folder).status == 0
    called = call("show", folder, 1)
    assert (called.status, called.err) == (2, "tournament: no match of cup has been begun yet\n")


def printed(view: TournamentView, width: int) -> list[str]:
    """The list of all matches on a terminal of this width."""
    console = rich.console.Console(file=io.StringIO(), width=width, emoji=False)
    print_matches("cup", list_matches(view), console)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_matches_in_a_narrow_terminal(tmp_path: Path) -> None:
    """Each seat has a line of its own, whole, and columns that find no room are named."""
    view = view_of(DataFolder(play_cup(tmp_path / "cup")))
    lines = printed(view, 40)
    assert max(map(len, lines)) <= 40
    at = next(i for i, line in enumerate(lines) if "b 2 (1) forfeit: time" in line)
    assert lines[at].split() == ["1", "b", "2", "(1)", "forfeit:", "time", "bot_time"]
    assert lines[at + 1].split() == ["c", "1", "(0)"]
    assert "no room for block, voids" in lines
    assert any("b 2 (1) forfeit: time" in line for line in printed(view, 30))
    assert any("a 1 (6), b 2 (2)" in line for line in printed(view, 100))
