"""`referee serve --workers N` as processes: killed, started again with another number, drained."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import match_pb2
from referee.replay.verify import verify
from referee.server.process.shard import shard_of
from referee_client import RefereeClient
from referee_client.lobby import Lobby
from tests.cli.command import process
from tests.helpers.journals import left_of_matches
from tests.helpers.patience import patience
from tests.integration.killing import check
from tests.integration.policy import choose
from tests.integration.serving import ServerProcess
from tests.server.running import PATIENT
from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone

GAMES = 6
"""Of each match; some fourteen decisions each."""
MATCHES = 8


def _workers(server: ServerProcess) -> dict[int, int]:
    """The last process of each worker that the log knows."""
    entries = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    ready = [entry for entry in entries if entry["event"] == "worker is ready"]
    return {entry["worker"]: entry["pid"] for entry in ready}


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """What the processes that a test starts can be told by."""
    marked = f"router-{os.getpid()}-{tmp_path.name}"
    monkeypatch.setenv(MARK, marked)
    return marked


class Killer:
    """Plays by the policy, and at certain decisions kills what it is told to.

    Args:
        server: Two workers.
        successor: Is started when the router is killed.
    """

    def __init__(self, server: ServerProcess, successor: ServerProcess) -> None:
        self._server = server
        self._successor = successor
        self._decisions = 0
        self._plan = {80: self._kill_worker_0, 200: self._kill_worker_1, 320: self._kill_router}
        self._starting: asyncio.Task[None] | None = None

    def act(self, observation: Observation) -> Action:
        """Two dice."""
        self._decisions += 1
        self._plan.pop(self._decisions, lambda: None)()
        return choose(observation)

    def _kill_worker_0(self) -> None:
        os.kill(_workers(self._server)[0], signal.SIGKILL)

    def _kill_worker_1(self) -> None:
        os.kill(_workers(self._server)[1], signal.SIGKILL)

    def _kill_router(self) -> None:
        self._server.kill()
        self._server.wait_until_free()  # its workers go with it, also one that was being started again
        self._starting = asyncio.create_task(asyncio.to_thread(self._successor.start))

    @property
    def is_done(self) -> bool:
        """Whether all that was to be killed has been."""
        return not self._plan


@pytest.mark.slow
def test_no_match_is_lost_whatever_is_killed(tmp_path: Path) -> None:
    """Each worker, then the router; three workers go on, and all comes out as if nothing had been."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(ServerProcess(tmp_path, "--workers", "2"))
        successor = ServerProcess(tmp_path, "--workers", "3")
        stack.callback(successor.kill)
        with Lobby(server.address) as lobby:
            made = [
                lobby.create_match(
                    "diceman", config={"games": GAMES}, seed=seed, time_control=PATIENT
                )
                for seed in range(MATCHES)
            ]
        assert {shard_of(one.match.match_id, 2) for one in made} == {0, 1}
        killer = Killer(server, successor)

        async def play() -> None:
            clients = [
                RefereeClient(server.address, killer.act, patience=patience(300)) for _ in range(2)
            ]
            tokens = [[one.seat_tokens[seat] for one in made] for seat in range(2)]
            plays = [client.play(own) for client, own in zip(clients, tokens, strict=True)]
            await asyncio.gather(*plays)

        asyncio.run(play())
        assert killer.is_done
        successor.signal(signal.SIGTERM)
        assert successor.wait() == 0, successor.log()
    assert left_of_matches(tmp_path / "data" / "journals") == []
    recoveries = 0
    for seed, one in enumerate(made):
        recoveries += check(server, one.match.match_id, seed, GAMES)
    assert recoveries >= MATCHES


@pytest.mark.slow
def test_nothing_is_left_of_a_router_that_is_killed(tmp_path: Path, mark: str) -> None:
    """Workers and their house bots, which have played on both, go with it."""
    with ServerProcess(tmp_path, "--workers", "2", "--house-bots") as server:
        with Lobby(server.address) as lobby:
            made = [lobby.create_match("diceman", config={"games": 1}) for _ in range(2)]
            for one in made:
                for seat in range(2):
                    lobby.seat_house_bot(one.match.match_id, seat, "random")
            for one in made:
                ended = lobby.wait(one.match.match_id, timeout=patience(300))
                assert ended.outcome.cause == match_pb2.END_CAUSE_RULES
        pids = marked_processes(mark)
        assert len(pids) == 5  # the router, two workers, each with its house bots
        server.kill()
        for pid in pids:
            wait_until_gone(pid)


@pytest.mark.slow
def test_house_bots_come_back_with_their_worker(tmp_path: Path, mark: str) -> None:
    """A worker alone is killed, then the house bots of the other; and what was asked for can be repeated."""
    with ServerProcess(tmp_path, "--workers", "2", "--house-bots") as server:
        with Lobby(server.address) as lobby:
            made = [
                lobby.create_match("diceman", time_control=PATIENT, request_id=f"request-{number}")
                for number in range(MATCHES)
            ]
            assert {shard_of(one.match.match_id, 2) for one in made} == {0, 1}
            for one in made:
                lobby.seat_house_bot(one.match.match_id, 0, "greedy")
        workers = _workers(server)
        children = Path(f"/proc/{workers[1]}/task/{workers[1]}/children").read_text().split()
        (helper,) = set(map(int, children)) & marked_processes(mark)
        victims = {40: workers[0], 120: helper}
        decisions = itertools.count(1)

        def act(observation: Observation) -> Action:
            victim = victims.pop(next(decisions), None)
            if victim is not None:
                os.kill(victim, signal.SIGKILL)
            return choose(observation)

        client = RefereeClient(server.address, act, patience=patience(300))
        asyncio.run(client.play([one.seat_tokens[1] for one in made]))
        assert victims == {}
        with Lobby(server.address) as lobby:
            for number, one in enumerate(made):
                outcome = lobby.get_match(one.match.match_id).outcome
                assert outcome.cause == match_pb2.END_CAUSE_RULES
                assert [seat.strikes for seat in outcome.seats] == [0, 0]
                again = lobby.create_match(
                    "diceman", time_control=PATIENT, request_id=f"request-{number}"
                )
                assert again.match.match_id == one.match.match_id
        assert server.stop() == 0, server.log()


@pytest.mark.slow
def test_a_router_drains(tmp_path: Path, mark: str) -> None:
    """A match that runs is played to its end; the exit status is 0, and nothing is left."""
    with ServerProcess(tmp_path, "--workers", "2", "--drain-grace", "60s") as server:
        with Lobby(server.address) as lobby:
            one = lobby.create_match("diceman", config={"games": 2}, time_control=PATIENT)
        pids = marked_processes(mark)

        def act(observation: Observation) -> Action:
            if server.health() == "SERVING":
                server.signal(signal.SIGTERM)
                while server.health() == "SERVING":
                    pass
            return choose(observation)

        asyncio.run(RefereeClient(server.address, act).play(one.seat_tokens))
        assert server.wait() == 0, server.log()
        for pid in pids:
            wait_until_gone(pid)
    replay = tmp_path / "data" / "replays" / f"{one.match.match_id}.replay"
    assert verify(replay).holds


@pytest.mark.parametrize("module", ["workers", "worker"])
def test_processes_are_started_before_grpc_is_loaded(module: str) -> None:
    """By the router its workers, by a worker its house bots."""
    code = f"import sys, referee.cli.serve.{module}\nprint('grpc' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


@pytest.mark.parametrize("number", ["0", "-1", "65"])
def test_the_number_of_workers_is_bounded(tmp_path: Path, number: str) -> None:
    """By one line, before anything is started."""
    ran = process("serve", "--data-dir", str(tmp_path / "d"), "--workers", number)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"referee: workers must be from 1 to 64, not {number}\n"
    assert not (tmp_path / "d").exists()


@pytest.mark.slow
def test_what_is_in_use_is_refused(tmp_path: Path, mark: str) -> None:
    """An address, and a data folder, which a router's workers use too; nothing is left running."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        words = ["serve", "--workers", "2", "--no-house-bots", "--listen", address, "--data-dir"]
        ran = process(*words, str(tmp_path / "other"))
        assert (ran.status, ran.out) == (2, "")
        said = [line for line in ran.err.splitlines() if "worker is ready" not in line]
        assert said == [
            f"referee: listen must be an address that is free and allowed, not {address!r}"
        ]
        assert marked_processes(mark) == set()
        with ServerProcess(tmp_path, "--workers", "2"):
            ran = process(*words, str(tmp_path / "data"))
        message = "referee: data_dir must be a folder that no other server uses"
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert ran.err.startswith(message)
