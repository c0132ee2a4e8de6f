"""Remote entries in a season's state: how they are admitted, when they are here, and in which matches they may be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.season.test_state import AT, Log, refused
from tournaments.season import bodies
from tournaments.season.records import declared_digest
from tournaments.season.status import report_season
from tournaments.spec.outcomes import ForfeitCause


def receive(log: Log, name: str, declared: str | None, *, door: str = "attend") -> str:
    """A version attends; return the id of its request."""
    request = f"{len(log.events):032x}"
    log.add(
        bodies.received(request, name, name, door=door, key=None, sent=AT, at=AT, declared=declared)
    )
    return request


def admit(log: Log, name: str, declared: str = "1", changes: dict[str, Any] | None = None) -> None:
    """A version that attends is admitted, with these changes of the event."""
    request, entry = receive(log, name, declared), log.state.entries.get(name)
    body = bodies.admitted(
        name,
        name,
        1 if entry is None else len(entry.versions) + 1,
        request=request,
        submitted=declared_digest(declared),
        run=declared_digest(declared),
        prior=log.state.prior_of(name),
        at=AT,
        declared=declared,
    )
    log.add(body | (changes or {}))


def move(log: Log, kind: str, name: str, at: str = AT, *, in_order: bool = False) -> None:
    """An entry comes or leaves."""
    log.add(bodies.presence(kind, name, at=at, in_order=in_order))


def start(log: Log, *names: str, kind: str = "remote", ready: list[str] | None = None) -> int:
    """A match begins; return its number."""
    number = log.state.begun + 1
    entries = [(name, log.state.entries[name].current.number) for name in names]
    body = bodies.match_started(
        number,
        1,
        key=f"key{number}",
        kind=kind,
        entries=entries,
        ready=ready or [],
        fitted=0,
        at=AT,
    )
    log.add(body)
    return number


@pytest.fixture
def log() -> Log:
    """An open season with the hosted entries bob and cyd, and the remote entries ann and eve, who are here."""
    made = Log()
    for name in ("bob", "cyd"):
        made.admit(name)
    for name in ("ann", "eve"):
        admit(made, name)
        move(made, "came", name)
    made.go("open")
    return made


def test_a_version_is_admitted_as_what_it_was_received_as(log: Log) -> None:
    """Remote under the name that was declared, with the digest of that name, and no other way."""
    assert log.state.entries["ann"].current.declared == "1"
    assert log.state.is_remote("ann", 1)
    assert not log.state.is_remote("bob", 1)
    with refused(log, "must be admitted as what it was received as"):
        admit(log, "fay", "x", {"declared": "y"})
    with refused(log, "must have the digest"):
        admit(log, "gil", "1", {"run": "0" * 64})
    with refused(log, "must be admitted as what it was received as"):
        log.admit("hal", remote=True)
    with refused(log, "must declare a version if it attends, and only then"):
        receive(log, "ian", None)
    with refused(log, "must declare a version if it attends, and only then"):
        receive(log, "ian", "1", door="http")


def test_only_remote_entries_come_and_leave(log: Log) -> None:
    """By turns; an entry that moves to this machine is here no more."""
    with refused(log, "bob can't have came"):
        move(log, "came", "bob")
    with refused(log, "ann can't have came"):
        move(log, "came", "ann")
    move(log, "left", "ann")
    with refused(log, "ann can't have left"):
        move(log, "left", "ann")
    assert log.state.entries["eve"].is_present
    log.admit("eve")
    assert not log.state.entries["eve"].is_remote
    assert not log.state.entries["eve"].is_present


def test_drop_outs_are_counted_until_an_hour_of_presence(log: Log) -> None:
    """Leaving in order is none."""
    move(log, "left", "ann", "2027-03-01T00:50:00.000+00:00")
    entry = log.state.entries["ann"]
    seen = [entry.drops]
    for came, left, in_order in (
        ("01:00", "01:10", False),
        ("01:20", "01:30", True),
        ("01:40", "02:41", False),
        ("03:00", "04:01", True),
    ):
        move(log, "came", "ann", f"2027-03-01T{came}:00.000+00:00")
        move(log, "left", "ann", f"2027-03-01T{left}:00.000+00:00", in_order=in_order)
        seen.append(entry.drops)
    assert seen == [1, 2, 2, 1, 0]


def test_who_may_be_in_a_remote_match(log: Log) -> None:
    """At least one remote entry, all of them ready, and only those can be ready who are here."""
    with refused(log, "can't be local"):
        log.start("ann", "bob")
    with refused(log, "can't be remote"):
        start(log, "bob", "cyd", ready=["ann"])
    with refused(log, "ann was not ready for match 1"):
        start(log, "ann", "bob", ready=["eve"])
    with refused(log, "bob can't have been ready"):
        start(log, "ann", "bob", ready=["ann", "bob"])
    with refused(log, "only then"):
        log.add(
            bodies.match_started(
                1,
                1,
                key="key1",
                kind="local",
                entries=[("bob", 1), ("cyd", 1)],
                ready=(),
                fitted=0,
                at=AT,
            )
            | {"ready": []}
        )
    move(log, "left", "eve")
    with refused(log, "eve can't have been ready"):
        start(log, "ann", "bob", ready=["ann", "eve"])
    number = start(log, "ann", "bob", ready=["ann"])
    assert log.state.open[number].kind == "remote"


def test_absence_of_a_remote_program_counts(log: Log) -> None:
    """It had announced the room; a program of this machine that never reads its token could know nothing."""
    number = start(log, "bob", "ann", ready=["ann"])
    with refused(log, "must have rated = true"):
        log.end(number, None, ForfeitCause.ABSENT, rated=False)
    log.end(number, None, ForfeitCause.ABSENT)
    assert log.state.entries["ann"].faults == 1
    number = start(log, "ann", "bob", ready=["ann"])
    with refused(log, "must have rated = false"):
        log.end(number, None, ForfeitCause.ABSENT)
    log.end(number, None, ForfeitCause.ABSENT, rated=False)


def test_a_result_is_that_of_the_version_that_played(log: Log) -> None:
    """Also where the entry has moved to this machine meanwhile."""
    number = start(log, "bob", "ann", ready=["ann"])
    log.admit("ann")
    assert not log.state.entries["ann"].is_remote
    log.end(number, None, ForfeitCause.ABSENT)
    assert log.state.matches[number - 1].counts
    assert log.state.entries["ann"].faults == 0, "the new version has done nothing"


def test_the_status_names_who_is_here(log: Log) -> None:
    """Without an active run, who was here when the last one ended."""
    move(log, "left", "eve")

    def lines(*, runs: bool) -> list[str]:
        report = report_season(
            log.state, runs=runs, head="1:ab", free=0, has_waiting_requests=False
        )
        return list(report.lines())

    assert "here: 1 of 2 remote entries: ann" in lines(runs=True)
    assert "here in the last run: 1 of 2 remote entries: ann" in lines(runs=False)
    log.change("withdrawn", "eve")
    move(log, "left", "ann")
    assert "here: 0 of 1 remote entries" in lines(runs=True)


def test_who_plays_a_void_match_again(log: Log) -> None:
    """Remote entries that are ready, and nobody who has moved: the match would be of another kind."""
    number = start(log, "ann", "bob", ready=["ann"])
    log.void(number)
    match = log.state.open[number]
    assert log.state.kept(match, ["ann"]) == ["ann", "bob"]
    assert log.state.kept(match, ["eve"]) == [None, "bob"]
    log.admit("ann")
    admit(log, "bob", "at home")
    move(log, "came", "bob")
    assert log.state.kept(match, ["eve", "bob"]) == [None, None]
