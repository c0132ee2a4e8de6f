"""What rock out of sight tells by what it hides, and that it tells nothing else (AM-D4, DK-6.20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.scenario.variants import hidden_variants
from referee.games.dungeon_keeper.state import State

GAME = PLUGIN.game
RADIUS = 5
Cell = tuple[int, int]


def _seen(rows: list[str], units: list[Cell], radius: int) -> tuple[list[str], bytes]:
    """What seat 0 sees of a board from where its imps stand: rows, and the whole on the wire."""
    config = DungeonKeeperConfig(fog_of_war=True, sight_radius=radius, hero_enabled=False)
    position: dict[str, Any] = {
        "rows": rows,
        "units": [{"owner": 0, "kind": "imp", "row": row, "col": col} for row, col in units],
    }
    state = GAME.parse_state(config, 2, position)
    (seen,) = GAME.observe(state, [0])
    (sent,) = PLUGIN.codec.encode_observations(config, [seen])
    return list(seen.rows), sent


def _drawn(*undug: Cell) -> list[str]:
    return ["".join("#" if (row, col) in undug else "." for col in range(9)) for row in range(9)]


def test_rock_out_of_sight_may_hide_a_cell() -> None:
    """An imp on 4-4 sees neither 2-5, which 3-4 hides, nor whether it is rock but by what else is hidden.

    On the diagonal to 2-6 two corners are passed: between 3-4 and 4-5, which is empty, and between 2-5 and
    3-6. As 3-6 is rock, 2-6 is in sight just if 2-5 is empty.
    """
    rocks = ((3, 4), (3, 6))
    without, _ = _seen(_drawn(*rocks), [(4, 4)], 3)
    behind, _ = _seen(_drawn(*rocks, (2, 5)), [(4, 4)], 3)
    assert (without[2][5], behind[2][5]) == ("?", "?")
    assert (without[2][6], behind[2][6]) == (".", "?")


def _looked_at(solid: set[Cell], a: Cell, b: Cell) -> Iterator[Cell]:
    """Cells that the test of DK-5.11 looks at on a line, as far as it comes; after the rulebook's text."""
    dr, dc = abs(b[0] - a[0]), abs(b[1] - a[1])
    sr, sc = (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])
    i = j = 0
    while (i, j) != (dr, dc):
        x, y = (2 * i + 1) * dc, (2 * j + 1) * dr
        if x == y:
            sides = (a[0] + sr * (i + 1), a[1] + sc * j), (a[0] + sr * i, a[1] + sc * (j + 1))
            yield from sides
            if solid >= set(sides):
                return
            i, j = i + 1, j + 1
        elif x < y:
            i += 1
        else:
            j += 1
        at = a[0] + sr * i, a[1] + sc * j
        if (i, j) != (dr, dc):
            yield at
            if at in solid:
                return


def _crossed(solid: set[Cell], size: int, eyes: list[Cell], radius: int) -> set[Cell]:
    """Cells that any line of sight from these crosses or is tested by."""
    return {
        cell
        for eye in eyes
        for row in range(max(0, eye[0] - radius), min(size, eye[0] + radius + 1))
        for col in range(max(0, eye[1] - radius), min(size, eye[1] + radius + 1))
        for cell in _looked_at(solid, eye, (row, col))
    }


@pytest.mark.parametrize("seed", range(6))
def test_rock_that_no_line_crosses_tells_nothing(seed: int) -> None:
    """All that is out of sight and off every tested line can be changed at once: not a byte differs."""
    dice, size = Stream(seed, 9), 13
    eyes = [(dice.draw(size) - 1, dice.draw(size) - 1) for _ in range(2)]
    solid = {
        (row, col)
        for row in range(size)
        for col in range(size)
        if dice.draw(3) == 1 and (row, col) not in eyes
    }
    rows = [["#" if (row, col) in solid else "." for col in range(size)] for row in range(size)]
    shown, sent = _seen(["".join(row) for row in rows], eyes, RADIUS)
    crossed = _crossed(solid, size, eyes, RADIUS)
    changed = 0
    for row in range(size):
        for col in range(size):
            if shown[row][col] == "?" and (row, col) not in crossed:
                rows[row][col] = "." if (row, col) in solid else "#"
                changed += 1
    assert changed > 20
    assert _seen(["".join(row) for row in rows], eyes, RADIUS) == (shown, sent)


def _eyes(state: State, seat: int) -> list[Cell]:
    """Where a seat looks from: its units and buildings."""
    units = state.units[(state.units[:, c.ID] > 0) & (state.units[:, c.OWNER] == seat)]
    found = [(row, col) for row, col in units[:, [c.ROW, c.COL]].tolist()]
    rows, cols = (state.cells[c.B_OWNER] == seat).nonzero()
    return [*found, *zip(rows.tolist(), cols.tolist(), strict=True)]


@pytest.mark.parametrize("seed", [1, 2])
def test_hidden_pairs_keep_what_lines_cross(seed: int) -> None:
    """The ground that the variants of a state differ in is on no line that the seat's sight is tested by."""
    config = DungeonKeeperConfig(size=45, fog_of_war=True)
    state, _ = GAME.start(config, seed=seed, num_seats=2)
    for seat in (0, 1):
        *_, variant = hidden_variants(state, seat, Stream(7))
        rows, cols = (state.cells[c.TERRAIN] != c.EMPTY).nonzero()
        solid = set(zip(rows.tolist(), cols.tolist(), strict=True))
        differs = (variant.cells != state.cells).any(axis=0)
        assert differs.any()
        crossed = _crossed(solid, 45, _eyes(state, seat), config.sight_radius)
        assert not any(differs[cell] for cell in crossed)
