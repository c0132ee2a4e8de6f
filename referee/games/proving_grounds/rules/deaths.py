"""Deaths of heroes and creatures, and what they leave in the room (PG-5.21)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.equipment import items_of
from referee.games.proving_grounds.rules.heroes import Ref, room_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import creatures_in
from referee.games.proving_grounds.wire.events import Died

__all__ = ["hurt_hero", "kill_creature", "kill_hero"]


def hurt_hero(play: Play, seat: int, hero: int, damage: int) -> None:
    """Apply damage of a trap or a blow to a hero; kill him if no hit points are left.

    Neither armor nor an emergency cure prevents this damage.
    """
    play.state.heroes[seat, hero, c.HP] -= damage
    if play.state.heroes.item(seat, hero, c.HP) <= 0:
        kill_hero(play, seat, hero)


def kill_hero(play: Play, seat: int, hero: int) -> None:
    """Kill a hero: items and gems fall to the floor of his room, and his standing offer lapses."""
    state, room = play.state, room_of(play.state, seat, hero)
    for item in items_of(state, seat, hero):
        state.floor_items[room, int(item)] += 1
    state.floor_gems[room] += state.hero_gems[seat, hero]
    state.hero_gems[seat, hero] = 0
    # Zeros mean not alive. The row stays, for ids are never reused (PG-3.3a).
    state.heroes[seat, hero] = 0
    state.offers[seat, hero] = 0
    play.tell(Died(Ref(seat, hero)))


def kill_creature(play: Play, room: int, place: int) -> None:
    """Remove the dead creature at the index `place` from its room.

    If it was the last, its hoard falls to the floor.
    """
    state = play.state
    state.creatures[room, place] = c.NONE
    if not creatures_in(state, room):
        state.rooms[room, c.FLOOR_GOLD] += state.rooms[room, c.HOARD_GOLD]
        state.rooms[room, c.HOARD_GOLD] = 0
        state.floor_gems[room] += state.hoard_gems[room]
        state.hoard_gems[room] = 0
