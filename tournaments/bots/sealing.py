"""Fixes which program plays: bots are copied when a run starts, and compared with the stored versions.

A bot that has changed is refused, or becomes a new version. A match that an earlier version began
is finished by that version, from its copy; without a copy, the match is played again. A house bot
stays the one that the tournament began with, from its copy once an upgrade has changed it.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from tournaments.bots.copies import (
    difference,
    digest_of,
    keep_copy,
    list_files,
    sha256_of,
    writable_copy,
)
from tournaments.bots.house_copies import (
    copy_house,
    digests,
    house_modules,
    is_intact,
    modules_of_bot,
    run_from_copy,
)
from tournaments.bots.program import Program
from tournaments.spec.bot_terms import Terms
from tournaments.spec.config import LOCAL, TournamentSpec
from tournaments.spec.errors import ChangedError, CopyError, TournamentError
from tournaments.spec.limits import Limits
from tournaments.spec.outcomes import label_of
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion

__all__ = ["Sealer", "VersionBook", "copy_programs", "files_of", "version_of"]

TABLES_BY_BOT = frozenset({"round_robin", "gauntlet", "groups"})
"""Formats whose table can list versions of a bot separately: their pairings do not depend on results."""
_WHOLE = "all files of its folder{manifest}; not Python, nor what is installed or linked elsewhere"
# Stored with each version of a bot, so the words stay.
_NAMED = "the files its command names; it has no folder of its own, and runs in place"  # plain-words: ignore
_HOUSE = "the house bots' modules for its game; not Python, nor what they import from elsewhere"
_AS_IT_BEGAN = "the gamereferee that the tournament began with"


class VersionBook(Protocol):
    """Interface for storing the versions of bots' programs, as in a tournament's database."""

    def versions(self) -> list[StoredVersion]:
        """Return all stored versions of all bots, sorted by bot and number."""

    def unfinished(self) -> set[tuple[str, int]]:
        """Return bots and versions with unfinished attempts at matches.

        These are attempts that are not void (annulled), at matches that have no result.
        """

    def add(self, versions: Sequence[StoredVersion]) -> None:
        """Store new versions, all or none."""

    def replace_start(self, version: StoredVersion) -> None:
        """Store how a version that is stored already is started from now on."""

    def give_up(self, bot: str, version: int) -> None:
        """Record that a version can't be started any more, so that its matches are played again."""


class Sealer:
    """Copies a tournament's bots, and checks that they are the stored versions.

    Args:
        spec: The tournament.
        folder: The tournament's data folder, which this run has locked.
        book: Stores the versions of the tournament's bots.
        accept_changes: Whether a bot that has changed becomes a new version.
        note: Called with one line that organizers should know.
        leave_out: Called with newcomers that can't be copied, and the reason for each; raises if
            they may not be left out. None means that the first of them ends the run.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        folder: DataFolder,
        book: VersionBook,
        *,
        accept_changes: bool,
        note: Callable[[str], None],
        leave_out: Callable[[Mapping[str, TournamentError]], None] | None = None,
    ) -> None:
        self._spec = spec
        self._folder = folder
        self._book = book
        self._accept_changes = accept_changes
        self._note = note
        self._leave_out = leave_out

    def __call__(self, programs: Sequence[Program]) -> list[Program]:
        """Return the programs to run: current versions, and earlier ones with unfinished matches.

        Raises:
            ChangedError: A bot has changed, and the change is not or can't be accepted.
            CopyError: A bot can't be copied, or a copy is damaged.
        """
        # The folder is locked, so nobody else is copying into it.
        _clear(self._folder.programs)
        known = self._book.versions()
        # Sorted by number, so that the last version of each bot stays.
        latest = {each.bot: each for each in known}
        fresh: list[StoredVersion] = []
        sealed: list[Program] = []
        bad: dict[str, CopyError] = {}
        for program in programs:
            before = latest.get(program.name)
            kept = None if before is None else self._house(program, before)
            if kept is not None:
                sealed.append(kept)
                continue
            try:
                files, copy = files_of(program, self._folder.programs)
            except CopyError as error:
                # Only a newcomer may be left out, and only for its own fault: a full disk is not
                # one.
                if before is not None or self._leave_out is None or _can_be_read(program):
                    raise
                bad[program.name] = error
                continue
            changed = None if before is None else _change(program, before, files)
            number = 1 if before is None else before.version
            if before is not None and changed is not None:
                self._check_change(program, before, changed, digest_of(files))
                number += 1
                self._note(f"{program.name} has changed and is {label_of(program.name, number)}")
            if before is None or changed is not None:
                fresh.append(version_of(program, number, files, copy))
            sealed.append(self._placed(program, number, copy, files))
        if bad and self._leave_out is not None:
            self._leave_out(bad)
        current = {program.name: program.version for program in sealed}
        entered = {program.name: program for program in programs}
        unfinished = self._book.unfinished()
        for version in known:
            is_old = version.version < current[version.bot]
            # Attempts that it began wait for it at the referee; later matches are for the new
            # version.
            if is_old and (version.bot, version.version) in unfinished:
                sealed += self._earlier(entered[version.bot], version)
        # At the end, so that a copy that fails leaves no version behind.
        self._book.add(fresh)
        return sealed

    def _check_change(
        self, program: Program, before: StoredVersion, changed: str, sha256: str
    ) -> None:
        what = (
            f"bot {program.name} has changed since it last played: {changed};"
            f" its digest was {before.sha256} and is {sha256}"
        )
        back = "change it back"
        if _is_same_house(program, before):
            back = f"play on with {_AS_IT_BEGAN}"
        rules = (("[sprt]", self._spec.sprt), ("[stop]", self._spec.stop))
        rule = next((name for name, value in rules if value is not None), None)
        # Pairings or a stopping rule depend on results: those of two programs must not be mixed in
        # them.
        is_season = self._spec.season is not None  # its log says which version played which match
        if (self._spec.format not in TABLES_BY_BOT and not is_season) or rule is not None:
            which = f"of {self._spec.format}" if rule is None else f"with {rule}"
            raise ChangedError(
                f"{what}; a tournament {which} can't go on with another version: {back}"
            )
        if not self._accept_changes:
            label = label_of(program.name, before.version + 1)
            how = f"{back}, or let it play on as {label} with --accept-changes"
            raise ChangedError(f"{what}; {how}")

    def _house(self, program: Program, before: StoredVersion) -> Program | None:
        """Return the program of a house bot (one of the game's own) as the tournament began with it.

        None for other bots, and if the house bot has changed and was never copied.

        Args:
            program: The bot, as it is installed.
            before: The bot's last stored version.

        Raises:
            CopyError: The copy is damaged, and the installed bot is another one.
            ChangedError: The bot would have to run from its copy, which machines of a cluster don't
                have.
        """
        house, start = program.house, before.start
        if house is None or not _is_same_house(program, before):
            return None
        name = program.name
        program = dataclasses.replace(program, version=before.version)
        # Copied also if nothing has changed, so that a later upgrade finds the bot as it was.
        copy = copy_house(house, self._folder.programs)
        if start["copy"] is None:  # sealed by a program that made no copies of house bots
            if _change(program, before, digests(house_modules(house))) is not None:
                return None
            start = {**start, "copy": copy.name}
            self._book.replace_start(dataclasses.replace(before, start=start))
            return program
        if start["copy"] == copy.name:
            return program
        kept = self._folder.programs / str(start["copy"])
        if not is_intact(kept):
            raise CopyError(
                f"house bot {name} has changed since it last played, and the copy of it in {kept} is"
                f" damaged or gone: play on with {_AS_IT_BEGAN}"
            )
        if self._spec.executor != LOCAL:
            raise ChangedError(
                f"house bot {name} has changed since it last played, and machines of a cluster have no"
                f" copy of it: play on with --executor {LOCAL}, or with {_AS_IT_BEGAN}"
            )
        self._note(f"{name} plays on as it began, from its copy: another is installed now")
        return run_from_copy(program, program.argv[-1], kept)

    def _earlier(self, program: Program, version: StoredVersion) -> list[Program]:
        """Return the program of an earlier version that has matches to finish, from its copy.

        If the copy is gone or damaged, return an empty list, and record that the version can't be started.
        """
        start: Any = version.start
        copy = None if start["copy"] is None else self._folder.programs / start["copy"]
        lost: str | None = "no copy of it was kept"
        if copy is not None and "house" in start:
            lost = None if is_intact(copy) else f"its copy in {copy} is damaged or gone"
        elif copy is not None:
            # Absolute paths are outside of the folder, and so not in the copy.
            files = {path: said for path, said in version.files.items() if not path.startswith("/")}
            changed = difference(files, list_files(copy)) if copy.is_dir() else "it is gone"
            lost = None if changed is None else f"its copy in {copy} is damaged: {changed}"
        if copy is None or lost is not None:
            self._note(f"what {version.label} has begun is played again: {lost}")
            self._book.give_up(version.bot, version.version)
            return []
        # What the file or the manifest says now is replaced by what was said of this version.
        env = {name: value for name, value in program.env.items() if name not in program.own_env}
        terms = {**start["terms"], "limits": Limits(**start["terms"]["limits"])}
        earlier = dataclasses.replace(
            program, argv=tuple(start["argv"]), env=env | start["env"], terms=Terms(**terms)
        )
        if "house" in start:
            earlier = dataclasses.replace(earlier, version=version.version)
            return [run_from_copy(earlier, start["argv"][-1], copy)]
        return [self._placed(earlier, version.version, copy, version.files)]

    def _placed(
        self, program: Program, version: int, copy: Path | None, files: Mapping[str, str]
    ) -> Program:
        program = dataclasses.replace(program, version=version)
        return _run_from(program, copy, files, self._folder.programs)


def copy_programs(programs: Sequence[Program], folder: DataFolder) -> list[Program]:
    """Return programs that run from copies in a data folder, on a machine that stores no versions."""
    sealed = []
    for program in programs:
        files, copy = files_of(program, folder.programs)
        sealed.append(_run_from(program, copy, files, folder.programs))
    return sealed


def files_of(program: Program, parent: Path | None) -> tuple[dict[str, str], Path | None]:
    """Return the digests of a bot's files, and the copy that was made of them, if any.

    Paths below the bot's folder are relative, others absolute.

    Args:
        program: The bot.
        parent: Folder of all copies; None makes no copy.

    Raises:
        CopyError: A file can't be read or copied.
    """
    if program.house is not None:
        copy = None if parent is None else copy_house(program.house, parent)
        return digests(house_modules(program.house)), copy
    if not program.has_folder:
        return {_name_of(path, program): sha256_of(path) for path in program.named_files}, None
    # A sandbox shows nothing behind a link that leads out of the folder.
    follow = program.sandbox is None
    copy = None
    if parent is None:
        files = list_files(program.cwd, hidden=program.hidden, follow=follow)
    else:
        parent.mkdir(parents=True, exist_ok=True)
        copy, files = keep_copy(program.cwd, parent, hidden=program.hidden, follow=follow)
    if program.manifest is not None and not program.manifest.is_relative_to(program.cwd):
        files[str(program.manifest)] = sha256_of(program.manifest)
    return files, copy


def _can_be_read(program: Program) -> bool:
    """Return whether all files of a bot can be read, so that a failed copy is no fault of the bot."""
    try:
        files_of(program, None)
    except CopyError:
        return False
    return True


def _run_from(
    program: Program, copy: Path | None, files: Mapping[str, str], parent: Path
) -> Program:
    if program.house is not None:  # runs from its copy only where that is another bot
        return program
    if copy is None:
        pinned = {path: files[_name_of(path, program)] for path in program.named_files}
        return dataclasses.replace(program, pinned=pinned)
    if program.sandbox is not None:  # shows the copy in the folder's place
        return dataclasses.replace(program, copy=copy)
    own = {path: said for path, said in files.items() if not path.startswith("/")}
    # Without a sandbox nothing keeps a bot from writing into the kept copy, so it gets another one.
    work = writable_copy(copy, parent / "work" / program.label, own)

    def moved(word: str) -> str:
        path = Path(word)
        below = path.is_absolute() and path.is_relative_to(program.cwd)
        return str(work / path.relative_to(program.cwd)) if below else word

    return dataclasses.replace(
        program, argv=tuple(moved(word) for word in program.argv), cwd=work, copy=work
    )


def version_of(
    program: Program, number: int, files: Mapping[str, str], copy: Path | None
) -> StoredVersion:
    """Return a program as it is stored.

    Args:
        program: The program, as its file describes it.
        number: Number of the version, from 1.
        files: Digests of its files, from `files_of`.
        copy: The copy of its folder; None if there is none.
    """
    covers = _NAMED if program.house is None else _HOUSE
    if copy is not None and program.house is None:
        apart = any(path.startswith("/") for path in files)
        covers = _WHOLE.format(manifest=" and its manifest" if apart else "")
    start: dict[str, object] = {
        "argv": list(program.argv),
        "env": dict(program.own_env),
        "terms": dataclasses.asdict(program.terms),
        "copy": copy and copy.name,
    }
    if program.house is not None:
        start["house"] = list(program.house)
    return StoredVersion(program.name, number, digest_of(files), covers, files, start)


def _is_same_house(program: Program, before: StoredVersion) -> bool:
    """Return whether a bot is a house bot (one that comes with its game), and was the same one before.

    Args:
        program: The bot.
        before: Its last stored version.
    """
    argv: Any = before.start["argv"]
    # Of house bots nothing but the module's name follows from the file; Python may have moved.
    return program.house is not None and argv[1:] == list(program.argv[1:])


def _change(program: Program, before: StoredVersion, files: Mapping[str, str]) -> str | None:
    """Return how a bot differs from its last version, as text; None if it does not.

    Args:
        program: The bot.
        before: Its last stored version.
        files: Digest of each of its files by path, as they are now.
    """
    if program.house is None:
        return difference(before.files, files)
    if not _is_same_house(program, before):
        argv: Any = before.start["argv"]
        return f"it was {' '.join(argv[1:])} and is house bot {program.house[1]}"
    played = modules_of_bot(program.house)
    return difference(_only(before.files, played), _only(files, played))


def _only(files: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {name: said for name, said in files.items() if name in names}


def _name_of(path: Path, program: Program) -> str:
    below = path.is_relative_to(program.cwd)
    return path.relative_to(program.cwd).as_posix() if below else str(path)


def _clear(parent: Path) -> None:
    """Remove unfinished copies that a killed run has left in `parent`, the folder of all copies."""
    for part in parent.glob("part-*"):
        shutil.rmtree(part, ignore_errors=True)
