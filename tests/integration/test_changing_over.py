"""A server's matches begin interpreted and end compiled, and nobody can tell."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.integration.changing_over import GAMES, SEEDS
from tests.integration.policy import expected_digests

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("numba") is None,
        reason="Numba is not installed: nothing to take up",
    ),
]


def _run(cache: Path, *words: str) -> str:
    names = ("NUMBA_DISABLE_JIT", "REFEREE_KERNELS")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    ran = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        env=clean | {"REFEREE_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_matches_of_a_server_change_over_in_their_midst(tmp_path: Path) -> None:
    """While others are played: digests and messages are those of matches before, and of the game alone."""
    cache, folder = tmp_path / "cache", tmp_path / "server"
    folder.mkdir()
    _run(cache, "referee", "warmup", "diceman")
    said = _run(cache, "tests.integration.changing_over", str(folder))
    came = json.loads(said.splitlines()[-1])  # the server's log comes before
    assert came["begun"] == {"compiled": 0, "over": [False] * len(SEEDS)}
    assert came["threads"] == 1
    assert came["taken up"]["compiled"] > 0
    assert came["taken up"]["over"] == [False] * len(SEEDS)
    assert came["fallbacks"] == 0
    alone = [[digest.hex() for digest in expected_digests(seed, GAMES)] for seed in SEEDS]
    assert came["undisturbed"] == alone
    assert came["changed"] == alone
    assert came["told alike"] == [True] * len(SEEDS)
