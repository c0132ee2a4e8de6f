"""Pages of a season: ladder, what comes next, checks, the organizer's actions, entries, log and feed; and no secrets."""

from __future__ import annotations

import contextlib
import shutil
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from referee_arena.pages.feed import FEED_KINDS
from referee_arena.server import shown_season
from tests.arena.arena import Arena, arena_running
from tests.arena.seasons import CANARIES, add_events, bodies_of, play_season
from tests.tournaments.pages import Element, parse_page
from tests.tournaments.season.world import KEY, events_of
from tournaments.audit.audit import audit
from tournaments.season import bodies
from tournaments.season.records import declared_digest
from tournaments.spec.outcomes import EndCause
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

ATOM = "{http://www.w3.org/2005/Atom}"
AT = "2027-03-01T12:00:00.000+00:00"
PAGES = (
    *("/t/1", "/t/1/live", "/t/1/ladder", "/t/1/matches", "/t/1/matches?entry=bob", "/t/1/log"),
    *("/t/1/bot/1", "/t/1/bot/2", "/t/1/bot/3", "/t/1/feed.atom", "/t/1/match/1", "/"),
    *("/api/t/1/season", "/api/t/1/season/bob"),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a season that was stopped before its deadline."""
    return play_season(tmp_path_factory.mktemp("seasons") / "cup", hours=12.0, entries=1)


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(played, tmp_path / "data"))


@pytest_asyncio.fixture
async def arena(data: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arena]:
    """An arena that shows the season, and reads on at every request."""
    monkeypatch.setattr(shown_season, "FRESH_S", -1.0)
    async with arena_running(tournaments=(data,)) as started:
        yield started


async def page_of(arena: Arena, path: str) -> Element:
    """A page."""
    answer = await arena.browser.get(path)
    assert answer.status_code == 200, answer.text
    return parse_page(answer.text)


def section(page: Element, heading: str) -> Element:
    """The section with a heading of this id."""
    for found in page.all("section"):
        if any(head.attributes.get("id") == heading for head in found.all("h2")):
            return found
    raise AssertionError(f"no section {heading}")


def cells(element: Element) -> list[list[str]]:
    """Texts of the cells of a table's body."""
    (body,) = element.all("tbody")
    return [
        [cell.text for cell in row.parts if isinstance(cell, Element)] for row in body.all("tr")
    ]


def items(element: Element) -> list[str]:
    """Texts of the items of a list."""
    return [item.text for item in element.all("li")]


def counted(data: Path, entry: str, version: int) -> list[dict[str, Any]]:
    """Results of a version that count, from the log: match 4 was annulled."""
    entries = {b["match"]: b["entries"] for b in bodies_of(data) if b["type"] == "started"}
    found = []
    for body in bodies_of(data):
        if body["type"] == "ended" and body["match"] != 4:
            for (name, number), seat in zip(entries[body["match"]], body["seats"], strict=True):
                if (name, number) == (entry, version):
                    found.append(seat)
    return found


def record(seats: list[dict[str, Any]]) -> str:
    """Won, drawn and lost; nothing is ever drawn here."""
    won = sum(seat["placement"] == 1 for seat in seats)
    return f"{won}\N{EN DASH}0\N{EN DASH}{len(seats) - won}"


async def test_the_ladder(arena: Arena, data: Path) -> None:
    """Ranked entries with versions and marks, then those that take part no longer; counts are those of the log."""
    page = await page_of(arena, "/t/1")
    rows = cells(section(page, "standings"))
    by_name = {row[1].split()[0]: row for row in rows if len(row) > 1}
    ann = by_name["ann"]
    assert ann[0] == "1", "the strongest by far"
    assert "version 2 · by ann_lab" in ann[1]
    now = counted(data, "ann", 2)
    assert (ann[3], ann[4]) == (record(now), str(len(now)))
    assert "benched" in by_name["bob"][1]
    until = [b["until"] for b in bodies_of(data) if b.get("entry") == "bob" and "until" in b][-1]
    assert until.startswith("2027-03-02T")
    wait = f"3 faults in a row; checked again 2 Mar 2027, {until[11:16]} UTC"
    assert wait in by_name["bob"][1]
    assert "of the organizer" in by_name["Greedy"][1]
    heading = next(place for place, row in enumerate(rows) if row == ["take part no longer"])
    assert rows[heading + 1][1].startswith("dan expelled")
    assert "it shared its seat" in rows[heading + 1][1]
    links = {link.attributes["href"] for link in section(page, "standings").all("a")}
    assert links == {f"/t/1/bot/{number}" for number in range(1, 8)}


async def test_newcomers_are_unranked(arena: Arena, data: Path) -> None:
    """Below `first_matches` of the version that plays there is neither place nor rating."""
    new = bodies.received(
        "e" * 32,
        "new",
        "new",
        door="command",
        key=None,
        sent=AT,
        at="2027-03-01T12:00:00.000+00:00",
    )
    enters = bodies.admitted(
        "new", "new", 1, request="e" * 32, submitted="ab" * 32, run="cd" * 32, prior=None, at=AT
    )
    add_events(data, new, enters)
    rows = cells(section(await page_of(arena, "/t/1"), "standings"))
    place = rows.index(["newcomers, ranked after 5 matches of a version"])
    row = rows[place + 1]
    assert (row[0], row[2]) == ("\N{EN DASH}", "settling 0 of 5 matches")
    assert row[1].startswith("new version 1")


async def test_what_comes_next_and_what_was_done(arena: Arena, data: Path) -> None:
    """Times of the file, the queue of checks with stages, the organizer's actions with reasons, the head."""
    page = await page_of(arena, "/t/1")
    assert items(section(page, "next")) == [
        "opens 1 Mar 2027, 00:00 UTC",
        "deadline of submissions next 1 Mar 2027, 14:00 UTC",
        "last match begins 1 Mar 2027, 16:00 UTC",
        "ends with stage final",
    ]
    (check,) = items(section(page, "checks"))
    assert check == "late version 1, received 1 Mar 2027, 11:59 UTC build, 4 of 6"
    actions = items(section(page, "organizer"))
    assert [text.split(" 1 Mar")[0] for text in actions] == [
        "the season goes on",
        "the season is paused: a new disk",
        "dan is expelled by the organizer: it shared its seat",
        "match 4 counts no longer: a power cut",
    ]
    assert "a submission of cyd is refused: it did not play" in " ".join(
        items(section(page, "news"))
    )
    last = events_of(data)[-1]
    assert f"{last.number}:{last.hash}" in section(page, "log").text
    (feed,) = page.all("link", rel="alternate")
    assert feed.attributes["href"] == "/t/1/feed.atom"


async def test_a_pause(arena: Arena, data: Path) -> None:
    """It is said with its reason, and who paused it."""
    add_events(data, bodies.season_changed("paused", by="organizer", reason="a storm", at=AT))
    text = (await page_of(arena, "/t/1")).text
    assert "Paused: a storm. Started matches end meanwhile." in text
    assert "PAUSED" in text


async def test_results_that_do_not_count(arena: Arena) -> None:
    """An annulled match says so in the list of matches."""
    found = (await arena.browser.get("/t/1/matches")).text
    rows = cells(parse_page(found))
    (annulled,) = [row[1] for row in rows if row[0] == "4"]
    assert annulled.endswith("annulled")


async def test_an_entry(arena: Arena, data: Path) -> None:
    """Versions with dates and results, benches with reasons, faults, the last matches."""
    ann = await page_of(arena, "/t/1/bot/3")
    assert ann.all("h1")[0].text == "ann"
    versions = cells(section(ann, "versions"))
    assert [row[0] for row in versions] == ["2", "1"]
    for row, version in zip(versions, (2, 1), strict=True):
        seats = counted(data, "ann", version)
        assert (row[2], row[4]) == (record(seats), str(len(seats)))
    assert versions[0][1] == "1 Mar 2027, 05:02 UTC plays"
    bob = await page_of(arena, "/t/1/bot/4")
    history = [text.split(" 1 Mar")[0] for text in items(section(bob, "history"))]
    assert history[-2:] == ["bob is benched: 3 faults in a row", "bob enters the season"]
    assert set(history[:-2]) == {"bob has not passed its check and stays benched"}
    forfeits = counted(data, "bob", 1)
    lost = sum(seat["forfeit"] == "TIME" for seat in forfeits)
    assert f"forfeits: out of time {lost}" in section(bob, "faults").text
    assert "Benched: 3 faults in a row" in bob.text
    missing = await arena.browser.get("/t/1/bot/99")
    assert missing.status_code == 404


async def test_presence_of_remotes(arena: Arena, data: Path) -> None:
    """An entry that runs elsewhere is marked, with whether it is here and since when."""
    add_events(
        data,
        bodies.received(
            "e" * 32, "home", "hal", door="attend", key=None, sent=AT, at=AT, declared="b7"
        ),
        bodies.admitted(
            "home",
            "hal",
            1,
            request="e" * 32,
            submitted=declared_digest("b7"),
            run=declared_digest("b7"),
            prior=None,
            at=AT,
            declared="b7",
        ),
    )
    row = cells(section(await page_of(arena, "/t/1"), "standings"))
    assert [cell[1] for cell in row if cell[1:2] and cell[1].startswith("home")] == [
        "home away version 1 · remote · by hal"
    ]
    entry = await page_of(arena, "/t/1/bot/8")
    assert "remote away it has not come yet" in entry.text
    assert cells(section(entry, "versions"))[0][-1] == "b7"
    add_events(data, bodies.presence("came", "home", at=AT))
    assert "remote here since 1 Mar 2027, 12:00 UTC" in (await page_of(arena, "/t/1/bot/8")).text
    found = await arena.json("/api/t/1/season/home")
    assert found["presence"] == {"is_here": True, "since": AT}


async def test_nothing_secret_is_shown(arena: Arena, data: Path) -> None:
    """Neither keys nor paths nor words of programs, in any page, in the log, in the feed, in JSON."""
    key = bodies.key_made("ann", "ann_lab", "ab" * 32, at=AT)
    void = bodies.match_void(
        *_playing(data), EndCause.HOST_FAILURE, match_id="m999", again=False, at=AT
    )
    add_events(data, key, void)
    for path in PAGES:
        answer = await arena.browser.get(path)
        assert answer.status_code == 200, (path, answer.text)
        for secret in (*CANARIES.values(), "CANARY", KEY, str(data), str(data.parent)):
            assert secret not in answer.text, (path, secret)
    with contextlib.closing(Store(DataFolder(data).database)) as store:
        stored = store.tournament()
    assert stored is not None
    for kind in ("webhook", "command", "comment"):
        assert CANARIES[kind] in stored.source, "or it could not be found above"


def _playing(data: Path) -> tuple[int, int]:
    ended = {body["match"] for body in bodies_of(data) if body["type"] in ("ended", "void")}
    started = [body["match"] for body in bodies_of(data) if body["type"] == "started"]
    return next(match for match in started if match not in ended), 1


async def test_the_log_can_be_audited(arena: Arena, data: Path, tmp_path: Path) -> None:
    """A downloaded log holds against the head that came with it; a later part continues it; a cut one does not hold."""
    answer = await arena.browser.get("/t/1/log")
    number, _, digest = answer.headers["log-head"].partition(":")
    assert answer.text == (data / "tournament.log").read_text(encoding="utf-8")
    file = tmp_path / "downloaded.log"
    file.write_text(answer.text, encoding="utf-8")
    found = audit(file, head=(int(number), digest))
    assert {each.check for each in found.findings if each.holds} == {
        *("chain", "signatures", "events", "schedule", "programs", "head")
    }
    assert [each.check for each in found.findings if each.holds is False] == []
    add_events(data, bodies.entry_changed("withdrawn", "ann", by="author", reason="", at=AT))
    rest = await arena.browser.get(f"/t/1/log?after={number}")
    file.write_text(answer.text + rest.text, encoding="utf-8")
    assert audit(file).head == rest.headers["log-head"]
    file.write_text(answer.text, encoding="utf-8")
    later, _, last = rest.headers["log-head"].partition(":")
    assert not audit(file, head=(int(later), last)).holds
    assert (await arena.browser.get("/t/1/log?after=x")).status_code == 400


async def test_the_feed(arena: Arena, data: Path) -> None:
    """It has what happened to entries and to the season, with ids that stay, and no item for a match."""
    first = await arena.browser.get("/t/1/feed.atom")
    assert first.headers["content-type"].startswith("application/atom+xml")
    feed = ET.fromstring(first.text)
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.findall(f"{ATOM}entry")]
    wanted = [body for body in bodies_of(data) if body["type"] in FEED_KINDS]
    assert len(ids) == len(set(ids)) == len(wanted)
    assert not {"started", "ended", "void"} & FEED_KINDS
    for name in ("id", "title", "updated"):
        assert feed.findtext(f"{ATOM}{name}")
    newest = feed.find(f"{ATOM}entry")
    assert newest is not None
    assert newest.findtext(f"{ATOM}updated") == feed.findtext(f"{ATOM}updated")
    add_events(
        data, bodies.entry_changed("withdrawn", "ann", by="organizer", reason="a \x07 <b>", at=AT)
    )
    later = ET.fromstring((await arena.browser.get("/t/1/feed.atom")).text)
    entries = later.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}id") for entry in entries][1:] == ids
    title = entries[0].findtext(f"{ATOM}title")
    assert title == "ann is withdrawn by the organizer: a \N{REPLACEMENT CHARACTER} <b>"


async def test_a_feed_is_sent_only_when_it_has_changed(arena: Arena, data: Path) -> None:
    """By entity tag, and by the time of the last change where the reader has no tag."""
    first = await arena.browser.get("/t/1/feed.atom")
    tag, time = first.headers["etag"], first.headers["last-modified"]
    for headers in ({"if-none-match": tag}, {"if-none-match": "*"}, {"if-modified-since": time}):
        again = await arena.browser.get("/t/1/feed.atom", headers=headers)
        assert (again.status_code, again.text) == (304, "")
    for headers in (
        {"if-none-match": '"other"', "if-modified-since": time},
        {"if-modified-since": "Sun, 28 Feb 2027 00:00:00 GMT"},
        {"if-modified-since": "some day"},
    ):
        assert (await arena.browser.get("/t/1/feed.atom", headers=headers)).status_code == 200
    add_events(data, bodies.season_changed("paused", by="organizer", reason="", at=AT))
    changed = await arena.browser.get("/t/1/feed.atom", headers={"if-none-match": tag})
    assert changed.status_code == 200


async def test_a_page_renews_itself(arena: Arena, data: Path) -> None:
    """The parts are sent again only if one has changed, each with its own version."""
    first = await arena.browser.get("/t/1/live")
    tag = first.headers["etag"]
    same = await arena.browser.get("/t/1/live", headers={"if-none-match": tag})
    assert same.status_code == 304
    add_events(data, bodies.entry_changed("benched", "ann", by="organizer", reason="why", at=AT))
    changed = await arena.browser.get("/t/1/live", headers={"if-none-match": tag})
    assert changed.status_code == 200
    before, after = (
        {each.attributes["id"]: each.attributes["data-version"] for each in versioned(text)}
        for text in (first.text, changed.text)
    )
    assert set(before) == {"live", "ladder", "aside"}
    assert {part for part in before if before[part] != after[part]} == {"ladder", "aside"}


def versioned(text: str) -> list[Element]:
    """The parts of a page that are renewed."""
    found = parse_page(f"<!DOCTYPE html>\n<html>{text}</html>").all("div")
    return [each for each in found if "data-version" in each.attributes]


async def test_json(arena: Arena, data: Path) -> None:
    """The same facts for programs."""
    season = await arena.json("/api/t/1/season")
    assert season["status"] == "open"
    assert season["ladder"][0]["entry"] == "ann"
    assert season["ladder"][0]["matches"] == len(counted(data, "ann", 2))
    assert [check["stage"] for check in season["checks"]] == ["build"]
    assert season["head"] == f"{events_of(data)[-1].number}:{events_of(data)[-1].hash}"
    entry = await arena.json("/api/t/1/season/ann")
    assert [version["number"] for version in entry["versions"]] == [2, 1]
    assert (await arena.json("/api/t/1/season/nobody", 404))["error"]


async def test_a_private_arena_has_no_feed_for_others(data: Path) -> None:
    """Readers of feeds have no key, so the page does not offer one; without the key nothing is shown."""
    async with arena_running(tournaments=(data,), access_key="k" * 40) as private:
        for path in PAGES:
            assert (await private.browser.get(path)).status_code == 401
        entered = await private.post("/api/enter", {"key": "k" * 40})
        assert entered.status_code == 200
        page = await private.browser.get("/t/1")
        assert "feed.atom" not in page.text
