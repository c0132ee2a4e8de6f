"""Charges the caller of a stream for the referee's time, and limits messages that nobody asked for."""

from __future__ import annotations

from typing import NoReturn

from gamereferee.v1 import error_pb2
from referee.core.clock import Clock
from referee.core.time_control import SECOND
from referee.server.hosting.host import MatchHost
from referee.server.hosting.seat_stream import HeldLane
from referee.server.process.status import CallError
from referee.server.services.costs import MESSAGE_NS, Callers, StreamCosts

__all__ = ["FLOOD_BUDGET", "Charges"]

FLOOD_BUDGET = 256
"""Number of unasked entries (those that the referee does not wait for) that a stream may send at
once; the budget refills by one a second. One entry beyond the budget ends the stream.
"""


class Charges:
    """Charges the entries of one stream's messages: those asked for, and unasked ones.

    An entry is asked for if the referee waits for it, such as an answer to an open turn, and
    unasked otherwise.

    Args:
        clock: Source of the time.
        callers: Time accounts of all callers.
        caller: Address or network of the caller to charge; empty for an account that no other
            stream shares.
    """

    def __init__(self, clock: Clock, callers: Callers, caller: str) -> None:
        self._callers = callers
        self.costs = StreamCosts(clock)
        """Time account of the stream."""
        self.name_caller(caller)
        self._message_ns = 0
        """Cost of receiving the current message, in nanoseconds; 0 once it has been charged."""
        self._flood_left = float(FLOOD_BUDGET)
        """Number of unasked entries that the stream may still send now; not whole, as it refills
        steadily.
        """
        self._flood_left_at_ns = clock.now_ns()

    def name_caller(self, caller: str) -> None:
        """Charge this caller from now on; do nothing if the name is empty."""
        if caller:
            self.costs.belong_to(self._callers.of(caller))

    def begin_message(self, num_bytes: int, turns_due: int, now_ns: int) -> None:
        """Check a message's size and start to charge for it.

        Args:
            num_bytes: Length of the message in bytes.
            turns_due: Number of turns that the stream still has to answer.
            now_ns: When the message was read.

        Raises:
            CallError: The caller's time budget is used up, and the message is too long to be parsed
                in that state.
        """
        # Before parsing: a message that is too long must cost nothing more than its receipt.
        self.costs.check_size(num_bytes, turns_due, now_ns)
        self.costs.begin(now_ns, num_bytes)
        self._message_ns = MESSAGE_NS

    def refill(self, now_ns: int) -> None:
        """Refill the budget for entries that nobody asked for, by the time from the last call to `now_ns`."""
        gained = (now_ns - self._flood_left_at_ns) / SECOND
        self._flood_left = min(FLOOD_BUDGET, self._flood_left + gained)
        self._flood_left_at_ns = now_ns

    def asked(self, host: MatchHost | None) -> None:
        """Charge the entry just processed as asked for: the referee waited for it.

        `host` is its match, or None if it belongs to none.
        """
        # Rivals on other streams need this work as well, so it must not count against the stream's
        # own refunds.
        if host is not None and host.is_shared:
            self.costs.shared()
        else:
            self.costs.asked()

    def asked_lane(self, lane: HeldLane) -> None:
        """Charge accepted answers of a lane as asked for, and the steps that followed from them.

        A lane plays many matches at once.
        """
        if lane.is_shared:
            self.costs.shared()
        else:
            self.costs.asked()

    def unasked(self) -> None:
        """Charge the entry just processed as unasked: the referee did not wait for it.

        Raises:
            CallError: The stream has sent too many unasked entries, or they took too much of the
                referee's time.
        """
        # The first unasked entry pays for receiving its message; a message of asked entries alone pays nothing extra.
        extra_ns, self._message_ns = self._message_ns, 0
        self.costs.unasked(extra_ns)
        self._charge_flood()

    def unreadable(self) -> None:
        """Charge a message that can't be parsed. Its caller pays, although the stream ends."""
        self.costs.unasked(MESSAGE_NS)

    def _charge_flood(self) -> None:
        # A second limit, on numbers: entries that cost the referee little are a flood as well.
        self._flood_left -= 1
        if self._flood_left < 0:
            self.end_in_flood()

    def end_in_flood(self) -> NoReturn:
        """End the stream because it has sent too many entries that nobody asked for.

        Raises:
            CallError: Always.
        """
        text = f"more than {FLOOD_BUDGET} messages that answered no open turn"
        raise CallError(error_pb2.ERROR_REASON_FLOOD, text)
