"""How other programs show links to the arena: title, text and picture of a moment, and what they never show."""

from __future__ import annotations

import html
import re
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from gamereferee.v1 import play_service_pb2
from referee.core.rng import Stream
from referee.games import registry
from referee_arena.pages.front import CupCard
from referee_arena.picture.card import Card
from referee_arena.picture.palette import Theme
from referee_arena.scenes.delta import applied
from referee_arena.scenes.moments import Asked
from referee_arena.server import archive, previews
from referee_arena.server.front_previews import front_card
from tests.arena.arena import Arena, arena_running, events_of
from tests.arena.sites import play_cup_with_replays
from tests.server.running import Referee
from tests.server.served_pairs import Pair, Table

pytest.importorskip("resvg_py", reason="pictures need the extra preview")

_TAG = re.compile(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">')


async def _begun(referee: Referee, arena: Arena | None, steps: int, game: str = "diceman") -> Table:
    """A match between two that act at random, which the arena watches from its start, after some steps."""
    table = Table(referee, Pair(registry.find(game), 2, viewer=0, steps=steps))
    await table.open()
    if arena is not None:
        await arena.json(f"/api/matches/{table.match_id}/public/index")
    dice = Stream(table.pair.seed, 2)
    for _ in range(steps):
        await table.step(table.answers(dice))
    return table


async def _reaches(arena: Arena, match: str, step: int, eyes: str = "public") -> None:
    """Wait until the arena has the frame of a step."""
    async with arena.browser.stream(
        "GET", f"/api/matches/{match}/{eyes}/stream?from=0"
    ) as response:
        async for kind, _, data in events_of(response):
            entries = data["timeline"] if kind == "skip" else [data.get("timeline", {})]
            if any(entry.get("step") == step for entry in entries):
                return


async def _resigned(table: Table) -> None:
    """End a match by giving the seat 1 up."""
    resign = play_service_pb2.Resign(match_id=table.match_id, seat=1)
    await table.streams[1].send(resigns=[resign])
    await table.streams[1].ended()


async def _tags(arena: Arena, path: str) -> dict[str, str]:
    """The tags of a page by name."""
    page = await arena.browser.get(path)
    assert page.status_code == 200, page.text
    return {name: html.unescape(value) for name, value in _TAG.findall(page.text)}


def _size(picture: httpx.Response) -> tuple[int, int]:
    assert picture.status_code == 200, picture.text
    assert picture.headers["content-type"] == "image/png"
    width, height = struct.unpack(">II", picture.content[16:24])
    return width, height


async def _headline(arena: Arena, match: str, step: int, of: str = "matches") -> str:
    """The headline of a step as the page shows it."""
    frame: Any = None
    for change in await arena.json(f"/api/{of}/{match}/public/chunks/0"):
        frame = applied(frame, change)
        if frame["step"] == step:
            line = frame["story"]["headline"]
            return "".join(span if isinstance(span, str) else span[0] for span in line)
    raise AssertionError(step)


@pytest.mark.parametrize(
    ("text", "number"),
    # Steps of the frames below; the pages choose the same for these addresses.
    [
        ("", 5),
        ("0", 0),
        ("1", 1),
        ("2", 2),
        ("3", 2),
        ("4", 3),
        ("4.1", 4),
        ("4.9", 4),
        ("9", 5),
        ("999", 5),
        ("x", 5),
    ],
)
def test_a_step_in_an_address_is_a_frame(text: str, number: int) -> None:
    """The frame of this step, or the last before it; behind the dot is which of several frames of the step."""
    assert Asked.parse(text).number([0, 1, 2, 4, 4, 9]) == number


async def test_a_link_to_a_live_match_shows_the_moment_it_names(
    referee: Referee, arena: Arena
) -> None:
    """Title and text are of the step in the address, the newest without one; the picture has 1200x630 pixels."""
    table = await _begun(referee, arena, 3)
    await _reaches(arena, table.match_id, 3)
    path = f"/match/{table.match_id}"
    for step, query in ((1, "?step=1"), (2, "?step=2&eyes=public"), (3, "")):
        tags = await _tags(arena, f"{path}{query}")
        assert tags["og:description"] == await _headline(arena, table.match_id, step)
        assert tags["og:url"] == f"{arena.address}{path}{query}"
        assert tags["og:image"] == f"{arena.address}/preview{path}.png{query}"
        assert "Diceman" in tags["og:title"]
        assert tags["twitter:card"] == "summary_large_image"
        picture = await arena.browser.get(tags["og:image"])
        assert _size(picture) == (1200, 630)
        again = {"if-none-match": picture.headers["etag"]}
        assert (await arena.browser.get(tags["og:image"], headers=again)).status_code == 304
        assert picture.headers["cache-control"].startswith("public, max-age=")
    # In this round seat 0 loses 1 life and seat 1 loses 4, which a viewer that has not seen the start can't know.
    assert "nobody is wounded" not in (await _tags(arena, f"{path}?step=1"))["og:description"]
    pictures = {
        (await arena.browser.get(f"/preview{path}.png?step={step}")).content for step in range(4)
    }
    assert len(pictures) == 4
    dark = await arena.browser.get(f"/preview{path}.png?theme=dark")
    assert dark.content not in pictures


async def test_hidden_results_hide_title_text_and_picture(referee: Referee, arena: Arena) -> None:
    """With `results=hidden` all of it is the same at every step: names and game."""
    table = await _begun(referee, arena, 3)
    await _reaches(arena, table.match_id, 3)
    path = f"/match/{table.match_id}"
    told = set()
    for step in (0, 1, 3):
        query = f"?step={step}&results=hidden"
        tags = await _tags(arena, f"{path}{query}")
        picture = await arena.browser.get(f"/preview{path}.png{query}")
        told.add((tags["og:title"], tags["og:description"], picture.content))
        assert tags["og:image"].endswith("results=hidden")
    ((title, text, _),) = told
    assert not re.search(r"\d : \d|Round|wounds", f"{title} {text}")


async def test_eyes_without_a_token_are_those_of_the_public(referee: Referee, arena: Arena) -> None:
    """Without a seat's token, its picture of a running match is the public's; with the token, it is its own."""
    table = await _begun(referee, arena, 4, "champions")
    await _reaches(arena, table.match_id, 4)
    path = f"/preview/match/{table.match_id}.png"
    public = await arena.browser.get(path)
    for eyes in ("seat-0", "seat-9", "nobody", "seat-0,seat-1"):
        other = await arena.browser.get(f"{path}?step=4&eyes={eyes}")
        assert other.content == public.content
    await arena.post("/api/tokens", {"token": table.tokens[0]})
    await _reaches(arena, table.match_id, 4, "seat-0")
    own = await arena.browser.get(f"{path}?step=4&eyes=seat-0")
    assert own.content != public.content
    assert own.headers["cache-control"] == "no-store, private"
    async with arena.new_browser() as stranger:
        answer = await stranger.get(f"{path}?step=4&eyes=seat-0")
    assert answer.content == public.content


async def test_an_ended_match_shows_its_result_and_a_step_of_it_does_not(
    referee: Referee, arena: Arena
) -> None:
    """The link without a step tells who won, as lists do; a link to a step tells nothing of what came later."""
    table = await _begun(referee, arena, 2)
    path = f"/match/{table.match_id}"
    await _resigned(table)
    await referee.replays_written()
    headline = await _headline(arena, table.match_id, 1, "replays")
    tags = await _tags(arena, path)
    assert "by forfeit" in tags["og:description"]
    assert "wins" in (await _tags(arena, f"{path}?eyes=public"))["og:title"]
    earlier = await _tags(arena, f"{path}?step=1&eyes=public")
    assert earlier["og:description"] == headline
    assert "forfeit" not in str(earlier)
    hidden = await _tags(arena, f"{path}?results=hidden")
    assert "forfeit" not in str(hidden)
    end = await arena.browser.get(f"/preview{path}.png")
    step = await arena.browser.get(f"/preview{path}.png?step=1")
    assert _size(end) == _size(step) == (1200, 630)
    assert end.content != step.content
    assert end.headers["cache-control"] == "public, max-age=3600"


async def test_without_the_library_there_is_no_picture(
    referee: Referee, arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tags name none, and its address says which extra is missing."""
    table = await _begun(referee, arena, 1)
    monkeypatch.setattr(previews, "can_render", lambda: False)
    tags = await _tags(arena, f"/match/{table.match_id}")
    assert tags["og:title"]
    assert "og:image" not in tags
    assert tags["twitter:card"] == "summary"
    answer = await arena.browser.get(f"/preview/match/{table.match_id}.png")
    assert answer.status_code == 404
    assert "gamereferee[preview]" in answer.text


async def test_pictures_are_kept_up_to_a_bound(
    referee: Referee, arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many moments are asked for, and a picture that is kept is not rendered again."""
    table = await _begun(referee, arena, 3)
    await _reaches(arena, table.match_id, 3)
    rendered: list[Card] = []
    render = previews._rendered
    monkeypatch.setattr(previews, "MOST_KEPT", 2)

    def counted(card: Card, theme: Theme) -> bytes:
        rendered.append(card)
        return render(card, theme)

    monkeypatch.setattr(previews, "_rendered", counted)
    for step in (0, 1, 1, 2, 2, 0):
        await arena.browser.get(f"/preview/match/{table.match_id}.png?step={step}")
    assert len(rendered) == 4
    monkeypatch.setattr(previews, "MOST_WAITING", 0)
    refused = await arena.browser.get(f"/preview/match/{table.match_id}.png?step=1")
    assert refused.status_code == 503


async def test_a_tournament_and_its_matches_have_previews(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tournament's page names its champion, unless results are hidden; a match that of its step."""
    monkeypatch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))
    folder = play_cup_with_replays(tmp_path / "cup")
    async with arena_running(tournaments=(folder,)) as arena:
        tags = await _tags(arena, "/t/1")
        assert tags["og:title"] == "cup"
        assert "wins" in tags["og:description"] or "leads" in tags["og:description"]
        assert _size(await arena.browser.get(tags["og:image"])) == (1200, 630)
        hidden = await _tags(arena, "/t/1?results=hidden")
        assert "wins" not in hidden["og:description"]
        match = await _tags(arena, "/t/1/match/1?step=2")
        assert _size(await arena.browser.get(match["og:image"])) == (1200, 630)
        assert match["og:description"].startswith("Round")


async def test_the_front_page_has_a_preview(tmp_path: Path) -> None:
    """It names the competition and who leads or has won, unless results are hidden; without any it says what it is."""
    folder = play_cup_with_replays(tmp_path / "cup")
    async with arena_running(tournaments=(folder,)) as arena:
        tags = await _tags(arena, "/")
        assert tags["og:title"] == "Live matches and competitions"
        assert "cup" in tags["og:description"]
        assert "wins" in tags["og:description"] or "leads" in tags["og:description"]
        assert _size(await arena.browser.get(tags["og:image"])) == (1200, 630)
        hidden = await _tags(arena, "/?results=hidden")
        assert "cup" in hidden["og:description"]
        assert "wins" not in hidden["og:description"]
        assert "leads" not in hidden["og:description"]
        drawn = await arena.browser.get(tags["og:image"])
        assert (await arena.browser.get(hidden["og:image"])).content != drawn.content
    async with arena_running(access_key="key of guests", tournaments=(folder,)) as arena:
        assert (await arena.browser.get("/preview/front.png")).status_code == 401
    async with arena_running(tournaments=()) as arena:
        assert (await _tags(arena, "/"))["og:description"].startswith("Watch matches")


@pytest.mark.parametrize(
    ("cup", "says"),
    [
        ({"status": "over", "champion": "Ada"}, "Ada wins autumn cup."),
        ({"leader": "Bob"}, "autumn cup: Bob leads, 3 of 9 matches."),
        ({}, "autumn cup: 3 of 9 matches."),
    ],
)
def test_what_the_front_page_says(cup: dict[str, str], says: str) -> None:
    """It names the winner or leader, else the progress; with hidden results only the competition."""
    fields: dict[str, Any] = {
        "name": "autumn_cup",
        "address": "/t/1",
        "game": "Diceman",
        "kind": "knockout of 8",
        "status": "running",
        "progress": "3 of 9 matches",
        "played": 3,
        "total": 9,
        "champion": "",
        "leader": "",
        "final": None,
        "titled": str,
    }
    shown = [CupCard(**fields | cup)]
    assert front_card(shown, hides_results=False).says == says
    assert front_card(shown, hides_results=True).says == "autumn cup: knockout of 8."


async def test_a_private_arena_shows_no_preview_without_its_key(referee: Referee) -> None:
    """Neither tags nor picture, and within no other page."""
    table = await _begun(referee, None, 1)
    async with arena_running(referee=referee.address, access_key="key of guests") as arena:
        page = await arena.browser.get(f"/match/{table.match_id}")
        assert "og:title" not in page.text
        picture = await arena.browser.get(f"/preview/match/{table.match_id}.png")
        assert (page.status_code, picture.status_code) == (401, 401)
        await arena.post("/api/enter", {"key": "key of guests"})
        picture = await arena.browser.get(f"/preview/match/{table.match_id}.png")
        assert picture.headers["cache-control"] == "no-store, private"
        embedded = await arena.browser.get(f"/embed/match/{table.match_id}")
        assert "frame-ancestors 'none'" in embedded.headers["content-security-policy"]
