"""Metrics of a run: what the runner reports is counted, passed on, and served by HTTP."""

from __future__ import annotations

import urllib.request

import pytest
from prometheus_client import CollectorRegistry

from tests.helpers.patience import HANG_S
from tests.tournaments.fakes import Silence
from tournaments.pairings import Pairing
from tournaments.processes.client import Exit
from tournaments.reports.metrics import CountedProgress, serve_metrics
from tournaments.spec.errors import TournamentError
from tournaments.spec.limits import Limits, Usage, breach
from tournaments.spec.outcomes import EndCause, MatchEnd

PAIRINGS = [Pairing(number, "block", None, ("a", "b")) for number in range(3)]


def end(cause: EndCause) -> MatchEnd:
    """An end of a match by this cause."""
    return MatchEnd(cause, "", ())


def test_matches_are_counted_and_passed_on() -> None:
    """Those played before, those open, and ends by cause, with their durations."""
    registry, shown, now = CollectorRegistry(), Silence(), [0.0]
    progress = CountedProgress(shown, registry, lambda: now[0])
    value = registry.get_sample_value
    progress.begin([], 3)
    for pairing in PAIRINGS:
        progress.match_began(pairing)
    assert (value("tournament_matches_planned"), value("tournament_matches_open")) == (3, 3)
    now[0] = 2.0
    progress.match_ended(PAIRINGS[0], end(EndCause.RULES))
    now[0] = 20.0
    progress.match_ended(PAIRINGS[1], end(EndCause.HOST_FAILURE))
    assert value("tournament_matches_open") == value("tournament_matches_played") == 1
    for cause, number in (("rules", 1), ("host_failure", 1), ("bot_time", 0)):
        assert value("tournament_matches_ended_total", {"cause": cause}) == number
    assert value("tournament_match_seconds_sum") == 22
    assert value("tournament_match_seconds_bucket", {"le": "3.0"}) == 1
    progress.note("oh")
    assert value("tournament_notes_total") == 1
    assert (shown.begun, shown.began, shown.ended) == ((0, 3), [0, 1, 2], 1)
    assert (shown.left_void, shown.notes) == ([1], ["oh"])


@pytest.mark.parametrize(
    ("limit", "label"),
    [
        (breach(Limits(processes=1), Usage(tasks=99, memory=0)), "processes"),
        (breach(Limits(memory=1), Usage(tasks=0, memory=99)), "memory"),
        ("it had 99 files and folders in /tmp or /dev/shm, its limit is 1", "files"),
        ("it wrote more output than 1 MiB", "output"),
        ("it took too long to read the token of its first seat", "startup"),
        ("something new", "other"),
    ],
)
def test_kills_are_counted_by_limit(limit: str, label: str) -> None:
    """By the words of the supervisor, which say which limit it was."""
    registry = CollectorRegistry()
    progress = CountedProgress(Silence(), registry)
    progress.process_ended(Exit(-9, 0.0, 0.0, 0, limit), died=True)
    progress.process_ended(Exit(0, 0.0, 0.0, 0), died=False)
    kills = {
        sample.labels["limit"]: sample.value
        for family in registry.collect()
        for sample in family.samples
        if sample.name == "tournament_bot_kills_total"
    }
    assert kills.pop(label) == 1
    assert set(kills.values()) == {0}
    for how in ("died", "ended"):
        assert registry.get_sample_value("tournament_bot_exits_total", {"how": how}) == 1


def test_they_are_served_while_the_run_lasts() -> None:
    """At the address that the first note names; a second run there is refused with the setting's name."""
    shown = Silence()
    _, stop = serve_metrics("127.0.0.1:0", shown)
    url = shown.notes[0].removeprefix("metrics: ")
    with urllib.request.urlopen(url, timeout=HANG_S) as answer:
        text = answer.read().decode()
    assert "tournament_matches_planned 0.0" in text
    assert "process_cpu_seconds_total" in text
    taken = url.removeprefix("http://").removesuffix("/metrics")
    for listen in (taken, "9464", "127.0.0.1:x"):
        with pytest.raises(TournamentError, match="--metrics must be"):
            serve_metrics(listen, Silence())
    stop()
