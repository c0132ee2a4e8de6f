"""What counts as a bot."""

from __future__ import annotations

from typing import Any

import pytest

from gamereferee.v1.error_pb2 import ErrorReason
from gamereferee.v1.match_pb2 import EndCause
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client.bot import Bot, Match, Turn, enum_name
from referee_client.inspection import caller, maker
from tests.clients import scripted_referee as says


class Echo(Bot):
    """Returns what it is asked with."""

    def act(self, *args: Any) -> Any:
        """Return the arguments."""
        return args


class OneArgument(Bot):
    """Wants the observation alone."""

    def act(self, observation: Any) -> Any:
        """Return it."""
        return observation


class TwoArguments(Bot):
    """Wants the turn as well."""

    def act(self, observation: Any, turn: Turn) -> Any:
        """Return both."""
        return observation, turn


def turn_of(observation: object) -> Turn:
    """A turn with anything as its observation."""
    match = Match("m", 0, "diceman", 1, None, 2, TimeControl(), b"")
    return Turn(match, observation, says.turn("m", 1))


@pytest.mark.parametrize(
    ("bot", "wants_turn"),
    [
        (lambda observation: observation, False),
        (lambda observation, turn: (observation, turn), True),
        (lambda observation, scale=1: observation * scale, False),
        (OneArgument, False),
        (TwoArguments, True),
        (OneArgument(), False),
        (lambda: TwoArguments(), True),
    ],
    ids=["function", "two", "default", "class", "class two", "instance", "factory"],
)
def test_bot_gets_what_it_wants(bot: Any, wants_turn: bool) -> None:
    """The number of parameters decides whether a bot gets the turn."""
    act, is_async = caller(maker(bot)())
    turn = turn_of("seen")
    assert act(turn) == (("seen", turn) if wants_turn else "seen")
    assert not is_async


def test_class_makes_one_bot_a_seat() -> None:
    """A class or factory makes a new bot each time; an instance or a function is shared."""
    assert maker(OneArgument)() is not maker(OneArgument)()
    instance = OneArgument()
    make_shared, make_function = maker(instance), maker(lambda observation: observation)
    assert make_shared() is instance
    assert make_function() is make_function()


def test_async_bots_are_told_apart() -> None:
    """Whether an answer has to be awaited is known before the first turn."""

    async def act(observation: object) -> object:
        return observation

    assert caller(maker(act)())[1]


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Echo, r"takes \(observation\) or \(observation, turn\), not 0"),
        (Bot, r"Bot has no act\(\)"),
        (lambda a, b, c: (a, b, c), "not 3 parameters"),
        (lambda: 5, "must make a Bot, not 5"),
        (int, "must be a function or a subclass of Bot"),
    ],
    ids=["none", "no act", "three", "no bot", "class"],
)
def test_what_is_no_bot(bot: Any, message: str) -> None:
    """What can't be asked is refused with the reason."""
    with pytest.raises(TypeError, match=message):
        caller(maker(bot)())


def test_enum_names() -> None:
    """Names lose their prefix; numbers of a later version stay numbers."""
    assert enum_name(ErrorReason, 7) == "LATE"
    assert enum_name(EndCause, 2) == "BOT_TIME"
    assert enum_name(EndCause, 200) == "200"
