"""The line that shows the clocks of a match: what is left of the seats' time, and until when they have to decide."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from referee.core.text import printable
from referee.replay.frames import Frame, Heading, SeatMoment

__all__ = ["clock_line"]


def clock_line(heading: Heading, frame: Frame) -> str:
    """Return the clocks in a frame as text, such as `clocks: ada 4.9 s, to decide by 12:03:04 UTC`.

    The text is empty if no clock is known. `heading` has the players' names.

    Times of day are those of the server's clock.
    """
    told = list(_seats(heading, frame))
    deadlines = frame.deadlines
    if not told and deadlines is not None and deadlines.latest_us is not None:
        told = [f"to decide by {_time_of_day(deadlines.latest_us)}"]
    return f"clocks: {', '.join(told)}" if told else ""


def _seats(heading: Heading, frame: Frame) -> Iterator[str]:
    ends = frame.deadlines.seats if frame.deadlines is not None else {}
    moments = {moment.seat: moment for moment in frame.seats}
    for seat in sorted(moments.keys() | ends.keys()):
        moment = moments.get(seat, SeatMoment(seat))
        parts = [printable(heading.players[seat])]
        if moment.bank_us is not None:
            parts.append(_seconds(moment.bank_us))
        if seat in ends:
            parts.append(f"to decide by {_time_of_day(ends[seat])}")
        elif moment.is_asked and len(parts) > 1:
            parts.append("to decide")
        if len(parts) > 1:
            yield " ".join(parts)


def _seconds(us: int) -> str:
    """Return a time of `us` microseconds as text with tenths of a second, rounded down: `4.9 s`, `12:05.3`."""
    minutes, tenths = divmod(us // 100_000, 600)
    if minutes:
        return f"{minutes}:{tenths // 10:02}.{tenths % 10}"
    return f"{tenths // 10}.{tenths % 10} s"


def _time_of_day(us: int) -> str:
    moment = datetime.datetime.fromtimestamp(us // 1_000_000, datetime.UTC)
    return f"{moment:%H:%M:%S} UTC"
