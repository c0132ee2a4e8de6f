"""House bots of a server, in a separate process that gets the seats to play as lines."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import threading

from referee.cli.launch import let_begin, start_waiting

__all__ = ["HouseProcess"]

_AGAIN = """
from referee.cli.launch import die_with_parent
die_with_parent()
from referee_bots.house import main
raise SystemExit(main())
"""
"""Python program that runs when the process is restarted. It asks the kernel itself to be killed when
the server dies, since it is not started by `start_waiting`.
"""


class HouseProcess:
    """Process that plays seats with house bots; it is started before gRPC is loaded.

    It waits, and becomes the bots' program only when its first seat comes, since many servers never
    have one.

    Args:
        address: Address at which the server will listen.
    """

    def __init__(self, address: str) -> None:
        self._words = ["--address", address]
        self._words += ["--log-level", "error"]  # a server that it loses is one that stops
        command = [sys.executable, "-P", "-m", "referee_bots.house", *self._words]
        self._process = start_waiting(command, stdout=subprocess.DEVNULL)
        self._has_begun = False

    def names(self, game: str) -> list[str]:
        """Return the names of the house bots of a game."""
        from referee_bots import names

        return names(game)

    async def seat(self, token: str, game: str, bot: str) -> None:
        """Make a house bot join with a seat's token and play.

        Raises:
            CallError: The bots' process has ended.
        """
        from gamereferee.v1.error_pb2 import ERROR_REASON_NO_HOUSE_BOT
        from referee.server.process.status import CallError

        line = json.dumps({"token": token, "game": game, "bot": bot}) + "\n"
        assert self._process.stdin is not None
        if not self._has_begun:
            self._has_begun = True
            let_begin(self._process)
        try:
            self._process.stdin.write(line.encode())
        except (BrokenPipeError, ValueError):  # ValueError: its input is closed
            text = "the process of the house bots has ended"
            raise CallError(ERROR_REASON_NO_HOUSE_BOT, text) from None

    async def ended(self) -> None:
        """Wait until the bots' process has ended."""
        process, loop, ended = self._process, asyncio.get_running_loop(), asyncio.Event()

        def wait() -> None:
            process.wait()
            with contextlib.suppress(RuntimeError):  # the event loop has ended before
                loop.call_soon_threadsafe(ended.set)

        # No thread of the loop's executor, for whose end the server would wait when it stops.
        threading.Thread(target=wait, name="house bots", daemon=True).start()
        await ended.wait()

    def restart(self) -> None:
        """Start the bots' process again; it has no seats then.

        Raises:
            OSError: The system can't start another process.
        """
        self._close_input()
        # gRPC is loaded by now, so nothing of ours may run between fork and exec.
        self._process = subprocess.Popen(
            (sys.executable, "-P", "-c", _AGAIN, *self._words),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._has_begun = True

    def _close_input(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()

    def close(self) -> None:
        """End the bots' process and wait for its end."""
        self._process.terminate()
        self._process.wait()
        self._close_input()
