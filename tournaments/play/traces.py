"""How the seats of a match behaved, from its replay: answers, times, misses and refusals."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from gamereferee.v1 import error_pb2, replay_pb2
from tournaments.spec.outcomes import SeatTimes

__all__ = ["SeatTrace", "count_times", "trace"]

_REASON = "ERROR_REASON_"


@dataclasses.dataclass(slots=True)
class SeatTrace:
    """One seat."""

    joined: bool = False
    """Whether a bot ever presented its token."""
    answers_us: list[int] = dataclasses.field(default_factory=list)
    """Microseconds each answered decision took, from handing out the turn to reading the action, with
    what the referee itself was late by."""
    missed: list[int] = dataclasses.field(default_factory=list)
    """Number of each decision that was not answered in time."""
    charged_us: dict[int, int] = dataclasses.field(default_factory=dict)
    """Microseconds that decisions were charged for which the default action was played, by their
    numbers."""
    rejected: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    """Number of the decision, and why an action was not taken: `malformed`, `late`..."""


def trace(records: Iterable[replay_pb2.Record], num_seats: int) -> list[SeatTrace]:
    """Gather the behaviour of each seat from records."""
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
    """Take up what the answers of a step were charged, by seat."""
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
            seats[action.seat].answers_us.append(action.elapsed_us + action.lag_us)
        else:
            seats[action.seat].charged_us[action.turn] = action.elapsed_us
