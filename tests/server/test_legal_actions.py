"""What a seat may do is listed in its turns, for who asks for it, and bounded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1.play_service_pb2 import Join, LegalActions, PlayResponse
from referee.core.legal import MOST_LEGAL
from referee.core.time_control import TimeControl
from referee.match.effects import ClockReading
from referee.replay.wire import LANES, LEGAL_ACTIONS, SMALL_TURNS
from referee.server.hosting.small_turns import SmallTurnWriter
from referee.server.hosting.turns import TurnWriter
from tests.server.running import BotStream, Referee, bid, running

CLOCK = ClockReading(None, 0, None, 0, 0)
LEGAL = LegalActions(count=2, actions=[b"", b"\x08\x01"])


def test_a_turn_has_the_list_with_its_type() -> None:
    """The bytes are those that protobuf writes; without a list they are as ever."""
    writer = TurnWriter("m", 2, observation_url="o", events_url="e", has_bank=False, action_url="a")
    plain = writer.write(1, 3, "play", b"seen", b"", CLOCK)
    listed = writer.write(1, 3, "play", b"seen", b"", CLOCK, legal=writer.legal(LEGAL))
    expected = PlayResponse.FromString(plain)
    expected.turns[0].legal.CopyFrom(LegalActions(count=2, action_url="a", actions=LEGAL.actions))
    assert listed == expected.SerializeToString()
    assert writer.legal(None) == b""


def test_a_small_turn_has_the_list_without_its_type() -> None:
    """Likewise."""
    plain, listed = (
        SmallTurnWriter(1, b"", b"", TimeControl()).write(
            3, "play", b"seen", b"", CLOCK, legal=told
        )
        for told in (None, LEGAL)
    )
    expected = PlayResponse.FromString(plain)
    expected.small_turns[0].legal.CopyFrom(LEGAL)
    assert PlayResponse.FromString(listed) == expected


async def _first_turns(referee: Referee, features: list[str], **fields: Any) -> Any:
    """Join seat 0 with features and seat 1 without; the first turn of each, and what was in force."""
    made = await referee.create(**fields)
    asking, other = referee.stream(), referee.stream()
    await asking.send(joins=[Join(token=made.seat_tokens[0], features=features, number=1)])
    joined = await asking.next("joins")
    await other.join(made.seat_tokens[1])
    field = "small_turns" if SMALL_TURNS in features else "turns"
    return await asking.next(field), await other.turn(), list(joined.features), asking, other


async def test_only_who_asks_is_told(tmp_path: Path) -> None:
    """All legal actions in order, in each turn, what is left of the purse."""
    async with running(tmp_path) as referee:
        turn, other, features, asking, rival = await _first_turns(
            referee, [LEGAL_ACTIONS], config_json='{"purse": 3}'
        )
        assert features == [LEGAL_ACTIONS]
        assert not other.HasField("legal")
        assert turn.legal.count == 4
        assert list(turn.legal.actions) == [bid(value).value for value in range(4)]
        assert turn.legal.action_url == bid(0).type_url
        await asking.answer(turn, bid(2))
        await rival.answer(other, bid(0))
        assert (await asking.turn()).legal.count == 2


@pytest.mark.parametrize("purse", [MOST_LEGAL - 1, MOST_LEGAL])
async def test_more_than_a_turn_lists_is_counted(tmp_path: Path, purse: int) -> None:
    """All or none."""
    async with running(tmp_path) as referee:
        config = f'{{"purse": {purse}}}'
        turn, *_ = await _first_turns(referee, [SMALL_TURNS, LEGAL_ACTIONS], config_json=config)
        assert turn.legal.count == purse + 1
        assert len(turn.legal.actions) == (purse + 1 if purse < MOST_LEGAL else 0)
        assert not turn.legal.action_url


async def test_lists_are_not_for_lanes(tmp_path: Path) -> None:
    """Of both features lists are in force: turns in columns have none."""
    async with running(tmp_path) as referee:
        made = await referee.create("diceman")
        stream: BotStream = referee.stream()
        asked = [LANES, LEGAL_ACTIONS]
        await stream.send(joins=[Join(token=made.seat_tokens[0], features=asked, number=1)])
        assert list((await stream.next("joins")).features) == [LEGAL_ACTIONS]
