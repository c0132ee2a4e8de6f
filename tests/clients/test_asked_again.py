"""Async bots that are asked again about a turn whose answer was refused (duty 29)."""

from __future__ import annotations

from typing import Any

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import error_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Bot, Rejection, Turn
from referee_client.conversation import Conversation
from tests.clients import scripted_referee as says
from tests.clients.test_refused import said


class AsksAgain(Bot):
    """Counts how often it is asked about each turn, and answers with that."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.turn: Turn | None = None

    async def act(self, _: Observation, turn: Turn) -> Action:
        """Answer."""
        self.asked.append(turn.number)
        self.turn = turn
        return Action(dice=[0, self.asked.count(turn.number)])

    def on_rejected(self, _: Rejection) -> Turn | None:
        """Return the turn, to be asked about it again."""
        return self.turn


class AsksAgainPlainly(AsksAgain):
    """The same, but it is not awaited."""

    def act(self, _: Observation, turn: Turn) -> Action:  # type: ignore[override]
        """Answer."""
        self.turn = turn
        return Action(dice=[0, 1])


def seated(bot: Bot) -> Conversation:
    """A conversation with match m joined and started."""
    talk = Conversation(bot, can_await=True)
    talk.join("token")
    request = talk.take()
    assert request is not None
    (join,) = request.joins
    talk.receive(wire.PlayResponse(joins=[says.joined(join, "m")], starts=[says.started("m")]))
    return talk


def hear(talk: Conversation, *turns: wire.Turn, **also: Any) -> list[Turn]:
    """Take a message in; return the turns that are to be asked."""
    return talk.receive(wire.PlayResponse(turns=turns, **also))


def think(talk: Conversation, turns: list[Turn]) -> list[Any]:
    """What is answered to turns."""
    for turn in turns:
        thought = talk.think(turn)
        try:
            thought.send(None)
        except StopIteration:
            continue
        raise AssertionError("it waits")
    return said(talk)


def refusal(turn: int) -> list[wire.Rejected]:
    """A refusal of the answer to a turn."""
    return [says.rejected(error_pb2.ERROR_REASON_MALFORMED, "m", turn)]


def test_a_refused_turn_is_asked_again_once() -> None:
    """The second answer goes out; after another refusal the turn is given up, and the next is asked."""
    bot = AsksAgain()
    talk = seated(bot)
    assert think(talk, hear(talk, says.turn("m", 1))) == [("m", 1, [0, 1])]
    (turn,) = hear(talk, rejections=refusal(1))
    assert turn.is_open
    assert think(talk, [turn]) == [("m", 1, [0, 2])]
    assert hear(talk, rejections=refusal(1)) == []
    assert said(talk) == [("m", 1, None)]
    assert think(talk, hear(talk, says.turn("m", 2))) == [("m", 2, [0, 1])]
    assert bot.asked == [1, 1, 2]
    assert talk.bot_failures.count == 2


def test_a_refused_turn_that_was_missed_meanwhile_is_not_asked_again() -> None:
    """It is over, in the same message or before the bot has begun."""
    for apart in (False, True):
        bot = AsksAgain()
        talk = seated(bot)
        think(talk, hear(talk, says.turn("m", 1)))
        missed = [says.missed("m", 1)]
        if apart:
            turns = hear(talk, rejections=refusal(1))
            hear(talk, missed=missed)
        else:
            turns = hear(talk, rejections=refusal(1), missed=missed)
            assert turns == []
        assert think(talk, turns) == []
        assert bot.asked == [1]


def test_a_refused_turn_that_comes_again_meanwhile_is_asked_once() -> None:
    """The stream broke while the bot was to think about it again: the refused answer is not sent again."""
    bot = AsksAgain()
    talk = seated(bot)
    think(talk, hear(talk, says.turn("m", 1)))
    turns = hear(talk, rejections=refusal(1))
    assert hear(talk, says.turn("m", 1)) == []
    assert said(talk) == []
    assert think(talk, turns) == [("m", 1, [0, 2])]


def test_a_bot_that_is_not_awaited_answers_by_itself() -> None:
    """A turn is no action: that is a failure, and the turn is given up."""
    talk = seated(AsksAgainPlainly())
    for _ in talk.play(hear(talk, says.turn("m", 1))):
        pass
    said(talk)
    assert hear(talk, rejections=refusal(1)) == []
    assert said(talk) == [("m", 1, None)]
    assert talk.bot_failures.count == 2
