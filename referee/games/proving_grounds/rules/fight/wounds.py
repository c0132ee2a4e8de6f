"""Damage, death and emergency cures in a fight (PG-5.20, PG-5.25)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.deaths import kill_creature, kill_hero
from referee.games.proving_grounds.rules.fight.fighters import Combatant, Fight
from referee.games.proving_grounds.wire.events import CreatureDied, EmergencyCure

__all__ = ["strike"]


def strike(fight: Fight, target: Combatant, damage: int) -> None:
    """Subtract damage from a combatant's hit points.

    At 0 or less a creature dies, and so does a hero unless a Cleric saves him.
    """
    target.hp -= damage
    if target.hp > 0:
        _write(fight, target)
        return
    fight.has_suffered[target.side] = True  # a save counts as a death for retreat (PG-5.27)
    if not target.is_hero:
        fight.remove(target)
        fight.tell(CreatureDied(fight.room, target.as_told()))
        kill_creature(fight.play, fight.room, target.id)
        return
    # Armor was subtracted before; from here only an emergency cure can save a hero (PG-5.25).
    cleric = _saviour(fight, target)
    if cleric is None:
        fight.remove(target)
        kill_hero(fight.play, target.seat, target.id)
        return
    # The cure costs neither Mana nor a turn, only the Cleric's one cure of this fight (PG-5.25).
    cleric.has_cured = True
    target.hp = 1
    _write(fight, target)
    fight.tell(EmergencyCure(fight.room, cleric.as_told(), target.as_told()))


def _saviour(fight: Fight, dying: Combatant) -> Combatant | None:
    """Return the first other Cleric on the dying hero's side who has saved nobody in this fight.

    None if there is no such Cleric.
    """
    able = [
        one
        for one in fight.present(dying.side)
        if one.is_cleric and one is not dying and not one.has_cured
    ]
    return able[0] if able else None


def _write(fight: Fight, one: Combatant) -> None:
    state = fight.play.state
    if one.is_hero:
        state.heroes[one.seat, one.id, c.HP] = one.hp
    else:
        state.creatures[fight.room, one.id, c.C_HP] = one.hp
