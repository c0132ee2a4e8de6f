"""How much time is left to decide in a live match, for pages that count it down."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping

from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.replay.frames import Deadlines

__all__ = ["LEAST_MS", "Countdown"]

LEAST_MS = 1_500
"""Shortest time to decide, in milliseconds, that pages count down: a shorter one is over before it can be read."""


@dataclasses.dataclass(frozen=True, slots=True)
class Countdown:
    """Milliseconds that the seats of a live match have to decide after one frame, as the arena got them.

    Only differences of the referee's times are used: its clock and that of the arena may be set differently.
    """

    number: int
    """Number of the frame after which the seats decide."""
    come_s: float
    """When the arena got the frame, by `time.monotonic`, in seconds."""
    last_ms: int | None
    """Milliseconds from then until the last of the turns expires; None if they are not known."""
    seats_ms: Mapping[int, int]
    """Milliseconds from then until the turn of a seat expires, for each seat of which they are known."""

    @classmethod
    def of(cls, deadlines: Deadlines | None, number: int, come_s: float) -> Countdown | None:
        """Return the countdown for deadlines that came with a frame; None if there is none or it is too short.

        Args:
            deadlines: When the turns expire, by the referee's clock; None if it is not known.
            number: Number of the frame.
            come_s: When the frame came, by `time.monotonic`, in seconds.
        """
        if deadlines is None:
            return None
        last = deadlines.latest_us
        last_ms = None if last is None else (last - deadlines.now_us) // 1000
        seats_ms = {seat: (end - deadlines.now_us) // 1000 for seat, end in deadlines.seats.items()}
        if max([*seats_ms.values(), last_ms or 0]) < LEAST_MS:
            return None
        return cls(number, come_s, last_ms, seats_ms)

    def plain(self) -> PlainObject:
        """Return what pages are sent now: the frame's number `n`, and milliseconds left: `last`, and `seats` by seat.

        Milliseconds are null, or left out of `seats`, if they are not known.
        """
        gone_ms = round(1000 * (time.monotonic() - self.come_s))
        seats: dict[str, Plain] = {
            str(seat): max(0, ms - gone_ms) for seat, ms in self.seats_ms.items()
        }
        last = None if self.last_ms is None else max(0, self.last_ms - gone_ms)
        return {"n": self.number, "last": last, "seats": seats}
