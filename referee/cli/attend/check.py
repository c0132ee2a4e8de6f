"""Checks a program at home before it attends, in the scenarios that seasons check hosted programs with.

The season can't do that: its scripted referee is on its own machine, and this program on this one.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

__all__ = ["SCENARIOS", "keeps_protocol"]

SCENARIOS = ("tokens-on-stdin", "break-in-turn", "missed-deadline", "void")
"""Scenarios that a season's check plays unless its file names others."""
TIMEOUT = "30s"
"""Time that the program may take for anything but decisions, as in a season's check."""
THINKING = 10
"""Decisions that the program may take its whole time for, one after the other, as in a season's check."""
_BROKEN = 1


def keeps_protocol(game: str, words: Sequence[str]) -> bool:
    """Play the scenarios with a program, and return whether it passed; a report is printed.

    Args:
        game: The game that the program plays.
        words: The words that start the program.

    Raises:
        SystemExit: The scenarios can't be played, and the reason is printed; the status is 2 if there
            is no such game.
    """
    print(f"checks the program in {len(SCENARIOS)} scenarios: {', '.join(SCENARIOS)}", flush=True)
    command = [sys.executable, "-P", "-m", "referee", "conformance", "--game", game, "--quiet"]
    command += ["--timeout", TIMEOUT, "--thinking", str(THINKING)]
    command += [word for name in SCENARIOS for word in ("--only", name)]
    # In a separate process: the kit runs referees in its own event loop, which must not be shared with
    # the helper's stream.
    status = subprocess.run([*command, "--", *words]).returncode
    if status not in (0, _BROKEN):
        raise SystemExit(status)
    return not status
