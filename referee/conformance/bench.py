"""How many decisions a second one bot process makes over one stream, and what it needs for them.

The referee here is as lean as can be: turns are bytes made beforehand, each answer is followed by the
match's next turn at once, and no rules are applied. What is measured is the bot's SDK.
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
from referee.conformance.matches import ScriptedMatch
from referee.conformance.process import BotProcess, run
from referee.conformance.service import PlayServer
from referee.conformance.stage import Transport
from referee.conformance.unknown import bytes_field, varint
from referee.core.clock import SystemClock
from referee.core.errors import RefereeError
from referee.core.game import AnyPlugin
from referee.core.scratch import scratch_folder

__all__ = ["BenchError", "BenchResult", "measure"]

WAVES = 4
"""Messages under way at once, so that bot and referee work at the same time."""
WINDOWS = 3
"""Measurements, of which the median counts."""
_TURN, _NUMBER = 1, b"\x18"
"""Field of a turn in a PlayResponse; tag of its number."""


class BenchError(RefereeError):
    """The bot can't be measured.

    Args:
        why: What it does not do.
        last_lines: Of its standard error.
    """

    def __init__(self, why: str, last_lines: Sequence[str]) -> None:
        super().__init__("\n  | ".join([f"the bot can't be measured: {why}", *last_lines]))


@dataclasses.dataclass(frozen=True, slots=True)
class BenchResult:
    """Figures of one bot."""

    matches: int
    """Matches on its stream, one seat each."""
    decisions_per_s: float
    """Median of the windows."""
    windows: tuple[float, ...]
    """Decisions a second in each."""
    answers_per_message: float
    """How many answers it sends together."""
    cpu_us: float | None
    """Processor time of its processes for a decision, in microseconds; None where the system does not report it."""
    referee_cpu: float
    """Share of one core that the referee used; near 1 the referee was the limit, and not the bot."""
    rss_mib: float | None
    """Most memory its processes had in use, summed; None where the system does not report it."""


def measure(
    plugin: AnyPlugin,
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    transport: Transport = Transport.TCP,
    matches: int = 256,
    seconds: float = 2.0,
    timeout_s: float = 10.0,
) -> BenchResult:
    """Measure a bot.

    Args:
        plugin: The game it plays.
        command: Words of its command.
        env: What its environment is made from.
        transport: How it reaches the referee.
        matches: Matches at once.
        seconds: Length of the warm-up and of each window.
        timeout_s: How long it may take to join.

    Raises:
        FieldError: It can't be started.
        BenchError: It does not play.
    """
    return run(_measure(plugin, command, env, transport, matches, seconds, timeout_s))


async def _measure(
    plugin: AnyPlugin,
    command: Sequence[str],
    env: Mapping[str, str],
    transport: Transport,
    matches: int,
    seconds: float,
    timeout_s: float,
) -> BenchResult:
    with scratch_folder() as folder:
        certificates = Certificates(folder)
        secure = transport == Transport.TLS
        address = f"unix:{folder}/referee.sock" if transport == Transport.UNIX else "127.0.0.1:0"
        referee = _Referee([ScriptedMatch(plugin, f"bench-{i:04}") for i in range(matches)])
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
            return await _windows(referee, bot, matches, seconds)
        finally:
            await bot.close()
            await server.stop()


async def _playing(referee: _Referee, bot: BotProcess, timeout_s: float) -> None:
    """Wait until the bot plays."""
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
    """Says prepared turns; counts answers.

    Args:
        matches: One match a token; of each the first turn is said again and again under new numbers.
    """

    def __init__(self, matches: Sequence[ScriptedMatch]) -> None:
        self.tokens = [match.tokens[0] for match in matches]
        self.answers = 0
        """Answers read."""
        self.messages = 0
        """Messages with answers that were read."""
        self.playing = asyncio.Event()
        """Set once the bot has answered."""
        self._matches = dict(zip(self.tokens, matches, strict=True))
        self._heads = {match.match_id: _head(match) for match in matches}

    async def serve(self, context: Any) -> None:
        """Play on one stream until it ends."""
        with contextlib.suppress(grpc.aio.BaseError):
            await self._join(context)
            ids = list(self._heads)
            for wave in range(WAVES):
                await context.write(b"".join(self._turn(name, 1) for name in ids[wave::WAVES]))
            while (data := await context.read()) is not grpc.aio.EOF:
                actions = wire.PlayRequest.FromString(data).actions
                if actions:
                    await context.write(
                        b"".join([self._turn(a.match_id, a.turn + 1) for a in actions])
                    )
                    self.answers += len(actions)
                    self.messages += 1
                    self.playing.set()

    async def _join(self, context: Any) -> None:
        waiting = dict(self._matches)
        while waiting:
            data = await context.read()
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
        """Return a PlayResponse with one turn; such messages may be joined end to end."""
        return bytes_field(_TURN, self._heads[match_id] + _NUMBER + varint(number))


def _head(match: ScriptedMatch) -> bytes:
    """Return a turn without its number, which may stand behind everything else."""
    turn = match.turn()
    turn.ClearField("turn")
    return turn.SerializeToString()


def _cpu_s(bot: BotProcess) -> float | None:
    """Processor time of the bot's processes that live."""
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
    """Return the most memory that the bot's living processes have had in use."""
    total_kib = 0
    for pid in bot.pids():
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
                if line.startswith("VmHWM:"):
                    total_kib += int(line.split()[1])
    return total_kib / 1024 if total_kib else None
