"""What a season deletes: replays after some days, and copies of programs that were replaced."""

from __future__ import annotations

import datetime
import functools
import hashlib
import os
import shutil
from pathlib import Path

import pytest

from tests.tournaments.season.world import World, events_of
from tournaments.audit import audit as auditing
from tournaments.season.reading import season_of
from tournaments.season.records import Pending, block_of
from tournaments.season.retention import Retention
from tournaments.store.folder import DataFolder

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = 2027-03-03T00:00:00Z
keep_replays = "1d"
keep_output = "3650d"
"""


def test_what_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replays of matches that ended more than a day ago, their digests in the log; and one retired copy.

    The audit says why it could not simulate them, and counts a replay that is missing otherwise apart.
    """
    world = World(tmp_path / "data", FILE, poll_s=60.0)
    world.minutes = (50, 59)
    for hours, name in ((0.1, "ann"), (0.2, "bob")):
        world.at(hours, functools.partial(world.submit, name))
    world.at(30, functools.partial(world.submit, "ann", content="second"))
    world.run()
    folder = DataFolder(world.data)
    state = season_of(events_of(world.data))
    folder.replays.mkdir(parents=True)
    for match in state.matches:
        (folder.replays / f"{match.match_id}.replay").write_text(f"replay of {match.number}")
    first, second = state.entries["ann"].versions
    (only,) = state.entries["bob"].versions
    for version in (first, second, only):
        (folder.programs / version.run).mkdir(parents=True)
    notes: list[str] = []
    with world.opened() as (_, desk):
        retention = Retention(desk, folder, notes.append)
        retention.follow()
        retention.follow()  # within the hour: nothing
    old = {
        match.match_id: f"replay of {match.number}"
        for match in state.matches
        if datetime.datetime.fromisoformat(match.ended_at)
        < datetime.datetime(2027, 3, 2, tzinfo=datetime.UTC)
    }
    assert 20 < len(old) < len(state.matches) - 10
    left = {path.stem for path in folder.replays.iterdir()}
    assert left == {match.match_id for match in state.matches} - old.keys()
    (event,) = [e.body for e in events_of(world.data) if e.body["type"] == "replays"]
    assert event["sha256"] == {
        match_id: hashlib.sha256(text.encode()).hexdigest() for match_id, text in old.items()
    }
    assert {path.name for path in folder.programs.iterdir()} == {second.run, only.run}
    assert notes == [
        "deleted the copy of version 1 of ann",
        f"deleted {len(old)} replays older than season.keep_replays",
    ]

    # The simulation is another test's matter: here it finds what the log has.
    played = {
        match.match_id: (
            match.names,
            state.schedule.match_seed(match.number, block_of(match.number, match.names)),
            match.end.cause.name,
            *((seat.placement, seat.score) for seat in match.end.seats),
        )
        for match in state.matches
        if match.end is not None
    }
    monkeypatch.setattr(auditing, "replay_command", lambda *_: ["true"])
    monkeypatch.setattr(auditing, "exported", lambda _: None)
    monkeypatch.setattr(auditing, "replayed_results", lambda _: played)
    said = of_replays(folder)
    ended = len(played)
    kept = ended - len(old)
    assert said == (
        f"{kept} results are those of their replays, simulated again; {len(old)} have no replay here,"
        f" {len(old)} of them since season.keep_replays deletes them"
    )
    (folder.replays / f"{state.matches[-1].match_id}.replay").unlink()
    assert f"; {len(old) + 1} have no replay here, {len(old)} of them since season." in of_replays(
        folder
    )
    shutil.rmtree(folder.replays)
    assert of_replays(folder) == (
        f"there is no replay to simulate: season.keep_replays deletes them, by now {len(old)}"
    )


def test_old_output_is_deleted(tmp_path: Path) -> None:
    """Logs, checks and answers of ten days ago; not those of a check that goes on, nor later ones."""
    world = World(tmp_path / "data", FILE.replace("3650d", "10d"))
    notes: list[str] = []
    with world.opened() as (_, desk):
        desk.state.submissions["waits"] = Pending("waits", "ann", "ann", "http", "", 1)
        for days in (9, 11):
            written = (world.now() - datetime.timedelta(days=days)).timestamp()
            for name in ("logs/ann/{}.stdout", "answers/{}.json", "checks/{}/play.log"):
                write(world.data / name.format(days), written)
        write(world.data / "checks" / "waits" / "play.log", written)
        write(world.data / "checks" / "9" / "stages.jsonl", written)
        Retention(desk, DataFolder(world.data), notes.append).follow()
    world.loop.close()
    left = {
        path.relative_to(world.data).as_posix()
        for name in ("logs", "answers", "checks")
        for path in (world.data / name).rglob("*")
        if path.is_file()
    }
    assert left == {
        *("logs/ann/9.stdout", "answers/9.json", "checks/waits/play.log"),
        *("checks/9/play.log", "checks/9/stages.jsonl"),
    }
    assert notes == [
        "deleted 2 files of output and answers, and 1 checks older than season.keep_output"
    ]


def write(path: Path, at: float) -> None:
    """Write a file as if at a time, in seconds since 1970."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("said")
    os.utime(path, (at, at))


def of_replays(folder: DataFolder) -> str:
    """What the audit of a data folder says of its replays."""
    (found,) = [each for each in auditing.audit(folder).findings if each.check == "replays"]
    return found.text
