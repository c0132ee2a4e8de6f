"""From an author's folder to the table of a season: keys, arena, checks, matches, a kill, and the audit."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.patience import patience, wait_until
from tests.tournaments.season.test_admission import KIND, MANIFEST, PLAYS

pytestmark = pytest.mark.slow

SEASON = """
name = "cup"
game = "diceman"
format = "ladder"
seats = 2
parallel = 1
sandbox = "%s"
data = "data"
[config]
games = 1
[time_control]
move_time = "30m"
join_limit = "30m"
[timeouts]
startup = "30m"
idle = "30m"
[season]
first_matches = 1
[[bots]]
name = "greedy"
house = "greedy"
"""


def tournament(folder: Path, *words: str) -> tuple[int, str]:
    """Call the command in a folder; return its exit status and all that it printed."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tournaments", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=patience(),
    )
    return done.returncode, done.stdout


def run_in(folder: Path, port: int) -> subprocess.Popen[str]:
    """Start the season with an arena."""
    words = ("run", "cup.toml", "--web", "--web-listen", f"127.0.0.1:{port}")
    with (folder / "run.out").open("a") as out:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "tournaments", *words],
            cwd=folder,
            stdout=out,
            stderr=out,
            text=True,
        )


def matches_in(folder: Path) -> int:
    """Number of matches in the log that have ended; both entries are in all of them."""
    return (folder / "data" / "tournament.log").read_text().count('"type":"ended"')


def test_from_a_folder_to_the_table(tmp_path: Path) -> None:
    """What is admitted plays, also after a kill; what is refused does not; and the log proves it all."""
    (tmp_path / "cup.toml").write_text(SEASON % KIND)
    for name, manifest in (("bot", MANIFEST), ("broken", f'{MANIFEST}build = "false"\n')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(manifest)
        (tmp_path / name / "bot.py").write_text(PLAYS)
    status, printed = tournament(tmp_path, "keys", "cup.toml", "ann")
    assert status == 0, printed
    (tmp_path / "ann.key").write_text(printed.split()[1])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    season = (f"http://127.0.0.1:{port}/t/1", "--entry", "ann", "--key-file", "ann.key")
    run = run_in(tmp_path, port)
    try:
        status, printed = tournament(tmp_path, "submit", *season, "bot")
        assert status == 0, printed
        assert "admitted: ann plays from now on as version 1" in printed
        wait_until(lambda: matches_in(tmp_path) >= 1, "a match of ann that counts")
        run.kill()
        run.wait()
        before = matches_in(tmp_path)
        run = run_in(tmp_path, port)
        status, printed = tournament(tmp_path, "submit", *season, "broken")
        assert status == 1, printed
        assert "refused in the stage build" in printed
        wait_until(lambda: matches_in(tmp_path) > before, "a match after the kill")
        status, printed = tournament(tmp_path, "submit", *season, "--withdraw")
        assert status == 0, printed
    finally:
        run.send_signal(signal.SIGTERM)
        run.wait()
    status, printed = tournament(tmp_path, "audit", "cup.toml")
    assert status == 0, printed
    status, printed = tournament(tmp_path, "standings", "cup.toml", "--json")
    rows: Any = {row["entry"]: row for row in json.loads(printed)["standings"]}
    assert (rows["ann"]["version"], rows["ann"]["status"]) == (1, "withdrawn")
    assert rows["ann"]["matches"] == rows["greedy"]["matches"] > 1
    log = (tmp_path / "data" / "tournament.log").read_text()
    assert (tmp_path / "ann.key").read_text() not in log
