"""Seasons in virtual time for tests of their pages: stopped in their midst, or played to their end."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.arena.sites import replay_of
from tests.tournaments.season.stage_world import FakePrograms, StageWorld
from tests.tournaments.season.world import START, events_of
from tournaments import season_stages
from tournaments.season.bodies import Body
from tournaments.season.check_files import CheckFiles
from tournaments.season.desk import Desk
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["CANARIES", "FILE", "add_events", "bodies_of", "play_season"]

CANARIES = {
    "webhook": "https://chat.example.org/hook/CANARY-webhook",
    "command": "/CANARY/bin/program --CANARY-flag",
    "comment": "CANARY-comment",
    "text": "CANARY-text of a program",
}
"""Words that no page may show, by where they stand."""
FILE = f"""# {CANARIES["comment"]}
name = "spring_cup"
game = "diceman"
format = "ladder"
sandbox = "none"
data = "data"
[season]
opens = 2027-03-01T00:00:00Z
deadline = 2027-03-01T14:00:00Z
closes = 2027-03-01T16:00:00Z
first_matches = 5
faults = 3
[[notify]]
webhook = "{CANARIES["webhook"]}"
[[bots]]
name = "greedy"
title = "Greedy of the house"
house = "greedy"
[[bots]]
name = "own"
command = "{CANARIES["command"]}"
[[stages]]
name = "final"
format = "round_robin"
top = 2
"""


class _Stopped(BaseException):
    """The run is stopped in its midst."""


class _Season(StageWorld):
    stops_at = 24.0
    """Virtual hours after which the run is stopped, as by Ctrl-C."""

    def note_changes(self) -> None:
        if self.loop.time() >= 3600 * self.stops_at:
            raise _Stopped


def play_season(
    folder: Path, *, hours: float = 24.0, entries: int = 5, minutes: tuple[int, int] = (12, 20)
) -> Path:
    """Play a season for some hours; return its data folder.

    It is open until hour 14, frozen until 16; then its stage is played, and it is closed. `bob` crashes from hour 3 on,
    and is benched; `ann` hands in a second version at hour 5, `cyd` a broken one; the organizer annuls
    match 4, expels `dan` and pauses the season for an hour from hour 8 on.

    Args:
        folder: Folder for the season, which must not exist.
        hours: When the run is stopped.
        entries: Number of further entries, which do nothing else than play.
        minutes: Least and most virtual minutes of a match; two are played at once.
    """
    world = _Season(folder / "data", FILE, slots=2)
    world.stops_at, world.minutes = hours, minutes
    world.strengths = {"ann": 3.0, "bob": 1.0, "cyd": 0.5, "dan": 0.0, "greedy": 0.0, "own": 0.0}
    world.faulty["bob"] = (3 * 3600.0, 20 * 3600.0)
    world.broken.add("bob")
    for number, name in enumerate(("ann", "bob", "cyd", "dan")):
        world.at(0.1 + number / 10, functools.partial(world.submit, name, f"{name}_lab"))
    for number in range(entries):
        name = f"team{number + 1:02}"
        world.strengths[name] = 1 - number / 5
        world.at(1 + number / 20, functools.partial(world.submit, name))
    world.at(5.0, lambda: world.submit("ann", "ann_lab", content="second"))
    world.at(5.2, lambda: world.submit("cyd", "cyd_lab", content="bad"))
    world.at(6.0, lambda: world.ask("annul", match=4, reason="a power cut"))
    world.at(7.0, lambda: world.ask("expel", entry="dan", reason="it shared its seat"))
    world.at(8.0, lambda: world.ask("pause", reason="a new disk"))
    world.at(9.0, lambda: world.ask("resume", reason=""))
    world.at(11.98, lambda: world.submit("late", "late_lab"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(season_stages, "_Programs", FakePrograms)
        try:
            world.run()
        except _Stopped:
            world.loop.run_until_complete(_cancel_others())
            world.loop.close()
    for pending in world.data.glob("inbox/submit-*/request.json"):
        request = json.loads(pending.read_text(encoding="utf-8"))["id"]
        files = CheckFiles.of(world.data, request)
        files.begin({"id": request, "entry": "late"})
        for stage in ("receive", "unpack", "build"):
            files.stage(stage, CANARIES["text"])
    for number in range(1, 40):
        replay_of("diceman", world.data / "referee" / "replays" / f"m{number}.replay")
    return world.data


async def _cancel_others() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def bodies_of(data: Path) -> list[dict[str, Any]]:
    """The contents of all events of a season's log."""
    return [event.body for event in events_of(data)]


def add_events(data: Path, *bodies: Body) -> None:
    """Write further events into the log of a season that is not being run."""
    with contextlib.closing(Store(DataFolder(data).database, create=True)) as store:
        Desk(store, lambda: START).book.write(bodies)
