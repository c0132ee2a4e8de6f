"""The state of a season: which event may follow which, and what each of them changes."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.log.event import Event, chained
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.schedule import Schedule
from tournaments.season import bodies
from tournaments.season.state import SeasonState
from tournaments.spec.errors import LogError
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.store import event_bodies

FILE = """name = "cup"
game = "diceman"
format = "ladder"
[season]
first_matches = 2
[[bots]]
name = "house"
house = "greedy"
"""
AT = "2027-03-01T00:00:00.000+00:00"
Body = dict[str, Any]


class Log:
    """A log in memory, with its state."""

    def __init__(self, *, checks_picks: bool = False) -> None:
        self.state = SeasonState(checks_picks=checks_picks)
        self.events: list[Event] = []
        schedule = Schedule(Dice(DicePolicy.OWN, "tests"), 5)
        opened = event_bodies.opened("ab" * 8, "cup", FILE, [], schedule, None)
        self.add(opened | {"season": 1})

    def add(self, body: bodies.Body) -> None:
        """Add an event."""
        event = chained(body, self.events[-1] if self.events else None)
        self.state.apply(event)
        self.events.append(event)

    def admit(self, name: str, author: str | None = None, **changes: Any) -> None:
        """An entry comes, or a version of it."""
        request = changes.pop("request", f"{name}{len(self.events)}")
        author = author or name
        self.add(bodies.received(request, name, author, door="http", key=None, sent=AT, at=AT))
        entry = self.state.entries.get(name)
        body = bodies.admitted(
            name,
            author,
            1 if entry is None else len(entry.versions) + 1,
            request=request,
            submitted="0" * 64,
            run="1" * 64,
            prior=self.state.prior_of(name),
            at=AT,
        )
        self.add(body | changes)

    def change(self, kind: str, name: str, by: str = "organizer") -> None:
        """An entry is benched and so on."""
        self.add(bodies.entry_changed(kind, name, by=by, reason="a test", at=AT))

    def go(self, *states: str) -> None:
        """The season gets other states."""
        for state in states:
            self.add(bodies.season_changed(state, by="clock", reason="a test", at=AT))

    def start(self, *names: str, number: int | None = None, attempt: int = 1) -> int:
        """A match begins; return its number."""
        if number is None:
            number = self.state.begun + 1
        entries = [(name, self.state.entries[name].current.number) for name in names]
        self.add(
            bodies.match_started(
                number,
                attempt,
                key=f"key{number}-{attempt}",
                kind="local",
                entries=entries,
                ready=(),
                fitted=0,
                at=AT,
            )
        )
        return number

    def end(self, number: int, *forfeits: ForfeitCause | None, rated: bool = True) -> None:
        """A match ends; the first seat wins."""
        seats = tuple(SeatResult(place, 0, 0, forfeit) for place, forfeit in enumerate(forfeits, 1))
        end = MatchEnd(EndCause.RULES, "played", seats)
        attempt = self.state.open[number].attempt
        self.add(
            bodies.match_ended(
                number, attempt, end, match_id=f"m{number}", game_version=1, rated=rated, at=AT
            )
        )

    def void(self, number: int, *, again: bool = True) -> None:
        """An attempt is void."""
        attempt = self.state.open[number].attempt
        self.add(
            bodies.match_void(
                number, attempt, EndCause.HOST_FAILURE, match_id="", again=again, at=AT
            )
        )


@pytest.fixture
def log() -> Log:
    """An open season with three entries."""
    made = Log()
    for name in ("ann", "bob", "cyd"):
        made.admit(name)
    made.go("open")
    return made


def refused(log: Log, said: str) -> Any:
    """An event is refused that comes next, or after another one, with its number and these words."""
    numbers = f"{len(log.events) + 1}|{len(log.events) + 2}"
    return pytest.raises(LogError, match=rf"^event ({numbers}): .*{said}")


def test_an_entry_comes_and_goes(log: Log) -> None:
    """As the table of entries says: benched, reinstated, withdrawn, back again, expelled for good."""
    log.change("benched", "ann", by="runner")
    with refused(log, "ann is benched, and can't be benched"):
        log.change("benched", "ann")
    log.change("reinstated", "ann")
    log.change("withdrawn", "ann")
    with refused(log, "ann is withdrawn, and can't be reinstated"):
        log.change("reinstated", "ann")
    log.admit("ann")
    assert log.state.entries["ann"].status.value == "active"
    assert [version.number for version in log.state.entries["ann"].versions] == [1, 2]
    log.change("expelled", "ann")
    with refused(log, "ann was expelled"):
        log.admit("ann")


def test_entries_of_the_file_never_leave() -> None:
    """They may be benched."""
    log = Log()
    log.add(
        bodies.admitted(
            "house",
            None,
            1,
            request=None,
            submitted=None,
            run="1" * 64,
            prior=None,
            at=AT,
            stays=True,
        )
    )
    with refused(log, "house is of the season's file, and never leaves"):
        log.change("withdrawn", "house")
    log.change("benched", "house")
    with refused(log, "mia was not handed in"):
        log.admit("mia", request=None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 3}, "ann must have version 2, not 3"),
        ({"prior": None}, "ann must have a prior if it had a version before"),
        ({"request": "other"}, "'other' is unknown or missing"),
        ({"author": "bob"}, "is of ann, not of ann|request"),
        ({"run": "../2"}, "version 2 of ann must be 64 hexadecimal digits, not '../2'"),
    ],
)
def test_what_is_wrong_with_an_admission(log: Log, changes: Body, said: str) -> None:
    """The message says what should have been."""
    log.add(bodies.received("r1", "ann", "ann", door="http", key=None, sent=AT, at=AT))
    body = bodies.admitted(
        "ann",
        "ann",
        2,
        request="r1",
        submitted="0" * 64,
        run="2" * 64,
        prior=(0, 1_000_000),
        at=AT,
    )
    with refused(log, said):
        log.add(body | changes)


def test_a_name_is_of_one_author_in_any_case(log: Log) -> None:
    """Also if a key was given out before anything was handed in."""
    log.add(bodies.key_made("dan", "dan", "3" * 64, at=AT))
    for name in ("Ann", "DAN"):
        with refused(log, f"{name} is an entry of {name.lower()}, not of eve"):
            log.add(bodies.received("r", name, "eve", door="http", key=None, sent=AT, at=AT))
    with refused(log, "BOB is the name of bob, apart from case"):
        log.add(bodies.key_made("BOB", "bob", "4" * 64, at=AT))


@pytest.mark.parametrize("match_id", ["../m1", ".m1", "a/b", "a\\b", "a\0b"])
def test_a_match_id_that_could_lead_elsewhere(log: Log, match_id: str) -> None:
    """Whoever reads a log uses ids as names of files."""
    number = log.start("ann", "bob")
    seats = (SeatResult(1, 0, 0, None), SeatResult(2, 0, 0, None))
    end = MatchEnd(EndCause.RULES, "played", seats)
    body = bodies.match_ended(number, 1, end, match_id="m1", game_version=1, rated=True, at=AT)
    with refused(log, "a match id must be text without /"):
        log.add(body | {"id": match_id})
    with refused(log, "a match id must be text without /"):
        log.add({"type": "replays", "sha256": {match_id: "0" * 64}})
    with refused(log, "the replay of m1 must be 64 hexadecimal digits"):
        log.add({"type": "replays", "sha256": {"m1": "0"}})


def test_matches_count_for_the_versions_that_began_them(log: Log) -> None:
    """A new version in between has no fault of its predecessor."""
    number = log.start("ann", "bob")
    log.admit("bob")
    log.end(number, None, ForfeitCause.TIME)
    match = log.state.matches[0]
    assert (match.entries, match.status.value) == ((("ann", 1), ("bob", 1)), "rated")
    assert log.state.entries["bob"].faults == 0
    number = log.start("ann", "bob")
    log.end(number, None, ForfeitCause.TIME)
    assert log.state.entries["bob"].faults == 1


@pytest.mark.parametrize(
    ("forfeit", "faults"),
    [
        (ForfeitCause.TIME, 2),
        (ForfeitCause.MALFORMED, 2),
        (ForfeitCause.GONE, 2),
        (ForfeitCause.RESIGNED, 0),
        (None, 0),
    ],
)
def test_faults_in_a_row(log: Log, forfeit: ForfeitCause | None, faults: int) -> None:
    """Resigning is none, a void match changes nothing."""
    log.end(log.start("ann", "bob"), None, ForfeitCause.TIME)
    number = log.start("ann", "bob")
    log.void(number)
    assert log.state.entries["bob"].faults == 1
    log.start("ann", "bob", number=number, attempt=2)
    log.end(number, None, forfeit)
    assert log.state.entries["bob"].faults == faults


def test_a_program_that_never_read_its_token_scores_for_nobody(log: Log) -> None:
    """The result is logged, unrated; an event that says otherwise is refused."""
    number = log.start("ann", "bob")
    with refused(log, "match 1 must have rated = false"):
        log.end(number, None, ForfeitCause.ABSENT)
    log.end(number, None, ForfeitCause.ABSENT, rated=False)
    assert log.state.matches[0].status.value == "unrated"
    assert log.state.entries["bob"].faults == 1


def test_a_void_match_is_started_three_times(log: Log) -> None:
    """Then it is left without a result; lost players may be replaced."""
    number = log.start("ann", "bob")
    with refused(log, "attempt 2 at match 1 can't follow 1"):
        log.start("ann", "bob", number=1, attempt=2)
    log.void(number)
    log.change("withdrawn", "bob")
    with refused(log, "bob, version 1, can't play match 1"):
        log.start("ann", "bob", number=1, attempt=2)
    log.start("ann", "cyd", number=1, attempt=2)
    log.void(number)
    log.start("ann", "cyd", number=1, attempt=3)
    with refused(log, "match 1 had 3 attempts"):
        log.void(number)
    log.void(number, again=False)
    assert log.state.matches[0].status.value == "spoiled"
    assert not log.state.open
    assert [sorted(each) for each in log.state.voids] == [
        ["ann", "bob"],
        ["ann", "cyd"],
        ["ann", "cyd"],
    ]


def test_what_can_not_begin(log: Log) -> None:
    """One author's entries never meet; nothing begins while the season is paused or over."""
    log.admit("ann2", author="ann")
    with refused(log, "match 1 has two entries of ann"):
        log.start("ann", "ann2")
    with refused(log, "match 1 must seat 2 entries"):
        log.start("ann", "ann")
    with refused(log, "attempt 1 at match 5 can't begin now"):
        log.start("ann", "bob", number=5)
    number = log.start("ann", "bob")
    log.go("paused")
    with refused(log, "begins while the season is paused"):
        log.start("ann", "cyd")
    with refused(log, "can't be paused"):
        log.go("paused")
    log.go("resumed", "frozen", "stages")
    with refused(log, "match 1 has no result yet"):
        log.go("closed")
    with refused(log, "begins while the season is stages"):
        log.start("ann", "cyd")
    with refused(log, "open can't follow stages"):
        log.go("open")
    log.end(number, None, None)
    log.go("closed")
    with refused(log, "the season is not paused"):
        log.go("resumed")


def test_matches_are_annulled_and_restored(log: Log) -> None:
    """One by its number, or all of an entry."""
    for pair in (("ann", "bob"), ("bob", "cyd"), ("ann", "cyd")):
        log.end(log.start(*pair), None, None)

    def annul(kind: str, match: int | None = None, entry: str | None = None) -> None:
        log.add(bodies.annulled(kind, match=match, entry=entry, reason="a test", at=AT))

    annul("annulled", match=2)
    with refused(log, "match 2 is annulled, not rated"):
        annul("annulled", match=2)
    annul("annulled", entry="ann")
    assert [match.status.value for match in log.state.matches] == ["annulled"] * 3
    annul("restored", entry="bob")
    assert [match.status.value for match in log.state.matches] == ["rated", "rated", "annulled"]
    with refused(log, "there is no match 4"):
        annul("restored", match=4)
    with refused(log, "'nobody' is unknown"):
        annul("restored", entry="nobody")


def test_submissions_are_counted_by_day(log: Log) -> None:
    """Our own failures cost no attempt."""
    day = ("ann", AT[:10])
    assert log.state.sent(*day) == 1
    for ours in (True, False):
        request = f"r{ours}"
        log.add(bodies.received(request, "ann", "ann", door="http", key=None, sent=AT, at=AT))
        log.add(
            bodies.refused(
                "ann", request=request, stage="build", ours=ours, submitted="5" * 64, at=AT
            )
        )
    assert log.state.sent(*day) == 2
    assert log.state.refused_digests == {"ann": {"5" * 64: "build"}}
    assert not log.state.submissions


def test_time_never_goes_back(log: Log) -> None:
    """An event with an earlier time is refused."""
    earlier = "2027-02-28T23:59:59.000+00:00"
    with refused(log, "is before that of an earlier event"):
        log.add(bodies.entry_changed("benched", "ann", by="runner", reason="", at=earlier))


def test_a_match_that_the_picker_does_not_name() -> None:
    """It is found where picks are checked, with those who should have played."""
    log = Log(checks_picks=True)
    for name in ("ann", "bob", "cyd"):
        log.admit(name)
    log.go("open")
    pick = log.state.picker.pick()
    assert pick is not None
    other = next(name for name in ("ann", "bob", "cyd") if name not in pick.entries)
    with refused(log, f"match 1 should be {' - '.join(pick.entries)}, and is {other}"):
        log.start(other, pick.entries[0])


def test_a_file_that_is_no_season(log: Log) -> None:
    """Terms follow the file; a broken one is refused with the reason."""
    log.add(bodies.terms_changed(FILE.replace("first_matches = 2", "faults = 7"), at=AT))
    assert log.state.spec.season is not None
    assert log.state.spec.season.faults == 7
    with refused(log, r"the file in the log: .*\[season\]|no \[season\]|rounds must be given"):
        log.add(bodies.terms_changed(FILE.replace("[season]\nfirst_matches = 2", ""), at=AT))
