"""Turns that a bot is asked about together, by its `act_batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee_client.bot import Turn
from referee_client.seats import Seat

__all__ = ["in_batches"]


def in_batches(
    turns: Sequence[Turn], seats: Mapping[tuple[str, int], Seat]
) -> list[tuple[Seat, list[Turn]]]:
    """Return turns by who is asked about them together: a bot with `act_batch` about all of one game.

    Args:
        turns: Turns in the order in which they came, which is kept.
        seats: Seats of them, by match and seat; turns of others are left out, as their matches are over.

    Returns:
        The seat of the first turn, and turns that are asked together with it.
    """
    together: list[tuple[Seat, list[Turn]]] = []
    batches: dict[tuple[int, str], list[Turn]] = {}
    for turn in turns:
        match = turn.match
        seat = seats.get((match.match_id, match.seat))
        if seat is None:
            continue
        if seat.batch is None:
            together.append((seat, [turn]))
            continue
        key = id(seat.bot), match.game
        if key not in batches:
            batches[key] = []
            together.append((seat, batches[key]))
        batches[key].append(turn)
    return together
