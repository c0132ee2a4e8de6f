"""The legal actions of a seat that its turn message lists, and the limits of that list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from referee.core.game import AnyCodec, AnyGame

__all__ = ["MOST_LEGAL", "MOST_LEGAL_BYTES", "ListedActions", "listed_actions"]

MOST_LEGAL: Final = 512
"""Highest number of legal actions that a turn lists; if more are legal, it lists none."""
MOST_LEGAL_BYTES: Final = 16_384
"""Highest total size in bytes of the Action messages that a turn lists; if they are larger, it
lists none.
"""


class ListedActions(NamedTuple):
    """Legal actions of an acting seat for its turn: their number and, if not too many, all of them."""

    num_legal: int
    """Number of legal actions, listed or not."""
    actions: Sequence[bytes]
    """Action messages of all legal actions, as bytes; empty where they exceed the limits of a
    turn.
    """


def listed_actions(game: AnyGame, codec: AnyCodec, state: Any, seat: int) -> ListedActions | None:
    """Return the legal actions that a seat's turn lists.

    None in a game that does not list legal actions.
    """
    legal = game.legal_actions(state, seat)
    if legal is None:
        return None
    if len(legal) <= MOST_LEGAL:
        encoded = [codec.encode_action(action) for action in legal]
        if sum(map(len, encoded)) <= MOST_LEGAL_BYTES:
            return ListedActions(len(legal), encoded)
    return ListedActions(len(legal), ())
