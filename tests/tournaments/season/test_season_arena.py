"""The arena of a season is one process, which shows its ladder and its stages, also after the last match."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import re
import signal
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest

from tests.helpers.patience import wait_until
from tests.tournaments.cups import new_cup
from tests.tournaments.processes_by_mark import marked_processes
from tests.tournaments.season.stage_world import FakePrograms, StageWorld
from tests.tournaments.season.world import VirtualLoop, events_of
from tests.tournaments.test_own_arena import HELD, entered, shown, status
from tournaments import season_stages
from tournaments.play import own_arena as arenas
from tournaments.play.own_referee import OwnReferee, RefereeDoor
from tournaments.play.stage import RefereeAddress
from tournaments.processes.client import Exit, SupervisorClient
from tournaments.processes.process_book import ProcessBook
from tournaments.season_arena import SeasonArena
from tournaments.season_stages import StageRun
from tournaments.spec.errors import SupervisorGoneError
from tournaments.store.folder import DataFolder

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = 2027-03-01T04:00:00Z
[[bots]]
name = "house"
house = "greedy"
[[bots]]
name = "other"
house = "random"
[[stages]]
name = "semi"
format = "round_robin"
top = 2
[[stages]]
name = "final"
format = "round_robin"
top = 2
"""


class _Doors(StageWorld):
    """A `StageWorld` that notes where the referee of each stage listens, and its key."""

    found: list[tuple[str, str]]

    def _play_stage(self, run: StageRun) -> int:
        referee = OwnReferee(
            run.folder,
            supervisor=cast("SupervisorClient", None),
            book=cast("ProcessBook", None),
            note=lambda _: None,
            think_slots=1,
            door=run.door,
        )
        self.found.append((referee.address, referee.organizer_key))
        referee.clean_up()
        return super()._play_stage(run)


def test_the_referees_of_all_stages_are_found_at_one_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the key of the season's own."""
    monkeypatch.setattr(season_stages, "_Programs", FakePrograms)
    world = _Doors(tmp_path / "data", FILE, poll_s=60.0)
    world.found, world.strengths = [], {"house": 1.0, "other": 0.0}
    world.run()
    assert world.found == [(world.door.address, world.door.organizer_key)] * 2
    assert world.door != RefereeDoor.drawn(world.door.folder)
    world.door.sockets.rmdir()


class _Supervisor:
    """Starts nothing; notes what it should start, and that it was closed."""

    def __init__(self) -> None:
        self.started: list[tuple[Sequence[str], Mapping[str, str]]] = []
        self.ended: asyncio.Future[Exit]
        self.is_closed = False

    async def connect(self) -> None:
        """Nothing to connect to."""

    async def run(self, argv: Sequence[str], *, env: Mapping[str, str], **_: object) -> _Supervisor:
        """Note command and environment."""
        self.started.append((argv, env))
        self.ended = asyncio.get_running_loop().create_future()
        return self

    def stop(self, _: float) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Note that it is closed."""
        self.is_closed = True


@dataclasses.dataclass
class _Played:
    """A season's run with an arena, whose parts are runs of one event loop."""

    folder: Path
    supervisor: _Supervisor = dataclasses.field(default_factory=_Supervisor)
    notes: list[str] = dataclasses.field(default_factory=list)

    def play(self, *parts: BaseException | None) -> None:
        """Play parts, which fail with an error unless that is None; the arena dies after the last one."""
        referee = RefereeAddress("unix:/tmp/season.sock", "organizer", None)
        with asyncio.Runner() as loops:
            arena = SeasonArena(DataFolder(self.folder), referee, 0, loops, self.notes.append)
            with arena.at("127.0.0.1:80"):
                for error in parts:
                    loops.run(self._part(error))
                loops.get_loop().call_later(0.0, self._die)

    def _die(self) -> None:
        self.supervisor.ended.set_exception(SupervisorGoneError())

    async def _part(self, error: BaseException | None) -> None:
        await asyncio.sleep(0)
        if error is not None:
            raise error


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Played:
    """A season's run whose arena is never started."""
    found = _Played(tmp_path)
    monkeypatch.setattr(arenas, "installed_program", lambda _: ["arena"])
    monkeypatch.setattr(SupervisorClient, "start", lambda **_: found.supervisor)
    return found


def test_one_arena_for_all_parts(played: _Played) -> None:
    """It is started once, with the season's folder, and stays until it ends, here as its supervisor dies."""
    played.play(None, None, None)
    ((argv, env),) = played.supervisor.started
    where = ["--referee", "unix:/tmp/season.sock", "--tournament", str(played.folder)]
    assert argv[-4:] == where
    assert env["REFEREE_ORGANIZER_KEY"] == "organizer"
    assert played.notes == [
        f"watch it at http://127.0.0.1:80/#key={env['ARENA_KEY']}",
        "all matches are played; the arena stays until Ctrl-C",
        f"the arena has ended: {SupervisorGoneError()}",
    ]
    assert played.supervisor.is_closed


def test_an_arena_does_not_outlive_a_run_that_fails(played: _Played) -> None:
    """Nobody is told to press Ctrl-C, and the error is the one of the run."""
    with pytest.raises(SupervisorGoneError):
        played.play(None, SupervisorGoneError())
    assert len(played.notes) == 1
    assert played.supervisor.is_closed


def test_a_season_deletes_on_while_its_arena_stays(played: _Played) -> None:
    """Every hour, as before its closing."""
    times: list[float] = []
    with asyncio.Runner(loop_factory=VirtualLoop) as loops:

        def act() -> None:
            times.append(loops.get_loop().time())
            if len(times) == 3:
                played._die()

        referee = RefereeAddress("unix:/tmp/season.sock", "organizer", None)
        arena = SeasonArena(DataFolder(played.folder), referee, 0, loops, played.notes.append)
        with arena.at("127.0.0.1:80"):
            arena.now_and_then = act
    assert times == [3600.0, 7200.0, 10800.0]
    assert played.supervisor.is_closed


WATCHED = """
name = "cup"
game = "diceman"
format = "ladder"
parallel = 1
sandbox = "none"
[config]
games = 1
[time_control]
move_time = "30m"
join_limit = "30m"
[season]
first_matches = 1
[[stages]]
name = "final"
format = "round_robin"
top = 2
[[bots]]
name = "held"
command = "python held.py {go}"
[[bots]]
name = "greedy"
house = "greedy"
"""


@pytest.mark.nightly
def test_who_watches_the_ladder_goes_on_in_the_final(tmp_path: Path) -> None:
    """One browser session, from a match of the ladder to a match of the final, and to the winner's page."""
    pytest.importorskip("referee_arena.server.app", reason="the arena needs the extra web")
    go = tmp_path / "go"
    cup = new_cup(tmp_path, "cup", WATCHED.format(go=go), held=HELD)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with shown(cup, "run", port) as (runner, address, key), entered(address, key) as browser:

        def running() -> list[str]:
            answer = browser.get("/api/matches")
            matches = answer.json()["matches"] if answer.status_code == 200 else []
            return [match["id"] for match in matches if match["phase"] == "running"]

        def live() -> list[str]:
            return [
                match_id
                for match_id in running()
                if browser.get(f"/api/matches/{match_id}/public/index").json()["over"] is False
            ]

        wait_until(live, "a live match of the ladder")
        of_ladder = live()
        assert browser.get("/t/1/stage/1").status_code == 404
        with cup.start("close", "--reason", "enough") as closing:
            assert closing.communicate()[1] == ""
        go.touch()
        wait_until(lambda: browser.get("/t/1/stage/1").status_code == 200, "the final's page")
        wait_until(lambda: set(live()) - set(of_ladder), "a live match of the final")
        assert "final" in browser.get("/t/1").text

        def is_over() -> bool:
            go.touch()
            return "winner of cup-final" in browser.get("/t/1/stage/1").text

        wait_until(is_over, "the winner's page")
        assert runner.stdout is not None
        lines = []
        for line in runner.stdout:
            lines.append(line)
            if "the arena stays until Ctrl-C" in line:
                break
        assert browser.get("/t/1/match/1").status_code == 200
        runner.send_signal(signal.SIGINT)
        out, err = runner.communicate()
        assert (runner.returncode, err) == (0, "")
        assert not re.search("watch it at", "".join(lines) + out), "it was printed once, before"


GOES_ON = """
name = "cup"
game = "diceman"
format = "ladder"
parallel = 1
sandbox = "none"
[config]
games = 1
[season]
first_matches = 1
[[bots]]
name = "one"
house = "greedy"
[[bots]]
name = "other"
house = "random"
"""


def arenas_of(mark: str) -> list[int]:
    """Ids of the arenas among the processes of a test."""
    found = []
    for pid in sorted(marked_processes(mark)):
        with contextlib.suppress(OSError):  # one that has just ended
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if b"--private" in words:
                found.append(pid)
    return found


@pytest.mark.slow
def test_an_arena_that_is_killed_is_started_again(tmp_path: Path) -> None:
    """In the middle of the season, at the same address, with the same key; the run goes on."""
    pytest.importorskip("referee_arena.server.app", reason="the arena needs the extra web")
    cup = new_cup(tmp_path, "cup", GOES_ON)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with shown(cup, "run", port) as (runner, address, key):
        (pid,) = arenas_of(cup.mark)
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: arenas_of(cup.mark) not in ([], [pid]), "the next arena")
        wait_until(lambda: status(address) is not None, "its answer")
        with entered(address, key) as browser:
            assert "cup" in browser.get("/t/1").text
            begun = len(events_of(cup.data))
            wait_until(lambda: len(events_of(cup.data)) > begun, "another event of the season")
        runner.send_signal(signal.SIGINT)
        out, _ = runner.communicate()
        assert runner.returncode == 130
    assert re.search(r"the arena has ended: signal 9 \(Killed\)", out), out
    assert "the arena is started again in 1 s" in out
    cup.wait_until_all_are_gone()
