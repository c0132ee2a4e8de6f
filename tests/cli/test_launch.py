"""Programs that are started early and begin late."""

from __future__ import annotations

import subprocess
import sys

from referee.cli.launch import let_begin, start_waiting
from tests.helpers.patience import HANG_S

ECHO = (sys.executable, "-c", "import sys; print('begun', *sys.argv[1:], sys.stdin.read())")
"""Says what it was called with, and what came on its standard input."""


def test_a_program_finds_all_that_comes_after_its_beginning() -> None:
    """Its words arrive as they are, and so does every byte that was meant for it."""
    with start_waiting([*ECHO, "two words", "$HOME"], stdout=subprocess.PIPE) as process:
        let_begin(process)
        out, _ = process.communicate(b"one\ntwo\n", timeout=HANG_S)
    assert (process.returncode, out) == (0, b"begun two words $HOME one\ntwo\n\n")


def test_a_program_that_is_never_let_begin_never_runs() -> None:
    """It ends with its standard input, as happens when the referee can't listen."""
    with start_waiting(ECHO, stdout=subprocess.PIPE) as process:
        out, _ = process.communicate(timeout=HANG_S)
    assert (process.returncode != 0, out) == (True, b"")


def test_a_program_keeps_its_process() -> None:
    """What is started, watched and killed is the program itself, in a session of its own."""
    code = "import os; print(os.getpid(), os.getsid(0))"
    command = (sys.executable, "-c", code)
    with start_waiting(command, stdout=subprocess.PIPE) as process:
        let_begin(process)
        out, _ = process.communicate(timeout=HANG_S)
    assert out.split() == [str(process.pid).encode()] * 2


def test_letting_begin_what_has_ended_is_no_error() -> None:
    """Its end is told by its exit status."""
    with start_waiting(ECHO, stdout=subprocess.DEVNULL) as process:
        process.kill()
        process.wait(HANG_S)
        let_begin(process)
