"""Which program plays: bots are copied when a run starts, and compared with what the tournament knows.

A bot that has changed is refused, or becomes a version of its own. A match that was begun by an
earlier version is finished by that one, from its copy.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import referee_bots
from tournaments.bots.copies import (
    difference,
    digest_of,
    keep_copy,
    list_files,
    sha256_of,
    writable_copy,
)
from tournaments.bots.programs import Program
from tournaments.spec.bot_terms import Terms
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import ChangedError, CopyError
from tournaments.spec.limits import Limits
from tournaments.spec.outcomes import label_of
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion

__all__ = ["Sealer", "VersionBook", "copy_programs", "files_of"]

TABLES_BY_BOT = frozenset({"round_robin", "gauntlet", "groups"})
"""Formats whose table can tell versions of a bot apart: who meets whom does not hang on results."""
_WHOLE = "all files of its folder{manifest}; not Python, nor what is installed or linked elsewhere"
_NAMED = "the files its command names; it has no folder of its own, and runs in place"
_HOUSE = "the house bots' modules for its game; not Python, nor what they import from elsewhere"


class VersionBook(Protocol):
    """Knows the versions of bots."""

    def versions(self) -> list[StoredVersion]:
        """Return all versions of all bots, by name and number."""

    def unfinished(self) -> set[tuple[str, int]]:
        """Return bots and versions of attempts that have neither come to nothing nor to a result."""

    def add(self, versions: Sequence[StoredVersion]) -> None:
        """Take down versions, all or none."""


class Sealer:
    """Copies a tournament's bots and sees that they are those it knows.

    Args:
        spec: The tournament.
        folder: Its data folder, which this run has locked.
        book: What is known of its programs.
        accept_changes: Whether a bot that has changed becomes a version of its own.
        note: Told in one line what organizers should know.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        folder: DataFolder,
        book: VersionBook,
        *,
        accept_changes: bool,
        note: Callable[[str], None],
    ) -> None:
        self._spec = spec
        self._folder = folder
        self._book = book
        self._accept_changes = accept_changes
        self._note = note

    def __call__(self, programs: Sequence[Program]) -> list[Program]:
        """Return the programs as they are to be run, and those of earlier versions that matches wait for.

        Raises:
            ChangedError: One has changed, and that is not accepted or can't be.
            CopyError: One can't be copied, or a copy is damaged.
        """
        _clear(self._folder.programs)
        known = self._book.versions()
        latest = {each.bot: each for each in known}
        fresh: list[StoredVersion] = []
        sealed: list[Program] = []
        for program in programs:
            files, copy = files_of(program, self._folder.programs)
            before = latest.get(program.name)
            changed = None if before is None else difference(before.files, files)
            number = 1 if before is None else before.version
            if before is not None and changed is not None:
                self._check_change(program, before, changed, digest_of(files))
                number += 1
                self._note(f"{program.name} has changed and is {label_of(program.name, number)}")
            if before is None or changed is not None:
                fresh.append(_version_of(program, number, files, copy))
            sealed.append(self._placed(program, number, copy, files))
        current = {program.name: program.version for program in sealed}
        entered = {program.name: program for program in programs}
        unfinished = self._book.unfinished()
        for version in known:
            is_old = version.version < current[version.bot]
            if is_old and (version.bot, version.version) in unfinished:
                sealed.append(self._earlier(entered[version.bot], version))
        self._book.add(fresh)
        return sealed

    def _check_change(
        self, program: Program, before: StoredVersion, changed: str, sha256: str
    ) -> None:
        what = (
            f"bot {program.name} has changed since it last played: {changed};"
            f" its digest was {before.sha256} and is {sha256}"
        )
        rules = (("[sprt]", self._spec.sprt), ("[stop]", self._spec.stop))
        rule = next((name for name, value in rules if value is not None), None)
        if self._spec.format not in TABLES_BY_BOT or rule is not None:
            which = f"of {self._spec.format}" if rule is None else f"with {rule}"
            raise ChangedError(
                f"{what}; a tournament {which} can't go on with another version: change it back"
            )
        if not self._accept_changes:
            label = label_of(program.name, before.version + 1)
            how = f"change it back, or let it play on as {label} with --accept-changes"
            raise ChangedError(f"{what}; {how}")

    def _earlier(self, program: Program, version: StoredVersion) -> Program:
        """Return a version that has a match to finish, from its copy."""
        start: Any = version.start
        if start["copy"] is None:
            raise ChangedError(
                f"bot {version.bot} has changed, and a match that {version.label} has begun can't be"
                " finished: no copy is kept of bots without a folder of their own; change it back"
            )
        copy = self._folder.programs / start["copy"]
        files = {path: said for path, said in version.files.items() if not path.startswith("/")}
        changed = difference(files, list_files(copy)) if copy.is_dir() else "it is gone"
        if changed is not None:
            raise CopyError(f"the copy of {version.label} in {copy} is damaged: {changed}")
        env = {name: value for name, value in program.env.items() if name not in program.own_env}
        terms = {**start["terms"], "limits": Limits(**start["terms"]["limits"])}
        earlier = dataclasses.replace(
            program, argv=tuple(start["argv"]), env=env | start["env"], terms=Terms(**terms)
        )
        return self._placed(earlier, version.version, copy, version.files)

    def _placed(
        self, program: Program, version: int, copy: Path | None, files: Mapping[str, str]
    ) -> Program:
        program = dataclasses.replace(program, version=version)
        return _run_from(program, copy, files, self._folder.programs)


def copy_programs(programs: Sequence[Program], folder: DataFolder) -> list[Program]:
    """Return the programs as they are run from copies, on a machine that keeps no books."""
    sealed = []
    for program in programs:
        files, copy = files_of(program, folder.programs)
        sealed.append(_run_from(program, copy, files, folder.programs))
    return sealed


def files_of(program: Program, parent: Path | None) -> tuple[dict[str, str], Path | None]:
    """Digests of a bot's files, and the copy that was made of them, if any.

    Paths below its folder are relative, others absolute.

    Args:
        program: The bot.
        parent: Where copies are kept; None makes none.

    Raises:
        CopyError: A file can't be read or copied.
    """
    if not program.has_folder:
        named = program.named_files if program.house is None else _house_files(program.house)
        return {_name_of(path, program): _sha256(path) for path in named}, None
    follow = program.sandbox is None
    copy = None
    if parent is None:
        files = list_files(program.cwd, hidden=program.hidden, follow=follow)
    else:
        parent.mkdir(parents=True, exist_ok=True)
        copy, files = keep_copy(program.cwd, parent, hidden=program.hidden, follow=follow)
    if program.manifest is not None and not program.manifest.is_relative_to(program.cwd):
        files[str(program.manifest)] = _sha256(program.manifest)
    return files, copy


def _run_from(
    program: Program, copy: Path | None, files: Mapping[str, str], parent: Path
) -> Program:
    if copy is None:
        pinned = {path: files[_name_of(path, program)] for path in program.named_files}
        return dataclasses.replace(program, pinned=pinned if program.house is None else {})
    if program.sandbox is not None:  # shows the copy in the folder's place
        return dataclasses.replace(program, copy=copy)
    own = {path: said for path, said in files.items() if not path.startswith("/")}
    work = writable_copy(copy, parent / "work" / program.label, own)

    def moved(word: str) -> str:
        path = Path(word)
        below = path.is_absolute() and path.is_relative_to(program.cwd)
        return str(work / path.relative_to(program.cwd)) if below else word

    return dataclasses.replace(
        program, argv=tuple(moved(word) for word in program.argv), cwd=work, copy=work
    )


def _version_of(
    program: Program, number: int, files: Mapping[str, str], copy: Path | None
) -> StoredVersion:
    covers = _NAMED if program.house is None else _HOUSE
    if copy is not None:
        apart = any(path.startswith("/") for path in files)
        covers = _WHOLE.format(manifest=" and its manifest" if apart else "")
    start = {
        "argv": list(program.argv),
        "env": dict(program.own_env),
        "terms": dataclasses.asdict(program.terms),
        "copy": copy and copy.name,
    }
    return StoredVersion(program.name, number, digest_of(files), covers, files, start)


def _house_files(house: tuple[str, str]) -> list[Path]:
    """Return the Python files of the package that has the bot; of our own, without other games' bots."""
    package = referee_bots.module(*house).partition(".")[0]
    spec = importlib.util.find_spec(package)
    folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
    if package == "referee_bots":
        parts = [part for folder in folders for part in (folder, folder / house[0])]
        return sorted(path for part in parts for path in part.glob("*.py"))
    if folders:
        return sorted(path for folder in folders for path in folder.rglob("*.py"))
    return [Path(spec.origin)] if spec and spec.origin else []


def _name_of(path: Path, program: Program) -> str:
    if program.house is not None:
        package = referee_bots.module(*program.house).partition(".")[0]
        parts = [*path.parts[:-1], path.stem if path.stem == package else path.name]
        return "/".join(path.parts[parts.index(package) :])
    below = path.is_relative_to(program.cwd)
    return path.relative_to(program.cwd).as_posix() if below else str(path)


def _sha256(path: Path) -> str:
    said = sha256_of(path)
    if said is None:
        raise CopyError(f"{path} can't be read")
    return said


def _clear(parent: Path) -> None:
    """Remove what a killed run has left of its attempts to copy."""
    for part in parent.glob("part-*"):
        shutil.rmtree(part, ignore_errors=True)
