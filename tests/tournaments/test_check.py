"""`tournament check`, with bots that break one rule each."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.patience import paced, patience
from tests.tournaments.processes_by_mark import MARK, marked_processes
from tests.tournaments.sandboxes import problem_with_sandboxes

pytestmark = pytest.mark.slow

MOVE_S = round(paced(2.0), 1)
"""Seconds for a decision: one bot sleeps longer, none of the others is as slow."""

HEAD = f"""
name = "cup"
game = "diceman"
format = "round_robin"
sandbox = "%s"

[config]
games = 2

[time_control]
move_time = "{MOVE_S:g}s"
lag_margin = "0"
strikes = 2
join_limit = "{20 * MOVE_S:g}s"

[limits]
memory = "1GiB"
output = "4MiB"

[timeouts]
startup = "{5 * MOVE_S:g}s"
idle = "{5 * MOVE_S:g}s"
"""
SDK = """
import os, sys, time
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run
"""
BOTS = {
    "good": f"{SDK}\nrun(lambda observation: Action(dice=[1, 2]))",
    "deaf": "import time; time.sleep(1000)",
    "shy": "import sys, time; sys.stdin.readline(); time.sleep(1000)",
    "broken": "import sys; sys.exit('no idea how to begin')",
    "quitter": f"{SDK}\ndef act(observation): os._exit(5)\nrun(act)",
    "slow": f"{SDK}\ndef act(observation):\n    time.sleep({1.6 * MOVE_S})\n    return Action(dice=[1, 2])\nrun(act)",
    "liar": f"{SDK}\nimport referee_client.asking as sdk\nfrom referee_client.messages import pack\nsdk.packed = lambda action, *_: pack(action)  # unchecked\nfrom gamereferee.games.swordman.v1.swordman_pb2 import Action as Other\nrun(lambda observation: Other())",
    "hoarder": f"{SDK}\ndef act(observation): bytearray(2**30)\nrun(act)",
    "talker": "import sys\nwhile True: print('x' * 65536)",
    "unbuilt": f"{SDK}\nrun(lambda observation: Action(dice=[1, 2]))",
}


def file_of(folder: Path, kind: str, names: list[str]) -> Path:
    """A tournament file with these bots, each in a folder of its own."""
    text = HEAD % kind
    for name in names:
        (folder / name).mkdir()
        (folder / name / "bot.py").write_text(BOTS[name])
        text += f'[[bots]]\nname = "{name}"\ncommand = "python bot.py"\ncwd = "{name}"\n'
        text += f'env = {{ {MARK} = "{folder.name}-{os.getpid()}" }}\n'
        if name == "unbuilt":
            text += """build = ["sh", "-c", "echo one; echo two >&2; exit 3"]\n"""
        if name == "good":
            text += """build = ["sh", "-c", "touch built"]\nlanguage = "Python"\n"""
    (folder / "tmp").mkdir()
    file = folder / "cup.toml"
    file.write_text(text)
    return file


def call(file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Call the command."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "tournaments", "check", str(file), *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=patience(),
        env=os.environ | {"TMPDIR": str(file.parent / "tmp")},
    )


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is said of each bot, in a sandbox where this machine has one."""
    folder = tmp_path_factory.mktemp("check")
    kind = "none" if problem_with_sandboxes() else "bubblewrap"
    called = call(file_of(folder, kind, list(BOTS)), "--json")
    assert (called.returncode, called.stderr) == (1, "")
    report = json.loads(called.stdout)
    assert (report["sandbox"], report["holds"]) == (kind, False)
    assert (folder / "good" / "built").exists()
    assert marked_processes(f"{folder.name}-{os.getpid()}") == set()
    (kept,) = (folder / "tmp").glob("tournament-check-*/data/logs/unbuilt/build.stderr")
    assert kept.read_text() == "two\n"
    assert report["remarks"] == [f"output of all bots is kept in {kept.parents[1]}"]
    return {bot["bot"]: bot for bot in report["bots"]}


def test_refused_answers_are_counted(reports: dict[str, Any]) -> None:
    """Of a bot that sends them all the same."""
    refused = r"sent \d+ actions that were not taken, the first in turn 1: wrong type"
    assert any(re.fullmatch(refused, problem) for problem in reports["liar"]["problems"])


def test_a_good_bot(reports: dict[str, Any]) -> None:
    """Nothing is wrong with it, and its times are told."""
    good = reports["good"]
    assert (good["problems"], good["remarks"], good["language"]) == ([], [], "Python")
    assert good["answers"] > 0
    assert 0 < good["fastest_ms"] <= good["median_ms"] <= good["slowest_ms"]
    assert good["jitter_ms"] >= 0
    assert good["round_trip_ms"] > 0


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("deaf", r"died: killed, it took too long to read the token of its first seat, after \d.*"),
        ("shy", "did not join: it never presented the token of its seat"),
        ("broken", r"died: exit status 1 after .*, its last words: no idea how to begin"),
        ("quitter", r"died: exit status 5 after .*"),
        ("slow", r"missed 2 deadlines, the first in turn 1, charged (\d+) ms"),
        (
            "liar",
            r"played to the end, but failed: exit status 1 .*, its last words: .*"
            r"turn 1: the answer was refused: WRONG_TYPE: .*",
        ),
        (
            "hoarder",
            r"played to the end, but failed: exit status 1 .*, its last words: .*"
            r"the bot's own code failed 2 times, .* turn 1: MemoryError.*; its memory limit is 1 GiB",
        ),
        ("talker", r"died: killed, it wrote more output than 4 MiB, after .*"),
        (
            "unbuilt",
            r"the build of unbuilt failed: exit status 3 after .*, its last words: two;"
            r" all of its output is in .*unbuilt/build.stdout and .stderr",
        ),
    ],
)
def test_a_broken_rule(reports: dict[str, Any], bot: str, said: str) -> None:
    """It is told first and exactly, with the numbers that belong to it."""
    problems = reports[bot]["problems"]
    assert problems
    found = re.fullmatch(said, problems[0])
    assert found, problems
    assert all(int(charged) >= 1000 * MOVE_S for charged in found.groups())


def test_what_is_left_out(tmp_path: Path) -> None:
    """Where the file has bad entries left out, the missing ones are reported beside the others."""
    file = file_of(tmp_path, "none", ["good", "broken"])
    text = file.read_text().replace(
        'name = "broken"\ncommand = "python', 'name = "x"\ncommand = "no'
    )
    file.write_text(text.replace("[config]", 'on_bad_entry = "leave_out"\n[config]', 1))
    called = call(file, "--json")
    assert (called.returncode, called.stderr) == (1, "")
    problems = {bot["bot"]: bot["problems"] for bot in json.loads(called.stdout)["bots"]}
    assert problems == {
        "good": [],
        "x": ["command must begin with a program that is there to be run, not 'no'"],
    }


def test_a_table(tmp_path: Path) -> None:
    """Without --json people get a table; where all may play, the exit status is 0."""
    file = file_of(tmp_path, "none", ["good", "broken"])
    # Nobody is slow on purpose here.
    text = file.read_text().replace(f'move_time = "{MOVE_S:g}s"', 'move_time = "30m"')
    text = text.replace(f'join_limit = "{20 * MOVE_S:g}s"', 'join_limit = "30m"')
    text = text.replace(f'"{5 * MOVE_S:g}s"', '"30m"')
    file.write_text(text)
    called = call(file)
    assert (called.returncode, called.stderr) == (1, "")
    assert re.search(r"^ good +yes +\d+\.\d +\d+ +\d", called.stdout, re.MULTILINE), called.stdout
    assert re.search(r"^ broken +no +0 *$", called.stdout, re.MULTILINE)
    assert "broken: died: exit status 1" in called.stdout
    file.write_text(
        text.replace(
            'name = "broken"\ncommand = "python bot.py"', 'name = "z"\nhouse = "greedy"'
        ).replace('cwd = "broken"', "")
    )
    assert len(list((tmp_path / "tmp").iterdir())) == 1
    assert call(file).returncode == 0
    assert len(list((tmp_path / "tmp").iterdir())) == 1
    file.write_text(text.replace("strikes = 2", "strikes = 'three'"))
    called = call(file)
    assert called.returncode == 2
    assert "cup.toml:13: time_control.strikes must be a whole number, not 'three'" in called.stderr
