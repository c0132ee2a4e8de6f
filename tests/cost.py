"""Processor time of every test: of its own process and of those it has started and waited for.

Wall-clock tells how busy the machine is; processor time tells what a test does.
`--cost FILE` writes a line a test, and the end of a run says which folders and tests were dear.
The figure is also in the JUnit report, as the property `cpu_s`.  No verdict hangs on it.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["Cost", "add_options"]

_NAME = "cpu_s"
_STARTED = pytest.StashKey[float]()
_SHOWN = 20
_DEAR_S = 1.0
"""Seconds below which a test is not among the dearest."""


def add_options(parser: pytest.Parser) -> None:
    """Add the flag that asks for a file of all tests' processor time."""
    group = parser.getgroup("cost", "processor time of tests")
    group.addoption("--cost", metavar="FILE", type=Path, help="write each test's processor seconds")


class Cost:
    """Measures each test where it runs, and adds up where the reports come together."""

    def __init__(self, file: Path | None) -> None:
        """Keep where to write.

        Args:
            file: One line a test, seconds and node id; None writes none.
        """
        self._file = file
        self._by_test: Counter[str] = Counter()
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Take the time before a test and what it needs is set up."""
        item.stash[_STARTED] = _processor_s()
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Attach what a test has cost, all phases of it, to its last report."""
        if call.when == "teardown":
            spent = _processor_s() - item.stash[_STARTED]
            item.user_properties.append((_NAME, f"{spent:.3f}"))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a test's cost from its last report, which may come from another process."""
        if report.when != "teardown":
            return
        spent = float(dict(report.user_properties).get(_NAME, 0.0))  # type: ignore[arg-type]
        self._by_test[report.nodeid] += spent  # type: ignore[assignment]
        if self._file is not None:
            with self._file.open("a") as lines:
                lines.write(f"{spent:.3f}\t{report.nodeid}\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what the run has cost, by folder, and which tests were the dearest."""
        by_folder: Counter[str] = Counter()
        for name, spent in self._by_test.items():
            by_folder["/".join(name.split("/")[:2])] += spent
        write = terminalreporter.write_line
        terminalreporter.section("processor seconds")
        write(f"{sum(by_folder.values()):8.1f} in {len(self._by_test)} tests")
        dearest = [one for one in self._by_test.most_common(_SHOWN) if one[1] >= _DEAR_S]
        for what in (by_folder.most_common(), dearest):
            write("")
            for name, spent in what:
                write(f"{spent:8.1f} {name}")


def _processor_s() -> float:
    """Return user and system seconds of this process and of its ended children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
