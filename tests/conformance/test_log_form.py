"""The form of a bot's log, as the contract has it."""

from __future__ import annotations

import pytest

from referee.conformance.log_form import last_line_problem, log_problem

AT = "2026-11-28 15:05:25.320"
INFO = f"{AT} INFO referee_client: match m1 seat 0: joined again"
ERROR = f"{AT} ERROR referee_client: match m1 seat 0 turn 3: the bot's own code failed"
TRACE = 'Traceback (most recent call last):\n  File "bot.py", line 3\nValueError: a bug'


@pytest.mark.parametrize(
    "log", ["", INFO, f"{INFO}\n{ERROR}\n{TRACE}\n{INFO}", f"\n{INFO}\n\n{INFO}\n"]
)
def test_lines_of_the_contract(log: str) -> None:
    """With an exception's trace behind an error."""
    assert log_problem(log) == ""


@pytest.mark.parametrize(
    "line",
    [
        INFO.replace(".", ","),
        INFO.replace(" 15", "T15"),
        INFO.replace("INFO", "WARN"),
        INFO.replace("referee_client", "bot"),
        INFO.replace(".320", ""),
        f"{AT} INFO referee_client:",
        "hello",
        TRACE,
    ],
)
def test_other_lines_are_shown(line: str) -> None:
    """How many there are, and the first of them."""
    count, first = len(line.splitlines()), line.splitlines()[0]
    told = log_problem(f"{ERROR}\n{TRACE}\n{INFO}\n{line}\n{INFO}\n")
    assert f"({count}, the first " in told
    assert first[:40] in told


@pytest.mark.parametrize(
    ("told", "times"),
    [
        ("once, in match m1 seat 0 turn 3: the answer was refused: MALFORMED: because", 1),
        ("4 times, the first time in match m1 seat 0 turn 3: ValueError('a bug')", 4),
    ],
)
def test_last_line_counts(told: str, times: int) -> None:
    """And names the first failure; another count, match or turn is another line."""
    log = f"{INFO}\n{AT} ERROR referee_client: the bot's own code failed {told}\n"
    assert last_line_problem(log, times, "m1", 3) == ""
    assert last_line_problem(log, times + 1, "m1", 3)
    assert last_line_problem(log, times, "m2", 3)
    assert last_line_problem(log, times, "m1", 4)
    assert last_line_problem(f"{log}{INFO}\n", times, "m1", 3)
    assert last_line_problem("", times, "m1", 3)
