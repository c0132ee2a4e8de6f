"""Groups of turns that bots with `act_batch` decide together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee_client.bot import Turn
from referee_client.seats import Seat

__all__ = ["in_batches"]


def in_batches(
    turns: Sequence[Turn], seats: Mapping[tuple[str, int], Seat]
) -> list[tuple[Seat, list[Turn]]]:
    """Group turns by call: all turns of one game for each bot with `act_batch`, and single turns for other bots.

    Args:
        turns: Turns in the order in which they were received, which is kept.
        seats: Seats by match and seat; turns without a seat are left out, as their matches are over.

    Returns:
        For each group the seat of its first turn, and its turns.
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
        # One call has turns of one game alone: a bot may play several, and could not distinguish their observations.
        key = id(seat.bot), match.game
        if key not in batches:
            batches[key] = []
            together.append((seat, batches[key]))
        batches[key].append(turn)
    return together
