"""How much of the referee's time the messages of a stream take, and what follows from that.

While the event loop is busy, answers wait unread, and the time that they may have waited is refunded to their seats. A
bot must not earn such a refund by keeping the loop busy itself. So each stream has an account of the time that its own
messages took:

- *Unasked* messages (stale, early, foreign, duplicate, malformed ones, pings, refused joins and says) are never
  refunded for, neither to their stream nor to another stream from the same address. Each caller has a budget of time
  for them, which comes back at a steady rate; when it is spent, the stream that goes on spending is cut off.
- *Asked* messages are those that the referee waits for. Where the stream plays a match with itself alone, their
  time is refunded up to the lag margin: a stream with thousands of seats is not punished for the queue that it
  makes, and nobody gains more than the margin by matches against oneself.
- The time of asked messages of all other matches is work that the rivals need as well, and refunded in full.

The caller of a stream is its address. All programs of one machine, and all callers behind a proxy that is not
trusted, share one: they share the budget, but a stream is refunded for what the others there cost, since
these may be its rivals.
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
"""Time that the unasked messages of a caller may take at once: less than the default lag margin."""
REFILL_NS = 20 * MS
"""Budget that comes back in each second: 2 % of a core."""
LEAST_NS = MS // 4
"""A stream that has used less than that is never cut off, whatever other streams of its caller do."""
MOST_BYTES = 64 * 1024
"""Largest message that is parsed while the caller's budget is spent, in bytes, not counting answers to open turns."""
ANSWER_BYTES = 4 * 1024
"""Bytes that are allowed in addition for each open turn."""
MESSAGE_NS = MS // 10
"""About how long gRPC takes to receive a message and to send the reply; it can't be measured from here."""
_MOST_ENTRY_NS = 2 * MS
"""The most that is charged for one unasked entry, apart from parsing its message: something else may hold up the loop
meanwhile, such as garbage collection."""
_BYTE_NS = 50
"""The most that parsing a byte takes."""
_MERGED_NS = MS
"""Entries of a ledger that end within this time of each other are kept as one."""
_MOST_ENTRIES = 4096
"""Entries of a ledger; of more the older half is dropped."""
_MOST_CALLERS = 10_000
"""Callers without a stream whose budgets are remembered while they are not full."""


class TimeLedger:
    """Remembers when some work was done, and answers how much of it fell into a span of time."""

    __slots__ = ("_ends", "_totals", "total_ns")

    def __init__(self) -> None:
        self._ends: list[int] = []
        self._totals: list[int] = []
        """All work up to each end."""
        self.total_ns = 0
        """All work so far."""

    def add(self, end_ns: int, work_ns: int) -> None:
        """Note work of `work_ns` that has just ended; ends never go back."""
        self.total_ns += work_ns
        if self._ends and end_ns - self._ends[-1] < _MERGED_NS:
            self._ends[-1], self._totals[-1] = end_ns, self.total_ns
            return
        if len(self._ends) >= _MOST_ENTRIES:
            del self._ends[: _MOST_ENTRIES // 2], self._totals[: _MOST_ENTRIES // 2]
        self._ends.append(end_ns)
        self._totals.append(self.total_ns)

    def between(self, start_ns: int, end_ns: int) -> int:
        """Return how much work was done from one time to another."""
        if start_ns >= end_ns:
            return 0
        return min(self._before(end_ns) - self._before(start_ns), end_ns - start_ns)

    def _before(self, at_ns: int) -> int:
        """Return the work done before a time; an entry that is under way then was begun as late as can be."""
        place = bisect_right(self._ends, at_ns)
        done_ns = self._totals[place - 1] if place else 0
        if place == len(self._ends):
            return done_ns
        left_ns = self._ends[place] - at_ns
        return max(done_ns, self._totals[place] - left_ns)


class CallerCosts:
    """The budget of one caller for unasked messages, shared by all its streams.

    Args:
        name: Address or network of the caller.
        clock: Source of the time.
    """

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self.num_streams = 0
        """How many of its streams are open."""
        self.unasked = TimeLedger()
        """The time that the unasked messages of all its streams took."""
        self._clock = clock
        self._left_ns = BURST_NS
        self._since_ns = clock.now_ns()

    def left_ns(self, now_ns: int) -> int:
        """Return what is left of the budget; below 0 if it is overdrawn."""
        gained_ns = (now_ns - self._since_ns) * REFILL_NS // SECOND
        if gained_ns:
            self._left_ns = min(BURST_NS, self._left_ns + gained_ns)
            self._since_ns = now_ns
        return self._left_ns

    def spend(self, now_ns: int, work_ns: int) -> int:
        """Spend time on an unasked message; return what is left, not less than minus one burst."""
        self._left_ns = max(-BURST_NS, self.left_ns(now_ns) - work_ns)
        self.unasked.add(now_ns, work_ns)
        return self._left_ns

    def share_ns(self) -> int:
        """Return how much of the budget each of its streams may use when it is spent."""
        return max(LEAST_NS, BURST_NS // max(1, self.num_streams))


class Callers:
    """The budgets of all callers of a server.

    Args:
        clock: Source of the time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._callers: dict[str, CallerCosts] = {}

    def __len__(self) -> int:
        return len(self._callers)

    def of(self, name: str) -> CallerCosts:
        """Return the budget of a caller."""
        caller = self._callers.get(name)
        if caller is None:
            if len(self._callers) >= _MOST_CALLERS:
                self._forget()
            caller = self._callers[name] = CallerCosts(name, self._clock)
        return caller

    def _forget(self) -> None:
        """Forget callers without a stream: those with a full budget, or else all of them."""
        now_ns = self._clock.now_ns()
        absent = [caller for caller in self._callers.values() if not caller.num_streams]
        full = [caller for caller in absent if caller.left_ns(now_ns) == BURST_NS]
        for caller in full or absent:
            del self._callers[caller.name]


class StreamCosts:
    """The account of one stream.

    Work is measured in pieces, in which nothing else runs: `begin`, then after each entry of a message one of
    `asked`, `shared` and `unasked`, then `end`.

    Args:
        clock: Source of the time.
        caller: The account to charge; None for one that no other stream shares.
    """

    def __init__(self, clock: Clock, caller: CallerCosts | None = None) -> None:
        self._clock = clock
        self._caller = caller or CallerCosts(SHARED_CALLER, clock)
        self._caller.num_streams += 1
        self._asked = TimeLedger()
        self._unasked = TimeLedger()
        self._used_ns = 0
        """How much of the caller's budget the stream has used; decreases as the budget refills."""
        self._used_at_ns = clock.now_ns()
        self._since_ns = self._used_at_ns
        """Start of the work that is charged next."""
        self._most_ns = _MOST_ENTRY_NS
        """The most that is charged for the next unasked entry."""
        self._asked_ns = 0
        """Time of the asked entries of this piece."""

    def belong_to(self, caller: CallerCosts) -> None:
        """Charge another caller from now on."""
        self._caller.num_streams -= 1
        self._caller = caller
        caller.num_streams += 1

    def close(self) -> None:
        """Note that the stream has ended."""
        self._caller.num_streams -= 1

    def begin(self, now_ns: int, length: int = 0) -> None:
        """Note that the loop begins to work for the stream.

        Args:
            now_ns: Now.
            length: Bytes of the message that is parsed first; 0 if none is.
        """
        self._since_ns = now_ns
        self._most_ns = _MOST_ENTRY_NS + length * _BYTE_NS

    def asked(self) -> None:
        """Charge the work since the last entry to what was asked for."""
        now_ns = self._clock.now_ns()
        self._asked_ns += now_ns - self._since_ns
        self._since_ns = now_ns

    def shared(self) -> None:
        """Charge the work since the last entry to no account, as other streams play the match as well."""
        self._since_ns = self._clock.now_ns()

    def end(self) -> None:
        """Note that the loop goes on to something else."""
        if self._asked_ns:
            self._asked.add(self._since_ns, self._asked_ns)
            self._asked_ns = 0

    def unasked(self, extra_ns: int = 0) -> None:
        """Charge the work since the last entry to what nobody had asked for.

        Args:
            extra_ns: Time that is charged in addition.

        Raises:
            CallError: The caller's budget is spent, and this stream has used its share of it.
        """
        now_ns = self._clock.now_ns()
        work_ns = min(now_ns - self._since_ns, self._most_ns) + extra_ns
        self._since_ns, self._most_ns = now_ns, _MOST_ENTRY_NS
        self._unasked.add(now_ns, work_ns)
        refilled_ns = (now_ns - self._used_at_ns) * REFILL_NS // SECOND
        if refilled_ns:
            self._used_ns = max(0, self._used_ns - refilled_ns)
            self._used_at_ns = now_ns
        self._used_ns += work_ns
        if self._caller.spend(now_ns, work_ns) < 0 and self._used_ns > self._caller.share_ns():
            raise CallError(error_pb2.ERROR_REASON_FLOOD, self._flood_text())

    def check_size(self, length: int, num_due: int, now_ns: int) -> None:
        """Check the size of a message before it is parsed, if the caller's budget is spent.

        To parse a message of a MiB may take 40 ms, and what it takes is known only afterwards. So while the
        budget is spent, no message is parsed that is longer than the answers to all open turns can be.

        Args:
            length: Its bytes.
            num_due: How many turns the stream has to answer.
            now_ns: Now.

        Raises:
            CallError: It is too long.
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
        """Whether a wait of up to the lag margin is refunded in full: nobody has sent anything unasked."""
        return not self._caller.unasked.total_ns

    def refund_ns(self, waited_ns: int, read_ns: int, start_ns: int, margin_ns: int) -> int:
        """Return how much of the time that an answer may have waited is refunded, from 0.

        Args:
            waited_ns: How long it may have waited before it was read.
            read_ns: When it was read.
            start_ns: When the clock of its turn started, as far as is known; 0 if it isn't.
            margin_ns: Lag margin of its match.
        """
        unasked = self._unasked if self._caller.name == SHARED_CALLER else self._caller.unasked
        since_ns = max(read_ns - waited_ns, start_ns)
        lost_ns = unasked.between(since_ns, read_ns)
        queued_ns = self._asked.between(since_ns, read_ns)
        own_ns = lost_ns + max(0, queued_ns - margin_ns)
        return max(0, read_ns - since_ns - own_ns)
