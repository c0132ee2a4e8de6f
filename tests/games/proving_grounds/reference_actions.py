"""Phase 6 of the plain reference: actions other than moving, trading, resting, searching (PG-5.7 to 5.10)."""

from __future__ import annotations

from typing import Any

from referee.core.rng import Stream
from tests.games.proving_grounds.reference_moves import d6
from tests.games.proving_grounds.reference_pieces import Hero
from tests.games.proving_grounds.reference_state import CREATURE_SIDE, Match
from tests.games.proving_grounds.reference_tables import (
    CREATURES,
    SPELL_NAMES,
    SPELLS,
)

__all__ = ["phase_actions"]

Outcome = tuple[int | None, int | None, bool]
"""Roll, what was needed, success."""
_PLAIN: Outcome = (None, None, True)


def phase_actions(match: Match, actions: list[list[tuple[int, Any, Hero]]]) -> None:
    """Phase 6."""
    for seat in match.boards["ORDER"]:
        for place, order, hero in actions[seat]:
            action = ACTIONS.get(type(order).__name__)
            if action is None:
                continue
            dice = match.stream(3, match.turn, seat, hero.id)
            before = len(match.told)
            outcome = action(match, hero, order, dice)
            if isinstance(outcome, str):
                match.result(seat, "HEROES", place, None, outcome)
            else:
                hero.acted = True
                match.result(seat, "HEROES", place, None, "OK")
                if outcome[1] is not None:  # the roll is told before what comes of it
                    match.told.insert(before, ("Action", (seat,), (hero.ref, place, *outcome)))


def _unlock(match: Match, hero: Hero, other: int, kind: str = "SpikesRemoved") -> None:
    match.spiked ^= {frozenset((hero.room, other))}
    match.tell(kind, match.familiar(hero.room, other), hero.room, other)


def _force(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:
    if not match.joined(hero.room, order.room):
        return "NO_DOOR"
    if not match.is_spiked(hero.room, order.room):
        return "NOT_SPIKED"
    roll, need = d6(dice, 3), hero.strength + 2
    if roll <= need:
        _unlock(match, hero, order.room)
    return roll, need, roll <= need


def _target(match: Match, hero: Hero, number: int) -> Hero | None:
    target = match.hero(hero.seat, number)
    return target if target and target.room == hero.room else None


def _cure(match: Match, target: Hero, points: int) -> Outcome:
    gained = target.heal(points)
    match.tell("Healed", {target.seat}, target.ref, gained, target.hp)
    return points, None, True


def _potion(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:
    target, stash = _target(match, hero, order.target), match.seats[hero.seat].stash
    if target is None:
        return "BAD_TARGET"
    if not stash["POTION"]:
        return "NO_ITEM"
    stash["POTION"] -= 1
    return _cure(match, target, d6(dice, 2))


def _clw(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:
    target = _target(match, hero, order.target)
    if target is None:
        return "BAD_TARGET"
    if hero.mana < 1:
        return "NO_MANA"
    hero.mana -= 1
    return _cure(match, target, d6(dice))


def _csw(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:
    target = _target(match, hero, order.target)
    if target is None:
        return "BAD_TARGET"
    if hero.mana < 2:
        return "NO_MANA"
    hero.mana -= 2
    return _cure(match, target, d6(dice, 2) + 3)


def _bless(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:  # noqa: ARG001
    if hero.mana < 2:
        return "NO_MANA"
    hero.mana -= 2
    for other in match.inside(hero.room):
        if other.seat == hero.seat:
            other.blessed = True
    return _PLAIN


def _spike(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:  # noqa: ARG001
    stash = match.seats[hero.seat].stash
    if not match.joined(hero.room, order.room):
        return "NO_DOOR"
    if match.is_spiked(hero.room, order.room):
        return "ALREADY"
    if not stash["SPIKES"]:
        return "NO_ITEM"
    stash["SPIKES"] -= 1
    _unlock(match, hero, order.room, "SpikesSet")
    return _PLAIN


def _unspike(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:  # noqa: ARG001
    if not match.joined(hero.room, order.room):
        return "NO_DOOR"
    if not match.is_spiked(hero.room, order.room):
        return "NOT_SPIKED"
    _unlock(match, hero, order.room)
    return _PLAIN


def _trap(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:  # noqa: ARG001
    stash, room = match.seats[hero.seat].stash, match.rooms[hero.room]
    if room.trap != -1:
        return "ALREADY"
    if not stash["TRAP_KIT"]:
        return "NO_ITEM"
    stash["TRAP_KIT"] -= 1
    room.trap = hero.seat
    for seat in match.seats:
        seat.trap_seen.discard(hero.room)
    match.tell("TrapSet", {hero.seat}, hero.ref, hero.room)
    return _PLAIN


def _scout(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:  # noqa: ARG001
    seat = match.seats[hero.seat]
    if not match.joined(hero.room, order.room):
        return "NO_DOOR"
    seat.levels[order.room] = max(3, seat.levels[order.room])
    seat.trap_seen.add(order.room)
    return _PLAIN


def _disarm(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:
    if not match.joined(hero.room, order.room):
        return "NO_DOOR"
    if match.is_spiked(hero.room, order.room):
        return "SPIKED"
    roll, room = d6(dice, 3), match.rooms[order.room]
    was_there, success = room.trap != -1, roll <= hero.skill
    if success:
        room.trap = -1
    match.seats[hero.seat].trap_seen.add(order.room)
    match.tell("TrapDisarmed", {hero.seat}, hero.ref, order.room, was_there, was_there and success)
    return roll, hero.skill, success


def _steal(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:
    number, room = order.room, match.rooms[order.room]
    if not match.joined(hero.room, number):
        return "NO_DOOR"
    if match.is_spiked(hero.room, number):
        return "SPIKED"
    if match.entry_owner(number) not in (None, hero.seat):
        return "GATE"
    others = [other for other in match.inside(number) if other.seat != hero.seat]
    if not room.alive and not others:
        return "BAD_TARGET"
    watch = max((CREATURES[kind].watch for kind in room.alive), default=3)
    need, roll = hero.skill - watch, d6(dice, 3)
    robbed = None if room.alive else others[0].seat
    hearers = {hero.seat} | match.familiar(number) | ({robbed} if robbed is not None else set())
    if roll <= need:
        source = room.hoard_gems
        if not room.alive:
            source = next((other.gems for other in others if any(other.gems)), [0] * match.kinds)
        kinds = [kind for kind, count in enumerate(source) if count]
        gem = order.gem if order.gem in kinds else next(iter(kinds), None)
        gold = 0
        if gem is not None:
            source[gem] -= 1
            hero.gems[gem] += 1
        elif room.alive:
            gold = min(5, room.hoard_gold)
            room.hoard_gold -= gold
        if gem is not None or gold:
            match.tell("Stolen", hearers, hero.ref, number, robbed, gem, gold)
            match.pay(hero.seat, gold, "STOLEN")
    elif roll >= need + 3:
        damage = d6(dice) + 2
        match.tell("Struck", hearers, hero.ref, number, damage)
        hero.hp -= damage
        if hero.hp <= 0:
            match.kill(hero)
    return roll, need, roll <= need


def _cast(match: Match, hero: Hero, order: Any, dice: Stream) -> Outcome | str:  # noqa: ARG001
    spell = SPELL_NAMES[order.spell]
    if spell not in ("NOISE", "LURE") and spell not in hero.items:
        return "NOT_KNOWN"
    if hero.mana < SPELLS[spell]:
        return "NO_MANA"
    on_hero = spell in ("SHIELD", "HASTE", "TELEPORT")
    target = _target(match, hero, order.target) if on_hero else None
    code = "BAD_TARGET" if on_hero and not target else None
    code = code or (None if on_hero else _room_refusal(match, hero, spell, order.room))
    if code:
        return code
    hero.mana -= SPELLS[spell]
    match.tell("SpellCast", {hero.seat}, hero.ref, order.spell)
    if target:
        _on_hero(match, target, spell)
    elif spell == "NOISE":
        match.rooms[order.room].noise = True
        match.tell("Noise", match.familiar(order.room), order.room)
        match.clamor(order.room)
    elif spell == "LURE":
        _lure(match, hero, order.room)
    elif spell == "KNOCK":
        _unlock(match, hero, order.room)
    else:
        match.seats[hero.seat].levels[order.room] = 4
    return _PLAIN


def _room_refusal(match: Match, hero: Hero, spell: str, number: int) -> str | None:
    is_door = match.joined(hero.room, number)
    if spell == "SCRY" or (spell == "NOISE" and number == hero.room):
        return None
    if not is_door:
        return "NO_DOOR"
    is_spiked = match.is_spiked(hero.room, number)
    if spell == "KNOCK":
        return None if is_spiked else "NOT_SPIKED"
    if spell == "NOISE":
        return None
    if is_spiked:
        return "SPIKED"
    if match.entry_owner(hero.room) is not None:
        return "GATE"
    if match.rooms[hero.room].entered_by == CREATURE_SIDE:
        return "BLOCKED"
    kinds = match.rooms[number].alive
    return "BAD_TARGET" if not kinds else "IMMUNE" if "DRAGON" in kinds else None


def _lure(match: Match, hero: Hero, number: int) -> None:
    origin, room = match.rooms[number], match.rooms[hero.room]
    room.creatures, origin.creatures = origin.creatures, [None] * len(origin.creatures)
    room.hoard_gold, origin.hoard_gold = origin.hoard_gold, 0
    room.hoard_gems, origin.hoard_gems = origin.hoard_gems, [0] * match.kinds
    room.entered_by = CREATURE_SIDE
    match.conflicts.append((hero.room, CREATURE_SIDE))
    hearers = match.familiar(number, hero.room) | {hero.seat}
    match.tell("Lured", hearers, hero.ref, number, hero.room)
    if not 0 <= room.trap < len(match.seats):
        return
    room.trap = -1
    damage = d6(match.stream(5, match.turn, hero.room)) + 2
    match.tell("TrapSprung", match.familiar(hero.room), hero.room, None, None, damage)
    place = next(i for i, one in enumerate(room.creatures) if one)
    kind, points = room.creatures[place] or ("", 0)
    room.creatures[place] = (kind, points - damage) if points > damage else None
    match.drop_hoard(hero.room)


def _on_hero(match: Match, target: Hero, spell: str) -> None:
    if spell == "SHIELD":
        target.shielded = True
    elif spell == "HASTE":
        target.hasted = True
    else:
        origin, target.room = target.room, match.entry(target.seat)
        target.arrival, target.came_from = match.next_arrival(), None
        hearers = match.familiar(origin, target.room) | {target.seat}
        match.tell("Teleported", hearers, target.ref, origin, target.room)


ACTIONS = {
    "Force": _force, "Potion": _potion, "Clw": _clw, "Csw": _csw, "Bless": _bless, "Cast": _cast,
    "Spike": _spike, "Unspike": _unspike, "SetTrap": _trap, "Disarm": _disarm, "Scout": _scout,
    "Steal": _steal,
}  # fmt: skip
