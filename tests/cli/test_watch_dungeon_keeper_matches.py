"""`referee watch` of real matches of Dungeon Keeper: the rulebook's map, deltas under fog, replays, a live one."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.v1 import lobby_service_pb2
from referee.cli.watch.live import LiveSource
from referee.cli.watch.printing import frame_text
from referee.core.rng import Stream
from referee.core.view import Sight
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.orders.kinds import Batch
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.view import VIEW
from referee.replay.recorded import RecordedSource
from referee.replay.wire import packed
from tests.games.dungeon_keeper.worked_map import WORKED_MAP
from tests.replay.recording import Recorder
from tests.server.running import running, soon

SMALL = DungeonKeeperConfig(preset="small")
SMALL_BOARD = wire.Config(preset=wire.PRESET_SMALL).SerializeToString()
FOGGY = DungeonKeeperConfig(preset="small", fog_of_war=True)

OWNED = {
    **{(2, 2): "1A", (2, 0): "1C", (0, 2): "1S3"},
    **{(12, 12): "0A", (12, 14): "0C", (14, 12): "0S3"},
    **{(0, 13): " S1", (14, 1): " S1", (7, 7): " S3"},
}
"""Seat 0 has the base at 12-12, seat 1 that at 2-2."""


def _board(lines: list[str], size: int) -> list[list[str]]:
    """Cells of the board in a plain frame."""
    start = next(index for index, line in enumerate(lines) if line.startswith("round ")) + 2
    margin = 2 + 3  # the indent of a part, the numbers of rows
    rows = [f"{line:<{margin + 3 * size}}"[margin:] for line in lines[start : start + size]]
    return [[row[3 * col : 3 * col + 3].rstrip() for col in range(size)] for row in rows]


def _frames(path: Path, seat: int | None = None) -> list[list[str]]:
    source = RecordedSource(path, seat)
    return [frame_text(source.heading, frame).splitlines() for frame in source.frames()]


def _recorded(path: Path, config: dict[str, object], steps: int) -> Path:
    """A match with seed 1 in random play."""
    recorder = Recorder(PLUGIN, path, num_seats=2, fixed_seed=1, config=config)
    recorder.join_all()
    dice = Stream(7)
    for _ in range(steps):
        recorder.answer(dice)
    recorder.journal.close()
    return path


def test_the_worked_map_is_shown_cell_by_cell(tmp_path: Path) -> None:
    """DK-2.19, where the artifacts are swords; the turn order is 0, 1."""
    (lines,) = _frames(_recorded(tmp_path / "m.journal", {"preset": "small"}, 0))
    letters = {"a": " as"}
    expected = [
        [OWNED.get((row, col), letters.get(look, f" {look}")) for col, look in enumerate(line)]
        for row, line in enumerate(WORKED_MAP)
    ]
    assert _board(lines, 15) == expected
    assert "round 1 of 60, turn of 0 ada:" in lines
    assert "  >0 ada          altar 100   265" in lines  # 2 * 100 + 20 * 3 + (50 + 8) // 10
    assert "   1 seat 1       altar 100   265" in lines


def _plain(state: State, seat: int, config: DungeonKeeperConfig) -> dict[str, Any]:
    (data,) = PLUGIN.codec.encode_observations(config, PLUGIN.game.observe(state, [seat]))
    return json_format.MessageToDict(
        wire.Observation.FromString(data),
        preserving_proto_field_name=True,
        always_print_fields_with_no_presence=True,
    )


def _seen(before: DungeonSight | None, told: dict[str, Any]) -> DungeonSight:
    sight = Sight({told["you"]: told}, (), {"fog_of_war": True}, ("ada", "bob"))
    return VIEW.followed(before, sight)


@pytest.mark.parametrize("config", [SMALL, FOGGY])
def test_deltas_put_together_are_the_whole(config: DungeonKeeperConfig) -> None:
    """In a match of random orders, each a batch of its own: what is followed is what the seat may know."""
    game, dice = PLUGIN.game, Stream(3)
    state, _ = game.start(config, seed=2, num_seats=2)
    followed: dict[int, DungeonSight | None] = {0: None, 1: None}
    num_deltas = 0
    while (point := game.decision(state)) is not None and num_deltas < 150:
        (seat,) = point.seats
        for order in game.random_action(state, seat, dice).orders:
            followed[seat] = _seen(followed[seat], _plain(state, seat, config))
            whole = game.copy(state)
            game.step(whole, {seat: Batch((order,))})
            game.step(state, {seat: Batch((order,), delta=True)})
            if state.match[c.OVER]:
                break
            told, told_whole = (_plain(after, seat, config) for after in (state, whole))
            assert (told["is_delta"], told_whole["is_delta"]) == (True, False)
            followed[seat] = _seen(followed[seat], told)
            num_deltas += 1
            belief, expected = followed[seat], _seen(None, told_whole)
            assert belief is not None
            assert belief.by_seat[seat] == expected.by_seat[seat]
            assert list(belief.by_seat[seat].units) == list(expected.by_seat[seat].units)
        game.step(state, {seat: None})
    assert num_deltas >= 100


def test_a_seat_is_shown_its_own_knowledge_and_everybody_that_of_all(tmp_path: Path) -> None:
    """Under fog, at the start: seat 0 has not seen the base at 2-2, seat 1 not that at 12-12, all both.

    The centre was seen by nobody. Between the bases everything stays unknown.
    """
    path = _recorded(tmp_path / "m.journal", {"preset": "small", "fog_of_war": True}, 12)
    first, second, both = (_frames(path, seat) for seat in (0, 1, None))
    assert len(first) == len(second) == len(both) == 13
    boards = [_board(frames[0], 15) for frames in (first, second, both)]
    assert [(board[12][12], board[2][2], board[7][7]) for board in boards] == [
        ("0A", " ?", " ?"),
        (" ?", "1A", " ?"),
        ("0A", "1A", " ?"),
    ]
    assert any("what it has is not known" in line for line in first[0])
    assert not any("what it has is not known" in line for frame in both for line in frame)
    assert not any("units of 1" in line for line in first[0])


async def test_the_public_of_a_live_match_sees_the_board(tmp_path: Path) -> None:
    """DK-2.19 again, without anybody's eyes."""
    async with running(tmp_path) as server:
        policy = lobby_service_pb2.SeedPolicy(fixed=1)
        config = packed("gamereferee.games.dungeon_keeper.v1.Config", SMALL_BOARD)
        made = await server.create("dungeon_keeper", config=config, seed_policy=policy)
        stream = server.stream()
        await stream.join(*made.seat_tokens)
        await stream.turn()
        source = await asyncio.to_thread(LiveSource, made.match.match_id, server.address)
        frame = await soon(asyncio.to_thread(next, source.frames()))
        source.stop()
    board = _board(frame_text(source.heading, frame).splitlines(), 15)
    cells = itertools.product(range(15), range(15))
    assert {cell: board[cell[0]][cell[1]] for cell in cells if cell in OWNED} == OWNED
