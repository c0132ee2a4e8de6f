"""Regular spells, which Wizards cast in phase 6 (PG-5.9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.acting import (
    ADJACENT,
    COMPANION,
    OPEN,
    SHUT,
    Actor,
    Condition,
    OrderKind,
    is_adjacent,
)
from referee.games.proving_grounds.rules.actions.thievery import free_door
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.equipment import knows_spell
from referee.games.proving_grounds.rules.heroes import Ref, arrive, entry_room
from referee.games.proving_grounds.rules.play import Conflict
from referee.games.proving_grounds.rules.rooms import (
    creatures_in,
    familiar,
    home_of,
    raise_level,
    seats_at_level,
)
from referee.games.proving_grounds.rules.traps import spring_on_creatures
from referee.games.proving_grounds.tables import (
    CREATURES,
    MAX_LEVEL,
    SPELLS,
    Code,
    Creature,
    HeroClass,
    Spell,
)
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.events import Lured, Noise, SpellCast, Teleported

__all__ = ["KINDS"]

# Conditions.


def _knows_spell(actor: Actor, order: o.Cast) -> bool:
    return knows_spell(actor.state, *actor.ref, order.spell)


def _has_mana(actor: Actor, order: o.Cast) -> bool:
    return bool(actor.row[c.MANA] >= SPELLS[order.spell].mana)


def _is_near(actor: Actor, order: o.Cast) -> bool:
    return order.room == actor.room or is_adjacent(actor, order)


def _is_nobodys_home(actor: Actor, order: o.Cast) -> bool:  # noqa: ARG001
    """Return whether the caster is in no seat's entry room; creatures never enter entry rooms."""
    return home_of(actor.state, actor.room) == c.NONE


def _is_free_for_creatures(actor: Actor, order: o.Cast) -> bool:  # noqa: ARG001
    return actor.play.entered_by.get(actor.room) != CREATURES


def _has_creatures(actor: Actor, order: o.Cast) -> bool:
    return bool(creatures_in(actor.state, order.room))


def _can_be_lured(actor: Actor, order: o.Cast) -> bool:
    return Creature.DRAGON not in actor.state.creatures[order.room, :, c.C_KIND].tolist()


# Effects; each takes the caster and the spell's room or target.


def _make_noise(actor: Actor, room: int) -> None:
    actor.play.noise.add(room)
    actor.play.tell(Noise(room), familiar(actor.state, room))
    actor.play.clamor(room, seats_at_level(actor.state, room, 1, MAX_LEVEL - 1))


def _lure(actor: Actor, origin: int) -> None:
    """Move the creatures and the hoard of the room `origin` into the caster's room, and register a fight there."""
    play, state, room = actor.play, actor.state, actor.room
    play.tell(Lured(actor.ref, origin, room), familiar(state, origin, room) | {actor.seat})
    # The caster's room has no creatures to overwrite: a hero shares a room with creatures only after a LURE of
    # this turn, and that makes another LURE into the room BLOCKED (PG-5.9).
    state.creatures[room] = state.creatures[origin]
    state.creatures[origin] = c.NONE
    state.rooms[room, c.HOARD_GOLD] = state.rooms[origin, c.HOARD_GOLD]
    state.rooms[origin, c.HOARD_GOLD] = 0
    state.hoard_gems[room] = state.hoard_gems[origin]
    state.hoard_gems[origin] = 0
    play.entered_by[room] = CREATURES
    # Registered before the trap springs: a group that it kills leaves a conflict that is skipped (PG-5.15).
    play.conflicts.append(Conflict(room, CREATURES))
    spring_on_creatures(play, actor.seat, room)


def _shield(actor: Actor, target: int) -> None:
    actor.play.shielded.add((actor.seat, target))


def _haste(actor: Actor, target: int) -> None:
    actor.play.hasted.add((actor.seat, target))


def _scry(actor: Actor, room: int) -> None:
    raise_level(actor.state, actor.seat, room, MAX_LEVEL)


def _teleport(actor: Actor, target: int) -> None:
    state, seat, origin = actor.state, actor.seat, actor.room
    home = entry_room(state, seat)
    told = familiar(state, origin, home) | {seat}
    actor.play.tell(Teleported(Ref(seat, target), origin, home), told)
    arrive(state, seat, target, home)
    # A retreat must not lead back to a room that he did not walk from (PG-5.28).
    actor.play.came_from.pop((seat, target), None)


_LURABLE = (
    ADJACENT,
    OPEN,
    (Code.GATE, _is_nobodys_home),
    (Code.BLOCKED, _is_free_for_creatures),
    (Code.BAD_TARGET, _has_creatures),
    (Code.IMMUNE, _can_be_lured),
)
_SPELLS: dict[Spell, tuple[tuple[Condition, ...], Callable[[Actor, int], None]]] = {
    Spell.NOISE: (((Code.NO_DOOR, _is_near),), _make_noise),
    Spell.LURE: (_LURABLE, _lure),
    Spell.KNOCK: ((ADJACENT, SHUT), free_door),
    Spell.SHIELD: ((COMPANION,), _shield),
    Spell.HASTE: ((COMPANION,), _haste),
    Spell.SCRY: ((), _scry),
    Spell.TELEPORT: ((COMPANION,), _teleport),
}
"""Conditions and effect of each regular spell; the effect takes the caster and the spell's room or
target.
"""


def _of_spell(spell: Spell, condition: Condition) -> Condition:
    """Return a condition that applies to one spell only; orders of other spells always meet it."""
    code, holds = condition
    return code, lambda actor, order: order.spell != spell or holds(actor, order)


def _cast(actor: Actor, order: o.Cast) -> None:
    """Spend the spell's Mana, report the cast to the caster's seat, and apply the spell."""
    spell = Spell(order.spell)
    actor.spend_mana(SPELLS[spell].mana)
    actor.play.tell(SpellCast(actor.ref, spell), (actor.seat,))
    _, effect = _SPELLS[spell]
    effect(actor, order.target if SPELLS[spell].is_on_hero else order.room)


_CASTABLE = (
    (Code.NOT_KNOWN, _knows_spell),
    (Code.NO_MANA, _has_mana),
    *[_of_spell(spell, one) for spell, (some, _) in _SPELLS.items() for one in some],
)
KINDS: dict[type[Any], OrderKind] = {
    o.Cast: OrderKind(Phase.ACT, _cast, _CASTABLE, HeroClass.WIZARD),
}
"""Conditions and effect of the order to cast a spell, by class of order."""
