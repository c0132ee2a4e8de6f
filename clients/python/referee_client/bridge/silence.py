"""Logs once that a program's answers may wait in its output buffer.

Most languages write into a pipe only when some kilobytes have gathered. Such a program has read its
turn and, from its own view, has answered; from outside it looks like a program that thinks for
ever.
"""

from __future__ import annotations

import asyncio

from referee_client.bridge.child import Child
from referee_client.seats import log

__all__ = ["SILENT_S", "SilenceHint"]

SILENT_S = 10.0
"""Seconds after which an unanswered turn is taken as a sign that the program's answer may wait in
its output buffer, with or without a deadline.
"""
AGAIN_S = 0.2
"""Seconds between two checks of a program, which may still be reading its line."""
LOOKS = 5
"""Highest number of checks of one program for each missed deadline."""
_CURES = (
    "Python print(..., flush=True), C fflush(stdout), C++ std::endl, Perl $| = 1, "
    "Ruby $stdout.sync = true, Lua io.stdout:setvbuf('line'), awk fflush()"
)


class SilenceHint:
    """Logs how to flush output if a program seems to leave its answers in its output buffer.

    It logs that at most once for all programs of a bridge, since they run the same command.
    """

    def __init__(self) -> None:
        self._is_given = False

    def give(self, child: Child, turn: int, looks: int = LOOKS) -> None:
        """Log how to flush output, if a program has read all its lines and written none yet.

        Check again a moment later if the program is still reading.

        Args:
            child: Program of the seat.
            turn: Number of the turn that the program has not answered.
            looks: Highest number of checks, this one included.
        """
        if self._is_given:
            return
        # Perhaps the program has just not read its line yet; a program that has written before is
        # never silent again.
        if not child.is_silent:
            if looks > 1:
                loop = asyncio.get_running_loop()
                loop.call_later(AGAIN_S, self.give, child, turn, looks - 1)
            return
        self._is_given = True
        if child.unfinished:
            log.warning(
                "%s turn %d: its program has written %.80r without the end of a line:"
                " an answer ends with a newline",
                *(child.where, turn, child.unfinished),
            )
            return
        log.warning(
            "%s turn %d: its program has read all its lines and written nothing yet;"
            " if it has answered, the answer waits in its buffer: flush after each line (%s)",
            *(child.where, turn, _CURES),
        )

    def watch(self, child: Child, turn: int) -> asyncio.TimerHandle:
        """Schedule a check of a program `SILENT_S` seconds from now, also for a turn without a deadline.

        Return the timer; the caller cancels it once the program has answered.
        """
        return asyncio.get_running_loop().call_later(SILENT_S, self.give, child, turn)
