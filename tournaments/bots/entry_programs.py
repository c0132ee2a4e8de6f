"""Programs of a season's entries: found by their manifest, and run from their sealed copies.

The manifest is always `bot.toml` in the folder that was handed in, so the sealed copy alone says
how a version is started: a run that goes on finds the same programs again, and so does a machine of
a cluster that has the copy.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from tournaments.bots.copies import list_files, writable_copy
from tournaments.bots.program import Program
from tournaments.bots.programs import resolve_programs
from tournaments.processes.sandbox import PathView
from tournaments.spec.bot_terms import (
    LimitsSpec,
    Manifest,
    TimeoutsSpec,
    effective_terms,
    load_manifest,
)
from tournaments.spec.config import BotSpec, TournamentSpec
from tournaments.spec.errors import SpecError, raise_all
from tournaments.spec.limits import shown_size
from tournaments.spec.outcomes import label_of
from tournaments.spec.toml_lines import KeyPath
from tournaments.spec.toml_tables import format_duration, read_text
from tournaments.store.folder import DataFolder

__all__ = [
    "MANIFEST",
    "EntryProgram",
    "bot_folder",
    "found_program",
    "manifest_of",
    "program_from_copy",
    "sealed_program",
]

MANIFEST = "bot.toml"
"""Name of the manifest in the folder that was handed in."""
_OUR_VARIABLES = ("REFEREE_", "TOURNAMENT_", "GAMEREFEREE_", "ARENA_")
"""Prefixes of environment variables that are for this project to set."""
_SIZES = ("memory", "file_size", "output", "scratch")
_TIMES = ("cpu", "startup", "build", "idle")


@dataclasses.dataclass(frozen=True, slots=True)
class EntryProgram:
    """What a machine must know of a version, in addition to its copy, to start its program."""

    entry: str
    """Name of the entry."""
    version: int
    """Number of the version, from 1."""
    digest: str
    """Digest of the copy, as in `Admitted.digest_run`."""
    shown: Path
    """Path at which a sandbox shows the copy: that of its build, which need not exist here."""

    @property
    def label(self) -> str:
        """Name of the version in tables."""
        return label_of(self.entry, self.version)


def bot_folder(data: Path, check_id: str) -> Path:
    """Return the folder at which a version is built, and at which it sees its files when it plays.

    Args:
        data: The season's data folder.
        check_id: Id of the request that the version came in by.
    """
    return data / "checks" / check_id / "bot"


def manifest_of(home: Path, spec: TournamentSpec) -> Manifest:
    """Return the manifest in a folder that was handed in.

    Args:
        home: The folder.
        spec: The season, whose limits a manifest may tighten and not loosen.

    Raises:
        SpecError: The manifest is missing, has faults, or asks for what the season does not allow.
    """
    path = home / MANIFEST
    if not path.is_file():
        raise SpecError(path, "must be there: it says how the bot is started")
    manifest = load_manifest(path)
    faults = [
        SpecError(
            path,
            f"env.{name} must not be set: names that begin with {prefix} are the referee's",
            key=("env", name),
        )
        for name in manifest.env
        for prefix in _OUR_VARIABLES
        if name.upper().startswith(prefix)
    ]
    faults += [SpecError(path, text, key=key) for key, text in _looser(manifest, spec)]
    if manifest.command is None:
        faults.append(SpecError(path, "command must be given: it starts the bot"))
    text = read_text(path)
    raise_all([fault.placed(text) for fault in faults])
    return manifest


def found_program(
    home: Path, spec: TournamentSpec, file: Path, folder: DataFolder, entry: str
) -> Program:
    """Return the program of a folder that was handed in, which runs in this folder.

    Args:
        home: The folder, with its manifest.
        spec: The season.
        file: The season's file, which no bot may see.
        folder: The season's data folder, which no bot may see.
        entry: Name of the entry.

    Raises:
        SpecError: A program or folder does not exist, or the sandbox does not show it.
        SandboxError: Bots are to run in a sandbox, and this machine has none.
    """
    bot = BotSpec(name=entry, manifest=str(home / MANIFEST))
    timeouts = spec.timeouts.model_copy(update={"build": spec.entries.build})
    alone = spec.model_copy(update={"bots": (bot,), "timeouts": timeouts})
    (program,) = resolve_programs(alone, file, data=folder.path)
    return program


def sealed_program(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    *,
    entry: str,
    version: int,
    check_id: str,
    digest: str,
    writable: Path | None = None,
) -> Program:
    """Return the program of a version, which runs from its sealed copy in the season's data folder.

    Args:
        spec: The season.
        file: The season's file, which no bot may see.
        folder: The season's data folder; the copy is in its `programs`.
        entry: Name of the entry.
        version: Number of the version, from 1.
        check_id: Id of the request that the version came in by.
        digest: Digest of the copy, as in `Admitted.digest_run`.
        writable: See `program_from_copy`.

    Raises:
        SpecError: See `program_from_copy`, for this and the next ones.
        CopyError: See there.
        SandboxError: See there.
    """
    program = EntryProgram(entry, version, digest, bot_folder(folder.path, check_id))
    return program_from_copy(program, spec, file, folder, copies=folder.programs, writable=writable)


def program_from_copy(
    program: EntryProgram,
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    *,
    copies: Path,
    writable: Path | None = None,
) -> Program:
    """Return the program of a version, which runs from its copy on this machine.

    Args:
        program: The version.
        spec: The season.
        file: The season's file, which no bot may see, and need not exist here.
        folder: Folder of the run on this machine, which no bot may see.
        copies: Folder of all copies, each named by its digest.
        writable: Folder for the copy of the copy that is made for a run without a sandbox; None for
            the one of this version.

    Raises:
        SpecError: A program that the manifest names does not exist on this machine.
        CopyError: The copy is damaged or can't be copied for a run without a sandbox.
        SandboxError: Bots are to run in a sandbox, and this machine has none.
    """
    copy = copies / program.digest
    found = found_program(copy, spec, file, folder, program.entry)
    found = dataclasses.replace(found, version=program.version)
    if found.sandbox is None:
        # Nothing keeps a bot without a sandbox from writing into the copy, so it gets another one.
        place = writable or folder.programs / "work" / found.label
        writable_copy(copy, place, list_files(copy))
        moved = _moved(found, copy, place)
        return dataclasses.replace(moved, copy=moved.cwd)
    shown = _moved(found, copy, program.shown)
    # The sandbox shows the copy at the path at which it was built: builds write such paths down.
    views = {path: view for path, view in found.views.items() if path != found.cwd}
    views[shown.cwd] = PathView.READABLE
    return dataclasses.replace(shown, copy=found.cwd, views=views)


def _moved(program: Program, old: Path, new: Path) -> Program:
    """Return a program with all paths below the folder `old` changed to paths below `new`."""

    def moved(word: str) -> str:
        path = Path(word)
        below = path.is_absolute() and path.is_relative_to(old)
        return str(new / path.relative_to(old)) if below else word

    return dataclasses.replace(
        program,
        argv=tuple(moved(word) for word in program.argv),
        cwd=Path(moved(str(program.cwd))),
        manifest=new / MANIFEST,
        named_files=(),
        build=None,
    )


def _looser(manifest: Manifest, spec: TournamentSpec) -> list[tuple[KeyPath, str]]:
    """Return key and sentence for each term of which a manifest asks for more than the season allows."""
    timeouts = spec.timeouts.model_copy(update={"build": spec.entries.build})
    terms, refused = effective_terms(
        limits=(LimitsSpec(), spec.limits), timeouts=(TimeoutsSpec(), timeouts), manifest=manifest
    )
    allowed: dict[str, object] = {
        **dataclasses.asdict(terms.limits),
        "cpu": terms.limits.cpu_s and terms.limits.cpu_s * 10**9,
        "startup": round(terms.startup_s * 10**9),
        "build": round(terms.build_s * 10**9),
        "idle": round(terms.idle_s * 10**9),
    }
    found: list[tuple[KeyPath, str]] = []
    for key in refused:
        table = "timeouts" if key in type(spec.timeouts).model_fields else "limits"
        wish = getattr(manifest.timeouts if table == "timeouts" else manifest.limits, key)
        most, asked = (_written(key, value) for value in (allowed[key], wish))
        found.append(((table, key), f"{table}.{key} must be at most {most} here, not {asked}"))
    return found


def _written(key: str, value: object) -> str:
    if isinstance(value, int) and key in _SIZES:
        return shown_size(value)
    if isinstance(value, int) and key in _TIMES:
        return format_duration(value)
    return str(value)
