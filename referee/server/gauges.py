"""Reads the gauges of a server's metrics from its parts, each time that they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from referee.core.time_control import SECOND
from referee.match.machine import MatchPhase
from referee.server.lobby.lobby import Lobby
from referee.server.process.lag import LagMeter
from referee.server.telemetry.histogram import Histogram
from referee.server.telemetry.samples import Sample

__all__ = ["loop_gauges", "match_gauges"]


class _Queue(Protocol):
    @property
    def waiting(self) -> int:
        """Number of callers that wait for opponents."""
        ...


def loop_gauges(meter: LagMeter, lag: Histogram) -> Iterator[Sample]:
    """Yield what a lag meter has measured of its event loop; `lag` has the rounds with long waits."""
    lag.raise_to(meter.num_polls)
    yield from lag.samples("referee_event_loop_lag_seconds")
    yield "referee_event_loop_idle_seconds_total", {}, meter.rested_ns / SECOND
    yield "referee_lost_seconds_total", {}, meter.lost_ns / SECOND


def match_gauges(lobby: Lobby, matchmaking: _Queue) -> Iterator[Sample]:
    """Yield what is open, and what waits, on a server: matches, turns, streams, spectators, queues."""
    live, asleep, lanes = lobby.live(), lobby.asleep(), list(lobby.lanes)
    phases = dict.fromkeys(("waiting", "running"), 0)
    phases["asleep"] = len(asleep)
    seated = missing = watchers = 0
    turns = sum(lane.open_turns for lane in lanes)
    turns += sum(match.num_turns for match in asleep)
    for host in live:
        machine = host.machine
        phases["waiting" if machine.phase is MatchPhase.WAITING else "running"] += 1
        # Of a match on a lane, the machine does not know which turns are open.
        if not host.is_on_lane:
            turns += sum(seat.is_open for seat in machine.seats)
        watchers += len(host.watchers)
        for seat in host.house.bots:
            there = host.house.is_seated(seat)
            seated, missing = seated + there, missing + (not there)
    for phase, number in phases.items():
        yield "referee_matches_open", {"phase": phase}, number
    yield "referee_matches_limit", {}, lobby.config.max_matches
    yield "referee_turns_open", {}, turns
    yield "referee_lanes_open", {}, len(lanes)
    yield "referee_streams_open", {}, len(lobby.sessions)
    yield "referee_watchers_open", {}, watchers
    yield "referee_house_seats", {"state": "seated"}, seated
    yield "referee_house_seats", {"state": "missing"}, missing
    yield "referee_house_joins_total", {}, lobby.house_joins
    yield "referee_draining", {}, lobby.draining
    depths = {
        "opponents": matchmaking.waiting,
        "outbox": sum(session.full_messages for session in lobby.sessions),
        "replays": lobby.unwritten,
        "journals": len(lobby.recovery.postponed),
    }
    for queue, depth in depths.items():
        yield "referee_queue_depth", {"queue": queue}, depth
