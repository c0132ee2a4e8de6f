"""All metrics of a server: name, kind, labels and meaning, in the order in which they are served.

The table in `docs/metrics.md` has the same rows; a test compares the two.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping

from referee.core.outcome import EndCause, ForfeitCause
from referee.core.time_control import MS, SECOND
from referee.match.records import ActionKind
from referee.match.rejection import Rejection

__all__ = ["BY_NAME", "CATALOG", "Metric", "name_of"]

_US = MS // 1000
_DELAYS = tuple(
    step * unit
    for unit in (100 * _US, MS, 10 * MS, 100 * MS, SECOND, 10 * SECOND)
    for step in (1, 2, 5)
)
"""Upper bounds of the buckets for delays of the referee, in nanoseconds: 0.1 ms to 50 s."""
_TIMES = (0, *_DELAYS[3:], 100 * SECOND, 500 * SECOND)
"""Upper bounds of the buckets for times of bots, in nanoseconds: 0, then 1 ms to 500 s."""


@dataclasses.dataclass(frozen=True, slots=True)
class Metric:
    """One metric: its name as Prometheus knows it, its kind, and what it means."""

    name: str
    """Full name, of a counter with `_total`, of a histogram without `_bucket`."""
    kind: str
    """`counter`, `gauge` or `histogram`."""
    text: str
    """What it counts or measures, as one sentence for people."""
    labels: tuple[str, ...] = ()
    """Names of its labels, without `worker`, which each metric has on a server with workers."""
    values: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    """All values of a label that are known from the start, by label. If they are known for all
    labels, the metric is served from the start, with 0: Prometheus can't see an increase from nothing.
    """
    bounds_ns: tuple[int, ...] = ()
    """Upper bounds of a histogram's buckets, in nanoseconds."""
    is_counted: bool = True
    """Whether a counter is counted by the recorder, and not read from another part each time."""

    def from_start(self, game: str = "") -> Iterator[tuple[str, ...]]:
        """Yield the values of the labels with which a counter is served from the start.

        Args:
            game: Name of a game whose first match begins; empty for metrics without a game.
        """
        known = dict(self.values) | ({"game": (game,)} if game else {})
        if ("game" in self.labels) == bool(game) and all(label in known for label in self.labels):
            yield from itertools.product(*(known[label] for label in self.labels))


def _named(*members: EndCause | ForfeitCause | ActionKind | Rejection) -> tuple[str, ...]:
    return tuple(map(name_of, members))


def name_of(member: EndCause | ForfeitCause | ActionKind | Rejection) -> str:
    """Return the value of a label that stands for a member of an enum."""
    return member.name.lower()


CATALOG = (
    # Matches.
    Metric(
        "referee_matches_created_total", "counter", "Matches that were created.", labels=("game",)
    ),
    Metric(
        "referee_matches_ended_total",
        "counter",
        "Matches that have ended, by game and cause.",
        labels=("game", "cause"),
        values={"cause": _named(*EndCause)},
    ),
    Metric(
        "referee_matches_open",
        "gauge",
        "Matches that are not over, by phase: waiting for bots, running, or asleep.",
        labels=("phase",),
    ),
    Metric("referee_matches_limit", "gauge", "Most matches that may be open, `--max-matches`."),
    Metric(
        "referee_steps_total", "counter", "Engine steps, each with all its decisions.", ("game",)
    ),
    Metric(
        "referee_decisions_total",
        "counter",
        "Decisions: played by the bot, defaulted for a missed turn, or forfeited earlier.",
        labels=("game", "kind"),
        values={"kind": _named(*ActionKind)},
    ),
    Metric("referee_turns_open", "gauge", "Open turns: decisions that the server waits for."),
    Metric(
        "referee_lanes_open", "gauge", "Lanes, each of which plays many matches of two streams."
    ),
    # Clocks.
    Metric(
        "referee_thinking_seconds",
        "histogram",
        "Time charged for each decision that a bot played.",
        labels=("game",),
        bounds_ns=_TIMES,
    ),
    Metric(
        "referee_slack_seconds",
        "histogram",
        "Time that was left until the deadline, lag margin included, when an answer came in time; "
        "only turns with a deadline.",
        labels=("game",),
        bounds_ns=_TIMES,
    ),
    Metric(
        "referee_lag_seconds",
        "histogram",
        "Delay of the referee itself that each played decision was not charged for.",
        bounds_ns=_DELAYS,
    ),
    Metric(
        "referee_missed_turns_total",
        "counter",
        "Turns missed, by game and cause: the deadline passed, or the bot gave the turn up.",
        labels=("game", "cause"),
        values={"cause": ("deadline", "given_up")},
    ),
    Metric(
        "referee_late_answers_seconds",
        "histogram",
        "How long after the deadline each answer to a missed turn was read.",
        bounds_ns=_TIMES,
    ),
    Metric(
        "referee_false_timeout_suspects_total",
        "counter",
        "Missed turns whose answer came later than the deadline by no more than the referee's own "
        "delay; each is a fault of the referee.",
    ),
    Metric(
        "referee_forfeits_total",
        "counter",
        "Seats that forfeited, by game and cause.",
        labels=("game", "cause"),
        values={"cause": _named(*ForfeitCause)},
    ),
    Metric(
        "referee_rejections_total",
        "counter",
        "Messages of bots that were rejected, by reason.",
        labels=("reason",),
        values={"reason": ("taken_over", "not_your_seat", *_named(*Rejection))},
    ),
    Metric(
        "referee_refusals_total",
        "counter",
        "Orders that the rules refused, counted when their match ends, by game and reason.",
        labels=("game", "reason"),
    ),
    # Connections.
    Metric("referee_streams_open", "gauge", "Open Play streams."),
    Metric(
        "referee_stream_errors_total",
        "counter",
        "Play streams that the server ended with an error, by reason.",
        labels=("reason",),
    ),
    Metric("referee_watchers_open", "gauge", "Spectators of matches that are not over."),
    Metric(
        "referee_call_errors_total",
        "counter",
        "Calls that were ended with an error, by method and gRPC's status code; with workers, by the "
        "router.",
        labels=("method", "code"),
    ),
    Metric(
        "referee_quota_hits_total",
        "counter",
        "Calls beyond a caller's quota or rate, by method.",
        labels=("method",),
    ),
    Metric(
        "referee_queue_depth",
        "gauge",
        "Entries that wait: callers for opponents, full messages for bots to read, ended matches for "
        "their replays, journals to be tried again.",
        labels=("queue",),
    ),
    Metric("referee_draining", "gauge", "1 while the server drains and makes no matches, else 0."),
    # House bots.
    Metric(
        "referee_house_seats",
        "gauge",
        "Seats of open matches that are ordered for house bots: seated, or missing.",
        labels=("state",),
    ),
    Metric("referee_house_joins_total", "counter", "Joins of house bots.", is_counted=False),
    Metric("referee_house_ends_total", "counter", "Ends of the process of the house bots."),
    # Journals.
    Metric(
        "referee_journal_bytes_total",
        "counter",
        "Bytes of records for journals, of matches and of lanes.",
        labels=("journal",),
        values={"journal": ("match", "lane")},
    ),
    Metric(
        "referee_journal_errors_total",
        "counter",
        "Writes of a journal that failed, of matches and of lanes.",
        labels=("journal",),
        values={"journal": ("match", "lane")},
    ),
    Metric(
        "referee_recoveries_total",
        "counter",
        "Journals found at the start, by result: resumed, closed as they had ended or were void, "
        "postponed (each try), or set aside as broken.",
        labels=("result",),
        values={"result": ("resumed", "closed", "postponed", "set_aside")},
    ),
    Metric(
        "referee_log_lines_total",
        "counter",
        "Lines logged at the levels warning and error.",
        labels=("level",),
        values={"level": ("warning", "error")},
    ),
    # The process.
    Metric(
        "referee_event_loop_lag_seconds",
        "histogram",
        "Longest time that a message may have waited for the event loop, at each of its rounds; less "
        "than 1 ms counts as 0.",
        bounds_ns=_DELAYS[3:],
    ),
    Metric(
        "referee_event_loop_idle_seconds_total",
        "counter",
        "Time without anything to do.",
        is_counted=False,
    ),
    Metric(
        "referee_lost_seconds_total",
        "counter",
        "Time in which the process did not run although it had work: stopped, starved, or waiting "
        "for a disk.",
        is_counted=False,
    ),
    Metric("referee_worker_up", "gauge", "1 while a worker accepts calls, else 0; by the router."),
    Metric("referee_worker_restarts_total", "counter", "Restarts of workers; by the router."),
    Metric("referee_build_info", "gauge", "1, with the version of the program.", ("version",)),
    Metric(
        "process_cpu_seconds_total",
        "counter",
        "Processor time of the process.",
        is_counted=False,
    ),
    Metric("process_resident_memory_bytes", "gauge", "Resident memory of the process."),
    Metric("process_virtual_memory_bytes", "gauge", "Virtual memory of the process."),
    Metric("process_open_fds", "gauge", "Open file descriptors of the process."),
    Metric("process_max_fds", "gauge", "Most file descriptors that the process may open."),
    Metric("process_start_time_seconds", "gauge", "Start of the process, in seconds since 1970."),
)
"""All metrics."""

BY_NAME = {metric.name: metric for metric in CATALOG}
"""All metrics, by name."""
