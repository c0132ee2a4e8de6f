"""One seat of a match: who holds it, its open turn and its clock."""

from __future__ import annotations

from referee.core.game import Event
from referee.core.outcome import ForfeitCause
from referee.core.time_control import TimeControl
from referee.match.effects import ClockReading
from referee.match.records import ActionTaken

__all__ = ["SeatState"]


class SeatState:
    """What a match knows of one of its seats. Times in nanoseconds.

    The clock of an open turn starts when the turn is handed to the transport, and at the latest at
    `latest_start_ns`, so that a bot can't stop its clock by not reading.
    """

    __slots__ = (
        "answer",
        "bank_ns",
        "bot_name",
        "connected",
        "forfeit",
        "free_ns",
        "handed_ns",
        "is_open",
        "joined",
        "last_elapsed_ns",
        "last_lag_ns",
        "latest_start_ns",
        "missed_turn",
        "nonce",
        "out_order",
        "pending",
        "refused",
        "strikes",
        "terms",
        "turn",
        "turn_events",
        "unreadable",
        "used_ns",
    )

    def __init__(self, terms: TimeControl) -> None:
        self.terms = terms
        self.joined = False
        self.connected = False
        self.nonce = b""
        self.bot_name = ""
        self.bank_ns = terms.bank_ns
        self.strikes = 0
        self.forfeit: ForfeitCause | None = None
        self.out_order = 0
        """Which forfeit of the match took the seat out, from 1; equal for those taken out at once."""
        self.unreadable = 0
        """Messages that couldn't be read."""
        self.refused = 0
        """Messages not taken, of any reason."""
        self.turn = 0
        """Number of the last decision opened."""
        self.missed_turn = 0
        """The last turn that went unanswered."""
        self.is_open = False
        """Whether the seat must still answer its turn."""
        self.answer: ActionTaken | None = None
        """What it plays at this decision point, once that is known."""
        self.free_ns: int | None = None
        """Free time of the open turn."""
        self.used_ns = 0
        """Time already spent on a turn that goes on."""
        self.latest_start_ns = 0
        self.handed_ns: int | None = None
        self.last_elapsed_ns: int | None = None
        self.last_lag_ns = 0
        self.pending: list[Event] = []
        """Events since the last turn was opened."""
        self.turn_events: list[Event] = []
        """Events told with the open turn."""

    def open(self, at_ns: int, *, grace_ns: int, continues: bool) -> None:
        """Open the next turn.

        Args:
            at_ns: Now.
            grace_ns: How long the clock may wait for the turn to be handed over.
            continues: Whether the running turn goes on: its clock does too.
        """
        unseen = self.turn_events if self.handed_ns is None else []
        self.turn += 1
        self.turn_events = unseen + self.pending
        self.pending = []
        self.is_open = True
        self.answer = None
        if not continues:
            self.used_ns = 0
            self.free_ns = self.terms.free_ns(first=self.turn == 1)
        self.handed_ns = None
        self.latest_start_ns = at_ns + grace_ns

    @property
    def allowance_ns(self) -> int | None:
        """What the open turn may still take from its start, without the lag margin."""
        if self.free_ns is None:
            return None
        free_left = self.free_ns - self.used_ns
        return self.bank_ns + free_left if free_left > 0 else self.bank_ns

    def start_ns(self, at_ns: int) -> int:
        """When the clock of the open turn started, seen from `at_ns`: not in the future."""
        start = self.latest_start_ns
        if self.handed_ns is not None and self.handed_ns < start:
            start = self.handed_ns
        return start if start < at_ns else at_ns

    @property
    def deadline_ns(self) -> int | None:
        """When the open turn expires, lag margin included; None if never."""
        allowance = self.allowance_ns
        if allowance is None or not self.is_open:
            return None
        start = self.latest_start_ns
        if self.handed_ns is not None and self.handed_ns < start:
            start = self.handed_ns
        return start + allowance + self.terms.lag_margin_ns

    def is_late(self, elapsed_ns: int) -> bool:
        """Whether an answer that took so long comes after the deadline."""
        allowance = self.allowance_ns
        return allowance is not None and elapsed_ns > allowance + self.terms.lag_margin_ns

    def charge(self, elapsed_ns: int) -> None:
        """Pay for an answer in time; only the first answer of a turn earns the increment."""
        if self.free_ns is None:
            return
        free_left = max(0, self.free_ns - self.used_ns)
        self.bank_ns = self.terms.charge(
            self.bank_ns, free_left, elapsed_ns, increment=self.used_ns == 0
        )
        self.used_ns += elapsed_ns

    def clock(self, at_ns: int) -> ClockReading:
        """The clock as the bot is told at `at_ns`."""
        allowance = self.allowance_ns
        remaining = None
        if allowance is not None:
            remaining = max(0, self.start_ns(at_ns) + allowance - at_ns)
        return ClockReading(
            remaining, self.bank_ns, self.last_elapsed_ns, self.last_lag_ns, self.strikes
        )
