"""Counts what happens on a server, in plain numbers that Prometheus reads now and then.

Counting is on the way of each decision, so that it is kept to additions and a search in a few
bounds. Nothing here loads the Prometheus client, which only the page of the metrics needs.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Sequence

from referee import __version__
from referee.kit.rollout.dtypes import Longs
from referee.match import records as rec
from referee.match.lane import NO_LIMIT, Tick
from referee.match.machine import MatchMachine
from referee.match.records import ActionKind
from referee.server.telemetry.catalog import BY_NAME, CATALOG, name_of
from referee.server.telemetry.histogram import MANY, Histogram
from referee.server.telemetry.samples import Sample

__all__ = ["Recorder"]

MOST_REASONS = 64
"""Number of reasons for refused orders that are counted apart for each game; further ones are counted
together as `other`, since a game that somebody adds may name any number of them.
"""
_OTHER = "other"
_PLAYED = ActionKind.PLAYED
_COUNTERS = tuple(metric for metric in CATALOG if metric.kind == "counter" and metric.is_counted)


class Recorder:
    """All metrics of one process of a server."""

    def __init__(self) -> None:
        self._counts: dict[str, collections.Counter[tuple[str, ...]]] = {
            metric.name: collections.Counter(dict.fromkeys(metric.from_start(), 0))
            for metric in _COUNTERS
        }
        self._games: dict[str, _Game] = {}
        self._sources: list[Callable[[], Iterable[Sample]]] = []
        self.lag = _histogram("referee_lag_seconds")
        """Delays of the referee that decisions were not charged for."""
        self.late = _histogram("referee_late_answers_seconds")
        """How long after their deadlines answers to missed turns were read."""
        self.loop_lag = _histogram("referee_event_loop_lag_seconds")
        """How long messages may have waited for the event loop, in its rounds with long waits."""
        self.match_bytes = 0
        """Bytes of records for journals of matches."""
        self.lane_bytes = 0
        """Bytes of records for journals of lanes."""

    def count(self, name: str, *labels: str, by: int = 1) -> None:
        """Add to a counter: its name, and the values of its labels in the order of the catalog."""
        self._counts[name][labels] += by

    def call_failed(self, method: str, code: str) -> None:
        """Count a call of this method that was ended with an error of this status code."""
        self.count("referee_call_errors_total", method, code)

    def read_also(self, source: Callable[[], Iterable[Sample]]) -> None:
        """Call a function for further samples, such as gauges, each time that samples are read."""
        self._sources.append(source)

    # Matches; see `HostingObserver`.

    def match(self, match_id: str, game: str, machine: MatchMachine) -> _Match:
        """Return the observer of a match."""
        del match_id  # matches are no labels: there is no end of them
        return _Match(self, self.game(game), machine)

    def ticked(
        self, game: str, match_ids: Sequence[str], tick: Tick, limits_ns: Longs, num_bytes: int
    ) -> None:
        """Count a tick of a lane, which plays many matches at once."""
        counted, asked = self.game(game), tick.asked
        counted.steps += len(match_ids)
        elapsed_ns = tick.elapsed_ns[asked]
        counted.thinking.observe_all(elapsed_ns)
        self.lag.observe_all(tick.lag_ns[asked])
        limits_ns = limits_ns[asked]
        slack_ns = limits_ns - elapsed_ns
        if limits_ns.max(initial=0) == NO_LIMIT:
            slack_ns = slack_ns[limits_ns != NO_LIMIT]
        counted.slack.observe_all(slack_ns)
        self.lane_bytes += num_bytes

    def lane_journal_failed(self) -> None:
        """Count a failed write of a lane's journal."""
        self.count("referee_journal_errors_total", "lane")

    def game(self, name: str) -> _Game:
        """Return the counts of a game; the first call for a name makes them."""
        game = self._games.get(name)
        if game is None:
            game = self._games[name] = _Game(name, self.lag)
            for metric in _COUNTERS:
                self._counts[metric.name].update(dict.fromkeys(metric.from_start(name), 0))
        return game

    # Reading.

    async def read(self) -> list[Sample]:
        """Return all samples; see `samples`."""
        return self.samples()

    def samples(self) -> list[Sample]:
        """Return all samples: those counted here, and those of the functions that were added."""
        # Into the same counters, so that they need no second way of being read.
        for game in self._games.values():
            game.add_to(self._counts)
        written = self._counts["referee_journal_bytes_total"]
        written[("match",)], written[("lane",)] = self.match_bytes, self.lane_bytes
        found: list[Sample] = []
        for metric in _COUNTERS:
            for labels, value in sorted(self._counts[metric.name].items()):
                found.append((metric.name, dict(zip(metric.labels, labels, strict=True)), value))
        for name, game in sorted(self._games.items()):
            found += game.thinking.samples("referee_thinking_seconds", {"game": name})
            found += game.slack.samples("referee_slack_seconds", {"game": name})
        found += self.lag.samples("referee_lag_seconds")
        found += self.late.samples("referee_late_answers_seconds")
        found.append(("referee_build_info", {"version": __version__}, 1))
        for source in self._sources:
            found += source()
        return found


class _Game:
    """Counts of one game.

    Args:
        name: Name of the game.
        lag: Delays of the referee, of all games.
    """

    def __init__(self, name: str, lag: Histogram) -> None:
        self.name = name
        self.steps = self.defaulted = self.forfeited = 0
        self.thinking = _histogram("referee_thinking_seconds")
        self.slack = _histogram("referee_slack_seconds")
        self._lag = lag
        self.took, self.lagged = self.thinking.waiting.append, lag.waiting.append
        self.reasons: set[str] = set()
        """Reasons for refused orders that are counted apart."""

    def settle(self) -> None:
        """Sort the times that wait into their buckets."""
        self.thinking.settle()
        self.slack.settle()
        self._lag.settle()

    def add_to(self, counts: dict[str, collections.Counter[tuple[str, ...]]]) -> None:
        """Write the counts of steps and decisions into `counts`."""
        counts["referee_steps_total"][(self.name,)] = self.steps
        decisions = counts["referee_decisions_total"]
        decisions[(self.name, name_of(ActionKind.PLAYED))] = self.thinking.count
        decisions[(self.name, name_of(ActionKind.DEFAULTED))] = self.defaulted
        decisions[(self.name, name_of(ActionKind.FORFEITED))] = self.forfeited


class _Match:
    """Observer of one match; see `MatchObserver`."""

    __slots__ = ("_game", "_machine", "_missed", "_recorder", "answered")

    def __init__(self, recorder: Recorder, game: _Game, machine: MatchMachine) -> None:
        self._recorder, self._game, self._machine = recorder, game, machine
        self._missed: dict[int, tuple[int, int]] = {}
        """Turn that each seat has missed last, and its deadline in nanoseconds, by seat."""
        self.answered = game.slack.waiting.append

    def wrote(self, record: rec.MatchRecord, num_bytes: int) -> None:
        # On the way of each decision: everything that can wait is left to `settle`.
        game = self._game
        self._recorder.match_bytes += num_bytes
        if not isinstance(record, rec.Stepped):
            self._wrote_seldom(record)
            return
        game.steps += 1
        for taken in record.actions:
            if taken.kind is _PLAYED:
                game.took(taken.elapsed_ns)
                game.lagged(taken.lag_ns)
            elif taken.kind is ActionKind.DEFAULTED:
                game.defaulted += 1
            else:
                game.forfeited += 1
        if len(game.thinking.waiting) >= MANY:
            game.settle()

    def _wrote_seldom(self, record: rec.MatchRecord) -> None:
        game = self._game
        if isinstance(record, rec.Missed):
            cause = "given_up" if record.given_up else "deadline"
            self._recorder.count("referee_missed_turns_total", game.name, cause)
        elif isinstance(record, rec.Forfeited):
            self._recorder.count("referee_forfeits_total", game.name, name_of(record.cause))

    def appended(self, num_bytes: int) -> None:
        self._recorder.match_bytes += num_bytes

    def journal_failed(self) -> None:
        self._recorder.count("referee_journal_errors_total", "match")

    def expires(self, seat: int, turn: int, deadline_ns: int) -> None:
        self._missed[seat] = turn, deadline_ns

    def untimely(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        missed = self._missed.get(seat)
        if missed is None or missed[0] != turn:
            return
        # Once: a bot that sends its answer again must not be counted again.
        del self._missed[seat]
        late_ns = max(0, at_ns - missed[1])
        self._recorder.late.observe(late_ns)
        if late_ns <= lag_ns:
            self._recorder.count("referee_false_timeout_suspects_total")

    def ended(self) -> None:
        outcome, game = self._machine.outcome, self._game
        assert outcome is not None
        self._recorder.count("referee_matches_ended_total", game.name, name_of(outcome.cause))
        for seat in self._machine.seats:
            for reason, number in seat.refusals.items():
                if len(game.reasons) < MOST_REASONS:
                    game.reasons.add(reason)
                label = reason if reason in game.reasons else _OTHER
                self._recorder.count("referee_refusals_total", game.name, label, by=number)


def _histogram(name: str) -> Histogram:
    return Histogram(BY_NAME[name].bounds_ns)
