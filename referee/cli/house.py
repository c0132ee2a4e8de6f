"""Baseline bots for a server: a process of their own, told by lines which seats to play."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys

from referee.cli.bots import die_with_parent

__all__ = ["HouseProcess"]


class HouseProcess:
    """Plays seats with baseline bots in a process that is started before gRPC is loaded.

    Args:
        address: Where the server listens.
    """

    def __init__(self, address: str) -> None:
        command = [sys.executable, "-m", "referee_bots.house", "--address", address]
        command += ["--log-level", "error"]  # it waits for a server that is only starting
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )

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
        from referee.server.status import CallError

        line = json.dumps({"token": token, "game": game, "bot": bot}) + "\n"
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
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
