"""The rulebook of a game, to which the page of a match leads."""

from __future__ import annotations

import pytest

from referee.games.diceman import PLUGIN
from tests.arena.arena import arena_running


async def test_the_rulebook_of_a_game_is_text() -> None:
    """It is that of the installed game, byte for byte, and no markup to a browser."""
    async with arena_running(tournaments=()) as arena:
        answer = await arena.browser.get("/rules/diceman")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == PLUGIN.rulebook
    assert "Diceman" in answer.text.partition("\n")[0]


@pytest.mark.parametrize("game", ["chess", "..%2Fsettings", "diceman%00", "Diceman"])
async def test_there_is_none_of_other_games(game: str) -> None:
    """The name is no path: it is looked up among the games that are installed."""
    async with arena_running(tournaments=()) as arena:
        answer = await arena.browser.get(f"/rules/{game}")
    assert answer.status_code == 404


async def test_a_private_arena_shows_no_rules_without_its_key() -> None:
    """Whoever reads them could tell which games it has."""
    async with arena_running(access_key="key of guests", tournaments=()) as arena:
        assert (await arena.browser.get("/rules/diceman")).status_code == 401
        await arena.post("/api/enter", {"key": "key of guests"})
        assert (await arena.browser.get("/rules/diceman")).status_code == 200
