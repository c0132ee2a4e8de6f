"""The order of messages about a seat that another stream takes over and this one joins again."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any, cast

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import SECOND, TimeControl
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.request import MatchRequest
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import LagMeter
from referee.server.process.logs import get_log
from referee.server.router import play
from referee.server.services.session import PlaySession
from tests.helpers.toy_games import SIMULTANEOUS

TAKEN_OVER = error_pb2.ERROR_REASON_TAKEN_OVER


def _session(lobby: Lobby, clock: ManualClock) -> PlaySession:
    """A session that nobody runs: what it has to say stays in it."""
    return PlaySession(cast("Any", None), lobby, clock=clock, meter=LagMeter(), log=get_log())


async def test_a_seat_that_is_back_is_not_told_to_be_lost(tmp_path: Path) -> None:
    """In one message both would mean that it was lost after the join. Other seats' losses are reported."""
    clock = ManualClock(SECOND)
    lobby = Lobby(ServerConfig((parse_listen(":0"),), tmp_path), clock, LagMeter())
    config = SIMULTANEOUS.game.config_class()
    host = lobby.create(MatchRequest(SIMULTANEOUS, config, 2, TimeControl(move_time_ns=SECOND)))
    here, there = _session(lobby, clock), _session(lobby, clock)
    for session in (here, there):
        for seat in (0, 1):
            host.join(seat, session, play_service_pb2.Join())
    told = play_service_pb2.PlayResponse.FromString(here._outbox._next_message())
    assert [(one.seat, one.reason) for one in told.rejections] == [(0, TAKEN_OVER), (1, TAKEN_OVER)]
    for session in (there, here, there):
        host.join(1, session, play_service_pb2.Join())
    host.join(0, here, play_service_pb2.Join())
    host.join(1, here, play_service_pb2.Join())
    told = play_service_pb2.PlayResponse.FromString(here._outbox._next_message())
    assert [joined.seat for joined in told.joins] == [1, 0, 1]
    assert list(told.rejections) == []
    told = play_service_pb2.PlayResponse.FromString(there._outbox._next_message())
    assert sorted((one.seat, one.reason) for one in told.rejections) == [
        (0, TAKEN_OVER),
        (1, TAKEN_OVER),
    ]
    host.close()
    lobby.folder.release()


def _waiting(**fields: object) -> play._Waiting:
    response = play_service_pb2.PlayResponse(**cast("Any", fields))
    return play._Waiting(cast("Any", None), response.SerializeToString(), response)


def test_a_router_puts_no_join_behind_a_loss() -> None:
    """They go in two messages; a loss behind a join may go with it."""
    lost = {"rejections": [play_service_pb2.Rejected(match_id="m", reason=TAKEN_OVER)]}
    joined = {"joins": [play_service_pb2.Joined(match_id="m")]}
    said = deque(_waiting(**fields) for fields in (joined, lost, {}, joined, joined, lost, joined))
    sizes = []
    while said:
        sizes.append(len(play._take_together(said)))
    assert sizes == [3, 3, 1]
