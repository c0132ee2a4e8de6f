"""Every refusal of DA-4.7: its code, its index, and what counts in spite of it."""

from __future__ import annotations

import pytest

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as pb
from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.engine import DiceAdventure
from referee.games.dice_adventure.rules.rounds import begin, no_orders, play
from referee.games.dice_adventure.state import blank_state
from referee.games.dice_adventure.wire.records import Notice

GAME = PLUGIN.game
A = {"symbol": "A", "x": 0, "y": 0}

PINGS = [
    ([A, A], [], 2),
    ([A] * 8, [(6, "NO_AP"), (7, "NO_AP")], 6),
    ([A | {"symbol": "E"}, A | {"symbol": "a"}, A | {"symbol": "AB"}, A | {"symbol": ""}, A],
     [(i, "BAD_SYMBOL") for i in range(4)], 1),
    ([A | {"x": 3}, A | {"x": -1}, A | {"y": 4}, A | {"y": -5}, A | {"x": 2**70}],
     [(i, "OUT_OF_MAP") for i in range(5)], 0),
    ([{}, 7, None, A | {"symbol": 1}, A | {"x": 1.0}, A | {"y": True}, {"x": 0, "y": 0}, A],
     [(i, "MALFORMED") for i in range(7)], 1),
    ([A | {"symbol": "E", "x": 99}], [(0, "BAD_SYMBOL")], 0),
    ([A] * 6 + [A | {"x": 99}, A], [(6, "OUT_OF_MAP"), (7, "NO_AP")], 6),
    ([A | {"colour": "red"}], [], 1),
    ([A | {"x": 9}] * 33, [*((i, "OUT_OF_MAP") for i in range(32)), (32, "TOO_MANY")], 0),
]  # fmt: skip


def told(events: list[object]) -> list[tuple[int | None, str]]:
    """Index and code of the notices among the bodies of events."""
    return [(body.index, body.code.name) for body in events if isinstance(body, Notice)]


@pytest.mark.parametrize(("pings", "refused", "accepted"), PINGS)
def test_pings(pings: list[object], refused: list[tuple[int | None, str]], accepted: int) -> None:
    """Entry by entry; what is accepted costs action points at once (DA-4.5)."""
    config = parse_config(DiceAdventureConfig, {"levels": ["L1"]})
    state, _ = GAME.start(config, seed=1, num_seats=3)
    empty = GAME.parse_action({"pings": []})
    actions = {0: GAME.parse_action({"pings": pings}), 1: empty, 2: empty}
    events = [event.body for event in GAME.step(state, actions)]
    seen = GAME.observe(state, [0])[0]
    assert told(events) == refused
    assert [(notice.index, notice.code.name) for notice in seen.refused] == refused
    assert (len(seen.pings), seen.me.ap) == (accepted, 6 - accepted)
    assert seen.phase == ("communication" if accepted else "planning")


PLANS = [
    (["U", "W"], [], [0, 1]),
    (["W"] * 8, [(6, "NO_AP"), (7, "NO_AP")], [0, 2]),
    (["x", 3, None, "UU", "u", "U", "bad"], [*((i, "BAD_STEP") for i in range(5)), (6, "NO_AP")],
     [0, 1]),
    (["W"] * 40, [*((i, "NO_AP") for i in range(6, 32)), (32, "TOO_MANY")], [0, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "refused", "place"), PLANS)
def test_plans(plan: list[object], refused: list[tuple[int | None, str]], place: list[int]) -> None:
    """An unknown step is a wait, so that the timing of later steps is kept (DA-4.6)."""
    values = {"levels": [{"map": "K1..K2K3\n......**\nC1C2C3.."}], "ping_windows": 0}
    config = parse_config(DiceAdventureConfig, values)
    state, _ = GAME.start(config, seed=1, num_seats=3)
    empty = GAME.parse_action({"plan": []})
    actions = {0: GAME.parse_action({"plan": plan}), 1: empty, 2: empty}
    events = GAME.step(state, actions)
    seen = GAME.observe(state, [0])[0]
    assert told([event.body for event in events]) == refused
    assert [seen.me.x, seen.me.y] == place


@pytest.mark.parametrize(("version", "more"), [(1, 0), (2, 40_000 - 33)])
@pytest.mark.parametrize("phase", ["pings", "plan"])
def test_how_many_were_not_read(phase: str, version: int, more: int) -> None:
    """TOO_MANY says how many entries followed it; an order later nothing of it is left (DA-4.7)."""
    game = DiceAdventure(version)
    entry: object = {"pings": {}, "plan": "x"}[phase]
    entries = [entry] * 40_000
    config = parse_config(
        DiceAdventureConfig, {"levels": ["L1"], "ping_windows": int(phase == "pings")}
    )
    state, _ = game.start(config, seed=1, num_seats=3)
    order = PLUGIN.codec.encode_action(game.parse_action({phase: entries[:33]}))
    assert game.parse_action({phase: entries[:33]}) == PLUGIN.codec.decode_action(order)
    empty = game.parse_action({phase: []})
    events = game.step(state, {0: game.parse_action({phase: entries}), 1: empty, 2: empty})
    told = [event.body for event in events if isinstance(event.body, Notice)]
    assert [(notice.index, notice.more) for notice in told[32:]] == [(32, more)]
    assert [notice.more for notice in told[:32]] == [0] * len(told[:32])
    seen = game.observe(state, [0])[0]
    assert list(seen.refused) == told
    read = pb.Observation.FromString(PLUGIN.codec.encode_observations(config, [seen])[0])
    assert [refusal.more for refusal in read.refused] == [notice.more for notice in told]
    point = game.decision(state)
    assert point is not None
    after = game.parse_action({"pings": [], "plan": []})
    game.step(state, dict.fromkeys(point.seats, after))
    assert game.observe(state, [0])[0].refused == ()
    assert not state.refused.any()


def test_the_number_comes_from_the_wire() -> None:
    """Whatever a message has room for."""
    sent = pb.Action(pings=pb.Pings(pings=[pb.PingOrder()] * 30_000))
    assert PLUGIN.codec.decode_action(sent.SerializeToString()).more == (30_000 - 33, 0)
    sent = pb.Action(plan=pb.Plan(steps=[pb.STEP_UP] * 60_000))
    action = PLUGIN.codec.decode_action(sent.SerializeToString())
    assert action.more == (0, 60_000 - 33)
    state, _ = GAME.start(DiceAdventureConfig(ping_windows=0), seed=1, num_seats=3)
    GAME.step(state, {0: action, 1: None, 2: None})
    assert GAME.observe(state, [0])[0].refused[-1].more == 60_000 - 33


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (None, "LATE"),
        (7, "MALFORMED"),
        ({}, "MALFORMED"),
        ({"pings": "A"}, "MALFORMED"),
        ({"plan": ["U"]}, "WRONG_PHASE"),
    ],
)
def test_orders_that_do_not_count(order: object, code: str) -> None:
    """They are reported as a whole, once, and the default counts."""
    config = parse_config(DiceAdventureConfig, {"levels": ["L1"]})
    state, _ = GAME.start(config, seed=1, num_seats=3)
    empty = GAME.parse_action({"pings": []})
    action = None if order is None else GAME.parse_action(order)
    events = list(GAME.step(state, {0: empty, 1: empty, 2: action}))
    assert [(event.audience, told([event.body])) for event in events] == [((2,), [(None, code)])]
    assert GAME.observe(state, [2])[0].refused == (events[0].body,)
    assert GAME.observe(state, [2])[0].phase == "planning"


def test_both_lists_in_one_order() -> None:
    """The list of the phase counts, the other is not looked at."""
    config = parse_config(DiceAdventureConfig, {"levels": ["L1"]})
    state, _ = GAME.start(config, seed=1, num_seats=3)
    both = GAME.parse_action({"pings": [A], "plan": ["U"]})
    assert GAME.step(state, dict.fromkeys(range(3), both)) == []
    assert len(GAME.observe(state, [0])[0].pings) == 3


def test_nonsense_in_orders() -> None:
    """Whatever numbers are in the arrays, the matches go on and stay within their bounds."""
    config = parse_config(DiceAdventureConfig, {"levels": ["L1", {"name": "easy", "cap": 12}]})
    parties = blank_state(config, [0, 1, 2008, 2**64 - 1], 1)
    begin(parties)
    dice = Stream(8)
    for _ in range(60):
        orders = no_orders(4)
        flat = orders.reshape(-1)
        flat[:] = [dice.draw(2**16) - 2**15 - 1 for _ in range(flat.size)]
        orders[:, :, c.WHOLE] = 0
        play(parties, orders)
        members = parties.table[:, c.MEMBERS :].reshape(4, 3, c.MEMBER_WIDTH)
        assert (members[:, :, c.AP] >= 0).all()
        refused = members[:, :, c.NUM_REFUSED]
        assert (refused >= 0).all()
        assert (refused < 2**16).all()
