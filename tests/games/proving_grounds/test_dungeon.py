"""The dungeon: PG-8.2 room by room, and what holds for all dungeons (PG-2.4 to PG-2.8)."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.maps import dungeon
from referee.games.proving_grounds.rules.dice import Dice, map_dice
from referee.games.proving_grounds.state import State
from tests.helpers.splitmix import stream_state, words

GAME = PLUGIN.game

OUT, LEFT, RIGHT, IN = range(4)
GOBLIN, ORC, URAKAI, DRAGON = range(4)
HIT_POINTS = [4, 8, 14, 30]
"""By kind (PG-3.4)."""

SECTOR = {
    0: ({RIGHT: 1, IN: 3}, [], 0, [0, 0], [2, 1], 0),
    1: ({LEFT: 0, RIGHT: 2, IN: 4}, [], 0, [0, 0], [], 0),
    2: ({LEFT: 1, IN: 5}, [GOBLIN], 1, [0, 1], [], 0),
    3: ({OUT: 0, LEFT: 50, RIGHT: 4, IN: 6}, [GOBLIN] * 3, 3, [0, 1], [7], 0),
    4: ({OUT: 1, LEFT: 3, RIGHT: 5}, [GOBLIN] * 2, 2, [1, 0], [], 0),
    5: ({OUT: 2, LEFT: 4, RIGHT: 18, IN: 8}, [], 0, [0, 0], [4], 0),
    6: ({OUT: 3, RIGHT: 7, IN: 9}, [ORC] * 2 + [GOBLIN] * 2, 8, [0, 0], [], 0),
    7: ({LEFT: 6, RIGHT: 8}, [ORC] * 2 + [GOBLIN] * 2, 8, [1, 0], [], 0),
    8: ({OUT: 5, LEFT: 7, IN: 11}, [GOBLIN] * 4, 4, [0, 0], [4], 0),
    9: ({OUT: 6, RIGHT: 10, IN: 12}, [GOBLIN] * 4, 4, [0, 1], [], 1),
    10: ({LEFT: 9, RIGHT: 11, IN: 13}, [ORC] * 3, 9, [1, 0], [], 0),
    11: ({OUT: 8, LEFT: 10}, [ORC] * 3, 9, [0, 0], [], 0),
    12: ({OUT: 9, LEFT: 59}, [URAKAI] * 3, 18, [0, 0], [8], 0),
    13: ({OUT: 10, RIGHT: 14, IN: 60}, [URAKAI, ORC, ORC], 12, [0, 0], [9], 0),
    14: ({LEFT: 13, RIGHT: 27}, [DRAGON], 25, [0, 0], [], 0),
}
"""Sector 0 of PG-8.2: doors, creatures, gold and gems of the hoard, caches, trap of the dungeon."""


def match(seed: int, num_seats: int, **values: object) -> State:
    """A match that begins."""
    config = parse_config(ProvingGroundsConfig, values)
    return GAME.start(config, seed=seed, num_seats=num_seats)[0]


def contents(state: State, room: int) -> tuple[list[int], int, list[int], list[int], int]:
    """What is in a room, as in `SECTOR`."""
    there = [one for one in state.creatures[room].tolist() if one != [-1, -1]]
    assert all(hp == HIT_POINTS[kind] for kind, hp in there)
    return (
        [kind for kind, _ in there],
        int(state.rooms[room, c.HOARD_GOLD]),
        state.hoard_gems[room].tolist(),
        [gold for gold in state.rooms[room, c.CACHES :].tolist() if gold],
        int(state.rooms[room, c.TRAP] == len(state.seats)),
    )


@pytest.mark.parametrize("room", SECTOR)
def test_the_map_of_seed_1(room: int) -> None:
    """PG-8.2."""
    doors, *inside = SECTOR[room]
    state = match(1, 4)
    assert state.doors[room].tolist() == [doors.get(direction, -1) for direction in range(4)]
    assert contents(state, room) == tuple(inside)


def test_the_hall_of_seed_1() -> None:
    """PG-8.2: its doors by sector, a Dragon and two Urakai, and a gem of each kind."""
    state = match(1, 4)
    assert state.doors[60].tolist() == [13, 28, 43, 58]
    assert contents(state, 60) == ([DRAGON, URAKAI, URAKAI], 37, [1, 1], [], 0)


def test_the_map_of_seed_1_takes_89_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next would be 5A891D36C635AED2 (PG-8.2); no roll of it takes more than one word."""
    opened: list[Dice] = []

    def watched(state: State) -> Dice:
        opened.append(map_dice(state))
        return opened[-1]

    monkeypatch.setattr(dungeon, "map_dice", watched)
    match(1, 4)
    (dice,) = opened
    source = words(stream_state(1, 0))
    beside = [next(source) for _ in range(90)]
    assert dice._stream.next() == beside[89] == 0x5A891D36C635AED2


def rotated(state: State, room: int, by: int) -> int:
    """The same room of another sector; the hall, and no room at all, stay."""
    num_rooms = len(state.rooms) - 1
    sector = num_rooms // len(state.seats)
    return room if room in (-1, num_rooms) else (room + by * sector) % num_rooms


@pytest.mark.parametrize("num_seats", range(2, 9))
@pytest.mark.parametrize(
    "values",
    [
        {},
        {"sector_width": 2, "sector_depth": 2},
        {"sector_width": 6, "sector_depth": 10, "wrap_doors": 9, "extra_door_pct": 0},
        {"sector_width": 2, "sector_depth": 10, "extra_door_pct": 100, "trap_pct": 100},
    ],
    ids=["default", "smallest", "largest", "narrow"],
)
def test_sectors_are_copies_and_all_is_connected(num_seats: int, values: dict[str, object]) -> None:
    """Everything is the same for each seat up to rotation (PG-2.8), and no entry room is shut in."""
    for seed in range(4):
        state = match(seed, num_seats, **values)
        size = (len(state.rooms) - 1) // num_seats
        for room in range(size):
            for by in range(1, num_seats):
                other = rotated(state, room, by)
                here = [rotated(state, door, by) for door in state.doors[room].tolist()]
                assert state.doors[other].tolist() == here
                assert contents(state, other) == contents(state, room)
        way_in = state.doors[-1][:num_seats].tolist()
        assert [door // size for door in way_in] == list(range(num_seats))
        assert_connected(state, without_entries=True)
        entry = values.get("sector_width", 3) // 2  # type: ignore[operator]
        in_sector = 2 if values.get("sector_width") == 2 else 3
        for seat in range(num_seats):
            room = seat * size + entry
            assert np.count_nonzero(state.doors[room] != -1) >= in_sector
            assert contents(state, room) == ([], 0, [0] * state.hoard_gems.shape[1], [], 0)
            assert state.rooms[room, [c.EXPLORED, c.OWNER]].tolist() == [1, seat]


def assert_connected(state: State, *, without_entries: bool) -> None:
    """Doors lead both ways, and all rooms hang together, even without those that others may not enter."""
    size = (len(state.rooms) - 1) // len(state.seats)
    entry = int(state.rules[c.WIDTH]) // 2
    closed = {seat * size + entry for seat in range(len(state.seats))} if without_entries else set()
    found, todo = {len(state.rooms) - 1}, [len(state.rooms) - 1]
    while todo:
        room = todo.pop()
        for other in state.doors[room].tolist():
            if other != -1:
                assert room in state.doors[other].tolist()
            if other not in found | closed | {-1}:
                found.add(other)
                todo.append(other)
    assert len(found) == len(state.rooms) - len(closed)


@pytest.mark.parametrize("num_seats", [2, 3, 8])
def test_gems_of_each_kind(num_seats: int) -> None:
    """As many of each kind in each sector, and one of each in the hall (PG-2.7)."""
    state = match(5, num_seats, gems_per_kind=7)
    kinds = max(2, (num_seats + 1) // 2)
    assert state.hoard_gems.sum(axis=0).tolist() == [7 * num_seats + 1] * kinds


def test_a_scenario_replaces_the_map() -> None:
    """PG-2.9: doors and contents as they are named, hoards by kind unless they are named."""
    scenario = {
        "players": 2,
        "width": 2,
        "depth": 2,
        "doors": [[0, 1], [1, 3], [3, 8], [3, 6], [7, 2]],
        "rooms": {
            "3": {"creatures": ["ORC", "GOBLIN"], "caches": [4], "trap": 1},
            "8": {"creatures": ["DRAGON"], "hoard_gold": 2, "hoard_gems": [1, 3]},
        },
    }
    state = match(1, 2, scenario=scenario)
    assert state.doors[3].tolist() == [1, -1, 6, 8]
    assert state.doors[2].tolist() == [-1, 7, -1, -1]
    assert state.doors[8].tolist() == [3, -1, -1, -1]
    assert contents(state, 3) == ([ORC, GOBLIN], 4, [0, 0], [4], 1)
    assert contents(state, 8) == ([DRAGON], 2, [1, 3], [], 0)
    assert contents(state, 0) == ([], 0, [0, 0], [], 0)
