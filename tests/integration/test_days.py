"""A match of three days a move on a server that is killed twice, in time that the test holds."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import grpc
import pytest

from gamereferee.games.swordman.v1 import swordman_pb2
from gamereferee.v1 import match_pb2, play_service_pb2, play_service_pb2_grpc, replay_pb2
from referee.core.time_control import HOUR, SECOND
from referee.replay.journal import read_records
from referee.replay.verify import verify
from referee_client import Visitor
from referee_client.lobby import Lobby, time_control
from tests.helpers.patience import patience, wait_until
from tests.integration.held_time import CALENDAR_NS, HeldServer

pytestmark = pytest.mark.slow

DAYS = time_control(72 * 3600, lag_margin=0, strikes=2)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HeldServer]:
    """A server that serves."""
    with HeldServer(tmp_path, "--log-level", "warning") as process:
        yield process


def test_one_strike_at_the_deadline_however_often_the_server_is_killed(server: HeldServer) -> None:
    """Seat 0 answers after an hour, and both go. Killed at 24 h and at 48 h, away for 6 h and 12 h.

    The time that was spent stays spent, the answer stays given, and nobody else is at fault.
    """
    with Lobby(server.address) as lobby:
        made = lobby.create_match("swordman", seed=1, time_control=DAYS)
    journal = server.data / "journals" / f"{made.match.match_id}.journal"
    with _Guest(server.address, made.seat_tokens) as guest:
        turns = guest.turns()
        server.pass_time(HOUR)
        guest.answer(turns[0])
    (answer,) = _found(journal, "answer")
    assert (answer.seat, answer.turn, answer.elapsed_us) == (0, 1, 3600 * 10**6)
    opened = _found(journal, "turn")
    deadline_ns = CALENDAR_NS + 72 * HOUR
    assert [(t.seat, t.turn, t.deadline.ToNanoseconds()) for t in opened] == [
        (0, 1, deadline_ns),
        (1, 1, deadline_ns),
    ]
    server.pass_time(23 * HOUR)
    for away_ns, runs_ns in ((6 * HOUR, 18 * HOUR), (12 * HOUR, 0)):
        server.kill_all()
        server.pass_time(away_ns, is_away=True)
        server.start()
        server.pass_time(runs_ns)
    # After 60 hours: the deadlines stand, none was written again.
    assert _found(journal, "turn") == opened
    with _Guest(server.address, made.seat_tokens[1:]) as guest:
        (turn,) = guest.turns()
        assert turn.clock.remaining.ToNanoseconds() == 12 * HOUR
    server.pass_time(12 * HOUR - SECOND)
    assert not _found(journal, "miss")
    server.pass_time(SECOND)
    wait_until(lambda: _found(journal, "step"), "the step at the deadline")
    (miss,) = _found(journal, "miss")
    assert (miss.seat, miss.turn) == (1, 1)
    (step,) = _found(journal, "step")
    assert step.actions[0] == answer
    assert step.actions[1].kind == replay_pb2.ACTION_KIND_DEFAULTED
    assert [recovery.steps for recovery in _found(journal, "recovery")] == [0, 0]
    with Lobby(server.address) as lobby:
        assert lobby.get_match(made.match.match_id).phase == match_pb2.MATCH_PHASE_RUNNING
        lobby.abort_match(made.match.match_id)
    replay = server.data / "replays" / f"{made.match.match_id}.replay"
    wait_until(replay.exists, "the replay")
    assert verify(replay).problem is None


def test_visitors_play_a_match_of_days_over_two_kills(server: HeldServer) -> None:
    """The server dies between the two answers of a step, twice; nobody is there when it comes back."""
    with Lobby(server.address) as lobby:
        made = lobby.create_match("swordman", seed=1, time_control=DAYS)
    journal = server.data / "journals" / f"{made.match.match_id}.journal"
    with _Guest(server.address, made.seat_tokens) as guest:
        guest.turns()
    _visit(server.address, made.seat_tokens[0])
    for seat, hours in ((1, 20), (0, 40)):
        server.kill_all()
        server.pass_time(hours * HOUR, is_away=True)
        server.start()
        # It makes the step, and answers the turn that follows at once.
        _visit(server.address, made.seat_tokens[seat])
    steps = _found(journal, "step")
    elapsed_s = [[action.elapsed_us / 1e6 for action in step.actions] for step in steps]
    # Turn 2 opens right after a restart, when clocks wait ten seconds for seats that are away.
    assert elapsed_s == [[0, 20 * 3600], [40 * 3600 - 10, 0]]
    kinds = {action.kind for step in steps for action in step.actions}
    assert kinds == {replay_pb2.ACTION_KIND_PLAYED}
    assert not _found(journal, "miss")


def _found(journal: Path, kind: str) -> list[Any]:
    """Records of one kind, in order."""
    return [getattr(r, kind) for r in read_records(journal) if r.HasField(kind)]


def _visit(address: str, token: str) -> None:
    visitor = Visitor(address, lambda _: swordman_pb2.Action(), game="swordman")
    asyncio.run(visitor.play([token]))


class _Guest:
    """Somebody who holds seats for a while, and breaks off.

    Args:
        address: Of the server.
        tokens: Of the seats.
    """

    def __init__(self, address: str, tokens: Sequence[str]) -> None:
        self._channel = grpc.insecure_channel(address)
        self._requests: queue.SimpleQueue[play_service_pb2.PlayRequest] = queue.SimpleQueue()
        play: Any = play_service_pb2_grpc.PlayServiceStub(self._channel)
        self._call = play.Play(iter(self._requests.get, None), timeout=patience())
        self._seats = len(tokens)
        joins = [play_service_pb2.Join(token=token) for token in tokens]
        self._requests.put(play_service_pb2.PlayRequest(joins=joins))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._call.cancel()
        self._channel.close()

    def turns(self) -> list[play_service_pb2.Turn]:
        """The open turns of all seats, by seat."""
        turns: list[play_service_pb2.Turn] = []
        while len(turns) < self._seats:
            turns += next(self._call).turns
        return sorted(turns, key=lambda turn: turn.seat)

    def answer(self, turn: play_service_pb2.Turn) -> None:
        """Answer a turn, and wait until the server has taken that in."""
        action = play_service_pb2.Action(match_id=turn.match_id, seat=turn.seat, turn=turn.turn)
        action.payload.Pack(swordman_pb2.Action())
        self._requests.put(play_service_pb2.PlayRequest(actions=[action]))
        self._requests.put(play_service_pb2.PlayRequest(ping=play_service_pb2.Ping(number=1)))
        while not next(self._call).HasField("pong"):
            pass
