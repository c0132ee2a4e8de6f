"""Taking journals up at the start: what is damaged, torn, or can't be read just now."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
import structlog

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.replay.reader import load
from referee.replay.verify import verify
from referee.server.lobby import folder as folder_module
from referee.server.lobby import recovery as recovery_module
from tests.server.running import Referee, bid, refusal, running, until

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.journal"))


def _journals(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "journals"
    path.mkdir(parents=True, exist_ok=True)
    return path


async def test_no_flipped_bit_costs_anything_in_silence(tmp_path: Path) -> None:
    """In 200 folders of six journals: each that is hit is set aside as it was, and the log says so."""
    dice = random.Random(3)
    for _ in range(200):
        journals = _journals(tmp_path)
        expected: dict[str, bytes] = {}
        for path in RECORDED:
            data = bytearray(path.read_bytes())
            bit = dice.randrange(8 * len(data))
            data[bit // 8] ^= 1 << bit % 8
            (journals / path.name).write_bytes(data)
            expected[f"{path.name}.broken"] = bytes(data)
        with structlog.testing.capture_logs() as log:
            async with running(tmp_path) as referee:
                assert referee.server.recovered == 0
        told = [entry for entry in log if entry["log_level"] == "error"]
        assert {f"{entry['journal']}.broken" for entry in told} == set(expected)
        assert {path.name: path.read_bytes() for path in journals.iterdir()} == expected
        shutil.rmtree(tmp_path / "data")


async def test_a_torn_tail_is_kept(tmp_path: Path) -> None:
    """The match goes on without it; a second one is kept beside the first."""
    journals = _journals(tmp_path)
    source = RECORDED[0]
    data = source.read_bytes()
    (journals / source.name).write_bytes(data + bytes(7))
    with structlog.testing.capture_logs() as log:
        async with running(tmp_path) as referee:
            assert referee.server.recovered == 1
    (entry,) = [entry for entry in log if entry["event"].startswith("a torn tail")]
    assert (entry["bytes"], entry["kept"]) == (7, f"{source.name}.torn")
    assert (journals / f"{source.name}.torn").read_bytes() == bytes(7)
    assert (journals / f"{source.name}.torn").stat().st_mode & 0o777 == 0o600
    now = (journals / source.name).read_bytes()
    assert now.startswith(data)
    (journals / source.name).write_bytes(now[:-3])
    async with running(tmp_path) as referee:
        assert referee.server.recovered == 1
    lost = (journals / f"{source.name}.torn-2").read_bytes()
    assert now.endswith(lost + now[-3:])


async def test_a_beginning_that_was_torn_off_is_kept_too(tmp_path: Path) -> None:
    """Nobody was told of such a match; its journal goes, and what was in it stays."""
    journals = _journals(tmp_path)
    begun = RECORDED[0].read_bytes()[:30]
    (journals / "m.journal").write_bytes(begun)
    async with running(tmp_path) as referee:
        assert referee.server.recovered == 0
    assert {path.name: path.read_bytes() for path in journals.iterdir()} == {
        "m.journal.torn": begun
    }


async def test_probes_of_killed_servers_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is killed while it probes leaves one file at most, whose name is the same every time."""
    journals = _journals(tmp_path)
    for name in (".probe-4711", ".probe-4712"):  # so they were called once, by the process
        (journals / name).write_bytes(bytes(10))
    shutil.copy(RECORDED[0], journals)
    with monkeypatch.context() as context:
        context.setattr(Path, "unlink", lambda *_, **__: None)  # as if it were killed before that
        async with running(tmp_path) as referee:
            assert referee.server.recovered == 1
    assert len(list(journals.glob(".probe*"))) == 3
    async with running(tmp_path) as referee:
        assert [path.name for path in journals.iterdir()] == [RECORDED[0].name]


@pytest.mark.parametrize("code", [errno.EMFILE, errno.EIO, errno.EACCES])
async def test_what_cannot_be_read_now_is_not_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """It is tried again at once, later, and at the next start."""
    journals = _journals(tmp_path)
    for path in RECORDED:
        shutil.copy(path, journals)
    names = sorted(path.name for path in RECORDED)
    read = Path.read_bytes
    fails = {names[0]: 1, names[1]: 3, names[2]: 10**6}

    def failing(path: Path) -> bytes:
        if fails.get(path.name, 0) > 0:
            fails[path.name] -= 1
            raise OSError(code, os.strerror(code), str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", failing)
    async with running(tmp_path) as referee:
        lobby = referee.server.lobby
        assert referee.server.recovered == 4
        assert [path.name for path in lobby.recovery.postponed] == names[1:3]
        assert lobby.recovery.try_again() == 0
        assert lobby.recovery.try_again() == 1
        assert [path.name for path in lobby.recovery.postponed] == names[2:3]
        assert len(lobby.matches()) == 5
    assert sorted(path.name for path in journals.iterdir()) == names
    fails.clear()
    async with running(tmp_path) as referee:
        assert referee.server.recovered == 6


@pytest.mark.parametrize("comes_back", [True, False])
async def test_a_bot_waits_for_its_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comes_back: bool
) -> None:
    """Who joins while the journal can't be read is answered when it can, or can never be."""
    async with running(tmp_path) as referee:
        made = await referee.create()
        await referee.stream().join(*made.seat_tokens)
    (journal,) = _journals(tmp_path).iterdir()
    read, fails = Path.read_bytes, [True]

    def failing(path: Path) -> bytes:
        if fails[0] and path == journal:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", failing)
    async with running(tmp_path) as referee:
        lobby, stream = referee.server.lobby, referee.stream()
        await stream.present(made.seat_tokens[0])
        asked = asyncio.ensure_future(referee.get(made.match.match_id))
        await stream.settle()
        for _ in range(3):
            assert lobby.recovery.try_again() == 0
        await stream.settle()
        assert not asked.done()
        fails[0] = False
        if not comes_back:
            journal.write_bytes(b"nonsense")
        assert lobby.recovery.try_again() == comes_back
        if comes_back:
            assert (await asked).phase == match_pb2.MATCH_PHASE_RUNNING
            assert (await stream.next("joins")).rejoined
            (turn,) = [await stream.turn()]
            assert turn.seat == 0
        else:
            assert (await stream.refused()).reason == "BAD_TOKEN"
            assert (await refusal(asked)).reason == "UNKNOWN_MATCH"


async def test_only_so_many_wait_for_a_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next is refused at once, and may come again as soon as one has gone."""
    monkeypatch.setattr(recovery_module, "MOST_WAITING", 2)
    async with running(tmp_path) as referee:
        made = await referee.create()
        await referee.stream().join(*made.seat_tokens)
    monkeypatch.setattr(Path, "read_bytes", _full)
    async with running(tmp_path) as referee:
        request = lobby_service_pb2.GetMatchRequest(match_id=made.match.match_id)
        calls = [referee.lobby.GetMatch(request) for _ in range(2)]
        await until(lambda: referee.server.lobby.recovery._waiting == 2)
        problem = await refusal(referee.lobby.GetMatch(request))
        assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")
        assert "2 callers wait" in problem.text
        calls[0].cancel()
        await until(lambda: referee.server.lobby.recovery._waiting == 1)
        calls.append(referee.lobby.GetMatch(request))
        await until(lambda: referee.server.lobby.recovery._waiting == 2)
        for call in calls:
            call.cancel()


async def test_a_full_disk_at_the_start_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a match that runs nor the replay of one that had ended."""
    async with running(tmp_path) as referee:
        with monkeypatch.context() as context:
            context.setattr("referee.replay.closing._write_part", _full)
            ended, _ = await referee.play(2, 1)
            await referee.server.lobby.replays_written()
        made = await referee.create()
        for token in made.seat_tokens:
            await referee.stream().join(token)
    journals = _journals(tmp_path)
    before = {path.name: path.read_bytes() for path in journals.iterdir()}
    assert len(before) == 2
    with monkeypatch.context() as context:
        context.setattr("referee.server.lobby.recovery.close_journal", _full)
        context.setattr(folder_module.DataFolder, "probe", _Full())
        async with running(tmp_path) as referee:
            assert referee.server.recovered == 0
            assert len(referee.server.lobby.recovery.postponed) == 2
            assert {path.name: path.read_bytes() for path in journals.iterdir()} == before
    async with running(tmp_path) as referee:
        assert referee.server.recovered == 1
        assert [host.match_id for host in referee.server.lobby.matches()] == [made.match.match_id]
    assert verify(tmp_path / "data" / "replays" / f"{ended}.replay").holds


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


class _Full:
    """A probe that finds the disk full, but for the first time: the server itself could start."""

    def __init__(self) -> None:
        self._times = 0

    def __call__(self) -> None:
        self._times += 1
        if self._times > 1:
            _full()


def _open_journals(folder: Path) -> int:
    """Journals below a folder that this process has open."""
    links = (Path("/proc/self/fd") / name for name in os.listdir("/proc/self/fd"))
    targets = []
    for link in links:
        try:
            targets.append(os.readlink(link))
        except FileNotFoundError:  # that of the listing itself
            continue
    below = f"{folder}/"
    return sum(target.startswith(below) and target.endswith(".journal") for target in targets)


async def test_no_more_journals_are_open_than_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches are played, taken up again and ended while files are opened and closed for others."""
    monkeypatch.setattr(folder_module, "most_journals", lambda _: 3)
    tokens: dict[str, list[str]] = {}
    async with running(tmp_path) as referee:
        for _ in range(20):
            made = await referee.create(config_json='{"rounds": 2}')
            tokens[made.match.match_id] = list(made.seat_tokens)
        assert _open_journals(tmp_path) == 3
        await _bid_once(referee, tokens, rejoined=False)
        assert _open_journals(tmp_path) == 3
    assert _open_journals(tmp_path) == 0
    async with running(tmp_path) as referee:
        assert referee.server.recovered == 20
        assert _open_journals(tmp_path) == 3
        await _bid_once(referee, tokens, rejoined=True)
        await referee.server.lobby.replays_written()
    for match_id in tokens:
        path = tmp_path / "data" / "replays" / f"{match_id}.replay"
        assert verify(path).steps == 2
        kinds = [record.WhichOneof("record") for record in load(path).records]
        assert kinds.count("step") == 2


async def _bid_once(referee: Referee, tokens: dict[str, list[str]], *, rejoined: bool) -> None:
    """All seats of all matches, on one stream."""
    stream = referee.stream()
    for pair in tokens.values():
        joins: list[Any] = await stream.join(*pair)
        assert [joined.rejoined for joined in joins] == [rejoined] * 2
    for _ in range(2 * len(tokens)):
        turn = await stream.turn()
        await stream.answer(turn, bid(turn.seat + 1))
    await stream.settle()


async def test_files_that_run_out_are_taken_from_other_journals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A journal that can't be opened for want of descriptors is opened when the others are let go."""
    really_open = os.open

    def scarce(path: Any, *how: Any, **more: Any) -> int:
        if str(path).endswith(".journal") and _open_journals(tmp_path) >= 2:
            raise OSError(errno.EMFILE, "Too many open files", str(path))
        return really_open(path, *how, **more)

    monkeypatch.setattr(os, "open", scarce)
    async with running(tmp_path) as referee:
        for _ in range(7):
            await referee.create()
        assert _open_journals(tmp_path) <= 2
        assert len(referee.server.lobby.matches()) == 7
