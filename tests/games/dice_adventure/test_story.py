"""The story of Dice Adventure: worked positions in exact words, every kind of event, what each viewer may hear."""

from __future__ import annotations

import pytest

from referee.core.plain import Plain
from referee.core.scene import Bar, spans_text
from referee.games.dice_adventure.view.refusals import refusal_sentences
from tests.games.dice_adventure.stories import KEYS_FIRST, NO_LEVELS, headline, texts, told
from tests.games.dice_adventure.test_scene import (
    ALL,
    DWARF,
    GIANT,
    HUMAN,
    PUBLIC,
    ROCK,
    STALE,
    Match,
    silent,
)

MONSTER = "C1C2C3**\n..M2....\nK1K2K3.."


# Levels and keys.


def test_a_level_begins_and_is_cleared() -> None:
    """DA-8.2: three keys and the tower in round 1: 300 + 300 + 386 points."""
    match = Match(ALL, NO_LEVELS)
    assert headline(match) == "Level 1 begins: 3 by 4 cells, at most 30 rounds"
    assert texts(match) == ["Level 1 begins: 3 by 4 cells, at most 30 rounds."]
    match.step({0: ["U"], 1: ["U", "U"], 2: ["U"]})
    assert headline(match) == "The adventure ends with 986 points"
    assert texts(match) == [
        "The Dwarf's, the Giant's and the Human's keys open the tower: "
        "level 1 is cleared in round 1, 986 points.",
        "The adventure ends with 986 points.",
    ]
    assert all(one.is_milestone for one in told(match.sight).sentences)


def test_the_next_level_begins_with_the_sum_so_far() -> None:
    """Two levels of one cell of way: the second is cleared in round 1 again, the sum is said."""
    match = Match(ALL, {"levels": ["L1", "L1", "L1"], "ping_windows": 0})
    plan: dict[int, Plain] = {0: ["U"], 1: ["U", "U"], 2: ["U"]}
    match.step(plan)
    assert headline(match) == "Level 1 is cleared in round 1: 986 points"
    match.step(plan)
    assert headline(match) == "Level 2 is cleared in round 1: 986 points"
    assert texts(match) == [
        "The Dwarf's, the Giant's and the Human's keys open the tower: "
        "level 2 is cleared in round 1, 986 points, 1972 in all.",
        "Level 3 begins: 3 by 4 cells, at most 30 rounds.",
    ]


def test_keys_are_told_with_what_is_missing() -> None:
    """DA-8.13, in three rounds: one key, then all of them, then the tower (300 + 300 + 346 points)."""
    match = Match(ALL, silent(KEYS_FIRST))
    match.step({0: ["D"]})
    assert texts(match) == ["The Dwarf has its key; the Giant's and the Human's are missing."]
    assert headline(match) == "The Dwarf has its key; the Giant's and the Human's are missing"
    match.step({1: ["D"], 2: ["D"]})
    assert texts(match) == [
        "The Giant and the Human have their keys: all three are found, now the tower.",
        "The Human is two cells from the tower.",
    ]
    assert headline(match) == "All keys are found: now the tower"
    assert [(flag.label, flag.weight) for flag in match.scene.flags] == [("all keys", 2)]
    match.step({2: ["R"]})
    assert headline(match) == "Round 3: the Human is one cell from the tower"
    match.step({2: ["U"]})
    assert texts(match)[0] == "Level 1 is cleared in round 4, 946 points."


def test_all_keys_at_once_and_a_single_one_missing() -> None:
    """All three in one step; and two of them, so that one is missing."""
    match = Match(ALL, silent(KEYS_FIRST))
    match.step({0: ["D"], 1: ["D"], 2: ["D"]})
    assert texts(match)[0] == "All three have their keys: now the tower."
    match = Match(ALL, silent(KEYS_FIRST))
    match.step({0: ["D"], 1: ["D"]})
    assert texts(match) == ["The Dwarf and the Giant have their keys; the Human's is missing."]
    match.step({})
    assert headline(match) == "Round 2: the Human is one cell from its shrine"
    assert texts(match) == []


def test_a_level_that_is_not_cleared() -> None:
    """The cap passes, all three die for good, or one member has no life left (DA-5.11, DA-5.15)."""
    match = Match(ALL, {"levels": [{"map": KEYS_FIRST, "cap": 1}] * 2, "ping_windows": 0})
    match.step({0: ["D"]})
    assert headline(match) == "Level 1 is not cleared in time: 100 points"
    assert texts(match) == [
        "Level 1 is not cleared in its only round: one of three keys, 100 points.",
        "Level 2 begins: 4 by 2 cells, at most 1 round.",
    ]
    fragile = {"giant": {"hearts": 1}}
    match = Match(ALL, silent(MONSTER, stats=fragile, lives=1))
    match.step({1: ["D"]}, dice=[2, 5])
    assert texts(match) == [
        "Level 1 is lost, as the Giant died for the last time: no key, no points.",
        "The lost monster kills the Giant, 5 against 2.",
        "The adventure ends with no points.",
    ]
    values = {"on_fail": "end", "levels": [{"map": KEYS_FIRST, "cap": 2}, "L1", "L2"]}
    match = Match(ALL, {**values, "ping_windows": 0})
    match.step({})
    match.step({})
    assert texts(match) == [
        "Level 1 is not cleared in 2 rounds: no key, no points.",
        "That ends the adventure: the last two levels are not played.",
        "The adventure ends with no points.",
    ]


WIPE = "K1K2K3**\nC1C2C3..\nM1M2M1.."
FRAGILE = {name: {"hearts": 1} for name in ("dwarf", "giant", "human")}


def test_all_three_dead_start_again_or_lose() -> None:
    """DA-8.17: 1 < 3, 2 < 6, 1 < 2; the level restarts in the next round, or is lost."""
    for on_wipe, first in (
        ("restart", "All three are dead: attempt 2 at level 1 begins."),
        ("lose", "Level 1 is lost, as all three are dead: no key, no points."),
    ):
        match = Match(ALL, silent(WIPE, stats=FRAGILE, on_wipe=on_wipe))
        match.step({0: ["D"], 1: ["D"], 2: ["D"]}, dice=[1, 3, 2, 6, 1, 2])
        assert texts(match)[:4] == [
            first,
            "The lost monsterling kills the Dwarf, 3 against 1.",
            "The lost monster kills the Giant, 6 against 2.",
            "The lost monsterling kills the Human, 2 against 1.",
        ]
        if on_wipe == "restart":
            assert [tuple(phase) for phase in told(match.sight).phases] == [
                ("level", 1, 1),
                ("attempt", 2, None),
                ("round", 2, 30),
            ]


# Encounters.


def test_a_rock_alone_and_together() -> None:
    """DA-8.4."""
    match = Match(ALL, silent(ROCK))
    match.step({1: ["D", "D"]}, dice=[5])
    assert headline(match) == "Round 1: the Giant fails at the rock"
    assert texts(match) == ["The Giant fails at the rock, 5 against 6, and is thrown back."]
    match.step({1: ["W", "D"], 2: ["L", "D"]}, dice=[3, 3])
    assert headline(match) == "Round 2: the Giant and the Human break the rock"
    assert texts(match) == ["The Giant and the Human break the rock, 6 against 6: a tie is enough."]


def test_a_rock_that_two_fail_at() -> None:
    """DA-8.4 with lower dice: 1 + 2 against 6."""
    match = Match(ALL, silent(ROCK))
    match.step({1: ["W", "D"], 2: ["L", "D"]}, dice=[1, 2])
    assert texts(match) == [
        "The Giant and the Human fail at the rock, 3 against 6, and are thrown back."
    ]


def test_a_trap_lost_by_two_and_disarmed_by_one() -> None:
    """DA-8.6, then one against 3."""
    text = "C1C2C3**\n..T1....\nK1K2K3.."
    match = Match(ALL, silent(text))
    match.step({0: ["D", "R"], 1: ["W", "D", "D"]}, dice=[2, 1, 2])
    assert headline(match) == "Round 1: the Dwarf and the Giant lose to the trap"
    assert texts(match) == ["The Dwarf and the Giant each lose a heart to the trap, 3 against 4."]
    match = Match(ALL, silent(text, damage=2))
    match.step({1: ["D"]}, dice=[2, 2])
    assert texts(match) == ["The Giant loses two hearts to the trap, 2 against 4."]
    match = Match(ALL, silent(text))
    match.step({0: ["D", "R"]}, dice=[5, 1])
    assert texts(match) == ["The Dwarf disarms the trap, 5 against 3."]


def test_a_tie_and_on_to_the_key() -> None:
    """DA-8.7: the Dwarf beats the monster with 4 against 4 and finds its key."""
    match = Match(ALL, silent(MONSTER))
    match.step({0: ["D", "R", "D", "L"]}, dice=[4, 4])
    assert texts(match) == [
        "The Dwarf has its key; the Giant's and the Human's are missing.",
        "The Dwarf beats the lost monster, 4 against 4: a tie is enough.",
    ]


def test_death_and_return() -> None:
    """DA-8.8 with one heart: dead in round 1, back at the end of round 2."""
    match = Match(ALL, silent(MONSTER, stats={"giant": {"hearts": 1}}))
    match.step({1: ["D"]}, dice=[2, 5], moves=[2])
    assert headline(match) == "Round 1: the lost monster kills the Giant"
    assert texts(match) == ["The lost monster kills the Giant, 5 against 2."]
    assert [(flag.label, flag.weight) for flag in match.scene.flags] == [("Giant dies", 2)]
    match.step({}, moves=[1])
    assert headline(match) == "Round 2: the Giant is back"
    assert texts(match) == ["The Giant is back with one heart."]


def test_monsters_attack_in_their_own_phase() -> None:
    """DA-8.9: the monsterling enters the Dwarf's cell, 1 < 3, then the Giant's, 4 >= 4."""
    match = Match(ALL, silent("K1K2K3**\nC1C2C3..\n........\nM1......"))
    match.step({}, dice=[1, 1, 1, 3, 3, 4, 4])
    assert texts(match) == [
        "The Dwarf loses a heart to the attacking lost monsterling, 1 against 3.",
        "The Giant beats the attacking lost monsterling, 4 against 4: a tie is enough.",
    ]
    assert headline(match) == "Round 1: two encounters, one won, one lost"


def test_one_dies_and_one_is_wounded() -> None:
    """Dwarf 1 and Giant 1 against 6: the Giant has one heart, the Dwarf three."""
    match = Match(ALL, silent(MONSTER, stats={"giant": {"hearts": 1}}))
    match.step({0: ["D", "R"], 1: ["W", "D"]}, dice=[1, 1, 6], moves=[1])
    assert texts(match) == ["The lost monster kills the Giant and wounds the Dwarf, 6 against 2."]


def test_two_monsters_share_a_sentence() -> None:
    """The Human beats one after the other."""
    match = Match(ALL, silent("C3M1M1**\nC1C2....\nK1K2K3.."))
    match.step({2: ["R", "R"]}, dice=[5, 1, 7, 2])
    assert texts(match)[0] == (
        "The Human beats the lost monsterling, 5 against 1, and another, 7 against 2."
    )


# Pings, walls, refusals.


def test_pings_and_refusals() -> None:
    """DA-8.11, for all and for the Dwarf, who has not seen the tower."""
    pings: list[Plain] = [
        {"symbol": "A", "x": 1, "y": 0},
        {"symbol": "E", "x": 0, "y": 0},
        {"symbol": "B", "x": 0, "y": 3},
    ]
    refused = "One entry of the Dwarf's order does not count: an unknown symbol."
    match = Match(ALL, {"levels": ["L1"]})
    match.step({0: pings})
    assert headline(match) == "Round 1: the Dwarf pings"
    assert texts(match) == ["The Dwarf pings A on the tower and B on a monster.", refused]
    match = Match(DWARF, {"levels": ["L1"]})
    match.step({0: pings})
    assert texts(match) == [
        "The Dwarf pings A on unexplored ground and B on a monster.",
        refused,
    ]
    match.step({})
    assert headline(match) == "Round 1: no pings, now the plans"
    assert texts(match) == []
    match.step({0: ["U", "R", "R", "U", "L"]}, moves=[2] * 7)
    assert texts(match) == [
        "The Dwarf has its key; the Giant's and the Human's are missing.",
        "The Dwarf sees the tower and the shrine of the Human.",
        "The Dwarf walks against a wall and stops.",
        "One entry of the Dwarf's order does not count: no action points left.",
    ]


def test_the_others_hear_the_pings_and_nothing_of_refusals() -> None:
    """Refusals go to the sender only (DA-4.7)."""
    match = Match(GIANT, {"levels": ["L1"]})
    match.step(
        {
            0: [{"symbol": "Z", "x": 0, "y": 0}],
            1: [{"symbol": "A", "x": 1, "y": 1}],
            2: [{"symbol": "A", "x": 0, "y": 0}] * 4,
        }
    )
    assert headline(match) == "Round 1: the Giant and the Human ping"
    assert texts(match) == [
        "The Giant pings A on its own shrine.",
        "The Human pings four times.",
    ]


def test_a_single_ping_is_a_headline() -> None:
    """With what it marks, as the viewer knows the cell."""
    match = Match(HUMAN, silent(STALE, ping_windows=1))
    match.step({2: [{"symbol": "C", "x": 1, "y": 1}]})
    assert headline(match) == "Round 1: the Human pings C on a rock"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([("LATE", None, 0)], "The Giant's order came too late."),
        ([("MALFORMED", None, 0)], "The Giant's order could not be read."),
        ([("WRONG_PHASE", None, 0)], "The Giant's order was for another phase."),
        (
            [("BAD_STEP", 0, 0), ("NO_AP", 3, 0)],
            "Two entries of the Giant's order do not count: an unknown step, taken as a wait and no action "
            "points left.",
        ),
        (
            [("TOO_MANY", 32, 5)],
            "Six entries of the Giant's order do not count: beyond the limit of an order.",
        ),
        ([("OUT_OF_MAP", 1, 0)], "One entry of the Giant's order does not count: off the map."),
    ],
)
def test_refusals_in_words(parts: list[tuple[str, int | None, int]], text: str) -> None:
    """Whole orders and entries, one and several (DA-4.7)."""
    bodies = [
        {"code": f"REFUSAL_CODE_{code}", "more": more} | ({} if index is None else {"index": index})
        for code, index, more in parts
    ]
    (only,) = refusal_sentences({2: bodies}, 0)
    assert spans_text(only.line) == text


# What each viewer hears.


def test_a_seat_hears_only_what_it_knows() -> None:
    """DA-8.12: the Giant breaks the rock out of the Human's sight; the Human has explored the tower meanwhile."""
    orders: dict[int, Plain] = {1: ["W", "W", "D"], 2: ["R", "R", "R", "R"]}
    by_eyes = {}
    for eyes in (ALL, GIANT, HUMAN):
        match = Match(eyes, silent(STALE))
        match.step(orders, dice=[7])
        by_eyes[eyes.name] = texts(match)
    assert by_eyes == {
        "all": ["The Giant breaks the rock, 7 against 6.", "The Human sees the tower."],
        "seat-1": ["The Giant breaks the rock, 7 against 6."],
        "seat-2": ["The Human sees the tower."],
    }


def test_a_death_out_of_sight() -> None:
    """The party learns of a death, not of the fight (DA-6.6)."""
    text = "C1............\n..............\n........C2M2..\nC3............\nK1K2K3......**"
    match = Match(DWARF, silent(text, stats={"giant": {"hearts": 1}}))
    match.step({1: ["R"]}, dice=[1, 6], moves=[1])
    assert texts(match) == ["The Giant dies out of sight."]
    assert headline(match) == "Round 1: the Giant dies out of sight"


def test_explored_ground_when_nothing_else_happens() -> None:
    """The Dwarf sees a new column of two cells, then nothing new."""
    match = Match(DWARF, silent("C1....C2C3\n........**\nK1K2K3...."))
    match.step({0: ["R"]})
    assert texts(match) == ["The Dwarf explores two new cells."]
    match.step({0: ["L"]})
    assert headline(match) == "Round 2: still no key"
    assert texts(match) == []


def test_the_public_hears_the_start_and_the_end_alone() -> None:
    """DA-6.4: nothing of a party is for others while it plays."""
    match = Match(PUBLIC, {"levels": ["L1", "L1"], "ping_windows": 0})
    assert texts(match) == [
        "A party of three sets out: two levels ahead.",
        "What a party sees and does stays hidden from all others until the match ends.",
    ]
    plan: dict[int, Plain] = {0: ["U"], 1: ["U", "U"], 2: ["U"]}
    match.step(plan)
    story = told(match.sight)
    assert (story.headline, story.sentences, story.phases) == ((), (), ())
    assert story.score is not None
    assert [(one.value, one.rank) for one in story.score.seats] == [(None, 0)] * 3
    match.step(plan)
    assert texts(match) == ["The adventure ends with 1972 points."]
    story = told(match.sight)
    assert story.score is not None
    assert [(one.value, one.rank) for one in story.score.seats] == [(1972, 1)] * 3


# Score.


def test_score_has_hearts_keys_and_own_action_points() -> None:
    """DA-8.6 for the Giant's seat: it knows its own action points alone."""
    match = Match(GIANT, silent("C1C2C3**\n..T1....\nK1K2K3.."))
    match.step({0: ["D", "R", "D", "L"], 1: ["W", "D"]}, dice=[2, 1, 2])
    score = told(match.sight).score
    assert score is not None
    assert (score.unit, score.gauge) == ("points", "hearts")
    assert [(one.value, one.rank, one.gauge, one.loss) for one in score.seats] == [
        (0, 1, Bar(2, 3), 1),
        (0, 1, Bar(2, 3), 1),
        (0, 1, Bar(3, 3), 0),
    ]
    assert [one.facts for one in score.seats] == [
        (("Dwarf", "♥♥♡"), ("key", "✗")),
        (("Giant", "♥♥♡"), ("key", "✗"), ("AP", "3")),
        (("Human", "♥♥♥"), ("key", "✗")),
    ]


def test_lives_are_a_fact_where_they_count() -> None:
    """With `lives` each member shows how many it has."""
    score = told(Match(DWARF, silent(ROCK, lives=3)).sight).score
    assert score is not None
    assert score.seats[0].facts == (("Dwarf", "♥♥♥ x3"), ("key", "✗"), ("AP", "6"))


def test_one_party_has_a_goal_and_its_levels_side_by_side() -> None:
    """A level that is not cleared in two rounds, then one that is cleared in round 1; two are to come."""
    levels = [{"map": KEYS_FIRST, "cap": 2}, "L1", "L1", "L1"]
    match = Match(ALL, {"levels": levels, "ping_windows": 0})
    story = told(match.sight)
    assert [(one.name, one.text, one.is_over) for one in story.stages] == [
        ("1", "round 1 of 2", False),
        ("2", "", False),
        ("3", "", False),
        ("4", "", False),
    ]
    assert spans_text(story.goal) == "the Dwarf, the Giant and the Human need their keys"
    match.step({})
    match.step({})
    plan: dict[int, Plain] = {0: ["U"], 1: ["U", "U"], 2: ["U"]}
    match.step(plan)
    story = told(match.sight)
    assert [one.text for one in story.stages] == ["✗ 0", "✓ 986", "round 1 of 30", ""]
    assert [one.is_over for one in story.stages] == [True, True, False, False]
    assert story.score is not None
    assert story.score.is_shared


def test_parties_that_race_have_neither() -> None:
    """Each may be at another level, and values differ from party to party."""
    story = told(Match(ALL, silent(ROCK), tuple("abcdef")).sight)
    assert (story.stages, story.goal) == ((), ())
    assert story.score is not None
    assert not story.score.is_shared
