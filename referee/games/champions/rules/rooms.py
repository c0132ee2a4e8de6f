"""Chat rooms of Champions: the main one, and one on each tile that seats share (CH-4.10)."""

from __future__ import annotations

from referee.core.chat import Channel, Chat, ChatRules
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.state import State

__all__ = ["MAIN", "TILE", "open_rooms", "rules"]

MAIN, TILE = "MAIN", "TILE"


def rules(config: ChampionsConfig) -> ChatRules:
    """Return the limits of chat: messages that a seat may send at a decision point, and bytes of a message."""
    return ChatRules((MAIN, TILE), config.msgs_per_action, config.msg_bytes)


def open_rooms(state: State) -> Chat:
    """Return the rooms of this decision point: all seats in play are in MAIN.

    Each tile on which at least two seats in play stand has a room TILE with these seats; in MOVE
    that is before the move.
    """
    size = int(state.match[c.SIZE])
    in_play: list[int] = []
    on_tile: dict[int, list[int]] = {}
    for seat, columns in enumerate(state.seats.tolist()):
        # A seat that is out gets no more messages, not even of the main room (CH-6.6).
        if columns[c.ALIVE]:
            in_play.append(seat)
            on_tile.setdefault(columns[c.ROW] * size + columns[c.COL], []).append(seat)
    shared = [
        Channel(TILE, tile, tuple(seats))
        for tile, seats in sorted(on_tile.items())
        if len(seats) > 1
    ]
    # Public, since spectators see what everybody sees and the main room (CH-6.1).
    main = Channel(MAIN, 0, tuple(in_play), is_public=True)
    return Chat(int(state.match[c.ROUND]), (main, *shared))
