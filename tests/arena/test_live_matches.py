"""Live matches in the arena: their frames in order, for those who come late, read slowly or lose the server."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import any_pb2

from gamereferee.v1 import lobby_service_pb2, play_service_pb2
from referee.core.rng import Stream
from referee.games import registry
from referee.replay.wire import TYPE_PREFIX
from referee_arena.scenes.delta import applied
from referee_arena.server import live_streams
from tests.arena.arena import Arena, arena_running, read_stream
from tests.server.bidding import begun, play_bids
from tests.server.running import Referee, bid, running

pytestmark = pytest.mark.usefixtures("toys")

Policy = lobby_service_pb2.SpectatePolicy


async def test_a_live_match_is_listed_and_shown_to_its_end(arena: Arena, referee: Referee) -> None:
    """The frames of the stream, put on each other, are what the chunks say."""
    made, stream = await begun(referee, 3)
    base = f"/api/matches/{made.match.match_id}/public"
    listed = (await arena.json("/api/matches"))["matches"]
    assert [(match["id"], match["phase"]) for match in listed] == [(made.match.match_id, "running")]
    index = await arena.json(f"{base}/index")
    assert (index["format"], index["over"], index["timeline"]) == (2, False, [{"step": 0}])
    for bids in ((1, 2), (2, 1), (3, 4)):
        await play_bids(stream, *bids)
    told = await read_stream(arena, f"{base}/stream?from=0", 99)
    assert [kind for kind, _, _ in told] == ["frame"] * 5 + ["over"]
    frame: Any = None
    for _, _, data in told[:-1]:
        frame = applied(frame, data["told"])
    assert frame["step"] == 3
    assert frame["outcome"]
    replayed: Any = None
    for change in await arena.json(f"{base}/chunks/0"):
        replayed = applied(replayed, change)
    assert replayed == frame
    assert (await arena.json(f"{base}/index"))["over"] is True


async def test_who_joins_late_sees_the_match_from_its_start(arena: Arena, referee: Referee) -> None:
    """The referee tells a watcher only what comes; the arena has kept what was."""
    made, stream = await begun(referee, 5)
    base = f"/api/matches/{made.match.match_id}/public"
    await arena.json(f"{base}/index")
    for _ in range(3):
        await play_bids(stream, 1, 2)
    await read_stream(arena, f"{base}/stream?from=3", 3)
    late = arena.new_browser()
    chunk = (await late.get(f"{base}/chunks/0")).json()
    await late.aclose()
    assert [change[0]["step"] if isinstance(change, list) else change["step"] for change in chunk[:4]] == [0, [1], [2], [3]]  # fmt: skip


async def test_the_first_to_look_sees_the_match_from_its_start(
    arena: Arena, referee: Referee
) -> None:
    """However late: nobody has watched before, neither an arena nor anybody else."""
    made, stream = await begun(referee, 9)
    for _ in range(6):
        await play_bids(stream, 1, 2)
    await stream.settle()
    await arena.post("/api/tokens", {"token": made.seat_tokens[1]})
    for eyes in ("public", "seat-1"):
        index = await arena.json(f"/api/matches/{made.match.match_id}/{eyes}/index")
        assert [entry["step"] for entry in index["timeline"]] == [0, 1, 2, 3, 4, 5, 6], eyes
    await play_bids(stream, 2, 1)
    told = await read_stream(arena, f"/api/matches/{made.match.match_id}/public/stream?from=6", 7)
    assert [(kind, number) for kind, number, _ in told] == [("frame", 6), ("frame", 7)]


async def test_a_card_of_an_unwatched_match_has_its_score(arena: Arena, referee: Referee) -> None:
    """It is that of an arena which has watched from the start; one frame alone would not tell it."""
    made = await referee.create("diceman", config_json='{"games": 9}')
    latest = f"/api/matches/{made.match.match_id}/public/latest"
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    turns = [await stream.turn() for _ in range(2)]
    plugin, dice = registry.find("diceman"), Stream(5, 7)
    machine = referee._host(made.match.match_id).machine
    async with arena_running(referee=referee.address) as early:
        await early.json(latest)
        for _ in range(17):
            for turn in turns:
                action = plugin.game.random_action(machine.state, turn.seat, dice)
                payload = any_pb2.Any(
                    type_url=TYPE_PREFIX + plugin.codec.action_type,
                    value=plugin.codec.encode_action(action),
                )
                await stream.answer(turn, payload)
            turns = [await stream.turn() for _ in range(2)]
        await stream.settle()
        late = (await arena.json(latest))["told"][0]
        assert late["step"] == 17
        assert all(seat["value"] is not None for seat in late["story"]["score"]["seats"])
        base = latest.removesuffix("/latest")
        await read_stream(early, f"{base}/stream?from=17", 17)
        assert (await early.json(latest))["told"][0] == late
        index = f"{base}/index"
        assert (await early.json(index))["timeline"] == (await arena.json(index))["timeline"]


async def test_frames_follow_each_other_over_restarts(tmp_path: Path) -> None:
    """Of the referee while the arena goes on, and of the arena after it."""
    address = f"unix:{tmp_path}/referee.sock"
    async with arena_running(referee=address) as arena:
        async with running(tmp_path) as referee:
            made, stream = await begun(referee, 9)
            base = f"/api/matches/{made.match.match_id}/public"
            for _ in range(3):
                await play_bids(stream, 1, 2)
            await stream.settle()
            assert len((await arena.json(f"{base}/index"))["timeline"]) == 4
        async with running(tmp_path) as referee:
            stream = referee.stream()
            await stream.join(*made.seat_tokens)
            for _ in range(3):
                await play_bids(stream, 1, 2)
            await stream.settle()
            told = await read_stream(arena, f"{base}/stream?from=3", 6)
            frames = [(kind, number) for kind, number, _ in told if kind != "state"]
            assert frames == [("frame", number) for number in (3, 4, 5, 6)]
            chunk = await arena.json(f"{base}/chunks/0")
            async with arena_running(referee=address) as later:
                await later.json(f"{base}/index")
                assert await later.json(f"{base}/chunks/0") == chunk


async def test_a_slow_reader_is_put_at_the_newest_frame(
    arena: Arena, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the newest frame whole and the timeline of the frames that it missed; nothing waits for it."""
    monkeypatch.setattr(live_streams, "MOST_BEHIND", 2)
    made, stream = await begun(referee, 9)
    base = f"/api/matches/{made.match.match_id}/public"
    await arena.json(f"{base}/index")
    for _ in range(6):
        await play_bids(stream, 1, 2)
    await read_stream(arena, f"{base}/stream?from=6", 6)
    (kind, number, data), *_ = await read_stream(arena, f"{base}/stream?from=0", 6)
    assert (kind, number) == ("skip", 6)
    assert data["told"][0]["step"] == 6
    assert [entry["step"] for entry in data["timeline"]] == [0, 1, 2, 3, 4, 5, 6]


async def test_frames_of_an_arena_that_ran_before_are_told_apart(
    arena: Arena, referee: Referee
) -> None:
    """Its frame numbers would mean other frames now, so the page must be loaded again."""
    made, _ = await begun(referee, 2)
    base = f"/api/matches/{made.match.match_id}/public"
    name = (await arena.json(f"{base}/index"))["history"]
    assert await read_stream(arena, f"{base}/stream?from=0&history={name}", 0)
    refused = await arena.json(f"{base}/stream?from=0&history=another", 409)
    assert "load the page again" in refused["error"]


async def test_live_flags_are_those_of_the_replay(arena: Arena, referee: Referee) -> None:
    """The public view and the full view show a forfeited seat at once."""
    policy = Policy(full_view_delay=0)
    made, stream = await begun(
        referee, 2, num_seats=3, players=["ada", "bob", "cy"], spectate_policy=policy
    )
    match = made.match.match_id
    live = {eyes: f"/api/matches/{match}/{eyes}" for eyes in ("public", "all")}
    for base in live.values():
        await arena.json(f"{base}/index")
    turns = sorted([await stream.turn() for _ in range(3)], key=lambda turn: turn.seat)
    await stream.send(resigns=[play_service_pb2.Resign(match_id=match, seat=2)])
    await stream.send(skips=[play_service_pb2.Skip(match_id=match, seat=1, turn=1)])
    await stream.answer(turns[0], bid(1))
    await play_bids(stream, 1, 2)
    flags = {}
    for eyes, base in live.items():
        await read_stream(arena, f"{base}/stream?from=0", 99)
        flags[eyes] = [
            told.get("flags") for told in (await arena.json(f"{base}/index"))["timeline"]
        ]
    forfeit = ["forfeit", "cy has forfeited", 2]
    assert flags["public"][:3] == [None, [forfeit], None]
    assert flags["all"][1] == [["strike", "bob has missed a deadline", 1], forfeit]
    await referee.replays_written()
    for eyes, told in flags.items():
        replayed = (await arena.json(f"/api/replays/{match}/{eyes}/index"))["timeline"]
        assert [each.get("flags") for each in replayed] == told


async def test_batches_of_a_match_that_is_over_are_bounded(
    arena: Arena, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader says from where it wants to read, and each place has a batch of its own."""
    monkeypatch.setattr(live_streams, "MOST_BATCHES", 4)
    made, stream = await begun(referee, 9)
    base = f"/api/matches/{made.match.match_id}/public"
    await arena.json(f"{base}/index")
    for _ in range(9):
        await play_bids(stream, 1, 2)
    await read_stream(arena, f"{base}/stream?from=0", 99)
    everything = [each for each in gc.get_objects() if isinstance(each, live_streams.LiveStream)]
    (stream_kept,) = [each for each in everything if each._request.match_id == made.match.match_id]
    # Not by requests: new frames that are sent between two of them would remove the batches so far.
    for number in range(9):
        (batch,) = [kept async for kept in stream_kept.read(number, lambda: False)][:1]
        assert batch[0].number == number
    assert len(stream_kept._batches) == live_streams.MOST_BATCHES
