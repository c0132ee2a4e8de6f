"""Spectators that see every frame from some step on, however late they come.

A whole view numbers frames from the start of the match: frame k shows the match after step k, and
the frame after that of the last step shows the end. The view keeps recent frames like any other view;
earlier frames are made from the match's journal.
"""

from __future__ import annotations

from collections.abc import Callable

from gamereferee.v1 import spectate_service_pb2
from referee.server.hosting.history import History, HistoryError, MatchHistory
from referee.server.hosting.watch_frames import Eyes, Shown
from referee.server.hosting.watch_pacer import WatchPacer
from referee.server.hosting.watch_views import View, Watcher
from referee.server.process.logs import get_log

__all__ = ["WholeView", "WholeWatcher"]


class WholeView(View):
    """All frames of a match from its first step on, for all spectators with the same eyes.

    The eyes of a spectator are its point of view.

    Args:
        eyes: Point of view.
        pacer: Limits the time spent on spectators; None for no limit.
        pushed: Number of frames that spectators with these eyes could see when the view was made.
        past: Makes frames of earlier steps from the match's journal.
        stand: Returns a frame that shows the match as it is now; None if that frame would show a
            step that has not been added to the view yet.
    """

    def __init__(
        self,
        eyes: Eyes,
        pacer: WatchPacer | None,
        pushed: int,
        past: MatchHistory,
        stand: Callable[[WholeView], Shown | None],
    ) -> None:
        super().__init__(eyes, pacer)
        self.pushed = pushed
        self._past = past
        self._stand = stand
        self._histories: list[History] = []
        self._is_lost = False
        """Whether frames that the view does not keep can't be shown, because reading the journal has failed."""

    @property
    def first_kept(self) -> int:
        """Number of the oldest frame that the view itself keeps; `pushed` if it keeps none."""
        return self.pushed - len(self._kept)

    def advance(self) -> None:
        """Count one more frame without keeping it: it is made from the journal when a spectator reads it.

        May be called only before the first `push`.
        """
        self.pushed += 1
        self._call()

    async def past_frame(self, number: int) -> Shown | None:
        """Return the frame with a number below `first_kept`, made from the journal; None if that has failed.

        Raises:
            CallError: Too many histories (makers of earlier frames) are open on the server, and all
                of them are in use.
        """
        while not self._is_lost:
            if number >= self.first_kept:
                return self.frame(number)
            try:
                shown = await self._history(number).frame(number, self.first_kept)
            except HistoryError as error:
                get_log().warning("the past of a match can't be shown", reason=str(error))
                self._is_lost = True
            else:
                if shown is not None:
                    return shown
        return None

    def _history(self, number: int) -> History:
        """Return an open history (maker of earlier frames) that has this frame or can make it.

        `number` is the number of the frame. If there is none, open one.
        """
        self._histories = [history for history in self._histories if not history.is_closed]
        for history in self._histories:
            if history.first <= number:
                return history
        history = self._past.open(self.eyes, number)
        self._histories.append(history)
        return history

    def stand(self) -> Shown | None:
        """Return a frame that shows the match as it is now.

        None if the view's eyes (point of view) have a delay, or if the match's last step has not
        been added to the view yet.
        """
        return None if self.eyes.delay else self._stand(self)

    def close(self) -> None:
        """Close the view's histories, which make earlier frames from the journal."""
        for history in self._histories:
            history.close()


class WholeWatcher(Watcher):
    """A spectator that sees every frame from some step on.

    Args:
        eyes: Point of view of the spectator.
        start: First step to show, from 0.
        pacer: Limits the time spent on all spectators; None to serve this one without a limit.
    """

    def __init__(self, eyes: Eyes, start: int = 0, *, pacer: WatchPacer | None = None) -> None:
        super().__init__(eyes, pacer=pacer)
        self._read = start
        self._whole: WholeView | None = None
        self._has_end = False
        self._lacks = False
        """Whether frames before the next one could not be made; its field `left_out` says so."""

    def enter(self, view: View) -> None:
        """Join a view, which must be a `WholeView`: the spectator reads its frames from the first step to show on."""
        assert isinstance(view, WholeView)
        self._view = self._whole = view
        view.watchers += 1

    async def next(self) -> Shown | None:
        """Wait for the next frame and return it; None after the frame that shows the end of the match.

        Raises:
            CallError: The frame must be made from the journal, and too many makers of earlier
                frames are in use on the server.
        """
        view = self._whole
        assert view is not None
        if self._has_end:
            return None
        if self.pacer is not None and self._can_read:
            await self._wait(turn=True)
        while not self._can_read:
            await self._wait(turn=False)
        if view.is_over and self._read >= view.pushed:
            self._read = view.pushed - 1  # the end is shown to all, however late their first step
        number = self._read
        shown = view.frame(number) if number >= view.first_kept else await view.past_frame(number)
        if shown is None:
            return await self._skip(view)
        self._has_end = view.is_over and number == view.pushed - 1
        self._read = number + 1
        return self._marked(shown)

    @property
    def _can_read(self) -> bool:
        return self._view.is_over or self._view.readable > self._read

    async def _skip(self, view: WholeView) -> Shown | None:
        """Return the next frame that needs no journal, marked with `left_out`, after reading the journal has failed.

        This is the oldest frame that the view keeps; if it keeps none, a frame of the match as it is now, or
        the next one that is added.
        """
        self._lacks = True
        standing = view.stand() if view.first_kept == view.pushed else None
        self._read = view.first_kept
        return await self.next() if standing is None else self._marked(standing)

    def _marked(self, shown: Shown) -> Shown:
        if not self._lacks:
            return shown
        self._lacks = False
        frame = spectate_service_pb2.WatchResponse()
        frame.CopyFrom(shown.frame)
        frame.left_out = True
        return Shown(frame)
