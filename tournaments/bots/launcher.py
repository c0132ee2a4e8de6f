"""Bots as processes: started, given their seats, started again when they die, and ended at the close.

A bot learns where to play from its environment, and which seats from its standard input, one token
a line. Only the referee's clock decides what a missed turn costs: a bot that dies is started again
and gets its open tokens, its matches go on meanwhile, and nothing here decides a result.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from pathlib import Path

from tournaments.bots.copies import sha256_of
from tournaments.bots.program import Program
from tournaments.processes.client import Exit, SupervisedProcess, SupervisorClient
from tournaments.processes.deaths import explain
from tournaments.processes.last_words import last_error, last_words
from tournaments.processes.process_book import ProcessBook
from tournaments.processes.sandbox import PathView
from tournaments.spec.errors import CopyError, LaunchError, SupervisorGoneError

__all__ = ["BotLauncher"]

LONGEST_PAUSE_S = 60.0
"""Longest pause before a bot is started again, in seconds."""
NEWS_S = 2.0
"""After a bot exits with status 0: time to wait for a report that its match has ended, in seconds;
only then does the exit count as a death.
"""
FAILED_NEWS_S = 0.5
"""After a bot exits with status 1: time to wait for a report that its match has ended, in
seconds. It is shorter than `NEWS_S`, since the bot may have died and its
clock runs; but it may also have played to the end although its own code failed in between.
"""
GRACE_S = 2.0
"""Time that a bot has to end after SIGTERM, in seconds."""


class BotLauncher:
    """Gives seats to bots, and keeps the bots running.

    Args:
        programs: All bots.
        supervisor: Starts the bots' processes.
        book: Records each process and how it ended.
        logs: Folder for the output of the bots.
        referee_env: Environment variables that say where to play.
        per_match: Whether each seat of a match gets its own process.
        restarts: Most times in a row that a bot is started again without having finished a match;
            then it is given up.
        first_pause_s: Pause before the first restart in a row, in seconds; doubles with each
            further one.
        referee_views: Paths that lead to the referee, and how they look in a sandbox.
        note: Called with one line on what went wrong.
        resign: Resigns the seat of a token, for a bot that keeps dying and is not started again.
        is_out: Returns whether the rules have put the seat of a token out, so that it needs no bot
            any more although its match goes on.
        meter: Called with a token and the id of the process that will play its seat, before the
            process gets the token; None if processor time is not metered.
        tasks: Group in which all tasks of the launcher run; once it is cancelled, no bot is watched
            any more.
    """

    def __init__(
        self,
        programs: list[Program],
        *,
        supervisor: SupervisorClient,
        book: ProcessBook,
        logs: Path,
        referee_env: Mapping[str, str],
        per_match: bool,
        restarts: int = 3,
        first_pause_s: float = 0.1,
        referee_views: Mapping[Path, PathView] | None = None,
        note: Callable[[str], None],
        resign: Callable[[str], Coroutine[None, None, None]],
        is_out: Callable[[str], Coroutine[None, None, bool]],
        meter: Callable[[str, int], Coroutine[None, None, None]] | None = None,
        tasks: asyncio.TaskGroup,
    ) -> None:
        self._programs = {program.label: program for program in programs}
        self._supervisor = supervisor
        self._book = book
        self._logs = logs
        self._env = {**referee_env, "REFEREE_TOKENS": "-"}
        self._per_match = per_match
        self._views = referee_views or {}
        self.restarts = restarts
        self.first_pause_s = first_pause_s
        self._keepers: dict[str, _Keeper] = {}
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._resign = resign
        self._meter = meter
        self.is_out = is_out
        self.note = note
        self.tasks = tasks

    def start(self) -> None:
        """Start a process of every bot for the whole tournament, before the clock of any match runs.

        Does nothing if each seat of a match gets its own process.
        """
        if not self._per_match:
            self._keepers = {name: _Keeper(self, bot) for name, bot in self._programs.items()}

    def has(self, label: str) -> bool:
        """Return whether the launcher has the program of a version, so that seats can be given to it.

        Args:
            label: Label of a bot's version: `bot` for version 1, `bot@2` for version 2.
        """
        return label in self._programs

    def add(self, program: Program) -> None:
        """Add a bot's version that came after the start; do nothing if the launcher has it already."""
        if program.label in self._programs:
            return
        self._programs[program.label] = program
        if not self._per_match:
            self._keepers[program.label] = _Keeper(self, program)

    def take_seat(self, player: str, token: str) -> None:
        """Have a bot play the seat of a token.

        Args:
            player: Label of the bot's version.
            token: The seat's token.
        """
        if self._per_match:
            # One process for one seat: it can carry nothing from one match into another.
            self._keepers[token] = _Keeper(self, self._programs[player], only_token=token)
        else:
            self._keepers[player].take(token)

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Record that the match of a seat is over, so that its bot need not run for it any more.

        Args:
            player: Label of the bot.
            token: The seat's token.
            came_through: Whether the bot played the match to its end.
        """
        keeper = self._keepers[token if self._per_match else player]
        keeper.leave(token, came_through=came_through)
        if self._per_match:
            # In the background: the next match need not wait until this process has gone, unless
            # `gone` is asked.
            leaving = self.spawn(self._keepers.pop(token).finish())
            self._leaving[token] = leaving
            leaving.add_done_callback(lambda _: self._leaving.pop(token, None))

    async def gone(self, tokens: Collection[str]) -> None:
        """Wait until the processes have ended that played these seats and no others.

        Args:
            tokens: Tokens of seats that have been left.
        """
        leaving = [self._leaving[token] for token in tokens if token in self._leaving]
        if leaving:
            await asyncio.wait(leaving)

    async def close(self) -> None:
        """Close the standard input of all bots, so that they end, and wait until they have ended."""
        await asyncio.gather(*(keeper.finish() for keeper in self._keepers.values()))

    def give_up(self, token: str) -> None:
        """Resign the seat of a token, in the background."""
        self.spawn(self._resign(token))

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run a coroutine as a background task of the launcher, and return the task.

        Raises:
            RuntimeError: The task group is shutting down already, as after the supervisor's death.
        """
        try:
            return self.tasks.create_task(work)
        except RuntimeError:
            work.close()  # Python would complain of what was never awaited
            raise

    async def meter(self, tokens: Iterable[str], process: SupervisedProcess) -> None:
        """Report to the meter that a process will play the seats of these tokens."""
        if self._meter is not None:
            await asyncio.gather(*(self._meter(token, process.pid) for token in tokens))

    async def run(self, program: Program) -> tuple[int, SupervisedProcess]:
        """Start a process of a bot; return its number among that bot's processes, and the process.

        Raises:
            LaunchError: The process can't be started, or a file of the bot has changed since the
                run began.
        """
        for path, said in program.pinned.items():
            # Checked at every start, as these files are not copied: they run in place.
            try:
                changed = sha256_of(path) != said
            except CopyError:
                changed = True
            if changed:
                raise LaunchError(f"{path} has changed since this run began: it is not started")
        number = self._book.begin_process(program.name)
        log = self._logs / program.name / f"{number:04d}"
        env = program.env | self._env
        try:
            process = await self._supervisor.run(
                program.argv,
                cwd=program.starts_in,
                env=env,
                log=log,
                limits=program.terms.limits,
                sandbox=program.enclosed(self._views),
                startup_s=program.terms.startup_s,
            )
        except LaunchError as error:
            if error.code is not None:  # what ended is the sandbox: no death of the bot's
                unused = Exit(error.code, 0.0, 0.0, 0)
                self._book.end_process(program.name, number, unused, died=False)
            raise
        return number, process

    def take_down(self, program: Program, number: int, ended: Exit, *, died: bool) -> None:
        """Record how a process ended.

        Args:
            program: The bot.
            number: Number of the process among those of the bot, from 1.
            ended: How it ended.
            died: Whether it still had seats to play.
        """
        self._book.end_process(program.name, number, ended, died=died)


class _Keeper:
    """Keeps the process of one bot running as long as it has seats to play or may get some."""

    def __init__(
        self, launcher: BotLauncher, program: Program, *, only_token: str | None = None
    ) -> None:
        self._launcher = launcher
        self._program = program
        self._tokens = [] if only_token is None else [only_token]
        """Tokens of the bot's seats in matches that are not over."""
        self._handing: list[str] = []
        """Tokens of the bot's open seats that are about to be sent to the running process."""
        self._out: set[str] = set()
        """Tokens of the bot's open seats that the rules have put out of their matches."""
        self._process: SupervisedProcess | None = None
        self._latest: SupervisedProcess | None = None
        """The process that was started last; it may have ended."""
        self._input_ended = only_token is not None
        self._given_up = False
        self._failures = 0
        self._changed = asyncio.Event()
        self._task = launcher.spawn(self._keep())

    def take(self, token: str) -> None:
        """Send a token to the running process, and to each that replaces it while the seat is open.

        If the bot has been given up, its seat is resigned instead.
        """
        self._tokens.append(token)
        self._changed.set()
        if self._given_up:
            self._launcher.give_up(token)
        # Without a process the token waits in `_tokens`, and the next one gets it as it starts.
        elif self._process is not None:
            self._handing.append(token)
            # One task hands over all tokens that gather until it runs.
            if len(self._handing) == 1:
                self._launcher.spawn(self._hand(self._process))

    async def _hand(self, process: SupervisedProcess) -> None:
        """Send all waiting tokens to a process, one a line, after reporting them to the meter."""
        tokens, self._handing = self._handing, []
        await self._launcher.meter(tokens, process)
        process.feed("".join(f"{token}\n" for token in tokens))

    def leave(self, token: str, *, came_through: bool) -> None:
        """Record that the match of a seat is over, so that the bot need not run for it any more.

        If `came_through` is set, that is, the bot played the match to its end, restarts are counted
        from 0 again.
        """
        self._tokens.remove(token)
        self._out.discard(token)
        self._changed.set()
        if came_through:
            # Restarts are counted in a row: a bot that has come through a match may die as often
            # again.
            self._failures = 0

    async def finish(self) -> None:
        """Close the standard input of the process, so that it ends, and wait until it has ended.

        A process that still runs when the idle time-out of the bot's terms has passed is stopped.
        """
        self._input_ended = True
        self._changed.set()
        if self._process is not None:
            self._process.end_input()
        idle_s, is_told = self._program.terms.idle_s, False
        while not self._task.done():
            await asyncio.wait([self._task], timeout=idle_s)
            # It may have been started only now, or again.
            if self._process is not None and not self._task.done():
                self._process.stop(GRACE_S)
                if not is_told:
                    where = f"{idle_s:g}s after its last match it is still there"
                    self._launcher.note(f"{self._program.name} is stopped: {where}")
                is_told = True
        await self._task

    async def _keep(self) -> None:
        while True:
            await self._run_once()
            if self._failures > self._launcher.restarts:
                self._give_up()
            elif self._failures:
                pause_s = self._launcher.first_pause_s * 2 ** (self._failures - 1)
                await asyncio.sleep(min(pause_s, LONGEST_PAUSE_S))
            # Nothing to play: the process is not started again before a seat comes.
            while not self._due or self._given_up:
                if self._input_ended:
                    return
                self._changed.clear()
                await self._changed.wait()

    @property
    def _due(self) -> list[str]:
        """Tokens of the seats that still have to be played."""
        return [token for token in self._tokens if token not in self._out]

    async def _run_once(self) -> None:
        try:
            number, process = await self._launcher.run(self._program)
        except SupervisorGoneError:
            raise
        except LaunchError as error:
            self._failures += 1
            self._launcher.note(f"{self._program.name}: {error}")
            return
        metered: list[str] = []
        # The meter must know the process before the bot gets a token and can answer.
        while fresh := [token for token in self._due if token not in metered]:
            await self._launcher.meter(fresh, process)
            metered += fresh  # meanwhile more may have come
        self._process = self._latest = process
        process.feed("".join(f"{token}\n" for token in self._due))
        if self._input_ended:
            process.end_input()
        ended = await asyncio.shield(process.ended)
        self._process = None
        # Before the death is counted: a bot whose seats are out may end, though its matches go on.
        await self._see_who_is_out()
        if ended.code in {0, 1} and self._input_ended:
            await self._hear_of_the_end(FAILED_NEWS_S if ended.code else NEWS_S)
        died = bool(self._due)
        # In the last line the SDK sums up what failed in a bot that went on.
        words = last_error(process.log) if died else last_words(process.log, lines=1)
        why = explain(ended, words, self._program.terms.limits)
        if died:
            self._failures += 1
            self._tell(process, f"died: {why}")
        elif ended.code == 1:
            self._tell(process, f"played to the end, but failed: {why}")
        self._launcher.take_down(self._program, number, ended, died=died)

    def _tell(self, process: SupervisedProcess | None, what: str) -> None:
        """Write a line to the notes, for the organizer, and to the bot's log, for its author.

        Since the author sees the log, the line has nothing beyond what the bot itself wrote.

        Args:
            process: The process to whose log the line is appended; None for the notes alone.
            what: The line without the bot's name, with which it begins.
        """
        line = f"{self._program.name} {what}"
        self._launcher.note(line)
        if process is not None:
            process.add_to_log(f"[tournament: {line}]")

    async def _see_who_is_out(self) -> None:
        """Ask the referee which of the bot's seats the rules have put out.

        For these the bot may exit. The referee sends this to the bot alone, so the runner has to
        ask.
        """
        due = self._due
        answers = await asyncio.gather(*(self._launcher.is_out(token) for token in due))
        self._out.update(
            token for token, out in zip(due, answers, strict=True) if out and token in self._tokens
        )

    async def _hear_of_the_end(self, within_s: float) -> None:
        """Wait at most `within_s` until all matches of the bot are reported over.

        A bot that has played its last match may exit before the runner learns of the end.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while self._due:
                    self._changed.clear()
                    await self._changed.wait()

    def _give_up(self) -> None:
        self._given_up = True
        self._tell(
            self._latest,
            f"is not started again: it died {self._failures} times in a row"
            " without coming through a match; its seats are resigned",
        )
        # The referee would wait for each deadline of these seats; resigned, their matches go on at
        # once.
        for token in self._due:
            self._launcher.give_up(token)
