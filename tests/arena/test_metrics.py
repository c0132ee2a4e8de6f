"""Metrics of an arena: what is counted of requests, streams and the event loop, and where it is served."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from referee.core.errors import FieldError
from referee_arena.server import metrics as arena_metrics
from referee_arena.server.metrics import OTHER, ArenaMetrics, Counted, serve_metrics
from referee_arena.server.settings import Listen
from tests.arena.arena import Arena, arena_running, events_of
from tests.helpers.patience import come_true, patience
from tests.server.bidding import begun, play_bids
from tests.server.running import Referee

pytestmark = pytest.mark.usefixtures("toys")


def answers(registry: CollectorRegistry) -> dict[tuple[str, str], float]:
    """Numbers of answers by route and status, without those that are 0."""
    return {
        (sample.labels["route"], sample.labels["status"]): sample.value
        for family in registry.collect()
        for sample in family.samples
        if sample.name == "arena_requests_total" and sample.value
    }


async def test_requests_are_counted_by_route_and_status(referee: Referee) -> None:
    """By the route's own path, not by what was asked for; refused and unknown ones have none."""
    registry = CollectorRegistry()
    made, _ = await begun(referee)
    async with arena_running(referee=referee.address, metrics=ArenaMetrics(registry)) as arena:
        match = made.match.match_id
        for path in ("/", "/", f"/match/{match}", "/match/unknown", f"/api/matches/{match}/all/no"):
            await arena.browser.get(path)
        await arena.browser.get("/", headers={"host": "elsewhere.example"})
        await arena.browser.post("/api/tokens", content=b"{}")
        await arena.browser.get("/api/tokens")
        assert answers(registry) == {
            ("/", "200"): 2,
            ("/match/{match}", "200"): 1,
            ("/match/{match}", "404"): 1,
            (OTHER, "404"): 1,
            (OTHER, "421"): 1,
            (OTHER, "403"): 1,
            (OTHER, "405"): 1,
        }
        assert registry.get_sample_value("arena_request_seconds_count") == 8
        assert registry.get_sample_value("arena_requests_open") == 0
        assert b"secret" not in generate_latest(registry)
        assert match.encode() not in generate_latest(registry)


async def test_a_stream_is_open_while_a_page_reads_it(referee: Referee) -> None:
    """And so its match is watched, once however many pages show it; the view stays."""
    registry = CollectorRegistry()
    value = registry.get_sample_value
    made, stream = await begun(referee)

    async def read(arena: Arena, until: asyncio.Event) -> None:
        path = f"/api/matches/{made.match.match_id}/public/stream?from=0"
        async with arena.browser.stream("GET", path) as response:
            async for _ in events_of(response):
                if until.is_set():
                    return

    async with arena_running(referee=referee.address, metrics=ArenaMetrics(registry)) as arena:
        assert value("arena_matches_watched") == 0
        enough = asyncio.Event()
        async with asyncio.TaskGroup() as readers:
            for _ in range(2):
                readers.create_task(read(arena, enough))
            await come_true(lambda: value("arena_streams_open") == 2, "two streams")
            await come_true(lambda: value("arena_matches_watched") == 1, "a match that is watched")
            assert value("arena_views_open") == 1
            assert value("arena_views_stalled") == 0
            enough.set()
            await play_bids(stream, 3, 4)
        await come_true(lambda: value("arena_streams_open") == 0, "the end of all streams")
        await come_true(lambda: value("arena_matches_watched") == 0, "a match without readers")
        assert value("arena_views_open") == 1


async def test_a_fault_of_the_arena_counts_as_500() -> None:
    """Whatever answers it; and it is passed on."""
    registry = CollectorRegistry()

    async def fails(*_: object) -> None:
        raise ZeroDivisionError

    counted = Counted(fails, ArenaMetrics(registry))
    with pytest.raises(ZeroDivisionError):
        await counted({"type": "http"}, None, None)  # type: ignore[arg-type]  # not called
    assert answers(registry) == {(OTHER, "500"): 1}
    assert registry.get_sample_value("arena_requests_open") == 0


async def test_lag_is_what_a_wake_up_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that jumps by 0.75 s between two looks at it, where 0.25 s were asked for."""
    monkeypatch.setattr(arena_metrics, "TICK_S", 0.25)
    registry = CollectorRegistry()
    times = iter(0.75 * number for number in range(10_000))
    measuring = asyncio.create_task(ArenaMetrics(registry, lambda: next(times)).measure_lag())
    value = registry.get_sample_value
    name = "arena_event_loop_lag_seconds"
    await come_true(lambda: (value(f"{name}_count") or 0) >= 1, "a measurement")
    measuring.cancel()
    assert value(f"{name}_bucket", {"le": "0.2"}) == 0
    assert value(f"{name}_bucket", {"le": "0.5"}) == value(f"{name}_count")


def test_an_address_that_is_taken_is_named() -> None:
    """With the setting and the reason."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        listen = Listen("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(FieldError, match=r"metrics must be an address that is free .*in use"):
            serve_metrics(listen, CollectorRegistry())


def test_the_command_serves_them(tmp_path: Path) -> None:
    """At the address that it prints; a wrong one is refused with its name."""
    command = [sys.executable, "-m", "referee", "arena", "--referee", f"unix:{tmp_path}/no"]
    command += ["--listen", "127.0.0.1:0", "--metrics"]
    wrong = subprocess.run([*command, "9466"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "metrics must be HOST:PORT with a port from 0 to 65535, not '9466'" in wrong.stderr
    with subprocess.Popen([*command, "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as arena:
        try:
            assert arena.stdout is not None
            arena.stdout.readline()
            address = arena.stdout.readline().removeprefix("metrics: ").strip()
            with urllib.request.urlopen(address, timeout=patience()) as answer:
                text = answer.read().decode()
        finally:
            arena.send_signal(signal.SIGTERM)
    assert 'arena_requests_total{route="/",status="200"} 0.0' in text
    assert "process_resident_memory_bytes" in text
    assert "_created" not in text
