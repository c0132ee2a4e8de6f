"""Traces: a match is a trace, each decision a span in it, on turns and on lanes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF

from referee.core.clock import ManualClock
from referee.core.errors import FieldError
from referee.core.time_control import SECOND
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.serve import Server, running_server
from referee.server.telemetry.traces import Traces, exporting
from tests.server.lane_matches import create_seeded, on_lanes, play_out, replay_path, steps_of
from tests.server.running import Referee, bid, running, terms
from tests.server.scraping import ANYWHERE, scrape

TERMS = terms(move_time=10, lag_margin=1, strikes=9)


@asynccontextmanager
async def traced(
    folder: Path, spans: InMemorySpanExporter, **settings: Any
) -> AsyncIterator[Referee]:
    """A server whose spans are kept in memory."""
    provider = TracerProvider(**settings)
    provider.add_span_processor(SimpleSpanProcessor(spans))
    clock = ManualClock(SECOND)
    listen = (parse_listen(f"unix:{folder}/referee.sock"),)
    config = ServerConfig(listen=listen, data_dir=folder / "data", metrics=ANYWHERE)
    server = Server(config, clock=clock)
    server.traces = Traces(provider, clock)
    import grpc

    async with (
        running_server(server),
        grpc.aio.insecure_channel(server.addresses[0]) as channel,
    ):
        referee = Referee(server, channel, clock, lambda: [server])
        try:
            yield referee
        finally:
            await referee.close()


def within(spans: Sequence[ReadableSpan], match: ReadableSpan) -> list[ReadableSpan]:
    """The spans of a match's decisions."""
    assert match.context is not None
    return [
        span
        for span in spans
        if span.parent is not None and span.parent.span_id == match.context.span_id
    ]


async def test_a_match_is_a_trace(tmp_path: Path) -> None:
    """With a span for each decision, from hand-over to answer, and events for what went wrong."""
    spans = InMemorySpanExporter()
    async with traced(tmp_path, spans) as referee:
        made = await referee.create(time_control=TERMS, config_json='{"rounds": 2}')
        streams = [referee.stream() for _ in made.seat_tokens]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        turns = [await stream.turn() for stream in streams]
        referee.clock.advance(4 * SECOND)
        for stream, turn in zip(streams, turns, strict=True):
            await stream.answer(turn, bid(1))
        await streams[0].answer(await streams[0].turn(), bid(1))
        await streams[0].settle()
        await referee.pass_deadline(made.match.match_id)
        for stream in streams:
            await stream.ended()
        counted = await scrape(referee.server.metrics_address)
    assert counted("decisions_total", game="toy_bid", kind="played") == 3  # both observe it
    finished = spans.get_finished_spans()
    (match,) = [span for span in finished if span.parent is None]
    assert match.name == "match toy_bid"
    assert match.attributes is not None
    assert match.attributes["referee.match"] == made.match.match_id
    assert (match.attributes["referee.cause"], match.attributes["referee.steps"]) == ("rules", 2)
    names = [event.name for event in match.events]
    assert names == ["joined", "joined", "started", "missed deadline"]
    decisions = [span for span in within(finished, match) if span.attributes is not None]
    assert len(decisions) == 4
    for span in decisions:
        assert span.attributes is not None
        assert span.end_time is not None
        assert span.start_time is not None
        took_ns = span.end_time - span.start_time
        assert took_ns == pytest.approx(span.attributes["referee.charged_ms"] * 1e6)  # type: ignore[operator]
    kinds = [(each.attributes or {})["referee.kind"] for each in decisions]
    assert sorted(map(str, kinds)) == ["defaulted", "played", "played", "played"]
    assert (
        sum((each.end_time or 0) - (each.start_time or 0) for each in decisions[:2]) == 8 * SECOND
    )


async def test_decisions_on_lanes_are_spans(tmp_path: Path) -> None:
    """As many in each match as its replay has."""
    spans = InMemorySpanExporter()
    async with traced(tmp_path, spans) as referee:
        made = await create_seeded(referee, time_control=TERMS)
        bots = await on_lanes(referee, made)
        await play_out(bots, [await bot.turns(len(made)) for bot in bots])
        await referee.replays_written()
        steps = {
            each.match.match_id: len(steps_of(replay_path(referee, each.match.match_id)))
            for each in made
        }
    finished = spans.get_finished_spans()
    found = {
        (match.attributes or {})["referee.match"]: len(within(finished, match))
        for match in finished
        if match.parent is None
    }
    assert found == {match_id: 2 * number for match_id, number in steps.items()}


async def test_what_is_not_sampled_makes_no_spans(tmp_path: Path) -> None:
    """And a match that goes on when the server stops has a trace that says so."""
    spans = InMemorySpanExporter()
    async with traced(tmp_path, spans, sampler=ALWAYS_OFF) as referee:
        await referee.play(1)
    assert spans.get_finished_spans() == ()
    other, spans = tmp_path / "other", InMemorySpanExporter()
    other.mkdir()
    async with traced(other, spans) as referee:
        await referee.create()
    (match,) = spans.get_finished_spans()
    assert [event.name for event in match.events] == ["server stops"]


async def test_an_endpoint_is_a_url(tmp_path: Path) -> None:
    """Without one there are no traces at all."""
    with pytest.raises(FieldError, match="traces must be http://HOST:PORT"):
        exporting("collector:4317", ManualClock())
    async with running(tmp_path) as referee:
        assert referee.server.traces is None
