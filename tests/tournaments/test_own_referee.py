"""With which flags a tournament starts its own referee."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from tournaments.play.own_referee import OwnReferee
from tournaments.processes.client import SupervisorClient
from tournaments.processes.process_book import ProcessNumbers
from tournaments.spec.errors import LaunchError
from tournaments.store.folder import DataFolder


class _Supervisor:
    """Notes what it should start, and starts nothing."""

    def __init__(self) -> None:
        self.started: list[Sequence[str]] = []

    async def run(self, argv: Sequence[str], **_: object) -> None:
        """Note the command, and say that it can't be started."""
        self.started.append(argv)
        raise LaunchError("can't be started: there is no such program")


def _referee(folder: Path, supervisor: _Supervisor, matches: int) -> OwnReferee:
    return OwnReferee(
        DataFolder(folder / "data"),
        supervisor=cast("SupervisorClient", supervisor),
        book=ProcessNumbers(),
        note=lambda _: None,
        think_slots=1,
        matches=matches,
    )


@pytest.mark.parametrize(("matches", "is_loaded_at_once"), [(0, False), (99, False), (100, True)])
async def test_kernels_are_loaded_early_for_many_matches(
    tmp_path: Path, matches: int, is_loaded_at_once: bool
) -> None:
    """From 100 matches on, the time in interpreted kernels would be lost."""
    supervisor = _Supervisor()
    referee = _referee(tmp_path, supervisor, matches)
    with pytest.raises(LaunchError, match="no such program"):
        await referee.keep_up()
    referee.clean_up()
    (argv,) = supervisor.started
    flags = dict(itertools.pairwise(argv))
    assert flags.get("--load-kernels-after") == ("0s" if is_loaded_at_once else None)


async def test_it_starts_before_its_caller_goes_on(tmp_path: Path) -> None:
    """What the caller loads to talk to it is loaded while the process comes up."""
    supervisor = _Supervisor()
    referee = _referee(tmp_path, supervisor, matches=0)
    seen: list[int] = []

    async def run() -> None:
        async with referee.running():
            seen.append(len(supervisor.started))
            await asyncio.Event().wait()

    with pytest.raises(ExceptionGroup):
        await run()
    assert seen == [1]
