"""A match's one timer: whatever happens while it goes off, it is set for the next deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamereferee.v1 import play_service_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import MS, SECOND, TimeControl
from referee.match.seat import SeatState
from referee.server.config import ServerConfig, parse_listen
from referee.server.host import MatchHost
from referee.server.lag import LagMeter
from referee.server.lobby import Lobby, MatchRequest
from tests.helpers.toy_games import SIMULTANEOUS
from tests.server.running import TIMEOUT_S, bid


class FakeSession:
    """Takes what a seat is told, and hands its turns over when it is told to."""

    def __init__(self) -> None:
        self.missed = asyncio.Event()

    def tell_joined(self, joined: play_service_pb2.Joined) -> None:
        """See `PlaySession`."""

    def tell_started(self, match_id: str, seat: int) -> None:
        """See `PlaySession`."""

    def tell_missed(self, _: play_service_pb2.MissedDeadline) -> None:
        """See `PlaySession`."""
        self.missed.set()

    def new_turn(self, *_: object) -> play_service_pb2.Turn:
        """See `PlaySession`."""
        return play_service_pb2.Turn()


@pytest.fixture
def lobby(tmp_path: Path, clock: ManualClock) -> Iterator[Lobby]:
    """A lobby whose clock stands still."""
    config = ServerConfig((parse_listen(":0"),), tmp_path)
    made = Lobby(config, clock, LagMeter())
    yield made
    made.folder.release()


def _begun(lobby: Lobby, sessions: list[FakeSession]) -> MatchHost:
    """A match of bids whose bots have 100 ms for each decision."""
    host = lobby.create(
        MatchRequest(
            plugin=SIMULTANEOUS,
            config=SIMULTANEOUS.game.config_class(),
            num_seats=2,
            time_control=TimeControl(move_time_ns=100 * MS, lag_margin_ns=0),
        )
    )
    for seat, session in enumerate(sessions):
        join = play_service_pb2.Join()
        host.join(seat, session, join)  # type: ignore[arg-type]
    return host


async def test_an_answer_while_the_timer_goes_off_leaves_the_rival_its_deadline(
    lobby: Lobby, clock: ManualClock
) -> None:
    """Seat 0's deadline has come, but its answer has too; then seat 1's must not be forgotten."""
    sessions = [FakeSession(), FakeSession()]
    host = _begun(lobby, sessions)
    began_ns = clock.now_ns()
    host.handed(0, 1, began_ns, 0)
    host.handed(1, 1, clock.advance(50 * MS), 0)
    seats: list[SeatState] = host.machine.seats
    assert [seat.deadline_ns for seat in seats] == [began_ns + 100 * MS, began_ns + 150 * MS]
    clock.advance(50 * MS)
    assert host._timer is not None
    host._timer.cancel()  # it goes off now, and not when the system's clock says so
    host._timer_fired()
    action = play_service_pb2.Action(match_id=host.match_id, seat=0, turn=1, payload=bid(1))
    assert host.take_action(action, began_ns + 100 * MS, 0)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not sessions[0].missed.is_set()
    clock.advance(SECOND)
    await asyncio.wait_for(sessions[1].missed.wait(), TIMEOUT_S)
    assert not sessions[0].missed.is_set()
    host.close()
