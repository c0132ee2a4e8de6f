"""The whole arena in a browser: a referee, its matches live, their ends, and an arena that goes and comes back."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gamereferee.games.swordman.v1 import swordman_pb2
from gamereferee.v1 import match_pb2
from referee_client.blocking import RefereeClient
from referee_client.lobby import Lobby, time_control
from tests.cli.command import start
from tests.helpers.patience import HANG_S

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

GAMES = {
    "diceman": ({"games": 3}, ("greedy", "mixer")),
    "swordman": ({"games": 3}, ("greedy", "reader")),
    "dice_adventure": ({}, ("partner", "partner", "partner")),
    "champions": ({}, ("tactician", "brawler", "hider", "random") * 4),
    "dungeon_keeper": ({"max_rounds": 12}, ("planner", "rusher")),
    "proving_grounds": ({}, ("planner", "greedy", "bidder")),
}
"""Config and house bots of a match of each game."""
_MANY = 1000
"""Orders that no match has."""
HOSTILE = "</script><img src=x onerror=window.pwn=1>"


@dataclasses.dataclass(frozen=True)
class Served:
    """A referee that runs."""

    address: str
    """Where it listens."""
    folder: Path
    """Where tests may keep things."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A referee with house bots, in processes of their own."""
    folder = tmp_path_factory.mktemp("served")
    address = f"unix:{folder}/s"
    with start("serve", "--listen", address, "--data-dir", f"{folder}/d") as process:
        assert process.stderr is not None
        assert json.loads(process.stderr.readline())["event"] == "listening"
        yield Served(address, folder)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=HANG_S / 2)


@contextmanager
def _arena(*words: str, port: int = 0, **env: str) -> Iterator[str]:
    """An arena, and its address."""
    words = ("arena", "--listen", f"127.0.0.1:{port}", *words)
    with start(*words, env={**os.environ, **env}) as process:
        assert process.stdout is not None
        told = re.search(r"http://\S+", process.stdout.readline())
        assert told is not None, process.communicate()
        yield told[0].rstrip("/")
        process.send_signal(signal.SIGINT)
        process.wait(timeout=HANG_S / 2)


@pytest.fixture(scope="module")
def arena(served: Served) -> Iterator[str]:
    """An arena for everybody."""
    with _arena("--referee", served.address) as address:
        yield address


@contextmanager
def _match(
    served: Served, game: str, players: Sequence[str] = ()
) -> Iterator[tuple[Lobby, Any, tuple[str, ...]]]:
    """A match of house bots whose last seat is still free, and who would sit there."""
    config, bots = GAMES[game]
    with Lobby(served.address) as lobby:
        made = lobby.create_match(
            game, config=config, num_seats=len(bots), seed=5, players=players or bots
        )
        for seat, bot in enumerate(bots[:-1]):
            lobby.seat_house_bot(made.match.match_id, seat, bot)
        yield lobby, made, bots


def _wait_for(page: Page, selector: str) -> None:
    page.wait_for_selector(selector, state="attached", timeout=1000 * HANG_S / 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_live_match_is_watched_to_its_end(
    page: Page, served: Served, arena: str, game: str
) -> None:
    """From before its start, by the public; then its replay, by all eyes there are."""
    problems: list[str] = []
    page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
    with _match(served, game) as (lobby, made, bots):
        match = made.match.match_id
        page.goto(f"{arena}/match/{match}")
        lobby.seat_house_bot(match, len(bots) - 1, bots[-1])
        ended = lobby.wait(match, timeout=HANG_S / 2)
    assert ended.outcome.cause == match_pb2.END_CAUSE_RULES
    _wait_for(page, ".player[data-settled]")
    page.keyboard.press("End")
    _wait_for(page, "text=the match is over")
    assert page.locator(".player .part").count() > 0
    page.goto("about:blank")
    page.goto(f"{arena}/match/{match}#step={ended.steps}")
    _wait_for(page, ".player[data-settled]")
    assert page.locator(".player .part").count() > 0
    assert page.locator("select option", has_text="everything").count() > 0
    assert problems == []


def test_an_arena_that_was_killed_is_found_again(page: Page, served: Served) -> None:
    """After three failed tries the page goes on by itself, and shows the match to its end.

    The new arena has all frames from the start of the match, so that every step keeps its number and it
    knows the score.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arena = ("arena", "--listen", f"127.0.0.1:{port}", "--referee", served.address)
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    with Lobby(served.address) as lobby:
        made = lobby.create_match(
            "swordman", config={"games": 3}, time_control=time_control(HANG_S)
        )
        match = made.match.match_id
        lobby.seat_house_bot(match, 0, "greedy")
        with start(*arena) as process, _playing(served, made.seat_tokens[1]) as orders:
            assert process.stdout is not None
            process.stdout.readline()  # it listens
            page.clock.install()
            page.goto(f"http://127.0.0.1:{port}/match/{match}")
            _wait_for(page, '.player[data-shown="0"]')
            orders.release(2)
            _wait_for(page, '.player[data-shown="2"]')
            process.kill()
            process.wait()
            failed.clear()
            for wait in (1, 2, 4, 8):
                _wait_for(page, f".notice:has-text('trying again in {wait} s')")
                if wait < 8:
                    page.clock.fast_forward(1000 * wait)
            assert sum(f"/api/matches/{match}" in address for address in failed) >= 3
            with _arena("--referee", served.address, port=port):
                page.clock.fast_forward(8000)
                _wait_for(page, ".notice[hidden]")
                _wait_for(page, '.player[data-shown="2"]')
                home = page.context.new_page()
                home.goto(f"http://127.0.0.1:{port}/")
                score = f'[data-live="{match}"] .vs b'
                home.wait_for_selector(score, timeout=1000 * HANG_S / 2)
                assert all(text.isdecimal() for text in home.locator(score).all_inner_texts())
                home.close()
                orders.release(_MANY)
                lobby.wait(match, timeout=HANG_S / 2)
                page.wait_for_selector(".result-card", timeout=1000 * HANG_S / 2)
                assert "begun anew" not in page.inner_text("body")


@contextmanager
def _playing(served: Served, token: str) -> Iterator[threading.Semaphore]:
    """Play a seat of Swordman, as many orders as the semaphore lets pass."""
    orders = threading.Semaphore(0)

    def act(observation: swordman_pb2.Observation) -> swordman_pb2.Action:
        orders.acquire()
        return swordman_pb2.Action(sword=observation.config.power)

    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(RefereeClient(served.address, act).play, [token])
        try:
            yield orders
        finally:
            orders.release(_MANY)
        playing.result(HANG_S / 2)


def test_what_is_played_is_shown_on_the_first_page(page: Page, served: Served, arena: str) -> None:
    """Names of bots are text, whatever is in them; a match that has ended is a link to it."""
    names = (HOSTILE, "W" * 100)
    with _match(served, "diceman", names) as (lobby, made, bots):
        match = made.match.match_id
        lobby.seat_house_bot(match, len(bots) - 1, bots[-1])
        lobby.wait(match, timeout=HANG_S / 2)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(arena)
    page.wait_for_selector(f'a[href="/match/{match}"]', timeout=1000 * HANG_S / 2)
    assert HOSTILE in page.inner_text("body")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    page.click(f'a[href="/match/{match}"]')
    _wait_for(page, ".player[data-settled]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("window.pwn") is None


def test_a_private_arena_takes_its_key_out_of_the_address(page: Page, served: Served) -> None:
    """It is posted once; no history entry, no storage and no page holds it."""
    key = "key-of-the-organizers-guests"
    with _arena("--referee", served.address, "--private", ARENA_KEY=key) as address:
        assert address.endswith(f"#key={key}")
        page.goto(address)
        _wait_for(page, "h1:has-text('Live matches and competitions')")
        assert key not in page.url
        assert key not in page.content()
        stored = "JSON.stringify([localStorage, sessionStorage, document.cookie, history.state])"
        assert key not in page.evaluate(stored)


def test_ctrl_c_with_open_streams_ends_it_silently(page: Page, served: Served) -> None:
    """Streams are ended by the arena, not waited for, and nothing is written of it."""
    with _match(served, "champions") as (lobby, made, bots):
        match = made.match.match_id
        words = ("arena", "--listen", "127.0.0.1:0", "--referee", served.address)
        with start(*words) as process:
            assert process.stdout is not None
            told = re.search(r"http://\S+", process.stdout.readline())
            assert told is not None
            lobby.seat_house_bot(match, len(bots) - 1, bots[-1])
            page.goto(f"{told[0]}match/{match}")
            _wait_for(page, ".player[data-settled]")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=HANG_S / 2)
        assert (out, err) == ("", "")
        assert process.returncode in (0, 130, -signal.SIGINT)
