"""`turn.legal`: asked for by bots that look at it, and read in both forms of turns."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.v1 import play_service_pb2 as wire
from referee_client.bot import Bot, BotLike, Turn
from referee_client.bridge import command, lines
from referee_client.conversation import Conversation
from referee_client.inspection import wants_legal
from tests.clients import scripted_referee as says
from tests.clients.test_small_turns import PREFIX, joined

PICKS = [diceman.Action(dice=[0, 1]), diceman.Action(dice=[2, 3])]
BYTES = [action.SerializeToString() for action in PICKS]
LEGAL = wire.LegalActions(count=2, action_url=f"{PREFIX}Action", actions=BYTES)


def last(_observation: diceman.Observation, turn: Turn) -> diceman.Action:
    """Take the last legal action."""
    legal: Any = turn.legal
    chosen: diceman.Action = legal[-1]
    return chosen


def first(_observation: diceman.Observation) -> diceman.Action:
    """Look at nothing."""
    return PICKS[0]


class Looks(Bot):
    """Looks at it in a function within a method."""

    def act(self, _observation: diceman.Observation, turn: Turn) -> diceman.Action:
        """Take the first."""
        return self._pick(lambda: turn.legal)

    def _pick(self, legal: Callable[[], Any]) -> diceman.Action:
        chosen: diceman.Action = legal()[0]
        return chosen


class Inherits(Looks):
    """Has it from its base."""


class Says(Bot):
    """Has a helper elsewhere that looks, and says so."""

    reads_legal: bool | None = True

    def act(self, observation: diceman.Observation, turn: Turn) -> diceman.Action:
        """Leave it to the helper."""
        return last(observation, turn)


class Forgets(Says):
    """Has not said so."""

    reads_legal = None


class Denies(Looks):
    """Says that it does not."""

    reads_legal = False


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        (last, True),
        (functools.partial(last), True),
        (first, False),
        (Looks, True),
        (Looks(), True),
        (Inherits, True),
        (Says, True),
        (Forgets, False),
        (Denies, False),
        (lambda: Looks(), False),
    ],
)
def test_bots_that_look_at_it(bot: BotLike, expected: bool) -> None:
    """By their own code, or as they say; the feature is asked for accordingly."""
    assert wants_legal(bot) == expected
    talk = Conversation(bot)
    talk.join("token")
    talk.opened()
    request = talk.take()
    assert request is not None
    assert ("legal-actions" in request.joins[0].features) == expected


def _turn(bot: BotLike, legal: wire.LegalActions | None, *, is_small: bool) -> Turn:
    """What the conversation of a bot makes of a turn."""
    talk = Conversation(bot, small_turns=is_small)
    talk.join("token")
    talk.finish()
    talk.opened()
    request = talk.take()
    assert request is not None
    told = joined(request.joins[0], "m", 1) if is_small else says.joined(request.joins[0], "m")
    talk.receive(wire.PlayResponse(joins=[told], starts=[says.started("m")]))
    response = wire.PlayResponse()
    turn: Any = wire.SmallTurn(handle=1, turn=1) if is_small else says.turn("m", 1)
    if legal is not None:
        turn.legal.CopyFrom(legal)
        if is_small:
            turn.legal.action_url = ""
    (response.small_turns if is_small else response.turns).append(turn)
    (opened,) = talk.receive(response)
    return opened


@pytest.mark.parametrize("is_small", [True, False])
def test_it_is_a_list_of_actions(is_small: bool) -> None:
    """In the rulebook's order; None where the turn lists none."""
    assert _turn(last, LEGAL, is_small=is_small).legal == PICKS
    assert _turn(last, wire.LegalActions(count=600), is_small=is_small).legal is None
    assert _turn(last, None, is_small=is_small).legal is None


def test_looking_without_asking_is_explained() -> None:
    """The error says what to do."""
    with pytest.raises(RuntimeError, match="set reads_legal = True in the bot's class"):
        _ = _turn(Forgets, None, is_small=True).legal


def test_programs_are_told_as_they_answer() -> None:
    """Behind chat and in front of the observation, in the form of an answer; null where nothing is listed."""
    told = json.loads(lines.turn_line(_turn(last, LEGAL, is_small=True)))
    assert list(told)[-2:] == ["legal", "observation"]
    assert told["legal"] == [{"dice": dice, "badForm": False} for dice in ([0, 1], [2, 3])]
    assert json.loads(lines.turn_line(_turn(last, None, is_small=True)))["legal"] is None
    assert "legal" not in json.loads(lines.turn_line(_turn(first, LEGAL, is_small=True)))


@pytest.mark.parametrize("flags", [[], ["--legal"]])
def test_the_bridge_asks_for_it_by_a_flag(
    flags: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bots look at it if it is given."""
    made: list[Any] = []

    def play(bridge: Any, *_: object, **__: object) -> int:
        made.append(bridge)
        return 0

    monkeypatch.setattr(command, "play", play)
    assert command.main([*flags, "--", sys.executable]) == 0
    assert wants_legal(made[0]) == bool(flags)
