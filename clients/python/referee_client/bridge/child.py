"""Asks a bot's program and keeps it running.

A program answers in the order in which it is asked. So counting distinguishes an answer after its turn's deadline
from the answer to the next turn; if the program repeats the turn's number in its answers, the number does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from referee_client.bot import BotFaultError
from referee_client.bridge.lines import Answer
from referee_client.bridge.process import MAX_LINE_BYTES, Death, Process
from referee_client.seats import log

__all__ = ["Child"]

MAX_WAITING_BYTES = MAX_LINE_BYTES
"""Highest number of bytes that may wait for a program to read them. Beyond that, turns fail and
other lines are dropped."""
AGAIN_S = 1.0
"""Seconds that a program has to answer its turn after it has answered an earlier turn a second
time."""
READ_S = 30.0
"""Seconds that a program has to read its line about a turn, unless the turn's deadline passes
before."""


class Child:
    """Program of one seat: a process, and a new process when that one has ended.

    Needs a running event loop; the first process is started at once.

    Args:
        command: Words of the command line that starts the program.
        restarts: How often the program may be started again after it has ended.
        on_words: Called with channel and text of each chat message of the program.
    """

    def __init__(
        self, command: Sequence[str], restarts: int, on_words: Callable[[str, str], None]
    ) -> None:
        self.where = "a seat"
        """Match and seat in words, with which log lines begin."""
        self.is_closed = False
        """Whether the program has been closed, and none of its processes is left."""
        self._command = command
        self._restarts = restarts
        self._on_words = on_words
        self._process: Process | None = None
        self._owed = 0
        """Number of answers that the present process owes: turns sent to it and not answered
        yet."""
        self._asked = 0
        """Number of the turn that is being asked; 0 if no turn is."""
        self._unanswered: set[int] = set()
        self._answered: set[int] = set()
        """Numbers of the turns that the present process was asked about and has answered. Turns
        that it has not answered are in `_unanswered`.
        """
        self._is_closing = False
        self._why_none = ""
        self._unsaid: list[bytes] = []
        self._starting = asyncio.create_task(self._start())

    async def ask(self, line: bytes, turn: int) -> Answer:
        """Send the line about a turn to the program, and return the program's answer.

        Args:
            line: The line about the turn, as JSON.
            turn: Number of the turn.

        Raises:
            BotFaultError: The program can't be started, has ended, does not read, or made a
                mistake; the text says which.
        """
        self._asked = turn
        try:
            await asyncio.shield(self._starting)
            process = self._process
            if process is None:
                raise BotFaultError(self._why_none)
            await self._drop_extra_lines(process)
            self._unanswered.add(turn)
            self._answered.discard(turn)  # it may be asked again, as its answer was refused
            await self._put(process, line)
            return await self._answer(process, turn)
        finally:
            if self._asked == turn:  # the next turn may be asked before this one's end is noticed
                self._asked = 0

    async def _answer(self, process: Process, turn: int) -> Answer:
        """Wait for the program's answer to a turn, and return it.

        Late answers to earlier turns are logged and skipped.

        Raises:
            BotFaultError: The process has ended, or it answers a turn that it was not asked about.
        """
        repeated: Answer | None = None
        while True:
            try:
                line = process.next_line()
                answer = await (line if repeated is None else asyncio.wait_for(line, AGAIN_S))
            except TimeoutError:
                assert repeated is not None
                self._owed = max(0, self._owed - 1)
                self._unanswered.discard(turn)
                raise BotFaultError(
                    f"it was asked about turn {turn}, and answers {repeated.shown}"
                ) from None
            if isinstance(answer, Death):
                raise BotFaultError(answer)
            is_repeated = answer.turn != turn and answer.turn in self._answered
            if self._is_current(answer, turn):
                return answer
            repeated = answer if is_repeated else repeated

    @property
    def is_silent(self) -> bool:
        """Whether the program was asked, has read all its lines, and has never written a line."""
        process = self._process
        return process is not None and bool(self._owed) and process.is_silent

    @property
    def unfinished(self) -> bytes:
        """Output of the program after its last newline: the beginning of a line.

        Return empty if there is none.
        """
        return b"" if self._process is None else self._process.unfinished

    def say(self, line: bytes) -> None:
        """Send a line that needs no answer, without waiting.

        Drop it if too many bytes wait for the program.
        """
        if not self._starting.done():
            # Kept in order until the program has started.
            self._unsaid.append(line)
        elif self._process is not None and self._process.waiting_bytes <= MAX_WAITING_BYTES:
            self._process.write(line)

    async def close(self) -> None:
        """Close the program's standard input, wait up to a second, then kill the program.

        All processes that the program has started are killed as well.
        """
        self._is_closing = True
        await asyncio.shield(self._starting)
        if self._process is not None:
            await self._process.close()
        self.is_closed = True

    def kill(self) -> None:
        """Kill the program and all processes it has started, now."""
        self._is_closing = True
        if self._process is not None:
            self._process.kill()

    async def _start(self) -> None:
        try:
            process = await Process.start(self._command, self._died, self._on_words)
        except OSError as error:
            self._why_none = f"its program can't be started: {error}"
            log.error("%s: %s", self.where, self._why_none)
            return
        self._process, self._owed = process, 0
        self._unanswered.clear()
        self._answered.clear()
        for line in self._unsaid:
            process.write(line)
        self._unsaid.clear()

    def _died(self, death: Death) -> None:
        """Log that the process has ended, and start another one for later turns if restarts are left.

        `death` says in a sentence how it ended.
        """
        self._process = None
        if self._is_closing:
            return
        # A program that dies while it is asked is reported as the failure of that turn; only other
        # deaths are logged here.
        if not self._asked:
            log.warning("%s: %s", self.where, death)
        if self._restarts:
            self._restarts -= 1
            log.info("%s: its program is started again", self.where)
            self._starting = asyncio.create_task(self._start())
        else:
            self._why_none = f"its program is not started again: the last time, {death}"
            log.error("%s: %s", self.where, self._why_none)

    async def _put(self, process: Process, line: bytes) -> None:
        if process.waiting_bytes > MAX_WAITING_BYTES:
            raise BotFaultError(
                f"it does not read: more than {MAX_WAITING_BYTES} bytes wait for it"
            )
        # Counted before the line is read: the answer is owed even if this turn ends while the
        # program is still reading.
        self._owed += 1
        process.write(line)
        try:
            await asyncio.wait_for(process.has_read(), READ_S)
        except TimeoutError:
            raise BotFaultError(f"it has not read its line for {READ_S:g} s") from None

    async def _drop_extra_lines(self, process: Process) -> None:
        while not self._owed and not process.lines.empty():
            extra = await process.next_line()
            if isinstance(extra, Death):
                return
            log.warning("%s: a line that nothing had asked for: %s", self.where, extra.shown)

    def _is_current(self, answer: Answer, turn: int) -> bool:
        """Return whether an answer belongs to a turn, and is not a late answer to an earlier turn.

        Raises:
            BotFaultError: The answer names a turn that the program was never asked about.
        """
        # Without a number, an answer is the current one only if no older answer is owed.
        number = turn if answer.turn is None and self._owed == 1 else answer.turn
        if number == turn:
            self._owed = 0
            self._note_answer(turn)
            return True
        self._owed -= 1
        # Only a turn that was asked can be answered late. Any other number is a mistake of the program: waiting for
        # the right one would use up the clock, and without a clock never end.
        if number is not None and number not in self._unanswered | self._answered:
            self._unanswered.discard(turn)
            raise BotFaultError(f"it was asked about turn {turn}, and answers {answer.shown}")
        self._owed = max(self._owed, 1)  # a program that repeats answers owes no fewer for it
        if number in self._answered:
            log.warning(
                "%s: it was asked about turn %d, and answers another one again: %s",
                *(self.where, turn, answer.shown),
            )
            return False
        if number is not None:
            self._note_answer(number)
        log.info("%s: an answer that comes too late: %s", self.where, answer.shown)
        return False

    def _note_answer(self, turn: int) -> None:
        self._unanswered.discard(turn)
        self._answered.add(turn)
