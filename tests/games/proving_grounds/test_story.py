"""Sentences and headlines of Proving Grounds: each kind of event, each pair of eyes, and whole matches."""

from __future__ import annotations

import re

import pytest

from referee.core.game import Event
from referee.core.scene import spans_text
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import Board, Item
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes, Looker, SeenStep
from tests.games.proving_grounds.looking import ALL, CONFIG, NAMES, PUBLIC, begun
from tests.games.proving_grounds.stories import next_turn, sentences, sight_of, story_of
from tests.games.proving_grounds.story_cases import BEGAN, KILLED, TURNS
from tests.helpers.scenes import sights_of_match

# What everybody may know.


def test_the_public_reads_what_has_changed() -> None:
    """PG-6.1: rooms, gems, gold and heroes of each seat; 2 of the 5 gold are hidden by a purchase of 3."""
    before = begun()
    after = next_turn(before)
    for room in (4, 7, 60):
        after.rooms[room, :2] = 1, 0
    after.heroes[0, :, c.ROOM] = 7
    after.vault[0, 0] = 1
    after.seats[0, c.GOLD] += 2
    after.seats[1, c.GOLD] -= 4
    after.heroes[2, :2, c.ROOM] = 33
    after.heroes[3, 0, c.ALIVE] = 0
    bodies = (told.Bought(0, 0, Item.POTION), told.Died(Ref(3, 0)))
    sight = sight_of(before, after, PUBLIC, *bodies)
    assert sentences(sight) == [
        "ada would win now, with the most gems of some kind and 28 gold, bonuses included.",
        "dan loses a hero; four are left.",
        "ada explores room 4, room 7 and the hall and gains a gem and 5 gold.",
        "ada buys a potion for 3 gold.",
        "Bids or trades cost bob at least 4 gold.",
        "cid moves two heroes.",
    ]
    story, scene = story_of(sight)
    assert spans_text(story.headline) == "Turn 1: ada takes the lead, dan loses a hero"
    assert [flag.label for flag in scene.flags] == ["hero falls", "ada leads"]


def test_rooms_change_hands() -> None:
    """Those of one seat in one sentence, and a lost gem."""
    before = begun()
    before.rooms[[3, 6, 21], :2] = (1, 0), (1, 0), (1, 2)
    before.vault[0, 0] = 1
    after = next_turn(before)
    after.rooms[[3, 6, 21], 1] = 1
    after.vault[0, 0] = 0
    sight = sight_of(before, after, PUBLIC)
    assert sentences(sight)[:2] == [
        "ada loses a gem.",
        "bob takes rooms 3 and 6 from ada and takes room 21 from cid.",
    ]
    assert spans_text(story_of(sight)[0].headline) == "Turn 1: three rooms change hands"


def test_gems_are_lost_with_heroes() -> None:
    """One sentence for both, for the public does not know more of it."""
    before = begun()
    before.vault[1, 0] = 2
    after = next_turn(before)
    after.heroes[1, 0, c.ALIVE] = 0
    after.vault[1, 0] = 0
    sight = sight_of(before, after, PUBLIC, told.Died(Ref(1, 0)))
    assert "bob loses a hero and two gems; four are left." in sentences(sight)


def test_the_lead_changes() -> None:
    """With the kinds that the new leader and others lead now, and how many gems of a kind."""
    before = begun()
    before.vault[0] = 1
    after = next_turn(before)
    after.vault[1] = 2
    after.seats[0, c.GOLD] += 1
    assert sentences(sight_of(before, after, ALL)) == [
        "bob would win now, with the most rubies and sapphires and 26 gold, bonuses included."
    ]
    after.vault[2, 1] = 3
    after.seats[2, c.GOLD] += 1
    assert sentences(sight_of(before, after, ALL)) == [
        "cid would win now, with the most sapphires and 27 gold, bonuses included.",
        "bob now has the most rubies: two.",
    ]


def test_several_kinds_are_named_together() -> None:
    """Of five seats' three kinds, seat 1 leads two now, and seat 0 stays ahead by its gold."""
    before = begun(5)
    before.vault[0, 0] = 1
    before.seats[0, c.GOLD] += 9
    after = next_turn(before)
    after.vault[1, 1:] = 1
    assert sentences(sight_of(before, after, ALL)) == [
        "bob now has the most sapphires and emeralds."
    ]


def test_parties_of_the_same_price() -> None:
    """In one sentence, as in PG-8.20, where all seats are silent and get the default party."""
    state, _ = PLUGIN.game.start(CONFIG, seed=1, num_seats=4)
    before = PLUGIN.game.copy(state)
    events = PLUGIN.game.step(state, {})
    looker = Looker(PLUGIN, CONFIG, ALL, players=NAMES[:4], view=VIEW)
    looker.sight(SeenStep(PLUGIN, CONFIG, before, []))
    assert sentences(looker.sight(SeenStep(PLUGIN, CONFIG, state, events))) == [
        "ada, bob, cid and dan each spend 94 gold on a party and keep 6.",
        "ada acts and buys first, bob moves first, cid is preferred for hires and dan wins ties.",
        *(f"{name} sends no message that can be read." for name in NAMES[:4]),
    ]


def test_a_viewer_who_comes_later_is_not_told_of_changes() -> None:
    """Without the step before nothing can be compared, not even that nothing has happened."""
    sight = sight_of(None, next_turn(begun()), PUBLIC)
    assert (sentences(sight), story_of(sight)[0].headline) == ([], ())


def test_a_step_without_a_turn_says_nothing() -> None:
    """The same state again, as in the message that only brings the outcome."""
    state = next_turn(begun())
    assert (sentences(sight_of(state, state, PUBLIC)), story_of(sight_of(state, state, ALL))[0].headline) == ([], ())  # fmt: skip


# Headlines.


def _headline(*bodies: told.Body, eyes: Eyes = ALL) -> str:
    sight = sight_of(begun(), next_turn(begun()), eyes, *bodies, whose=(0,))
    return spans_text(story_of(sight)[0].headline)


def test_headlines_say_what_changed_most() -> None:
    """A clause, and a second one if both fit."""
    assert _headline() == "Turn 1: a quiet turn"
    assert _headline(told.BoardOrder(Board.BUY, (2, 0, 3, 1))) == "Turn 1: cid now buys first"
    assert _headline(told.Hired(1, 0, 5, 15)) == "Turn 1: bob hires a hero"
    assert _headline(BEGAN, *KILLED) == "Turn 1: a fight"
    assert _headline(*TURNS["dragon"][0]) == "Turn 1: ada slays a Dragon, a fight"
    assert _headline(*TURNS["driven out"][0]) == (
        "Turn 1: ada drives bob out of room 7 and loses a hero"
    )
    assert _headline(*TURNS["end"][0]) == "Turn 31 ends the match: the dice say so"
    two_seats = (told.Died(Ref(0, 0)), told.Died(Ref(1, 0)), told.Died(Ref(1, 1)))
    assert _headline(*two_seats, eyes=Eyes(0)) == "Turn 1: three heroes fall"


def test_long_names_leave_place_to_a_shorter_clause() -> None:
    """At most 80 characters, if any clause is as short as that."""
    before = begun()
    after = next_turn(before)
    after.vault[1, 0] = 1
    bodies = [Event(body) for body in TURNS["wiped out"][0]]
    players = ["ada" * 10, "bob" * 10, "cid", "dan"]
    looker = Looker(PLUGIN, CONFIG, ALL, players=players, view=VIEW)
    looker.sight(SeenStep(PLUGIN, CONFIG, before, []))
    story, _ = story_of(looker.sight(SeenStep(PLUGIN, CONFIG, after, bodies)))
    assert spans_text(story.headline) == f"Turn 1: {'bob' * 10} takes the lead"


def test_headlines_before_the_first_turn() -> None:
    """At setup, and after it."""
    state, events = PLUGIN.game.start(CONFIG, seed=1, num_seats=4)
    assert not events
    setup = story_of(sight_of(None, state, PUBLIC))[0]
    assert spans_text(setup.headline) == "Every player outfits a party with 100 gold"
    assert (setup.score, setup.phases, setup.sentences) == (None, (), ())
    first = sight_of(state, begun(), PUBLIC, *(
        told.BoardOrder(board, (0, 1, 2, 3) if board is not Board.TIE else (3, 0, 1, 2))
        for board in Board
    ))  # fmt: skip
    assert (
        spans_text(story_of(first)[0].headline) == "The parties stand at the gates of the dungeon"
    )
    assert sentences(first) == [
        "ada acts, moves and buys first and is preferred for hires; dan wins ties."
    ]


def test_parties_regroup() -> None:
    """Moves alone: of one seat, of two, of all."""
    for movers, expected in (
        ([0], "ada regroups"),
        ([0, 2], "ada and cid regroup"),
        ([0, 1, 2, 3], "everybody regroups"),
    ):
        before = begun()
        after = next_turn(before)
        for seat in movers:
            after.heroes[seat, 0, c.ROOM] += 1
        story, _ = story_of(sight_of(before, after, PUBLIC))
        assert spans_text(story.headline) == f"Turn 1: {expected}"


def test_where_parties_go() -> None:
    """All from one room, all into one room, or each its own way; and gold, if that is all there is."""
    before = begun()
    before.rooms[[2, 21], :2] = (1, 0), (1, 1)
    before.heroes[1, 0, c.ROOM] = 21
    after = next_turn(before)
    after.heroes[0, :, c.ROOM] = 2
    after.heroes[1, :, c.ROOM] = 21
    after.heroes[2, 0, c.ROOM] += 1
    assert sentences(sight_of(before, after, PUBLIC)) == [
        "ada moves to room 2, bob gathers in room 21 and cid moves a hero."
    ]
    richer = next_turn(before)
    richer.seats[3, c.GOLD] += 4
    story, _ = story_of(sight_of(before, richer, PUBLIC))
    assert spans_text(story.headline) == "Turn 1: dan gains 4 gold"


def test_a_last_hero() -> None:
    """A milestone, and the heaviest key moment."""
    before = begun()
    after = next_turn(before)
    after.heroes[1, :, c.ALIVE] = 0
    sight = sight_of(before, after, PUBLIC, *(told.Died(Ref(1, hero)) for hero in range(5)))
    story, scene = story_of(sight)
    assert "bob has lost its last hero." in sentences(sight)
    assert story.sentences[0].is_milestone
    assert max(scene.flags, key=lambda flag: flag.weight).text == "bob has no heroes left"
    assert spans_text(story.headline) == "Turn 1: bob loses its last hero"


def test_when_the_match_may_end() -> None:
    """PG-7.1: by default from five unexplored rooms on, and after turn 30."""
    before = begun()
    before.match[c.TURN] = 9
    before.rooms[:, c.EXPLORED] = 1
    before.rooms[2:8, c.EXPLORED] = 0
    after = next_turn(before)
    after.rooms[2, c.EXPLORED] = 1
    sight = sight_of(before, after, PUBLIC)
    assert sentences(sight) == [
        "Only five rooms are unexplored, so each turn may be the last, with a chance of 20 percent."
    ]
    assert [flag.label for flag in story_of(sight)[1].flags] == ["may end now"]
    assert sentences(sight_of(after, next_turn(after), PUBLIC)) == []
    late = begun()
    late.match[c.TURN] = 30
    assert sentences(sight_of(late, next_turn(late), PUBLIC)) == [
        "It is late: from now on each turn may be the last, with a chance of 20 percent."
    ]


# Whole matches.


def _anonymous(text: str) -> str:
    """Return a text in which each name is a single word without a number."""
    return re.sub(r"player \d", "X", text)


@pytest.mark.parametrize("seed", [1, 2])
def test_stories_of_a_whole_match(seed: int) -> None:
    """Whole sentences and short headlines for all eyes; ranks agree with gold among equals."""
    eyes = Eyes.of(3)
    for sights in sights_of_match(PLUGIN, CONFIG, eyes, num_seats=3, seed=seed):
        for sight in sights:
            story, scene = story_of(sight)
            headline = spans_text(story.headline)
            assert 0 < len(headline) <= 80
            assert not headline.endswith(".")
            assert len(story.sentences) <= 8
            for sentence in story.sentences:
                text = spans_text(sentence.line)
                assert text[0].isupper() or text.startswith("player ")
                assert re.search(r"[^.!?][.!?]$", text)
                assert not re.search(
                    r"  |\b1 \w+s\b|\bone (?!is\b)\w+s\b|\bNone\b|_", _anonymous(text)
                )
            assert not story.lead or story.lead in scene.series
            for flag in scene.flags:
                assert flag.text
                assert len(_anonymous(flag.label).split()) <= 3
            if story.score is not None:
                ranks = [one.rank for one in story.score.seats if one.rank]
                assert len(set(ranks)) == len(ranks)
                assert all(len(one.facts) <= 3 for one in story.score.seats)
                assert [one.value for one in story.score.seats] == list(
                    scene.series[story.lead].values()
                )


def test_the_story_keeps_secrets() -> None:
    """PG-6.5: gems by kind, hit points and mana of others, and creatures of unknown rooms."""
    before, eyes = begun(), (Eyes(0), PUBLIC)
    stories = []
    for kind in (0, 1):
        after = next_turn(before)
        after.vault[1, kind] = 1
        after.heroes[1, 0, c.HP] -= 3 * kind
        after.creatures[40, 0, c.C_HP] += kind
        sights = [sight_of(before, after, one) for one in (*eyes, ALL)]
        stories.append([story_of(sight) for sight in sights])
    assert stories[0][:2] == stories[1][:2]
    assert stories[0][2] != stories[1][2]
    assert VIEW.how_to(sight_of(None, before, PUBLIC).config) == VIEW.how_to(
        sight_of(None, before, ALL).config
    )
