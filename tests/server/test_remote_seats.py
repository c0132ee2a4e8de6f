"""Seats whose bots run elsewhere: they hold no think slot, and nobody learns names before the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2, match_pb2
from tests.server.routed import routed
from tests.server.running import PATIENT, BotStream, Referee, bid, refusal, running, soon

ROUNDS = '{"rounds": 2}'
KEY = (("authorization", "Bearer secret"),)


async def _asked(referee: Referee, tokens: Any) -> list[bool]:
    """Whether each seat has a turn once both have joined."""
    streams = [referee.stream() for _ in tokens]
    for stream, token in zip(streams, tokens, strict=True):
        await stream.join(token)
    # All that the joins led to has come once both have got a pong after the second join.
    for stream in streams:
        await stream.settle()
    return [stream.has("turns") for stream in streams]


async def test_a_remote_seat_waits_for_no_slot(tmp_path: Path) -> None:
    """With one slot, a hosted and a remote seat think at the same time; two hosted ones do not."""
    async with running(tmp_path, think_slots=1) as referee:
        made = await referee.create(config_json=ROUNDS, remote_seats=[1])
        assert await _asked(referee, made.seat_tokens) == [True, True]
    async with running(tmp_path, think_slots=1, data_dir=tmp_path / "other") as referee:
        made = await referee.create(config_json=ROUNDS)
        assert sorted(await _asked(referee, made.seat_tokens)) == [False, True]


async def test_a_remote_seat_takes_no_slot(tmp_path: Path) -> None:
    """While remote seats think, the slot is free for a match of hosted ones."""
    async with running(tmp_path, think_slots=1) as referee:
        remote = await referee.create(config_json=ROUNDS, remote_seats=[0, 1])
        assert await _asked(referee, remote.seat_tokens) == [True, True]
        hosted = await referee.create(config_json=ROUNDS)
        assert sorted(await _asked(referee, hosted.seat_tokens)) == [False, True]


async def test_remote_seats_outlive_the_server(tmp_path: Path) -> None:
    """A match that another server takes up again has its remote seats."""
    async with running(tmp_path, think_slots=1) as referee:
        made = await referee.create(config_json=ROUNDS, remote_seats=[1])
    async with running(tmp_path, think_slots=1) as referee:
        assert await _asked(referee, made.seat_tokens) == [True, True]


@pytest.mark.parametrize("seats", [[2], [-1], [1, 0], [0, 0]])
async def test_seats_that_a_match_has_not(referee: Referee, seats: list[int]) -> None:
    """Remote seats are seats of the match, ascending, each once."""
    problem = await refusal(referee.create(remote_seats=seats))
    assert (problem.code, problem.fields) == ("INVALID_ARGUMENT", ("remote_seats",))
    assert str(seats) in problem.text


async def _seen(referee: Referee, match_id: str, token: str) -> match_pb2.Match:
    """A match as the seat of a token sees it."""
    request = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=token)
    match: match_pb2.Match = (await soon(referee.lobby.GetMatch(request))).match
    return match


def _names(match: match_pb2.Match) -> list[tuple[str, str]]:
    return [(seat.player, seat.bot_name) for seat in match.seats]


async def _join_both(referee: Referee, tokens: Any) -> list[BotStream]:
    streams = [referee.stream(), referee.stream()]
    for stream, token, name in zip(streams, tokens, ("a", "b"), strict=True):
        await stream.join(token, name=name)
    return streams


@pytest.mark.parametrize("kind", ["server", "router"])
async def test_nobody_learns_its_opponents_early(tmp_path: Path, kind: str) -> None:
    """Until the match has ended, a seat's token shows its own names alone, and no label."""
    if kind == "server":
        async with running(tmp_path, organizer_key="secret") as referee:
            await _play_with_hidden_names(referee)
    else:
        async with routed(tmp_path, organizer_key="secret") as (referee, _):
            await _play_with_hidden_names(referee)


async def _play_with_hidden_names(referee: Referee) -> None:
    made = await referee.create(
        config_json='{"rounds": 1}',
        players=["ann", "bob"],
        label="cup, ann against bob",
        remote_seats=[0],
        time_control=PATIENT,
        metadata=KEY,
    )
    match_id, token = made.match.match_id, made.seat_tokens[0]
    streams = await _join_both(referee, made.seat_tokens)
    seen = await _seen(referee, match_id, token)
    assert _names(seen) == [("ann", "a"), ("", "")]
    assert seen.label == ""
    request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
    whole = (await soon(referee.lobby.GetMatch(request, metadata=KEY))).match
    assert _names(whole) == [("ann", "a"), ("bob", "b")]
    for stream in streams:
        await stream.answer(await stream.turn(), bid(1))
    for stream in streams:
        await stream.ended()
    seen = await _seen(referee, match_id, token)
    assert _names(seen) == [("ann", "a"), ("bob", "b")]
    assert seen.label == "cup, ann against bob"


async def test_without_remote_seats_names_are_shown(referee: Referee) -> None:
    """A match of hosted seats alone shows its names as before."""
    made = await referee.create(config_json=ROUNDS, players=["ann", "bob"], label="cup")
    seen = await _seen(referee, made.match.match_id, made.seat_tokens[0])
    assert [name for name, _ in _names(seen)] == ["ann", "bob"]
    assert seen.label == "cup"


async def test_without_organizer_keys_all_names_are_hidden(referee: Referee) -> None:
    """Where everybody is an organizer, nobody is shown the names of a match with remote seats."""
    made = await referee.create(
        config_json=ROUNDS, players=["ann", "bob"], label="cup", remote_seats=[0]
    )
    seen = await referee.get(made.match.match_id)
    assert [name for name, _ in _names(seen)] == ["", ""]
    assert seen.label == ""
