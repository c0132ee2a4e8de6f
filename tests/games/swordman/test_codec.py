"""Swordman on the wire: the bytes mean what the messages say."""

from __future__ import annotations

import pytest

from gamereferee.games.swordman.v1 import swordman_pb2 as pb
from referee.core.config import parse_config
from referee.core.errors import ConfigError, MalformedError
from referee.games.swordman import PLUGIN
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.actions import BAD_FORM, Action, parse_action
from referee.games.swordman.state import State
from tests.helpers.duel_messages import as_dict, check_both_see

GAME, CODEC = PLUGIN.game, PLUGIN.codec

CONFIG = {
    "power": 10,
    "priority": True,
    "life": 1000,
    "locations": 3,
    "guardOn": 3,
    "guardOff": 0,
    "games": 2,
    "roundCap": 50,
    "deadlineMs": 2000,
}
"""Every field is told, defaults and zeros too."""

SETTINGS = [
    {"sword": 7, "shield": 3, "priority": 0, "swordAt": 0, "shieldAt": 2},
    {"sword": 4, "shield": 0, "priority": 6, "swordAt": 2, "shieldAt": -1},
]
ROUND = {
    "game": 2,
    "round": 1,
    "settings": SETTINGS,
    "blow": [7, 0],
    "landed": [True, True],
    "first": 1,
    "lifeBefore": [1000, 900],
    "lifeAfter": [1000, 893],
}
"""Sword 4 meets shield 3, whose cover is 9; sword 7 meets nothing (SW-5.4)."""


def after_a_round() -> tuple[SwordmanConfig, State, list[bytes]]:
    """A match with large lives, after a round in which seat 1 had spent a point too many."""
    config = SwordmanConfig(life=1000, games=2, guard_off=0)
    state = GAME.parse_state(config, 2, {"life": [1000, 900], "points": [2, 0], "game": 2})
    events = GAME.step(
        state, {0: Action(7, 3, 0, 0, 2), 1: parse_action({"sword": 4, "shield": 7, "priority": 6,
                                                           "sword_at": 2})}
    )  # fmt: skip
    return config, state, [CODEC.encode_event(event) for event in events]


def test_observations() -> None:
    """Both seats are told the table, the last round and the config; notices only their own."""
    config, state, _ = after_a_round()
    table = {
        "game": 2,
        "round": 2,
        "life": [1000, 893],
        "points": [2, 0],
        "lastRound": ROUND,
        "config": CONFIG,
    }
    notices = [{"code": "REASON_CODE_OVER_BUDGET", "field": "shield"}]
    check_both_see(PLUGIN, pb, config, state, table, notices)


def test_events_of_a_round() -> None:
    """Joined end to end they are one message, with the events in order."""
    _, _, coded = after_a_round()
    events = pb.Events.FromString(b"".join(coded)).events
    assert [as_dict(event) for event in events] == [
        {"notice": {"code": "REASON_CODE_OVER_BUDGET", "field": "shield"}},
        {"reveal": {"settings": SETTINGS}},
        {"roundEnd": {"record": ROUND}},
    ]


def test_events_of_start_and_end() -> None:
    """Kinds that come seldom, one of them empty, one with an absent winner."""
    config = SwordmanConfig(games=2, life=10)
    state, events = GAME.start(config, seed=1, num_seats=2)
    swords = {0: Action(10, 0, 0, 0), 1: Action(10, 0, 0, 0)}
    events += GAME.step(state, swords)
    events += GAME.step(state, {0: Action(sword_at=5), 1: swords[1]})
    coded = b"".join(CODEC.encode_event(event) for event in events)
    told = [as_dict(event) for event in pb.Events.FromString(coded).events]
    last = {
        "game": 2,
        "round": 1,
        "settings": [
            {"sword": 0, "shield": 0, "priority": 0, "swordAt": -1, "shieldAt": -1},
            {"sword": 10, "shield": 0, "priority": 0, "swordAt": 0, "shieldAt": -1},
        ],
        "blow": [0, 10],
        "landed": [True, True],
        "first": -1,
        "lifeBefore": [10, 10],
        "lifeAfter": [0, 10],
    }
    assert [event for event in told if "reveal" not in event and "roundEnd" not in event] == [
        {"matchStart": {}},
        {"gameStart": {"game": 1}},
        {"slain": {"seat": 0}},
        {"slain": {"seat": 1}},
        {"gameEnd": {"game": 1, "life": [0, 0]}},
        {"gameStart": {"game": 2}},
        {"slain": {"seat": 0}},
        {"gameEnd": {"game": 2, "winner": 1, "life": [0, 10]}},
        {"matchEnd": {"points": [1, 3], "places": [2, 1], "lastRound": last}},
    ]


def test_config_there_and_back() -> None:
    """Every field arrives, false and zero too, and an absent one has its default."""
    config = SwordmanConfig(life=7, priority=False, guard_off=0, games=3, deadline_ms=50)
    assert parse_config(SwordmanConfig, CODEC.decode_config(CODEC.encode_config(config))) == config
    assert CODEC.decode_config(b"") == {}
    values = CODEC.decode_config(pb.Config(locations=0, priority=False).SerializeToString())
    assert values == {"locations": 0, "priority": False}
    with pytest.raises(ConfigError, match="locations must be a whole number from 2 to 9, not 0"):
        parse_config(SwordmanConfig, values)


@pytest.mark.parametrize("data", [b"\xff", b"\x0a\x7f", b"\xff" * 100])
def test_bytes_that_are_no_message(data: bytes) -> None:
    """Short and long ones."""
    with pytest.raises(MalformedError, match=r"no gamereferee\.games\.swordman\.v1\.Action"):
        CODEC.decode_action(data)
    with pytest.raises(MalformedError, match=r"no gamereferee\.games\.swordman\.v1\.Config"):
        CODEC.decode_config(data)


def test_action_on_the_wire() -> None:
    """A location that is missing is not location 0, and one below 0 is as good as missing."""
    assert CODEC.decode_action(pb.Action(sword=3, sword_at=0).SerializeToString()) == Action(
        3, 0, 0, 0, -1
    )
    assert CODEC.decode_action(pb.Action(sword=3).SerializeToString()) == Action(3, 0, 0, -1, -1)
    assert CODEC.decode_action(pb.Action(shield_at=-7).SerializeToString()) == Action()
    assert CODEC.decode_action(b"") == Action()


def test_values_that_no_power_can_have() -> None:
    """A number below 0 is a bad value, and reaches the rules as such."""
    action = CODEC.decode_action(pb.Action(sword=-5, priority=2**31 - 1).SerializeToString())
    assert action == Action(sword=-1, priority=2**31 - 1)
    assert (
        CODEC.encode_action(action) == pb.Action(sword=-1, priority=2**31 - 1).SerializeToString()
    )


def test_bad_form_on_the_wire() -> None:
    """A bridge that reads answers as text can say that one was no action, whatever else it sends."""
    assert CODEC.encode_action(parse_action([7, 3])) == pb.Action(bad_form=True).SerializeToString()
    data = pb.Action(sword=7, sword_at=1, bad_form=True).SerializeToString()
    assert CODEC.decode_action(data) == BAD_FORM


def test_long_actions() -> None:
    """Unknown fields are passed over, as protobuf does."""
    data = pb.Action(sword=2).SerializeToString() + b"\x7a\x40" + b"x" * 64
    assert CODEC.decode_action(data) == Action(sword=2)
