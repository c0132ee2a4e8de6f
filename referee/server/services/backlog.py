"""How long messages of one stream may have waited for each other.

The event loop's lag says how long a message may have waited for the loop to get round to it. On a stream of very
many seats messages wait for those before them as well, each of which takes its time. When one came nobody knows,
but there are bounds: not before the stream had last nothing to be read, and not before the turns were handed
over that messages before it have answered, as its bot sends one after another. So a turn that waits while
its bot answers others is not put off by them, nor by messages that nobody has asked for.
"""

from __future__ import annotations

from referee.core.clock import Clock
from referee.server.process.lag import LagMeter

__all__ = ["Backlog"]


class Backlog:
    """Follows the messages of one stream.

    Args:
        clock: Tells the time.
        meter: Tells how the event loop fares.
    """

    def __init__(self, clock: Clock, meter: LagMeter) -> None:
        self._clock = clock
        self._meter = meter
        self._asked = self._since = meter.mark(clock.now_ns())
        """When the next message was asked for, or the last one while that is being taken; and when one may have
        come that didn't wait for others."""
        self._latest_ns = self._since.at_ns
        """What is read next has come after that."""
        self.is_useful = False
        """Whether there was something in the last message that the referee had asked for; to be set."""

    @property
    def asked_ns(self) -> int:
        """When the next message was asked for, or the last one while that is being taken."""
        return self._asked.at_ns

    def ask(self) -> None:
        """Note that the next message is asked for, the last being taken."""
        self._asked = self._meter.mark(self._clock.now_ns())

    def read(self, now_ns: int, lag_ns: int) -> int:
        """Note that a message was read; return how long it may have waited for others at most, from 0.

        Args:
            now_ns: When.
            lag_ns: How long it may have waited for the event loop.
        """
        waited_ns = self.waited_ns(now_ns)
        if not waited_ns:
            self._latest_ns = now_ns - lag_ns
            self._since = self._meter.mark(self._latest_ns)
        self.is_useful = False
        return waited_ns

    def answered(self, handed_ns: int) -> None:
        """Note that the message that was read last answers a turn that was handed over then."""
        self._latest_ns = max(self._latest_ns, handed_ns)

    def waited_ns(self, now_ns: int) -> int:
        """Return how long a message that is read now, or lies there now, may have waited; 0 if there is none.

        Only time in which the loop had something to do counts.
        """
        if not self.is_useful or not self._meter.is_just_past(self._asked, now_ns):
            return 0
        now, since = self._meter.mark(now_ns), self._since
        busy_ns = now_ns - since.at_ns - (now.rested_ns - since.rested_ns)
        return max(0, min(busy_ns, now_ns - self._latest_ns))
