"""Features of a step of a plan in Dice Adventure, made from columns of the observation.

A map is turned into distances: for each cell, the cost of getting from there to the own shrine, to
the tower, and to the nearest unexplored cell, with the costs of the house bot `seeker` (DA-9.2). A
step is then described by what is in the five cells that it can lead to, and by how much farther
each of these cells is from the three goals.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from learners.network import Array, Bools, Floats

__all__ = [
    "COLUMNS",
    "MOVES",
    "NUM_CHOICES",
    "NUM_FEATURES",
    "STOP",
    "View",
    "Ways",
    "features",
    "moved",
]

COLUMNS = (
    *("char", "level.w", "level.h", "level.cap", "round", "me.x", "me.y", "me.hearts", "me.ap"),
    *(
        "members.alive",
        "members.hearts",
        "members.key",
        "members.x.present",
        "members.x",
        "members.y",
    ),
    *("grid", "monsters.count", "monsters.x", "monsters.y"),
)
"""Names of the columns that features are made from, in the order of `View`."""
MOVES = np.array([[0, -1], [0, 1], [-1, 0], [1, 0], [0, 0]])
"""int[step, xy]: change of position by each step: up, down, left, right, wait."""
STOP = len(MOVES)
"""Index of the choice that ends a plan."""
NUM_CHOICES = STOP + 1

UNEXPLORED, WALL, TOWER, SPAWN, SHRINE, ROCK, TRAP = 0, 1, 3, 4, 7, 10, 11
"""Numbers of some cell contents in columns: 0 unexplored, 1 + terrain, or 10 + type of a piece."""
KINDS = 9
"""Number of kinds of cells that the policy distinguishes: wall, unexplored, empty, tower, own
shrine, another's shrine, rock, trap, monster.
"""
TRAP_COSTS, ROCK_COSTS = np.array([4, 14, 8]), np.array([120, 12, 28])
"""Cost added by a trap, and by a rock, for Dwarf, Giant and Human (DA-9.2)."""
FAR = 10_000
"""Cost of cells that can't be reached."""
NUM_FEATURES = 5 * KINDS + 3 * 6 + 3 * 4 + 4 + 11


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """Observations of some seats, as columns with an entry for each seat.

    The command `referee simulate` prints the meaning of each column.
    """

    char: Array
    width: Array
    height: Array
    cap: Array
    round: Array
    x: Array
    y: Array
    hearts: Array
    ap: Array
    alive: Array
    mates_hearts: Array
    keys: Array
    is_seen: Array
    mates_x: Array
    mates_y: Array
    grid: Array
    num_monsters: Array
    monsters_x: Array
    monsters_y: Array


@dataclasses.dataclass(frozen=True, slots=True)
class Ways:
    """Kinds of cells and costs of paths, on the map that each seat sees."""

    kinds: Array
    """int8[seat, y, x]: kind of each cell; the map is surrounded by a rim of walls."""
    costs: Array
    """int32[goal, seat, y, x]: cost from each cell to the own shrine, the tower, and the nearest
    unexplored cell.
    """
    entering: Array
    """int32[seat, y, x]: cost of entering each cell."""

    @classmethod
    def of(cls, view: View) -> Ways:
        """Return the kinds and costs for the maps in the observed columns `view`."""
        kinds = _kinds(view)
        member = view.char - 1
        entering = np.full(kinds.shape, 2, np.int32)
        entering[kinds == 1] = 3
        for kind, more in ((6, ROCK_COSTS), (7, TRAP_COSTS)):
            entering += (kinds == kind) * more[member][:, None, None].astype(np.int32)
        monsters = _monsters(view)
        entering += 12 * monsters
        entering[kinds == 0] = FAR
        goals = np.stack([kinds == 4, kinds == 3, kinds == 1])
        costs = _costs_to(goals, entering)
        shown = np.where(monsters & (kinds != 0), np.int8(8), kinds)
        return cls(shown, costs, entering)


def features(view: View, ways: Ways, at: Array, ap: Array, steps: int) -> Floats:
    """Return the features of each seat at one step of its plan.

    Args:
        view: Columns observed when the plan began.
        ways: Kinds and costs for the maps in `view`.
        at: int[seat, xy]: cell that the plan has led to so far.
        ap: int[seat]: action points left.
        steps: Number of steps that plans have so far.

    Returns:
        float32[seat, NUM_FEATURES]: the features.
    """
    seats = np.arange(len(at))
    cells = at[:, None] + MOVES + 1
    where = seats[:, None], cells[..., 1], cells[..., 0]
    kinds = ways.kinds[where]
    parts: list[Array] = [(kinds[..., None] == np.arange(KINDS)).reshape(len(at), -1)]
    for costs in ways.costs:
        here = costs[where][:, 4:]
        onward = np.minimum(costs[where][:, :4] + ways.entering[where][:, :4], FAR)
        parts += [
            here < FAR,
            np.exp(-here / 20),
            np.exp(np.minimum(here - onward, 0) / 4) * (here < FAR),
        ]
    member = view.char - 1
    others = (member[:, None] + np.array([1, 2])) % 3
    pick = seats[:, None], others
    seen = view.is_seen[pick] & view.alive[pick]
    for axis, places in enumerate((view.mates_x, view.mates_y)):
        parts.append(np.clip((places[pick] - at[:, axis, None]) / 4, -1, 1) * seen)
    parts += [seen, view.alive[pick], view.mates_hearts[pick] / 3, view.keys[pick]]
    parts.append(_nearest_monster(view, at))
    own_key: Array = view.keys[seats, member][:, None]
    all_keys = np.asarray(view.keys.all(axis=1, keepdims=True))
    parts += [
        (member[:, None] == np.arange(3)),
        own_key,
        all_keys,
        (view.hearts / 3)[:, None],
        (ap / 6)[:, None],
        np.full((len(at), 1), steps / 6),
        (view.round / view.cap)[:, None],
        (view.width / 13)[:, None],
        np.full((len(at), 1), steps == 0),
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def moved(ways: Ways, at: Array, choices: Array) -> Array:
    """Return the cells that steps lead to as far as the maps show, int[seat, xy].

    A step into a wall does nothing.

    Args:
        ways: Kinds of the cells.
        at: int[seat, xy]: cells where the steps begin.
        choices: int[seat]: each step as an index in `MOVES`; `STOP` for none.
    """
    to = at + np.concatenate([MOVES, [[0, 0]]])[choices]
    blocked = ways.kinds[np.arange(len(at)), to[:, 1] + 1, to[:, 0] + 1] == 0
    return np.where(blocked[:, None], at, to)


def _kinds(view: View) -> Array:
    grid, (_, height, width) = view.grid, view.grid.shape
    kinds = np.full(grid.shape, 2, np.int8)
    kinds[grid == UNEXPLORED] = 1
    kinds[grid == TOWER] = 3
    is_shrine = (grid >= SHRINE) & (grid < SHRINE + 3)
    own = (SHRINE + view.char - 1)[:, None, None]
    kinds[is_shrine] = 5
    kinds[grid == own] = 4
    kinds[grid == ROCK] = 6
    kinds[grid == TRAP] = 7
    kinds[grid == WALL] = 0
    is_off = np.arange(height)[:, None] >= view.height[:, None, None]
    is_off = is_off | (np.arange(width) >= view.width[:, None, None])
    kinds[is_off] = 0
    return np.pad(kinds, ((0, 0), (1, 1), (1, 1)))


def _monsters(view: View) -> Bools:
    """Return where monsters are in sight, as bool[seat, y, x]; the map has a rim of one cell."""
    _, height, width = view.grid.shape
    there = np.zeros((len(view.grid), height + 2, width + 2), np.bool_)
    seats, places = np.nonzero(np.arange(view.monsters_x.shape[1]) < view.num_monsters[:, None])
    there[seats, view.monsters_y[seats, places] + 1, view.monsters_x[seats, places] + 1] = True
    return there


def _costs_to(goals: Bools, entering: Array) -> Array:
    """Return the cost of the cheapest path from each cell to each goal (Bellman and Ford).

    Args:
        goals: bool[goal, seat, y, x]: cells that are goals.
        entering: int32[seat, y, x]: cost of entering each cell.

    Returns:
        int32[goal, seat, y, x]: the costs.
    """
    costs = np.where(goals, np.int32(0), np.int32(FAR))
    open_cells = entering < FAR
    while True:
        through = np.minimum(costs + entering, FAR)
        best = costs.copy()
        inner = best[..., 1:-1, 1:-1]
        for ahead in (
            through[..., :-2, 1:-1],
            through[..., 2:, 1:-1],
            through[..., 1:-1, :-2],
            through[..., 1:-1, 2:],
        ):
            np.minimum(inner, ahead, out=inner)
        best[:, ~open_cells] = FAR
        if np.array_equal(best, costs):
            return costs
        costs = best


def _nearest_monster(view: View, at: Array) -> Array:
    """Return float[seat, 4]: what is known of the monster in sight that is nearest to the cell `at`.

    The columns are whether there is one, its closeness from 0 to 1, and its offset in x and y.
    Offsets are divided by 4 and limited to -1..1. All numbers are 0 without a monster.
    """
    there = np.arange(view.monsters_x.shape[1]) < view.num_monsters[:, None]
    away = np.stack([view.monsters_x, view.monsters_y], axis=2) - at[:, None]
    steps = np.where(there, np.abs(away).sum(axis=2), FAR)
    nearest = steps.argmin(axis=1)
    rows = np.arange(len(at))
    is_any = np.asarray(there.any(axis=1, keepdims=True))
    where: Any = np.clip(away[rows, nearest] / 4, -1, 1)
    found = np.concatenate([np.exp(-steps[rows, nearest] / 3)[:, None], where], axis=1)
    columns: Array = np.concatenate([np.ones((len(at), 1)), found], axis=1) * is_any
    return columns
