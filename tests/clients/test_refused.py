"""Answers that are not sent, and answers that the referee refuses (duties 28 and 29)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.games.swordman.v1 import swordman_pb2 as swordman
from gamereferee.v1 import error_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Bot, BotError, Rejection, Turn
from referee_client.bot import SKIP
from referee_client.conversation import Conversation
from referee_client.outbox import MAX_REQUEST_BYTES, Outbox
from tests.clients import scripted_referee as says
from tests.clients import test_lanes, test_small_turns
from tests.clients.test_conversation import seated, turns_of

MALFORMED = error_pb2.ERROR_REASON_MALFORMED
WRONG_TYPE = error_pb2.ERROR_REASON_WRONG_TYPE
FIRST, SECOND = Action(dice=[0, 1]), Action(dice=[2, 3])


def said(talk: Conversation) -> list[Any]:
    """Everything there is to say, entry by entry: answers as turn and dice, skips as turn and None."""
    entries: list[Any] = []
    while (request := talk.take()) is not None:
        for action in request.actions:
            dice = list(Action.FromString(action.payload.value).dice)
            entries.append((action.match_id, action.turn, dice))
        entries += [(skip.match_id, skip.turn, None) for skip in request.skips]
    return entries


def ask(talk: Conversation, *turns: wire.Turn) -> list[Any]:
    """What is answered to turns."""
    for _ in talk.play(turns_of(talk, *turns)):
        pass
    return said(talk)


def refuse(talk: Conversation, turn: int, *also: Any, reason: Any = MALFORMED) -> list[Any]:
    """What is said to a rejection of match m's turn, with what else comes in the same message."""
    response = wire.PlayResponse(rejections=[says.rejected(reason, "m", turn)])
    for message in also:
        field = response.missed if isinstance(message, wire.MissedDeadline) else response.turns
        field.append(message)
    talk.receive(response)
    return said(talk)


# What is not sent.


def test_another_games_action_gives_the_turn_up() -> None:
    """It is a failure of the bot's own code, and says what should have been returned."""
    talk = seated("m", bot=lambda _: swordman.Action())
    assert ask(talk, says.turn("m", 1)) == [("m", 1, None)]
    assert talk.bot_failures.count == 1
    told = "gamereferee.games.diceman.v1.Action, not gamereferee.games.swordman.v1.Action"
    assert told in talk.bot_failures.summary


@pytest.mark.parametrize(("dice", "is_sent"), [(65_532, True), (65_533, False), (70_000, False)])
def test_a_long_answer_gives_the_turn_up(
    dice: int, is_sent: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """65,536 bytes are allowed, with the four that say how long the list of dice is."""
    talk = seated("m", bot=lambda _: Action(dice=[0] * dice))
    answers = ask(talk, says.turn("m", 1))
    assert answers == [("m", 1, [0] * dice if is_sent else None)]
    if is_sent:
        assert not talk.bot_failures.count
        return
    fault = f"an answer of {dice + 4:,} bytes, and 65,536 are allowed"
    where = "match m seat 0 turn 1"
    assert f"{where}: the bot's own code failed: {fault}" in caplog.text
    assert talk.bot_failures.summary == f"the bot's own code failed once, in {where}: {fault}"
    assert "Traceback" not in caplog.text


def test_one_long_answer_costs_no_other_seat_its_turn() -> None:
    """Whatever its size; the others of the message are answered."""

    def act(_: Observation, turn: Turn) -> Action:
        return Action(dice=[0] * 2_000_000) if turn.match_id == "b" else FIRST

    talk = seated("a", "b", "c", bot=act)
    turns = [says.turn(match, 1) for match in "abc"]
    assert sorted(ask(talk, *turns), key=str) == [
        ("a", 1, [0, 1]),
        ("b", 1, None),
        ("c", 1, [0, 1]),
    ]


def test_no_request_has_more_than_a_mebibyte() -> None:
    """What is more goes out in several, in order, and each is as full as it can be."""
    matches = [f"m{number}" for number in range(40)]
    talk = seated(*matches, bot=lambda _: Action(dice=[0] * 65_000))
    for _ in talk.play(turns_of(talk, *(says.turn(match, 1) for match in matches))):
        pass
    requests = []
    while (request := talk.take()) is not None:
        requests.append(request)
    assert [action.match_id for request in requests for action in request.actions] == matches
    sizes = [request.ByteSize() for request in requests]
    assert max(sizes) <= MAX_REQUEST_BYTES
    assert len(requests) == 3


def test_an_entry_that_has_no_room_anywhere_goes_alone() -> None:
    """It is for the referee to refuse; it holds nothing else up."""
    outbox = Outbox()
    outbox.add(wire.Pong(number=1))
    outbox.add(wire.Say(match_id="m", text=b"x" * MAX_REQUEST_BYTES))
    outbox.add(wire.Pong(number=2))
    taken = [outbox.take(), outbox.take(), outbox.take()]
    assert [len(request.pongs) for request in taken if request] == [1, 0, 1]
    assert outbox.take() is None


def test_words_that_no_request_has_room_for_are_refused_at_once() -> None:
    """Sent, they would end the stream; the turn is given up as after any other exception."""

    def act(_: Observation, turn: Turn) -> Action:
        turn.say("MAIN", "x" * MAX_REQUEST_BYTES)
        return FIRST

    talk = seated("m", bot=act)
    assert ask(talk, says.turn("m", 1)) == [("m", 1, None)]
    assert "and a request has room for 1,047,552" in talk.bot_failures.summary


def test_many_tokens_go_out_in_several_requests() -> None:
    """As many as there are."""
    talk = Conversation(lambda _: FIRST)
    tokens = [f"{number:0200}" for number in range(6000)]
    for token in tokens:
        talk.join(token)
    presented = []
    while (request := talk.take()) is not None:
        assert request.ByteSize() <= MAX_REQUEST_BYTES
        presented += [join.token for join in request.joins]
    assert presented == tokens


# What is refused.


class Corrects(Bot):
    """Answers again what is refused, by a list of what to return."""

    def __init__(self, *again: Any) -> None:
        self.again = list(again)
        self.rejections: list[Rejection] = []

    def act(self, _: Observation) -> Action:
        """Answer."""
        return FIRST

    def on_rejected(self, rejection: Rejection) -> Any:
        """Return the next, or raise it."""
        self.rejections.append(rejection)
        answer = self.again.pop(0) if self.again else None
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.mark.parametrize("reason", [MALFORMED, WRONG_TYPE])
def test_a_refused_answer_is_followed_by_a_skip(
    reason: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """At once, and it counts as a failure of the bot's own code."""
    talk = seated("m")
    ask(talk, says.turn("m", 1))
    assert refuse(talk, 1, reason=reason) == [("m", 1, None)]
    name = error_pb2.ErrorReason.Name(reason).removeprefix("ERROR_REASON_")
    fault = f"the answer was refused: {name}: because"
    assert (
        talk.bot_failures.summary
        == f"the bot's own code failed once, in match m seat 0 turn 1: {fault}"
    )
    assert f"match m seat 0 turn 1: rejected: {name}: because" in caplog.text


@pytest.mark.parametrize("again", [SECOND, None, SKIP], ids=["action", "none", "skip"])
def test_a_bot_may_answer_again(again: Any) -> None:
    """By what `on_rejected` returns; a bot that returns nothing gives the turn up."""
    bot = Corrects(again)
    talk = seated("m", bot=bot)
    ask(talk, says.turn("m", 1))
    expected = [2, 3] if again is SECOND else None
    assert refuse(talk, 1) == [("m", 1, expected)]
    assert [rejection.turn for rejection in bot.rejections] == [1]
    assert talk.bot_failures.count == 1
    assert ask(talk, says.turn("m", 2)) == [("m", 2, [0, 1])]


def test_a_second_refusal_is_followed_by_a_skip() -> None:
    """The bot hears of it, and what it returns then is not sent."""
    bot = Corrects(SECOND, SECOND)
    talk = seated("m", bot=bot)
    ask(talk, says.turn("m", 1))
    assert refuse(talk, 1) == [("m", 1, [2, 3])]
    assert refuse(talk, 1) == [("m", 1, None)]
    assert len(bot.rejections) == 2
    assert talk.bot_failures.count == 2


@pytest.mark.parametrize(
    ("again", "fault"),
    [
        (ValueError("a bug"), "a bug"),
        (7, "Action message, gamereferee.games.diceman.v1.Action, not 7"),
        (swordman.Action(), "on_rejected must return the game's Action message"),
        (Action(dice=[0] * 70_000), "an answer of 70,004 bytes, and 65,536 are allowed"),
    ],
    ids=["raises", "number", "type", "size"],
)
def test_a_bot_may_fail_once_more(again: Any, fault: str, caplog: pytest.LogCaptureFixture) -> None:
    """Then the turn is given up, and both failures count."""
    talk = seated("m", bot=Corrects(again))
    ask(talk, says.turn("m", 1))
    assert refuse(talk, 1) == [("m", 1, None)]
    assert talk.bot_failures.count == 2
    assert fault in caplog.text


def test_an_async_on_rejected_is_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody awaits it."""

    class Awaits(Bot):
        async def act(self, _: Observation) -> Action:
            return FIRST

        async def on_rejected(self, _: Rejection) -> Any:
            return SECOND

    talk = Conversation(Awaits, can_await=True)
    talk.join("token")
    request = talk.take()
    assert request is not None
    talk.receive(
        wire.PlayResponse(joins=[says.joined(request.joins[0], "m")], starts=[says.started("m")])
    )
    (turn,) = turns_of(talk, says.turn("m", 1))
    with pytest.raises(StopIteration):
        talk.think(turn).send(None)
    said(talk)
    assert refuse(talk, 1) == [("m", 1, None)]
    assert "on_rejected must be a plain function here, not async" in caplog.text


def test_strict_ends_with_a_refused_answer() -> None:
    """As with any other failure."""
    talk = Conversation(lambda _: FIRST, strict=True)
    talk.join("token")
    request = talk.take()
    assert request is not None
    talk.receive(
        wire.PlayResponse(joins=[says.joined(request.joins[0], "m")], starts=[says.started("m")])
    )
    ask(talk, says.turn("m", 1))
    with pytest.raises(BotError, match="turn 1: the bot's own code failed: the answer was refused"):
        refuse(talk, 1)


def test_rejections_that_ask_for_nothing() -> None:
    """Of another turn, for another reason, of something said, or where the turn is over meanwhile."""
    bot = Corrects()
    talk = seated("m", bot=bot)
    ask(talk, says.turn("m", 1))
    ask(talk, says.turn("m", 2))
    assert refuse(talk, 1) == []
    assert refuse(talk, 3) == []
    assert refuse(talk, 0) == []
    assert refuse(talk, 2, reason=error_pb2.ERROR_REASON_LATE) == []
    spoken = says.rejected(MALFORMED, "m", 2, say_number=1)
    talk.receive(wire.PlayResponse(rejections=[spoken]))
    assert said(talk) == []
    assert not talk.bot_failures.count
    assert len(bot.rejections) == 5


@pytest.mark.parametrize(
    "over", [says.missed("m", 1), says.turn("m", 2)], ids=["missed", "newer turn"]
)
def test_a_turn_that_is_over_is_not_answered_again(over: Any) -> None:
    """Whether that comes with the rejection or before it."""
    talk = seated("m")
    ask(talk, says.turn("m", 1))
    assert refuse(talk, 1, over) == []
    assert refuse(talk, 1) == []


def test_a_turn_that_is_being_thought_about_is_not_answered_for_the_bot() -> None:
    """It has no answer that could have been refused."""
    talk = seated("m")
    turns = turns_of(talk, says.turn("m", 1))
    assert refuse(talk, 1) == []
    for _ in talk.play(turns):
        pass
    assert said(talk) == [("m", 1, [0, 1])]


def test_after_a_break_the_second_answer_is_sent_again() -> None:
    """The first was refused; refused once more on the new stream, the turn is given up."""
    talk = seated("m", bot=Corrects(SECOND, SECOND))
    ask(talk, says.turn("m", 1))
    assert refuse(talk, 1) == [("m", 1, [2, 3])]
    talk.opened()
    said(talk)
    assert turns_of(talk, says.turn("m", 1)) == []
    assert said(talk) == [("m", 1, [2, 3])]
    assert refuse(talk, 1) == [("m", 1, None)]


def test_turns_in_short() -> None:
    """The second answer goes in short as the first did."""
    talk = test_small_turns.seated("m", bot=Corrects(SECOND))
    turns = test_small_turns.heard(talk, wire.SmallTurn(handle=1, turn=1))
    test_small_turns.answered(talk, turns)
    talk.receive(wire.PlayResponse(rejections=[says.rejected(MALFORMED, "m", 1)]))
    request = talk.take()
    assert request is not None
    (action,) = request.small_actions
    assert (action.handle, action.turn) == (1, 1)
    assert Action.FromString(action.payload) == SECOND


def test_a_bot_of_many_turns_answers_the_one_again() -> None:
    """`on_rejected` is asked for each by itself."""

    class Batches(Bot):
        def act_batch(self, turns: Sequence[Turn]) -> list[Action]:
            return [FIRST for _ in turns]

        def on_rejected(self, rejection: Rejection) -> Action:
            return Action(dice=[rejection.turn, 3])

    talk = seated("m", "n", bot=Batches())
    assert len(ask(talk, says.turn("m", 1), says.turn("n", 1))) == 2
    assert refuse(talk, 1) == [("m", 1, [1, 3])]


# Lanes.


def test_a_refused_row_of_a_lane_is_given_up() -> None:
    """Its match has left the lane, and its turn stands open there."""
    talk = test_lanes.seated(test_lanes.Columns())
    test_lanes.ask(talk, test_lanes.told([7, 8, 9], [1, 2, 3]))
    talk.receive(wire.PlayResponse(rejections=[says.rejected(MALFORMED, "b", 2)]))
    assert said(talk) == [("b", 2, None)]
    assert talk.bot_failures.summary.startswith(
        "the bot's own code failed once, in match b seat 0 turn 2: the answer was refused"
    )
    talk.receive(wire.PlayResponse(rejections=[says.rejected(MALFORMED, "a", 9)]))
    assert said(talk) == []


def test_a_refused_row_may_be_answered_again() -> None:
    """By an Action, as it is told by itself from then on."""

    class Corrected(test_lanes.Columns):
        def on_rejected(self, _: Rejection) -> Action:
            return SECOND

    talk = test_lanes.seated(Corrected())
    test_lanes.ask(talk, test_lanes.told([7, 8], [1, 2]))
    talk.receive(wire.PlayResponse(rejections=[says.rejected(MALFORMED, "a", 1)]))
    assert said(talk) == [("a", 1, [2, 3])]
    later = wire.PlayResponse(
        rejections=[says.rejected(MALFORMED, "b", 2)], lane_turns=[test_lanes.told([8], [3])]
    )
    talk.receive(later)
    assert said(talk) == []


def test_one_wrong_row_costs_its_turn_alone(caplog: pytest.LogCaptureFixture) -> None:
    """Where answers are messages, each is looked at."""

    class Ragged(test_lanes.Columns):
        def act_columns(self, turns: Any) -> Any:
            del turns
            return [
                Action(dice=[0] * 60_000),
                Action(dice=[0] * 70_000),
                b"\x0a\x02\x00\x01",
                swordman.Action(),
                7,
            ]

    talk = test_lanes.seated(Ragged())
    talk.home.lanes[4].answers.ragged = True
    told = test_lanes.told([7, 8, 9, 7, 8], [1, 2, 3, 4, 5])
    request = test_lanes.ask(talk, told)
    (answers,) = request.lane_answers
    assert len(answers.rows) == 2 * 4
    assert len(answers.values.data) == 60_004 + 4
    skips = [(skip.match_id, skip.turn) for skip in request.skips]
    assert skips == [("b", 2), ("a", 4), ("b", 5)]
    assert talk.bot_failures.count == 3
    for fault in (
        "match b seat 0 turn 2: the bot's own code failed: an answer of 70,004 bytes, and 65,536",
        "act_columns must return Action messages of diceman, not gamereferee.games.swordman",
        "act_columns must return the game's Action messages, not 7",
    ):
        assert fault in caplog.text


def test_answers_of_a_lane_are_cut_into_messages() -> None:
    """All rows are answered, in order, and no message is longer than a request may be."""
    talk = test_lanes.seated(test_lanes.Columns())
    lane = talk.home.lanes[4]
    count = 200_000
    rows = wire.LaneTurns(
        lane=4,
        rows=b"".join(i.to_bytes(4, "little") for i in range(count)),
        turns=(1).to_bytes(4, "little") * count,
        observed=[{"data": bytes(4 * count)}],
    )
    turns = lane.turns(rows)
    messages, faults = lane.messages(turns, [0] * count)
    assert not faults
    assert b"".join(message.rows for message in messages) == rows.rows
    assert b"".join(message.values.data for message in messages) == bytes(count)
    assert 1 < len(messages) < 4
    assert all(message.ByteSize() < MAX_REQUEST_BYTES for message in messages)
    lane.answers.ragged = True
    messages, _ = lane.messages(turns, [bytes(60)] * count)
    assert b"".join(message.rows for message in messages) == rows.rows
    assert all(message.ByteSize() < MAX_REQUEST_BYTES for message in messages)


# Tokens.


def test_a_token_that_comes_twice_is_taken_once(caplog: pytest.LogCaptureFixture) -> None:
    """Also once its match is over; the log shows four characters of it."""
    caplog.set_level(logging.WARNING)
    talk = seated("m")
    talk = Conversation(lambda _: FIRST)
    talk.join("secret-token")
    talk.join("secret-token")
    talk.finish()
    request = talk.take()
    assert request is not None
    assert len(request.joins) == 1
    talk.receive(wire.PlayResponse(joins=[says.joined(request.joins[0], "m")]))
    talk.receive(wire.PlayResponse(ends=[says.ended("m")]))
    assert talk.is_done
    assert "the token secr… was given twice: it is taken once" in caplog.text
    assert "secret" not in caplog.text
