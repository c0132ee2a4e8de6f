"""Joins checks of programs to a run: what a check admits becomes a version, and versions run again."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

from tournaments.bots.copies import difference, list_files
from tournaments.bots.entry_programs import EntryProgram, bot_folder, program_from_copy
from tournaments.bots.program import Program
from tournaments.processes.client import SupervisorClient
from tournaments.season.admission import check_submission
from tournaments.season.checking import Note, Passed, Refusal
from tournaments.season.desk import Desk
from tournaments.season.records import UNCHANGED, EntryStatus, SeasonEntry
from tournaments.season.requests import Submission
from tournaments.season.scenario_trial import try_in_scenarios
from tournaments.season.trial_match import try_in_match
from tournaments.season.verdicts import Admitted, CheckTerms, History, Refused, Unchanged
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import CopyError, SpecError, SupervisorGoneError, TournamentError
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion

__all__ = ["SeasonChecker", "entry_program", "program_of"]

_COVERS = "all files of its folder after the build; not Python, nor what is installed elsewhere"


class SeasonChecker:
    """Checks what is handed in to a season, and entries that are benched.

    Args:
        spec: The season.
        file: The season's file.
        folder: Data folder of the season.
        desk: Has the season's state.
        supervisor: Starts processes; it must be connected.
        versions: Stored versions, by entry and number; it grows as versions are admitted.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        file: Path,
        folder: DataFolder,
        desk: Desk,
        supervisor: SupervisorClient,
        versions: dict[tuple[str, int], StoredVersion],
    ) -> None:
        self._spec = spec
        self._file = file
        self._folder = folder
        self._desk = desk
        self._supervisor = supervisor
        self._versions = versions

    async def check(self, handed: Submission, note: Note) -> Passed | Refusal:
        """Check a program that was handed in; return it, or why it is refused.

        Args:
            handed: The request with its files.
            note: Called with a stage of the check and a line for the author.
        """
        verdict = await check_submission(
            handed,
            CheckTerms(self._spec, self._file),
            self._folder,
            self._supervisor,
            note,
            self._history(handed.entry),
        )
        match verdict:
            case Admitted():
                version = self._version(handed, verdict)
                return Passed(version, verdict.digest_submitted, verdict.lines)
            case Unchanged():
                return Refusal(UNCHANGED, ours=True, submitted=verdict.digest_submitted)
            case Refused():
                return Refusal(
                    verdict.stage,
                    ours=verdict.is_ours,
                    submitted=verdict.digest_submitted,
                    lines=verdict.lines,
                )

    async def check_again(self, entry: SeasonEntry, note: Note) -> Refusal | None:
        """Check the current version of a benched entry; return why it may not play, or None if it may.

        Args:
            entry: The entry.
            note: Called with a stage of the check and a line for the author.
        """
        if entry.stays:
            note("play", f"{entry.name} is the organizer's, and plays again without a check")
            return None
        work = self._folder.path / "checks" / f"again-{entry.name}"
        shutil.rmtree(work, ignore_errors=True)
        stage = "play"
        note(stage, f"a match of {self._spec.game} against the weakest house bot")
        try:
            version = self._versions[entry.name, entry.current.number]
            terms = CheckTerms(self._spec, self._file)
            program = program_of(
                version, self._spec, self._file, self._folder, writable=work / "played"
            )
            end = await try_in_match(program, terms, work / "trial", self._supervisor)
            if not end.problems:
                stage = "protocol"
                end = await try_in_scenarios(program, terms, work / "trial", self._supervisor)
        except SupervisorGoneError:
            raise
        except (TournamentError, OSError) as error:
            return Refusal(stage, ours=True, lines=(str(error),))
        finally:
            shutil.rmtree(work, ignore_errors=True)
        return Refusal(stage, ours=False, lines=end.problems) if end.problems else None

    def _history(self, name: str) -> History:
        """Return what the log has of an entry, for its next check."""
        state = self._desk.state
        refused = {
            digest: Refused(
                stage,  # type: ignore[arg-type]
                (f"the same files were refused before, in the stage {stage}",),
                digest_submitted=digest,
            )
            for digest, stage in state.refused_digests.get(name, {}).items()
        }
        entry = state.entries.get(name)
        if entry is None:
            return History(refused=refused)
        current = entry.current
        is_active = entry.status is EntryStatus.ACTIVE
        return History(current.number, current.submitted, is_active, refused)

    def _version(self, handed: Submission, verdict: Admitted) -> StoredVersion:
        program, copy = verdict.program, self._folder.programs / verdict.digest_run
        start: dict[str, object] = {
            "argv": list(program.argv),
            "env": dict(program.own_env),
            "terms": dataclasses.asdict(program.terms),
            "copy": verdict.digest_run,
            "request": handed.id,
        }
        files = list_files(copy)
        return StoredVersion(handed.entry, 1, verdict.digest_run, _COVERS, files, start)


def program_of(
    version: StoredVersion,
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    *,
    writable: Path | None = None,
) -> Program:
    """Return the program of an admitted version, which runs from its copy.

    Args:
        version: The version.
        spec: The season.
        file: The season's file.
        folder: Data folder of the season.
        writable: Folder for the copy that a program without a sandbox may write into; None for the
            one of this version.

    Raises:
        CopyError: The copy is damaged or gone, or the machine lacks what it needs.
    """
    copy, entered = folder.programs / version.sha256, entry_program(version, folder)
    if entered is None:
        raise CopyError(f"{version.label} was not handed in, and has no copy of its files")
    if not copy.is_dir():
        raise CopyError(f"{version.label} can't be started: its copy in {copy} is gone")
    changed = difference(version.files, list_files(copy))
    if changed is not None:
        raise CopyError(f"{version.label} can't be started: its copy is damaged: {changed}")
    try:
        return program_from_copy(
            entered, spec, file, folder, copies=folder.programs, writable=writable
        )
    except SpecError as error:
        raise CopyError(f"{version.label} can't be started: {error}") from None


def entry_program(version: StoredVersion, folder: DataFolder) -> EntryProgram | None:
    """Return an admitted version as any machine with its copy can start it; None if it was not handed in.

    Args:
        version: The version.
        folder: Data folder of the season.
    """
    request = version.start.get("request")
    if not isinstance(request, str):
        return None
    shown = bot_folder(folder.path, request)
    return EntryProgram(version.bot, version.version, version.sha256, shown)
