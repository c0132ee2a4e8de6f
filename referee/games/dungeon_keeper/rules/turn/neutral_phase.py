"""Turn of the light side: the Hero, with his gnome, hunts units of seats (DK-5.80 to DK-5.87)."""

from __future__ import annotations

import enum

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import clear_cell, distance
from referee.games.dungeon_keeper.rules.board.units import add_unit, max_hp_of, place_of, spot
from referee.games.dungeon_keeper.rules.combat.auras import slow_down
from referee.games.dungeon_keeper.rules.combat.statuses import has_curse, purge
from referee.games.dungeon_keeper.rules.combat.strikes import attack_building, attack_unit
from referee.games.dungeon_keeper.rules.dice import hero_roll
from referee.games.dungeon_keeper.rules.events import Dug, HeroAppeared, Moved, PickedUp, Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.turn.pathfinding import (
    find_light,
    held_by_seats,
    is_free,
    is_undug,
    nearest_evil,
)
from referee.games.dungeon_keeper.rules.turn.start import poison, refresh, regenerate
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import DIRECTIONS, LIGHT, Artifact, Building, Item, Kind

__all__ = ["neutral_phase"]

_STRAIGHT = DIRECTIONS[::2]
"""The straight directions N, E, S, W, in which the Hero wanders; an index here is
HERO_DIRECTION."""
_SIGHT_OF_ARTIFACTS = 1


class _Done(enum.Enum):
    """Result of trying one kind of action that the Hero can take for an action point."""

    NOT = enum.auto()
    """The action is not possible here; the next kind of action is tried."""
    YES = enum.auto()
    ENDS_TURN = enum.auto()
    """The action is the right one but cannot be done; the Hero's turn ends."""


def neutral_phase(play: Play) -> None:
    """Play the light side's turn; then, if no Hero lives, roll whether he appears (DK-5.80)."""
    state = play.state
    poison(play, LIGHT)
    regenerate(play, LIGHT)
    refresh(play, LIGHT)
    hero = find_light(state, Kind.HERO)
    if hero != c.NO:
        _act(play, hero)
    if state.match[c.OVER] or not _may_come(state):
        return
    # His stream is drawn from only when he may come at all (DK-5.80).
    if 1 + hero_roll(state, 100) <= state.rules[c.HERO_CHANCE]:
        _appear(play)


def _may_come(state: State) -> bool:
    is_due = state.match[c.ROUND] >= state.rules[c.HERO_FIRST_ROUND]
    return bool(state.rules[c.HERO_ENABLED] and is_due and find_light(state, Kind.HERO) == c.NO)


def _appear(play: Play) -> None:
    """Put the Hero and his gnome on a random free cell (DK-5.81); do nothing if no cell is free."""
    state = play.state
    free = state.cells[c.TERRAIN] == c.EMPTY
    living = state.units[state.units[:, c.ID] > 0]
    free[living[:, c.ROW], living[:, c.COL]] = False
    lying = state.items[state.items[:, c.I_PLACE] == c.LYING]
    free[lying[:, c.I_ROW], lying[:, c.I_COL]] = False
    size = len(free)
    rows, cols = np.ogrid[:size, :size]
    for row, col in np.argwhere(state.cells[c.B_KIND] == Building.ALTAR).tolist():
        away = np.maximum(abs(rows - row), abs(cols - col))
        free &= away >= state.rules[c.HERO_MIN_DISTANCE]
    # Row-major, so that a roll always means the same cell (DK-5.81).
    candidates = np.flatnonzero(free).tolist()
    if not candidates:
        return
    row, col = divmod(candidates[hero_roll(state, len(candidates))], size)
    hero = add_unit(state, LIGHT, Kind.HERO, row, col)
    state.units[hero, c.ARTIFACTS] = (1 << len(Artifact)) - 1
    state.units[hero, c.HP] = max_hp_of(state, hero)
    gnome = add_unit(state, LIGHT, Kind.GNOME, row, col)
    state.match[c.HERO_DIRECTION] = hero_roll(state, len(_STRAIGHT))
    play.log.append(HeroAppeared(spot(state, hero), spot(state, gnome)))


def _act(play: Play, hero: int) -> None:
    """Spend the action points of the Hero (in row `hero`), one action after another (DK-5.82)."""
    state = play.state
    gnome = find_light(state, Kind.GNOME)
    here = place_of(state, hero)
    if gnome != c.NO and place_of(state, gnome) != here:
        _put(play, gnome, here)
    unit = state.units.item(hero, c.ID)
    # A dead Hero's row is empty, since nobody is made here.
    while state.units[hero, c.ID] == unit and state.units[hero, c.AP] and not state.match[c.OVER]:
        if not _does_something(play, hero):
            return
        play.moment(play)


def _does_something(play: Play, hero: int) -> bool:
    for deed in (_dispel, _pick_up, _attack_or_approach, _wander):
        done = deed(play, hero)
        if done != _Done.NOT:
            return done == _Done.YES
    return False


def _dispel(play: Play, hero: int) -> _Done:
    if not has_curse(play.state, hero):
        return _Done.NOT
    play.state.units[hero, c.AP] -= 1
    purge(play, hero)
    return _Done.YES


def _pick_up(play: Play, hero: int) -> _Done:
    """Have the Hero (in row `hero`) pick up the first artifact in reach; return NOT if there is none.

    He gains nothing from it, and drops it when he dies.
    """
    state = play.state
    barred = held_by_seats(state)
    row, col = place_of(state, hero)
    found = [
        (there, item)
        for item, (kind, *there, place) in enumerate(state.items[:, : c.I_PLACE + 1].tolist())
        if place == c.LYING
        and Item(kind).artifact is not None
        and distance(row, col, *there) <= _SIGHT_OF_ARTIFACTS
        and not barred[tuple(there)]
    ]
    if not found:
        return _Done.NOT
    # Row-major, then the oldest: rows of items are in order of arrival (DK-5.82).
    there, item = min(found)
    taken = np.count_nonzero(state.items[:, c.I_PLACE] >= c.WITH_HERO)
    state.items[item, c.I_PLACE] = c.WITH_HERO + taken
    state.units[hero, c.AP] -= 1
    kind = Item(state.items.item(item, c.I_KIND))
    play.log.append(PickedUp(spot(state, hero), Place(*there), kind, 0, 0, 0))
    return _Done.YES


def _attack_or_approach(play: Play, hero: int) -> _Done:
    """Have the Hero (in row `hero`) attack his nearest prey, a unit or building (DK-5.84, DK-5.85).

    If it is out of his reach, he goes one step towards it. Return NOT if there is no prey.
    """
    state = play.state
    prey = nearest_evil(state, hero)
    if prey is None:
        return _Done.NOT
    evil, there = prey
    if there is not None:
        return _go(play, hero, there)
    state.units[hero, c.AP] -= 1
    if evil.is_building:
        attack_building(play, hero, evil.row, evil.col)
    else:
        attack_unit(play, hero, evil.at)
    return _Done.YES


def _wander(play: Play, hero: int) -> _Done:
    """Have the Hero (in row `hero`) step ahead, or to a side, or dig ahead, or turn (DK-5.86).

    He does the first of these that is possible; his turn ends if none is.
    """
    state = play.state
    has_gnome = find_light(state, Kind.GNOME) != c.NO
    row, col = place_of(state, hero)
    around = [Place(row + down, col + right) for down, right in _STRAIGHT]
    free = [is_free(state, there) for there in around]
    diggable = [has_gnome and is_undug(state, there) for there in around]
    while True:
        ahead = state.match.item(c.HERO_DIRECTION)
        if free[ahead]:
            return _go(play, hero, around[ahead])
        # On the ring N, E, S, W an odd distance is to the side, neither ahead nor back.
        sides = [way for way in range(len(around)) if (way - ahead) % 2 and free[way]]
        if not sides and diggable[ahead]:
            return _go(play, hero, around[ahead])
        ways = [way for way in range(len(around)) if way != ahead and (free[way] or diggable[way])]
        others = sides or ways
        if not others:
            return _Done.ENDS_TURN
        state.match[c.HERO_DIRECTION] = others[hero_roll(state, len(others))]


def _go(play: Play, hero: int, there: Place) -> _Done:
    """Step to the neighbouring cell `there` with the Hero (in row `hero`) and his gnome (DK-5.85).

    The gnome digs the cell first if it is undug. If the gnome has no action point to dig with, the
    Hero's turn ends.
    """
    state = play.state
    gnome = find_light(state, Kind.GNOME)
    # What is not free is undug: his ways lead over nothing else (DK-5.85).
    if not is_free(state, there):
        if not state.units[gnome, c.AP]:
            return _Done.ENDS_TURN
        state.units[gnome, c.AP] -= 1
        clear_cell(state, *there)
        play.log.append(Dug(spot(state, gnome), there))
    state.units[hero, c.AP] -= 1
    followers = [hero] if gnome == c.NO else [hero, gnome]
    for at in followers:
        _put(play, at, there)
    # Both have arrived before an aura takes anything (DK-5.82).
    for at in followers:
        slow_down(play, at)
    return _Done.YES


def _put(play: Play, at: int, there: Place) -> None:
    play.log.append(Moved(spot(play.state, at), there))
    play.state.units[at, [c.ROW, c.COL]] = there
