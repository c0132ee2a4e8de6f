"""A bot for Champions that hides: it flees, evades and heals.

It goes to the tile that the fewest other seats can reach, and loots items that shield: armour, and
items that help to evade. Of its champions that fight, the Healer heals the member of its pair that
has lost more health, and everybody else evades. It is no baseline of the rulebook but a sparring
partner. An earlier version of the rules let it win by hiding (CH-7.4), which must not happen again.
"""

from __future__ import annotations

from gamereferee.games.champions.v1.champions_pb2 import (
    Action,
    Equip,
    EquipOrder,
    Fighter,
    Loot,
    Observation,
    SetAction,
)
from gamereferee.games.champions.v1.tables import (
    EVADE_BASE,
    KINDS,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    START_HEALTH,
    BattleAction,
    Category,
    ChampionType,
    Target,
)
from referee_bots.champions.gear import may_hold
from referee_bots.champions.ground import Cell, distance, others_at, reachable
from referee_bots.champions.phase_bot import PhaseBot
from referee_bots.helpers.champions import tile_of
from referee_bots.seeded import run_seeded

__all__ = ["HiderBot"]

LIGHT = 1
"""Highest weight of armour that does not hinder evading (CH-5.28)."""


class HiderBot(PhaseBot):
    """Bot for Champions that keeps out of fights."""

    def target(self, seen: Observation) -> Cell:
        """Return the tile that the fewest other seats can reach.

        Of equal tiles, the one with the fewest other seats on it; of these any.
        """
        cells = reachable(seen.size, tile_of(seen))
        others = [
            tile_of(seen, seat)
            for seat, other in enumerate(seen.seats)
            if other.alive and seat != seen.me.seat
        ]
        keys = [
            (sum(distance(cell, place) <= 1 for place in others), there)
            for cell, there in zip(cells, others_at(seen, cells), strict=True)
        ]
        best = min(keys)
        return self.random.choice([c for c, key in zip(cells, keys, strict=True) if key == best])

    def loot(self) -> Action:
        """Return an action that looks for armour, and for items that help to evade."""
        wanted = [Category.DEFENSIVE, Category.SUPPORT] * self.loot_actions
        return Action(loot=Loot(categories=wanted[: self.loot_actions]))

    def equip(self, seen: Observation) -> Action:
        """Return orders that put unused light armour and evading items of the seat into free slots."""
        return Action(equip=Equip(orders=_orders(seen)))

    def fighters(self, seen: Observation) -> list[Fighter]:
        """Return the Healer and the champions that evade best, with their orders, for each battle."""
        return _fighters(seen)


def _orders(seen: Observation) -> list[EquipOrder]:
    """Return orders that put light armour and evading items on living champions.

    The items come from the stash (the seat's items that no champion holds). Only free slots are
    used.
    """
    free = [
        (champion, slot)
        for champion in range(NUM_TYPES)
        for slot in range(NUM_SLOTS)
        if seen.me.champions[champion].health and not seen.me.champions[champion].slots[slot].id
    ]
    orders = []
    for item in seen.me.stash:
        fits = [place for place in free if may_hold(*place, item.kind)]
        if fits and (KINDS[item.kind].evade or KINDS[item.kind].weight == LIGHT):
            champion, slot = fits[0]
            free.remove(fits[0])
            orders.append(EquipOrder(item=item.id, champion=champion, slot=slot))
    return orders


def _fighters(seen: Observation) -> list[Fighter]:
    """Return the Healer and the best evaders for each battle (CH-4.6).

    There are two for each battle, or one if there are not enough for two.
    """
    health = [own.health for own in seen.me.champions]
    living = [champion for champion in range(NUM_TYPES) if health[champion]]
    living.sort(key=lambda champion: (champion != ChampionType.HEALER, EVADE_BASE[champion]))
    battles = [pair.battle for pair in seen.my_battles]
    # Dealt out in turn, so that no battle gets all those that evade best.
    pairs = [living[number :: len(battles)][:2] for number in range(len(battles))]
    return [
        Fighter(battle=battle, champion=champion, set=[_action(champion, pair, health)] * NUM_TURNS)
        for battle, pair in zip(battles, pairs, strict=True)
        for champion in pair
    ]


def _action(champion: int, pair: list[int], health: list[int]) -> SetAction:
    """Return the action of one champion of a pair: the Healer heals if one of the two is hurt.

    All others evade.

    Args:
        champion: Type of the champion.
        pair: Types of the one or two champions of the pair.
        health: Health of each of the seat's champions, by type.
    """
    lost = {own: START_HEALTH[own] - health[own] for own in pair}
    if champion != ChampionType.HEALER or not any(lost.values()):
        return SetAction(action=BattleAction.EVADE)
    hurt = max(lost, key=lambda own: lost[own])
    return SetAction(
        action=BattleAction.HEAL,
        target=Target.SELF if hurt == ChampionType.HEALER else Target.PARTNER,
    )


if __name__ == "__main__":
    run_seeded(HiderBot)
