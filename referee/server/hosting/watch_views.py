"""Views of a match, and the spectators that read them, each at its own pace.

Spectators with the same eyes (point of view) share a view. A frame is made, encoded and kept once
for all of them, so a step costs the match the same for one spectator as for a thousand.
"""

from __future__ import annotations

import asyncio
from collections import deque

from referee.server.hosting.watch_frames import Eyes, Shown
from referee.server.hosting.watch_pacer import PacedWatcher, WatchPacer

__all__ = ["QUEUE_FRAMES", "View", "Watcher"]

QUEUE_FRAMES = 256
"""Number of frames that a view keeps for slow readers. When there are more, the oldest are dropped."""
_PUBLIC = Eyes()


class View:
    """Most recent frames of a match, for all spectators with the same eyes (point of view)."""

    def __init__(self, eyes: Eyes, pacer: WatchPacer | None) -> None:
        self.eyes = eyes
        self.watchers = 0
        """Number of spectators that share the view."""
        self.pushed = 0
        """Number of frames added so far."""
        self.is_over = False
        """Whether the last frame, which shows the end, was added."""
        self.standing: tuple[int, Shown] | None = None
        """Pair of a number of steps and the frame that shows the match after them, cached for spectators
        that are added before the next step; None before such a frame was made.
        """
        self._pacer = pacer
        self._kept: deque[Shown] = deque()
        self._waiting: deque[PacedWatcher] = deque()

    @property
    def readable(self) -> int:
        """Number of frames that spectators may read by now.

        A frame may be read when as many further frames were added as the delay of the point of view
        (`eyes.delay`) demands, or when the match is over.
        """
        return self.pushed if self.is_over else max(0, self.pushed - self.eyes.delay)

    def push(self, shown: Shown) -> None:
        """Add a frame, and wake the spectators that wait for the next frame.

        The oldest frame is dropped if more than `QUEUE_FRAMES`, and those that are still delayed, are kept.
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
        """Return the frame with a number, counted from 0; the caller must make sure that it is still kept."""
        return self._kept[number - self.pushed + len(self._kept)]

    def wait(self, watcher: PacedWatcher) -> None:
        """Register a spectator to be woken once, when the next frame is added; return at once."""
        self._waiting.append(watcher)

    def forget(self, watcher: PacedWatcher) -> None:
        """Remove a spectator from those that wait for the next frame."""
        if watcher in self._waiting:
            self._waiting.remove(watcher)

    def turn(self, watcher: PacedWatcher) -> None:
        """Register a spectator that has frames to read, to be woken when the pacer's limit allows.

        Without a pacer, the spectator is woken at once.
        """
        if self._pacer is None:
            watcher.go_on()
        else:
            self._pacer.call(deque([watcher]))

    def close(self) -> None:
        """Release the resources of the view when its last spectator has left; a plain view has none."""

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
        self._view = View(eyes, pacer)
        self._start = 0
        """Number of frames that had been added to the view when the spectator was added."""
        self._read = 0
        """Number of the next frame of the view that the spectator reads, from 0; earlier frames were
        read, skipped, or added before the spectator was.
        """
        self._standing: Shown | None = None
        """First frame for the spectator, which shows the match as it was when the spectator was added.
        None before it is set, and after it was read or skipped.
        """
        self._going_on: asyncio.Future[None] | None = None

    @property
    def view(self) -> View:
        """The view from which the spectator reads frames."""
        return self._view

    def enter(self, view: View) -> None:
        """Join a view: from now on, the spectator reads the frames that are added to it."""
        self._view = view
        view.watchers += 1
        self._start = self._read = view.pushed

    def stand(self, shown: Shown) -> None:
        """Set the first frame, which shows the match as it is now, to be read before the view's frames."""
        self._standing = shown
        if self._going_on is not None and self._can_read:
            self._view.turn(self)

    async def next(self) -> Shown | None:
        """Wait for the next frame and return it; None after the last frame of the match.

        Frames that the view has dropped before the spectator read them are skipped.
        """
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
        """Wake the task that waits in `next`; do nothing if none waits."""
        if self._going_on is not None and not self._going_on.done():
            self._going_on.set_result(None)
