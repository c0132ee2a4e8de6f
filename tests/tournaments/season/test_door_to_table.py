"""From an author's folder to the table of a season: keys, arena, checks, matches, a kill, and the audit."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.helpers.patience import patience, wait_until
from tests.tournaments.season.test_admission import KIND, MANIFEST, PLAYS
from tests.tournaments.test_own_arena import entered
from tournaments.spec.store_url import without_secrets

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


def keep_results_in(url: str | None, monkeypatch: pytest.MonkeyPatch) -> str:
    """The line of the season's file for this database; its password is in the environment."""
    if url is None:
        return ""
    parsed = sa.make_url(url)
    assert isinstance(parsed.password, str)
    monkeypatch.setenv("PGPASSWORD", parsed.password)
    return f'store = "{without_secrets(parsed)}"\n'


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


def test_from_a_folder_to_the_table(
    tmp_path: Path, store_url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is admitted plays, also after a kill; what is refused does not; and the log proves it all.

    So with results in SQLite, and in PostgreSQL by a line of the file.
    """
    store = keep_results_in(store_url, monkeypatch)
    (tmp_path / "cup.toml").write_text(store + SEASON % KIND)
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
        address, key = re.findall(r"(http://\S+)/#key=(\S+)", (tmp_path / "run.out").read_text())[0]
        with entered(address, key) as browser:
            page = browser.get("/t/1")
        assert (page.status_code, "greedy" in page.text) == (200, True)
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
    assert (tmp_path / "data" / "tournament.sqlite").exists() == (store_url is None)
    log = (tmp_path / "data" / "tournament.log").read_text()
    assert (tmp_path / "ann.key").read_text() not in log
