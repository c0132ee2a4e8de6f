"""SIGHUP, as a closing terminal sends it, to commands that have nothing to reload."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.cli.command import start
from tests.helpers.patience import HANG_S

pytest.importorskip("uvicorn")


def test_the_arena_ends_with_its_terminal(tmp_path: Path) -> None:
    """As by SIGTERM, after all who read have been let go."""
    with start("arena", "--listen", "127.0.0.1:0", "--referee", f"unix:{tmp_path}/none") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("the arena is at http://127.0.0.1:")
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=HANG_S / 2)
    assert (process.returncode, err) == (-signal.SIGTERM, ""), out
