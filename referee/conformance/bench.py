"""Measures how many decisions a second one bot process makes over one stream, and the resources it uses.

The referee here does as little as possible: turns are bytes made beforehand, each answer is
followed at once by the match's next turn, and no rules are applied. So the measurement is of the
bot's SDK.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.certificates import Certificates
from referee.conformance.matches import DEFAULT_TERMS, MatchTerms, ScriptedMatch
from referee.conformance.process import BotProcess, run
from referee.conformance.service import PlayServer
from referee.conformance.setting import Transport
from referee.conformance.unknown import bytes_field, varint
from referee.core.clock import SystemClock
from referee.core.errors import RefereeError
from referee.core.game import AnyPlugin
from referee.core.scratch import scratch_folder

__all__ = ["BenchError", "BenchResult", "measure"]

WAVES = 4
"""Number of messages with turns that are on their way to or from the bot at once, so that bot and
referee work at the same time.
"""
WINDOWS = 3
"""Number of measured time windows; the median of their rates is the result."""
_TURN, _NUMBER = 1, b"\x18"
"""Field number of a turn in a PlayResponse; encoded tag of the field with the turn's number."""


class BenchError(RefereeError):
    """The bot can't be measured, because it does not join or stops playing.

    Args:
        why: What the bot does not do.
        last_lines: Last lines of the bot's standard error.
    """

    def __init__(self, why: str, last_lines: Sequence[str]) -> None:
        super().__init__("\n  | ".join([f"the bot can't be measured: {why}", *last_lines]))


@dataclasses.dataclass(frozen=True, slots=True)
class BenchResult:
    """Measured figures of one bot: decisions per second, processor time and memory."""

    matches: int
    """Number of matches on the bot's stream; it has one seat in each."""
    decisions_per_s: float
    """Number of decisions per second: the median of the measured windows."""
    windows: tuple[float, ...]
    """Number of decisions per second in each measured window."""
    answers_per_message: float
    """Average number of answers that the bot sends in one message."""
    cpu_us: float | None
    """Processor time of the bot's processes per decision, in microseconds; None if the system does
    not report it.
    """
    referee_cpu: float
    """Share of one core that the referee used. Near 1, the referee was the limit, not the bot."""
    rss_mib: float | None
    """Peak memory of the bot's processes, summed, in MiB; None if the system does not report it."""


def measure(
    plugin: AnyPlugin,
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    terms: MatchTerms = DEFAULT_TERMS,
    transport: Transport = Transport.TCP,
    matches: int = 256,
    seconds: float = 2.0,
    timeout_s: float = 10.0,
) -> BenchResult:
    """Measure how fast a bot decides, and return the figures.

    Args:
        plugin: The game that the bot plays.
        command: Words of the bot's command.
        env: Environment variables that the bot's environment is made from.
        terms: Config, number of seats and time control of the matches.
        transport: How the bot reaches the referee.
        matches: Number of matches played at once.
        seconds: Length of the warm-up and of each measured window, in seconds.
        timeout_s: Time that the bot may take to join, in seconds.

    Raises:
        FieldError: The command can't be started.
        BenchError: The bot does not join, or stops playing.
    """
    scripted = [ScriptedMatch(plugin, f"bench-{i:04}", terms=terms) for i in range(matches)]
    return run(_measure(scripted, command, env, transport, seconds, timeout_s))


async def _measure(
    matches: list[ScriptedMatch],
    command: Sequence[str],
    env: Mapping[str, str],
    transport: Transport,
    seconds: float,
    timeout_s: float,
) -> BenchResult:
    with scratch_folder() as folder:
        certificates = Certificates(folder)
        secure = transport == Transport.TLS
        address = f"unix:{folder}/referee.sock" if transport == Transport.UNIX else "127.0.0.1:0"
        referee = _Referee(matches)
        server = PlayServer(address, certificates.server() if secure else None, referee.serve)
        await server.start()
        variables: dict[str, str | None] = {
            **env,
            "REFEREE_ADDRESS": server.address,
            "REFEREE_TOKENS": ",".join(referee.tokens),
            "REFEREE_CA": str(certificates.roots) if secure else None,
            "REFEREE_LOG_LEVEL": "error",
        }
        bot = await BotProcess.start(command, variables, mark=str(folder))
        try:
            await _playing(referee, bot, timeout_s)
            await asyncio.sleep(seconds)
            return await _windows(referee, bot, len(matches), seconds)
        finally:
            await bot.close()
            await server.stop()


async def _playing(referee: _Referee, bot: BotProcess, timeout_s: float) -> None:
    """Wait until the bot has answered a turn.

    Raises:
        BenchError: The bot ends, or takes longer than three times `timeout_s` seconds.
    """
    ended = asyncio.create_task(bot.wait())
    playing = asyncio.create_task(referee.playing.wait())
    first = asyncio.FIRST_COMPLETED
    await asyncio.wait({ended, playing}, timeout=3 * timeout_s, return_when=first)
    plays = playing.done()
    for task in (ended, playing):
        task.cancel()
    if not plays:
        raise BenchError("it does not join its seats and answer", bot.last_lines(5))


async def _windows(referee: _Referee, bot: BotProcess, matches: int, seconds: float) -> BenchResult:
    clock = SystemClock()
    # Totals over all windows, for figures that need no median.
    began_answers, began_messages = referee.answers, referee.messages
    began_own_s, began_bot_s = sum(os.times()[:2]), _cpu_s(bot)
    began_ns = clock.now_ns()
    rates = []
    for _ in range(WINDOWS):
        answers, at_ns = referee.answers, clock.now_ns()
        await asyncio.sleep(seconds)
        rates.append((referee.answers - answers) / ((clock.now_ns() - at_ns) / 1e9))
    took_s = (clock.now_ns() - began_ns) / 1e9
    own_s, bot_s = sum(os.times()[:2]) - began_own_s, _cpu_s(bot)
    decisions = referee.answers - began_answers
    # A bot that has ended in a window would be measured with a part of it.
    if not decisions or bot.status is not None:
        raise BenchError("it does not go on playing", bot.last_lines(5))
    cpu_us = None
    if bot_s is not None and began_bot_s is not None:
        cpu_us = 1e6 * (bot_s - began_bot_s) / decisions
    return BenchResult(
        matches=matches,
        decisions_per_s=statistics.median(rates),
        windows=tuple(rates),
        answers_per_message=decisions / max(1, referee.messages - began_messages),
        cpu_us=cpu_us,
        referee_cpu=own_s / took_s,
        rss_mib=_rss_mib(bot),
    )


class _Referee:
    """Minimal referee: sends prepared turns and counts answers.

    Args:
        matches: Matches to play, one for each token; the first turn of each is sent repeatedly,
            under new numbers.
    """

    def __init__(self, matches: Sequence[ScriptedMatch]) -> None:
        self.tokens = [match.tokens[0] for match in matches]
        self.answers = 0
        """Number of answers read so far."""
        self.messages = 0
        """Number of messages read so far that had answers."""
        self.playing = asyncio.Event()
        """Event that is set once the bot has answered a turn."""
        self._matches = dict(zip(self.tokens, matches, strict=True))
        self._heads = {match.match_id: _head(match) for match in matches}

    async def serve(self, context: Any) -> None:
        """Play with the bot on one stream until the stream ends."""
        with contextlib.suppress(grpc.aio.BaseError):
            await self._join(context)
            ids = list(self._heads)
            # Several messages in flight: with a single one, bot and referee would wait for each
            # other.
            for wave in range(WAVES):
                await context.write(b"".join(self._turn(name, 1) for name in ids[wave::WAVES]))
            # Answers are neither checked nor applied: scenarios do that, and here it would cost
            # time.
            while (data := await context.read()) is not grpc.aio.EOF:
                actions = wire.PlayRequest.FromString(data).actions
                if actions:
                    await context.write(
                        b"".join([self._turn(a.match_id, a.turn + 1) for a in actions])
                    )
                    # After the write, so that an answer counts once its next turn is on the way.
                    self.answers += len(actions)
                    self.messages += 1
                    self.playing.set()

    async def _join(self, context: Any) -> None:
        waiting = dict(self._matches)
        while waiting:
            data = await context.read()
            # The bot has left: `_playing` reports that, with the last lines of its log.
            if data is grpc.aio.EOF:
                return
            response = wire.PlayResponse()
            for join in wire.PlayRequest.FromString(data).joins:
                match = waiting.pop(join.token)
                response.joins.append(match.joined(0, join.number))
                response.starts.append(match.started(0))
            if response.joins:
                await context.write(response.SerializeToString())

    def _turn(self, match_id: str, number: int) -> bytes:
        """Return a PlayResponse with a match's first turn, sent under the turn number `number`.

        Such messages may be joined end to end.
        """
        # Only the number differs: everything else was serialized once.
        return bytes_field(_TURN, self._heads[match_id] + _NUMBER + varint(number))


def _head(match: ScriptedMatch) -> bytes:
    """Return the bytes of a match's first turn without the turn's number, which is appended later."""
    turn = match.turn()
    turn.ClearField("turn")
    return turn.SerializeToString()


def _cpu_s(bot: BotProcess) -> float | None:
    """Return the processor time of the bot's living processes in seconds.

    None if the system does not report it.
    """
    total = 0
    for pid in bot.pids():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        except OSError:
            continue
        user, system = fields.split()[11:13]
        total += int(user) + int(system)
    return total / os.sysconf("SC_CLK_TCK") if total else None


def _rss_mib(bot: BotProcess) -> float | None:
    """Return the summed peak memory of the bot's living processes in MiB.

    None if the system does not report it.
    """
    total_kib = 0
    for pid in bot.pids():
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
                if line.startswith("VmHWM:"):
                    total_kib += int(line.split()[1])
    return total_kib / 1024 if total_kib else None
