"""Scores and ranks of Champions while a match goes on, and its result."""

from __future__ import annotations

import dataclasses

import pytest

from referee.core.outcome import ForfeitCause
from referee.core.scene import Bar, spans_text
from referee.core.story import FinalSeat, MatchEnd
from referee.games.champions import columns as c
from referee.games.champions.view.view import VIEW
from tests.games.champions.story_sights import (
    OUTLAST,
    at_the_end,
    end_by_rules,
    own_view,
    seen_by_all,
    sentences_of,
    sight_of,
    story_of,
)

# Score.


def test_points_and_ranks() -> None:
    """CH-7.4 with 3 seats: places are worth 12, 2 (as 8.5 of 16) and 0; ada has 12 + 1, cid 2 + 4, bob 0 + 2."""
    own = {
        0: own_view(0, kills=1, damage=50),
        1: own_view(1, (0, 0, 0, 0), kills=2, damage=90),
        2: own_view(2, (0, 85, 80, 0), kills=4, damage=200),
    }
    story = story_of(sight_of(seen_by_all(c.MOVE, 4, 2, {0: (0, 0), 2: (1, 1)}, num_seats=3), own))
    score = story.score
    assert score is not None
    assert (score.unit, score.gauge, story.lead, story.lead_text) == (
        "points",
        "health",
        "health",
        "total health",
    )
    assert [(one.value, one.rank) for one in score.seats] == [(13, 1), (2, 3), (6, 2)]
    assert [one.gauge for one in score.seats] == [Bar(350, 350), Bar(0, 350), Bar(165, 350)]
    assert [one.pips for one in score.seats] == [
        (Bar(100, 100), Bar(85, 85), Bar(80, 80), Bar(85, 85)),
        (),
        (Bar(0, 100), Bar(85, 85), Bar(80, 80), Bar(0, 85)),
    ]
    assert score.seats[2].facts == (("champions", "2"), ("kills", "4"), ("damage", "200"))


def test_living_champions_count_where_lasting_ranks() -> None:
    """CH-7.2: champions, then health; both decide the rank, the first alone is the value."""
    own = {0: own_view(0, (100, 85, 80, 0)), 1: own_view(1, (100, 85, 79, 0)), 2: own_view(2)}
    where = dict.fromkeys(range(3), (0, 0))
    score = story_of(sight_of(seen_by_all(c.MOVE, 4, 2, where), own, config=OUTLAST)).score
    assert score is not None
    assert score.unit == "champions"
    assert [(one.value, one.rank) for one in score.seats] == [(3, 2), (3, 3), (4, 1)]


def test_a_seat_knows_its_own_score_alone() -> None:
    """Kills and damage of others are hidden, and so are points and ranks (CH-6.1)."""
    where = dict.fromkeys(range(2), (0, 0))
    score = story_of(sight_of(seen_by_all(c.MOVE, 4, 2, where), {1: own_view(1, kills=3)})).score
    assert score is not None
    assert [(one.value, one.rank) for one in score.seats] == [(None, 0), (None, 0)]
    assert score.seats[0].facts == ()
    assert score.seats[1].facts == (("champions", "4"), ("kills", "3"), ("damage", "0"))


# The end.


def test_the_last_one_standing() -> None:
    """By points: 12 for the last place left and 4 kills, against 0 and 3; the public knows it all by now."""
    sight = at_the_end({0: 0}, placements=[1, 2], kills=[4, 3], damage=[300, 200], out={1: 3})
    story = story_of(sight)
    assert spans_text(story.headline) == "Round 3: bob is out, ada wins"
    assert sentences_of(story) == [
        "*ada is the last one standing and wins.",
        "*bob is out.",
    ]
    assert story.score is not None
    assert [(one.value, one.rank) for one in story.score.seats] == [(16, 1), (3, 2)]
    result = VIEW.result(sight, end_by_rules([1, 2]))
    assert result.winners == (0,)
    assert spans_text(result.headline) == "ada wins"
    assert result.score == "4 : 3"
    assert result.reason == (
        "After three rounds ada is the last one with a living champion. "
        "It has sixteen points, four of them for kills; bob comes second with three."
    )
    after = VIEW.followed(sight, dataclasses.replace(sight, events=()))
    assert spans_text(story_of(after).headline) == "ada wins after three rounds"
    assert not story_of(after).sentences


def test_kills_may_outweigh_lasting_longer() -> None:
    """Three seats: bob lasts longest, for 12 points; ada has 2 for its place and 11 kills."""
    sight = at_the_end(
        {1: 1},
        placements=[1, 2, 3],
        kills=[11, 0, 0],
        damage=[9, 0, 0],
        out={0: 3, 2: 2},
        num_seats=3,
    )
    assert (
        sentences_of(story_of(sight))[0] == "*bob is the last one standing, but ada wins on points."
    )
    assert VIEW.result(sight, end_by_rules([1, 2, 3])).reason == (
        "After three rounds bob is the last one with a living champion. "
        "ada has thirteen points, eleven of them for kills; bob comes second with twelve."
    )


@pytest.mark.parametrize(
    ("placements", "kills", "out", "headline", "reason"),
    [
        (
            [1, 2, 3],
            [0, 1, 1],
            {1: 3, 2: 3},
            "ada wins",
            "After three rounds ada is the last one with a living champion. "
            "It has twelve points without a kill; bob comes second with three.",
        ),
        (
            [1, 1, 3],
            [1, 1, 0],
            {0: 3, 1: 3, 2: 3},
            "ada and bob share first place",
            "After three rounds the last seats fall together. "
            "They are equal in points, health, kills and damage.",
        ),
        (
            [1, 2, 3],
            [0, 0, 0],
            {},
            "ada wins",
            "After three rounds the match ends with three seats still standing. "
            "ada has the most points, with no kills.",
        ),
    ],
)
def test_results(
    placements: list[int], kills: list[int], out: dict[int, int], headline: str, reason: str
) -> None:
    """As the public sees them; where several stand in the end, their health and so their points are hidden."""
    stands = {seat: 0 for seat in range(3) if seat not in out}
    damage = [9 if len(set(placements)) == 3 and seat == 1 else 5 for seat in range(3)]
    sight = at_the_end(
        stands, placements=placements, kills=kills, damage=damage, out=out, num_seats=3
    )
    result = VIEW.result(sight, end_by_rules(placements))
    assert (spans_text(result.headline), result.score, result.reason) == (headline, "", reason)


def test_equal_points() -> None:
    """With 16 seats: 12 for the first place and a kill, or 9 for the second and four."""
    names = tuple(f"bot{seat}" for seat in range(16))
    out = dict.fromkeys(range(2, 16), 2) | {1: 9}
    sight = at_the_end(
        {0: 0},
        placements=[1, 2, *[3] * 14],
        kills=[1, 4, *[0] * 14],
        damage=[0] * 16,
        out=out,
        num_seats=16,
        players=names,
    )
    assert VIEW.result(sight, end_by_rules([1, 2, *[3] * 14])).reason == (
        "After nine rounds bot0 is the last one with a living champion. "
        "bot0 and bot1 both have thirteen points; bot0 is ahead in rounds survived."
    )


def test_points_that_differ_by_a_fraction() -> None:
    """Of five seats, place 2 counts as place 4.75 of 16, so 4.25 points; with 8 kills that is more than 12."""
    sight = at_the_end(
        {0: 0},
        placements=[2, 1, 3, 4, 5],
        kills=[0, 8, 0, 0, 0],
        damage=[1, 1, 1, 2, 1],
        out={1: 3, 2: 2, 3: 1, 4: 1},
        num_seats=5,
    )
    assert VIEW.result(sight, end_by_rules([2, 1, 3, 4, 5])).reason == (
        "After three rounds ada is the last one with a living champion. "
        "bob has twelve points, eight of them for kills, just ahead of ada."
    )


def test_nobody_is_left_standing() -> None:
    """The last two fall together, and damage decides (CH-7.2)."""
    sight = at_the_end(
        {}, placements=[1, 2], kills=[4, 4], damage=[300, 200], out={0: 3, 1: 3}, config=OUTLAST
    )
    assert sentences_of(story_of(sight))[0] == "*Nobody is left standing; ada wins."
    assert VIEW.result(sight, end_by_rules([1, 2])).reason == (
        "After three rounds the last seats fall together. ada is ahead in kills and damage."
    )
    shared = at_the_end({}, placements=[1, 1], kills=[4, 4], damage=[9, 9], out={0: 3, 1: 3})
    after = VIEW.followed(shared, dataclasses.replace(shared, events=()))
    assert spans_text(story_of(after).headline) == "ada and bob share first place"
    assert spans_text(VIEW.result(shared, end_by_rules([1, 1])).headline) == "A draw"


def test_lasting_longest_decides_under_the_other_scoring() -> None:
    """Nothing of points; the player that ends at the cap is ahead in champions and health."""
    sight = at_the_end(
        {0: 0}, placements=[1, 2], kills=[4, 3], damage=[9, 9], out={1: 3}, config=OUTLAST
    )
    reason = VIEW.result(sight, end_by_rules([1, 2])).reason
    assert reason == "After three rounds ada is the last one with a living champion."
    cap = at_the_end({0: 0, 1: 0}, placements=[1, 2], kills=[0, 0], damage=[0, 0], config=OUTLAST)
    assert sentences_of(story_of(cap))[0] == "*The match ends after three rounds: ada wins."
    assert VIEW.result(cap, end_by_rules([1, 2])).reason == (
        "After three rounds the match ends with two seats still standing. "
        "ada is ahead in champions and health left."
    )
    shared = at_the_end(
        {0: 0, 1: 0}, placements=[1, 1], kills=[0, 0], damage=[0, 0], config=OUTLAST
    )
    assert spans_text(story_of(shared).headline) == "Round 3: ada and bob share first place"
    assert sentences_of(story_of(shared))[0] == "*ada and bob share first place."


def test_forfeits_and_a_void_match_have_no_score() -> None:
    """As in every game, these are named, and nothing of the game is claimed."""
    sight = sight_of(seen_by_all(c.MOVE, 2, 2, {0: (0, 0), 1: (0, 0)}))
    seats = (FinalSeat(1, 1), FinalSeat(2, 0, ForfeitCause.RESIGNED))
    result = VIEW.result(sight, MatchEnd("all but one forfeited", seats, by_rules=False))
    assert (spans_text(result.headline), result.score) == ("ada wins", "")
    assert result.reason == "bob resigned."
    void = MatchEnd("the referee failed", (FinalSeat(0, 0), FinalSeat(0, 0)), by_rules=False)
    assert VIEW.result(sight, void).winners == ()
    assert VIEW.result(sight, void).reason == "The referee failed."
