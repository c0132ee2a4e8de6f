"""A season that is over in the arena: the first of its ladder, and its stage with a link to the stage's pages."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from referee_arena.server import shown_season
from tests.arena.arena import arena_running
from tests.arena.seasons import CANARIES, play_season
from tests.tournaments.pages import parse_page


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a season that was played to its end; played here, before there is a loop."""
    return play_season(tmp_path / "cup", hours=24.0, entries=0, minutes=(60, 90))


async def test_a_season_and_its_stage(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stage has its order and its own pages; its result is in the feed."""
    monkeypatch.setattr(shown_season, "FRESH_S", -1.0)
    async with arena_running(tournaments=(data,)) as arena:
        page = parse_page((await arena.browser.get("/t/1")).text)
        assert "first of the ladder ann@2" in page.text
        (heading,) = page.all("h2", id="stages")
        (listed,) = [
            section.all("li") for section in page.all("section") if heading in section.all("h2")
        ]
        assert listed[0].text == "final round robin of the first 2 ann , cyd over"
        assert [link.attributes["href"] for link in listed[0].all("a")] == ["/t/1/stage/1"]
        stage = (await arena.browser.get("/t/1/stage/1")).text
        assert "winner of" in parse_page(stage).text
        assert '<a href="/t/1">season</a>' in stage
        for path in ("/t/1/stage/1/bot/1", "/t/1/stage/1/matches", "/t/1/stage/1/statistics"):
            assert (await arena.browser.get(path)).status_code == 200
        for path in ("/t/1/stage/2", "/t/1/stage/0"):
            assert (await arena.browser.get(path)).status_code == 404
        feed = ET.fromstring((await arena.browser.get("/t/1/feed.atom")).text)
        titles = [title.text for title in feed.iter("{http://www.w3.org/2005/Atom}title")]
        assert any(str(title).startswith("stage final is over: ann is first") for title in titles)
        for text in (stage, (await arena.browser.get("/t/1/log")).text):
            assert all(secret not in text for secret in CANARIES.values())
        # As long as the programs of a stage are started, nothing of it is written.
        (data / "stages" / "final").rename(data / "stages" / "away")
        answer = await arena.browser.get("/t/1/stage/1")
        assert (answer.status_code, str(data) in answer.text) == (503, False)
        assert "stage final begins; try again in a minute" in answer.text
