"""Connections of an arena: half requests, slow bodies, and clients that send no HTTP, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from referee.core.forwarded import trusted_networks
from referee_arena.listening.places import ConnectionLimits
from tests.arena.arena import Arena, arena_running
from tests.helpers.installed import install
from tests.helpers.patience import HANG_S
from tests.helpers.toy_games import TOYS
from tests.server.running import running

LIMITS = ConnectionLimits(most=12, by_address=8)
OK = b"HTTP/1.1 200 OK"
PAGE = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
POST = (
    b"POST /api/enter HTTP/1.1\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\n"
    b"content-type: application/json\r\ncontent-length: 40\r\n\r\n"
)


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        """The time."""
        return self.s


class Client:
    """A connection that sends what it likes.

    Args:
        reader: What comes.
        writer: What is sent.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        """Send bytes, which the server may not want any more."""
        with contextlib.suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def head(self) -> bytes:
        """The first line of an answer, whose body is read as well."""
        async with asyncio.timeout(HANG_S / 2):
            head = await self.reader.readuntil(b"\r\n\r\n")
            for line in head.split(b"\r\n"):
                if line.startswith(b"content-length: "):
                    await self.reader.readexactly(int(line.split()[1]))
        return head.partition(b"\r\n")[0]

    async def rest(self) -> bytes:
        """All that comes until the connection is closed."""
        data = b""
        async with asyncio.timeout(HANG_S / 2):
            with contextlib.suppress(ConnectionError):
                while more := await self.reader.read(65536):
                    data += more
        return data


@pytest.fixture
def time() -> Time:
    """The clock of the arena's connections."""
    return Time()


@pytest_asyncio.fixture
async def arena(time: Time) -> AsyncIterator[Arena]:
    """An arena without a referee, of few places."""
    async with arena_running(limits=LIMITS, now=time) as started:
        yield started


@pytest.fixture(autouse=True)
def nothing_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No fault of the server is logged, whatever is sent."""
    yield
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


_CLIENTS: list[Client] = []


@pytest_asyncio.fixture(autouse=True)
async def clients_closed() -> AsyncIterator[None]:
    """No connection outlives its test."""
    yield
    while _CLIENTS:
        writer = _CLIENTS.pop().writer
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def _connected(arena: Arena, sent: bytes = b"") -> Client:
    port = int(arena.address.rpartition(":")[2])
    client = Client(*await asyncio.open_connection("127.0.0.1", port))
    _CLIENTS.append(client)
    await client.send(sent)
    return client


async def _taken(arena: Arena, count: int) -> None:
    """Wait until so many connections have places."""
    async with asyncio.timeout(HANG_S / 2):
        while len(arena.server.places) != count:
            await asyncio.sleep(0)


async def test_a_request_that_does_not_come_is_not_waited_for(arena: Arena, time: Time) -> None:
    """A part of it is answered, silence is not; a byte now and then gains nothing."""
    half, silent = await _connected(arena, PAGE[:20]), await _connected(arena)
    await _taken(arena, 2)
    time.s += 6
    await half.send(PAGE[20:21])
    assert await (await _connected(arena, PAGE)).head() == OK  # the byte before has come as well
    time.s += 6
    arena.server.places.sweep()
    assert (await half.rest()).startswith(b"HTTP/1.1 408 ")
    assert await silent.rest() == b""


async def test_a_body_that_does_not_come_is_not_waited_for(arena: Arena, time: Time) -> None:
    """It is cut off without a fault."""
    client = await _connected(arena, POST + b'{"key"')
    await _taken(arena, 1)
    time.s += 31
    async with asyncio.timeout(HANG_S / 2):
        while len(arena.server.places):
            arena.server.places.sweep()
            await asyncio.sleep(0)
    assert await client.rest() == b""


async def test_who_leaves_within_a_body_causes_no_fault(arena: Arena) -> None:
    """Such as a browser whose page is closed."""
    client = await _connected(arena, POST + b'{"key"')
    await _taken(arena, 1)
    client.writer.close()
    await _taken(arena, 0)
    assert await (await _connected(arena, PAGE)).head() == OK


async def test_a_body_that_nobody_reads_is_soon_refused(arena: Arena, time: Time) -> None:
    """The answer comes first, then the end."""
    client = await _connected(arena, PAGE[:-2] + b"content-length: 900000000\r\n\r\nabc")
    assert await client.head() == OK
    async with asyncio.timeout(HANG_S / 2):
        while len(arena.server.places):
            time.s += 1
            arena.server.places.sweep()
            await asyncio.sleep(0)
    assert await client.rest() == b""


async def test_a_connection_is_kept_for_a_while(arena: Arena, time: Time) -> None:
    """And a half request behind a whole one has the time of a first one, not more."""
    kept, half = await _connected(arena, PAGE), await _connected(arena, PAGE + PAGE[:9])
    assert (await kept.head(), await half.head()) == (OK, OK)
    time.s += 12
    arena.server.places.sweep()
    assert (await half.rest()).startswith(b"HTTP/1.1 408 ")
    await kept.send(PAGE)
    assert await kept.head() == OK
    time.s += 16
    arena.server.places.sweep()
    assert await kept.rest() == b""


async def test_half_requests_take_no_places_from_others(arena: Arena) -> None:
    """Each that comes pushes out the one that has been waited for the longest."""
    halves = [await _connected(arena, PAGE[:20]) for _ in range(50)]
    for _ in range(10):
        assert await (await _connected(arena, PAGE)).head() == OK
        assert len(arena.server.places) <= LIMITS.by_address
    gone = [await half.rest() for half in halves[:40]]
    assert gone == [b""] * 40


@pytest.mark.parametrize("sent", [
    pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", id="tls"),
    pytest.param(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", id="http-2"),
    pytest.param(b"GET / HTTP/0.9\r\n\r\n", id="http-0.9"),
    pytest.param(b"GET /\r\n\r\n", id="no-version"),
    pytest.param(b"\r\n" * 9, id="empty-lines"),
    pytest.param(b"GET / HTTP/1.1\r\n\r\n", id="no-host"),
    pytest.param(b"GET / HTTP/1.0\r\n\r\n", id="http-1.0"),
    pytest.param(PAGE[:-2] + b"x: " + b"y" * 200_000, id="giant-header"),
    pytest.param(PAGE[:-2] + b"a: b\r\n" * 20_000, id="many-headers"),
    pytest.param(b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n", id="giant-path"),
    pytest.param(PAGE[:-2] + b"content-length: -1\r\n\r\n", id="negative-length"),
    pytest.param(PAGE[:-2] + b"content-length: \xb2\r\n\r\n", id="length-in-superscript"),
    pytest.param(PAGE[:-2] + b"content-length: " + b"9" * 5000 + b"\r\n\r\n", id="long-length"),
    pytest.param(PAGE[:-2] + b"content-length: 1\r\ncontent-length: 2\r\n\r\n", id="two-lengths"),
    pytest.param(PAGE[:-2] + b"transfer-encoding: chunked\r\n\r\nzz\r\n", id="bad-chunk"),
    pytest.param(PAGE[:-2] + b"transfer-encoding: gzip\r\n\r\n", id="coding"),
    pytest.param(PAGE[:-2] + b"host: 127.0.0.1\r\n\r\n", id="two-hosts"),
    pytest.param(PAGE[:-2] + b"connection: upgrade\r\nupgrade: websocket\r\n\r\n\x81\x05", id="websocket"),
    pytest.param(PAGE[:-2] + b"connection: upgrade\r\nupgrade: h2c\r\n\r\n", id="h2c"),
    pytest.param(PAGE[:-2] + b"cookie: \xff\xfe=\"\\777\r\n\r\n", id="cookie"),
    pytest.param(PAGE[:-2] + b"expect: 100-continue\r\n\r\n", id="expect"),
    pytest.param(b"GET http://other/ HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", id="absolute"),
    pytest.param(b"OPTIONS * HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", id="asterisk"),
    pytest.param(b"CONNECT a:1 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", id="connect"),
    pytest.param(b"BREW / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", id="method"),
    pytest.param(PAGE * 200, id="pipelined"),
])  # fmt: skip
async def test_what_is_sent_never_is_a_fault_of_the_server(arena: Arena, sent: bytes) -> None:
    """It is answered with what is wrong with it, or by closing; the next client notices nothing."""
    client = await _connected(arena, sent)
    client.writer.write_eof()
    answers = await client.rest()
    assert b"HTTP/1.1 5" not in answers
    assert await (await _connected(arena, PAGE)).head() == OK


async def test_streams_keep_their_places(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For as long as they are read; when all places are taken by them, another is told so."""
    install(monkeypatch, *TOYS)
    async with running(tmp_path) as referee:
        made = await referee.create(config_json='{"rounds": 3}')
        await referee.stream().join(*made.seat_tokens)
        path = f"/api/matches/{made.match.match_id}/public/stream?from=0"
        ask = b"GET %s HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" % path.encode()
        async with arena_running(referee=referee.address, limits=LIMITS, now=time) as arena:
            streams = [await _connected(arena, ask) for _ in range(LIMITS.by_address)]
            assert [await stream.head() for stream in streams] == [OK] * LIMITS.by_address
            for _ in range(24):
                time.s += 3600
                arena.server.places.sweep()
            assert len(arena.server.places) == LIMITS.by_address
            refused = await (await _connected(arena, PAGE)).rest()
            assert refused.startswith(b"HTTP/1.1 503 ")
            streams[0].writer.close()
            await _taken(arena, LIMITS.by_address - 1)
            assert await (await _connected(arena, PAGE)).head() == OK


async def test_callers_behind_a_trusted_proxy_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has its own limit, whatever it claims itself; and the proxy says whether it speaks TLS."""
    install(monkeypatch, *TOYS)
    limits = ConnectionLimits(most=12, by_address=2)
    proxies = trusted_networks(["127.0.0.1"])
    async with running(tmp_path) as referee:
        made = await referee.create(config_json='{"rounds": 3}')
        await referee.stream().join(*made.seat_tokens)
        path = f"/api/matches/{made.match.match_id}/public/stream?from=0"

        def ask(forwarded: str) -> bytes:
            return (
                f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {forwarded}\r\n\r\n"
            ).encode()

        async with arena_running(
            referee=referee.address, limits=limits, trusted_proxies=proxies
        ) as arena:
            told = [
                await (await _connected(arena, ask(forwarded))).head()
                for forwarded in ("192.0.2.1", "192.0.2.1", "198.51.100.9, 192.0.2.1", "192.0.2.2")
            ]
            assert [head.split()[1] for head in told] == [b"200", b"200", b"429", b"200"]
            arena.browser.headers["x-forwarded-proto"] = "https"
            answer = await arena.post("/api/tokens", {"token": made.seat_tokens[0]})
            assert "Secure" in answer.headers["set-cookie"]
