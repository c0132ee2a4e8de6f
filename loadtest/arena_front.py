"""`python -m loadtest.arena_front`: what do many live matches cost the arena, and how soon does it end?

Matches of slow bots are played on one referee, and a browser shows the arena's front page with all of
them; if their game is Diceman, also the page of a season. For each it prints the processor time of the
arena's process, and the page's longest tasks. Then, as often as asked, an arena with three open pages,
each with a stream, gets the signal of Ctrl-C, and the time until its process has ended is printed.
Needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import itertools
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import referee_bots
from gamereferee.v1 import lobby_service_pb2
from loadtest.arena import ThinkingDuel, seconds_to_end
from loadtest.arena_pictures import MATCHES, names_of
from loadtest.arena_season import players_of, season_of
from loadtest.flags import number_parser
from loadtest.local_referee import cpu_seconds_used, local_referee
from loadtest.target import Target
from loadtest.watchers import CONFIG, GAME
from loadtest.workers import Worker
from referee_client import Bot, RefereeClient
from referee_client.lobby import time_control

__all__ = ["SlowDuels"]

PAGES = 3
_TASKS = """window.tasks = [];
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => window.tasks.push(duration)))
  .observe({ type: "longtask", buffered: true });"""


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


class SlowHouseBots:
    """Random house bots of several matches of any game, which wait before each answer.

    Args:
        address: Address of the referee.
        game: Identifier of the game.
        tokens: Tokens of the seats of each match.
        think_s: Seconds to wait before each answer.
    """

    def __init__(
        self, address: str, game: str, tokens: Sequence[Sequence[str]], think_s: float
    ) -> None:
        self._address, self._game = address, game
        self._tokens = tokens
        self._think_s = think_s

    async def open(self) -> None:
        """Join all seats."""
        self._client = RefereeClient(self._address, game=self._game, threads=1024)
        for seat, token in enumerate(itertools.chain.from_iterable(self._tokens)):
            self._client.join(token, functools.partial(_slow, self._game, seat, self._think_s))
        self._playing = asyncio.create_task(self._client.play())

    async def run(self, seconds: float) -> None:
        """Play for some seconds."""
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        """Leave the matches."""
        self._client.stop()
        await self._playing


def _slow(game: str, seed: int, think_s: float) -> Bot:
    """Return a random house bot of a game that waits before each answer."""
    house = referee_bots.find(game, "random")

    class Slow(house):  # type: ignore[misc, valid-type]
        """The house bot, as an async bot."""

        async def act(self, observation: Any) -> Any:
            await asyncio.sleep(think_s)
            return super().act(observation)

    return Slow(seed)


@contextlib.contextmanager
def _arena(address: str, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run an arena while the context is open; yield its process and the URL of its pages.

    Args:
        address: Address of the referee whose matches it shows.
        words: Further words of the arena's command line.
    """
    command = [sys.executable, "-P", "-m", "referee_arena", "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(
        [*command, "--referee", address, *words], stdout=subprocess.PIPE, text=True
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
    """Measure what many live matches cost an arena, and how soon it ends; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    from playwright.sync_api import sync_playwright

    with (
        local_referee() as referee,
        sync_playwright() as playwright,
        contextlib.ExitStack() as stack,
    ):
        target = Target.from_environment(referee.address)
        made = _made(target, options)
        tokens = [list(each.seat_tokens) for each in made]
        think_s = options.think_ms / 1e3
        bots: SlowDuels | SlowHouseBots = SlowDuels(target, tokens, think_s)
        if options.game != GAME:
            bots = SlowHouseBots(referee.address, options.game, tokens, think_s)
        playing: Worker[Any] = stack.enter_context(Worker(bots))
        playing.wait_until_open()
        # They are played until all is measured.
        playing.begin(2 * options.seconds + 60.0 * options.ends + 600.0)
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        matches = [each.match.match_id for each in made]
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="season-")))
        looks = [("front page", "/")]
        words = []
        if options.game == GAME:
            looks.append(("page of a season", "/t/1"))
            words = ["--tournament", str(season_of(folder, matches))]
        with _arena(referee.address, *words) as (process, address):
            for name, path in looks:
                _look(browser, process, name, address + path, options)
        ids = matches[:PAGES]
        taken = [_end(browser, referee.address, ids) for _ in range(options.ends)]
        shown = ", ".join(f"{each:.2f}" for each in taken)
        print(
            f"Ctrl-C with {PAGES} open pages: median {statistics.median(taken):.2f} s of {shown}",
            flush=True,
        )
        browser.close()
    return 0


def _made(
    target: Target, options: argparse.Namespace
) -> list[lobby_service_pb2.CreateMatchResponse]:
    """Create the matches, of which no bot can miss a turn; return the answers with their tokens."""
    bots, config, _ = MATCHES[options.game]
    players = [names_of(bots)] * options.matches
    if options.game == GAME:
        players, config = [list(pair) for pair in players_of(options.matches)], CONFIG
    with target.lobby() as lobby:
        control = time_control(60.0, strikes=0)
        return [
            lobby.create_match(
                options.game,
                config=config,
                num_seats=len(each),
                time_control=control,
                players=each,
            )
            for each in players
        ]


def _look(
    browser: Any,
    process: subprocess.Popen[str],
    name: str,
    address: str,
    options: argparse.Namespace,
) -> None:
    """Print what a page with all matches costs the arena, and the browser's longest tasks.

    Args:
        browser: The browser.
        process: The arena.
        name: What the page is, for the reader.
        address: The page's address.
        options: Parsed arguments; `matches` and `seconds` are used.
    """
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.add_init_script(_TASKS)
    page.goto(address)
    page.wait_for_selector(".card.mini > .says", timeout=120_000)
    page.wait_for_timeout(10_000)  # all boards are drawn once
    opening = page.evaluate("window.tasks.splice(0)")
    before = cpu_seconds_used(process.pid)
    begun = time.monotonic()
    page.wait_for_timeout(1e3 * options.seconds)
    share = (cpu_seconds_used(process.pid) - before) / (time.monotonic() - begun)
    tasks = page.evaluate("window.tasks")
    cards = page.locator(".card.mini").count()
    page.close()
    print(
        f"{name}, {options.matches} live matches, {cards} cards: arena {100 * share:.1f} % of a core; "
        f"{_long(opening)} while it is opened, {_long(tasks)} in {options.seconds:.0f} s after that",
        flush=True,
    )


def _long(tasks: Sequence[float]) -> str:
    """Return in words how many long tasks there were, and the longest."""
    return f"{len(tasks)} tasks over 50 ms (longest {max(tasks, default=0.0):.0f} ms)"


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
    parser = number_parser(
        "loadtest.arena_front",
        __doc__,
        matches=(50, "live at once"),
        seconds=(20.0, "measured"),
        think_ms=(1000.0, "of bots"),
        ends=(5, "arenas that are ended"),
    )
    parser.add_argument(
        "--game", choices=sorted(MATCHES), default=GAME, help="of the matches (%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
