"""Matches within pages of other sites, in a browser: which may show them, and which pages nobody may frame."""

from __future__ import annotations

import http.server
import os
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.arena.sites import play_cup_with_replays
from tests.cli.command import start
from tests.helpers.patience import HANG_S

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

pytestmark = pytest.mark.slow


@contextmanager
def _arena(*words: str) -> Iterator[str]:
    """An arena, and its address."""
    with start("arena", "--listen", "127.0.0.1:0", *words, env=dict(os.environ)) as process:
        assert process.stdout is not None
        told = re.search(r"http://\S+", process.stdout.readline())
        assert told is not None, process.communicate()
        yield told[0].rstrip("/")
        process.send_signal(signal.SIGINT)
        process.wait(timeout=HANG_S / 2)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with replays."""
    return play_cup_with_replays(tmp_path_factory.mktemp("shared") / "cup")


class _Blog:
    """A site that shows a page with some code."""

    def __init__(self, server: http.server.ThreadingHTTPServer) -> None:
        self.origin = f"http://localhost:{server.server_port}"
        self.code = ""

    def framed(self, page: Page, code: str) -> Frame:
        """Show the page with this code; return the frame that the code makes."""
        self.code = code
        page.goto(self.origin)
        return page.frames[1]


@contextmanager
def _blog() -> Iterator[_Blog]:
    """A site at an origin of its own."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(blog.code.encode())

        def log_message(self, *args: object) -> None:
            """Print nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        blog = _Blog(server)
        serving = threading.Thread(target=server.serve_forever, args=(0.05,))
        serving.start()
        yield blog
        server.shutdown()
        serving.join()


def _is_refused(frame: Frame) -> None:
    """Wait until the browser shows its own error in a frame, in place of a page that may not be framed there."""
    frame.wait_for_url(re.compile("^chrome-error:"), wait_until="commit")


def test_a_match_is_shown_within_another_site(page: Page, cup: Path) -> None:
    """The code of the page plays the match there, without a cookie; the whole page is shown within no site."""
    with _arena("--tournament", str(cup)) as home, _blog() as blog:
        page.goto(f"{home}/t/1/match/1?step=5&eyes=seat-0")
        page.locator('.player[data-settled="5"]').wait_for()
        page.locator(".bar-top .copy").click()
        frame = blog.framed(page, page.locator(".share-box .code").input_value())
        frame.locator(".result-card").wait_for()
        frame.get_by_role("button", name="a step back").click()
        frame.locator(".stage .part").first.wait_for()
        assert frame.evaluate("document.cookie") == ""
        assert frame.get_by_role("link", name="open").get_attribute("href") == "/t/1/match/1"
        _is_refused(blog.framed(page, f'<iframe src="{home}/t/1/match/1"></iframe>'))


def test_only_the_sites_that_are_named_may_show_a_match(page: Page, cup: Path) -> None:
    """Others get nothing of it."""
    with (
        _blog() as blog,
        _blog() as other,
        _arena("--tournament", str(cup), "--embed-from", blog.origin) as home,
    ):
        code = f'<iframe src="{home}/embed/t/1/match/1"></iframe>'
        blog.framed(page, code).locator(".result-card").wait_for()
        _is_refused(other.framed(page, code))
