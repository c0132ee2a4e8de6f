"""Battlemagic: spells that Wizards prepare and cast in fights (PG-5.22 to PG-5.24)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.fight.fighters import Combatant, Fight
from referee.games.proving_grounds.rules.fight.wounds import strike
from referee.games.proving_grounds.tables import ITEMS, PREPARATION, SLEEP_TURNS, Item
from referee.games.proving_grounds.wire.events import CastBattlemagic, Prepared

__all__ = ["cast", "prepare", "test_preparation"]


def prepare(fight: Fight, wizard: Combatant) -> None:
    """Use the Wizard's turn in the fight for one step of preparation of his next cast (PG-5.22)."""
    wizard.preparation -= 1
    fight.tell(Prepared(fight.room, wizard.as_told(), None, wizard.preparation))


def test_preparation(fight: Fight, wizard: Combatant) -> None:
    """Roll 3d6 for a Wizard that survived a hit; if the roll is above his INT, his preparation starts again (PG-5.23)."""
    roll = fight.dice.d6(3)
    if roll > wizard.intelligence:
        wizard.preparation = PREPARATION
    fight.tell(Prepared(fight.room, wizard.as_told(), roll, wizard.preparation))


class _Effect(NamedTuple):
    """Targets and damage of a cast spell, fixed before any of the damage is applied."""

    roll: int | None
    """Sum of the dice, if one roll counts for all targets; None if each target has its own."""
    targets: list[Combatant]
    damages: list[int]


def cast(fight: Fight, wizard: Combatant) -> None:
    """Spend the Wizard's Mana and apply his battlemagic to the enemies present (PG-5.24)."""
    item = wizard.battlemagic
    assert item is not None
    wizard.mana -= ITEMS[item].mana
    fight.play.state.heroes[wizard.seat, wizard.id, c.MANA] = wizard.mana
    wizard.preparation = PREPARATION
    # All targets and rolls are fixed before the first hit: a death must not move the spell to another enemy.
    effect = _SPELLS[item](fight, fight.present(1 - wizard.side))
    targets = tuple([target.as_told() for target in effect.targets])
    fight.tell(
        CastBattlemagic(
            fight.room, wizard.as_told(), item, effect.roll, targets, tuple(effect.damages)
        )
    )
    # One after the other: a Cleric whom the spell kills can no longer save targets after him (PG-5.24, PG-5.25).
    for target, damage in zip(effect.targets, effect.damages, strict=True):
        if damage:
            strike(fight, target, damage)


def _missile(fight: Fight, enemies: list[Combatant]) -> _Effect:
    return _Effect(None, enemies[:1], [fight.dice.d6(2)])


def _lightning(fight: Fight, enemies: list[Combatant]) -> _Effect:
    targets = enemies[:2]
    return _Effect(None, targets, [fight.dice.d6(2) for _ in targets])


def _fireball(fight: Fight, enemies: list[Combatant]) -> _Effect:
    roll = fight.dice.d6(2)
    return _Effect(roll, enemies, [roll] * len(enemies))


def _sleep(fight: Fight, enemies: list[Combatant]) -> _Effect:
    roll = fight.dice.d6()
    # Dragons are passed over and use up no part of the roll. Sleep is set, not added (PG-5.24).
    targets = [enemy for enemy in enemies if not enemy.is_dragon][:roll]
    for target in targets:
        target.sleep = SLEEP_TURNS
    return _Effect(roll, targets, [0] * len(targets))


_SPELLS: dict[Item, Callable[[Fight, list[Combatant]], _Effect]] = {
    Item.MAGIC_MISSILE: _missile,
    Item.LIGHTNING: _lightning,
    Item.FIREBALL: _fireball,
    Item.SLEEP: _sleep,
}
"""By item, the function that chooses targets and rolls damage. It gets the enemies in the order
in which they came into the fight, at least one.
"""
