"""Random legal batches, for tests and load: orders of all kinds, each tried on a copy first.

A proposal is a guess that is often legal: something to do at a cell next to a unit, mostly on the
way to a goal; one of the unit's abilities on a unit nearby; or an order of the archdemon. Proposals
that the rules refuse on the copy are left out, so no order is refused when the batch is played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import (
    buildings_of,
    distance,
    is_on_board,
    items_at,
)
from referee.games.dungeon_keeper.rules.board.units import can, place_of
from referee.games.dungeon_keeper.rules.combat.statuses import has_status
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out
from referee.games.dungeon_keeper.rules.orders.table import has_ability_for
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.scenario.random_archdemon import ARCHDEMON_PROPOSALS, one_of
from referee.games.dungeon_keeper.state import State
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
from referee.games.dungeon_keeper.visibility.fog import look
from referee.kit.arrays import copied

__all__ = ["random_batch"]


@dataclasses.dataclass(slots=True)
class _Trial:
    """A copy of the match on which proposals are tried."""

    state: State
    dice: Stream
    goals: dict[int, Place | None]
    """Cell that each unit heads for during this batch, by the unit's row; None if it has no goal. A
    unit gets its entry when its goal is first asked for.
    """


Proposal: TypeAlias = Callable[[_Trial, int], o.Order | None]
"""Function that proposes an order for the unit in a row; returns None if it finds none."""

_FEWEST_TRIES, _TRIES_PER_AP = 4, 2
_SIGHT = 3
"""Distance in cells within which proposals look for target units: the longest range of any ability."""
_NUM_GOALS = 3
_ROUNDS_PER_GOAL = 8
"""Number of rounds for which a unit keeps its goal; with a new choice each round no unit would
reach one."""
_BUFFS = [status for status in Status if STATUSES[status].is_buff]
_BUILDABLE = [kind for kind in Building if BUILDINGS[kind].is_buildable]


def random_batch(state: State, seat: int, dice: Stream) -> o.Batch:
    """Return a random batch of the acting seat with legal orders only.

    In three of four cases it ends the turn.
    """
    trial = _Trial(copied(state), dice, {})
    play = Play(trial.state, seat, [])
    # Orders of earlier batches of the turn count too (DK-4.6).
    room = state.rules.item(c.MAX_ORDERS) - state.match.item(c.ORDERS)
    ready = _ready(state, seat)
    ap = int(state.units[ready, c.AP].sum())
    orders: list[o.Order] = []
    for _ in range(dice.draw(_FEWEST_TRIES + _TRIES_PER_AP * ap)):
        # A refusal is not allowed here: after the end, or beyond the limit, each order would be
        # one.
        if trial.state.match[c.OVER] or len(orders) == room:
            break
        order = _proposal(trial, seat, ready)
        if order is not None and carry_out(play, order) is Code.OK:
            orders.append(order)
            ready = _ready(trial.state, seat)
            # The seat looks around after each order of the match as well (DK-6.21).
            look(trial.state)
    return o.Batch(tuple(orders), end_turn=dice.draw(4) > 1, delta=dice.draw(2) == 1)


def _ready(state: State, seat: int) -> list[int]:
    """Return the rows of the units that a seat controls and that have action points."""
    units = state.units
    (rows,) = ((units[:, c.CONTROLLER] == seat) & (units[:, c.AP] > 0)).nonzero()
    ready: list[int] = rows.tolist()
    return ready


def _proposal(trial: _Trial, seat: int, ready: Sequence[int]) -> o.Order | None:
    if not ready or trial.dice.draw(4) == 1:
        return one_of(ARCHDEMON_PROPOSALS, trial.dice)(trial.state, seat, trial.dice)
    at = one_of(ready, trial.dice)
    return one_of(_PROPOSALS[trial.state.units.item(at, c.KIND)], trial.dice)(trial, at)


def _id(trial: _Trial, at: int) -> int:
    return trial.state.units.item(at, c.ID)


def _roam(trial: _Trial, at: int) -> o.Order | None:
    """Propose an order at a random cell next to the unit in row `at`; None if none is possible."""
    row, col = place_of(trial.state, at)
    down, right = one_of(DIRECTIONS, trial.dice)
    return _at_cell(trial, at, Place(row + down, col + right))


def _advance(trial: _Trial, at: int) -> o.Order | None:
    """Propose an order at the next cell on the way to the goal of the unit in row `at`.

    Return None if the unit has no goal.
    """
    here, goal = place_of(trial.state, at), _goal(trial, at)
    if goal is None:
        return None
    if goal == here:
        return _pick_up(trial, at)
    down = (goal.row > here.row) - (goal.row < here.row)
    right = (goal.col > here.col) - (goal.col < here.col)
    return _at_cell(trial, at, Place(here.row + down, here.col + right))


def _goal(trial: _Trial, at: int) -> Place | None:
    """Return the cell for which the unit in row `at` heads; None if there is none.

    It is one of the nearest mines, items and foreign buildings that the unit can use. A unit that
    carries a rune heads for the Altar of its seat.
    """
    state = trial.state
    if state.units[at, c.RUNE] != c.NO:
        altars = buildings_of(state, state.units.item(at, c.CONTROLLER), Building.ALTAR)
        return altars[0] if altars else None
    if at not in trial.goals:
        goals = _goals(trial, at)
        choice = _id(trial, at) + state.match.item(c.ROUND) // _ROUNDS_PER_GOAL
        # From id and round, not drawn: a unit must keep its goal for some rounds to reach it.
        trial.goals[at] = goals[choice % len(goals)] if goals else None
    return trial.goals[at]


def _goals(trial: _Trial, at: int) -> list[Place]:
    state = trial.state
    cells = state.cells
    # Buildings of others are goals for all, to attack or to capture.
    worth = (cells[c.B_KIND] != c.NO) & (cells[c.B_OWNER] != state.units[at, c.CONTROLLER])
    if UNITS[state.units.item(at, c.KIND)].is_worker:
        worth |= cells[c.TERRAIN] == c.MINE
        lying = state.items[state.items[:, c.I_PLACE] == c.LYING]
        worth[lying[:, c.I_ROW], lying[:, c.I_COL]] = True
    rows, cols = worth.nonzero()
    here = place_of(trial.state, at)
    # As the crow flies: a real way would cost too much time for a guess.
    away = np.maximum(abs(rows - here.row), abs(cols - here.col))
    nearest = away.argsort(kind="stable")[:_NUM_GOALS]
    return [Place(int(rows[place]), int(cols[place])) for place in nearest]


def _at_cell(trial: _Trial, at: int, there: Place) -> o.Order | None:
    """Propose an order that fits what is on the cell `there`, next to the unit in row `at`.

    Return None if nothing fits.
    """
    state = trial.state
    if not is_on_board(state, *there):
        return None
    unit = _id(trial, at)
    terrain = state.cells.item(c.TERRAIN, *there)
    if terrain == c.UNDUG:
        return o.Dig(unit, there) if can(state, at, Ability.DIG) else None
    if terrain == c.MINE:
        return o.Mine(unit, there) if can(state, at, Ability.MINE) else None
    if terrain == c.BUILDING:
        return _at_building(trial, at, there)
    if state.units[at, c.RUNE] == c.NO and items_at(state, *there):
        return _pick_up(trial, at)
    return o.Move(unit, there)


def _at_building(trial: _Trial, at: int, there: Place) -> o.Order | None:
    state, unit = trial.state, _id(trial, at)
    kind, owner = state.cells[[c.B_KIND, c.B_OWNER], *there].tolist()
    if kind == Building.SOURCE:
        return o.Capture(unit, there)
    if owner != state.units.item(at, c.CONTROLLER):
        return o.Attack(unit, cell=there)
    if kind == Building.ALTAR and state.units[at, c.RUNE] != c.NO:
        return o.UseRune(unit, one_of(list(o.RuneMode), trial.dice))
    if kind == Building.HOSPITAL and trial.dice.draw(2) == 1:
        return o.Rest(unit, there)
    return o.Repair(unit, there) if can(state, at, Ability.REPAIR) else None


def _pick_up(trial: _Trial, at: int) -> o.Order | None:
    state, (row, col) = trial.state, place_of(trial.state, at)
    found = [
        (Place(to_row, to_col), kind)
        for kind, to_row, to_col, place in state.items[:, : c.I_PLACE + 1].tolist()
        if place == c.LYING and distance(row, col, to_row, to_col) <= 1
    ]
    if not found:
        return None
    there, kind = one_of(found, trial.dice)
    return o.Pickup(_id(trial, at), there, Item(kind))


def _build(trial: _Trial, at: int) -> o.Order | None:
    row, col = place_of(trial.state, at)
    down, right = one_of(DIRECTIONS, trial.dice)
    there, building = Place(row + down, col + right), one_of(_BUILDABLE, trial.dice)
    return o.Build(_id(trial, at), there, building)


def _somebody_near(trial: _Trial, at: int, *, hostile: bool) -> int | None:
    """Return the row of a random other unit near the unit; None if there is none.

    Args:
        trial: The copy of the match.
        at: Row of the unit.
        hostile: True for a unit that another seat controls, False for one that the same seat
            controls.
    """
    units, (row, col) = trial.state.units, place_of(trial.state, at)
    is_other = units[:, c.CONTROLLER] != units[at, c.CONTROLLER]
    away = np.maximum(abs(units[:, c.ROW] - row), abs(units[:, c.COL] - col))
    (rows,) = ((units[:, c.ID] > 0) & (away <= _SIGHT) & (is_other == hostile)).nonzero()
    # A unit is no target of its abilities here, though the rules allow some.
    near = [other for other in rows.tolist() if other != at]
    return one_of(near, trial.dice) if near else None


def _on_somebody(
    make: Callable[..., o.Order], *, hostile: bool, things: Sequence[object] = ()
) -> Proposal:
    """Return a proposal of an order from one unit on a random other unit nearby.

    Args:
        make: Makes the order from the ids of the acting unit and of its target, and, if there are
            `things`, from the one drawn.
        hostile: True for a target that another seat controls, False for one of the same seat.
        things: Values for the order's third argument, such as spirits; one is drawn for each order.
            Empty if the order takes no third argument.
    """

    def propose(trial: _Trial, at: int) -> o.Order | None:
        target = _somebody_near(trial, at, hostile=hostile)
        if target is None:
            return None
        chosen = [one_of(things, trial.dice)] if things else []
        return make(_id(trial, at), _id(trial, target), *chosen)

    return propose


def _on_cell_of_enemy(make: Callable[[int, Place], o.Order]) -> Proposal:
    def propose(trial: _Trial, at: int) -> o.Order | None:
        target = _somebody_near(trial, at, hostile=True)
        return None if target is None else make(_id(trial, at), place_of(trial.state, target))

    return propose


def _stream(trial: _Trial, at: int) -> o.Order:
    return o.FireStream(_id(trial, at), trial.dice.draw(len(DIRECTIONS)) - 1)


def _cancel(trial: _Trial, at: int) -> o.Order | None:
    target = _somebody_near(trial, at, hostile=True)
    if target is None:
        return None
    buffs = [status for status in _BUFFS if has_status(trial.state, target, status)]
    if not buffs:
        return None
    return o.CancelBlessing(_id(trial, at), _id(trial, target), one_of(buffs, trial.dice))


_OF_ALL: tuple[Proposal, ...] = (
    *(_advance, _advance, _advance, _roam, _roam),
    _on_somebody(o.Attack, hostile=True),
)
_OF_SOME: dict[type[o.Order], Proposal] = {
    o.Build: _build,
    o.Heal: _on_somebody(o.Heal, hostile=False),
    o.Purify: _on_somebody(o.Purify, hostile=False),
    o.Sacrifice: _on_somebody(o.Sacrifice, hostile=False, things=tuple(Spirit)),
    o.FireBreath: _on_cell_of_enemy(o.FireBreath),
    o.FireStream: _stream,
    o.DeathCloud: _on_cell_of_enemy(o.DeathCloud),
    o.Subjugate: _on_somebody(o.Subjugate, hostile=True),
    o.Exhaust: _on_somebody(o.Exhaust, hostile=True),
    o.Fear: _on_somebody(o.Fear, hostile=True),
    o.Poison: _on_somebody(o.Poison, hostile=True),
    o.CancelBlessing: _cancel,
}
"""Proposals for units with an ability, by the order that takes the ability."""
_PROPOSALS: tuple[Sequence[Proposal], ...] = tuple(
    [*_OF_ALL, *(propose for order, propose in _OF_SOME.items() if has_ability_for(kind, order))]
    for kind in Kind
)
"""Proposals for units, by Kind; drawn from with equal chances."""
