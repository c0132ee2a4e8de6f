"""A user of Locust: one Play stream with some seats; each decision is a sample.

It uses gRPC directly and not the SDK, which asks its bots one after the other: here the waiting of
one seat must not delay another seat. Everything runs on gevent's loop; nothing is thought about.
"""

from __future__ import annotations

import itertools
import queue
import random
import time
from collections.abc import Iterator
from typing import Any

import gevent
import grpc
from locust import User, task

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.decisions import DecisionLog
from loadtest.seat_pool import SeatPool

__all__ = ["SeatUser"]


class SeatUser(User):
    """User that plays the scenario's number of seats.

    For each seat whose match has ended it takes a new one.

    Args:
        environment: Locust's environment, with `pool` and `log` as set by `locustfile.py`.
    """

    abstract = True
    _numbers = itertools.count()

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self._pool: SeatPool = environment.pool
        self._log: DecisionLog = environment.log
        self._dice = random.Random(next(self._numbers))
        self._seats: set[tuple[str, int]] = set()
        self._outgoing: queue.SimpleQueue[wire.PlayRequest | None] = queue.SimpleQueue()

    def on_start(self) -> None:
        """Connect to the referee, and join the seats."""
        self._channel = self._pool.target.channel()
        self._stream = PlayServiceStub(self._channel).Play(self._requests())
        self._join(self._pool.scenario.seats_per_user)

    @task
    def play(self) -> None:
        """Answer turns until Locust stops the user or the stream breaks."""
        try:
            for response in self._stream:
                self._take(response, time.monotonic_ns())
        except grpc.RpcError as error:
            self._sample(0.0, error)

    def on_stop(self) -> None:
        """Resign all seats, so that no rival waits, and disconnect."""
        resigns = [wire.Resign(match_id=match, seat=seat) for match, seat in self._seats]
        self._outgoing.put(wire.PlayRequest(resigns=resigns))
        self._outgoing.put(None)
        gevent.sleep(0.05)  # for what has just been put to leave
        self._stream.cancel()
        self._channel.close()

    def _requests(self) -> Iterator[wire.PlayRequest]:
        return iter(self._outgoing.get, None)

    def _join(self, seats: int) -> None:
        joins = [wire.Join(token=token) for token in self._pool.take(seats)]
        self._outgoing.put(wire.PlayRequest(joins=joins))

    def _take(self, response: wire.PlayResponse, at_ns: int) -> None:
        for round_ms in self._log.take(response, at_ns):
            self._sample(round_ms)
        for missed in response.missed:
            self._pool.diverge(missed.match_id)
            self._sample(0.0, TimeoutError(f"missed deadline, strike {missed.strikes}"))
        if response.HasField("ping"):
            pong = wire.Pong(number=response.ping.number)
            self._outgoing.put(wire.PlayRequest(pongs=[pong]))
        self._seats.update((joined.match_id, joined.seat) for joined in response.joins)
        for turn in response.turns:
            think_ns = round(self._dice.uniform(*self._pool.scenario.think_ms) * 1e6)
            left_s = max(0.0, (at_ns + think_ns - time.monotonic_ns()) / 1e9)
            gevent.spawn_later(left_s, self._answer, turn, at_ns + think_ns)
        if response.ends:
            for ended in response.ends:
                self._seats.discard((ended.match_id, ended.seat))
                self._pool.leave(ended.match_id)
            self._join(len(response.ends))

    def _answer(self, turn: wire.Turn, due_ns: int) -> None:
        action = self._pool.action(turn)
        self._log.answered([turn], due_ns=due_ns, at_ns=time.monotonic_ns())
        if action is None:
            resign = wire.Resign(match_id=turn.match_id, seat=turn.seat)
            self._outgoing.put(wire.PlayRequest(resigns=[resign]))
        else:
            self._outgoing.put(wire.PlayRequest(actions=[action]))

    def _sample(self, round_ms: float, error: Exception | None = None) -> None:
        self.environment.events.request.fire(
            request_type="decision",
            name=self._pool.scenario.game,
            response_time=round_ms,
            response_length=0,
            exception=error,
            context={},
        )
