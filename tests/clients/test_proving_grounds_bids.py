"""What the bots of Proving Grounds bid, buy and trade."""

from __future__ import annotations

from typing import Any

import pytest

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots.proving_grounds.tables import CLASSES
from referee_client import Match
from tests.clients.proving_grounds_parties import GOBLIN, URAKAI, C, F, T, party
from tests.clients.proving_grounds_positions import config, orders, seen, started

TIE = {"open": [wire.BOARD_TIE], "boards": [wire.BoardOrder(board=wire.BOARD_TIE, seats=[1, 0])]}


BOTH: dict[str, Any] = {
    "open": [wire.BOARD_MOVE, wire.BOARD_TIE],
    "boards": [
        wire.BoardOrder(board=wire.BOARD_MOVE, seats=[1, 0]),
        wire.BoardOrder(board=wire.BOARD_TIE, seats=[1, 0]),
    ],
}


@pytest.mark.parametrize("name", ["greedy", "planner"])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({"gold": 9}, [0, 1, 0, 0, 2], id="both"),
        pytest.param({"gold": 4}, [0, 0, 0, 0, 2], id="what is left is kept for TIE"),
        pytest.param({"gold": 1}, [], id="too little"),
        pytest.param({"gold": 9, "rival_gems": 2}, [0, 1, 0, 0, 0], id="no tie in sight"),
        pytest.param(
            {"gold": 9, "boards": [wire.BoardOrder(board=wire.BOARD_TIE, seats=[0, 1])]},
            [],
            id="first already",
        ),
    ],
)
def test_a_little_gold_goes_to_boards(
    name: str, values: dict[str, Any], expected: list[int]
) -> None:
    """AM-P3: equals tie on gems, so that bids decide."""
    fields: dict[str, Any] = {"vault": (0, 0), "rival_gems": 0, **BOTH, **values}
    observation = seen(party(1), **fields)
    assert list(started(name).act(observation).orders.shuffle) == expected


def test_the_bidder_bids_all() -> None:
    """On TIE, or else on the first board that is up for grabs."""
    observation = seen(party(1), gold=9, **BOTH)
    assert list(started("bidder").act(observation).orders.shuffle) == [0, 0, 0, 0, 9]
    observation = seen(party(1), gold=9, **(BOTH | {"open": [wire.BOARD_MOVE]}))
    assert list(started("bidder").act(observation).orders.shuffle) == [0, 9, 0, 0, 0]


def test_the_planner_bids_for_ties_and_is_thrifty() -> None:
    """PG-9.3: two Rubies against four gems of two kinds are likely tied; nothing is bought after turn 20."""

    def bids(**values: Any) -> list[int]:
        observation = seen(party(1), vault=(2, 0), gold=9, **{"rival_gems": 4, **TIE, **values})
        return list(started("planner").act(observation).orders.shuffle)

    assert bids() == [0, 0, 0, 0, 2]
    assert bids(rival_gems=10) == []
    assert bids(open=[wire.BOARD_MOVE]) == []
    assert bids(turn=21) == [0, 0, 0, 0, 2]
    shop: dict[str, Any] = {
        "market": [wire.Slot(slot=0, item=wire.ITEM_GREAT_SWORD)],
        "candidates": [wire.Candidate(candidate=0, hero_class=T, stats=CLASSES[T].stats)],
        "gold": 50,
    }
    early = started("planner").act(seen(party(1), **shop)).orders
    assert list(early.buy) == [0]
    assert [bid.candidate for bid in early.hire] == [0]
    assert 10 <= early.hire[0].gold <= 12
    late = started("planner").act(seen(party(1), turn=21, **shop)).orders
    assert (list(late.buy), list(late.hire)) == ([], [])


def test_the_planner_trades_weak_kinds_for_strong() -> None:
    """PG-9.3: with a neighbour who cannot lead its strong kind; it mirrors such an offer too."""
    heroes = party(3)
    heroes[0].gems[:] = (0, 1)
    for member in heroes:
        member.hp = 3  # nowhere to go
    near: dict[str, Any] = {
        "mine": (1, 3),
        "foes": {room: [URAKAI] * 4 for room in (0, 2, 8)},
        "rivals": [(6, F, 16)],
        "vault": (3, 0),
    }
    given = orders("planner", seen(heroes, rival_gems=2, **near))
    assert given[0].trade == wire.Trade(
        with_seat=1,
        with_hero=0,
        give=wire.Goods(gems=(0, 1)),
        want=wire.Goods(gems=(1, 0)),
    )
    assert not any(
        o.HasField("trade") for o in orders("planner", seen(heroes, rival_gems=3, **near)).values()
    )
    standing = wire.Offer(
        giver=wire.HeroRef(seat=1, hero=0),
        taker=wire.HeroRef(seat=0, hero=0),
        give=wire.Goods(gems=(1, 0)),
        want=wire.Goods(gems=(0, 1)),
    )
    taken = orders("planner", seen(heroes, rival_gems=9, offers=[standing], **near))
    assert taken[0].trade.give == standing.want
    assert taken[0].trade.want == standing.give
    standing.want.gold = 1
    refused = orders("planner", seen(heroes, rival_gems=9, offers=[standing], **near))
    assert 0 not in refused


def test_the_planner_leaves_alone_where_it_was_refused() -> None:
    """A move that was BLOCKED is not ordered again at once."""
    bot = started("planner")
    observation = seen(party(1), foes={0: [GOBLIN]}, gems={0: (1, 0)})
    first = bot.act(observation).orders.heroes
    assert {tuple(order.move.path) for order in first} == {(0,)}
    blocked = wire.Result(part=wire.ORDER_LIST_HEROES, place=0, code=wire.CODE_BLOCKED)
    match = Match("m", 0, "proving_grounds", 1, config(), 2, TimeControl(), b"")
    bot.on_events(match, wire.Events(events=[wire.Event(result=blocked)]))
    observation.turn += 1
    assert all(list(o.move.path) != [0] for o in bot.act(observation).orders.heroes)
    observation.turn += 3
    assert {tuple(o.move.path) for o in bot.act(observation).orders.heroes} == {(0,)}


@pytest.mark.parametrize("name", ["random", "greedy", "planner"])
def test_bots_bear_what_makes_no_sense(name: str) -> None:
    """Nothing at all, heroes nowhere, unknown kinds, a result of an order never sent."""
    bot = started(name)
    assert bot.act(wire.Observation(turn=3)).WhichOneof("body") == "orders"
    nobody = wire.Observation(turn=3, own=wire.Own())
    assert list(bot.act(nobody).orders.heroes) == []
    odd = wire.Observation(
        turn=3,
        num_seats=2,
        num_kinds=3,
        rooms=[
            wire.Room(
                room=90,
                level=3,
                has_creatures=True,
                creatures=[wire.CreatureHp(creature=9, hp=-4)],  # type: ignore[arg-type]
                hoard=wire.Hoard(gems=[1]),
                floor=wire.Floor(gems=[1, 2, 3, 4, 5]),
                doors=[wire.KnownDoor(room=90), wire.KnownDoor(room=7)],
            )
        ],
        dots=[wire.Dot(hero=wire.HeroRef(seat=7, hero=1), room=7)],
        own=wire.Own(
            seat=0,
            heroes=[
                wire.Hero(hero=3, room=90, hero_class=9, items=[77]),  # type: ignore[arg-type,list-item]
                wire.Hero(hero=4, room=91, hero_class=T, gems=[1]),
                wire.Hero(hero=5, room=90, hero_class=C, mana=9, max_hp=9),
            ],
            stash=[wire.ItemCount(item=77, count=3)],  # type: ignore[arg-type]
        ),
        market=[wire.Slot(slot=0, item=77)],  # type: ignore[arg-type]
        candidates=[wire.Candidate(candidate=0, hero_class=9)],  # type: ignore[arg-type]
        offers=[wire.Offer(taker=wire.HeroRef(seat=0, hero=4))],
    )
    assert bot.act(odd).WhichOneof("body") == "orders"
    odd.num_kinds = 0
    assert bot.act(odd).WhichOneof("body") == "orders"
    result = wire.Result(part=wire.ORDER_LIST_HEROES, place=99, code=wire.CODE_NO_DOOR)
    match = Match("m", 0, "proving_grounds", 1, config(), 2, TimeControl(), b"")
    bot.on_events(match, wire.Events(events=[wire.Event(result=result), wire.Event()]))
