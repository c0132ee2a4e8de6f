"""A browser for the tests of pages, and a referee with an arena for those of answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from referee_arena.picture.pen import Pen
from referee_arena.picture.png import png_of
from referee_arena.server import archive, previews
from tests.arena.arena import Arena, arena_running
from tests.helpers.installed import install
from tests.helpers.patience import HANG_S
from tests.helpers.toy_games import TOYS
from tests.server.running import Referee, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
LAUNCH: dict[str, Any] = {
    "executable_path": str(CHROMIUM),
    "args": ["--no-sandbox"],
    "timeout": 1000 * HANG_S / 2,
    # Pages come back from this cache in every browser but one that a driver has started.
    "ignore_default_args": ["--disable-back-forward-cache"],
}
"""How it is started."""


def need_chromium() -> None:
    """Skip a test where the system has no browser."""
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is missing: pages are tested in it")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return the browser of the system.

    The driver has an event loop that runs as long as it does: asynchronous tests of other modules need theirs.
    """
    need_chromium()
    driver = pytest.importorskip("playwright.sync_api", reason="Playwright drives the browser")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(**LAUNCH)
        yield launched
        launched.close()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets each picture of a preview as SVG, before it is rendered, its texts as texts."""
    pictures: list[str] = []

    def kept(pen: Pen, width: int, height: int) -> bytes:
        pictures.append(pen.svg(width, height))
        return png_of(pen, width, height)

    monkeypatch.setattr(previews, "png_of", kept)
    return pictures


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return an empty page; an error in one of its scripts fails the test."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    context.set_default_timeout(1000 * HANG_S / 2)
    context.set_default_navigation_timeout(1000 * HANG_S / 2)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry finds the toy games, which another process would not know."""
    install(monkeypatch, *TOYS)
    monkeypatch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A server whose clock stands still."""
    async with running(tmp_path) as started:
        yield started


@pytest_asyncio.fixture
async def arena(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arena]:
    """An arena of that server."""
    monkeypatch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))
    async with arena_running(referee=referee.address) as started:
        yield started
