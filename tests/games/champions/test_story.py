"""The story of Champions: worked steps in sentences, scores and ranks, results, and what each viewer may know."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from gamereferee.games.champions.v1 import champions_pb2 as pb
from referee.core.outcome import ForfeitCause
from referee.core.rng import Stream
from referee.core.scene import Bar, FlagKind, Mark, Scene, Shape, Span, Style, spans_text
from referee.core.story import FinalSeat, MatchEnd, Phase, Story
from referee.core.view import Sight
from referee.games.champions import PLUGIN
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.view import VIEW, ChampionsView
from referee.games.champions.view.words import names_of, tile_text
from referee.replay.frames import Eyes
from referee.replay.reader import load
from referee.replay.recorded import Recording
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import field, part, texts
from tests.helpers.tiers import some
from tests.replay.recording import Recorder

PLAYERS = ("ada", "bob", "cid", "dan", "eve")
ROYALE = {
    "loot_actions": 3,
    "max_rounds": 36,
    "stage_lengths": [2, 2, 2],
    "scoring": "SCORING_ROYALE",
}
OUTLAST = {"loot_actions": 1, "max_rounds": 36, "stage_rounds": 8}
GLADIATOR, ROGUE, HEALER, MAGE = range(4)
UNHURT = (100, 85, 80, 85)
NO_ITEM = {"id": 0, "kind": 0}
STEEL_SWORD, WAR_AXE, PRAYER_BEADS, DRAGONFANG, IRON_PLATE = 2, 3, 9, 6, 18
CORNER, CENTRE = (0, 0), (1, 1)

Healths = Mapping[int, Sequence[int]]


# How a round begins.


def test_a_match_begins() -> None:
    """CH-2.6, 5.40, 5.41: five seats on 3x3, which shrinks after two rounds or with four seats left."""
    story = _story(_sight(_seen(c.MOVE, 1, 3, dict.fromkeys(range(5), CORNER))))
    assert spans_text(story.headline) == "Five seats start, each on a different tile"
    assert _told(story) == [
        "*Five seats start on a map of 3x3 tiles, each with four champions and 350 health.",
        "The map shrinks to 2x2 after two more rounds at the latest, or once only four seats are left.",
    ]
    assert story.phases == (Phase("round", 1, 36),)


@pytest.mark.parametrize("viewer", [None, 0, 4])
def test_who_meets_is_public(viewer: int | None) -> None:
    """CH-6.1: positions are known to all, and two on a tile have to fight (CH-5.10)."""
    where = {0: (0, 0), 1: (0, 0), 2: (2, 1), 3: (2, 1), 4: (2, 1)}
    own = {} if viewer is None else {viewer: _own(viewer)}
    story = _story(_sight(_seen(c.LOOT, 2, 3, where, age=1), own))
    assert spans_text(story.headline) == "Round 2: five seats meet on two tiles"
    assert _told(story) == [
        "cid, dan and eve meet on the southern edge.",
        "ada and bob meet in the north-west corner.",
        "The map shrinks to 2x2 after this round.",
    ]


def test_one_stands_alone() -> None:
    """Singular and plural of the seats without a fight."""
    one = _story(_sight(_seen(c.LOOT, 1, 2, {0: (0, 0), 1: (0, 0), 2: (1, 1)})))
    assert spans_text(one.headline) == "Round 1: ada and bob meet in the north-west"
    assert _told(one)[1] == "cid stands alone and has no fight this round."
    two = _story(_sight(_seen(c.LOOT, 1, 2, {0: (0, 1), 1: (0, 1), 2: (1, 1), 3: (1, 0)})))
    assert _told(two)[1] == "cid and dan stand alone and have no fight this round."


def test_nobody_meets() -> None:
    """Two seats on two tiles."""
    story = _story(_sight(_seen(c.LOOT, 1, 2, {0: (0, 0), 1: (1, 1)})))
    assert spans_text(story.headline) == "Round 1: nobody meets"
    assert _told(story) == ["Nobody meets, so this round has no fight."]


def test_many_tiles_are_counted() -> None:
    """Sixteen seats: five tiles have a sentence, the rest one together."""
    names = tuple(f"bot{seat}" for seat in range(16))
    tiles = [(0, 0)] * 6 + [(row, row) for row in (1, 2, 3) for _ in range(2)]
    tiles += [(0, column) for column in (1, 2) for _ in range(2)]
    story = _story(_sight(_seen(c.LOOT, 1, 4, dict(enumerate(tiles))), players=names))
    assert spans_text(story.headline) == "Round 1: sixteen seats meet on six tiles"
    assert _told(story) == [
        "bot0, bot1, bot2, bot3, bot4 and bot5 meet in the north-west corner.",
        "bot12 and bot13 meet on the northern edge.",
        "bot14 and bot15 meet on the northern edge.",
        "bot6 and bot7 meet north-west of the centre.",
        "bot8 and bot9 meet south-east of the centre.",
        "Two more seats meet on one other tile.",
    ]


def test_many_seats_are_counted() -> None:
    """Seven on one tile, by number; and their fights too."""
    names = tuple(f"bot{seat}" for seat in range(7))
    where = dict.fromkeys(range(7), (0, 0))
    story = _story(_sight(_seen(c.LOOT, 7, 1, where), players=names))
    assert spans_text(story.headline) == "Round 7: seven seats meet in the arena"
    assert _told(story) == ["Seven seats meet in the arena."]
    names = tuple(f"bot{seat}" for seat in range(16))
    pairs = [(seat, seat + 1) for seat in range(0, 16, 2)]
    report = _report(0, pairs, dict.fromkeys(range(16), UNHURT))
    seen = _seen(c.BATTLE, 7, 1, dict.fromkeys(range(16), (0, 0)))
    story = _story(_sight(seen, {0: _own(0)}, [report], players=names))
    assert spans_text(story.headline) == "Round 7: eight fights begin"
    assert _told(story) == ["Sixteen seats fight eight fights in the arena."]


def test_each_tile_has_a_place_in_words() -> None:
    """Corners, edges and centres of all sizes of the map."""
    assert tile_text(1, 0, 0) == "in the arena"
    assert [tile_text(2, *at) for at in ((0, 1), (1, 0))] == [
        "in the north-east",
        "in the south-west",
    ]
    assert [tile_text(3, *at) for at in ((2, 2), (1, 2), (1, 1))] == [
        "in the south-east corner",
        "on the eastern edge",
        "in the centre",
    ]
    assert tile_text(4, 2, 1) == "south-west of the centre"


# Loot.


def test_a_seat_hears_what_it_finds() -> None:
    """An article before each item but the Prayer Beads; two equal ones are counted."""
    found = [_found(5, STEEL_SWORD), _found(6, STEEL_SWORD), _found(7, IRON_PLATE)]
    stash = [(5, STEEL_SWORD), (6, STEEL_SWORD), (7, IRON_PLATE), (8, PRAYER_BEADS)]
    sight = _sight(
        _seen(c.EQUIP, 2, 2, {0: (0, 0), 1: (1, 1)}),
        {0: _own(0, stash=stash)},
        [*found, _found(8, PRAYER_BEADS)],
    )
    story = _story(sight)
    assert spans_text(story.headline) == "Round 2: ada finds four items"
    assert _told(story) == ["ada finds two Steel Swords, an Iron Plate and Prayer Beads."]


def test_legendary_finds_make_the_headline() -> None:
    """One with its finder; of four seats the others are counted by tier, and the seat without luck is named."""
    own = {
        0: _own(0, stash=[(5, DRAGONFANG)]),
        1: _own(1, stash=[(6, WAR_AXE), (7, IRON_PLATE), (9, WAR_AXE)]),
        2: _own(2, stash=[(8, STEEL_SWORD)]),
        3: _own(3),
    }
    found = [_found(5, DRAGONFANG), _found(6, WAR_AXE), _found(7, IRON_PLATE)]
    found += [_found(8, STEEL_SWORD), _found(9, WAR_AXE), {"loot_nothing": {"action": 0}}]
    seen = _seen(c.EQUIP, 2, 2, dict.fromkeys(range(4), (0, 0)))
    story = _story(_sight(seen, own, found, told_to=[0, 1, 1, 2, 1, 3]))
    assert spans_text(story.headline) == "Round 2: ada finds a Dragonfang"
    assert _told(story) == [
        "ada finds a Dragonfang.",
        "The seats find five items: one legendary, three uncommon and one common.",
        "dan finds nothing.",
    ]


def test_nothing_is_found() -> None:
    """A LOOT_NOTHING alone; and the public, which learns of no find."""
    seen = _seen(c.EQUIP, 2, 2, {0: (0, 0), 1: (0, 0)})
    story = _story(_sight(seen, {0: _own(0)}, [{"loot_nothing": {"action": 0}}]))
    assert (spans_text(story.headline), _told(story)) == (
        "Round 2: nothing is found",
        ["ada finds nothing."],
    )
    public = _story(_sight(seen))
    assert spans_text(public.headline) == "Round 2: the seats search their tiles for loot"
    assert not public.sentences


# The fights.


def test_fights_ahead() -> None:
    """CH-5.12: cid is doubled. A seat on the tile hears the pairs; the public no more than where fights are."""
    pairs = [(0, 2), (1, 2), (3, 4)]
    report = _report(4, pairs, dict.fromkeys(range(5), UNHURT) | {2: (0, 85, 7, 0)})
    seen = _seen(c.BATTLE, 2, 3, dict.fromkeys(range(5), CENTRE))
    story = _story(_sight(seen, {0: _own(0, report=report["tile_report"])}, [report]))
    assert spans_text(story.headline) == "Round 2: three fights begin"
    assert _told(story) == [
        "cid splits its champions against ada and bob; dan fights eve in the centre."
    ]
    public = _story(_sight(seen))
    assert spans_text(public.headline) == "Round 2: fights begin in the centre"
    assert not public.sentences


def test_a_fight_ahead_with_the_health_of_both() -> None:
    """CH-6.5; and a third seat with one champion, as all have, fights nobody (CH-5.12)."""
    healths = {0: (9, 0, 0, 0), 1: (0, 20, 0, 0), 2: (0, 0, 0, 85)}
    report = _report(0, [(0, 2)], healths)
    seen = _seen(c.BATTLE, 8, 1, dict.fromkeys(range(3), (0, 0)))
    own = {0: _own(0, (9, 0, 0, 0), report=report["tile_report"])}
    story = _story(_sight(seen, own, [report]))
    assert spans_text(story.headline) == "Round 8: ada fights cid"
    assert _told(story) == [
        "ada fights cid in the arena.",
        "bob finds no opponent there.",
        "ada has one champion with 9 health and cid one with 85.",
    ]


@pytest.mark.parametrize(
    ("after", "headline", "sentence"),
    [
        (
            {0: (100, 85, 80, 85), 1: (100, 85, 0, 85)},
            "ada strikes down bob's Healer",
            "ada strikes down bob's Healer and loses no health.",
        ),
        (
            {0: (88, 85, 80, 85), 1: (0, 85, 0, 85)},
            "ada strikes down bob's Gladiator and Healer",
            "ada strikes down bob's Gladiator and Healer and loses 12 health.",
        ),
        (
            {0: (0, 85, 0, 85), 1: (0, 85, 80, 85)},
            "bob strikes down ada's Gladiator and Healer",
            "bob strikes down ada's Gladiator and Healer and loses its Gladiator.",
        ),
        (
            {0: (0, 85, 80, 85), 1: (100, 85, 0, 85)},
            "ada loses its Gladiator, bob its Healer",
            "ada loses its Gladiator, bob its Healer: an even trade.",
        ),
        (
            {0: (0, 85, 80, 85), 1: (0, 85, 80, 85)},
            "ada and bob each lose their Gladiator",
            "ada and bob each lose their Gladiator: an even trade.",
        ),
        (
            {0: (100, 85, 80, 85), 1: (62, 85, 80, 85)},
            "ada and bob fight, nobody falls",
            "Nobody falls between ada and bob; bob loses 38 health.",
        ),
        (
            {0: (99, 85, 80, 85), 1: (62, 85, 80, 85)},
            "ada and bob fight, nobody falls",
            "Nobody falls between ada and bob; ada loses 1 health and bob 38.",
        ),
        (
            {0: UNHURT, 1: UNHURT},
            "ada and bob fight, nobody falls",
            "Nobody falls between ada and bob, and no health is lost.",
        ),
    ],
)
def test_a_fight_in_a_sentence(after: Healths, headline: str, sentence: str) -> None:
    """Gladiator and Healer of both sides fight; one of the two seats looks."""
    story = _story(_fought([(0, 1)], after))
    expected = f"Round 3: {headline}"
    if (
        "three" in headline
    ):  # bob strikes down ada's Gladiator and Healer would be as long, but is not all
        expected = "Round 3: bob strikes down ada's Gladiator and Healer"
    assert spans_text(story.headline) == expected
    assert _told(story)[0] == sentence


def test_health_that_is_not_known_is_not_claimed() -> None:
    """A viewer that comes in with the fight does not know what it cost."""
    sight = _fought([(0, 1)], {0: UNHURT, 1: (62, 85, 80, 85)})
    newcomer = dataclasses.replace(sight, before={}, earlier=None, stood={})
    assert _told(_story(newcomer))[0] == "Nobody falls between ada and bob."
    fallen = _fought([(0, 1)], {0: UNHURT, 1: (0, 85, 80, 85)})
    newcomer = dataclasses.replace(fallen, before={}, earlier=None, stood={})
    assert _told(_story(newcomer))[0] == "ada strikes down bob's Gladiator."


@pytest.mark.parametrize("is_last", [True, False])
def test_a_seat_goes_out(is_last: bool) -> None:
    """Its last champions in the same sentence, as a milestone; with two seats left that is said as well."""
    after = {0: (88, 85, 80, 85), 1: (0, 0, 0, 0), 2: UNHURT}
    before = {1: (40, 0, 7 if is_last else 0, 0)}
    sight = _fought([(0, 1)], after, before, out=[1], num_seats=3)
    story = _story(sight)
    what = "Gladiator and Healer, its last champions" if is_last else "Gladiator, its last champion"
    assert spans_text(story.headline) == (
        f"Round 3: bob is out, {'two champions fall' if is_last else 'one champion falls'}"
    )
    told = _told(story)
    assert told[0] == f"*ada strikes down bob's {what}, and loses 12 health: bob is out."
    assert "*Only ada and cid are left." in told
    assert story.score is not None
    assert story.score.seats[1].is_out
    assert story.score.seats[1].gauge == Bar(0, 350)
    assert story.score.seats[1].facts[0] == ("out in round", "3")


def test_both_go_out() -> None:
    """Each strikes down the other's last champions."""
    before = {0: (5, 0, 0, 0), 1: (5, 0, 0, 0)}
    after = {0: (0, 0, 0, 0), 1: (0, 0, 0, 0), 2: UNHURT, 3: UNHURT}
    story = _story(_fought([(0, 1)], after, before, out=[0, 1], num_seats=4))
    assert spans_text(story.headline) == "Round 3: ada and bob are out, two champions fall"
    assert _told(story)[0] == "*ada and bob strike down each other's last champions: both are out."


def test_a_doubled_seat_falls_to_two_rivals() -> None:
    """Bob splits its two champions between ada and cid, and loses both (CH-5.12)."""
    before = {1: (30, 0, 30, 0)}
    after = {0: UNHURT, 1: (0, 0, 0, 0), 2: UNHURT, 3: UNHURT}
    story = _story(_fought([(0, 1), (1, 2)], after, before, out=[1], num_seats=4, is_split=True))
    assert _told(story)[:3] == [
        "*bob loses the last of its champions to ada and cid and is out.",
        "ada strikes down bob's Gladiator and loses no health.",
        "cid strikes down bob's Healer and loses no health.",
    ]


def test_three_seats_at_once_and_many_fights() -> None:
    """The seats first, then the fights with the most fallen, then the others together."""
    names = tuple(f"bot{seat}" for seat in range(16))
    pairs = [(seat, seat + 1) for seat in range(0, 16, 2)]
    dead = (0, 0, 0, 0)
    before = {1: (9, 0, 0, 0), 3: (9, 0, 0, 0), 5: (9, 0, 0, 0)}
    after = dict.fromkeys(range(16), UNHURT) | {1: dead, 3: dead, 5: dead}
    after |= {7: (0, 85, 0, 85), 9: (0, 85, 80, 85)}
    sight = _fought(pairs, after, before, out=[1, 3, 5], num_seats=16, players=names)
    story = _story(sight)
    assert spans_text(story.headline) == "Round 3: bot1, bot3 and bot5 are out, six champions fall"
    assert _told(story) == [
        "*Three seats go out at once: bot1, bot3 and bot5.",
        "*bot0 strikes down bot1's Gladiator, its last champion, and loses no health: bot1 is out.",
        "*bot2 strikes down bot3's Gladiator, its last champion, and loses no health: bot3 is out.",
        "*bot4 strikes down bot5's Gladiator, its last champion, and loses no health: bot5 is out.",
        "bot6 strikes down bot7's Gladiator and Healer and loses no health.",
        "In one more fight one champion falls.",
        "In three other fights nobody falls.",
        "Thirteen seats with 49 champions are left.",
    ]


def test_other_fights_on_the_same_tile_are_known_by_their_fallen() -> None:
    """CHAMPION_DIED goes to all on the tile (CH-6.3); blows and health of the others stay unknown."""
    died = [{"champion_died": {"seat": 2, "champion": MAGE}}]
    died += [{"champion_died": {"seat": 3, "champion": champion}} for champion in (ROGUE, HEALER)]
    sight = _fought([(0, 1)], {0: UNHURT, 1: UNHURT}, num_seats=4, more=died, seats=[0])
    assert _told(_story(sight)) == [
        "Nobody falls between ada and bob, and no health is lost.",
        "On the same tile cid loses its Mage and dan its Rogue and Healer.",
    ]


def test_the_public_knows_who_must_have_fought() -> None:
    """Two alone on a tile: what is lost there is lost to the other. Of more, it is not known."""
    where = {0: (0, 0), 1: (0, 0), 2: (1, 1), 3: (1, 1), 4: (1, 1)}
    first = VIEW.followed(None, _sight(_seen(c.BATTLE, 3, 2, where)))
    out = [{"eliminated": {"seat": seat, "round": 3}} for seat in (1, 3, 4)][:2]
    after = _seen(c.MOVE, 4, 2, {0: (0, 0), 2: (1, 1), 4: (1, 1)}, num_seats=5)
    story = _story(VIEW.followed(first, _sight(after, events=out)))
    assert spans_text(story.headline) == "Round 3: bob and dan are out"
    assert _told(story) == [
        "*bob loses the last of its champions to ada and is out.",
        "*dan loses the last of its champions in the south-east and is out.",
        "Three seats are left.",
    ]
    scene = VIEW.scene(VIEW.followed(first, _sight(after, events=out)))
    assert [mark.at for mark in field(scene, "map").marks if mark.shape is Shape.RING] == [
        ("tile1.1",),
        ("tile0.0",),
    ]


def test_the_public_when_nobody_goes_out() -> None:
    """Fights without a word of what they cost."""
    two = _seen(c.BATTLE, 3, 2, {0: (0, 0), 1: (0, 0), 2: (1, 0)})
    after = _seen(c.MOVE, 4, 2, {0: (0, 0), 1: (0, 0), 2: (1, 0)})
    story = _story(VIEW.followed(VIEW.followed(None, _sight(two)), _sight(after)))
    assert spans_text(story.headline) == "Round 3: ada and bob fight, nobody is out"
    assert _told(story) == ["No seat goes out."]
    seat = _story(VIEW.followed(VIEW.followed(None, _sight(two)), _sight(after, {2: _own(2)})))
    assert _told(seat) == ["ada and bob fight in the north-west."]
    assert story.score is not None
    assert {(one.value, one.rank, one.gauge) for one in story.score.seats} == {(None, 0, None)}


@pytest.mark.parametrize(
    ("old", "new", "cuts", "sentence"),
    [
        (
            4,
            3,
            [(1, 0)],
            "*The map shrinks from 4x4 to 3x3: the northern row and the eastern column vanish.",
        ),
        (
            4,
            2,
            [(1, 1), (0, 1)],
            "*With only four seats left the map shrinks from 4x4 to 2x2: "
            "the northern row, the southern row and the two western columns vanish.",
        ),
        (
            2,
            1,
            [(0, 0)],
            "*The map shrinks from 2x2 to one tile, the arena: from now on all who are left meet every round.",
        ),
    ],
)
def test_the_map_shrinks(old: int, new: int, cuts: list[tuple[int, int]], sentence: str) -> None:
    """CH-5.40 to 5.42: with the seats that are left where these are the reason."""
    num_seats = 4 if "only" in sentence else 10
    where = dict.fromkeys(range(num_seats), (0, 0))
    shrunk = {
        "old_size": old,
        "new_size": new,
        "cuts": [{"oy": oy, "ox": ox} for oy, ox in cuts],
    }
    names = tuple(f"bot{seat}" for seat in range(num_seats))
    first = VIEW.followed(
        None, _sight(_seen(c.EQUIP, 2, old, {seat: (seat % old, 0) for seat in range(2)}))
    )
    sight = _sight(_seen(c.MOVE, 3, new, where), events=[{"map_shrunk": shrunk}], players=names)
    story = _story(VIEW.followed(first, sight))
    size = "one tile" if new == 1 else f"{new}x{new}"
    assert spans_text(story.headline) == f"Round 2: nobody fights, the map shrinks to {size}"
    assert _told(story) == [sentence]
    (flag,) = VIEW.scene(VIEW.followed(first, sight)).flags
    assert (flag.kind, flag.label, flag.weight) == (
        FlagKind.LEVEL,
        "the arena" if new == 1 else f"map {size}",
        3 if new == 1 else 2,
    )


def test_a_viewer_that_comes_in_between_hears_nothing() -> None:
    """Nothing is claimed of a round that it has not seen; a repeated sight is no news."""
    sight = VIEW.followed(None, _sight(_seen(c.MOVE, 4, 2, {0: (0, 0), 1: (0, 0)})))
    assert (_story(sight).headline, _story(sight).sentences) == ((), ())
    again = VIEW.followed(sight, _sight(_seen(c.MOVE, 4, 2, {0: (0, 0), 1: (0, 0)})))
    assert (_story(again).headline, _story(again).sentences) == ((), ())
    assert _story(Sight({}, (), ROYALE, PLAYERS)) == Story()


# Score.


def test_points_and_ranks() -> None:
    """CH-7.4 with 3 seats: places are worth 12, 2 (as 8.5 of 16) and 0; ada has 12 + 1, cid 2 + 4, bob 0 + 2."""
    own = {
        0: _own(0, kills=1, damage=50),
        1: _own(1, (0, 0, 0, 0), kills=2, damage=90),
        2: _own(2, (0, 85, 80, 0), kills=4, damage=200),
    }
    story = _story(_sight(_seen(c.MOVE, 4, 2, {0: (0, 0), 2: (1, 1)}, num_seats=3), own))
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
    assert score.seats[2].facts == (("champions", "2"), ("kills", "4"), ("damage", "200"))


def test_living_champions_count_where_lasting_ranks() -> None:
    """CH-7.2: champions, then health; both decide the rank, the first alone is the value."""
    own = {0: _own(0, (100, 85, 80, 0)), 1: _own(1, (100, 85, 79, 0)), 2: _own(2)}
    where = dict.fromkeys(range(3), (0, 0))
    score = _story(_sight(_seen(c.MOVE, 4, 2, where), own, config=OUTLAST)).score
    assert score is not None
    assert score.unit == "champions"
    assert [(one.value, one.rank) for one in score.seats] == [(3, 2), (3, 3), (4, 1)]


def test_a_seat_knows_its_own_score_alone() -> None:
    """Kills and damage of others are hidden, and so are points and ranks (CH-6.1)."""
    where = dict.fromkeys(range(2), (0, 0))
    score = _story(_sight(_seen(c.MOVE, 4, 2, where), {1: _own(1, kills=3)})).score
    assert score is not None
    assert [(one.value, one.rank) for one in score.seats] == [(None, 0), (None, 0)]
    assert score.seats[0].facts == ()
    assert score.seats[1].facts == (("champions", "4"), ("kills", "3"), ("damage", "0"))


# The end.


def test_the_last_one_standing() -> None:
    """By points: 12 for the last place left and 4 kills, against 0 and 3; the public knows it all by now."""
    sight = _ended({0: 0}, placements=[1, 2], kills=[4, 3], damage=[300, 200], out={1: 3})
    story = _story(sight)
    assert spans_text(story.headline) == "Round 3: bob is out, ada wins"
    assert _told(story) == [
        "*ada is the last one standing and wins.",
        "*bob is out.",
    ]
    assert story.score is not None
    assert [(one.value, one.rank) for one in story.score.seats] == [(16, 1), (3, 2)]
    result = VIEW.result(sight, _end([1, 2]))
    assert result.winners == (0,)
    assert spans_text(result.headline) == "ada wins"
    assert result.score == "4 : 3"
    assert result.reason == (
        "After three rounds ada is the last one with a living champion. "
        "It has sixteen points, four of them for kills; bob comes second with three."
    )
    after = VIEW.followed(sight, dataclasses.replace(sight, events=()))
    assert spans_text(_story(after).headline) == "ada wins after three rounds"
    assert not _story(after).sentences


def test_kills_may_outweigh_lasting_longer() -> None:
    """Three seats: bob lasts longest, for 12 points; ada has 2 for its place and 11 kills."""
    sight = _ended(
        {1: 1},
        placements=[1, 2, 3],
        kills=[11, 0, 0],
        damage=[9, 0, 0],
        out={0: 3, 2: 2},
        num_seats=3,
    )
    assert _told(_story(sight))[0] == "*bob is the last one standing, but ada wins on points."
    assert VIEW.result(sight, _end([1, 2, 3])).reason == (
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
    sight = _ended(stands, placements=placements, kills=kills, damage=damage, out=out, num_seats=3)
    result = VIEW.result(sight, _end(placements))
    assert (spans_text(result.headline), result.score, result.reason) == (headline, "", reason)


def test_equal_points() -> None:
    """With 16 seats: 12 for the first place and a kill, or 9 for the second and four."""
    names = tuple(f"bot{seat}" for seat in range(16))
    out = dict.fromkeys(range(2, 16), 2) | {1: 9}
    sight = _ended(
        {0: 0},
        placements=[1, 2, *[3] * 14],
        kills=[1, 4, *[0] * 14],
        damage=[0] * 16,
        out=out,
        num_seats=16,
        players=names,
    )
    assert VIEW.result(sight, _end([1, 2, *[3] * 14])).reason == (
        "After nine rounds bot0 is the last one with a living champion. "
        "bot0 and bot1 both have thirteen points; bot0 is ahead in rounds survived."
    )


def test_lasting_longest_decides_under_the_other_scoring() -> None:
    """Nothing of points; who ends at the cap is ahead in champions and health."""
    sight = _ended(
        {0: 0}, placements=[1, 2], kills=[4, 3], damage=[9, 9], out={1: 3}, config=OUTLAST
    )
    reason = VIEW.result(sight, _end([1, 2])).reason
    assert reason == "After three rounds ada is the last one with a living champion."
    cap = _ended({0: 0, 1: 0}, placements=[1, 2], kills=[0, 0], damage=[0, 0], config=OUTLAST)
    assert _told(_story(cap))[0] == "*The match ends after three rounds: ada wins."
    assert VIEW.result(cap, _end([1, 2])).reason == (
        "After three rounds the match ends with two seats still standing. "
        "ada is ahead in champions and health left."
    )
    shared = _ended({0: 0, 1: 0}, placements=[1, 1], kills=[0, 0], damage=[0, 0], config=OUTLAST)
    assert spans_text(_story(shared).headline) == "Round 3: ada and bob share first place"
    assert _told(_story(shared))[0] == "*ada and bob share first place."


def test_forfeits_and_a_void_match_have_no_score() -> None:
    """As in every game, these are named, and nothing of the game is claimed."""
    sight = _sight(_seen(c.MOVE, 2, 2, {0: (0, 0), 1: (0, 0)}))
    seats = (FinalSeat(1, 1), FinalSeat(2, 0, ForfeitCause.RESIGNED))
    result = VIEW.result(sight, MatchEnd("all but one forfeited", seats, by_rules=False))
    assert (spans_text(result.headline), result.score) == ("ada wins", "")
    assert result.reason == "Bob resigned."
    void = MatchEnd("the referee failed", (FinalSeat(0, 0), FinalSeat(0, 0)), by_rules=False)
    assert VIEW.result(sight, void).winners == ()
    assert VIEW.result(sight, void).reason == "The referee failed."


# Rules and faults.


def test_how_to_play() -> None:
    """With this match's numbers, under both scorings."""
    assert VIEW.how_to(ROYALE) == (
        "Each seat leads four champions: a Gladiator, a Rogue, a Healer and a Mage.",
        "Each round all seats move, search their tile (three tries), equip their champions and fight whoever"
        " stands on the same tile, two champions against two.",
        "A fight has four turns that both sides plan blindly; health comes back only by a Healer in a fight, and"
        " the dead stay dead.",
        "The map shrinks as seats go out, at the latest after two rounds at one size, down to a single tile where"
        " all meet.",
        "The last seat standing gets 12 points, earlier exits fewer, and each kill is one point; the match ends"
        " after 36 rounds at the latest.",
    )
    other = VIEW.how_to(OUTLAST)
    assert "(one try)" in other[1]
    assert "after eight rounds at one size" in other[3]
    assert (
        other[4]
        == "The seat that lasts longest wins; the match ends after 36 rounds at the latest."
    )
    assert (
        "after two, three and four rounds" in VIEW.how_to(ROYALE | {"stage_lengths": [2, 3, 4]})[3]
    )


def test_faults_reach_the_seat_that_made_them() -> None:
    """Deadlines by seat; refused parts as a number, those beyond 32 included; what was filled in not at all."""
    codes = ["MISSED_DEADLINE", "MISSED_DEADLINE", "CHAMPION_DEAD", "SET_FILLED"]
    events: list[dict[str, Any]] = [
        {"refusal": {"phase": 2, "code": f"REFUSAL_CODE_{code}"}} for code in codes
    ]
    seen = _seen(c.MOVE, 1, 2, {0: (0, 0), 1: (0, 1)})
    own = {0: _own(0), 1: _own(1)}
    both = _story(_sight(seen, own, events, told_to=[0, 1, 0, 0]))
    assert _told(both)[2:] == ["ada and bob miss the deadline.", "The rules refuse one order."]
    more = {"refusal": {"phase": 2, "code": "REFUSAL_CODE_MORE", "index": 7}}
    alone = _story(_sight(seen, {1: own[1]}, [events[0], events[2], more]))
    assert _told(alone)[2:] == ["bob misses the deadline.", "The rules refuse eight orders."]


def test_every_kind_of_event_is_in_a_sentence_or_left_out_on_purpose() -> None:
    """By its declaration. ITEMS_RETURNED stays in the log."""
    spoken = {
        *("refusal", "loot_found", "loot_nothing", "tile_report", "battle_turn"),
        *("champion_died", "eliminated", "map_shrunk", "match_end"),
    }
    silent = {"items_returned"}
    assert {each.name for each in pb.Event.DESCRIPTOR.fields} == spoken | silent
    plain = _fought([(0, 1)], {0: UNHURT, 1: UNHURT})
    returned = {"items_returned": {"items": [3, 4]}}
    more = dataclasses.replace(plain, events=(*plain.events, returned), told_to=())
    assert _told(_story(more)) == _told(_story(plain))


# The scene.


def test_fights_with_the_most_fallen_come_first() -> None:
    """In the parts, with a sentence and the place of each; on the map, with the fallen and the next shrinking."""
    after = {0: UNHURT, 1: UNHURT, 2: UNHURT, 3: (0, 85, 0, 85)}
    sight = _fought([(0, 1), (2, 3)], after, num_seats=4, where=[(0, 0), (1, 1)])
    scene = VIEW.scene(sight)
    assert [each.id for each in scene.parts][1:5] == ["battle1", "blows1", "battle0", "blows0"]
    versus: Any = part(scene, "battle1")
    assert [spans_text(line) for line in versus.middle] == [
        "cid strikes down dan's Gladiator and Healer and loses no health.",
        "in the south-east",
        "1 turn",
    ]
    assert texts(versus)[2] == "Gladiator 0/100 -100 falls"
    board = field(scene, "map")
    assert board.title == "map 2x2; it shrinks to one tile after two more rounds at the latest"
    assert board.marks == (
        Mark(Shape.RING, ("tile1.1",), Style.WARN, "1 fight, 2 fall"),
        Mark(Shape.RING, ("tile0.0",), Style.WARN, "1 fight"),
    )
    assert board.focus == "tile1.1"
    assert [(flag.label, flag.weight) for flag in scene.flags] == [
        ("two fights", 1),
        ("two fall", 1),
    ]


@pytest.mark.parametrize(
    ("out", "left", "flags"),
    [
        ([4], 4, [("eve out", 2)]),
        ([3, 4], 3, [("dan out", 1), ("two out", 2)]),
        ([2, 3, 4], 2, [("cid out", 1), ("dan out", 1), ("two left", 3)]),
        ([1, 2, 3, 4], 1, [("bob out", 1), ("cid out", 1), ("dan out", 1), ("four out", 3)]),
    ],
)
def test_flags_of_seats_that_go_out(
    out: list[int], left: int, flags: list[tuple[str, int]]
) -> None:
    """One each; the last of a step stands for all of them, and weighs more where two are left, or one."""
    events = [{"eliminated": {"seat": seat, "round": 3}} for seat in out]
    seen = _seen(c.MOVE, 4, 1, dict.fromkeys(range(left), (0, 0)), num_seats=5)
    told = VIEW.scene(_sight(seen, events=events)).flags
    assert [(flag.label, flag.weight) for flag in told] == flags


def test_equal_names_are_followed_by_the_seat() -> None:
    """So that a sentence says which of them it means."""
    names = names_of(("bot", "ada", "bot"))
    assert names == (
        Span("bot 0", Style.FIRST, "seat:0"),
        Span("ada", Style.SECOND, "seat:1"),
        Span("bot 2", Style.THIRD, "seat:2"),
    )


# Whole matches.


@pytest.mark.parametrize("num_seats", some([5, 2, 16], 1))
def test_every_story_is_in_order(num_seats: int, tmp_path: Path) -> None:
    """Of a whole match, for all eyes: English, short headlines, and ranks that agree with the values."""
    recorder = Recorder(PLUGIN, tmp_path / "m.journal", num_seats=num_seats, fixed_seed=2)
    recorder.join_all()
    dice = Stream(11)
    while recorder.machine.outcome is None:
        recorder.answer(dice)
    recorder.journal.close()
    recording = Recording(load(recorder.path))
    eyes = Eyes.of(num_seats)
    num_sentences = 0
    for frames in recording.frames(eyes):
        for one, frame in zip(eyes, frames, strict=True):
            scene = VIEW.scene(frame.sight)
            story = VIEW.story(frame.sight, scene, ())
            assert story == VIEW.story(frame.sight, scene, ())
            _check(story, frame.sight, scene)
            num_sentences += len(story.sentences)
            assert one.is_all or story.score is not None
            if frame.end is not None:
                assert re.fullmatch(r"[^\n]*[.]", VIEW.result(frame.sight, frame.end).reason)
        assert (
            len({spans_text(VIEW.story(f.sight, Scene("", ()), ()).headline)[:9] for f in frames})
            == 1
        )
    assert num_sentences > 50


def test_what_is_hidden_changes_no_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither rivals' healths, gear and bags, nor what lies in pools, nor the seed."""
    end = _end([1, 2, 3])

    def story_of(self: ChampionsView, sight: Sight) -> Any:
        return (
            self.story(sight, Scene("", ()), ()),
            self.result(sight, end),
            self.how_to(sight.config),
        )

    monkeypatch.setattr(ChampionsView, "scene", story_of)
    assert check_scene_pairs(PLUGIN, ChampionsConfig(max_rounds=6), num_seats=3, seed=4) > 20


def _check(story: Story, sight: Sight, scene: Scene) -> None:
    headline = spans_text(story.headline)
    assert len(headline) <= 80
    assert not headline.endswith(".")
    assert len(story.sentences) <= 10
    starts = tuple(span.text for span in names_of(tuple(sight.players)))
    for sentence in story.sentences:
        text = spans_text(sentence.line)
        assert text[0].isupper() or text.startswith(starts)
        assert text.endswith((".", "!", "?"))
        text = "".join("X" if span.ref else span.text for span in sentence.line)
        assert not re.search(r"  |\bone [a-z]+s\b|\b1 [a-z]+s\b|\.\.|\bno of\b", text), text
    assert story.lead == "" or story.lead in scene.series
    if story.score is not None and all(one.value is not None for one in story.score.seats):
        by_rank = sorted(story.score.seats, key=lambda one: one.rank)
        values = [one.value or 0 for one in by_rank]
        if sight.config.get("scoring") == "SCORING_ROYALE":
            assert values == sorted(values, reverse=True)
        assert by_rank[0].rank == 1


# What the examples are made of.


def _seen(
    phase: int,
    number: int,
    size: int,
    where: Mapping[int, tuple[int, int]],
    *,
    age: int = 0,
    num_seats: int | None = None,
    out_round: int = 3,
) -> dict[str, Any]:
    """What everybody may know; seats without a place are out."""
    out = {"alive": False, "row": -1, "col": -1, "out_round": out_round}
    seats = [
        {"alive": True, "row": where[seat][0], "col": where[seat][1], "out_round": 0}
        if seat in where
        else out
        for seat in range(num_seats or len(where))
    ]
    return {"round": number, "phase": phase, "size": size, "stage_age": age, "seats": seats}


def _own(
    seat: int,
    healths: Sequence[int] = UNHURT,
    *,
    stash: Sequence[tuple[int, int]] = (),
    kills: int = 0,
    damage: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """What a seat observes of itself."""
    champions = [{"health": health, "slots": [NO_ITEM] * 3} for health in healths]
    items = [{"id": item, "kind": kind} for item, kind in stash]
    me = {
        "seat": seat,
        "champions": champions,
        "stash": items,
        "kills": kills,
        "damage": damage,
    }
    return {"me": me, "my_battles": [], **more}


def _found(item: int, kind: int) -> dict[str, Any]:
    return {"loot_found": {"action": 0, "item": item, "kind": kind}}


def _report(tile: int, pairs: Sequence[tuple[int, int]], healths: Healths) -> dict[str, Any]:
    battles = [
        {"battle": battle, "side_a": one, "side_b": other}
        for battle, (one, other) in enumerate(pairs)
    ]
    seats = [{"seat": seat, "health": list(health)} for seat, health in healths.items()]
    return {"tile_report": {"tile": tile, "seats": seats, "battles": battles}}


def _sight(
    seen: dict[str, Any],
    own: Mapping[int, dict[str, Any]] | None = None,
    events: Sequence[dict[str, Any]] = (),
    *,
    players: Sequence[str] = PLAYERS,
    config: dict[str, Any] = ROYALE,
    told_to: Sequence[int | None] = (),
) -> Sight:
    names = players[: len(seen["seats"])]
    return Sight(own or {}, events, config, names, seen, told_to)


def _story(sight: Sight) -> Story:
    return VIEW.story(sight, VIEW.scene(sight), VIEW.event_lines(sight))


def _told(story: Story) -> list[str]:
    """The sentences; milestones begin with a star."""
    return [
        f"{'*' * sentence.is_milestone}{spans_text(sentence.line)}" for sentence in story.sentences
    ]


def _fought(
    pairs: Sequence[tuple[int, int]],
    after: Healths,
    before: Healths | None = None,
    *,
    out: Sequence[int] = (),
    num_seats: int = 2,
    more: Sequence[dict[str, Any]] = (),
    seats: Sequence[int] | None = None,
    where: Sequence[tuple[int, int]] = (),
    is_split: bool = False,
    players: Sequence[str] = PLAYERS,
) -> ChampionsSight:
    """The sight after the fights of round 3, in which those Gladiators and Healers fought that were alive.

    Args:
        pairs: The seats of each battle, on a tile each.
        after: Health of each seat's champions after the fights.
        before: Health before them, of the seats that were not unhurt.
        out: Seats that go out.
        num_seats: Seats.
        more: Further events.
        seats: Seats that look; all if None.
        where: Tile of each battle; one tile for all if empty.
        is_split: Whether a seat fights with its Gladiator in its first battle and its Healer in its second.
        players: Names.
    """
    healths = dict.fromkeys(range(num_seats), UNHURT) | dict(before or {})
    events: list[dict[str, Any]] = []
    fought: list[int] = []
    for battle, pair in enumerate(pairs):
        ends, deeds = [], []
        for seat in pair:
            twice = [one for one in pairs if seat in one]
            types = [GLADIATOR, HEALER]
            if is_split and len(twice) == 2:
                types = [types[twice.index(pair)]]
            for champion in types:
                if healths[seat][champion]:
                    fighter = {"seat": seat, "champion": champion}
                    ends.append({"fighter": fighter, "health": after[seat][champion]})
                    deeds.append({"actor": fighter, "action": 4, "base": [], "items": []})
        turn = {"battle": battle, "turn": 0, "actions": deeds, "healths": ends}
        events.append({"battle_turn": turn})
        fought += pair
    for seat in dict.fromkeys(fought):
        for champion, health in enumerate(after[seat]):
            if healths[seat][champion] and not health:
                events.append({"champion_died": {"seat": seat, "champion": champion}})
    events += [{"eliminated": {"seat": seat, "round": 3}} for seat in out]
    events += more
    tiles = dict.fromkeys(range(num_seats), (0, 0))
    for pair, tile in zip(pairs, where, strict=bool(where)):
        tiles |= dict.fromkeys(pair, tile)
    looking = range(num_seats) if seats is None else seats
    reports = _report(0, pairs, healths)["tile_report"]
    first = _sight(
        _seen(c.BATTLE, 3, 2, tiles),
        {seat: _own(seat, healths[seat], report=reports) for seat in looking},
        players=players,
    )
    left = {seat: tile for seat, tile in tiles.items() if seat not in out}
    second = _sight(
        _seen(c.MOVE, 4, 2, left, num_seats=num_seats),
        {seat: _own(seat, after.get(seat, UNHURT)) for seat in looking},
        events,
        players=players,
    )
    return VIEW.followed(VIEW.followed(None, first), second)


def _ended(
    stands: Mapping[int, int],
    *,
    placements: Sequence[int],
    kills: Sequence[int],
    damage: Sequence[int],
    out: Mapping[int, int] | None = None,
    num_seats: int = 2,
    players: Sequence[str] = PLAYERS,
    config: dict[str, Any] = ROYALE,
) -> ChampionsSight:
    """What the public sees when the match has ended; seats go out in the rounds of `out`, the last of them now."""
    out = out or {}
    last = max(out.values(), default=3)
    seen = _seen(c.OVER, last, 1, dict.fromkeys(stands, (0, 0)), num_seats=num_seats)
    for seat, number in out.items():
        seen["seats"][seat] = {**seen["seats"][seat], "out_round": number}
    events: list[dict[str, Any]] = [
        {"eliminated": {"seat": seat, "round": last}}
        for seat, number in out.items()
        if number == last
    ]
    end = {"placements": placements, "scores": [0] * num_seats, "kills": kills, "damage": damage}
    events.append({"match_end": end})
    return VIEW.followed(None, _sight(seen, events=events, players=players, config=config))


def _end(placements: Sequence[int]) -> MatchEnd:
    return MatchEnd("the rules ended the match", tuple(FinalSeat(place, 0) for place in placements))
