"""Checks the form of a bot's log: each line, and the last line after failures of the bot's own code."""

from __future__ import annotations

import re

__all__ = ["last_line_problem", "log_problem"]

_LINE = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (DEBUG|INFO|WARNING|ERROR) referee_client: \S.*"
)
_LAST_LINE = re.compile(
    r".* ERROR referee_client: the bot's own code failed "
    r"(?:once, in|(\d+) times, the first time in) match (\S+) seat (\d+) turn (\d+): \S.*"
)
_SHOWN = 80
"""Highest number of characters of a wrong log line that a report shows."""


def log_problem(stderr: str) -> str:
    """Return in words what is wrong with the form of a bot's log; empty if nothing is.

    Lines after a warning or an error may be the traceback of an exception, so they are not checked.
    """
    wrong = []
    may_be_trace = False
    for line in stderr.splitlines():
        found = _LINE.fullmatch(line)
        if found:
            may_be_trace = found[1] in ("WARNING", "ERROR")
        elif not may_be_trace and line.strip():
            wrong.append(line)
    if not wrong:
        return ""
    return (
        "lines on standard error do not have the form of the contract's log "
        f"({len(wrong)}, the first {wrong[0][:_SHOWN]!r})"
    )


def last_line_problem(stderr: str, times: int, match_id: str, turn: int) -> str:
    """Return in words what is wrong with a log's last line, which must report failures of the bot's own code.

    The failures were all in seat 0. The text is empty if nothing is wrong.

    Args:
        stderr: The log: the bot's standard error.
        times: How often the bot's own code failed.
        match_id: Match of the first failure.
        turn: Turn of the first failure.
    """
    expected = "once, in" if times == 1 else f"{times} times, the first time in"
    last = next(reversed(stderr.splitlines()), "")
    found = _LAST_LINE.fullmatch(last)
    if found and (int(found[1] or 1), found[2], found[4]) == (times, match_id, str(turn)):
        return ""
    return (
        f"its last line does not say that the bot's own code failed {expected} "
        f"match {match_id} seat 0 turn {turn} ({last[:_SHOWN]!r})"
    )
