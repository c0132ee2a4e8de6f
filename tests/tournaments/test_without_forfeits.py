"""Elo without the matches that a forfeit decided: which blocks are left out, and what is then shown."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

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
from tournaments.reports.page import render_page
from tournaments.reports.view import view_of
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.store.folder import DataFolder

DUEL = CUP_FILE.replace('[[bots]]\nname = "c"\ncommand = "true"\n', "").replace(
    "seed = 7", "seed = 7\ncycles = 8"
)


def given_up(loser: int, cause: ForfeitCause = ForfeitCause.TIME) -> MatchEnd:
    """A match of two seats that this seat forfeited."""
    seats = [SeatResult(1, 3, 0, None), SeatResult(1, 3, 0, None)]
    seats[loser] = SeatResult(2, 0, 2, cause)
    return MatchEnd(EndCause.BOT_TIME, "one seat is out", tuple(seats))


def duel(pairing: Pairing) -> MatchEnd:
    """Sixteen matches in eight blocks.

    In four blocks b forfeits the match in seat 0 or the one in seat 1, two times each, and wins the
    other; of the other four blocks a wins both matches of three, b both of one.
    By hand: a wins 4 + 6, b wins 4 + 2; without forfeits a wins 6, b wins 2.
    """
    block = (pairing.number - 1) // 2
    seat_of_b = pairing.players.index("b")
    if block < 4:
        return given_up(seat_of_b) if seat_of_b == block % 2 else winner(seat_of_b)
    return winner(seat_of_b if block == 7 else 1 - seat_of_b)


def winner(seat: int) -> MatchEnd:
    """A match of two seats that this seat won by the rules."""
    return ended(1, 2) if seat == 0 else ended(2, 1)


def told(call: Caller, folder: Path) -> dict[str, object]:
    """What the command says of it, as JSON."""
    called = call("standings", folder, "--without-forfeits", "--json")
    assert called.status == 0, called.err
    found = json.loads(called.out)["without_forfeits"]
    assert isinstance(found, dict)
    return found


def test_a_rival_that_fails_makes_nobody_strong(tmp_path: Path, call: Caller) -> None:
    """Whole blocks are left out; the rest is rated alone, by ln(wins / losses) of two players."""
    folder = play_into(tmp_path / "cup", DUEL, duel)
    table = json.loads(call("standings", folder, "--without-forfeits", "--json").out)
    raw = {line["bot"]: line["elo"]["elo"] for line in table["standings"]}
    assert raw["a"] - raw["b"] == pytest.approx(400 * math.log10(10 / 6), rel=0.02)
    found = table["without_forfeits"]
    counts = ("matches", "left_out", "with_forfeit", "blocks", "blocks_left_out")
    assert [found[name] for name in counts] == [8, 8, 4, 4, 4]
    assert found["forfeits"] == {"time": 4}
    lines = {line["bot"]: line for line in found["bots"]}
    assert lines["a"]["elo"] - lines["b"]["elo"] == pytest.approx(400 * math.log10(6 / 2), rel=0.02)
    assert lines["a"]["low"] < lines["a"]["elo"] < lines["a"]["high"]
    assert {name: line["matches"] for name, line in lines.items()} == {"a": 8, "b": 8}
    assert (lines["a"]["own_forfeits"], lines["a"]["rivals_forfeits"]) == (0, 4)
    assert (lines["b"]["own_forfeits"], lines["b"]["rivals_forfeits"]) == (4, 0)


def test_side_by_side(tmp_path: Path, call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both Elo with intervals in a line, and what was left out below; a narrow terminal keeps the Elo."""
    folder = play_into(tmp_path / "cup", DUEL, duel)
    monkeypatch.setenv("COLUMNS", "130")
    out = call("standings", folder, "--without-forfeits").out
    assert (
        "without forfeits: 8 of 16 matches, 4 of 8 blocks; forfeits in 4 matches (4 out of time)"
        in out
    )
    (head,) = (line for line in out.splitlines() if "95% without" in line)
    assert head.index("95% interval") < head.index("Elo without") < head.index("95% without")
    monkeypatch.setenv("COLUMNS", "45")
    out = call("standings", folder, "--without-forfeits").out
    (head,) = (line for line in out.splitlines() if "Elo without" in line and "no room" not in line)
    assert head.split() == ["name", "Elo", "Elo", "without", "95%", "without"]


def test_a_hint_where_there_are_forfeits(tmp_path: Path, call: Caller) -> None:
    """And none where nobody has forfeited, where both sides are the same."""
    out = call("standings", play_into(tmp_path / "cup", DUEL, duel)).out
    assert "forfeits in 4 of 16 matches (4 out of time): --without-forfeits" in out
    clean = play_into(tmp_path / "clean", DUEL, lambda _: ended(1, 2))
    assert "--without-forfeits" not in call("standings", clean).out
    out = call("standings", clean, "--without-forfeits").out
    assert "without forfeits: nobody has forfeited in 16 matches" in out
    found = told(call, clean)
    assert (found["left_out"], found["with_forfeit"], found["forfeits"]) == (0, 0, {})


def test_a_forfeit_among_many_seats(tmp_path: Path, call: Caller) -> None:
    """One seat out of three decides places of the others, too, although the rules ended the match."""
    out = SeatResult(3, 0, 2, ForfeitCause.RESIGNED)
    end = MatchEnd(EndCause.RULES, "", (SeatResult(1, 6, 0, None), SeatResult(2, 3, 0, None), out))
    text = GROUPS.replace("seed = 7", "seed = 7\ncycles = 2")
    folder = play_into(tmp_path / "cup", text, lambda p: end if p.number == 1 else ended(1, 2, 3))
    found = told(call, folder)
    played = len(view_of(DataFolder(folder)).matches)
    assert (found["with_forfeit"], found["blocks"], found["blocks_left_out"]) == (1, 1, 1)
    assert found["matches"] == found["left_out"] == played / 2
    assert found["forfeits"] == {"resigned": 1}
    everything = play_into(tmp_path / "all", text, lambda _: end)
    found = told(call, everything)
    assert (found["matches"], found["blocks"]) == (0, 0)
    bots = found["bots"]
    assert isinstance(bots, list)
    assert {line["elo"] for line in bots} == {None}
    assert call("standings", everything, "--without-forfeits").status == 0


def test_parties(tmp_path: Path, call: Caller) -> None:
    """A block is left out for all entries that played it, so that all have the same dice."""

    def judge(pairing: Pairing) -> MatchEnd:
        end = party_end(7 if pairing.players[0] == "a" else 5)
        if pairing.number != 1:
            return end
        seats = (SeatResult(1, 0, 2, ForfeitCause.GONE), *end.seats[1:])
        return MatchEnd(EndCause.RULES, "", seats)

    folder = play_into(tmp_path / "team", TEAM, judge)
    found = told(call, folder)
    counts = ("matches", "left_out", "with_forfeit", "blocks", "blocks_left_out")
    assert [found[name] for name in counts] == [3, 3, 1, 1, 1]
    bots = found["bots"]
    assert isinstance(bots, list)
    assert [(line["bot"], line["matches"], line["own_forfeits"]) for line in bots] == [
        ("a", 1, 1),
        ("b", 1, 0),
        ("c", 1, 0),
    ]
    contest = play_into(tmp_path / "contest", CONTEST, lambda _: party_end(1, 2))
    assert told(call, contest)["left_out"] == 0
    adhoc = play_into(tmp_path / "adhoc", ADHOC, lambda _: party_end(4))
    called = call("standings", adhoc, "--without-forfeits")
    assert called.status == 2
    assert "--without-forfeits: bots of an ad-hoc tournament have no Elo" in called.err


def test_an_anchor_holds_on_both_sides(tmp_path: Path, call: Caller) -> None:
    """Elo of the anchor is 0 in the table and without forfeits."""
    folder = play_into(tmp_path / "cup", DUEL, duel)
    called = call("standings", folder, "--without-forfeits", "--anchor", "b", "--json")
    lines = json.loads(called.out)["without_forfeits"]["bots"]
    assert {line["bot"]: line["elo"] for line in lines}["b"] == 0


def test_tables_for_programs(tmp_path: Path, call: Caller) -> None:
    """A column says which matches are left out, others what Elo is then; both fit the command's JSON."""
    folder = play_into(tmp_path / "cup", DUEL, duel)
    exported = json.loads(call("export", "json", folder).out)
    flags = [match["forfeit_in_block"] for match in exported["matches"]]
    assert flags == [True] * 8 + [False] * 8
    lines = {line["bot"]: line for line in exported["standings"]}
    without = {name: line["elo_without_forfeits"] for name, line in lines.items()}
    assert without["a"] - without["b"] == pytest.approx(400 * math.log10(6 / 2), rel=0.02)
    assert lines["a"]["elo_low_without_forfeits"] < without["a"]
    assert lines["a"]["elo_high_without_forfeits"] > without["a"]
    assert {line["matches_without_forfeits"] for line in lines.values()} == {8}


def test_the_page(tmp_path: Path) -> None:
    """It has a section where somebody has forfeited, and only there."""
    page = render_page(view_of(DataFolder(play_cup(tmp_path / "cup"))), tmp_path / "report.html")
    assert '<h2 id="without-forfeits">' in page
    assert "Without forfeits: 4 of 6 matches, 2 of 3 blocks; forfeits in 1 match" in page
    clean = play_into(tmp_path / "clean", DUEL, lambda _: ended(1, 2))
    assert "without-forfeits" not in render_page(
        view_of(DataFolder(clean)), tmp_path / "report.html"
    )
