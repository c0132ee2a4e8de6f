"""Maps by the letter of the rulebook, in sets, lists and unbounded integers.

It shares no line with the package: it reads text by itself, floods by rounds as DA-2.11 says, and
generates by the eight steps of DA-2.14 with the dice of `tests.helpers.splitmix`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.helpers.splitmix import draws, stream_state, words

__all__ = ["SPECS", "Cell", "cells_of", "distances", "generated", "is_solvable"]

Cell = tuple[int, int]

LOWEST = {"R1": 6, "R2": 7, "R3": 12}
"""Lowest roll of each rock of DA-2.4 and DA-2.5: D0+6, D4+6, D0+12."""

SPECS: dict[str, tuple[int, int, int, tuple[tuple[str, int], ...]]] = {
    "easy": (7, 7, 15, (("R1", 2), ("T1", 2), ("M2", 1), ("M1", 1))),
    "normal": (9, 9, 25, (("R1", 4), ("T1", 4), ("M3", 1), ("M2", 2), ("M1", 2))),
    "hard": (13, 13, 30, (("R1", 8), ("T1", 8), ("M3", 2), ("M2", 4), ("M1", 4))),
    "smallest": (5, 5, 0, (("R1", 8),)),
    "smallest, most walls": (5, 5, 40, (("M1", 2), ("T1", 6))),
    "narrow": (32, 5, 40, (("R1", 30), ("M2", 20))),
    "tall": (6, 32, 35, (("T1", 1), ("R3", 40), ("M4", 1))),
    "largest": (32, 32, 0, (("M3", 100), ("R2", 100), ("T3", 141))),
    "largest, most walls": (32, 32, 40, (("R3", 200), ("M1", 100))),
    "nothing": (8, 11, 20, ()),
}
"""Width, height, wall percent and pieces: the presets of DA-2.14, and specs at the bounds of DA-2.13."""


def cells_of(text: str) -> dict[Cell, str]:
    """Code of each cell of a map without blanks."""
    return {
        (x, y): line[2 * x : 2 * x + 2]
        for y, line in enumerate(text.split("\n"))
        for x in range(len(line) // 2)
    }


def around(cell: Cell) -> list[Cell]:
    """The four neighbours: U, D, L, R."""
    x, y = cell
    return [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]


def distances(start: Cell, open_cells: set[Cell]) -> dict[Cell, int]:
    """Walking steps to all cells that can be walked to, in order of discovery (breadth first)."""
    steps = {start: 0}
    queue = [start]
    for cell in queue:
        for other in around(cell):
            if other in open_cells and other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


def is_solvable(text: str, rolls: Sequence[int] = (4, 8, 6)) -> bool:
    """DA-2.11 in rounds; `rolls` are the highest rock rolls of Dwarf, Giant and Human."""
    cells = cells_of(text)
    at = {code: cell for cell, code in cells.items()}
    floor = {cell for cell, code in cells.items() if code != "##"}
    closed = {cell for cell in floor if cells[cell] in LOWEST}
    while True:
        reach = [set(distances(at[f"C{m}"], floor - closed)) for m in (1, 2, 3)]
        opens = set()
        for rock in closed:
            strong = [
                roll
                for roll, cells_m in zip(rolls, reach, strict=True)
                if cells_m & {*around(rock)}
            ]
            if strong and LOWEST[cells[rock]] <= sum(strong):
                opens.add(rock)
        if not opens:
            break
        closed -= opens
    has_keys = all(at[f"K{m}"] in reach[m - 1] for m in (1, 2, 3))
    return has_keys and any(at["**"] in cells_m for cells_m in reach)


def generated(seed: int, level_index: int, name: str) -> str:
    """Text of the level that DA-2.14 makes of a spec of `SPECS`."""
    w, h, wall, pieces = SPECS[name]
    source = words(stream_state(seed, 0, level_index))
    floor = _floor(source, w, h, wall)
    start = _pick(source, sorted(floor, key=_row_major))
    d = distances(start, floor)
    dmax = max(d.values())
    placed = dict(zip(d, ("C1", "C2", "C3"), strict=False))

    def free(least: int, times: int) -> list[Cell]:
        return [
            c for c in sorted(floor, key=_row_major) if c not in placed and times * d[c] >= least
        ]

    placed[_pick(source, free(2 * dmax, 3))] = "**"
    shrines: list[Cell] = []
    for _ in range(3):
        cell = _pick(source, free(dmax, 3) or free(0, 1))
        placed[cell] = "K?"
        shrines.append(cell)
    shrines.sort(key=lambda c: (d[c], c[1], c[0]))
    placed.update(zip(shrines, ("K2", "K3", "K1"), strict=True))
    for code, count in pieces:
        for _ in range(count):
            candidates = free(3, 1)
            if code[0] in "RT":
                candidates = [c for c in candidates if _is_corridor(c, floor)] or candidates
            if candidates:
                placed[_pick(source, candidates)] = code
    rows = [
        [placed.get((x, y), "..") if (x, y) in floor else "##" for x in range(w)] for y in range(h)
    ]
    return "\n".join("".join(row) for row in rows)


def _floor(source: Iterator[int], w: int, h: int, wall: int) -> set[Cell]:
    for attempt in range(1, 102):
        rolled = draws(source, [100] * (w * h))
        percent = wall if attempt <= 100 else 0
        left = [(n % w, n // w) for n, roll in enumerate(rolled) if roll > percent]
        largest: set[Cell] = set()
        seen: set[Cell] = set()
        for cell in left:
            if cell not in seen:
                component = set(distances(cell, set(left)))
                seen |= component
                if len(component) > len(largest):
                    largest = component
        if 2 * len(largest) >= w * h:
            return largest
    raise AssertionError("the last attempt has no walls")


def _pick(source: Iterator[int], cells: list[Cell]) -> Cell:
    return cells[draws(source, [len(cells)])[0] - 1]


def _row_major(cell: Cell) -> Cell:
    return cell[1], cell[0]


def _is_corridor(cell: Cell, floor: set[Cell]) -> bool:
    up, down, left, right = (other in floor for other in around(cell))
    return (up, down, left, right) in ((True, True, False, False), (False, False, True, True))
