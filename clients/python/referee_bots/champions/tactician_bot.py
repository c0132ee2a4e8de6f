"""A bot for Champions that chooses its plans by simulated battles (CH-9.3).

It remembers the health and items of rivals that it has met. While its own health is below the
average, it avoids tiles that two or more healthy rivals can reach. Otherwise it goes where the
brawler goes, but may stay, and it loots and arms itself as the brawler does (CH-9.2). In battle it
simulates every plan of every pair of its champions against the likely plans of the rivals. The dice
of its simulations follow from its observation, so that the same observation gives the same
decision. Where kills are points (CH-7.4) it goes, of equally good tiles, to one with a rival that
is no healthier than itself, and a kill counts for more in its simulations. It sends no chat.
"""

from __future__ import annotations

import hashlib

from gamereferee.games.champions.v1.champions_pb2 import (
    Action,
    Events,
    Fighter,
    Observation,
    SetAction,
)
from gamereferee.games.champions.v1.tables import BattleAction
from referee_bots.champions.choice import choose_sides
from referee_bots.champions.ground import Cell, distance, others_at, reachable
from referee_bots.champions.judge import DEATH
from referee_bots.champions.memory import Memory
from referee_bots.champions.phase_bot import PhaseBot
from referee_bots.champions.plans import Plan, Team
from referee_bots.helpers.champions import loot_class, tile_of
from referee_bots.seeded import run_seeded
from referee_client import Match

__all__ = ["TacticianBot"]

SEVERAL = 2
"""Number of healthy rivals; a tile that at least this many can reach counts as dangerous."""
POINT = 60
"""Health points that a rival's death counts for in simulations, where kills are points."""
ENOUGH_LEFT = 3
"""Number of items; while more than this number lie on its tile, the bot stays there, unless the
tile is dangerous.
"""


class TacticianBot(PhaseBot):
    """Bot for Champions that chooses plans by simulation."""

    def on_start(self, match: Match) -> None:
        """Begin the match with an empty memory of rivals."""
        super().on_start(match)
        self._memory = Memory()

    def on_events(self, _match: Match, events: Events) -> None:
        """Remember health and items that rivals have shown in events."""
        self._memory.hear(events)

    def act(self, observation: Observation) -> Action:
        """Remember what the observation shows of rivals, then return the action for the present phase."""
        self._memory.see(observation)
        return super().act(observation)

    def target(self, seen: Observation) -> Cell:
        """Return the tile to move to; the present tile means to stay.

        Tiles are compared by these criteria, the first that differs decides: fewer dangerous rivals
        in reach; the present tile while it has more than `ENOUGH_LEFT` items, and else another one;
        a better class of loot; where kills are points, a rival on it that is no healthier than the
        own seat; fewer other seats on it. Equal tiles are chosen at random.
        """
        here = tile_of(seen)
        cells = reachable(seen.size, here)
        dangers = self._dangers(seen, cells)
        left = sum(seen.tile.left)
        keys = [
            (
                danger,
                # The present tile comes before all others while enough is left on it, and after
                # them once it is not.
                left <= ENOUGH_LEFT if cell == here else left > ENOUGH_LEFT,
                -loot_class(seen.size, cell),
                not prey,
                others,
            )
            for cell, danger, prey, others in zip(
                cells, dangers, self._prey(seen, cells), others_at(seen, cells), strict=True
            )
        ]
        best = min(keys)
        return self.random.choice([c for c, key in zip(cells, keys, strict=True) if key == best])

    def _prey(self, seen: Observation, cells: list[Cell]) -> list[bool]:
        """Return for each of the tiles `cells` whether a rival that is no healthier stands on it.

        The rival is compared with the own seat. It is False for every tile unless kills are points.
        """
        own = sum(champion.health for champion in seen.me.champions)
        weak = {
            tile_of(seen, seat)
            for seat, other in enumerate(seen.seats)
            if other.alive and seat != seen.me.seat and self._memory.total(seat) <= own
        }
        return [self.by_points and cell in weak for cell in cells]

    def _dangers(self, seen: Observation, cells: list[Cell]) -> list[int]:
        """Return for each of the tiles `cells` how many healthy rivals can reach it with one move.

        The number is 0 where fewer than `SEVERAL` can, and on every tile if the own seat has at
        least average health.
        """
        rivals = [s for s, seat in enumerate(seen.seats) if seat.alive and s != seen.me.seat]
        totals = [self._memory.total(seat) for seat in rivals]
        own = sum(champion.health for champion in seen.me.champions)
        whole, count = own + sum(totals), 1 + len(rivals)
        # Compared as products, since the average of whole numbers need not be whole.
        if own * count >= whole:
            return [0] * len(cells)
        healthy = [
            tile_of(seen, seat)
            for seat, total in zip(rivals, totals, strict=True)
            if total * count >= whole
        ]
        near = [sum(distance(cell, place) <= 1 for place in healthy) for cell in cells]
        return [threats if threats >= SEVERAL else 0 for threats in near]

    def fighters(self, seen: Observation) -> list[Fighter]:
        """Return champions and actions for each battle, by the plans that do best in simulations."""
        me = seen.me
        team = Team(
            tuple(own.health for own in me.champions),
            tuple(tuple(item.kind for item in own.slots if item.id) for own in me.champions),
        )
        rivals = [
            # The rival's seat is the other one of the pair, whichever side this seat is on.
            self._memory.team(pair.side_a + pair.side_b - me.seat, seen.round)
            for pair in seen.my_battles
        ]
        kill = POINT if self.by_points else DEATH
        sides = choose_sides(team, rivals, _seed_of(seen), kill)
        return [
            Fighter(battle=pair.battle, champion=plan.champion, set=_set_of(plan))
            for pair, side in zip(seen.my_battles, sides, strict=True)
            for plan in side
        ]


def _set_of(plan: Plan) -> list[SetAction]:
    return [
        SetAction(
            action=action,
            prefs=plan.prefs if action == BattleAction.ATTACK else None,
            target=int(plan.for_partner)
            if action in {BattleAction.HEAL, BattleAction.GUARD}
            else None,
        )
        for action in plan.actions
    ]


def _seed_of(seen: Observation) -> int:
    # From what is seen and not from the bot's own dice: the same observation must give the same
    # decision.
    data = seen.SerializeToString(deterministic=True)
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest())


if __name__ == "__main__":
    run_seeded(TacticianBot)
