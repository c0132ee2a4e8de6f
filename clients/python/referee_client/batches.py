"""Groups turns that are decided by one call of a bot's `act_batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee_client.bot import Turn
from referee_client.seats import Seat

__all__ = ["in_batches"]


def in_batches(
    turns: Sequence[Turn], seats: Mapping[tuple[str, int], Seat]
) -> list[tuple[Seat, list[Turn]]]:
    """Group turns so that each group is decided by one call of a bot.

    All turns of one game that a bot with `act_batch` plays are a group; for any other bot, each
    turn is a group.

    Args:
        turns: Turns in the order in which they were received, which is kept.
        seats: Seats by match id and seat index. A turn without an entry is left out, because its
            match is over.

    Returns:
        For each group, the seat of its first turn, and the turns.
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
