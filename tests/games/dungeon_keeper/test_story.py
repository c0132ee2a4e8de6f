"""The story of Dungeon Keeper: every kind of event in a sentence, scores and ranks, ends, and whole matches."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from referee.core.outcome import ForfeitCause
from referee.core.rng import Stream
from referee.core.scene import Bar, Field, Scene, Shape, Versus, spans_text
from referee.core.story import FinalSeat, MatchEnd, Phase, SeatScore, Story
from referee.core.view import Sight
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.view.view import VIEW, DungeonKeeperView
from referee.games.sights import Eyes
from tests.games.dungeon_keeper.rich_positions import rich_position
from tests.games.dungeon_keeper.story_cases import (
    CASES,
    ENEMY_IMP,
    GRASDIR,
    IMP,
    KERUB,
    NEXT,
    SECOND_KERUB,
    TURN,
    blow,
    strike,
    vanished,
)
from tests.games.dungeon_keeper.story_positions import (
    AT,
    CONFIG,
    at,
    look,
    sentences,
    spot,
    step_between,
    told,
)
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import sights_of_match
from tests.helpers.tiers import some


def test_the_match_begins() -> None:
    """The first mover is named, before anybody has a unit."""
    events = [{"turn_start": {"seat": 0, "income": 3, "upkeep": 0}}]
    sight = step_between(None, look(number=1, serial=0), events)
    assert sentences(told(sight)[1]) == ["* The match begins, and ada moves first."]
    later = step_between(None, look(number=1, serial=2), events)
    assert told(later)[1].sentences == ()


def test_a_lead_counts_at_the_end_of_a_round() -> None:
    """By a twentieth of the score at least; within a round the earlier seat has had more turns."""
    within = step_between(look(), look(acting=1, scores=(400, 300)), [TURN])
    assert told(within)[1].sentences == ()
    behind = step_between(look(number=2), look(scores=(400, 300)), [TURN])
    scene, story = told(behind)
    assert sentences(story) == ["* ada takes the lead with 400 points to 300."]
    assert scene.flags == ()  # nobody led before
    small = step_between(look(number=2), look(scores=(305, 300)), [TURN])
    assert told(small)[1].sentences == ()


def test_the_score_has_ranks_altars_and_facts() -> None:
    """Ada has lost 4 hit points of her Altar in this step (DK-7.3)."""
    after = look(acting=1, altars=(96, 100), scores=(292, 310))
    _, story = told(step_between(look(), after, [blow(GRASDIR, (2, 2), 4)]))
    assert story.score is not None
    assert (story.score.unit, story.score.gauge) == ("points", "Altar")
    assert story.score.seats == (
        SeatScore(
            292, 2, False, Bar(96, 100), 4, (("Sources", "1"), ("units", "4"), ("mana", "5"))
        ),
        SeatScore(
            310, 1, False, Bar(100, 100), 0, (("Sources", "1"), ("units", "3"), ("mana", "5"))
        ),
    )
    assert story.phases == (Phase("round", 3, 60),)
    assert (story.lead, story.lead_text) == ("score", "points ahead")


def test_what_is_not_known_is_not_claimed() -> None:
    """The public under fog: no scores, no Altars, and a headline that says who moved."""
    foggy = look(is_known=False)
    sight = step_between(foggy, look(is_known=False, acting=1), (), fog_of_war=True)
    scene, story = told(sight)
    assert spans_text(story.headline) == "ada moves out of sight"
    assert story.sentences == ()
    assert story.score is not None
    assert [(seat.value, seat.rank, seat.gauge, seat.facts) for seat in story.score.seats] == [
        (None, 0, None, ())
    ] * 2
    assert not any(isinstance(each, Field) for each in scene.parts)
    assert story.lead == ""


def test_what_others_lose_in_the_fog_is_no_number() -> None:
    """A seat sees one of bob's units vanish; there may be more."""
    before, after = look(is_known=True), look(acting=1, gone=[ENEMY_IMP])
    for observation in (before, after):
        del observation["seats"][1]["holdings"]
    events = [TURN, *vanished(ENEMY_IMP)]
    _, story = told(step_between(before, after, events, fog_of_war=True))
    assert sentences(story) == ["bob cannot pay the upkeep: at least an imp vanishes."]


def test_a_fight_has_two_sides() -> None:
    """Their units, what those have left, and losses; the board's focus is where somebody fell."""
    events = [*CASES["losses on both sides"][0], {"dug": {"unit": spot(IMP), "cell": at((4, 4))}}]
    scene, _ = told(step_between(look(), CASES["losses on both sides"][1], events))
    (fight,) = [part for part in scene.parts if isinstance(part, Versus)]
    assert fight.title == "fight in the centre"
    assert [spans_text(line) for line in fight.left.lines] == [
        "two kerubs",
        "hit points 10/10",
        "lost a kerub",
    ]
    assert [spans_text(line) for line in fight.right.lines] == [
        "a grasdir and an imp",
        "hit points 10/10",
        "lost a grasdir",
    ]
    (board,) = [part for part in scene.parts if isinstance(part, Field)]
    assert board.focus == "7,5"


def test_a_large_fight_is_ringed() -> None:
    """Five units are a battle; a kill is none."""
    fighters = [
        strike(KERUB, GRASDIR, 1),
        strike(SECOND_KERUB, ENEMY_IMP, 0),
        strike(IMP, GRASDIR, 1),
    ]
    scene, _ = told(step_between(look(), NEXT, fighters))
    (board,) = [part for part in scene.parts if isinstance(part, Field)]
    rings = [(mark.at, mark.text) for mark in board.marks if mark.shape is Shape.RING]
    assert rings == [(("7,6",), "battle")]
    small, _ = told(step_between(look(), NEXT, fighters[:1]))
    (board,) = [part for part in small.parts if isinstance(part, Field)]
    assert not [mark for mark in board.marks if mark.shape is Shape.RING]


# Ends.


def end(*seats: tuple[int, int], by_rules: bool = True, forfeit: int | None = None) -> MatchEnd:
    """The end of a match: placement and score by seat."""
    finals = [
        FinalSeat(place, score, ForfeitCause.RESIGNED if seat == forfeit else None)
        for seat, (place, score) in enumerate(seats)
    ]
    return MatchEnd("the rules ended the match", tuple(finals), by_rules)


def test_the_last_altar_wins_without_a_score() -> None:
    """The loser's points are 0 by the rules, which says nothing."""
    events, after, *_ = CASES["an Altar falls"]
    result = VIEW.result(step_between(look(), after, events), end((1, 412), (2, 0)))
    assert (result.winners, spans_text(result.headline), result.score) == ((0,), "ada wins", "")
    assert result.reason == "ada destroyed bob's Altar in round 3."


def test_an_altar_may_wane_away() -> None:
    """Nobody felled it."""
    events, after, *_ = CASES["Altars wane away"]
    result = VIEW.result(step_between(look(), after, events), end((1, 300), (2, 0)))
    assert result.reason == "bob's Altar waned away in round 3."


def test_after_the_last_round_the_score_decides() -> None:
    """And what made the difference, where it is known."""
    sight = step_between(look(), look(acting=None, buildings={AT["centre"]: ("SOURCE", 1)}), ())
    result = VIEW.result(sight, end((2, 300), (1, 360)))
    assert (spans_text(result.headline), result.score) == ("bob wins", "360 : 300")
    assert result.reason == (
        "After round 60, the last, bob has 360 points and ada 300. "
        "The winner's Sources alone are worth 60 points more."
    )


def test_a_shared_first_place() -> None:
    """Equal scores after the last round (DK-7.4)."""
    result = VIEW.result(step_between(None, look(acting=None), ()), end((1, 300), (1, 300)))
    assert spans_text(result.headline) == "A draw"
    assert result.reason == "After round 60, the last, both have 300 points."


def test_a_forfeit_is_named_and_has_no_score() -> None:
    """As in all games."""
    sight = step_between(None, look(acting=None), ())
    result = VIEW.result(sight, end((1, 300), (2, 0), by_rules=False, forfeit=1))
    assert (result.score, result.reason) == ("", "bob resigned.")


def test_a_void_match_has_no_winner() -> None:
    """Nor a score."""
    result = VIEW.result(step_between(None, look(), ()), end((0, 0), (0, 0), by_rules=False))
    assert (result.winners, result.score) == ((), "")


def test_how_to_play_names_this_matchs_numbers() -> None:
    """Five sentences with fog and Hero, four without."""
    lines = VIEW.how_to(CONFIG | {"hero_enabled": True, "fog_of_war": True, "sight_radius": 5})
    assert len(lines) == 5
    assert lines[3] == (
        "Under fog of war each player sees only what its own units and buildings see up to 5 cells far; "
        "after round 20 a Hero of the light may come, who fights all demons."
    )
    assert lines[4].startswith(
        "From round 40 on all Altars lose more hit points every round; after round 60 "
    )
    assert len(VIEW.how_to({})) == 4


# Whole matches.

SENTENCE = re.compile(r"([A-Z]|ada|bob|bot\d|player \d).*[.!?]")
SHORT: dict[str, Any] = {"preset": "medium", "max_rounds": 9, "start_mana": 60, "start_gold": 300}


def check(story: Story) -> None:
    """What holds of every story."""
    headline = spans_text(story.headline)
    assert len(headline) <= 80
    assert not headline.endswith(".")
    assert len(story.sentences) <= 8
    for text in [spans_text(each.line) for each in story.sentences]:
        assert SENTENCE.fullmatch(text), text
        assert "  " not in text
        assert not re.search(r"(?<!player )\b(1|one) (?!takes|falls)[a-z]+s\b", text), text
    assert story.score is not None
    known = [seat for seat in story.score.seats if seat.rank and seat.value is not None]
    for one in known:
        for other in known:
            if not one.is_out and not other.is_out:
                assert (one.rank < other.rank) == ((one.value or 0) > (other.value or 0))
            elif other.is_out and not one.is_out:
                assert one.rank < other.rank
        assert len(one.facts) <= 3


@pytest.mark.parametrize("seed", some([1, 2, 3, 4], 1))
@pytest.mark.parametrize("fog", [False, True])
def test_whole_matches_are_fit_to_read(fog: bool, seed: int) -> None:
    """Of armies of all kinds that act at random, for all eyes."""
    position = rich_position(Stream(seed), 2)
    config = DungeonKeeperConfig.model_validate({**SHORT, "fog_of_war": fog, "scenario": position})
    count = 0
    for sights in sights_of_match(PLUGIN, config, Eyes.of(2), num_seats=2, seed=seed):
        for sight in sights:
            check(told(sight)[1])
            assert len(VIEW.how_to(sight.config)) <= 5
            count += 1
    assert count > 4


def test_three_seats_have_one_story_in_an_open_game() -> None:
    """The same score for all eyes."""
    config = DungeonKeeperConfig.model_validate(SHORT)
    for sights in sights_of_match(PLUGIN, config, Eyes.of(3), num_seats=3, seed=2):
        stories = [told(sight)[1] for sight in sights]
        for story in stories:
            check(story)
        assert len({story.score for story in stories}) == 1


class _StoryView(DungeonKeeperView):
    """Scenes that hold story, result and rules, so that pairs of scenes compare them."""

    def scene(self, sight: Sight) -> Scene:
        """The scene, with story, result and rules as its title."""
        scene = super().scene(sight)
        story = self.story(sight, scene, self.event_lines(sight))
        result = self.result(sight, end((1, 300), (2, 0)))
        return dataclasses.replace(scene, title=repr((story, result, self.how_to(sight.config))))


@pytest.mark.parametrize("seed", some([1, 2, 3], 1))
def test_stories_keep_secrets(seed: int) -> None:
    """States that a seat must not tell apart under fog have one story for it, now and after a step."""
    plugin = dataclasses.replace(PLUGIN, view=_StoryView())
    foggy = {
        **SHORT,
        "fog_of_war": True,
        "sight_radius": 3,
        "hero_first_round": 2,
        "hero_chance": 50,
    }
    config = DungeonKeeperConfig.model_validate(foggy)
    assert check_scene_pairs(plugin, config, num_seats=2, seed=seed, steps=8) > 10
    armies = DungeonKeeperConfig.model_validate(
        {**foggy, "scenario": rich_position(Stream(seed), 2)}
    )
    assert check_scene_pairs(plugin, armies, num_seats=2, seed=seed, steps=5) > 1


def test_long_names_fit_into_a_headline() -> None:
    """They are cut; sentences have them whole."""
    names = ("the-terrible-archdemon-of-the-north", "the-even-more-terrible-archdemon-of-the-south")
    events, after, *_ = CASES["a Source of another"]
    sight = dataclasses.replace(step_between(look(), after, events), players=names)
    _, story = told(sight)
    assert len(spans_text(story.headline)) <= 80
    assert spans_text(story.headline).startswith("the-terrible-… captures a Source at ")
    assert names[1] in sentences(story)[0]


def test_the_end_has_no_headline_of_its_own() -> None:
    """What is shown behind the last step has no events."""
    events, after, *_ = CASES["an Altar falls"]
    sight = dataclasses.replace(step_between(look(), after, events), events=())
    _, story = told(sight)
    assert (story.headline, story.sentences) == ((), ())
