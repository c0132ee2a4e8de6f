"""A season in virtual time: what happens to entries and matches, and that no kill changes the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournaments.season.invariants import check_invariants
from tests.tournaments.season.world import Kills, World, events_of, number_of
from tournaments.season.reading import season_of
from tournaments.season.state import SeasonState

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


def played(data: Path, kills: Kills | None = None, *, slots: int = 1) -> World:
    """The season of the script."""
    world = World(data, FILE, slots=slots)
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


def test_with_several_matches_at_once_every_log_holds(tmp_path: Path) -> None:
    """Kills change the order of the log, and none of its properties."""
    kills = Kills(lambda n: int(number_of("kills", n) * 4) * (n % 7 == 0))
    world = played(tmp_path / "data", kills, slots=4)
    assert kills.kills > 20
    check_invariants(world)
