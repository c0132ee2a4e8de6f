"""A bot for Champions that plays any legal action, at random (CH-9.1).

It moves to a random tile within reach or stays, loots random categories, puts items into random
free slots, and sends random champions into battle with random actions. It sends no chat.
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
    ALLOWED,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    BattleAction,
    Category,
)
from referee_bots.champions.gear import may_hold
from referee_bots.champions.ground import Cell, reachable
from referee_bots.champions.phase_bot import PhaseBot
from referee_bots.helpers.champions import tile_of
from referee_bots.seeded import run_seeded

__all__ = ["RandomBot"]


class RandomBot(PhaseBot):
    """Bot for Champions that plays at random."""

    def target(self, seen: Observation) -> Cell:
        """Return a random tile within reach, the present one included."""
        return self.random.choice(reachable(seen.size, tile_of(seen)))

    def loot(self) -> Action:
        """Return an action that looks for items of random categories."""
        categories = self.random.choices(range(Category.ANY), k=self.loot_actions)
        return Action(loot=Loot(categories=categories))

    def equip(self, seen: Observation) -> Action:
        """Return orders that put items of the stash (held by no champion) into random free slots."""
        return Action(equip=Equip(orders=self._orders(seen)))

    def _orders(self, seen: Observation) -> list[EquipOrder]:
        """Return orders that put each unused item of the seat into a random free slot that may hold it."""
        free = [
            (champion, slot)
            for champion in range(NUM_TYPES)
            for slot in range(NUM_SLOTS)
            if seen.me.champions[champion].health > 0
            and not seen.me.champions[champion].slots[slot].id
        ]
        orders = []
        for item in seen.me.stash:
            places = [place for place in free if may_hold(*place, item.kind)]
            if places:
                champion, slot = place = self.random.choice(places)
                free.remove(place)
                orders.append(EquipOrder(item=item.id, champion=champion, slot=slot))
        return orders

    def fighters(self, seen: Observation) -> list[Fighter]:
        """Return random living champions with random actions, at most two a battle (CH-4.6)."""
        living = [
            champion for champion in range(NUM_TYPES) if seen.me.champions[champion].health > 0
        ]
        battles = [pair.battle for pair in seen.my_battles] * 2
        picked = self.random.sample(living, min(len(living), len(battles)))
        return [
            Fighter(
                battle=battle,
                champion=champion,
                set=[self._action(champion) for _ in range(NUM_TURNS)],
            )
            for battle, champion in zip(battles, picked, strict=False)
        ]

    def _action(self, champion: int) -> SetAction:
        action = SetAction(action=self.random.choice(_actions_of(champion)))
        if action.action == BattleAction.ATTACK:
            action.prefs.extend(self.random.sample(range(NUM_TYPES), NUM_TYPES))
        if action.action in {BattleAction.HEAL, BattleAction.GUARD}:
            action.target = self.random.randrange(2)
        return action


def _actions_of(champion: int) -> list[BattleAction]:
    """Return the actions that a champion may choose in a battle (CH-3.1)."""
    return [action for action in BattleAction if ALLOWED[champion][action]]


if __name__ == "__main__":
    run_seeded(RandomBot)
