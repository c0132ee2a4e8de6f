"""A world that is given by config is as secret as a drawn one, and so are a seat's strikes (AM-4, AM-5).

Matches of two configs that differ in nothing but what the rulebook hides are told alike to all but the
organizer, byte for byte, until they are over.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from gamereferee.v1 import lobby_service_pb2, match_pb2
from tests.server.running import Referee, running, soon, terms

KEY = "organizer"
ROOMS = {"players": 2, "width": 2, "depth": 2, "doors": [[0, 1], [0, 2], [1, 3], [2, 3], [4, 5]]}
OTHER_DOORS = [*ROOMS["doors"][:-1], [4, 6]]  # type: ignore[index]

CONFIGS: dict[str, tuple[str, int, dict[str, Any], dict[str, Any]]] = {
    "doors": (
        "proving_grounds",
        2,
        {"scenario": ROOMS},
        {"scenario": {**ROOMS, "doors": OTHER_DOORS}},
    ),
    "hoards": (
        "proving_grounds",
        2,
        {"scenario": {**ROOMS, "rooms": {"0": {"hoard_gold": 7}}}},
        {"scenario": {**ROOMS, "rooms": {"0": {"caches": [5]}}}},
    ),
    "levels": ("dice_adventure", 3, {"levels": ["L1", "easy"]}, {"levels": ["hard", "L2"]}),
}
"""Game, seats and two configs that nobody may tell apart."""
OWN = ("match_id", "seed_commitment", "create_time")
"""What is drawn for each match, or told by the clock."""


def told(message: Message) -> bytes:
    """A message without what differs between any two matches."""
    copied = type(message)()
    copied.CopyFrom(message)
    for name in OWN:
        if name in copied.DESCRIPTOR.fields_by_name:
            copied.ClearField(name)
    return copied.SerializeToString(deterministic=True)


async def _seen(referee: Referee, case: str, which: int) -> list[bytes]:
    """Everything that a stranger or a seat is told of a match that has not begun."""
    game, seats, *configs = CONFIGS[case]
    made = await referee.create(
        game=game, num_seats=seats, config_json=json.dumps(configs[which]), time_control=None
    )
    got = await referee.get(made.match.match_id)
    request = lobby_service_pb2.ListMatchesRequest(page_size=1)
    (listed,) = (await soon(referee.lobby.ListMatches(request))).matches
    assert listed.match_id == got.match_id
    (joined,) = await referee.stream().join(made.seat_tokens[0])
    return [told(message) for message in (got, listed, joined)]


@pytest.mark.parametrize("case", CONFIGS)
async def test_two_worlds_look_alike(referee: Referee, case: str) -> None:
    """To all who ask the lobby, but for whoever makes the match, and to a seat that joins."""
    assert await _seen(referee, case, 0) == await _seen(referee, case, 1)


@pytest.mark.parametrize("case", CONFIGS)
async def test_the_organizer_sees_its_world(tmp_path: Path, case: str) -> None:
    """Whoever has the key has made it."""
    async with running(tmp_path, organizer_key=KEY) as referee:
        game, seats, *configs = CONFIGS[case]
        seen = [
            (
                await soon(
                    referee.lobby.CreateMatch(
                        lobby_service_pb2.CreateMatchRequest(
                            game=game, num_seats=seats, config_json=json.dumps(config)
                        ),
                        metadata=[("authorization", f"Bearer {KEY}")],
                    )
                )
            ).match.config.value
            for config in configs
        ]
    assert seen[0] != seen[1]


async def test_strikes_are_told_when_all_is_over(referee: Referee) -> None:
    """While a match runs its seats know of their own alone."""
    made = await referee.create(time_control=terms(move_time=0.02, lag_margin=0, strikes=3))
    match_id = made.match.match_id
    await referee.stream().join(*made.seat_tokens)
    await referee.pass_deadline(match_id)
    running_match = await referee.get(match_id)
    assert running_match.phase == match_pb2.MATCH_PHASE_RUNNING
    assert [seat.strikes for seat in running_match.seats] == [0, 0]
    for _ in range(2):
        await referee.pass_deadline(match_id)
    ended = await referee.get(match_id)
    assert ended.phase == match_pb2.MATCH_PHASE_ENDED
    assert [seat.strikes for seat in ended.seats] == [3, 3]
