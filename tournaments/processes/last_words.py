"""Finds what a program wrote last: the error that ended it, from its cause to its last line.

A stack trace ends where the program began, and that line says least: Java, Rust and Go write the
error first. So the first lines of the last error are shown along with the last line of all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

__all__ = ["both_ends", "last_error", "last_words"]

_LINE = 500
"""Number of characters of a line that are shown."""
_FIRST_LINES = 2
"""Number of first lines of an error to show, not counting its stack."""
_OPENING = re.compile(
    r"""(?:\ *[|+]\ )?(?:                                                    # of a group in Python
    Exception\ in\ thread\ | Error\ occurred\ during\ initialization | Unrecognized\ (VM\ )?option   # Java
    | (?:[a-z_]\w*\.)+[A-Z]\w*(?:Exception|Error)\b                         # Java, logged
    | Traceback\ \(most\ recent\ call\ last\): | Fatal\ Python\ error:      # Python
    | thread\ .*\ panicked\ at\b                                            # Rust
    | panic:\ | fatal\ error:\                                              # Go
    | terminate\ called\b | libc\+\+abi:                                    # C++
    | (?:Uncaught\ )?[A-Z]\w*(?:Error|Exception)(?:\ \[\w+\])?(?::\ |$)     # Node.js, Python's last line
    | Unhandled\ exception                                                  # .NET
    )""",
    re.VERBOSE,
)
"""Pattern of the line with which the report of an error begins. Within a report, it matches the
beginning of a further error.
"""
_STACK = re.compile(r"\s+(?!what\(\))|goroutine \d+ \[|$")
"""Pattern of lines that name a place in the code, as lines of a stack do, rather than the error."""
_PREFACE = re.compile(r".*Traceback \(most recent call last\):")
_RULER = re.compile(r"\s*\+-+$")
_CAUSE = re.compile(r"\s*Caused by: ")


def last_words(log: Path, *, lines: int) -> list[str]:
    """Return the last lines that a program wrote to its standard error, or else to its standard output.

    They are safe to show anywhere: control characters for terminals are replaced, and a long line
    is cut.

    Args:
        log: Path of the files with the output, without their suffixes `.stdout` and `.stderr`.
        lines: Number of lines.
    """
    return [_harmless(line) for line in _kept(log)[-lines:]]


def last_error(log: Path) -> list[str]:
    """Return the first lines of the last error in a program's output, its root cause, and the last line.

    Without an error, return only the last line. Omitted lines between these are counted. Lines are
    safe to show, as those of `last_words`.

    Args:
        log: Path of the files with the output, without their suffixes `.stdout` and `.stderr`.
    """
    lines = _kept(log)
    # A flood may be one line of 128 KiB: its beginning decides.
    start = next((n for n in reversed(range(len(lines))) if _OPENING.match(lines[n][:_LINE])), None)
    if start is None:
        return [_harmless(line) for line in lines[-1:]]
    block = [n for n in range(start, len(lines)) if not _RULER.match(lines[n])]
    # "Traceback (most recent call last):" itself says nothing.
    first = [] if _PREFACE.match(lines[start]) else [start]
    first += [n for n in block[1:] if not _STACK.match(lines[n])]
    # Java ends with the root cause, so the last one is shown.
    causes = [n for n in block if _CAUSE.match(lines[n])]
    return _picked(lines, {*first[:_FIRST_LINES], *causes[-1:], block[-1]})


def both_ends(log: Path, *, first: int, last: int) -> list[str]:
    """Return the first and the last lines of a program's output, with a count of the lines between.

    Args:
        log: Path of the files with the output, without their suffixes `.stdout` and `.stderr`.
        first: Number of first lines.
        last: Number of last lines.
    """
    lines = _kept(log)
    count = len(lines)
    return _picked(lines, {*range(min(first, count)), *range(max(0, count - last), count)})


def _kept(log: Path) -> list[str]:
    for suffix in (".stderr", ".stdout"):
        path = log.with_name(log.name + suffix)
        if path.exists():
            text = path.read_bytes().decode("utf-8", "replace").rstrip()
            if text:
                return text.splitlines()
    return []


def _picked(lines: Sequence[str], numbers: set[int]) -> list[str]:
    """Return the lines with these numbers in order, with a mark wherever lines are omitted."""
    shown, before = list[str](), None
    for number in sorted(numbers):
        left_out = 0 if before is None else number - before - 1
        if left_out:
            shown.append(f"[{left_out} line{'s' * (left_out > 1)} left out]")
        shown.append(_harmless(lines[number]))
        before = number
    return shown


def _harmless(line: str) -> str:
    line = line.strip().replace("\t", " ")
    kept = "".join(each if each.isprintable() else "?" for each in line[:_LINE])
    return kept if len(line) <= _LINE else kept + "…"
