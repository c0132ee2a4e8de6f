"""Accounts of the referee's time that messages take, asked for or not, and refunds of waiting time.

While the event loop is busy, answers wait unread, and the time that they may have waited is
refunded to their seats. A bot must not earn such a refund by keeping the loop busy itself. So each
stream has an account of the time that its own messages took:

- *Unasked* messages are stale, early, foreign, duplicate or malformed ones, pings, and refused
  joins and chat messages. Time spent on them is never refunded, neither to their stream nor to
  another stream from the same address. Each caller has a time budget for them, which refills at a
  steady rate. When it is spent, a stream that still spends is cut off.
- *Asked* messages are those that the referee waits for. Where the stream plays a match with itself
  alone, their time is refunded up to the lag margin. So a stream with thousands of seats is not
  punished for the queue that it makes, and nobody gains more than the margin by matches against
  oneself.
- The time of asked messages of all other matches is work that the rivals need as well, and is
  refunded in full.

The caller of a stream is its address. All programs of one machine, and all callers behind a proxy
that is not trusted, share one address. They share the budget, but a stream is refunded for the time
that other streams there take, since those may be its rivals.
"""

from __future__ import annotations

from bisect import bisect_right

from gamereferee.v1 import error_pb2
from referee.core.clock import Clock
from referee.core.time_control import MS, SECOND
from referee.server.access.callers import SHARED_CALLER
from referee.server.process.status import CallError

__all__ = ["MESSAGE_NS", "CallerCosts", "Callers", "StreamCosts", "TimeLedger"]

BURST_NS = 40 * MS
"""Time, in nanoseconds, that a caller's unasked messages may take at once: the size of the caller's
time budget. It is less than the default lag margin.
"""
REFILL_NS = 20 * MS
"""Nanoseconds that are added back to a caller's time budget in each second: 2 % of a core."""
LEAST_NS = MS // 4
"""Time, in nanoseconds, that a stream's unasked messages may always use. Below it the stream is not
cut off, even if other streams have used up their caller's budget.
"""
MOST_BYTES = 64 * 1024
"""Largest message, in bytes, that is parsed while the caller's time budget for unasked messages is
used up. For each open turn of the stream, `ANSWER_BYTES` more are allowed.
"""
ANSWER_BYTES = 4 * 1024
"""Bytes by which `MOST_BYTES` grows for each open turn of the stream."""
MESSAGE_NS = MS // 10
"""Estimated time, in nanoseconds, that gRPC takes to receive a message and send the reply; it can't
be measured from here.
"""
_MOST_ENTRY_NS = 2 * MS
"""Most time, in nanoseconds, that is charged for one unasked entry, apart from parsing its message.
If the entry took longer, something else was probably the cause, such as garbage collection.
"""
_BYTE_NS = 50
"""Most time, in nanoseconds, that is charged for parsing one byte."""
_MERGED_NS = MS
"""Nanoseconds after the last entry of a `TimeLedger` within which further work is added to that entry
instead of making another.
"""
_MOST_ENTRIES = 4096
"""Highest number of entries of a ledger; when it is reached, the older half is dropped."""
_MOST_CALLERS = 10_000
"""Number of known callers at which callers without an open stream are dropped: those with a full
budget or, if there are none, all of them.
"""


class TimeLedger:
    """Records when work was done, and computes how much of it fell into a span of time."""

    __slots__ = ("_ends", "_totals", "total_ns")

    def __init__(self) -> None:
        self._ends: list[int] = []
        self._totals: list[int] = []
        """Total work in nanoseconds up to each time in `_ends`, which has the ends of pieces of
        work.
        """
        self.total_ns = 0
        """Total work so far, in nanoseconds."""

    def add(self, end_ns: int, work_ns: int) -> None:
        """Record `work_ns` nanoseconds of work that ended at `end_ns`; ends must not go back."""
        self.total_ns += work_ns
        # A bot can send thousands of entries a second: without merging, each would take memory and
        # time.
        if self._ends and end_ns - self._ends[-1] < _MERGED_NS:
            self._ends[-1], self._totals[-1] = end_ns, self.total_ns
            return
        if len(self._ends) >= _MOST_ENTRIES:
            del self._ends[: _MOST_ENTRIES // 2], self._totals[: _MOST_ENTRIES // 2]
        self._ends.append(end_ns)
        self._totals.append(self.total_ns)

    def between(self, start_ns: int, end_ns: int) -> int:
        """Return how much work was done from `start_ns` to `end_ns`, in nanoseconds."""
        if start_ns >= end_ns:
            return 0
        # Where in time an entry's work was done is only estimated, so the bound is needed.
        return min(self._before(end_ns) - self._before(start_ns), end_ns - start_ns)

    def _before(self, at_ns: int) -> int:
        """Return how much work was done before `at_ns`, in nanoseconds.

        An entry that ends after that time is taken to have done its work as late as possible.
        """
        place = bisect_right(self._ends, at_ns)
        done_ns = self._totals[place - 1] if place else 0
        if place == len(self._ends):
            return done_ns
        left_ns = self._ends[place] - at_ns
        return max(done_ns, self._totals[place] - left_ns)


class CallerCosts:
    """Time budget of one caller for messages that nobody asked for, shared by all its streams.

    Args:
        name: Address or network of the caller.
        clock: Source of the time.
    """

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self.num_streams = 0
        """Number of the caller's open streams."""
        self.unasked = TimeLedger()
        """Times that were spent on unasked messages of all the caller's streams."""
        self._clock = clock
        self._left_ns = BURST_NS
        self._since_ns = clock.now_ns()

    def left_ns(self, now_ns: int) -> int:
        """Return what is left of the caller's budget at `now_ns`, in nanoseconds; below 0 if overdrawn."""
        gained_ns = (now_ns - self._since_ns) * REFILL_NS // SECOND
        if gained_ns:
            self._left_ns = min(BURST_NS, self._left_ns + gained_ns)
            self._since_ns = now_ns
        return self._left_ns

    def spend(self, now_ns: int, work_ns: int) -> int:
        """Charge work on a message that nobody asked for to the caller's budget: `work_ns` nanoseconds.

        The budget is first refilled up to the time `now_ns`.

        Returns:
            What is left of the budget in nanoseconds, at least `-BURST_NS`.
        """
        # The debt is bounded: other programs at the same address must not be locked out for long.
        self._left_ns = max(-BURST_NS, self.left_ns(now_ns) - work_ns)
        self.unasked.add(now_ns, work_ns)
        return self._left_ns

    def share_ns(self) -> int:
        """Return how long each of the caller's streams may go on while the budget is used up.

        In nanoseconds of the referee's time for messages that nobody asked for.
        """
        return max(LEAST_NS, BURST_NS // max(1, self.num_streams))


class Callers:
    """Time budgets of all callers of a server.

    Args:
        clock: Source of the time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._callers: dict[str, CallerCosts] = {}

    def __len__(self) -> int:
        return len(self._callers)

    def of(self, name: str) -> CallerCosts:
        """Return the budget of a caller by its name; make one for a new caller."""
        caller = self._callers.get(name)
        if caller is None:
            if len(self._callers) >= _MOST_CALLERS:
                self._forget()
            caller = self._callers[name] = CallerCosts(name, self._clock)
        return caller

    def _forget(self) -> None:
        """Drop callers without an open stream, but only those with a full budget if there are any."""
        now_ns = self._clock.now_ns()
        # A caller with an open stream is kept, or it would get a new budget whenever many others
        # call.
        absent = [caller for caller in self._callers.values() if not caller.num_streams]
        full = [caller for caller in absent if caller.left_ns(now_ns) == BURST_NS]
        for caller in full or absent:
            del self._callers[caller.name]


class StreamCosts:
    """Time account of one stream: how long the referee worked on the entries of its messages.

    Work is measured in pieces during which nothing else runs: `begin`, then one call after each
    entry of a message, then `end`. The call after an entry says who pays for its time:

    - `unasked`, if the referee did not wait for the entry: it is charged to the caller's budget.
    - `asked`, if the referee waited for it: it is added to this stream's account, and refunded up to
      the lag margin.
    - `shared`, if the referee waited for it and other streams play the entry's match as well: it is
      charged to nobody, and refunded in full.

    Args:
        clock: Source of the time.
        caller: Caller whose budget is charged; None for a budget that no other stream shares.
    """

    def __init__(self, clock: Clock, caller: CallerCosts | None = None) -> None:
        self._clock = clock
        self._caller = caller or CallerCosts(SHARED_CALLER, clock)
        self._caller.num_streams += 1
        self._asked = TimeLedger()
        self._unasked = TimeLedger()
        self._used_ns = 0
        """How much of the caller's budget this stream has used, in nanoseconds; decreases as the
        budget refills.
        """
        self._used_at_ns = clock.now_ns()
        self._since_ns = self._used_at_ns
        """Start of the work that is charged next, on the monotonic clock."""
        self._most_ns = _MOST_ENTRY_NS
        """Most time that is charged for the next unasked entry, in nanoseconds."""
        self._asked_ns = 0
        """Time of the asked entries in the current piece of work, in nanoseconds."""

    def belong_to(self, caller: CallerCosts) -> None:
        """Charge this caller's budget from now on."""
        # The counts decide which share of its caller's budget a stream may use.
        self._caller.num_streams -= 1
        self._caller = caller
        caller.num_streams += 1

    def close(self) -> None:
        """Stop counting the stream among its caller's open streams; called when it has ended."""
        self._caller.num_streams -= 1

    def begin(self, now_ns: int, length: int = 0) -> None:
        """Begin to measure a piece of the event loop's work for the stream.

        Args:
            now_ns: Current time.
            length: Length in bytes of the message that is parsed first; 0 if none is.
        """
        self._since_ns = now_ns
        self._most_ns = _MOST_ENTRY_NS + length * _BYTE_NS

    def asked(self) -> None:
        """Add the work since the last entry to the stream's account: the referee waited for this entry."""
        now_ns = self._clock.now_ns()
        self._asked_ns += now_ns - self._since_ns
        self._since_ns = now_ns

    def shared(self) -> None:
        """Charge the work since the last entry to nobody, because other streams play the match as well."""
        self._since_ns = self._clock.now_ns()

    def end(self) -> None:
        """End the measurement of a piece of work: record the time of its asked entries in the account.

        Called when the event loop turns to other work.
        """
        if self._asked_ns:
            self._asked.add(self._since_ns, self._asked_ns)
            self._asked_ns = 0

    def unasked(self, extra_ns: int = 0) -> None:
        """Charge the work since the last entry to the caller as unasked.

        Args:
            extra_ns: Time that is charged in addition, in nanoseconds.

        Raises:
            CallError: The caller's budget is used up, and this stream has used more than its share.
        """
        now_ns = self._clock.now_ns()
        # Bounded, since a pause of the process or garbage collection must not be charged to a bot.
        work_ns = min(now_ns - self._since_ns, self._most_ns) + extra_ns
        self._since_ns, self._most_ns = now_ns, _MOST_ENTRY_NS
        self._unasked.add(now_ns, work_ns)
        refilled_ns = (now_ns - self._used_at_ns) * REFILL_NS // SECOND
        # Only if a whole nanosecond came back: else the fraction would be lost at each of many
        # calls.
        if refilled_ns:
            self._used_ns = max(0, self._used_ns - refilled_ns)
            self._used_at_ns = now_ns
        self._used_ns += work_ns
        # Both conditions: with the first alone, a stream would be cut off for what others at its
        # address do; with the second alone, while there is budget left.
        if self._caller.spend(now_ns, work_ns) < 0 and self._used_ns > self._caller.share_ns():
            raise CallError(error_pb2.ERROR_REASON_FLOOD, self._flood_text())

    def check_size(self, length: int, num_due: int, now_ns: int) -> None:
        """Check the size of a message before it is parsed, if the caller's budget is spent.

        Parsing a message of 1 MiB may take 40 ms, and how long it takes is known only afterwards.
        So while the budget is spent, no message is parsed that is longer than answers to all open
        turns can be.

        Args:
            length: Length of the message in bytes.
            num_due: Number of turns that the stream still has to answer.
            now_ns: Current time.

        Raises:
            CallError: The budget is spent and the message is too long.
        """
        most = MOST_BYTES + num_due * ANSWER_BYTES
        if length > most and self._caller.left_ns(now_ns) < 0:
            text = f"{self._flood_text()}; until then a message may have {most} bytes, not {length}"
            raise CallError(error_pb2.ERROR_REASON_FLOOD, text)

    def _flood_text(self) -> str:
        return (
            f"messages that answered no open turn took {self._unasked.total_ns / MS:.1f} ms of the referee's "
            f"time on this stream; all streams of {self._caller.name} together may take {BURST_NS // MS} ms at "
            f"once and {REFILL_NS // MS} ms a second after that"
        )

    @property
    def is_clean(self) -> bool:
        """Whether the caller has sent nothing unasked yet.

        A wait of up to the lag margin (grace after a deadline) is then refunded in full.
        """
        return not self._caller.unasked.total_ns

    def refund_ns(self, waited_ns: int, read_ns: int, start_ns: int, margin_ns: int) -> int:
        """Return how many nanoseconds are given back to a seat's clock, since its answer may have waited unread.

        The result, at least 0, is the wait since `start_ns` without the time in it that the referee
        worked on unasked messages of the caller, and without the time beyond `margin_ns` that it
        worked on asked messages of this stream. Where several programs share the caller's address,
        only unasked messages of this stream count.

        Args:
            waited_ns: How long the answer may have waited before it was read.
            read_ns: When the answer was read.
            start_ns: When the clock of the answered turn started; 0 counts the whole wait.
            margin_ns: Lag margin of the answer's match.
        """
        # Programs of one machine share an address, but they may be rivals: each is refunded for
        # what the others cost.
        unasked = self._unasked if self._caller.name == SHARED_CALLER else self._caller.unasked
        # Before its clock started, the wait cost the seat nothing.
        since_ns = max(read_ns - waited_ns, start_ns)
        lost_ns = unasked.between(since_ns, read_ns)
        queued_ns = self._asked.between(since_ns, read_ns)
        # Its own queue is refunded up to the margin, its unasked messages never.
        own_ns = lost_ns + max(0, queued_ns - margin_ns)
        return max(0, read_ns - since_ns - own_ns)
