"""Scenes of Swordman: worked examples as people see them, exact odds, the same table for all eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.scene import Bar, Delta, FlagKind, Scene, Versus, spans_text
from referee.games.swordman import PLUGIN
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.view.odds import MAX_POWER, Case, cases, odds_table
from tests.helpers.duel_scenes import (
    after_round,
    check_events_tell_all,
    check_same_for_all_eyes,
    clash_texts,
)
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import Eye, part, plain_config, table_texts, texts

DEFAULT = SwordmanConfig()
PLAYERS = ("ada", "bob")
FIELDS = ("sword", "sword_at", "shield", "shield_at", "priority")


def _after_round(
    settings: tuple[tuple[int, ...], ...], life: tuple[int, int], seat: int | None
) -> Scene:
    """The scene after a first round with these settings, as a seat or the public sees it."""
    actions = [dict(zip(FIELDS, setting, strict=True)) for setting in settings]
    return after_round(PLUGIN, DEFAULT, actions, life=life, seat=seat)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_settings_and_blows_are_told(seat: int | None) -> None:
    """E1: 7@0 3@1 against 6@1 4@2; A's blow is 5, B's meets the shield; 20 to 15."""
    scene = _after_round(((7, 0, 3, 1, 0), (6, 1, 4, 2, 0)), (20, 20), seat)
    versus = part(scene, "duel")
    assert isinstance(versus, Versus)
    assert texts(versus) == [
        "life 20/20",
        "points 0",
        "sword high 7",
        "shield middle 3",
        "priority 0",
        "life 15/20 -5",
        "points 0",
        "sword middle 6",
        "shield low 4",
        "priority 0",
    ]
    assert [spans_text(line) for line in versus.middle] == ["blows 5 : 0"]
    assert clash_texts(versus) == [
        "left hit: sword high 7 - shield low 4: wounds for 5, the shield is elsewhere",
        "right stopped: sword middle 6 - shield middle 3: 6 is stopped by 3, the shield covers the place",
    ]
    assert clash_texts(versus) == [
        "left hit: sword high 7 - shield low 4: wounds for 5, the shield is elsewhere",
        "right stopped: sword middle 6 - shield middle 3: 6 is stopped by 3, the shield covers the place",
    ]
    assert texts(part(scene, "round")) == [
        "both strike at once",
        "ada strikes: 5 of 7, the shield is elsewhere; bob -5, life 15",
        "bob strikes: 0 of 6, the shield is met",
    ]
    assert scene.series == {"life": {0: 20, 1: 15}, "points": {0: 0, 1: 0}}
    assert versus.left.lines[2][1].measure == Bar(7, 10)
    (lost,) = (span for span in versus.right.lines[0] if isinstance(span.measure, Delta))
    assert lost.measure == Delta(-5)


def test_who_is_slain_before_striking_is_told_so() -> None:
    """E5: at 4/4, A's priority 6 comes before B's 2, and slays; B's blow of 8 is not dealt."""
    scene = _after_round(((4, 0, 0, 0, 6), (8, 0, 0, 0, 2)), (4, 4), None)
    assert texts(part(scene, "round")) == [
        "ada strikes first: 4 of 4, no shield; bob -4, life 0",
        "bob is slain before striking",
    ]
    assert [(flag.kind, flag.text) for flag in scene.flags] == [
        (FlagKind.DEATH, "bob is slain"),
        (FlagKind.LEVEL, "game 1 won by ada"),
        (FlagKind.START, "game 2 begins"),
    ]
    assert scene.series["life"] == {0: 4, 1: 0}


def test_the_second_blow_comes_second() -> None:
    """E7: at 4/4, A first, its sword met by a shield; then B's 5 slays A."""
    scene = _after_round(((4, 1, 0, 0, 6), (5, 0, 2, 1, 3)), (4, 4), 1)
    assert texts(part(scene, "round")) == [
        "ada strikes first: 0 of 4, the shield is met",
        "bob strikes: 5 of 5, no shield; ada -5, life 0",
    ]


def test_odds_are_counted_over_all_settings() -> None:
    """With two points, two locations and no priority the rival has three splits: 2+0, 1+1, 0+2.

    All in the sword (SW-5.4, guard 3 and 2): against no shield it deals 2; against a shield of 1, cover 3 where
    it is met and 1 elsewhere, 0 or 1; against a shield of 2, cover 6 or 1, 0 or 1. So 4 + 0 + 1 + 0 + 1 over six.
    It takes the rival's sword whole: 2, 1, 0.
    """
    rules = (2, 0, 2, 3, 2)
    found = cases(rules, 2)
    by_blows: dict[tuple[int, int], int] = {}
    for case, times in found.items():
        by_blows[case[:2]] = by_blows.get(case[:2], 0) + times
    total = sum(found.values())
    assert {blows: times / total for blows, times in by_blows.items()} == pytest.approx(
        {(2, 2): 1 / 3, (0, 1): 1 / 6, (1, 1): 1 / 6, (0, 0): 1 / 6, (1, 0): 1 / 6}
    )
    assert not any(case.is_second for case in found)
    config = plain_config(PLUGIN, SwordmanConfig(power=2, priority=False, locations=2))
    odds = odds_table(config, (20, 2), PLAYERS)
    assert odds is not None
    assert table_texts(odds)["sword 2"] == ["2", "0", "1.00", "1.00", "33%", "0%"]


def test_priority_slays_first() -> None:
    """One point, two locations: the rival's are a sword, a shield, or priority.

    A sword of 1 slays at one life who has no shield, and half of those who have one: cover 3 or 1. Nobody with
    priority has a sword, so that nobody is slain before: 1/3 + 0 + 1/3.
    """
    found = cases((1, 1, 2, 3, 2), 1)
    assert found == {
        Case(1, 1, False): 4,
        Case(0, 0, False): 4,
        Case(1, 0, True): 4,
    }
    config = plain_config(PLUGIN, SwordmanConfig(power=1, locations=2))
    odds = odds_table(config, (1, 1), PLAYERS)
    assert odds is not None
    assert table_texts(odds)["sword 1"] == ["1", "0", "0.67", "0.33", "67%", "67%"]


def test_too_many_points_have_no_odds() -> None:
    """The rest of the scene is there."""
    config = SwordmanConfig(power=MAX_POWER + 1)
    state, events = PLUGIN.game.start(config, seed=1, num_seats=2)
    scene = Eye(PLUGIN, config, None).look(state, events)
    assert [each.id for each in scene.parts] == ["duel"]
    assert texts(scene.parts[0])[2::3] == ["nothing set yet"] * 2


def test_all_eyes_see_the_same_throughout_a_match(tmp_path: Path) -> None:
    """What follows from events alone is what a seat observes."""
    check_same_for_all_eyes(PLUGIN, DEFAULT.games, tmp_path)


def test_what_follows_from_events_is_what_is_observed() -> None:
    """Who is told a seat's observation sees what the public sees, who is told events alone."""
    check_events_tell_all(PLUGIN, SwordmanConfig(games=2))


def test_what_is_hidden_changes_no_scene() -> None:
    """The rival's notices."""
    config = SwordmanConfig(games=1)
    assert check_scene_pairs(PLUGIN, config, num_seats=2, seed=2) > 5
