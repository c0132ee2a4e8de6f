"""`python -m loadtest.arena_pictures FOLDER`: the pictures of `docs/arena.md`, taken in a browser.

It plays a match of each game on its own referee, and takes pictures of the front page, of one step
of a match and of a tournament, and an animated picture. Needs Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from loadtest.arena import arena_process
from referee_client.lobby import Lobby

__all__ = ["MATCHES", "names_of", "referee_process"]

MATCHES: dict[str, tuple[tuple[str, ...], dict[str, Any], int]] = {
    "diceman": (("greedy", "mixer"), {"games": 3}, 12),
    "swordman": (("greedy", "reader"), {"games": 3}, 9),
    "dice_adventure": (("partner", "partner", "partner"), {}, 30),
    "champions": (("tactician", "hider", "brawler", "random") * 4, {}, 12),
    "dungeon_keeper": (("planner", "rusher"), {"max_rounds": 40}, 60),
    "proving_grounds": (("planner", "greedy", "bidder"), {}, 20),
}
"""For each game: the house bots in seat order, the config, and the step of which the picture is
taken."""
_SHOWN = "champions"
"""Game of which a picture is taken; `loadtest.arena_sheets` shows them all."""
_WIDTH, _HEIGHT = 1100, 900
_COLOURS = 64
_FRAMES = 24
_FRAME_MS = 350
_SETTLED = ".player[data-settled]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Take pictures of an arena's pages for its documentation; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    shown = [] if options.tournament is None else ["--tournament", str(options.tournament)]
    with referee_process() as address, arena_process(address, *shown) as port:
        _take(f"http://127.0.0.1:{port}", address, options)
    return 0


@contextlib.contextmanager
def referee_process() -> Iterator[str]:
    """Run a referee with house bots while the context is open, and yield its address."""
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
        address = f"unix:{folder}/s"
        serve = ["serve", "--listen", address, "--data-dir", f"{folder}/data"]
        command = [sys.executable, "-P", "-m", "referee", *serve]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            assert process.stderr is not None
            process.stderr.readline()  # it listens
            try:
                yield address
            finally:
                process.terminate()


def _begin(lobby: Lobby) -> dict[str, str]:
    """Begin a match of each game; return the match ids by game."""
    matches = {}
    for game, (bots, config, _) in MATCHES.items():
        made = lobby.create_match(
            game, config=config, num_seats=len(bots), seed=5, players=names_of(bots)
        )
        matches[game] = made.match.match_id
        for seat, bot in enumerate(bots):
            lobby.seat_house_bot(made.match.match_id, seat, bot)
    return matches


def names_of(bots: Sequence[str]) -> list[str]:
    """Return names for the players that differ: the bot's name, with the seat if the bot plays several."""
    return [f"{bot} {seat}" if bots.count(bot) > 1 else bot for seat, bot in enumerate(bots)]


def _take(address: str, referee: str, options: argparse.Namespace) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
        page.goto(address)
        with Lobby(referee) as lobby:
            matches = _begin(lobby)
            page.wait_for_selector(".card .part", timeout=120_000)
            page.wait_for_timeout(3000)
            _write(page.screenshot(), options.folder / "now.png")
            for match in matches.values():
                lobby.wait(match, timeout=600)
        step = MATCHES[_SHOWN][2]
        page.goto("about:blank")
        page.goto(f"{address}/match/{matches[_SHOWN]}#step={step}")
        page.wait_for_selector(_SETTLED, timeout=120_000)
        _write(page.screenshot(), options.folder / f"{_SHOWN}.png")
        if options.tournament is not None:
            page.goto(f"{address}/t/1")
            page.wait_for_selector("h1")
            page.wait_for_timeout(1500)
            _write(page.screenshot(), options.folder / "tournament.png")
        _film(page, f"{address}/match/{matches['dungeon_keeper']}", options.folder / "arena.gif")
        browser.close()


def _film(page: Any, address: str, path: Path) -> None:
    from PIL import Image

    page.set_viewport_size({"width": 760, "height": 700})
    page.goto("about:blank")
    page.goto(f"{address}#step=30")
    page.wait_for_selector(_SETTLED)
    frames = []
    for _ in range(_FRAMES):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(300)
        frames.append(Image.open(io.BytesIO(page.screenshot())).convert("P", colors=_COLOURS))
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=_FRAME_MS, loop=0, optimize=True
    )


def _write(png: bytes, path: Path) -> None:
    """Write a picture with few colours, which makes the file a third of the size."""
    from PIL import Image

    image = Image.open(io.BytesIO(png)).convert("RGB").quantize(_COLOURS)
    image.save(path, optimize=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.arena_pictures", description=__doc__)
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("--tournament", type=Path, help="whose pages are taken")
    return parser


if __name__ == "__main__":
    sys.exit(main())
