"""Proxies of the environment: never for this machine's own addresses, and elsewhere named in the log."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import grpc.aio
import pytest

from referee_client import proxies
from referee_client.address import Address
from referee_client.errors import UnreachableError
from referee_client.proxies import is_local, proxy_note, proxy_options
from referee_client.retry import Patience
from tournaments.play.referee_calls import _open_channel

VARIABLES = ("grpc_proxy", "https_proxy", "http_proxy", "no_grpc_proxy", "no_proxy")
FAR = "192.0.2.7:50051"
"""An address for documentation: nobody has it."""


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The environment has none of its own, and nothing has been logged of any."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    proxies._log_once.cache_clear()
    yield
    proxies._log_once.cache_clear()


@pytest.mark.parametrize(
    "target",
    [
        *("unix:/run/referee.sock", "localhost:1", "LOCALHOST:1", "referee.localhost:1"),
        *("127.0.0.1:1", "127.9.9.9:1", "0.0.0.0:1", "[::1]:1", "[::ffff:127.0.0.1]:1"),
    ],
)
def test_addresses_of_this_machine(target: str) -> None:
    """By socket, by name, by any loopback address."""
    assert is_local(target)


@pytest.mark.parametrize(
    "target", [FAR, "referee.example:1", "localhost.example:1", "[2001:db8::1]:1"]
)
def test_addresses_elsewhere(target: str) -> None:
    """All others."""
    assert not is_local(target)


@pytest.mark.parametrize("opener", ["client", "client, blocking", "tournament"])
async def test_a_local_referee_is_reached_beside_a_proxy(
    opener: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the environment says; the proxy here does not even exist."""
    with socket.create_server(("127.0.0.1", 0)) as unused:
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}"
    monkeypatch.setenv("http_proxy", nobody)
    server = grpc.aio.server()
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()

    def call_blocking() -> None:
        with Address.parse(address).channel() as channel:
            blocking: Any = channel.unary_unary("/no/Call")
            blocking(b"")

    async def call(open_channel: Callable[[], grpc.aio.Channel]) -> None:
        async with open_channel() as channel:
            awaited: Any = channel.unary_unary("/no/Call")
            await awaited(b"")

    calls = {
        "client": lambda: call(Address.parse(address).aio_channel),
        "client, blocking": lambda: asyncio.to_thread(call_blocking),
        "tournament": lambda: call(lambda: _open_channel(address, None)),
    }
    try:
        with pytest.raises(grpc.RpcError) as caught:
            await calls[opener]()
    finally:
        await server.stop(None)
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED  # so says the server itself


@pytest.mark.parametrize(
    ("variables", "proxy"),
    [
        ({}, ""),
        (
            {"http_proxy": "http://proxy.example:3128"},
            "proxy.example:3128, by the variable http_proxy",
        ),
        ({"https_proxy": "proxy.example:8080"}, "proxy.example:8080, by the variable https_proxy"),
        ({"http_proxy": "http://me:secret@p:1"}, "p:1, by the variable http_proxy"),
        (
            {"http_proxy": "http://a:1", "grpc_proxy": "http://b:1"},
            "b:1, by the variable grpc_proxy",
        ),
        ({"http_proxy": "http://a:1", "no_proxy": "elsewhere, 192.0.2.7"}, ""),
        ({"http_proxy": "http://a:1", "no_proxy": "192.0.2.0/24"}, ""),
        (
            {"http_proxy": "http://a:1", "no_proxy": "192.0.3.0/24"},
            "a:1, by the variable http_proxy",
        ),
    ],
)
def test_which_proxy(
    variables: dict[str, str], proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variables are those that gRPC reads, in its order; a password is not shown."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    note = proxy_note(FAR)
    assert note.startswith(f"through the proxy {proxy};" if proxy else "")
    assert bool(note) is bool(proxy)
    assert "secret" not in note


def test_a_proxy_is_named_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However often the stream breaks; and by the error, when the patience is out."""
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    for _ in range(3):
        assert proxy_options(FAR) == []
    (line,) = caplog.messages
    assert line.startswith(f"the referee at {FAR} is called through the proxy proxy.example:3128")
    patience = Patience(FAR, 0.0)
    with pytest.raises(
        UnreachableError, match=r"it is called through the proxy proxy\.example:3128"
    ):
        patience.delay(0.0, "refused")
