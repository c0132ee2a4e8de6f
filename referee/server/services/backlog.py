"""Estimates how long the messages of one stream may have waited for each other.

The event loop's lag says how long a message may have waited for the loop to get round to it. On a
stream with very many seats, messages also wait for those before them, each of which takes time to
process. When a message arrived is not known, but there are two bounds. It was not before the stream
last had nothing to read. And it was not before the hand-over of the turns that earlier messages
answer, because a bot sends one message after another. So a bot that is slow with one turn gains
nothing from the answers that it sends to other turns meanwhile, nor from unasked messages.
"""

from __future__ import annotations

from referee.core.clock import Clock
from referee.server.process.lag import LagMeter

__all__ = ["Backlog"]


class Backlog:
    """Tracks how long messages of one stream may have waited.

    Args:
        clock: Source of the time.
        meter: Measures how long the event loop has been busy.
    """

    def __init__(self, clock: Clock, meter: LagMeter) -> None:
        self._clock = clock
        self._meter = meter
        self._asked = self._since = meter.mark(clock.now_ns())
        """Two marks of the event loop's work. `_asked`: when the next message was requested, or the
        current one while it is processed. `_since`: when the last message arrived, at the earliest,
        that had no other message of the stream before it in the queue.
        """
        self._latest_ns = self._since.at_ns
        """Earliest time at which the next message can have arrived, in nanoseconds on the monotonic
        clock.
        """
        self.is_useful = False
        """Whether the last message held something that the referee had asked for; set by the
        session.
        """

    @property
    def asked_ns(self) -> int:
        """When the next message was requested, or the current one while it is processed."""
        return self._asked.at_ns

    def ask(self) -> None:
        """Mark now as the time at which the next message is requested; the last one has been processed."""
        self._asked = self._meter.mark(self._clock.now_ns())

    def read(self, now_ns: int, lag_ns: int) -> int:
        """Return how long a message that was just read may have waited for others of its stream, at most.

        In nanoseconds. The bounds on the arrival of the next message are updated as well.

        Args:
            now_ns: When the message was read.
            lag_ns: How long the message may have waited for the event loop.
        """
        waited_ns = self.waited_ns(now_ns)
        # It waited for no other message, so those after it can have waited since its arrival at the
        # earliest.
        if not waited_ns:
            self._latest_ns = now_ns - lag_ns
            self._since = self._meter.mark(self._latest_ns)
        self.is_useful = False
        return waited_ns

    def answered(self, handed_ns: int) -> None:
        """Raise the lower bound on the arrival of later messages to `handed_ns`.

        `handed_ns` is when a turn that the last message answers was handed over.
        """
        self._latest_ns = max(self._latest_ns, handed_ns)

    def waited_ns(self, now_ns: int) -> int:
        """Return how long a message read at `now_ns` may have waited for other messages of its stream.

        In nanoseconds; 0 if nothing waited. Only time in which the event loop had something to do
        counts.
        """
        # After a message that nobody asked for there is no refund, or a bot could buy time by sending such messages. If
        # the loop has rested since the message was asked for, nothing waited.
        if not self.is_useful or not self._meter.is_just_past(self._asked, now_ns):
            return 0
        now, since = self._meter.mark(now_ns), self._since
        busy_ns = now_ns - since.at_ns - (now.rested_ns - since.rested_ns)
        return max(0, min(busy_ns, now_ns - self._latest_ns))
