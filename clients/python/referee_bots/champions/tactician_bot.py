"""A bot for Champions that weighs its plans by simulated battles (CH-9.3)."""

from __future__ import annotations

import hashlib

from gamereferee.games.champions.v1.champions_pb2 import (
    Action,
    Battle,
    Events,
    Fighter,
    Loot,
    Observation,
    SetAction,
)
from referee_bots.champions.gear import equip, hand_out
from referee_bots.champions.ground import Cell, move, others_at, place_of, reachable, tile_class
from referee_bots.champions.judge import worth_of
from referee_bots.champions.memory import Memory
from referee_bots.champions.plans import Side, Team, pairs_of, sides_of
from referee_bots.champions.tables import (
    ATTACK,
    DEFENSIVE,
    GLADIATOR,
    GUARD,
    HEAL,
    HEALER,
    MAGE,
    MAGICAL,
    PHYSICAL,
    ROGUE,
    TYPES,
    Phase,
)
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["TacticianBot"]


class TacticianBot(SeededBot):
    """Play Champions by simulation."""

    def on_start(self, match: Match) -> None:
        super().on_start(match)
        self._memory = Memory()
        self._loot_actions = match.config.loot_actions

    def on_events(self, match: Match, events: Events) -> None:
        self._memory.hear(events)

    def act(self, observation: Observation) -> Action:
        self._memory.see(observation)
        match observation.phase:
            case Phase.MOVE:
                return move(observation, self._target(observation))
            case Phase.LOOT:
                return Action(loot=Loot(categories=[0, 1, 2][:self._loot_actions]))
            case Phase.EQUIP:
                return equip(observation.me, hand_out(observation.me, (MAGE, ROGUE, GLADIATOR, HEALER)))
            case _:
                return self._battle(observation)

    def _target(self, seen):
        here = place_of(seen, seen.me.seat)
        cells = reachable(seen.size, here)
        keys = []
        own = sum(c.health for c in seen.me.champions)
        rivals = [s for s, o in enumerate(seen.seats) if o.alive and s != seen.me.seat]
        average = (own + sum(self._memory.total(s) for s in rivals)) / (1 + len(rivals))
        healthy = [place_of(seen, s) for s in rivals if self._memory.total(s) >= average]
        left = sum(seen.tile.left)
        others = dict(zip(cells, others_at(seen, cells)))
        def key(cell):
            danger = sum(max(abs(a - b) for a, b in zip(cell, p)) <= 1 for p in healthy)
            avoided = danger if own < average and danger >= 2 else 0
            poor = cell == here and left <= 3
            return (avoided, poor, -tile_class(seen.size, cell) if cell != here else -tile_class(seen.size, cell) - (left > 3) * 4, others[cell])
        keys = [key(cell) for cell in cells]
        best = min(keys)
        return self.random.choice([c for c, k in zip(cells, keys) if k == best])

    def _battle(self, seen):
        me = seen.me
        team = Team(tuple(o.health for o in me.champions), tuple(tuple(i.kind for i in o.slots if i.id) for o in me.champions))
        seed = int.from_bytes(hashlib.blake2b(seen.SerializeToString(deterministic=True), digest_size=8).digest())
        rivals = [self._memory.team(p.side_a + p.side_b - me.seat, seen.round) for p in seen.my_battles]
        if len(rivals) == 1:
            sides = [s for pair in pairs_of(team) for s in sides_of(pair, team, rivals[0])]
            worth = worth_of(sides, team, rivals[0], seed)
            chosen = [sides[int(worth.argmax())]]
        else:
            chosen = self._two(team, rivals, seed)
        return Action(battle=Battle(fighters=[
            Fighter(battle=p.battle, champion=plan.champion, set=[
                SetAction(action=a, prefs=plan.prefs if a == ATTACK else (), target=int(plan.for_partner) if a in (HEAL, GUARD) else None)
                for a in plan.actions])
            for p, side in zip(seen.my_battles, chosen) for plan in side]))

    def _two(self, team, rivals, seed):
        living = team.living
        weaker = 0 if sum(rivals[0].health) <= sum(rivals[1].health) else 1
        best = None
        splits = []
        import itertools
        for first in itertools.combinations(living, (len(living)+1) // 2):
            second = tuple(c for c in living if c not in first)
            hs = [sum(team.health[c] for c in p) for p in (first, second)]
            strong, weak = (first, second) if hs[0] >= hs[1] else (second, first)
            splits.append((strong, weak))
        splits = list(dict.fromkeys(splits))
        def bests(rival, pairs):
            sides = [s for pair in pairs for s in sides_of(pair, team, rival)]
            worth = worth_of(sides, team, rival, seed)
            out = {}
            for s, w in zip(sides, worth.tolist()):
                k = tuple(p.champion for p in s)
                if k not in out or w > out[k][0]:
                    out[k] = (w, s)
            return out
        a = bests(rivals[1-weaker], dict.fromkeys(s for s, _ in splits))
        b = bests(rivals[weaker], dict.fromkeys(w for _, w in splits))
        s, w = max(splits, key=lambda sw: a[sw[0]][0] + b[sw[1]][0])
        chosen = [None, None]
        chosen[weaker] = b[w][1]
        chosen[1-weaker] = a[s][1]
        return chosen


if __name__ == "__main__":
    run_seeded(TacticianBot)
