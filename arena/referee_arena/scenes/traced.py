"""Finds the traces of language models next to a replay, without reading them."""

from __future__ import annotations

from pathlib import Path

__all__ = ["SUFFIX", "trace_path", "traced_seats"]

SUFFIX = ".trace"
"""End of the names of traces. Here as well as in `referee.llm.trace`, which takes longer to import than most pages need."""


def traced_seats(replay: Path, num_seats: int) -> list[int]:
    """Return the seats whose traces are next to a replay, ascending.

    Args:
        replay: The replay file, named MATCH.replay.
        num_seats: Number of seats of the match.
    """
    return [seat for seat in range(num_seats) if trace_path(replay, seat).is_file()]


def trace_path(replay: Path, seat: int) -> Path:
    """Return where the trace of a seat is, if there is one: next to the replay, named MATCH.SEAT.trace."""
    return replay.with_name(f"{replay.stem}.{seat}{SUFFIX}")
