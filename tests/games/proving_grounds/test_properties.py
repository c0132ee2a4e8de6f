"""What holds in every match, under any config and any orders."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.config import parse_config
from referee.core.game import Events
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.rules.market.shuffle import shuffled_board
from referee.games.proving_grounds.tables import Cause, Item
from referee.games.proving_grounds.wire.events import Bought, Ledger, SpikesSet, TrapSet
from tests.games.proving_grounds.both_worlds import odd_config
from tests.games.proving_grounds.odd_actions import odd_action, rich_position
from tests.games.proving_grounds.reference_deals import shuffle_board

GAME = PLUGIN.game
MILLION = 1_000_000
INNER = {Cause.TRADE, Cause.LOOT, Cause.CACHE, Cause.STOLEN}
"""Causes by which gold changes hands but is neither made nor spent."""


def gold_of(plain: Any) -> int:
    """All gold: treasuries, hoards, floors, caches."""
    rooms = plain["rooms"].values()
    lying: list[int] = [r["hoard_gold"] + r["floor_gold"] + sum(r["caches"]) for r in rooms]
    held: list[int] = [seat["gold"] for seat in plain["seats"]]
    return sum(held) + sum(lying)


def gems_of(plain: Any) -> list[int]:
    """All gems by kind."""
    heaps = [
        room[name] for room in plain["rooms"].values() for name in ("hoard_gems", "floor_gems")
    ]
    for seat in plain["seats"]:
        heaps += [seat["vault"], *[hero["gems"] for hero in seat["heroes"]]]
    return [sum(column) for column in zip(*heaps, strict=True)]


def items_of(plain: Any) -> Counter[str]:
    """All items that are in somebody's hands or on a floor."""
    found: Counter[str] = Counter()
    for room in plain["rooms"].values():
        found.update(room["floor_items"])
    for seat in plain["seats"]:
        found.update(seat["stash"])
        for hero in seat["heroes"]:
            found.update(hero["items"])
    return found


def check_goods(before: Any, after: Any, events: Events, potions: int) -> None:
    """Gold changes as the ledgers say; gems stay; items come from the market alone."""
    bodies = [event.body for event in events]
    ledgers = [body for body in bodies if isinstance(body, Ledger)]
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        assert new["gold"] - old["gold"] == sum(
            body.amount for body in ledgers if body.seat == seat
        )
        assert new["gold"] >= 0
    outer = sum(body.amount for body in ledgers if body.cause not in INNER)
    assert gold_of(after) - gold_of(before) == outer
    assert sum(body.amount for body in ledgers if body.cause == Cause.TRADE) == 0
    assert gems_of(after) == gems_of(before)
    expected = items_of(before)
    expected.update(Item(body.item).name for body in bodies if isinstance(body, Bought))
    expected["SPIKES"] -= sum(isinstance(body, SpikesSet) for body in bodies)
    expected["TRAP_KIT"] -= sum(isinstance(body, TrapSet) for body in bodies)
    drunk = (+expected - items_of(after)).pop("POTION", 0)
    assert 0 <= drunk <= potions
    expected["POTION"] -= drunk
    assert +expected == +items_of(after)


def check_places(before: Any, after: Any, width: int) -> None:
    """Levels never fall, sides don't share rooms after a turn, and nobody is at another's gate."""
    for old, new in zip(before["seats"], after["seats"], strict=True):
        assert all(a <= b for a, b in zip(old["levels"], new["levels"], strict=True))
    size = (len(after["rooms"]) - 1) // len(after["seats"])
    gates = {seat * size + width // 2: seat for seat in range(len(after["seats"]))}
    for number, seat in enumerate(after["seats"]):
        for hero in seat["heroes"]:
            room = hero["room"]
            assert after["rooms"][str(room)]["owner"] == number
            assert not any(after["rooms"][str(room)]["creatures"])
            assert gates.get(room, number) == number
            assert seat["levels"][room] == 4


@pytest.mark.parametrize("number", range(14))
def test_nothing_is_made_or_lost(number: int) -> None:
    """Goods and places, turn by turn, in matches in which everything occurs."""
    dice = Stream(number, 11)
    num_seats = 2 + number % 7
    config = parse_config(ProvingGroundsConfig, odd_config(dice))
    state, _ = GAME.start(config, seed=dice.next(), num_seats=num_seats)
    state = GAME.parse_state(config, num_seats, rich_position(dict(GAME.plain_state(state)), dice))
    for _ in range(30):
        point = GAME.decision(state)
        if point is None:
            break
        before: Any = GAME.plain_state(state)
        actions = {seat: odd_action(before, seat, dice, 30) for seat in point.seats}
        parsed = {s: None if a is None else GAME.parse_action(a) for s, a in actions.items()}
        events = GAME.step(state, parsed)
        after: Any = GAME.plain_state(state)
        check_goods(before, after, events, repr(actions).count("'POTION'"))
        check_places(before, after, config.sector_width)


@given(st.data())
def test_any_bids_shuffle_to_an_end(data: st.DataObject) -> None:
    """PG-5.2 ends for bids up to a million, as the reference has it, and pays no attention to idle seats."""
    seats = data.draw(st.integers(2, 8))
    orders = st.permutations(range(seats))
    board, tie = data.draw(orders), data.draw(orders)
    one = st.one_of(st.just(0), st.integers(0, 5), st.integers(0, MILLION))
    bids = data.draw(st.lists(one, min_size=seats, max_size=seats))
    order, left = shuffled_board(board, bids, tie)
    expected = shuffle_board(board, bids, tie)
    assert (order, [s.move_up for s in left], [s.defend for s in left]) == expected
    assert sorted(order) == list(range(seats))
    assert all(0 <= s.move_up <= bid for s, bid in zip(left, bids, strict=True))
    for upper, lower in itertools.pairwise(order):
        attack, defence = left[lower].move_up, left[upper].defend
        assert (
            attack < 1
            or attack < defence
            or (attack == defence and tie.index(upper) < tie.index(lower))
        )


@pytest.mark.parametrize("most", [1, 1000, MILLION])
def test_equal_bids_shuffle_to_an_end(most: int) -> None:
    """The most that everybody can bid, with the board against the TIE board."""
    board = list(range(8))
    order, _ = shuffled_board(board, [most] * 8, board[::-1])
    assert sorted(order) == board


@pytest.mark.parametrize(
    ("tie", "order", "left"),
    [
        ([2, 3, 5, 1, 4, 6, 7, 8], [2, 3, 5, 1, 4, 6, 7, 8], {2: (1, 1), 3: (1, 1), 5: (1, 1), 1: (0, 3), 4: (0, 1)}),
        ([2, 3, 1, 5, 4, 6, 7, 8], [2, 3, 1, 5, 4, 6, 7, 8], {2: (1, 1), 3: (1, 1), 1: (0, 2), 5: (2, 2), 4: (0, 1)}),
        ([2, 5, 3, 1, 4, 6, 7, 8], [2, 3, 5, 1, 4, 6, 7, 8], {2: (1, 1), 3: (0, 1), 5: (0, 1), 1: (0, 3), 4: (0, 1)}),
    ],
)  # fmt: skip
def test_the_shuffle_of_the_seed(
    tie: list[int], order: list[int], left: dict[int, tuple[int, int]]
) -> None:
    """PG-8.5 A, B and C with what is left of each bid; players count from 1."""
    bids = [0, 2, 2, 0, 3, 0, 0, 0]
    ranks = [player - 1 for player in tie]
    seats, standings = shuffled_board(range(8), bids, ranks)
    assert [seat + 1 for seat in seats] == order
    assert [(s.move_up, s.defend) for s in standings] == [
        left.get(player, (0, 0)) for player in range(1, 9)
    ]
    assert shuffle_board(range(8), bids, ranks)[0] == seats
