"""What two seats whisper, looked for in all that the browsers of others get, show and keep."""

from __future__ import annotations

import collections
import html
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gamereferee.v1.play_service_pb2 import Say
from referee_arena.server import archive
from referee_arena.server.app import make_app
from tests.arena import arena as arenas
from tests.arena.conftest import LAUNCH, need_chromium
from tests.helpers.installed import install
from tests.helpers.patience import HANG_S
from tests.helpers.toy_games import TOYS
from tests.server.running import BotStream, Referee, bid, running

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = pytest.mark.slow

CANARY = "canary-5d0e1b7c94"
"""What seat 0 whispers to seat 1."""
_KEPT = """async () => JSON.stringify([
  {...localStorage}, {...sessionStorage}, document.cookie, history.state, location.href, document.title, window.name,
  (await indexedDB.databases()).map(({name}) => name), await caches.keys(),
  performance.getEntries().map(({name}) => name)])"""


class Wire:
    """Keeps all that an arena answers, by the browser that asked."""

    def __init__(self) -> None:
        self.told: dict[str, bytes] = collections.defaultdict(bytes)
        """Headers and bodies, by the browser's name."""

    def around(self, made_by: Callable[..., Any]) -> Callable[..., Any]:
        """Return what makes the same app, listened to; its answers are not packed."""

        def make(*args: Any, **settings: Any) -> Any:
            app = made_by(*args, **settings)

            async def listened(scope: Any, receive: Any, send: Any) -> None:
                if scope["type"] != "http":
                    await app(scope, receive, send)
                    return
                headers = [each for each in scope["headers"] if each[0] != b"accept-encoding"]
                name = dict(headers).get(b"user-agent", b"").decode()

                async def tell(message: Any) -> None:
                    self.told[name] += repr(message.get("headers", "")).encode()
                    self.told[name] += message.get("body", b"")
                    await send(message)

                await app({**scope, "headers": headers}, receive, tell)

            return listened

        return make


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Listen to all arenas of a test, which know the toy games."""
    install(monkeypatch, *TOYS)
    monkeypatch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))
    listening = Wire()
    monkeypatch.setattr(arenas, "make_app", listening.around(make_app))
    return listening


async def _act(streams: list[BotStream], rooms: dict[int, int], say: Say | None = None) -> None:
    """Let seats choose rooms; one may say something before."""
    turns = {seat: await streams[seat].turn() for seat in rooms}
    if say is not None:
        say.turn = turns[say.seat].turn
        await streams[say.seat].send(says=[say])
        await streams[say.seat].settle()
    for seat, room in rooms.items():
        await streams[seat].answer(turns[seat], bid(room))


async def _shown(page: Page, step: int) -> None:
    """Wait until a page shows a step, and the log up to it."""
    await page.wait_for_selector(f'.player[data-settled="{step}"]')


async def test_a_whisper_is_in_no_other_browser(
    tmp_path: Path, wire: Wire, drawn: list[str]
) -> None:
    """Not in any answer, page, address, store or cookie, forth and back; those who may hear it do.

    In the picture of a link it is for nobody, since such a picture leaves the browser of its reader.
    """
    need_chromium()
    driver = pytest.importorskip("playwright.async_api", reason="Playwright drives the browser")
    async with (
        running(tmp_path) as referee,
        arenas.arena_running(referee=referee.address) as arena,
        driver.async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(**LAUNCH)
        made, streams = await _begun(referee)
        address = f"{arena.address}/match/{made.match.match_id}"
        pages = {"public": await _open(browser, "public", address)}
        for seat, token in enumerate(made.seat_tokens):
            name = f"seat-{seat}"
            pages[name] = await _open(browser, name, f"{address}#token={token}")
            await pages[name].wait_for_url(f"**eyes={name}")
        for page in pages.values():
            await _shown(page, 0)
        await _act(streams, {1: 0, 2: 1})
        whisper = Say(match_id=made.match.match_id, seat=0, channel="ROOM", text=CANARY.encode())
        await _act(streams, {0: 0, 2: 2}, whisper)
        pictures = f"{arena.address}/preview/match/{made.match.match_id}.png"
        for name, page in pages.items():
            # Title and text of the link's preview are those of this step.
            assert (await page.context.request.get(f"{address}?step=2")).ok
            assert (await page.context.request.get(f"{pictures}?step=2&eyes={name}")).ok
        assert len(drawn) == len(pages)
        for picture in drawn:
            assert all(f">bot ({seat})</text>" in picture for seat in range(len(streams)))
            # A long text would end with an ellipsis.
            assert CANARY[:6] not in html.unescape(picture)
        shows = {name: await _looked_through(page, arena.address) for name, page in pages.items()}
        for page in pages.values():
            kept = await page.evaluate(_KEPT)
            kept += str(await page.context.storage_state(indexed_db=True))
            assert "arena.hide" in kept
            assert CANARY not in kept
        await browser.close()
    may_hear = {"seat-0", "seat-1"}
    assert {name for name, told in wire.told.items() if CANARY.encode() in told} == may_hear
    assert {name for name, shown in shows.items() if CANARY in shown} == may_hear
    assert wire.told.keys() == pages.keys()


async def _begun(referee: Referee) -> tuple[Any, list[BotStream]]:
    """Begin a match of three: all share a room, and seat 0 sleeps."""
    made = await referee.create("toy_talk", config_json='{"text_bytes": 40}')
    streams = [referee.stream() for _ in made.seat_tokens]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    return made, streams


async def _open(browser: Any, name: str, address: str) -> Page:
    """Open a page in a browser of its own."""
    context = await browser.new_context(user_agent=name)
    context.set_default_timeout(1000 * HANG_S / 2)
    page: Page = await context.new_page()
    await page.goto(address)
    return page


async def _looked_through(page: Page, home: str) -> str:
    """Go through a match, away from it, back, forth and back; return all that was in the page meanwhile."""
    await _shown(page, 2)
    await page.locator(
        '[data-tab="log"]'
    ).click()  # talk is there, also after the page is loaded again
    await page.locator(".hides input").check()
    await page.locator(".hides input").uncheck()
    seen = [await page.content()]
    for key, step in (("Home", 0), ("End", 2)):
        await page.keyboard.press(key)
        await _shown(page, step)
        seen.append(await page.content())
    await page.goto(home)
    home_shown = "h1:has-text('Live matches and competitions')"
    await page.wait_for_selector(home_shown)
    seen.append(await page.content())
    await page.go_back()
    await _shown(page, 2)
    seen.append(await page.content())
    await page.go_forward()
    await page.wait_for_selector(home_shown)
    seen.append(await page.content())
    await page.go_back()
    await _shown(page, 2)
    seen.append(await page.content())
    return "".join(seen)
