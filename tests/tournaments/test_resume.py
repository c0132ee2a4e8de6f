"""Whole tournaments with real processes, killed in all the ways a machine knows."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.replay.journal import frame, read_records
from tests.helpers.tiers import nightly
from tests.tournaments.cups import STEADY, THREE_STEADY, Cup, new_cup, wait_for_lines
from tests.tournaments.killing import Campaign
from tests.tournaments.processes_by_mark import marked_processes
from tournaments.cli import app

KILLS = 16
"""On each kind of database; `python -m tests.tournaments.killing` is for more."""
CYCLES = 3
MATCHES = 4 * 3 * CYCLES

FILE = f"""
name = "cup"
game = "diceman"
format = "round_robin"
cycles = {CYCLES}
seed = 7
parallel = 4
sandbox = "none"

[config]
games = 5

[time_control]
move_time = "30m"
join_limit = "30m"

[[bots]]
name = "greedy"
house = "greedy"
{THREE_STEADY}"""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """The tournament as it goes when nothing goes wrong."""
    cup = new_cup(tmp_path_factory.mktemp("cups"), "undisturbed", FILE, steady=STEADY)
    cup.finish()
    return cup


def check_all_were_played_once(cup: Cup, undisturbed: Cup) -> None:
    """The same table and results as without disturbance, and not one replay more than matches."""
    assert cup.standings() == undisturbed.standings()
    assert cup.matches() == undisturbed.matches()
    assert len(cup.matches()) == MATCHES
    assert cup.replays() == MATCHES


def check_the_log(cup: Cup) -> None:
    """It says the same as results and replays, and nothing in it was lost or came twice."""
    called = CliRunner().invoke(app, ["audit", str(cup.data)], env=cup.env)
    assert called.exit_code == 0, called.output
    assert f"holds  events: {MATCHES} results, " in called.output
    assert f"holds  replays: {MATCHES} results are those of their replays" in called.output


def test_undisturbed(undisturbed: Cup) -> None:
    """All is played, every replay holds, and running it again plays nothing."""
    assert len(undisturbed.matches()) == MATCHES
    assert undisturbed.finish("verify").splitlines() == [
        f"{MATCHES} of {MATCHES} replays hold",
        f"{MATCHES} of {MATCHES} results are those of their replays",
    ]
    check_the_log(undisturbed)
    before = undisturbed.standings()
    assert "all matches have been played" in undisturbed.finish("run")
    assert undisturbed.standings() == before


def test_a_forged_result(tmp_path: Path, undisturbed: Cup) -> None:
    """A record that is not what its replay tells is found."""
    shutil.copytree(undisturbed.folder, tmp_path / "forged")
    forged = Cup(tmp_path / "forged", undisturbed.mark)
    database = forged.data / "tournament.sqlite"
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE results SET placement = 3 - placement WHERE seat = 0")
    called = CliRunner().invoke(app, ["verify", str(forged.data)])
    assert called.exit_code == 1
    named = f"1, 2, 3, 4, 5 and {MATCHES - 5} more"
    assert f"FAILED matches {named}: its record differs from its replay" in called.output


def test_a_deleted_match(tmp_path: Path, undisturbed: Cup) -> None:
    """A match that is gone together with its replay is missed: it was begun."""
    shutil.copytree(undisturbed.folder, tmp_path / "deleted")
    deleted = Cup(tmp_path / "deleted", undisturbed.mark)
    with contextlib.closing(sqlite3.connect(deleted.data / "tournament.sqlite")) as connection:
        query = "SELECT match_key, match_id, replay FROM matches WHERE number = 2"
        key, match_id, replay = connection.execute(query).fetchone()
        with connection:
            for table in ("refusals", "tie_breaks", "seat_times", "results", "matches"):
                connection.execute(f"DELETE FROM {table} WHERE match_key = ?", [key])
    (deleted.data / replay).unlink()
    called = CliRunner().invoke(app, ["verify", str(deleted.data)])
    assert called.exit_code == 1
    said = "FAILED 1 match begun, with neither result, replay nor journal now"
    assert f"{said}: {match_id}" in called.output


def helpers_of(runner: int) -> dict[str, int]:
    """Ids of a runner's guard and supervisor."""

    def children(pid: int) -> list[int]:
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    (guard,) = [
        pid
        for pid in children(runner)
        if b"tournaments.processes.subreaper" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    (supervisor,) = children(guard)
    return {"guard": guard, "supervisor": supervisor}


@pytest.mark.slow
def test_killed_supervisor_and_guard(tmp_path: Path, undisturbed: Cup) -> None:
    """Both are started again in the same run, and neither a match nor a strike is lost by it."""
    cup = new_cup(tmp_path, "killed", FILE, steady=STEADY)
    with cup.start() as runner:
        assert runner.stdout is not None
        for name in ("supervisor", "guard"):
            assert wait_for_lines(runner.stdout, 4)
            os.kill(helpers_of(runner.pid)[name], signal.SIGKILL)
            while "everything is started again" not in (line := runner.stdout.readline()):
                assert line
        out, err = runner.communicate()
    assert (runner.returncode, err) == (0, "")
    assert "died" not in out
    check_all_were_played_once(cup, undisturbed)


@pytest.mark.slow
def test_killed_before_the_last_replays(tmp_path: Path, undisturbed: Cup) -> None:
    """A run killed between a match's result and its replay, with nothing left to play, makes up for it."""
    shutil.copytree(undisturbed.folder, tmp_path / "late")
    late = Cup(tmp_path / "late", f"{undisturbed.mark}-late")
    referee = late.data / "referee"
    unwritten, unfinished, *_ = sorted((referee / "replays").iterdir())
    for replay in (unwritten, unfinished):
        records = b"".join(frame(each.SerializeToString()) for each in read_records(replay))
        (referee / "journals" / f"{replay.stem}.journal").write_bytes(records)
    before = {path.name: path.read_bytes() for path in (referee / "replays").iterdir()}
    unwritten.unlink()  # of the other one the journal alone had yet to go
    said = late.finish("resume")
    assert "all matches have been played" in said
    assert "replays that a killed run had yet to write: 2 of 2 are written" in said
    check_all_were_played_once(late, undisturbed)
    assert {path.name: path.read_bytes() for path in (referee / "replays").iterdir()} == before
    assert "replays that" not in late.finish("resume")


@pytest.mark.slow
def test_lost_replays(tmp_path: Path, undisturbed: Cup) -> None:
    """One that is damaged and one that is gone are named; the table needs neither."""
    shutil.copytree(undisturbed.folder, tmp_path / "lost")
    lost = Cup(tmp_path / "lost", undisturbed.mark)
    gone, damaged, *_ = sorted((lost.data / "referee" / "replays").iterdir())
    gone.unlink()
    damaged.write_bytes(damaged.read_bytes()[:-40])
    with lost.start("verify") as process:
        out, err = process.communicate()
    assert process.returncode == 1
    assert f"its replay is not here: {gone.stem}" in out
    assert damaged.name in out + err
    assert lost.standings() == undisturbed.standings()


@pytest.mark.slow
def test_no_room(tmp_path: Path, undisturbed: Cup) -> None:
    """Where files can't grow any more, a run ends with one line, and goes on once they can."""
    cup = new_cup(tmp_path, "full", FILE, steady=STEADY)
    with cup.start(file_limit=400_000) as runner:
        _, err = runner.communicate()
    assert runner.returncode == 1
    database = cup.data / "tournament.sqlite"
    assert re.fullmatch(
        rf"tournament: {database} fails: (disk I/O error|database or disk is full); what was"
        " recorded before is kept, and `tournament resume` goes on from there\n",
        err,
    )
    assert marked_processes(cup.mark) == set()
    assert 0 < len(cup.matches()) < MATCHES
    cup.finish("resume")
    check_all_were_played_once(cup, undisturbed)
    check_the_log(cup)


@pytest.mark.slow
@pytest.mark.parametrize("on", nightly(["sqlite", "postgresql"]))
def test_killed_at_random_moments(tmp_path: Path, request: pytest.FixtureRequest, on: str) -> None:
    """After each kill -9 of the runner, nothing is left running; in the end, nothing is missing."""
    new_url = None
    if on == "postgresql":
        new_url = request.getfixturevalue("postgres").new_database
    campaign = Campaign(tmp_path, new_url, seed=2011)
    while not (campaign.kills >= KILLS and set(campaign.hit) == {"before", "while", "after"}):
        campaign.kill(max(KILLS, campaign.kills + 1))  # where they hit is a matter of chance
    print(campaign)
    assert campaign.hit.total() >= KILLS


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys", ['format = "swiss"', 'format = "knockout"\nlives = 2\nbest_of = 3']
)
def test_killed_where_pairings_depend_on_results(tmp_path: Path, keys: str) -> None:
    """Who meets whom after a kill -9 is who would have met without it."""
    file = FILE.replace(f'format = "round_robin"\ncycles = {CYCLES}', keys)
    assert keys in file
    undisturbed = new_cup(tmp_path, "waves", file, steady=STEADY)
    undisturbed.finish()
    cup = new_cup(tmp_path, "killed", file, steady=STEADY)
    for lines in (1, 3):
        with cup.start() as runner:
            assert wait_for_lines(runner.stdout, lines)
            runner.kill()
    cup.finish("resume")
    assert cup.matches() == undisturbed.matches()
    assert cup.standings() == undisturbed.standings()
    assert "all matches have been played" in cup.finish("run")
    assert "holds  schedule: players of " in cup.finish("audit")


@pytest.mark.slow
def test_killed_parties(tmp_path: Path) -> None:
    """A team game's tournament resumes too, and every replay holds."""
    keys = 'format = "team"\nparty_seats = 3\ncycles = 2'
    bots = "".join(
        f'[[bots]]\nname = "{name}"\nhouse = "{name}"\n' for name in ("seeker", "partner")
    )
    head = f'name = "cup"\ngame = "dice_adventure"\nseed = 7\nsandbox = "none"\n{keys}\n[config]\nlevels = ["L1", "L2"]\n'
    undisturbed = new_cup(tmp_path, "team", head + bots)
    undisturbed.finish()
    cup = new_cup(tmp_path, "killed", head + bots)
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 1)
        runner.kill()
    cup.finish("resume")
    assert cup.matches() == undisturbed.matches()
    assert cup.standings() == undisturbed.standings()
    assert cup.finish("verify").splitlines() == [
        "4 of 4 replays hold",
        "4 of 4 results are those of their replays",
    ]


@pytest.mark.slow
def test_killed_referee(tmp_path: Path, undisturbed: Cup) -> None:
    """The runner starts its referee again, matches and bots go on, and the table is the same."""
    cup = new_cup(tmp_path, "referee", FILE, steady=STEADY)
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 4)
        for pid in marked_processes(cup.mark):
            if b"serve" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                os.kill(pid, signal.SIGKILL)
        out, err = runner.communicate()
    assert (runner.returncode, err) == (0, ""), err
    assert "the referee died: signal 9" in out
    assert "the referee is started again" in out
    check_all_were_played_once(cup, undisturbed)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped(tmp_path: Path, number: signal.Signals) -> None:
    """Asked to stop, it stops at once, leaves nothing running, and says how to go on."""
    long = FILE.replace(f"cycles = {CYCLES}", "cycles = 100")  # not over before the signal comes
    cup = new_cup(tmp_path, f"stopped-{number}", long, steady=STEADY)
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 1)
        runner.send_signal(number)
        _, err = runner.communicate()
    assert runner.returncode == 130
    assert err == f"tournament: stopped; go on with: tournament resume {cup.data}\n"
    assert marked_processes(cup.mark) == set()


@pytest.mark.slow
def test_a_bot_that_can_not_play(tmp_path: Path) -> None:
    """It forfeits all its matches soon, the others play theirs, and its last words are shown."""
    bots = '[[bots]]\nname = "one"\ncommand = "python steady.py 1"\n'
    bots += '[[bots]]\nname = "broken"\ncommand = ["python", "steady.py", "x"]\n'
    cup = new_cup(tmp_path, "broken", FILE[: FILE.index("[[bots]]")] + bots, steady=STEADY)
    out = cup.finish()
    assert "its last words: ValueError: invalid literal for int() with base 10: 'x'" in out
    assert "broken died 4 times in mid-match, the last time by exit status 1: see " in out
    assert {match.end.cause.name for match in cup.matches()} == {"FORFEIT"}
    assert [line["forfeits"] for line in cup.standings()["standings"]] == [0, 2 * CYCLES]  # type: ignore[index]
