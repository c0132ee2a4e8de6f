"""The audit compares void attempts with their replays: a void attempt can hide no result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.season.world import World, events_of
from tournaments.audit.season_log import logged_season
from tournaments.audit.void_attempts import check_void, void_attempts
from tournaments.log.state import LoggedAttempt, TournamentState
from tournaments.season.reading import season_of
from tournaments.spec.errors import LogError
from tournaments.spec.outcomes import EndCause

PLAYERS = ("ann", "bob")
FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = 2027-03-01T03:00:00Z
[[bots]]
name = "ann"
house = "greedy"
[[bots]]
name = "bob"
house = "random"
"""


def attempt(cause: EndCause, players: tuple[str, ...] = PLAYERS) -> LoggedAttempt:
    """A void attempt at match 7."""
    return LoggedAttempt("m1", 7, players, cause)


@pytest.mark.parametrize(
    ("logged", "replayed"),
    [
        pytest.param(EndCause.REFEREE_FAULT, "REFEREE_FAULT", id="as the referee said"),
        pytest.param(EndCause.OPERATOR, "OPERATOR", id="stopped"),
        pytest.param(EndCause.HOST_FAILURE, "OPERATOR", id="given up by the run"),
        pytest.param(EndCause.UNKNOWN, "NOT_YET_INVENTED", id="of a later referee"),
    ],
)
def test_void_attempts_that_hold(logged: EndCause, replayed: str) -> None:
    """Players are those of the replay, and both ends are void."""
    check_void(attempt(logged), (PLAYERS, 1, replayed))
    check_void(attempt(logged, ()), (PLAYERS, 1, replayed))
    with pytest.raises(LogError, match="is another match's"):
        check_void(attempt(logged), (("ann", "cyd"), 1, replayed))


@pytest.mark.parametrize("logged", [EndCause.HOST_FAILURE, EndCause.OPERATOR, EndCause.UNKNOWN])
def test_a_result_is_not_hidden(logged: EndCause) -> None:
    """Whatever the log says of the attempt, its replay has a result."""
    with pytest.raises(LogError) as raised:
        check_void(attempt(logged), (PLAYERS, 1, "RULES", (1, 3), (2, 0)))
    assert str(raised.value) == ("by its replay, a void attempt at match 7 has a result, by RULES")


def test_another_cause_is_found() -> None:
    """Only the run's own word for a failure of its machine may differ."""
    with pytest.raises(LogError) as raised:
        check_void(attempt(EndCause.NOBODY_JOINED), (PLAYERS, 1, "REFEREE_FAULT"))
    assert str(raised.value) == (
        "a void attempt at match 7 is void by NOBODY_JOINED, and by its replay by REFEREE_FAULT"
    )


def test_a_replay_without_an_end_is_not_that_of_the_attempt() -> None:
    """A void match has an end, too."""
    with pytest.raises(LogError, match="is another match's"):
        check_void(attempt(EndCause.OPERATOR), None)


def test_attempts_are_found_by_their_replays(tmp_path: Path) -> None:
    """Not those with a result, those without a replay, and those of a cluster's workers."""
    state = TournamentState()
    state.attempts["key"] = [
        LoggedAttempt("void", 7, PLAYERS, EndCause.OPERATOR),
        LoggedAttempt("gone", 7, PLAYERS, EndCause.OPERATOR),
        LoggedAttempt("worker:void", 7, PLAYERS, EndCause.HOST_FAILURE),
        LoggedAttempt("result", 7, PLAYERS),
    ]
    for name in ("void", "worker:void", "result"):
        (tmp_path / f"{name}.replay").touch()
    assert [each.match_id for each in void_attempts(state, tmp_path)] == ["void"]


def test_void_attempts_of_a_season(tmp_path: Path) -> None:
    """With the players that began each attempt, whatever the match has become later."""
    world = World(tmp_path / "data", FILE)
    world.void_share = 0.4
    world.run()
    events = events_of(world.data)
    bodies = [event.body for event in events]
    voids = [body for body in bodies if body["type"] == "void"]
    assert len(voids) > 5
    state = logged_season(season_of(events), events)
    found = [each for own in state.attempts.values() for each in own]
    assert [(each.match_id, each.number, each.void) for each in found] == [
        (body["id"], body["match"], EndCause.HOST_FAILURE) for body in voids
    ]
    assert {frozenset(each.players) for each in found} == {frozenset(PLAYERS)}
    starts = {
        (body["match"], body["attempt"]): tuple(name for name, _ in body["entries"])
        for body in bodies
        if body["type"] == "started"
    }
    assert [each.players for each in found] == [
        starts[body["match"], body["attempt"]] for body in voids
    ]
