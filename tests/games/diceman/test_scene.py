"""Scenes of Diceman: worked examples as people see them, exact odds, the same table for all eyes."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from referee.core.scene import Bar, Delta, Dice, FlagKind, Hidden, Scene, Versus, spans_text
from referee.core.view import Sight
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import count_rolls
from referee.games.diceman.view.odds import MAX_SIDES, odds_table, slaying
from referee.games.diceman.view.view import VIEW
from tests.helpers.duel_scenes import (
    after_round,
    check_events_tell_all,
    check_same_for_all_eyes,
    clash_texts,
)
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import Eye, part, plain_config, table_texts, texts

DEFAULT = DicemanConfig()


def _after_round(
    dice: tuple[str, str], values: list[int], *, life: tuple[int, int] = (20, 20), seat: int | None
) -> Scene:
    """The scene after a first round with these dice, as a seat or the public sees it."""
    picked = [{"dice": ["MPSH".index(die) for die in pair]} for pair in dice]
    return after_round(PLUGIN, DEFAULT, picked, life=life, seat=seat, dice=values)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_round_is_told_phase_by_phase(seat: int | None) -> None:
    """E1: P5 S6 against S3 H4 is an edge of 5 in phase 5, and a sword of 3 in phase 0; 17 to 15."""
    scene = _after_round(("PS", "SH"), [5, 6, 3, 4], seat=seat)
    versus = part(scene, "duel")
    assert isinstance(versus, Versus)
    assert (versus.left.title, versus.right.title) == ("ada", "bob")
    assert texts(versus) == [
        "life 17/20 -3",
        "points 0",
        "priority 5  sword 6",
        "life 15/20 -5",
        "points 0",
        "sword 3  shield 4",
    ]
    assert [spans_text(line) for line in versus.middle] == ["damage 5 : 3"]
    assert texts(part(scene, "round")) == [
        "phase 5: ada edge 5, life 20 : 15",
        "phase 0: bob sword 3, life 17 : 15",
    ]
    assert scene.title == "game 1 of 11, round 2"
    assert scene.series == {"life": {0: 17, 1: 15}, "points": {0: 0, 1: 0}}
    _, life, lost = versus.left.lines[0]
    assert (life.measure, life.ref, lost.measure) == (Bar(17, 20), "seat:0", Delta(-3))


@pytest.mark.parametrize(
    ("dice", "values", "told"),
    [
        (  # E1: 5 of the sword strike before any shield; the other sword meets none
            ("PS", "SH"),
            [5, 6, 3, 4],
            [
                "left hit: sword 6 - shield 4: wounds for 5, 5 early, past any shield",
                "right hit: sword 3 - : wounds for 3, no shield against it",
            ],
        ),
        (  # E2: the shield strikes back for 3, and stops all of the sword
            ("PH", "PS"),
            [4, 7, 1, 5],
            [
                "left hit: shield 7 - : strikes back for 3, early",
                "right stopped: sword 5 - shield 7: 5 is stopped by 7",
            ],
        ),
        (  # magic is lost if its owner is wounded in the same phase
            ("SH", "MS"),
            [2, 8, 2, 8],
            [
                "left hit: sword 2 - : wounds for 2, no shield against it",
                "right stopped: sword 8 - shield 8: 8 is stopped by 8",
                "right lost: magic 2 - : is lost, bob is hurt at that moment",
            ],
        ),
        (  # two shields have nothing to stop, and magic is not blocked
            ("SH", "MH"),
            [2, 8, 2, 5],
            [
                "left stopped: sword 2 - shield 5: 2 is stopped by 5",
                "left idle: shield 8 - : no sword to stop",
                "right hit: magic 2 - : bites for 2, nothing blocks magic",
            ],
        ),
    ],
)
def test_each_die_has_its_fate(dice: tuple[str, str], values: list[int], told: list[str]) -> None:
    """A row for each die says what it did, what it met and why; a shield that a sword met is in the sword's row."""
    versus = part(_after_round(dice, values, seat=None), "duel")
    assert isinstance(versus, Versus)
    assert clash_texts(versus) == told


@pytest.mark.parametrize(
    ("dice", "values", "counted"),
    [
        (("PS", "SH"), [5, 6, 3, 4], [True, True, True, True]),  # E1: S3 is not met, H4 stops 1
        (
            ("PH", "PS"),
            [4, 7, 1, 5],
            [True, True, False, False],
        ),  # E2: strike 3; all of S5 is stopped
        (
            ("MS", "SH"),
            [4, 7, 2, 9],
            [False, False, True, True],
        ),  # E4: A is hurt, and does not cast
        (("MS", "MS"), [4, 5, 1, 3], [False, True, False, True]),  # E7: both hurt
        (("MH", "MH"), [4, 2, 1, 9], [True, False, True, False]),  # E6: a duel; no sword to stop
        (("PH", "PH"), [6, 10, 1, 10], [False, False, False, False]),  # E13: nothing happens
    ],
    ids=["E1", "E2", "E4", "E7", "E6", "E13"],
)
def test_dice_that_came_to_nothing_did_not_count(
    dice: tuple[str, str], values: list[int], counted: list[bool]
) -> None:
    """Each die with what it shows, its sides, and whether it did or stopped anything."""
    versus = part(_after_round(dice, values, seat=None), "duel")
    assert isinstance(versus, Versus)
    spans = [span for side in (versus.left, versus.right) for span in side.lines[2]]
    shown = [span.measure for span in spans if isinstance(span.measure, Dice)]
    sides = dict(zip("MPSH", (4, 6, 8, 10), strict=True))
    letters = "".join(dice)
    assert shown == [
        Dice((value,), sides[letter], (kept,))
        for value, letter, kept in zip(values, letters, counted, strict=True)
    ]


def test_who_is_slain_is_seen_dead_before_the_next_game() -> None:
    """E11: before 3/4, P6 S4 slays P2 S8 in phase 6; game 2 begins, and its odds are those of full life."""
    scene = _after_round(("PS", "PS"), [6, 4, 2, 8], life=(3, 4), seat=0)
    assert texts(part(scene, "duel"))[::3] == ["life 3/20", "life 0/20 -4"]
    assert scene.title == "game 2 of 11, round 1"
    assert [(flag.kind, flag.text, flag.seat) for flag in scene.flags] == [
        (FlagKind.DEATH, "bob is slain", 1),
        (FlagKind.LEVEL, "game 1 won by ada", 0),
        (FlagKind.START, "game 2 begins", None),
    ]
    assert scene.series == {"life": {0: 3, 1: 0}, "points": {0: 2, 1: 0}}
    assert table_texts(part(scene, "pairs"))["slays:0"] == ["ada slays", *["0%"] * 6]


def test_odds_of_a_round_are_those_of_the_rules() -> None:
    """With dice of one side all show 1: by hand, DM-5 for PS and PH against each of the six.

    PS deals 1 to 0 against MP, 1 to 2 against MS, as much against the others. PH deals 0 to 1 against MP and MH,
    1 to 0 against SH, as much against the others.
    """
    config = plain_config(
        PLUGIN, DicemanConfig(die_magic=1, die_priority=1, die_sword=1, die_shield=1)
    )
    odds = odds_table(config)
    assert odds is not None
    rows = table_texts(odds)
    assert list(rows) == ["MP", "MS", "MH", "PS", "PH", "SH"]
    assert rows["PS"] == ["PS", "+0.00", "17%", "17%"]
    assert rows["PH"] == ["PH", "-0.17", "17%", "33%"]


def test_chances_to_slay_follow_from_the_dice() -> None:
    """At lives 20 and 1 with dice of one side, who has a sword or a cast slays, unless it is stopped (DM-5)."""
    config = DicemanConfig(die_magic=1, die_priority=1, die_sword=1, die_shield=1)
    chances = slaying(count_rolls(config), 20, 1)
    # PS: edge 1 against who has no P (MS, MH, SH); against MP and PS its sword meets no shield; PH stops it.
    assert chances[3] == pytest.approx(5 / 6)
    # PH: strikes for 1 against MS and SH, who have swords and no P; never otherwise.
    assert chances[4] == pytest.approx(2 / 6)


def test_nobody_slays_before_being_slain() -> None:
    """DM-5.11: at lives 1 and 1, with dice of one side, who has P slays first, and takes no answer."""
    config = DicemanConfig(die_magic=1, die_priority=1, die_sword=1, die_shield=1)
    first, second = (slaying(count_rolls(config), life, 1) for life in (20, 1))
    # MS slays PS only if it lives to do so: with one life it is slain by the edge of PS, and the cast of MP.
    assert second[1] < first[1]


def test_dice_too_large_to_count_have_no_odds() -> None:
    """The rest of the scene is there."""
    config = DicemanConfig(die_shield=MAX_SIDES + 1)
    state, events = PLUGIN.game.start(config, seed=1, num_seats=2)
    scene = Eye(PLUGIN, config, None).look(state, events)
    assert [each.id for each in scene.parts] == ["duel", "pairs"]
    assert list(table_texts(part(scene, "pairs"))) == ["picked:0", "picked:1"]


def test_who_comes_late_without_a_seat_does_not_know_the_points() -> None:
    """Nor the game, until one begins; a step that tells nothing tells no lives."""
    config = plain_config(PLUGIN, DEFAULT)
    nothing = VIEW.followed(None, Sight({}, (), config, ("ada", "bob")))
    scene = VIEW.scene(nothing)
    versus = part(scene, "duel")
    assert isinstance(versus, Versus)
    spans = [line[1] for line in versus.left.lines[:2]]
    assert [span.text for span in spans] == ["?", "?"]
    assert all(isinstance(span.measure, Hidden) for span in spans)
    begun = dataclasses.replace(nothing, events=({"game_start": {"game": 3}},), public=None)
    scene = VIEW.scene(VIEW.followed(nothing, begun))
    assert scene.title == "game 3 of 11, round 1"
    assert texts(part(scene, "duel"))[:2] == ["life 20/20", "points ?"]


def test_all_eyes_see_the_same_throughout_a_match(tmp_path: Path) -> None:
    """What follows from events alone is what a seat observes; nothing is left to choose at the end."""
    last = check_same_for_all_eyes(PLUGIN, DEFAULT.games, tmp_path)
    assert "odds" not in {each.id for each in last.parts}


def test_what_follows_from_events_is_what_is_observed() -> None:
    """Who is told a seat's observation sees what the public sees, who is told events alone."""
    check_events_tell_all(PLUGIN, DicemanConfig(games=2, life=5))


def test_what_is_hidden_changes_no_scene() -> None:
    """Neither the seed nor the rival's notices."""
    config = DicemanConfig(games=1)
    assert check_scene_pairs(PLUGIN, config, num_seats=2, seed=2) > 10
