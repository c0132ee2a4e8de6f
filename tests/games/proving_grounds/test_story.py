"""Sentences and headlines of Proving Grounds: each kind of event, each pair of eyes, and whole matches."""

from __future__ import annotations

import re

import pytest
from google.protobuf import descriptor_pool

from referee.core.game import Event
from referee.core.scene import spans_text
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    CREATURES,
    Board,
    Cause,
    Code,
    Creature,
    EndCause,
    HeroClass,
    Item,
    OrderList,
    Spell,
)
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes, Looker, SeenStep
from tests.games.proving_grounds.looking import ALL, CONFIG, NAMES, PUBLIC, begun
from tests.games.proving_grounds.stories import (
    next_turn,
    sentences,
    sight_of,
    story_of,
    told_in_turn,
)
from tests.helpers.scenes import sights_of_match

F0 = told.Fighter(0, 0, HeroClass.FIGHTER, 16)
C2 = told.Fighter(0, 2, HeroClass.CLERIC, 14)
W3 = told.Fighter(0, 3, HeroClass.WIZARD, 10)
BOB = told.Fighter(1, 0, HeroClass.FIGHTER, 16)
GOBLIN, ORC = (
    told.Fighter(CREATURES, place, kind, 4)
    for place, kind in enumerate((Creature.GOBLIN, Creature.ORC))
)
DRAGON = told.Fighter(CREATURES, 0, Creature.DRAGON, 3)
BEGAN = told.FightBegan(7, (GOBLIN, ORC), (F0, W3))
KILLED = (told.CreatureDied(7, GOBLIN), told.CreatureDied(7, ORC))
FINALS = (
    told.FinalSeat(0, (3, 2), 41, 14, 4, (1,), 0, 2),
    told.FinalSeat(1, (3, 1), 48, 14, 5, (0,), 10, 1),
    told.FinalSeat(2, (0, 2), 100, 20, 2, (), 10, 3),
    told.FinalSeat(3, (1, 0), 22, 8, 5, (), 10, 4),
)
"""The example PG-8.19."""

TURNS: dict[str, tuple[tuple[told.Body, ...], list[str]]] = {
    "refused": (
        (
            told.Result(0, OrderList.HEROES, 0, None, Code.OK),
            told.Result(0, OrderList.HEROES, 1, None, Code.SPIKED),
        ),
        ["ada has an order refused; the reason: the door is spiked."],
    ),
    "refused often": (
        (
            told.Notice(0, OrderList.HEROES, 1, None, Code.NO_DOOR),
            told.Notice(0, OrderList.HEROES, 2, None, Code.NO_DOOR),
            told.Notice(0, OrderList.BUY, 0, None, Code.NO_GOLD),
            told.Notice(0, OrderList.MESSAGE, 4, None, Code.MORE),
        ),
        ["ada has seven orders refused; the usual reason: no door there."],
    ),
    "unreadable": (
        (told.Notice(0, OrderList.MESSAGE, 0, None, Code.BAD_MESSAGE),),
        ["ada sends no message that can be read."],
    ),
    "party": (
        (
            told.Ledger(0, -12, Cause.HERO, 88),
            told.Ledger(0, -3, Cause.IMPROVEMENT, 85),
            told.Ledger(0, -6, Cause.ITEM, 79),
        ),
        ["ada spends 21 gold on its party and keeps 79."],
    ),
    "bids": (
        (told.Ledger(0, -2, Cause.BID, 4), told.Ledger(0, -1, Cause.BID, 3)),
        ["For places on the boards, ada bids 3 gold."],
    ),
    "other gold": ((told.Ledger(0, 3, Cause.LOOT, 9),), []),
    "boards": (
        # PG-8.20: seat 1 is at the top of MOVE, seat 3 of TIE.
        (
            told.BoardOrder(Board.MOVE, (2, 1, 0, 3)),
            told.BoardOrder(Board.BUY, (2, 0, 3, 1)),
            told.BoardOrder(Board.TIE, (3, 1, 0, 2)),
        ),
        ["cid now moves and buys first."],
    ),
    "ties": ((told.BoardOrder(Board.TIE, (1, 3, 0, 2)),), ["bob now wins ties."]),
    "hired": ((told.Hired(1, 0, 5, 15),), ["bob hires a hero for 15 gold."]),
    "bought": (
        (
            told.Bought(1, 0, Item.POTION),
            told.Bought(1, 1, Item.POTION),
            told.Bought(1, 2, Item.BOOTS),
            told.Bought(0, 3, Item.SLEEP),
        ),
        [
            "ada buys the spell sleep for 6 gold.",
            "bob buys two potions and boots for 11 gold.",
        ],
    ),
    "died": ((told.Died(Ref(1, 3)),), ["bob loses a Wizard; five are left."]),
    "died of a trap": (
        (told.TrapSprung(9, Ref(1, 4), 15, 7), told.Died(Ref(1, 4))),
        ["bob's Thief is killed by a trap in room 9."],
    ),
    "died of a theft": (
        (told.Struck(Ref(1, 4), 60, 7), told.Died(Ref(1, 4))),
        ["bob's Thief is killed at a theft in the hall."],
    ),
    "traded": (
        (told.Traded(Ref(0, 4), Ref(1, 4), 1, (1, 0), None, 0, (0, 2), Item.RING),),
        ["ada gives bob 1 gold and a ruby for two sapphires and a ring."],
    ),
    "offered": (
        (told.OfferMade(Ref(0, 4), Ref(1, 4), 0, (0, 0), Item.BOOTS, 3, (0, 0), None),),
        ["ada offers bob boots for 3 gold."],
    ),
    "action": ((told.Action(Ref(0, 4), 0, 9, 11, True),), []),
    "recovered": (
        (
            told.Healed(Ref(0, 0), 5, 12),
            told.Rested(Ref(0, 2), 2, 1),
            told.Rested(Ref(1, 3), 0, 1),
            told.Healed(Ref(2, 0), 1, 16),
        ),
        [
            "ada regains seven hit points and 1 Mana by rest and cures.",
            "bob regains 1 Mana by rest.",
            "cid regains one hit point by cures.",
        ],
    ),
    "entered": ((told.Entered(Ref(0, 0), 1, 2),), []),
    "teleported": (
        (told.Teleported(Ref(0, 0), 7, 1),),
        ["A spell brings ada's Fighter home from room 7."],
    ),
    "trap": (
        (
            told.TrapSprung(9, Ref(0, 0), None, 1),
            told.TrapSprung(10, Ref(0, 4), 8, 0),
            told.TrapSprung(11, None, None, 4),
        ),
        [
            "A trap in room 9 costs ada's Fighter one hit point.",
            "ada's Thief disarms a trap in room 10.",
            "A trap in room 11 wounds the creatures that were lured there.",
        ],
    ),
    "lured": (
        (told.Lured(Ref(0, 3), 8, 3),),
        ["ada's Wizard lures the creatures of room 8 into room 3."],
    ),
    "noise": (
        (told.Noise(5), told.Clamor(5), told.Clamor(9)),
        ["A Wizard makes noise in room 5.", "A fight or a noise is heard out of room 9."],
    ),
    "clamor": (
        (told.Clamor(60), told.Clamor(8)),
        ["A fight or a noise is heard out of room 8 and the hall."],
    ),
    "clamors": (
        (told.Clamor(9), told.Clamor(8), told.Clamor(12)),
        ["A fight or a noise is heard out of rooms 8, 9 and 12."],
    ),
    "spikes": (
        (told.SpikesSet(6, 3), told.SpikesRemoved(13, 60)),
        [
            "The door between rooms 3 and 6 is blocked by spikes.",
            "The door between room 13 and the hall is free of spikes.",
        ],
    ),
    "trap set": ((told.TrapSet(Ref(0, 4), 5),), ["ada's Thief sets a trap in room 5."]),
    "disarmed": (
        (
            told.TrapDisarmed(Ref(0, 4), 5, True, True),
            told.TrapDisarmed(Ref(1, 4), 6, True, False),
            told.TrapDisarmed(Ref(2, 4), 7, False, False),
        ),
        [
            "ada's Thief removes a trap in room 5.",
            "bob's Thief fails to remove a trap in room 6.",
            "cid's Thief finds no trap in room 7.",
        ],
    ),
    "stolen": (
        (
            told.Stolen(Ref(0, 4), 8, None, 1, 0),
            told.Stolen(Ref(0, 4), 9, 1, 0, 0),
            told.Stolen(Ref(1, 4), 8, None, None, 5),
            told.Stolen(Ref(1, 4), 8, None, None, 0),
        ),
        [
            "ada's Thief steals a sapphire from the creatures in room 8.",
            "ada's Thief steals a ruby from bob in room 9.",
            "bob's Thief steals 5 gold from the creatures in room 8.",
        ],
    ),
    "struck": (
        (told.Struck(Ref(0, 4), 8, 7),),
        ["ada's Thief is caught at a theft in room 8 and loses seven hit points."],
    ),
    "won": (
        (
            BEGAN,
            told.Round(7, 1),
            told.Swung(7, F0, GOBLIN, 12, True, 8),
            KILLED[0],
            told.Prepared(7, W3, None, 2),
            told.CastBattlemagic(7, W3, Item.MAGIC_MISSILE, None, (ORC,), (9,)),
            KILLED[1],
            told.FightEnded(7, 1, False),
            told.Looted(0, 7, 0, 6, (1, 0), (Item.DAGGER,)),
            told.Clamor(7),
        ),
        ["ada beats an Orc and a Goblin in room 7 and loots 6 gold, a ruby and a dagger."],
    ),
    "won with losses": (
        (
            BEGAN,
            told.Slept(7, GOBLIN),
            KILLED[0],
            told.Swung(7, ORC, W3, 12, True, 20),
            told.Died(Ref(0, 3)),
            KILLED[1],
            told.FightEnded(7, 2, False),
        ),
        ["ada beats an Orc and a Goblin in room 7, but loses a Wizard."],
    ),
    "fled": (
        (
            BEGAN,
            KILLED[0],
            told.Swung(7, ORC, W3, 12, True, 20),
            told.EmergencyCure(7, C2, W3._replace(hp=-2)),
            told.Retreated(Ref(0, 3), 7, 4),
            told.Retreated(Ref(0, 0), 7, 4),
            told.FightEnded(7, 2, False),
        ),
        [
            "ada retreats from an Orc and a Goblin in room 7 after killing a Goblin.",
            "A Cleric of ada saves a Wizard from death.",
        ],
    ),
    "all dead": (
        (
            told.FightBegan(7, (ORC,), (W3,)),
            told.Swung(7, ORC, W3, 12, True, 20),
            told.Died(Ref(0, 3)),
            told.FightEnded(7, 2, False),
        ),
        ["ada loses a Wizard to an Orc in room 7."],
    ),
    "undecided": (
        (BEGAN, told.FightEnded(7, 30, True)),
        ["ada fights an Orc and a Goblin without a decision in room 7."],
    ),
    "lured fight": (
        (told.FightBegan(3, (F0,), (GOBLIN,)), told.CreatureDied(3, GOBLIN)),
        ["ada withstands a Goblin in room 3."],
    ),
    "dragon": (
        (told.FightBegan(60, (DRAGON,), (F0,)), told.CreatureDied(60, DRAGON)),
        ["ada beats a Dragon in the hall."],
    ),
    "driven out": (
        (
            told.FightBegan(7, (BOB,), (F0, W3)),
            told.Swung(7, BOB, W3, 12, True, 20),
            told.Died(Ref(0, 3)),
            told.Retreated(Ref(1, 0), 7, 9),
            told.FightEnded(7, 1, False),
            told.Looted(0, 7, 0, 0, (0, 0), (Item.DAGGER,)),
        ),
        ["ada drives bob out of room 7, ada loses a Wizard and ada loots a dagger."],
    ),
    "wiped out": (
        (
            told.FightBegan(7, (BOB,), (F0,)),
            told.Swung(7, F0, BOB, 12, True, 20),
            told.Died(Ref(1, 0)),
            told.FightEnded(7, 1, False),
        ),
        ["ada wipes out the heroes of bob in room 7 and bob loses a Fighter."],
    ),
    "beaten back": (
        (told.FightBegan(7, (BOB,), (F0,)), told.Retreated(Ref(0, 0), 7, 1)),
        ["bob beats ada back from room 7."],
    ),
    "a draw": (
        (told.FightBegan(7, (BOB,), (F0,)), told.FightEnded(7, 30, True)),
        ["ada and bob fight without a decision over room 7."],
    ),
    "looted": (
        (told.Looted(0, 4, 0, 3, (0, 2), ()),),
        ["ada picks up 3 gold and two sapphires in room 4."],
    ),
    "searched": (
        (
            told.Searched(Ref(0, 4), 2, 11, 4),
            told.Searched(Ref(1, 4), 3, 15, 0),
            told.Tapped(Ref(0, 4), 2),
        ),
        ["ada's Thief finds 4 hidden gold in room 2."],
    ),
    "spells": (
        tuple(told.SpellCast(Ref(0, 3), spell) for spell in Spell),
        [
            "ada's Wizard casts a shield on a hero of the party.",
            "ada's Wizard hastens a hero of the party.",
            "ada's Wizard scries a room from afar.",
        ],
    ),
    "end without bonuses": (
        (told.End(EndCause.EXPLORED, 31, 5, tuple(one._replace(bonus=0) for one in FINALS)),),
        [
            "All rooms are explored, so the match ends after turn 31.",
            "bob comes first, with 48 gold and the most rubies.",
        ],
    ),
    "end": (
        (told.End(EndCause.LATE, 31, 5, FINALS),),
        [
            "The dice end the match after turn 31.",
            "bob comes first, with 48 gold and the most rubies.",
            "bob gets 10 gold in bonuses, cid gets 10 gold in bonuses and dan gets 10 gold in bonuses.",
        ],
    ),
}
"""By name events of a turn, all for seat 0 alone, and what a viewer of all seats reads."""


@pytest.mark.parametrize("name", TURNS)
def test_each_kind_of_event(name: str) -> None:
    """Whole sentences, right in number; what other events say already has none."""
    bodies, expected = TURNS[name]
    assert told_in_turn(ALL, *bodies, whose=(0,)) == expected


def test_no_kind_of_event_is_left_out() -> None:
    """The kinds of the turns above are those of the schema."""
    state = begun()
    bodies = [body for turn, _ in TURNS.values() for body in turn]
    sight = sight_of(None, state, ALL, *bodies, whose=(0,))
    pool = descriptor_pool.Default()
    schema = pool.FindMessageTypeByName(PLUGIN.codec.events_type).fields_by_name["events"]
    assert schema.message_type is not None
    assert {kind for event in sight.events for kind in event} == set(
        schema.message_type.fields_by_name
    )


@pytest.mark.parametrize("seat", range(4))
def test_each_seat_is_called_by_its_name(seat: int) -> None:
    """In its colour, so that pages can show it."""
    sight = sight_of(begun(), next_turn(begun()), PUBLIC, told.Died(Ref(seat, 0)))
    (sentence,) = story_of(sight)[0].sentences
    name = sentence.line[0]
    assert (name.text, name.ref) == (("ada", "bob", "cid", "dan")[seat], f"seat:{seat}")


def test_only_those_who_see_a_fight_read_of_it() -> None:
    """PG-6.7: the seat that fights; another seat and the public do not."""
    bodies, expected = TURNS["won"]
    assert told_in_turn(Eyes(0), *bodies, whose=(0,)) == expected
    assert told_in_turn(Eyes(1), *bodies, whose=(0,)) == []
    assert told_in_turn(PUBLIC, *bodies, whose=(0,)) == []


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
