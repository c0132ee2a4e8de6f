"""`python -m loadtest.arena_cup cup.gif`: a film of a cup of eight, followed by a page that nobody touches.

It plays a knockout of Diceman with `tournament run --web`, opens the cup's page once, and takes a
picture whenever the page has changed, until the champion is proclaimed. Needs Chromium, Playwright
and Pillow.
"""

from __future__ import annotations

import argparse
import io
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["CUP", "NAMES", "open_page", "write_cup"]

CUP = """
name = "autumn_cup"
game = "diceman"
format = "knockout"
seed = 2008
parallel = 2
sandbox = "none"
[config]
games = 1
[time_control]
move_time = "30s"
"""
"""File of the cup, without its bots."""
NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
"""Titles of its bots, whose names are the same in small letters."""
_BOT = """
import random, sys, time
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

dice, think_s = random.Random(sys.argv[1]), float(sys.argv[2])

def act(observation):
    time.sleep(think_s)
    return Action(dice=dice.sample(range(4), 2))

run(act, [])
"""
_WIDTH, _HEIGHT = 1000, 860
_COLOURS = 32
_LOOK_S = 0.5
_LAST_MS = 4000
"""Time of the last picture in milliseconds."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a GIF of a cup's page while the cup is played; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="cup-") as name:
        file = write_cup(Path(name), CUP, NAMES, options.think_ms)
        run = [sys.executable, "-P", "-m", "tournaments", "run", str(file)]
        with subprocess.Popen(
            [*run, "--web", "--web-listen", options.listen], stdout=subprocess.PIPE, text=True
        ) as runner:
            assert runner.stdout is not None
            found = next(filter(None, (re.search(r"http://\S+", line) for line in runner.stdout)))
            try:
                pictures = _follow(found[0])
            finally:
                runner.send_signal(signal.SIGINT)
    _save(pictures, options.film)
    print(f"{options.film}: {len(pictures)} pictures, {options.film.stat().st_size / 1e6:.2f} MB")
    return 0


def write_cup(folder: Path, text: str, names: Sequence[str], think_ms: float) -> Path:
    """Write the file of a tournament of bots that wait before each answer; return its path.

    Args:
        folder: Where to write it, and the bots' program.
        text: Text of the file, without its bots.
        names: Titles of the bots.
        think_ms: What a bot waits before each answer, in milliseconds.
    """
    (folder / "bot.py").write_text(_BOT, encoding="utf-8")
    command = [sys.executable, "bot.py"]
    bots = (
        f'[[bots]]\nname = "{each.lower()}"\ntitle = "{each}"\n'
        f"command = {[*command, each, str(think_ms / 1e3)]}\n"
        for each in names
    )
    file = folder / "cup.toml"
    file.write_text(text + "".join(bots), encoding="utf-8")
    return file


def _follow(address: str) -> list[bytes]:
    """Return pictures of the cup's page, one for each change, from its first match to the champion."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
        open_page(page, address)
        page.wait_for_selector('a[href="/t/1"]', timeout=120_000)
        page.goto(f"{address.partition('/#')[0]}/t/1")
        page.wait_for_selector("h1")
        pictures: list[bytes] = []
        is_over = False
        while not is_over:
            is_over = bool(page.locator(".champ").count())
            taken = page.screenshot()
            if not pictures or taken != pictures[-1]:
                pictures.append(taken)
            if not is_over:
                time.sleep(_LOOK_S)
        browser.close()
    return pictures


def open_page(page: Any, address: str) -> None:
    """Open a page, and try again until the arena listens.

    Raises:
        RuntimeError: The arena did not listen after many tries.
    """
    from playwright.sync_api import Error

    for _ in range(240):
        try:
            page.goto(address)
        except Error:
            time.sleep(_LOOK_S)
        else:
            return
    raise RuntimeError(f"no arena at {address}")


def _save(pictures: Sequence[bytes], path: Path) -> None:
    from PIL import Image

    images: list[Any] = [Image.open(io.BytesIO(each)).convert("RGB") for each in pictures]
    # The colours of the last picture, with the champion's gold, are those of all: each frame then has only what changed.
    palette = images[-1].quantize(_COLOURS)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    times = [*[round(1000 * _LOOK_S)] * (len(frames) - 1), _LAST_MS]
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.arena_cup", description=__doc__)
    parser.add_argument("film", type=Path, help="the GIF to write")
    parser.add_argument("--listen", default="127.0.0.1:8093", help="of the arena (%(default)s)")
    parser.add_argument(
        "--think-ms", type=int, default=60, help="a bot takes for a decision (%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
