"""Fixtures of the client tests: both clients behind one face, and a place to meet."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from referee_client import BotLike, RefereeClient, blocking, retry


class Play(Protocol):
    """Plays tokens to the end with one of the two clients."""

    async def __call__(
        self, address: str, bot: BotLike, tokens: Iterable[str] = ("token-0",), **options: Any
    ) -> None:
        """Play, and raise what the client raises."""


async def _play_asyncio(
    address: str, bot: BotLike, tokens: Iterable[str] = ("token-0",), **options: Any
) -> None:
    await RefereeClient(address, bot, **options).play(tokens)


async def _play_blocking(
    address: str, bot: BotLike, tokens: Iterable[str] = ("token-0",), **options: Any
) -> None:
    client = blocking.RefereeClient(address, bot, **options)
    await asyncio.to_thread(client.play, tokens)


@pytest.fixture(params=[_play_asyncio, _play_blocking], ids=["asyncio", "blocking"])
def play(request: pytest.FixtureRequest) -> Play:
    """Each of the two clients."""
    chosen: Play = request.param
    return chosen


@pytest.fixture
def address() -> Iterator[str]:
    """A Unix socket's address, short enough for the operating system."""
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        yield f"unix:{Path(folder) / 'r.sock'}"


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reconnect at once."""
    monkeypatch.setattr(retry, "FIRST_DELAY", 0.001)


@pytest.fixture
def nonces(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The nonces that the clients will draw, in order."""
    drawn = [bytes([number]) * 16 for number in range(1, 9)]
    source = itertools.chain(drawn)
    monkeypatch.setattr("referee_client.seats.secrets.token_bytes", lambda _: next(source))
    return drawn
