"""Lists of candidates for a seat of Champions, from which training programs pick its actions.

A candidate is a whole action of the present phase, without chat.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from gamereferee.games.champions.v1 import champions_pb2 as wire
from gamereferee.games.champions.v1.tables import (
    ALLOWED,
    DEFAULT_PREFS,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    BattleAction,
    Category,
    Phase,
)
from referee_bots.candidates.base import Candidate, Candidates
from referee_bots.champions.gear import equip, may_hold
from referee_bots.champions.ground import move, reachable
from referee_bots.helpers.champions import tile_of

__all__ = ["ChampionsCandidates"]

_PARTNER = 1


class ChampionsCandidates(Candidates):
    """Candidates of Champions: whole actions of the present phase, in one list.

    The four numbers of a candidate are its phase, and three more that depend on the phase: in MOVE,
    the row and column to move to, and 0; in LOOT, the category, 0 and 0; in EQUIP, item id,
    champion and slot, where an item of 0 equips nothing, and -1 equips the items that a house bot
    finds best; in BATTLE, a number whose bit i says that champion i fights in the first battle,
    then the champion with another action than ATTACK, and that action; 0 and 0 if all of them
    attack.

    Args:
        config: Config of the match.
        num_seats: Number of seats in the match; ignored.
        width: Highest number of candidates in the list.
    """

    observation = wire.Observation
    slots = 1
    left_out = (
        "looting of different categories in one round",
        "several orders of equipment at once, except the best that a house bot finds",
        "sets of different actions, preferences other than the default, guarding oneself",
        "talk",
    )

    def __init__(self, config: wire.Config, num_seats: int, width: int = 128) -> None:
        del num_seats
        self.width = width
        self._loot_actions = config.loot_actions

    def lists(self, seen: wire.Observation) -> list[list[Candidate]]:
        """Return one list with the actions that the seat may choose in the present phase.

        The first candidate is the phase's default or does least; the list has at most `width`
        candidates.

        Args:
            seen: Observation of a seat that has to decide.
        """
        match seen.phase:
            case Phase.MOVE:
                found = _moves(seen)
            case Phase.LOOT:
                found = self._loots()
            case Phase.EQUIP:
                found = _equipments(seen)
            case _:
                found = _battles(seen)
        return [list(itertools.islice(found, self.width))]

    def build(self, seen: wire.Observation, picked: Sequence[Candidate]) -> wire.Action:
        """Return the action of the picked candidate.

        Args:
            seen: Observation from which the list was made; ignored.
            picked: The one picked candidate.
        """
        del seen
        action: wire.Action = picked[0].part
        return action

    def _loots(self) -> Iterator[Candidate]:
        for category in reversed(Category):  # ANY first: it is the default
            loot = wire.Loot(categories=[category] * self._loot_actions)
            numbers = (int(Phase.LOOT), int(category), 0, 0)
            yield Candidate(f"loot {category.name}", numbers, wire.Action(loot=loot))


def _moves(seen: wire.Observation) -> Iterator[Candidate]:
    here = tile_of(seen)
    for cell in [here, *(cell for cell in reachable(seen.size, here) if cell != here)]:
        yield Candidate(f"go to {cell}", (int(Phase.MOVE), *cell, 0), move(seen, cell))


def _equipments(seen: wire.Observation) -> Iterator[Candidate]:
    phase = int(Phase.EQUIP)
    yield Candidate("equip nothing", (phase, 0, 0, 0), wire.Action(equip=wire.Equip()))
    yield Candidate("equip the best", (phase, -1, 0, 0), equip(seen.me))
    for item in seen.me.stash:
        for champion, slot in itertools.product(range(NUM_TYPES), range(NUM_SLOTS)):
            if seen.me.champions[champion].health and may_hold(champion, slot, item.kind):
                order = wire.EquipOrder(item=item.id, champion=champion, slot=slot)
                label = f"equip {item.id} to {champion} in {slot}"
                action = wire.Action(equip=wire.Equip(orders=[order]))
                yield Candidate(label, (phase, item.id, champion, slot), action)


def _battles(seen: wire.Observation) -> Iterator[Candidate]:
    phase = int(Phase.BATTLE)
    yield Candidate("fight by default", (phase, 0, 0, 0), wire.Action(battle=wire.Battle()))
    living = [champion for champion in range(NUM_TYPES) if seen.me.champions[champion].health > 0]
    battles = [pair.battle for pair in seen.my_battles]
    if len(battles) > 1 and len(living) < len(battles):
        return
    # A champion stays free for each other battle.
    size = min(2, len(living) - len(battles) + 1)
    for pair in itertools.combinations(living, size):
        bits = sum(1 << champion for champion in pair)
        for champion, action in [(0, BattleAction.ATTACK), *_others(pair)]:
            fighters = [
                _fighter(battles[0], one, action if one == champion else BattleAction.ATTACK)
                for one in pair
            ]
            label = f"fight with {pair}, {champion} {action.name}"
            sent = wire.Action(battle=wire.Battle(fighters=fighters))
            yield Candidate(label, (phase, bits, champion, int(action)), sent)


def _others(pair: Sequence[int]) -> Iterator[tuple[int, BattleAction]]:
    for champion in pair:
        for action in BattleAction:
            if action != BattleAction.ATTACK and ALLOWED[champion][action]:
                yield champion, action


def _fighter(battle: int, champion: int, action: BattleAction) -> wire.Fighter:
    one = wire.SetAction(action=action)
    if action == BattleAction.ATTACK:
        one.prefs.extend(DEFAULT_PREFS)
    elif action in {BattleAction.HEAL, BattleAction.GUARD}:
        one.target = _PARTNER
    return wire.Fighter(battle=battle, champion=champion, set=[one] * NUM_TURNS)
