"""A season with remote entries in virtual time: they are tried, come, play, drop out, and no kill changes the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.season.invariants import check_invariants
from tests.tournaments.season.remote_world import RemoteWorld
from tests.tournaments.season.world import Kills, events_of, number_of
from tournaments.season.reading import season_of
from tournaments.season.state import SeasonState

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
opens = 2027-03-01T01:00:00Z
closes = 2027-03-01T17:00:00Z
first_matches = 4
faults = 2
bench = "30m"
[remote]
listen = "127.0.0.1:7443"
cert = "cert.pem"
key = "key.pem"
matches = {matches}
[[bots]]
name = "house"
house = "greedy"
"""


def script(world: RemoteWorld) -> None:
    """Joins, drop-outs, versions, a refusal, a bench, a withdrawal and an expulsion, in 16 hours."""
    world.strengths = {"ann": 1.5, "bob": 1.0, "cyd": 0.0}
    world.void_share = 0.06
    world.attend(0.2, 4.0, "ann")
    world.attend(0.5, 3.0, "bob", at_once=2)
    world.attend(1.5, 1.6, "cyd", "bad")
    world.attend(2.0, 16.0, "cyd", "good")
    world.attend(3.1, 3.4, "bob", at_once=2)
    world.attend(3.5, 6.5, "bob", at_once=2, in_order=True)
    world.attend(4.0, 9.0, "ann", "2")
    world.attend(9.5, 10.0, "ann", "1")  # replaced: dismissed
    world.attend(10.5, 16.0, "ann", "3")
    world.faulty["cyd"] = (6.0 * 3600, 6.8 * 3600)
    world.attend(7.5, 16.0, "bob", at_once=2)
    world.at(11.02, lambda: world.ask("withdraw", entry="bob"))
    world.at(12.03, lambda: world.ask("pause"))
    world.at(12.54, lambda: world.ask("resume"), second=37)
    world.at(13.05, lambda: world.ask("expel", entry="cyd"))
    world.attend(14.0, 16.0, "dan", has_key=False)


def played(data: Path, kills: Kills | None = None, *, matches: int = 1) -> RemoteWorld:
    """The season of the script."""
    world = RemoteWorld(data, FILE.format(matches=matches))
    world.minutes = (5, 20)
    script(world)
    world.run(kills)
    return world


def log_of(data: Path) -> SeasonState:
    """The state after the log, every pick and prior of which is computed again."""
    return season_of(events_of(data), checks_picks=True)


def bodies_of(world: RemoteWorld, kind: str) -> list[dict[str, Any]]:
    """Contents of the events of a type."""
    return [event.body for event in events_of(world.data) if event.body["type"] == kind]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> RemoteWorld:
    """The season without kills, one match at a time."""
    return played(tmp_path_factory.mktemp("season") / "data")


def test_the_whole_season(undisturbed: RemoteWorld) -> None:
    """Entries that attend are received, tried, admitted or refused, and play while they are connected."""
    state = log_of(undisturbed.data)
    assert state.status.value == "closed"
    names = {name: [each.declared for each in e.versions] for name, e in state.entries.items()}
    assert names == {"house": [None], "ann": ["1", "2", "3"], "bob": ["1"], "cyd": ["good"]}
    assert {name: e.status.value for name, e in state.entries.items()} == {
        "house": "active",
        "ann": "active",
        "bob": "withdrawn",
        "cyd": "expelled",
    }
    assert undisturbed.dismissals == [
        ("cyd", "version 'bad' is refused: it plays badly", False),
        ("ann", "version '1' was replaced; attend with another --program-version", False),
        ("bob", "bob is withdrawn; to enter it again, attend with another --program-version", True),
        ("cyd", "cyd was expelled from the season", True),
    ]
    assert [body["declared"] for body in bodies_of(undisturbed, "refused")] == ["bad"]
    moves = [
        (event.body["type"], event.body.get("in_order"))
        for event in events_of(undisturbed.data)
        if event.body.get("entry") == "bob" and event.body["type"] in ("came", "left")
    ]
    assert moves == [
        *(("came", None), ("left", False), ("came", None), ("left", False)),
        *(("came", None), ("left", True), ("came", None), ("left", False)),
    ]
    assert {match.kind for match in state.matches} == {"remote"}
    assert len(state.matches) > 20


def test_they_play_while_they_are_here(undisturbed: RemoteWorld) -> None:
    """`ready` has present entries alone; one that drops out loses its match, or plays on after its return."""
    state, here = SeasonState(), set[str]()
    for event in events_of(undisturbed.data):
        body = event.body
        if body["type"] == "started":
            assert set(body["ready"]) <= here
            assert set(dict(body["entries"])) <= here | {"house"}
        state.apply(event)
        here = {name for name, e in state.entries.items() if e.is_present}
    seats = undisturbed.remote_seats
    assert seats
    assert all(seats.values()), "each match has a remote seat"
    assert max(undisturbed.most_at_once.values()) == 1
    benched = bodies_of(undisturbed, "benched")
    assert [(body["entry"], body["by"]) for body in benched] == [("cyd", "runner")]
    back = [body["entry"] for body in bodies_of(undisturbed, "reinstated")]
    assert back == ["cyd"], "by its check, in which it played while it was here"


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(lambda _: 1, id="before the commit"),
        pytest.param(lambda _: 2, id="after the commit"),
        pytest.param(lambda _: 3, id="before the file"),
        pytest.param(
            lambda n: int(number_of("kill", n) * 16) % 4 * (n % 4 == 0), id="now and then"
        ),
    ],
)
@pytest.mark.slow
def test_no_kill_changes_the_log(
    how: Callable[[int], int], undisturbed: RemoteWorld, tmp_path: Path
) -> None:
    """Killed at every write, a season of one match at a time has the same log, byte by byte."""
    kills = Kills(how)
    world = played(tmp_path / "data", kills)
    assert kills.kills > 20
    log = "tournament.log"
    assert (world.data / log).read_bytes() == (undisturbed.data / log).read_bytes()
    assert [(made.match_id, made.end) for made in world.made.values()] == [
        (made.match_id, made.end) for made in undisturbed.made.values()
    ]


@pytest.mark.slow
def test_with_several_matches_at_once_every_log_holds(tmp_path: Path) -> None:
    """Kills change the order of the log, and none of its properties; remotes meet one another, too."""
    kills = Kills(lambda n: int(number_of("kills", n) * 4) * (n % 7 == 0))
    world = played(tmp_path / "data", kills, matches=4)
    assert kills.kills > 20
    check_invariants(world)
    state = log_of(world.data)
    together = Counter(frozenset(match.names) for match in state.matches)
    assert together[frozenset(("ann", "bob"))] > 2
    assert world.most_at_once["bob"] == 2


def test_who_does_not_join_loses(tmp_path: Path) -> None:
    """It had announced the room: such a match counts, and is a fault of the entry."""
    world = RemoteWorld(tmp_path / "data", FILE.format(matches=2))
    world.minutes = (50, 59)
    world.attend(0.2, 16.0, "ann")
    world.absent["ann"] = (3.0 * 3600, 6.0 * 3600)
    world.run()
    lost = [m for m in log_of(world.data).matches if m.end is not None and m.end.text == "absent"]
    assert [match.status.value for match in lost] == ["rated", "rated"]
    (benched,) = bodies_of(world, "benched")
    assert (benched["entry"], benched["reason"]) == ("ann", "2 faults in a row")


def test_without_the_table_nobody_is_here(tmp_path: Path) -> None:
    """A run of a file that takes remote entries no longer ends their matches as void, and begins none."""
    world = RemoteWorld(tmp_path / "data", FILE.format(matches=1))
    world.minutes = (5, 6)
    world.attend(0.2, 16.0, "ann")

    def drop_table() -> None:
        text = world.file.read_text()
        table, bots = text.index("[remote]"), text.index("[[bots]]")
        world.file.write_text(text[:table] + text[bots:])
        world.takes_remotes = False

    world.at(3.0, drop_table)
    kills = Kills(lambda _: int(not world.takes_remotes and not kills.kills))
    world.run(kills)
    assert kills.kills == 1
    assert [body["entry"] for body in bodies_of(world, "left")] == ["ann"]
    (void,) = bodies_of(world, "void")
    assert (void["cause"], void["again"]) == ("HOST_FAILURE", True)
    state = log_of(world.data)
    assert state.matches[-1].status.value == "spoiled"
    assert len(state.matches) > 5
