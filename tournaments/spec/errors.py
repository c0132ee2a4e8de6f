"""Errors that an organizer meets, as one tree.

Each message has one line a fault and says what to do about it.

TournamentError          has the exit status of the command it ends
├── SpecError            the tournament file can't be used as it is written
│   └── SpecFaultsError      the same, with several faults
├── FolderError          the data folder can't be used, or belongs to another tournament
├── StoreError           the results database can't be opened, or is another program's
│   ├── OutdatedStoreError   its tables are too old for this program
│   └── StoreFailedError     the database failed while it was used: full, gone
├── LogError             the log of a tournament was changed, or can't be read or written
├── PlanError            the requested forecast makes no sense, or takes too long
├── MissingPackageError  the requested function needs a package that is not installed
├── ClusterError         the cluster can't be reached, went away, or has no fit worker
├── SandboxError         bots are to run in a sandbox, and this machine has none
├── LaunchError          a program can't be started, or does not keep running
│   ├── BuildError           the build command of a bot has failed
│   └── SupervisorGoneError  the supervisor, which starts all programs, has died
├── RefereeCallError     the referee can't be reached, or went away
│   └── RefusedError         the referee refuses what the tournament file asks for
├── CopyError            a bot's files can't be copied, or a copy is damaged
├── ChangedError         a bot is not the one that has played so far
└── ConflictError        one match has two different results

A bot's fault is never one of these: it is a result.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tournaments.spec.toml_lines import KeyPath, line_of

__all__ = [
    "BuildError",
    "ChangedError",
    "ClusterError",
    "ConflictError",
    "CopyError",
    "FileFault",
    "FolderError",
    "LaunchError",
    "LogError",
    "MissingPackageError",
    "OutdatedStoreError",
    "PlanError",
    "RefusedError",
    "SandboxError",
    "SpecError",
    "SpecFaultsError",
    "StoreError",
    "StoreFailedError",
    "SupervisorGoneError",
    "TournamentError",
    "RefereeCallError",
    "raise_all",
]


class TournamentError(Exception):
    """The command can't go on; the message says why in one line."""

    exit_status = 2
    """Exit status of the command: 2 for a mistake in what was asked for, 1 if something failed on
    the way.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs: class, message and attributes.

        The constructor is not called again, since constructors of subclasses take other arguments.
        """
        return _rebuilt, (type(self), self.args), dict(vars(self))


def _rebuilt(kind: type[TournamentError], args: tuple[object, ...]) -> TournamentError:
    error = kind.__new__(kind)
    error.args = args
    return error


@dataclasses.dataclass(frozen=True, slots=True)
class FileFault:
    """A fault of a file, as data for programs: path, line, key, and what is wrong."""

    path: Path
    """Path of the file."""
    line: int | None
    """Line of the fault, from 1; None if it is not known."""
    key: tuple[str | int, ...]
    """The key with the fault, from the outermost table inwards; empty if the fault is not about a
    key.
    """
    problem: str
    """What is wrong, with the name of the key."""


class SpecError(TournamentError):
    """A file is missing, is no TOML, or a key in it breaks its bound.

    Args:
        path: Path of the file.
        problem: What is wrong, with the name of the key.
        line: Line of the fault, from 1; None if it is not known, or is to be found by `placed`.
        key: The key with the fault, from which `placed` finds the line.
    """

    def __init__(
        self, path: Path, problem: str, *, line: int | None = None, key: KeyPath = ()
    ) -> None:
        super().__init__(f"{path}:{line}: {problem}" if line else f"{path}: {problem}")
        self.problem = problem
        """What is wrong with the file, without file name and line."""
        self.path = path
        """Path of the file."""
        self.line = line
        """Line of the fault, from 1; None if it is not known."""
        self.key = key
        """The key with the fault, from the outermost table inwards; empty if the fault is not about
        a key.
        """

    def placed(self, text: str) -> SpecError:
        """Return the same error with the line of its key, found in the text of the file."""
        line = line_of(text, self.key) if self.key else None
        return SpecError(self.path, self.problem, line=line, key=self.key)

    @property
    def single(self) -> list[FileFault]:
        """List of the faults in this error, here one."""
        return [FileFault(self.path, self.line, tuple(self.key), self.problem)]


class SpecFaultsError(SpecError):
    """Several faults of a tournament file or its entries; the message has a line for each.

    Args:
        faults: The faults; equal lines of their messages appear once.
    """

    def __init__(self, faults: Iterable[TournamentError]) -> None:
        faults = list(faults)
        lines = dict.fromkeys(line for fault in faults for line in str(fault).splitlines())
        TournamentError.__init__(self, "\n".join(lines))
        self.problem = "; ".join(lines)
        spec_faults = [
            each for fault in faults if isinstance(fault, SpecError) for each in fault.single
        ]
        self._faults = list(dict.fromkeys(spec_faults))

    @property
    def single(self) -> list[FileFault]:
        """List of all faults of files in this error."""
        return self._faults

    def placed(self, text: str) -> SpecError:
        """Return the error unchanged, since each fault has its line already."""
        del text
        return self


def raise_all(faults: Sequence[SpecError]) -> None:
    """Raise all faults as one error; do nothing if there are none.

    Raises:
        SpecError: There is a fault; the error is a `SpecFaultsError` if there are several.
    """
    lines = {str(fault) for fault in faults}
    if faults:
        raise faults[0] if len(lines) == 1 else SpecFaultsError(faults)


class FolderError(TournamentError):
    """The data folder can't be used, or belongs to another tournament."""


class StoreError(TournamentError):
    """The results database can't be opened, or belongs to another program."""


class OutdatedStoreError(StoreError):
    """The tables of the database are too old for this program to read them."""


class StoreFailedError(StoreError):
    """The database failed while it was used; what was recorded before is kept."""

    exit_status = 1


class LogError(TournamentError):
    """The log of a tournament was changed, or can't be read or written."""

    exit_status = 1


class PlanError(TournamentError):
    """The requested forecast makes no sense, or takes too long to compute."""


class MissingPackageError(TournamentError):
    """The requested function needs a package that is not installed."""

    def __init__(self, needing: str, extra: str) -> None:
        command = f"pip install 'gamereferee[{extra}]'"
        super().__init__(f"{needing} needs a package that is not installed: {command}")


class ClusterError(TournamentError):
    """The cluster can't be reached, went away, or has no worker that is fit to play."""

    exit_status = 1


class SandboxError(TournamentError):
    """Bots are to run in a sandbox, and this machine has none, or none in which bots can play."""


class LaunchError(TournamentError):
    """A program can't be started, or does not keep running."""

    exit_status = 1
    code: int | None = None
    """Exit status of a sandbox that ended before the bot's program began, negative for a signal;
    None in all other cases.
    """


class BuildError(LaunchError):
    """The build command of a bot has failed."""


class CopyError(TournamentError):
    """A bot's files can't be copied, or a copy no longer has the digest that it was stored under."""


class ChangedError(TournamentError):
    """A bot's program is not the one that the tournament began with."""


class SupervisorGoneError(LaunchError):
    """The supervisor, the process that starts all others, has died, and all others with it."""

    def __init__(self) -> None:
        super().__init__("the supervisor process is gone")


class RefereeCallError(TournamentError):
    """The referee can't be reached, or went away."""

    exit_status = 1


class RefusedError(RefereeCallError):
    """The referee refuses what the tournament file asks for."""

    exit_status = 2


class ConflictError(TournamentError):
    """A match that has a result is given a different one."""

    exit_status = 1
