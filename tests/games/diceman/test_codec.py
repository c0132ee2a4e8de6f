"""Diceman on the wire: the bytes mean what the messages say."""

from __future__ import annotations

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2 as pb
from referee.core.config import parse_config
from referee.core.errors import ConfigError, MalformedError
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import BAD_FORM, LEGAL, read_dice
from referee.games.diceman.state import State
from tests.helpers.duel_messages import as_dict, check_both_see

GAME, CODEC = PLUGIN.game, PLUGIN.codec
MP, PS = LEGAL[0], LEGAL[3]

CONFIG = {
    "life": 1000,
    "dieMagic": 4,
    "diePriority": 6,
    "dieSword": 8,
    "dieShield": 10,
    "magicScope": "MAGIC_SCOPE_PHASE",
    "games": 2,
    "roundCap": 100,
    "deadlineMs": 2000,
}
"""Every field is told, defaults too."""

ROLLS = [{"combo": 3, "values": [0, 6, 8, 0]}, {"combo": 0, "values": [4, 1, 0, 0]}]
PHASES = [
    {"number": 6, "edge": [5, 0], "preempt": [0, 0], "sword": [3, 0], "magic": [0, 0],
     "duel": False, "life": [1000, 892]},
    {"number": 1, "edge": [0, 0], "preempt": [0, 0], "sword": [0, 0], "magic": [0, 4],
     "duel": False, "life": [996, 892]},
]  # fmt: skip
"""P6 S8 against M4 P1: D = 5, edge 5, the rest of the sword 3; then Magic 4 (DM-5)."""


def after_a_round() -> tuple[DicemanConfig, State, list[bytes]]:
    """A match with large lives, after a round in which seat 1 had named a die too many."""
    config = DicemanConfig(life=1000, games=2)
    state = GAME.parse_state(config, 2, {"life": [1000, 900], "points": [2, 0], "game": 2})
    GAME.script_dice(state, [6, 8, 4, 1])
    events = GAME.step(state, {0: PS, 1: read_dice([0, 1, 2])})
    return config, state, [CODEC.encode_event(event) for event in events]


def test_observations() -> None:
    """Both seats are told the table, the last round and the config; notices only their own."""
    config, state, _ = after_a_round()
    table = {
        "game": 2,
        "round": 2,
        "life": [996, 892],
        "points": [2, 0],
        "pickCounts": [{"counts": [0, 0, 0, 1, 0, 0]}, {"counts": [1, 0, 0, 0, 0, 0]}],
        "lastRound": {
            "game": 2,
            "round": 1,
            "rolls": ROLLS,
            "phases": PHASES,
            "lifeBefore": [1000, 900],
            "lifeAfter": [996, 892],
        },
        "config": CONFIG,
    }
    notices = [{"code": "REASON_CODE_TOO_MANY", "index": 2}]
    coded = check_both_see(PLUGIN, pb, config, state, table, notices)
    assert len(coded[0]) > 128


def test_events_of_a_round() -> None:
    """Joined end to end they are one message, with the events in order."""
    _, _, coded = after_a_round()
    events = pb.Events.FromString(b"".join(coded)).events
    assert [as_dict(event) for event in events] == [
        {"notice": {"code": "REASON_CODE_TOO_MANY", "index": 2}},
        {"reveal": {"rolls": ROLLS}},
        {"phase": PHASES[0]},
        {"phase": PHASES[1]},
    ]


def test_events_of_start_and_end() -> None:
    """Kinds that come seldom, one of them empty, one with an absent winner."""
    config = DicemanConfig(games=2, round_cap=1)
    state, events = GAME.start(config, seed=1, num_seats=2)
    for dice in ([1, 1, 1, 1], [4, 1, 1, 1]):
        GAME.script_dice(state, dice)
        events += GAME.step(state, {0: MP, 1: MP})
    coded = b"".join(CODEC.encode_event(event) for event in events)
    told = [as_dict(event) for event in pb.Events.FromString(coded).events]
    assert [event for event in told if "reveal" not in event and "phase" not in event] == [
        {"matchStart": {}},
        {"gameStart": {"game": 1}},
        {"gameEnd": {"game": 1, "life": [20, 20]}},
        {"gameStart": {"game": 2}},
        {"gameEnd": {"game": 2, "winner": 0, "life": [20, 17]}},
        {"matchEnd": {"points": [3, 1], "places": [1, 2]}},
    ]


def test_slain_on_the_wire() -> None:
    """Seat 0 is told as such, though it is a zero."""
    state = GAME.parse_state(DicemanConfig(), 2, {"life": [1, 20]})
    GAME.script_dice(state, [1, 1, 1, 8])
    events = GAME.step(state, {0: MP, 1: PS})
    coded = b"".join(CODEC.encode_event(event) for event in events)
    assert {"slain": {"seat": 0}} in [as_dict(one) for one in pb.Events.FromString(coded).events]


def test_config_there_and_back() -> None:
    """Every field arrives, and an absent one has its default."""
    config = DicemanConfig(life=7, magic_scope="so_far", games=3, deadline_ms=50)
    assert parse_config(DicemanConfig, CODEC.decode_config(CODEC.encode_config(config))) == config
    assert CODEC.decode_config(b"") == {}
    data = pb.Config(die_sword=0).SerializeToString()
    assert CODEC.decode_config(data) == {"die_sword": 0}


def test_unknown_scope() -> None:
    """A number that names no scope reaches the config as it is, and is refused there."""
    values = CODEC.decode_config(b"\x30\x09")
    with pytest.raises(ConfigError, match="magic_scope must be one of phase, so_far, not 9"):
        parse_config(DicemanConfig, values)


@pytest.mark.parametrize("data", [b"\xff", b"\x0a\x7f", b"\xff" * 100])
def test_bytes_that_are_no_message(data: bytes) -> None:
    """Short and long ones."""
    with pytest.raises(MalformedError, match=r"no gamereferee\.games\.diceman\.v1\.Action"):
        CODEC.decode_action(data)
    with pytest.raises(MalformedError, match=r"no gamereferee\.games\.diceman\.v1\.Config"):
        CODEC.decode_config(data)


def test_action_on_the_wire() -> None:
    """A proper choice is four bytes, and is read back as one of the six."""
    assert CODEC.encode_action(MP) == pb.Action(dice=[0, 1]).SerializeToString()
    assert CODEC.decode_action(pb.Action(dice=[2, 1]).SerializeToString()).combo == PS.combo
    long = pb.Action(dice=[1, 2] * 1000).SerializeToString()
    assert [one.code.name for one in CODEC.decode_action(long).notices][-1] == "TOO_LONG"
    assert CODEC.decode_action(pb.Action(dice=[0], bad_form=True).SerializeToString()) == BAD_FORM
