"""What a worker must know and have to play a tournament's matches as the organizer's machine would."""

from __future__ import annotations

import dataclasses
import importlib.metadata
from collections.abc import Mapping, Sequence
from pathlib import Path

from tournaments.bots.program import Program
from tournaments.bots.programs import resolve_programs
from tournaments.bots.sealing import files_of
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError, TournamentError
from tournaments.spec.file_digest import file_sha256

__all__ = ["NeededFile", "StagePlan", "make_plan", "own_version", "whats_missing"]

_SHA256 = "sha256:"


@dataclasses.dataclass(frozen=True, slots=True)
class NeededFile:
    """A file of a bot that a worker must have, with its digest."""

    bot: str
    """Name of the bot."""
    path: Path
    """Absolute path of the file."""
    sha256: str
    """SHA-256 of the file's bytes, in hexadecimal digits."""


@dataclasses.dataclass(frozen=True, slots=True)
class StagePlan:
    """Plan of a stage (a referee with bots around it), which the organizer sends to every worker."""

    run_id: str
    """Random id of this run of the tournament."""
    spec: TournamentSpec
    """The tournament that is played."""
    file: Path
    """Absolute path of the tournament file: bots' folders are relative to it, but it need not exist
    on workers.
    """
    needed: tuple[NeededFile, ...]
    """Files that must exist on the worker with the organizer's contents."""
    season: str | None = None
    """Id of the season whose entries the worker plays, too, from copies that it is sent; None for a
    tournament.
    """
    versions: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Number of the version of each bot that attempts name by a label; 1 for those that are not
    listed.
    """


def own_version() -> str:
    """Return the version of the package that is installed here."""
    return importlib.metadata.version("gamereferee")


def make_plan(
    run_id: str,
    spec: TournamentSpec,
    file: Path,
    programs: Sequence[Program],
    *,
    season: str | None = None,
    versions: Mapping[str, int] | None = None,
) -> StagePlan:
    """Return the plan of a run: what every worker needs to play its matches.

    Args:
        run_id: Id of the run.
        spec: The tournament.
        file: Path of the tournament's file.
        programs: All bots, as they are started on the organizer's machine.
        season: Id of the season, for one; see `StagePlan`.
        versions: Numbers of the bots' versions; see `StagePlan`.
    """
    needed = []
    for bot, program in zip(spec.bots, programs, strict=True):
        # A command's files run in place, and so must be there under the same path.
        paths = program.named_files
        if bot.command is None:  # a manifest's files are those in its folder; a house bot has none
            words = dict.fromkeys(program.cwd / word for word in program.argv)
            paths = tuple(path for path in words if program.cwd in path.parents and path.is_file())
        needed += [NeededFile(bot.name, path, file_sha256(path)) for path in paths]
        if program.has_folder and program.build is None:  # what is built may differ by machine
            files, _ = files_of(program, None)
            needed += [
                NeededFile(bot.name, program.cwd / path, said.split()[0].removeprefix(_SHA256))
                for path, said in files.items()
                if said.startswith(_SHA256) and program.cwd / path not in paths
            ]
    return StagePlan(run_id, spec, file.absolute(), tuple(needed), season, dict(versions or {}))


def whats_missing(plan: StagePlan) -> str | None:
    """Return what this machine lacks to start the plan's bots, with bot and path.

    None if nothing.
    """
    for needed in plan.needed:
        if not needed.path.is_file():
            return f"bot {needed.bot}: {needed.path} is not there"
        if file_sha256(needed.path) != needed.sha256:
            return f"bot {needed.bot}: {needed.path} is not the organizer's file"
    # One bot at a time, so that the answer names the bot that can't be started.
    for bot in plan.spec.bots:
        # A copy is not validated again: a tournament of one bot would be refused.
        alone = plan.spec.model_copy(update={"bots": (bot,)})
        try:
            resolve_programs(alone, plan.file)
        except TournamentError as error:
            reason = error.problem if isinstance(error, SpecError) else str(error)
            reason = reason.removeprefix("bots[0].")
            return f"bot {bot.name} in {plan.file.parent / (bot.cwd or '.')}: {reason}"
    return None
