"""Both clients against the scripted referee: what a bot sees and what the referee hears."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Events, Observation
from gamereferee.v1 import error_pb2, match_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import (
    Bot,
    Clock,
    JoinError,
    Match,
    Missed,
    Outcome,
    ProtocolError,
    Rejection,
    SeatResult,
    TakenOverError,
    Turn,
    UnknownMessageError,
    asking,
)
from tests.clients import scripted_referee as says
from tests.clients.conftest import Play
from tests.clients.picks import PICK, pick
from tests.clients.scripted_referee import Stream, refereeing


def dice_of(action: wire.Action) -> tuple[str, int, int, list[int]]:
    """Match, seat, turn and dice of an action."""
    payload = Action()
    assert action.payload.Unpack(payload)
    return action.match_id, action.seat, action.turn, list(payload.dice)


async def test_function_plays_match(play: Play, address: str) -> None:
    """A function from observation to action is a bot, and play ends with its match."""
    heard: list[Any] = []

    async def script(stream: Stream) -> None:
        heard.extend(await stream.seat("m", seat=1))
        for number in (1, 2):
            await stream.say(says.turn("m", number, seat=1))
            heard.extend(await stream.hear_actions(1))
        await stream.say(says.ended("m", seat=1))
        await stream.until_hung_up()

    seen: list[Observation] = []

    def act(observation: Observation) -> Action:
        seen.append(observation)
        return Action(dice=[observation.round, 0])

    async with refereeing(script, address=address) as referee:
        await play(address, act, ["secret"], name="Dicey")
    join, *actions = heard
    assert (join.token, join.bot_name, len(join.nonce_commitment)) == ("secret", "Dicey", 32)
    assert join.client.startswith("python/")
    assert [dice_of(action) for action in actions] == [("m", 1, 1, [1, 0]), ("m", 1, 2, [2, 0])]
    assert [observation.seat for observation in seen] == [1, 1]
    assert referee.streams == 1


async def test_batch_is_answered_in_one_message(
    play: Play, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers of quick bots to turns that came together go out together."""
    monkeypatch.setattr(asking, "WRITE_AFTER_NS", 10**12)
    sizes: list[int] = []
    matches = [f"m{index}" for index in range(50)]

    async def script(stream: Stream) -> None:
        await stream.seat(*matches)
        await stream.say(*(says.turn(match, 1) for match in matches))
        while sum(sizes) < len(matches):
            sizes.append(len((await stream.hear()).actions))
        await stream.say(*(says.ended(match) for match in matches))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, pick, [f"token-{match}" for match in matches])
    assert [size for size in sizes if size] == [len(matches)]


async def test_slow_bots_answers_do_not_wait(
    play: Play, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that took long is written before the next seat of the batch is asked."""
    monkeypatch.setattr(asking, "WRITE_AFTER_NS", -1)
    sizes: list[int] = []

    async def script(stream: Stream) -> None:
        await stream.seat("a", "b", "c")
        await stream.say(says.turn("a", 1), says.turn("b", 1), says.turn("c", 1))
        while sum(sizes) < 3:
            sizes.append(len((await stream.hear()).actions))
        await stream.say(says.ended("a"), says.ended("b"), says.ended("c"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, pick, ["ta", "tb", "tc"])
    assert sizes[0] == 1


async def test_turn_tells_the_rest(play: Play, address: str) -> None:
    """A bot with a second parameter gets match, seat, number, clock, phase, events and config."""
    seen: list[Turn] = []

    def act(_observation: Observation, turn: Turn) -> Action:
        seen.append(turn)
        return PICK

    async def script(stream: Stream) -> None:
        await stream.seat("m", seat=1)
        turn = says.turn("m", 7, seat=1)
        turn.clock.bank.CopyFrom(says.duration(10.5))
        turn.clock.last_elapsed.CopyFrom(says.duration(0.25))
        turn.clock.last_lag.CopyFrom(says.duration(0.001))
        events = Events()
        events.events.add().game_start.game = 3
        turn.events.Pack(events)
        await stream.say(turn)
        await stream.hear_actions(1)
        bare = says.turn("m", 8, seat=1)
        bare.ClearField("clock")
        await stream.say(bare)
        await stream.hear_actions(1)
        await stream.say(says.ended("m", seat=1))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, act)
    turn, bare = seen
    assert (turn.match_id, turn.seat, turn.number, turn.phase) == ("m", 1, 7, "choice")
    assert turn.clock == Clock(1.9, 10.5, 0.25, 0.001, 1)
    assert turn.events is not None
    assert turn.events.events[0].game_start.game == 3
    assert turn.config == says.CONFIG
    assert turn.match.num_seats == 2
    assert turn.match.round_trip == 0.0015
    assert bare.events is None
    assert bare.clock == Clock(None, None, None, None, 0)


class Recorder(Bot):
    """Writes down what it is told, per instance."""

    made: list[Recorder]

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.made.append(self)

    def on_start(self, match: Match) -> None:
        """Keep it."""
        self.told.append(("start", match.match_id))

    def on_events(self, _match: Match, events: Events) -> None:
        """Keep it."""
        self.told.append(("events", len(events.events)))

    def act(self, observation: Observation) -> Action:
        """Keep it."""
        self.told.append(("act", observation.round))
        return PICK

    def on_rejected(self, rejection: Rejection) -> None:
        """Keep it."""
        self.told.append(rejection)

    def on_missed(self, missed: Missed) -> None:
        """Keep it."""
        self.told.append(missed)

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Keep it."""
        self.told.append(("end", match.match_id, outcome))


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> type[Recorder]:
    """The class, with an empty list of its instances."""
    monkeypatch.setattr(Recorder, "made", [], raising=False)
    return Recorder


async def test_class_gets_an_instance_a_seat(
    play: Play, address: str, recorder: type[Recorder]
) -> None:
    """Every seat has its own bot, and is told everything in order."""

    async def script(stream: Stream) -> None:
        await stream.seat("a", "b")
        await stream.say(says.turn("a", 1), says.turn("b", 4))
        await stream.hear_actions(2)
        await stream.say(says.rejected(error_pb2.ERROR_REASON_LATE, "a", 1), says.missed("a", 1))
        turn = says.turn("a", 2)
        turn.events.Pack(Events(events=[{}, {}]))
        await stream.say(turn)
        await stream.hear_actions(1)
        end = says.ended("a")
        end.events.Pack(Events(events=[{}]))
        await stream.say(end, says.ended("b", cause=match_pb2.END_CAUSE_OPERATOR))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, recorder, ["ta", "tb"])
    first, second = recorder.made
    match = next(item.match for item in first.told if isinstance(item, Rejection))
    won = Outcome(
        "RULES",
        "over",
        (SeatResult(0, 1, 13, 0, None), SeatResult(1, 2, 9, 0, None)),
        None,
    )
    assert first.told == [
        ("start", "a"),
        ("act", 1),
        Rejection(match, 1, "LATE", "because"),
        Missed(match, 1, 2, 3, False),
        ("events", 2),
        ("act", 2),
        ("events", 1),
        ("end", "a", won),
    ]
    assert not won.is_void
    assert second.told[:2] == [("start", "b"), ("act", 4)]
    void = second.told[2][2]
    assert (void.cause, void.is_void, void.seats[0].placement) == ("OPERATOR", True, 0)


async def test_pong_does_not_wait_for_the_bot(play: Play, address: str) -> None:
    """A ping that comes with a turn is answered before the bot is asked."""
    heard: list[wire.PlayRequest] = []

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1), wire.Ping(number=77))
        while not heard or not heard[-1].actions:
            heard.append(await stream.hear())
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, pick)
    assert [pong.number for request in heard for pong in request.pongs] == [77]
    assert heard[0].pongs


async def test_answer_lost_with_a_stream_is_sent_again(
    play: Play, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """After a break tokens and nonces are presented again, and no turn is decided twice."""
    heard: list[Any] = []
    asked: list[int] = []

    async def first(stream: Stream) -> None:
        heard.extend(await stream.seat("m"))
        await stream.say(says.turn("m", 1))
        heard.extend(await stream.hear_actions(1))
        await stream.abort(grpc.StatusCode.UNAVAILABLE, "gone for a moment")

    async def second(stream: Stream) -> None:
        join = (await stream.hear()).joins[0]
        heard.append(join)
        await stream.say(says.joined(join, "m", rejoined=True), says.turn("m", 1))
        heard.extend(await stream.hear_actions(1))
        await stream.say(says.turn("m", 2))
        heard.extend(await stream.hear_actions(1))
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    def act(observation: Observation) -> Action:
        asked.append(observation.round)
        return Action(dice=[len(asked), 3])

    async with refereeing(first, second, address=address) as referee:
        await play(address, act)
    join, lost, join_again, again, answer = heard
    assert join == join_again
    assert dice_of(lost) == dice_of(again) == ("m", 0, 1, [1, 3])
    assert dice_of(answer) == ("m", 0, 2, [2, 3])
    assert asked == [1, 2]
    assert referee.streams == 2
    assert "gone for a moment" in caplog.text


async def test_only_open_matches_are_rejoined(play: Play, address: str) -> None:
    """The token of a match that has ended is not presented again."""
    tokens: list[str] = []

    async def first(stream: Stream) -> None:
        await stream.seat("a", "b")
        await stream.say(says.ended("a"), wire.Ping(number=1))
        await stream.hear()
        await stream.abort(grpc.StatusCode.INTERNAL, "reset")

    async def second(stream: Stream) -> None:
        joins = (await stream.hear()).joins
        tokens.extend(join.token for join in joins)
        await stream.say(says.joined(joins[0], "b", rejoined=True), says.ended("b"))
        await stream.until_hung_up()

    async with refereeing(first, second, address=address):
        await play(address, pick, ["ta", "tb"])
    assert tokens == ["tb"]


async def test_match_that_ended_during_the_break_is_over(play: Play, address: str) -> None:
    """A rejoin that is refused because the match has ended is no error."""

    async def first(stream: Stream) -> None:
        await stream.seat("m")
        await stream.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    async def second(stream: Stream) -> None:
        join = (await stream.hear()).joins[0]
        await stream.say(says.rejected(error_pb2.ERROR_REASON_ENDED, join=join))
        await stream.until_hung_up()

    async with refereeing(first, second, address=address) as referee:
        await play(address, pick)
    assert referee.streams == 2


async def test_bad_token_does_not_cost_the_other_seats(play: Play, address: str) -> None:
    """A refused token is an error only after the other matches have been played."""
    played: list[wire.Action] = []

    async def script(stream: Stream) -> None:
        joins = list((await stream.hear()).joins)
        await stream.say(
            says.joined(joins[1], "m"),
            says.started("m"),
            says.rejected(error_pb2.ERROR_REASON_BAD_TOKEN, join=joins[0]),
            says.turn("m", 1),
        )
        played.extend(await stream.hear_actions(1))
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        with pytest.raises(JoinError, match=r"refused the token wron…: BAD_TOKEN") as caught:
            await play(address, pick, ["wrong-one", "right"])
    assert caught.value.reason == "BAD_TOKEN"
    assert len(played) == 1


async def test_taken_over_seat_is_not_fought_for(play: Play, address: str) -> None:
    """A seat that another process has taken is lost; the error says so."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.rejected(error_pb2.ERROR_REASON_TAKEN_OVER, "m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address) as referee:
        with pytest.raises(TakenOverError, match="match m seat 0"):
            await play(address, pick)
    assert referee.streams == 1


async def test_fields_of_the_future_are_passed_over(play: Play, address: str) -> None:
    """Unknown fields and unknown enum values do not disturb play."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        field_1000 = b"\xc2\x3e\x03new"
        unknown = says.rejected(error_pb2.ERROR_REASON_LATE, "m", 1)
        unknown.reason = 999  # type: ignore[assignment]
        await stream.say(says.turn("m", 1), unknown, unknown=field_1000)
        await stream.hear_actions(1)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, pick)


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("type.googleapis.com/gamereferee.games.chequers.v1.Observation", UnknownMessageError),
        ("type.googleapis.com/gamereferee.games.diceman.v1.Prophecy", UnknownMessageError),
        ("type.googleapis.com/elsewhere.Observation", UnknownMessageError),
        ("type.googleapis.com/gamereferee.games.diceman.v1.Observation", ProtocolError),
    ],
    ids=["game", "message", "package", "bytes"],
)
async def test_unreadable_observation(
    play: Play, address: str, url: str, error: type[Exception]
) -> None:
    """An observation of an unknown type or with broken bytes is a clear error."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        turn = says.turn("m", 1)
        turn.observation.type_url = url
        turn.observation.value = b"\xff\xff"
        await stream.say(turn)
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        with pytest.raises(error, match=url.rpartition("/")[2]):
            await play(address, pick)


async def test_drain_lets_matches_end(
    play: Play, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that is going to stop is logged once, and play goes on."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1), draining=True)
        await stream.hear_actions(1)
        await stream.say(says.ended("m"), draining=True)
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, pick)
    assert caplog.text.count("going to stop") == 1
