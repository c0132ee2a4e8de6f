"""Baseline bots for a server: a process of their own, told by lines which seats to play."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys

from referee.cli.launch import let_begin, start_waiting

__all__ = ["HouseProcess"]


class HouseProcess:
    """Plays seats with baseline bots in a process that is there before gRPC is loaded.

    It is a program only from its first seat on: many servers never have one.

    Args:
        address: Where the server listens.
    """

    def __init__(self, address: str) -> None:
        command = [sys.executable, "-P", "-m", "referee_bots.house", "--address", address]
        command += ["--log-level", "error"]  # a server that it loses is one that stops
        self._process = start_waiting(command, stdout=subprocess.DEVNULL)
        self._has_begun = False

    def names(self, game: str) -> list[str]:
        """Bots there are for a game."""
        from referee_bots import names

        return names(game)

    async def seat(self, token: str, game: str, bot: str) -> None:
        """Let a bot present a token and play.

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
        except BrokenPipeError:
            text = "the process of the house bots has ended"
            raise CallError(ERROR_REASON_NO_HOUSE_BOT, text) from None

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
