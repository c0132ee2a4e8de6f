"""The Makefile and the scripts behind it do what they say of themselves."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT

PUBLIC = (
    *(
        "help",
        "demo",
        "test",
        "test-all",
        "test-lowest",
        "test-nightly",
        "test-slow",
        "test-compiled",
        "coverage",
    ),
    "test-train",
    *("check", "clients", "test-clients", "check-clients"),
    *("proto", "bench", "loadtest", "capacity", "match-layer", "wheel"),
    *("release", "test-release", "site"),
    *("setup", "format", "clean"),
)
REPORT = '<testsuites><testsuite tests="{tests}" skipped="{skipped}"/></testsuites>'


def run(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the project's folder, unaware of any `make` around this test."""
    outside = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        command, cwd=ROOT, env=outside | env, capture_output=True, text=True, check=False
    )


def test_help_lists_the_targets() -> None:
    """`make` alone explains every public target, one a line."""
    listed = [line.split()[1] for line in run("make").stdout.splitlines()]
    assert sorted(PUBLIC) == sorted(listed)


@pytest.mark.parametrize("target", PUBLIC)
def test_target_is_complete(target: str) -> None:
    """Everything a target needs has a rule."""
    done = run("make", "--dry-run", target)
    assert (done.returncode, done.stderr) == (0, "")


def test_unfit_python_is_refused_in_words(tmp_path: Path) -> None:
    """Without a Python that is new enough, the message says what to do."""
    done = run(".ci/make_venv", str(tmp_path / "venv"), PYTHON="no-such-python")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(("ci", "status"), [("false", 3), ("true", 1)])
def test_missing_npm_is_said_aloud(tmp_path: Path, ci: str, status: int) -> None:
    """Without npm, Buf is skipped with a word on a developer's machine, and an error in CI."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "cmp"):
        found = shutil.which(name)
        assert found is not None
        (tools / name).symlink_to(found)
    script = tmp_path / "install"
    script.write_bytes((ROOT / "tools" / "buf" / "install").read_bytes())
    done = run(str(tools / "sh"), str(script), PATH=str(tools), CI=ci)
    assert done.returncode == status
    assert "SKIPPED" in done.stderr


@pytest.mark.parametrize(
    ("tests", "skipped", "status"), [(7, 2, 0), (0, 0, 1), (2, 2, 1)], ids=["some", "none", "skips"]
)
def test_only_executed_tests_count(tmp_path: Path, tests: int, skipped: int, status: int) -> None:
    """A report without executed tests fails, also if tests were found and skipped."""
    report = tmp_path / "tests.xml"
    report.write_text(REPORT.format(tests=tests, skipped=skipped), encoding="utf-8")
    done = run(sys.executable, ".ci/executed_tests.py", str(report))
    assert done.returncode == status


@pytest.mark.parametrize("loops", ["0", "2"])
def test_a_command_beside_busy_loops_keeps_its_status(loops: str) -> None:
    """What it says and how it ends is as if it ran alone, and no loop outlives it."""
    done = run(".ci/beside", loops, "sh", "-c", "echo $PPID; exit 3")
    assert done.returncode == 3
    parent = done.stdout.strip()
    while any(f"busy\0{parent}\0".encode() in line for line in _command_lines()):
        time.sleep(0.01)  # the system takes its time to bury a loop that was killed


def _command_lines() -> Iterator[bytes]:
    """Of all processes on the machine."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield path.read_bytes()


@pytest.mark.parametrize("words", [[], ["6"], ["six", "true"]])
def test_beside_tells_how_it_is_called(words: list[str]) -> None:
    """Without loops or command nothing is started."""
    done = run(".ci/beside", *words)
    assert (done.returncode, done.stderr) == (2, "usage: .ci/beside LOOPS COMMAND...\n")
