"""Traces of matches for OpenTelemetry: a match is a trace, and each decision of a seat a span in it.

Spans are made from the records of the match, after the fact: nothing is started that a crash could
leave open but the match itself, and a match that is resumed begins another trace. Without `--traces`
nothing here is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from referee.core.clock import Clock
from referee.core.errors import FieldError
from referee.kit.rollout.dtypes import Longs
from referee.match import records as rec
from referee.match.lane import Tick, stepped
from referee.match.machine import MatchMachine
from referee.server.telemetry.catalog import name_of

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

__all__ = ["Traces", "exporting"]

EXPORT_LIMIT_S = 5
"""Seconds for which the end of the server waits for spans that are not sent yet."""


def exporting(endpoint: str, clock: Clock) -> Traces:
    """Return traces that are sent to an OTLP endpoint by gRPC.

    Further settings, such as the share of matches that are traced, come from the environment
    variables of OpenTelemetry (`OTEL_TRACES_SAMPLER`, `OTEL_RESOURCE_ATTRIBUTES`, ...).

    Args:
        endpoint: Address of the collector, `http://HOST:PORT` or, with TLS, `https://HOST:PORT`.
        clock: The server's clock.

    Raises:
        FieldError: The endpoint is none, or the packages of the extra `traces` are not installed.
    """
    if not endpoint.startswith(("http://", "https://")):
        raise FieldError("traces", "http://HOST:PORT or https://HOST:PORT", endpoint)
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        bound = "given where the extra `traces` is installed: pip install 'gamereferee[traces]'"
        raise FieldError("traces", bound, endpoint) from None
    provider = TracerProvider(resource=Resource.create({"service.name": "gamereferee"}))
    insecure = endpoint.startswith("http://")
    exporter = OTLPSpanExporter(endpoint=endpoint, insecure=insecure, timeout=EXPORT_LIMIT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return Traces(provider, clock)


class Traces:
    """Traces of all matches of a server; see `HostingObserver`.

    Args:
        provider: Makes spans, and passes them on.
        clock: The server's clock.
    """

    def __init__(self, provider: TracerProvider, clock: Clock) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("gamereferee")
        self._clock = clock
        self._open: dict[str, _Match] = {}
        """Traces of matches that are not over, by match id."""

    def match(self, match_id: str, game: str, machine: MatchMachine) -> _Match:
        """Begin the trace of a match; do so only if it is not over."""
        trace = _Match(self._tracer, self._clock, match_id, game, machine, self._forget)
        self._open[match_id] = trace
        return trace

    def ticked(
        self, game: str, match_ids: Sequence[str], tick: Tick, limits_ns: Longs, num_bytes: int
    ) -> None:
        """Add the decisions of a tick of a lane, which plays many matches at once."""
        del game, limits_ns, num_bytes
        for place, match_id in enumerate(match_ids):
            trace = self._open.get(match_id)
            if trace is not None:
                trace.step(stepped(tick, place))

    def lane_journal_failed(self) -> None:
        """Do nothing: it concerns no match alone."""

    def close(self) -> None:
        """Send what is left, for up to `EXPORT_LIMIT_S` seconds; matches that are not over have no end."""
        for trace in list(self._open.values()):
            trace.interrupt()
        self._provider.force_flush(EXPORT_LIMIT_S * 1000)
        self._provider.shutdown()

    def _forget(self, match_id: str) -> None:
        self._open.pop(match_id, None)


class _Match:
    """Trace of one match; see `MatchObserver`."""

    def __init__(
        self,
        tracer: Tracer,
        clock: Clock,
        match_id: str,
        game: str,
        machine: MatchMachine,
        forget: Callable[[str], None],
    ) -> None:
        from opentelemetry.trace import set_span_in_context

        self._tracer, self._clock, self._machine = tracer, clock, machine
        self._match_id, self._forget = match_id, forget
        attributes: dict[str, str | int] = {
            "referee.match": match_id,
            "referee.game": game,
            "referee.seats": len(machine.seats),
        }
        self._span: Span = tracer.start_span(
            f"match {game}", attributes=attributes, start_time=clock.wall_ns()
        )
        self._is_sampled = self._span.is_recording()
        self._within = set_span_in_context(self._span)
        self.answered = _nothing

    def wrote(self, record: rec.MatchRecord, num_bytes: int) -> None:
        del num_bytes
        if not self._is_sampled:
            return
        if isinstance(record, rec.Stepped):
            self.step(record)
        elif isinstance(record, rec.Missed):
            how = "gave turn up" if record.given_up else "missed deadline"
            self._event(how, seat=record.seat, turn=record.turn)
        elif isinstance(record, rec.Refused):
            reason = name_of(record.reason)
            self._event("message rejected", seat=record.seat, turn=record.turn, reason=reason)
        elif isinstance(record, rec.Forfeited):
            self._event("forfeit", seat=record.seat, cause=name_of(record.cause))
        elif isinstance(record, rec.Joined):
            self._event("joined", seat=record.seat)
        elif isinstance(record, rec.Started):
            self._event("started")

    def step(self, record: rec.Stepped) -> None:
        """Add a span for each decision of a step that a bot made or missed."""
        if not self._is_sampled:
            return
        # Records have times since the match began, on the referee's clock: spans have dates.
        began_ns = self._clock.wall_ns() - self._clock.now_ns() + self._machine.began_ns
        for taken in record.actions:
            if taken.kind is rec.ActionKind.FORFEITED:
                continue
            start_ns = began_ns + taken.handed_ns
            span = self._tracer.start_span(
                f"decision of seat {taken.seat}",
                context=self._within,
                start_time=start_ns,
                attributes={
                    "referee.seat": taken.seat,
                    "referee.turn": taken.turn,
                    "referee.kind": name_of(taken.kind),
                    "referee.charged_ms": taken.elapsed_ns / 1e6,
                    "referee.lag_ms": taken.lag_ns / 1e6,
                },
            )
            span.end(end_time=start_ns + taken.elapsed_ns + taken.lag_ns)

    def _event(self, name: str, **fields: str | int) -> None:
        attributes = {f"referee.{field}": value for field, value in fields.items()}
        self._span.add_event(name, attributes, timestamp=self._clock.wall_ns())

    def appended(self, num_bytes: int) -> None:
        """Do nothing."""

    def journal_failed(self) -> None:
        self._event("journal can't be written")

    def expires(self, seat: int, turn: int, deadline_ns: int) -> None:
        """Do nothing: the record of the missed turn follows."""

    def untimely(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Do nothing: the record of the rejection follows."""

    def ended(self) -> None:
        from opentelemetry.trace import Status, StatusCode

        outcome = self._machine.outcome
        assert outcome is not None
        self._span.set_attribute("referee.cause", name_of(outcome.cause))
        self._span.set_attribute("referee.steps", self._machine.steps)
        if outcome.cause.is_void:
            self._span.set_status(Status(StatusCode.ERROR, name_of(outcome.cause)))
        self._end()

    def interrupt(self) -> None:
        """End the trace of a match that goes on after the server's next start."""
        self._event("server stops")
        self._end()

    def _end(self) -> None:
        self._span.end(end_time=self._clock.wall_ns())
        self._forget(self._match_id)


def _nothing(_: int) -> None:
    pass
