"""Matches come out the same with compiled and with interpreted kernels, events and all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.games.dungeon_keeper.both_worlds import line_of

ROOT = Path(__file__).parents[3]
MATCHES = range(4, 12)
"""Of all sizes, with and without fog, on generated maps and in hand-made positions."""


def test_interpreted_kernels_play_the_same_matches() -> None:
    """States, events, observations and outcomes, under odd configs.

    `python -m tests.games.dungeon_keeper.both_worlds` plays more of them.
    """
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "from referee.core.kernel import JIT; assert not JIT\n"
            "from tests.games.dungeon_keeper.both_worlds import main; main()",
            str(MATCHES.start),
            str(MATCHES.stop),
        ],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    lines = run.stdout.splitlines()
    assert lines == [line_of(number) for number in MATCHES]
