"""`python -m loadtest.arena_faults`: what does a spectator see where the arena of 0.2 had faults?

It plays a match of each game, leaves a live one unwatched for a while, plays a cup of eight with
`tournament run --web`, and looks at their pages in a browser. For each fault it prints one line
with what it measures now; `docs/arena.md` has the table with what it was before. Needs Chromium and
Playwright.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from loadtest.arena import arena_process
from loadtest.arena_cup import CUP, NAMES, open_page, write_cup
from loadtest.arena_front import SlowDuels
from loadtest.arena_pictures import MATCHES, names_of, referee_process
from loadtest.flags import number_parser
from loadtest.target import Target
from loadtest.watchers import CONFIG, GAME
from loadtest.workers import Worker
from referee_client.errors import UnreachableError
from referee_client.lobby import Lobby, time_control

__all__ = ["main"]

_THINK_S = 0.3
_MOST_S = 7200.0
_PATIENCE_MS = 1_800_000
_PORT = 8094
_SETTLED = ".player[data-settled]"
_BOTTOM = "all => Math.round(Math.max(...all.map((each) => each.getBoundingClientRect().bottom)))"
_CUT = """map => { const pane = map.closest(".pane").getBoundingClientRect(), box = map.getBoundingClientRect();
  return Math.round(Math.max(0, box.right - pane.right, box.bottom - pane.bottom, box.bottom - innerHeight)); }"""
"""Pixels of a map that its pane does not show."""
_SPOKEN = """async () => {
  let most = 0;
  const status = document.querySelector("[role=status][aria-atomic]");
  new MutationObserver(() => { most = Math.max(most, status.textContent.length); })
    .observe(status, { childList: true, characterData: true, subtree: true });
  const slider = document.querySelector(".slider");
  for (let number = 0; number <= Number(slider.max); number += 1) {
    slider.value = String(number);
    slider.dispatchEvent(new Event("input"));
    await new Promise((done) => setTimeout(done, 60));
  }
  return most;
}"""
"""Goes through all steps of a match, and returns the most characters that a screen reader reads of one."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Look at the arena's pages and print a line for each fault that they had; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = number_parser(
        "loadtest.arena_faults", __doc__, think_ms=(60, "a bot of the cup takes for a decision")
    ).parse_args(arguments)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1100, "height": 800}, reduced_motion="reduce")
        with referee_process() as address, _unwatched(address) as live:
            with Lobby(address) as lobby:
                matches = dict(_played(lobby))
            with arena_process(address) as port:
                _look_at_matches(page, f"http://127.0.0.1:{port}", live, matches)
            with arena_process(address) as port:
                _say("the live match after a restart of the arena", _score(page, port, live))
        _look_at_cup(page, options)
        browser.close()
    return 0


def _say(what: str, value: object) -> None:
    print(f"{what}: {value}", flush=True)


@contextlib.contextmanager
def _unwatched(address: str) -> Iterator[str]:
    """Play a match of slow bots at a referee while the context is open; yield its id."""
    target = Target.from_environment(address)
    with target.lobby() as lobby:
        control = time_control(60.0, strikes=0)
        made = lobby.create_match(GAME, config=CONFIG, time_control=control, players=["ada", "bob"])
    with Worker(SlowDuels(target, [list(made.seat_tokens)], _THINK_S)) as bots:
        bots.wait_until_open()
        bots.begin(_MOST_S)
        yield made.match.match_id


def _played(lobby: Lobby) -> Iterator[tuple[str, str]]:
    """Play a match of each game, and yield games and ids of matches."""
    for game, (bots, config, _) in MATCHES.items():
        made = None
        while made is None:
            # The first match of a game waits for its import, on a busy machine for longer than a call.
            with contextlib.suppress(UnreachableError):
                made = lobby.create_match(
                    game, config=config, num_seats=len(bots), seed=5, players=names_of(bots)
                )
        for seat, bot in enumerate(bots):
            lobby.seat_house_bot(made.match.match_id, seat, bot)
        lobby.wait(made.match.match_id, timeout=900)
        yield game, made.match.match_id


def _open(page: Any, address: str, ready: str = _SETTLED) -> None:
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(ready, timeout=_PATIENCE_MS)
    page.wait_for_timeout(300)


def _text(page: Any, selector: str) -> str:
    """Return the text of the first element of a selector, in one line."""
    return " ".join(page.locator(selector).first.inner_text().split())


def _score(page: Any, port: int, match: str) -> str:
    _open(page, f"http://127.0.0.1:{port}/match/{match}")
    return _text(page, ".score-head")


def _look_at_matches(page: Any, home: str, live: str, matches: dict[str, str]) -> None:
    """Print what the pages of a live match and of ended ones show, and the front page.

    Args:
        page: Page of the browser.
        home: Address of the arena.
        live: Id of the live match, which nobody has watched before.
        matches: Id of the match of each game.
    """
    port = int(home.rpartition(":")[2])
    _say("a live match for its first viewer", _score(page, port, live))
    page.wait_for_selector(".feed li", timeout=_PATIENCE_MS)
    _say("sentences on earlier steps", page.locator(".feed li").count())
    _open(page, f"{home}/", ".card.mini > .says")
    _say("the card of it on the front page", _text(page, "#boards .card"))
    ended = page.locator("#ended li").all_inner_texts()
    _say("ended matches in the list", [" ".join(each.split()) for each in ended])
    for game, match in matches.items():
        address, step = f"{home}/match/{match}", MATCHES[game][2]
        _open(page, address)
        top = page.locator(".result-title").bounding_box()["y"]
        _say(
            f"{game}, its winner at 1100x800", f"{_text(page, '.result-title')} ({top:.0f} px down)"
        )
        _open(page, f"{address}#step={step}")
        lowest = page.locator(".score-head, .headline, .feed li:first-child").evaluate_all(_BOTTOM)
        _say(f"{game}, clocks, turn and newest event end", f"{lowest} px down of 800")
        _say(f"{game}, how to play", f"{page.locator('.how li').count()} sentences")
        page.set_viewport_size({"width": 360, "height": 740})
        wide = page.evaluate("document.documentElement.scrollWidth")
        _say(f"{game}, width at 360", f"{wide} px")
        page.set_viewport_size({"width": 1100, "height": 800})
    _open(page, f"{home}/match/{matches['dungeon_keeper']}#step=60")
    signs, letters = (
        page.locator(f".stage .{each}").count() for each in ("icon", "token:not(.cluster) > .glyph")
    )
    _say("dungeon_keeper, units and buildings", f"{signs} as signs, {letters} as letters")
    _open(page, f"{home}/match/{matches['dice_adventure']}#step=30&eyes=public")
    _say("dice_adventure for the public", f"{_text(page, '.stage')}; {_text(page, '.feed')}")
    _open(page, f"{home}/match/{matches['proving_grounds']}#step=20")
    _say("proving_grounds, map cut off", f"{page.locator('.map').first.evaluate(_CUT)} px")
    _open(page, f"{home}/match/{matches['champions']}#step=0")
    _say("champions, most characters spoken of a step", page.evaluate(_SPOKEN))
    for query in ("", "?view=projector"):
        page.set_viewport_size({"width": 2560, "height": 1440})
        _open(page, f"{home}/match/{matches['diceman']}{query}#step=12")
        size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
        _say(f"text at 2560{', projector' if query else ''}", size)
    page.set_viewport_size({"width": 1100, "height": 800})


def _look_at_cup(page: Any, options: argparse.Namespace) -> None:
    """Play a cup of eight with its own arena, and print what its page shows in the midst and at the end."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        file = write_cup(Path(name), CUP, NAMES, options.think_ms)
        run = [sys.executable, "-P", "-m", "tournaments", "run", str(file)]
        with subprocess.Popen(
            [*run, "--web", "--web-listen", f"127.0.0.1:{_PORT}"], stdout=subprocess.PIPE, text=True
        ) as runner:
            assert runner.stdout is not None
            found = next(filter(None, (re.search(r"http://\S+", line) for line in runner.stdout)))
            try:
                open_page(page, found[0])
                page.goto(f"{found[0].partition('/#')[0]}/t/1")
                page.wait_for_selector(".tie.on", timeout=_PATIENCE_MS)
                page.wait_for_selector(".card.mini > .says", timeout=_PATIENCE_MS)
                _say_cup(page, "running")
                page.wait_for_selector(".champ", timeout=_PATIENCE_MS)
                _say_cup(page, "over")
                page.wait_for_timeout(5000)
                status = page.request.get(page.url).status
                is_there = runner.poll() is None
                _say(
                    "5 s after the last match",
                    f"its page answers {status}, run goes on: {is_there}",
                )
            finally:
                runner.send_signal(signal.SIGINT)
                runner.wait()


def _say_cup(page: Any, state: str) -> None:
    """Print what the page of the cup leads to and proclaims; `state` says how far the cup is."""
    # First, since matches of the cup last seconds.
    _say(f"cup {state}, live boards on its page", page.locator(".card.mini").count())
    links = page.locator("main a[href^='/'], .doc a[href^='/']").evaluate_all(
        "all => [...new Set(all.map((each) => each.href.split('#')[0]))]"
    )
    codes = [page.request.get(each).status for each in links]
    missing = sum(code != 200 for code in codes)
    _say(f"cup {state}, links", f"{len(links)}, of which {missing} are answered otherwise than 200")
    ties, led = page.locator(".tie").count(), page.locator("a.tie").count()
    rounds = page.locator(".bracket .round > h3").all_inner_texts()
    _say(f"cup {state}, bracket", f"{led} of {ties} meetings with links, rounds {rounds}")
    heads = page.locator("table thead th").all_inner_texts()
    rows = [" ".join(each.split()) for each in page.locator("table tbody tr").all_inner_texts()]
    _say(f"cup {state}, standings", f"{heads}: {rows}")
    if page.locator(".champ").count():
        top = page.locator(".champ").bounding_box()["y"]
        _say(f"cup {state}, champion", f"{_text(page, '.champ')} ({top:.0f} px down)")


if __name__ == "__main__":
    sys.exit(main())
