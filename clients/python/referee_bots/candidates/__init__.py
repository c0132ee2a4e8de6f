"""Lists of candidates, for games whose actions have many parts.

A candidate is a part of an action that a seat may choose now; one pick from each list makes an
action. Training environments and servers of simulations offer the same lists, in the same order:
both get them by `find`.
"""

from __future__ import annotations

import importlib

from referee_bots.candidates.base import NUM_NUMBERS, Candidate, Candidates, Offer
from referee_client.messages import message_class

__all__ = ["GAMES", "NUM_NUMBERS", "Candidate", "Candidates", "Offer", "find"]

_MAKERS = {
    "champions": "referee_bots.candidates.champions:ChampionsCandidates",
    "dungeon_keeper": "referee_bots.candidates.dungeon_keeper:DungeonKeeperCandidates",
    "proving_grounds": "referee_bots.candidates.proving_grounds:ProvingGroundsCandidates",
}
GAMES = tuple(_MAKERS)
"""Identifiers of the games that have lists of candidates."""


def find(game: str, config: tuple[str, bytes], num_seats: int) -> Candidates | None:
    """Return an object that makes the lists of candidates of a game; None if the game has none.

    Args:
        game: Identifier of the game.
        config: Full name of the game's Config type, and the serialized message with all fields set.
        num_seats: Number of seats in a match.
    """
    if game not in _MAKERS:
        return None
    name, data = config
    module, _, attribute = _MAKERS[game].partition(":")
    parsed = message_class(f"type.googleapis.com/{name}").FromString(data)
    made: Candidates = getattr(importlib.import_module(module), attribute)(parsed, num_seats)
    return made
