"""Sends frames of a match to its spectators: each sees what its point of view allows, and none delays the match."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from gamereferee.v1 import spectate_service_pb2
from referee.core.clock import Clock
from referee.match.effects import Show
from referee.match.machine import MatchMachine
from referee.server.hosting.encoder import MatchEncoder
from referee.server.hosting.history import MatchHistory
from referee.server.hosting.messages import counted_outcome
from referee.server.hosting.reveal import Reveal
from referee.server.hosting.watch_clocks import deadlines
from referee.server.hosting.watch_frames import Eyes, FrameMaker, Shown, add_said
from referee.server.hosting.watch_pacer import WatchPacer
from referee.server.hosting.watch_views import View, Watcher
from referee.server.hosting.whole_views import WholeView, WholeWatcher

__all__ = ["Watchers"]

_Key: TypeAlias = tuple[Eyes, WatchPacer | None, bool]
"""Key of a view: spectators share a view if their eyes (points of view), their pacer, and whether
they see every frame are equal.
"""


class Watchers:
    """All spectators of one match; the eyes of a spectator are its point of view.

    Args:
        machine: Machine of the match.
        encoder: Encodes observations, events and config of the match.
        reveal: Seed data of the match's dice, which the last frame publishes.
        past: Makes frames of earlier steps from the match's journal, for spectators that ask for
            them.
        clock: The server's clock.
    """

    def __init__(
        self,
        machine: MatchMachine,
        encoder: MatchEncoder,
        reveal: Reveal,
        past: MatchHistory,
        clock: Clock,
    ) -> None:
        self._machine = machine
        self._frames = FrameMaker(machine, encoder)
        self._reveal = reveal
        self._past = past
        self._clock = clock
        self._views: dict[_Key, View] = {}
        self._held: list[tuple[View | Watcher, Shown | None]] = []
        """Frames that are shown only when the clocks of all open turns run, each with the view or
        spectator to which it is shown; None stands for a frame that the view makes from the journal.
        """
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(view.watchers for view in self._views.values())

    @property
    def see_steps(self) -> bool:
        """Whether any spectator sees more than the end of the match."""
        return any(not view.eyes.only_end for view in self._views.values())

    def count(self, seats: tuple[int, ...]) -> int:
        """Return the number of spectators that see exactly these seats; an empty tuple stands for the public view."""
        return sum(view.watchers for view in self._views.values() if view.eyes.seats == seats)

    def add(self, watcher: Watcher) -> None:
        """Add a spectator.

        The first frame of a `WholeWatcher` is that of its first step; the match's journal must then
        have been flushed. The first frame of any other spectator shows the match as it is now.
        """
        machine = self._machine
        if isinstance(watcher, WholeWatcher):
            # Shared even if the match is over: reading its past takes the most.
            watcher.enter(self._views.get(_key(watcher)) or self._whole_view(watcher))
            return
        # A match that is over has no views any more: this one exists for the watcher alone.
        if machine.outcome is not None:
            view = View(watcher.eyes, watcher.pacer)
            watcher.enter(view)
            view.end(Shown(self._last_frame()))
            return
        view = self._views.setdefault(_key(watcher), View(watcher.eyes, watcher.pacer))
        watcher.enter(view)
        if machine.point is not None and not watcher.eyes.only_end:
            self._show(watcher, self._standing(view))
            self.show_held()

    def _whole_view(self, watcher: WholeWatcher) -> WholeView:
        machine = self._machine
        eyes = watcher.eyes
        made = 0 if machine.state is None else machine.steps + 1
        # The last frame may still be waiting for clocks, as it does for all spectators.
        is_held = eyes.waits and machine.point is not None
        view = WholeView(eyes, watcher.pacer, made - is_held, self._past, self._current)
        self._views[_key(watcher)] = view
        if machine.outcome is not None:
            view.end(Shown(self._last_frame(eyes)))
        elif is_held:
            self._held.append((view, None))
            self.show_held()
        return view

    def _current(self, view: WholeView) -> Shown | None:
        """Return a frame that shows the match as it is now.

        None if the match is at no decision point, or if the last step has not been added to the view yet.
        """
        machine = self._machine
        if machine.point is None or view.pushed != machine.steps + 1:
            return None
        return self._standing(view)

    def _standing(self, view: View) -> Shown:
        """Return a frame of the match as it is now, from a view's point of view, cached until the next step."""
        machine = self._machine
        assert machine.point is not None
        if view.standing is None or view.standing[0] != machine.steps:
            show = Show(machine.steps, machine.point.phase, [])
            public = self._frames.public_observation()
            view.standing = machine.steps, Shown(self._frame(view.eyes, show, public))
        return view.standing[1]

    def remove(self, watcher: Watcher) -> None:
        """Remove a spectator, and close its view if no other spectator shares that."""
        key, view = _key(watcher), watcher.view
        view.watchers -= 1
        view.forget(watcher)
        gone: list[View | Watcher] = [watcher]
        if not view.watchers:
            view.close()
            gone.append(view)
            # After the end of the match, another view may have taken its place.
            if self._views.get(key) is view:
                del self._views[key]
        # Frames held for it would be pushed to a view that nobody reads.
        self._held = [(held, shown) for held, shown in self._held if held not in gone]

    def show(self, show: Show) -> None:
        """Add the frame of a step to all views, except those that show only the end.

        Views that wait for the clocks of open turns get the frame later, from `show_held`.
        """
        views = [view for view in self._views.values() if not view.eyes.only_end]
        if not views:
            return
        self._push_held()  # the step before is over, whether or not clocks of its turns ever ran
        public = self._frames.public_observation()
        shown: dict[Eyes, Shown] = {}
        for view in views:
            eyes = view.eyes
            # Views may have the same eyes and differ in their pacers only: they share the frame.
            if eyes not in shown:
                shown[eyes] = Shown(self._frame(eyes, show, public))
            self._show(view, shown[eyes])

    def _show(self, to: View | Watcher, shown: Shown) -> None:
        if to.eyes.waits:
            self._held.append((to, shown))
        else:
            _push(to, shown)

    def with_deadlines(self, watcher: Watcher, shown: Shown) -> bytes:
        """Return the frame `shown`, which the watcher has just read, serialized.

        Deadlines are added if it shows the match as it is now.
        """
        # The end shares its step with the last frame before it, but then there is no decision point any more.
        if shown.step != self._machine.steps:
            return shown.encoded
        return shown.encoded + deadlines(self._machine, watcher.eyes, self._clock)

    @property
    def holds(self) -> bool:
        """Whether any frame is held back until the clocks of all open turns run."""
        return bool(self._held)

    def show_held(self) -> None:
        """Show the frames that are held back, if the clocks of all open turns run.

        Otherwise set a timer to check again when the clocks start at the latest. There is no timer
        while a turn waits for a think slot (a free core for its bot); the caller must then call
        this method when the turn is handed over.
        """
        if not self._held:
            return
        # None: all clocks run. 0: a turn waits for a think slot, whose handover calls this again. Else the lag margin bounds
        # the wait, as clocks start then even without a handover.
        wait_ns = self._machine.clocks_wait_ns(self._clock.now_ns())
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
        """Add all frames that are held back, then the frame that shows the end of the match; drop the views."""
        self._push_held()
        if self._timer is not None:
            # The frames were all pushed above; nothing is left to check later.
            self._timer.cancel()
            self._timer = None
        for view in self._views.values():
            view.end(Shown(self._last_frame(None if view.eyes.only_end else view.eyes)))
        self._views.clear()

    def _frame(
        self, eyes: Eyes, show: Show, public: bytes | None
    ) -> spectate_service_pb2.WatchResponse:
        point = self._machine.point
        return self._frames.frame(eyes, show, public, () if point is None else point.seats)

    def _last_frame(self, hears: Eyes | None = None) -> spectate_service_pb2.WatchResponse:
        """Return the frame that shows the end.

        Args:
            hears: Point of view whose chat is in the frame; None for a frame without chat.
        """
        machine = self._machine
        outcome = counted_outcome(machine)
        frame = spectate_service_pb2.WatchResponse(
            step=machine.steps,
            outcome=outcome,
            reveal=self._reveal.public,
            forfeited=machine.forfeited,
        )
        if hears is not None:
            add_said(frame, hears, machine.last_said)
        return frame


def _key(watcher: Watcher) -> _Key:
    return watcher.eyes, watcher.pacer, isinstance(watcher, WholeWatcher)


def _push(to: View | Watcher, shown: Shown | None) -> None:
    if isinstance(to, Watcher):
        assert shown is not None
        to.stand(shown)
    elif shown is None:
        assert isinstance(to, WholeView)
        to.advance()
    else:
        to.push(shown)
