"""The story of a round of Champions up to its fights: who meets, what is found, who is to fight."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from gamereferee.games.champions.v1 import champions_pb2 as pb
from referee.core.scene import spans_text
from referee.core.story import Phase
from referee.games.champions import columns as c
from referee.games.champions.view.view import VIEW
from referee.games.champions.view.words import tile_text
from tests.games.champions.story_sights import (
    DRAGONFANG,
    IRON_PLATE,
    OUTLAST,
    PRAYER_BEADS,
    ROYALE,
    STEEL_SWORD,
    UNHURT,
    WAR_AXE,
    after_fights,
    loot_found,
    own_view,
    seen_by_all,
    sentences_of,
    sight_of,
    story_of,
    tile_report,
)

CORNER, CENTRE = (0, 0), (1, 1)


# How a round begins.


def test_a_match_begins() -> None:
    """CH-2.6, 5.40, 5.41: five seats on 3x3, which shrinks after two rounds or with four seats left."""
    story = story_of(sight_of(seen_by_all(c.MOVE, 1, 3, dict.fromkeys(range(5), CORNER))))
    assert spans_text(story.headline) == "Five seats start, each on a different tile"
    assert sentences_of(story) == [
        "*Five seats start on a map of 3x3 tiles, each with four champions and 350 health.",
        "The map shrinks to 2x2 after two more rounds at the latest, or once only four seats are left.",
    ]
    assert story.phases == (Phase("round", 1, 36),)


@pytest.mark.parametrize("viewer", [None, 0, 4])
def test_who_meets_is_public(viewer: int | None) -> None:
    """CH-6.1: positions are known to all, and two on a tile have to fight (CH-5.10)."""
    where = {0: (0, 0), 1: (0, 0), 2: (2, 1), 3: (2, 1), 4: (2, 1)}
    own = {} if viewer is None else {viewer: own_view(viewer)}
    story = story_of(sight_of(seen_by_all(c.LOOT, 2, 3, where, age=1), own))
    assert spans_text(story.headline) == "Round 2: five seats meet on two tiles"
    assert sentences_of(story) == [
        "cid, dan and eve meet on the southern edge.",
        "ada and bob meet in the north-west corner.",
        "The map shrinks to 2x2 after this round.",
    ]


def test_one_stands_alone() -> None:
    """Singular and plural of the seats without a fight."""
    one = story_of(sight_of(seen_by_all(c.LOOT, 1, 2, {0: (0, 0), 1: (0, 0), 2: (1, 1)})))
    assert spans_text(one.headline) == "Round 1: ada and bob meet in the north-west"
    assert sentences_of(one)[1] == "cid stands alone and has no fight this round."
    two = story_of(
        sight_of(seen_by_all(c.LOOT, 1, 2, {0: (0, 1), 1: (0, 1), 2: (1, 1), 3: (1, 0)}))
    )
    assert sentences_of(two)[1] == "cid and dan stand alone and have no fight this round."


def test_nobody_meets() -> None:
    """Two seats on two tiles."""
    story = story_of(sight_of(seen_by_all(c.LOOT, 1, 2, {0: (0, 0), 1: (1, 1)})))
    assert spans_text(story.headline) == "Round 1: nobody meets"
    assert sentences_of(story) == ["Nobody meets, so this round has no fight."]


def test_many_tiles_are_counted() -> None:
    """Sixteen seats: five tiles have a sentence, the rest one together."""
    names = tuple(f"bot{seat}" for seat in range(16))
    tiles = [(0, 0)] * 6 + [(row, row) for row in (1, 2, 3) for _ in range(2)]
    tiles += [(0, column) for column in (1, 2) for _ in range(2)]
    story = story_of(sight_of(seen_by_all(c.LOOT, 1, 4, dict(enumerate(tiles))), players=names))
    assert spans_text(story.headline) == "Round 1: sixteen seats meet on six tiles"
    assert sentences_of(story) == [
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
    story = story_of(sight_of(seen_by_all(c.LOOT, 7, 1, where), players=names))
    assert spans_text(story.headline) == "Round 7: seven seats meet in the arena"
    assert sentences_of(story) == ["Seven seats meet in the arena."]
    names = tuple(f"bot{seat}" for seat in range(16))
    pairs = [(seat, seat + 1) for seat in range(0, 16, 2)]
    report = tile_report(0, pairs, dict.fromkeys(range(16), UNHURT))
    seen = seen_by_all(c.BATTLE, 7, 1, dict.fromkeys(range(16), (0, 0)))
    story = story_of(sight_of(seen, {0: own_view(0)}, [report], players=names))
    assert spans_text(story.headline) == "Round 7: eight fights begin"
    assert sentences_of(story) == ["Sixteen seats fight eight fights in the arena."]


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
    found = [loot_found(5, STEEL_SWORD), loot_found(6, STEEL_SWORD), loot_found(7, IRON_PLATE)]
    stash = [(5, STEEL_SWORD), (6, STEEL_SWORD), (7, IRON_PLATE), (8, PRAYER_BEADS)]
    sight = sight_of(
        seen_by_all(c.EQUIP, 2, 2, {0: (0, 0), 1: (1, 1)}),
        {0: own_view(0, stash=stash)},
        [*found, loot_found(8, PRAYER_BEADS)],
    )
    story = story_of(sight)
    assert spans_text(story.headline) == "Round 2: ada finds four items"
    assert sentences_of(story) == ["ada finds two Steel Swords, an Iron Plate and Prayer Beads."]


def test_legendary_finds_make_the_headline() -> None:
    """One with its finder; of four seats the others are counted by tier, and the seat without luck is named."""
    own = {
        0: own_view(0, stash=[(5, DRAGONFANG)]),
        1: own_view(1, stash=[(6, WAR_AXE), (7, IRON_PLATE), (9, WAR_AXE)]),
        2: own_view(2, stash=[(8, STEEL_SWORD)]),
        3: own_view(3),
    }
    found = [loot_found(5, DRAGONFANG), loot_found(6, WAR_AXE), loot_found(7, IRON_PLATE)]
    found += [loot_found(8, STEEL_SWORD), loot_found(9, WAR_AXE), {"loot_nothing": {"action": 0}}]
    seen = seen_by_all(c.EQUIP, 2, 2, dict.fromkeys(range(4), (0, 0)))
    story = story_of(sight_of(seen, own, found, told_to=[0, 1, 1, 2, 1, 3]))
    assert spans_text(story.headline) == "Round 2: ada finds a Dragonfang"
    assert sentences_of(story) == [
        "ada finds a Dragonfang.",
        "The seats find five items: one legendary, three uncommon and one common.",
        "dan finds nothing.",
    ]


def test_many_finds_of_one_tier() -> None:
    """Four seats with an uncommon item each."""
    own = {seat: own_view(seat, stash=[(seat + 1, STEEL_SWORD)]) for seat in range(4)}
    found = [loot_found(seat + 1, STEEL_SWORD) for seat in range(4)]
    seen = seen_by_all(c.EQUIP, 2, 2, dict.fromkeys(range(4), (0, 0)))
    story = story_of(sight_of(seen, own, found, told_to=range(4)))
    assert spans_text(story.headline) == "Round 2: four items are found"
    assert sentences_of(story) == ["The seats find four uncommon items."]


def test_pairs_without_the_health_of_both() -> None:
    """A viewer that has the pairs by the event alone knows no health of the rivals."""
    report = tile_report(0, [(0, 1)], {})
    seen = seen_by_all(c.BATTLE, 8, 1, dict.fromkeys(range(2), (0, 0)))
    story = story_of(sight_of(seen, {0: own_view(0)}, [report]))
    assert sentences_of(story) == ["ada fights bob in the arena."]


def test_nothing_is_found() -> None:
    """A LOOT_NOTHING alone; and the public, which learns of no find."""
    seen = seen_by_all(c.EQUIP, 2, 2, {0: (0, 0), 1: (0, 0)})
    story = story_of(sight_of(seen, {0: own_view(0)}, [{"loot_nothing": {"action": 0}}]))
    assert (spans_text(story.headline), sentences_of(story)) == (
        "Round 2: nothing is found",
        ["ada finds nothing."],
    )
    public = story_of(sight_of(seen))
    assert spans_text(public.headline) == "Round 2: the seats search their tiles for loot"
    assert not public.sentences


# The fights.


def test_fights_ahead() -> None:
    """CH-5.12: cid is doubled. A seat on the tile hears the pairs; the public no more than where fights are."""
    pairs = [(0, 2), (1, 2), (3, 4)]
    report = tile_report(4, pairs, dict.fromkeys(range(5), UNHURT) | {2: (0, 85, 7, 0)})
    seen = seen_by_all(c.BATTLE, 2, 3, dict.fromkeys(range(5), CENTRE))
    story = story_of(sight_of(seen, {0: own_view(0, report=report["tile_report"])}, [report]))
    assert spans_text(story.headline) == "Round 2: three fights begin"
    assert sentences_of(story) == [
        "cid splits its champions against ada and bob; dan fights eve in the centre."
    ]
    public = story_of(sight_of(seen))
    assert spans_text(public.headline) == "Round 2: fights begin in the centre"
    assert not public.sentences


def test_a_fight_ahead_with_the_health_of_both() -> None:
    """CH-6.5; and a third seat with one champion, as all have, fights nobody (CH-5.12)."""
    healths = {0: (9, 0, 0, 0), 1: (0, 20, 0, 0), 2: (0, 0, 0, 85)}
    report = tile_report(0, [(0, 2)], healths)
    seen = seen_by_all(c.BATTLE, 8, 1, dict.fromkeys(range(3), (0, 0)))
    own = {0: own_view(0, (9, 0, 0, 0), report=report["tile_report"])}
    story = story_of(sight_of(seen, own, [report]))
    assert spans_text(story.headline) == "Round 8: ada fights cid"
    assert sentences_of(story) == [
        "ada fights cid in the arena.",
        "bob finds no opponent there.",
        "ada has one champion with 9 health and cid one with 85.",
    ]


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
    seen = seen_by_all(c.MOVE, 1, 2, {0: (0, 0), 1: (0, 1)})
    own = {0: own_view(0), 1: own_view(1)}
    both = story_of(sight_of(seen, own, events, told_to=[0, 1, 0, 0]))
    assert sentences_of(both)[2:] == [
        "ada and bob miss the deadline.",
        "The rules refuse one order.",
    ]
    more = {"refusal": {"phase": 2, "code": "REFUSAL_CODE_MORE", "index": 7}}
    alone = story_of(sight_of(seen, {1: own[1]}, [events[0], events[2], more]))
    assert sentences_of(alone)[2:] == ["bob misses the deadline.", "The rules refuse eight orders."]


def test_every_kind_of_event_is_in_a_sentence_or_left_out_on_purpose() -> None:
    """By its declaration. ITEMS_RETURNED stays in the log."""
    spoken = {
        *("refusal", "loot_found", "loot_nothing", "tile_report", "battle_turn"),
        *("champion_died", "eliminated", "map_shrunk", "match_end"),
    }
    silent = {"items_returned"}
    assert {each.name for each in pb.Event.DESCRIPTOR.fields} == spoken | silent
    plain = after_fights([(0, 1)], {0: UNHURT, 1: UNHURT})
    returned = {"items_returned": {"items": [3, 4]}}
    more = dataclasses.replace(plain, events=(*plain.events, returned), told_to=())
    assert sentences_of(story_of(more)) == sentences_of(story_of(plain))
