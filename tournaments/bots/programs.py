"""Bots as programs on this machine, as a tournament file and the bots' manifests describe them.

Nothing is started here. A mistake is reported before anything is started, with file, line, key and
what was looked for.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.metadata
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import referee_bots
from bot_commands import missing_script
from tournaments.bots.program import Program
from tournaments.processes.client import open_environment
from tournaments.processes.sandbox import (
    PathView,
    bare_environment,
    open_sandbox,
    seen_path,
)
from tournaments.spec.bot_terms import (
    Manifest,
    effective_terms,
    load_manifest,
)
from tournaments.spec.config import BotSpec, TournamentSpec, with_sandbox
from tournaments.spec.errors import SandboxError, SpecError, raise_all
from tournaments.spec.reading import load_spec, readable_part
from tournaments.spec.toml_lines import KeyPath
from tournaments.spec.toml_tables import key_name

__all__ = [
    "FoundPrograms",
    "find_programs",
    "load_entries",
    "resolve_programs",
]


@dataclasses.dataclass(frozen=True, slots=True)
class FoundPrograms:
    """The bots of a tournament, sorted into those that can be started and those with faults."""

    programs: list[Program]
    """Programs that can be started, in the order of the tournament file."""
    faults: Mapping[str, tuple[SpecError, ...]]
    """Faults of the bots that can't be started, by bot name."""

    def all(self) -> list[Program]:
        """Return the programs of all bots.

        Raises:
            SpecError: Some bots have faults; the error has all faults of all bots.
        """
        raise_all([fault for faults in self.faults.values() for fault in faults])
        return self.programs


def load_entries(
    file: Path, *, sandbox: Literal["bubblewrap", "none"] | None = None
) -> TournamentSpec:
    """Read and return a tournament file that is about to be played.

    Faults of the file are reported together with those of the programs that it names, as far as the
    file can be read, so that all can be corrected at once.

    Args:
        file: The tournament file.
        sandbox: Kind of sandbox in place of the file's; None keeps the file's.

    Raises:
        SpecError: The file is missing, is no TOML, or keys break their bounds.
    """
    try:
        return with_sandbox(load_spec(file), sandbox)
    except SpecError as error:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            part = readable_part(file.read_text(encoding="utf-8"))
            if part is not None:
                spec, faulty = part
                found = _Resolver(with_sandbox(spec, sandbox), file, None).faults(faulty)
                raise_all([error, *found])
        raise


def resolve_programs(
    spec: TournamentSpec, file: Path, *, data: Path | None = None
) -> list[Program]:
    """Return the programs of all bots with their folders, in the order of the file.

    Args:
        spec: The tournament.
        file: The tournament file: folders are relative to it, and messages name it.
        data: The tournament's data folder, which no bot may see.

    Raises:
        SpecError: A manifest, program or folder does not exist, or a sandbox would not show it; all
            such faults of all bots are reported.
        SandboxError: Bots are to run in a sandbox, and this machine has none.
    """
    return find_programs(spec, file, data=data).all()


def find_programs(spec: TournamentSpec, file: Path, *, data: Path | None = None) -> FoundPrograms:
    """Return the programs of all bots that can be started, and the faults of the others.

    Args:
        spec: The tournament.
        file: The tournament file: folders are relative to it, and messages name it.
        data: The tournament's data folder, which no bot may see.

    Raises:
        SpecError: The file has a fault that is not about one bot alone.
        SandboxError: Bots are to run in a sandbox, and this machine has none.
    """
    return _Resolver(spec, file, data).programs()


@dataclasses.dataclass(slots=True)
class _LookedUp:
    """Programs of all bots that were found, and the faults of the others."""

    programs: dict[int, Program] = dataclasses.field(default_factory=dict)
    """Programs that were found, by the bot's index in the file."""
    faults: dict[int, list[SpecError]] = dataclasses.field(default_factory=dict)
    """Faults of the bots whose programs were not found, by the bot's index in the file."""
    common: list[SpecError] = dataclasses.field(default_factory=list)
    """Faults of the file that are not about one bot."""

    def all_faults(self) -> list[SpecError]:
        """Return the faults of all bots, in the order of the file."""
        return [fault for _, faults in sorted(self.faults.items()) for fault in faults]


class _Resolver:
    """Looks up the programs of all bots of one tournament."""

    def __init__(self, spec: TournamentSpec, file: Path, data: Path | None) -> None:
        self._spec = spec
        self._file = file
        # The file names all bots and, in tests, the seed.
        self._hidden = [file.absolute()]
        if data is not None:
            self._hidden.append(data)
        if spec.data is None:  # next to the data of other tournaments
            self._hidden.append(file.absolute().parent / "data")

    def programs(self) -> FoundPrograms:
        found = self._look_up(frozenset())
        if found.common:
            raise_all([*found.common, *found.all_faults()])
        names = [bot.name for bot in self._spec.bots]
        faults = {names[index]: tuple(of_bot) for index, of_bot in sorted(found.faults.items())}
        return FoundPrograms(list(found.programs.values()), faults)

    def faults(self, unread: frozenset[int]) -> list[SpecError]:
        """Return all faults of the file and its bots, except of the bots whose indices are in `unread`."""
        try:
            found = self._look_up(unread)
        except SandboxError:  # a machine without a sandbox is no fault of the file
            return []
        return [*found.common, *found.all_faults()]

    def _look_up(self, unread: frozenset[int]) -> _LookedUp:
        looked_up = _LookedUp()
        if (problem := self._unknown_game()) is not None:
            looked_up.common.append(problem)
        for index, bot in enumerate(self._spec.bots):
            # House bots of an unknown game are not looked for: the game itself is reported once.
            if index not in unread and (problem is None or bot.house is None):
                try:
                    looked_up.programs[index] = self._program(index, bot)
                except SpecError as error:
                    looked_up.faults[index] = [error]
                except OSError as error:
                    text = f"can't be read: {error.filename}: {error.strerror}"
                    looked_up.faults[index] = [self._refuse(("bots", index), text)]
        if self._spec.sandbox.kind == "none":
            return looked_up
        if unseen := self._unreadable(self._spec.sandbox.readable, "sandbox"):
            looked_up.common += unseen
            return looked_up
        try:
            others = list(looked_up.programs.values())
            enclosed = {
                index: self._enclose(program, others)
                for index, program in looked_up.programs.items()
            }
        except SandboxError:
            # Faults of bots go first: the missing sandbox is reported once they have been
            # corrected.
            if looked_up.faults and self._spec.on_bad_entry == "refuse":
                return looked_up
            raise
        looked_up.programs = {}
        for index, program in enclosed.items():
            if faults := self._unshown(index, program):
                looked_up.faults[index] = faults
            else:
                looked_up.programs[index] = program
        return looked_up

    def _unshown(self, index: int, program: Program) -> list[SpecError]:
        """Return a fault for each program to start or build a bot that the bot's sandbox hides.

        Args:
            index: Index of the bot in the file, for the fault.
            program: The bot's program, with its sandbox.
        """
        assert program.sandbox is not None
        return [
            self._refuse(
                ("bots", index, key),
                f"must be a program that the sandbox shows, not {argv[0]!r}:"
                " add its folder to sandbox.readable",
            )
            for key, argv in (("command", program.argv), ("build", program.build))
            if argv and not program.sandbox.shows(Path(argv[0]), program.views)
        ]

    def _unknown_game(self) -> SpecError | None:
        """Return a fault if the file has house bots of a game that is not installed; else None."""
        game = self._spec.game
        has_house = any(bot.house is not None for bot in self._spec.bots)
        if not has_house or referee_bots.names(game) or game in (games := _installed_games()):
            return None
        return self._refuse(("game",), f"must be one of {', '.join(games)}, not {game!r}")

    def _unreadable(self, names: Sequence[str], *key: str | int) -> list[SpecError]:
        """Return a fault for each path that does not exist.

        Args:
            names: The paths, as a key of the file lists them.
            key: Where they are in the file.
        """
        bound = "must be a file or folder, not"
        return [
            self._refuse((*key, "readable", index), f"{bound} {name!r}")
            for index, (name, path) in enumerate(zip(names, self._paths(names), strict=True))
            if not path.exists()
        ]

    def _program(self, index: int, bot: BotSpec) -> Program:
        manifest, home = self._manifest(index, bot)
        terms, refused = effective_terms(
            limits=(bot.limits, self._spec.limits),
            timeouts=(bot.timeouts, self._spec.timeouts),
            manifest=manifest,
        )
        cwd = self._folder(index, bot, manifest, home)
        author = manifest or Manifest(name="none")
        # The organizer's values come last, so that they take precedence over the author's.
        env = self._environment() | author.env | bot.env
        command, build = bot.command or author.command, bot.build or author.build
        faults: list[SpecError] = []
        if bot.house is not None:
            argv = self._house_command(index, bot.house)
        elif command is None:
            raise self._refuse(("bots", index), "must have a command, here or in its manifest")
        else:
            key = ("bots", index, "command")
            argv = self._found(key, command, cwd, env, faults, built=bool(build))
        if build is not None:
            build = self._found(("bots", index, "build"), build, cwd, env, faults)
        if self._spec.sandbox.kind != "none":
            faults += self._unreadable(bot.readable, "bots", index)
        # Faults are reported together.
        raise_all(faults)
        own_folder = () if bot.house is not None else (cwd,)
        return Program(
            bot.name,
            argv,
            cwd,
            env,
            terms=terms,
            build=build,
            builds_online=self._spec.sandbox.build_network,
            language=bot.language or author.language,
            refused=tuple(refused),
            views=dict.fromkeys((*self._paths(bot.readable), *own_folder), PathView.READABLE),
            has_folder=bot.house is None and not (bot.cwd is None and bot.manifest is None),
            manifest=None
            if bot.manifest is None
            else Path(os.path.abspath(home / Path(bot.manifest).name)),
            house=None if bot.house is None else (self._spec.game, bot.house),
            own_env=author.env | bot.env,
            hidden=tuple(self._hidden),
            named_files=_named_files(bot.command or author.command or (), cwd),
        )

    def _manifest(self, index: int, bot: BotSpec) -> tuple[Manifest | None, Path]:
        here = self._file.absolute().parent
        if bot.manifest is None:
            return None, here
        path = here / bot.manifest
        if not path.is_file():
            raise self._refuse(("bots", index, "manifest"), f"must be a file, not {bot.manifest!r}")
        return load_manifest(path), path.parent

    def _folder(self, index: int, bot: BotSpec, manifest: Manifest | None, home: Path) -> Path:
        shown = bot.cwd or (manifest and manifest.cwd) or "."
        path = (home if bot.cwd is None else self._file.parent) / shown
        if not path.is_dir():
            raise self._refuse(("bots", index, "cwd"), f"must be a folder, not {shown!r}")
        is_own = bot.cwd is not None or bot.manifest is not None
        if is_own and not os.access(path, os.R_OK | os.X_OK):  # it is copied before it plays
            raise self._refuse(("bots", index, "cwd"), f"must be a folder to read, not {shown!r}")
        # What a bot is shown of this machine is not for its author to say.
        if bot.cwd is None and not path.resolve().is_relative_to(home.resolve()):
            bound = f"must lead to a manifest whose cwd is below it, not {shown!r}"
            raise self._refuse(("bots", index, "manifest"), bound)
        return Path(os.path.abspath(path))

    def _house_command(self, index: int, house: str) -> tuple[str, ...]:
        game = self._spec.game
        known = referee_bots.names(game)
        if house not in known:
            bound = f"must be one of {', '.join(known) or 'none'} for {game}, not {house!r}"
            raise self._refuse(("bots", index, "house"), bound)
        try:
            module = referee_bots.module(game, house)
        except referee_bots.UnknownBotError as error:
            raise self._refuse(("bots", index, "house"), f"can't be played: {error}") from None
        # -P: a file next to the tournament file must not be imported in place of a module.
        return (sys.executable, "-P", "-m", module)

    def _found(
        self,
        key: KeyPath,
        command: tuple[str, ...],
        cwd: Path,
        env: Mapping[str, str],
        faults: list[SpecError],
        *,
        built: bool = False,
    ) -> tuple[str, ...]:
        """Return a command with the full path of its program.

        If the program or its script does not exist, a fault is added to `faults`.

        Args:
            key: Path of the command's key in the file, for the fault.
            command: Program and arguments.
            cwd: Folder that the command runs in.
            env: Environment variables of the command; its `PATH` is searched for the program.
            faults: List of faults found so far.
            built: Whether a build makes the program or its script, so that they may be missing now.
        """
        name, *arguments = command
        path = str(cwd / name) if "/" in name else name
        # Looked up in the bot's PATH, since that is the one it will run with.
        found = shutil.which(path, path=env.get("PATH"))
        if found is None and built and "/" in name:  # it will be there once it is built
            found = path
        if found is None:
            bound = "must begin with a program that is there to be run"
            faults.append(self._refuse(key, f"{bound}, not {name!r}"))
            return command
        script = None if built else missing_script((name, *arguments), cwd)
        if script is not None:
            problem = f"must run a script that is there, not {script!r} in {cwd}"
            faults.append(self._refuse(key, problem))
        return (found, *arguments)

    def _environment(self) -> dict[str, str]:
        """Return the variables that every bot gets from the runner's own environment.

        Without a sandbox these are all but secret keys, such as the referee's and the database's;
        in a sandbox, those of language and time zone, and fixed ones such as HOME. `PATH` begins
        with the folder of the Python that runs the tournament, so that `python` means this one.
        Python's output is not buffered, so that the last words of a killed bot are kept.
        """
        env = open_environment()
        here = str(Path(sys.executable).parent)
        search = env.get("PATH", os.defpath)
        if self._spec.sandbox.kind != "none":
            env, search = bare_environment(env), seen_path(search, self._readable())
        return env | {"PATH": f"{here}:{search}", "PYTHONUNBUFFERED": "1"}

    def _readable(self) -> tuple[Path, ...]:
        """Return the paths that every bot sees in addition to the system and Python."""
        return self._paths(self._spec.sandbox.readable)

    def _paths(self, names: Sequence[str]) -> tuple[Path, ...]:
        """Return paths that the file names, relative to its folder."""
        here = self._file.absolute().parent
        return tuple((here / name).expanduser() for name in names)

    def _enclose(self, program: Program, others: list[Program]) -> Program:
        """Return the program in a sandbox that shows its own folder, but no rival's and no data.

        Args:
            program: The program.
            others: Programs of all bots, whose folders are hidden if they are below this one's.
        """
        options = self._spec.sandbox
        # A rival's folder below this bot's own would be visible with it.
        rivals = [other.cwd for other in others if program.cwd in other.cwd.parents]
        # What one bot alone may read would be, too, where it is in a folder that others see.
        kept = [path for bot in self._spec.bots for path in self._paths(bot.readable)]
        of_others = [path for path in kept if path not in program.views]
        hidden = dict.fromkeys([*self._hidden, *rivals, *of_others], PathView.HIDDEN)
        return dataclasses.replace(
            program,
            sandbox=open_sandbox(
                readable=self._readable(),
                network=options.network,
                scratch=program.terms.limits.scratch or 0,
            ),
            # The bot's own folder wins over what is hidden around it.
            views={**hidden, **program.views},
            hidden=tuple(hidden),
        )

    def _refuse(self, key: KeyPath, problem: str) -> SpecError:
        error = SpecError(self._file, f"{key_name(key)} {problem}", key=key)
        try:
            return error.placed(self._file.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError):  # a data folder may be all that is left of it
            return error


def _named_files(command: tuple[str, ...], cwd: Path) -> tuple[Path, ...]:
    # A program that is looked up in PATH may be another one on each machine, as Python is.
    words = command if command and "/" in command[0] else command[1:]
    paths = dict.fromkeys(cwd / word for word in words)
    return tuple(path for path in paths if path.is_file())


def _installed_games() -> list[str]:
    """Return the games installed on this machine, which have house bots.

    A remote referee may have others.
    """
    return sorted({entry.name for entry in importlib.metadata.entry_points(group="referee.games")})
