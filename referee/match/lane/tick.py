"""A tick: the result of one step of a lane, which steps many matches at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.kit.rollout.dtypes import Bools, Ints, Longs
from referee.match import records as rec
from referee.match.lane.processor import UNKNOWN
from referee.match.records import ActionKind, ActionTaken

__all__ = ["Tick", "stepped"]


@dataclasses.dataclass(frozen=True, slots=True)
class Tick:
    """Result of one engine step in some of a lane's matches.

    The first axis of each array is the matches; the second, if there is one, the seats.

    A lane plays many matches at once.
    """

    rows: Longs
    """int64[n]: the matches' rows in the lane, ascending."""
    steps: Longs
    """int64[n]: number of engine steps made in each match, including this one."""
    asked: Bools
    """bool[n, seat]: whether the seat had to decide in this step."""
    turn: Ints
    """int32[n, seat]: number of the seat's last opened turn, which this step answers if the seat
    was asked.
    """
    code: Ints
    """int32[n, seat]: index of the seat's action in `actions` and `payloads`; meaningful only if
    the seat was asked.
    """
    actions: Sequence[Any]
    """The lane's distinct actions as the game's values, indexed by the numbers in `code`."""
    payloads: Sequence[bytes]
    """The actions of `actions` as serialized Action messages, also indexed by code."""
    elapsed_ns: Longs
    """int64[n, seat]: nanoseconds charged for the seat's answer."""
    lag_ns: Longs
    """int64[n, seat]: nanoseconds not charged for the seat's answer, because the referee itself was
    busy.
    """
    handed_ns: Longs
    """int64[n, seat]: when the answered turn was handed over, in nanoseconds since the match began
    or was last resumed.
    """
    digests: Sequence[bytes]
    """Digest of each match's state after the step."""
    left: Longs
    """int64[m]: rows that have left the lane because the match is over or the rules have put a seat
    out. Their machines must continue these matches.
    """
    cpu_ns: Longs | None = None
    """int64[n, seat]: processor time charged for the seat's answer, in nanoseconds; `UNKNOWN` where it
    was not measured. None if no seat of the lane is metered.
    """


def stepped(tick: Tick, place: int) -> rec.Stepped:
    """Return the step record of one match in a tick (step of a lane).

    `place` is the match's index in the tick's arrays.

    A lane plays many matches at once.
    """
    seats = np.flatnonzero(tick.asked[place]).tolist()
    turns, codes = tick.turn[place].tolist(), tick.code[place].tolist()
    elapsed, lag = tick.elapsed_ns[place].tolist(), tick.lag_ns[place].tolist()
    handed = tick.handed_ns[place].tolist()
    cpu = [UNKNOWN] * len(turns) if tick.cpu_ns is None else tick.cpu_ns[place].tolist()
    taken = [
        ActionTaken(
            seat,
            turns[seat],
            ActionKind.PLAYED,
            tick.actions[codes[seat]],
            tick.payloads[codes[seat]],
            elapsed[seat],
            lag[seat],
            handed[seat],
            None if cpu[seat] == UNKNOWN else cpu[seat],
        )
        for seat in seats
    ]
    return rec.Stepped(taken, tick.digests[place])
