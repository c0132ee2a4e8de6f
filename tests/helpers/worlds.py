"""Kernels in both worlds: compiled and interpreted, each in a process of its own."""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from tests.architecture.source import ROOT

__all__ = [
    "check_lines",
    "check_printed",
    "compiled_lines",
    "interpreted_lines",
    "print_lines",
]


def interpreted_lines(code: str, *arguments: str) -> list[str]:
    """What some code prints where there is no Numba; it must have nothing to complain of.

    Args:
        code: Python, run at the root of the project.
        arguments: Its `sys.argv` from 1 on.
    """
    check = "from referee.core.kernel import JIT\nassert not JIT\n"
    return _lines(check + code, {"NUMBA_DISABLE_JIT": "1"}, arguments)


def compiled_lines(code: str, *arguments: str) -> list[str]:
    """What it prints where every kernel is compiled at its first call; see `interpreted_lines`."""
    if importlib.util.find_spec("numba") is None:
        pytest.skip("Numba is not installed, so nothing can be compiled")
    check = "from referee.core.kernel import COMPILED\nassert COMPILED\n"
    env = {"REFEREE_KERNELS": "compiled", "NUMBA_DISABLE_JIT": "0"}
    return _lines(check + code, env, arguments)


def check_printed(code: str, *arguments: str, num_lines: int) -> None:
    """Check that some code prints the same where there is no Numba and where every kernel is compiled.

    Args:
        code: Python, run at the root of the project.
        arguments: Its `sys.argv` from 1 on.
        num_lines: Number of lines that it must print.
    """
    lines = interpreted_lines(code, *arguments)
    assert len(lines) == num_lines
    assert lines == compiled_lines(code, *arguments)


def check_lines(module: str, transcript: Callable[[], Iterable[str]]) -> None:
    """Check that a transcript is the same here, where there is no Numba, and where every kernel is compiled.

    Args:
        module: Module in which `transcript` stands under this name.
        transcript: Returns the lines.
    """
    code = f"from {module} import transcript\nprint(*transcript(), sep='\\n')"
    lines = interpreted_lines(code)
    assert lines == list(transcript())
    assert lines == compiled_lines(code)


def _lines(code: str, env: Mapping[str, str], arguments: Sequence[str]) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


def print_lines(
    description: str | None, line_of: Callable[[int], str], arguments: Sequence[str] | None = None
) -> None:
    """The command line of a module that has a line for each number: print those of FIRST to LAST - 1."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    options = parser.parse_args(arguments)
    for number in range(options.first, options.last):
        print(line_of(number), flush=True)
