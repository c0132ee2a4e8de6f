"""Scripted dice: results that a scenario gives to coming rolls, in the order of rolling, in place of random streams.

A script is int32[column] in a game's state, outside of its digest: how many results it has (-1: dice are
not scripted), for how many rolls it was asked, 1 + place of the first result that its die can't show (0:
none), then the results. A game looks there before it draws from a stream:

    if script[SIZE] >= 0:
        shown = next_scripted(script, sides)
        if shown:
            return shown
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.errors import ScenarioError
from referee.core.kernel import borrowing

__all__ = [
    "SIZE",
    "Script",
    "check_script",
    "next_scripted",
    "no_script",
    "script_of",
    "scripted_left",
]

Script: TypeAlias = npt.NDArray[np.int32]
"""int32[3 + length], as above."""

SIZE, _USED, _BAD, _RESULTS = range(4)
"""Columns of a script."""


@borrowing
def next_scripted(script: Script, sides: int) -> int:
    """Return the result of the next roll, 1..sides; 0 if the script has none for it.

    A result that the die can't show is marked, so that `check_script` can refuse the script before the step
    counts. Don't call it for a die of one side, which is not rolled.
    """
    used = script[_USED]
    script[_USED] = used + 1
    if used >= script[SIZE]:
        return 0
    shown = script[_RESULTS + used]
    if shown > sides and script[_BAD] == 0:
        script[_BAD] = 1 + used
    return int(min(shown, sides))


def no_script() -> Script:
    """Return the script of dice that are not scripted."""
    return np.array([-1, 0, 0], np.int32)


def script_of(values: Sequence[int], most_sides: int) -> Script:
    """Return a script of these results.

    Raises:
        ScenarioError: One is less than 1, or more than any die shows.
    """
    for index, value in enumerate(values):
        if not 1 <= value <= most_sides:
            raise ScenarioError(f"dice[{index}] must be from 1 to {most_sides}, not {value}")
    return np.array([len(values), 0, 0, *values], np.int32)


def scripted_left(script: Script) -> int:
    """Return results not rolled yet; negative by the rolls for which there was none; 0 without a script."""
    size, used = int(script[SIZE]), int(script[_USED])
    return size - used if size >= 0 else 0


def check_script(script: Script) -> None:
    """Check that the dice of a step that was tried could show all scripted values.

    Raises:
        ScenarioError: A die couldn't; names the value.
    """
    bad = int(script[_BAD])
    if bad:
        value = int(script[_RESULTS + bad - 1])
        raise ScenarioError(f"dice[{bad - 1}] is more than its die can show: {value}")
