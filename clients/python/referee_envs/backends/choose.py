"""Finds the backend that a text names."""

from __future__ import annotations

from pathlib import Path

from referee_envs.backends.base import Backend, Game
from referee_envs.errors import BackendError, InputError

__all__ = ["connect"]

_SCHEME = "grpc://"


def connect(
    backend: str,
    game: Game,
    *,
    key: str = "",
    ca: str | Path | None = None,
    copy: bool = True,
) -> Backend:
    """Return a backend for matches of a game.

    Args:
        backend: `inprocess`, or `grpc://HOST:PORT` or `grpc://unix:/path` of a server of simulations.
        game: Which matches.
        key: Secret that a server asks for.
        ca: File with PEM certificates to trust; given means TLS.
        copy: Whether arrays share memory with nothing else.

    Raises:
        InputError: The text names no backend.
        BackendError: The backend can't be used, or refuses the game.
    """
    if backend == "inprocess":
        try:
            from referee_envs.backends.in_process import InProcess
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] != "referee":
                raise
            text = "the backend inprocess needs the package gamereferee; grpc:// works without"
            raise BackendError(text) from None
        return InProcess(game)
    if backend.startswith(_SCHEME):
        from referee_envs.backends.wire import OverWire

        return OverWire(backend.removeprefix(_SCHEME), game, key=key, ca=ca, copy=copy)
    raise InputError("backend", "inprocess or grpc://HOST:PORT", repr(backend))
