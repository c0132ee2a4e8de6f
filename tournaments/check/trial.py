"""Tries a tournament's bots before it is played: build, start, one warm-up match, end.

Everything is as in the tournament: game, config, time control, sandbox, limits. Each bot has seat 0
of a match whose other seats are held by the game's weakest baseline bot, at a referee that is
started for this alone; nothing is kept except the report.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.bots.builds import build_all
from tournaments.bots.launcher import BotLauncher
from tournaments.bots.program import Program, referee_views
from tournaments.bots.programs import resolve_programs
from tournaments.play.own_referee import OwnReferee
from tournaments.play.traces import SeatTrace
from tournaments.processes.client import SupervisorClient
from tournaments.processes.process_book import ProcessNumbers
from tournaments.spec.config import BotSpec, TournamentSpec
from tournaments.spec.errors import BuildError, SpecError
from tournaments.spec.matches import GameFacts, MatchOrder
from tournaments.spec.outcomes import ForfeitCause, MatchEnd
from tournaments.store.folder import DataFolder
from tournaments.tables.formats import num_seats

if TYPE_CHECKING:  # it loads gRPC, which must wait until the supervisor runs
    from tournaments.play.referee_calls import GrpcRefereeCalls

__all__ = ["BotReport", "check", "report_on", "weakest_bot"]

_US_PER_MS = 1000
_NS_PER_MS = 1_000_000
_STOPPED = "is stopped"
_CONSEQUENCES = ("is not started again", _STOPPED)
"""Beginnings of notes that only report a consequence of another fault; they are not listed as
problems.
"""
_TOO_LATE = ("stale", "late", "ended", "duplicate")
"""Reasons for which the referee rejects an answer because it came late; not listed as problems,
    since missed deadlines are."""


@dataclasses.dataclass(frozen=True, slots=True)
class BotReport:
    """Result of trying one bot: its problems and remarks, and how fast it answers."""

    bot: str
    """Name of the bot."""
    language: str | None
    """Language that the bot is written in, for messages; None if not given."""
    problems: tuple[str, ...]
    """Rules that the bot broke, one sentence each; empty if it may play."""
    remarks: tuple[str, ...] = ()
    """Remarks about the bot for the organizer."""
    round_trip_ms: float | None = None
    """Round trip of the last ping to the bot, in milliseconds; None if it answered none."""
    answers: int = 0
    """Number of decisions that the bot answered in time."""
    fastest_ms: float | None = None
    """Time of the bot's fastest answer, in milliseconds; None without answers."""
    median_ms: float | None = None
    """Median time of the bot's answers, in milliseconds; None without answers."""
    slowest_ms: float | None = None
    """Time of the bot's slowest answer, in milliseconds; None without answers."""
    jitter_ms: float | None = None
    """Mean distance of the answers' times from their median, in milliseconds; None without answers."""


async def check(
    spec: TournamentSpec,
    file: Path,
    programs: list[Program],
    folder: DataFolder,
    supervisor: SupervisorClient,
) -> tuple[GameFacts, list[BotReport]]:
    """Try all bots, one after another; return facts about the game and a report on each bot.

    Args:
        spec: The tournament.
        file: Path of the tournament's file.
        programs: Programs of the bots.
        folder: An empty folder for everything that the trial writes.
        supervisor: Starts all processes; it must be connected.

    Raises:
        TournamentError: The bots can't be tried.
    """
    book = ProcessNumbers()
    own = OwnReferee(
        folder,
        supervisor=supervisor,
        book=book,
        note=lambda _: None,
        think_slots=spec.turns_at_once,
    )
    async with own.running():
        return await _Check(spec, file, folder, supervisor, book, own).all(programs)


@dataclasses.dataclass(frozen=True, slots=True)
class _Check:
    """Tries the bots one after another, and holds what the trials share: tournament, folders, supervisor, referee."""

    spec: TournamentSpec
    file: Path
    folder: DataFolder
    supervisor: SupervisorClient
    book: ProcessNumbers
    own: OwnReferee

    async def all(self, programs: list[Program]) -> tuple[GameFacts, list[BotReport]]:
        from tournaments.play.referee_calls import GrpcRefereeCalls

        calls = GrpcRefereeCalls(
            self.own.address, organizer_key=self.own.organizer_key, is_own=True
        )
        try:
            await calls.ready()
            facts = await calls.game(self.spec.game)
            if not facts.min_seats <= num_seats(self.spec) <= facts.max_seats:
                needs = f"{self.spec.game} needs from {facts.min_seats} to {facts.max_seats} seats"
                raise SpecError(self.file, f"{needs}, not {num_seats(self.spec)}")
            baseline = weakest_bot(self.spec, self.file)
            return facts, [
                await self._try(program, baseline or program, calls, facts) for program in programs
            ]
        finally:
            await calls.close()

    async def _try(
        self, program: Program, baseline: Program, calls: GrpcRefereeCalls, facts: GameFacts
    ) -> BotReport:
        notes: list[str] = []
        said: list[str] = []
        remarks = [f"asks for more {key} than it gets" for key in program.refused]
        try:
            await build_all(
                [program], supervisor=self.supervisor, logs=self.folder.logs, note=said.append
            )
        except BuildError as error:
            return BotReport(program.name, program.language, (str(error),), tuple(remarks))
        order = MatchOrder(
            game=self.spec.game,
            game_version=self.spec.game_version or facts.version,
            config_json=json.dumps(self.spec.config),
            seed=self.spec.seed,  # a warm-up counts for nothing, and shares its dice with none
            players=(program.name, *("baseline",) * (num_seats(self.spec) - 1)),
            time_control=self.spec.time_control,
        )
        request = f"check/{program.name}"
        match = await calls.create(order, request_id=request, label=request)
        async with asyncio.TaskGroup() as tasks:
            tried = self._launcher(program, notes, calls, tasks)
            others = self._launcher(baseline, [], calls, tasks)
            for launcher, name, token in self._seats(
                tried, others, program, baseline, match.tokens
            ):
                launcher.take_seat(name, token)
            # Bots that hang lose by their clocks, so that this ends as a match of the tournament
            # would.
            end = await calls.wait(match.match_id)
            if end is None:
                raise SpecError(self.file, "the referee has lost the warm-up match")
            for launcher, name, token in self._seats(
                tried, others, program, baseline, match.tokens
            ):
                # Also of a bot that has failed: its notes and the replay say so, and no restart
                # follows.
                launcher.leave_seat(name, token, came_through=True)
        trace = await calls.trace(match.match_id, len(match.tokens))
        report = report_on(program.name, program.language, end, trace[0], notes, remarks)
        trip_ns = await calls.round_trip_ns(match.match_id, 0)
        return dataclasses.replace(
            report, round_trip_ms=None if trip_ns is None else trip_ns / _NS_PER_MS
        )

    def _launcher(
        self, program: Program, notes: list[str], calls: GrpcRefereeCalls, tasks: asyncio.TaskGroup
    ) -> BotLauncher:
        return BotLauncher(
            [program],
            supervisor=self.supervisor,
            book=self.book,
            logs=self.folder.logs,
            referee_env={"REFEREE_ADDRESS": self.own.address},
            referee_views=referee_views(self.own.address, folder=self.own.socket_folder),
            per_match=True,
            restarts=0,
            note=notes.append,
            resign=calls.resign,
            is_out=calls.is_out,
            tasks=tasks,
        )

    @staticmethod
    def _seats(
        tried: BotLauncher,
        others: BotLauncher,
        program: Program,
        baseline: Program,
        tokens: tuple[str, ...],
    ) -> list[tuple[BotLauncher, str, str]]:
        return [
            (others, baseline.label, token) if seat else (tried, program.label, token)
            for seat, token in enumerate(tokens)
        ]


def weakest_bot(spec: TournamentSpec, file: Path, *, name: str = "baseline") -> Program | None:
    """Return the program of the game's weakest house bot; None if the game has no house bots.

    Args:
        spec: The tournament.
        file: Path of the tournament's file.
        name: Name that the program gets.

    Raises:
        SpecError: The bot can't be started here.
    """
    from referee_bots import names

    weakest = next(iter(names(spec.game)), None)
    if weakest is None:
        return None
    bot = BotSpec(name=name, house=weakest)
    return resolve_programs(spec.model_copy(update={"bots": (bot,)}), file)[0]


def report_on(
    name: str,
    language: str | None,
    end: MatchEnd,
    seat: SeatTrace,
    notes: Sequence[str] = (),
    remarks: Sequence[str] = (),
    *,
    counts_misses: bool = True,
) -> BotReport:
    """Return the report on a bot that had seat 0 of a warm-up match.

    Args:
        name: Name of the bot.
        language: Language that it is written in; None if not given.
        end: How the match ended.
        seat: How the seat behaved.
        notes: Lines of the launcher on what went wrong.
        remarks: Remarks for the organizer.
        counts_misses: Whether missed deadlines are a problem although the bot did not forfeit by them.
    """
    result = end.seats[0]
    messages = [note.removeprefix(f"{name} ").removeprefix(f"{name}: ") for note in notes]
    problems = [note for note in messages if not note.startswith(_CONSEQUENCES)]
    if not seat.joined and not problems:
        problems.append("did not join: it never presented the token of its seat")
    rejected = [(turn, reason) for turn, reason in seat.rejected if reason not in _TOO_LATE]
    if rejected:
        turn, reason = rejected[0]
        times = "an action that was" if len(rejected) == 1 else f"{len(rejected)} actions that were"
        problems.append(f"sent {times} not taken, the first in turn {turn}: {reason}")
    if seat.missed and (counts_misses or result.forfeit is not None):
        times = "a deadline" if len(seat.missed) == 1 else f"{len(seat.missed)} deadlines"
        charged_ms = seat.charged_us.get(seat.missed[0], 0) / _US_PER_MS
        first = f"the first in turn {seat.missed[0]}, charged {charged_ms:.0f} ms"
        problems.append(f"missed {times}, {first}")
    # The launcher resigns for a bot that has died: that is a consequence, if the death is listed.
    if result.forfeit is not None and (result.forfeit is not ForfeitCause.RESIGNED or not problems):
        problems.append(f"forfeited: {result.forfeit.name.lower()}")
    problems += [note for note in messages if note.startswith(_STOPPED)]
    if end.cause.is_void:
        problems.append(f"the warm-up match was void: {end.text}")
    report = BotReport(name, language, tuple(problems), tuple(remarks))
    if not seat.answers_us:
        return report
    answers_ms = [elapsed_us / _US_PER_MS for elapsed_us in seat.answers_us]
    median = statistics.median(answers_ms)
    return dataclasses.replace(
        report,
        answers=len(answers_ms),
        fastest_ms=min(answers_ms),
        median_ms=median,
        slowest_ms=max(answers_ms),
        jitter_ms=statistics.fmean(abs(answer - median) for answer in answers_ms),
    )
