"""The stage of a scenario: a server, one run of the bot, and records of what both have sent."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee.conformance.ledger import Asked, Ledger
from referee.conformance.matches import ScriptedMatch
from referee.conformance.process import BotProcess, with_flags
from referee.conformance.service import Call
from referee.conformance.setting import Setting, Transport
from referee.conformance.stage_servers import StageServers
from referee.conformance.stream import BotStream, key_of
from referee.conformance.verdict import Broken, NotApplicable
from referee.core.clock import SystemClock
from referee.core.scratch import scratch_folder

__all__ = ["ScenarioStage", "WorkerPlace"]

T = TypeVar("T")
_NS = 1e9
START_FACTOR = 3
"""Factor by which the time-out for what the bot must do is longer until the scenario has received
its first stream.
"""
LAST_WORDS_S = 0.5
"""Time to wait for messages still under way after the bot's process has ended, in seconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class WorkerPlace:
    """Server that plays a worker of the referee in a scenario; bots reach it past the router."""

    stage: ScenarioStage
    address: str
    """Address of the worker, as `Joined.worker_address` names it."""
    opened: asyncio.Queue[BotStream]
    """Queue of the streams that the bot has opened to the worker."""

    async def stream(self, expected: str, duty: int = 34) -> BotStream:
        """Wait for the bot's next stream to the worker, and return it.

        Raises:
            Broken: It does not come in time: the bot breaks the rule number `duty`, and `expected`
                says what it must do.
        """
        return await self.stage.wait(self.opened.get(), duty, expected)


class ScenarioStage(StageServers):
    """Stage of one scenario: server, bot process, matches, records. A duty is a rule for bots.

    Args:
        name: Name of the scenario.
        setting: Settings that all scenarios share.
        transport: How the bot reaches the server in this scenario.
    """

    def __init__(self, name: str, setting: Setting, transport: Transport) -> None:
        super().__init__(setting, transport)
        self.name = name
        self.plugin = setting.plugin
        self.timeout_s = setting.timeout_s
        self.timing = setting.timing
        self.ledger = Ledger()
        self.process: BotProcess | None = None
        """Process of the bot; None before it is started."""
        self.streams = 0
        """Number of streams that the bot has opened."""
        self._matches: dict[str, ScriptedMatch] = {}
        self._broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._started_ns = 0
        self._fails_all = False
        self.seen_stream = False
        """Whether the scenario has received a stream of the bot."""
        self.asked_for_help = False
        """Whether the bot was started with --help, so that it may write to standard output."""

    async def __aenter__(self) -> ScenarioStage:
        """Make the scenario's folder, start its server, and return this stage."""
        folder = self._stack.enter_context(scratch_folder())
        self._folder = folder
        self._stack.callback(self._broken.cancel)
        await self.use_server(self._transport)
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the bot with everything it has started, and stop the server."""
        if self.process is not None:
            # First the bot: a server that stops first would only make it try again.
            left = await self.process.close()
            if left:
                self.ledger.advise(23, f"its process ended before its children: {left[0]}")
            self._advise_on_stdout(self.process)
        await self.stop_server()
        await self._stack.aclose()

    def _advise_on_stdout(self, process: BotProcess) -> None:
        if process.stdout_bytes and not self.asked_for_help:
            start = process.stdout_start.decode(errors="replace").splitlines()[0][:60]
            self.ledger.advise(
                22, f"it writes to standard output ({process.stdout_bytes} bytes: {start!r})"
            )

    # Servers.

    async def open_worker(self, *, answers_pings: bool = True) -> WorkerPlace:
        """Start and return another server over the same transport, a worker that bots can be sent to.

        `answers_pings` says whether the worker's streams answer the bot's pings.
        """
        opened: asyncio.Queue[BotStream] = asyncio.Queue()
        address = await self._add_server(opened, answers_pings=answers_pings)
        return WorkerPlace(self, address, opened)

    async def _serve(
        self, opened: asyncio.Queue[BotStream], answers_pings: bool, context: Any
    ) -> None:
        stream = BotStream(self.streams, self)
        stream.answers_pings = answers_pings  # before anything is read
        stream.call = Call(context, stream.take)
        self.streams += 1
        if self._fails_all:
            stream.fail()
        opened.put_nowait(stream)
        await stream.call.serve()

    def fail_all_streams(self) -> None:
        """From now on, end every new stream with UNAVAILABLE."""
        self._fails_all = True

    # The bot.

    @property
    def has_ended(self) -> bool:
        """Return whether the bot's process has ended."""
        return self.process is not None and self.process.status is not None

    def match(self, seats: Sequence[int] = (0,), *, no_clock: bool = False) -> ScriptedMatch:
        """Return a new match in which the bot holds these seats; with `no_clock`, no deadlines."""
        match_id = f"{self.name}-{len(self._matches) + 1}"
        terms = self.setting.terms
        match = ScriptedMatch(self.plugin, match_id, seats, no_clock=no_clock, terms=terms)
        self._matches[match_id] = match
        return match

    def matches(self, count: int) -> list[ScriptedMatch]:
        """Return `count` new matches, in each of which the bot holds seat 0."""
        return [self.match() for _ in range(count)]

    def match_of(self, match_id: str) -> ScriptedMatch:
        """Return the match with this id."""
        return self._matches[match_id]

    async def start(
        self,
        *matches: ScriptedMatch,
        env: Mapping[str, str | None] | None = None,
        arguments: Sequence[str] = (),
        on_stdin: bool = False,
    ) -> None:
        """Start the bot with the tokens of these matches.

        Args:
            matches: Matches that the bot is to play.
            env: Further environment variables to set; None removes a variable.
            arguments: Flags to add to the bot's command.
            on_stdin: Whether tokens are given on standard input, with `give`, in place of the
                environment; `end_of_tokens` then ends standard input.
        """
        tokens = self.ledger.give(*matches)
        variables: dict[str, str | None] = {
            "REFEREE_ADDRESS": self.address,
            "REFEREE_TOKENS": "-" if on_stdin else ",".join(tokens),
            "REFEREE_CA": str(self.setting.certificates.roots) if self.is_secure else None,
            # None removes variables that the user's shell may have set: they would change the
            # scenario.
            "REFEREE_NAME": None,
            "REFEREE_PATIENCE": None,
            "REFEREE_THREADS": None,
            "REFEREE_STRICT": None,
            "REFEREE_PLAIN_TURNS": None,
            "REFEREE_STAY": None,
            "REFEREE_LOG_LEVEL": None,
            **(env or {}),
        }
        self._started_ns = SystemClock().now_ns()
        command = with_flags(self.setting.command, arguments)
        self.process = await BotProcess.start(
            command, {**self.setting.env, **variables}, mark=str(self._folder)
        )
        # Closed at once, so that a bot which waits for tokens on standard input does not hang.
        if not on_stdin:
            self.process.close_stdin()

    async def give(self, *matches: ScriptedMatch) -> None:
        """Write the tokens of these matches to the bot's standard input, one a line."""
        assert self.process is not None
        for token in self.ledger.give(*matches):
            await self.process.write_line(token)

    def end_of_tokens(self) -> None:
        """Close the bot's standard input, so that no more tokens come."""
        assert self.process is not None
        self.process.close_stdin()

    async def stream(self, duty: int = 1, expected: str = "a stream") -> BotStream:
        """Wait for the bot's next stream, and return it.

        Raises:
            Broken: It does not come in time: the bot breaks the rule number `duty`, and `expected` says
                what it must do.
        """
        stream = await self.wait(self._opened.get(), duty, expected)
        self.seen_stream = True
        # Only the first stream measures the start of the process.
        if stream.number == 0:
            self.timing.starts_s.append((stream.opened_ns - self._started_ns) / _NS)
        return stream

    async def stream_with(self, feature: str, *matches: ScriptedMatch) -> BotStream:
        """Start the bot with these matches, and return its first stream once all seats have joined on it.

        Raises:
            NotApplicable: A join does not ask for the feature.
        """
        await self.start(*matches)
        stream = await self.stream()
        tokens = [token for match in matches for token in match.tokens.values()]
        if any(feature not in join.features for join in await stream.joins(*tokens)):
            raise NotApplicable(f"it does not ask for the feature {feature}")
        return stream

    def no_other_stream(self, duty: int, expected: str) -> None:
        """Check that the bot has opened no stream since the last one that the scenario waited for.

        If it has, `Broken` is raised for the rule number `duty`; `expected` says what the bot must do
        instead.
        """
        if not self._opened.empty():
            raise Broken(duty, expected, "another stream")

    async def exit(
        self, status: int | Sequence[int] = 0, *, duty: int = 23, within_s: float | None = None
    ) -> int:
        """Wait for the bot's exit, and return the exit status.

        Args:
            status: Exit status, or several, that the bot may have. If it skipped a turn, 1 is accepted
                in place of 0.
            duty: Number of the rule that the bot breaks by another status.
            within_s: Limit in seconds; None for the time-out.

        Raises:
            Broken: The bot has another exit status, or does not exit in time.
        """
        assert self.process is not None
        wanted = (status,) if isinstance(status, int) else tuple(status)
        expected = f"exit status {' or '.join(map(str, wanted))}"
        got = await self.wait(self.process.wait(), duty, expected, within_s=within_s)
        # A bot whose own code failed ends with 1: the contract asks for that.
        if got in wanted or (got == 1 and 0 in wanted and self.ledger.skips):
            return got
        raise Broken(duty, expected, str(got))

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot's process."""
        assert self.process is not None
        self.process.send_signal(number)

    @property
    def stderr(self) -> str:
        """Return what the bot has written to standard error."""
        return self.process.stderr if self.process is not None else ""

    def said_on_stderr(self, text: str, duty: int, expected: str) -> None:
        """Check that the bot's standard error contains a text.

        Raises:
            Broken: The text is not there: the bot breaks the rule number `duty`, and `expected` says
                what it must do.
        """
        if text not in self.stderr:
            raise Broken(duty, expected, f"no {text!r} on standard error")

    def advise(self, duty: int, text: str, *, unless: bool = False) -> None:
        """Record a warning about something allowed but unwise; do nothing if `unless` is true.

        `duty` is the number of the rule that the warning is about, `text` says what the bot did.
        """
        if not unless:
            self.ledger.advise(duty, text)

    # Waiting.

    def broke(self, error: Exception) -> None:
        """Record an error: the bot broke a rule, or the conformance kit has failed; only the first counts."""
        # Later errors mostly follow from the first one.
        if not self._broken.done():
            self._broken.set_exception(error)
            self._broken.exception()  # so that asyncio takes it for retrieved

    def check(self) -> None:
        """Raise the error that was recorded by `broke`, if any.

        Raises:
            Broken: A rule was broken since the scenario began.
        """
        if self._broken.done():
            self._broken.result()

    async def wait(
        self,
        awaitable: Awaitable[T],
        duty: int,
        expected: str,
        *,
        within_s: float | None = None,
    ) -> T:
        """Wait for something that the bot must do; return the result of the awaitable.

        Args:
            awaitable: Ends when the bot has done it.
            duty: Number of the rule that the bot breaks if it does not.
            expected: What the bot must do, as a sentence without its full stop.
            within_s: Limit in seconds; None for the time-out, which is longer before the first
                stream.

        Raises:
            Broken: The bot took too long, ended, or broke another rule meanwhile.
        """
        # Interpreters and build tools take long to start, and that is no fault of the protocol.
        factor = 1 if self.seen_stream else START_FACTOR
        limit_s = factor * self.timeout_s if within_s is None else within_s
        waiting = asyncio.ensure_future(awaitable)
        ended = asyncio.ensure_future(self._ended())
        watched: set[asyncio.Future[Any]] = {waiting, self._broken}
        first = asyncio.FIRST_COMPLETED
        try:
            await asyncio.wait({*watched, ended}, timeout=limit_s, return_when=first)
            # What the bot sent last may still be in the sockets when its process is gone.
            if ended.done() and not waiting.done():
                await asyncio.wait(watched, timeout=LAST_WORDS_S, return_when=first)
            self.check()
            if waiting.done():
                return waiting.result()
        finally:
            waiting.cancel()
            ended.cancel()
            # Awaited, so that no cancelled task outlives the scenario.
            await asyncio.gather(waiting, ended, return_exceptions=True)
        raise Broken(duty, expected, self._what_the_bot_does(limit_s))

    async def _ended(self) -> None:
        if self.process is None:
            await asyncio.get_running_loop().create_future()
        else:
            await self.process.wait()

    def _what_the_bot_does(self, seconds: float) -> str:
        assert self.process is not None
        if self.process.is_flooding:
            return "output without end, for which it was stopped"
        if self.process.status is not None:
            return f"its process ended with status {self.process.status}"
        return f"nothing of the kind for {seconds:g} s, while its process runs"

    async def still_runs(self, seconds: float, duty: int, expected: str) -> None:
        """Check that the bot's process still runs after this many seconds.

        If it has ended, `Broken` is raised for the rule number `duty`; `expected` says what the bot
        must do instead.
        """
        assert self.process is not None
        with contextlib.suppress(TimeoutError):
            status = await asyncio.wait_for(asyncio.shield(self.process.wait()), seconds)
            raise Broken(duty, expected, f"its process ended with status {status}")

    async def pause(self, seconds: float) -> None:
        """Wait for this many seconds."""
        await asyncio.sleep(seconds)

    def now_ns(self) -> int:
        """Return the time in nanoseconds of a clock that never goes back."""
        return SystemClock().now_ns()

    def rejection(self, turn: wire.Turn, name: str, *, stays_open: bool = False) -> wire.Rejected:
        """Return a rejection of the answer to a turn, for the scenario to send.

        Args:
            turn: Turn whose answer is rejected.
            name: Reason without its prefix, such as `MALFORMED`.
            stays_open: Whether the turn stays open for another answer.
        """
        asked = self.ledger.turns[key_of(turn)]
        asked.refused += stays_open
        # From here on, an answer too many breaks the duty about refusals, not the one about
        # repeats.
        asked.repeats = 29
        return wire.Rejected(
            match_id=turn.match_id,
            seat=turn.seat,
            turn=turn.turn,
            reason=getattr(ErrorReason, f"ERROR_REASON_{name}"),
            text=f"a rejection of the conformance kit: {name.lower()}",
        )

    def forbid(self, turn: wire.Turn, duty: int, why: str) -> None:
        """From now on, count an answer to this turn as a broken rule.

        Args:
            turn: The turn.
            duty: Number of the rule that an answer breaks.
            why: Why the bot may not answer, for the report.
        """
        asked = self.ledger.turns.setdefault(key_of(turn), Asked(self.match_of(turn.match_id)))
        asked.forbidden = (duty, why)

    async def until(self, ready: Callable[[], bool], seconds: float) -> None:
        """Wait until `ready` returns True, but no longer than this many seconds."""
        deadline_ns = SystemClock().now_ns() + round(seconds * _NS)
        while not ready() and SystemClock().now_ns() < deadline_ns:
            await asyncio.sleep(0.01)

    # The usual end.

    async def finish(
        self, stream: BotStream, *matches: ScriptedMatch, status: int | Sequence[int] = 0
    ) -> int:
        """End matches, wait until the bot closes its side of the stream and exits; return its exit status.

        Args:
            stream: Stream on which the bot plays the matches.
            matches: Matches to end.
            status: Exit status, or several, that the bot may have.

        Raises:
            Broken: The bot has another exit status, or does not close the stream or exit in time.
        """
        if matches:
            await stream.say(*stream.ends(*matches))
        await stream.goodbye()
        return await self.exit(status)
