"""`referee serve` as a process, with its house bots."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import match_pb2
from referee.replay.verify import verify
from referee_client.errors import LobbyError
from referee_client.lobby import Lobby
from tests.cli.command import start
from tests.helpers.patience import patience
from tests.integration.serving import ServerProcess
from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone

FAILED = "reload failed: the former keys and certificate stay"


class Serving:
    """A server with house bots, in processes that can be told from all others.

    Args:
        address: Where it listens.
        mark: Marks its processes.
        process: The server's own.
    """

    def __init__(self, address: str, mark: str, process: subprocess.Popen[str]) -> None:
        self.address = address
        self.mark = mark
        self.process = process
        assert process.stderr is not None
        self.first_line = process.stderr.readline()

    @property
    def house_bots(self) -> int:
        """Process that plays the house bots."""
        (pid,) = marked_processes(self.mark) - {self.process.pid}
        return pid


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A server that runs, in a folder whose files hide modules from who imports from there."""
    folder = tmp_path / "bots"
    folder.mkdir()
    for module in ("grpc", "numpy", "referee", "referee_bots"):
        (folder / f"{module}.py").write_text("raise ImportError('not meant for you')\n")
    address, mark = f"unix:{tmp_path}/s", f"serve-{os.getpid()}-{tmp_path.name}"
    words = ["serve", "--listen", address, "--data-dir", f"{tmp_path}/d"]
    with start(*words, env=os.environ | {MARK: mark}, cwd=folder) as process:
        yield Serving(address, mark, process)


def test_house_bots_play_at_the_server(serving: Serving, tmp_path: Path) -> None:
    """They are seated by the lobby, and all goes when the server is told to stop."""
    entry = json.loads(serving.first_line)
    assert entry["event"] == "listening"
    assert entry["addresses"][0] == serving.address
    pids = marked_processes(serving.mark)
    with Lobby(serving.address) as lobby:
        made = lobby.create_match("diceman", config={"games": 2})
        for seat, bot in enumerate(("greedy", "mixer")):
            lobby.seat_house_bot(made.match.match_id, seat, bot)
        match = lobby.wait(made.match.match_id, timeout=patience(300))
    assert match.outcome.cause == match_pb2.END_CAUSE_RULES
    serving.process.send_signal(signal.SIGTERM)
    out, err = serving.process.communicate(timeout=patience(300))
    assert (serving.process.returncode, out) == (0, "")
    assert "Traceback" not in err, err
    entries = [json.loads(line) for line in err.splitlines()]
    assert entries[-1]["event"] == "stopped"
    assert {entry["level"] for entry in entries} == {"info"}
    assert not any(token in err for token in made.seat_tokens)
    assert verify(tmp_path / "d" / "replays" / f"{match.match_id}.replay").holds
    for pid in pids:
        wait_until_gone(pid)


def _until(process: subprocess.Popen[str], event: str, times: int = 1) -> list[dict[str, Any]]:
    """The lines of a log up to so many of an event."""
    assert process.stderr is not None
    lines: list[dict[str, Any]] = []
    while sum(line["event"] == event for line in lines) < times:
        lines.append(json.loads(process.stderr.readline()))
    return lines


def _opens(address: str, key: str) -> bool:
    with Lobby(address, key) as lobby:
        try:
            lobby.create_match("diceman")
        except LobbyError as error:
            return error.reason != "BAD_ORGANIZER_KEY"
        return True


@pytest.mark.parametrize(
    "workers",
    [1, pytest.param(2, marks=pytest.mark.slow)],  # three processes, one of them twice
)
def test_a_signal_reloads_the_keys(tmp_path: Path, workers: int) -> None:
    """SIGHUP ends nothing: the file is read again, by all workers, also by one that is started again."""
    former, new = "the-former-organizer-key", "the-organizer-key-after"
    keys, address = tmp_path / "keys", f"unix:{tmp_path}/s"
    keys.touch(0o600)
    keys.write_text(f"anna={former}\n")
    words = ["serve", "--listen", address, "--data-dir", f"{tmp_path}/d", "--no-house-bots"]
    words += ["--organizer-keys-file", str(keys), "--workers", str(workers), "--drain-grace", "0s"]
    with start(*words, cwd=tmp_path) as process:
        said = _until(process, "listening")
        assert (_opens(address, former), _opens(address, new)) == (True, False)
        keys.write_text("")
        process.send_signal(signal.SIGHUP)
        (failed,) = [line for line in _until(process, FAILED) if line["event"] == FAILED]
        assert failed["level"] == "error"
        assert _opens(address, former)
        keys.write_text(f"anna={new}\n")
        process.send_signal(signal.SIGHUP)
        said += _until(process, "reloaded")
        if workers > 1:
            said += _until(process, "keys and certificate renewed", workers)
        for _ in range(workers):  # each of them is asked
            assert (_opens(address, former), _opens(address, new)) == (False, True)
        if workers > 1:
            pid = next(line["pid"] for line in said if line["event"] == "worker is ready")
            os.kill(pid, signal.SIGKILL)
            said += _until(process, "worker is ready")
            for _ in range(workers):
                assert (_opens(address, former), _opens(address, new)) == (False, True)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=patience(300))
    assert process.returncode == 0, err
    assert json.loads(err.splitlines()[-1])["event"] == "stopped"
    assert former not in repr(said) + err
    assert new not in repr(said) + err


def _house_match(lobby: Lobby) -> str:
    """Make a match that house bots play in all seats."""
    made = lobby.create_match("diceman")
    for seat in range(2):
        lobby.seat_house_bot(made.match.match_id, seat, "greedy")
    return made.match.match_id


def _wait_for_end(lobby: Lobby, match_id: str) -> match_pb2.Match:
    deadline = time.monotonic() + patience(60)
    while (match := lobby.get_match(match_id)).phase != match_pb2.MATCH_PHASE_ENDED:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return match


@pytest.mark.slow
def test_house_bots_that_are_killed_come_again(serving: Serving) -> None:
    """Their process is started again, and they play to the end; slow for the processes that it starts."""
    house = serving.house_bots
    os.kill(house, signal.SIGKILL)
    wait_until_gone(house)
    with Lobby(serving.address) as lobby:
        match = _wait_for_end(lobby, _house_match(lobby))
        assert match.outcome.cause == match_pb2.END_CAUSE_RULES
        assert [seat.forfeit for seat in match.seats] == [0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--workers", "2")], ids=["alone", "workers"])
def test_house_bots_come_again_after_a_kill(tmp_path: Path, options: tuple[str, ...]) -> None:
    """The match is played to its end by the rules; slow for the processes that it starts."""
    with ServerProcess(tmp_path, "--house-bots", *options) as server:
        with Lobby(server.address) as lobby:
            match_id = lobby.create_match("diceman").match.match_id
            lobby.seat_house_bot(match_id, 0, "greedy")
            deadline = time.monotonic() + patience(60)
            while not lobby.get_match(match_id).seats[0].joined:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        server.kill_all()
        server.start()
        with Lobby(server.address) as lobby:
            lobby.seat_house_bot(match_id, 1, "greedy")
            match = _wait_for_end(lobby, match_id)
    assert match.outcome.cause == match_pb2.END_CAUSE_RULES
    assert [seat.forfeit for seat in match.seats] == [0, 0]


@pytest.mark.slow
def test_nothing_is_left_of_a_server_that_is_killed(serving: Serving) -> None:
    """Its house bots go with it."""
    house = serving.house_bots
    serving.process.kill()
    wait_until_gone(house)
    assert marked_processes(serving.mark) <= {serving.process.pid}


@pytest.mark.slow
def test_a_server_that_can_t_start_leaves_nothing(serving: Serving, tmp_path: Path) -> None:
    """Not even the process of its house bots; the error is one line."""
    mark = f"{serving.mark}-second"
    words = ["serve", "--listen", f"unix:{tmp_path}/t", "--data-dir", f"{tmp_path}/d"]
    with start(*words, env=os.environ | {MARK: mark}) as second:
        out, err = second.communicate(timeout=patience(300))
    assert (second.returncode, out) == (2, "")
    message = "referee: data_dir must be a folder that no other server uses, not "
    assert err.startswith(message)
    assert err.count("\n") == 1
    assert marked_processes(mark) == set()
    assert serving.process.poll() is None
