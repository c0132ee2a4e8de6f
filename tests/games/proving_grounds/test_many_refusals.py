"""What is refused of one message has an end: 32 parts are answered one by one, then their number (AM-3)."""

from __future__ import annotations

import pytest

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as pb
from referee.core.game import Event
from referee.games.proving_grounds.plugin import PLUGIN
from referee.games.proving_grounds.tables import Code, OrderList
from referee.games.proving_grounds.wire.events import Notice

MANY = 60_000
SETUPS = {
    "heroes": pb.Setup(heroes=[pb.HeroSpec()] * MANY),
    "stash": pb.Setup(stash=[pb.ITEM_UNSPECIFIED] * MANY),
}
ORDERS = {
    "hire": pb.Orders(hire=[pb.HireBid()] * MANY),
    "buy": pb.Orders(buy=[99] * MANY),
    "heroes": pb.Orders(heroes=[pb.HeroOrder()] * MANY),
}


def _notices(*messages: pb.Action) -> list[Notice]:
    """What the first seat is told of the last of its messages that did not count."""
    game, events = PLUGIN.game, list[Event]()
    state, _ = game.start(game.config_class(), seed=1, num_seats=2)
    for message in messages:
        action = PLUGIN.codec.decode_action(message.SerializeToString())
        events = list(game.step(state, {0: action, 1: None}))
    return [
        event.body for event in events if isinstance(event.body, Notice) and event.audience == (0,)
    ]


@pytest.mark.parametrize("part", SETUPS)
def test_at_setup(part: str) -> None:
    """Nothing of it can be bought, so that the default party is, as for a message without heroes."""
    notices = _notices(pb.Action(setup=SETUPS[part]))
    _are_bounded(notices, part)


@pytest.mark.parametrize("part", ORDERS)
def test_in_a_turn(part: str) -> None:
    """Whichever list is too long."""
    _are_bounded(_notices(pb.Action(setup=pb.Setup()), pb.Action(orders=ORDERS[part])), part)


def _are_bounded(notices: list[Notice], part: str) -> None:
    *first, last = notices
    places = [(each.part, each.place) for each in first]
    assert places == [(OrderList[part.upper()], place) for place in range(32)]
    assert (last.part, last.place, last.code) == (OrderList.MESSAGE, MANY - 32, Code.MORE)


def test_no_more_than_there_were() -> None:
    """With 32 refusals nothing is left to count, with 33 one is."""
    shuffle = [0, 0, 0, 0, 0]
    for surplus, more in ((32, []), (33, [1]), (40, [8])):
        orders = pb.Orders(shuffle=shuffle, buy=[99] * surplus)
        notices = _notices(pb.Action(setup=pb.Setup()), pb.Action(orders=orders))
        assert len(notices) == min(surplus, 32) + len(more)
        assert [each.place for each in notices if each.code is Code.MORE] == more
