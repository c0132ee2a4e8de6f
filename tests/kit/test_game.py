"""The base of simple games: forms of actions, refusals, defaults, dice, states and what is hidden."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest
from pydantic import Field

import referee_bots
from referee.core.errors import FieldError, ScenarioError
from referee.core.rng import Stream
from referee.core.tables import RuleTables
from referee.kit.game import Notice, SimpleCodec, State, plugin
from referee.kit.records import Record
from referee.kit.version import KIT_VERSION, KitVersionError
from referee.testing.dear import lines_run
from tests.kit.guess import Config, Guess, GuessState, Pass, Side, Try

GAME = Guess()


def _state(num_seats: int = 2, seed: int = 1) -> GuessState:
    state, _ = GAME.start(Config(), seed=seed, num_seats=num_seats)
    return state


@pytest.mark.parametrize(
    ("plain", "action"),
    [
        ({"number": 3, "side": None}, Try(number=3)),
        ({"kind": "try", "number": 3}, Try(number=3)),
        ({"kind": "try", "number": 3, "side": "ABOVE"}, Try(number=3, side=Side.ABOVE)),
        ({"kind": "pass"}, Pass()),
        ({}, Pass()),
        ("pass", Pass()),
    ],
)
def test_plain_forms(plain: object, action: object) -> None:
    """A table with its kind, or with the fields of one kind; a bare name."""
    assert GAME.parse_action(plain) == action


@pytest.mark.parametrize(
    "plain",
    [None, 3, True, [], "try", "jump", {"kind": "jump"}, {"kind": "try"}, {"number": 3},
     {"kind": "try", "number": 0}, {"kind": "try", "number": "3"}, {"kind": "pass", "more": 1},
     {"kind": "try", "number": 3, "side": "LEFT"}, {"kind": ["try"]}],
)  # fmt: skip
def test_other_forms_are_refused_in_play(plain: object) -> None:
    """With a notice to the seat alone, and the default in its place."""
    state = _state()
    action = GAME.parse_action(plain)
    (event,) = GAME.step(state, {0: action, 1: None})
    assert (GAME.refusal(event), event.audience) == ("BAD_FORM", (0,))
    other = _state()
    assert GAME.step(other, {0: None, 1: None}) == []
    assert GAME.digest(state) == GAME.digest(other)


def test_the_rules_refuse_by_their_own_code() -> None:
    """In seat order, before what happens."""
    state = _state()
    state.numbers[:] = 2
    events = GAME.step(state, {1: Try(number=2), 0: Try(number=7)})
    assert [GAME.refusal(event) for event in events] == ["TOO_HIGH", None]
    assert [event.audience for event in events] == [(0,), None]
    assert GAME.outcome(state).scores == (0, 1)
    assert GAME.outcome(state).placements == (2, 1)


def test_dice_are_named() -> None:
    """A roll depends on its name alone: it is the first of the stream that the keys name."""
    state = _state(num_seats=4, seed=77)
    assert state.numbers.tolist() == [Stream(77, seat).draw(6) for seat in range(4)]
    assert state.roll(20, 5) == state.roll(20, 5) == Stream(77, 5).draw(20)


def test_a_shuffle_swaps_from_the_end() -> None:
    """Each place with one drawn from those up to it; a script says which."""
    state = _state()
    GAME.script_dice(state, [4, 1, 2])
    # 0 1 2 3 -> the last with place 3: itself -> the third with place 0: 2 1 0 3 -> the second: itself
    assert state.shuffled(4) == [2, 1, 0, 3]
    assert GAME.scripted_dice_left(state) == 0
    assert sorted(state.shuffled(9, 1)) == list(range(9))
    assert GAME.scripted_dice_left(state) == -8


def test_a_script_fits_any_die() -> None:
    """Greater values start again from 1; less than 1 is refused."""
    state = _state()
    GAME.script_dice(state, [8, 6])
    assert [state.roll(6), state.roll(6)] == [2, 6]
    assert state.roll(1) == 1
    with pytest.raises(ScenarioError, match="dice show 1 or more, not 0"):
        GAME.script_dice(state, [3, 0])


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"nombers": [1, 2]}, "unknown field 'nombers' of the state; known: numbers, turns"),
        ({"numbers": [1, 2, 3]}, "numbers can't be"),
        ({"numbers": "x"}, "numbers can't be 'x'"),
        ({"seed": [1]}, "unknown field 'seed'"),
    ],
)
def test_a_given_state_is_checked(values: dict[str, Any], problem: str) -> None:
    """By name and form."""
    with pytest.raises(ScenarioError, match=problem):
        GAME.parse_state(Config(), 2, values)
    assert GAME.parse_state(Config(), 2, {"numbers": [5, 6]}).numbers.tolist() == [5, 6]


def test_hidden_variants() -> None:
    """Another seed; and what is unseen in another order, the rest as it is."""
    state = _state(num_seats=4)
    state.numbers[:] = [1, 2, 3, 4]
    by_seed, by_order = GAME.hidden_variants(state, 2, Stream(3))
    assert by_seed.seed[0] != state.seed[0]
    assert by_seed.numbers.tolist() == [1, 2, 3, 4]
    assert by_order.numbers[2] == 3
    assert sorted(by_order.numbers.tolist()) == [1, 2, 3, 4]
    orders = {
        tuple(list(GAME.hidden_variants(state, 2, Stream(key)))[1].numbers) for key in range(60)
    }
    assert len(orders) == 6
    assert state.numbers.tolist() == [1, 2, 3, 4]


def test_numbers_of_seats_are_those_of_the_game() -> None:
    """The bound is named."""
    with pytest.raises(FieldError, match="num_seats must be from 2 to 4, not 5"):
        GAME.check_seats(Config(), 5)


def test_a_game_may_tell_its_tables() -> None:
    """They are the plug-in's."""
    tables = RuleTables(__name__)
    assert plugin(Guess(), "Guess.", kit=KIT_VERSION, tables=tables).tables is tables
    assert plugin(Guess(), "Guess.", kit=KIT_VERSION).tables is None


def test_a_game_for_another_kit_is_refused() -> None:
    """In one line that names both versions; another minor version is none."""
    with pytest.raises(KitVersionError) as caught:
        plugin(GAME, "Rules.", kit="2.0")
    assert str(caught.value) == (
        "the game guess was made for version 2.0 of the games kit, and this is " + KIT_VERSION
    )
    assert plugin(GAME, "Rules.", kit="1.7").rulebook == "Rules."


def test_a_game_that_lists_no_actions_has_to_say_more() -> None:
    """What is missing is named."""

    class Mute(Guess):
        """One that lists nothing."""

        def legal_actions(self, state: GuessState, seat: int) -> None:  # type: ignore[override]
            """None."""

    with pytest.raises(
        NotImplementedError, match="guess lists no legal actions and has no default"
    ):
        Mute().default_action(_state(), 0)
    with pytest.raises(NotImplementedError, match="guess lists no legal actions and draws none"):
        Mute().random_action(_state(), 0, Stream(1))


def test_states_share_what_is_declared_once() -> None:
    """Config, seats and scripts are no part of the digest."""
    one, two = _state(), _state()
    GAME.script_dice(two, [1, 2, 3])
    assert GAME.digest(one) == GAME.digest(two)
    assert isinstance(one, State)
    assert one.config == Config()
    assert one.num_seats == 2
    assert np.array_equal(one.seed, np.array([1], np.uint64))
    assert SimpleCodec(GAME).config_type == "guess.v1.Config"


def test_bots_and_games_are_of_one_kit() -> None:
    """A bot's side is told twice, for bots import nothing of the referee."""
    assert referee_bots.KIT_VERSION == KIT_VERSION


class Picks(Record):
    """Sides."""

    sides: Annotated[list[Side], Field(max_length=3)]
    """Which."""


def test_a_list_that_is_too_long_is_not_looked_at() -> None:
    """Its length is what is wrong with it."""
    names = ["ABOVE", "BELOW", "ABOVE"]
    assert GAME.made(Picks, {"sides": names}) == Picks(sides=[Side[name] for name in names])

    def read(_: bytes) -> object:
        return GAME.made(Picks, {"sides": names * 20_000})

    assert repr(read(b"")) == repr(GAME.made(None, {}))
    assert lines_run(read, b"", 1000) < 1000


def test_a_refusal_may_have_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It follows the code behind a colon, and is told to the seat with it."""
    monkeypatch.setattr(Guess, "refuse", lambda *_: "TOO_HIGH: the most is 6: not 7")
    (event,) = GAME.step(_state(), {0: Try(number=7), 1: None})
    assert GAME.refusal(event) == "TOO_HIGH"
    assert event.body == Notice(code="TOO_HIGH", text="the most is 6: not 7")


def test_a_dealt_state_has_all_of_its_match() -> None:
    """A deal can use what any later state can."""
    table = State(config=Config(), num_seats=3, seed=np.array([5], np.uint64))
    state = table.as_state(GuessState, numbers=np.ones(3, np.int64), turns=np.ones(1, np.int64))
    assert (state.config, state.num_seats) == (table.config, 3)
    assert state.roll(6, 1) == table.roll(6, 1)
