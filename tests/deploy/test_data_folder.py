"""Backup, upgrade and rollback of a referee's data folder, as docs/deploying.md says, in mid-match."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1 import match_pb2
from referee.replay.verify import verify
from referee_bots.diceman.greedy_bot import GreedyBot
from referee_client import RefereeClient, time_control
from referee_client.errors import LobbyError
from referee_client.lobby import Lobby
from tests.architecture.source import ROOT
from tests.compatibility.test_matrix import COMMITS, SOURCES
from tests.docs.markdown import blocks
from tests.helpers.patience import patience
from tests.integration.serving import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

CLOCK = time_control(patience(300), strikes=1, join_limit=patience(300))
"""Deadlines that only a turn which got lost would miss."""
(BACKUP, RESTORE) = next(
    block.text.splitlines()
    for block in blocks(ROOT / "docs" / "deploying.md")
    if block.text.startswith("tar ")
)
"""The two commands of the page."""


class Gates:
    """Where the bots of a match stop: at each gate until it is opened."""

    def __init__(self, *decisions: int) -> None:
        self._decisions = decisions
        self._reached = [threading.Semaphore(0) for _ in decisions]
        self._opened = [threading.Event() for _ in decisions]

    def pass_by(self, number: int) -> None:
        """Wait, before the decision with this number, until the gate there is open."""
        if number in self._decisions:
            gate = self._decisions.index(number)
            self._reached[gate].release()
            assert self._opened[gate].wait(patience(600))

    def wait(self, gate: int, bots: int = 2) -> None:
        """Wait until this many bots stand at a gate."""
        for _ in range(bots):
            assert self._reached[gate].acquire(timeout=patience(300))

    def open(self, gate: int) -> None:
        """Let bots pass a gate from now on."""
        self._opened[gate].set()


class Players:
    """The bots of one match, each on a thread: they come back when their stream breaks.

    Args:
        address: Where they look for a referee.
        tokens: One for each seat.
        gates: Where they stop.
    """

    def __init__(self, address: str, tokens: list[str], gates: Gates) -> None:
        self.asked = [0] * len(tokens)
        """Number of turns about which each bot has been asked."""
        self._stops: list[Callable[[], object]] = []
        self._threads = [
            threading.Thread(target=self._play, args=(address, seat, token, gates), daemon=True)
            for seat, token in enumerate(tokens)
        ]
        for thread in self._threads:
            thread.start()

    def _play(self, address: str, seat: int, token: str, gates: Gates) -> None:
        asked = self.asked

        class Gated(GreedyBot):
            def act(self, observation: diceman_pb2.Observation) -> diceman_pb2.Action:
                asked[seat] += 1
                gates.pass_by(asked[seat])
                return super().act(observation)

        async def play() -> None:
            client = RefereeClient(address, Gated, patience=patience(600))
            stop = partial(asyncio.get_running_loop().call_soon_threadsafe, client.stop)
            self._stops.append(stop)
            await client.play([token])

        asyncio.run(play())

    def stop(self) -> None:
        """End the bots' programs, whose seats others may play from now on; no bot may stand at a gate."""
        for stop in self._stops:
            stop()
        self.join()

    def join(self) -> None:
        """Wait until all have played to the end."""
        for thread in self._threads:
            thread.join(patience(600))
            assert not thread.is_alive()


class OldServer(ServerProcess):
    """The referee of an earlier version, from the sources of its commit.

    Args:
        sources: Folder with the checkout.
        folder: Holds socket, data and log.
        options: More flags for `referee serve`.
    """

    def __init__(self, sources: Path, folder: Path, *options: str) -> None:
        super().__init__(folder, *options)
        self._search = os.pathsep.join(str(sources / path) for path in SOURCES)

    def launch(self) -> None:
        """Start it with the modules of that release alone."""
        command = [sys.executable, "-P", "-m", "referee", "serve", "--no-house-bots"]
        command += ["--listen", self.address, "--data-dir", str(self.data), *self._options]
        env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": self._search}
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=env)


@pytest.fixture
def common(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An address at which each server of a test listens in its turn."""
    return f"unix:{tmp_path_factory.mktemp('s')}/r.sock"


@pytest.fixture
def flags(common: str) -> tuple[str, ...]:
    """Flags of each server: it listens at the common address, and stops without a grace."""
    return ("--listen", common, "--drain-grace", "0s")


@pytest.fixture(scope="module", params=COMMITS)
def earlier(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of an earlier version, from the history."""
    commit = COMMITS[request.param]
    folder = tmp_path_factory.mktemp("earlier")
    with (folder / "sources.tar").open("wb") as file:
        command = ["git", "archive", commit]
        done = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        pytest.skip(f"the history has no commit {commit}")
    with tarfile.open(folder / "sources.tar") as tar:
        tar.extractall(folder / "sources", filter="data")
    return folder / "sources"


def _make(address: str) -> tuple[str, list[str]]:
    with Lobby(address) as lobby:
        made = lobby.create_match("diceman", config={"games": 2}, time_control=CLOCK)
    return made.match.match_id, list(made.seat_tokens)


def _shell(command: str, folder: Path) -> str:
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-ec", command], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _recovered(server: ServerProcess) -> int:
    """Number of matches that the last life of a server has taken up."""
    lines = [json.loads(line) for line in server.log().splitlines() if '"listening"' in line]
    number: int = lines[-1]["recovered"]
    return number


def _expect_fair_end(server: ServerProcess, match_id: str, steps: int = 0) -> None:
    """Check that a match has ended by its rules without a miss, and that its replay holds."""
    with Lobby(server.address) as lobby:
        match = lobby.get_match(match_id)
    assert match.outcome.cause == match_pb2.END_CAUSE_RULES
    assert [(seat.forfeit, seat.strikes) for seat in match.seats] == [(0, 0)] * 2
    verified = verify(server.data / "replays" / f"{match_id}.replay")
    assert verified.holds
    assert verified.steps > steps


@pytest.fixture
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two folders for servers; paths of sockets are short."""
    return tmp_path_factory.mktemp("a"), tmp_path_factory.mktemp("b")


@pytest.mark.parametrize("state", ["stopped", "running"])
def test_a_backup_is_restored_elsewhere(
    places: tuple[Path, Path], common: str, flags: tuple[str, ...], state: str
) -> None:
    """The machine is lost in mid-match; the bots go on at another with the restored folder."""
    one, other = places
    gates = Gates(6)
    with ServerProcess(one, *flags) as first:
        ended, tokens = _make(first.address)
        Players(common, tokens, Gates()).join()
        running, tokens = _make(first.address)
        players = Players(common, tokens, gates)
        gates.wait(0)
        if state == "stopped":
            assert first.stop() == 0
        _shell(BACKUP, one)
        first.kill()
    shutil.move(one / "backup.tar.zst", other)
    shutil.rmtree(one / "data")
    assert running in _shell(RESTORE, other)
    with ServerProcess(other, *flags) as second:
        assert _recovered(second) == 1
        gates.open(0)
        players.join()
        _expect_fair_end(second, running, steps=6)
        _expect_fair_end(second, ended)
    # The turn in which the first server was lost is asked again, and no other.
    steps = verify(other / "data" / "replays" / f"{running}.replay").steps
    assert all(steps <= asked <= steps + 1 for asked in players.asked)


def test_an_upgrade_and_a_rollback_in_mid_match(
    places: tuple[Path, Path], earlier: Path, common: str, flags: tuple[str, ...]
) -> None:
    """A match that an earlier version began is played on by this one, and then by that one again."""
    folder, _ = places
    upgraded, back = Gates(6), Gates(6, 12)
    old = OldServer(earlier, folder, *flags)
    with old:
        matches = [_make(old.address) for _ in range(2)]
        players = [
            Players(common, tokens, gates)
            for (_, tokens), gates in zip(matches, (upgraded, back), strict=True)
        ]
        upgraded.wait(0)
        back.wait(0)
        assert old.stop() == 0
    _shell(BACKUP, folder)
    with ServerProcess(folder, *flags) as new:
        assert _recovered(new) == 2
        upgraded.open(0)
        players[0].join()
        _expect_fair_end(new, matches[0][0], steps=6)
        back.open(0)
        back.wait(1)
        assert new.stop() == 0
    with old:
        assert _recovered(old) == 1
        back.open(1)
        players[1].join()
        _expect_fair_end(old, matches[1][0], steps=12)


def test_a_rollback_to_the_backup(
    places: tuple[Path, Path], earlier: Path, common: str, flags: tuple[str, ...]
) -> None:
    """What this version played is as if it had not been; bots that are started again play on from there."""
    folder, _ = places
    gates = Gates(6, 12)
    old = OldServer(earlier, folder, *flags)
    with old:
        match_id, tokens = _make(old.address)
        players = Players(common, tokens, gates)
        gates.wait(0)
        assert old.stop() == 0
    _shell(BACKUP, folder)
    with ServerProcess(folder, *flags) as new:
        since, _ = _make(new.address)
        gates.open(0)
        gates.wait(1)
        assert new.stop() == 0
    gates.open(1)
    players.stop()
    shutil.rmtree(folder / "data")
    assert match_id in _shell(RESTORE, folder)
    with old:
        assert _recovered(old) == 1
        again = Players(common, tokens, Gates())
        again.join()
        _expect_fair_end(old, match_id, steps=12)
        with (
            Lobby(old.address) as lobby,
            pytest.raises(LobbyError, match="UNKNOWN_MATCH"),
        ):
            lobby.get_match(since)
    # The backup was made while both stood before their sixth turn.
    steps = verify(folder / "data" / "replays" / f"{match_id}.replay").steps
    assert again.asked == [steps - 5] * 2
