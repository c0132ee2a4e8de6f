"""A person's seat in a browser: played to its end by keys alone, and its token kept nowhere."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOT
from tests.helpers.distributions import distribute
from tests.helpers.patience import HANG_S

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

GAMES = {
    "diceman": ("house:greedy", "games=1", "life=5"),
    "swordman": ("house:greedy", "games=1", "life=5"),
    "champions": ("house:random", "max_rounds=2"),
    "dice_adventure": ("house:wanderer", 'levels=[{"name":"L1","cap":2}]', "ping_windows=1"),
    "dungeon_keeper": ("house:idle", "preset=small", "max_rounds=2"),
    "proving_grounds": ("house:random", "max_turns=5"),
}
"""Whom one plays, and the config of a short match."""
RIVALS = {"champions": 2, "dice_adventure": 2, "proving_grounds": 2}
WAIT_MS = 1000 * HANG_S / 2
MOST_TURNS = 60


@contextmanager
def playing(
    game: str, folder: Path, env: Mapping[str, str] | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `referee play` with a seat for the browser, and give the address of that seat."""
    rival, *config = GAMES.get(game, ("house:random",))
    command = [sys.executable, "-m", "referee", "play", game, "--bot", "web", "--no-browser"]
    command += ["--bot", rival] * RIVALS.get(game, 1)
    for each in config:
        command += ["--config", each]
    command += ["--seed", "7", "--replay-dir", str(folder / "replays")]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=env
    )
    try:
        assert process.stderr is not None
        # On a busy machine, lines before it say who is waited for.
        lines = []
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r"play at (http://\S+)", line):
                break
        else:
            pytest.fail("".join(lines))
        yield found[1], process
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGINT)
        process.communicate()


def wait_for_turn(page: Page, after: int) -> int:
    """Return the number of the next turn; 0 once the match is over."""
    found = page.wait_for_function(
        """(after) => {
          const status = document.querySelector(".status")?.textContent || "";
          const turn = Number(/^Your turn (\\d+)/.exec(status)?.[1] || 0);
          return turn > after ? turn : status === "Over." ? -1 : 0;
        }""",
        arg=after,
        timeout=WAIT_MS,
    )
    return max(0, int(found.json_value()))


def tick_two(page: Page) -> None:
    """Tick the first two boxes of the form, where there are boxes."""
    if not page.locator(".turn-form .ask:not([hidden]) input[type=checkbox]").count():
        return
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_by_keys(game: str, page: Page, tmp_path: Path) -> None:
    """From the address to the result, by nothing but keys."""
    with playing(game, tmp_path) as (address, process):
        page.goto(address)
        turn = 0
        for _ in range(MOST_TURNS):
            turn = wait_for_turn(page, turn)
            if not turn:
                break
            page.locator(".feed").wait_for(state="attached")  # what is seen between turns
            assert page.locator(".notice").text_content() == ""
            # Later boxes of Proving Grounds are purchases, which cost too much.
            if game != "proving_grounds" or turn == 1:
                tick_two(page)
            if game == "dungeon_keeper":
                page.get_by_label("end the turn").focus()
                page.keyboard.press("Space")
            page.keyboard.press("Control+Enter")
        assert "The match is over." in page.locator(".result").inner_text()
        page.locator(".feed li").first.wait_for(state="attached")
        out, err = process.communicate()
        assert process.returncode == 0, err
        assert "seat 0 web: place" in out


def test_a_column_is_chosen_on_the_board(page: Page, tmp_path: Path) -> None:
    """In a game of the kit the cells of legal columns are lit, and a click on any of them chooses the column."""
    entries = {
        "referee.games": {"connect_four": "connect_four_game:PLUGIN"},
        "referee.views": {"connect_four": "connect_four_game.view:VIEW"},
        "referee.bots": {"connect_four.random": "connect_four_game.random_bot:RandomBot"},
    }
    distribute(tmp_path, {}, entries)
    paths = [str(tmp_path), str(ROOT / "examples" / "games" / "connect_four")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    with playing("connect_four", tmp_path, env) as (address, _):
        page.goto(address)
        assert wait_for_turn(page, 0) == 1
        # Right of the row numbers and below the column numbers, the middle of the board is in column 3.
        page.locator(".board svg").first.click()
        assert page.locator(".turn-form input[type=radio]:checked").count() == 1
        assert page.locator(".turn-form .summary").inner_text() == "Sends column 3."
        page.get_by_role("button", name="Send", exact=True).click()
        assert wait_for_turn(page, 1) == 2


def test_the_token_is_kept_nowhere(page: Page, tmp_path: Path) -> None:
    """It leaves the address at once: no storage, no history and no request has it but the one that shows it."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    with playing("diceman", tmp_path) as (address, _):
        token = address.partition("#")[2]
        page.goto("about:blank")
        page.goto(address)
        assert wait_for_turn(page, 0) == 1
        assert token not in page.url
        assert not any(token in url for url in requests)
        kept = page.evaluate(
            """() => JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}, history.state,
              performance.getEntries().map((entry) => entry.name), document.documentElement.outerHTML])"""
        )
        assert token not in kept
        assert all(
            cookie["httpOnly"] and cookie["sameSite"] == "Strict"
            for cookie in page.context.cookies()
        )
        # By the page's own history: the driver's steps wait for events that a busy browser may not send.
        page.evaluate("setTimeout(() => history.back())")
        page.wait_for_function("location.href === 'about:blank'")
        page.evaluate("setTimeout(() => history.forward())")
        assert wait_for_turn(page, 0) == 1, "the page that comes back has its turn again"
        assert token not in page.url


def test_a_form_is_undone_and_a_seat_given_up_by_keys(page: Page, tmp_path: Path) -> None:
    """Escape undoes a change, and goes back to the match before resigning; what is missing is not sent."""
    with playing("diceman", tmp_path) as (address, _):
        page.goto(address)
        wait_for_turn(page, 0)
        tick_two(page)
        ticked = page.locator(".turn-form .ask input:checked")
        assert ticked.count() == 2
        page.keyboard.press("Escape")
        assert ticked.count() == 1
        page.keyboard.press("Control+Enter")
        assert "pick 1 more" in page.get_by_role("alert").filter(has_text="pick").inner_text()
        assert page.locator(".status").inner_text().startswith("Your turn 1, choice: 12 hours")
        give_up, sure = (
            page.get_by_role("button", name=name) for name in ("Resign …", "Yes, resign")
        )
        give_up.press("Enter")
        sure.wait_for()
        page.keyboard.press("Escape")
        sure.wait_for(state="hidden")
        page.keyboard.press("Enter")
        sure.press("Enter")
        page.locator(".result").get_by_text("forfeited").wait_for()
        assert not give_up.is_visible()
