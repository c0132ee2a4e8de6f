"""Actions of Thieves: spikes, traps, scouting and stealing (PG-5.8, PG-5.10)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.acting import Actor, door_code
from referee.games.proving_grounds.rules.deaths import hurt_hero
from referee.games.proving_grounds.rules.heroes import heroes_in, skill_of
from referee.games.proving_grounds.rules.rooms import (
    add_spikes,
    creatures_in,
    familiar,
    home_of,
    is_spiked,
    raise_level,
    remove_spikes,
    watch_of,
)
from referee.games.proving_grounds.tables import (
    BLOW,
    CAUGHT,
    HERO_WATCH,
    MOST_STOLEN,
    SCOUTED_LEVEL,
    Cause,
    Code,
    Item,
)
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.events import (
    SpikesRemoved,
    SpikesSet,
    Stolen,
    Struck,
    TrapDisarmed,
    TrapSet,
)

__all__ = ["disarm", "free_door", "scout", "set_trap", "spike", "steal", "unspike"]


def spike(actor: Actor, order: o.Spike) -> Code:
    """Spike a door shut."""
    code = door_code(actor, order.room)
    if code != Code.OK:
        return code
    if is_spiked(actor.state, actor.room, order.room):
        return Code.ALREADY
    if not _use_up(actor, Item.SPIKES):
        return Code.NO_ITEM
    add_spikes(actor.state, actor.room, order.room)
    seats = familiar(actor.state, actor.room, order.room)
    actor.play.tell(SpikesSet(actor.room, order.room), seats)
    return Code.OK


def _use_up(actor: Actor, item: Item) -> bool:
    """Take a consumable out of the stash, if there is one."""
    stash = actor.state.stash[actor.seat]
    if not stash[item]:
        return False
    stash[item] -= 1
    return True


def free_door(actor: Actor, room: int) -> None:
    """A door from the hero's room is free of spikes; whoever is familiar with a side sees it."""
    remove_spikes(actor.state, actor.room, room)
    actor.play.tell(SpikesRemoved(actor.room, room), familiar(actor.state, actor.room, room))


def unspike(actor: Actor, order: o.Unspike) -> Code:
    """Take the spikes out of a door; they are lost."""
    code = door_code(actor, order.room)
    if code != Code.OK:
        return code
    if not is_spiked(actor.state, actor.room, order.room):
        return Code.NOT_SPIKED
    free_door(actor, order.room)
    return Code.OK


def set_trap(actor: Actor, order: o.SetTrap) -> Code:  # noqa: ARG001
    """Trap the own room; nobody else knows of it."""
    state, room = actor.state, actor.room
    if state.rooms.item(room, c.TRAP) != c.NONE:
        return Code.ALREADY
    if not _use_up(actor, Item.TRAP_KIT):
        return Code.NO_ITEM
    state.rooms[room, c.TRAP] = actor.seat
    state.trap_seen[:, room] = False
    actor.play.tell(TrapSet(actor.ref, room), (actor.seat,))
    return Code.OK


def disarm(actor: Actor, order: o.Disarm) -> Code:
    """Try to remove a trap of the next room, whether or not there is one."""
    code = door_code(actor, order.room)
    if code != Code.OK:
        return code
    state = actor.state
    if is_spiked(state, actor.room, order.room):
        return Code.SPIKED
    was_there = state.rooms.item(order.room, c.TRAP) != c.NONE
    is_skilled = actor.test(skill_of(state, actor.seat, actor.hero))
    if is_skilled:
        state.rooms[order.room, c.TRAP] = c.NONE
    state.trap_seen[actor.seat, order.room] = True
    told = TrapDisarmed(actor.ref, order.room, was_there, was_there and is_skilled)
    actor.play.tell(told, (actor.seat,))
    return Code.OK


def scout(actor: Actor, order: o.Scout) -> Code:
    """Listen at a door: full information on the next room."""
    code = door_code(actor, order.room)
    if code != Code.OK:
        return code
    raise_level(actor.state, actor.seat, order.room, SCOUTED_LEVEL)
    actor.state.trap_seen[actor.seat, order.room] = True
    return Code.OK


def steal(actor: Actor, order: o.Steal) -> Code:
    """Reach into the next room for a gem (PG-5.10)."""
    state, room = actor.state, order.room
    code = _theft_code(actor, room)
    if code != Code.OK:
        return code
    has_creatures = bool(creatures_in(state, room))
    watch = watch_of(state, room) if has_creatures else HERO_WATCH
    need = skill_of(state, actor.seat, actor.hero) - watch
    dice = actor.dice()
    roll = dice.d6(3)
    actor.rolled(roll, need, is_success=roll <= need)
    if roll <= need:
        (_take_from_hoard if has_creatures else _take_from_heroes)(actor, room, order.gem)
    elif roll >= need + CAUGHT:
        damage = dice.d6() + BLOW
        actor.play.tell(Struck(actor.ref, room, damage), _witnesses(actor, room))
        hurt_hero(actor.play, actor.seat, actor.hero, damage)
    return Code.OK


def _theft_code(actor: Actor, room: int) -> Code:
    state = actor.state
    code = door_code(actor, room)
    if code != Code.OK:
        return code
    if is_spiked(state, actor.room, room):
        return Code.SPIKED
    if home_of(state, room) not in (c.NONE, actor.seat):
        return Code.GATE
    is_somebody = creatures_in(state, room) or any(
        ref.seat != actor.seat for ref in heroes_in(state, room)
    )
    return Code.OK if is_somebody else Code.BAD_TARGET


def _witnesses(actor: Actor, room: int) -> Iterable[int]:
    """The thief's seat, the seat whose heroes are in the room, and whoever is familiar with it (PG-6.7)."""
    there = {ref.seat for ref in heroes_in(actor.state, room)}
    return familiar(actor.state, room) | there | {actor.seat}


def _pick(gems: c.Shorts, wanted: int) -> int | None:
    """The kind wanted if there is one, else the lowest that is there."""
    held: list[int] = gems.tolist()
    if held[wanted]:
        return wanted
    return next((kind for kind, count in enumerate(held) if count), None)


def _take_from_hoard(actor: Actor, room: int, wanted: int) -> None:
    """A gem of the hoard, or up to 5 gold of it."""
    state = actor.state
    kind = _pick(state.hoard_gems[room], wanted)
    if kind is not None:
        state.hoard_gems[room, kind] -= 1
        state.hero_gems[actor.seat, actor.hero, kind] += 1
        actor.play.tell(Stolen(actor.ref, room, None, kind, 0), _witnesses(actor, room))
        return
    gold = min(MOST_STOLEN, state.rooms.item(room, c.HOARD_GOLD))
    if gold:
        state.rooms[room, c.HOARD_GOLD] -= gold
        actor.play.tell(Stolen(actor.ref, room, None, None, gold), _witnesses(actor, room))
        actor.play.pay(actor.seat, gold, Cause.STOLEN)


def _take_from_heroes(actor: Actor, room: int, wanted: int) -> None:
    """A gem of the first hero there who carries any."""
    state = actor.state
    for victim in heroes_in(state, room):
        kind = _pick(state.hero_gems[victim], wanted) if victim.seat != actor.seat else None
        if kind is not None:
            state.hero_gems[victim][kind] -= 1
            state.hero_gems[actor.seat, actor.hero, kind] += 1
            stolen = Stolen(actor.ref, room, victim.seat, kind, 0)
            actor.play.tell(stolen, _witnesses(actor, room))
            return
