"""Nothing that a client sends is a fault of the server: every route, with values that fit and values that don't.

The requests are made from the application's own routes, so that a new one is tried without a word here; the
values of its parameters have to be known, else the test says which is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Route

from referee.core.forwarded import trusted_networks
from referee_arena.seat import routes as seat_routes
from referee_arena.server import archive, season_access
from referee_arena.server.app import make_app
from referee_arena.server.settings import ArenaSettings
from referee_arena.server.statics import static_address
from tests.arena.any_requests import (
    ENTRY_KEY,
    ODD_HOSTS,
    Answer,
    Request,
    ask,
    fitting,
    odd_requests,
    requests_of,
    routes_of,
)
from tests.arena.seasons import play_season
from tests.arena.sites import play_cup_with_replays
from tests.arena.traced import recorded_match, trace_into
from tests.arena.traced import request as request_line
from tests.helpers.installed import install
from tests.helpers.toy_games import TOYS
from tests.server.running import bid, running
from tournaments.season.check_files import CheckFiles
from tournaments.season.doors import DoorEntry, Doors, write_doors
from tournaments.season.keys import key_hash

SEATS = 2
ENDING = ("/api/seat/act", "/api/seat/resign")
"""Routes that end what the others need, and so come last."""
NOT_REACHED = {*ENDING, "/api/seat/say", "/api/enter", "/enter"}
"""Routes that refuse everybody here: a game without chat, and an arena without a key."""


class World(NamedTuple):
    """An arena with everything that its routes are about, and the loop that it lives in."""

    runner: asyncio.Runner
    app: Starlette
    values: Mapping[str, Sequence[str]]
    """What fits for each parameter."""
    bodies: Mapping[str, Sequence[str]]
    """What fits for each field of a body, as JSON."""
    cookies: Sequence[str]
    """Of browsers that have entered."""

    @property
    def query(self) -> Mapping[str, str]:
        """What fits into queries."""
        return {"seat": self.values["seat"][0]}

    def pick(self, place: int) -> Mapping[str, str]:
        """One value of each, another for each place."""
        return {name: each[place % len(each)] for name, each in self.values.items()}

    def body(self, route: Route) -> Mapping[str, str]:
        """What fits into a body of a route, so that no seat is given up."""
        return {} if route.path in ENDING else {name: each[0] for name, each in self.bodies.items()}

    def ask(self, request: Request) -> Answer:
        """Send a request."""
        return self.runner.run(ask(self.app, request))


async def _entered(app: Starlette, path: str, body: object) -> tuple[str, bytes]:
    """The cookie and the answer of a browser that posts something."""
    headers = (
        (b"host", b"127.0.0.1"),
        (b"sec-fetch-site", b"same-origin"),
        (b"content-type", b"application/json"),
    )
    request = Request(path, "POST", path.encode(), b"", headers, json.dumps(body).encode())
    answer = await ask(app, request)
    assert answer.status == 200, answer.body
    cookie = next(value for name, value in answer.headers if name == b"set-cookie")
    return cookie.decode().partition(";")[0], answer.body


def _season_in(data: Path) -> str:
    """Make a tournament one that takes submissions, with one check, whose id is returned."""
    entries = {"ann": DoorEntry("ann", key_hash(ENTRY_KEY))}
    write_doors(data, Doors(True, "", 5000, 5000, 30, 1000, "2027-03-01", entries))
    files = CheckFiles.of(data, "1" * 32)
    files.begin({"id": "1" * 32, "entry": "ann"})
    files.build_log.write_text("made")
    (data / "logs" / "ann").mkdir(parents=True)
    (data / "logs" / "ann" / "1.stderr").write_text("said")
    return "1" * 32


async def _world(
    folder: Path, season: Path, stack: contextlib.AsyncExitStack
) -> tuple[Starlette, dict[str, object]]:
    cup = play_cup_with_replays(folder / "cup")
    lines = [request_line(1, "{}"), ("turn", {"turn": 1, "action": {}})]
    for replay in (
        cup / "referee" / "replays" / "m1.replay",
        *season.glob("stages/*/*/*/*.replay"),
    ):
        recorded_match(replay.parent, replay.stem)
        trace_into(replay.parent, replay.stem, 0, lines)
    check = _season_in(cup)
    referee = await stack.enter_async_context(running(folder))
    going, over = [await referee.create(config_json=f'{{"rounds": {rounds}}}') for rounds in (3, 1)]
    seat = await referee.create("diceman", config_json='{"games": 1, "life": 3, "round_cap": 3}')
    for made in (going, over):
        stream = referee.stream()
        await stream.join(*made.seat_tokens)
        if made is over:
            turns = [await stream.turn() for _ in range(SEATS)]
            for number, turn in enumerate(turns):
                await stream.answer(turn, bid(number + 1))
            await stream.ended()
    proxies = trusted_networks(["10.0.0.0/8"])
    app = make_app(
        ArenaSettings(referee=referee.address, tournaments=(cup, season), trusted_proxies=proxies),
        is_closing=lambda: True,
    )
    await stack.enter_async_context(app.router.lifespan_context(app))
    await referee.stream().join(seat.seat_tokens[1])
    looker, _ = await _entered(app, "/api/tokens", {"token": going.seat_tokens[0]})
    player, told = await _entered(app, "/api/seat/enter", {"token": seat.seat_tokens[0]})
    matches = [each.match.match_id for each in (going, over, seat)]
    _, _, digest, script = static_address("arena.js").split("/")
    tokens = [*going.seat_tokens, *over.seat_tokens]
    name = json.loads(told)["seat"]
    return app, {
        "values": {
            "match": matches,
            "eyes": ["public", "all", "seat-0", "seat-1"],
            "game": ["diceman"],
            "number": ["0", "1", "2"],
            "chunk": ["0"],
            "tournament": ["1", "2"],
            "bot": ["1", "2"],
            "digest": [digest],
            "name": [script, "arena.css"],
            "seat": [name],
            "traced": ["0"],
            "turn": ["1"],
            "from": ["0", "1"],
            "after": ["-1", "0"],
            "before": ["1", "9"],
            "stage": ["1"],
            "entry": ["ann"],
            "id": [check],
            "log": ["1.stderr"],
            "check_log": ["build.log", "play.log", "protocol.log"],
        },
        "bodies": {
            "token": [json.dumps(token) for token in tokens],
            "seat": [json.dumps(name)],
            "turn": ["1"],
            "answers": ['{"dice": [0, 2]}', "{}"],
            "action": ['{"dice": [0, 2]}', '{"dice": 1e30}', "{}"],
            "channel": ['"all"'],
            "text": ['"hello"'],
        },
        "cookies": [looker, player],
    }


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One for all requests: none of them may spoil it for the next."""
    # Played before there is a loop, as it has its own.
    season = play_season(
        tmp_path_factory.mktemp("season") / "cup", hours=24.0, entries=0, minutes=(60, 90)
    )
    shutil.rmtree(season / "stages" / "final")
    play_cup_with_replays(season / "stages" / "final")
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        install(patch, *TOYS)
        patch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))
        patch.setattr(seat_routes, "WAIT_S", 0.0)
        patch.setattr(season_access, "FREE", 0)
        stack = contextlib.AsyncExitStack()
        app, told = runner.run(_world(tmp_path_factory.mktemp("arena"), season, stack))
        yield World(runner, app, **told)  # type: ignore[arg-type]
        runner.run(stack.aclose())


def test_every_route_is_reached(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """With values that fit, each answers something; so what is tried below is tried behind the door as well."""
    reached: Counter[str] = Counter()
    for route in routes_of(world.app):
        names = set(route.param_convertors)
        assert names <= set(world.values), f"add values for {names - set(world.values)}"
        for cookie in world.cookies:
            for place in range(12):
                request = fitting(route, world.pick(place), world.body(route), cookie, world.query)
                answer = world.ask(request)
                assert answer.status < 500, (request, answer)
                reached[route.path] += answer.status < 400
    assert {path for path, times in reached.items() if not times} == NOT_REACHED
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


def test_one_odd_value_is_no_fault_of_the_server(world: World) -> None:
    """In each place of each route, where all others fit: it gets as far as it can."""
    for route in routes_of(world.app):
        cookie = world.cookies["/seat" in route.path]
        bodies = [world.body(route)]
        if route.path == "/api/seat/act":
            # Of what an action needs, one part is odd, so that the turn stays open.
            parts = (("seat", "turn", "answers"), ("seat", "turn", "action"))
            bodies = [{name: world.bodies[name][0] for name in names} for names in parts]
        for body in bodies:
            for request in odd_requests(route, world.pick(0), body, cookie):
                answer = world.ask(request)
                assert answer.status < 500, (request, answer)


@pytest.mark.parametrize("path", ["/", "/api/absent", "/absent", "/api/enter"])
def test_an_odd_host_is_no_fault_of_the_server(world: World, path: str) -> None:
    """Versions of Starlette differ in what they read of one."""
    for host, method in itertools.product(ODD_HOSTS, ("GET", "POST")):
        headers = ((b"host", host.encode("latin-1")), (b"content-type", b"application/json"))
        request = Request(path, method, path.encode(), b"", headers, b"{}")
        answer = world.ask(request)
        assert answer.status < 500, (request, answer)


@settings(max_examples=250)
@given(data=st.data())
def test_no_request_is_a_fault_of_the_server(world: World, data: st.DataObject) -> None:
    """Each is answered, and with less than 500; nothing is raised, as the log would have it."""
    _try(world, data, [route for route in routes_of(world.app) if route.path not in ENDING])


@settings(max_examples=80)
@given(data=st.data())
def test_neither_is_one_that_plays(world: World, data: st.DataObject) -> None:
    """Actions and the end of a seat, with whatever stands for them."""
    _try(world, data, [route for route in routes_of(world.app) if route.path in ENDING])


def _try(world: World, data: st.DataObject, routes: Sequence[Route]) -> None:
    request = data.draw(requests_of(routes, world.values, world.bodies, world.cookies))
    answer = world.ask(request)
    assert answer.status < 500, answer
