"""A bot for Champions that weighs its plans by simulated battles (CH-9.3).

It keeps in mind the health and items of rivals it has met. While its own health is below the average, it
avoids tiles that two or more healthy rivals can reach; else it goes where the brawler goes (CH-9.2). It
looks for what its champions' empty slots lack, and arms the healthiest first. In battle it plays every
plan of every pair against what the rivals are likely to do. Its simulations' dice follow from what it
sees, so that it does the same in the same place. It says nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from gamereferee.games.champions.v1.champions_pb2 import (
    Action,
    Battle,
    Events,
    Fighter,
    Loot,
    Me,
    Observation,
    SetAction,
)
from referee_bots.champions.choice import choose_sides
from referee_bots.champions.gear import equip, hand_out
from referee_bots.champions.ground import (
    Cell,
    distance,
    move,
    others_at,
    place_of,
    reachable,
    tile_class,
)
from referee_bots.champions.memory import Memory
from referee_bots.champions.plans import Plan, Team
from referee_bots.champions.tables import (
    AFFINITY,
    ARMOUR,
    ATTACK,
    CRITICAL,
    DEFENSIVE,
    GUARD,
    HEAL,
    KINDS,
    MAGICAL,
    PHYSICAL,
    SUPPORT,
    TYPES,
    WEAPONS,
    Phase,
)
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["TacticianBot", "loot_for", "weapon_worth"]

SEVERAL = 2
"""So many healthy rivals within reach of a tile are a danger."""
ENOUGH_LEFT = 3
"""It stays where there are more items than this, if it is no danger."""
IN_RESERVE = 0.1
"""What a point of support, healing or evading counts for beside one of attack."""


class TacticianBot(SeededBot):
    """Play Champions by simulation."""

    def on_start(self, match: Match) -> None:
        """Forget what was before."""
        super().on_start(match)
        self._memory = Memory()
        self._loot_actions = match.config.loot_actions

    def on_events(self, _match: Match, events: Events) -> None:
        """Remember what rivals have shown."""
        self._memory.hear(events)

    def act(self, observation: Observation) -> Action:
        """Decide by the phase."""
        self._memory.see(observation)
        match observation.phase:
            case Phase.MOVE:
                return move(observation, self._target(observation))
            case Phase.LOOT:
                categories = loot_for(observation.me, observation.tile.left, self._loot_actions)
                return Action(loot=Loot(categories=categories))
            case Phase.EQUIP:
                health = [own.health for own in observation.me.champions]
                order = sorted(TYPES, key=lambda champion: -health[champion])
                return equip(observation.me, hand_out(observation.me, order, weapon_worth))
            case _:
                return Action(battle=Battle(fighters=self._fighters(observation)))

    def _target(self, seen: Observation) -> Cell:
        """The tile to be on: no danger, loot there, of the best class, with the fewest others, else any."""
        here = place_of(seen, seen.me.seat)
        cells = reachable(seen.size, here)
        dangers = self._dangers(seen, cells)
        left = sum(seen.tile.left)
        keys = [
            (
                danger,
                left <= ENOUGH_LEFT if cell == here else left > ENOUGH_LEFT,
                -tile_class(seen.size, cell),
                others,
            )
            for cell, danger, others in zip(cells, dangers, others_at(seen, cells), strict=True)
        ]
        best = min(keys)
        return self.random.choice([c for c, key in zip(cells, keys, strict=True) if key == best])

    def _dangers(self, seen: Observation, cells: list[Cell]) -> list[int]:
        """How many healthy rivals can reach each tile, if they are several and the seat is not healthy."""
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

    def _fighters(self, seen: Observation) -> list[Fighter]:
        me = seen.me
        team = Team(
            tuple(own.health for own in me.champions),
            tuple(tuple(item.kind for item in own.slots if item.id) for own in me.champions),
        )
        rivals = [
            self._memory.team(pair.side_a + pair.side_b - me.seat, seen.round)
            for pair in seen.my_battles
        ]
        sides = choose_sides(team, rivals, _seed_of(seen))
        return [
            Fighter(battle=pair.battle, champion=plan.champion, set=_set_of(plan))
            for pair, side in zip(seen.my_battles, sides, strict=True)
            for plan in side
        ]


def loot_for(me: Me, left: Sequence[int], times: int) -> list[int]:
    """What to look for, a category each time: what most slots lack of what is there (CH-4.4).

    A living champion's empty weapon slots lack what it has affinity for, Support apart, and its empty
    armour slot lacks armour. What is still to be found counts by what it would be after the finds before.
    """
    lacks = dict.fromkeys((PHYSICAL, MAGICAL, DEFENSIVE, SUPPORT), 0)
    for champion, own in enumerate(me.champions):
        if own.health > 0:
            (liked,) = AFFINITY[champion] - {SUPPORT}
            lacks[liked] += sum(not own.slots[slot].id for slot in WEAPONS)
            lacks[DEFENSIVE] += not own.slots[ARMOUR].id
    there = list(left)
    wanted = []
    for _ in range(times):
        category = max(lacks, key=lambda c: (there[c] > 0, lacks[c]))
        wanted.append(category)
        lacks[category] -= 1
        there[category] -= 1
    return wanted


def weapon_worth(champion: int, kind: int, held: tuple[int, ...]) -> float:
    """What a weapon adds to an attack on average, affinity's quarter included, and a little for the rest."""
    item = KINDS[kind]
    liked = AFFINITY[champion]
    bonus = item.attack.mean
    has_edge = any(KINDS[other].attack.number and KINDS[other].category in liked for other in held)
    if has_edge:
        bonus *= 1.25
    elif item.attack.number and item.category in liked:
        bonus += 0.25 * (CRITICAL[champion].mean + bonus)
    return bonus + IN_RESERVE * (item.heal.mean + item.support.mean + item.evade)


def _set_of(plan: Plan) -> list[SetAction]:
    return [
        SetAction(
            action=action,
            prefs=plan.prefs if action == ATTACK else None,
            target=int(plan.for_partner) if action in {HEAL, GUARD} else None,
        )
        for action in plan.actions
    ]


def _seed_of(seen: Observation) -> int:
    data = seen.SerializeToString(deterministic=True)
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest())


if __name__ == "__main__":
    run_seeded(TacticianBot)
