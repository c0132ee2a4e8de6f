"""A bot for Champions that hides: it flees, evades and heals.

It goes to the tile that the fewest others can reach, the emptiest of these, and loots what shields: armour,
and items that help it to evade. Of its champions that fight, the Healer heals the one of the two that has
lost more, and everybody else evades. It is no baseline of the rulebook but a sparring partner that once won
by hiding (CH-7.4): it must not win.
"""

from __future__ import annotations

from gamereferee.games.champions.v1.champions_pb2 import (
    Action,
    Battle,
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
    Phase,
    Target,
)
from referee_bots.champions.gear import may_hold
from referee_bots.champions.ground import Cell, distance, move, others_at, place_of, reachable
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["HiderBot"]

LIGHT = 1
"""Weight of armour that doesn't hinder evading (CH-5.28)."""


class HiderBot(SeededBot):
    """Play Champions by keeping out of it."""

    def on_start(self, match: Match) -> None:
        """Read how often it may loot."""
        super().on_start(match)
        self._loot_actions = match.config.loot_actions

    def act(self, observation: Observation) -> Action:
        """Decide by the phase."""
        match observation.phase:
            case Phase.MOVE:
                return move(observation, self._refuge(observation))
            case Phase.LOOT:
                wanted = [Category.DEFENSIVE, Category.SUPPORT] * self._loot_actions
                return Action(loot=Loot(categories=wanted[: self._loot_actions]))
            case Phase.EQUIP:
                return Action(equip=Equip(orders=_orders(observation)))
            case _:
                return Action(battle=Battle(fighters=_fighters(observation)))

    def _refuge(self, seen: Observation) -> Cell:
        """Return a tile that the fewest others can reach, of these with the fewest others, of these any."""
        cells = reachable(seen.size, place_of(seen, seen.me.seat))
        others = [
            place_of(seen, seat)
            for seat, other in enumerate(seen.seats)
            if other.alive and seat != seen.me.seat
        ]
        keys = [
            (sum(distance(cell, place) <= 1 for place in others), there)
            for cell, there in zip(cells, others_at(seen, cells), strict=True)
        ]
        best = min(keys)
        return self.random.choice([c for c, key in zip(cells, keys, strict=True) if key == best])


def _orders(seen: Observation) -> list[EquipOrder]:
    """Light armour, which doesn't hinder, and what helps to evade, from the stash into free slots of living champions."""
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
    """Return the Healer and who evades best, two a battle, one where there are not enough for two (CH-4.6)."""
    health = [own.health for own in seen.me.champions]
    living = [champion for champion in range(NUM_TYPES) if health[champion]]
    living.sort(key=lambda champion: (champion != ChampionType.HEALER, EVADE_BASE[champion]))
    battles = [pair.battle for pair in seen.my_battles]
    pairs = [living[number :: len(battles)][:2] for number in range(len(battles))]
    return [
        Fighter(battle=battle, champion=champion, set=[_action(champion, pair, health)] * NUM_TURNS)
        for battle, pair in zip(battles, pairs, strict=True)
        for champion in pair
    ]


def _action(champion: int, pair: list[int], health: list[int]) -> SetAction:
    """To heal, if anybody of the two is hurt; else to evade."""
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
