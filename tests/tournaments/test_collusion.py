"""The collusion report, against numbers computed by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from loadtest.statistics.collusion import ThrowingWorld, measure_one
from loadtest.statistics.worlds import Design, names, round_robin
from tests.tournaments.calling import Caller
from tests.tournaments.stored import ADHOC, CUP_FILE, party_end, play_into
from tournaments.pairings import Pairing
from tournaments.ratings import PlacedMatch
from tournaments.ratings.collusion import Favour, favours
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult


def upper_tail(deviations: float) -> float:
    """The probability that a normal variable is higher."""
    return math.erfc(deviations / math.sqrt(2)) / 2


def circle(meetings: int, *, matches_a_block: int) -> list[PlacedMatch]:
    """Three of whom each always beats the next, so that all are equally strong; seats alternate."""
    found = []
    for winner, loser in (("a", "b"), ("b", "c"), ("c", "a")):
        for number in range(meetings):
            block = f"{winner}{number // matches_a_block}"
            if number % 2:
                found.append(PlacedMatch(block, (loser, winner), (2, 1)))
            else:
                found.append(PlacedMatch(block, (winner, loser), (1, 2)))
    return found


def by_pair(found: list[Favour]) -> dict[str, Favour]:
    """The pairs by the names of gainer and other."""
    return {f"{each.gainer}{each.other}": each for each in found}


@pytest.mark.parametrize(
    ("matches_a_block", "squares"),
    [
        (1, 10.0),  # 40 gains of 1/2: 40 / 4
        (2, 20.0),  # 20 blocks with a gain of 1 each
        (4, 40.0),  # 10 blocks with a gain of 2 each
    ],
)
def test_gains_by_hand(matches_a_block: int, squares: float) -> None:
    """One half is expected, and 1 is gained, in each of 40 matches: 20 places over the root of the squares."""
    found = by_pair(favours("abc", circle(40, matches_a_block=matches_a_block)))
    assert sorted(found) == ["ab", "ac", "ba", "bc", "ca", "cb"]
    for pair in ("ab", "bc", "ca"):
        assert found[pair].meetings == 40
        assert found[pair].places == pytest.approx(0.5, abs=1e-6)
        expected = upper_tail(20 / math.sqrt(squares))
        assert found[pair].p_value == pytest.approx(expected, rel=1e-4)
        # Three of six pairs have this p-value, so the penalty is 6 / 3 x (1 + 1/2 + ... + 1/6).
        assert found[pair].q_value == pytest.approx(2 * 2.45 * expected, rel=1e-4)
    for pair in ("ba", "cb", "ac"):
        assert found[pair].places == pytest.approx(-0.5, abs=1e-6)
        assert found[pair].q_value == 1.0


def test_who_meets_too_seldom_is_not_asked() -> None:
    """Matches of both count, not blocks."""
    matches = [*circle(30, matches_a_block=2), *circle(4, matches_a_block=2)[:4]]
    assert len(favours("abc", matches, least_meetings=30)) == 6
    pairs = by_pair(favours("abc", matches, least_meetings=31))
    assert sorted(pairs) == ["ab", "ba"]
    assert favours("abc", matches, least_meetings=35) == []
    assert favours("abc", []) == []


def test_a_favourite_that_wins_all_gains_nothing() -> None:
    """All that is expected has no spread; the model's own variance keeps that from being certain of anything."""
    matches = [PlacedMatch(f"{n}", ("a", "b"), (1, 2)) for n in range(60)]
    found = by_pair(favours("ab", matches))
    assert 0.3 < found["ab"].p_value < 0.5


def test_named_pairs_are_those_of_the_step_up_rule() -> None:
    """Benjamini and Yekutieli by their definition: the largest k with p(k) <= k rate / (m c(m)), and all below."""
    world = ThrowingWorld([0.4, 0.1, 0.0, -0.2, 0.3], np.random.default_rng(3), throws=1.0)
    matches = list(world.play(Design("round robin", 2, 5, 60, round_robin).scheduler()))
    found = favours(names(5), matches, least_meetings=20)
    assert len(found) == 20
    assert [each.p_value for each in found] == sorted(each.p_value for each in found)
    penalty = sum(1 / rank for rank in range(1, 21))
    several = set()
    for rate in (0.001, 0.01, 0.1, 0.5, 0.99):
        fits = [
            rank
            for rank, each in enumerate(found, 1)
            if each.p_value <= rank * rate / (20 * penalty)
        ]
        assert [each for each in found if each.q_value <= rate] == found[: max(fits, default=0)]
        several.add(max(fits, default=0))
    assert len(several) > 1  # else the rule would not have been tried


def test_a_world_in_which_matches_are_thrown() -> None:
    """Always thrown, the thrower is last whenever the gainer sits there, and else as strong as anybody."""
    world = ThrowingWorld([0.0] * 4, np.random.default_rng(1), throws=1.0)
    players = names(4)
    for number in range(50):
        placed = world.placements(str(number), players)
        assert placed[1] == 4
        assert sorted(placed) == [1, 2, 3, 4]
    alone = [world.placements(str(n), players[1:])[0] for n in range(300)]
    assert sum(alone) / 300 == pytest.approx(2.0, abs=0.2)


def test_thrown_matches_are_found_and_honest_ones_are_not() -> None:
    """Six equals over 80 cycles (blocks of two matches): that somebody is named by chance is a matter of 1 %."""
    design = Design("round robin", 2, 6, 80, round_robin)
    thrown = measure_one(design, "own", 0.0, 1.0, 5, np.random.default_rng(7))
    assert (thrown.found, thrown.with_false, thrown.asked) == (1.0, 0.0, 30.0)
    honest = measure_one(design, "own", 0.0, 0.0, 5, np.random.default_rng(8))
    assert (honest.found, honest.with_false) == (0.0, 0.0)


def won_in_a_circle(pairing: Pairing) -> MatchEnd:
    """Of the three, each beats the next, whoever sits where."""
    first, second = pairing.players
    is_first = (first, second) in {("a", "b"), ("b", "c"), ("c", "a")}
    places = (1, 2) if is_first else (2, 1)
    return MatchEnd(
        EndCause.RULES, "over", tuple(SeatResult(place, 0, 0, None) for place in places)
    )


def test_the_command(tmp_path: Path, call: Caller) -> None:
    """It names the pairs with figures, and says that it accuses nobody."""
    file = CUP_FILE.replace('"round_robin"', '"round_robin"\ncycles = 40')
    file = file.replace('name = "a"', 'name = "a"\ntitle = "Team A"')
    folder = play_into(tmp_path / "cup", file, won_in_a_circle)
    called = call("collusion", folder)
    assert (called.status, called.err) == (0, "")
    assert "cup: 3 pairs stand out of 6 that met in 30 matches or more" in called.out
    assert "at a false discovery rate of 1%" in called.out
    assert "This accuses nobody" in called.out
    row = next(line for line in called.out.splitlines() if line.split()[:2] == ["Team", "A"])
    assert row.split()[2:5] == ["b", "80", "+0.50"]
    report = json.loads(call("collusion", folder, "--json").out)
    assert [(each["gainer"], each["other"]) for each in report["named"]] == [
        ("a", "b"),
        ("b", "c"),
        ("c", "a"),
    ]
    assert (report["asked"], report["least_meetings"], report["false_discovery_rate"]) == (
        6,
        30,
        0.01,
    )


def test_the_command_without_meetings(tmp_path: Path, call: Caller) -> None:
    """A short cup has nothing to be asked."""
    folder = play_into(tmp_path / "cup", CUP_FILE, won_in_a_circle)
    called = call("collusion", folder)
    assert called.out == "cup: no two have met in 30 matches or more\n"
    called = call("collusion", folder, "--meetings", "2")
    assert called.out.startswith("cup: no pairs stand out of 6 that met in 2 matches or more")


def test_members_of_parties_help_each_other(tmp_path: Path, call: Caller) -> None:
    """So they are not asked: a mistake in the call."""
    folder = play_into(tmp_path / "cup", ADHOC, lambda _: party_end(5))
    called = call("collusion", folder)
    assert (called.status, called.out) == (2, "")
    assert called.err.startswith("tournament: format adhoc has no collusion report")


@pytest.mark.parametrize(
    ("option", "value", "bound"), [("--meetings", "0", "1"), ("--rate", "0", "0.0001")]
)
def test_bounds_of_options(
    tmp_path: Path, call: Caller, option: str, value: str, bound: str
) -> None:
    """The error names the option and its bound."""
    called = call("collusion", tmp_path, option, value)
    assert called.status == 2
    assert option in called.err
    assert bound in called.err
