"""Random legal batches, for tests and load: orders of all types, each tried on a copy of the match first.

A proposal is a guess that is often legal: something to do at a cell beside a unit, mostly on the way to
something worth having; one of the unit's abilities on somebody near; or an order of the archdemon. What the
rules refuse on the copy is left out, so that nothing is refused when the batch is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

import numpy as np

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.events import Place
from referee.games.dungeon_keeper.ground import buildings_of, distance, is_on_board, items_at
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.random_archdemon import ARCHDEMON_PROPOSALS, one_of
from referee.games.dungeon_keeper.rulings import carry_out
from referee.games.dungeon_keeper.sight import has_fog, look
from referee.games.dungeon_keeper.state import State, copy_state
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    DIRECTIONS,
    STATUSES,
    UNITS,
    Ability,
    Building,
    Code,
    Item,
    Kind,
    Spirit,
    Status,
)

__all__ = ["random_batch"]

Proposal: TypeAlias = Callable[[State, int, Stream], o.Order | None]
"""Makes an order for the unit in a row; None if nothing comes to mind."""
T = TypeVar("T")

_FEWEST_TRIES, _TRIES_PER_AP = 6, 3
_SIGHT = 3
"""How far proposals look for somebody: the longest reach there is."""
_BUFFS = [Status(number) for number, row in enumerate(STATUSES) if row.is_buff]
_BUILDABLE = [kind for kind in Building if BUILDINGS[kind].is_buildable]


def random_batch(state: State, seat: int, dice: Stream) -> o.Batch:
    """Random orders of an acting seat, none of which is refused; mostly they end the turn."""
    trial = copy_state(state)
    play = Play(trial, seat, [])
    room = trial.rules.item(c.MAX_ORDERS) - trial.match.item(c.ORDERS)
    ready = _ready(trial, seat)
    ap = int(trial.units[ready, c.AP].sum())
    orders: list[o.Order] = []
    for _ in range(dice.draw(_FEWEST_TRIES + _TRIES_PER_AP * ap)):
        if trial.match[c.OVER] or len(orders) == room:
            break
        order = _proposal(trial, seat, ready, dice)
        if order is not None and carry_out(play, order) == Code.OK:
            orders.append(order)
            ready = _ready(trial, seat)
            if has_fog(trial):
                look(trial)
    return o.Batch(tuple(orders), end_turn=dice.draw(4) > 1, delta=dice.draw(2) == 1)


def _ready(state: State, seat: int) -> list[int]:
    """Rows of units that obey a seat and have action points; a row without a unit has none."""
    units = state.units
    (rows,) = ((units[:, c.CONTROLLER] == seat) & (units[:, c.AP] > 0)).nonzero()
    ready: list[int] = rows.tolist()
    return ready


def _proposal(state: State, seat: int, ready: Sequence[int], dice: Stream) -> o.Order | None:
    if not ready or dice.draw(4) == 1:
        return one_of(ARCHDEMON_PROPOSALS, dice)(state, seat, dice)
    at = one_of(ready, dice)
    return one_of(_PROPOSALS[state.units.item(at, c.KIND)], dice)(state, at, dice)


def _id(state: State, at: int) -> int:
    return state.units.item(at, c.ID)


def _place(state: State, at: int) -> Place:
    return Place(state.units.item(at, c.ROW), state.units.item(at, c.COL))


def _roam(state: State, at: int, dice: Stream) -> o.Order | None:
    """Do something at any cell beside the unit."""
    row, col = _place(state, at)
    down, right = one_of(DIRECTIONS, dice)
    return _at_cell(state, at, Place(row + down, col + right), dice)


def _advance(state: State, at: int, dice: Stream) -> o.Order | None:
    """Do something at the next cell on the way to a goal."""
    here = _place(state, at)
    goals = _goals(state, at)
    if not goals:
        return None
    # The same goal for some rounds, or nobody would get anywhere.
    goal = goals[(_id(state, at) + state.match.item(c.ROUND) // 8) % len(goals)]
    if goal == here:
        return _pick_up(state, at, dice)
    down = (goal.row > here.row) - (goal.row < here.row)
    right = (goal.col > here.col) - (goal.col < here.col)
    return _at_cell(state, at, Place(here.row + down, here.col + right), dice)


def _goals(state: State, at: int) -> list[Place]:
    """The three nearest things worth having; the own Altar for a bearer of a rune."""
    seat = state.units.item(at, c.CONTROLLER)
    if state.units[at, c.RUNE] != c.NO:
        return buildings_of(state, seat, Building.ALTAR)
    cells = state.cells
    worth = (cells[c.B_KIND] != c.NO) & (cells[c.B_OWNER] != seat)
    if UNITS[state.units.item(at, c.KIND)].is_worker:
        worth |= cells[c.TERRAIN] == c.MINE
        lying = state.items[state.items[:, c.I_PLACE] == c.LYING]
        worth[lying[:, c.I_ROW], lying[:, c.I_COL]] = True
    rows, cols = np.nonzero(worth)
    here = _place(state, at)
    away = np.maximum(abs(rows - here.row), abs(cols - here.col))
    nearest = np.argsort(away, kind="stable")[:_SIGHT]
    return [Place(int(rows[place]), int(cols[place])) for place in nearest]


def _at_cell(state: State, at: int, there: Place, dice: Stream) -> o.Order | None:
    """What can be done at a cell beside the unit."""
    if not is_on_board(state, *there):
        return None
    unit = _id(state, at)
    terrain = state.cells.item(c.TERRAIN, *there)
    if terrain == c.UNDUG:
        return o.Dig(unit, there)
    if terrain == c.MINE:
        return o.Mine(unit, there)
    if terrain == c.BUILDING:
        return _at_building(state, at, there, dice)
    if state.units[at, c.RUNE] == c.NO and items_at(state, *there):
        return _pick_up(state, at, dice)
    return o.Move(unit, there)


def _at_building(state: State, at: int, there: Place, dice: Stream) -> o.Order:
    unit = _id(state, at)
    kind, owner = state.cells[[c.B_KIND, c.B_OWNER], *there].tolist()
    if kind == Building.SOURCE:
        return o.Capture(unit, there)
    if owner != state.units.item(at, c.CONTROLLER):
        return o.Attack(unit, cell=there)
    if kind == Building.ALTAR and state.units[at, c.RUNE] != c.NO:
        return o.UseRune(unit, one_of(list(o.RuneMode), dice))
    if kind == Building.HOSPITAL and dice.draw(2) == 1:
        return o.Rest(unit, there)
    return o.Repair(unit, there)


def _pick_up(state: State, at: int, dice: Stream) -> o.Order | None:
    row, col = _place(state, at)
    found = [
        (Place(to_row, to_col), kind)
        for kind, to_row, to_col, place in state.items[:, : c.I_PLACE + 1].tolist()
        if place == c.LYING and distance(row, col, to_row, to_col) <= 1
    ]
    if not found:
        return None
    there, kind = one_of(found, dice)
    return o.Pickup(_id(state, at), there, Item(kind))


def _build(state: State, at: int, dice: Stream) -> o.Order | None:
    row, col = _place(state, at)
    down, right = one_of(DIRECTIONS, dice)
    return o.Build(_id(state, at), Place(row + down, col + right), one_of(_BUILDABLE, dice))


def _somebody_near(state: State, at: int, dice: Stream) -> int | None:
    """Id of a unit other than this one that an ability might reach."""
    units, (row, col) = state.units, _place(state, at)
    away = np.maximum(abs(units[:, c.ROW] - row), abs(units[:, c.COL] - col))
    near = units[(units[:, c.ID] > 0) & (away <= _SIGHT), c.ID].tolist()
    near.remove(_id(state, at))
    return one_of(near, dice) if near else None


def _on_somebody(make: Callable[[int, int, Stream], o.Order]) -> Proposal:
    def propose(state: State, at: int, dice: Stream) -> o.Order | None:
        target = _somebody_near(state, at, dice)
        return None if target is None else make(_id(state, at), target, dice)

    return propose


def _on_cell_of_somebody(make: Callable[[int, Place], o.Order]) -> Proposal:
    def propose(state: State, at: int, dice: Stream) -> o.Order | None:
        target = _somebody_near(state, at, dice)
        if target is None:
            return None
        rows = np.flatnonzero(state.units[:, c.ID] == target)
        return make(_id(state, at), _place(state, int(rows[0])))

    return propose


def _stream(state: State, at: int, dice: Stream) -> o.Order:
    return o.FireStream(_id(state, at), dice.draw(len(DIRECTIONS)) - 1)


_strike = _on_somebody(lambda unit, target, _: o.Attack(unit, target=target))

_OF_ALL: tuple[Proposal, ...] = (_advance, _advance, _advance, _roam, _roam, _pick_up, _strike)
_BY_ABILITY: tuple[tuple[Ability, Proposal], ...] = (
    (Ability.BUILD, _build),
    (Ability.HEAL, _on_somebody(lambda unit, target, _: o.Heal(unit, target))),
    (Ability.PURIFY, _on_somebody(lambda unit, target, _: o.Purify(unit, target))),
    (
        Ability.SACRIFICE,
        _on_somebody(lambda unit, target, d: o.Sacrifice(unit, target, one_of(list(Spirit), d))),
    ),
    (Ability.FIRE_BREATH, _on_cell_of_somebody(o.FireBreath)),
    (Ability.FIRE_STREAM, _stream),
    (Ability.DEATH_CLOUD, _on_cell_of_somebody(o.DeathCloud)),
    (Ability.SUBJUGATE, _on_somebody(lambda unit, target, _: o.Subjugate(unit, target))),
    (Ability.EXHAUST, _on_somebody(lambda unit, target, _: o.Exhaust(unit, target))),
    (Ability.FEAR, _on_somebody(lambda unit, target, _: o.Fear(unit, target))),
    (Ability.POISON, _on_somebody(lambda unit, target, _: o.Poison(unit, target))),
    (
        Ability.CANCEL_BLESSING,
        _on_somebody(lambda unit, target, d: o.CancelBlessing(unit, target, one_of(_BUFFS, d))),
    ),
)
_PROPOSALS: tuple[Sequence[Proposal], ...] = tuple(
    [*_OF_ALL, *(propose for ability, propose in _BY_ABILITY if UNITS[kind].abilities & ability)]
    for kind in Kind
)
"""What a unit may come up with, by Kind."""
