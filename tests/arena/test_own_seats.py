"""The list of the seats that are played from one browser."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path

import httpx

from referee.core.clock import ManualClock
from referee.core.time_control import HOUR, SECOND
from referee_arena.seat.alone import services_at
from referee_arena.seat.own_seats import OwnSeat, own_seats_page
from tests.arena.arena import Arena
from tests.arena.test_seat import browsing, post
from tests.helpers.patience import HANG_S
from tests.server.running import Referee, running, terms

NOW_S = 1_800_000_000.0
DAY_S = 24 * 3600.0


def _rows(page: str) -> list[list[str]]:
    """Text of the cells of the table's rows, without its heading."""
    rows = re.findall(r"<tr>(<td>.*?)</tr>", page, re.DOTALL)
    return [
        [html.unescape(re.sub("<.*?>", "", cell)) for cell in re.findall("<td>(.*?)</td>", row)]
        for row in rows
    ]


def test_the_nearest_deadline_is_first() -> None:
    """With the time that is left in words; seats that wait come behind, and those that are over last."""
    seats = [
        OwnSeat("/seat#seat=a", "a", 0, "toy", "over"),
        OwnSeat("/seat#seat=b", "b", 1, "toy", "waits for others"),
        OwnSeat(
            "/seat#seat=c", "c", 0, "toy", "your turn", NOW_S - DAY_S, NOW_S + 2 * DAY_S + 3 * 3600
        ),
        OwnSeat("/seat#seat=d", "d", 0, "<b>", "your turn", NOW_S, NOW_S + 1800),
    ]
    page = own_seats_page(seats, NOW_S, lambda what, which="": f"/{what}/{which}")
    assert _rows(page) == [
        [
            "d, seat 0",
            "<b>",
            "your turn",
            "2027-01-15 08:00 UTC",
            "30 minutes",
            "2027-01-15 08:30 UTC",
        ],
        [
            "c, seat 0",
            "toy",
            "your turn",
            "2027-01-14 08:00 UTC",
            "2 days 3 hours",
            "2027-01-17 11:00 UTC",
        ],
        ["b, seat 1", "toy", "waits for others", "", "", ""],
        ["a, seat 0", "toy", "over", "", "", ""],
    ]
    assert 'href="/seat#seat=d"' in page
    assert "<b>" not in page


async def test_a_browser_sees_its_own_seats(tmp_path: Path) -> None:
    """Whose turn it is before and after an answer; another browser sees nothing."""
    async with running(tmp_path, clock=ManualClock(int(NOW_S) * SECOND)) as referee:
        services = services_at(referee.address)
        slow = terms(move_time=72 * 3600, lag_margin=0)
        made = await referee.create("diceman", time_control=slow)
        rival = referee.stream()
        await rival.join(made.seat_tokens[1])
        async with browsing(services) as browser, browsing(services) as stranger:
            entered = await post(browser, "enter", {"token": made.seat_tokens[0]})
            seat = entered.json()["seat"]
            await rival.turn()
            page = await _listed(browser)
            assert f'href="/seat#seat={seat}"' in page
            ((match, game, state, since, _, until),) = _rows(page)
            assert (match, game) == (f"{made.match.match_id}, seat 0", "diceman")
            assert (state, since) == ("your turn", "2027-01-15 08:00 UTC")
            assert until == "2027-01-18 08:00 UTC"
            assert _rows(await _listed(stranger)) == []
            referee.clock.advance(HOUR)
            # The referee has opened the turn; the arena may not have got it yet.
            async with asyncio.timeout(HANG_S):
                while (await _state(browser, seat)) != "asked":
                    await asyncio.sleep(0)
            answer = {"seat": seat, "turn": 1, "answers": {"dice": [0, 2]}}
            assert (await post(browser, "act", answer)).status_code == 200
            await rival.settle()
            async with asyncio.timeout(HANG_S):
                while (state := _rows(await _listed(browser))[0][2]) == "your turn":
                    await asyncio.sleep(0)
            assert state == "waits for others"
            await referee.abort(made.match.match_id)
            assert _rows(await _listed(browser))[0][2] == "over"
        await services.desk.close()
        await services.live.close()


async def test_the_front_page_leads_there(arena: Arena, referee: Referee) -> None:
    """In browsers from which a seat is played, and in no other."""
    made = await referee.create("diceman")
    await referee.stream().join(made.seat_tokens[1])
    async with arena.new_browser() as stranger:
        assert (await arena.post("/api/seat/enter", {"token": made.seat_tokens[0]})).is_success
        assert 'href="/seats"' in (await arena.browser.get("/")).text
        assert 'href="/seats"' not in (await stranger.get("/")).text


async def _state(browser: httpx.AsyncClient, seat: str) -> str:
    answer = await browser.get("/api/seat/turn", params={"seat": seat})
    return str(answer.json()["state"])


async def _listed(browser: httpx.AsyncClient) -> str:
    answer = await browser.get("/seats")
    assert answer.status_code == 200, answer.text
    return answer.text
