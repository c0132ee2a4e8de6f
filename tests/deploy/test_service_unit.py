"""The unit for systemd, as systemd itself reads it; it is not run here."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.core.time_control import parse_duration
from tests.architecture.source import ROOT

UNIT = ROOT / "deploy" / "systemd" / "gamereferee.service"
PROGRAM = "/opt/gamereferee/bin/referee"


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists on this machine."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    path = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    assert PROGRAM in text
    path.write_text(text.replace(PROGRAM, sys.executable), encoding="utf-8")
    return path


def _analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def test_systemd_reads_it(unit: Path) -> None:
    """Without an error or a warning; and a mistake would be found."""
    done = _analyze("verify", unit)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    unit.write_text(unit.read_text().replace("TimeoutStopSec=", "TimeoutStop="))
    assert "'TimeoutStop'" in _analyze("verify", unit).stderr


def test_it_is_exposed_little(unit: Path) -> None:
    """The measure of systemd itself, from 0 (nothing) to 10 (everything), is at most 2."""
    done = _analyze("security", "--offline=true", "--threshold=20", unit)
    assert done.returncode == 0, done.stdout
    assert _analyze("security", "--offline=true", "--threshold=1", unit).returncode != 0


def test_matches_may_end_before_it_is_killed() -> None:
    """It waits for longer than the drain grace that the page proposes."""
    text = "\n".join(line for line in UNIT.read_text().splitlines() if not line.startswith("#"))
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.read_string(text)
    stop = parser["Service"]["TimeoutStopSec"].replace("min", "m")
    page = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
    grace = page.partition('drain_grace = "')[2].partition('"')[0]
    assert parse_duration(stop, "stop") > parse_duration(grace, "drain_grace")
