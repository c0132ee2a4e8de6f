"""The house bots of Proving Grounds: fights against the rulebook, decisions by hand, whole matches."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from loadtest.strength.engine_match import EngineMatch, Listener
from loadtest.strength.engine_match import play_match as play_engine_match
from referee.core.game import Event
from referee.games.proving_grounds import PLUGIN
from referee_bots import find, names
from referee_bots.proving_grounds.board import Board
from referee_client.inspection import game_of
from tests.clients.proving_grounds_parties import (
    DRAGON,
    GOBLIN,
    ORC,
    URAKAI,
    C,
    F,
    T,
    W,
    own,
    party,
)
from tests.clients.proving_grounds_positions import config, orders, seen, started
from tests.helpers.tiers import some


def moves(name: str, observation: wire.Observation) -> dict[int, list[int]]:
    """Paths of those who move."""
    return {
        number: list(order.move.path)
        for number, order in orders(name, observation).items()
        if order.HasField("move")
    }


def test_the_board_knows_ways() -> None:
    """PG-5.12: through own rooms, into one that is not; not through spikes, nor into others' entry rooms."""
    observation = seen(party(1), mine=(1, 3, 7))
    board = Board(observation, config(), {})
    assert board.reach(1) == {
        0: [0],
        3: [3],
        2: [3, 2],
        6: [3, 6],
        8: [3, 8],
    }
    assert board.is_closed(5)
    observation.rooms[3].doors[3].is_spiked = True
    spiked = Board(observation, config(), {})
    assert 8 not in spiked.reach(1)
    assert 8 in spiked.neighbours(3)
    assert board.walk(1, 8) == [3, 8]
    assert spiked.walk(1, 8) == [3, 2, 7, 8] or spiked.walk(1, 8) == [0, 2, 7, 8]


def test_the_board_knows_all_sectors_by_one() -> None:
    """PG-2.8: doors and untouched contents are copies; in a dungeon made by hand they are not."""
    observation = seen(party(1), foes={2: [GOBLIN]}, gems={2: (0, 1)})
    observation.rooms[6].Clear()
    observation.rooms[6].room = 6
    for room in observation.rooms:
        if room.room > 3:
            del room.doors[:]
    symmetric = Board(observation, config(scenario=None), {})
    assert symmetric.place(6).foes == ((GOBLIN, 4),)
    assert symmetric.place(6).gems == (0, 1)
    assert 7 in symmetric.doors(6)
    by_hand = Board(observation, config(), {})
    assert by_hand.place(6).foes is None
    assert 7 not in by_hand.doors(6)


# Decisions.


@pytest.mark.parametrize("name", ["random", "greedy", "planner"])
def test_the_party_is_the_default_one(name: str) -> None:
    """PG-2.13: 94 gold; with less, what fits."""
    setup = started(name).act(wire.Observation(num_seats=2)).setup
    assert [hero.hero_class for hero in setup.heroes] == [F, F, C, W, T]
    assert list(setup.heroes[0].items) == [wire.ITEM_LONG_SWORD, wire.ITEM_LIGHT_ARMOR]
    assert [hero.guard for hero in setup.heroes] == [True, True, False, False, False]
    poor = started(name, config(start_gold=30)).act(wire.Observation(num_seats=2)).setup
    assert [hero.hero_class for hero in poor.heroes] == [F]  # 22; nothing else is to be had for 8
    few = started(name, config(max_heroes=2)).act(wire.Observation(num_seats=2)).setup
    assert len(few.heroes) == 2


def test_random_heroes_move_seven_times_in_ten() -> None:
    """PG-9.1, through known doors, none into another seat's entry room."""
    bot = started("random")
    targets = [
        order.move.path[0]
        for _ in range(500)
        for order in bot.act(seen([own(0, F, 7)], mine=(7,))).orders.heroes
    ]
    assert len(targets) == pytest.approx(350, abs=45)  # 4.4 standard deviations
    assert set(targets) == {2, 6, 8}


def test_the_greedy_go_for_gems_fighters_first() -> None:
    """PG-9.2: a gem is worth 15, an unexplored room 10."""
    observation = seen(party(1), mine=(1, 3), foes={2: [GOBLIN]}, gems={2: (1, 0)})
    paths = moves("greedy", observation)
    assert list(paths) == [0, 1, 2, 3]
    assert all(path[-1] == 2 for path in paths.values())


def test_the_greedy_leave_out_what_they_fear() -> None:
    """PG-9.2: a Dragon's 70 are above half of the group's 56; so are rooms with others' heroes left out."""
    observation = seen(
        party(1), mine=(1, 3), foes={8: [DRAGON]}, gems={8: (9, 9), 6: (9, 9)}, rivals=[(6, F, 16)]
    )
    assert {path[-1] for path in moves("greedy", observation).values()} <= {0, 2}


def test_the_greedy_rest_when_hurt_and_cure_the_worst() -> None:
    """PG-9.2: under 60 % of hit points."""
    hurt = party(1)
    for member in hurt:
        member.hp //= 2
    hurt[1].hp = 1
    given = orders("greedy", seen(hurt))
    assert list(given) == [2]
    assert given[2].clw.target == 1
    tired = party(1)
    tired[3].mana = 2
    assert orders("greedy", seen(tired)) == {}


def test_the_greedy_gather_and_arm() -> None:
    """Stragglers walk to the group; the dearer sword goes to the Fighter."""
    heroes = [*party(3), own(4, T, 1)]
    assert moves("greedy", seen(heroes, mine=(1, 3)))[4] == [3]
    stash = [wire.ItemCount(item=wire.ITEM_GREAT_SWORD, count=1)]
    observation = seen([], own=wire.Own(heroes=heroes, stash=stash, vault=(0, 0)))
    given = started("greedy").act(observation).orders.heroes
    equips = [(o.hero, o.equip.item) for o in given if o.HasField("equip")]
    assert equips == [(0, wire.ITEM_GREAT_SWORD)]


def test_the_planner_goes_where_it_wins() -> None:
    """PG-9.3: a Goblin's gem rather than three that an Urakai band keeps."""
    observation = seen(party(1), foes={0: [GOBLIN], 3: [URAKAI] * 3}, gems={0: (1, 0), 3: (2, 1)})
    paths = moves("planner", observation)
    assert list(paths) == [0, 1, 2, 3]
    assert all(path == [0] for path in paths.values())


def test_the_planner_steps_into_no_known_trap() -> None:
    """If there is as much elsewhere."""
    observation = seen(party(1), foes={8: [DRAGON] * 3})
    for room, other in ((0, 3), (3, 0)):
        trapped = wire.Observation()
        trapped.CopyFrom(observation)
        trapped.rooms[2].is_explored = True  # neither leads to more than the other
        for behind in (2, 6, 8):
            trapped.rooms[behind].owner = 0
        trapped.rooms[room].has_trap = True
        assert {path[-1] for path in moves("planner", trapped).values()} == {other}


def test_the_planner_rests_before_what_it_cannot_win() -> None:
    """Hurt, between foes: the Cleric cures, nobody moves."""
    hurt = party(1)
    for member in hurt:
        member.hp = 4
    given = orders("planner", seen(hurt, foes={0: [ORC] * 4, 3: [URAKAI] * 3}))
    assert list(given) == [2]
    assert given[2].csw.target == 0  # 12 lost


def test_the_planner_wears_dragons_down() -> None:
    """Hale, with nothing but a Dragon to go for, and Clerics who save the first to fall."""
    heroes = [*party(3), own(4, C, 3)]
    observation = seen(heroes, mine=(0, 1, 2, 3, 4, 6, 7), foes={8: [DRAGON]})
    assert {tuple(path) for path in moves("planner", observation).values()} == {(8,)}
    for member in observation.own.heroes:
        member.hp -= 5
    assert moves("planner", observation) == {}


def test_the_planner_blesses_before_hard_fights() -> None:
    """The Cleric stays and blesses where that makes the fight good: a second Cleric goes along to save."""
    heroes = [
        *[own(i, F, 1) for i in range(4)],
        own(4, C, 1),
        own(5, C, 1),
    ]
    blessed = 0
    for many in range(2, 5):
        given = orders("planner", seen(heroes, foes={0: [URAKAI] * many, 3: [URAKAI] * many}))
        kinds = [order.WhichOneof("order") for order in given.values()]
        if "bless" in kinds:
            blessed += 1
            assert kinds.count("move") == len(heroes) - 1
    assert blessed > 0


def test_the_planner_raids_the_hurt_who_carry_gems() -> None:
    """PG-9.3: not the hale, nor those who have none."""
    hurt = [(3, F, 2), (3, T, 3)]
    quiet: dict[str, Any] = {"mine": (0, 1, 2), "foes": {7: [DRAGON] * 4}}
    assert {
        tuple(p)
        for p in moves("planner", seen(party(1), rivals=hurt, rival_gems=4, **quiet)).values()
    } == {(3,)}
    assert moves("planner", seen(party(1), rivals=hurt, **quiet)) == {}
    hale = [(3, F, 16), (3, T, 12)]
    assert moves("planner", seen(party(1), rivals=hale, rival_gems=4, **quiet)) == {}


def test_thieves_scout_search_and_steal() -> None:
    """PG-9.3: ahead of the group."""
    heroes = [*party(1), own(4, T, 3)]
    unknown = seen(heroes, mine=(1, 3))
    unknown.rooms[8].CopyFrom(wire.Room(room=8))
    assert orders("planner", unknown)[4].scout.room == 8
    known = seen(heroes, mine=(1, 3))
    assert orders("planner", known)[4].WhichOneof("order") == "search"
    known.rooms[3].is_tapped = True
    known.rooms[1].is_tapped = True
    assert 4 not in orders("planner", known)
    heroes = [*party(3), own(4, T, 3)]
    for member in heroes[:4]:
        member.hp = 2
    steal = seen(heroes, mine=(1, 3), foes={8: [ORC] * 4}, gems={8: (0, 2)}, vault=(0, 1))
    assert orders("planner", steal)[4].steal == wire.Steal(room=8, gem=1)


def test_thieves_carry_gems_home() -> None:
    """With the most of a kind: handed over, walked home, and put into the vault."""
    heroes = [*party(3), own(4, T, 3)]
    heroes[0].gems[:] = (2, 1)
    given = started("planner").act(seen(heroes, mine=(1, 3))).orders.heroes
    handed = [order for order in given if order.WhichOneof("order") == "pass"]
    assert [(order.hero, list(getattr(order, "pass").gems)) for order in handed] == [(0, [2, 1])]
    assert [list(o.move.path) for o in given if o.hero == 4 and o.HasField("move")] == [[1]]
    home = [*party(3), own(4, T, 1, gems=(2, 1))]
    given = started("planner").act(seen(home, mine=(1, 3))).orders.heroes
    assert [list(o.deposit.gems) for o in given if o.HasField("deposit")] == [[2, 1]]


# Whole matches.

OTHERS_DOING = {"BLOCKED", "ENGAGED", "TAKEN", "OUTBID", "NO_MATCH", "NO_HERO"}
"""What a message without fault may come back with, because of what others do in the same turn: to enter
a room before, to break in, to buy or hire, not to trade, to kill."""


def play_match(
    bots: Sequence[str],
    seed: int,
    settings: Mapping[str, object] | None = None,
    listener: Listener | None = None,
) -> EngineMatch:
    """Play a match of Proving Grounds."""
    return play_engine_match("proving_grounds", bots, seed, settings, listener=listener)


def test_names() -> None:
    """In the order of strength."""
    assert names("proving_grounds") == ["random", "bidder", "greedy", "planner"]
    for name in names("proving_grounds"):
        assert game_of(find("proving_grounds", name)()) == "proving_grounds"


@pytest.mark.parametrize(
    ("seats", "settings"),
    some(
        [
            (3, {"sector_width": 2, "sector_depth": 2, "wrap_doors": 1, "max_heroes": 1}),
            (5, {"sector_width": 6, "sector_depth": 10, "max_turns": 12, "start_gold": 30}),
            (2, {}),
            (4, {}),
            (8, {"max_turns": 15}),
            (2, {"start_gold": 1000, "max_heroes": 12, "max_orders": 8, "hire_period": 1}),
        ],
        3,
    ),
)
def test_hardly_anything_is_refused(seats: int, settings: dict[str, object]) -> None:
    """Nothing but what others spoil, and that seldom; the same match twice is the same."""
    bots = [("planner", "greedy", "random")[seat % 3] for seat in range(seats)]
    results: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)

    def count(event: Event) -> None:
        told = wire.Events.FromString(PLUGIN.codec.encode_event(event)).events[0]
        if told.HasField("result") and event.audience is not None:
            for seat in event.audience:
                results[bots[seat]][wire.Code.Name(told.result.code)[5:]] += 1

    played = play_match(bots, 3, settings, count)
    for name, codes in results.items():
        assert codes.keys() - {"OK"} <= OTHERS_DOING, (name, codes)
    total = sum(codes.total() for codes in results.values())
    good = sum(codes["OK"] for codes in results.values())
    assert total > 0
    assert total - good <= 0.2 * total
    again = play_match(bots, 3, settings)
    assert (again.scores, again.placements) == (played.scores, played.placements)


@pytest.mark.slow
def test_greedy_beats_random_and_the_planner_beats_greedy() -> None:
    """Three duels of each, and one that may be lost."""
    for better, worse in (("greedy", "random"), ("planner", "greedy")):
        won = [
            play_match([better, worse], 1).placements[0] == 1,
            play_match([worse, better], 2).placements[1] == 1,
            play_match([better, worse], 3).placements[0] == 1,
        ]
        assert sum(won) >= 2
