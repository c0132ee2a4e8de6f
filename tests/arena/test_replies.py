"""What language models replied in a match: shown to the eyes that see what their seat saw, and to no others."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from referee.llm.trace import SUFFIX
from referee_arena.scenes import replies, traced
from referee_arena.server import archive
from referee_arena.site.errors import SiteError
from referee_arena.site.single import match_file
from tests.arena.arena import Arena, arena_running
from tests.arena.sites import play_shared, unpacked
from tests.arena.traced import cup_of, recorded_match, request, trace_into
from tests.tournaments.fakes import ended

CANARY = "canary-58c1"
API = "/api/t/1/1"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A folder with a recorded match, in which a model played seat 0."""
    folder = tmp_path / "played"
    recorded_match(folder, "one")
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "prompt_tokens_details": {"cached_tokens": 60},
    }
    lines = [
        request(1, f"{CANARY} <b>bold</b>\x1b[31m\u202e", "FORM", usage=usage, ms=12, reasoning=7),
        request(1, '{"dice": [0, 1]}', ms=float("nan")),
        ("turn", {"turn": 1, "action": {"dice": [0, 1]}}),
        request(3, "late", "LATE"),
        ("turn", {"turn": 3, "category": "LATE"}),
    ]
    trace_into(folder, "one", 0, lines)
    return folder


@pytest.fixture
def folder(tmp_path: Path, played: Path) -> Path:
    """The folder of the replays of a cup, of which that is the first match."""
    return cup_of(tmp_path / "cup", played) / "referee" / "replays"


@pytest_asyncio.fixture
async def arena(folder: Path) -> AsyncIterator[Arena]:
    """An arena with that cup."""
    async with arena_running(tournaments=(folder.parents[1],)) as started:
        yield started


def page_of(text: str) -> dict[str, Any]:
    """What a page of a match gives to its script."""
    _, _, rest = text.partition('id="page">')
    page = json.loads(rest.partition("</script>")[0])
    assert isinstance(page, dict)
    return page


async def test_replies_of_a_turn(arena: Arena) -> None:
    """Texts are unchanged, except characters that a page would act on; unknown counts are left out."""
    page = page_of((await arena.browser.get("/t/1/match/1")).text)
    assert page["replies"] == [0]
    for eyes in ("seat-0", "all"):
        found = await arena.json(f"{API}/{eyes}/replies")
        # A turn of this game is decided by both seats, and leads to the step of its number.
        assert found["seats"] == [
            {"seat": 0, "model": "model-0", "turns": [[1, 1], [3, 3]], "problem": ""}
        ]
        told = await arena.json(f"{API}/{eyes}/replies/0/1")
        assert told["action"] == '{"dice": [0, 1]}'
        first, second = told["attempts"]
        assert first["reply"] == {"text": f"{CANARY} <b>bold</b>?[31m?", "cut": 0}
        assert (first["category"], first["ms"], first["reasoned"]) == ("FORM", 12, 7)
        assert first["tokens"] == {"prompt": 100, "completion": 20, "cached": 60}
        assert (second["category"], second["ms"], second["tokens"]) == ("", None, {})
    late = await arena.json(f"{API}/all/replies/0/3")
    assert (late["attempts"][0]["category"], late["action"]) == ("LATE", None)
    assert (await arena.json(f"{API}/all/replies/0/2"))["attempts"] == []


async def test_no_byte_is_for_other_eyes(arena: Arena) -> None:
    """Neither a rival's eyes nor the public's get a text, a count or the model's name."""
    answers = [
        await arena.browser.get(path) for path in ("/t/1/match/1", "/embed/t/1/match/1", "/t/1")
    ]
    for eyes in ("seat-1", "public"):
        index = await arena.browser.get(f"{API}/{eyes}/index")
        assert index.status_code == 200
        answers += [index, await arena.browser.get(f"{API}/{eyes}/chunks/0")]
        listed = await arena.browser.get(f"{API}/{eyes}/replies")
        refused = [
            await arena.browser.get(f"{API}/{eyes}/replies/0/{rest}")
            for rest in ("1", "1/prompts", "3")
        ]
        if eyes == "public":
            assert {each.status_code for each in (listed, *refused)} == {403}
        else:
            assert listed.json() == {"seats": []}
            assert {each.status_code for each in refused} == {404}
        answers += [listed, *refused]
    for answer in answers:
        assert CANARY.encode() not in answer.content
        assert b"model-0" not in answer.content
    assert "replies" not in page_of((await arena.browser.get("/embed/t/1/match/1")).text)


async def test_a_match_whose_dice_are_still_played_shows_nothing(tmp_path: Path) -> None:
    """What its seats saw is kept back until the last match on these dice is over; so are the replies."""
    folder = play_shared(tmp_path / "cup", 1, ended(1, 2))
    recorded_match(folder / "referee" / "replays", "m1")
    trace_into(folder / "referee" / "replays", "m1", 0, [request(1, CANARY)])
    async with arena_running(tournaments=(folder,)) as arena:
        answer = await arena.browser.get("/t/1/match/1")
        assert answer.status_code == 200
        assert "replies" not in page_of(answer.text)
        for eyes in ("seat-0", "seat-1", "all", "public"):
            for rest in ("", "/0/1", "/0/1/prompts"):
                refused = await arena.browser.get(f"{API}/{eyes}/replies{rest}")
                assert refused.status_code == 403
                assert CANARY not in refused.text


async def test_a_page_without_a_trace_is_as_before(arena: Arena, folder: Path) -> None:
    """Not a byte more, and nothing to ask for."""
    with_trace = (await arena.browser.get("/t/1/match/1")).text
    (folder / "one.0.trace").unlink()
    without = (await arena.browser.get("/t/1/match/1")).text
    assert without == with_trace.replace(',"replies":[0]', "")
    assert await arena.json(f"{API}/all/replies") == {"seats": []}


async def test_a_damaged_trace_is_named_with_its_line(
    arena: Arena, folder: Path, played: Path
) -> None:
    """And no folder of the server is; the other seat's is shown."""
    trace_into(folder, "one", 1, [request(2, "well"), ("turn", {"turn": 2, "action": {}})])
    path = folder / "one.0.trace"
    whole = path.read_text()
    other = trace_into(played, "two", 1, []).read_text()
    for text, problem in (
        (whole.replace(CANARY, "nothing"), "one.0.trace: line 2 or one before it has been changed"),
        (whole[:-9], "one.0.trace: line 6 is damaged"),
        ("", "one.0.trace is empty"),
        (other, "one.0.trace is of two.1 by its header"),
    ):
        path.write_text(text)
        first, second = (await arena.json(f"{API}/all/replies"))["seats"]
        assert (first["problem"], first["turns"]) == (problem, [])
        assert (second["problem"], second["turns"]) == ("", [[2, 2]])
        for rest in ("1", "1/prompts"):
            refused = await arena.json(f"{API}/all/replies/0/{rest}", 500)
            assert refused == {"error": problem}


async def test_a_trace_has_a_size_that_is_read(
    arena: Arena, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a reply the last characters are shown, as an answer is at the end."""
    trace_into(folder, "one", 1, [request(1, "x" * 50 + "y" * 10)])
    monkeypatch.setattr(replies, "MOST_SHOWN", 20)
    told = await arena.json(f"{API}/seat-1/replies/1/1")
    assert told["attempts"][0]["reply"] == {"text": "x" * 10 + "y" * 10, "cut": 40}
    monkeypatch.setattr(replies, "MOST_BYTES", 100)
    replies._read.cache_clear()
    (found,) = (await arena.json(f"{API}/seat-1/replies"))["seats"]
    assert "at most 100 are read" in found["problem"]


async def test_prompts_are_computed_again(arena: Arena) -> None:
    """From the replay, for each request of the turn; the answer names what in a trace does not fit it."""
    told = await arena.json(f"{API}/seat-0/replies/0/1/prompts")
    assert [[message["role"] for message in prompt] for prompt in told["prompts"]] == [
        ["system", "user"]
    ] * 2
    rules, turn = (message["text"]["text"] for message in told["prompts"][0])
    assert "Diceman" in rules
    assert "JSON object" in turn
    assert "turn 1: the prompt was another one" in told["problems"]


def test_a_file_has_replies_if_it_is_asked_to(played: Path) -> None:
    """A page that is a file goes to anybody, so that it has none by default; without a trace that is an error."""
    replay = played / "one.replay"
    plain = match_file(replay, "each")
    asked = match_file(replay, "each", with_replies=True)

    def data_of(page: str) -> Any:
        return json.loads(page.partition('id="data">')[2].partition("</script>")[0])

    assert "replies" not in data_of(plain)
    told = data_of(asked)["replies"]
    assert told["seats"] == [0]
    assert unpacked(told["index"])["seats"][0]["turns"] == [[1, 1], [3, 3]]
    assert set(told["turns"]) == {"0/1", "0/3"}
    assert unpacked(told["turns"]["0/1"])["attempts"][1]["reply"]["text"] == '{"dice": [0, 1]}'
    (played / "one.0.trace").unlink()
    with pytest.raises(SiteError, match=r"one.replay: no trace is next to it, such as one.0.trace"):
        match_file(replay, "each", with_replies=True)


def test_traces_are_found_by_the_name_that_their_writer_gives() -> None:
    """The end of the name stands in two places, one of which is quick to import."""
    assert traced.SUFFIX == SUFFIX
