"""Charges for what one stream sends: its time goes to the account of its caller, and unasked entries are counted."""

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
"""Unasked entries that a stream may send at once; one more may be sent after each second."""


class Charges:
    """Charges the entries of a stream's messages, one after another.

    An entry is asked for if the referee waits for it, such as an answer to an open turn, and unasked otherwise.

    Args:
        clock: Source of the time.
        callers: Accounts of all callers.
        caller: The caller to charge, by address or network; empty for an account that no other stream shares.
    """

    def __init__(self, clock: Clock, callers: Callers, caller: str) -> None:
        self._callers = callers
        self.costs = StreamCosts(clock)
        """How much time the stream's messages took."""
        self.name_caller(caller)
        self._message_ns = 0
        """What the present message costs apart from its entries; 0 once that is charged."""
        self._flood_left = float(FLOOD_BUDGET)
        """Unasked entries that may still be sent."""
        self._flood_left_at_ns = clock.now_ns()

    def name_caller(self, caller: str) -> None:
        """Charge this caller from now on, unless the name is empty."""
        if caller:
            self.costs.belong_to(self._callers.of(caller))

    def begin_message(self, num_bytes: int, turns_due: int, now_ns: int) -> None:
        """Start to charge for a message.

        Args:
            num_bytes: Its length.
            turns_due: Turns that the stream has to answer.
            now_ns: When it was read.

        Raises:
            CallError: It is too long for what is left of the caller's budget.
        """
        self.costs.check_size(num_bytes, turns_due, now_ns)
        self.costs.begin(now_ns, num_bytes)
        self._message_ns = MESSAGE_NS

    def refill(self, now_ns: int) -> None:
        """Add to the flood budget what the time since the last call gives back."""
        gained = (now_ns - self._flood_left_at_ns) / SECOND
        self._flood_left = min(FLOOD_BUDGET, self._flood_left + gained)
        self._flood_left_at_ns = now_ns

    def asked(self, host: MatchHost | None) -> None:
        """Charge the entry just taken, which the referee had asked for; its match, or None if it is of no match."""
        # Rivals on other streams need this work as well, so it must not count against the stream's own refunds.
        if host is not None and host.is_shared:
            self.costs.shared()
        else:
            self.costs.asked()

    def asked_lane(self, lane: HeldLane) -> None:
        """Charge answers of a lane that were taken, and the steps that followed from them."""
        if lane.is_shared:
            self.costs.shared()
        else:
            self.costs.asked()

    def unasked(self) -> None:
        """Charge the entry just taken, which nobody had asked for.

        Raises:
            CallError: There were too many of them, or they took too much of the referee's time.
        """
        # The first unasked entry pays for receiving its message; a message of asked entries alone pays nothing extra.
        extra_ns, self._message_ns = self._message_ns, 0
        self.costs.unasked(extra_ns)
        self._charge_flood()

    def unreadable(self) -> None:
        """Charge a message that can't be parsed: its caller pays, although this stream ends."""
        self.costs.unasked(MESSAGE_NS)

    def _charge_flood(self) -> None:
        self._flood_left -= 1
        if self._flood_left < 0:
            self.end_in_flood()

    def end_in_flood(self) -> NoReturn:
        """End the stream because it has sent too much that nobody asked for.

        Raises:
            CallError: Always.
        """
        text = f"more than {FLOOD_BUDGET} messages that answered no open turn"
        raise CallError(error_pb2.ERROR_REASON_FLOOD, text)
