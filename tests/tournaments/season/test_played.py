"""A season with real processes from its first match to its audit: handed in, killed, annulled, closed."""

from __future__ import annotations

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.patience import wait_until
from tests.tournaments.cups import STEADY, Cup, new_cup
from tournaments.log.event import parse_line

SEASON = """name = "cup"
game = "diceman"
format = "ladder"
parallel = 1
[config]
games = 1
life = 6
[time_control]
move_time = "60s"
join_limit = "10m"
[season]
first_matches = 2
[[notify]]
webhook = "{webhook}"
[[stages]]
name = "final"
format = "round_robin"
top = 3
[[bots]]
name = "greedy"
house = "greedy"
[[bots]]
name = "random"
house = "random"
"""
MANIFEST = f"""name = "steady"
language = "Python"
command = ["{sys.executable}", "bot.py", "1"]
"""
FINAL = "stages/final"
MATCHES = 6
"""Matches of the final: each pair meets in both seatings."""


class Hook(http.server.ThreadingHTTPServer):
    """A webhook that keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taker)
        self.taken: list[tuple[str, str]] = []
        """Key and text of each notice."""

    @property
    def url(self) -> str:
        """Address of the webhook."""
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


class _Taker(http.server.BaseHTTPRequestHandler):
    server: Hook

    def do_POST(self) -> None:
        """Take a notice."""
        notice = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.taken.append((self.headers["Idempotency-Key"], notice["text"]))
        self.send_response(204)
        self.end_headers()

    def log_request(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture
def hook() -> Iterator[Hook]:
    """A webhook that runs."""
    with Hook() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def command(cup: Cup, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the season to its end."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "tournaments", name, "cup.toml", *words],
        cwd=cup.folder,
        capture_output=True,
        text=True,
        check=False,
    )


def logged(cup: Cup, kind: str, *, of: str = ".") -> int:
    """Number of events of a type in the log of the season, or of its stage in the folder `of`."""
    path = cup.data / of / "tournament.log"
    if not path.exists():
        return 0
    # The last line may be half written.
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    return sum(parse_line(line).body["type"] == kind for line in lines)


@pytest.mark.slow
def test_a_season(tmp_path: Path, hook: Hook) -> None:
    """Nothing is lost by kills, each command is in the log, and the audit finds that all follows from it.

    The final is played by the same run, which is killed in it, and with the programs that were handed in.
    """
    cup = new_cup(tmp_path, "season", SEASON.format(webhook=hook.url))
    made = command(cup, "keys", "ann")
    assert made.returncode == 0, made.stderr
    key = made.stdout.split()[-1]
    (cup.folder / "ann.key").write_text(key)
    bot = cup.folder / "steady"
    bot.mkdir()
    (bot / "bot.toml").write_text(MANIFEST)
    (bot / "bot.py").write_text(STEADY)
    broken = cup.folder / "broken"
    broken.mkdir()
    (broken / "bot.toml").write_text(MANIFEST)
    (broken / "bot.py").write_text("import this_module_is_missing\n")
    handing_in = ("--entry", "ann", "--key-file", "ann.key")

    with cup.start() as killed:
        wait_until(lambda: logged(cup, "ended") >= 2, "two matches")
        second = command(cup, "run")
        assert second.returncode != 0  # one run is refused while another has the folder
        os.kill(killed.pid, signal.SIGKILL)
    cup.wait_until_all_are_gone()

    with cup.start() as run:
        handed_in = command(cup, "submit", *handing_in, "steady")
        assert handed_in.returncode == 0, handed_in.stdout + handed_in.stderr
        assert "admitted: ann plays from now on as version 1" in handed_in.stdout
        refused = command(cup, "submit", *handing_in, "broken")
        assert refused.returncode == 1, refused.stdout + refused.stderr
        assert "refused in the stage play" in refused.stdout
        assert "this_module_is_missing" in refused.stdout
        for name, *words in (
            ("annul", "--match", "1", "--reason", "power cut"),
            ("bench", "random", "--reason", "by mail"),
            ("reinstate", "random"),
        ):
            done = command(cup, name, *words)
            assert (done.returncode, done.stderr) == (0, ""), name
        before = logged(cup, "ended")
        # Enough for `first_matches` of all three: the final seats ranked entries.
        wait_until(lambda: logged(cup, "ended") >= before + 5, "five more matches")
        # In a pause, so that the final begins in the next run.
        for name, *words in (("pause", "--reason", "new disk"), ("close", "--reason", "enough")):
            done = command(cup, name, *words)
            assert (done.returncode, done.stderr) == (0, ""), name
        os.kill(run.pid, signal.SIGKILL)
    cup.wait_until_all_are_gone()

    with cup.start("resume") as killed:
        wait_until(lambda: logged(cup, "ended", of=FINAL) >= 2, "two matches of the final")
        os.kill(killed.pid, signal.SIGKILL)
    cup.wait_until_all_are_gone()
    assert logged(cup, "ended", of=FINAL) < MATCHES, "it was killed within the final"

    with cup.start() as last:
        out, err = last.communicate()
        assert last.returncode == 0, out + err
    cup.wait_until_all_are_gone()
    assert logged(cup, "ended", of=FINAL) == MATCHES
    final = json.loads(command(cup, "standings", "--stage", "final", "--json").stdout)
    played = {row["bot"]: row["matches"] for row in final["standings"]}
    assert played == dict.fromkeys(("ann", "greedy", "random"), MATCHES * 2 // 3)

    audit = command(cup, "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr
    found = {line.split(":")[0] for line in audit.stdout.splitlines()}
    assert {
        f"holds  {what}"
        for what in ("chain", "events", "schedule", "replays", "database", "stage final")
    } <= found
    assert "3 entries with 3 versions" in audit.stdout
    assert "1 are annulled" in audit.stdout
    log = (cup.data / "tournament.log").read_text(encoding="utf-8")
    assert key not in log
    assert str(tmp_path) not in log
    table = json.loads(command(cup, "standings", "--json").stdout)
    assert key not in json.dumps(table)

    said = [text for _, text in hook.taken]
    for news in (
        "cup: ann enters the season",
        "cup: a submission of ann is refused: it did not play as the protocol asks",
        "cup: match 1 counts no longer: power cut",
        "cup: random is benched by the organizer: by mail",
        "cup: stage final begins with ",
        "cup: stage final is over: ",
        "cup: the season is over: the last stage has ended",
    ):
        assert sum(text.startswith(news) for text in said) == 1, said
    numbers = [int(each.rpartition("-")[2]) for each, _ in hook.taken]
    assert numbers == sorted(numbers)
