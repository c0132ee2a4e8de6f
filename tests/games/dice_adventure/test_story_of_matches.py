"""Races, results and whole matches of Dice Adventure in words, and what no story may give away."""

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
from referee.core.scene import Style, spans_text
from referee.core.story import FinalSeat, MatchEnd, Story
from referee.core.view import Sight
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.view.view import VIEW
from referee.games.dice_adventure.wire.records import EVENTS, Notice
from referee.games.sights import Eyes, Looker, SeenStep
from referee.kit.schema import kind_name
from referee.testing.hidden import scripted_step
from tests.games.dice_adventure.stories import KEYS_FIRST, NO_LEVELS, headline, texts, told
from tests.games.dice_adventure.test_reference import CONFIGS
from tests.games.dice_adventure.test_scene import (
    ALL,
    DWARF,
    HUMAN,
    PLAYERS,
    PUBLIC,
    ROCK,
    Match,
    silent,
)
from tests.helpers.scenes import sights_of_match
from tests.helpers.tiers import some

GAME, CODEC = PLUGIN.game, PLUGIN.codec
SIX = ("ada", "bea", "cid", "dan", "eva", "fay")


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
