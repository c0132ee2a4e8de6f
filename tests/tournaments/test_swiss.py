from __future__ import annotations

import collections

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loadtest.score_groups import pair_by_score
from tests.tournaments.playing_out import favourites, names_of, play_out, randomly
from tests.tournaments.test_standings import played
from tournaments.pairings import Pairing, Swiss, written_seeds
from tournaments.pairings.swiss import default_rounds, most_rounds
from tournaments.ratings import PlackettLuce
from tournaments.tables.standings import compute_standings
from tournaments.tables.swiss import swiss_byes, swiss_rematches
from tournaments.tables.tie_breaks import by_swiss


def meetings(pairings: list[Pairing]) -> list[str]:
    """Who met, by the first seating of each block."""
    return ["".join(pairing.players) for pairing in pairings[::2]]


def test_eight_players_by_hand() -> None:
    """Upper half meets lower half in every score group; favourites win all.

    Round 1: abcd against efgh. Round 2: ab against cd, ef against gh. Round 3: a and b have won
    twice; c, d, e and f once, so cd against ef; g and h never.
    """
    scheduler = Swiss("abcdefgh", rounds=3, seeds=written_seeds(0))
    pairings = play_out(scheduler, favourites)
    assert meetings(pairings) == [
        "ae", "bf", "cg", "dh",
        "ac", "bd", "eg", "fh",
        "ab", "ce", "df", "gh",
    ]  # fmt: skip
    assert scheduler.total == len(pairings) == 24
    assert scheduler.byes == []


def test_five_players_by_hand() -> None:
    """The last without a bye has it; it counts as a win, and who has no rival of its score floats.

    Round 1: e has the bye; ab against cd. Round 2: d, last, has it; a meets b, and e, left over in
    the group of winners, meets c.
    """
    scheduler = Swiss("abcde", rounds=2, seeds=written_seeds(0))
    assert meetings(play_out(scheduler, favourites)) == ["ac", "bd", "ab", "ec"]
    assert scheduler.byes == ["e", "d"]


def test_table_by_hand() -> None:
    """The tournament of five players above.

    Points with byes: a 4, all others 2. Buchholz over both matches of each meeting: a met c and b, 2
    each: 8. b met d and a, c met a and e: 4 + 8 = 12. d met b, e met c: 4. Sonneborn-Berger: a beat
    c and b twice: 8; b beat d and c beat e twice: 4; d and e beat nobody.
    """
    matches = [
        played(players, [1, 2]) for pair in ("ac", "bd", "ab", "ce") for players in (pair, pair)
    ]
    lines = compute_standings("abcde", matches, PlackettLuce())
    table = by_swiss(lines, matches, {"e": 2.0, "d": 2.0})
    assert [(line.place, line.player, line.points, *(v for _, v in line.tie_breaks)) for line in table] == [
        (1, "a", 4.0, 8.0, 8.0),
        (2, "b", 2.0, 12.0, 4.0),
        (2, "c", 2.0, 12.0, 4.0),
        (4, "d", 2.0, 4.0, 0.0),
        (4, "e", 2.0, 4.0, 0.0),
    ]  # fmt: skip


def test_a_pair_is_broken_up_for_two_who_have_met() -> None:
    """The last two, c and d, have met; a and b, paired before, give them rivals."""
    met: dict[str, set[str]] = {"a": set(), "b": set(), "c": {"d"}, "d": {"c"}}
    pairs = pair_by_score("abcd", {"a": 4, "b": 4, "c": 0, "d": 0}, met)
    assert sorted(map(sorted, pairs)) in ([["a", "c"], ["b", "d"]], [["a", "d"], ["b", "c"]])


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (200, 8)],
)
def test_default_rounds(players: int, rounds: int) -> None:
    """The exponent of the least power of two that is no less than the players."""
    assert default_rounds(players) == rounds


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_fairness(data: st.DataObject) -> None:
    """From 2 to 200 players: all play or have a bye, seats balance, byes differ.

    Up to half of the rounds nobody meets anybody again, by either rule.
    """
    count = data.draw(st.one_of(st.integers(2, 24), st.integers(2, 200)))
    rule = data.draw(st.sampled_from([3, 4]))
    most = most_rounds(count) if count <= 24 else default_rounds(count)
    rounds = data.draw(st.integers(1, most))
    scheduler = Swiss(names_of(count), rounds=rounds, seeds=written_seeds(1), rule=rule)
    pairings = play_out(scheduler, randomly(data.draw(st.integers(0, 10**6))))
    assert len(pairings) == scheduler.total == rounds * (count // 2) * 2
    met = collections.Counter(frozenset(pairing.players) for pairing in pairings)
    again = [number // 2 - 1 for number in met.values() if number > 2]
    assert sum(again) == len(scheduler.rematches) == len(swiss_rematches(pairings))
    assert not scheduler.rematches or rounds > count // 2
    assert swiss_byes(names_of(count), pairings) == collections.Counter(scheduler.byes)
    assert len(scheduler.byes) == len(set(scheduler.byes)) == rounds * (count % 2)
    matches = collections.Counter(player for pairing in pairings for player in pairing.players)
    for player in names_of(count):
        assert matches[player] == 2 * (rounds - scheduler.byes.count(player))


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 40), st.integers(0, 1000))
def test_the_order_of_results_decides_nothing(count: int, seed: int) -> None:
    """A tournament whose results come in any order has the same pairings under the same numbers."""
    rounds = default_rounds(count)
    first = play_out(Swiss(names_of(count), rounds=rounds, seeds=written_seeds(1)), randomly(seed))
    again = play_out(
        Swiss(names_of(count), rounds=rounds, seeds=written_seeds(1)), randomly(seed), shuffle=seed
    )
    assert first == again


def test_what_was_begun_goes_on_by_its_rule() -> None:
    """Rule 4 pairs otherwise than rule 3 in some of 20 tournaments."""

    def played_by(rule: int, seed: int) -> list[Pairing]:
        scheduler = Swiss(names_of(8), rounds=5, seeds=written_seeds(1), rule=rule)
        return play_out(scheduler, randomly(seed))

    assert any(played_by(3, seed) != played_by(4, seed) for seed in range(20))


def test_a_match_without_result_holds_up_the_next_round() -> None:
    """The next round would be another one with it; nothing is guessed."""
    scheduler = Swiss("abcd", rounds=2, seeds=written_seeds(0))
    *others, last = scheduler.due()
    for pairing in others:
        scheduler.record(pairing, (1, 2))
    scheduler.record(last, None)
    assert not scheduler.due()
