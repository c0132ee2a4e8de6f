"""`tournament run --web` and `resume --web`: an arena beside the run, for who has its key, until Ctrl-C."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.helpers.patience import HANG_S, wait_until
from tests.tournaments.cups import Cup, new_cup
from tests.tournaments.processes_by_mark import marked_processes

pytest.importorskip("referee_arena.server.app", reason="the arena needs the extra web")

pytestmark = pytest.mark.slow

HELD = """
import sys, time
from pathlib import Path
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import Bot, run

class Held(Bot):
    def on_start(self, match):
        while True:
            try:
                return Path(sys.argv[1]).unlink()
            except FileNotFoundError:
                time.sleep(0.01)  # a poll for the file, which says nothing by itself

    def act(self, observation, turn):
        return Action(dice=[0, 2])

run(Held, [])
"""
"""A bot that begins a match whenever there is a file, which is gone then."""

FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
cycles = 1
seed = 7
parallel = 1
sandbox = "none"
[config]
games = 1
[time_control]
move_time = "30m"
join_limit = "30m"
[[bots]]
name = "held"
command = "python held.py {go}"
[[bots]]
name = "greedy"
house = "greedy"
"""


@contextmanager
def shown(cup: Cup, command: str, port: int) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Run a command with an arena, which is up; its process, the arena's address and its key."""
    with cup.start(command, "--web", "--web-listen", f"127.0.0.1:{port}") as runner:
        try:
            assert runner.stdout is not None
            told = (
                re.search(r"watch it at (http://\S+?)/#key=(\S+)", line) for line in runner.stdout
            )
            found = next((each for each in told if each), None)
            assert found, runner.communicate()
            address = found[1]
            wait_until(lambda: status(address) is not None, "the arena")
            yield runner, address, found[2]
        finally:
            if runner.poll() is None:
                runner.send_signal(signal.SIGINT)


def status(address: str) -> int | None:
    """What a browser without the key is answered with; None if nobody is there."""
    try:
        return httpx.get(address, trust_env=False, timeout=HANG_S / 2).status_code
    except httpx.TransportError:
        return None


@contextmanager
def entered(address: str, key: str) -> Iterator[httpx.Client]:
    """A browser that has shown the key."""
    with httpx.Client(base_url=address, trust_env=False, timeout=HANG_S / 2) as browser:
        answer = browser.post("/api/enter", json={"key": key}, headers={"origin": address})
        assert answer.status_code == 200, answer.text
        yield browser


def test_a_run_is_shown_to_who_has_its_key_until_ctrl_c(tmp_path: Path) -> None:
    """A live match, one that is over, and standings; after the last match too, and then Ctrl-C is no failure."""
    go = tmp_path / "go"
    cup = new_cup(tmp_path, "cup", FILE.format(go=go), held=HELD)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    cup.env["TMPDIR"] = str(scratch)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with shown(cup, "run", port) as (runner, address, key):
        with entered(address, key) as browser:

            def running() -> list[str]:
                matches = browser.get("/api/matches").json()["matches"]
                return [match["id"] for match in matches if match["phase"] == "running"]

            go.touch()
            wait_until(lambda: browser.get("/t/1/match/1").status_code == 200, "the first result")
            wait_until(running, "the second match")
            live = f"/api/matches/{running()[0]}/public/index"
            over = "/api/t/1/1/public/index"
            assert browser.get(live).json()["over"] is False
            assert browser.get(over).json()["over"] is True
            standings = browser.get("/t/1").text
            assert "held" in standings
            assert "greedy" in standings
            for path in ("/", "/t/1", live, over):
                assert status(address + path) == 401, path
        runner.send_signal(signal.SIGINT)
        runner.communicate()
        assert runner.returncode == 130
    cup.wait_until_all_are_gone()
    assert status(address) is None
    assert list(scratch.iterdir()) == []
    with shown(cup, "resume", port) as (runner, address, other_key):
        assert other_key != key
        with entered(address, other_key) as browser:
            assert browser.get("/t/1/match/1").status_code == 200
            go.touch()
            assert runner.stdout is not None
            assert any("the arena stays until Ctrl-C" in line for line in runner.stdout)
            wait_until(lambda: "winner of cup" in browser.get("/t/1").text, "the winner's page")
            runner.send_signal(signal.SIGINT)
            _, err = runner.communicate()
        assert (runner.returncode, err) == (0, "")
    assert marked_processes(cup.mark) == set()
    assert status(address) is None
