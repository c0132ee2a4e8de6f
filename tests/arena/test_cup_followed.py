"""A cup of eight, followed from its first match to the champion by a page that nobody touches."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.tournaments.cups import new_cup
from tests.tournaments.test_own_arena import shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

_BOT = """
import sys, time
from pathlib import Path
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import Bot, run

class Waiting(Bot):
    def on_start(self, match):
        while True:
            for go in Path(sys.argv[1]).glob("go*"):
                try:
                    return go.unlink()
                except FileNotFoundError:
                    continue
            time.sleep(0.01)  # a poll for the file, which says nothing by itself

    def act(self, observation, turn):
        return Action(dice=[int(die) for die in sys.argv[2]])

run(Waiting, [])
"""
"""A bot that begins a match whenever there is a file for it, which is gone then, and always picks the same dice."""
_DICE = {
    "ada": 11,
    "bob": 12,
    "cleo": 13,
    "dan": 13,
    "eve": 23,
    "finn": 23,
    "gus": 10,
    "hal": 12,
}
"""What each picks."""
_FILE = """
name = "cup"
game = "diceman"
format = "knockout"
seed = 7
parallel = 1
sandbox = "none"
[config]
games = 1
[time_control]
move_time = "30m"
join_limit = "30m"
""" + "".join(
    f'[[bots]]\nname = "{name}"\ncommand = "python bot.py {{go}} {dice}"\n'
    for name, dice in _DICE.items()
)


def test_a_page_follows_a_cup_from_the_first_match_to_the_champion(
    page: Page, tmp_path: Path
) -> None:
    """It is opened once: matches come on, winners go on in the bracket, and the last of them is proclaimed."""
    cup = new_cup(tmp_path, "cup", _FILE.format(go=tmp_path), bot=_BOT)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with shown(cup, "run", port) as (runner, address, key):
        page.goto(f"{address}/#key={key}")
        page.wait_for_selector('a[href="/t/1"]')
        page.goto(f"{address}/t/1")
        page.wait_for_selector(".mini .live")
        page.evaluate("window.untouched = true")
        live = page.locator(".mini .cover").first
        matches = []
        while not page.locator(".champ").count():
            matches.append(live.inner_text())
            for seat in range(2):
                (tmp_path / f"go{len(matches)}-{seat}").touch()
            page.wait_for_function(
                """(before) => document.querySelector(".champ")
                  || ![before, undefined].includes(document.querySelector(".mini .cover")?.textContent)""",
                arg=matches[-1],
            )
        champion = page.locator(".champ .winner").inner_text()
        assert page.locator(".bracket .cup b").inner_text() == champion
        page.get_by_text("FINISHED").wait_for()
        assert page.evaluate("window.untouched")
        # Seven meetings of two matches each; those that are level have further ones.
        assert len(set(matches)) == len(matches) >= 14
        ties = page.locator(".bracket a.tie")
        assert ties.count() == 7
        runner.send_signal(signal.SIGINT)
        runner.communicate()
    table = json.loads(json.dumps(cup.standings()))
    assert table["standings"][0]["bot"] == champion
