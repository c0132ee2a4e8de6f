"""Builds bots before play: each build command once, in the bot's folder and sandbox.

A build may write into its bot's folder, which nobody may during play. A build is skipped if neither
its command nor any file of the folder has changed since it last succeeded.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tournaments.bots.program import Program
from tournaments.processes.client import Exit, SupervisorClient
from tournaments.processes.last_words import both_ends
from tournaments.spec.errors import BuildError, LaunchError, SupervisorGoneError, TournamentError
from tournaments.spec.limits import Limits

__all__ = ["BuildEnd", "build_all", "build_each", "refuse_all", "run_build"]

GRACE_S = 2.0
"""Time that a build has to end after SIGTERM, in seconds."""
_FIRST_LINES = 3
_LAST_LINES = 5
"""Number of last lines of a failed build that are shown, after its first ones: compilers name the
cause first, other tools last.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class BuildEnd:
    """How the process of a build ended, and whether it was stopped because it took too long."""

    ended: Exit
    """How its process ended."""
    too_long: bool
    """Whether it was stopped because it took longer than its terms allow."""

    @property
    def failed(self) -> bool:
        """Whether the build failed: its exit status was not 0, or it was stopped."""
        return self.ended.code != 0 or self.too_long


async def run_build(
    program: Program,
    supervisor: SupervisorClient,
    log: Path,
    *,
    limits: Limits,
    before: Sequence[str] = (),
    stop: asyncio.Event | None = None,
) -> BuildEnd:
    """Run the build command of a bot, which must have one, and return how it ended.

    Args:
        program: The bot.
        supervisor: Starts the build.
        log: Path of the files with the build's output, without their suffixes `.stdout` and
            `.stderr`.
        limits: Resources that the build may use.
        before: Words of a program that starts the build, such as `nice`; empty for none.
        stop: Set by the caller to stop the build; None if nobody does.

    Raises:
        LaunchError: The build can't be started, or the supervisor is gone.
    """
    assert program.build is not None
    process = await supervisor.run(
        [*before, *program.build],
        cwd=program.cwd,
        env=program.env,
        log=log,
        limits=limits,
        sandbox=program.enclosed({}, is_build=True),
    )
    # A command that asks a question gets the end of its input, and does not wait for ever.
    process.end_input()
    stopping = asyncio.ensure_future((stop or asyncio.Event()).wait())
    waiting: set[asyncio.Future[Any]] = {process.ended, stopping}
    done: set[asyncio.Future[Any]] = {stopping}
    try:
        done, _ = await asyncio.wait(
            waiting, timeout=program.terms.build_s, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        stopping.cancel()
        if not process.ended.done():  # also if the caller is cancelled
            process.stop(GRACE_S)
    too_long = not done
    return BuildEnd(await asyncio.shield(process.ended), too_long)


async def build_all(
    programs: Sequence[Program],
    *,
    supervisor: SupervisorClient,
    logs: Path,
    note: Callable[[str], None],
) -> None:
    """Build all bots that have a build command.

    Args:
        programs: The bots.
        supervisor: Starts the builds.
        logs: Folder with the output of programs, as for `build_each`.
        note: Called with lines for people about builds, as for `build_each`.

    Raises:
        BuildError: One or more builds fail; the message has a line for each, after all were tried.
    """
    refuse_all(await build_each(programs, supervisor=supervisor, logs=logs, note=note))


async def build_each(
    programs: Sequence[Program],
    *,
    supervisor: SupervisorClient,
    logs: Path,
    note: Callable[[str], None],
) -> dict[str, BuildError]:
    """Build all bots that have a build command; return the errors of builds that fail, by bot name.

    Args:
        programs: The bots.
        supervisor: Starts the builds.
        logs: Folder with the output of programs; a build's is in `<bot>/build.stdout` and
            `.stderr`.
        note: Called with a line on each bot that is being built, and with the first and last lines
            of the output of a build that fails.
    """
    failed = {}
    for program in programs:
        if program.build is not None:
            try:
                await _build(program, supervisor, logs / program.name / "build", note)
            except BuildError as error:
                failed[program.name] = error
    return failed


def refuse_all(failed: Mapping[str, TournamentError]) -> None:
    """Refuse to leave out bots whose builds failed; do nothing if `failed` is empty.

    Args:
        failed: Error of each failed build by the name of its bot.

    Raises:
        BuildError: One or more builds have failed; the message has a line for each.
    """
    if failed:
        raise BuildError("\n".join(map(str, failed.values())))


async def _build(
    program: Program, supervisor: SupervisorClient, log: Path, note: Callable[[str], None]
) -> None:
    stamp = log.with_suffix(".stamp")
    with contextlib.suppress(OSError):
        if stamp.read_text() == _state_of(program):
            return
    note(f"building {program.name}")
    try:
        # Compilers write large files and take long; the build's own time-out bounds them.
        limits = dataclasses.replace(program.terms.limits, cpu_s=None, file_size=None)
        end = await run_build(program, supervisor, log, limits=limits)
    except SupervisorGoneError:  # no build's fault
        raise
    except LaunchError as error:
        raise BuildError(f"the build of {program.name} {error}") from None
    if end.failed:
        too_long = f"not done within {program.terms.build_s:g}s, " if end.too_long else ""
        words = both_ends(log, first=_FIRST_LINES, last=_LAST_LINES)
        for line in words[:-1]:
            note(f"build of {program.name}: {line}")
        said = f", its last words: {words[-1]}" if words else ""
        where = f"all of its output is in {log}.stdout and .stderr"
        raise BuildError(
            f"the build of {program.name} failed: {too_long}{end.ended}{said}; {where}"
        )
    # Taken after the build, which changes files itself.
    stamp.write_text(_state_of(program))


def _state_of(program: Program) -> str:
    """Return a hash of the build command and of each file's name, size and modification time."""
    state = hashlib.sha256(repr((program.build, str(program.cwd))).encode())
    for folder, folders, files in os.walk(program.cwd):
        folders.sort()
        for name in sorted(files):
            path = Path(folder, name)
            with contextlib.suppress(OSError):
                status = path.lstat()
                state.update(repr((str(path), status.st_size, status.st_mtime_ns)).encode())
    return state.hexdigest()
