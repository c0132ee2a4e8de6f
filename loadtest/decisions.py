"""Statistics of a load run's decisions: how long they took, time left, and late answers.

A load bot passes on what it reads and writes; this module uses no network and reads no clock.
Whether a missed deadline was the bot's own fault is judged by the bot's clock alone: it starts when
the turn was read and stops when the answer was written. A bot that answered within what the turn
allowed it, and is charged with a missed deadline, has suffered a *false timeout*.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.duration_pb2 import Duration

from gamereferee.v1.play_service_pb2 import MatchEnded, MissedDeadline, PlayResponse, Turn
from loadtest.figures import at_least, at_most

__all__ = ["DecisionLog", "merged"]

MS = 1_000_000
SHARES = {"p50": 0.5, "p99": 0.99, "p99_9": 0.999}
"""Share of the decisions, 0 to 1, that each quantile stands for, by the ending of a figure's name."""
_SAMPLES = ("round_ms", "slack_ms", "lag_ms", "timer_ms")
_COUNTS = ("false_timeouts", "late_answers", "rejections")


class _OpenTurn:
    __slots__ = ("allowance_ns", "answered_ns", "number", "read_ns")

    def __init__(self, number: int, read_ns: int, allowance_ns: int | None) -> None:
        self.number = number
        self.read_ns = read_ns
        self.allowance_ns = allowance_ns
        self.answered_ns: int | None = None

    def was_answered_in_time(self) -> bool:
        if self.answered_ns is None:
            return False
        return self.allowance_ns is None or self.answered_ns - self.read_ns <= self.allowance_ns


class DecisionLog:
    """Log of the decisions of any number of seats; samples are in milliseconds."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, int], _OpenTurn] = {}
        self.round_ms = array("d")
        """Milliseconds from reading a turn to reading what follows it: thinking, the network both
        ways, waiting for rivals."""
        self.slack_ms = array("d")
        """Milliseconds of a turn's allowance that were left: the remaining time stated in the turn
        less what was charged."""
        self.lag_ms = array("d")
        """Milliseconds of each answer that the referee itself lost and did not charge."""
        self.timer_ms = array("d")
        """Milliseconds by which the bot itself was late: from when an answer was due to when it was
        written."""
        self.false_timeouts = 0
        """Number of deadlines that were missed although the bot answered in time."""
        self.late_answers = 0
        """Number of deadlines that were missed because the bot was late by its own clock, or did
        not answer."""
        self.rejections = 0
        """Number of messages that the referee rejected."""

    @property
    def decisions(self) -> int:
        """Number of decisions that are over: after the turn, the next turn or the match's end was read."""
        return len(self.round_ms)

    def take(self, response: PlayResponse, at_ns: int) -> list[float]:
        """Log a message that was read; return the milliseconds of each decision that it closes.

        Missed deadlines are logged first, since the turn that follows one may be in the same
        message.

        Args:
            response: The message.
            at_ns: When it was read, in nanoseconds of the monotonic clock.
        """
        self.rejections += len(response.rejections)
        # Before turns are closed: a miss is judged by its open turn, which the next turn of the
        # seat replaces.
        for missed in response.missed:
            self._miss(missed)
        closed = [self._close(turn, at_ns) for turn in response.turns]
        closed += [self._close(ended, at_ns) for ended in response.ends]
        for turn in response.turns:
            self._begin(turn, at_ns)
        rounds = [round_ms for round_ms in closed if round_ms is not None]
        self.round_ms.extend(rounds)
        return rounds

    def answered(self, turns: Iterable[Turn], *, due_ns: int, at_ns: int) -> None:
        """Log that answers to turns are being written, and how late the bot is with them.

        Args:
            turns: The turns.
            due_ns: When the bot was to answer, in nanoseconds of the monotonic clock.
            at_ns: When the answers are written, in nanoseconds of the same clock.
        """
        for turn in turns:
            opened = self._open.get((turn.match_id, turn.seat))
            if opened is not None and opened.number == turn.turn:
                opened.answered_ns = at_ns
        self.timer_ms.append((at_ns - due_ns) / MS)

    def _begin(self, turn: Turn, at_ns: int) -> None:
        clock = turn.clock
        allowance = _ns(clock.remaining) if clock.HasField("remaining") else None
        self._open[turn.match_id, turn.seat] = _OpenTurn(turn.turn, at_ns, allowance)

    def _close(self, what: Turn | MatchEnded, at_ns: int) -> float | None:
        """Log the end of the seat's open decision, and return the milliseconds that it took.

        Return None if no decision of the seat was open.

        Args:
            what: Message that ends the decision: the seat's next turn, or the end of the match.
            at_ns: When the message was read, in nanoseconds of the monotonic clock.
        """
        opened = self._open.pop((what.match_id, what.seat), None)
        if opened is None:
            return None
        # The clock of a turn reports the decision before it; the end of a match reports none.
        if isinstance(what, Turn) and what.clock.HasField("last_elapsed"):
            self.lag_ms.append(_ns(what.clock.last_lag) / MS)
            if opened.allowance_ns is not None:
                slack_ns = opened.allowance_ns - _ns(what.clock.last_elapsed)
                self.slack_ms.append(slack_ns / MS)
        return (at_ns - opened.read_ns) / MS

    def _miss(self, missed: MissedDeadline) -> None:
        opened = self._open.get((missed.match_id, missed.seat))
        in_time = opened is not None and opened.number == missed.turn
        if in_time and opened is not None and opened.was_answered_in_time():
            self.false_timeouts += 1
        else:
            self.late_answers += 1

    def drained(self) -> dict[str, bytes | int]:
        """Return the samples since the last call, for `add` in another process, and forget them.

        Open turns stay in the log.
        """
        samples: dict[str, bytes | int] = {name: getattr(self, name).tobytes() for name in _SAMPLES}
        samples |= {name: getattr(self, name) for name in _COUNTS}
        for name in _SAMPLES:
            setattr(self, name, array("d"))
        for name in _COUNTS:
            setattr(self, name, 0)
        return samples

    def add(self, samples: Mapping[str, Any]) -> None:
        """Add the samples that another log has returned from `drained`."""
        for name in _SAMPLES:
            getattr(self, name).frombytes(samples[name])
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + samples[name])

    def figures(self, seconds: float) -> dict[str, float]:
        """Return the figures of a run by name: counts, rates and quantiles.

        Args:
            seconds: Length of the run in seconds.
        """
        figures: dict[str, float] = {
            "decisions": self.decisions,
            "decisions_per_s": self.decisions / seconds,
            "false_timeouts": self.false_timeouts,
            "late_answers": self.late_answers,
            "rejections": self.rejections,
        }
        for name, share in SHARES.items():
            figures[f"round_ms_{name}"] = at_most(self.round_ms, share)
            figures[f"slack_ms_{name}"] = at_least(self.slack_ms, share)
            figures[f"lag_ms_{name}"] = at_most(self.lag_ms, share)
            figures[f"timer_ms_{name}"] = at_most(self.timer_ms, share)
        return figures


def merged(logs: Iterable[DecisionLog]) -> DecisionLog:
    """Return one log with the samples of several; turns that are still open are left out."""
    whole = DecisionLog()
    for log in logs:
        for name in _SAMPLES:
            getattr(whole, name).extend(getattr(log, name))
        for name in _COUNTS:
            setattr(whole, name, getattr(whole, name) + getattr(log, name))
    return whole


def _ns(duration: Duration) -> int:
    return duration.seconds * 1_000_000_000 + duration.nanos
