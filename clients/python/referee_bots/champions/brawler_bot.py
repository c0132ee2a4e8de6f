"""A bot for Champions that walks to good loot, arms itself, and always attacks (CH-9.2).

Where CH-9.2 leaves a choice, the bot decides as follows. It leaves its tile for another one while
there is another; of equally good tiles it takes any. With more than three looting actions it begins
again with Physical after Defensive. A Support item does not count as a weapon. Of equally healthy
champions it picks the lower type. A doubled seat sends its two healthiest champions to its first
battle, and the others to the second. It sends no chat. Where kills are points (CH-7.4), it prefers
a tile with another seat to an empty tile.
"""

from __future__ import annotations

from gamereferee.games.champions.v1.champions_pb2 import (
    Fighter,
    Observation,
    SetAction,
)
from gamereferee.games.champions.v1.tables import (
    DEFAULT_PREFS,
    NUM_TURNS,
    NUM_TYPES,
    BattleAction,
)
from referee_bots.champions.ground import Cell, others_at, reachable
from referee_bots.champions.phase_bot import PhaseBot
from referee_bots.helpers.champions import loot_class, tile_of
from referee_bots.seeded import run_seeded

__all__ = ["BrawlerBot"]

ENOUGH_LEFT = 3
"""Number of items; while more than this number lie on its tile, the bot stays there."""


class BrawlerBot(PhaseBot):
    """Bot for Champions that arms itself and attacks."""

    def target(self, seen: Observation) -> Cell:
        """Return the tile to be on: the one with the best loot.

        Of tiles with equal loot it is the one with the fewest other seats; of these any.
        """
        here = tile_of(seen)
        cells = [cell for cell in reachable(seen.size, here) if cell != here]
        if sum(seen.tile.left) > ENOUGH_LEFT or not cells:
            return here
        keys = [
            (-loot_class(seen.size, cell), self.by_points and not others, others)
            for cell, others in zip(cells, others_at(seen, cells), strict=True)
        ]
        best = min(keys)
        return self.random.choice([c for c, key in zip(cells, keys, strict=True) if key == best])

    def fighters(self, seen: Observation) -> list[Fighter]:
        """Return the healthiest champions with orders to attack: two for each battle, or one (CH-4.6).

        There is one for each battle if there are not enough champions for two.
        """
        health = [own.health for own in seen.me.champions]
        living = sorted((c for c in range(NUM_TYPES) if health[c] > 0), key=lambda c: -health[c])
        battles = [pair.battle for pair in seen.my_battles for _ in range(2)]
        if len(seen.my_battles) > 1 and len(living) == 2:  # one each, or the second would have none
            battles = [pair.battle for pair in seen.my_battles]
        attack = SetAction(action=BattleAction.ATTACK, prefs=DEFAULT_PREFS)
        return [
            Fighter(battle=battle, champion=champion, set=[attack] * NUM_TURNS)
            for champion, battle in zip(living, battles, strict=False)
        ]


if __name__ == "__main__":
    run_seeded(BrawlerBot)
