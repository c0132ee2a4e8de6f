"""What a lane's step came to."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from referee.kit.rollout.rows import Bools, Ints, Longs

__all__ = ["Tick"]


@dataclasses.dataclass(frozen=True, slots=True)
class Tick:
    """One step of some of a lane's matches.

    Each array has them along its first axis, and seats along its second where it has one.
    """

    rows: Longs
    """int64[n]: their rows, ascending."""
    steps: Longs
    """int64[n]: steps of each so far."""
    asked: Bools
    """bool[n, seat]: who has decided."""
    turn: Ints
    """int32[n, seat]: number of the decision."""
    code: Ints
    """int32[n, seat]: place in `actions` and `payloads`, for those who have decided."""
    actions: Sequence[Any]
    """Actions of the game."""
    payloads: Sequence[bytes]
    """The same as Action messages."""
    elapsed_ns: Longs
    """int64[n, seat]: what each was charged."""
    lag_ns: Longs
    """int64[n, seat]: what it was not."""
    handed_ns: Longs
    """int64[n, seat]: when its turn was handed over, since its match began or was taken up again."""
    digests: Sequence[bytes]
    """Digest of each state after the step."""
    left: Longs
    """int64[m]: rows whose machines have to go on with them: matches that are over, or in which the rules have
    put somebody out. They are not in the lane any more."""
