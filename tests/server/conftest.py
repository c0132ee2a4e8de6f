"""Fixtures of the server tests: a server of this process, with the toys installed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from referee.server.services import charges
from tests.helpers.installed import install
from tests.helpers.toy_games import TOYS
from tests.server.routed import routed
from tests.server.running import Referee, running


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry finds the toy games."""
    install(monkeypatch, *TOYS)


@pytest.fixture(autouse=True)
def messages_that_cost_nothing() -> Iterator[None]:
    """Where the clock stands still no budget is refilled, and tests send many pings to see what was taken in."""
    with pytest.MonkeyPatch.context() as patch:  # of its own, for some tests undo theirs
        patch.setattr(charges, "MESSAGE_NS", 0)
        yield


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A server that nobody needs a key for."""
    async with running(tmp_path) as started:
        yield started


@pytest_asyncio.fixture(params=["server", "router"])
async def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Referee]:
    """A server, and a router before two."""
    if request.param == "server":
        async with running(tmp_path) as referee:
            yield referee
    else:
        async with routed(tmp_path) as (referee, _):
            yield referee
