"""Spectators of a match: each sees what its view allows, and none can hold the match up."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from gamereferee.v1 import spectate_service_pb2
from referee.core.game import Event
from referee.match.effects import Show
from referee.match.talk import Heard
from referee.replay.wire import said_to_wire
from referee.server.messages import counted_outcome

if TYPE_CHECKING:
    from referee.server.host import MatchHost

__all__ = ["Watcher", "Watchers"]

_Frame = spectate_service_pb2.WatchResponse

QUEUE_FRAMES = 256
"""Frames kept for a watcher who reads slowly; then the oldest are dropped."""


class Watcher:
    """One spectator.

    Args:
        seats: Seats whose observations and private events it sees, and who hear what it hears; none in
            the public view.
        delay: Steps by which it lags behind.
        waits: Whether it sees a step only when the clocks of all turns that it opened run, so that nobody
            learns of a turn before its time has begun.
    """

    def __init__(self, seats: tuple[int, ...], delay: int = 0, *, waits: bool = False) -> None:
        self.seats = seats
        self.waits = waits
        self._delay = delay
        self._delayed: deque[_Frame] = deque()
        self._ready: deque[_Frame] = deque(maxlen=QUEUE_FRAMES)
        self._wake = asyncio.Event()
        self._ended = False

    def hears(self, heard: Heard) -> bool:
        """Whether it may know of a message."""
        channel = heard.channel
        return channel.is_public or any(seat in channel.members for seat in self.seats)

    def push(self, frame: _Frame) -> None:
        """Take a frame; it can be read once `delay` further ones have come."""
        self._delayed.append(frame)
        while len(self._delayed) > self._delay:
            self._ready.append(self._delayed.popleft())
        self._wake.set()

    def end(self, frame: _Frame) -> None:
        """Take the last frame; everything can be read now."""
        self._ready.extend(self._delayed)
        self._delayed.clear()
        self._ready.append(frame)
        self._ended = True
        self._wake.set()

    async def next(self) -> _Frame | None:
        """The next frame; None after the last one."""
        while not self._ready:
            if self._ended:
                return None
            self._wake.clear()
            await self._wake.wait()
        return self._ready.popleft()


class Watchers:
    """All spectators of a match."""

    def __init__(self, host: MatchHost) -> None:
        self._host = host
        self._all: list[Watcher] = []
        self._held: list[tuple[Watcher, _Frame]] = []
        """Frames of the last step that wait for clocks to run."""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, watcher: Watcher) -> None:
        """Let someone watch from now on; the first frame is the match as it stands."""
        machine = self._host.machine
        if machine.outcome is not None:
            watcher.end(self._last_frame())
            return
        self._all.append(watcher)
        if machine.point is not None:
            show = Show(machine.steps, machine.point.phase, [])
            self._push(watcher, self._frame(watcher, show, self._host.encode_public_observation()))
            self.settle()

    def remove(self, watcher: Watcher) -> None:
        """Let someone go."""
        if watcher in self._all:
            self._all.remove(watcher)
            self._held = [(held, frame) for held, frame in self._held if held is not watcher]

    def show(self, show: Show) -> None:
        """Show a step to all; those who wait see it with `settle`."""
        if not self._all:
            return
        self._let_go()  # what was before is over
        public = self._host.encode_public_observation()
        for watcher in self._all:
            self._push(watcher, self._frame(watcher, show, public))

    def _push(self, watcher: Watcher, frame: _Frame) -> None:
        if watcher.waits:
            self._held.append((watcher, frame))
        else:
            watcher.push(frame)

    @property
    def holds(self) -> bool:
        """Whether somebody waits for clocks to run."""
        return bool(self._held)

    def settle(self) -> None:
        """Show what waits for clocks to run, if they all do; else look again when they must."""
        if not self._held:
            return
        wait_ns = self._host.machine.clocks_wait_ns(self._host.now_ns())
        if wait_ns is None:
            self._let_go()
        elif wait_ns and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait_ns / 1e9, self._look_again)

    def _look_again(self) -> None:
        self._timer = None
        self.settle()

    def _let_go(self) -> None:
        held, self._held = self._held, []
        for watcher, frame in held:
            watcher.push(frame)

    def end(self) -> None:
        """Show the end to all."""
        self._let_go()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for watcher in self._all:
            frame = self._last_frame()
            _add_said(frame, watcher, self._host.machine.last_said)
            watcher.end(frame)
        self._all.clear()

    def _frame(self, watcher: Watcher, show: Show, public: bytes | None) -> _Frame:
        frame = _Frame(step=show.step, phase=show.phase)
        told = [
            event
            for event in show.events
            if event.audience is None or any(seat in event.audience for seat in watcher.seats)
        ]
        if told:
            frame.events.type_url = self._host.events_url
            frame.events.value = self._host.encode_events(told)
            if len(watcher.seats) > 1:
                frame.told_to.extend(_only(event) for event in told)
        _add_said(frame, watcher, show.said)
        if public is not None:
            frame.public_observation.type_url = self._host.observation_url
            frame.public_observation.value = public
        if watcher.seats:
            observations = self._host.encode_observations(list(watcher.seats))
            for seat, observation in zip(watcher.seats, observations, strict=True):
                seen = frame.observations.add(seat=seat)
                seen.observation.type_url = self._host.observation_url
                seen.observation.value = observation
        return frame

    def _last_frame(self) -> _Frame:
        machine = self._host.machine
        outcome = counted_outcome(machine)
        reveal = None if self._host.reveal_withheld else self._host.reveal
        return _Frame(step=machine.steps, outcome=outcome, reveal=reveal)


def _only(event: Event) -> int:
    """The one seat that was told of an event; -1 if it was not one alone."""
    return event.audience[0] if event.audience is not None and len(event.audience) == 1 else -1


def _add_said(frame: _Frame, watcher: Watcher, said: tuple[Heard, ...]) -> None:
    frame.said.extend(said_to_wire(heard) for heard in said if watcher.hears(heard))
