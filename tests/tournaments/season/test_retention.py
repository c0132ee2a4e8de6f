"""What a season deletes: replays after some days, and copies of programs that were replaced."""

from __future__ import annotations

import datetime
import functools
import hashlib
from pathlib import Path

from tests.tournaments.season.world import World, events_of
from tournaments.season.reading import season_of
from tournaments.season.retention import Retention
from tournaments.store.folder import DataFolder

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = 2027-03-03T00:00:00Z
keep_replays = "1d"
"""


def test_what_is_deleted(tmp_path: Path) -> None:
    """Replays of matches that ended more than a day ago, their digests in the log; and one retired copy."""
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
