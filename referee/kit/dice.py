"""Scripted dice: a scenario gives the results of the coming rolls, which replace the random ones in order.

A script is an int32 array in a game's state; the state's digest leaves it out. Its numbers are: how
many results it has (-1: dice are not scripted), for how many rolls it was asked so far, 1 + index
of the first result that its die can't show (0: there is none), then the results. A game looks there
before it draws from a random stream:

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
"""int32[3 + number of results]: number of results (-1: dice are not scripted), rolls so far, 1 +
index of the first result that its die can't show (0: none), then the results.
"""

SIZE, _USED, _BAD, _RESULTS = range(4)
"""Indices in a script: number of results, rolls so far, 1 + index of the first bad result, start of
the results.
"""


@borrowing
def next_scripted(script: Script, sides: int) -> int:
    """Return the scripted result of the next roll, 1..sides; 0 if the script has none left.

    If the die can't show the result, the script is marked, so that `check_script` can refuse it
    before the step counts. Don't call this function for a die of one side, which is not rolled.
    """
    # Counted even when the script is used up: `scripted_left` then says by how many rolls it was
    # short.
    used = script[_USED]
    script[_USED] = used + 1
    if used >= script[SIZE]:
        return 0
    shown = script[_RESULTS + used]
    # Only the first one is reported: from there on the dice are not those of the script.
    if shown > sides and script[_BAD] == 0:
        script[_BAD] = 1 + used
    # The die shows something possible, so the trial step goes on; the mark refuses it afterwards.
    return int(min(shown, sides))


def no_script() -> Script:
    """Return the script array of a state whose dice are not scripted."""
    return np.array([-1, 0, 0], np.int32)


def script_of(values: Sequence[int], most_sides: int) -> Script:
    """Return a script array with these dice results.

    Raises:
        ScenarioError: A result is less than 1, or more than `most_sides`.
    """
    for index, value in enumerate(values):
        if not 1 <= value <= most_sides:
            raise ScenarioError(f"dice[{index}] must be from 1 to {most_sides}, not {value}")
    return np.array([len(values), 0, 0, *values], np.int32)


def scripted_left(script: Script) -> int:
    """Return the number of scripted results not rolled yet; 0 without a script.

    A negative number says for how many rolls the script had no result.
    """
    size, used = int(script[SIZE]), int(script[_USED])
    return size - used if size >= 0 else 0


def check_script(script: Script) -> None:
    """Raise an error if a trial step rolled a die that can't show its scripted result.

    Raises:
        ScenarioError: A die couldn't show its result; the error names the result.
    """
    bad = int(script[_BAD])
    if bad:
        value = int(script[_RESULTS + bad - 1])
        raise ScenarioError(f"dice[{bad - 1}] is more than its die can show: {value}")
