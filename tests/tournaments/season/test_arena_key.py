"""The arena of a season is started again for each stage: readers enter with the same key."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from tests.tournaments.season.stage_world import FakePrograms, StageWorld
from tournaments import season_stages
from tournaments.play import own_arena as arenas
from tournaments.play.own_arena import own_arena
from tournaments.processes.client import SupervisorClient
from tournaments.season_stages import StageRun
from tournaments.store.folder import DataFolder

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = 2027-03-01T04:00:00Z
[[bots]]
name = "house"
house = "greedy"
[[bots]]
name = "other"
house = "random"
[[stages]]
name = "semi"
format = "round_robin"
top = 2
[[stages]]
name = "final"
format = "round_robin"
top = 2
"""


class _Keyed(StageWorld):
    """A `StageWorld` that notes the key of each stage's arena."""

    keys: list[str]

    def _play_stage(self, run: StageRun) -> int:
        self.keys.append(run.web_key)
        return super()._play_stage(run)


def test_each_stage_has_the_season_s_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the run gives, in each stage."""
    monkeypatch.setattr(season_stages, "_Programs", FakePrograms)
    plain = season_stages.StagesOfRun

    def keyed(*args: Any, **named: Any) -> season_stages.StagesOfRun:
        return plain(*args, **named, web_key="a key")

    monkeypatch.setattr("tests.tournaments.season.stage_world.StagesOfRun", keyed)
    world = _Keyed(tmp_path / "data", FILE, poll_s=60.0)
    world.keys, world.strengths = [], {"house": 1.0, "other": 0.0}
    world.run()
    assert world.keys == ["a key", "a key"]


@dataclasses.dataclass
class _Supervisor:
    """Starts nothing, and notes the environment of what it should start."""

    env: Mapping[str, str] = dataclasses.field(default_factory=dict)

    async def run(self, *_: object, env: Mapping[str, str], **__: object) -> _Supervisor:
        """Note the environment."""
        self.env = env
        return self

    @property
    def ended(self) -> asyncio.Future[None]:
        """It runs on."""
        return asyncio.get_running_loop().create_future()

    def stop(self, _: float) -> None:
        """Do nothing."""


async def test_the_arena_is_given_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its environment; the printed address has it, and without one it is drawn."""
    monkeypatch.setattr(arenas, "installed_program", lambda _: ["arena"])
    seen = []
    for given in ("a-key", "", ""):
        supervisor, notes = _Supervisor(), list[str]()
        async with own_arena(
            "127.0.0.1:80",
            DataFolder(tmp_path),
            referee=None,
            organizer_key=None,
            ca=None,
            supervisor=cast("SupervisorClient", supervisor),
            scratch=tmp_path,
            note=notes.append,
            key=given,
            stays=lambda: False,
        ):
            pass
        seen.append(supervisor.env["ARENA_KEY"])
        assert notes == [f"watch it at http://127.0.0.1:80/#key={seen[-1]}"]
    assert seen[0] == "a-key"
    assert len(set(seen)) == 3
    assert all(seen)
