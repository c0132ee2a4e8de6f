"""A person's seat over HTTP: who may take it, what it is told, and what it may answer."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Config
from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2
from gamereferee.v1 import lobby_service_pb2
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_arena.seat import routes
from referee_arena.seat.alone import app, services_at
from referee_arena.seat.routes import SeatServices
from referee_arena.server import inputs
from referee_client import Match
from referee_client.errors import UnreachableError
from referee_client.messages import pack
from tests.helpers.patience import HANG_S
from tests.server.running import BotStream, Referee, running

BASE = "http://127.0.0.1:5000"
OWN = {"Origin": BASE, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
DICE = {"dice": [0, 2]}


class Seat:
    """A browser at a seat of a match of Diceman, and the bot that plays the other one.

    Args:
        browser: It has the cookie of the seat.
        seat: Its id.
        rival: Sits at seat 1.
    """

    def __init__(self, browser: httpx.AsyncClient, seat: str, rival: BotStream) -> None:
        self.browser, self.seat, self.rival = browser, seat, rival

    async def told(
        self, *states: str, after: int = -1, browser: httpx.AsyncClient | None = None
    ) -> Any:
        """What a page is told that is newer, once it is in one of some states; in any without them."""
        while True:
            query = {"seat": self.seat, "after": str(after)}
            answer = await (browser or self.browser).get("/api/seat/turn", params=query)
            assert answer.status_code == 200, answer.text
            told = answer.json()
            if not states or told["state"] in states:
                return told
            assert told["state"] not in ("over", "lost"), told["outcome"]
            after = told["version"]

    async def act(self, turn: int, **body: Any) -> httpx.Response:
        """Answer a turn."""
        return await post(self.browser, "act", {"seat": self.seat, "turn": turn, **body})

    async def rival_rolls(self) -> None:
        """Let the other answer its turn."""
        turn = await self.rival.turn()
        await self.rival.answer(turn, pack(Action(dice=[2, 3])))


async def post(
    browser: httpx.AsyncClient, what: str, body: object, **headers: str
) -> httpx.Response:
    """What posting JSON is answered with."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return await browser.post(f"/api/seat/{what}", content=content, headers=OWN | headers)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are answered with what there is after a moment."""
    monkeypatch.setattr(routes, "WAIT_S", 0.2)


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A server."""
    async with running(tmp_path) as started:
        yield started


@asynccontextmanager
async def browsing(services: SeatServices) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without cookies."""
    transport = httpx.ASGITransport(app(services))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as browser:
        yield browser


@pytest_asyncio.fixture
async def services(referee: Referee) -> AsyncIterator[SeatServices]:
    """What seats of that server are played with."""
    opened = services_at(referee.address)
    yield opened
    await opened.desk.close()
    await opened.live.close()


@pytest_asyncio.fixture
async def tokens(referee: Referee) -> list[str]:
    """Tokens of a match of one short game."""
    config = json.dumps({"games": 1, "life": 3, "round_cap": 3})
    made = await referee.create("diceman", config_json=config)
    return list(made.seat_tokens)


@pytest_asyncio.fixture
async def seat(referee: Referee, services: SeatServices, tokens: list[str]) -> AsyncIterator[Seat]:
    """A person at seat 0, and the match begun."""
    rival = referee.stream()
    await rival.join(tokens[1])
    async with browsing(services) as browser:
        entered = await post(browser, "enter", {"token": tokens[0]})
        assert entered.status_code == 200, entered.text
        yield Seat(browser, entered.json()["seat"], rival)


async def test_a_match_is_played_to_its_end(seat: Seat) -> None:
    """Turn by turn, with the scene, the form and the clock of each; in the end with the result."""
    number = 0
    while (told := await seat.told("asked", "over"))["state"] == "asked":
        number += 1
        assert told["turn"] == number
        assert told["form"]["asks"][0]["id"] == "dice"
        assert told["remaining_ms"] > 0
        assert told["scene"]["parts"]
        answered = await seat.act(number, answers=DICE)
        assert answered.status_code == 200, answered.text
        await seat.rival_rolls()
    assert told["outcome"][0].startswith("The match is over.")
    assert len(told["outcome"]) == 3


async def test_the_match_is_followed_while_others_move(
    referee: Referee, services: SeatServices
) -> None:
    """What is seen at others' turns is what the seat's own eyes see, and no other browser gets it."""
    config = json.dumps({"preset": "small", "max_rounds": 4})
    policy = lobby_service_pb2.SeedPolicy(fixed=8)  # the rival begins
    made = await referee.create("dungeon_keeper", config_json=config, seed_policy=policy)
    rival = referee.stream()
    await rival.join(made.seat_tokens[1])
    live = f"/api/seat/live/{made.match.match_id}"
    async with browsing(services) as browser, browsing(services) as stranger:
        entered = await post(browser, "enter", {"token": made.seat_tokens[0]})
        seat = Seat(browser, entered.json()["seat"], rival)
        turn = await rival.turn()
        referee.pass_time(1)  # until the turn's clock runs, nobody sees that it is open
        begun = (await browser.get(f"{live}/seat-0/index")).json()
        assert begun["timeline"][-1]["step"] == 0
        await rival.answer(turn, pack(dungeon_keeper_pb2.Action(end_turn=True)))
        assert (await seat.told("asked"))["turn"] == 1
        answered = await seat.act(1, action={"end_turn": True})
        assert answered.status_code == 200, answered.text
        await rival.turn()
        step = 0
        while step < 2:
            referee.pass_time(1)
            newest = (await browser.get(f"{live}/seat-0/latest")).json()["told"][0]
            step = newest["step"]
        assert newest["scene"]["parts"]
        assert (await seat.told())["state"] == "waiting"
        for eyes in ("seat-1", "public", "all"):
            assert (await browser.get(f"{live}/{eyes}/index")).status_code == 401
        assert (await stranger.get(f"{live}/seat-0/index")).status_code == 401


async def test_the_cookie_is_for_the_server_alone(
    services: SeatServices, tokens: list[str]
) -> None:
    """No script reads it, and no other site sends it."""
    async with browsing(services) as browser:
        entered = await post(browser, "enter", {"token": tokens[0]})
    cookie = entered.headers["set-cookie"]
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
    assert tokens[0] not in cookie + entered.text
    assert entered.headers["cache-control"] == "no-store, private"
    assert "Cookie" in entered.headers["vary"]


async def test_a_wrong_token_takes_no_seat(services: SeatServices) -> None:
    """The referee's refusal is told, and nothing is kept of it."""
    async with browsing(services) as browser:
        for token in ("x.0.wrong", "", "y" * 300, "a\nb"):
            entered = await post(browser, "enter", {"token": token})
            assert entered.status_code == 401
            assert "set-cookie" not in entered.headers
    assert services.desk.people == []


async def test_nothing_is_told_without_the_cookie(seat: Seat, services: SeatServices) -> None:
    """The id of a seat is no secret, and no key."""
    async with browsing(services) as stranger:
        told = await stranger.get("/api/seat/turn", params={"seat": seat.seat})
        assert told.status_code == 401
        acted = await post(stranger, "act", {"seat": seat.seat, "turn": 1, "answers": DICE})
        assert acted.status_code == 401


async def test_leaving_a_seat_does_not_wait_for_its_players_names(
    services: SeatServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A referee that no longer answers holds no thread, for which the arena would wait at its end."""
    asked, closed, ended = threading.Event(), threading.Event(), threading.Event()

    class Silent:
        def __init__(self, *_: object, **__: object) -> None:
            self.close = closed.set

        def get_match(self, *_: object) -> Any:
            asked.set()
            closed.wait(HANG_S)
            ended.set()
            raise UnreachableError("no referee")

    monkeypatch.setattr("referee_arena.seat.desk.Lobby", Silent)
    match = Match("m", 0, "diceman", 1, Config(), 2, TimeControl(), b"")
    names = asyncio.create_task(services.desk._names(match, "token"))
    await asyncio.to_thread(asked.wait, HANG_S)
    names.cancel()
    with pytest.raises(asyncio.CancelledError):
        await names
    assert closed.is_set()
    assert await asyncio.to_thread(ended.wait, HANG_S)


async def test_two_pages_see_the_same_turn_and_the_first_answer_counts(
    seat: Seat, services: SeatServices, tokens: list[str]
) -> None:
    """Another browser with the token sits at the same seat; what comes second is refused."""
    told = await seat.told("asked")
    async with browsing(services) as other:
        entered = await post(other, "enter", {"token": tokens[0]})
        assert entered.json() == {"seat": seat.seat}
        again = await seat.told("asked", browser=other)
        assert (again["turn"], again["form"]) == (told["turn"], told["form"])
        body = {"seat": seat.seat, "turn": told["turn"], "answers": DICE}
        first, second = [await post(browser, "act", body) for browser in (other, seat.browser)]
    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["error"]["reason"] == "ANSWERED"


async def test_a_seat_that_is_given_up_has_forfeited(seat: Seat) -> None:
    """For good, and once; of two players the other one wins."""
    await seat.told("asked")
    given_up = await post(seat.browser, "resign", {"seat": seat.seat})
    assert given_up.status_code == 200, given_up.text
    late = await seat.act(1, answers=DICE)
    assert (late.status_code, late.json()["error"]["reason"]) == (409, "LATE")
    told = await seat.told("over")
    assert any("place 2" in line and "forfeited" in line for line in told["outcome"])
    again = await post(seat.browser, "resign", {"seat": seat.seat})
    assert (again.status_code, again.json()["error"]["reason"]) == (409, "LATE")


async def test_answers_at_the_wrong_time_are_refused(seat: Seat) -> None:
    """A turn that has not come, and one that is over."""
    early = await seat.act(2, answers=DICE)
    assert (early.status_code, early.json()["error"]["reason"]) == (409, "NOT_ASKED")
    await seat.told("asked")
    early = await seat.act(2, answers=DICE)
    assert (early.status_code, early.json()["error"]["reason"]) == (409, "NOT_ASKED")


async def test_an_answer_after_the_deadline_is_late(
    seat: Seat, referee: Referee, services: SeatServices
) -> None:
    """The page is told that the turn was missed, and an answer to it that it is too late."""
    told = await seat.told("asked")
    (person,) = services.desk.people
    assert person.match is not None
    await referee.pass_deadline(person.match.match_id)
    while not told["notes"]:
        told = await seat.told(after=told["version"])
    assert "was not answered in time, strike 1" in told["notes"][0]
    late = await seat.act(1, answers=DICE)
    assert (late.status_code, late.json()["error"]["reason"]) == (409, "LATE")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"answers": {"dice": [0]}}, "dice"),
        ({"answers": {"dice": [0, 0]}}, "dice"),
        ({"answers": {"dice": [0, 9]}}, "dice"),
        ({"answers": {"swords": []}}, "answers"),
        ({"answers": [1]}, "answers"),
        ({"action": {"dice": "all"}}, "action"),
        ({"action": {"swords": [1]}}, "action"),
        ({"action": 7}, "action"),
        ({}, "answers"),
        ({"turn": "1", "answers": DICE}, "turn"),
    ],
)
async def test_what_is_no_answer_is_refused_by_its_field(
    seat: Seat, body: dict[str, Any], field: str
) -> None:
    """The turn stays open, and a good answer still counts."""
    told = await seat.told("asked")
    refused = await seat.act(**{"turn": told["turn"]} | body)
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert error["field"] == field
    assert error["bound"]
    assert error["text"].startswith(f"{field} must be ")
    assert (await seat.act(told["turn"], action=DICE)).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:5000"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:5001"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
    ],
)
async def test_other_sites_can_post_nothing(
    seat: Seat, headers: dict[str, str], status: int
) -> None:
    """Not by another name of this server, not from another page, not by a form."""
    await seat.told("asked")
    body = {"seat": seat.seat, "turn": 1, "answers": DICE}
    refused = await post(seat.browser, "act", body, **headers)
    assert refused.status_code == status
    assert refused.json()["error"]


async def test_who_does_not_say_where_it_comes_from_is_refused(seat: Seat) -> None:
    """Browsers always say it when they post."""
    refused = await seat.browser.post("/api/seat/act", json={"seat": seat.seat})
    assert refused.status_code == 403


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b"\xff", 400),
        (b"[" * 100_000, 400),
        (b"[]", 400),
        (b'{"token": 7}', 422),
        (b'{"token": "' + b"x" * inputs.MOST_BYTES + b'"}', 413),
    ],
    ids=["cut", "no text", "deep", "list", "no token", "long"],
)
async def test_bodies_that_are_no_bodies(
    services: SeatServices, content: bytes, status: int
) -> None:
    """They are refused, and the server lives on."""
    async with browsing(services) as browser:
        assert (await post(browser, "enter", content)).status_code == status


async def test_the_page_holds_no_secret(services: SeatServices) -> None:
    """It is the same for all seats, by whatever name of ours it is asked for, and by no other."""
    async with browsing(services) as browser:
        page = await browser.get("/seat")
        assert page.status_code == 200
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert page.headers["cache-control"] == "no-store, private"
        assert (await browser.get("/seat", headers={"Host": "evil.example"})).status_code == 421
