"""Actions of Thieves: spikes, traps, scouting and stealing (PG-5.8, PG-5.10)."""

from __future__ import annotations

from typing import Any

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.acting import (
    ADJACENT,
    OPEN,
    SHUT,
    Actor,
    OrderKind,
    in_stash,
    is_open,
)
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.deaths import hurt_hero
from referee.games.proving_grounds.rules.heroes import heroes_in, skill_of
from referee.games.proving_grounds.rules.rooms import (
    add_spikes,
    creatures_in,
    familiar,
    is_accessible,
    is_hostile,
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
    HeroClass,
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

__all__ = ["KINDS", "free_door"]


def _spike(actor: Actor, order: o.Spike) -> None:
    """Use up spikes of the stash to spike the door to the order's room shut."""
    actor.stash[Item.SPIKES] -= 1
    add_spikes(actor.state, actor.room, order.room)
    seats = familiar(actor.state, actor.room, order.room)
    actor.play.tell(SpikesSet(actor.room, order.room), seats)


def free_door(actor: Actor, room: int) -> None:
    """Free the door between the hero's room and another of spikes (PG-6.7).

    The change is reported to the seats whose knowledge of either room is at level 4 (PG-6.2).
    """
    remove_spikes(actor.state, actor.room, room)
    actor.play.tell(SpikesRemoved(actor.room, room), familiar(actor.state, actor.room, room))


def _unspike(actor: Actor, order: o.Unspike) -> None:
    """Free the door to the order's room of spikes; the spikes do not return to the stash."""
    free_door(actor, order.room)


def _set_trap(actor: Actor, order: o.SetTrap) -> None:  # noqa: ARG001
    """Set a trap in the Thief's room, and report it to his seat alone."""
    state, room = actor.state, actor.room
    actor.stash[Item.TRAP_KIT] -= 1
    # The seat's number, so that the trap spares heroes of this seat (PG-5.13).
    state.rooms[room, c.TRAP] = actor.seat
    state.trap_seen[:, room] = False  # seats that found no trap must look again
    actor.play.tell(TrapSet(actor.ref, room), (actor.seat,))


def _disarm(actor: Actor, order: o.Disarm) -> None:
    """Roll to remove a trap of the order's neighbouring room, whether or not it has one.

    Success or not, the seat learns whether there was a trap.
    """
    state = actor.state
    was_there = state.rooms.item(order.room, c.TRAP) != c.NONE
    # Rolled whether or not there is a trap (PG-5.8), so the roll itself reveals nothing.
    is_skilled = actor.test(skill_of(state, actor.seat, actor.hero))
    if is_skilled:
        state.rooms[order.room, c.TRAP] = c.NONE
    state.trap_seen[actor.seat, order.room] = True
    told = TrapDisarmed(actor.ref, order.room, was_there, was_there and is_skilled)
    actor.play.tell(told, (actor.seat,))


def _scout(actor: Actor, order: o.Scout) -> None:
    """Raise the seat's knowledge of the order's room to level 3, its trap included (PG-5.8)."""
    raise_level(actor.state, actor.seat, order.room, SCOUTED_LEVEL)
    actor.state.trap_seen[actor.seat, order.room] = True


def _steal(actor: Actor, order: o.Steal) -> None:
    """Roll to steal a gem, or gold, from the order's neighbouring room (PG-5.10).

    The gem is taken from the creatures' hoard, or from heroes of another seat if there are no
    creatures. A roll that fails by 3 or more gets the thief struck.
    """
    state, room = actor.state, order.room
    has_creatures = bool(creatures_in(state, room))
    watch = watch_of(state, room) if has_creatures else HERO_WATCH
    need = skill_of(state, actor.seat, actor.hero) - watch
    dice = actor.dice()  # open once: a second stream would roll the 3d6 again for the blow's d6
    roll = dice.d6(3)
    actor.rolled(roll, need, is_success=roll <= need)
    if roll <= need:
        (_take_from_hoard if has_creatures else _take_from_heroes)(actor, room, order.gem)
    elif roll >= need + CAUGHT:
        damage = dice.d6() + BLOW
        actor.play.tell(Struck(actor.ref, room, damage), _witnesses(actor, room))
        hurt_hero(actor.play, actor.seat, actor.hero, damage)


def _witnesses(actor: Actor, room: int) -> set[int]:
    """Return the seats that a theft is reported to (PG-6.7).

    They are the thief's seat, seats with heroes in the room, and seats whose knowledge of the room
    is at level 4.
    """
    there = {ref.seat for ref in heroes_in(actor.state, room)}
    return familiar(actor.state, room) | there | {actor.seat}


def _pick(gems: c.Shorts, wanted: int) -> int | None:
    """Return the kind of gem wanted if the array has one, else the lowest kind it has.

    None without gems.
    """
    held: list[int] = gems.tolist()
    if held[wanted]:
        return wanted
    return next((kind for kind, count in enumerate(held) if count), None)


def _take_from_hoard(actor: Actor, room: int, wanted: int) -> None:
    """Take a gem of the creatures' hoard in `room`, or without gems up to `MOST_STOLEN` gold (PG-5.10).

    It is of the kind `wanted` if there is one.
    """
    state = actor.state
    # A gem first, even if the hoard has gold, and never both (PG-5.10).
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
    """Take a gem from the first hero of another seat in `room`, in entry order, who carries any (PG-5.10).

    It is of the kind `wanted` if he has one.
    """
    state = actor.state
    # In entry order; heroes without gems are passed over, so a success takes nothing only
    # where nobody carries any.
    for victim in heroes_in(state, room):
        kind = _pick(state.hero_gems[victim], wanted) if victim.seat != actor.seat else None
        if kind is not None:
            state.hero_gems[victim][kind] -= 1
            state.hero_gems[actor.seat, actor.hero, kind] += 1
            stolen = Stolen(actor.ref, room, victim.seat, kind, 0)
            actor.play.tell(stolen, _witnesses(actor, room))
            return


# Conditions.


def _is_free_of_traps(actor: Actor, order: o.SetTrap) -> bool:  # noqa: ARG001
    return actor.state.rooms.item(actor.room, c.TRAP) == c.NONE


def _is_accessible(actor: Actor, order: o.Steal) -> bool:
    return is_accessible(actor.state, actor.seat, order.room)


def _is_hostile(actor: Actor, order: o.Steal) -> bool:
    return is_hostile(actor.state, actor.seat, order.room)


_ACT, _THIEF = Phase.ACT, HeroClass.THIEF
_UNSPIKED, _UNTRAPPED = (Code.ALREADY, is_open), (Code.ALREADY, _is_free_of_traps)
_ROBBABLE = (ADJACENT, OPEN, (Code.GATE, _is_accessible), (Code.BAD_TARGET, _is_hostile))
KINDS: dict[type[Any], OrderKind] = {
    o.Spike: OrderKind(_ACT, _spike, (ADJACENT, _UNSPIKED, in_stash(Item.SPIKES)), _THIEF),
    o.Unspike: OrderKind(_ACT, _unspike, (ADJACENT, SHUT), _THIEF),
    o.SetTrap: OrderKind(_ACT, _set_trap, (_UNTRAPPED, in_stash(Item.TRAP_KIT)), _THIEF),
    o.Disarm: OrderKind(_ACT, _disarm, (ADJACENT, OPEN), _THIEF),
    o.Scout: OrderKind(_ACT, _scout, (ADJACENT,), _THIEF),
    o.Steal: OrderKind(_ACT, _steal, _ROBBABLE, _THIEF),
}
"""Conditions and effects of the actions of Thieves, by class of order."""
