"""A match's one timer: whatever happens while it goes off, it is set for the next deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamereferee.v1 import play_service_pb2, replay_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import MS, SECOND, TimeControl
from referee.match.seat import SeatState
from referee.replay.reader import load
from referee.server.hosting.host import MatchHost
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.request import MatchRequest
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import LagMeter
from referee.server.process.logs import get_log
from referee.server.services.session import PlaySession
from tests.helpers.toy_games import SIMULTANEOUS
from tests.server.running import bid, running, terms, until


class _Idle:
    """A stream on which nothing comes and nothing is written, because no session is run on it."""

    async def read(self) -> object:
        """See `Stream`."""
        raise NotImplementedError

    async def write(self, message: bytes, /) -> None:
        """See `Stream`."""
        raise NotImplementedError


def _session(lobby: Lobby, clock: ManualClock) -> PlaySession:
    return PlaySession(_Idle(), lobby, clock=clock, meter=LagMeter(), log=get_log())


def _is_missed(session: PlaySession) -> bool:
    return len(session._outbox.message.missed) > 0


@pytest.fixture
def lobby(tmp_path: Path, clock: ManualClock) -> Iterator[Lobby]:
    """A lobby whose clock stands still."""
    config = ServerConfig((parse_listen(":0"),), tmp_path)
    made = Lobby(config, clock, LagMeter())
    yield made
    made.folder.release()


MARGIN = 60 * MS


def _begun(lobby: Lobby, sessions: list[PlaySession]) -> MatchHost:
    """A match of bids whose bots have 100 ms for each decision."""
    host = lobby.create(
        MatchRequest(
            plugin=SIMULTANEOUS,
            config=SIMULTANEOUS.game.config_class(),
            num_seats=2,
            time_control=TimeControl(move_time_ns=100 * MS, lag_margin_ns=MARGIN),
        )
    )
    for seat, session in enumerate(sessions):
        join = play_service_pb2.Join()
        host.join(seat, session, join)
    return host


async def test_an_answer_while_the_timer_goes_off_leaves_the_rival_its_deadline(
    lobby: Lobby, clock: ManualClock
) -> None:
    """Seat 0's deadline has come, but its answer has too; then seat 1's must not be forgotten."""
    sessions = [_session(lobby, clock), _session(lobby, clock)]
    host = _begun(lobby, sessions)
    began_ns = clock.now_ns()
    host.handed(0, 1, began_ns, 0)
    host.handed(1, 1, clock.advance(50 * MS), 0)
    seats: list[SeatState] = host.machine.seats
    assert [seat.deadline_ns for seat in seats] == [
        began_ns + 100 * MS + MARGIN,
        began_ns + 150 * MS + MARGIN,
    ]
    clock.advance(50 * MS + MARGIN)
    assert host.deadlines._timer is not None
    host.deadlines._timer.cancel()  # it goes off now, and not when the system's clock says so
    host.deadlines._timer_fired()
    action = play_service_pb2.Action(match_id=host.match_id, seat=0, turn=1, payload=bid(1))
    assert host.take_action(action, began_ns + 100 * MS, 0)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not _is_missed(sessions[0])
    clock.advance(SECOND)
    await until(lambda: _is_missed(sessions[1]))
    assert not _is_missed(sessions[0])
    host.close()


async def test_nobody_is_late_while_a_message_of_his_is_being_taken(
    lobby: Lobby, clock: ManualClock
) -> None:
    """What was read in time counts, however long the referee takes over the rest of the message."""
    sessions = [_session(lobby, clock), _session(lobby, clock)]
    host = _begun(lobby, sessions)
    for seat in (0, 1):
        host.handed(seat, 1, clock.now_ns(), 0)
    sessions[0].is_taking = True
    clock.advance(SECOND)
    assert host.deadlines._timer is not None
    host.deadlines._timer.cancel()
    host.deadlines._timer_fired()
    for _ in range(50):
        await asyncio.sleep(0)
    assert not _is_missed(sessions[0])
    assert not _is_missed(sessions[1])
    sessions[0].is_taking = False
    await until(lambda: _is_missed(sessions[1]))
    host.close()


class _Jumping(ManualClock):
    """The time of day jumps to and fro, by a day at each look."""

    _looks = 0

    def wall_ns(self) -> int:
        self._looks += 1
        days = self._looks if self._looks % 2 else -self._looks
        return self.now_ns() + days * 86_400 * SECOND


async def test_the_time_of_day_moves_no_deadline(tmp_path: Path) -> None:
    """Whatever it does, a bot has its time, and not a moment more."""
    limits = terms(move_time=0.1, lag_margin=0.06, strikes=9)
    async with running(tmp_path, clock=_Jumping(SECOND)) as referee:
        made = await referee.create(config_json='{"rounds": 3}', time_control=limits)
        await referee.create()  # another look at the time of day
        stream = referee.stream()
        await stream.join(*made.seat_tokens)
        for _ in range(2):
            turns = [await stream.turn() for _ in range(2)]
            referee.pass_time(0.159)
            for turn in turns:
                await stream.answer(turn, bid(1))
        for _ in range(2):
            await stream.turn()
        await stream.settle()
        referee.pass_time(0.161)
        await stream.ended()
    replay = load(tmp_path / "data" / "replays" / f"{made.match.match_id}.replay")
    steps = [record.step for record in replay.records if record.HasField("step")]
    played, default = replay_pb2.ACTION_KIND_PLAYED, replay_pb2.ACTION_KIND_DEFAULTED
    kinds = [[action.kind for action in step.actions] for step in steps]
    assert kinds == [[played] * 2, [played] * 2, [default] * 2]
