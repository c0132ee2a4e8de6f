"""Standard streams of the commands `referee` and `tournament`: closed ones, and output that can't be written."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator

__all__ = ["open_closed_streams", "reporting_lost_output"]

_LOST = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG}


def open_closed_streams() -> None:
    """Open `/dev/null` for standard streams that are closed, as after `>&-`.

    Otherwise the next file that is opened gets the number of such a stream, and output would be written into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number, which is this one
            os.set_inheritable(number, True)
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115


@contextlib.contextmanager
def reporting_lost_output(program: str) -> Iterator[None]:
    """End with one line and exit status 1 if standard output can't be written, as on a full disk.

    If the reader has closed the pipe, as in `| head`, no line is written.

    Args:
        program: What the line begins with.

    Raises:
        SystemExit: Output was lost.
    """
    try:
        yield
    except SystemExit as ended:
        if _lose_output(program) and not ended.code:
            raise SystemExit(1) from None
        raise
    except OSError as error:
        if error.errno not in _LOST or not _lose_output(program, b"\n"):
            raise
        raise SystemExit(1) from None
    if _lose_output(program):
        raise SystemExit(1)


def _lose_output(program: str, probe: bytes = b"") -> bool:
    """Return whether standard output can't be written; if so, print why, and drop the rest of it.

    Args:
        program: What the line begins with.
        probe: Written as a test, since after an error nothing may be left to be flushed.
    """
    try:
        sys.stdout.flush()
        if probe:
            os.write(sys.stdout.fileno(), probe)
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        if error.errno != errno.EPIPE:
            why = f"standard output can't be written: {error.strerror}"
            print(f"{program}: {why}", file=sys.stderr)
        return True
    except ValueError:  # it has been closed
        return False
    return False
