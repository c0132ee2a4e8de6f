"""Turns in short: asked for, put at length, and answered in short, whatever the referee can do."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.games.swordman.v1 import swordman_pb2 as swordman
from gamereferee.v1 import play_service_pb2 as wire
from referee_client.bot import Bot, BotLike, Match, Turn
from referee_client.conversation import Conversation
from referee_client.inspection import listens
from referee_client.messages import pack
from tests.clients import scripted_referee as says

PICK = diceman.Action(dice=[0, 1])
SMALL, EVENTLESS = "small-turns", "without-events"
PREFIX = "type.googleapis.com/gamereferee.games.diceman.v1."


def pick(_observation: diceman.Observation) -> diceman.Action:
    """A bot."""
    return PICK


def joined(join: wire.Join, match: str, handle: int) -> wire.Joined:
    """An answer of a referee that knows small turns."""
    told = says.joined(join, match)
    told.small_form.CopyFrom(
        wire.SmallForm(
            handle=handle,
            observation_url=f"{PREFIX}Observation",
            events_url=f"{PREFIX}Events",
            action_url=f"{PREFIX}Action",
            known_observation=diceman.Observation(
                seat=1, config=diceman.Config(life=7)
            ).SerializeToString(),
        )
    )
    return told


def seen(**fields: Any) -> bytes:
    """An observation in bytes."""
    return diceman.Observation(**fields).SerializeToString()


def seated(*matches: str, bot: BotLike = pick, first: int = 1) -> Conversation:
    """A conversation with a seat of each match joined, whose handles begin with a number."""
    talk = Conversation(bot)
    for match in matches:
        talk.join(f"token-{match}")
    talk.finish()
    talk.opened()
    rejoin(talk, *matches, first=first)
    return talk


def rejoin(talk: Conversation, *matches: str, first: int) -> None:
    """Answer the joins of a new stream."""
    request = talk.take()
    assert request is not None
    response = wire.PlayResponse()
    for number, (join, match) in enumerate(zip(request.joins, matches, strict=True)):
        response.joins.append(joined(join, match, first + number))
        response.starts.append(says.started(match))
    assert talk.receive(response) == []
    assert talk.take() is None


def heard(talk: Conversation, *turns: wire.SmallTurn) -> list[Turn]:
    """What the conversation makes of turns in short."""
    return talk.receive(wire.PlayResponse(small_turns=turns))


def answered(talk: Conversation, turns: list[Turn]) -> wire.PlayRequest:
    """What is said once bots were asked."""
    for _ in talk.play(turns):
        pass
    request = talk.take()
    assert request is not None
    return request


def test_a_turn_is_what_it_is_at_length() -> None:
    """What the join has told is put back; durations are in seconds."""
    talk = seated("m")
    told = wire.SmallTurn(
        handle=1,
        turn=3,
        phase=2,
        phase_name="choice",
        observation=seen(game=2, round=4),
        events=diceman.Events(events=[{"game_start": {"game": 2}}]).SerializeToString(),
        remaining=1_500_000,
        bank=250_000,
        last_elapsed=1_000_001,
        last_lag=2_000,
        strikes=1,
        said=[wire.Said(channel="MAIN", text="hi")],
        channels=[wire.Channel(name="MAIN", members=[0, 1])],
    )
    (turn,) = heard(talk, told)
    assert (turn.match_id, turn.seat, turn.number, turn.phase) == ("m", 0, 3, "choice")
    expected = diceman.Observation(seat=1, game=2, round=4, config=diceman.Config(life=7))
    assert turn.observation == expected
    assert turn.events is not None
    assert turn.events.events[0].game_start.game == 2
    clock = turn.clock
    assert (clock.remaining, clock.bank, clock.strikes) == (1.5, 0.25, 1)
    assert (clock.last_elapsed, clock.last_lag) == (1.000001, 0.002)
    assert [said.text for said in turn.said] == ["hi"]
    assert [channel.name for channel in turn.channels] == ["MAIN"]


def test_what_a_turn_leaves_out_is_what_was_told_before() -> None:
    """The phase by its number, and all the time that the time control gives."""
    talk = seated("m")
    terms = wire.Joined.FromString(b"").time_control
    terms.move_time.seconds = 2
    terms.first_move.seconds = 30
    answer = joined(wire.Join(number=1), "m", 1)
    answer.time_control.CopyFrom(terms)
    talk.opened()
    assert talk.take() is not None
    assert talk.receive(wire.PlayResponse(joins=[answer])) == []
    (first,) = heard(talk, wire.SmallTurn(handle=1, turn=1, phase_name="bid", observation=seen()))
    assert (first.phase, first.events) == ("bid", None)
    assert (first.clock.remaining, first.clock.bank) == (30, None)
    assert (first.clock.last_elapsed, first.clock.last_lag) == (None, None)
    (second,) = heard(talk, wire.SmallTurn(handle=1, turn=2, bank=500_000, last_elapsed=0))
    assert (second.phase, second.clock.remaining) == ("bid", 2.5)
    assert (second.clock.last_elapsed, second.clock.last_lag) == (0, 0)
    (third,) = heard(talk, wire.SmallTurn(handle=1, turn=3, remaining=0))
    assert third.clock.remaining == 0


def test_an_answer_is_in_short() -> None:
    """The handle, the turn and the action's bytes."""
    talk = seated("m", "n", first=5)
    turns = heard(talk, wire.SmallTurn(handle=6, turn=1), wire.SmallTurn(handle=5, turn=2))
    assert [turn.match_id for turn in turns] == ["n", "m"]
    request = answered(talk, turns)
    assert not request.actions
    assert list(request.small_actions) == [
        wire.SmallAction(handle=6, turn=1, payload=PICK.SerializeToString()),
        wire.SmallAction(handle=5, turn=2, payload=PICK.SerializeToString()),
    ]


def test_what_is_no_action_has_no_short_form() -> None:
    """Such an answer goes at length, so that the referee can say what it is."""
    talk = seated("m")
    form = talk.home.forms[1]
    assert form.action(1, pack(swordman.Action())) is None
    assert form.action(1, pack(PICK)) == wire.SmallAction(
        handle=1, turn=1, payload=PICK.SerializeToString()
    )


def test_a_bot_that_fails_gives_its_turn_up() -> None:
    """Skips name match and seat."""
    talk = seated("m", bot=lambda _: 1 // 0)
    request = answered(talk, heard(talk, wire.SmallTurn(handle=1, turn=1)))
    assert list(request.skips) == [wire.Skip(match_id="m", turn=1)]


def test_a_lost_answer_is_sent_again_with_the_new_handle() -> None:
    """The stream broke behind it; the one of before means nothing on the new one."""
    talk = seated("m", "n")
    answered(talk, heard(talk, wire.SmallTurn(handle=1, turn=1)))
    talk.opened()
    rejoin(talk, "m", "n", first=11)
    assert heard(talk, wire.SmallTurn(handle=1, turn=1)) == []
    assert talk.take() is None
    assert heard(talk, wire.SmallTurn(handle=11, turn=1)) == []
    request = talk.take()
    assert request is not None
    (action,) = request.small_actions
    assert (action.handle, action.turn) == (11, 1)


def test_a_referee_that_forgets_is_answered_at_length() -> None:
    """An older one took its place while the stream was broken."""
    talk = seated("m")
    turns = heard(talk, wire.SmallTurn(handle=1, turn=1))
    talk.opened()
    request = talk.take()
    assert request is not None
    assert talk.receive(wire.PlayResponse(joins=[says.joined(request.joins[0], "m")])) == []
    for _ in talk.play(turns):
        pass
    assert talk.take() is None
    assert talk.receive(wire.PlayResponse(turns=[says.turn("m", 1)])) == []
    request = talk.take()
    assert request is not None
    assert [action.turn for action in request.actions] == [1]


def test_turns_of_a_match_that_is_over_are_passed_over() -> None:
    """Its handle is nobody's any more."""
    talk = seated("m", "n")
    assert talk.receive(wire.PlayResponse(ends=[says.ended("m")])) == []
    assert heard(talk, wire.SmallTurn(handle=1, turn=4), wire.SmallTurn(handle=99, turn=1)) == []
    assert len(heard(talk, wire.SmallTurn(handle=2, turn=1))) == 1


# What is asked for.


class Listener(Bot):
    """Has a method for events."""

    def on_events(self, match: Match, events: Any) -> None:
        """Nothing."""

    def act(self, _observation: diceman.Observation) -> diceman.Action:
        """The same each time."""
        return PICK


class Plain(Bot):
    """Looks at observations alone."""

    def act(self, _observation: diceman.Observation) -> diceman.Action:
        """The same each time."""
        return PICK


class Curious(Bot):
    """Takes the turn."""

    def act(self, _observation: diceman.Observation, _turn: Turn) -> diceman.Action:
        """The same each time."""
        return PICK


class Calm(Curious):
    """Takes the turn, and says that it looks at no events."""

    reads_events = False


class Seeded(Plain):
    """Made with a number."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed


def pick_by_turn(_observation: diceman.Observation, _turn: Turn) -> diceman.Action:
    """A bot that takes the turn."""
    return PICK


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        (pick, False),
        (pick_by_turn, True),
        (Plain, False),
        (Plain(), False),
        (Listener, True),
        (Listener(), True),
        (Curious, True),
        (Curious(), True),
        (Calm, False),
        (Calm(), False),
        (functools.partial(Seeded, 3), False),
        (functools.partial(Listener), True),
        (lambda: Plain(), True),
    ],
)
def test_events_are_for_who_may_look_at_them(bot: BotLike, *, expected: bool) -> None:
    """By what a bot's code takes; a function that makes bots may make one that does."""
    assert listens(bot) is expected
    talk = Conversation(bot)
    talk.join("a")
    request = talk.take()
    assert request is not None
    features = list(request.joins[0].features)
    assert features == ["nonce-commitments", SMALL, *([] if expected else [EVENTLESS])]


def test_a_seat_with_a_bot_of_its_own_asks_for_that() -> None:
    """And not for what the client's bot would need."""
    talk = Conversation(Listener)
    talk.join("a", pick)
    talk.join("b")
    request = talk.take()
    assert request is not None
    assert [EVENTLESS in join.features for join in request.joins] == [True, False]


def test_small_turns_can_be_switched_off() -> None:
    """Then they are not asked for."""
    talk = Conversation(Listener, small_turns=False)
    talk.join("a")
    request = talk.take()
    assert request is not None
    assert list(request.joins[0].features) == ["nonce-commitments"]


def test_plain_turns_are_whole() -> None:
    """Whoever asks for none in short asks for events, too."""
    for is_small in (True, False):
        talk = Conversation(pick, small_turns=is_small)
        talk.join("token")
        talk.opened()
        request = talk.take()
        assert request is not None
        features = request.joins[0].features
        assert [name in features for name in (SMALL, EVENTLESS)] == [is_small, is_small]
