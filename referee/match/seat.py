"""One seat of a match: who holds it, its open turn and its clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from referee.core.game import Events
from referee.core.outcome import ForfeitCause
from referee.core.time_control import TimeControl
from referee.match.effects import ClockReading
from referee.match.records import ActionTaken
from referee.match.rejection import Rejection

if TYPE_CHECKING:
    from referee.match.talk import Heard

__all__ = ["SeatState", "joined", "not_counted_text"]


_NOTHING: Final[Events] = []
"""No events. All seats share this one list, so it must never be added to."""
_NO_REJECTIONS: Final[Mapping[Rejection, int]] = {}
_NO_REFUSALS: Final[Mapping[str, int]] = {}
"""Empty counts, which most seats share instead of each holding an empty dict."""


class SeatState:
    """State of one seat. Times are in nanoseconds.

    The clock of an open turn starts when the turn is handed to the transport. It waits for that only for a bounded
    time: otherwise a bot could stop its clock by not reading.
    """

    __slots__ = (
        "answer",
        "bank_ns",
        "bot_name",
        "can_be_late",
        "clock_start_ns",
        "clock_waits",
        "connected",
        "cpu_ns",
        "decisions",
        "earns_increment",
        "forfeit",
        "free_ns",
        "given_up",
        "has_declined",
        "is_held",
        "is_open",
        "joined",
        "last_elapsed_ns",
        "last_lag_ns",
        "limit_ns",
        "longest_ns",
        "missed_turn",
        "nonce",
        "nonce_commitment",
        "out_order",
        "pending",
        "pending_said",
        "refusals",
        "refused",
        "rejections",
        "rejoin_until_ns",
        "strikes",
        "terms",
        "thought_ns",
        "turn",
        "turn_events",
        "turn_said",
        "unreadable",
        "used_ns",
        "was_handed",
    )

    def __init__(self, terms: TimeControl) -> None:
        self.terms = terms
        self.joined = False
        self.connected = False
        self.nonce = b""
        """What the seat adds to the match seed: sent with its join or, if it has committed itself,
        opened later; empty if it adds nothing, or nothing yet."""
        self.nonce_commitment = b""
        """What the seat has committed itself to; empty if it has not."""
        self.has_declined = False
        """Whether the bot has said that it will not open its nonce."""
        self.bot_name = ""
        self.bank_ns = terms.bank_ns
        self.strikes = 0
        self.given_up = 0
        """How many of the strikes are for turns that the bot gave up, as bots do when their own code fails."""
        self.forfeit: ForfeitCause | None = None
        self.out_order = 0
        """Which exit of the match took the seat out, a forfeit or the rules; equal for those that went
        out at once; 0 while it is in."""
        self.unreadable = 0
        """Messages that could not be decoded."""
        self.refused = 0
        """Messages not taken, of any reason."""
        self.rejections = _NO_REJECTIONS
        """Counts of messages not taken, by reason, in the order in which the reasons first occurred."""
        self.refusals = _NO_REFUSALS
        """Counts of orders that the rules refused, by the rulebook's name of the reason, in the same order."""
        self.turn = 0
        """Number of the last decision opened."""
        self.missed_turn = 0
        """The last turn that went unanswered."""
        self.is_open = False
        """Whether the seat must still answer its turn."""
        self.answer: ActionTaken | None = None
        """The seat's action at this decision point; None until it is known."""
        self.free_ns: int | None = None
        """Free time of the open turn."""
        self.used_ns = 0
        """Time already spent on a turn that goes on."""
        self.earns_increment = True
        """Whether the next answer earns the increment; the first answer of a continued turn earns it for all."""
        self.limit_ns: int | None = None
        """Time allowed for the open turn from its clock's start, lag margin included; None without a limit."""
        self.clock_waits = False
        """Whether the clock of the open turn still waits for the turn to be handed over."""
        self.is_held = False
        """Whether the open turn waits for a think slot: until it has one, it has no deadline."""
        self.cpu_ns: int | None = None
        """Processor time that the bot has used for the open turn so far; None if that isn't known."""
        self.can_be_late = False
        """Whether the open turn was handed over once, and may have left later than that."""
        self.clock_start_ns = 0
        """When the clock of the open turn starts at the latest; a hand-over moves it to an earlier time."""
        self.rejoin_until_ns: int | None = None
        """How long clocks wait for the bot to come back after the referee was restarted."""
        self.last_elapsed_ns: int | None = None
        self.last_lag_ns = 0
        self.decisions = 0
        """Turns answered in time."""
        self.thought_ns = 0
        """Time charged for all of them, each cut to whole microseconds as a replay has it."""
        self.longest_ns = 0
        """The most time charged for one turn, likewise."""
        self.pending = _NOTHING
        """Events since the last turn was opened."""
        self.turn_events = _NOTHING
        """Events sent with the open turn."""
        self.pending_said: tuple[Heard, ...] = ()
        """Chat messages to the seat since the last turn was opened."""
        self.turn_said: tuple[Heard, ...] = ()
        """Chat messages sent with the open turn."""
        self.was_handed = False
        """Whether the open turn was handed to the stream that holds the seat."""

    def count_rejection(self, reason: Rejection) -> None:
        """Count a message of the seat that was not taken."""
        self.refused += 1
        self.rejections = {**self.rejections, reason: self.rejections.get(reason, 0) + 1}

    def count_refusal(self, reason: str) -> None:
        """Count an order of the seat that the rules refused."""
        self.refusals = {**self.refusals, reason: self.refusals.get(reason, 0) + 1}

    @property
    def not_counted(self) -> str:
        """Summary, for people, of the seat's orders and messages that did not count; empty if all did."""
        rejections = {reason.name: count for reason, count in self.rejections.items()}
        return not_counted_text(self.refusals, rejections)

    def begin_turn(self, *, continues: bool) -> None:
        """Begin the next turn: count it and set its clock; a turn that continues keeps its clock."""
        self.turn += 1
        self.earns_increment = not continues
        if not continues:
            self.used_ns = 0
            self.free_ns = self.terms.free_ns(first=self.turn == 1)
        if self.free_ns is None:
            self.limit_ns = None
        else:
            free_left_ns = max(0, self.free_ns - self.used_ns)
            self.limit_ns = free_left_ns + self.bank_ns + self.terms.lag_margin_ns

    def open(self, *, clock_start_ns: int, continues: bool) -> None:
        """Open the next turn.

        Args:
            clock_start_ns: When its clock starts if it has not been handed over by then.
            continues: Whether the running turn goes on: its clock does too.
        """
        self.begin_turn(continues=continues)
        self.turn_events = self.unseen_events
        self.pending = _NOTHING
        if self.pending_said or self.turn_said:
            self.turn_said = self.unheard
            self.pending_said = ()
        self.was_handed = False
        self.is_open = True
        self.answer = None
        self.clock_waits = True
        self.is_held = False
        self.can_be_late = False
        self.clock_start_ns = clock_start_ns
        self.cpu_ns = None

    def hold(self) -> None:
        """Let the open turn wait for a think slot, unless its clock runs already."""
        self.is_held = self.clock_waits

    def release(self, clock_start_ns: int) -> None:
        """End the open turn's wait for a think slot.

        Args:
            clock_start_ns: When its clock starts if it has not been handed over by then.
        """
        if self.is_held:
            self.is_held = False
            self.clock_start_ns = clock_start_ns

    def hand_over(self, at_ns: int, lag_ns: int) -> None:
        """Record that the open turn was handed to the transport: its clock starts now, unless it runs already.

        Args:
            at_ns: Now.
            lag_ns: How much of the waiting was the referee's own delay, by which the clock waits longer.
        """
        self.was_handed = True
        self.release(at_ns)
        if self.clock_waits:
            self.clock_waits = False
            self.can_be_late = True
            # A bot that does not read delays its hand-over. That may delay its clock up to `clock_start_ns` only.
            self.clock_start_ns = min(at_ns, self.clock_start_ns + lag_ns)

    def delay(self, at_ns: int, lag_ns: int) -> None:
        """Start the clock later, once, as the open turn left the referee only after the hand-over was recorded.

        Args:
            at_ns: Now.
            lag_ns: How much later it left.
        """
        if self.can_be_late:
            self.can_be_late = False
            self.clock_start_ns = min(at_ns, self.clock_start_ns + lag_ns)

    def start_clock_by(self, at_ns: int) -> None:
        """Make the clock of the open turn start at `at_ns` at the latest."""
        if at_ns < self.clock_start_ns:
            self.clock_start_ns = at_ns

    def leave(self, at_ns: int) -> None:
        """Record that the stream is gone: the clock runs, and the turn counts as not handed over."""
        self.connected = False
        if self.is_open:
            # What was written to the stream may never have been read: events are sent again after a rejoin.
            self.was_handed = False
            self.release(at_ns)
            self.clock_waits = False
            self.can_be_late = False
            self.start_clock_by(at_ns)

    def await_return(self, until_ns: int) -> None:
        """Stop all clocks until the bot is back, as the referee itself has lost it.

        Args:
            until_ns: When clocks start if the bot is not back.
        """
        self.rejoin_until_ns = until_ns
        if self.is_open:
            self.clock_waits = True
            self.clock_start_ns = until_ns

    def started_ns(self, at_ns: int) -> int:
        """Return when the clock of the open turn started; `at_ns`, which is now, if it still waits."""
        return at_ns if self.is_held else min(self.clock_start_ns, at_ns)

    @property
    def is_out(self) -> bool:
        """Whether the seat has forfeited, or the rules have put it out."""
        return self.out_order > 0

    @property
    def unseen_events(self) -> Events:
        """Events to send with the next message, as the bot may not have got them yet."""
        return self.pending if self.was_handed else joined(self.turn_events, self.pending)

    @property
    def unheard(self) -> tuple[Heard, ...]:
        """Chat messages to send with the next message, likewise."""
        return self.pending_said if self.was_handed else self.turn_said + self.pending_said

    @property
    def deadline_ns(self) -> int | None:
        """When the open turn expires, lag margin included; None if never."""
        if self.limit_ns is None or not self.is_open or self.is_held:
            return None
        return self.clock_start_ns + self.limit_ns

    def is_late(self, elapsed_ns: int) -> bool:
        """Return whether an answer that took `elapsed_ns` is after the deadline."""
        return self.limit_ns is not None and elapsed_ns > self.limit_ns

    def charge(self, elapsed_ns: int, lag_ns: int) -> None:
        """Charge an answer that is in time; only the first answer of a turn earns the increment.

        Args:
            elapsed_ns: Time it took, without the referee's own lag.
            lag_ns: The referee's own lag.
        """
        self.last_elapsed_ns, self.last_lag_ns = elapsed_ns, lag_ns
        self.decisions += 1
        counted_ns = elapsed_ns - elapsed_ns % 1000
        self.thought_ns += counted_ns
        self.longest_ns = max(self.longest_ns, counted_ns)
        if self.free_ns is None:
            return
        free_left = max(0, self.free_ns - self.used_ns)
        self.bank_ns = self.terms.charge(
            self.bank_ns, free_left, elapsed_ns, increment=self.earns_increment
        )
        self.used_ns += elapsed_ns

    def strike(self, *, given_up: bool) -> None:
        """Charge a missed deadline, or a turn given up: one strike, and all of the bank."""
        self.strikes += 1
        self.given_up += given_up
        self.missed_turn = self.turn
        self.bank_ns = 0
        self.last_elapsed_ns, self.last_lag_ns = None, 0

    def clock(self, at_ns: int) -> ClockReading:
        """Return the clock as the bot gets it at `at_ns`."""
        remaining = None
        if self.limit_ns is not None:
            remaining = max(
                0, self.started_ns(at_ns) + self.limit_ns - self.terms.lag_margin_ns - at_ns
            )
        return ClockReading(
            remaining, self.bank_ns, self.last_elapsed_ns, self.last_lag_ns, self.strikes
        )


def not_counted_text(refusals: Mapping[str, int], rejections: Mapping[str, int]) -> str:
    """Return counts of what did not count, in words such as `refused 3 (2 BAD_FORM, 1 TOO_LONG)`; empty if nothing.

    Args:
        refusals: Orders that the rules refused, by reason.
        rejections: Messages that the referee did not take, by reason.
    """
    parts = [
        f"{what} {sum(counts.values())} ({', '.join(f'{n} {r}' for r, n in counts.items())})"
        for what, counts in (("refused", refusals), ("rejected", rejections))
        if counts
    ]
    return ", ".join(parts)


def joined(first: Events, then: Events) -> Events:
    """Return two lists of events as one; if one is empty, the other itself."""
    if isinstance(first, list) and not first:
        return then
    return [*first, *then] if then else first
