"""Bots whose files change between two runs, or while one goes on, with real processes."""

from __future__ import annotations

import contextlib
import signal
from pathlib import Path

import pytest

from tests.helpers.patience import wait_until
from tests.tournaments.cups import STEADY, Cup, new_cup, wait_for_lines
from tests.tournaments.sandboxes import needs_sandbox

pytestmark = pytest.mark.slow

FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
cycles = 30
seed = 7
parallel = 1
sandbox = "{sandbox}"
[config]
games = 3
[time_control]
move_time = "30m"
join_limit = "30m"
[[bots]]
name = "own"
cwd = "own"
command = "python steady.py 1"
[[bots]]
name = "greedy"
house = "greedy"
"""
BETTER = STEADY.replace("STEP = int", "STEP = 1 + int")
SANDBOXES = ["none", pytest.param("bubblewrap", marks=needs_sandbox)]


def new(tmp_path: Path, sandbox: str) -> Cup:
    """A tournament of a bot with a folder of its own."""
    cup = new_cup(tmp_path, "changed", FILE.format(sandbox=sandbox))
    (cup.folder / "own").mkdir()
    (cup.folder / "own" / "steady.py").write_text(STEADY)
    return cup


def stop(cup: Cup, lines: int = 3) -> None:
    """Run it, and kill it when so many matches have been told."""
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, lines)
        runner.send_signal(signal.SIGKILL)
        runner.wait()
        runner.communicate()
    cup.wait_until_all_are_gone()


def labels(cup: Cup) -> dict[str, int]:
    """Matches of each program, as they were recorded."""
    with contextlib.closing(cup.store()) as store:
        seats = [label for match in store.matches() for label in match.labels]
    return {label: seats.count(label) for label in seats}


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_bot_that_has_changed_since_a_run_was_stopped(tmp_path: Path, sandbox: str) -> None:
    """It is refused, and when it is accepted it has a line of its own in the table."""
    cup = new(tmp_path, sandbox)
    stop(cup)
    (cup.folder / "own" / "steady.py").write_text(BETTER)
    with cup.start("resume") as runner:
        _, err = runner.communicate()
    assert runner.returncode == 2
    assert "bot own has changed since it last played: steady.py was sha256:" in err
    cup.finish("resume", "--accept-changes")
    played = labels(cup)
    assert played.keys() == {"own", "own@2", "greedy"}
    assert (played["own"] + played["own@2"], played["greedy"]) == (60, 60)
    table = cup.standings()
    assert isinstance(table, dict)
    rows = {line["bot"]: line["matches"] for line in table["standings"]}
    assert rows == played


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_folder_that_is_lost_while_its_bot_plays(tmp_path: Path, sandbox: str) -> None:
    """Another file in the place of the bot's, started again for each match, is never run."""
    cup = new(tmp_path, sandbox)
    file = cup.folder / "cup.toml"
    text = file.read_text().replace("cycles = 30", "cycles = 5")
    file.write_text(text.replace("seed = 7", 'seed = 7\nlifetime = "match"'))
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 2)
        (cup.folder / "own").rename(cup.folder / "gone")
        (cup.folder / "own").symlink_to(cup.folder / "other")
        (cup.folder / "other").mkdir()
        (cup.folder / "other" / "steady.py").write_text("raise SystemExit(3)\n")
        _, err = runner.communicate()
    assert (runner.returncode, err) == (0, "")
    assert labels(cup) == {"own": 10, "greedy": 10}
    with contextlib.closing(cup.store()) as store:
        assert all(seat.forfeit is None for match in store.matches() for seat in match.end.seats)


PLAIN = """
name = "cup"
game = "diceman"
format = "round_robin"
parallel = 1
sandbox = "none"
[config]
games = 3
[time_control]
move_time = "30m"
join_limit = "30m"
[[bots]]
name = "mine"
command = "python my_bot.py 1"
[[bots]]
name = "greedy"
house = "greedy"
"""
STUCK = STEADY.replace(
    "    return Action",
    "    open('stuck', 'w').close()\n    threading.Event().wait()\n    return Action",
).replace("import itertools", "import itertools, threading")


def test_a_bot_without_a_folder_that_changed_in_mid_match(tmp_path: Path) -> None:
    """The match that it was in is void and played again by the new one; nothing else is."""
    cup = new_cup(tmp_path, "plain", PLAIN, my_bot=STUCK)
    with cup.start() as runner:
        wait_until((cup.folder / "stuck").exists, "a bot that is stuck")
        runner.send_signal(signal.SIGTERM)
        _, err = runner.communicate()
    assert runner.returncode == 130
    assert "stopped; go on with" in err
    (cup.folder / "my_bot.py").write_text(STEADY)
    with cup.start("resume") as runner:
        _, err = runner.communicate()
    assert runner.returncode == 2
    assert "bot mine has changed since it last played" in err
    said = cup.finish("resume", "--accept-changes")
    assert "what mine has begun is played again: no copy of it was kept" in said
    assert "match 1 is void: a bot that began it has changed, and no copy of it is left" in said
    assert labels(cup) == {"mine@2": 2, "greedy": 2}
    with contextlib.closing(cup.store()) as store:
        assert sum(each.void_cause is not None for each in store.attempts()) == 1
    assert "2 of 2 results are those of their replays" in cup.finish("verify")
