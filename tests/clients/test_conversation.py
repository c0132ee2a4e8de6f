"""The protocol without I/O: what is said in answer to what."""

from __future__ import annotations

import hashlib
import logging

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import error_pb2, match_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client.bot import Bot, BotLike, Match, Outcome, Turn
from referee_client.conversation import Conversation
from tests.clients import scripted_referee as says
from tests.clients.talks import seat_all

PICK = Action(dice=[0, 1])


def pick(_observation: Observation) -> Action:
    """A bot."""
    return PICK


def seated(*matches: str, bot: BotLike = pick) -> Conversation:
    """A conversation with seat 0 of some matches joined and started, and nothing left to say."""
    return seat_all(Conversation(bot), *matches)


def turns_of(talk: Conversation, *turns: wire.Turn) -> list[Turn]:
    """What the conversation makes of turns that come in."""
    return talk.receive(wire.PlayResponse(turns=turns))


def numbers(request: wire.PlayRequest | None) -> list[int]:
    """Turns answered by a request."""
    return [action.turn for action in request.actions] if request else []


def test_each_seat_has_its_own_nonce() -> None:
    """Committed to in 32 bytes, one a seat, and the same when a token is presented again."""
    talk = Conversation(pick)
    talk.join("a")
    talk.join("b")
    first = talk.take()
    talk.opened()
    again = talk.take()
    assert first is not None
    assert again == first
    assert [len(join.nonce_commitment) for join in first.joins] == [32, 32]
    assert first.joins[0].nonce_commitment != first.joins[1].nonce_commitment
    assert [join.nonce for join in first.joins] == [b"", b""]
    assert "nonce-commitments" in first.joins[0].features


def test_unasked_turns_are_passed_over() -> None:
    """Turns of seats that are not held, and turns answered long ago, are nobody's."""
    talk = seated("m")
    assert turns_of(talk, says.turn("elsewhere", 1), says.turn("m", 1, seat=1)) == []
    for _ in talk.play(turns_of(talk, says.turn("m", 5))):
        pass
    assert numbers(talk.take()) == [5]
    assert turns_of(talk, says.turn("m", 4)) == []
    assert talk.take() is None


def test_open_turn_that_comes_again_is_not_asked_twice() -> None:
    """While a turn is being thought about, its repetition changes nothing."""
    talk = seated("m")
    turns = turns_of(talk, says.turn("m", 1))
    assert turns_of(talk, says.turn("m", 1)) == []
    for _ in talk.play(turns):
        pass
    assert numbers(talk.take()) == [1]


def test_answer_that_comes_again_is_the_same() -> None:
    """A turn that was answered is answered again without the bot."""
    talk = seated("m")
    for _ in talk.play(turns_of(talk, says.turn("m", 1))):
        pass
    first = talk.take()
    assert turns_of(talk, says.turn("m", 1)) == []
    assert talk.take() == first


def test_new_stream_drops_answers_to_the_old_one() -> None:
    """Answers not yet written go out once their turn comes again, not before the seat is joined."""
    talk = seated("m")
    for _ in talk.play(turns_of(talk, says.turn("m", 1))):
        pass
    talk.opened()
    request = talk.take()
    assert request is not None
    assert ([join.token for join in request.joins], numbers(request)) == (["token-m"], [])


def test_answer_during_a_break_waits_for_its_turn() -> None:
    """What is decided while the stream is broken goes out once, when the turn has come again."""
    talk = seated("m")
    turns = turns_of(talk, says.turn("m", 1))
    talk.opened()
    for _ in talk.play(turns):
        pass
    assert numbers(talk.take()) == []
    assert turns_of(talk, says.turn("m", 1)) == []
    assert numbers(talk.take()) == [1]


def test_resignation_survives_a_break() -> None:
    """A seat that was given up while the stream was broken is given up on the next."""
    talk = seated("m")
    talk.resign("m", 0)
    talk.opened()
    request = talk.take()
    assert request is not None
    assert list(request.resigns) == [wire.Resign(match_id="m", seat=0)]


def test_turn_of_a_match_that_ends_in_the_same_message_is_not_played() -> None:
    """There is no use in thinking about a match that is over."""
    talk = seated("m")
    response = wire.PlayResponse(turns=[says.turn("m", 1)], ends=[says.ended("m")])
    assert talk.receive(response) == []
    assert talk.is_done


def test_bot_meets_the_match_before_its_first_turn() -> None:
    """A process that takes a seat up in the middle of a match gets on_start before its turn."""
    talk = Conversation(pick)
    talk.join("token")
    request = talk.take()
    assert request is not None
    response = wire.PlayResponse(
        joins=[says.joined(request.joins[0], "m", rejoined=True)], turns=[says.turn("m", 9)]
    )
    (turn,) = talk.receive(response)
    assert turn.number == 9


class Remembering(Bot):
    """Writes down how it is told of its match."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def on_start(self, match: Match) -> None:
        """Write it down."""
        self.calls.append(f"start {match.match_id}")

    def act(self, _observation: Observation) -> Action:
        """Play anything."""
        return PICK

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Write it down."""
        self.calls.append(f"end {match.match_id} {outcome.cause}")


def test_a_match_that_never_starts_has_an_end_alone() -> None:
    """As duty 7 has it: a match may end while it waits for others to join."""
    bot = Remembering()
    talk = Conversation(bot)
    talk.join("token")
    request = talk.take()
    assert request is not None
    talk.receive(wire.PlayResponse(joins=[says.joined(request.joins[0], "m")]))
    talk.receive(wire.PlayResponse(ends=[says.ended("m")]))
    assert bot.calls == ["end m RULES"]
    assert not talk.bot_failures.count


def test_silence() -> None:
    """Nothing heard asks for a pong, nothing again means dead; anything heard starts over."""
    talk = seated("m")
    assert not talk.home.is_silent()
    assert talk.take() is None
    assert not talk.home.is_silent()
    request = talk.take()
    assert request is not None
    assert request.HasField("ping")
    talk.receive(wire.PlayResponse(pong=wire.Pong(number=1)))
    assert [talk.home.is_silent() for _ in range(3)] == [False, False, True]


def test_done_after_the_last_match() -> None:
    """All matches over and no more tokens to come is the end."""
    talk = seated("a", "b")
    talk.receive(wire.PlayResponse(ends=[says.ended("a")]))
    assert not talk.is_done
    talk.receive(wire.PlayResponse(ends=[says.ended("b")]))
    assert talk.is_done


def test_open_ended_conversation_is_not_done() -> None:
    """While tokens may come, there is always more to do."""
    talk = Conversation(pick)
    assert not talk.is_done
    talk.finish()
    assert talk.is_done


@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda: Conversation(pick, name="x" * 101), ValueError, "at most 100 characters, not 101"),
        (lambda: Conversation().join("token"), TypeError, "needs one for every join"),
        (lambda: Conversation(pick).join(""), ValueError, "must not be empty"),
        (lambda: seated("m").join("late"), ValueError, "join after finish"),
        (lambda: Conversation(7), TypeError, "function or a subclass of Bot, not 7"),  # type: ignore[arg-type]
    ],
    ids=["name", "no bot", "empty token", "finished", "no function"],
)
def test_misuse(act: object, error: type[Exception], message: str) -> None:
    """Wrong calls are told what is wrong."""
    assert callable(act)
    with pytest.raises(error, match=message):
        act()


@pytest.mark.parametrize(
    "response",
    [
        wire.PlayResponse(joins=[says.joined(wire.Join(number=99), "x")]),
        wire.PlayResponse(starts=[says.started("x")]),
        wire.PlayResponse(rejections=[says.rejected(error_pb2.ERROR_REASON_NOT_YOUR_SEAT, "x", 1)]),
        wire.PlayResponse(missed=[says.missed("x", 1)]),
        wire.PlayResponse(ends=[says.ended("x")]),
    ],
    ids=["joined", "started", "rejected", "missed", "ended"],
)
def test_news_of_seats_not_held_change_nothing(response: wire.PlayResponse) -> None:
    """What is told of a seat that another process plays, or nobody asked for, is passed over."""
    talk = seated("m")
    assert talk.receive(response) == []
    assert talk.take() is None
    assert not talk.is_done
    assert talk.failures == []


def test_refused_rejoin_loses_the_seat() -> None:
    """A seat that may not be joined any more is given up and told as an error."""
    talk = seated("m")
    talk.opened()
    request = talk.take()
    assert request is not None
    refusal = says.rejected(error_pb2.ERROR_REASON_TOO_MANY_JOINS, join=request.joins[0])
    talk.receive(wire.PlayResponse(rejections=[refusal]))
    assert talk.is_done
    assert [str(error) for error in talk.failures] == [
        "the referee refused the token toke…: TOO_MANY_JOINS: because"
    ]


def test_answer_after_the_deadline_is_not_sent() -> None:
    """A turn that was missed while its bot was waiting to be asked gets no answer."""
    talk = seated("m")
    turns = turns_of(talk, says.turn("m", 1))
    talk.receive(wire.PlayResponse(missed=[says.missed("m", 1)]))
    for _ in talk.play(turns):
        pass
    assert talk.take() is None


@pytest.mark.parametrize(
    ("features", "rejoined", "committed", "warnings"),
    [
        ([], False, False, 0),
        ([], False, True, 1),
        (["nonce-commitments"], True, False, 0),
        (["nonce-commitments"], True, True, 1),
    ],
)
def test_a_nonce_of_another_process_is_told_of(
    *,
    features: list[str],
    rejoined: bool,
    committed: bool,
    warnings: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Where all nonces are said to be committed to, and this process has committed to none."""
    nonces = [b"a" * 16, b"b" * 16]
    talk = Conversation(pick)
    talk.join("token")
    request = talk.take()
    assert request is not None
    joined = says.joined(request.joins[0], "m", rejoined=rejoined)
    joined.features.extend(features)
    told = [
        match_pb2.SeatNonce(
            state=match_pb2.NONCE_STATE_OPENED,
            commitment=hashlib.sha256(nonce).digest(),
            nonce=nonce,
        )
        for nonce in nonces
    ]
    started = wire.MatchStarted(match_id="m", nonces=told, nonces_committed=committed)
    with caplog.at_level(logging.WARNING, "referee_client"):
        talk.receive(wire.PlayResponse(joins=[joined], starts=[started]))
    expected = ["match m seat 0: this seat's nonce is another process's to check"] * warnings
    assert [record.getMessage() for record in caplog.records] == expected
