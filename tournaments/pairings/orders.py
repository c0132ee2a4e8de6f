"""Makes the match order of a pairing; the order's key identifies the match in the store."""

from __future__ import annotations

import json

from tournaments.pairings import Pairing
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import MatchOrder

__all__ = ["order_of"]


def order_of(
    spec: TournamentSpec, pairing: Pairing, game_version: int, *, shares_dice: bool = False
) -> MatchOrder:
    """Return the order of one match.

    Args:
        spec: The tournament.
        pairing: The players in seat order, and the seed.
        game_version: Behaviour version of the game, from 1.
        shares_dice: Whether other matches use the same dice, which nobody may know before they are
            over; it does not affect the order's key.
    """
    return MatchOrder(
        game=spec.game,
        game_version=game_version,
        config_json=json.dumps(spec.config, sort_keys=True, separators=(",", ":")),
        seed=pairing.seed,
        players=pairing.players,
        time_control=spec.time_control,
        block=pairing.block,
        shares_dice=shares_dice,
    )
