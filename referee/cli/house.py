"""Baseline bots for a server: a process of their own, told by lines which seats to play."""

from __future__ import annotations

import json
import subprocess
import sys

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
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
        )

    def names(self, game: str) -> list[str]:
        """Bots there are for a game."""
        from referee_bots import names

        return names(game)

    async def seat(self, token: str, game: str, bot: str) -> None:
        """Let a bot present a token and play."""
        line = json.dumps({"token": token, "game": game, "bot": bot}) + "\n"
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode())
        self._process.stdin.flush()

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
