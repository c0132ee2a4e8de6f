"""Tries the program of one version in a match, as the last stage of a check and after a bench."""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
from pathlib import Path

from tournaments.bots.program import Program
from tournaments.check.trial import BotReport, check
from tournaments.processes.client import SupervisorClient
from tournaments.processes.last_words import last_error
from tournaments.season.verdicts import CheckTerms
from tournaments.spec.errors import LaunchError, SupervisorGoneError, TournamentError
from tournaments.store.folder import DataFolder

__all__ = ["TrialEnd", "keep_output", "ours_in", "try_in_match"]

_VOID = "the warm-up match was void"


@dataclasses.dataclass(frozen=True, slots=True)
class TrialEnd:
    """Problems and remarks about a program after a trial match."""

    problems: tuple[str, ...]
    """Rules that the program broke, as sentences for its author; empty if it may play."""
    remarks: tuple[str, ...]
    """How long its answers took, as a sentence; empty without answers."""


async def try_in_match(
    program: Program,
    terms: CheckTerms,
    place: Path,
    supervisor: SupervisorClient,
    output: Path | None = None,
) -> TrialEnd:
    """Have a program play a match against the weakest house bot of the season's game.

    Args:
        program: The program, which is not built again.
        terms: Terms of the season.
        place: Folder for all that is written meanwhile; it is created, and removed at the end.
        supervisor: Starts all programs; it must be connected.
        output: File for what the program writes; None to keep nothing.

    Raises:
        TournamentError: The match could not be played, and it is not the program's fault.
        SupervisorGoneError: The supervisor has died.
    """
    folder = DataFolder(place)
    place.mkdir(parents=True)
    try:
        _, (report,) = await check(terms.spec, terms.file, [program], folder, supervisor)
        return _end_of(report, _log_of(folder, program))
    except BaseExceptionGroup as group:
        error = ours_in(group)
        if error is None:
            raise
        raise error from None
    finally:
        log = _log_of(folder, program)
        if log is not None and output is not None:
            keep_output(log, output)
        shutil.rmtree(place, ignore_errors=True)


def ours_in(group: BaseExceptionGroup[BaseException]) -> TournamentError | None:
    """Return the error of this machine for which tasks have failed together; None for a bug.

    Args:
        group: The errors of the tasks.
    """
    if group.subgroup(SupervisorGoneError) is not None:
        return SupervisorGoneError()
    failures, rest = group.split((TournamentError, OSError))
    if failures is None or rest is not None:
        return None
    error: BaseException = failures
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error if isinstance(error, TournamentError) else LaunchError(str(error))


def keep_output(log: Path, target: Path) -> None:
    """Put the output of a program into one file; nothing is done if that can't be written.

    Args:
        log: Path of the files with the output, without their suffixes `.stdout` and `.stderr`.
        target: The file.
    """
    parts = [log.with_name(f"{log.name}.{kind}") for kind in ("stdout", "stderr")]
    with contextlib.suppress(OSError), target.open("wb") as out:
        for part in parts:
            if part.is_file():
                out.write(part.read_bytes())


def _log_of(folder: DataFolder, program: Program) -> Path | None:
    """Return the path of the program's output files, without their suffixes; None if there are none.

    Args:
        folder: Data folder of the match.
        program: The program.
    """
    found = sorted((folder.logs / program.name).glob("*.stderr"))
    return found[0].with_suffix("") if found else None


def _end_of(report: BotReport, log: Path | None) -> TrialEnd:
    """Return the result of the trial by the report on the match.

    Args:
        report: How the program has played.
        log: Path of the program's output files, without their suffixes; None if there are none.

    Raises:
        LaunchError: The match was void.
    """
    void = next((each for each in report.problems if each.startswith(_VOID)), None)
    if void is not None:
        raise LaunchError(void)
    shown = [f"your program {problem}" for problem in report.problems]
    said = " / ".join(last_error(log)) if log is not None and shown else ""
    # The launcher's line about a process that has ended may have them, in fewer words.
    if said and not any("its last words" in line or said in line for line in shown):
        shown.append(f"its last words: {said}")
    remarks: tuple[str, ...] = ()
    if report.median_ms is not None and report.slowest_ms is not None:
        times = f"median {report.median_ms:.0f} ms, slowest {report.slowest_ms:.0f} ms"
        remarks = (f"answered {report.answers} times: {times}",)
    return TrialEnd(tuple(shown), remarks)
