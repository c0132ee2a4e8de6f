"""The story of Dungeon Keeper: every kind of event in a sentence, scores and ranks, ends, and whole matches."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee.core.outcome import ForfeitCause
from referee.core.rng import Stream
from referee.core.scene import Bar, Field, Grid, Scene, Shape, Versus, spans_text
from referee.core.story import FinalSeat, MatchEnd, Phase, SeatScore, Story
from referee.core.view import Sight
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.view.reader import SILENT
from referee.games.dungeon_keeper.view.view import VIEW, DungeonKeeperView
from referee.games.sights import Eyes
from tests.games.dungeon_keeper.rich_positions import rich_position
from tests.games.dungeon_keeper.story_positions import (
    AT,
    CONFIG,
    at,
    kinds_of,
    look,
    sentences,
    spot,
    step_between,
    told,
)
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import sights_of_match
from tests.helpers.tiers import some

KERUB, SECOND_KERUB, IMP, SECOND_IMP = 100001, 100002, 100003, 100004
GRASDIR, ENEMY_IMP, BES = 200001, 200002, 200003


def strike(attacker: int, target: int, damage: int, *, is_counter: bool = False) -> dict[str, Any]:
    """One unit strikes another."""
    return {
        "attacked": {
            "attacker": spot(attacker),
            "target": spot(target),
            "damage": damage,
            "is_counter": is_counter,
        }
    }


def blow(attacker: int, place: tuple[int, int], damage: int) -> dict[str, Any]:
    """A unit strikes a building."""
    return {"attacked": {"attacker": spot(attacker), "cell": at(place), "damage": damage}}


def died(unit: int, killer: int | None = None) -> dict[str, Any]:
    """A unit falls."""
    body: dict[str, Any] = {"unit": spot(unit)}
    return {"died": body if killer is None else {**body, "killer": killer}}


def vanished(*units: int) -> list[dict[str, Any]]:
    """Units vanish."""
    return [{"vanished": {"unit": spot(unit)}} for unit in units]


TURN = {"turn_start": {"seat": 1, "income": 3, "upkeep": 3}}
NEXT = look(acting=1)

CASES: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str, list[str]]] = {
    # What happened, what is seen then, the headline, the sentences.
    "a kill": (
        [strike(KERUB, GRASDIR, 10), died(GRASDIR, 0)],
        look(acting=1, gone=[GRASDIR]),
        "ada kills a grasdir of bob",
        ["ada's kerub kills bob's grasdir in the centre."],
    ),
    "one hit point": (
        [strike(KERUB, GRASDIR, 1)],
        NEXT,
        "ada attacks bob in the centre",
        ["ada's kerub attacks bob's grasdir in the centre: the grasdir loses 1 hit point."],
    ),
    "several strike": (
        [
            strike(KERUB, GRASDIR, 3),
            strike(GRASDIR, KERUB, 1, is_counter=True),
            strike(SECOND_KERUB, GRASDIR, 3),
        ],
        NEXT,
        "ada attacks bob in the centre",
        ["ada's two kerubs attack bob's grasdir in the centre: the grasdir loses 6 hit points."],
    ),
    "losses on both sides": (
        [
            strike(KERUB, GRASDIR, 10),
            died(GRASDIR, 0),
            strike(SECOND_KERUB, ENEMY_IMP, 0),
            strike(ENEMY_IMP, SECOND_KERUB, 1, is_counter=True),
            died(SECOND_KERUB, 1),
        ],
        look(acting=1, gone=[GRASDIR, SECOND_KERUB]),
        "bob loses a grasdir, ada a kerub",
        ["ada's two kerubs attack bob's grasdir and imp in the centre: one falls on each side."],
    ),
    "a lost attack": (
        [strike(IMP, BES, 1), strike(BES, IMP, 2, is_counter=True), died(IMP, 1)],
        look(acting=1, gone=[IMP]),
        "ada loses an imp to bob",
        ["ada's imp attacks bob's bes at its Altar: the attacker falls."],
    ),
    "all evaded": (
        [
            {"attacked": {"attacker": spot(KERUB), "target": spot(GRASDIR)}},
            {
                "rolled": {
                    "unit": spot(GRASDIR),
                    "roll": "ROLL_KIND_GHOSTLINESS",
                    "value": 9,
                    "chance": 40,
                }
            },
        ],
        NEXT,
        "ada attacks bob in the centre",
        ["ada's kerub attacks bob's grasdir in the centre: every blow misses."],
    ),
    "the Hero kills": (
        [strike(1, IMP, 8), died(IMP), strike(1, SECOND_IMP, 8), died(SECOND_IMP)],
        look(acting=1, gone=[IMP, SECOND_IMP]),
        "The Hero kills two imps of ada",
        ["The Hero kills ada's two imps at its Altar."],
    ),
    "a tower kills": (
        [
            {"tower_shot": {"tower": at(AT["tower"]), "target": spot(KERUB), "damage": 8}},
            died(KERUB, 1),
        ],
        look(acting=1, gone=[KERUB]),
        "bob kills a kerub of ada",
        ["bob's battle tower kills ada's kerub west of the centre."],
    ),
    "fire on friends": (
        [
            {"blasted": {"attacker": spot(KERUB), "target": spot(IMP), "damage": 4}},
            died(IMP, 0),
            {"blasted": {"attacker": spot(KERUB), "target": spot(SECOND_IMP), "damage": 0}},
        ],
        look(acting=1, gone=[IMP]),
        "ada's fire burns its own units",
        ["ada's fire also burns its own two imps: one of them falls."],
    ),
    "poison": (
        [TURN, {"hurt": {"unit": spot(GRASDIR), "damage": 4, "by_poison": True}}, died(GRASDIR, 0)],
        look(acting=1, gone=[GRASDIR]),
        "Poison costs bob a grasdir",
        ["Poison costs bob 4 hit points and kills a grasdir."],
    ),
    "fire of an ifrit": (
        [TURN, {"hurt": {"unit": spot(GRASDIR), "damage": 1, "by_poison": False}}],
        NEXT,
        "Fire costs bob 1 hit point",
        ["Fire costs bob 1 hit point."],
    ),
    "an unseen killer": (
        [{"attacked": {"target": spot(IMP), "damage": 1}}, died(IMP)],
        look(acting=1, gone=[IMP]),
        "Unseen enemies kill an imp of ada",
        ["Unseen enemies kill ada's imp at its Altar."],
    ),
    "a death without a blow": (
        [died(IMP)],
        look(acting=1, gone=[IMP]),
        "ada's imp falls",
        ["ada's imp falls."],
    ),
    "an Altar is struck": (
        [blow(KERUB, AT["altar"], 4)],
        look(acting=1, altars=(100, 96)),
        "bob's Altar loses 4 hit points, 96 left",
        ["* ada's kerub strikes bob's Altar for 4 hit points; 96 of 100 are left."],
    ),
    "a tower is destroyed": (
        [
            blow(KERUB, AT["tower"], 50),
            {
                "building_destroyed": {
                    "cell": at(AT["tower"]),
                    "building": "BUILDING_KIND_BATTLE_TOWER",
                    "owner": 1,
                }
            },
        ],
        look(acting=1, without=[AT["tower"]]),
        "ada destroys bob's battle tower",
        ["* ada's kerub destroys bob's battle tower at its Altar."],
    ),
    "an Altar falls": (
        [
            blow(KERUB, AT["altar"], 100),
            {
                "building_destroyed": {
                    "cell": at(AT["altar"]),
                    "building": "BUILDING_KIND_ALTAR",
                    "owner": 1,
                }
            },
            {"eliminated": {"seat": 1, "by": 0}},
            *vanished(GRASDIR, ENEMY_IMP, BES),
            {"captured": {"cell": at((14, 12)), "old": 1, "new": -1}},
            {"match_end": {"placements": [1, 2], "scores": [412, 0]}},
        ],
        look(
            acting=None,
            gone=[GRASDIR, ENEMY_IMP, BES],
            without=[AT["altar"]],
            alive=(True, False),
            scores=(412, 0),
        ),
        "ada wins",
        [
            "* The match is over: ada wins, as its Altar is the last.",
            "* bob is out, as ada destroys its Altar: its three units vanish and its Source belongs to nobody now.",
        ],
    ),
    "Altars wane away": (
        [{"altars_waned": {"hp": 5}}, {"eliminated": {"seat": 1}}, *vanished(BES)],
        look(acting=0, gone=[BES], without=[AT["altar"]], alive=(True, False), altars=(1, 0)),
        "bob is out: its Altar has waned away",
        [
            "* bob is out, as its Altar has waned away: its last unit vanishes.",
            "The Altars wane: each loses 5 hit points.",
        ],
    ),
    "the waning begins": (
        [{"altars_waned": {"hp": 1}}],
        look(acting=1, altars=(99, 99)),
        "The Altars begin to wane",
        ["* The Altars begin to wane: each loses 1 hit point, and more every round."],
    ),
    "the Hero comes": (
        [{"hero_appeared": {"hero": spot(1), "gnome": spot(2)}}],
        NEXT,
        "The Hero arrives east of the centre",
        ["* The Hero and his gnome come out of a portal east of the centre."],
    ),
    "the Hero dies": (
        [strike(KERUB, 1, 50), died(1, 0), {"hero_died": {"hero": spot(1)}}, *vanished(2)],
        look(acting=1, gone=[1, 2]),
        "The Hero is dead",
        [
            "* The Hero is dead east of the centre.",
            "ada's kerub kills the Hero east of the centre.",
        ],
    ),
    "a Source": (
        [{"captured": {"cell": at(AT["centre"]), "old": -1, "new": 0}}],
        look(acting=1, buildings={AT["centre"]: ("SOURCE", 0)}),
        "ada captures the centre Source",
        ["* ada captures the centre Source, its second: 3 more mana each turn."],
    ),
    "a Source of another": (
        [{"captured": {"cell": at((14, 12)), "old": 1, "new": 0}}],
        look(acting=1, buildings={(14, 12): ("SOURCE", 0)}),
        "ada captures a Source at bob's Altar from bob",
        ["* ada captures a Source at bob's Altar from bob, its second: 3 more mana each turn."],
    ),
    "work on a Source": (
        [
            {"capture_progress": {"unit": spot(KERUB), "cell": at(AT["centre"]), "points": points}}
            for points in (5, 6)
        ],
        NEXT,
        "ada works on a Source in the centre (6 of 10 steps)",
        ["ada works on a Source in the centre (6 of 10 steps)."],
    ),
    "upkeep": (
        [TURN, *vanished(ENEMY_IMP)],
        look(acting=1, gone=[ENEMY_IMP]),
        "bob loses one unit to upkeep",
        ["bob cannot pay the upkeep: an imp vanishes."],
    ),
    "upkeep of many": (
        [TURN, *vanished(200004, ENEMY_IMP, BES)],
        look(acting=1, gone=[ENEMY_IMP, BES]),
        "bob loses three units to upkeep",
        ["* bob cannot pay the upkeep: three of its four units vanish, a bes among them."],
    ),
    "upkeep of all": (
        [TURN, *vanished(ENEMY_IMP, BES, GRASDIR)],
        look(acting=1, gone=[ENEMY_IMP, BES, GRASDIR]),
        "bob loses three units to upkeep",
        ["* bob cannot pay the upkeep: all its units vanish."],
    ),
    "an economy": (
        [{"dug": {"unit": spot(IMP), "cell": at((4, 4))}}]
        + [
            {
                "mined": {
                    "unit": spot(IMP),
                    "cell": at((4, 5)),
                    "kind": "MINE_KIND_GOLD",
                    "amount": 10,
                }
            }
        ]
        * 2
        + [
            {"mined": {"unit": spot(IMP), "cell": at((4, 6)), "kind": "MINE_KIND_GEM", "amount": 1}}
        ],
        NEXT,
        "ada mines 20 gold and 1 taldear and digs out one cell",
        ["ada mines 20 gold and 1 taldear and digs out one cell."],
    ),
    "an army": (
        [{"summoned": {"unit": spot(100009), "seat": 0, "kind": "UNIT_KIND_BES"}}]
        + [{"upgraded": {"unit": spot(KERUB), "old": "UNIT_KIND_BES", "new": "UNIT_KIND_OGNEVIK"}}]
        * 2
        + [{"source_upgraded": {"cell": at(AT["own"]), "level": 4}}],
        NEXT,
        "ada raises two beses to ogneviks",
        ["ada raises two beses to ogneviks, raises a Source to level 4, and summons a bes."],
    ),
    "buildings": (
        [{"built": {"unit": spot(IMP), "cell": at((4, 4)), "building": "BUILDING_KIND_ARMOURY"}}]
        + [{"repaired": {"unit": spot(IMP), "cell": at((2, 2)), "amount": 10, "gold": 10}}]
        + [{"forged": {"seat": 0, "artifact": "ARTIFACT_SWORD"}}] * 2
        + [{"equipped": {"unit": spot(KERUB), "artifact": "ARTIFACT_SWORD"}}],
        NEXT,
        "ada builds an armoury and forges two swords",
        [
            "ada builds an armoury, forges two swords, and repairs its Altar by 10 hit points.",
            "ada also hands out a sword.",
        ],
    ),
    "finds": (
        [
            {
                "picked_up": {
                    "unit": spot(IMP),
                    "cell": at((3, 3)),
                    "item": "ITEM_KIND_CHEST",
                    "gold": 200,
                    "taldear": 3,
                }
            },
            {"picked_up": {"unit": spot(IMP), "cell": at((3, 3)), "item": "ITEM_KIND_CROWN"}},
            {"picked_up": {"unit": spot(IMP), "cell": at((3, 3)), "item": "ITEM_KIND_RUNE_FIRE"}},
        ],
        NEXT,
        "ada finds the rune of fire and picks up a crown",
        [
            "* ada finds the rune of fire, picks up a crown, and opens a chest with 200 gold and 3 taldear."
        ],
    ),
    "a rune is set": (
        [{"rune_used": {"unit": spot(IMP), "rune": "RUNE_FIRE", "is_installed": True}}],
        NEXT,
        "ada sets the rune of fire into its Altar",
        ["* ada sets the rune of fire into its Altar, which opens ogneviks and ifrits."],
    ),
    "a rune for mana": (
        [{"rune_used": {"unit": spot(IMP), "rune": "RUNE_DEATH", "is_installed": False}}],
        NEXT,
        "ada gives the rune of death for 10 mana",
        ["ada gives the rune of death for 10 mana."],
    ),
    "things drop": (
        [
            {"dropped": {"cell": at((7, 6)), "item": item}}
            for item in ("ITEM_KIND_CROWN", "ITEM_KIND_RUNE_FIRE")
        ],
        NEXT,
        "A crown and the rune of fire now lie on the ground",
        ["A crown and the rune of fire now lie on the ground."],
    ),
    "magic": (
        [
            {"researched": {"seat": 0, "spell": "SPELL_HASTE"}},
            {"cast": {"seat": 0, "spell": "SPELL_HASTE", "target": spot(KERUB)}},
            {"status_added": {"unit": spot(KERUB), "status": "STATUS_HASTE", "source": 0}},
            {"status_added": {"unit": spot(GRASDIR), "status": "STATUS_POISON", "source": 0}},
            {"status_removed": {"unit": spot(KERUB), "status": "STATUS_FEAR"}},
        ],
        NEXT,
        "ada learns haste and casts haste on a kerub",
        ["ada learns haste, casts haste on a kerub, and poisons bob's grasdir."],
    ),
    "spirits": (
        [
            {"sacrificed": {"priest": spot(KERUB), "unit": spot(IMP), "spirit": "SPIRIT_LIFE"}},
            died(IMP, 0),
            {"spirit_assigned": {"unit": spot(KERUB), "spirit": "SPIRIT_LIFE"}},
            {"healed": {"unit": spot(KERUB), "amount": 3}},
        ],
        look(acting=1, gone=[IMP]),
        "ada sacrifices an imp for a spirit of life",
        [
            "ada sacrifices an imp for a spirit of life, gives a unit a spirit of life, and heals its units by 3 hit points."
        ],
    ),
    "alchemy": (
        [{"exchanged": {"seat": 0, "resource": "RESOURCE_IRON", "amount": 2, "mana": 6}}],
        NEXT,
        "ada turns 6 mana into 2 iron",
        ["ada turns 6 mana into 2 iron."],
    ),
    "control": (
        [
            {"controlled": {"unit": spot(GRASDIR), "seat": 0}},
            strike(GRASDIR, ENEMY_IMP, 4),
            died(ENEMY_IMP, 0),
            {"released": {"unit": spot(GRASDIR), "seat": 0}},
        ],
        look(acting=1, gone=[ENEMY_IMP]),
        "ada subjugates bob's grasdir",
        [
            "ada subjugates bob's grasdir for this turn.",
            "ada's grasdir kills bob's imp in the centre.",
        ],
    ),
    "slowing towers": (
        [{"slowed": {"unit": spot(GRASDIR)}}],
        NEXT,
        "Slowing towers hold up bob",
        ["Slowing towers hold up one unit of bob."],
    ),
    "an alliance": (
        [{"alliance_changed": {"seat": 0, "other": 1, "is_declared": True}}],
        NEXT,
        "ada offers an alliance to bob",
        ["* ada offers an alliance to bob."],
    ),
    "the end of an alliance": (
        [{"alliance_changed": {"seat": 0, "other": 1, "is_declared": False}}],
        NEXT,
        "ada ends its alliance with bob",
        ["* ada ends its alliance with bob."],
    ),
    "refused orders": (
        [
            {"order_result": {"seat": 0, "place": 0, "code": "CODE_OK"}},
            {"order_result": {"seat": 0, "place": 1, "code": "CODE_NO_AP"}},
            {"order_result": {"seat": 0, "place": 4, "code": "CODE_MORE"}},
        ],
        NEXT,
        "ada has five orders refused",
        ["ada has five orders refused."],
    ),
    "the score decides": (
        [{"match_end": {"placements": [2, 1], "scores": [300, 360]}}],
        look(acting=None, scores=(300, 360)),
        "bob wins with 360 points to 300",
        ["* The match is over: bob wins with 360 points to 300."],
    ),
    "a shared place": (
        [{"match_end": {"placements": [1, 1], "scores": [300, 300]}}],
        look(acting=None),
        "ada and bob share the first place",
        ["* The match is over: ada and bob share the first place with 300 points each."],
    ),
    "a march": (
        [{"moved": {"unit": spot(KERUB), "to": at((9, 9))}}],
        look(acting=1, units={KERUB: ("KERUB", 9, 9)}),
        "ada's fighters are three cells from bob's Altar",
        ["ada's kerub is three cells from bob's Altar."],
    ),
    "a move": (
        [{"moved": {"unit": spot(IMP), "to": at((4, 4))}}],
        NEXT,
        "ada moves its units",
        [],
    ),
    "a turn without orders": ([TURN], NEXT, "ada ends its turn", []),
}


@pytest.mark.parametrize("name", CASES)
def test_each_event_makes_its_sentence(name: str) -> None:
    """By the rules that the event stands for."""
    events, after, headline, expected = CASES[name]
    _, story = told(step_between(look(), after, events))
    assert sentences(story) == expected
    assert spans_text(story.headline) == headline


def test_every_kind_of_event_is_in_a_case() -> None:
    """Silent kinds are declared."""
    declared = {field.name for field in wire.Event.DESCRIPTOR.fields} - {"partial"}
    assert set.union(*(kinds_of(events) for events, *_ in CASES.values())) == declared
    assert {"rolled", "released", "status_removed"} == SILENT


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


FLAGGED = {
    "an Altar is struck": [("bob's Altar", 2)],
    "an Altar falls": [("bob out", 3)],
    "the Hero comes": [("the Hero", 2)],
    "the Hero dies": [("Hero dead", 2)],
    "a Source": [("centre Source", 2)],
    "a Source of another": [("Source", 2)],
    "upkeep": [],
    "upkeep of all": [("upkeep", 2)],
    "the waning begins": [("waning", 2)],
    "a rune is set": [("rune of fire", 1)],
    "a kill": [],
}


@pytest.mark.parametrize("name", FLAGGED)
def test_deciding_moments_have_labels_and_weights(name: str) -> None:
    """At most three words each."""
    events, after, *_ = CASES[name]
    scene, _ = told(step_between(look(), after, events))
    assert [(flag.label, flag.weight) for flag in scene.flags] == FLAGGED[name]


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


def test_a_repaired_altar_is_not_attacked_for_the_first_time_again() -> None:
    """Its low mark stays (DK-3.14)."""
    before, after = look(), look(acting=1, altars=(100, 90))
    for observation in (before, after):
        for told_of in observation["buildings"]:
            if (told_of["row"], told_of["col"]) == AT["altar"]:
                told_of["low_mark"] = 80
    scene, _ = told(step_between(before, after, [blow(KERUB, AT["altar"], 10)]))
    assert scene.flags == ()


def test_ground_belongs_to_the_last_who_walked_it() -> None:
    """A cell that ada's imp digs and bob's unit enters later is bob's."""
    dig = [{"dug": {"unit": spot(IMP), "cell": at((4, 4))}}]
    first = step_between(look(), look(acting=1), dig)
    assert _ground(first)[4][4] == "0"
    walk = [{"moved": {"unit": spot(BES), "to": at((4, 4))}}]
    second = step_between(look(), look(acting=1), dig + walk)
    assert _ground(second)[4][4] == "1"


def _ground(sight: Sight) -> tuple[str, ...]:
    (board,) = [part for part in VIEW.scene(sight).parts if isinstance(part, Field)]
    assert isinstance(board.space, Grid)
    return board.space.rows


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
