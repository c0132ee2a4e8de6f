"""What the kernels write at every decision is byte for byte what the protobuf library writes."""

from __future__ import annotations

from typing import Any

import pytest

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as pb
from referee.core.config import parse_config
from referee.core.errors import MalformedError
from referee.core.game import Event
from referee.core.rng import Stream
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.rules.actions import Action
from referee.games.dice_adventure.visibility.observation import Observation
from referee.games.dice_adventure.wire.records import Notice
from tests.games.dice_adventure.test_reference import CONFIGS

GAME, CODEC = PLUGIN.game, PLUGIN.codec

_WIDE = ["C1C2C3**" + ".." * 28] + [".." * 32] * 30 + ["K1K2K3" + "M1" * 29]
WIDEST = {"levels": [{"map": "\n".join(_WIDE), "cap": 500}] * 20, "ping_symbols": 26}


def observation_message(seen: Observation) -> pb.Observation:
    """An observation as the library makes it from plain values."""
    phases: dict[str, Any] = {"communication": 1, "planning": 2, "done": 3}
    level = {
        name: getattr(seen.level, name) for name in ("index", "count", "w", "h", "cap", "attempt")
    }
    return pb.Observation(
        party=seen.party,
        seat=seen.seat,
        character=seen.char,
        level=pb.Level(**level),
        round=seen.round,
        phase=phases[seen.phase],
        window=seen.window,
        grid=seen.grid,
        seen=seen.seen,
        monsters=[pb.Monster(**monster._asdict()) for monster in seen.monsters],
        me=pb.Me(**seen.me._asdict()),
        members=[pb.Member(**character(mate._asdict())) for mate in seen.members],
        pings=[pb.Ping(**ping._asdict()) for ping in seen.pings],
        refused=[refusal_message(notice, phases) for notice in seen.refused],
        results=[pb.LevelRecord(**outcome(record._asdict())) for record in seen.results],
        score=seen.score,
    )


def character(values: dict[str, Any]) -> dict[str, Any]:
    """`char` is spelt out on the wire, where it is a keyword of many languages."""
    return {("character" if name == "char" else name): value for name, value in values.items()}


def outcome(values: dict[str, Any]) -> dict[str, Any]:
    """A record with the outcome as its number."""
    return values | {"outcome": f"OUTCOME_{values['outcome'].upper()}"}


def refusal_message(notice: Notice, phases: dict[str, Any]) -> pb.Refusal:
    """A refusal."""
    code: Any = f"REFUSAL_CODE_{notice.code.name}"
    return pb.Refusal(
        phase=phases[notice.phase],
        window=notice.window,
        index=notice.index,
        code=code,
        more=notice.more,
    )


ODD: list[Action | None] = [
    None,
    GAME.parse_action(7),
    GAME.parse_action({"plan": ["U", "x", "R", "W", "D", "L", "U", "U", "D"] * 5}),
    GAME.parse_action({"pings": [{"symbol": "A", "x": 1, "y": 1}, {"x": 1}] * 20, "plan": []}),
]


@pytest.mark.parametrize("name", ["default", "respawn", "lives", "extended"])
def test_whole_matches(name: str) -> None:
    """Observations of all seats of two parties, at every decision of a match with odd orders in it."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    state, _ = GAME.start(config, seed=9, num_seats=6)
    dice = Stream(9, 1)
    refused = pings = monsters = dead = 0
    while True:
        seen = GAME.observe(state, range(6))
        expected = [observation_message(one) for one in seen]
        assert CODEC.encode_observations(config, seen) == [m.SerializeToString() for m in expected]
        refused += sum(len(message.refused) for message in expected)
        pings += sum(len(message.pings) for message in expected)
        monsters += sum(len(message.monsters) for message in expected)
        dead += sum(not message.me.HasField("x") for message in expected)
        point = GAME.decision(state)
        if point is None:
            break
        GAME.step(state, {
            seat: ODD[dice.draw(4) - 1] if dice.draw(3) == 1
            else GAME.random_action(state, seat, dice)
            for seat in point.seats
        })  # fmt: skip
    assert min(refused, pings, monsters, dead) > 0


def test_every_list_at_its_longest() -> None:
    """The largest map full of monsters, all pings and refusals, and records of all levels."""
    config = parse_config(DiceAdventureConfig, WIDEST | {"stats": {"giant": {"vision": 15}}})
    members = [{"pos": [x, 30]} for x in (3, 12, 28)]
    state = GAME.parse_state(config, 3, {"parties": [{"level_index": 18, "members": members}]})
    ping = {"symbol": "Z", "x": 31, "y": 31}
    far = {"symbol": "Z", "x": -1, "y": 10**9}
    pings = GAME.parse_action({"pings": [ping] * 6 + [far] * 40})
    GAME.step(state, dict.fromkeys(range(3), pings))
    state.table[:, 9] = 20  # as if all levels had ended, each with the longest numbers
    state.results[:] = (1, 3, 500, 999)
    seen = GAME.observe(state, range(3))
    expected = [observation_message(one) for one in seen]
    assert [len(message.refused) for message in expected] == [27, 30, 29]
    assert len(expected[1].pings) == 13
    assert len(expected[1].results) == 20
    assert CODEC.encode_observations(config, seen) == [m.SerializeToString() for m in expected]


def test_public_config_hides_the_levels() -> None:
    """Seats get the number of levels in place of the list (DA-2.1, DA-6.4)."""
    config = parse_config(DiceAdventureConfig, CONFIGS["extended"])
    public = pb.Config.FromString(CODEC.encode_public_config(config))
    assert (len(public.levels), public.num_levels, len(public.types)) == (0, 3, 10)
    whole = pb.Config.FromString(CODEC.encode_config(config))
    assert (len(whole.levels), whole.num_levels) == (3, 0)
    public.ClearField("num_levels")
    whole.ClearField("levels")
    assert public == whole


@pytest.mark.parametrize("name", CONFIGS)
def test_configs_survive_the_wire(name: str) -> None:
    """Levels of every form, types and stats too."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    again = CODEC.decode_config(CODEC.encode_config(config))
    assert parse_config(DiceAdventureConfig, again) == config


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"plan": ["U", "D", "L", "R", "W"]}, pb.Action(plan=pb.Plan(steps=[1, 2, 3, 4, 5]))),  # type: ignore[list-item]  # enums are ints
        ({"plan": []}, pb.Action(plan=pb.Plan())),
        ({"pings": []}, pb.Action(pings=pb.Pings())),
        (
            {"pings": [{"symbol": "B", "x": 0, "y": 2}]},
            pb.Action(pings=pb.Pings(pings=[pb.PingOrder(symbol="B", x=0, y=2)])),
        ),
        ("no order", pb.Action()),
        ({"plan": ["U", "north"]}, pb.Action(plan=pb.Plan(steps=[1, 99]))),  # type: ignore[list-item]  # enums are ints
        ({"pings": [{"x": 1}]}, pb.Action(pings=pb.Pings(pings=[pb.PingOrder(x=3, y=3)]))),
    ],
    ids=["plan", "no steps", "no pings", "ping", "nothing", "odd step", "incomplete ping"],
)
def test_actions(value: object, message: pb.Action) -> None:
    """The rulebook's plain form and the message are read as the same order."""
    assert CODEC.decode_action(message.SerializeToString()) == GAME.parse_action(value)


def test_unreadable_bytes() -> None:
    """They are malformed, not an order."""
    with pytest.raises(MalformedError):
        CODEC.decode_action(b"\xff\xff\xff")


def test_bodies_that_are_not_told() -> None:
    """Only events of the game have a place on the wire."""
    with pytest.raises(TypeError, match="'dusk' is no event of dice_adventure"):
        CODEC.encode_event(Event("dusk"))
