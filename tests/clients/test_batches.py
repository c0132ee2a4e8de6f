"""Bots that decide about all turns of a message at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Bot, Turn
from referee_client.bot import SKIP, BotLike
from referee_client.conversation import Conversation
from referee_client.inspection import maker
from tests.clients import scripted_referee as says


class Batches(Bot):
    """Takes down which turns it is asked about, and answers with their seats' dice."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.asked: list[list[tuple[str, int]]] = []

    def act_batch(self, turns: Sequence[Turn]) -> Any:
        """Answer each by its number."""
        self.asked.append([(turn.match_id, turn.number) for turn in turns])
        return [Action(dice=[turn.number % 4, 3]) for turn in turns]


def seated(bot: BotLike, **games: str) -> Conversation:
    """A conversation with seat 0 of some matches of these games joined and started."""
    talk = Conversation(bot)
    for match in games:
        talk.join(f"token-{match}")
    talk.opened()
    request = talk.take()
    assert request is not None
    response = wire.PlayResponse()
    for join, (match, game) in zip(request.joins, games.items(), strict=True):
        joined = says.joined(join, match)
        joined.game = game
        response.joins.append(joined)
        response.starts.append(says.started(match))
    talk.receive(response)
    talk.take()
    return talk


def ask(talk: Conversation, *turns: wire.Turn) -> wire.PlayRequest:
    """What is answered to turns of one message, in one message."""
    for _ in talk.play(talk.receive(wire.PlayResponse(turns=turns))):
        pass
    request = talk.take()
    assert request is not None
    return request


def dice(request: wire.PlayRequest) -> dict[str, int]:
    """The first die of each answer, by match."""
    return {
        action.match_id: Action.FromString(action.payload.value).dice[0]
        for action in request.actions
    }


def test_all_turns_of_a_message_are_one_question() -> None:
    """Each gets its own answer, in the order of the turns."""
    bot = Batches()
    talk = seated(bot, a="diceman", b="diceman", c="diceman")
    request = ask(talk, says.turn("b", 1), says.turn("a", 2), says.turn("c", 3))
    assert bot.asked == [[("b", 1), ("a", 2), ("c", 3)]]
    assert [(action.match_id, action.turn) for action in request.actions] == [
        ("b", 1),
        ("a", 2),
        ("c", 3),
    ]
    assert dice(request) == {"b": 1, "a": 2, "c": 3}
    assert not talk.bot_failures.count


def test_games_are_asked_apart() -> None:
    """Turns of one game are together, whatever stands between them."""
    bot = Batches()
    talk = seated(bot, a="diceman", b="other", c="diceman")
    request = ask(talk, says.turn("a", 1), says.turn("b", 2), says.turn("c", 3))
    assert bot.asked == [[("a", 1), ("c", 3)], [("b", 2)]]
    assert dice(request) == {"a": 1, "b": 2, "c": 3}


def test_a_class_is_one_bot() -> None:
    """Its turns of all seats are asked together; a class that decides one by one is one bot a seat."""
    before = Batches.made
    talk = seated(Batches, a="diceman", b="diceman")
    assert len(ask(talk, says.turn("a", 1), says.turn("b", 2)).actions) == 2
    assert Batches.made == before + 1

    class OneByOne(Bot):
        def act(self, _observation: object) -> Action:
            return Action()

    make = maker(OneByOne)
    assert make() is not make()


def test_bots_of_each_kind_side_by_side() -> None:
    """One that decides one by one plays on beside it."""
    bot = Batches()
    talk = Conversation(bot)
    talk.join("ta")
    talk.join("tb", lambda _observation: Action(dice=[0, 1]))
    talk.join("tc")
    talk.opened()
    request = talk.take()
    assert request is not None
    response = wire.PlayResponse()
    for join, match in zip(request.joins, "abc", strict=True):
        response.joins.append(says.joined(join, match))
        response.starts.append(says.started(match))
    talk.receive(response)
    request = ask(talk, says.turn("a", 1), says.turn("b", 1), says.turn("c", 2))
    assert bot.asked == [[("a", 1), ("c", 2)]]
    assert dice(request) == {"a": 1, "b": 0, "c": 2}


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([Action()], "Wrong.act_batch must return 2 actions, not 1"),
        (None, "Wrong.act_batch must return 2 actions, not None"),
        ([Action(), Action(), Action()], "Wrong.act_batch must return 2 actions, not 3"),
    ],
    ids=["few", "none", "many"],
)
def test_another_number_of_answers(answers: Any, said: str) -> None:
    """All of its turns are given up, and each counts as a failure."""

    class Wrong(Bot):
        def act_batch(self, turns: Sequence[Turn]) -> Any:
            del turns
            return answers

    talk = seated(Wrong, a="diceman", b="diceman")
    request = ask(talk, says.turn("a", 1), says.turn("b", 2))
    assert [(skip.match_id, skip.turn) for skip in request.skips] == [("a", 1), ("b", 2)]
    assert not request.actions
    assert talk.bot_failures.count == 2
    assert said in str(talk.bot_failures.first)


def test_an_answer_that_is_none() -> None:
    """It costs its own turn alone, and a turn may be given up on purpose."""

    class Odd(Bot):
        def act_batch(self, turns: Sequence[Turn]) -> Any:
            del turns
            return ["scissors", Action(dice=[2, 3]), SKIP]

    talk = seated(Odd, a="diceman", b="diceman", c="diceman")
    request = ask(talk, says.turn("a", 1), says.turn("b", 1), says.turn("c", 1))
    assert [skip.match_id for skip in request.skips] == ["a", "c"]
    assert dice(request) == {"b": 2}
    assert talk.bot_failures.count == 1
    wanted = "the game's Action message, gamereferee.games.diceman.v1.Action, not 'scissors'"
    assert f"act must return {wanted}" in str(talk.bot_failures.first)


def test_a_bot_that_raises() -> None:
    """Its turns are given up; it is asked again."""

    class Failing(Batches):
        def act_batch(self, turns: Sequence[Turn]) -> Any:
            if turns[0].number == 1:
                raise ZeroDivisionError("by zero")
            return super().act_batch(turns)

    talk = seated(Failing, a="diceman", b="diceman")
    assert len(ask(talk, says.turn("a", 1), says.turn("b", 1)).skips) == 2
    assert len(ask(talk, says.turn("a", 2), says.turn("b", 2)).actions) == 2
    assert talk.bot_failures.count == 2


def test_it_can_not_be_async() -> None:
    """Which is said when its first seat is joined."""

    async def later(_self: Bot, turns: Sequence[Turn]) -> Any:
        """Answer nothing."""
        return turns

    Async = type("Async", (Bot,), {"act_batch": later})  # noqa: N806

    with pytest.raises(Exception, match=r"Async\.act_batch must be a plain function, not async"):
        seated(Async, a="diceman")
