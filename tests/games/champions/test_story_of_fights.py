"""Fights of Champions in sentences, the seats that go out, and the map that shrinks."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from referee.core.scene import Bar, FlagKind, Mark, Shape, Span, Style, spans_text
from referee.core.story import Story
from referee.core.view import Sight
from referee.games.champions import columns as c
from referee.games.champions.view.view import VIEW
from referee.games.champions.view.words import names_of
from tests.games.champions.story_sights import (
    HEALER,
    MAGE,
    OUTLAST,
    PLAYERS,
    ROGUE,
    ROYALE,
    UNHURT,
    Healths,
    after_fights,
    own_view,
    seen_by_all,
    sentences_of,
    sight_of,
    story_of,
)
from tests.helpers.scenes import field, part, texts


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
    story = story_of(after_fights([(0, 1)], after))
    assert spans_text(story.headline) == f"Round 3: {headline}"
    assert sentences_of(story)[0] == sentence


def test_health_that_is_not_known_is_not_claimed() -> None:
    """A viewer that comes in with the fight does not know what it cost."""
    sight = after_fights([(0, 1)], {0: UNHURT, 1: (62, 85, 80, 85)})
    newcomer = dataclasses.replace(sight, before={}, earlier=None, stood={})
    assert sentences_of(story_of(newcomer))[0] == "Nobody falls between ada and bob."
    fallen = after_fights([(0, 1)], {0: UNHURT, 1: (0, 85, 80, 85)})
    newcomer = dataclasses.replace(fallen, before={}, earlier=None, stood={})
    assert sentences_of(story_of(newcomer))[0] == "ada strikes down bob's Gladiator."


@pytest.mark.parametrize("is_last", [True, False])
def test_a_seat_goes_out(is_last: bool) -> None:
    """Its last champions in the same sentence, as a milestone; with two seats left that is said as well."""
    after = {0: (88, 85, 80, 85), 1: (0, 0, 0, 0), 2: UNHURT}
    before = {1: (40, 0, 7 if is_last else 0, 0)}
    sight = after_fights([(0, 1)], after, before, out=[1], num_seats=3)
    story = story_of(sight)
    what = "Gladiator and Healer, its last champions" if is_last else "Gladiator, its last champion"
    assert spans_text(story.headline) == (
        f"Round 3: bob is out, {'two champions fall' if is_last else 'one champion falls'}"
    )
    told = sentences_of(story)
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
    story = story_of(after_fights([(0, 1)], after, before, out=[0, 1], num_seats=4))
    assert spans_text(story.headline) == "Round 3: ada and bob are out, two champions fall"
    assert (
        sentences_of(story)[0]
        == "*ada and bob strike down each other's last champions: both are out."
    )


def test_a_doubled_seat_falls_to_two_rivals() -> None:
    """Bob splits its two champions between ada and cid, and loses both (CH-5.12)."""
    before = {1: (30, 0, 30, 0)}
    after = {0: UNHURT, 1: (0, 0, 0, 0), 2: UNHURT, 3: UNHURT}
    story = story_of(
        after_fights([(0, 1), (1, 2)], after, before, out=[1], num_seats=4, is_split=True)
    )
    assert sentences_of(story)[:3] == [
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
    sight = after_fights(pairs, after, before, out=[1, 3, 5], num_seats=16, players=names)
    story = story_of(sight)
    assert spans_text(story.headline) == "Round 3: bot1, bot3 and bot5 are out, six champions fall"
    assert sentences_of(story) == [
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
    sight = after_fights([(0, 1)], {0: UNHURT, 1: UNHURT}, num_seats=4, more=died, seats=[0])
    assert sentences_of(story_of(sight)) == [
        "Nobody falls between ada and bob, and no health is lost.",
        "On the same tile cid loses its Mage and dan its Rogue and Healer.",
    ]


def test_the_public_knows_who_must_have_fought() -> None:
    """Two alone on a tile: what is lost there is lost to the other. Of more, it is not known."""
    where = {0: (0, 0), 1: (0, 0), 2: (1, 1), 3: (1, 1), 4: (1, 1)}
    first = VIEW.followed(None, sight_of(seen_by_all(c.BATTLE, 3, 2, where)))
    out = [{"eliminated": {"seat": seat, "round": 3}} for seat in (1, 3, 4)][:2]
    after = seen_by_all(c.MOVE, 4, 2, {0: (0, 0), 2: (1, 1), 4: (1, 1)}, num_seats=5)
    story = story_of(VIEW.followed(first, sight_of(after, events=out)))
    assert spans_text(story.headline) == "Round 3: bob and dan are out"
    assert sentences_of(story) == [
        "*bob loses the last of its champions to ada and is out.",
        "*dan loses the last of its champions in the south-east and is out.",
        "Three seats are left.",
    ]
    scene = VIEW.scene(VIEW.followed(first, sight_of(after, events=out)))
    assert [mark.at for mark in field(scene, "map").marks if mark.shape is Shape.RING] == [
        ("tile1.1",),
        ("tile0.0",),
    ]


def test_the_public_sees_two_strike_down_each_other() -> None:
    """Both were alone with each other and are out; a viewer that comes with it knows no more than that."""
    where = {0: (0, 0), 1: (0, 0), 2: (1, 1)}
    first = VIEW.followed(None, sight_of(seen_by_all(c.BATTLE, 3, 2, where)))
    out = [{"eliminated": {"seat": seat, "round": 3}} for seat in (0, 1)]
    second = sight_of(seen_by_all(c.MOVE, 4, 2, {2: (1, 1)}, num_seats=3), events=out)
    assert sentences_of(story_of(VIEW.followed(first, second)))[0] == (
        "*ada and bob strike down the last of each other's champions: both are out."
    )
    assert sentences_of(story_of(second))[:2] == ["*ada is out.", "*bob is out."]


def test_a_map_that_shrinks_before_a_viewer_comes() -> None:
    """The viewer has not seen whether there were fights, and nothing is said of them."""
    body = {"old_size": 2, "new_size": 1, "cuts": [{"oy": 0, "ox": 0}]}
    seen = seen_by_all(c.MOVE, 3, 1, {0: (0, 0), 1: (0, 0)})
    story = story_of(sight_of(seen, events=[{"map_shrunk": body}]))
    assert spans_text(story.headline) == "Round 2: the map shrinks to one tile"


def test_the_leader_where_lasting_ranks() -> None:
    """Champions and health, since both rank."""
    sight = after_fights([(0, 1)], {0: UNHURT, 1: (62, 85, 80, 85)})
    story = story_of(dataclasses.replace(sight, config=OUTLAST))
    assert sentences_of(story)[-1] == (
        "Two seats with eight champions are left; ada leads with four champions and 350 health."
    )


def test_the_public_when_nobody_goes_out() -> None:
    """Fights without a word of what they cost."""
    two = seen_by_all(c.BATTLE, 3, 2, {0: (0, 0), 1: (0, 0), 2: (1, 0)})
    after = seen_by_all(c.MOVE, 4, 2, {0: (0, 0), 1: (0, 0), 2: (1, 0)})
    story = story_of(VIEW.followed(VIEW.followed(None, sight_of(two)), sight_of(after)))
    assert spans_text(story.headline) == "Round 3: ada and bob fight, nobody is out"
    assert sentences_of(story) == ["No seat goes out."]
    seat = story_of(
        VIEW.followed(VIEW.followed(None, sight_of(two)), sight_of(after, {2: own_view(2)}))
    )
    assert sentences_of(seat) == ["ada and bob fight in the north-west."]
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
        None, sight_of(seen_by_all(c.EQUIP, 2, old, {seat: (seat % old, 0) for seat in range(2)}))
    )
    sight = sight_of(
        seen_by_all(c.MOVE, 3, new, where), events=[{"map_shrunk": shrunk}], players=names
    )
    story = story_of(VIEW.followed(first, sight))
    size = "one tile" if new == 1 else f"{new}x{new}"
    assert spans_text(story.headline) == f"Round 2: nobody fights, the map shrinks to {size}"
    assert sentences_of(story) == [sentence]
    (flag,) = VIEW.scene(VIEW.followed(first, sight)).flags
    assert (flag.kind, flag.label, flag.weight) == (
        FlagKind.LEVEL,
        "the arena" if new == 1 else f"map {size}",
        3 if new == 1 else 2,
    )


def test_a_viewer_that_comes_in_between_hears_nothing() -> None:
    """Nothing is claimed of a round that it has not seen; a repeated sight is no news."""
    sight = VIEW.followed(None, sight_of(seen_by_all(c.MOVE, 4, 2, {0: (0, 0), 1: (0, 0)})))
    assert (story_of(sight).headline, story_of(sight).sentences) == ((), ())
    again = VIEW.followed(sight, sight_of(seen_by_all(c.MOVE, 4, 2, {0: (0, 0), 1: (0, 0)})))
    assert (story_of(again).headline, story_of(again).sentences) == ((), ())
    assert story_of(Sight({}, (), ROYALE, PLAYERS)) == Story()


# The scene.


def test_a_fight_on_a_tile_that_vanishes_has_no_tile_number() -> None:
    """The map shrinks with the fights, and the numbers on it are those of the tiles that are left."""
    shrunk = {"map_shrunk": {"old_size": 3, "new_size": 2, "cuts": [{"oy": 1, "ox": 1}]}}
    pairs, where = [(0, 1), (2, 3)], [(0, 0), (1, 1)]
    after = dict.fromkeys(range(4), UNHURT)
    scene = VIEW.scene(after_fights(pairs, after, num_seats=4, where=where, more=[shrunk]))
    assert [part(scene, f"battle{number}").title for number in (0, 1)] == [
        "lost tile",
        "tile 0",
    ]


def test_fights_with_the_most_fallen_come_first() -> None:
    """In the parts, with tile, healths and a sentence; on the map, with the fallen and the next shrinking."""
    after = {0: UNHURT, 1: UNHURT, 2: UNHURT, 3: (0, 85, 0, 85)}
    sight = after_fights([(0, 1), (2, 3)], after, num_seats=4, where=[(0, 0), (1, 1)])
    scene = VIEW.scene(sight)
    assert [each.id for each in scene.parts][1:5] == ["battle1", "blows1", "battle0", "blows0"]
    versus: Any = part(scene, "battle1")
    assert versus.title == "tile 3"
    assert [spans_text(line) for line in versus.middle] == [
        "cid strikes down dan's Gladiator and Healer and loses no health."
    ]
    assert texts(versus)[:4] == [
        "Gladiator 100",
        "Healer 80",
        "Gladiator falls -100",
        "Healer falls -80",
    ]
    assert [line[1].measure for line in versus.right.lines] == [Bar(0, 100, 100), Bar(0, 80, 80)]
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
    seen = seen_by_all(c.MOVE, 4, 1, dict.fromkeys(range(left), (0, 0)), num_seats=5)
    told = VIEW.scene(sight_of(seen, events=events)).flags
    assert [(flag.label, flag.weight) for flag in told] == flags


def test_equal_names_are_followed_by_the_seat() -> None:
    """So that a sentence says which of them it means."""
    names = names_of(("bot", "ada", "bot"))
    assert names == (
        Span("bot 0", Style.FIRST, "seat:0"),
        Span("ada", Style.SECOND, "seat:1"),
        Span("bot 2", Style.THIRD, "seat:2"),
    )
