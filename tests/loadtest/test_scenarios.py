from __future__ import annotations

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action
from gamereferee.v1.play_service_pb2 import Turn
from loadtest.actions import Answers
from loadtest.deadlines import GAME
from loadtest.scenarios import SCENARIOS, Scenario, scenario
from loadtest.shapes import SHAPES, Stage, parse_stages, stage_at
from referee.capacity.scripts import draw_scripts
from referee.games.registry import names


def test_a_scenario_is_found_by_its_name() -> None:
    """The name leads to the data."""
    assert scenario("blitz") is SCENARIOS["blitz"]


def test_an_unknown_scenario_is_refused() -> None:
    """The error lists what there is."""
    with pytest.raises(ValueError, match=r"one of quick, blitz, wide, swordman, .*, not 'slow'"):
        scenario("slow")


@pytest.mark.parametrize(
    ("seats", "think", "message"),
    [
        (0, (1, 2), "seats_per_user must be from 1, not 0"),
        (1, (3, 2), "think_ms must ascend"),
        (1, (-1, 2), "think_ms must ascend"),
        (1, (1, 100), r"less than move_time_ms \(100\), not \(1, 100\)"),
    ],
)
def test_bounds_of_a_scenario(seats: int, think: tuple[int, int], message: str) -> None:
    """A pace that misses deadlines on purpose would be counted as the referee's fault."""
    with pytest.raises(ValueError, match=message):
        Scenario("diceman", {}, seats_per_user=seats, move_time_ms=100, think_ms=think)


def test_stages_are_read_from_text() -> None:
    """Seconds and users, separated by sx."""
    assert parse_stages("2.5sx4, 10sx0") == (Stage(2.5, 4), Stage(10, 0))


def test_a_shape_is_found_by_its_name() -> None:
    """The name leads to the stages."""
    assert parse_stages("ramp") == SHAPES["ramp"]


@pytest.mark.parametrize("text", ["", "10s", "10x4", "sx4", "10sx", "10sx4;5sx1", "10sx1.5"])
def test_other_texts_are_no_stages(text: str) -> None:
    """The error shows the whole text."""
    with pytest.raises(ValueError, match="stages must be one of ramp, steady, spike, or such as"):
        parse_stages(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0sx4", "at most 86400 s, not 0"),
        ("nansx4", "at most 86400 s, not nan"),
        ("1sx-1", "from 0 users, not -1"),
    ],
)
def test_bounds_of_a_stage(text: str, message: str) -> None:
    """A stage lasts, and has users or none."""
    with pytest.raises(ValueError, match=message):
        parse_stages(text)


@pytest.mark.parametrize(
    ("seconds", "users"), [(0, 4), (4.9, 4), (5, 9), (7.9, 9), (8, None), (100, None)]
)
def test_stages_follow_each_other(seconds: float, users: int | None) -> None:
    """Five seconds of 4 users, three of 9, then the end."""
    stage = stage_at((Stage(5, 4), Stage(3, 9)), seconds)
    assert (stage.users if stage else None) == users


def test_every_game_is_a_scenario() -> None:
    """A new game is to be played under load, too; bots have prepared actions for the experiment's."""
    assert sorted({played.game for played in SCENARIOS.values()}) == names()
    assert Answers(GAME).answer(Turn(match_id="m")).match_id == "m"


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_can_be_drawn(name: str) -> None:
    """Its config is one of the game's, its users hold whole matches or share them, and matches have turns."""
    played = SCENARIOS[name]
    (script,) = draw_scripts(
        played.game,
        number=1,
        decisions=min(played.decisions, 20),
        num_seats=played.num_seats,
        config=played.config,
    )
    assert len(script.answers) >= 20
    assert played.seats_per_user % script.num_seats == 0


def test_a_game_without_prepared_actions_is_refused() -> None:
    """The error lists what there is."""
    with pytest.raises(ValueError, match="game must be one of diceman, not 'chess'"):
        Answers("chess")


def test_answers_name_their_turn_and_hold_two_dice() -> None:
    """Six turns of Diceman are answered with its six pairs of dice."""
    answers = Answers("diceman")
    pairs = set()
    for number in range(1, 7):
        answer = answers.answer(Turn(match_id="m", seat=1, turn=number))
        assert (answer.match_id, answer.seat, answer.turn) == ("m", 1, number)
        action = Action()
        assert answer.payload.Unpack(action)
        pairs.add(tuple(action.dice))
    assert pairs == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
