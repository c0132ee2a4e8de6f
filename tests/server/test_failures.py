"""Our own failures: a game with a bug, a full disk. One match is void, all others go on."""

from __future__ import annotations

import dataclasses
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
import structlog

from gamereferee.v1 import match_pb2
from referee.core.game import AnyPlugin, Plugin
from referee.replay.reader import load
from referee.replay.verify import verify
from tests.helpers.installed import install
from tests.helpers.toy_base import ToyCodec
from tests.helpers.toy_bid import BidConfig, BidGame
from tests.server.running import BotStream, Referee, bid, running

GAME_PARTS = ("start", "decision", "observe", "step", "digest", "outcome")
CODEC_PARTS = ("encode_observations", "encode_event", "decode_action")


class BuggyError(Exception):
    """What the broken game raises."""


def _broken(part: str) -> AnyPlugin:
    """The bidding toy under the name `broken`, with a method that fails."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise BuggyError(f"a bug in {part}")

    game = BidGame()
    game.info = dataclasses.replace(game.info, game="broken")
    codec: ToyCodec[BidConfig] = ToyCodec(game.parse_action)
    setattr(game if part in GAME_PARTS else codec, part, fail)
    return Plugin(game, codec, "")


@pytest.fixture
def log() -> Iterator[list[Any]]:
    """What is logged."""
    with structlog.testing.capture_logs() as entries:
        yield entries


async def _joined(referee: Referee, game: str) -> tuple[match_pb2.Match, list[BotStream]]:
    """A match of two rounds that both bots have joined."""
    made = await referee.create(game, config_json='{"rounds": 2}')
    streams = [referee.stream(), referee.stream()]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    return made.match, streams


@pytest.mark.parametrize("part", [*GAME_PARTS, *CODEC_PARTS])
async def test_a_bug_in_a_game_voids_its_match_alone(
    referee: Referee, monkeypatch: pytest.MonkeyPatch, log: list[Any], part: str
) -> None:
    """Both bots are told it is the referee's fault, the log has the story, another match goes on."""
    install(monkeypatch, _broken(part))
    healthy, others = await _joined(referee, "toy_bid")
    match, streams = await _joined(referee, "broken")
    while not streams[1].has("ends"):
        for stream in streams:
            while not (stream.has("turns") or stream.has("ends")):
                await stream.read()
            if not stream.has("ends"):
                await stream.answer(await stream.turn(), bid(1))
    for seat, stream in enumerate(streams):
        ended = await stream.ended()
        assert ended.seat == seat
        assert ended.outcome.cause == match_pb2.END_CAUSE_REFEREE_FAULT
        assert ended.outcome.text == f"BuggyError: a bug in {part}"
        assert [result.placement for result in ended.outcome.seats] == [0, 0]
        await stream.settle()  # the stream is not the match's to break
    assert (await referee.get(match.match_id)).outcome.cause == match_pb2.END_CAUSE_REFEREE_FAULT
    (story,) = [entry for entry in log if entry["event"] == "match fails"]
    assert story["match"] == match.match_id
    assert story["cause"] == "REFEREE_FAULT"
    assert story["log_level"] == "error"
    assert story["exc_info"]

    for value in (1, 2):
        for stream in others:
            await stream.answer(await stream.turn(), bid(value))
    assert (await others[0].ended()).outcome.cause == match_pb2.END_CAUSE_RULES
    assert (await referee.get(healthy.match_id)).outcome.cause == match_pb2.END_CAUSE_RULES


async def test_a_bug_that_strikes_a_restart_sets_the_journal_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: list[Any]
) -> None:
    """The server starts all the same, with the matches that can be taken up."""
    install(monkeypatch, _broken("nothing"))
    async with running(tmp_path) as referee:
        broken, streams = await _joined(referee, "broken")
        for stream in streams:
            await stream.answer(await stream.turn(), bid(1))
        assert (await streams[0].turn()).turn == 2
        healthy, _ = await _joined(referee, "toy_bid")
    install(monkeypatch, _broken("decode_action"))
    async with running(tmp_path) as referee:
        assert [host.match_id for host in referee.server.lobby.matches()] == [healthy.match_id]
        names = {path.name for path in referee.server.lobby.folder.journals.iterdir()}
        assert names == {f"{broken.match_id}.journal.broken", f"{healthy.match_id}.journal"}
    (story,) = [entry for entry in log if entry["log_level"] == "error"]
    assert story["journal"] == f"{broken.match_id}.journal"


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Fills the disk, and empties it."""
    write = os.write

    def full(_: int, __: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def fill(is_full: bool) -> None:
        monkeypatch.setattr(os, "write", full if is_full else write)

    return fill


async def test_a_full_disk_voids_the_match(
    tmp_path: Path, disk: Callable[[bool], None], log: list[Any]
) -> None:
    """HOST_FAILURE, told to both bots; its journal is set aside, so that no restart goes on with it."""
    async with running(tmp_path) as referee:
        match, streams = await _joined(referee, "toy_bid")
        turns = [await stream.turn() for stream in streams]
        disk(True)
        for stream, turn in zip(streams, turns, strict=True):
            await stream.answer(turn, bid(1))
        for stream in streams:
            outcome = (await stream.ended()).outcome
            assert outcome.cause == match_pb2.END_CAUSE_HOST_FAILURE
            assert "No space left on device" in outcome.text
            assert [result.placement for result in outcome.seats] == [0, 0]
            await stream.settle()
        stands = await referee.get(match.match_id)
        assert stands.outcome.cause == match_pb2.END_CAUSE_HOST_FAILURE
        disk(False)
        assert [e["match"] for e in log if e["event"] == "match fails"] == [match.match_id]
        assert referee.server.lobby.folder.unfinished() == []
        assert referee.server.lobby.folder.find_replay(match.match_id) is None
        await referee.play(1)
    async with running(tmp_path) as referee:
        assert referee.server.lobby.matches() == []
    aside = tmp_path / "data" / "journals" / f"{match.match_id}.journal.broken"
    kinds = [record.WhichOneof("record") for record in load(aside).records]
    assert kinds == ["header", "secret", "join", "join", "start"]


@pytest.mark.parametrize("rounds", [1, 2])
async def test_a_disk_that_is_full_for_a_moment_does_not_cost_the_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    """The match is void unless it was just over; the records are there in order, and hold."""
    write = os.write
    failures = [OSError(errno.ENOSPC, "No space left on device")]

    def failing(fd: int, data: bytes) -> int:
        if failures:
            raise failures.pop()
        return write(fd, data)

    async with running(tmp_path) as referee:
        match, streams = await _joined(referee, "toy_bid")
        for _ in range(rounds - 1):
            for stream in streams:
                await stream.answer(await stream.turn(), bid(1))
        turns = [await stream.turn() for stream in streams]
        monkeypatch.setattr(os, "write", failing)
        for stream, turn in zip(streams, turns, strict=True):
            await stream.answer(turn, bid(1))
        causes = {(await stream.ended()).outcome.cause for stream in streams}
    assert not failures
    result = verify(tmp_path / "data" / "replays" / f"{match.match_id}.replay")
    assert (result.problem, result.steps) == (None, rounds)
    end = load(result.path).end
    assert end is not None
    assert causes == {end.outcome.cause}
    expected = match_pb2.END_CAUSE_HOST_FAILURE if rounds == 1 else match_pb2.END_CAUSE_RULES
    assert end.outcome.cause == expected


async def test_a_replay_that_can_t_be_written_is_written_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: list[Any]
) -> None:
    """The journal stays until then, and the match is over all the same."""

    def failing(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with running(tmp_path) as referee:
        with monkeypatch.context() as context:
            context.setattr("referee.replay.closing._write_part", failing)
            match_id, _ = await referee.play(2, 1)
            outcome = (await referee.get(match_id)).outcome
            await referee.server.lobby.replays_written()
        assert referee.server.lobby.folder.find_replay(match_id) is None
        assert len(referee.server.lobby.folder.unfinished()) == 1
    assert "the replay can't be written; the journal stays" in [entry["event"] for entry in log]
    async with running(tmp_path) as referee:
        assert referee.server.lobby.folder.unfinished() == []
        assert verify(tmp_path / "data" / "replays" / f"{match_id}.replay").holds
        assert (await referee.get(match_id)).outcome == outcome
