"""Metrics of a running tournament or season for Prometheus: matches, entries, and ends of bots' processes.

Nothing here loads the Prometheus client before metrics are asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tournaments.pairings import Pairing
from tournaments.play.runner import Progress
from tournaments.processes.client import Exit
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import TournamentError
from tournaments.spec.outcomes import EndCause, MatchEnd
from tournaments.store.records import StoredMatch

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

__all__ = ["LIMITS", "CountedProgress", "serve_metrics"]

_MATCH_S = (0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10000)
"""Upper bounds of the buckets for the duration of a match, in seconds."""
LIMITS = {
    "processes and threads": "processes",
    " of memory": "memory",
    "output": "output",
    "files and folders": "files",
    "the token of its first seat": "startup",
}
"""Values of the label `limit`, by what the supervisor says of a program that it has killed."""
_OTHER = "other"


class CountedProgress:
    """Progress that counts what it passes on to another progress.

    Args:
        shown: Shows the same run to people.
        registry: Registry of the metrics.
        clock: Returns a time that only goes forward, in seconds.
    """

    def __init__(
        self,
        shown: Progress,
        registry: CollectorRegistry,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from prometheus_client import Counter, Gauge, Histogram

        to: dict[str, Any] = {"registry": registry}
        self._shown, self._clock = shown, clock
        self._entries = Gauge("tournament_entries", "Entries that take part.", **to)
        self._planned = Gauge(
            "tournament_matches_planned",
            "Matches of the whole schedule; 0 while it depends on results.",
            **to,
        )
        self._played = Gauge(
            "tournament_matches_played", "Matches with a result, earlier runs included.", **to
        )
        self._open = Gauge("tournament_matches_open", "Matches that are being played.", **to)
        self._ends = Counter(
            "tournament_matches_ended",
            "Matches that this run has ended, by cause.",
            ["cause"],
            **to,
        )
        self._seconds = Histogram(
            "tournament_match_seconds",
            "Duration of each match, with all its attempts.",
            buckets=_MATCH_S,
            **to,
        )
        self._exits = Counter(
            "tournament_bot_exits",
            "Ends of bots' processes: in order, or while they were needed.",
            ["how"],
            **to,
        )
        self._kills = Counter(
            "tournament_bot_kills",
            "Bots' processes that were killed for a limit, by limit.",
            ["limit"],
            **to,
        )
        self._notes = Counter("tournament_notes", "Lines about something that went wrong.", **to)
        # From the start, since Prometheus can't see an increase from nothing.
        for cause in EndCause:
            self._ends.labels(cause.name.lower())
        for how in ("ended", "died"):
            self._exits.labels(how)
        for limit in {*LIMITS.values(), _OTHER}:
            self._kills.labels(limit)
        self._began: dict[int, float] = {}
        """When each match that is being played began, by its number."""

    def entered(self, spec: TournamentSpec) -> None:
        """Count the entries; see `Progress`."""
        self._entries.set(len(spec.bots))
        self._shown.entered(spec)

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None:
        """Count the matches that were played before, and those that are planned; see `Progress`."""
        self._began.clear()
        self._open.set(0)
        self._played.set(len(matches))
        self._planned.set(total or 0)
        self._shown.begin(matches, total)

    def status(self, text: str) -> None:
        """Pass the text on; see `Progress`."""
        self._shown.status(text)

    def match_began(self, pairing: Pairing) -> None:
        """Count a match that is open from now on; see `Progress`."""
        self._began[pairing.number] = self._clock()
        self._open.set(len(self._began))
        self._shown.match_began(pairing)

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        """Count the end of a match, by cause; see `Progress`."""
        began = self._began.pop(pairing.number, None)
        if began is not None:
            self._seconds.observe(self._clock() - began)
        self._open.set(len(self._began))
        self._ends.labels(end.cause.name.lower()).inc()
        if not end.cause.is_void:
            self._played.inc()
        self._shown.match_ended(pairing, end)

    def process_ended(self, ended: Exit, *, died: bool) -> None:
        """Count the end of a bot's process, and the limit for which it was killed; see `Progress`."""
        self._exits.labels("died" if died else "ended").inc()
        if ended.limit is not None:
            named = (label for words, label in LIMITS.items() if words in (ended.limit or ""))
            self._kills.labels(next(named, _OTHER)).inc()
        self._shown.process_ended(ended, died=died)

    def note(self, text: str) -> None:
        """Count the line; see `Progress`."""
        self._notes.inc()
        self._shown.note(text)


def serve_metrics(listen: str, shown: Progress) -> tuple[CountedProgress, Callable[[], None]]:
    """Serve metrics of a run; return the progress that counts it, and a function that ends the serving.

    Args:
        listen: `HOST:PORT` at which Prometheus reads them.
        shown: Shows the same run to people.

    Raises:
        TournamentError: The address can't be used.
    """
    from prometheus_client import (
        CollectorRegistry,
        ProcessCollector,
        disable_created_metrics,
        start_http_server,
    )

    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise TournamentError(
            f"--metrics must be HOST:PORT with a port from 0 to 65535, not {listen!r}"
        )
    # Series that say when each counter was made, which nobody asks for.
    disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types at all
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    try:
        server, _ = start_http_server(int(port), host.strip("[]"), registry)
    except OSError as error:
        raise TournamentError(
            f"--metrics must be an address that is free and allowed ({error.strerror}), not {listen!r}"
        ) from None
    shown.note(f"metrics: http://{host}:{server.server_port}/metrics")
    progress = CountedProgress(shown, registry)

    def stop() -> None:
        server.shutdown()
        server.server_close()

    return progress, stop
