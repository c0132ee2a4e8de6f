"""Plays scenarios against the bot, several at a time, and reports the result of each."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from referee.conformance.certificates import Certificates
from referee.conformance.matches import DEFAULT_TERMS, MatchTerms
from referee.conformance.process import run
from referee.conformance.scenario import Scenario
from referee.conformance.setting import Setting, Transport
from referee.conformance.stage import ScenarioStage
from referee.conformance.timing import Timing
from referee.conformance.verdict import Broken, NotApplicable, Report, Verdict
from referee.core.clock import SystemClock
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.scratch import scratch_folder
from referee.games import registry

__all__ = ["check_command", "play_all"]

FIRST = "one-seat"
"""Name of the scenario that is played first. If the bot opens no stream in it, the others are not
played.
"""
STDERR_LINES = 12
"""Number of last lines of a failed bot's standard error that a report shows."""
MOST_WAITS = 20
"""Number of time-outs (of `timeout_s` seconds) that a whole scenario may take before it is given up;
a slow scenario may take two minutes more.
"""


def check_command(command: Sequence[str]) -> None:
    """Raise an error if the program of a command can't be found.

    Raises:
        FieldError: There is no such program.
    """
    if not command:
        raise FieldError("COMMAND", "the words that start the bot, after --", "")
    if shutil.which(command[0]) is None:
        raise FieldError("COMMAND", "a program that exists and can be run", command[0])


def play_all(
    scenarios: Sequence[Scenario],
    plugin: AnyPlugin,
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    terms: MatchTerms = DEFAULT_TERMS,
    transport: Transport = Transport.TCP,
    timeout_s: float = 10.0,
    jobs: int = 2,
    on_report: Callable[[Report], None] = lambda _: None,
) -> tuple[list[Report], Timing]:
    """Play scenarios; return their reports in order, and the bot's answer times.

    Args:
        scenarios: Scenarios to play.
        plugin: The game.
        command: Words of the bot's command.
        env: Environment variables that the bot's environment is made from.
        terms: Config, number of seats and time control of all matches.
        transport: How the bot reaches the scenario's server, in scenarios that prescribe no way.
        timeout_s: Time that the bot may take for anything a scenario waits for, in seconds.
        jobs: Number of scenarios that are played at the same time.
        on_report: Called with each scenario's report when the scenario ends.

    Raises:
        FieldError: The bot's command can't be started.
    """
    check_command(command)
    others = [name for name in registry.names() if name != plugin.game.info.game]
    timing = Timing()
    with scratch_folder() as folder:
        setting = Setting(
            plugin=plugin,
            other_game=registry.find(others[0]) if others else None,
            command=tuple(command),
            env=env,
            timeout_s=timeout_s,
            transport=transport,
            certificates=Certificates(Path(folder)),
            timing=timing,
            terms=terms,
        )
        with _bots_heed_sigint():
            reports = run(_play_all(scenarios, setting, jobs, on_report))
    return reports, timing


@contextlib.contextmanager
def _bots_heed_sigint() -> Iterator[None]:
    """Let bots that are started in this context react to SIGINT, even if this process ignores it.

    A shell makes background processes ignore SIGINT, and programs that such a process starts
    inherit that. A handler is not inherited, so one is installed meanwhile.
    """
    is_ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    # Python allows signal handlers to be set in the main thread alone.
    if not is_ignored or threading.current_thread() is not threading.main_thread():
        yield
        return
    # A handler that does nothing: this process goes on ignoring the signal.
    signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


async def _play_all(
    scenarios: Sequence[Scenario], setting: Setting, jobs: int, on_report: Callable[[Report], None]
) -> list[Report]:
    """Play all scenarios, the first one alone, then `jobs` at a time; return their reports in order.

    If the bot opens no stream in the first one, no other is started. `on_report` is called with
    each report when its scenario ends.
    """
    places = asyncio.Semaphore(jobs)

    async def one(scenario: Scenario) -> Report:
        async with places:
            report = await _play(scenario, setting)
        on_report(report)
        return report

    # Alone: with a bot that does not start, the others would only time out one by one.
    first, *others = scenarios
    report = await one(first)
    if first.name == FIRST and report.verdict is Verdict.FAILED and not report.streams:
        return [report, *map(_not_played, others)]
    # If one fails by a fault of the kit, the others are cancelled, and their bots ended.
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(scenario)) for scenario in others]
    return [report, *(task.result() for task in tasks)]


def _not_played(scenario: Scenario) -> Report:
    why = f"the bot opened no stream in {FIRST}"
    return Report(scenario.name, Verdict.SKIPPED, 0.0, seen=why)


async def _play(scenario: Scenario, setting: Setting) -> Report:
    clock = SystemClock()
    began_ns = clock.now_ns()
    stage = ScenarioStage(scenario.name, setting, scenario.transport or setting.transport)
    verdict, broken, why = Verdict.PASSED, None, ""
    # Each wait has its own limit; this one ends a scenario in which the bot goes on without end.
    limit_s = MOST_WAITS * setting.timeout_s + 120 * scenario.slow
    try:
        async with stage, asyncio.timeout(limit_s):
            await scenario.play(stage)
            # A rule may have been broken after the last wait of the script.
            stage.check()
    except Broken as error:
        verdict, broken, why = Verdict.FAILED, error, error.seen
    except NotApplicable as error:
        verdict, why = Verdict.SKIPPED, str(error)
    except TimeoutError:
        expected = "that the bot ends"
        broken = Broken(scenario.duties[0], expected, f"no end of it for {limit_s:g} s")
        verdict, why = Verdict.FAILED, broken.seen
    failed = verdict is Verdict.FAILED and stage.process is not None
    return Report(
        scenario=scenario.name,
        verdict=verdict,
        seconds=(clock.now_ns() - began_ns) / 1e9,
        duty=broken.duty if broken else None,
        expected=broken.expected if broken else "",
        seen=why,
        streams=stage.streams,
        advice=tuple(stage.ledger.advice),
        stderr=stage.process.last_lines(STDERR_LINES) if failed and stage.process else (),
    )
