"""Spectators of a match: each sees what its point of view allows, and none can hold the match up.

Spectators with the same eyes (point of view) share a view. A frame is made, encoded and kept once
for all of them, so a step costs the match the same for one spectator as for a thousand.
"""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from gamereferee.v1 import spectate_service_pb2
from referee.core.game import Event
from referee.match.effects import Show
from referee.match.machine import MatchMachine
from referee.match.talk import Heard
from referee.replay.wire import said_to_wire
from referee.server.hosting.encoder import MatchEncoder
from referee.server.hosting.messages import counted_outcome
from referee.server.hosting.reveal import Reveal
from referee.server.hosting.watch_pacer import PacedWatcher, WatchPacer

__all__ = ["Eyes", "Shown", "Watcher", "Watchers"]

QUEUE_FRAMES = 256
"""Number of frames that a view keeps for slow readers. When there are more, the oldest are dropped."""


class Eyes(NamedTuple):
    """Point of view of a spectator: what it may see of a match, and when."""

    seats: tuple[int, ...] = ()
    """Seats whose observations, private events and chat the spectator sees; empty for the public
    view.
    """
    delay: int = 0
    """Number of frames (one for each step) by which the spectator lags behind the match."""
    waits: bool = False
    """Whether a step is shown only when the clocks of all turns that it opened are running.
    Otherwise a bot could learn of a turn before its time has begun.
    """
    only_end: bool = False
    """Whether the spectator sees only the last frame. Then no step costs the match anything."""

    def hear(self, heard: Heard) -> bool:
        """Return whether this point of view may see a chat message."""
        channel = heard.channel
        return channel.is_public or any(seat in channel.members for seat in self.seats)


_PUBLIC = Eyes()


class Shown:
    """A frame for spectators, serialized once for all spectators that get it.

    Args:
        frame: The frame's message.
    """

    def __init__(self, frame: spectate_service_pb2.WatchResponse) -> None:
        self.frame = frame

    @functools.cached_property
    def encoded(self) -> bytes:
        """The frame's message, serialized."""
        return self.frame.SerializeToString()


class _View:
    """Most recent frames of a match, as all spectators with the same eyes see them."""

    def __init__(self, eyes: Eyes, pacer: WatchPacer | None) -> None:
        self.eyes = eyes
        self.watchers = 0
        """Number of spectators that share the view."""
        self.pushed = 0
        """Number of frames added so far."""
        self.is_over = False
        """Whether the last frame, which shows the end, was added."""
        self.standing: tuple[int, Shown] | None = None
        """A number of steps, and the frame that shows the match after it, kept for spectators that
        are added; None before the first one was made.
        """
        self._pacer = pacer
        self._kept: deque[Shown] = deque()
        self._waiting: deque[PacedWatcher] = deque()

    @property
    def readable(self) -> int:
        """Number of frames that spectators may read by now.

        A frame may be read when as many further frames were added as the view's `delay` says, or
        when the match is over.
        """
        return self.pushed if self.is_over else max(0, self.pushed - self.eyes.delay)

    def push(self, shown: Shown) -> None:
        """Add a frame and wake the spectators that wait for it.

        Drop the oldest frame if too many are kept.
        """
        self._kept.append(shown)
        self.pushed += 1
        # Frames that a delay still holds back are kept in addition.
        if len(self._kept) > QUEUE_FRAMES + self.eyes.delay:
            self._kept.popleft()
        self._call()

    def end(self, shown: Shown) -> None:
        """Add the last frame, which shows the end of the match."""
        self.is_over = True
        self.push(shown)

    def frame(self, number: int) -> Shown:
        """Return a frame by its number, from 0; it must still be kept."""
        return self._kept[number - self.pushed + len(self._kept)]

    def wait(self, watcher: PacedWatcher) -> None:
        """Wake a spectator when the next frame is added."""
        self._waiting.append(watcher)

    def forget(self, watcher: PacedWatcher) -> None:
        """Remove a spectator from those that wait for the next frame."""
        if watcher in self._waiting:
            self._waiting.remove(watcher)

    def turn(self, watcher: PacedWatcher) -> None:
        """Wake a spectator when the pacer has time for it; at once if there is no pacer."""
        if self._pacer is None:
            watcher.go_on()
        else:
            self._pacer.call(deque([watcher]))

    def _call(self) -> None:
        waiting, self._waiting = self._waiting, deque()
        if self._pacer is not None:
            self._pacer.call(waiting)
        else:
            for watcher in waiting:
                watcher.go_on()


class Watcher:
    """One spectator of a match, which reads frames at its own pace.

    Args:
        eyes: Point of view of the spectator.
        pacer: Limits the time spent on all spectators; None to serve this one without a limit.
    """

    def __init__(self, eyes: Eyes = _PUBLIC, *, pacer: WatchPacer | None = None) -> None:
        self.eyes = eyes
        self.pacer = pacer
        self._view = _View(eyes, pacer)
        self._start = 0
        """Number of frames that its view had when the spectator was added."""
        self._read = 0
        """Number of frames of its view that the spectator has passed: read, skipped, or older than
        itself.
        """
        self._standing: Shown | None = None
        """Frame of the match as it was when the spectator was added; None once that was read."""
        self._going_on: asyncio.Future[None] | None = None

    def enter(self, view: _View) -> None:
        """Read frames of this view from now on."""
        self._view = view
        view.watchers += 1
        self._start = self._read = view.pushed

    def stand(self, shown: Shown) -> None:
        """Set the first frame, which shows the match as it is now, to be read before the view's frames."""
        self._standing = shown
        if self._going_on is not None and self._can_read:
            self._view.turn(self)

    async def next(self) -> Shown | None:
        """Wait for the next frame and return it; None after the last one."""
        if self.pacer is not None and self._can_read:
            # It has fallen behind, and waits for its turn like the others: else it would read on without a pause.
            await self._wait(turn=True)
        while not self._can_read:
            if self._view.is_over:
                return None
            await self._wait(turn=False)
        return self._take()

    @property
    def _can_read(self) -> bool:
        view = self._view
        if view.readable > self._read:
            return True
        # The first frame is delayed like all others, or it would show a delayed spectator the
        # present.
        due = view.is_over or view.pushed - self._start >= self.eyes.delay
        return self._standing is not None and due

    def _take(self) -> Shown:
        view = self._view
        standing, self._standing = self._standing, None
        # Frames that the view has dropped meanwhile are skipped.
        oldest = max(self._read, view.readable - QUEUE_FRAMES)
        # If frames were dropped meanwhile, the match as it stood at first is outdated too.
        if standing is not None and oldest == self._read:
            return standing
        self._read = oldest + 1
        return view.frame(oldest)

    async def _wait(self, *, turn: bool) -> None:
        self._going_on = asyncio.get_running_loop().create_future()
        if turn:
            self._view.turn(self)
        else:
            self._view.wait(self)
        try:
            await self._going_on
        finally:
            self._going_on = None

    def go_on(self) -> None:
        """Wake the task that waits in `next`."""
        if self._going_on is not None and not self._going_on.done():
            self._going_on.set_result(None)


class Watchers:
    """All spectators of one match.

    Args:
        machine: Machine of the match.
        encoder: Encodes observations, events and config of the match.
        reveal: Seed data of the match's dice, for the last frame.
        now_ns: Returns the time in nanoseconds.
    """

    def __init__(
        self,
        machine: MatchMachine,
        encoder: MatchEncoder,
        reveal: Reveal,
        now_ns: Callable[[], int],
    ) -> None:
        self._machine = machine
        self._encoder = encoder
        self._reveal = reveal
        self._now_ns = now_ns
        self._views: dict[tuple[Eyes, WatchPacer | None], _View] = {}
        self._held: list[tuple[_View | Watcher, Shown]] = []
        """Frames that wait until the clocks of open turns run, each with the view or spectator that
        it is for.
        """
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(view.watchers for view in self._views.values())

    @property
    def see_steps(self) -> bool:
        """Whether any spectator sees more than the end of the match."""
        return any(not view.eyes.only_end for view in self._views.values())

    def count(self, seats: tuple[int, ...]) -> int:
        """Return the number of spectators whose eyes (points of view) have exactly these seats."""
        return sum(view.watchers for view in self._views.values() if view.eyes.seats == seats)

    def add(self, watcher: Watcher) -> None:
        """Add a spectator; its first frame shows the match as it is now."""
        machine = self._machine
        # A match that is over has no views any more: this one exists for the watcher alone.
        if machine.outcome is not None:
            view = _View(watcher.eyes, watcher.pacer)
            watcher.enter(view)
            view.end(Shown(self._last_frame()))
            return
        key = watcher.eyes, watcher.pacer
        view = self._views.setdefault(key, _View(*key))
        watcher.enter(view)
        if machine.point is not None and not watcher.eyes.only_end:
            self._show(watcher, self._standing(view))
            self.show_held()

    def _standing(self, view: _View) -> Shown:
        """Return a frame that shows the match as it is now; made once for each view and step."""
        machine = self._machine
        assert machine.point is not None
        if view.standing is None or view.standing[0] != machine.steps:
            show = Show(machine.steps, machine.point.phase, [])
            public = self._encoder.public_observation()
            view.standing = machine.steps, Shown(self._frame(view.eyes, show, public))
        return view.standing[1]

    def remove(self, watcher: Watcher) -> None:
        """Remove a spectator; do nothing if the match is over."""
        key = watcher.eyes, watcher.pacer
        view = self._views.get(key)
        if view is None:
            return  # the match is over
        view.watchers -= 1
        view.forget(watcher)
        gone: list[_View | Watcher] = [watcher]
        if not view.watchers:
            del self._views[key]
            gone.append(view)
        # Frames held for it would be pushed to a view that nobody reads.
        self._held = [(held, shown) for held, shown in self._held if held not in gone]

    def show(self, show: Show) -> None:
        """Show a step to all views, except those that see only the end.

        Views whose eyes wait for clocks get the step later, by `show_held`.
        """
        views = [view for view in self._views.values() if not view.eyes.only_end]
        if not views:
            return
        self._push_held()  # the step before is over, whether or not clocks of its turns ever ran
        public = self._encoder.public_observation()
        shown: dict[Eyes, Shown] = {}
        for view in views:
            eyes = view.eyes
            # Views may have the same eyes and differ in their pacers only: they share the frame.
            if eyes not in shown:
                shown[eyes] = Shown(self._frame(eyes, show, public))
            self._show(view, shown[eyes])

    def _show(self, to: _View | Watcher, shown: Shown) -> None:
        if to.eyes.waits:
            self._held.append((to, shown))
        else:
            _push(to, shown)

    @property
    def holds(self) -> bool:
        """Whether any frame waits until the clocks of open turns run."""
        return bool(self._held)

    def show_held(self) -> None:
        """Show the waiting frames if the clocks of all open turns run.

        Otherwise check again at the time at which the clocks start at the latest.
        """
        if not self._held:
            return
        # None: all clocks run. 0: a turn waits for a think slot, whose handover calls this again. Else the lag margin bounds
        # the wait, as clocks start then even without a handover.
        wait_ns = self._machine.clocks_wait_ns(self._now_ns())
        if wait_ns is None:
            self._push_held()
        elif wait_ns and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait_ns / 1e9, self._check_again)

    def _check_again(self) -> None:
        self._timer = None
        self.show_held()

    def _push_held(self) -> None:
        held, self._held = self._held, []
        for to, shown in held:
            _push(to, shown)

    def end(self) -> None:
        """Show the end of the match to all views, and drop the views."""
        self._push_held()
        if self._timer is not None:
            # The frames were all pushed above; nothing is left to check later.
            self._timer.cancel()
            self._timer = None
        for view in self._views.values():
            frame = self._last_frame()
            if not view.eyes.only_end:
                _add_said(frame, view.eyes, self._machine.last_said)
            view.end(Shown(frame))
        self._views.clear()

    def _frame(
        self, eyes: Eyes, show: Show, public: bytes | None
    ) -> spectate_service_pb2.WatchResponse:
        frame = spectate_service_pb2.WatchResponse(
            step=show.step, phase=show.phase, forfeited=self._machine.forfeited
        )
        visible = [
            event
            for event in show.events
            if event.audience is None or any(seat in event.audience for seat in eyes.seats)
        ]
        if visible:
            frame.events.type_url = self._encoder.events_url
            frame.events.value = self._encoder.events(visible)
            # With one seat or none, each event shown is either public or the viewer's own.
            if len(eyes.seats) > 1:
                frame.told_to.extend(_only(event) for event in visible)
        _add_said(frame, eyes, show.said)
        if public is not None:
            frame.public_observation.type_url = self._encoder.observation_url
            frame.public_observation.value = public
        if eyes.seats:
            observations = self._encoder.seen_by(list(eyes.seats))
            for seat, observation in zip(eyes.seats, observations, strict=True):
                seen = frame.observations.add(seat=seat)
                seen.observation.type_url = self._encoder.observation_url
                seen.observation.value = observation
            frame.clocks.extend(map(self._clock, eyes.seats))
        return frame

    def _clock(self, index: int) -> spectate_service_pb2.SeatClock:
        machine = self._machine
        seat = machine.seats[index]
        clock = spectate_service_pb2.SeatClock(
            seat=index,
            asked=machine.point is not None and index in machine.point.seats and not seat.is_out,
            out=seat.is_out,
            decisions=seat.decisions,
            strikes=seat.strikes,
            refusals=sum(seat.refusals.values()),
        )
        if seat.terms.has_bank:
            clock.bank_left.FromNanoseconds(seat.bank_ns)
        if seat.last_elapsed_ns is not None:
            clock.last_elapsed.FromNanoseconds(seat.last_elapsed_ns)
        return clock

    def _last_frame(self) -> spectate_service_pb2.WatchResponse:
        machine = self._machine
        outcome = counted_outcome(machine)
        return spectate_service_pb2.WatchResponse(
            step=machine.steps,
            outcome=outcome,
            reveal=self._reveal.public,
            forfeited=machine.forfeited,
        )


def _push(to: _View | Watcher, shown: Shown) -> None:
    if isinstance(to, Watcher):
        to.stand(shown)
    else:
        to.push(shown)


def _only(event: Event) -> int:
    """Return the seat that alone may see an event; -1 if several seats or everybody may see it."""
    return event.audience[0] if event.audience is not None and len(event.audience) == 1 else -1


def _add_said(
    frame: spectate_service_pb2.WatchResponse, eyes: Eyes, said: tuple[Heard, ...]
) -> None:
    frame.said.extend(said_to_wire(heard) for heard in said if eyes.hear(heard))
