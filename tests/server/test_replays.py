"""ReplayService: the replays of ended matches, and nothing else from the disk."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import replay_pb2, replay_service_pb2
from referee.replay.journal import read_records
from referee.replay.reader import Replay, load
from referee.server.lobby.archive import Archive
from tests.server.running import Problem, Referee, bid, refusal, running, soon, untimed

GetReplay = replay_service_pb2.GetReplayRequest


async def _listed(referee: Referee, **fields: Any) -> replay_service_pb2.ListReplaysResponse:
    request = replay_service_pb2.ListReplaysRequest(**fields)
    page: replay_service_pb2.ListReplaysResponse = await soon(referee.replays.ListReplays(request))
    return page


async def _records(referee: Referee, match_id: str) -> list[replay_pb2.Record]:
    call = referee.replays.GetReplay(GetReplay(match_id=match_id))
    records: list[replay_pb2.Record] = []
    while isinstance(response := await soon(call.read()), replay_service_pb2.GetReplayResponse):
        assert 1 <= len(response.records) <= 64
        records += response.records
    return records


async def test_the_replay_of_an_ended_match_is_served(referee: Referee) -> None:
    """All records in order, as in its file, and without the secret."""
    match_id, _ = await referee.play(*range(20), config_json='{"rounds": 20, "purse": 1000}')
    await referee.server.lobby.replays_written()
    path = referee.server.lobby.folder.find_replay(match_id)
    assert path is not None
    records = await _records(referee, match_id)
    assert records == list(read_records(path))
    kinds = [record.WhichOneof("record") for record in records]
    assert kinds == ["header", "join", "join", "start", *["step"] * 20, "end"]


async def test_a_replay_that_is_being_written_is_waited_for(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who learns of the end, and asks at once, gets the replay, not an error."""
    written = threading.Event()
    close = Archive._close

    def close_late(archive: Archive, match_ids: list[str]) -> list[Exception | None]:
        written.wait()
        return close(archive, match_ids)

    monkeypatch.setattr(Archive, "_close", close_late)
    match_id, _ = await referee.play(1)
    asked = asyncio.create_task(_records(referee, match_id))
    unknown = await refusal(referee.replays.GetReplay(GetReplay(match_id="absent")).read())
    assert unknown.reason == "UNKNOWN_REPLAY"  # not held up by the other call, which waits
    assert not asked.done()
    written.set()
    records = await asked
    assert records[-1].WhichOneof("record") == "end"


async def test_a_long_replay_comes_in_several_messages(referee: Referee) -> None:
    """64 records each at most."""
    made = await referee.create("toy_dig", config_json='{"turns": 10, "orders": 10}')
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    while not stream.has("ends"):
        while stream.has("turns"):
            turn = await stream.turn()
            await stream.answer(turn, bid(0))
        await stream.read()
    await referee.server.lobby.replays_written()
    records = await _records(referee, made.match.match_id)
    assert len(records) == 5 + 200


async def test_a_running_match_has_no_replay(referee: Referee) -> None:
    """Its journal holds what nobody may know yet."""
    made = await referee.create()
    match_id = made.match.match_id
    problem = await refusal(referee.replays.GetReplay(GetReplay(match_id=match_id)).read())
    text = f"no replay of match {match_id!r}; it is unknown or not over"
    assert problem == Problem("NOT_FOUND", "UNKNOWN_REPLAY", text)
    assert not (await _listed(referee)).replays


@pytest.mark.parametrize(
    "match_id",
    [
        "",
        "absent",
        ".",
        "..",
        "../lock",
        "../journals/secret",
        "/etc/passwd",
        "a/b",
        "A",
        "a\0",
        "a\n",
        "ä",
        "x" * 10_000,
    ],
)
async def test_no_other_file_can_be_had(referee: Referee, match_id: str) -> None:
    """Whatever the id is made to look like."""
    journals = referee.server.lobby.folder.journals
    (journals / "secret.replay").write_bytes(b"secret")
    problem = await refusal(referee.replays.GetReplay(GetReplay(match_id=match_id)).read())
    text = f"no replay of match {match_id[:40]!r}; it is unknown or not over"
    assert problem == Problem("NOT_FOUND", "UNKNOWN_REPLAY", text)


@pytest.mark.parametrize("damage", ["cut off", "garbage"])
async def test_a_damaged_replay_is_data_loss(referee: Referee, damage: str) -> None:
    """Said without telling where on the disk it is; it is still listed."""
    match_id, _ = await referee.play(1)
    await referee.server.lobby.replays_written()
    path = referee.server.lobby.folder.replay_path(match_id)
    path.write_bytes(path.read_bytes()[:-5] if damage == "cut off" else b"garbage")
    problem = await refusal(referee.replays.GetReplay(GetReplay(match_id=match_id)).read())
    text = f"the replay of match {match_id} is damaged"
    assert problem == Problem("DATA_LOSS", "CORRUPT_REPLAY", text)
    assert [info.match_id for info in (await _listed(referee)).replays] == [match_id]


async def test_replays_are_listed_newest_first(referee: Referee) -> None:
    """By page; equal times are told apart by id, and what is deleted meanwhile is skipped."""
    folder = referee.server.lobby.folder
    for name, seconds in (("one", 1), ("two", 2), ("twin", 2), ("three", 3), ("four", 4)):
        path = folder.replay_path(name)
        path.write_bytes(b"x" * seconds)
        os.utime(path, (seconds, seconds))
    (folder.replays / "five.replay.part").touch()
    everything = await _listed(referee)
    order = ["four", "three", "two", "twin", "one"]
    assert [info.match_id for info in everything.replays] == order
    assert [info.size_bytes for info in everything.replays] == [4, 3, 2, 2, 1]
    assert [info.close_time.seconds for info in everything.replays] == [4, 3, 2, 2, 1]
    assert everything.next_page_token == ""
    first = await _listed(referee, page_size=2)
    assert [info.match_id for info in first.replays] == order[:2]
    folder.replay_path("three").unlink()
    second = await _listed(referee, page_size=2, page_token=first.next_page_token)
    assert [info.match_id for info in second.replays] == order[2:4]
    last = await _listed(referee, page_size=2, page_token=second.next_page_token)
    assert ([info.match_id for info in last.replays], last.next_page_token) == (order[4:], "")


@pytest.mark.parametrize("size", [-1, 1001])
async def test_pages_are_bounded(referee: Referee, size: int) -> None:
    """From 0 to 1000."""
    request = replay_service_pb2.ListReplaysRequest(page_size=size)
    problem = await refusal(referee.replays.ListReplays(request))
    assert problem == Problem(
        "INVALID_ARGUMENT",
        "BAD_FIELD",
        f"page_size must be from 0 to 1000, not {size}",
        ("page_size",),
    )


async def test_a_restarted_server_knows_its_ended_matches(tmp_path: Path) -> None:
    """A bot that was away learns how its match ended, and an organizer too."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(3, 1)
        before = await referee.get(match_id)
        token = referee.server.lobby.tokens(referee.server.lobby.match(match_id))[0]
    async with running(tmp_path) as referee:
        stream = referee.stream()
        (joined,) = await stream.join(token)
        assert (joined.match_id, joined.seat, joined.rejoined) == (match_id, 0, True)
        ended = await stream.ended()
        assert (ended.outcome, ended.reveal) == (untimed(before.outcome), before.reveal)
        assert ended.HasField("events")
        after = await referee.get(match_id)
        assert after == before
        await stream.present(token[:-1])
        assert (await stream.refused()).reason == "BAD_TOKEN"


async def test_invented_tokens_of_ended_matches_cost_no_simulation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are found out by the replay's first record; the right token is let in after as many as one likes."""
    async with running(tmp_path) as referee:
        matches = [(await referee.play(1))[0] for _ in range(3)]
        lobby = referee.server.lobby
        tokens = [lobby.tokens(lobby.match(match_id)) for match_id in matches]
    loaded: list[Path] = []

    def noted(path: Path) -> Replay:
        loaded.append(path)
        return load(path)

    monkeypatch.setattr("referee.server.lobby.past.load", noted)
    async with running(tmp_path) as referee:
        stream = referee.stream()
        for match_id, (own, other) in zip(matches, tokens, strict=True):
            secret = own.rpartition(".")[2]
            for wrong in (own[:-1], f"{match_id}.1.{secret}", f"{match_id}.9.{secret}", other[:-1]):
                await stream.present(wrong)
                assert (await stream.refused()).reason == "BAD_TOKEN"
        assert loaded == []
        (joined,) = await stream.join(tokens[1][1])
        assert (joined.match_id, joined.seat) == (matches[1], 1)
        assert [path.stem for path in loaded] == [matches[1]]


async def test_a_restarted_server_makes_nothing_of_a_damaged_replay(tmp_path: Path) -> None:
    """Its match is unknown."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(1)
        token = referee.server.lobby.tokens(referee.server.lobby.match(match_id))[0]
    path = tmp_path / "data" / "replays" / f"{match_id}.replay"
    path.write_bytes(path.read_bytes()[:-5])
    async with running(tmp_path) as referee:
        stream = referee.stream()
        await stream.present(token)
        assert (await stream.refused()).reason == "BAD_TOKEN"
