"""Checks a submission in six stages: receive, unpack, manifest, build, play, protocol.

Whatever an author can cause is a `Refused`, with sentences for the author; it never ends the run.
Programs of the author run under limits and in the sandbox alone. A check that is killed leaves
nothing but its folder `checks/<id>`, and can be begun again with the same request.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import shutil
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

from tournaments.bots.builds import run_build
from tournaments.bots.copies import digest_of, keep_copy, list_files
from tournaments.bots.entry_programs import (
    MANIFEST,
    bot_folder,
    found_program,
    manifest_of,
    sealed_program,
)
from tournaments.bots.program import Program
from tournaments.processes.client import SupervisorClient
from tournaments.processes.last_words import both_ends
from tournaments.season.check_files import BUILD_LOG, PLAY_LOG, PROTOCOL_LOG
from tournaments.season.folder_size import FolderSize, watching
from tournaments.season.requests import Submission
from tournaments.season.scenario_trial import scenarios_text, try_in_scenarios
from tournaments.season.trial_match import keep_output, try_in_match
from tournaments.season.unpacking import low_priority, unpack_payload
from tournaments.season.verdicts import (
    Admitted,
    CheckTerms,
    History,
    Refused,
    Stage,
    Verdict,
    known_verdict,
)
from tournaments.spec.entrants import reason_of
from tournaments.spec.errors import (
    CopyError,
    FileFault,
    LaunchError,
    SpecError,
    SupervisorGoneError,
    TournamentError,
)
from tournaments.spec.limits import shown_size
from tournaments.store.folder import DataFolder

__all__ = ["check_submission"]

GROWTH = 5
"""Times of the season's `unpacked` and `files` that a folder may have after its build."""
_FIRST_LINES = 3
_LAST_LINES = 5
_OURS = "this is a failure of the season's machine, not yours: it costs no attempt"


async def check_submission(
    submission: Submission,
    terms: CheckTerms,
    place: DataFolder,
    supervisor: SupervisorClient,
    note: Callable[[Stage, str], None],
    history: History | None = None,
) -> Verdict:
    """Check a submission, and seal its program if it is admitted.

    Args:
        submission: What was handed in.
        terms: Terms of the season.
        place: The season's data folder: the check works in `checks/<id>`, and puts the sealed copy
            into `programs`.
        supervisor: Starts all programs; it must be connected.
        note: Called with a stage and a line for the author, at the beginning and the end of it.
        history: What the log has of the entry; None for an entry without one.

    Returns:
        The result. Failures of this machine are a `Refused` with `is_ours`.

    Raises:
        SupervisorGoneError: The supervisor has died; the check is to be begun again.
    """
    work = bot_folder(place.path, submission.id).parent
    one = _Check(submission, terms, place, work, supervisor, note, history or History())
    try:
        return await one.run()
    except SupervisorGoneError:
        raise
    except (TournamentError, OSError) as error:
        return one.refused_by_us(error)
    finally:
        await asyncio.to_thread(one.clear)


@dataclasses.dataclass(slots=True)
class _Check:
    """The check of one submission: its inputs, and the stage that it has reached."""

    submission: Submission
    terms: CheckTerms
    place: DataFolder
    work: Path
    supervisor: SupervisorClient
    note: Callable[[Stage, str], None]
    history: History
    stage: Stage = "receive"
    digest: str | None = None

    @property
    def home(self) -> Path:
        """Folder of the bot while it is checked."""
        return self.work / "bot"

    @property
    def is_enclosed(self) -> bool:
        """Whether programs of authors run in a sandbox."""
        return self.terms.spec.sandbox.kind != "none"

    async def run(self) -> Verdict:
        """Do all stages of the check in order until one refuses, and return the result."""
        self.clear()
        self.work.mkdir(parents=True, exist_ok=True)
        stages: tuple[tuple[Stage, Callable[[], Awaitable[Verdict | None]]], ...] = (
            ("receive", self._receive),
            ("unpack", self._unpack),
            ("manifest", self._manifest),
            ("build", self._build),
        )
        for self.stage, do in stages:
            verdict = await do()
            if verdict is not None:
                return verdict
        self.stage = "play"
        verdict = await self._play()
        if isinstance(verdict, Refused):
            return verdict
        self.stage = "protocol"
        return await self._conform(verdict)

    def refused(self, *lines: str) -> Refused:
        """Return the result that the submission is refused in the present stage.

        Args:
            *lines: Reasons, as sentences for the author; paths of this machine are left out of them.
        """
        shown = tuple(self._without_paths(line) for line in lines)
        return Refused(self.stage, shown, digest_submitted=self.digest)

    def refused_by_us(self, error: BaseException) -> Refused:
        """Return the result that the present stage failed by no fault of the author.

        Args:
            error: What has failed; its text is shown to the author without paths of this machine.
        """
        text = self._without_paths(str(error) or type(error).__name__)
        return Refused(
            self.stage, (_OURS, *text.splitlines()), is_ours=True, digest_submitted=self.digest
        )

    def clear(self) -> None:
        """Remove all that the check has made, except what authors may read."""
        for name in ("unpacked", "bot", "logs", "trial", "played"):
            _remove(self.work / name)

    async def _receive(self) -> Refused | None:
        entries = self.terms.spec.entries
        payload = self.submission.payload
        if payload.is_dir():
            return None  # its bytes are counted as it is copied
        size = payload.stat().st_size
        if size > entries.size:
            return self.refused(
                f"the archive has {shown_size(size)}, the most here is {shown_size(entries.size)}"
            )
        self.note("receive", f"received {shown_size(size)}")
        return None

    async def _unpack(self) -> Verdict | None:
        entries = self.terms.spec.entries
        self.note("unpack", "unpacking")
        target = self.work / "unpacked"
        answer = await unpack_payload(
            self.submission.payload,
            target,
            most_bytes=entries.unpacked,
            most_files=entries.files,
            supervisor=self.supervisor,
            log=self.work / "logs" / "unpack",
            is_enclosed=self.is_enclosed,
        )
        if answer.refused is not None:
            return self.refused(f"what was handed in {answer.refused}")
        # Archives often have one folder around everything.
        inside = list(target.iterdir())
        is_around = len(inside) == 1 and inside[0].is_dir()
        (inside[0] if is_around else target).rename(self.home)
        self.digest = digest_of(await asyncio.to_thread(list_files, self.home))
        size = shown_size(answer.num_bytes)
        self.note("unpack", f"{answer.num_files} files and folders, {size}")
        return known_verdict(self.digest, self.history)

    async def _manifest(self) -> Refused | None:
        try:
            manifest = manifest_of(self.home, self.terms.spec)
            program = self._program()
        except SpecError as error:
            return self.refused(*(_reason(fault) for fault in error.single))
        language = "" if manifest.language is None else f"{manifest.language}: "
        self.note("manifest", f"{language}{' '.join(manifest.command or program.argv)}")
        return None

    def _program(self) -> Program:
        return found_program(
            self.home, self.terms.spec, self.terms.file, self.place, self.submission.entry
        )

    async def _build(self) -> Refused | None:
        program, log = self._program(), self.work / "logs" / "build"
        if program.build is None:
            self.note("build", "nothing to build")
            return None
        entries = self.terms.spec.entries
        most = FolderSize(GROWTH * entries.files, GROWTH * entries.unpacked)
        words = manifest_of(self.home, self.terms.spec).build or program.build
        self.note("build", f"running {' '.join(words)}, for at most {program.terms.build_s:g}s")
        before = (self.home / MANIFEST).read_bytes()
        limits = dataclasses.replace(program.terms.limits, cpu_s=None, file_size=most.num_bytes)
        try:
            async with watching(self.home, most) as watch:
                end = await run_build(
                    program,
                    self.supervisor,
                    log,
                    limits=limits,
                    before=low_priority(),
                    stop=watch.stop,
                )
                problem = await asyncio.to_thread(watch.look)
        except SupervisorGoneError:
            raise
        except LaunchError as error:
            return self.refused(f"the build {error}")
        finally:
            keep_output(log, self.work / BUILD_LOG)
        if watch.stop.is_set() or problem is not None:
            return self.refused(f"the build {problem or 'wrote more than is allowed here'}")
        if end.failed:
            why = "was not done in time" if end.too_long else f"failed: {end.ended}"
            words_ = both_ends(log, first=_FIRST_LINES, last=_LAST_LINES)
            return self.refused(f"the build {why}", *words_)
        if not _is_same_file(self.home / MANIFEST, before):
            return self.refused(f"the build changed {MANIFEST}, which it must not")
        self.note("build", f"done after {end.ended.wall_s:.1f}s")
        return None

    async def _play(self) -> Admitted | Refused:
        spec, entry = self.terms.spec, self.submission.entry
        programs = self.place.programs
        programs.mkdir(parents=True, exist_ok=True)
        try:
            copy, _ = await asyncio.to_thread(keep_copy, self.home, programs)
            program = sealed_program(
                spec,
                self.terms.file,
                self.place,
                entry=entry,
                version=1,
                check_id=self.submission.id,
                digest=copy.name,
                writable=self.work / "played",
            )
        except (CopyError, SpecError) as error:
            return self.refused(*str(error).splitlines())
        self.note("play", f"a match of {spec.game} against the weakest house bot")
        end = await try_in_match(
            program, self.terms, self.work / "trial", self.supervisor, self.work / PLAY_LOG
        )
        if end.problems:
            return self.refused(*end.problems)
        assert self.digest is not None  # set when it was unpacked
        return Admitted(self.digest, copy.name, program, end.remarks)

    async def _conform(self, played: Admitted) -> Admitted | Refused:
        scenarios = scenarios_text(self.terms)
        if scenarios is None:
            return played
        self.note("protocol", scenarios)
        end = await try_in_scenarios(
            played.program,
            self.terms,
            self.work / "trial",
            self.supervisor,
            command=manifest_of(self.home, self.terms.spec).command,
            output=self.work / PROTOCOL_LOG,
        )
        if end.problems:
            return self.refused(*end.problems)
        return dataclasses.replace(played, lines=(*played.lines, *end.remarks))

    def _without_paths(self, text: str) -> str:
        """Return a text for an author, without the folders of this machine."""
        for path in (self.home, self.work, self.place.path):
            text = text.replace(f"{path}/", "").replace(str(path), "the folder")
        return text


def _reason(fault: FileFault) -> str:
    """Return what is wrong with a manifest, with its line if that is known."""
    # Other lines are those of the season's file, which the author has not written.
    is_in_manifest = fault.path.name == MANIFEST and fault.line is not None
    line = f":{fault.line}" if is_in_manifest else ""
    return f"{MANIFEST}{line}: {reason_of(SpecError(fault.path, fault.problem))}"


def _is_same_file(path: Path, before: bytes) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode) and path.read_bytes() == before
    except OSError:
        return False


def _remove(folder: Path) -> None:
    """Remove a folder, whatever rights its files have."""

    def retry(function: Callable[[str], object], path: str, _: object) -> None:
        # A build may have made folders that nobody may enter.
        with contextlib.suppress(OSError):
            os.chmod(os.path.dirname(path), 0o700)
            if not os.path.islink(path):
                os.chmod(path, 0o700)
            function(path)

    shutil.rmtree(folder, onerror=retry)
    shutil.rmtree(folder, ignore_errors=True)
