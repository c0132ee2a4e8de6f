"""A bot's program on this machine: its command, folder, limits, and how it is enclosed in a sandbox."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from tournaments.processes.sandbox import PathView, Sandbox
from tournaments.spec.bot_terms import DEFAULT_TERMS, Terms
from tournaments.spec.outcomes import label_of

__all__ = ["Program", "referee_views", "shared_folders"]


@dataclasses.dataclass(frozen=True, slots=True)
class Program:
    """A bot's program, with all that is needed to start it."""

    name: str
    """Name of the bot."""
    argv: tuple[str, ...]
    """Program and arguments with which the bot is started."""
    cwd: Path
    """Folder that the bot runs in."""
    env: dict[str, str]
    """Environment variables of the bot, except those that say where to play."""
    terms: Terms = DEFAULT_TERMS
    """Resources that the bot may use, and how long it may take outside its matches."""
    sandbox: Sandbox | None = None
    """Sandbox that the bot runs in; None for no sandbox."""
    views: Mapping[Path, PathView] = dataclasses.field(default_factory=dict)
    """How paths look in the sandbox, in addition to what all bots see; has the bot's own folder if
    it has one.
    """
    build: tuple[str, ...] | None = None
    """Program and arguments that build the bot; None if nothing is built."""
    builds_online: bool = False
    """Whether the bot's build may use this machine's network."""
    language: str | None = None
    """Language that the bot is written in, for messages; None if not given."""
    refused: tuple[str, ...] = ()
    """Names of limits and time-outs of which the bot's manifest (its author's file) asks for more
    than the organizer allows.
    """
    has_folder: bool = False
    """Whether the bot has its own folder, named by a manifest or by `cwd`."""
    manifest: Path | None = None
    """Path of the bot's manifest, which its author wrote; None if it has none."""
    house: tuple[str, str] | None = None
    """Game and name of a house bot; None for other bots."""
    own_env: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Environment variables that the file or the manifest sets for this bot alone."""
    hidden: tuple[Path, ...] = ()
    """Paths, possibly inside the bot's folder, that the bot must not see and that are not copied."""
    named_files: tuple[Path, ...] = ()
    """Files that the bot's command names, except programs looked up in PATH."""
    version: int = 1
    """Number of the bot's version, from 1."""
    copy: Path | None = None
    """Copy of the bot's folder that it runs from; None if it runs in place."""
    pinned: Mapping[Path, str] = dataclasses.field(default_factory=dict)
    """Digest of each file that is run in place and not from a copy; it is compared whenever the bot
    is started.
    """

    @property
    def label(self) -> str:
        """Name of the bot's version in tables."""
        return label_of(self.name, self.version)

    @property
    def starts_in(self) -> Path:
        """Folder in which the process is created: the copy if there is one, else the bot's folder."""
        return self.copy or self.cwd

    def enclosed(self, views: Mapping[Path, PathView], *, is_build: bool = False) -> list[str]:
        """Return the command line of the bot's sandbox; empty without a sandbox.

        Args:
            views: How the paths that lead to the referee look.
            is_build: Whether the command is for a build, which may write into the bot's own folder.
        """
        if self.sandbox is None:
            return []
        own, sandbox, sources = dict(self.views), self.sandbox, dict[Path, Path]()
        if self.copy is not None:
            # What is hidden in its folder is not in the copy, where nothing can be put either.
            real = self.cwd.resolve()
            own = {
                path: view
                for path, view in own.items()
                if view is not PathView.HIDDEN or not path.resolve().is_relative_to(real)
            }
            sources = {self.cwd: self.copy}
        if is_build:
            own[self.cwd] = PathView.WRITABLE
            sandbox = dataclasses.replace(sandbox, network=self.builds_online)
        cwd = self.cwd if self.cwd in own else None
        return sandbox.command({**own, **views}, cwd=cwd, sources=sources)


def referee_views(
    address: str, *, folder: Path | None = None, ca: Path | None = None
) -> dict[Path, PathView]:
    """Return how the paths that lead to a referee look in a sandbox.

    Args:
        address: Address where the referee listens.
        folder: Folder of its socket, if nothing else is in it: a socket that is created again is
            visible only through its folder.
        ca: PEM file of the roots to trust.
    """
    found = [] if ca is None else [ca.absolute()]
    if folder is not None:
        found.append(folder)
    elif address.startswith("unix:"):
        found.append(Path(address.removeprefix("unix:")).absolute())
    return dict.fromkeys(found, PathView.READABLE)


def shared_folders(programs: list[Program]) -> list[tuple[Path, list[str]]]:
    """Return each folder that several bots run in, and their names.

    Such bots see each other's files.
    """
    names: dict[Path, list[str]] = {}
    for program in programs:
        if program.sandbox is not None and program.cwd in program.views:
            names.setdefault(program.cwd, []).append(program.name)
    return [(folder, together) for folder, together in names.items() if len(together) > 1]
