"""`python -m loadtest.arena_stop`: how soon does Ctrl-C end a tournament that pages look at?

Slow bots play with `tournament run --web`, and a browser has three live matches open. The time from
Ctrl-C until the run's process has ended is printed, as often as asked; all its other processes have
ended by then. Needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from loadtest.arena import seconds_to_end
from loadtest.arena_cup import NAMES, write_cup
from loadtest.flags import number_parser

__all__ = ["PAGES"]

PAGES = 3
_LEAGUE = f"""
name = "league"
game = "diceman"
format = "round_robin"
seed = 2008
parallel = {PAGES}
sandbox = "none"
[config]
games = 99
[time_control]
move_time = "30s"
"""
"""Its matches last longer than the measurement."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure how soon Ctrl-C ends a tournament whose pages are open; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        taken = [_end(browser, options.think_ms) for _ in range(options.ends)]
        browser.close()
    shown = ", ".join(f"{each:.2f}" for each in taken)
    print(
        f"Ctrl-C with {PAGES} open pages: median {statistics.median(taken):.2f} s of {shown}",
        flush=True,
    )
    return 0


def _end(browser: Any, think_ms: float) -> float:
    """Return the seconds from Ctrl-C until a run has ended whose live matches are looked at.

    Args:
        browser: The browser in which the matches' pages are open.
        think_ms: What a bot waits before each answer, in milliseconds.
    """
    with _running(think_ms) as (runner, address, key):
        context = browser.new_context()
        front = context.new_page()
        _open(front, f"{address}/#key={key}")
        cards = front.locator(".card.mini")
        cards.nth(PAGES - 1).wait_for(timeout=120_000)
        ids = [cards.nth(number).get_attribute("data-live") for number in range(PAGES)]
        front.close()
        taken = seconds_to_end(runner, context.new_page, address, ids)
        context.close()
    return taken


@contextlib.contextmanager
def _running(think_ms: float) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Run the tournament in a context; yield its process, and address and key of its arena.

    `think_ms` is what a bot waits before each answer, in milliseconds.
    """
    with tempfile.TemporaryDirectory(prefix="league-") as name, socket.socket() as free:
        file = write_cup(Path(name), _LEAGUE, NAMES[:4], think_ms)
        free.bind(("127.0.0.1", 0))
        listen = "{}:{}".format(*free.getsockname())
        free.close()
        command = [sys.executable, "-P", "-m", "tournaments", "run", str(file), "--web"]
        with subprocess.Popen(
            [*command, "--web-listen", listen], stdout=subprocess.PIPE, text=True
        ) as runner:
            try:
                assert runner.stdout is not None
                told = (re.search(r"(http://\S+)/#key=(\S+)", line) for line in runner.stdout)
                found = next((each for each in told if each), None)
                if found is None:
                    raise RuntimeError("the tournament does not start")
                # Read on, or a full pipe would hold up the run.
                threading.Thread(target=_drain, args=(runner.stdout,), daemon=True).start()
                yield runner, found[1], found[2]
            finally:
                runner.kill()  # the supervisor then ends what is left


def _drain(stream: IO[str]) -> None:
    for _ in stream:
        pass


def _open(page: Any, address: str) -> None:
    """Open the arena's page, and try again until the arena listens.

    Raises:
        RuntimeError: The arena did not listen after many tries.
    """
    from playwright.sync_api import Error

    for _ in range(600):
        with contextlib.suppress(Error):
            page.goto(address)
            return
        time.sleep(0.2)
    raise RuntimeError("the arena does not start")


def _parser() -> argparse.ArgumentParser:
    return number_parser(
        "loadtest.arena_stop",
        __doc__,
        think_ms=(100.0, "of bots"),
        ends=(5, "runs that are ended"),
    )


if __name__ == "__main__":
    sys.exit(main())
