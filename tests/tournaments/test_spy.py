"""A whole tournament with a bot that spies on everything before it plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.patience import patience
from tests.tournaments.processes_by_mark import MARK, marked_processes
from tests.tournaments.sandboxes import needs_sandbox

pytestmark = pytest.mark.slow

FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
seed = 1234567
sandbox = "%s"

[config]
games = 2

[time_control]
move_time = "30m"
join_limit = "30m"

[[bots]]
name = "spy"
command = ["python", "spy.py", "%s"]
cwd = "spy"
env = { %s = "%s" }

[[bots]]
name = "rival"
command = "python rival.py"
cwd = "rival"
"""
PLAYING = """
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run
run(lambda observation: Action(dice=[1, 2]))
"""
SPYING = (
    """
import json, os, subprocess, sys
from pathlib import Path
import grpc
from gamereferee.v1 import lobby_service_pb2, lobby_service_pb2_grpc
from gamereferee.v1 import replay_service_pb2, replay_service_pb2_grpc

folder = Path(sys.argv.pop())
data = folder / "data" / "cup"
SECRET = b"REFEREE_ORGANIZER_KEY="

def keys():
    for process in Path("/proc").iterdir():
        try:
            words = (process / "environ").read_bytes().split(b"\\0")
        except OSError:
            continue
        yield from (word[len(SECRET):].decode() for word in words if word.startswith(SECRET))

def organize():
    # Other referees may run on this machine: one of the keys is that of this one.
    return any(map(makes_match, {"", *keys()}))

def read_replays():
    return any(map(lists_replays, {"", *keys()}))

def lists_replays(key):
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"]) as channel:
        replays = replay_service_pb2_grpc.ReplayServiceStub(channel)
        request = replay_service_pb2.ListReplaysRequest()
        try:
            replays.ListReplays(request, metadata=[("authorization", f"Bearer {key}")], timeout=600)
        except grpc.RpcError as error:
            print(error.code(), error.details(), file=sys.stderr)
            return False
    return True

def enqueue():
    # An open server would have it wait for a partner, until the watchdog.
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"]) as channel:
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        try:
            lobby.Enqueue(lobby_service_pb2.EnqueueRequest(game="diceman"), timeout=600)
        except grpc.RpcError as error:
            return error.code() is not grpc.StatusCode.UNAUTHENTICATED
    return True

def makes_match(key):
    request = lobby_service_pb2.CreateMatchRequest(game="diceman", num_seats=2)
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"]) as channel:
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        try:
            lobby.CreateMatch(request, metadata=[("authorization", f"Bearer {key}")], timeout=600)
        except grpc.RpcError as error:
            print(error.code(), error.details(), file=sys.stderr)
            return False
    return True

def stay():
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    return True

ATTEMPTS = {
    "seed": lambda: "seed = 1234567" in (folder / "cup.toml").read_text(),
    "results": lambda: bool((data / "tournament.sqlite").read_bytes()),
    "journals": lambda: (data / "referee" / "journals").is_dir() and bool(os.listdir(data)),
    "words of a rival": lambda: bool(os.listdir(data / "logs" / "rival")),
    "code of a rival": lambda: "run" in (folder / "rival" / "rival.py").read_text(),
    "processes": lambda: sum(name.isdigit() for name in os.listdir("/proc")) > 4,
    "organizer": organize,
    "replays": read_replays,
    "queue": enqueue,
    "forgery": lambda: (data / "forged").write_text("x") > 0,
    "stay": stay,
}
found = {}
for name, attempt in ATTEMPTS.items():
    try:
        found[name] = attempt()
    except Exception as error:
        found[name] = False
        print(name, error, file=sys.stderr)
print(json.dumps(found), flush=True)
"""
    + PLAYING
)


@pytest.mark.parametrize("kind", ["none", pytest.param("bubblewrap", marks=needs_sandbox)])
def test_a_spy(tmp_path: Path, kind: str) -> None:
    """Without a sandbox it finds out all there is; with one, nothing, and it plays on as others do."""
    mark = f"{os.getpid()}-{tmp_path.name}"
    for name, code in (("spy", SPYING), ("rival", PLAYING)):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.py").write_text(code)
    (tmp_path / "cup.toml").write_text(FILE % (kind, tmp_path, MARK, mark))
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "tournaments", "run", str(tmp_path / "cup.toml")],
        capture_output=True,
        text=True,
        check=False,
        timeout=patience(),
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    assert "2 of 2 matches, 0 void attempts" in ran.stdout
    assert "died" not in ran.stdout
    assert marked_processes(mark) == set()
    log = tmp_path / "data" / "cup" / "logs" / "spy" / "0001.stdout"
    found = json.loads(log.read_text().splitlines()[0])
    could = {name for name, success in found.items() if success}
    # The queue is shut for everybody: whoever has found the key needs no queue.
    assert could == (set(found) - {"queue"} if kind == "none" else {"stay"})
    if kind == "bubblewrap":
        assert "UNAUTHENTICATED" in log.with_suffix(".stderr").read_text()
