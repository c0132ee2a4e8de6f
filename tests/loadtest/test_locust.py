"""Locust in several processes: a master that gathers and a worker that plays; what they measure is not judged."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from loadtest.local_referee import local_referee
from tests.docs.markdown import ROOT
from tests.helpers.patience import HANG_S

LOCUSTFILE = ROOT / "loadtest" / "locustfile.py"


def free_port() -> int:
    """A port that nobody listens on for now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def run_both(address: str, scenario: str, seconds: int, file: Path) -> dict[str, float]:
    """Play a scenario with two users in a worker; return the figures that the master wrote."""
    port = str(free_port())
    master = ["--master", "--master-bind-port", port, "--expect-workers", "1", "--headless"]
    master += ["--host", address, "--scenario", scenario, "--stages", f"{seconds}sx2"]
    master += ["--figures", str(file), "--exit-code-on-error", "0", "--only-summary"]
    worker = ["--worker", "--master-port", port]
    command = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE)]
    processes = [
        subprocess.Popen([*command, *flags], cwd=ROOT, stdout=subprocess.DEVNULL)
        for flags in (master, worker)
    ]
    try:
        assert processes[0].wait(HANG_S) == 0
    finally:
        for process in processes:
            process.kill()
            process.wait()
    figures: dict[str, float] = json.loads(file.read_text())
    return figures


@pytest.mark.slow
@pytest.mark.nightly
def test_a_master_has_the_figures_of_its_workers(tmp_path: Path) -> None:
    """The scenario is said to the master alone, and the decisions are made in the worker."""
    with local_referee() as referee:
        for seconds in (3, 15, 75):
            figures = run_both(referee.address, "swordman", seconds, tmp_path / "figures.json")
            if figures["decisions"]:
                break
    assert figures["decisions"] > 0
    assert figures["rejections"] == 0
