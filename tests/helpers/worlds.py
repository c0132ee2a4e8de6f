"""Kernels in both worlds: compiled here, and interpreted in a process of their own."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence

from tests.architecture.source import ROOT

__all__ = ["interpreted_lines", "print_lines"]


def interpreted_lines(code: str, *arguments: str) -> list[str]:
    """What some code prints where there is no Numba; it must have nothing to complain of.

    Args:
        code: Python, run at the root of the project.
        arguments: Its `sys.argv` from 1 on.
    """
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            f"from referee.core.kernel import JIT\nassert not JIT\n{code}",
            *arguments,
        ],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
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
