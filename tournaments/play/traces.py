"""Behaviour of the seats of a match, read from its replay: answers, times, missed deadlines, rejections."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from gamereferee.v1 import error_pb2, replay_pb2
from tournaments.spec.outcomes import SeatTimes

__all__ = ["SeatTrace", "count_times", "trace"]

_REASON = "ERROR_REASON_"


@dataclasses.dataclass(slots=True)
class SeatTrace:
    """Behaviour of one seat in one match: time of each answer, missed deadlines, rejected messages."""

    joined: bool = False
    """Whether a bot ever presented the seat's token."""
    answers_us: list[int] = dataclasses.field(default_factory=list)
    """Microseconds of each answered decision, from sending the turn to reading the action,
    including the referee's own lag.
    """
    missed: list[int] = dataclasses.field(default_factory=list)
    """Number of each decision that was not answered in time, from 1."""
    charged_us: dict[int, int] = dataclasses.field(default_factory=dict)
    """Microseconds charged for each decision for which the default action was played, by decision
    number.
    """
    rejected: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    """Decision number of each rejected action, and the reason, such as `malformed` or `late`."""


def trace(records: Iterable[replay_pb2.Record], num_seats: int) -> list[SeatTrace]:
    """Return the behaviour of each seat, in seat order, gathered from a match's records."""
    seats = [SeatTrace() for _ in range(num_seats)]
    for record in records:
        match record.WhichOneof("record"):
            case "join":
                seats[record.join.seat].joined = True
            case "rejection":
                refusal = record.rejection
                reason = error_pb2.ErrorReason.Name(refusal.reason).removeprefix(_REASON)
                words = reason.lower().replace("_", " ")
                seats[refusal.seat].rejected.append((refusal.turn, words))
            case "miss":
                seats[record.miss.seat].missed.append(record.miss.turn)
            case "step":
                _take_step(seats, record.step)
    return seats


def count_times(times: dict[int, SeatTimes], step: replay_pb2.StepRecord) -> None:
    """Add the decision times charged in a step to the totals of each seat, in place."""
    for action in step.actions:
        if action.kind == replay_pb2.ACTION_KIND_PLAYED:
            before = times.get(action.seat, SeatTimes(0, 0, 0))
            times[action.seat] = SeatTimes(
                before.decisions + 1,
                before.total_us + action.elapsed_us,
                max(before.longest_us, action.elapsed_us),
            )


def _take_step(seats: list[SeatTrace], step: replay_pb2.StepRecord) -> None:
    for action in step.actions:
        if action.kind == replay_pb2.ACTION_KIND_PLAYED:
            # The charge leaves out the referee's lag; the bot's author should see the time that
            # really passed.
            seats[action.seat].answers_us.append(action.elapsed_us + action.lag_us)
        else:
            seats[action.seat].charged_us[action.turn] = action.elapsed_us
