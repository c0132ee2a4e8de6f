"""The story of Dice Adventure: worked positions in exact words, every kind of event, what each viewer may hear."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence

import pytest

from referee.core.config import parse_config
from referee.core.game import Events
from referee.core.outcome import ForfeitCause
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.scene import Bar, Style, spans_text
from referee.core.story import FinalSeat, MatchEnd, Story
from referee.core.view import Sight
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.view.refusals import refusal_sentences
from referee.games.dice_adventure.view.view import VIEW
from referee.games.dice_adventure.wire.records import EVENTS, Notice
from referee.games.sights import Eyes, Looker, SeenStep
from referee.kit.schema import kind_name
from referee.testing.hidden import scripted_step
from tests.games.dice_adventure.test_reference import CONFIGS
from tests.games.dice_adventure.test_scene import (
    ALL,
    DWARF,
    GIANT,
    HUMAN,
    PLAYERS,
    PUBLIC,
    ROCK,
    STALE,
    Match,
    silent,
)
from tests.helpers.scenes import sights_of_match
from tests.helpers.tiers import some

GAME, CODEC = PLUGIN.game, PLUGIN.codec
SIX = ("ada", "bea", "cid", "dan", "eva", "fay")
NO_LEVELS: dict[str, object] = {"levels": ["L1"], "ping_windows": 0}
KEYS_FIRST = "C1C2C3**\nK1K2K3.."
MONSTER = "C1C2C3**\n..M2....\nK1K2K3.."


def told(sight: Sight) -> Story:
    """The story of a step."""
    return VIEW.story(sight, VIEW.scene(sight), VIEW.event_lines(sight))


def texts(match: Match) -> list[str]:
    """The sentences of the last step."""
    return [spans_text(one.line) for one in told(match.sight).sentences]


def headline(match: Match) -> str:
    """The headline of the last step."""
    return spans_text(told(match.sight).headline)


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
        (("key", "missing"),),
        (("key", "missing"), ("action points", "3")),
        (("key", "missing"),),
    ]


def test_lives_are_a_fact_where_they_count() -> None:
    """With `lives` each member shows how many it has."""
    score = told(Match(DWARF, silent(ROCK, lives=3)).sight).score
    assert score is not None
    assert score.seats[0].facts == (("key", "missing"), ("action points", "6"), ("lives", "3"))


# Races.


def test_a_race_is_told_by_party() -> None:
    """Party 1 clears the level in round 1, party 2 has one key; then party 2 clears it in round 2."""
    match = Match(ALL, NO_LEVELS, SIX)
    assert texts(match) == [
        "Party 1: level 1 begins: 3 by 4 cells, at most 30 rounds.",
        "Party 2: level 1 begins: 3 by 4 cells, at most 30 rounds.",
    ]
    match.step({0: ["U"], 1: ["U", "U"], 2: ["U"], 3: ["U"]}, moves=[2] * 12)
    assert headline(match) == "Party 1: level 1 is cleared in round 1: 986 points"
    assert texts(match)[:2] == [
        "Party 1: level 1 is cleared in round 1, 986 points.",
        "Party 2: the Dwarf has its key; the Giant's and the Human's are missing.",
    ]
    story = told(match.sight)
    assert [tuple(phase) for phase in story.phases] == [("level", 1, 1), ("round", 2, 30)]
    assert story.score is not None
    assert [(one.value, one.rank) for one in story.score.seats] == [(986, 1)] * 3 + [(0, 2)] * 3
    match.step({4: ["U", "U"], 5: ["U"]})
    assert headline(match) == "Party 1 wins with 986 points"
    story = told(match.sight)
    assert story.score is not None
    assert [(one.value, one.rank) for one in story.score.seats] == [(986, 1)] * 3 + [(973, 2)] * 3


def test_a_racing_seat_knows_its_own_party_alone() -> None:
    """Neither points nor rank of the other party, before the end; both after it."""
    match = Match(DWARF, NO_LEVELS, SIX)
    plan: dict[int, Plain] = {0: ["U"], 1: ["U", "U"], 2: ["U"]}
    match.step({**plan, 3: ["U"]}, moves=[2] * 12)
    score = told(match.sight).score
    assert score is not None
    assert [(one.value, one.rank) for one in score.seats] == [(986, 0)] * 3 + [(None, 0)] * 3
    match = Match(DWARF, NO_LEVELS, SIX)
    match.step({**plan, 3: ["U"], 4: ["U", "U"], 5: ["U"]})
    assert headline(match) == "Party 1 and party 2 share first place with 986 points"


# Every kind of event.


KINDS = {
    "level_start": "Level 1 begins: 3 by 4 cells, at most 30 rounds.",
    "encounter": "The Giant fails at the rock, 5 against 6, and is thrown back.",
    "bump": "The Giant walks against a wall and stops.",
    "death": "The Giant dies.",
    "respawn": "The Giant is back with three hearts.",
    "key": "The Giant has its key; the Dwarf's and the Human's are missing.",
    "wipe": "All three are dead: attempt 1 at level 1 begins.",
    "level_end": "Level 1 is cleared in round 2, 973 points.",
    "match_end": "The adventure ends with 973 points.",
    "refusal": "The Giant's order came too late.",
}
BODIES: dict[str, dict[str, object]] = {
    "level_start": {"index": 0, "w": 3, "h": 4, "cap": 30, "attempt": 0},
    "encounter": {
        "phase": "ENGINE_PHASE_ACTION",
        "step": 1,
        "x": 1,
        "y": 1,
        "kind": "KIND_ROCK",
        "members": [{"character": 2, "number": 5}],
        "pieces": [{"code": "R1", "number": 6}],
        "success": False,
    },
    "bump": {"step": 1, "x": 0, "y": -1},
    "death": {"character": 2},
    "respawn": {"character": 2},
    "key": {"character": 2},
    "wipe": {},
    "level_end": {
        "level": 0,
        "outcome": "OUTCOME_CLEARED",
        "keys": 3,
        "rounds": 2,
        "score": 973,
    },
    "match_end": {"scores": [973], "placements": [1]},
    "refusal": {
        "phase": "PHASE_PLANNING",
        "window": 0,
        "code": "REFUSAL_CODE_LATE",
        "more": 0,
    },
}


def test_every_kind_of_event_has_a_sentence() -> None:
    """The kinds are those that the game declares."""
    declared = {"refusal" if cls is Notice else kind_name(cls) for cls in EVENTS}
    assert set(KINDS) == declared == set(BODIES)
    for kind, text in KINDS.items():
        match = Match(Eyes(1), silent(ROCK))
        seen = VIEW.followed(match.sight, _with_event(match.sight, {kind: BODIES[kind]}))
        assert text in [spans_text(one.line) for one in told(seen).sentences], kind


def _with_event(sight: Sight, event: dict[str, object]) -> Sight:
    return Sight(sight.observations, [event], sight.config, sight.players)


# Results.


def result(match: Match, end: MatchEnd) -> tuple[tuple[int, ...], str, str, str]:
    """Winners, headline, score and reason of an ended match."""
    found = VIEW.result(match.looker.last_sight(), end)
    return found.winners, spans_text(found.headline), found.score, found.reason


def ended(
    scores: Sequence[tuple[int, int]], forfeits: dict[int, ForfeitCause] | None = None
) -> MatchEnd:
    """The end by the rules with places and scores of parties."""
    seats = [
        FinalSeat(place, score, (forfeits or {}).get(3 * party + member))
        for party, (place, score) in enumerate(scores)
        for member in range(3)
    ]
    return MatchEnd("the rules ended the match", tuple(seats))


def test_the_result_of_one_party() -> None:
    """Its points, and what they are made of as far as the viewer knows."""
    for eyes, reason in (
        (ALL, "The only level is cleared, in one round."),
        (HUMAN, "The only level is cleared, in one round."),
        (PUBLIC, "Its only level was worth a little less than 1000 points at most."),
    ):
        match = Match(eyes, NO_LEVELS)
        match.step({0: ["U"], 1: ["U", "U"], 2: ["U"]})
        assert result(match, ended([(1, 986)])) == (
            (0, 1, 2),
            "The party scores 986 points",
            "",
            reason,
        )
        assert headline(match) == "The adventure ends with 986 points"


def test_the_result_names_levels_that_failed() -> None:
    """One of two cleared; none cleared."""
    match = Match(ALL, {"levels": ["L1", {"map": ROCK, "cap": 1}], "ping_windows": 0})
    match.step({0: ["U"], 1: ["U", "U"], 2: ["U"]})
    match.step({})
    assert result(match, ended([(1, 986)]))[3] == "One of two levels is cleared, in one round."
    match = Match(ALL, {"levels": [{"map": KEYS_FIRST, "cap": 1}] * 2, "ping_windows": 0})
    match.step({0: ["D"]})
    match.step({})
    assert result(match, ended([(1, 100)])) == (
        (0, 1, 2),
        "The party scores 100 points",
        "",
        "No level is cleared; one key is found.",
    )


def test_the_result_of_a_race() -> None:
    """A winner by points, by a tie-break, and a shared first place (DA-7.4)."""
    match = Match(PUBLIC, NO_LEVELS, SIX)
    assert result(match, ended([(2, 973), (1, 986)])) == (
        (3, 4, 5),
        "Party 2 (dan, eva and fay) wins",
        "",
        "It scores 986 points, 13 more than the next party.",
    )
    assert result(match, ended([(1, 986), (2, 986)])) == (
        (0, 1, 2),
        "Party 1 (ada, bea and cid) wins",
        "",
        "Two parties score 986 points; the fewer rounds decide, and then the fewer deaths.",
    )
    assert result(match, ended([(1, 986), (1, 986)])) == (
        (0, 1, 2, 3, 4, 5),
        "Party 1 (ada, bea and cid) and party 2 (dan, eva and fay) share first place",
        "",
        "Each of them scores 986 points.",
    )
    match = Match(PUBLIC, NO_LEVELS, ("ada",) * 3 + ("dan",) * 3)
    assert result(match, ended([(2, 973), (1, 986)]))[1] == "Party 2 (dan) wins"


def test_forfeits_and_void_matches() -> None:
    """Forfeits are named; a match that the rules did not end has no score."""
    match = Match(PUBLIC, NO_LEVELS)
    forfeit = ended([(1, 300)], {2: ForfeitCause.RESIGNED})
    assert result(match, forfeit)[3] == (
        "Its only level was worth a little less than 1000 points at most. cid resigned."
    )
    void = MatchEnd("too few seats joined", (FinalSeat(0, 0),) * 3, by_rules=False)
    assert result(match, void) == ((), "No result", "", "Too few seats joined.")
    match = Match(PUBLIC, NO_LEVELS, SIX)
    gone = MatchEnd(
        "one side is left",
        (*(FinalSeat(2, 0, ForfeitCause.TIME),) * 3, *(FinalSeat(1, 0),) * 3),
        by_rules=False,
    )
    found = result(match, gone)
    assert found[:3] == ((3, 4, 5), "dan, eva and fay share first place", "")
    assert found[3].startswith("ada missed too many deadlines.")


# Rules in short.


def test_how_to_has_the_numbers_of_the_match() -> None:
    """Of the default config, and of one where they differ."""
    match = Match(PUBLIC, {})
    assert VIEW.how_to(match.sight.config) == (
        "A Dwarf, a Giant and a Human, each played by its own bot, cross six levels of a dungeon: each sees "
        "only its surroundings, and all they may say is a ping on the map.",
        "In each round all plan their steps in secret, at most 6 for the Dwarf, 3 for the Giant and 4 for the "
        "Human, less 1 for each ping; then they walk, and after them the monsters.",
        "Each has to reach the shrine of its colour for its key; with all three keys, one of them has to reach "
        "the tower.",
        "Against a rock, a trap or a monster everybody in the cell rolls a die, and the higher sum wins, a tie "
        "for the party; defeat by a trap or a monster costs a heart, and a member without hearts is back one "
        "round later.",
        "A key is worth 100 points, a cleared level 300 more and up to 400 for speed; parties are ranked by "
        "points.",
    )
    match = Match(ALL, silent(ROCK, damage=2, respawn_wait=1, stats={"dwarf": {"ap": 9}}))
    first, second, _, fourth, _ = VIEW.how_to(match.sight.config)
    assert "cross one level of a dungeon" in first
    assert first.endswith("they may not talk at all.")
    assert "at most 9 for the Dwarf, 3 for the Giant and 4 for the Human; then" in second
    assert (
        "costs two hearts, and a member without hearts is back at the end of the round." in fourth
    )


# Whole matches.


_ONES = re.compile(r"(?<!level )(?<!evel )(?<!round )(?<!arty )(?<!attempt )\b1 [a-z]+s\b")
_MOST = 8


@pytest.mark.parametrize("num_seats", [3, 6])
@pytest.mark.parametrize("name", some(["deadly", "lives", "default", "lose", "end", "stats"], 2))
def test_stories_of_whole_matches_are_plain_english(name: str, num_seats: int) -> None:
    """Whole sentences, short headlines, ranks that fit the values, for all eyes."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    names = tuple(f"player {seat}" for seat in range(num_seats))
    for sights in sights_of_match(PLUGIN, config, Eyes.of(num_seats), num_seats=num_seats, seed=7):
        for sight in sights:
            story = told(sight)
            title = spans_text(story.headline)
            assert len(title) <= 80, title
            assert not title.endswith(".")
            assert len(story.sentences) <= _MOST
            for one in story.sentences:
                text = spans_text(one.line)
                assert text[0].isupper() or text.startswith(names), text
                assert text[-1] in ".!?", text
                assert "  " not in text, text
                assert not _ONES.search(text), text
            check_score(story)
        assert len(VIEW.how_to(sights[0].config)) <= 5


def check_score(story: Story) -> None:
    """Ranks are those of the values; hearts are in their bar; at most three facts."""
    assert story.score is not None
    known = [one for one in story.score.seats if one.rank]
    for one in known:
        assert one.value is not None
        better = [other for other in known if other.rank < one.rank]
        assert all(other.value is not None and other.value >= one.value for other in better)
    for one in story.score.seats:
        assert len(one.facts) <= 3
        if one.gauge is not None:
            assert 0 <= one.gauge.value <= one.gauge.most


# Secrets.


def test_the_public_cannot_tell_matches_apart_before_the_end() -> None:
    """Two matches with other levels, seeds, orders and dice have the same scenes and stories for the public."""
    shown = []
    for levels, seed, orders in (
        (["L1", "L3"], 1, {}),
        (["L2", {"map": ROCK}], 2, {0: ["D"], 1: ["D", "D"], 2: ["U"]}),
    ):
        config = parse_config(DiceAdventureConfig, {"levels": levels, "ping_windows": 0})
        events: Events
        state, events = GAME.start(config, seed=seed, num_seats=3)
        looker = Looker(PLUGIN, config, PUBLIC, players=PLAYERS, view=VIEW)
        steps = []
        for _ in range(4):
            sight = looker.sight(SeenStep(PLUGIN, config, state, events))
            result_ = VIEW.result(sight, ended([(1, 500)]))
            steps.append((VIEW.scene(sight), told(sight), VIEW.how_to(sight.config), result_))
            point = GAME.decision(state)
            assert point is not None
            plans = {
                seat: GAME.parse_action({"plan": orders.get(seat, [])}) for seat in point.seats
            }
            events = GAME.step(state, plans)
        shown.append(steps)
    assert shown[0] == shown[1]


@pytest.mark.parametrize("name", some(["deadly", "default", "hunters", "lives"], 1))
def test_stories_tell_no_secrets(name: str) -> None:
    """States that a seat must not tell apart have one story for it, now and after a step with the same dice."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    dice, pairs = Stream(5, 1), 0
    lookers = [Looker(PLUGIN, config, Eyes(seat), players=PLAYERS, view=VIEW) for seat in range(3)]
    events: Events
    state, events = GAME.start(config, seed=5, num_seats=3)
    for _ in range(14):
        seen = SeenStep(PLUGIN, config, state, events)
        for looker in lookers:
            looker.sight(seen)
        point = GAME.decision(state)
        if point is None:
            break
        actions = {seat: GAME.random_action(state, seat, dice) for seat in point.seats}
        script = dice.roll(500, 2)
        for seat, looker in enumerate(lookers):
            for variant in GAME.hidden_variants(state, seat, dice):
                pairs += GAME.digest(variant) != GAME.digest(state)
                stories = []
                for world in (state, variant):
                    stepped, then = scripted_step(PLUGIN, world, actions, script)
                    sight = copy.copy(looker).sight(SeenStep(PLUGIN, config, stepped, then))
                    final = VIEW.result(sight, ended([(1, 500)]))
                    stories.append((told(sight), VIEW.scene(sight), final))
                assert stories[0] == stories[1], f"a secret kept from seat {seat}"
        events = GAME.step(state, actions)
    assert pairs > 50


def test_names_have_the_colours_of_their_seats() -> None:
    """Pages colour a member by the style of its seat."""
    match = Match(ALL, silent(ROCK))
    match.step({1: ["D", "D"]}, dice=[5])
    (only,) = told(match.sight).sentences
    assert [(span.text, span.style, span.ref) for span in only.line[:2]] == [
        ("The ", Style.TEXT, ""),
        ("Giant", Style.SECOND, "seat:1"),
    ]
