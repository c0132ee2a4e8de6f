"""Scripted dice: results in the order of rolling, and what is said of scripts that can't be."""

from __future__ import annotations

import pytest

from referee.core.errors import ScenarioError
from referee.kit.dice import (
    SIZE,
    check_script,
    next_scripted,
    no_script,
    script_of,
    scripted_left,
)
from tests.helpers.worlds import compiled_lines


def test_results_come_in_order() -> None:
    """Then there are none, which is counted."""
    script = script_of([3, 1, 6], 6)
    assert script[SIZE] == 3
    assert [next_scripted(script, 6) for _ in range(3)] == [3, 1, 6]
    assert scripted_left(script) == 0
    assert [next_scripted(script, 6) for _ in range(2)] == [0, 0]
    assert scripted_left(script) == -2
    check_script(script)


def test_no_script() -> None:
    """Nothing is scripted, and nothing left."""
    script = no_script()
    assert script[SIZE] == -1
    assert scripted_left(script) == 0
    check_script(script)


def test_a_result_that_a_die_can_not_show() -> None:
    """It shows its most, and the first such result is named."""
    script = script_of([2, 8, 9], 20)
    assert [next_scripted(script, 6) for _ in range(3)] == [2, 6, 6]
    with pytest.raises(ScenarioError, match=r"^dice\[1\] is more than its die can show: 8$"):
        check_script(script)


@pytest.mark.parametrize("value", [0, 21, -1])
def test_results_that_no_die_shows(value: int) -> None:
    """The place, the bound and the value are named."""
    with pytest.raises(ScenarioError, match=rf"^dice\[1\] must be from 1 to 20, not {value}$"):
        script_of([1, value], 20)


COMPILED = """
from referee.kit.dice import next_scripted, script_of
script = script_of([3, 9], 20)
print(*[next_scripted(script, 6) for _ in range(3)], *script)
"""


@pytest.mark.slow
def test_compiled_they_are_the_same() -> None:
    """The kernel gives the same results and marks."""
    assert compiled_lines(COMPILED) == ["3 6 0 2 3 2 3 9"]
