"""A page with nothing but a scene on it, under the policy that the arena's pages have."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from referee.core.plain import Plain
from tests.arena.page_server import POLICY, STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

__all__ = ["Drawing"]

_ADDRESS = "http://arena.test/"
_SHEETS = "".join(
    f'<link rel="stylesheet" href="/static/{each.name}">' for each in STATIC.glob("*.css")
)
_PAGE = f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>scene</title>
<meta name="viewport" content="width=device-width, initial-scale=1">{_SHEETS}</head>
<body><main><h1 class="unseen">A scene</h1><div id="root"></div></main></body></html>"""
_WATCH = """window.refused = [];
document.addEventListener("securitypolicyviolation", (event) => refused.push(event.violatedDirective));"""
_SETTLED = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 50))"


class Drawing:
    """A page on which scenes are drawn; it answers itself, and opens no socket.

    Args:
        page: An empty page.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        """The page, for what a test does with it."""
        page.route("**/*", _answer)
        page.add_init_script(_WATCH)
        page.emulate_media(reduced_motion="reduce")

    def draw(self, players: Sequence[str], scenes: Iterable[Plain], *, width: int = 1100) -> None:
        """Draw scenes one after the other on a new page, and wait until the last is laid out."""
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.goto(_ADDRESS)
        self.page.evaluate(
            """async (players) => {
                const { SceneView } = await import("/static/draw/scene.js");
                window.picked = [];
                const onPick = (ref) => picked.push(ref);
                window.view = new SceneView(document.getElementById("root"), { players, onPick });
            }""",
            list(players),
        )
        self.go_on(scenes)

    def go_on(self, scenes: Iterable[Plain]) -> None:
        """Draw further scenes, each laid out before the next."""
        for scene in scenes:
            self.page.evaluate("(scene) => view.draw(scene)", scene)
            self.page.evaluate(_SETTLED)

    @property
    def html(self) -> str:
        """What has been drawn."""
        return self.page.locator("#root").inner_html()

    @property
    def picked(self) -> list[str]:
        """References that were picked, in order."""
        return [str(each) for each in self.page.evaluate("picked")]

    @property
    def refused(self) -> list[str]:
        """Directives of the policy that something on the page broke."""
        return [str(each) for each in self.page.evaluate("refused")]

    @property
    def excess(self) -> int:
        """How much wider than the window the page is, in pixels."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def _answer(route: Route) -> None:
    path = urlsplit(route.request.url).path
    policy = {"Content-Security-Policy": POLICY}
    if path == "/":
        route.fulfill(body=_PAGE, content_type="text/html; charset=utf-8", headers=policy)
        return
    file = STATIC / path.removeprefix("/static/")
    if not file.is_file():
        route.fulfill(status=404)
        return
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    route.fulfill(body=file.read_bytes(), content_type=kind, headers=policy)
