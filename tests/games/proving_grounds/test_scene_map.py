"""The map of Proving Grounds as browsers are shown it: where rooms are, and what is known of them and their doors."""

from __future__ import annotations

import pytest

from referee.core.scene import (
    Bar,
    Door,
    Scene,
    Style,
    spans_text,
)
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.rooms import add_spikes
from referee.games.proving_grounds.view.layout import Layout
from referee.games.sights import Eyes
from tests.games.proving_grounds.looking import (
    ALL,
    PUBLIC,
    begun,
    field_of,
    is_hidden,
    row_texts,
    rows_of,
    scene_of,
    space_of,
    tokens_at,
)


def test_sectors_lie_around_the_hall() -> None:
    """Four: two above and two below, upside down; entry rooms in their middle columns (PG-2.4)."""
    layout = Layout(4, 3, 5)
    assert [layout.place(room) for room in (1, 16, 31, 46)] == [(0, 1), (0, 4), (10, 4), (10, 1)]
    assert layout.place(60) == (5, 3)
    # The first and the last row of sectors 0 and 2.
    assert [layout.place(room) for room in (0, 2, 12, 14)] == [(0, 0), (0, 2), (4, 0), (4, 2)]
    assert [layout.place(room) for room in (30, 32, 42, 44)] == [(10, 5), (10, 3), (6, 5), (6, 3)]


@pytest.mark.parametrize("sectors", range(2, 9))
@pytest.mark.parametrize(("width", "depth"), [(3, 5), (2, 2), (6, 10)])
def test_neighbours_are_beside_each_other(sectors: int, width: int, depth: int) -> None:
    """But for where a row of sectors ends, which are two places; every room has a place of its own."""
    layout = Layout(sectors, width, depth)
    places = [layout.place(room) for room in range(layout.hall + 1)]
    assert len(set(places)) == len(places)
    assert min(row for row, _ in places) == min(column for _, column in places) == 0
    edges = list(layout.edges())
    # In a sector, to the next sector, to the hall.
    inside = depth * (width - 1) + (depth - 1) * width
    assert len(set(edges)) == sectors * (inside + depth + width)
    apart = [edge for edge in edges if layout.are_apart(*edge)]
    assert len(apart) == 2 * depth
    for room, other in set(edges) - set(apart):
        (row, column), (far_row, far_column) = layout.place(room), layout.place(other)
        if other == layout.hall:
            assert abs(row - far_row) == 1
        else:
            assert abs(row - far_row) + abs(column - far_column) == 1


def test_a_room_stays_where_it_is() -> None:
    """Whatever is known of it, and whoever has it."""
    state = begun()
    before = space_of(scene_of(state, Eyes(1)))
    state.levels[:] = 4
    state.rooms[[3, 7], c.OWNER] = 2
    after = space_of(scene_of(state, ALL))
    assert list(before.rooms) == list(after.rooms) == [f"r{room}" for room in range(61)]
    for id, room in before.rooms.items():  # noqa: A001
        assert (room.row, room.column) == (after.rooms[id].row, after.rooms[id].column)
    assert before.rooms["r1"].name == "entry 1"
    assert before.rooms["r17"].group == "sector 1"
    assert (before.rooms["r60"].name, before.rooms["r60"].group) == ("hall", "")


def test_a_seat_has_its_party_in_the_middle() -> None:
    """Where most of its heroes are; everybody together, and the public, have the hall."""
    state = begun()
    state.heroes[1, :2, c.ROOM] = 17
    assert [field_of(scene_of(state, eyes)).focus for eyes in (Eyes(0), Eyes(1), ALL, PUBLIC)] == [
        *("r1", "r16", "r60", "r60"),
    ]
    state.heroes[1, 2, c.ROOM] = 17
    assert field_of(scene_of(state, Eyes(1))).focus == "r17"


# Rooms and doors.


def test_each_level_tells_more_of_a_room() -> None:
    """PG-6.2: room 7 of PG-8.2 has two Orcs of 8, two Goblins of 4 hit points, 8 gold and a ruby."""
    state = begun()
    seen = []
    for level in range(5):
        state.levels[0, 7] = level
        scene = scene_of(state, Eyes(0))
        room = space_of(scene).rooms["r7"]
        seen.append((tokens_at(scene, "r7"), room.style, any(map(is_hidden, room.lines))))
    assert [sorted(tokens) for tokens, _, _ in seen] == [
        [],
        ["c7.any"],
        ["c7.goblin", "c7.orc"],
        ["c7.goblin", "c7.orc", "g7"],
        ["c7.goblin", "c7.orc", "g7"],
    ]
    assert [style for _, style, _ in seen] == [Style.HIDDEN, *[Style.TEXT] * 4]
    assert [is_open for _, _, is_open in seen] == [True, True, True, False, False]
    orcs = [tokens["c7.orc"] for tokens, _, _ in seen[2:4]]
    assert [token.count for token in orcs] == [2, 2]
    assert [token.bars for token in orcs] == [(), (("hp", Bar(16, 16)),)]
    assert [is_hidden(token.tip[0]) for token in orcs] == [True, False]
    treasure = seen[3][0]["g7"]
    assert [spans_text(line) for line in treasure.tip] == ["hoard: 8 gold, 1 ruby"]


def test_nothing_known_of_a_room_is_not_nothing() -> None:
    """Room 0 of PG-8.2 is empty: who knows that is told so, and who doesn't is told that."""
    state = begun()
    state.levels[0, 0] = 4
    assert not any(map(is_hidden, space_of(scene_of(state, Eyes(0))).rooms["r0"].lines))
    assert any(map(is_hidden, space_of(scene_of(state, Eyes(1))).rooms["r0"].lines))
    assert any(map(is_hidden, space_of(scene_of(state, PUBLIC)).rooms["r0"].lines))


def _doors(scene: Scene, *ids: str) -> dict[str, Door]:
    """Doors between any of these rooms, by their ends."""
    return {
        f"{door.one} {door.other}": door
        for door in space_of(scene).doors
        if {door.one, door.other} <= set(ids)
    }


def test_doors_are_open_spiked_unknown_or_not_there() -> None:
    """PG-6.3 with the doors of PG-8.2: 6 and 7, 7 and 8 are joined, 4 and 7 are not."""
    state = begun()
    add_spikes(state, 7, 8)
    ids = ("r3", "r4", "r6", "r7", "r8")
    assert {
        ends: (door.style, door.text)
        for ends, door in _doors(scene_of(state, Eyes(1)), *ids).items()
    } == dict.fromkeys(("r3 r4", "r3 r6", "r4 r7", "r6 r7", "r7 r8"), (Style.HIDDEN, ""))
    state.levels[0, 7] = 3
    seen = _doors(scene_of(state, Eyes(0)), *ids)
    assert "r4 r7" not in seen
    assert (seen["r7 r8"].style, seen["r7 r8"].text) == (Style.TEXT, "spiked?")
    state.levels[0, 7] = 4
    seen = _doors(scene_of(state, Eyes(0)), *ids)
    assert (seen["r6 r7"].style, seen["r6 r7"].text) == (Style.TEXT, "")
    assert (seen["r7 r8"].style, seen["r7 r8"].text) == (Style.WARN, "spiked")


def test_a_door_around_the_hall_is_told_in_its_rooms() -> None:
    """PG-8.2: door L50 of room 3 leads from the first sector to the last, which lies below."""
    state = begun()
    state.levels[0, [3, 50]] = 4
    rooms = space_of(scene_of(state, ALL)).rooms
    assert [spans_text(line) for line in rooms["r3"].lines] == ["↪50"]
    assert [spans_text(line) for line in rooms["r50"].lines] == ["↪3"]
    assert rooms["r3"].lines[0][0].ref == "r50"
    assert not _doors(scene_of(state, ALL), "r3", "r50")
    unknown = space_of(scene_of(state, Eyes(1))).rooms["r3"].lines
    assert [spans_text(line) for line in unknown] == ["?", "↪50?"]
    assert all(map(is_hidden, unknown))


def test_owners_are_public() -> None:
    """PG-6.1: an entered room of somebody, one of nobody, and what no one has entered."""
    state = begun()
    state.rooms[[0, 2], c.EXPLORED] = 1
    state.rooms[0, c.OWNER] = 3
    rooms = space_of(scene_of(state, PUBLIC)).rooms
    assert [rooms[place].style for place in ("r0", "r2", "r3")] == [
        Style.FOURTH,
        Style.FAINT,
        Style.HIDDEN,
    ]
    assert [spans_text(rooms[place].lines[0]) for place in ("r0", "r2")] == ["of 3", "entered"]
    assert rooms["r0"].lines[0][0].ref == "seat:3"


def test_traps_are_seen_by_who_may_know() -> None:
    """PG-6.4: room 9 of PG-8.2 has one, which is hidden even from who knows all else."""
    state = begun()
    state.levels[0, 9] = 4
    scene = scene_of(state, Eyes(0))
    assert "t9" not in tokens_at(scene, "r9")
    assert is_hidden(rows_of(scene, "rooms")["room9"].cells[-1])
    state.rooms[9, c.OWNER] = 0
    scene = scene_of(state, Eyes(0))
    assert tokens_at(scene, "r9")["t9"].kind.name == "trap"
    assert row_texts(rows_of(scene, "rooms")["room9"])[-1] == "yes"
