"""Unpacks a submission in the sandbox: starts `unpacker.py` there, and reads its answer."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from tournaments.processes.client import Exit, SupervisorClient
from tournaments.processes.last_words import last_words
from tournaments.processes.sandbox import PathView, bare_environment, open_sandbox
from tournaments.season import unpacker
from tournaments.spec.errors import LaunchError
from tournaments.spec.limits import Limits

__all__ = ["LOW_PRIORITY", "Unpacked", "UnpackError", "low_priority", "unpack_payload"]

LOW_PRIORITY = 10
"""Niceness of what runs before a submission plays: rated matches come first."""
PATIENCE_S = 600.0
"""Seconds after which unpacking is given up as a failure of this machine."""
_MIB = 1024 * 1024
_CPU_S = 120
_GRACE_S = 1.0
_LIMITS = Limits(
    memory=512 * _MIB, cpu_s=_CPU_S, processes=16, open_files=64, output=_MIB, scratch=_MIB
)


class UnpackError(LaunchError):
    """A submission could not be unpacked, and it is not its author's fault."""


@dataclasses.dataclass(frozen=True, slots=True)
class Unpacked:
    """Answer of the program that unpacks: number of files and bytes, or why the archive is refused."""

    refused: str | None
    """Why the submission is refused, as a sentence for its author; None if it was unpacked."""
    num_files: int = 0
    """Number of files and folders."""
    num_bytes: int = 0
    """Bytes of all files together."""


def low_priority() -> list[str]:
    """Return the words that start a program at a low priority; empty if this machine has no `nice`."""
    nice = shutil.which("nice")
    return [] if nice is None else [nice, "-n", str(LOW_PRIORITY)]


async def unpack_payload(
    payload: Path,
    target: Path,
    *,
    most_bytes: int,
    most_files: int,
    supervisor: SupervisorClient,
    log: Path,
    is_enclosed: bool,
) -> Unpacked:
    """Unpack an archive, or copy a folder, into a new folder.

    Args:
        payload: The archive or folder.
        target: The folder, which must not exist.
        most_bytes: Most bytes of all files together.
        most_files: Most files and folders.
        supervisor: Starts the program that unpacks.
        log: Path of the files with that program's output, without their suffixes `.stdout` and
            `.stderr`.
        is_enclosed: Whether it runs in a sandbox, which sees payload and target alone.

    Raises:
        UnpackError: It could not be done, and it is not the author's fault.
        SandboxError: This machine has no sandbox.
        SupervisorGoneError: The supervisor is gone.
    """
    try:
        target.mkdir(parents=True)
    except OSError as error:
        raise UnpackError(f"{target} can't be written: {error.strerror}") from None
    script = Path(unpacker.__file__)
    views = {
        payload: PathView.READABLE,
        script: PathView.READABLE,
        target: PathView.WRITABLE,
    }
    sandbox = open_sandbox(scratch=_MIB).command(views, cwd=None) if is_enclosed else []
    argv = [sys.executable, "-I", "-S", str(script), str(payload), str(target)]
    process = await supervisor.run(
        [*low_priority(), *argv, str(most_bytes), str(most_files)],
        cwd=target,
        env=bare_environment({}),
        log=log,
        limits=dataclasses.replace(_LIMITS, file_size=most_bytes + _MIB),
        sandbox=sandbox,
    )
    process.end_input()
    try:
        async with asyncio.timeout(PATIENCE_S):
            ended = await asyncio.shield(process.ended)
    except TimeoutError:
        raise UnpackError(f"unpacking was not done within {PATIENCE_S:g}s") from None
    finally:
        if not process.ended.done():
            process.stop(_GRACE_S)
    return _answer(ended, log)


def _answer(ended: Exit, log: Path) -> Unpacked:
    if ended.code == 0:
        try:
            text = log.with_name(log.name + ".stdout").read_text(encoding="utf-8")
            answer: dict[str, Any] = json.loads(text)
        except (OSError, ValueError) as error:
            raise UnpackError(f"the program that unpacks gave no answer: {error}") from None
        if "refused" in answer:
            return Unpacked(str(answer["refused"]))
        return Unpacked(None, int(answer["files"]), int(answer["bytes"]))
    # The program answers for every fault of an archive that it notices; a limit it can't notice.
    if ended.limit is not None or ended.cpu_s >= _CPU_S:
        why = ended.limit or f"it took more than {_CPU_S}s of processor time"
        return Unpacked(f"can't be unpacked within the limits: {why}")
    words = " / ".join(last_words(log, lines=1)) or "none"
    raise UnpackError(f"the program that unpacks failed: {ended}; its last words: {words}")
