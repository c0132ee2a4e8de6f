"""How many replays are kept, and which go first."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2
from referee.core.errors import FieldError
from referee.core.time_control import SECOND
from referee.server.process.config import RetentionLimits
from tests.server.routed import routed
from tests.server.running import Referee, refusal, running, soon

DAY_S = 24 * 3600


async def _play(referee: Referee, count: int, **fields: Any) -> list[str]:
    """Play matches one after another; a second passes between their ends."""
    matches = []
    for _ in range(count):
        match_id, _ = await referee.play(1, **fields)
        await referee.replays_written()
        matches.append(match_id)
    return matches


def _there(folder: Path) -> set[str]:
    return {path.stem for path in (folder / "data" / "replays").glob("*.replay")}


def _age(folder: Path, match_id: str, seconds: int) -> None:
    """Let a replay have been written at this time since 1970."""
    path = folder / "data" / "replays" / f"{match_id}.replay"
    os.utime(path, (seconds, seconds))


async def test_all_stay_by_default(tmp_path: Path) -> None:
    """For ever."""
    async with running(tmp_path) as referee:
        matches = await _play(referee, 5)
    for match_id in matches:
        _age(tmp_path, match_id, 1)
    async with running(tmp_path) as referee:
        assert _there(tmp_path) == set(matches)
        matches += await _play(referee, 1)
    assert _there(tmp_path) == set(matches)


async def test_what_ended_first_goes_first(tmp_path: Path) -> None:
    """As soon as there is one more than is kept, and at the start."""
    async with running(tmp_path) as referee:
        matches = await _play(referee, 4)
    for number, match_id in enumerate(reversed(matches)):  # the last one is the oldest
        _age(tmp_path, match_id, 1000 + number)
    async with running(tmp_path, keep_replays=RetentionLimits(count=3)) as referee:
        assert _there(tmp_path) == set(matches[:3])
        new = await _play(referee, 2)
        assert _there(tmp_path) == {matches[0], *new}
        request = lobby_service_pb2.GetMatchRequest(match_id=matches[3])
        assert (await refusal(referee.lobby.GetMatch(request))).reason == "UNKNOWN_MATCH"


async def test_megabytes_are_counted(tmp_path: Path) -> None:
    """By the files' sizes."""
    async with running(tmp_path) as referee:
        matches = await _play(referee, 3)
    for number, match_id in enumerate(matches):
        path = tmp_path / "data" / "replays" / f"{match_id}.replay"
        path.write_bytes(path.read_bytes() + bytes(600_000))
        _age(tmp_path, match_id, 1000 + number)
    async with running(tmp_path, keep_replays=RetentionLimits(megabytes=1)):
        assert _there(tmp_path) == {matches[2]}


async def test_days_are_counted(tmp_path: Path) -> None:
    """From the end of the match."""
    async with running(tmp_path) as referee:
        matches = await _play(referee, 3)
        now = referee.clock.wall_ns() // SECOND
    for match_id, days in zip(matches, (3, 2, 1), strict=True):
        _age(tmp_path, match_id, now + 10 * DAY_S - days * DAY_S - 60)
    async with running(tmp_path, keep_replays=RetentionLimits(days=2)) as referee:
        assert _there(tmp_path) == set(matches)
        referee.pass_time(10 * DAY_S)
        new = await _play(referee, 1)
        _age(tmp_path, new[0], now + 10 * DAY_S)
        assert _there(tmp_path) == {matches[2], *new}


async def test_what_is_held_back_stays_until_it_is_released(tmp_path: Path) -> None:
    """Even if more is there than is kept; then it goes as the oldest, and its release is forgotten."""
    key = (("authorization", "Bearer secret"),)
    limits = RetentionLimits(count=2)
    policy = lobby_service_pb2.RevealPolicy.REVEAL_POLICY_WITHHELD
    async with running(tmp_path) as referee:
        held = await _play(referee, 3, reveal_policy=policy)
    for number, match_id in enumerate(held):
        _age(tmp_path, match_id, 1000 + number)
    async with running(tmp_path, keep_replays=limits, organizer_key="secret") as referee:
        assert _there(tmp_path) == set(held)
        for match_id in held[:2]:
            request = lobby_service_pb2.ReleaseRevealRequest(match_id=match_id)
            await soon(referee.lobby.ReleaseReveal(request, metadata=key))
    async with running(tmp_path, keep_replays=limits):
        assert _there(tmp_path) == set(held[1:])
        released = {path.name for path in (tmp_path / "data" / "released").iterdir()}
        assert released == {held[1]}


async def test_workers_keep_a_part_each(tmp_path: Path) -> None:
    """Rounded up, each of the matches that are its own."""
    async with routed(tmp_path, keep_replays=RetentionLimits(count=4)) as (referee, fleet):
        await _play(referee, 12)
        kept = _there(tmp_path)
        for lobby in fleet.lobbies():
            shard = lobby.config.shard
            assert shard is not None
            assert sum(shard.owns(match_id) for match_id in kept) <= 2
        assert 2 <= len(kept) <= 4


@pytest.mark.parametrize("name", ["count", "megabytes", "days"])
def test_limits_are_not_negative(name: str) -> None:
    """The field is named."""
    with pytest.raises(FieldError, match=rf"keep_replays\.{name} must be from 0, not -1"):
        RetentionLimits(**{name: -1})
