"""How long the Python SDK waits before the next attempt: at a worker, and at home once all is over."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from referee_client import RefereeClient, following
from referee_client.address import Address
from referee_client.following import Following
from referee_client.stream import BrokenError

HOME, THERE = "referee.example:7070", "worker.example:7071"


async def test_pauses_double_and_begin_again_after_a_stream_that_lasted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From 0.1 s to 60 s; a stream of 60 s was no failure (duty 34)."""
    lasted = iter([0, 0, 1, 60, 0, 59, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expected = [0.1, 0.2, 0.4, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 60, 60]
    now_s, pauses, is_over = [0.0], [], asyncio.Event()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == len(expected):
            is_over.set()

    async def carry(*_: object) -> None:
        now_s[0] += next(lasted)
        raise BrokenError("reset")

    loop = SimpleNamespace(time=lambda: now_s[0])
    own: Any = SimpleNamespace(
        get_running_loop=lambda: loop,
        sleep=sleep,
        Event=asyncio.Event,
        create_task=asyncio.create_task,
    )
    monkeypatch.setattr(following, "asyncio", own)
    lines = SimpleNamespace(wants=lambda _: not is_over.is_set())
    talk: Any = SimpleNamespace(is_done=False, lines=lines)
    errors: list[Exception] = []
    followed = Following(Address(HOME), talk, carry, errors.append)
    followed.want(THERE)
    await is_over.wait()
    await followed.close()
    assert errors == []
    assert pauses == pytest.approx(expected)


async def test_a_pause_at_home_ends_with_the_last_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may end at a worker while nobody listens at home."""
    client = RefereeClient(HOME, lambda _: None)
    pauses = asyncio.Event()

    async def broken(_: Address) -> None:
        raise BrokenError("refused")

    def delay(*_: object) -> float:
        pauses.set()
        return 1e6

    monkeypatch.setattr(client._home, "converse", broken)
    monkeypatch.setattr(client._patience, "delay", delay)
    playing = asyncio.create_task(client.play(["token"]))
    await pauses.wait()
    monkeypatch.setattr(type(client._conversation), "is_done", property(lambda _: True))
    client._send_soon()
    await playing
