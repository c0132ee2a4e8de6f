"""Notices of turns from a real season of days: a program thinks for long, and its turn is reported to a webhook."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.helpers.patience import wait_until
from tests.tournaments.cups import new_cup
from tests.tournaments.season.test_played import Hook, hook

__all__ = ["hook"]

SEASON = """name = "days"
game = "diceman"
format = "ladder"
parallel = 1
[time_control]
move_time = "3d"
[season]
[[notify]]
webhook = "{webhook}"
events = ["turn"]
[[bots]]
name = "slow"
command = ["python", "slow.py"]
[[bots]]
name = "greedy"
house = "greedy"
"""
SLOW = """
import time
from referee_client import run

def think(observation):
    time.sleep(1e6)  # never answers: the turn stays open until the run ends this program

run(think, [])
"""


@pytest.mark.slow
def test_a_turn_that_stays_open_is_reported(tmp_path: Path, hook: Hook) -> None:
    """Not that of the house bot, which answers at once; what was sent is kept for the next run."""
    cup = new_cup(tmp_path, "season", SEASON.format(webhook=hook.url), slow=SLOW)
    with cup.start() as run:
        wait_until(lambda: hook.taken, "a notice")
        run.send_signal(signal.SIGINT)
    cup.wait_until_all_are_gone()
    ((key, text),) = hook.taken
    assert text.startswith("days: slow is to move in match ")
    assert " of diceman, turn 0, until 20" in text or " of diceman, turn 1, until 20" in text
    (file,) = (tmp_path / "season" / "data" / "days" / "notices").glob("*.turns.json")
    (name,) = json.loads(file.read_text())["turns"]
    assert key.endswith(f"-{name}")
