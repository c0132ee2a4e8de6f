"""`python -m loadtest.arena_front`: what do many live matches cost the arena, and how soon does it end?

Matches of slow bots are played on one referee, and a browser shows the arena's front page with all
of them. It prints the processor time of the arena's process, and the page's longest tasks. Then, as
often as asked, an arena with three open pages, each with a stream, gets the signal of Ctrl-C, and the
time until its process has ended is printed. Needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from loadtest.arena import ThinkingDuel, seconds_to_end
from loadtest.flags import number_parser
from loadtest.local_referee import cpu_seconds, local_referee
from loadtest.target import Target
from loadtest.watchers import CONFIG, GAME
from loadtest.workers import Worker
from referee_client.lobby import time_control

__all__ = ["SlowDuels"]

PAGES = 3
_TASKS = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => window.tasks.push(duration)))
    .observe({ type: "longtask" });
}"""


class SlowDuels:
    """The bots of several matches, which wait before each answer.

    Args:
        target: Address of the referee, with key and roots.
        tokens: Tokens of the seats of each match.
        think_s: Seconds to wait before each answer.
    """

    def __init__(self, target: Target, tokens: Sequence[Sequence[str]], think_s: float) -> None:
        self._duels = [ThinkingDuel(target, each, think_s) for each in tokens]

    async def open(self) -> None:
        """Join all seats."""
        await asyncio.gather(*(duel.open() for duel in self._duels))

    async def run(self, seconds: float) -> int:
        """Play for some seconds; return the number of turns that were answered."""
        played = await asyncio.gather(*(duel.run(seconds) for duel in self._duels))
        return sum(map(len, played))

    async def close(self) -> None:
        """Leave the matches."""
        await asyncio.gather(*(duel.close() for duel in self._duels))


@contextlib.contextmanager
def _arena(address: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run an arena while the context is open; yield its process and the address of its pages."""
    command = [sys.executable, "-P", "-m", "referee_arena", "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(
        [*command, "--referee", address], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise RuntimeError("the arena does not start")
        try:
            yield process, found[0].rstrip("/")
        finally:
            process.terminate()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement with these command-line arguments; return the exit status."""
    options = _parser().parse_args(arguments)
    from playwright.sync_api import sync_playwright

    with (
        local_referee() as referee,
        sync_playwright() as playwright,
        contextlib.ExitStack() as stack,
    ):
        target = Target.from_environment(referee.address)
        with target.lobby() as lobby:
            control = time_control(60.0, strikes=0)
            made = [
                lobby.create_match(GAME, config=CONFIG, time_control=control)
                for _ in range(options.matches)
            ]
        tokens = [list(each.seat_tokens) for each in made]
        duels = stack.enter_context(Worker(SlowDuels(target, tokens, options.think_ms / 1e3)))
        duels.wait_until_open()
        # They are played until all is measured.
        duels.begin(options.seconds + 30.0 * options.ends + 60.0)
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        with _arena(referee.address) as (process, address):
            _front(browser, process, address, options)
        ids = [each.match.match_id for each in made[:PAGES]]
        taken = [_end(browser, referee.address, ids) for _ in range(options.ends)]
        shown = ", ".join(f"{each:.2f}" for each in taken)
        print(
            f"Ctrl-C with {PAGES} open pages: median {statistics.median(taken):.2f} s of {shown}",
            flush=True,
        )
        browser.close()
    return 0


def _front(
    browser: Any, process: subprocess.Popen[str], address: str, options: argparse.Namespace
) -> None:
    """Print what the front page costs the arena, and the browser's longest tasks.

    Args:
        browser: The browser, which opens the page.
        process: The arena's process.
        address: Address of the front page.
        options: Flags of the command line.
    """
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.goto(address)
    page.wait_for_selector(".card.mini", timeout=120_000)
    page.wait_for_timeout(10_000)  # all boards are drawn once
    page.evaluate(_TASKS)
    before = _cpu(process.pid)
    begun = time.monotonic()
    page.wait_for_timeout(1e3 * options.seconds)
    share = (_cpu(process.pid) - before) / (time.monotonic() - begun)
    tasks = page.evaluate("window.tasks")
    cards = page.locator(".card.mini").count()
    longest = max(tasks, default=0.0)
    page.close()
    print(
        f"{options.matches} live matches, {cards} cards: arena {100 * share:.1f} % of a core; "
        f"{len(tasks)} tasks over 50 ms in {options.seconds:.0f} s, the longest {longest:.0f} ms",
        flush=True,
    )


def _cpu(pid: int) -> float:
    """Return the processor seconds of a process; raise RuntimeError on a system without /proc."""
    used = cpu_seconds(pid)
    if used is None:
        raise RuntimeError("this system has no /proc")
    return used


def _end(browser: Any, referee: str, ids: Sequence[str]) -> float:
    """Return the seconds from Ctrl-C until an arena has ended that streams to some pages.

    Args:
        browser: The browser in which the pages are open.
        referee: Address of the arena's referee.
        ids: Match id for each page.
    """
    with _arena(referee) as (process, address):
        context = browser.new_context()
        taken = seconds_to_end(process, context.new_page, address, ids)
        context.close()
    return taken


def _parser() -> argparse.ArgumentParser:
    return number_parser(
        "loadtest.arena_front",
        __doc__,
        matches=(50, "live at once"),
        seconds=(20.0, "measured"),
        think_ms=(1000.0, "of bots"),
        ends=(5, "arenas that are ended"),
    )


if __name__ == "__main__":
    sys.exit(main())
