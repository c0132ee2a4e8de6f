"""A bot for Champions that does anything that is legal (CH-9.1).

It moves to any tile within reach or stays, loots any categories, puts what it finds wherever there is
room, and has any champions do anything. It says nothing.
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
    ALLOWED,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    BattleAction,
    Category,
    Phase,
)
from referee_bots.champions.gear import may_hold
from referee_bots.champions.ground import move, place_of, reachable
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["RandomBot"]


class RandomBot(SeededBot):
    """Play Champions at random."""

    def on_start(self, match: Match) -> None:
        """Read how often it may loot."""
        super().on_start(match)
        self._loot_actions = match.config.loot_actions

    def act(self, observation: Observation) -> Action:
        """Decide by the phase."""
        match observation.phase:
            case Phase.MOVE:
                here = place_of(observation, observation.me.seat)
                return move(observation, self.random.choice(reachable(observation.size, here)))
            case Phase.LOOT:
                return Action(
                    loot=Loot(
                        categories=self.random.choices(range(Category.ANY), k=self._loot_actions)
                    )
                )
            case Phase.EQUIP:
                return Action(equip=Equip(orders=self._orders(observation)))
            case _:
                return Action(battle=Battle(fighters=self._fighters(observation)))

    def _orders(self, seen: Observation) -> list[EquipOrder]:
        """Return each item of the stash into an empty slot that may hold it."""
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

    def _fighters(self, seen: Observation) -> list[Fighter]:
        """As many living champions as are asked for, the battles in turn (CH-4.6)."""
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
    """Return what a champion may do in a battle (CH-3.1)."""
    return [action for action in BattleAction if ALLOWED[champion][action]]


if __name__ == "__main__":
    run_seeded(RandomBot)
