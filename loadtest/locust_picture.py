"""`python -m loadtest.locust_picture FILE`: the picture of Locust's web page, taken in a browser during a run.

Starts a referee and Locust with two workers, plays a scenario for a while and takes the page of charts. Needs
Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from loadtest.local_referee import local_referee

__all__ = ["main"]

_LOCUSTFILE = Path(__file__).with_name("locustfile.py")
_WIDTH, _HEIGHT = 1200, 1000
_COLOURS = 64
_PORT = 8089
_MASTER_PORT = 5557
_WORKERS = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Take a picture of Locust's web page during a load test; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    with (
        local_referee(flags=["--listen", options.address]),
        _locust(options.address, options.scenario, options.stages),
    ):
        _write(_taken(options.seconds), options.file)
    return 0


@contextlib.contextmanager
def _locust(address: str, scenario: str, stages: str) -> Iterator[None]:
    """Run Locust's master with its web page, and its workers, while the context is open.

    Args:
        address: Address of the referee.
        scenario: Name of the scenario.
        stages: How many users there are when, as the flag `--stages` has it.
    """
    run = ["--autostart", "--scenario", scenario, "--stages", stages, "--web-port", str(_PORT)]
    master = ["--master", "--expect-workers", str(_WORKERS), "--host", address, *run]
    worker = ["--worker", "--master-port", str(_MASTER_PORT)]
    command = [sys.executable, "-m", "locust", "-f", str(_LOCUSTFILE)]
    processes = [
        subprocess.Popen([*command, *flags], cwd=_LOCUSTFILE.parents[1])
        for flags in (master, *[worker] * _WORKERS)
    ]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def _taken(seconds: float) -> bytes:
    """Return the page of charts as PNG, `seconds` after users began to play."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
        _wait_for_users()
        page.goto(f"http://127.0.0.1:{_PORT}")
        page.wait_for_timeout(1000 * seconds)
        page.get_by_role("tab", name="Charts").click()
        page.wait_for_timeout(3000)
        picture = page.screenshot()
        browser.close()
    return picture


def _wait_for_users() -> None:
    """Wait until Locust's page answers and reports users that play."""
    users = 0
    while not users:
        time.sleep(0.5)
        with contextlib.suppress(OSError):
            answer = urllib.request.urlopen(f"http://127.0.0.1:{_PORT}/stats/requests")
            users = json.load(answer)["user_count"]


def _write(png: bytes, path: Path) -> None:
    """Write a picture with few colours, which makes the file a third of the size."""
    from PIL import Image

    image = Image.open(io.BytesIO(png)).convert("RGB").quantize(_COLOURS)
    image.save(path, optimize=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.locust_picture", description=__doc__)
    parser.add_argument("file", type=Path, help="where it goes")
    parser.add_argument("--address", default="127.0.0.1:7070", help="(%(default)s)")
    parser.add_argument("--scenario", default="dice_adventure", help="what is played (%(default)s)")
    parser.add_argument("--stages", default="15sx2,15sx4,600sx6", help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=45.0, help="of the run (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
