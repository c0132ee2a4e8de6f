"""Phase 8: fights, round by round (PG-5.15 to PG-5.26, PG-5.29)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.fight.battlemagic import cast, prepare, test_preparation
from referee.games.proving_grounds.rules.fight.fighters import (
    DEFENDERS,
    ENTRANTS,
    Combatant,
    Fight,
    begin_fight,
)
from referee.games.proving_grounds.rules.fight.retreat import break_off, retreat
from referee.games.proving_grounds.rules.fight.wounds import strike
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import seats_at_level
from referee.games.proving_grounds.tables import MAX_LEVEL
from referee.games.proving_grounds.wire.events import FightBegan, FightEnded, Round, Slept, Swung

__all__ = ["ALWAYS", "MIDDLE", "NEVER", "phase_fights"]

ALWAYS, NEVER = 18, 3
"""Rolls of 3d6 that always hit (18) and always miss (3), whatever the other numbers are
(PG-5.19).
"""
MIDDLE = 10
"""Subtracted from the attacker's DEX plus 3d6; the attack hits if the result is at least the
target's DEX (PG-5.19).
"""


def phase_fights(play: Play) -> None:
    """Fight all fights of the turn, in the order in which they were registered."""
    for conflict in play.conflicts:
        fight = begin_fight(play, conflict)
        if fight is not None:
            _fight(fight)


def _fight(fight: Fight) -> None:
    state, room = fight.play.state, fight.room
    sides = [tuple([one.as_told() for one in side]) for side in fight.sides]
    fight.tell(FightBegan(room, sides[DEFENDERS], sides[ENTRANTS]))
    # Only seats of level 4 receive the fight itself; those of level 1 to 3 receive a clamor (PG-6.7).
    fight.play.clamor(room, seats_at_level(state, room, 1, MAX_LEVEL - 1))
    # Dice are rolled in this order, so it must be the same for every replay.
    order = sorted(
        (*fight.sides[DEFENDERS], *fight.sides[ENTRANTS]),
        key=lambda one: (-one.initiative, one.side),  # stable: entry order within a side
    )
    cap = state.rules.item(c.ROUND_CAP)
    number = 0
    while not fight.is_over and number < cap:
        number += 1
        fight.tell(Round(room, number))
        _play_round(fight, order)
        # Entrants retreat first; if no entrant is left, the fight is over and defenders stay (PG-5.26).
        if not fight.is_over:
            retreat(fight, ENTRANTS)
        if not fight.is_over:
            retreat(fight, DEFENDERS)
    is_broken_off = not fight.is_over
    if is_broken_off:
        break_off(fight)
    fight.tell(FightEnded(room, number, is_broken_off))


class _Queue:
    """Targets on one side of a fight in one round, in the order in which attacks reach them.

    A hero on guard takes two places in a row (PG-5.17).
    """

    def __init__(self, members: list[Combatant]) -> None:
        # A hero on guard takes two places in a row, so two attacks go to him before the next member (PG-5.17).
        self._places = [one for one in members for _ in range(2 if one.on_guard else 1)]
        self._next = 0

    def take(self) -> Combatant | None:
        """Return the next target still in the fight, from the end back to the first; None if none."""
        for _ in self._places:
            target = self._places[self._next % len(self._places)]
            self._next += 1
            if not target.is_gone:
                return target
        return None


def _play_round(fight: Fight, order: list[Combatant]) -> None:
    # The order of turns is fixed for the whole fight. The queues are new each round, for members of a side who
    # have died or left must not take attacks, and each round starts at the front (PG-5.17).
    # All attackers of a side share the other side's queue: each goes on where the one before stopped.
    queues = [_Queue(fight.present(side)) for side in (DEFENDERS, ENTRANTS)]
    for one in order:
        if one.is_gone:
            continue
        # Sleep comes first: a sleeper neither prepares nor casts (PG-5.18).
        if one.sleep:
            one.sleep -= 1
            fight.tell(Slept(fight.room, one.as_told()))
        elif one.has_battlemagic and one.preparation:
            prepare(fight, one)
        elif one.has_battlemagic:
            cast(fight, one)
        else:
            _attack(fight, one, queues[1 - one.side])
        # At once, without the remaining turns: no further dice may be rolled (PG-5.18).
        if fight.is_over:
            return


def _attack(fight: Fight, attacker: Combatant, queue: _Queue) -> None:
    """Make all attacks of one combatant's turn; each goes to the next target in the queue."""
    for _ in range(attacker.attacks):
        target = queue.take()
        if target is None:
            return
        _swing(fight, attacker, target)


def _swing(fight: Fight, attacker: Combatant, target: Combatant) -> None:
    roll = fight.dice.d6(3)
    reach = attacker.dexterity + roll - MIDDLE + attacker.blessed
    is_hit = roll != NEVER and (roll == ALWAYS or reach >= target.dexterity)
    damage = max(1, attacker.damage - target.absorb) if is_hit else 0
    # The event comes before the damage, so that it shows the target's hit points before the hit.
    fight.tell(Swung(fight.room, attacker.as_told(), target.as_told(), roll, is_hit, damage))
    if is_hit:
        strike(fight, target, damage)
        if not target.is_gone and target.has_battlemagic:  # also if a Cleric saved him (PG-5.23)
            test_preparation(fight, target)
