"""A bot for Champions that weighs its plans by simulated battles (CH-9.3).

It keeps in mind the health and items of rivals it has met. While its own health is below the average, it
avoids tiles that two or more healthy rivals can reach. Otherwise it goes where the brawler goes, but may
stay, and it loots and arms itself as that does (CH-9.2). In battle it plays every plan of every pair
against what the rivals are likely to do. The dice of its simulations follow from what it sees, so that
it fights alike in the same place. Where kills are points (CH-7.4) it goes, of equally good tiles, to one
with a rival that is no healthier than it is, and a kill counts for more in its simulations. It says nothing.
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
from referee_bots.champions.ground import (
    Cell,
    distance,
    others_at,
    place_of,
    reachable,
    tile_class,
)
from referee_bots.champions.judge import DEATH
from referee_bots.champions.memory import Memory
from referee_bots.champions.phase_bot import PhaseBot
from referee_bots.champions.plans import Plan, Team
from referee_bots.seeded import run_seeded
from referee_client import Match

__all__ = ["TacticianBot"]

SEVERAL = 2
"""This many healthy rivals within reach of a tile are a danger."""
POINT = 60
"""Health that a rival's death counts for where it is a point."""
ENOUGH_LEFT = 3
"""It stays where there are more items than this, if it is no danger."""


class TacticianBot(PhaseBot):
    """Play Champions by simulation."""

    def on_start(self, match: Match) -> None:
        """Begin with an empty memory."""
        super().on_start(match)
        self._memory = Memory()

    def on_events(self, _match: Match, events: Events) -> None:
        """Remember what rivals have shown."""
        self._memory.hear(events)

    def act(self, observation: Observation) -> Action:
        """Remember the rivals that are seen, then decide by the phase."""
        self._memory.see(observation)
        return super().act(observation)

    def target(self, seen: Observation) -> Cell:
        """Return the tile to be on: no danger, loot there, of the best class, with prey, with the fewest others, else any."""
        here = place_of(seen, seen.me.seat)
        cells = reachable(seen.size, here)
        dangers = self._dangers(seen, cells)
        left = sum(seen.tile.left)
        keys = [
            (
                danger,
                left <= ENOUGH_LEFT if cell == here else left > ENOUGH_LEFT,
                -tile_class(seen.size, cell),
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
        """Return whether a rival stands on each tile that is no healthier than the seat, where kills are points."""
        own = sum(champion.health for champion in seen.me.champions)
        weak = {
            place_of(seen, seat)
            for seat, other in enumerate(seen.seats)
            if other.alive and seat != seen.me.seat and self._memory.total(seat) <= own
        }
        return [self.by_points and cell in weak for cell in cells]

    def _dangers(self, seen: Observation, cells: list[Cell]) -> list[int]:
        """Return how many healthy rivals can reach each tile, if they are several and the seat is not healthy."""
        rivals = [s for s, seat in enumerate(seen.seats) if seat.alive and s != seen.me.seat]
        totals = [self._memory.total(seat) for seat in rivals]
        own = sum(champion.health for champion in seen.me.champions)
        whole, count = own + sum(totals), 1 + len(rivals)
        if own * count >= whole:
            return [0] * len(cells)
        healthy = [
            place_of(seen, seat)
            for seat, total in zip(rivals, totals, strict=True)
            if total * count >= whole
        ]
        near = [sum(distance(cell, place) <= 1 for place in healthy) for cell in cells]
        return [threats if threats >= SEVERAL else 0 for threats in near]

    def fighters(self, seen: Observation) -> list[Fighter]:
        """Return, for each battle of the seat, the champions and actions of the plan that does best in simulations."""
        me = seen.me
        team = Team(
            tuple(own.health for own in me.champions),
            tuple(tuple(item.kind for item in own.slots if item.id) for own in me.champions),
        )
        rivals = [
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
    data = seen.SerializeToString(deterministic=True)
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest())


if __name__ == "__main__":
    run_seeded(TacticianBot)
