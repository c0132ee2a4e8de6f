"""A bot whose stream takes nothing: it reads its turns by `Watch` and answers them by their numbers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gamereferee.v1 import play_service_pb2
from loadtest import http2
from referee.match.machine import MatchPhase
from referee.server.hosting.host import MatchHost
from tests.server.running import Referee, action_of, bid, running, soon, terms, until
from tests.server.streams import PLAY

MOVE_MS = 200
MARGIN_MS = 50
TERMS = terms(move_time=MOVE_MS / 1000, lag_margin=MARGIN_MS / 1000, strikes=0)
TICK_MS = 5


class _Deaf:
    """A stream whose window is 0: nothing of what the referee says to it can leave."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def send(self, request: play_service_pb2.PlayRequest) -> None:
        self._writer.write(http2.message(1, request.SerializeToString()))
        await self._writer.drain()


@asynccontextmanager
async def _deaf(referee: Referee) -> AsyncIterator[_Deaf]:
    path = referee.address.removeprefix("unix:")
    reader, writer = await asyncio.open_unix_connection(path)
    swallowing = asyncio.create_task(_swallow(reader))
    writer.write(http2.PREFACE + http2.settings(initial_window=0) + http2.settings_ack())
    writer.write(http2.call_headers(1, PLAY))
    try:
        yield _Deaf(writer)
    finally:
        swallowing.cancel()
        writer.close()


async def _swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


async def _begun(referee: Referee, deaf: _Deaf, mine: int = 0) -> tuple[MatchHost, str]:
    """A match one seat of which has been joined by a deaf bot; returns the other's token, too."""
    made = await referee.create(config_json='{"rounds": 3}', time_control=TERMS)
    join = play_service_pb2.Join(token=made.seat_tokens[mine])
    await deaf.send(play_service_pb2.PlayRequest(joins=[join]))
    host = referee._host(made.match.match_id)
    await until(lambda: host.machine.seats[mine].joined)
    return host, made.seat_tokens[1 - mine]


def _can_see(host: MatchHost) -> bool:
    """Whether what seat 0 is shown has been given to those who watch through its eyes."""
    host.watchers.show_held()
    return any(
        view.pushed > host.machine.steps or (view.standing is not None and not host.watchers.holds)
        for view in host.watchers._views.values()
    )


@pytest.mark.parametrize(
    ("think_slots", "mine", "sees"),
    [
        pytest.param(0, 0, True, id="no-slots"),
        pytest.param(
            1, 0, False, id="first-slot"
        ),  # shown when its rival may think too: after its own end
        pytest.param(1, 1, True, id="second-slot"),
    ],
)
async def test_not_reading_gains_no_more_than_the_lag_margin(
    tmp_path: Path, think_slots: int, mine: int, sees: bool
) -> None:
    """From the moment at which the turn can be read anywhere to its end: the time for it, and the margin."""
    async with running(tmp_path, think_slots=think_slots) as referee, _deaf(referee) as deaf:
        host, token = await _begun(referee, deaf, mine)
        watched = referee.watch(host.match_id, seat_token=referee.server.lobby.tokens(host)[mine])
        stream = referee.stream()
        await stream.join(token)
        await until(lambda: len(host.watchers))
        await until(lambda: host.machine.phase is MatchPhase.RUNNING)
        seat = host.machine.seats[mine]
        if mine:  # its rival thinks first, and does not need long
            await stream.answer(await stream.turn(), bid(1))
            await stream.settle()
        opened_ms = referee.clock.now_ns() / 1e6
        seen_ms = None
        while seat.is_open and seat.turn == 1:
            if seen_ms is None and _can_see(host):
                seen_ms = referee.clock.now_ns() / 1e6 - opened_ms
            referee.pass_time(TICK_MS / 1e3)
            for _ in range(20):
                await asyncio.sleep(0)
        ended_ms = referee.clock.now_ns() / 1e6 - opened_ms
        assert (seen_ms is not None) == sees
        if seen_ms is not None:
            assert MOVE_MS <= ended_ms - seen_ms <= MOVE_MS + MARGIN_MS + 2 * TICK_MS
        assert ended_ms <= MOVE_MS + 2 * MARGIN_MS + 2 * TICK_MS
        while host.machine.outcome is None:
            referee.pass_time(TICK_MS / 1e3)
            await asyncio.sleep(0)
        assert len(await watched.rest()) > 1


async def test_an_answer_by_number_counts_if_it_is_in_time(anywhere: Referee) -> None:
    """Not reading is no fault by itself."""
    async with _deaf(anywhere) as deaf:
        host, token = await _begun(anywhere, deaf)
        stream = anywhere.stream()
        await stream.join(token)
        turn = await stream.turn()
        for number in (1, 2, 3):
            mine = play_service_pb2.Turn(match_id=host.match_id, seat=0, turn=number)
            await deaf.send(play_service_pb2.PlayRequest(actions=[action_of(mine, bid(1))]))
            await stream.answer(turn, bid(2))
            if number < 3:
                turn = await stream.turn()
        ended = await soon(stream.ended())
        assert [seat.strikes for seat in ended.outcome.seats] == [0, 0]
