"""Whole tournaments of bots that take their time: how many of them think at once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.replay.reader import load
from referee.replay.times import player_times

pytestmark = pytest.mark.slow

FILE = """
name = "slow"
game = "diceman"
format = "round_robin"
parallel = 2
sandbox = "none"
think_slots = {slots}

[config]
games = 1

[time_control]
move_time = "30m"

[[bots]]
name = "one"
command = "python slow.py {slots}"
[[bots]]
name = "two"
command = "python slow.py {slots}"
"""
SLOW = """
import os, sys, time
from pathlib import Path
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

slots, mine, met = int(sys.argv[1]), Path(f"thinks-{os.getpid()}"), Path("met")

def slow(observation):
    began = time.monotonic_ns()
    mine.touch()
    while True:
        time.sleep(0.02)  # longer than it works, however fast the machine is
        if len(list(Path().glob("thinks-*"))) >= slots:
            met.touch()
        if met.exists():
            break
    mine.unlink()
    print("thought", began, time.monotonic_ns(), file=sys.stderr)
    return Action(dice=[2, 3])

run(slow, [])
"""
"""A bot that says when it thought, and goes on once as many as there are slots have thought at once."""


def most_at_once(thoughts: list[tuple[int, int]]) -> int:
    """How many of these spans of time overlap at most."""
    changes = sorted([(start, 1) for start, _ in thoughts] + [(end, -1) for _, end in thoughts])
    most = now = 0
    for _, change in changes:
        now += change
        most = max(most, now)
    return most


@pytest.mark.parametrize(("slots", "most"), [(1, 1), (2, 2)])
def test_so_many_bots_think_at_once(tmp_path: Path, slots: int, most: int) -> None:
    """Two matches of two bots each ask both at once; with one slot they take turns all the same."""
    (tmp_path / "slow.toml").write_text(FILE.format(slots=slots))
    (tmp_path / "slow.py").write_text(SLOW)
    command = [sys.executable, "-P", "-m", "tournaments", "run", str(tmp_path / "slow.toml")]
    subprocess.run(command, check=True, capture_output=True)
    said = "".join(path.read_text() for path in tmp_path.glob("data/slow/logs/*/*.stderr"))
    thoughts = [(int(start), int(end)) for start, end in re.findall(r"thought (\d+) (\d+)", said)]
    assert len(thoughts) >= 8
    replays = [load(path) for path in tmp_path.glob("data/slow/referee/replays/*.replay")]
    for times in player_times(replays):
        # Each decision is metered but perhaps the first of a process, which sleeps rather than works.
        assert times.wall is not None
        assert times.cpu is not None
        assert times.metered >= times.answered - 1
        assert 0 < times.cpu.total < times.wall.total
    assert most_at_once(thoughts) == most
