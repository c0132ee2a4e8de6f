"""Bots as processes: started, given their seats, started again when they die, and let go at the end.

A bot learns where to play from its environment and which seats from its standard input, one token a
line. What a missed turn costs is for the referee's clock alone to say: a bot that dies is started
again and gets its open tokens, its matches go on meanwhile, and nothing here decides a result.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from pathlib import Path

from tournaments.bots.copies import sha256_of
from tournaments.bots.programs import Program
from tournaments.processes.client import Exit, SupervisedProcess, SupervisorClient
from tournaments.processes.deaths import explain
from tournaments.processes.last_words import last_error, last_words
from tournaments.processes.process_book import ProcessBook
from tournaments.processes.sandbox import PathView
from tournaments.spec.errors import LaunchError, SupervisorGoneError

__all__ = ["BotLauncher"]

LONGEST_PAUSE_S = 60.0
"""Longest pause before a restart, in seconds."""
NEWS_S = 2.0
"""How long after a bot has exited its match's end may still be reported, in seconds."""
FAILED_NEWS_S = 0.5
"""The same after a bot that ended with exit status 1: perhaps it played to the end although its own code
failed in between, and perhaps it died and its clock runs."""
GRACE_S = 2.0
"""How long it may then take after SIGTERM, in seconds."""


class BotLauncher:
    """Gives seats to bots, and keeps the bots running.

    Args:
        programs: All bots.
        supervisor: Starts their processes.
        book: Takes down how they end.
        logs: Folder of their kept output.
        referee_env: Where to play, as environment variables.
        per_match: Whether each seat of a match gets its own process.
        restarts: Times in a row that a bot is started again without having come through a match.
        first_pause_s: Pause before the first restart in a row, in seconds; doubles with each further
            one.
        referee_views: How the files that lead to the referee look in a sandbox.
        note: Called with one line on what went wrong.
        resign: Gives up the seat of a token, for a bot that keeps dying and is not started again.
        is_out: Returns whether the rules have put the seat of a token out, so that it needs no bot any more
            although its match goes on.
        meter: Called before a bot gets a token, with the process that will play its seat; None if
            processor time is not metered.
        tasks: Where everything runs; bots are not looked after any more once it is cancelled.
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
        """Start every bot that lives as long as the tournament, before its first clock runs."""
        if not self._per_match:
            self._keepers = {name: _Keeper(self, bot) for name, bot in self._programs.items()}

    def take_seat(self, player: str, token: str) -> None:
        """Let a bot play a seat."""
        if self._per_match:
            self._keepers[token] = _Keeper(self, self._programs[player], only_token=token)
        else:
            self._keepers[player].take(token)

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Note that a seat's match is over.

        Args:
            player: Name of the bot.
            token: The seat's token.
            came_through: Whether the bot played it to the end.
        """
        keeper = self._keepers[token if self._per_match else player]
        keeper.leave(token, came_through=came_through)
        if self._per_match:
            leaving = self.spawn(self._keepers.pop(token).finish())
            self._leaving[token] = leaving
            leaving.add_done_callback(lambda _: self._leaving.pop(token, None))

    async def gone(self, tokens: Collection[str]) -> None:
        """Wait until the processes have ended that played these seats, and no others.

        Args:
            tokens: Of seats that have been left.
        """
        leaving = [self._leaving[token] for token in tokens if token in self._leaving]
        if leaving:
            await asyncio.wait(leaving)

    async def close(self) -> None:
        """Close the input of all bots, since there is no more to play, and wait until they have ended."""
        await asyncio.gather(*(keeper.finish() for keeper in self._keepers.values()))

    def give_up(self, token: str) -> None:
        """Have a seat resigned, in the background."""
        self.spawn(self._resign(token))

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something in the background.

        Raises:
            RuntimeError: Everything is coming down already, as after the supervisor's death.
        """
        try:
            return self.tasks.create_task(work)
        except RuntimeError:
            work.close()  # Python would complain of what was never awaited
            raise

    async def meter(self, tokens: Iterable[str], process: SupervisedProcess) -> None:
        """Pass the process that will play the seats of these tokens to the meter."""
        if self._meter is not None:
            await asyncio.gather(*(self._meter(token, process.pid) for token in tokens))

    async def run(self, program: Program) -> tuple[int, SupervisedProcess]:
        """Start a process of a bot; return its number among that bot's processes.

        Raises:
            LaunchError: It can't be started.
        """
        for path, said in program.pinned.items():
            if sha256_of(path) != said:
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
        """Write down how a process ended, and whether it had seats to play."""
        self._book.end_process(program.name, number, ended, died=died)


class _Keeper:
    """Keeps one bot running as long as it has seats to play or may get some."""

    def __init__(
        self, launcher: BotLauncher, program: Program, *, only_token: str | None = None
    ) -> None:
        self._launcher = launcher
        self._program = program
        self._tokens = [] if only_token is None else [only_token]
        """Of matches that are not over."""
        self._handing: list[str] = []
        """Those of them that the process is about to be handed."""
        self._out: set[str] = set()
        """Those of them whose seats the rules have put out."""
        self._process: SupervisedProcess | None = None
        self._latest: SupervisedProcess | None = None
        """The last one that was started; it may have ended."""
        self._input_ended = only_token is not None
        self._given_up = False
        self._failures = 0
        self._changed = asyncio.Event()
        self._task = launcher.spawn(self._keep())

    def take(self, token: str) -> None:
        """Hand a token to the process, and to all that follow it while the seat is open."""
        self._tokens.append(token)
        self._changed.set()
        if self._given_up:
            self._launcher.give_up(token)
        elif self._process is not None:
            self._handing.append(token)
            if len(self._handing) == 1:
                self._launcher.spawn(self._hand(self._process))

    async def _hand(self, process: SupervisedProcess) -> None:
        """Hand over what has come since this was called for, in one line each."""
        tokens, self._handing = self._handing, []
        await self._launcher.meter(tokens, process)
        process.feed("".join(f"{token}\n" for token in tokens))

    def leave(self, token: str, *, came_through: bool) -> None:
        """Note that a seat needs no more playing."""
        self._tokens.remove(token)
        self._out.discard(token)
        self._changed.set()
        if came_through:
            self._failures = 0

    async def finish(self) -> None:
        """Close the input of the process, since no more seats come, and wait until it has ended."""
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
            while not self._due or self._given_up:
                if self._input_ended:
                    return
                self._changed.clear()
                await self._changed.wait()

    @property
    def _due(self) -> list[str]:
        """Tokens of the seats that are to be played."""
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
        while fresh := [token for token in self._due if token not in metered]:
            await self._launcher.meter(fresh, process)
            metered += fresh  # meanwhile more may have come
        self._process = self._latest = process
        process.feed("".join(f"{token}\n" for token in self._due))
        if self._input_ended:
            process.end_input()
        ended = await asyncio.shield(process.ended)
        self._process = None
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

        The line has no more than what the bot itself wrote, since its author sees the log.
        """
        line = f"{self._program.name} {what}"
        self._launcher.note(line)
        if process is not None:
            process.add_to_log(f"[tournament: {line}]")

    async def _see_who_is_out(self) -> None:
        """Check whether a bot is out of its match; then it may exit.

        The referee sends this to the bot alone, so the runner has to ask.
        """
        due = self._due
        answers = await asyncio.gather(*(self._launcher.is_out(token) for token in due))
        self._out.update(
            token for token, out in zip(due, answers, strict=True) if out and token in self._tokens
        )

    async def _hear_of_the_end(self, within_s: float) -> None:
        """Wait for the end of a match: a bot that played its last one may end before the runner has heard of it."""
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
        for token in self._due:
            self._launcher.give_up(token)
