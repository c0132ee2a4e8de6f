"""What a model replied stands beside the board of its match, and goes with the step; other eyes ask for none of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee_arena.server import archive
from tests.arena.arena import arena_running
from tests.arena.conftest import LAUNCH, need_chromium
from tests.arena.traced import cup_of
from tests.cli.command import process
from tests.helpers.patience import HANG_S
from tests.llm.endpoints import answering, stream
from tests.llm.test_matches import FIRST_CATEGORIES, FIRST_TURN, GOOD, play

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = pytest.mark.slow

HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b> **stars** </pre><script>document.title=2</script>'
LONG = HOSTILE + "\n" + "I think on. " * 100 + GOOD
PANEL = '.replies[data-step="{}"]'


async def _open(page: Page, address: str, step: int) -> None:
    """Show a step of the match, and what the model replied before it."""
    await page.goto("about:blank")
    await page.goto(address)
    await page.click("#tab-replies")
    await page.wait_for_selector(PANEL.format(step))


async def test_the_replies_of_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request with its category; texts are texts; long ones are folded; the prompt comes when it is asked for."""
    need_chromium()
    driver = pytest.importorskip("playwright.async_api", reason="Playwright drives the browser")
    monkeypatch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))
    script = answering(*FIRST_TURN, stream(LONG), stream(GOOD))
    played = play(tmp_path / "played", script, "--attempts", "6", "--max-tokens", "50")
    assert played.ran.status == 0, played.ran
    cup = cup_of(tmp_path / "cup", played.folder)
    async with arena_running(tournaments=(cup,)) as arena, driver.async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH)
        context = await browser.new_context(viewport={"width": 1100, "height": 800})
        context.set_default_timeout(1000 * HANG_S / 2)
        page = await context.new_page()
        errors: list[str] = []
        asked: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        match = f"{arena.address}/t/1/match/1"

        await _open(page, f"{match}#step=1&eyes=seat-0", 1)
        shown = page.locator(".reply")
        categories = [await each.get_attribute("data-category") for each in await shown.all()]
        assert categories == FIRST_CATEGORIES
        texts = await page.locator(".reply > pre").all_inner_texts()
        assert texts[:3] == ["status 429: slow down", "I choose magic.", '{"dice": [1, 1]}']
        assert texts[-1] == GOOD
        assert "tokens in 100, out 20" in await shown.last.inner_text()
        assert "tokens not told" in await shown.nth(1).inner_text()
        assert await page.locator(".replies code").inner_text() == '{"dice": [0, 1]}'
        assert not any(each.endswith("/prompts") for each in asked)
        await page.click(".prompts button")
        await page.wait_for_selector(".prompts details")
        assert "which the whole trace fits" in await page.locator(".prompts").inner_text()
        details = page.locator(".prompts details")
        # The rules once, and the turn of each request but of the second, which repeats one that failed.
        assert await details.count() == 1 + len(FIRST_CATEGORIES) - 1
        await details.nth(1).locator("summary").click()
        sent = script.requests[0]["messages"][1]["content"]
        assert await details.nth(1).locator("pre").inner_text() == sent

        # The step goes on, and the panel with it.
        await page.keyboard.press("ArrowRight")
        await page.wait_for_selector(PANEL.format(2))
        assert await shown.count() == 1
        folded = shown.locator("details")
        assert await folded.get_attribute("open") is None
        await folded.locator("summary").click()
        assert await folded.locator("pre").inner_text() == LONG
        assert await page.locator(".replies").locator("img, b, script").count() == 0
        assert await page.title() not in {"1", "2"}

        # At the first step nothing was replied yet.
        await page.keyboard.press("Home")
        await page.wait_for_selector(PANEL.format(0))
        assert await page.locator(".replies a").all_inner_texts() == ["next: step 1"]

        for eyes, is_there in (("seat-1", False), ("public", False), ("all", True)):
            asked.clear()
            await page.goto("about:blank")
            await page.goto(f"{match}#step=1&eyes={eyes}")
            await page.wait_for_selector('.player[data-settled="1"]')
            # The tab was open the last time, so that it opens by itself where it is.
            assert await page.locator("#tab-replies").is_visible() == is_there
            if is_there:
                await page.wait_for_selector(PANEL.format(1))
            assert any("/replies" in each for each in asked) == is_there
            assert ("I choose magic." in await page.content()) == is_there
        await page.select_option(".viewer-eyes", "public")
        await page.wait_for_selector("#tab-replies", state="hidden")
        assert "I choose magic." not in await page.content()

        # The page in one file has the replies, too, and no prompts, as no server computes them.
        (replay,) = played.folder.glob("*.replay")
        file = tmp_path / "match.html"
        ran = process("replay", "export", str(replay), "--html", str(file), "--replies")
        assert (ran.status, ran.err) == (0, ""), ran
        await page.goto("about:blank")
        await page.goto(f"file://{file}#step=2&eyes=all")
        await page.click("#tab-replies")
        await page.wait_for_selector(PANEL.format(2))
        await page.click(".reply summary")
        assert await page.locator(".reply pre").inner_text() == LONG
        assert await page.locator(".replies button").count() == 0
        # A file leaves out eyes that saw what others saw, as those of both seats did.
        await page.select_option(".viewer-eyes", "public")
        await page.wait_for_selector("#tab-replies", state="hidden")
        await browser.close()
    assert errors == []
