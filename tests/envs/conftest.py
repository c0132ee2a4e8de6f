"""A server of simulations beside the tests, and the backends that lead to it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from tests.helpers.patience import HANG_S

_BEYOND = ["grpc", "shm"] if sys.platform == "linux" else ["grpc"]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Addresses of a server that runs in a process of its own, by scheme."""
    folder: Path = tmp_path_factory.mktemp("simulations")
    socket, shared = folder / "socket", folder / "shared"
    command = [sys.executable, "-m", "referee", "simulate", "--listen", f"unix:{socket}"]
    command += ["--shared", str(shared), "--max-streams", "64"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with grpc.insecure_channel(f"unix:{socket}") as channel:
            grpc.channel_ready_future(channel).result(HANG_S)
        yield {"grpc": f"grpc://unix:{socket}", "shm": f"shm://{shared}"}
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(params=_BEYOND)
def address(request: pytest.FixtureRequest, server: dict[str, str]) -> str:
    """A backend in another process."""
    return server[str(request.param)]


@pytest.fixture(params=["inprocess", *_BEYOND])
def backend(request: pytest.FixtureRequest, server: dict[str, str]) -> str:
    """Any backend."""
    named = str(request.param)
    return server.get(named, named)
