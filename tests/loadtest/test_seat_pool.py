"""What seats of Locust's users answer: what was drawn, as long as the match is the drawn one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gamereferee.v1.play_service_pb2 import Turn
from loadtest.drawn import drawn
from loadtest.scenarios import Scenario
from loadtest.seat_pool import SeatPool
from referee.capacity.scripts import draw_scripts

SCENARIO = Scenario(
    "diceman",
    {"games": 3},
    seats_per_user=2,
    move_time_ms=500,
    think_ms=(20, 60),
    decisions=10,
)
SCRIPTS = draw_scripts("diceman", number=2, decisions=10, config={"games": 3})


class Target:
    """A lobby that makes matches m0, m1 and so on, and remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def lobby(self) -> Target:
        """See `Target`."""
        return self

    def create_match(self, game: str, **asked: Any) -> Any:
        """See `Lobby`."""
        number = len(self.asked)
        self.asked.append({"game": game, **asked})
        tokens = [f"m{number}-{seat}" for seat in range(asked["num_seats"])]
        return SimpleNamespace(match=SimpleNamespace(match_id=f"m{number}"), seat_tokens=tokens)


@pytest.fixture
def target() -> Target:
    """A new one."""
    return Target()


@pytest.fixture
def pool(target: Target) -> SeatPool:
    """A pool of its seats."""
    return SeatPool(target, SCENARIO, SCRIPTS)  # type: ignore[arg-type]  # as much of one as is used


def test_neighbours_in_time_are_rivals(target: Target, pool: SeatPool) -> None:
    """Matches are made when seats are wanted, with the drawn seeds and the scenario's terms."""
    assert pool.take(3) == ["m0-0", "m0-1", "m1-0"]
    assert pool.take(1) == ["m1-1"]
    assert [asked["seed"] for asked in target.asked] == [1, 2]
    first = target.asked[0]
    assert (first["game"], first["config"], first["num_seats"]) == ("diceman", {"games": 3}, 2)
    assert first["time_control"].move_time.ToMilliseconds() == 500


def test_seats_answer_what_was_drawn(pool: SeatPool) -> None:
    """Each match has its own script; beyond the cut there is no answer."""
    pool.take(4)
    for match, script in zip(("m0", "m1"), SCRIPTS, strict=True):
        action = pool.action(Turn(match_id=match, seat=1, turn=5))
        assert action is not None
        assert (action.match_id, action.seat, action.turn) == (match, 1, 5)
        assert action.payload == script.answers[1, 5]
    assert pool.action(Turn(match_id="m0", seat=1, turn=6)) is None


def test_nothing_is_drawn_for_a_match_that_went_otherwise(pool: SeatPool) -> None:
    """The rival has no answer any more, either; other matches have."""
    pool.take(4)
    pool.diverge("m0")
    pool.diverge("m0")
    assert pool.action(Turn(match_id="m0", seat=0, turn=1)) is None
    assert pool.action(Turn(match_id="m1", seat=0, turn=1)) is not None
    pool.leave("m0")
    pool.leave("m0")


def test_a_match_is_forgotten_when_its_last_seat_has_left(pool: SeatPool) -> None:
    """A seat that is out early leaves the others their answers."""
    pool.take(2)
    pool.leave("m0")
    assert pool.action(Turn(match_id="m0", seat=1, turn=1)) is not None
    pool.leave("m0")
    assert pool.action(Turn(match_id="m0", seat=1, turn=1)) is None


def test_a_process_of_its_own_draws_the_same() -> None:
    """What comes out of its pipe is what would be drawn here."""
    scripts = drawn("quick")
    assert scripts == draw_scripts("diceman", number=8, decisions=100_000, config={"games": 3})


def test_an_unknown_scenario_is_not_drawn() -> None:
    """No process is started for it."""
    with pytest.raises(ValueError, match="scenario must be one of"):
        drawn("slow")
