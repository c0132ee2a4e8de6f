"""Regular spells of Wizards (PG-5.9)."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.acting import (
    Actor,
    door_code,
    mana_code,
    target_code,
)
from referee.games.proving_grounds.rules.actions.thievery import free_door
from referee.games.proving_grounds.rules.equipment import knows
from referee.games.proving_grounds.rules.heroes import Ref, arrive, entry_room
from referee.games.proving_grounds.rules.play import Conflict
from referee.games.proving_grounds.rules.rooms import (
    creatures_in,
    familiar,
    home_of,
    is_spiked,
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
    Spell,
)
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.events import Lured, Noise, SpellCast, Teleported

__all__ = ["cast"]


def cast(actor: Actor, order: o.Cast) -> Code:
    """Cast a spell: nothing is paid unless all checks pass."""
    spell = Spell(order.spell)
    row = SPELLS[spell]
    if row.item is not None and not knows(actor.state, actor.seat, actor.hero, row.item):
        return Code.NOT_KNOWN
    code = mana_code(actor, row.mana)
    if code != Code.OK:
        return code
    check, effect = _SPELLS[spell]
    field = order.target if row.is_on_hero else order.room
    code = check(actor, field)
    if code == Code.OK:
        actor.spend_mana(row.mana)
        actor.play.tell(SpellCast(actor.ref, spell), (actor.seat,))
        effect(actor, field)
    return code


def _near_code(actor: Actor, room: int) -> Code:
    return Code.OK if room == actor.room else door_code(actor, room)


def _make_noise(actor: Actor, room: int) -> None:
    actor.play.noise[room] = True
    actor.play.tell(Noise(room), familiar(actor.state, room))
    actor.play.clamor(room, seats_at_level(actor.state, room, 1, MAX_LEVEL - 1))


def _lure_code(actor: Actor, room: int) -> Code:
    state = actor.state
    code = door_code(actor, room)
    if code != Code.OK:
        return code
    if is_spiked(state, actor.room, room):
        return Code.SPIKED
    if home_of(state, actor.room) != c.NONE:
        return Code.GATE
    if actor.play.entered_by.item(actor.room) == CREATURES:
        return Code.BLOCKED
    group = creatures_in(state, room)
    if not group:
        return Code.BAD_TARGET
    kinds = [state.creatures.item(room, place, c.C_KIND) for place in group]
    return Code.IMMUNE if Creature.DRAGON in kinds else Code.OK


def _lure(actor: Actor, origin: int) -> None:
    """Creatures with their hoard come into the caster's room, and a fight with them."""
    play, state, room = actor.play, actor.state, actor.room
    play.tell(Lured(actor.ref, origin, room), familiar(state, origin, room) | {actor.seat})
    state.creatures[room] = state.creatures[origin]
    state.creatures[origin] = c.NONE
    state.rooms[room, c.HOARD_GOLD] = state.rooms[origin, c.HOARD_GOLD]
    state.rooms[origin, c.HOARD_GOLD] = 0
    state.hoard_gems[room] = state.hoard_gems[origin]
    state.hoard_gems[origin] = 0
    play.entered_by[room] = CREATURES
    play.conflicts.append(Conflict(room, CREATURES))
    spring_on_creatures(play, actor.seat, room)


def _knock_code(actor: Actor, room: int) -> Code:
    code = door_code(actor, room)
    if code != Code.OK:
        return code
    return Code.OK if is_spiked(actor.state, actor.room, room) else Code.NOT_SPIKED


def _shield(actor: Actor, target: int) -> None:
    actor.play.shielded[actor.seat, target] = True


def _haste(actor: Actor, target: int) -> None:
    actor.play.hasted[actor.seat, target] = True


def _any_code(actor: Actor, room: int) -> Code:  # noqa: ARG001
    return Code.OK


def _scry(actor: Actor, room: int) -> None:
    raise_level(actor.state, actor.seat, room, MAX_LEVEL)


def _teleport(actor: Actor, target: int) -> None:
    state, seat, origin = actor.state, actor.seat, actor.room
    home = entry_room(state, seat)
    told = familiar(state, origin, home) | {seat}
    actor.play.tell(Teleported(Ref(seat, target), origin, home), told)
    arrive(state, seat, target, home)
    actor.play.came_from[seat, target] = c.NONE


_SPELLS: dict[Spell, tuple[Callable[[Actor, int], Code], Callable[[Actor, int], None]]] = {
    Spell.NOISE: (_near_code, _make_noise),
    Spell.LURE: (_lure_code, _lure),
    Spell.KNOCK: (_knock_code, free_door),
    Spell.SHIELD: (target_code, _shield),
    Spell.HASTE: (target_code, _haste),
    Spell.SCRY: (_any_code, _scry),
    Spell.TELEPORT: (target_code, _teleport),
}
"""Checks and effect of each spell; both take the caster and the spell's room or target."""
