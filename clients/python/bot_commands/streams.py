"""Guards the standard streams of the commands `referee` and `tournament`.

It opens streams that are closed, and reports output that can't be written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator

__all__ = ["open_closed_streams", "reporting_lost_output"]

_LOST = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG}


def open_closed_streams() -> None:
    """Open `/dev/null` for each standard stream that is closed, as after `>&-`.

    Otherwise the next file that is opened gets the stream's file descriptor, and output would be
    written into that file.
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
    """Exit with status 1 and one line of error if standard output can't be written, as on a full disk.

    It is a context manager around a whole program. If the reader has closed the pipe, as in `|
    head`, no line is written.

    Args:
        program: Name of the program, with which the error line begins.

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
    """Return whether standard output can't be written.

    If so, print why, and send all further output to `/dev/null`.

    Args:
        program: Name of the program, with which the error line begins.
        probe: Bytes to write as a test. After an error the buffer may be empty, so that flushing
            alone proves nothing.
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
