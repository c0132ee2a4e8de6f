"""An arena that dies is started again, after pauses that grow to a bound."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from tournaments.play import own_arena as arenas
from tournaments.processes.client import Exit, SupervisorClient
from tournaments.spec.errors import LaunchError, SupervisorGoneError
from tournaments.store.folder import DataFolder

QUICK = Exit(1, 0.5, 1.0, 1000)
"""An arena that ends at once."""
STEADY = Exit(-9, 20.0, 60.0, 1000)
"""One that is killed after a minute."""


@dataclasses.dataclass
class _Process:
    """An arena's process."""

    log: Path
    ended: asyncio.Future[Exit]
    is_stopped: bool = False

    def stop(self, _: float) -> None:
        """Note it."""
        self.is_stopped = True


class _Supervisor:
    """Starts arenas that end by a script; the last one stays.

    Args:
        script: How each start ends: how the process ends, or an error.
    """

    def __init__(self, script: Sequence[Exit | LaunchError]) -> None:
        self._script = list(script)
        self.processes: list[_Process] = []
        self.settled = asyncio.Event()
        """Set when the script is over."""

    async def run(self, _: Sequence[str], *, log: Path, **__: object) -> _Process:
        """Start the next one."""
        end = self._script.pop(0) if self._script else None
        if isinstance(end, SupervisorGoneError):
            self.settled.set()
        if isinstance(end, LaunchError):
            raise end
        process = _Process(log, asyncio.get_running_loop().create_future())
        self.processes.append(process)
        if end is None:
            self.settled.set()
        else:
            process.ended.set_result(end)
        return process


@dataclasses.dataclass
class _Shown:
    """What a run has seen of its arena."""

    supervisor: _Supervisor
    notes: list[str]
    pauses: list[float]


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arenas, "installed_program", lambda _: ["arena"])


async def shown(folder: Path, *script: Exit | LaunchError, stays: bool = False) -> _Shown:
    """Run an arena whose processes end by a script, until it is over."""
    found = _Shown(_Supervisor(script), [], [])

    async def pause(seconds: float) -> None:
        found.pauses.append(seconds)

    async with arenas.own_arena(
        "127.0.0.1:80",
        DataFolder(folder),
        referee=None,
        organizer_key=None,
        ca=None,
        supervisor=cast("SupervisorClient", found.supervisor),
        scratch=folder,
        note=found.notes.append,
        stays=lambda: stays,
        pause=pause,
    ):
        await found.supervisor.settled.wait()
    return found


async def test_pauses_grow_to_ten_minutes(tmp_path: Path) -> None:
    """Each death at once doubles the pause."""
    found = await shown(tmp_path, *[QUICK] * 12)
    assert found.pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]
    assert len(found.supervisor.processes) == 13
    assert [each.is_stopped for each in found.supervisor.processes] == [False] * 12 + [True]


async def test_after_a_minute_of_life_pauses_begin_again(tmp_path: Path) -> None:
    """An arena that dies once a day is back within a second each time."""
    found = await shown(tmp_path, QUICK, QUICK, STEADY, QUICK)
    assert found.pauses == [1, 2, 1, 2]


async def test_the_run_reports_each_death(tmp_path: Path) -> None:
    """With how it ended, its last words, and when it is started again."""
    log = tmp_path / "logs" / "arena" / "0001.stderr"
    log.parent.mkdir(parents=True)
    log.write_text("OSError: no space\n")
    found = await shown(tmp_path, STEADY)
    address, *deaths = found.notes
    assert address.startswith("watch it at http://127.0.0.1:80/#key=")
    assert deaths == [
        "the arena has ended: signal 9 (Killed) after 60.0s (20.0s of processor time);"
        " its last words: OSError: no space",
        "the arena is started again in 1 s",
    ]
    assert [process.log.name for process in found.supervisor.processes] == ["0001", "0002"]


async def test_a_start_that_fails_is_tried_again(tmp_path: Path) -> None:
    """As a death is; only the first start must succeed, since it is wrong for good if it does not."""
    found = await shown(tmp_path, QUICK, LaunchError("no memory"), STEADY)
    assert found.pauses == [1, 2, 1]
    assert "the arena can't be started: no memory" in found.notes
    assert len(found.supervisor.processes) == 3


async def test_without_its_supervisor_no_arena_is_started(tmp_path: Path) -> None:
    """The end of the supervisor is reported once, and the run does not wait for readers."""
    found = await shown(tmp_path, QUICK, SupervisorGoneError(), stays=True)
    assert found.pauses == [1]
    assert found.notes[-1] == f"the arena can't be started: {SupervisorGoneError()}"
    assert len(found.supervisor.processes) == 1
