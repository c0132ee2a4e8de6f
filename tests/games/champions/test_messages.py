"""Records of Champions are written byte for byte as the protobuf library writes them, and read back."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.json_format import ParseDict

from gamereferee.games.champions.v1 import champions_pb2 as pb
from referee.core.config import parse_config
from referee.core.errors import MalformedError
from referee.core.plain import to_plain
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions.tables import (
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    MOST_LOOT_ACTIONS,
    NUM_TURNS,
    NUM_TYPES,
)
from referee.games.champions.wire.actions import Battle, Equip, EquipOrder, Fighter, Loot, SetAction
from referee.games.champions.wire.codec import SCHEMA
from referee.games.champions.wire.fields import BAD
from tests.games.champions.lockstep import told_of
from tests.games.champions.odd_actions import odd_action

CODEC: Any = PLUGIN.codec
GAME: Any = PLUGIN.game
PHASES = ["MOVE", "LOOT", "EQUIP", "BATTLE"]
MISSING = -2
TOO_LOW = -(2**31) - 1
"""An odd step of a move that no message can hold."""
BODIES = {"Move": "move", "Loot": "loot", "Equip": "equip", "Battle": "battle"}


def observation_message(seen: object) -> pb.Observation:
    """An observation as the library makes it; an empty slot is an empty message."""
    values: Any = to_plain(seen)
    for champion in values.get("me", {}).get("champions", ()):
        champion["slots"] = [held or {} for held in champion["slots"]]
    return ParseDict(values, pb.Observation())


def event_message(name: str, values: Any) -> pb.Events:
    """An event as the library makes it."""
    if name == "notice":
        name, code = "refusal", f"REFUSAL_CODE_{values['code']}"
        values = {**values, "code": code, "phase": PHASES.index(values["phase"])}
    if name == "map_shrunk":
        values = {**values, "cuts": [{"oy": oy, "ox": ox} for oy, ox in values["cuts"]]}
    return ParseDict({"events": [{name: values}]}, pb.Events())


def action_message(action: Any) -> pb.Action:
    """An action as the library makes it; what is missing is not set."""
    body = BODIES.get(type(action).__name__)
    return ParseDict({body: _sent(to_plain(action))}, pb.Action()) if body else pb.Action()


def as_read(action: Any) -> Any:
    """An action as it is read: what is beyond the bound of a list is counted alone (CH-4.2)."""
    match action:
        case Loot(categories):
            return Loot(_cut(categories, MOST_LOOT_ACTIONS, 0))
        case Equip(orders):
            return Equip(_cut(orders, MAX_EQUIP_ORDERS, EquipOrder(0, 0, BAD, BAD)))
        case Battle(fighters):
            return Battle(
                _cut(tuple(map(_fighter, fighters)), MAX_FIGHTER_ENTRIES, Fighter(None, BAD))
            )
    return action


def _fighter(entry: Fighter) -> Fighter:
    actions = [
        each._replace(prefs=_cut(each.prefs, NUM_TYPES, 0)) for each in entry.actions[:NUM_TURNS]
    ]
    return entry._replace(
        actions=_cut((*actions, *entry.actions[NUM_TURNS:]), NUM_TURNS, SetAction(BAD))
    )


def _cut(entries: tuple[Any, ...], most: int, unread: object) -> tuple[Any, ...]:
    return entries[:most] + (unread,) * (len(entries) - most)


def _sent(value: Any) -> Any:
    if isinstance(value, list):
        return [_sent(each) for each in value]
    if not isinstance(value, dict):
        return value
    told = {name: _sent(each) for name, each in value.items() if not _is_missing(name, each)}
    return {("set" if name == "actions" else name): each for name, each in told.items()}


def _is_missing(name: str, value: object) -> bool:
    return name in ("champion", "slot", "action", "target") and value == MISSING


@pytest.mark.parametrize(("version", "num_seats", "oddity"), [(1, 2, 5), (2, 7, 0), (2, 16, 10)])
def test_all_that_is_told_and_sent(version: int, num_seats: int, oddity: int) -> None:
    """At every decision point of a match, whatever the seats send."""
    game: Any = PLUGIN.at(version).game
    config = parse_config(game.config_class, {})
    state, _ = game.start(config, seed=3, num_seats=num_seats)
    dice, kinds = Stream(version + num_seats), set()
    while (point := game.decision(state)) is not None:
        seen = game.observe(state, range(num_seats))
        expected = [observation_message(one).SerializeToString() for one in seen]
        assert CODEC.encode_observations(config, seen) == expected
        plain, actions = game.plain_state(state), {}
        for seat in point.seats:
            action = game.parse_action(odd_action(plain, seat, dice, oddity=oddity))
            if TOO_LOW in action:
                action = game.parse_action(None)
            data = CODEC.encode_action(action)
            assert data == action_message(action).SerializeToString()
            actions[seat] = CODEC.decode_action(data)
            assert actions[seat] == as_read(action)
            kind, fields = SCHEMA.decode_action(data)
            assert kind is None or actions[seat] == kind(**fields)
        events = game.step(state, actions)
        for event, (name, _, values) in zip(events, told_of(events), strict=True):
            assert CODEC.encode_event(event) == event_message(name, values).SerializeToString()
            kinds.add(name)
    assert {"loot_found", "battle_turn", "tile_report", "eliminated", "match_end"} <= kinds


@pytest.mark.parametrize(
    ("version", "values", "told"),
    [
        (2, {}, {"stage_lengths": [2, 2, 2], "scoring": 2}),
        (2, {"stage_rounds": 5, "scoring": "outlast"}, {"stage_rounds": 5, "scoring": 1}),
        (2, {"stage_lengths": [3, 4, 5]}, {"stage_lengths": [3, 4, 5], "scoring": 2}),
        (1, {"msgs_per_action": 0}, {"stage_rounds": 8, "msgs_per_action": 0}),
    ],
)
def test_configs(version: int, values: dict[str, Any], told: dict[str, Any]) -> None:
    """Lengths that follow from another field, and what version 1 does not know, are not told."""
    game: Any = PLUGIN.at(version).game
    config = parse_config(game.config_class, values)
    others = {
        "loot_actions": 3,
        "max_rounds": 36,
        "msgs_per_action": 2,
        "msg_bytes": 200,
        "deadline_ms": 2000,
    }
    data = CODEC.encode_config(config)
    assert data == pb.Config(**{**others, **told}).SerializeToString()
    assert parse_config(game.config_class, CODEC.decode_config(data)) == config


def test_what_is_not_set_or_unknown_in_a_config() -> None:
    """Nothing is made up, and a number that is no scoring stays one, for the config to refuse."""
    assert CODEC.decode_config(b"") == {}
    assert CODEC.decode_config(pb.Config(max_rounds=7).SerializeToString()) == {"max_rounds": 7}
    odd = pb.Config(scoring=9)  # type: ignore[arg-type]  # open enum
    assert CODEC.decode_config(odd.SerializeToString()) == {"scoring": 9}


def test_what_is_no_message() -> None:
    """An empty action has no body; other bytes are refused."""
    assert CODEC.encode_action(CODEC.decode_action(b"")) == b""
    for data in (b"\x0a\xff", b"\x22\xff"):
        with pytest.raises(MalformedError, match=r"no gamereferee\.games\.champions\.v1\.Action"):
            CODEC.decode_action(data)


def test_the_last_body_counts() -> None:
    """As the library has it, whatever an action begins with."""
    battle = pb.Action(battle=pb.Battle(fighters=[pb.Fighter(champion=2)])).SerializeToString()
    move = pb.Action(move=pb.Move(dr=1)).SerializeToString()
    assert CODEC.decode_action(battle + move) == GAME.parse_action({"move": [1, 0]})
    fighter = {"battle": [{"champion": 2}]}
    assert CODEC.decode_action(move + battle) == GAME.parse_action(fighter)
