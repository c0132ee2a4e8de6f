"""Standard streams that are closed, full, or read by somebody who leaves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.patience import HANG_S, patience

PROGRAMS = ("referee", "tournaments")
PLAY = "play diceman --bot house:random --bot house:random --config games=1 --json --replay-dir"


def _shell(command: str) -> subprocess.CompletedProcess[str]:
    python = f"{sys.executable} -P -m"
    return subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", command.replace("PYTHON", python)],
        capture_output=True, text=True, timeout=patience(HANG_S), check=False,
    )  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
def test_closed_streams_are_no_matter(program: str) -> None:
    """All three of them."""
    ran = _shell(f"PYTHON {program} --help <&- >&- 2>&-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_reader_that_leaves_gets_no_line(program: str) -> None:
    """As `head` does."""
    ran = _shell(f"PYTHON {program} --help | true")
    assert ran.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_full_disk_is_one_line(program: str) -> None:
    """And a failure: what was asked for is not there."""
    ran = _shell(f"PYTHON {program} --help > /dev/full")
    name = program.removesuffix("s")
    line = f"{name}: standard output can't be written: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (1, line)


def test_a_match_is_played_without_standard_output(tmp_path: Path) -> None:
    """Its replay is there, and nothing else is written into it."""
    ran = _shell(f"PYTHON referee {PLAY} {tmp_path} >&-")
    assert (ran.returncode, ran.stderr) == (0, "")
    (replay,) = tmp_path.glob("*.replay")
    assert _shell(f"PYTHON referee replay verify {replay}").returncode == 0
