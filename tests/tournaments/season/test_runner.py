"""A season in virtual time: what happens to entries and matches, and that no kill changes the log."""

from __future__ import annotations

import contextlib
import datetime
import functools
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.postgres import PostgresServer
from tests.tournaments.season.invariants import check_invariants
from tests.tournaments.season.world import Kills, World, events_of, number_of
from tournaments.audit.audit import audit
from tournaments.season.reading import season_of
from tournaments.season.state import SeasonState
from tournaments.spec.store_url import checked_url
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
opens = 2027-03-01T01:00:00Z
deadline = 2027-03-01T20:00:00Z
closes = 2027-03-01T23:00:00Z
first_matches = 4
faults = 2
bench = "30m"
[[bots]]
name = "house"
house = "greedy"
"""


def script(world: World) -> None:
    """Joins, replacements, crashes, withdrawals, benches, voids and what organizers do, in a day."""
    world.strengths = {"ann": 2.0, "bob": 1.0, "cyd": 0.5, "dan": 0.0, "eve": -1.0}
    world.void_share = 0.06
    world.at(0.10, lambda: world.submit("ann"))
    world.at(0.31, lambda: world.submit("bob"))
    world.at(0.52, lambda: world.submit("cyd"))
    world.at(2.03, lambda: world.submit("dan", content="bad program"))
    world.at(3.04, lambda: world.submit("dan"))
    world.at(4.05, lambda: world.submit("ann", content="second"))
    world.faulty["bob"] = (5.0 * 3600, 8.0 * 3600)
    world.at(6.06, lambda: world.ask("bench", entry="cyd"))
    world.at(8.07, lambda: world.ask("reinstate", entry="cyd"))
    world.at(9.08, lambda: world.submit("eve"))
    world.at(10.09, lambda: world.ask("pause"))
    # Matches begin when it is done, and end at the same second of later minutes.
    world.at(11.02, lambda: world.ask("resume"), second=37)
    world.at(12.03, lambda: world.ask("withdraw", entry="dan"))
    world.at(13.04, lambda: world.ask("annul", match=3))
    world.at(13.55, lambda: world.ask("annul", match=5))
    world.at(14.06, lambda: world.ask("restore", match=3))
    world.at(15.07, lambda: world.ask("expel", entry="eve"))
    world.at(16.08, lambda: world.submit("dan", content="third"))
    world.at(17.09, lambda: world.ask("bench", entry="nobody"))
    world.at(21.01, lambda: world.submit("ann", content="late"))


def played(
    data: Path, kills: Kills | None = None, *, slots: int = 1, store: str | None = None
) -> World:
    """The season of the script."""
    world = World(data, FILE, slots=slots, store=store)
    world.minutes = (9, 40) if slots > 1 else (5, 30)
    script(world)
    world.run(kills)
    return world


def log_of(data: Path) -> SeasonState:
    """The state after the log, every pick and prior of which is computed again."""
    return season_of(events_of(data), checks_picks=True)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The season without kills, one match at a time."""
    return played(tmp_path_factory.mktemp("season") / "data")


def test_the_whole_season(undisturbed: World) -> None:
    """Everything of the script is in the log, in a state that can be computed again."""
    state = log_of(undisturbed.data)
    assert state.status.value == "closed"
    assert {name: len(entry.versions) for name, entry in state.entries.items()} == {
        "house": 1,
        "ann": 2,
        "bob": 1,
        "cyd": 1,
        "dan": 2,
        "eve": 1,
    }
    assert {name: entry.status.value for name, entry in state.entries.items()} == {
        "house": "active",
        "ann": "active",
        "bob": "active",
        "cyd": "active",
        "dan": "active",
        "eve": "expelled",
    }
    kinds = Counter(event.body["type"] for event in events_of(undisturbed.data))
    assert kinds["received"] == 8, "the late one was not taken"
    assert kinds["refused"] == 1
    assert kinds["void"] > 2
    assert kinds["benched"] == 2, "once by the runner, once by the organizer"
    assert state.matches[2].status.value == "rated"
    assert state.matches[4].status.value == "annulled"
    assert len(state.matches) > 50
    assert not state.open


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(lambda _: 1, id="before the commit", marks=pytest.mark.slow),
        pytest.param(lambda _: 2, id="after the commit", marks=pytest.mark.slow),
        pytest.param(lambda _: 3, id="before the file", marks=pytest.mark.slow),
        pytest.param(
            lambda n: int(number_of("kill", n) * 16) % 4 * (n % 4 == 0), id="now and then"
        ),
    ],
)
def test_no_kill_changes_the_log(
    how: Callable[[int], int], undisturbed: World, tmp_path: Path
) -> None:
    """Killed at every write, or at some, a season of one match at a time has the same log, byte by byte.

    No match is made twice, and none is lost.
    """
    kills = Kills(how)
    world = played(tmp_path / "data", kills)
    assert kills.kills > 20
    log = "tournament.log"
    assert (world.data / log).read_bytes() == (undisturbed.data / log).read_bytes()
    assert [(made.match_id, made.end) for made in world.made.values()] == [
        (made.match_id, made.end) for made in undisturbed.made.values()
    ]


def test_the_log_is_the_same_on_postgresql(
    postgres: PostgresServer, undisturbed: World, tmp_path: Path
) -> None:
    """Byte by byte as without kills on SQLite, and the database alone gives table and log again."""
    kills = Kills(lambda n: (1 + n // 9 % 3) * (n % 9 == 0))
    url = postgres.new_database()
    world = played(tmp_path / "data", kills, store=url)
    assert kills.kills > 20
    assert not (world.data / "tournament.sqlite").exists()
    logs = [each.data / "tournament.log" for each in (world, undisturbed)]
    texts = [log.read_bytes() for log in logs]
    assert texts[0] == texts[1]
    folder = DataFolder(world.data, store=checked_url(url))
    found = audit(folder)
    assert {each.check: each.holds for each in found.findings}["database"]
    assert found.holds
    logs[0].unlink()
    with contextlib.closing(Store(folder.database, create=True)) as store:
        store.events.heal()
    assert logs[0].read_bytes() == texts[1]


def test_with_several_matches_at_once_every_log_holds(tmp_path: Path) -> None:
    """Kills change the order of the log, and none of its properties."""
    kills = Kills(lambda n: int(number_of("kills", n) * 4) * (n % 7 == 0))
    world = played(tmp_path / "data", kills, slots=4)
    assert kills.kills > 20
    check_invariants(world)


SHORT = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = 2027-03-03T00:00:00Z
faults = 2
bench = "30m"
"""


def short(data: Path) -> World:
    """Two days of three entries, with few matches."""
    world = World(data, SHORT, poll_s=60.0)
    world.minutes = (50, 59)
    for hours, name in ((0.1, "ann"), (0.2, "bob"), (0.3, "cyd")):
        world.at(hours, functools.partial(world.submit, name))
    return world


def bodies_of(world: World, kind: str) -> list[dict[str, Any]]:
    """Contents of the events of a type."""
    return [event.body for event in events_of(world.data) if event.body["type"] == kind]


def test_a_bench_lasts_longer_each_time(tmp_path: Path) -> None:
    """Half an hour here, then four times as long after each failed check, at most a day."""
    world = short(tmp_path / "data")
    world.faulty["bob"] = (0.0, 1e9)
    world.broken.add("bob")
    world.run()
    (benched,) = bodies_of(world, "benched")
    times = [datetime.datetime.fromisoformat(benched[name]) for name in ("at", "until")]
    checks = bodies_of(world, "refused")
    for check in checks:
        assert (check["entry"], check["stage"], check["request"]) == ("bob", "play", None)
        times.append(datetime.datetime.fromisoformat(check["until"]))
    pauses = [round((later - earlier).total_seconds() / 60) for earlier, later in pairwise(times)]
    # A check takes a minute, and the next time counts from its end.
    assert pauses[:4] == [30, 121, 481, 1441]


def test_a_check_that_is_passed_brings_an_entry_back(tmp_path: Path) -> None:
    """The second bench of the same version lasts four times as long."""
    world = short(tmp_path / "data")
    world.faulty["bob"] = (0.0, 1e9)
    world.run()
    assert {body["by"] for body in bodies_of(world, "reinstated")} == {"check"}
    lasted = [
        datetime.datetime.fromisoformat(body["until"]) - datetime.datetime.fromisoformat(body["at"])
        for body in bodies_of(world, "benched")
    ]
    assert [each.total_seconds() / 3600 for each in lasted[:3]] == [0.5, 2.0, 8.0]


def test_ten_void_attempts_in_a_row_pause_the_season(tmp_path: Path) -> None:
    """Unless one entry was in all of them; the organizer lets it go on."""
    world = short(tmp_path / "data")
    world.void_share = 1.0
    world.at(30, lambda: world.ask("resume"))
    world.run()
    paused = [body for body in bodies_of(world, "state") if body["to"] == "paused"]
    assert [body["by"] for body in paused][:1] == ["runner"]
    assert paused[0]["reason"] == "10 attempts in a row were void"
    before = [body["at"] < paused[0]["at"] for body in bodies_of(world, "void")]
    assert sum(before) >= 9
    assert all(match.status.value == "spoiled" for match in log_of(world.data).matches)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda world: setattr(world, "disk_problem", "the disk is full"), "the disk is full"),
        (lambda world: setattr(world, "set_back_s", 7200.0), "the clock is "),
    ],
    ids=["disk", "clock"],
)
def test_what_else_pauses_the_season(
    change: Callable[[World], None], said: str, tmp_path: Path
) -> None:
    """Started matches end, and none begins before the organizer lets it go on."""

    def mend() -> None:
        world.disk_problem, world.set_back_s = None, 0.0

    world = short(tmp_path / "data")
    world.at(10, functools.partial(change, world))
    world.at(20, mend)
    world.at(20.1, lambda: world.ask("resume"))
    world.run()
    states = bodies_of(world, "state")
    (paused,) = [body for body in states if body["to"] == "paused"]
    (resumed,) = [body for body in states if body["to"] == "resumed"]
    assert paused["reason"].startswith(said)
    started = [body["at"] for body in bodies_of(world, "started")]
    assert not [at for at in started if paused["at"] < at < resumed["at"]]
    assert max(started) > resumed["at"]
    assert log_of(world.data).status.value == "closed"
