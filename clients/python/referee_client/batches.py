"""Turns that a bot is asked about together, by its `act_batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee_client.bot import Turn
from referee_client.seats import Seat

__all__ = ["in_batches"]


def in_batches(turns: Sequence[Turn], seats: Mapping[tuple[str, int], Seat]) -> list[list[Turn]]:
    """Return turns by who is asked about them together: a bot with `act_batch` about all of one game.

    Args:
        turns: Turns in the order in which they came, which is kept.
        seats: Seats of them, by match and seat; those whose matches are over may be missing.
    """
    together: list[list[Turn]] = []
    batches: dict[tuple[int, str], list[Turn]] = {}
    for turn in turns:
        seat = seats.get((turn.match_id, turn.seat))
        if seat is None or seat.batch is None:
            together.append([turn])
            continue
        key = id(seat.bot), turn.match.game
        if key not in batches:
            batches[key] = []
            together.append(batches[key])
        batches[key].append(turn)
    return together
