"""What a season deletes: replays after some days, and copies of programs that were replaced."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import functools
import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tournaments.season.stage_world import FakePrograms, StageWorld
from tests.tournaments.season.world import World, events_of
from tournaments import season_stages
from tournaments.audit import audit as auditing
from tournaments.closing import log_end
from tournaments.log.event import parse_line
from tournaments.pairings import Pairing
from tournaments.pairings.schedule import written_schedule
from tournaments.season.reading import season_of
from tournaments.season.records import Pending, block_of
from tournaments.season.retention import Retention
from tournaments.season_session import _deletions
from tournaments.season_stages import StageRun
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = 2027-03-03T00:00:00Z
keep_replays = "1d"
keep_output = "3650d"
"""
KEPT_OUTPUT = (
    *("logs/ann/{}.stdout", "answers/{}.json", "checks/{}/play.log"),
    "stages/final/logs/ann/{}.stdout",
)
STAGES = """keep_output = "3650d"
first_matches = 2
[[stages]]
name = "semi"
format = "round_robin"
top = 3
cycles = 1
[[stages]]
name = "final"
format = "round_robin"
top = 2
cycles = 1
"""


class SlowStages(StageWorld):
    """A `StageWorld` in whose stages a match ends every ten hours, and has a replay."""

    def _play_stage(self, run: StageRun) -> int:
        left = super()._play_stage(run)
        with contextlib.closing(Store(run.folder.database, create=True)) as store:
            log_end(run.folder, store, written_schedule(0), is_over=True)
        return left

    def _play_due(self, run: StageRun, store: Store, due: Sequence[Pairing]) -> None:
        self.loop.run_until_complete(self._play_slowly(run, store, due))

    async def _play_slowly(self, run: StageRun, store: Store, due: Sequence[Pairing]) -> None:
        run.folder.replays.mkdir(parents=True, exist_ok=True)
        async with run.alongside(store.events):
            for pairing in due:
                await asyncio.sleep(10 * 3600)
                match_id = self._play_match(run.spec, store, pairing, self.now().isoformat())
                for end in ("replay", "0.trace"):
                    (run.folder.replays / f"{match_id}.{end}").write_text(match_id)


def test_replays_of_stages_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After as many days as in the ladder, while a stage is played and in the next one, with their digests.

    The audits of stage and season say how many are gone for that reason, and count others apart.
    """
    monkeypatch.setattr(season_stages, "_Programs", FakePrograms)
    text = FILE.replace("03-03T00", "03-01T03").replace('keep_output = "3650d"\n', STAGES)
    world = SlowStages(tmp_path / "data", text, poll_s=3600.0)
    world.minutes = (10, 15)
    world.strengths = {"ann": 2.0, "bob": 1.0, "cyd": 0.0}
    for hours, name in ((0.1, "ann"), (0.2, "bob"), (0.3, "cyd")):
        world.at(hours, functools.partial(world.submit, name))
    world.run()
    folder = DataFolder(world.data)
    # Six matches in 60 hours, and the two of the final in 20 more.
    semi, final = (folder.stage(name) for name in ("semi", "final"))
    assert ids_in(semi) == ["cup-semi-6"]
    assert [path.name for path in semi.replays.glob("*.trace")] == ["cup-semi-6.0.trace"]
    assert ids_in(final) == ["cup-final-1", "cup-final-2"]
    assert set(world.progress.notes) >= {
        "deleted 1 replays of stage semi older than season.keep_replays"
    }
    with contextlib.closing(Store(semi.database)) as store:
        bodies = [parse_line(line).body for line in store.events.lines()]
    digests = [body["sha256"] for body in bodies if body["type"] == "replays"]
    assert [len(each) for each in digests] == [1, 1, 1, 3]
    assert {key: value for each in digests for key, value in each.items()} == {
        name: hashlib.sha256(name.encode()).hexdigest()
        for name in (f"cup-semi-{number}" for number in range(1, 7))
    }

    monkeypatch.setattr(auditing, "replay_command", lambda *_: ["true"])
    monkeypatch.setattr(auditing, "exported", lambda _: None)
    monkeypatch.setattr(auditing, "replayed_results", lambda _: {})
    monkeypatch.setattr(auditing._Auditor, "_compare", lambda *_: None)
    (final.replays / "cup-final-2.replay").unlink()
    assert of_replays(semi) == (
        "1 results are those of their replays, simulated again; 5 have no replay here,"
        " 5 of them since season.keep_replays deletes them"
    )
    assert of_replays(final) == (
        "1 results are those of their replays, simulated again; 1 have no replay here"
    )
    found = {each.check: each for each in auditing.audit(folder).findings}
    assert found["stage semi"].text == (
        "6 results give the order of the season's log; season.keep_replays has deleted 5 replays"
    )
    assert found["stage final"].text == "2 results give the order of the season's log"
    assert found["stage semi"].holds

    # After the closing, a run that is started again or stays for its readers deletes the others.
    world.set_back_s = -2 * 24 * 3600
    notes: list[str] = []
    with world.opened() as (_, desk):
        delete = _deletions(desk, folder, notes.append)
        delete()
        delete()  # within the hour: nothing
    assert (ids_in(semi), ids_in(final)) == ([], [])
    assert notes == [
        f"deleted 1 replays of stage {name} older than season.keep_replays"
        for name in ("semi", "final")
    ]
    deleted = "season.keep_replays deletes them, by now"
    assert of_replays(semi) == f"there is no replay to simulate: {deleted} 6"
    assert of_replays(final) == f"there is no replay to simulate: {deleted} 2"
    assert of_replays(folder).startswith(f"there is no replay to simulate: {deleted} ")
    # What the season's log says of its stages can't be known elsewhere.
    away = DataFolder(Path(shutil.copytree(semi.path, tmp_path / "away")))
    assert of_replays(away) == "there is no replay to simulate"


def ids_in(folder: DataFolder) -> list[str]:
    """Ids of the matches whose replays are in a data folder."""
    return sorted(path.stem for path in folder.replays.glob("*.replay"))


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
        (folder.replays / f"{match.match_id}.1.trace").write_text("what a model replied")
    # Of void attempts and of checks, whose replays have no digests: by the times of the files.
    for name, hours in (("long-ago", 24.1), ("lately", 23.9)):
        at = (world.now() - datetime.timedelta(hours=hours)).timestamp()
        write(folder.replays / f"{name}.replay", at)
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
    left = {path.stem for path in folder.replays.glob("*.replay")}
    assert left == {"lately", *(match.match_id for match in state.matches)} - old.keys()
    traces = {path.name.partition(".")[0] for path in folder.replays.glob("*.trace")}
    assert traces == left - {"lately"}, "a trace goes with its replay"
    (event,) = [e.body for e in events_of(world.data) if e.body["type"] == "replays"]
    assert event["sha256"] == {
        match_id: hashlib.sha256(text.encode()).hexdigest() for match_id, text in old.items()
    }
    assert event["at"] == world.now().isoformat(timespec="milliseconds")
    assert {path.name for path in folder.programs.iterdir()} == {second.run, only.run}
    assert notes == [
        "deleted the copy of version 1 of ann",
        f"deleted {len(old) + 1} replays older than season.keep_replays",
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
            for name in KEPT_OUTPUT:
                write(world.data / name.format(days), written)
        write(world.data / "checks" / "waits" / "play.log", written)
        write(world.data / "checks" / "9" / "stages.jsonl", written)
        Retention(desk, DataFolder(world.data), notes.append).follow()
    world.loop.close()
    left = {
        path.relative_to(world.data).as_posix()
        for name in ("logs", "answers", "checks", "stages")
        for path in (world.data / name).rglob("*")
        if path.is_file()
    }
    assert left == {
        *(name.format(9) for name in KEPT_OUTPUT),
        *("checks/waits/play.log", "checks/9/stages.jsonl"),
    }
    assert notes == [
        "deleted 3 files of output and answers, and 1 checks older than season.keep_output"
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
