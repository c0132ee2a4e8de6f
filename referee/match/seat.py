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
"""Empty list of events. All seats share this one list, so nothing may ever be added to it."""
_NO_REJECTIONS: Final[Mapping[Rejection, int]] = {}
_NO_REFUSALS: Final[Mapping[str, int]] = {}
"""Empty count of refused orders. All seats without refused orders share it, to save memory."""


class SeatState:
    """State of one seat: who holds it, its open turn, its clock and its faults.

    Times are in nanoseconds.

    The clock of an open turn starts when the turn is handed to the transport. It waits for that
    only for a bounded time: otherwise a bot could stop its clock by not reading.
    """

    __slots__ = (
        "answer",
        "away_since_ns",
        "bank_ns",
        "bank_rest_ns",
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
        "used_rest_ns",
        "was_handed",
    )

    def __init__(self, terms: TimeControl) -> None:
        self.terms = terms
        self.joined = False
        self.connected = False
        self.away_since_ns: int | None = None
        """Time at which the bot left before the match began, on the monotonic clock; None if it is
        there, or the referee itself brings it back.
        """
        self.nonce = b""
        """What the seat adds to the match seed. It is sent with the first join or, if the seat made
        a commitment, opened later. Empty if the seat has added nothing so far.
        """
        self.nonce_commitment = b""
        """SHA-256 of the nonce that the seat has committed to; empty if it has made no commitment."""
        self.has_declined = False
        """Whether the bot has declared that it will not open its nonce."""
        self.bot_name = ""
        self.bank_ns = terms.bank_ns
        self.bank_rest_ns = 0
        """By how much the bank would be larger if answers were charged in whole microseconds, as
        journals record them; see `recorded_bank_ns`.
        """
        self.strikes = 0
        self.given_up = 0
        """Number of turns that the bot gave up, each of which was a strike, as SDKs do when the
        bot's own code raises.
        """
        self.forfeit: ForfeitCause | None = None
        self.out_order = 0
        """Number of the exit, among all exits of the match, that took the seat out, whether by
        forfeit or by the rules. Seats that went out at once share it. 0 while the seat is in.
        """
        self.unreadable = 0
        """Number of messages from the seat that could not be decoded."""
        self.refused = 0
        """Number of messages from the seat that were rejected, for whatever reason."""
        self.rejections = _NO_REJECTIONS
        """Number of rejected messages by reason, in the order in which the reasons first occurred."""
        self.refusals = _NO_REFUSALS
        """Number of orders that the rules refused, by the game's reason code, in the order in which
        the codes first occurred.
        """
        self.turn = 0
        """Number of the seat's last opened turn, from 1; 0 before the first."""
        self.missed_turn = 0
        """Number of the last turn that the seat missed or gave up; 0 if there was none."""
        self.is_open = False
        """Whether the seat's last turn still waits for its answer."""
        self.answer: ActionTaken | None = None
        """The seat's action at the current decision point; None until it has answered or missed its
        turn.
        """
        self.free_ns: int | None = None
        """Move time of the open turn, in nanoseconds: time that costs no bank. None if turns have no
        time limit.
        """
        self.used_ns = 0
        """Nanoseconds already charged for earlier decisions of a turn that continues over several
        decision points.
        """
        self.used_rest_ns = 0
        """Part of `used_ns` that journals do not record, because they round down to microseconds."""
        self.earns_increment = True
        """Whether the next answer earns the increment. Where a turn continues over several decision
        points, only its first answer does.
        """
        self.limit_ns: int | None = None
        """Nanoseconds allowed for the open turn from the start of its clock, lag margin included;
        None without a limit.
        """
        self.clock_waits = False
        """Whether the clock of the open turn has not started because the turn was not handed over
        yet.
        """
        self.is_held = False
        """Whether the open turn waits for a think slot (a free core for its bot). Until it gets
        one, the turn has no deadline.
        """
        self.cpu_ns: int | None = None
        """Processor time that the bot has used for the open turn so far, in nanoseconds; None if it is
        not metered.
        """
        self.can_be_late = False
        """Whether the clock start can still be postponed once by `delay`: the turn was handed over,
        but may have left the referee later than recorded.
        """
        self.clock_start_ns = 0
        """Latest time at which the clock of the open turn starts; a hand-over before that moves it
        earlier.
        """
        self.rejoin_until_ns: int | None = None
        """Time until which the clocks of the seat's turns wait for its bot to rejoin; None if they do
        not wait. They wait after a restart of the server, and if the process of a house bot that
        holds the seat has died.
        """
        self.last_elapsed_ns: int | None = None
        self.last_lag_ns = 0
        self.decisions = 0
        """Number of turns that the seat answered in time."""
        self.thought_ns = 0
        """Nanoseconds charged for all answers together, each rounded down to whole microseconds as
        replays record it.
        """
        self.longest_ns = 0
        """Most nanoseconds charged for one answer, rounded down to whole microseconds."""
        self.pending = _NOTHING
        """Events for the seat since its last turn was opened."""
        self.turn_events = _NOTHING
        """Events sent to the seat with its last opened turn."""
        self.pending_said: tuple[Heard, ...] = ()
        """Chat messages to the seat since the last turn was opened."""
        self.turn_said: tuple[Heard, ...] = ()
        """Chat messages sent to the seat with its last opened turn."""
        self.was_handed = False
        """Whether the last opened turn was handed to the stream that holds the seat now."""

    def count_rejection(self, reason: Rejection) -> None:
        """Count a message from the seat that the referee rejected for this reason."""
        self.refused += 1
        # A new dict each time: most seats share the empty one.
        self.rejections = {**self.rejections, reason: self.rejections.get(reason, 0) + 1}

    def count_refusal(self, reason: str) -> None:
        """Count an order of the seat that the rules refused, under the game's reason code."""
        self.refusals = {**self.refusals, reason: self.refusals.get(reason, 0) + 1}

    @property
    def not_counted(self) -> str:
        """Summary, for people, of the seat's refused orders and rejected messages.

        Empty if there are none.
        """
        rejections = {reason.name: count for reason, count in self.rejections.items()}
        return not_counted_text(self.refusals, rejections)

    def begin_turn(self, *, continues: bool) -> None:
        """Raise the number of the seat's turn by 1, and set the turn's time limit.

        `continues` says whether the decision continues the turn before it: then the time already
        used stays charged against the move time.
        """
        self.turn += 1
        self.earns_increment = not continues
        if not continues:
            self.used_ns = self.used_rest_ns = 0
            self.free_ns = self.terms.free_ns(first=self.turn == 1)
        # Without a move time there is no deadline at all: bank and lag margin only extend a move
        # time.
        if self.free_ns is None:
            self.limit_ns = None
        else:
            # A turn that continues gets no new move time, only what its earlier decisions have
            # left.
            free_left_ns = max(0, self.free_ns - self.used_ns)
            self.limit_ns = free_left_ns + self.bank_ns + self.terms.lag_margin_ns

    def open(self, *, clock_start_ns: int, continues: bool) -> None:
        """Open the seat's next turn.

        Args:
            clock_start_ns: When the turn's clock starts if the turn has not been handed over by
                then.
            continues: Whether this decision continues the running turn, so that its used time
                carries over.
        """
        self.begin_turn(continues=continues)
        # Before `was_handed` is reset: events of a turn that never reached the current stream must
        # go with this one.
        self.turn_events = self.unseen_events
        self.pending = _NOTHING
        # Both are empty in games without chat, which are most.
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
        """Make the open turn wait for a think slot (free core); do nothing if its clock runs already."""
        # Not if the clock runs: a bot that was away must not stop it by coming back when no slot is
        # free.
        self.is_held = self.clock_waits

    def release(self, clock_start_ns: int) -> None:
        """End the open turn's wait for a think slot (a free core); do nothing if it was not waiting.

        Args:
            clock_start_ns: When the turn's clock starts if the turn has not been handed over by
                then.
        """
        if self.is_held:
            self.is_held = False
            self.clock_start_ns = clock_start_ns

    def hand_over(self, at_ns: int, lag_ns: int) -> None:
        """Record that the open turn was handed to the transport, which starts its clock.

        A clock that already runs keeps its start.

        Args:
            at_ns: Time of the hand-over.
            lag_ns: Part of the wait for the hand-over that the referee itself caused. The latest
                clock start is postponed by it.
        """
        self.was_handed = True
        # Else the turn would stay held, and a held turn has no deadline.
        self.release(at_ns)
        if self.clock_waits:
            self.clock_waits = False
            self.can_be_late = True
            # A bot that does not read delays its hand-over. That may delay its clock up to `clock_start_ns` only.
            self.clock_start_ns = min(at_ns, self.clock_start_ns + lag_ns)

    def delay(self, at_ns: int, lag_ns: int) -> None:
        """Postpone the clock start of the open turn, once after each hand-over.

        Called when the turn left the referee later than its hand-over was recorded.

        Args:
            at_ns: Current time; the clock can't start later than this.
            lag_ns: How much later the turn left.
        """
        # Once for each hand-over: repeated reports must not stop the clock.
        if self.can_be_late:
            self.can_be_late = False
            self.clock_start_ns = min(at_ns, self.clock_start_ns + lag_ns)

    def start_clock_by(self, at_ns: int) -> None:
        """Make the clock of the open turn start at `at_ns` at the latest; an earlier start stays."""
        if at_ns < self.clock_start_ns:
            self.clock_start_ns = at_ns

    def leave(self, at_ns: int) -> None:
        """Record that the seat's stream ended at `at_ns`: its clock runs, its turn needs another hand-over."""
        self.connected = False
        if self.is_open:
            # What was written to the stream may never have been read: events are sent again after a rejoin.
            self.was_handed = False
            self.release(at_ns)
            self.clock_waits = False
            self.can_be_late = False
            self.start_clock_by(at_ns)

    def await_return(self, until_ns: int) -> None:
        """Stop the clock of the open turn, and of later turns, until the bot rejoins.

        Used when the referee itself lost the bot.

        Args:
            until_ns: When the clock starts if the bot has not rejoined by then.
        """
        # Turns that are opened while the bot is away wait as well: see
        # `MatchTurns._latest_clock_start_ns`.
        self.rejoin_until_ns = until_ns
        if self.is_open:
            self.clock_waits = True
            self.clock_start_ns = until_ns

    def resume_clock(self, deadline_ns: int) -> None:
        """Let the clock of the open turn, which has a limit, run so that it expires at `deadline_ns`."""
        assert self.limit_ns is not None
        self.clock_waits = False
        self.clock_start_ns = deadline_ns - self.limit_ns

    def started_ns(self, at_ns: int) -> int:
        """Return when the clock of the open turn started.

        `at_ns`, the current time, if it has not started yet.
        """
        return at_ns if self.is_held else min(self.clock_start_ns, at_ns)

    @property
    def recorded_bank_ns(self) -> int:
        """Time left in the bank, in nanoseconds, as it follows from the match's journal.

        Spectators are sent this value and not `bank_ns`, because it can be computed again later.
        Journals record the times of
        answers in whole microseconds, rounded down, so it is never below `bank_ns`.
        """
        return self.bank_ns + self.bank_rest_ns

    @property
    def is_out(self) -> bool:
        """Whether the seat has forfeited, or the rules have put it out."""
        return self.out_order > 0

    @property
    def unseen_events(self) -> Events:
        """Events to send with the seat's next message: those since its last turn was opened.

        The events of the open turn come first, if that turn was not handed to the stream that holds
        the seat now.
        """
        return self.pending if self.was_handed else joined(self.turn_events, self.pending)

    @property
    def unheard(self) -> tuple[Heard, ...]:
        """Chat messages to send with the seat's next message: those since its last turn was opened.

        The messages of the open turn come first, if that turn was not handed to the stream that
        holds the seat now.
        """
        return self.pending_said if self.was_handed else self.turn_said + self.pending_said

    @property
    def deadline_ns(self) -> int | None:
        """When the open turn expires, in nanoseconds of the referee's clock, lag margin included.

        None if no turn is open or the open turn can't expire.
        """
        # While a turn is held, only the referee can end the wait: the seat must not expire in it.
        if self.limit_ns is None or not self.is_open or self.is_held:
            return None
        return self.clock_start_ns + self.limit_ns

    def in_time_ns(self, at_ns: int) -> int:
        """Return `at_ns` or the deadline of the open turn, whichever is earlier.

        An answer at the returned time is never late.
        """
        deadline_ns = self.deadline_ns
        return at_ns if deadline_ns is None else min(at_ns, deadline_ns)

    def is_late(self, elapsed_ns: int) -> bool:
        """Return whether an answer that took `elapsed_ns` of clock time came after the deadline."""
        return self.limit_ns is not None and elapsed_ns > self.limit_ns

    def charge(self, elapsed_ns: int, lag_ns: int) -> None:
        """Charge the seat's clock for an answer in time, and add the increment if the answer earns it.

        Of several answers in a turn that continues, only the first earns the increment.

        Args:
            elapsed_ns: Time to charge, already without the referee's own lag.
            lag_ns: The referee's own lag, which is recorded but not charged.
        """
        self.last_elapsed_ns, self.last_lag_ns = elapsed_ns, lag_ns
        self.decisions += 1
        # Whole microseconds, as records store them: a match that is redone must have the same
        # totals.
        counted_ns = elapsed_ns - elapsed_ns % 1000
        self.thought_ns += counted_ns
        self.longest_ns = max(self.longest_ns, counted_ns)
        if self.free_ns is None:
            return
        free_left = max(0, self.free_ns - self.used_ns)
        bank_ns = self.terms.charge(
            self.bank_ns, free_left, elapsed_ns, increment=self.earns_increment
        )
        # An answer within its move time takes nothing from the bank, whether it is rounded or not.
        if elapsed_ns > free_left:
            recorded_left = max(0, self.free_ns - self.used_ns + self.used_rest_ns)
            recorded_ns = self.terms.charge(
                self.recorded_bank_ns, recorded_left, counted_ns, increment=self.earns_increment
            )
            self.bank_rest_ns = recorded_ns - bank_ns
        self.bank_ns = bank_ns
        # If the game goes on with this turn, its next decision has that much less move
        # time.
        self.used_ns += elapsed_ns
        self.used_rest_ns += elapsed_ns - counted_ns

    def strike(self, *, given_up: bool) -> None:
        """Penalize a turn missed or, with `given_up`, given up: add a strike, empty the bank (reserve)."""
        self.strikes += 1
        self.given_up += given_up
        # Kept to reject a late answer to this turn as LATE, and not as STALE.
        self.missed_turn = self.turn
        # The deadline passes only when move time and bank are both used up.
        self.bank_ns = self.bank_rest_ns = 0
        self.last_elapsed_ns, self.last_lag_ns = None, 0

    def clock(self, at_ns: int) -> ClockReading:
        """Return the clock reading that is sent to the seat's bot at `at_ns`."""
        remaining = None
        if self.limit_ns is not None:
            remaining = max(
                0, self.started_ns(at_ns) + self.limit_ns - self.terms.lag_margin_ns - at_ns
            )
        return ClockReading(
            remaining, self.bank_ns, self.last_elapsed_ns, self.last_lag_ns, self.strikes
        )


def not_counted_text(refusals: Mapping[str, int], rejections: Mapping[str, int]) -> str:
    """Return counts of refused orders and rejected messages as text, empty if there are none.

    An example is `refused 3 (2 BAD_FORM, 1 TOO_LONG)`.

    Args:
        refusals: Number of orders that the rules refused, by reason.
        rejections: Number of messages that the referee rejected, by reason.
    """
    parts = [
        f"{what} {sum(counts.values())} ({', '.join(f'{n} {r}' for r, n in counts.items())})"
        for what, counts in (("refused", refusals), ("rejected", rejections))
        if counts
    ]
    return ", ".join(parts)


def joined(first: Events, then: Events) -> Events:
    """Return two batches of events as one, in order.

    If one batch is empty, return the other batch itself, without a copy.
    """
    # Most turns end here or in the next line: nothing is copied, and the shared `_NOTHING` stays
    # empty.
    if isinstance(first, list) and not first:
        return then
    return [*first, *then] if then else first
