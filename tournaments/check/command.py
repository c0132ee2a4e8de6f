"""The command `tournament check`: prepares the trial of all bots, and shows the results."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import shutil
import tempfile
from pathlib import Path

import rich.box
import rich.console
import rich.markup
import rich.table

from tournaments.bots.program import shared_folders
from tournaments.bots.programs import FoundPrograms, find_programs
from tournaments.check.seats import balance_lines, planned_balance
from tournaments.check.trial import BotReport, check
from tournaments.pairings.seat_balance import SeatBalance
from tournaments.processes.client import SupervisorClient
from tournaments.spec.config import TournamentSpec
from tournaments.spec.entrants import reason_of, without
from tournaments.spec.errors import SpecError, TournamentError
from tournaments.spec.matches import GameFacts
from tournaments.spec.toml_tables import key_name
from tournaments.store.folder import DataFolder
from tournaments.tables.formats import num_seats

__all__ = ["CheckReport", "faults_json", "print_report", "report_json", "run_check"]


@dataclasses.dataclass(frozen=True, slots=True)
class CheckReport:
    """Result of trying all bots of a tournament: a report on each, and how evenly they get seats."""

    name: str
    """Name of the tournament."""
    sandbox: str
    """Kind of the sandbox that the bots ran in."""
    bots: tuple[BotReport, ...]
    """Reports on all bots, in the order of the file."""
    remarks: tuple[str, ...]
    """Remarks for the organizer that are not about one bot."""
    seats: SeatBalance | None = None
    """How evenly the schedule seats bots next to one another; None where seats are even anyway (two
    seats), mean different roles (parties), or depend on results.
    """

    @property
    def holds(self) -> bool:
        """Whether every bot may play, that is, has no problem."""
        return not any(bot.problems for bot in self.bots)


def run_check(spec: TournamentSpec, file: Path) -> CheckReport:
    """Try all bots of a tournament, and return a report on them.

    Raises:
        TournamentError: The file has a fault, or the bots can't be tried.
    """
    place = Path(tempfile.mkdtemp(prefix="tournament-check-")).resolve()
    is_needed = False
    try:
        report = _check_in(DataFolder(place / "data"), spec, file)
        is_needed = not report.holds
    finally:
        # The output of bots that failed is kept, as the report points to it.
        if not is_needed:
            shutil.rmtree(place, ignore_errors=True)
    return report


def _check_in(folder: DataFolder, spec: TournamentSpec, file: Path) -> CheckReport:
    folder.path.mkdir()
    found = find_programs(spec, file, data=folder.path)
    programs = found.programs if spec.on_bad_entry == "leave_out" else found.all()
    supervisor = SupervisorClient.start()

    async def run() -> tuple[GameFacts, list[BotReport]]:
        await supervisor.connect()
        try:
            return await check(spec, file, programs, folder, supervisor)
        finally:
            await asyncio.shield(supervisor.close())

    try:
        facts, tried = asyncio.run(run())
    except BaseExceptionGroup as group:
        raise _first_error(group) from None
    remarks = [
        f"{' and '.join(names)} run in one folder, {path}: each can read what is in it"
        for path, names in shared_folders(programs)
    ]
    bots = _with_missing(spec, tried, found)
    left = without(spec, found.faults)
    seats = None
    if len(left.bots) >= num_seats(spec):
        seats = planned_balance(left, ring=facts.ring)
    report = CheckReport(spec.name, spec.sandbox.kind, tuple(bots), tuple(remarks), seats)
    if not report.holds:
        remarks.append(f"output of all bots is kept in {folder.logs}")
    return dataclasses.replace(report, remarks=tuple(remarks))


def _with_missing(
    spec: TournamentSpec, tried: list[BotReport], found: FoundPrograms
) -> list[BotReport]:
    """Return reports on all bots in the order of the file, also on bots whose program was not found.

    Args:
        spec: The tournament.
        tried: Reports on the bots that were tried.
        found: Which programs were found, and the faults of the others.
    """
    reports = {report.bot: report for report in tried}
    for bot in spec.bots:
        if bot.name in found.faults:
            problems = tuple(map(reason_of, found.faults[bot.name]))
            reports[bot.name] = BotReport(bot.name, bot.language, problems)
    return [reports[bot.name] for bot in spec.bots]


def _first_error(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the error of a group of failed tasks to show to people: the first, or the whole group.

    The whole group is returned if it contains an unexpected error, that is, a bug.
    """
    matching, rest = group.split(TournamentError)
    if matching is None or rest is not None:
        return group
    error: BaseException = matching
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def report_json(report: CheckReport) -> str:
    """Return the report as the text of one JSON object."""
    return json.dumps({**dataclasses.asdict(report), "holds": report.holds}, indent=2)


def faults_json(error: SpecError) -> str:
    """Return the faults of a file that can't be tried as the text of one JSON object."""
    faults = [
        {
            "file": str(fault.path),
            "line": fault.line,
            "key": key_name(fault.key) or None,
            "problem": fault.problem,
        }
        for fault in error.single
    ]
    return json.dumps({"holds": False, "faults": faults}, indent=2)


def print_report(report: CheckReport, console: rich.console.Console) -> None:
    """Print the report as a table, with all problems and remarks below it."""
    table = rich.table.Table(
        title=f"{report.name}: sandbox {report.sandbox}, times in ms",
        title_justify="left",
        header_style="bold",
        box=rich.box.SIMPLE_HEAD,
        collapse_padding=True,
        pad_edge=False,
    )
    table.add_column("bot", overflow="fold")
    table.add_column("may play")
    for name in ("ping", "answers", "fastest", "median", "slowest", "jitter"):
        table.add_column(name, justify="right", no_wrap=True)
    for bot in report.bots:
        times = (bot.fastest_ms, bot.median_ms, bot.slowest_ms, bot.jitter_ms)
        table.add_row(
            rich.markup.escape(bot.bot),
            "no" if bot.problems else "yes",
            "" if bot.round_trip_ms is None else f"{bot.round_trip_ms:.1f}",
            str(bot.answers),
            *("" if time is None else f"{time:.1f}" for time in times),
        )
    console.print(table, soft_wrap=False)
    lines = [f"{bot.bot}: {problem}" for bot in report.bots for problem in bot.problems]
    lines += [f"{bot.bot} {remark}" for bot in report.bots for remark in bot.remarks]
    told = balance_lines(report.seats) if report.seats else []
    for line in (*lines, *report.remarks, *told):
        console.print(line, soft_wrap=True, highlight=False, markup=False)
