"""Generated maps: the worked one cell by cell, symmetry, distances, and that everything can be got to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, rules_of
from referee.games.dungeon_keeper.maps.generator import ATTEMPTS, Placed, generate
from referee.games.dungeon_keeper.maps.setup import new_match
from referee.games.dungeon_keeper.maps.symmetry import bases_of, group_of, images_of
from referee.games.dungeon_keeper.rules.board.ground import buildings_of
from referee.games.dungeon_keeper.state import State, blank_state
from referee.games.dungeon_keeper.tables import NEUTRAL, Building, Item

GOLDEN = 0x9E3779B97F4A7C15

WORKED_MAP = """
##S###g####t#S#
#...####a######
O.A.g#########c
#...######i#F##
#######D#######
###########g###
######...######
#M##m#.S.#m##M#
######...######
###g###########
#######D#######
##F#i######...#
c#########g.A.O
######a####...#
#S#t####g###S##
"""

CellMap = Callable[[int, int, int], tuple[int, int]]

ROTATION: list[CellMap] = [
    lambda r, c, _: (r, c),
    lambda r, c, t: (c, t - r),
    lambda r, c, t: (t - r, t - c),
    lambda r, c, t: (t - c, r),
]
"""R0 to R3 as DK-2.9 writes them."""


def _after_m(rotation: int) -> CellMap:
    return lambda r, c, t: ROTATION[rotation](r, t - c, t)


GROUPS: dict[tuple[int, str], list[CellMap]] = {
    (2, "rotation"): [ROTATION[0], ROTATION[2]],
    (2, "mirror"): [ROTATION[0], lambda r, c, t: (r, t - c)],
    (4, "rotation"): ROTATION,
    (4, "mirror"): [
        ROTATION[0],
        lambda r, c, t: (r, t - c),
        ROTATION[2],
        lambda r, c, t: (t - r, c),
    ],
    (8, "rotation"): ROTATION + [_after_m(number) for number in range(4)],
    (8, "mirror"): ROTATION + [_after_m(number) for number in range(4)],
}
"""The table of DK-2.9 by number of slots, written out."""

BOARDS = [
    (2, 15, "rotation"), (2, 15, "mirror"), (2, 17, "rotation"), (2, 45, "mirror"),
    (3, 25, "rotation"), (4, 25, "rotation"), (4, 25, "mirror"), (4, 21, "mirror"), (4, 63, "rotation"),
    (5, 33, "rotation"), (8, 45, "rotation"), (8, 45, "mirror"), (8, 33, "rotation"),
]  # fmt: skip


def num_slots(num_seats: int) -> int:
    """K of DK-2.9."""
    return 2 if num_seats == 2 else 4 if num_seats <= 4 else 8


def drawn(state: State) -> str:
    """A board in the signs of DK-2.19."""
    size = len(state.cells[0])
    signs = [["#.??"[cell] for cell in row] for row in state.cells[c.TERRAIN].tolist()]
    for row, col in np.ndindex(size, size):
        if state.cells[c.TERRAIN, row, col] == c.MINE:
            signs[row][col] = "git"[state.cells[c.MINE_KIND, row, col]]
        elif state.cells[c.TERRAIN, row, col] == c.BUILDING:
            signs[row][col] = "ASO"[state.cells[c.B_KIND, row, col]]
    for item in state.items[: state.match[c.NUM_ITEMS]].tolist():
        signs[item[c.I_ROW]][item[c.I_COL]] = "cmFDMaaaa"[item[c.I_KIND]]
    return "\n".join("".join(row) for row in signs)


def generated(num_seats: int, size: int, symmetry: str, seed: int) -> tuple[State, list[Placed]]:
    """A map before its bases have owners, and what was placed on it."""
    config = DungeonKeeperConfig.model_validate({"size": size, "symmetry": symmetry})
    state = blank_state(rules_of(config), seed, num_seats, size)
    _, placed = generate(state, config, num_seats, Stream(seed, 0))
    return state, placed


def test_the_worked_map() -> None:
    """DK-2.19: every cell, contents, owners and levels."""
    state = new_match(DungeonKeeperConfig(preset="small"), 1, 2)
    assert drawn(state) == WORKED_MAP.strip()
    assert buildings_of(state, 0) == [(12, 12), (12, 14), (14, 12)]
    assert buildings_of(state, 1) == [(0, 2), (2, 0), (2, 2)]
    assert buildings_of(state, NEUTRAL) == [(0, 13), (7, 7), (14, 1)]
    levels = {(0, 2): 3, (14, 12): 3, (0, 13): 1, (14, 1): 1, (7, 7): 3}
    assert {cell: state.cells[c.B_LEVEL, *cell] for cell in levels} == levels
    items = state.items[: state.match[c.NUM_ITEMS]].tolist()
    contents = {
        Item.CHEST: [210, 2, 0],
        Item.MANA_CRYSTAL: [0, 0, 39],
        Item.SWORD: [0, 0, 0],
    }
    for kind, content in contents.items():
        assert [item[c.I_GOLD :] for item in items if item[c.I_KIND] == kind] == [content] * 2
    assert state.turn_order.tolist() == [0, 1]
    assert (state.match[c.ROUND], state.match[c.TURN], state.match[c.ACTING]) == (1, 0, 0)
    assert state.seats[:, c.STOCKS : c.STORE].tolist() == [[50, 0, 0, 5]] * 2
    assert not state.units.any()


def test_the_attempts_of_the_worked_map() -> None:
    """DK-2.19: which cell was accepted at which attempt, and the words of the stream that it all took."""
    config = DungeonKeeperConfig(preset="small")
    stream = Stream(1, 0)
    first = stream.state
    _, placed = generate(blank_state(rules_of(config), 1, 2, 15), config, 2, stream)
    assert [tuple(one) for one in placed] == [
        ("source", (0, 13), 1),
        ("rune_fire", (3, 12), 2),
        ("rune_darkness", (10, 7), 2),
        ("rune_death", (7, 13), 1),
        ("gold_mine", (14, 8), 14),
        ("gold_mine", (5, 11), 6),
        ("iron_mine", (11, 4), 1),
        ("gem_mine", (14, 3), 2),
        ("mana_crystal", (7, 4), 14),
        ("chest", (2, 14), 9),
        ("artifact", (13, 6), 2),
    ]
    slots, turn_order = [0, 1], [0, 1]
    stream.shuffle(slots)
    stream.shuffle(turn_order)
    assert (slots, turn_order) == ([1, 0], [0, 1])
    words = (stream.state - first) * pow(GOLDEN, -1, 2**64) % 2**64
    assert words == 114


@pytest.mark.parametrize("symmetry", ["rotation", "mirror"])
@pytest.mark.parametrize("num_seats", range(2, 9))
def test_the_group(num_seats: int, symmetry: str) -> None:
    """Every element does what the formulas of DK-2.9 say, in their order."""
    size = 45
    group = group_of(num_seats, symmetry)
    expected = GROUPS[num_slots(num_seats), symmetry]
    for row, col in [(0, 0), (3, 17), (44, 9), (22, 22)]:
        images = [tuple(map_cell(row, col, size - 1)) for map_cell in expected]
        assert images_of(group, row, col, size) == images


def test_altars_by_hand() -> None:
    """DK-2.10 on the three presets and all group sizes."""
    altars = {
        (2, 15, "rotation"): [(2, 2), (12, 12)],
        (2, 15, "mirror"): [(7, 2), (7, 12)],
        (4, 25, "rotation"): [(4, 4), (4, 20), (20, 20), (20, 4)],
        (4, 25, "mirror"): [(4, 4), (4, 20), (20, 20), (20, 4)],
        (8, 45, "rotation"): [(4, 16), (16, 40), (40, 28), (28, 4), (4, 28), (28, 40), (40, 16), (16, 4)],
    }  # fmt: skip
    for (num_seats, size, symmetry), expected in altars.items():
        bases = bases_of(group_of(num_seats, symmetry), symmetry, size)
        assert [base.altar for base in bases] == expected
    first = bases_of(group_of(8, "rotation"), "rotation", 45)[0]
    assert first == ((4, 16), (2, 16), (4, 14), (4, 18))
    turned = bases_of(group_of(4, "rotation"), "rotation", 25)[1]
    assert turned == ((4, 20), (4, 22), (2, 20), (6, 20))


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("num_seats", "size", "symmetry"), BOARDS)
def test_every_symmetry_leaves_the_map_as_it_is(
    num_seats: int, size: int, symmetry: str, seed: int
) -> None:
    """All planes and all items; nobody owns anything yet."""
    state, _ = generated(num_seats, size, symmetry, seed)
    lying = {
        (item[c.I_ROW], item[c.I_COL]): (item[c.I_KIND], *item[c.I_GOLD :])
        for item in state.items[: state.match[c.NUM_ITEMS]].tolist()
    }
    assert len(lying) == state.match[c.NUM_ITEMS]
    for map_cell in GROUPS[num_slots(num_seats), symmetry]:
        for row, col in np.ndindex(size, size):
            image = map_cell(row, col, size - 1)
            assert (state.cells[:, row, col] == state.cells[:, *image]).all()
            assert lying.get((row, col)) == lying.get(image)


@pytest.mark.parametrize("seating", ["fixed", "shuffled"])
@pytest.mark.parametrize(("num_seats", "size"), [(2, 15), (4, 25), (8, 45)])
def test_every_symmetry_swaps_the_seats(num_seats: int, size: int, seating: str) -> None:
    """With no slot vacant, an image of what a seat has is had by one seat, and by no two."""
    config = DungeonKeeperConfig.model_validate({"size": size, "seating": seating})
    state = new_match(config, 6, num_seats)
    owners = state.cells[c.B_OWNER]
    for map_cell in GROUPS[num_seats, "rotation"]:
        swapped: dict[int, int] = {}
        for row, col in np.ndindex(size, size):
            image = map_cell(row, col, size - 1)
            own, other = int(owners[row, col]), int(owners[image])
            assert swapped.setdefault(own, other) == other
            assert state.cells[c.B_LEVEL, row, col] == state.cells[c.B_LEVEL, *image]
        assert sorted(swapped) == sorted(swapped.values()) == list(range(-1, num_seats))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("num_seats", "size", "symmetry"), BOARDS)
def test_what_is_placed_keeps_its_distances(
    num_seats: int, size: int, symmetry: str, seed: int
) -> None:
    """Numbers and distances of DK-2.12, and solid rock round every object (DK-2.13)."""
    state, placed = generated(num_seats, size, symmetry, seed)
    slots = num_slots(num_seats)
    area = size * size // slots
    rows = {
        "source": (max(1, area // 200), 5), "rune_fire": (1, 5), "rune_darkness": (1, 5), "rune_death": (1, 5),
        "gold_mine": (1 + max(1, area // 80), 3), "iron_mine": (max(1, area // 120), 4),
        "gem_mine": (max(1, area // 250), min(6, size // 3)), "mana_crystal": (max(1, area // 200), 5),
        "chest": (max(1, area // 200), 5), "artifact": (max(1, area // 250), min(6, size // 3)),
        "cavern": (area // 120, 5),
    }  # fmt: skip
    altars = [base.altar for base in bases_of(group_of(num_seats, symmetry), symmetry, size)]
    names = [one.name for one in placed]
    assert names == sorted(names, key=list(rows).index)
    seen_near_gold = False
    for name, place, attempt in placed:
        number, least = rows[name]
        assert names.count(name) <= number
        assert 1 <= attempt <= ATTEMPTS
        nearest = min(max(abs(place.row - a.row), abs(place.col - a.col)) for a in altars)
        if name == "gold_mine" and not seen_near_gold:
            seen_near_gold = True
            assert 3 <= nearest <= 5
        else:
            assert nearest >= (4 if name == "gold_mine" else least)
        reach = 1 if name == "cavern" else 0
        for row, col in images_of(group_of(num_seats, symmetry), *place, size):
            around = _ring(state, row, col, reach + 1)
            assert all(cell == c.UNDUG for cell in around)


def _ring(state: State, row: int, col: int, reach: int) -> Iterator[int]:
    """Terrain of the cells at exactly this distance."""
    size = len(state.cells[0])
    for to_row in range(max(0, row - reach), min(size, row + reach + 1)):
        for to_col in range(max(0, col - reach), min(size, col + reach + 1)):
            if max(abs(to_row - row), abs(to_col - col)) == reach:
                yield int(state.cells[c.TERRAIN, to_row, to_col])


def test_most_objects_find_a_place() -> None:
    """Leaving one out is the exception on the presets (DK-2.13), so that the numbers above mean something."""
    for num_seats, size, per_slot in (
        (2, 15, 11),
        (4, 25, 12),
        (2, 45, 5 + 3 + 13 + 8 + 4 + 5 + 5 + 4 + 8),
    ):
        found = [len(generated(num_seats, size, "rotation", seed)[1]) for seed in range(20)]
        assert max(found) == per_slot
        assert sum(found) >= 0.9 * per_slot * len(found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("num_seats", "size", "symmetry"), BOARDS)
def test_all_sources_and_mines_can_be_got_to(
    num_seats: int, size: int, symmetry: str, seed: int
) -> None:
    """From every Altar, by digging and straight steps; mines and buildings are in the way."""
    config = DungeonKeeperConfig.model_validate({"size": size, "symmetry": symmetry})
    state = new_match(config, seed, num_seats)
    terrain = state.cells[c.TERRAIN]
    goals = {tuple(cell) for cell in np.argwhere(terrain == c.MINE).tolist()}
    goals |= {
        tuple(cell) for cell in np.argwhere(state.cells[c.B_KIND] == Building.SOURCE).tolist()
    }
    assert len(goals) > 4 * num_seats
    for seat in range(num_seats):
        (altar,) = buildings_of(state, seat, Building.ALTAR)
        reached = {(altar.row + 1, altar.col)}
        border = list(reached)
        while border:
            row, col = border.pop()
            for to in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                is_new = min(to) >= 0 and max(to) < size and to not in reached
                if is_new and terrain[to] in (c.UNDUG, c.EMPTY):
                    reached.add(to)
                    border.append(to)
        for row, col in goals:
            assert any(max(abs(row - r), abs(col - k)) == 1 for r, k in reached)


def test_vacant_slots() -> None:
    """DK-2.16: a cave and a gold mine, no Altar, no Circle, a neutral Source of level 1."""
    config = DungeonKeeperConfig(preset="medium", seating="fixed")
    state = new_match(config, 3, 3)
    bases = bases_of(group_of(3, "rotation"), "rotation", 25)
    for seat, base in enumerate(bases[:3]):
        assert {base.altar, base.source, base.circle} == set(buildings_of(state, seat))
        assert state.cells[c.B_LEVEL, *base.source] == config.base_source_level
    vacant = bases[3]
    assert state.cells[:, *vacant.altar].tolist() == [c.EMPTY, -1, 0, -1, -1, 0, 0, 0, 0, 0]
    assert state.cells[c.TERRAIN, *vacant.circle] == c.EMPTY
    assert state.cells[c.TERRAIN, *vacant.gold_mine] == c.MINE
    source = state.cells[:, *vacant.source]
    assert source[[c.B_KIND, c.B_OWNER, c.B_LEVEL]].tolist() == [Building.SOURCE, NEUTRAL, 1]


def test_settings_of_the_map() -> None:
    """Amounts, levels and stocks are the config's; a centre without a Source is empty."""
    config = DungeonKeeperConfig(
        preset="small", centre_source_level=0, base_source_level=7, gold_mine_amount=1, iron_mine_amount=2,
        gem_mine_amount=3, start_gold=11, start_iron=12, start_taldear=13, start_mana=14,
        later_mana=0,
    )  # fmt: skip
    state = new_match(config, 1, 2)
    assert state.cells[c.TERRAIN, 7, 7] == c.EMPTY
    assert state.cells[c.B_LEVEL, 0, 2] == 7
    left = {
        kind: set(state.cells[c.MINE_LEFT][state.cells[c.MINE_KIND] == kind].tolist())
        for kind in range(3)
    }
    assert left == {0: {1}, 1: {2}, 2: {3}}
    assert state.seats[:, c.STOCKS : c.STORE].tolist() == [[11, 12, 13, 14]] * 2


def test_seats_are_shuffled_and_seeds_differ() -> None:
    """Over seeds every seat has every slot and every turn; `fixed` draws nothing for it."""
    config = DungeonKeeperConfig(preset="medium")
    altars, orders = set(), set()
    for seed in range(30):
        state = new_match(config, seed, 4)
        altars.add(buildings_of(state, 0, Building.ALTAR)[0])
        orders.add(int(state.turn_order[0]))
        assert state.match[c.ACTING] == state.turn_order[0]
    assert (len(altars), len(orders)) == (4, 4)
    fixed = DungeonKeeperConfig(preset="medium", seating="fixed")
    state = new_match(fixed, 8, 4)
    assert state.turn_order.tolist() == [0, 1, 2, 3]
    assert drawn(state) == drawn(new_match(config, 8, 4)) != drawn(new_match(config, 9, 4))
