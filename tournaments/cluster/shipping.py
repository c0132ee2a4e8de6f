"""Sends workers the programs of a season's entries, as far as they lack them."""

from __future__ import annotations

import asyncio
import dataclasses
import tempfile
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from tournaments.bots.entry_programs import EntryProgram
from tournaments.cluster import worker as on_worker
from tournaments.cluster.worker_copies import CopyPart, pack_copy

__all__ = ["Ask", "SeasonPrograms", "Unfit", "send_copies"]

PART_BYTES = 4 * 1024**2
"""Largest part of an archive in one message to a worker, in bytes."""

Ask = Callable[..., Awaitable[object]]
"""Runs a function on one worker with arguments; returns its answer, or an error in its place."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonPrograms:
    """Programs of a season, as far as they are sent to workers or have versions."""

    season: str
    """Id of the season."""
    copies: Path
    """Folder of all copies on this machine, each named by its digest."""
    entries: Mapping[str, EntryProgram]
    """Programs that were handed in, by label; it grows while the season runs."""
    own_versions: Mapping[str, int]
    """Number of the version of each program of the season's file, by name."""
    needed: Callable[[], Collection[str]]
    """Returns the digests of all copies that matches may need from now on."""

    def can_start(self, label: str) -> bool:
        """Return whether workers can start the program with this label."""
        name, _, number = label.partition("@")
        is_own = self.own_versions.get(name) == int(number or 1)
        return is_own or label in self.entries

    def of(self, labels: Iterable[str]) -> tuple[EntryProgram, ...]:
        """Return the programs with these labels that were handed in."""
        return tuple(self.entries[label] for label in labels if label in self.entries)


@dataclasses.dataclass(frozen=True, slots=True)
class Unfit:
    """Why an attempt was not begun on a worker: the worker can't start one of the programs."""

    worker: str
    """Name of the worker."""
    label: str
    """Label of the program."""
    reason: str
    """Why it can't be started, as text for people."""


async def send_copies(
    programs: Collection[EntryProgram], of_season: SeasonPrograms, ask: Ask
) -> str | None:
    """Send a worker those copies of programs that it lacks; return why that failed, None if it did not.

    Args:
        programs: The programs.
        of_season: All programs of the season.
        ask: Runs a function on the worker.
    """
    digests = sorted({program.digest for program in programs})
    lacking: Any = await ask(on_worker.lacking, of_season.season, digests)
    if not isinstance(lacking, list):
        return str(lacking)
    for digest in lacking:
        # On the disk, since an archive may be as big as all that an entry may have.
        with tempfile.TemporaryFile(prefix="copy-") as archive:
            try:
                await asyncio.to_thread(pack_copy, of_season.copies / digest, archive)
            except OSError as error:
                return f"the copy {digest} can't be sent: {error.strerror}"
            problem = await _send(digest, archive, of_season, ask)
            if problem is not None:
                return problem
    return None


async def _send(digest: str, archive: IO[bytes], of_season: SeasonPrograms, ask: Ask) -> str | None:
    needed = frozenset(of_season.needed()) | {digest}
    left = archive.tell()
    archive.seek(0)
    is_first = True
    while left:
        data = archive.read(PART_BYTES)
        left -= len(data)
        part = CopyPart(digest, data, is_first, not left, needed if is_first else frozenset())
        answer = await ask(on_worker.take_copy, of_season.season, part)
        if answer is not None:
            return str(answer)
        is_first = False
    return None
