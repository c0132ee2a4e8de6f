"""Finds a backend by its name or address."""

from __future__ import annotations

import os
from pathlib import Path

from referee_envs.backends.base import Backend, Game
from referee_envs.backends.transport import GrpcTransport, SharedTransport
from referee_envs.backends.wire import OverWire
from referee_envs.errors import BackendError, InputError

__all__ = ["connect"]

_GRPC, _SHARED = "grpc://", "shm://"


def connect(
    backend: str,
    game: Game,
    *,
    key: str = "",
    ca: str | Path | None = None,
    copy: bool = True,
) -> Backend:
    """Return a backend that steps matches of a game.

    Args:
        backend: `inprocess`; `grpc://HOST:PORT` or `grpc://unix:/path` of a simulation server; or
            `shm:///path`, the socket of `referee simulate --shared` on this machine.
        game: Game, config, seats and version of the matches.
        key: Secret that the server asks for; empty means the environment variable
            `REFEREE_SIMULATE_KEY`, if set.
        ca: File with PEM certificates to trust, which turns on TLS; None for no TLS.
        copy: Whether returned arrays are copies that nothing else writes to.

    Raises:
        InputError: `backend` is none of these forms.
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
    key = key or os.environ.get("REFEREE_SIMULATE_KEY", "")
    if backend.startswith(_GRPC):
        return OverWire(GrpcTransport(backend.removeprefix(_GRPC), key, ca), game, copy=copy)
    if backend.startswith(_SHARED):
        return OverWire(SharedTransport(backend.removeprefix(_SHARED), key), game, copy=copy)
    raise InputError(
        "backend", "inprocess, grpc://HOST:PORT or shm:///path/of/a/socket", repr(backend)
    )
