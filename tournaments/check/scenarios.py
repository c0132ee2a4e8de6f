"""Plays conformance scenarios with a bot: the scripted referee outside, the bot in its sandbox.

The referee is the command `referee conformance`, a process of this machine, and its report is all
that comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tournaments.bots.program import Program
from tournaments.check.enclosed_runs import EnclosedRuns
from tournaments.processes.client import Exit, SupervisorClient, open_environment
from tournaments.processes.last_words import last_words
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import LaunchError
from tournaments.spec.toml_tables import format_duration
from tournaments.store.folder import DataFolder, socket_folder
from tournaments.tables.formats import num_seats

__all__ = ["BrokenScenario", "ScenarioReport", "game_flags", "play_scenarios"]

_TIMEOUT_S = 30
"""Time that a bot may take for anything but decisions, in seconds."""
_START_FACTOR = 3
"""Factor by which the kit waits longer for a bot's first stream."""
_THINKING = 10
"""Decisions that a bot may take its whole time for, one after the other, before anything is late."""
_GRACE_S = 5.0
_PASSED, _BROKEN = 0, 1
"""Exit statuses of the conformance kit if all scenarios were passed, and if a duty was broken."""


@dataclasses.dataclass(frozen=True, slots=True)
class BrokenScenario:
    """A scenario in which a bot broke a duty: what happens in it, what was expected, what was seen."""

    name: str
    """Name of the scenario."""
    summary: str
    """What happens in it, a sentence without its full stop."""
    duty: int
    """Number of the duty in `clients/CONTRACT.md`."""
    rule: str
    """The duty, as a short text."""
    expected: str
    """What the bot must do."""
    seen: str
    """What it did."""
    last_words: tuple[str, ...]
    """Last lines of the bot's standard error."""


@dataclasses.dataclass(frozen=True, slots=True)
class ScenarioReport:
    """Result of the scenarios that a bot has played: how many it passed, and those that it did not."""

    num_passed: int
    """Number of scenarios that the bot passed."""
    num_skipped: int
    """Number of scenarios that do not apply to the game."""
    broken: tuple[BrokenScenario, ...]
    """Scenarios in which it broke a duty, in the order of the kit."""


def game_flags(spec: TournamentSpec) -> list[str]:
    """Return the flags of `referee conformance` for the game and the terms of a tournament.

    Args:
        spec: The tournament.
    """
    flags = ["--game", spec.game]
    if spec.game_version is not None:
        flags += ["--game-version", str(spec.game_version)]
    for name, value in spec.config.items():
        flags += ["--config", f"{name}={json.dumps(value)}"]
    flags += ["--seats", str(num_seats(spec))]
    terms = spec.time_control
    if terms is not None and terms.move_time is None:
        flags.append("--no-clock")
    elif terms is not None and terms.move_time is not None:
        flags += ["--move-time", format_duration(terms.move_time)]
        flags += ["--bank", format_duration(terms.bank)]
    return flags


async def play_scenarios(
    names: Sequence[str],
    program: Program,
    spec: TournamentSpec,
    place: Path,
    supervisor: SupervisorClient,
    output: Path | None = None,
) -> ScenarioReport:
    """Play scenarios with a bot, one after the other, and return the result.

    Args:
        names: Names of the scenarios, one or more.
        program: The bot, which is not built again.
        spec: The tournament, whose game, config, seats and time control are those of the scenarios.
        place: Folder for all that is written meanwhile; it is created, and removed at the end.
        supervisor: Starts all programs; it must be connected.
        output: File for what the bot writes; None to keep nothing.

    Raises:
        LaunchError: The scenarios could not be played, and it is not the bot's fault.
        SupervisorGoneError: The supervisor has died.
    """
    place.mkdir(parents=True)
    sockets = socket_folder(DataFolder(place))
    scenes = sockets / "scenes"
    try:
        scenes.mkdir(mode=0o700, exist_ok=True)
        runs = EnclosedRuns(program, supervisor, sockets=sockets, scenes=scenes, logs=place / "bot")
        report = place / "report.json"
        timeout_s = max(_TIMEOUT_S, -(-program.terms.startup_s // _START_FACTOR))
        words = [sys.executable, "-P", "-m", "referee", "conformance", *game_flags(spec)]
        words += ["--transport", "unix", "--jobs", "1", "--quiet", "--json", str(report)]
        words += ["--timeout", f"{timeout_s:g}s", "--thinking", str(_THINKING)]
        words += [word for name in names for word in ("--only", name)]
        async with runs.serving():
            ended = await _run_kit(
                [*words, "--", *runs.command], place, {"TMPDIR": str(scenes)}, supervisor
            )
        rows = _rows(ended, report, place / "kit")
        if output is not None:
            _keep_output(runs.runs, [row["scenario"] for row in rows], output)
        return _report_of(rows)
    finally:
        shutil.rmtree(sockets, ignore_errors=True)
        shutil.rmtree(place, ignore_errors=True)


async def _run_kit(
    words: list[str], place: Path, env: dict[str, str], supervisor: SupervisorClient
) -> Exit:
    """Run the conformance kit to its end, and return how it ended."""
    process = await supervisor.run(
        words, cwd=place, env=open_environment() | env, log=place / "kit"
    )
    process.end_input()
    try:
        # Each scenario has its own limit, so that this ends.
        return await asyncio.shield(process.ended)
    finally:
        if not process.ended.done():
            process.stop(_GRACE_S)


def _rows(ended: Exit, report: Path, log: Path) -> list[dict[str, Any]]:
    """Return the results in a report.

    Args:
        ended: How the conformance kit has ended.
        report: The report's file.
        log: Path of the kit's output files, without their suffixes.

    Raises:
        LaunchError: The kit has failed.
    """
    if ended.code in (_PASSED, _BROKEN):
        with contextlib.suppress(OSError, ValueError, KeyError):
            rows: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["scenarios"]
            return rows
    words = " / ".join(last_words(log, lines=1)) or "none"
    raise LaunchError(f"the conformance kit failed: {ended}; its last words: {words}")


def _report_of(rows: list[dict[str, Any]]) -> ScenarioReport:
    broken = tuple(
        BrokenScenario(
            row["scenario"],
            row["summary"],
            row["duty"],
            row["rule"],
            row["expected"],
            row["seen"],
            tuple(row["stderr"]),
        )
        for row in rows
        if row["verdict"] == "failed"
    )
    verdicts = [row["verdict"] for row in rows]
    return ScenarioReport(verdicts.count("passed"), verdicts.count("skipped"), broken)


def _keep_output(runs: Sequence[Path], names: Sequence[str], target: Path) -> None:
    """Put the output of all runs into one file; nothing is done if that can't be written.

    Args:
        runs: Paths of the output files, without their suffixes.
        names: Names of the scenarios.
        target: The file.
    """
    # Every scenario that is played starts the bot once, except after a fault of the kit.
    titles = names if len(names) == len(runs) else [f"run {n}" for n in range(1, len(runs) + 1)]
    with contextlib.suppress(OSError), target.open("wb") as out:
        for title, log in zip(titles, runs, strict=True):
            out.write(f"[{title}]\n".encode())
            for kind in ("stdout", "stderr"):
                part = log.with_name(f"{log.name}.{kind}")
                if part.is_file():
                    out.write(part.read_bytes())
