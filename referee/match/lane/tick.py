"""Result of one step of a lane."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.kit.rollout.rows import Bools, Ints, Longs
from referee.match import records as rec
from referee.match.records import ActionKind, ActionTaken

__all__ = ["Tick", "stepped"]


@dataclasses.dataclass(frozen=True, slots=True)
class Tick:
    """One step of some of a lane's matches.

    The first axis of each array is the matches, the second, if there is one, the seats.
    """

    rows: Longs
    """int64[n]: rows of the matches, ascending."""
    steps: Longs
    """int64[n]: steps made so far, this one included."""
    asked: Bools
    """bool[n, seat]: whether the seat decided."""
    turn: Ints
    """int32[n, seat]: number of the seat's turn."""
    code: Ints
    """int32[n, seat]: index into `actions` and `payloads`, where the seat decided."""
    actions: Sequence[Any]
    """The game's actions."""
    payloads: Sequence[bytes]
    """The same actions as Action messages."""
    elapsed_ns: Longs
    """int64[n, seat]: time that the seat was charged."""
    lag_ns: Longs
    """int64[n, seat]: time that it was not charged, because the referee lost it."""
    handed_ns: Longs
    """int64[n, seat]: when its turn was handed over, counted from the match's begin or resumption."""
    digests: Sequence[bytes]
    """Digest of each match's state after the step."""
    left: Longs
    """int64[m]: rows that have left the lane: the match is over, or the rules have put a seat out. Their machines
    must continue them."""


def stepped(tick: Tick, place: int) -> rec.Stepped:
    """Return the step of one match in a tick, as a record."""
    seats = np.flatnonzero(tick.asked[place]).tolist()
    turns, codes = tick.turn[place].tolist(), tick.code[place].tolist()
    elapsed, lag = tick.elapsed_ns[place].tolist(), tick.lag_ns[place].tolist()
    handed = tick.handed_ns[place].tolist()
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
        )
        for seat in seats
    ]
    return rec.Stepped(taken, tick.digests[place])
