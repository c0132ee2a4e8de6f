"""Turns that are over before a bot is asked about them, and what they have brought (duty 30)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Events, Observation
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Bot, Match, Outcome, Turn
from referee_client.bot import BotLike
from referee_client.conversation import Conversation
from tests.clients import scripted_referee as says
from tests.clients import test_small_turns
from tests.clients.talks import seat_all
from tests.clients.test_conversation import turns_of

PICK = Action(dice=[0, 1])
SECOND = 1_000_000_000


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        """Tell the time."""
        return self.ns


def seated(*matches: str, bot: BotLike, clock: Clock | None = None) -> Conversation:
    """A conversation with seat 0 of some matches joined and started, with a move time of 2 s."""
    return seat_all(Conversation(bot, now_ns=clock or Clock()), *matches)


def eventful(match: str, number: int, *games: int, said: Iterable[str] = ()) -> wire.Turn:
    """A turn with 1.9 s left, with an event for each game, and with something said."""
    words = [wire.Said(channel="MAIN", text=text) for text in said]
    turn = says.turn(match, number, said=words)
    turn.events.Pack(Events(events=[{"game_start": {"game": game}} for game in games]))
    return turn


def answered(talk: Conversation, turns: list[Turn]) -> list[tuple[str, int]]:
    """Match and turn of what is answered once bots were asked."""
    for _ in talk.play(turns):
        pass
    request = talk.take() or wire.PlayRequest()
    return [(action.match_id, action.turn) for action in request.actions]


class Slow(Bot):
    """Takes its time over its first decision, and notes what it is told."""

    def __init__(self, clock: Clock, seconds: float = 2.0) -> None:
        self.clock = clock
        self.takes_ns = int(seconds * SECOND)
        self.told: list[Any] = []

    def on_events(self, match: Match, events: Events) -> None:
        """Note them."""
        self.told.append(("events", match.match_id, games(events)))

    def act(self, _: Observation, turn: Turn) -> Action:
        """Note what the turn has."""
        words = [said.text for said in turn.said]
        self.told.append((turn.match_id, turn.number, games(turn.events), words))
        self.clock.ns, self.takes_ns = self.clock.ns + self.takes_ns, 0
        return PICK

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Note what was said last."""
        self.told.append(("end", match.match_id, [said.text for said in outcome.said]))


def games(events: Events | None) -> list[int]:
    """The games that events tell of."""
    return [event.game_start.game for event in events.events] if events is not None else []


def test_a_turn_whose_deadline_has_passed_is_not_asked() -> None:
    """What it has brought comes with the next one, before its own."""
    clock = Clock()
    bot = Slow(clock)
    talk = seated("a", "b", bot=bot, clock=clock)
    turns = turns_of(talk, eventful("a", 1, 1), eventful("b", 1, 1, said=["hello"]))
    assert answered(talk, turns) == [("a", 1)]
    later = turns_of(talk, eventful("b", 2, 2, 3, said=["again"]))
    assert answered(talk, later) == [("b", 2)]
    assert answered(talk, turns_of(talk, eventful("b", 3, 4))) == [("b", 3)]
    assert bot.told == [
        ("events", "a", [1]),
        ("events", "b", [1]),
        ("a", 1, [1], []),
        ("events", "b", [2, 3]),
        ("b", 2, [1, 2, 3], ["hello", "again"]),
        ("events", "b", [4]),
        ("b", 3, [4], []),
    ]


def test_the_lag_margin_is_time_to_answer_in() -> None:
    """A quick bot may still be in time, so it is asked."""
    clock = Clock()
    talk = seated("a", "b", bot=Slow(clock, 1.94), clock=clock)
    turns = turns_of(talk, says.turn("a", 1), says.turn("b", 1))
    assert answered(talk, turns) == [("a", 1), ("b", 1)]


def test_turns_without_a_deadline_are_asked() -> None:
    """However long they wait."""
    clock = Clock()
    talk = seated("a", "b", bot=Slow(clock, 1e6), clock=clock)
    told = [says.turn("a", 1), says.turn("b", 1)]
    for turn in told:
        turn.ClearField("clock")
    assert answered(talk, turns_of(talk, *told)) == [("a", 1), ("b", 1)]


def test_several_turns_that_are_over_lose_nothing() -> None:
    """Missed or passed by a newer one while they waited; their events and words add up."""
    clock = Clock()
    bot = Slow(clock, 0.0)
    talk = seated("m", bot=bot, clock=clock)
    turns_of(talk, eventful("m", 1, 1, said=["one"]))
    turns_of(talk, eventful("m", 2, 2, said=["two"]))
    talk.receive(wire.PlayResponse(missed=[says.missed("m", 2)]))
    bare = turns_of(talk, says.turn("m", 3))
    talk.receive(wire.PlayResponse(missed=[says.missed("m", 3)]))
    assert answered(talk, bare) == []
    turns = turns_of(talk, eventful("m", 4, 4, said=["four"]))
    assert answered(talk, turns) == [("m", 4)]
    assert bot.told == [
        ("events", "m", [1]),
        ("events", "m", [2]),
        ("events", "m", [4]),
        ("m", 4, [1, 2, 4], ["one", "two", "four"]),
    ]


def test_events_of_a_turn_that_was_asked_do_not_come_again() -> None:
    """Though its deadline is missed: the bot has seen them."""
    clock = Clock()
    bot = Slow(clock, 0.0)
    talk = seated("m", bot=bot, clock=clock)
    (turn,) = turns_of(talk, eventful("m", 1, 1, said=["one"]))
    assert turn.begin()
    talk.receive(wire.PlayResponse(missed=[says.missed("m", 1)]))
    assert answered(talk, turns_of(talk, eventful("m", 2, 2))) == [("m", 2)]
    assert bot.told[-1] == ("m", 2, [2], [])


def test_what_was_said_at_a_turn_that_was_never_asked_comes_with_the_end() -> None:
    """If there is no other turn."""
    bot = Slow(Clock())
    talk = seated("m", bot=bot)
    turns = turns_of(talk, eventful("m", 1, 1, said=["one"]))
    end = says.ended("m")
    end.said.add(channel="MAIN", text="bye")
    talk.receive(wire.PlayResponse(ends=[end]))
    assert answered(talk, turns) == []
    assert bot.told == [("events", "m", [1]), ("end", "m", ["one", "bye"])]


def test_a_turn_that_was_not_asked_and_comes_again_with_time_left_is_asked() -> None:
    """After a restart of the referee, whose clocks have stood: nothing is told twice."""
    clock = Clock()
    bot = Slow(clock)
    talk = seated("a", "b", bot=bot, clock=clock)
    turns = turns_of(talk, says.turn("a", 1), eventful("b", 1, 1, said=["one"]))
    assert answered(talk, turns) == [("a", 1)]
    again = turns_of(talk, eventful("b", 1, 1, said=["one"]))
    assert answered(talk, again) == [("b", 1)]
    assert bot.told == [("events", "b", [1]), ("a", 1, [], []), ("b", 1, [1], ["one"])]


def test_a_bot_of_many_turns_is_asked_about_those_that_are_open() -> None:
    """The others are left out."""
    clock = Clock()
    asked: list[list[str]] = []

    class Batches(Bot):
        def act_batch(self, turns: Any) -> list[Action]:
            asked.append([turn.match_id for turn in turns])
            return [PICK for _ in turns]

    talk = seated("a", "b", bot=Batches(), clock=clock)
    lasting = says.turn("b", 1)
    lasting.clock.remaining.seconds = 60
    turns = turns_of(talk, says.turn("a", 1), lasting)
    clock.ns = 3 * SECOND
    assert answered(talk, turns) == [("b", 1)]
    assert asked == [["b"]]


def test_events_in_short_add_up() -> None:
    """Turns in short are as those at length."""
    seen: list[list[int]] = []

    def act(_: Observation, turn: Turn) -> Action:
        seen.append(games(turn.events))
        return PICK

    talk = test_small_turns.seated("m", bot=act)
    for number in (1, 2):
        events = Events(events=[{"game_start": {"game": number}}]).SerializeToString()
        turns = test_small_turns.heard(talk, wire.SmallTurn(handle=1, turn=number, events=events))
    test_small_turns.answered(talk, turns)
    assert seen == [[1, 2]]


# Whether an answer still counts.


def test_a_turn_is_open_until_it_is_answered() -> None:
    """While the bot is asked it is."""
    seen: list[Turn] = []

    def act(_: Observation, turn: Turn) -> Action:
        assert turn.is_open
        seen.append(turn)
        return PICK

    talk = seated("m", bot=act)
    answered(talk, turns_of(talk, says.turn("m", 1)))
    assert not seen[0].is_open


@pytest.mark.parametrize(
    "over",
    [
        wire.PlayResponse(missed=[says.missed("m", 1)]),
        wire.PlayResponse(turns=[says.turn("m", 2)]),
        wire.PlayResponse(ends=[says.ended("m")]),
    ],
    ids=["missed", "newer turn", "end"],
)
def test_a_turn_is_over_by_what_comes(over: wire.PlayResponse) -> None:
    """Its bot may be thinking meanwhile."""
    talk = seated("m", bot=Slow(Clock()))
    (turn,) = turns_of(talk, says.turn("m", 1))
    assert turn.begin()
    assert turn.is_open
    talk.receive(over)
    assert not turn.is_open


def test_a_turn_is_over_by_its_deadline() -> None:
    """That counts from when it came, and anew when it comes again."""
    clock = Clock()
    talk = seated("m", bot=Slow(clock), clock=clock)
    clock.ns = 5 * SECOND
    (turn,) = turns_of(talk, says.turn("m", 1))
    clock.ns += int(1.94 * SECOND)
    assert turn.is_open
    clock.ns += int(0.02 * SECOND)
    assert not turn.is_open
    assert not turn.begin()
    again = says.turn("m", 1)
    again.clock.remaining.CopyFrom(says.duration(1.0))
    turns_of(talk, again)
    assert turn.is_open
    clock.ns += 2 * SECOND
    assert not turn.is_open


def test_a_lag_margin_of_its_own_counts() -> None:
    """It is in the time control that the join has told."""
    clock = Clock()
    talk = seated("m", bot=Slow(clock), clock=clock)
    (turn,) = turns_of(talk, says.turn("m", 1))
    turn.match.time_control.lag_margin.seconds = 1
    clock.ns = int(2.8 * SECOND)
    assert turn.is_open
    clock.ns = int(3.0 * SECOND)
    assert not turn.is_open


def test_a_turn_without_a_client_is_open() -> None:
    """As it is in a test of a bot."""
    match = Match("m", 0, "diceman", 1, None, 2, says.joined(wire.Join(), "m").time_control, b"")
    bare = says.turn("m", 1)
    bare.ClearField("clock")
    assert Turn(match, Observation(), bare).is_open
