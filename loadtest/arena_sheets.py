"""`python -m loadtest.arena_sheets FOLDER`: every page of the arena at all widths, light and dark, a sheet for each.

It plays a match of each game, competitions of three formats and the beginning of a season, then opens every
page at 360, 1100 and 2560 pixels and as a projector shows it. A sheet has the light pictures in its upper row, the dark
ones below. Needs Chromium, Playwright and Pillow.
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
from typing import Any, NamedTuple

from loadtest.arena import arena_process
from loadtest.arena_front import SlowDuels
from loadtest.arena_pictures import MATCHES, names_of, referee_process
from loadtest.arena_season import players_of, season_of
from loadtest.target import Target
from loadtest.watchers import CONFIG, GAME
from loadtest.workers import Worker
from referee_client.lobby import Lobby, time_control

__all__ = ["SIZES", "View"]


class View(NamedTuple):
    """Size of a window in which a page is shown, and scale of the picture taken of it."""

    width: int
    height: int
    query: str = ""
    """What is added to the address."""
    scale: float = 1.0
    """Size of the picture in the sheet by that of the window."""


SIZES = (
    View(360, 740, scale=0.5),
    View(1100, 800, scale=0.456),
    View(2560, 1440, scale=0.256),
    View(2560, 1440, "view=projector", scale=0.256),
)
"""The windows, in the order of a sheet."""
_CUPS = {
    "knockout": 'format = "knockout"\n',
    "ladder": 'format = "ladder"\nrounds = 40\n',
    "round_robin": 'format = "round_robin"\ncycles = 2\n',
}
_BOTS = ("greedy", "mixer", "random", "greedy", "random", "mixer", "greedy", "random")
_NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
_LIVE = 6
"""Matches of the season that are being played."""
_THINK_S = 1.0
_MOST_S = 7200.0
_GAP = 10
_QUALITY = 45
_CONDITION = ".player[data-settled], .doc h1, .doc table, .report table, .wide table, form, #boards"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a sheet of pictures of each page of an arena, at all widths; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="sheets-") as name,
        referee_process() as address,
        contextlib.ExitStack() as stack,
    ):
        cups = [_cup(Path(name), form, keys) for form, keys in _CUPS.items()]
        cups.append(season_of(Path(name), _live(Target.from_environment(address), stack)))
        shown = [word for cup in cups for word in ("--tournament", str(cup))]
        with Lobby(address) as lobby:
            matches = dict(_played(lobby, options.only))
        with arena_process(address, *shown) as port:
            pages = {
                each: path
                for each, path in _pages(matches).items()
                if not options.only or any(each.startswith(only) for only in options.only)
            }
            _take(f"http://127.0.0.1:{port}", pages, options.folder)
    return 0


def _cup(folder: Path, form: str, keys: str) -> Path:
    """Play a competition of house bots; return its data folder.

    Args:
        folder: Where to write the competition's file and data.
        form: Format of the competition, which becomes part of its name.
        keys: Lines of its file (TOML) that set the format.
    """
    text = f'name = "autumn_{form}"\ngame = "diceman"\nseed = 2008\nsandbox = "none"\n{keys}'
    text += "[config]\ngames = 1\n"
    for bot, name in zip(_BOTS, _NAMES, strict=True):
        text += f'[[bots]]\nname = "{name.lower()}"\ntitle = "{name}"\nhouse = "{bot}"\n'
    file = folder / f"autumn_{form}.toml"
    file.write_text(text, encoding="utf-8")
    run = [sys.executable, "-P", "-m", "tournaments", "run", str(file)]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
    return folder / "data" / f"autumn_{form}"


def _live(target: Target, stack: contextlib.ExitStack) -> list[str]:
    """Begin matches that are played as long as the stack is open; return their ids."""
    with target.lobby() as lobby:
        control = time_control(60.0, strikes=0)
        made = [
            lobby.create_match(GAME, config=CONFIG, time_control=control, players=players)
            for players in players_of(_LIVE)
        ]
    duels = SlowDuels(target, [list(each.seat_tokens) for each in made], _THINK_S)
    worker = stack.enter_context(Worker(duels))
    worker.wait_until_open()
    worker.begin(_MOST_S)
    return [each.match.match_id for each in made]


def _played(lobby: Lobby, only: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Play a match of each game; yield games and ids of matches.

    Args:
        lobby: Connection to the referee.
        only: Beginnings of names of the games to play; empty plays all.
    """
    for game, (bots, config, _) in MATCHES.items():
        if only and not any(game.startswith(each) or each.startswith(game) for each in only):
            continue
        made = lobby.create_match(
            game, config=config, num_seats=len(bots), seed=5, players=names_of(bots)
        )
        for seat, bot in enumerate(bots):
            lobby.seat_house_bot(made.match.match_id, seat, bot)
        lobby.wait(made.match.match_id, timeout=600)
        yield game, made.match.match_id


def _pages(matches: dict[str, str]) -> dict[str, str]:
    """Return the paths of the arena's pages by the names of their sheets.

    `matches` has the id of a match of each game.
    """
    cups = {form: f"/t/{number}" for number, form in enumerate(_CUPS, start=1)}
    pages = {"front": "/", **cups}
    pages |= {name: f"{cups['round_robin']}/{name}" for name in ("statistics", "matches")}
    pages["entry"] = f"{cups['ladder']}/bot/1"
    season = f"/t/{1 + len(_CUPS)}"
    pages |= {"season": season, "season_entry": f"{season}/bot/1"}
    for game, match in matches.items():
        pages[game] = f"/match/{match}#step={MATCHES[game][2]}"
        pages[f"{game}_end"] = f"/match/{match}"
    return pages


def _take(address: str, pages: dict[str, str], folder: Path) -> None:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(reduced_motion="reduce")
        for name, path in pages.items():
            rows = []
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                rows.append([_picture(page, address, path, view) for view in SIZES])
            width = sum(image.width + _GAP for image in rows[0]) + _GAP
            height = max(image.height for image in rows[0]) + _GAP
            sheet = Image.new("RGB", (width, 2 * height + _GAP), "#8b8d92")
            for row, images in enumerate(rows):
                left = _GAP
                for image in images:
                    sheet.paste(image, (left, _GAP + row * height))
                    left += image.width + _GAP
            sheet.save(folder / f"{name}.webp", quality=_QUALITY, method=6)
            print(f"{name}: {(folder / f'{name}.webp').stat().st_size / 1e3:.0f} kB", flush=True)
        browser.close()


def _picture(page: Any, address: str, path: str, view: View) -> Any:
    """Return the picture of a page in a window, scaled down to the size that it has in a sheet.

    Args:
        page: Page of the browser.
        address: Address of the arena.
        path: Path of the arena's page, with its fragment.
        view: Size of the window, and scale of the picture.
    """
    from PIL import Image

    page.set_viewport_size({"width": view.width, "height": view.height})
    place, _, step = path.partition("#")
    query = f"?{view.query}" if view.query else ""
    page.goto("about:blank")
    page.goto(f"{address}{place}{query}{'#' + step if step else ''}")
    page.wait_for_selector(_CONDITION, timeout=300_000)
    page.wait_for_timeout(400)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    size = (round(view.width * view.scale), round(view.height * view.scale))
    return image.resize(size, Image.Resampling.LANCZOS)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.arena_sheets", description=__doc__)
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("--only", nargs="*", default=[], help="beginnings of names of sheets")
    return parser


if __name__ == "__main__":
    sys.exit(main())
