"""How much of a seat's legal actions a turn lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from referee.core.game import AnyCodec, AnyGame

__all__ = ["MOST_LEGAL", "MOST_LEGAL_BYTES", "ListedActions", "listed_actions"]

MOST_LEGAL: Final = 512
"""Legal actions that a turn lists at most."""
MOST_LEGAL_BYTES: Final = 16_384
"""Bytes of the Action messages that a turn lists at most."""


class ListedActions(NamedTuple):
    """What an acting seat may do."""

    num_legal: int
    """How many actions are legal."""
    actions: Sequence[bytes]
    """Their Action messages; none where they are more than a turn lists."""


def listed_actions(game: AnyGame, codec: AnyCodec, state: Any, seat: int) -> ListedActions | None:
    """Return what a turn lists of an acting seat's legal actions; None in a game that does not list them."""
    legal = game.legal_actions(state, seat)
    if legal is None:
        return None
    if len(legal) <= MOST_LEGAL:
        encoded = [codec.encode_action(action) for action in legal]
        if sum(map(len, encoded)) <= MOST_LEGAL_BYTES:
            return ListedActions(len(legal), encoded)
    return ListedActions(len(legal), ())
