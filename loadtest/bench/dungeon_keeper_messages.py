"""Cost of Dungeon Keeper's observations after one small order, in a match of 160 units.

Eight seats on 45x45, each with twenty imps that step aside and back, one step a batch, as in
`loadtest.dungeon_keeper_served`, but without server and wire. Each observation is of another state,
so that caches help as much as in a real match. Seconds are processor time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.board.units import units_of
from referee.games.dungeon_keeper.rules.orders.kinds import Batch, Move, Order, Summon
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Building, Kind

__all__ = ["CROWD", "Crowd", "ObservationCosts", "crowded", "observation_costs"]

_SEED = 1


class Crowd(NamedTuple):
    """Size of a match with many units."""

    preset: str = "standard"
    """Name of the preset of the game's config that sets the size of the board."""
    seats: int = 8
    """Number of seats."""
    imps: int = 20
    """Number of imps (workers) of each seat."""


class ObservationCosts(NamedTuple):
    """Mean size and times of observations, each of which follows a batch of one order."""

    batches: int
    """Number of batches over which the means are taken."""
    num_bytes: float
    """Mean bytes of an encoded observation."""
    step_us: float
    """Mean microseconds of the rules for a batch, visibility included."""
    show_us: float
    """Mean microseconds to compute and encode the observation of the acting seat."""


CROWD = Crowd()
"""Default size: 160 units on a board of 45x45 cells."""


def crowded(crowd: Crowd, *, fog: bool) -> tuple[DungeonKeeperConfig, State]:
    """Return config and state of a match at the start of its second round.

    Every seat has all its imps on one cell.

    Args:
        crowd: Size of the match.
        fog: Whether seats see only what is near their units and buildings.
    """
    values = {
        "preset": crowd.preset,
        "start_mana": 10_000,
        "hero_enabled": False,
        "fog_of_war": fog,
        "max_rounds": 1000,
    }
    config = DungeonKeeperConfig.model_validate(values)
    state, _ = PLUGIN.game.start(config, seed=_SEED, num_seats=crowd.seats)
    for _ in range(crowd.seats):
        seat = state.match.item(c.ACTING)
        circle, home, _ = _cells(state, seat)
        summons = (Summon(circle, Kind.IMP, home),) * crowd.imps
        PLUGIN.game.step(state, {seat: Batch(summons, end_turn=True)})
    return config, state


def observation_costs(
    seconds: float, *, fog: bool, delta: bool, crowd: Crowd = CROWD
) -> ObservationCosts:
    """Return the costs of observations while imps take steps, each observed by the acting seat.

    Every turn is played twice, the first time on a copy without observations; the difference is the
    cost of observing.

    Args:
        seconds: Processor time to measure for, at least one round.
        fog: Whether the match has fog of war.
        delta: Whether seats ask only for differences to their last observation.
        crowd: Size of the match.
    """
    game = PLUGIN.game
    config, state = crowded(crowd, fog=fog)
    batches = num_bytes = 0
    step_s = both_s = 0.0
    while batches == 0 or step_s + both_s < seconds:
        for _ in range(crowd.seats):
            seat = state.match.item(c.ACTING)
            moves = [Batch((order,), delta=delta) for order in _steps(state, seat)]
            # The turn is played on a copy first, without observations; the difference of both times
            # is the cost of observing.
            copy = game.copy(state)
            began = time.process_time()
            for move in moves:
                game.step(copy, {seat: move})
            stepped = time.process_time()
            for move in moves:
                game.step(state, {seat: move})
                num_bytes += len(_shown(config, state, seat))
            both_s += time.process_time() - stepped
            step_s += stepped - began
            batches += len(moves)
            game.step(state, {seat: None})
            # A turn begins with a whole observation.
            _shown(config, state, state.match.item(c.ACTING))
    show_s = both_s - step_s
    return ObservationCosts(
        batches, num_bytes / batches, 1e6 * step_s / batches, 1e6 * show_s / batches
    )


def _shown(config: DungeonKeeperConfig, state: State, seat: int) -> bytes:
    observations = PLUGIN.game.observe(state, [seat])
    return PLUGIN.codec.encode_observations(config, observations)[0]


def _steps(state: State, seat: int) -> Iterator[Order]:
    _, home, aside = _cells(state, seat)
    for imp in units_of(state, seat):
        for cell in (aside, home):
            yield Move(state.units.item(imp, c.ID), cell)


def _cells(state: State, seat: int) -> tuple[Place, Place, Place]:
    """Return the cell of a seat's Circle (the building that units are summoned at), and two empty cells.

    The first empty cell touches the Circle, also by a corner; the second one shares a side with the
    first.

    Raises:
        RuntimeError: There are no such cells.
    """
    own = (state.cells[c.B_KIND] == Building.CIRCLE) & (state.cells[c.B_OWNER] == seat)
    ((at_row, at_col),) = np.argwhere(own).tolist()
    for row in range(at_row - 1, at_row + 2):
        for col in range(at_col - 1, at_col + 2):
            for to_row, to_col in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if _is_empty(state, row, col) and _is_empty(state, to_row, to_col):
                    return Place(at_row, at_col), Place(row, col), Place(to_row, to_col)
    raise RuntimeError("there is no cave next to the Circle")


def _is_empty(state: State, row: int, col: int) -> bool:
    size = state.cells.shape[1]
    return 0 <= row < size and 0 <= col < size and state.cells.item(c.TERRAIN, row, col) == c.EMPTY
