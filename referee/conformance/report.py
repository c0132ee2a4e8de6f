"""Prints reports: a table with notes for people, one JSON object for programs."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Sequence

import rich.box
import rich.console
import rich.markup
import rich.table
import rich.text

from referee.conformance.bench import BenchResult
from referee.conformance.duties import DUTIES
from referee.conformance.scenario import Scenario, all_scenarios
from referee.conformance.timing import Timing
from referee.conformance.verdict import Report, Verdict

__all__ = [
    "Progress",
    "bench_json",
    "print_bench",
    "print_list",
    "print_reports",
    "reports_json",
]

_STYLES = {Verdict.PASSED: "green", Verdict.FAILED: "bold red", Verdict.SKIPPED: "yellow"}
FOOTER = (
    "Not played, because nobody can see it from outside: duties 10, 28 and 32, and what duty 19 says "
    "of a bot that raises; the SDK's own tests are for those."
)
"""Line printed below reports: which duties the conformance kit does not check."""
BUSY = 0.9
"""Share of a core from which on the report of a benchmark says that the referee, not the bot, was the
limit.
"""


class Progress:
    """Prints each scenario's result on standard error as soon as the scenario ends.

    Args:
        total: Number of scenarios that are played.
        quiet: Whether to print nothing.
    """

    def __init__(self, total: int, *, quiet: bool) -> None:
        self._total = total
        self._ended = 0
        self._console = rich.console.Console(stderr=True, quiet=quiet)
        _say(self._console, f"playing {total} scenario{'s' * (total != 1)}")

    def show(self, report: Report) -> None:
        """Print the result of a scenario that has ended."""
        self._ended += 1
        place = f"{self._ended:{len(str(self._total))}} of {self._total}"
        told = f"{place}  {report.verdict.value:7}  {report.seconds:4.1f} s  {report.scenario}"
        if report.verdict is Verdict.FAILED:
            told += f": duty {report.duty}, saw {report.seen}"
        _say(self._console, told)


def print_list(scenarios: Sequence[Scenario], console: rich.console.Console) -> None:
    """Print all scenarios with their duties."""
    table = _table("scenario", "duties", "what happens")
    for scenario in scenarios:
        duties = ", ".join(map(str, scenario.duties))
        slow = " (slow: only with --slow or --only)" if scenario.slow else ""
        table.add_row(scenario.name, duties, rich.markup.escape(scenario.summary + slow))
    console.print(table)


def print_reports(reports: Sequence[Report], timing: Timing, console: rich.console.Console) -> None:
    """Print the table of results, details of each broken duty, all advice, and the bot's answer times."""
    table = _table("scenario", "verdict", "duty", "s")
    for report in reports:
        if report.verdict is Verdict.SKIPPED:
            continue
        table.add_row(
            report.scenario,
            rich.text.Text(report.verdict.value, style=_STYLES[report.verdict]),
            "" if report.duty is None else str(report.duty),
            f"{report.seconds:.1f}",
        )
    console.print(table)
    for report in reports:
        if report.verdict is Verdict.FAILED:
            _print_story(report, console)
    _print_skipped(reports, console)
    _print_advice(reports, console)
    _print_timing(timing, console)
    counts = Counter(report.verdict for report in reports)
    told = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    _say(console, f"\n{len(reports)} scenarios: {told}")
    _say(console, FOOTER)


def _print_story(report: Report, console: rich.console.Console) -> None:
    assert report.duty is not None
    _say(console, f"\n{report.scenario} broke duty {report.duty}: {DUTIES[report.duty]}")
    _say(console, f"  expected: {report.expected}")
    _say(console, f"  saw: {report.seen}")
    for line in report.stderr:
        _say(console, f"  | {line}")


def _print_skipped(reports: Sequence[Report], console: rich.console.Console) -> None:
    why: dict[str, list[str]] = {}
    for report in reports:
        if report.verdict is Verdict.SKIPPED:
            # Grouped by reason: most scenarios are skipped for the same few.
            why.setdefault(report.seen, []).append(report.scenario)
    for text, names in why.items():
        _say(console, f"\nskipped {_named(names)}: {text}")


def _named(names: Sequence[str]) -> str:
    return f"{names[0]} and {len(names) - 1} more" if len(names) > 1 else names[0]


def _print_advice(reports: Sequence[Report], console: rich.console.Console) -> None:
    seen: dict[str, list[str]] = {}
    for report in reports:
        for advice in report.advice:
            # The same advice usually follows from many scenarios; it is printed once.
            seen.setdefault(f"duty {advice.duty}: {advice.text}", []).append(report.scenario)
    for text, names in seen.items():
        _say(console, f"warning, {text} ({_named(names)})")


def _print_timing(timing: Timing, console: rich.console.Console) -> None:
    figures = timing.figures()
    # Figures without a measurement are missing, not 0.
    if "answer_median_ms" in figures:
        _say(
            console,
            "\nanswers: {answers}, min {answer_min_ms:.2f} ms, median {answer_median_ms:.2f} ms, "
            "p99 {answer_p99_ms:.2f} ms, max {answer_max_ms:.2f} ms".format(**figures),
        )
    if "deadline_used_max" in figures:
        _say(
            console,
            "deadline used: median {deadline_used_median:.2%}, most {deadline_used_max:.2%}; "
            "{late} answers were late".format(**figures),
        )
    if "start_median_s" in figures:
        _say(
            console,
            "start to first stream: min {start_min_s:.2f} s, median {start_median_s:.2f} s, "
            "max {start_max_s:.2f} s".format(**figures),
        )


def reports_json(game: str, reports: Sequence[Report], timing: Timing) -> str:
    """Return all results and the bot's answer times as one JSON object.

    With each result are `summary`, what happens in the scenario, and `rule`, the text of the duty
    that was broken (null if none was).
    """
    summaries = {scenario.name: scenario.summary for scenario in all_scenarios()}
    rows = [
        {
            **dataclasses.asdict(report),
            "verdict": report.verdict.value,
            "summary": summaries[report.scenario],
            "rule": None if report.duty is None else DUTIES[report.duty],
        }
        for report in reports
    ]
    holds = not any(report.verdict is Verdict.FAILED for report in reports)
    document = {"game": game, "holds": holds, "scenarios": rows, "timing": timing.figures()}
    return json.dumps(document, indent=2)


def print_bench(result: BenchResult, console: rich.console.Console) -> None:
    """Print the result of a benchmark."""
    windows = ", ".join(f"{rate:,.0f}" for rate in result.windows)
    lines = [
        f"{result.decisions_per_s:,.0f} decisions a second, the median of {windows}",
        f"{result.matches} matches on one stream, {result.answers_per_message:.0f} answers a message",
    ]
    if result.cpu_us is not None:
        lines.append(f"{result.cpu_us:.2f} us of processor time a decision")
    if result.rss_mib is not None:
        lines.append(f"{result.rss_mib:.0f} MiB of memory at most")
    lines.append(f"the referee used {result.referee_cpu:.0%} of a core")
    if result.referee_cpu > BUSY:
        lines.append("warning, the referee was the limit: the bot is faster than this")
    for line in lines:
        _say(console, line)


def bench_json(game: str, result: BenchResult) -> str:
    """Return the result of a benchmark as one JSON object."""
    return json.dumps({"game": game, **dataclasses.asdict(result)}, indent=2)


def _table(*columns: str) -> rich.table.Table:
    table = rich.table.Table(
        header_style="bold", box=rich.box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False
    )
    for column in columns:
        table.add_column(column, justify="right" if column == "s" else "left")
    return table


def _say(console: rich.console.Console, text: str) -> None:
    console.print(text, soft_wrap=True, highlight=False, markup=False)
