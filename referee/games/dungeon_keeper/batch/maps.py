"""Generated maps of many matches, made by one kernel in the rows of a batch (DK-2.9 to DK-2.18).

`maps.generator` and `maps.setup` do the same for one match, with the same draws in the same order.
What is the same for every seed is worked out once, as a `Plan`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.core.rng import draw, substream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch.board import (
    Board,
    board_at,
    board_of,
    copy_match,
    repeated,
)
from referee.games.dungeon_keeper.batch.turns import income_of
from referee.games.dungeon_keeper.batch.units import clear_cell, open_dice, put_building, put_item
from referee.games.dungeon_keeper.columns import Bools, Bytes, Longs, Words
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, rules_of
from referee.games.dungeon_keeper.maps.generator import ATTEMPTS, ORBITS, Orbit, lay_ground
from referee.games.dungeon_keeper.maps.setup import MAP_KEY
from referee.games.dungeon_keeper.maps.symmetry import Turn, group_of
from referee.games.dungeon_keeper.rules.dice import HERO_KEY
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.scenario.placing import mine_amount
from referee.games.dungeon_keeper.state import blank_state
from referee.games.dungeon_keeper.tables import NEUTRAL, Artifact, Building, Item, MineKind

__all__ = ["Plan", "make_all", "most_rows_of_items", "plan_of"]

_SOURCE, _NEUTRAL = int(Building.SOURCE), int(NEUTRAL)
_CRYSTAL, _CHEST, _FIRST_ARTIFACT = int(Item.MANA_CRYSTAL), int(Item.CHEST), int(Item.SWORD)
_NUM_ARTIFACTS = len(Artifact)

# What an object is: a Source, a mine of a kind, an item of a kind, an artifact to be drawn, a cavern.
_LAY_SOURCE, _LAY_MINE, _LAY_ITEM, _LAY_ARTIFACT, _LAY_CAVERN = range(5)
_LAYS = {
    "source": (_LAY_SOURCE, 0),
    "rune_fire": (_LAY_ITEM, int(Item.RUNE_FIRE)),
    "rune_darkness": (_LAY_ITEM, int(Item.RUNE_DARKNESS)),
    "rune_death": (_LAY_ITEM, int(Item.RUNE_DEATH)),
    "gold_mine": (_LAY_MINE, int(MineKind.GOLD)),
    "iron_mine": (_LAY_MINE, int(MineKind.IRON)),
    "gem_mine": (_LAY_MINE, int(MineKind.GEM)),
    "mana_crystal": (_LAY_ITEM, _CRYSTAL),
    "chest": (_LAY_ITEM, _CHEST),
    "artifact": (_LAY_ARTIFACT, 0),
    "cavern": (_LAY_CAVERN, 0),
}
"""For each name of an `Orbit`: what it is, and its kind of mine or item."""

# Columns of `Plan.orbits`.
_LAY, _KIND, _NUMBER, _ROCK = range(4)
# Columns of `Plan.terms`.
_IS_SHUFFLED, _LATER_MANA, _SOURCE_LEVEL, _AMOUNT = range(4)
# Columns of `Plan.bases`.
_ALTAR_CELL, _SOURCE_CELL, _CIRCLE_CELL = range(3)


class Plan(NamedTuple):
    """What the maps of all seeds have in common; cells are row * size + col."""

    orbits: Longs
    """int64[orbit, column]: what each kind of object is, its kind of mine or item, how many a slot
    gets, and how far around it all must be undug; in the order in which they are placed."""
    is_allowed: Bools
    """bool[orbit, cell]: whether distances allow the object there, if all around it is undug."""
    images: Longs
    """int64[cell, slot]: the images of each cell, first the cell itself."""
    bases: Longs
    """int64[slot, column]: cells of the Altar, the Source and the Circle of each base."""
    terms: Longs
    """int64[column]: 1 if seating is shuffled, more mana for each later place, level of a base's
    Source, and what a mine of each kind holds."""
    slots: Longs
    """int64[slot]: working array, the slots in the order of the seats that get them."""
    stream: Words
    """uint64[1]: working array, the state of the map's random stream."""


def plan_of(config: DungeonKeeperConfig, num_seats: int) -> tuple[Board, Plan]:
    """Return a match without objects and owners, as a batch of one, and the plan of the rest.

    Args:
        config: Config without a scenario, which `row_forms.covers` accepts.
        num_seats: Number of seats.
    """
    size, group = config.size, group_of(num_seats, config.symmetry)
    state = blank_state(rules_of(config), 0, num_seats, size)
    bases = lay_ground(state, config, group)
    stocks = (config.start_gold, config.start_iron, config.start_taldear, config.start_mana)
    state.seats[:, c.STOCKS : c.STORE] = stocks
    state.narrow()
    slot_area = size * size // len(group)
    orbits = [[*_LAYS[each.name], each.number(slot_area), each.rock] for each in ORBITS]
    images = _images(group, size)
    altars = [base.altar for base in bases]
    amounts = [mine_amount(config, kind) for kind in MineKind]
    return repeated(board_of(state), 1), Plan(
        orbits=np.array(orbits, np.int64),
        is_allowed=np.array([_allowed(each, images, altars, size) for each in ORBITS]),
        images=np.ascontiguousarray(images[..., 0] * size + images[..., 1]),
        bases=np.array(
            [[_cell(at, size) for at in (base.altar, base.source, base.circle)] for base in bases],
            np.int64,
        ),
        terms=np.array(
            [
                config.seating == "shuffled",
                config.later_mana,
                config.base_source_level,
                *amounts,
            ],
            np.int64,
        ),
        slots=np.zeros(len(group), np.int64),
        stream=np.zeros(1, np.uint64),
    )


def most_rows_of_items(plan: Plan) -> int:
    """Return how many rows of items suffice for every map; rows are doubled as in one match."""
    is_item = np.isin(plan.orbits[:, _LAY], [_LAY_ITEM, _LAY_ARTIFACT])
    most, rows = int(plan.orbits[is_item, _NUMBER].sum()) * len(plan.slots), 64
    while rows < most:
        rows *= 2
    return rows


def _cell(place: Place, size: int) -> int:
    return place.row * size + place.col


@functools.lru_cache(maxsize=16)
def _images(group: tuple[Turn, ...], size: int) -> Longs:
    """Return int64[cell, slot, 2]: row and column of the images of each cell, by slot."""
    images = [
        [turn.image(*divmod(cell, size), size) for turn in group] for cell in range(size * size)
    ]
    found = np.array(images, np.int64)
    found.flags.writeable = False  # it is kept for the next batch
    return found


def _allowed(orbit: Orbit, images: Longs, altars: Sequence[Place], size: int) -> Bools:
    """Return bool[cell]: whether distances allow an object of a kind there (DK-2.13)."""
    cells = images[:, 0]
    nearest = np.abs(cells[:, np.newaxis] - np.array(altars)).max(axis=2).min(axis=1)
    allowed: Bools = (orbit.nearest(size) <= nearest) & (nearest <= orbit.far)
    apart = np.abs(cells[:, np.newaxis] - images[:, 1:]).max(axis=2)
    allowed &= (apart >= orbit.apart).all(axis=1)
    if orbit.is_cavern:
        allowed &= ((cells >= 1) & (cells <= size - 2)).all(axis=1)
    return allowed


@kernel
def make_all(boards: Board, rows: Longs, seeds: Words, ground: Board, plan: Plan) -> None:
    """Begin new matches: make their maps, seat the seats, and start the first turn.

    Args:
        boards: Arrays of all matches, with as many rows of items as those of `ground`.
        rows: int64[n]: indices of the matches.
        seeds: uint64[n]: their match seeds.
        ground: Batch of one match, from `plan_of`.
        plan: Plan of the maps, from `plan_of`.
    """
    blank = board_at(ground, 0)
    for place in range(len(rows)):
        b = board_at(boards, rows[place])
        copy_match(b, blank)
        b.streams[c.SEED] = seeds[place]
        word = substream(seeds[place], 0)
        b.streams[c.HERO_STREAM] = substream(word, HERO_KEY)
        plan.stream[0] = substream(word, MAP_KEY)
        for orbit in range(len(plan.orbits)):
            for _ in range(plan.orbits[orbit, _NUMBER]):
                _place(b, orbit, plan)
        _seat(b, plan)
        first = int(b.turn_order[0])
        b.match[c.ACTING] = first
        # All of a turn start that is not about units (DK-5.1): nobody has any yet.
        open_dice(b, first)
        b.seats[first, c.MANA] += income_of(b, first)


@borrowing
def _roll(plan: Plan, sides: int) -> int:
    """Roll 0 to `sides` - 1 from the map's stream (DK-2.6)."""
    value, word = draw(plan.stream[0], sides)
    plan.stream[0] = word
    return value - 1


@borrowing
def _place(b: Board, orbit: int, plan: Plan) -> None:
    """Try cells until one is accepted, and put the object on all its images (DK-2.13)."""
    size = b.cells.shape[1]
    for _ in range(ATTEMPTS):
        # Row, then column: the map of a seed depends on the order of draws (DK-2.13).
        row = _roll(plan, size)
        col = _roll(plan, size)
        cell = row * size + col
        if plan.is_allowed[orbit, cell] and _is_undug(b, row, col, plan.orbits[orbit, _ROCK]):
            _lay(b, orbit, cell, plan)
            return


@borrowing
def _is_undug(b: Board, row: int, col: int, reach: int) -> bool:
    """Return whether all cells of the board at most `reach` from a cell are undug."""
    size = b.cells.shape[1]
    for near_row in range(max(0, row - reach), min(size, row + reach + 1)):
        for near_col in range(max(0, col - reach), min(size, col + reach + 1)):
            if b.cells[c.TERRAIN, near_row, near_col] != c.UNDUG:
                return False
    return True


@borrowing
def _lay(b: Board, orbit: int, cell: int, plan: Plan) -> None:
    """Draw the content of an object once, and put it on all images of a cell (DK-2.14)."""
    size, lay, kind = b.cells.shape[1], plan.orbits[orbit, _LAY], plan.orbits[orbit, _KIND]
    gold, taldear, mana = 0, 0, 0
    if lay == _LAY_ARTIFACT:
        kind = _FIRST_ARTIFACT + _roll(plan, _NUM_ARTIFACTS)
    elif lay == _LAY_ITEM and kind == _CRYSTAL:
        mana = 10 + _roll(plan, 41)
    elif lay == _LAY_ITEM and kind == _CHEST:
        gold = 50 + 10 * _roll(plan, 26)
        taldear = 1 + _roll(plan, 3)
    for slot in range(plan.images.shape[1]):
        row, col = plan.images[cell, slot] // size, plan.images[cell, slot] % size
        if lay == _LAY_SOURCE:
            put_building(b, row, col, _SOURCE, _NEUTRAL)
            b.cells[c.B_LEVEL, row, col] = 1
        elif lay == _LAY_MINE:
            clear_cell(b, row, col)
            b.cells[c.TERRAIN, row, col] = c.MINE
            b.cells[c.MINE_KIND, row, col] = kind
            b.cells[c.MINE_LEFT, row, col] = plan.terms[_AMOUNT + kind]
        elif lay == _LAY_CAVERN:
            _dig_around(b, row, col)
        else:
            clear_cell(b, row, col)
            item = int(b.match[c.NUM_ITEMS])
            put_item(b, row, col, kind)
            b.items[item, c.I_GOLD] = gold
            b.items[item, c.I_TALDEAR] = taldear
            b.items[item, c.I_MANA] = mana


@borrowing
def _dig_around(b: Board, row: int, col: int) -> None:
    for near_row in range(row - 1, row + 2):
        for near_col in range(col - 1, col + 2):
            clear_cell(b, near_row, near_col)


@borrowing
def _seat(b: Board, plan: Plan) -> None:
    """Give the seats bases, places in the turn order, and later seats more mana (DK-2.16 to DK-2.18)."""
    size, num_seats = b.cells.shape[1], len(b.seats)
    for slot in range(len(plan.slots)):
        plan.slots[slot] = slot
    if plan.terms[_IS_SHUFFLED] != 0:
        # Slots before turn order, after all objects: each draw shifts the next (DK-2.18).
        _shuffle(plan.slots, plan)
        _shuffle(b.turn_order, plan)
    for seat in range(len(plan.slots)):
        slot = plan.slots[seat]
        altar, source = plan.bases[slot, _ALTAR_CELL], plan.bases[slot, _SOURCE_CELL]
        circle = plan.bases[slot, _CIRCLE_CELL]
        if seat >= num_seats:
            clear_cell(b, altar // size, altar % size)
            clear_cell(b, circle // size, circle % size)
            continue
        for column in range(plan.bases.shape[1]):
            at = plan.bases[slot, column]
            b.cells[c.B_OWNER, at // size, at % size] = seat
        b.cells[c.B_LEVEL, source // size, source % size] = plan.terms[_SOURCE_LEVEL]
    for place in range(num_seats):
        b.seats[b.turn_order[place], c.MANA] += plan.terms[_LATER_MANA] * place


@borrowing
def _shuffle(values: Longs | Bytes, plan: Plan) -> None:
    for last in range(len(values) - 1, 0, -1):
        other = _roll(plan, last + 1)
        value = values[last]
        values[last] = values[other]
        values[other] = value
