"""Kernels in both worlds: compiled and interpreted, each in a process of its own."""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence

import pytest

from tests.architecture.source import ROOT

__all__ = ["compiled_lines", "interpreted_lines", "print_lines"]


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
