"""A server of simulations beside the tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

PATIENCE_S = 60
"""How long a server may take to start; nothing else depends on it."""


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The backend `grpc://` of a server that runs in a process of its own."""
    socket: Path = tmp_path_factory.mktemp("simulations") / "socket"
    command = [sys.executable, "-m", "referee", "simulate", "--listen", f"unix:{socket}"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with grpc.insecure_channel(f"unix:{socket}") as channel:
            grpc.channel_ready_future(channel).result(PATIENCE_S)
        yield f"grpc://unix:{socket}"
    finally:
        server.terminate()
        server.wait()
