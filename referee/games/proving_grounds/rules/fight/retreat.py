"""How heroes leave a fight: by policy, or when it is broken off (PG-5.26 to PG-5.29)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.fight.fighters import DEFENDERS, ENTRANTS, Combatant, Fight
from referee.games.proving_grounds.rules.heroes import entry_room, seats_in
from referee.games.proving_grounds.rules.movement import come_into
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import (
    doors_of,
    familiar,
    is_accessible,
    is_hostile,
    is_spiked,
)
from referee.games.proving_grounds.tables import MAX_LEVEL, Policy
from referee.games.proving_grounds.wire.events import Retreated

__all__ = ["break_off", "refuge_of", "retreat"]


def retreat(fight: Fight, side: int) -> None:
    """Move out, at the end of a round, all heroes of a side whose policy says so (PG-5.26).

    A hero stays if he has no refuge.
    """
    # Mark all before the first leaves, but find each refuge in turn, for an earlier retreat may change it (PG-5.26).
    leaving = [one for one in fight.present(side) if _wants_to_leave(fight, one)]
    for one in leaving:
        refuge = refuge_of(fight.play, one.seat, one.id, fight.room)
        if refuge is not None:
            _leave(fight, one, refuge)


def _wants_to_leave(fight: Fight, one: Combatant) -> bool:
    if not one.is_hero or one.policy == Policy.NEVER:
        return False
    is_wounded = one.policy == Policy.WOUNDED and 2 * one.hp <= one.most_hp
    return fight.has_suffered[one.side] or is_wounded


def break_off(fight: Fight) -> None:
    """End a fight at the round cap: heroes go to their refuge, or home without one (PG-5.29).

    Against creatures all heroes leave; between seats only the entrants do.
    """
    is_against_creatures = not all(one.is_hero for side in fight.sides for one in side)
    sides = (DEFENDERS, ENTRANTS) if is_against_creatures else (ENTRANTS,)
    for side in sides:
        for one in fight.present(side):
            if one.is_hero:
                refuge = refuge_of(fight.play, one.seat, one.id, fight.room)
                # Home however far it is: two sides must not stay in one room over the turn (PG-5.29).
                home = entry_room(fight.play.state, one.seat)
                _leave(fight, one, home if refuge is None else refuge)


def _leave(fight: Fight, one: Combatant, refuge: int) -> None:
    play = fight.play
    fight.remove(one)
    # Report before `come_into`, which may spring a trap: its event must follow this one (PG-5.13).
    told = familiar(play.state, fight.room, refuge) | {one.seat}
    play.tell(Retreated(one.ref, fight.room, refuge), told)
    come_into(play, one.seat, one.id, refuge)


def refuge_of(play: Play, seat: int, hero: int, room: int) -> int | None:
    """Return the room to which a hero who leaves a fight goes; None if there is none (PG-5.28)."""
    state = play.state
    # First the way back, then rooms of the seat with company, other rooms of the seat, rooms it knows at level 4.
    came_from = play.came_from.get((seat, hero), c.NONE)
    around = doors_of(state, room, seat)
    if came_from in around and _is_fit(play, seat, room, came_from):
        return came_from
    owned = [other for other in around if state.rooms.item(other, c.OWNER) == seat]
    choices = [  # best first; a room may be there twice (PG-5.28)
        *[other for other in owned if seat in seats_in(state, other)],
        *owned,
        *[other for other in around if state.levels.item(seat, other) == MAX_LEVEL],
    ]
    fit = (other for other in choices if _is_fit(play, seat, room, other))
    return next(fit, None)


def _is_fit(play: Play, seat: int, room: int, other: int) -> bool:
    state = play.state
    return (
        is_accessible(state, seat, other)
        and not is_spiked(state, room, other)
        and not is_hostile(state, seat, other)
        and other not in play.noise
        and not play.is_conflict(other)
    )
