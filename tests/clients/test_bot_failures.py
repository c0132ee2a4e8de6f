"""Failures of a bot's own code, and seats of games it does not play (duties 18 and 19)."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Events, Observation
from gamereferee.games.swordman.v1 import swordman_pb2 as swordman
from gamereferee.v1 import error_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_bots import find, names
from referee_client import (
    Bot,
    BotError,
    JoinError,
    Match,
    Missed,
    Outcome,
    RefereeClient,
    Rejection,
    Turn,
    UnknownMessageError,
    WrongGameError,
)
from referee_client.conversation import Conversation
from referee_client.inspection import game_of, maker
from tests.clients import scripted_referee as says
from tests.clients.conftest import Play
from tests.clients.scripted_referee import HungUpError, Stream, refereeing
from tests.clients.test_conversation import seated, turns_of

PICK = Action(dice=[2, 3])


class Answers:
    """Plays one match of so many turns and keeps what it hears."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.actions: list[int] = []
        self.skips: list[tuple[str, int, int]] = []

    async def __call__(self, stream: Stream) -> None:
        """The script."""
        await stream.seat("m")
        for number in range(1, self.turns + 1):
            await stream.say(says.turn("m", number))
            while len(self.actions) + len(self.skips) < number:
                request = await stream.hear()
                self.actions += [action.turn for action in request.actions]
                self.skips += [(skip.match_id, skip.seat, skip.turn) for skip in request.skips]
        await stream.say(says.ended("m"))
        await stream.until_hung_up()


def sometimes(_observation: Observation, turn: Turn) -> Action:
    """Fails at even turns."""
    if turn.number % 2 == 0:
        raise ZeroDivisionError("dice by nought")
    return PICK


async def sometimes_later(observation: Observation, turn: Turn) -> Action:
    """The same for who can await it."""
    return sometimes(observation, turn)


async def see_failures(playing: Awaitable[None], answers: Answers) -> None:
    """See that turns 2 and 4 of 5 were given up, and told at the end."""
    with pytest.raises(BotError) as caught:
        await playing
    assert str(caught.value) == (
        "match m seat 0 turn 2: the bot's own code failed: ZeroDivisionError('dice by nought')"
    )
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert answers.actions == [1, 3, 5]
    assert answers.skips == [("m", 0, 2), ("m", 0, 4)]


async def test_exception_gives_up_the_turn(
    play: Play, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It costs the turn; the bot is asked again, and the first one is raised at the end.

    Each failure is logged, the traceback of one and the same place once.
    """
    answers = Answers(5)
    async with refereeing(answers, address=address):
        await see_failures(play(address, sometimes), answers)
    assert caplog.text.count("Traceback") == 1
    assert caplog.text.count('raise ZeroDivisionError("dice by nought")') == 1
    told = "match m seat 0 turn 4: the bot's own code failed again at "
    (again,) = [line for line in caplog.text.splitlines() if told in line]
    assert again.endswith("ZeroDivisionError('dice by nought')")


async def test_exception_in_an_async_bot_gives_up_the_turn(address: str) -> None:
    """A coroutine is as a function."""
    answers = Answers(5)
    async with refereeing(answers, address=address):
        client = RefereeClient(address, sometimes_later)
        await see_failures(client.play(["token"]), answers)
    assert client.bot_failures.count == 2


@pytest.mark.parametrize("answer", [None, {"dice": [0, 1]}], ids=["nothing", "dict"])
async def test_answer_must_be_a_message(play: Play, address: str, answer: Any) -> None:
    """A bot that forgets to return loses its turn and is told what it should have returned."""
    answers = Answers(1)
    async with refereeing(answers, address=address):
        wanted = r"the game's Action message, gamereferee\.games\.\w+\.v1\.Action, not (None|{)"
        with pytest.raises(BotError, match=wanted):
            await play(address, lambda _observation: answer)
    assert answers.skips == [("m", 0, 1)]


class Clumsy(Bot):
    """Fails wherever it is called but in `act`."""

    def on_start(self, match: Match) -> None:
        """Fail."""
        raise ValueError("on_start", match.seat)

    def on_events(self, match: Match, events: Events) -> None:
        """Fail."""
        raise ValueError("on_events", match.seat, events)

    def act(self, _observation: Observation) -> Action:
        """Play."""
        return PICK

    def on_rejected(self, rejection: Rejection) -> None:
        """Fail."""
        raise ValueError("on_rejected", rejection.reason)

    def on_missed(self, missed: Missed) -> None:
        """Fail."""
        raise ValueError("on_missed", missed.strikes)

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Fail."""
        raise ValueError("on_end", match.seat, outcome.cause)


async def clumsily(stream: Stream) -> None:
    """A match with something for every callback."""
    await stream.seat("m")
    turn = says.turn("m", 1)
    turn.events.Pack(Events())
    await stream.say(turn)
    assert [action.turn for action in await stream.hear_actions(1)] == [1]
    late = says.rejected(error_pb2.ERROR_REASON_LATE, "m", 1)
    await stream.say(says.missed("m", 1), late)
    await stream.say(says.ended("m"))
    await stream.until_hung_up()


async def test_every_callback_may_fail(
    play: Play, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is logged with where it was, and the match goes on; no turn is given up for it."""
    async with refereeing(clumsily, address=address):
        with pytest.raises(BotError, match=r"match m seat 0: .*on_start"):
            await play(address, Clumsy)
    logged = re.findall(r"(match m.*): the bot's own code failed\n", caplog.text)
    assert logged == [
        "match m seat 0",
        "match m seat 0 turn 1",
        "match m seat 0 turn 1",
        "match m seat 0 turn 1",
        "match m seat 0",
    ]
    raised = re.findall(r"^ValueError: \('(\w+)'", caplog.text, re.MULTILINE)
    assert raised == ["on_start", "on_events", "on_rejected", "on_missed", "on_end"]


async def hang_up(stream: Stream) -> None:
    """A turn that nobody will answer."""
    await stream.seat("m")
    await stream.say(says.turn("m", 2))
    with contextlib.suppress(HungUpError):
        while True:
            request = await stream.hear()
            assert not request.actions
            assert not request.skips


@pytest.mark.parametrize(
    ("bot", "where"),
    [(sometimes, "match m seat 0 turn 2: .*nought"), (Clumsy, "match m seat 0: .*on_start")],
    ids=["act", "on_start"],
)
async def test_strict_ends_with_the_first(
    play: Play, address: str, bot: Any, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is given up, and the process may end."""
    async with refereeing(hang_up, address=address):
        with pytest.raises(BotError, match=where):
            await play(address, bot, strict=True)
    assert caplog.text.count("the bot's own code failed") == 1


async def test_strict_async_bot(address: str) -> None:
    """A coroutine that fails ends play as well."""
    async with refereeing(hang_up, address=address):
        with pytest.raises(BotError, match=r"match m seat 0 turn 2: .*nought"):
            await RefereeClient(address, sometimes_later, strict=True).play(["token"])


async def test_bot_that_cannot_be_made(play: Play, address: str) -> None:
    """Its seat gives up every turn, and the first failure says why."""

    def make() -> Bot:
        raise FileNotFoundError("no model")

    answers = Answers(2)
    async with refereeing(answers, address=address):
        with pytest.raises(BotError, match=r"match m seat 0: .*no model"):
            await play(address, make)
    assert answers.skips == [("m", 0, 1), ("m", 0, 2)]


async def test_seats_that_could_not_be_played_count_more(play: Play, address: str) -> None:
    """A refused token is raised rather than a failure of the bot."""

    async def script(stream: Stream) -> None:
        joins = list((await stream.hear()).joins)
        while len(joins) < 2:
            joins.extend((await stream.hear()).joins)
        await stream.say(
            says.rejected(error_pb2.ERROR_REASON_BAD_TOKEN, join=joins[0]),
            says.joined(joins[1], "m"),
            says.started("m"),
        )
        await stream.say(says.turn("m", 2))
        while not (await stream.hear()).skips:
            pass
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        with pytest.raises(JoinError):
            await play(address, sometimes, ["bad", "good"])


async def test_unreadable_events_are_no_failure_of_the_bot(play: Play, address: str) -> None:
    """A message that no class is installed for ends play with its name, wherever it is read."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        turn = says.turn("m", 1)
        turn.events.type_url = "type.googleapis.com/example.Events"
        await stream.say(turn)
        await stream.until_hung_up()

    def act(_observation: Observation, turn: Turn) -> Action:
        assert turn.events is None
        return PICK

    for bot in (act, Clumsy):
        async with refereeing(script, address=address):
            with pytest.raises(UnknownMessageError, match=r"'example\.Events'"):
                await play(address, bot)


def test_given_up_turn_that_comes_again_is_given_up_again() -> None:
    """After a break the bot is not asked anew."""
    talk = seated("m", bot=sometimes)
    for _ in talk.play(turns_of(talk, says.turn("m", 2))):
        pass
    first = talk.take()
    assert first is not None
    assert list(first.skips) == [wire.Skip(match_id="m", seat=0, turn=2)]
    talk.opened()
    talk.take()
    assert turns_of(talk, says.turn("m", 2)) == []
    assert talk.take() == first
    assert talk.bot_failures.count == 1


# Games.


def fence(_observation: swordman.Observation) -> swordman.Action:
    """A bot for Swordman by its types."""
    return swordman.Action()


class Fencer(Bot):
    """A bot that says what it plays."""

    game = "swordman"

    def act(self, _observation: Any) -> Any:
        """Never asked."""
        raise AssertionError


def vague(_observation):  # type: ignore[no-untyped-def]
    """A bot that says nothing."""
    return PICK


async def wrong_and_right(stream: Stream) -> None:
    """Two seats: the first is of a game that the bot does not play, and is resigned at once."""
    joins = list((await stream.hear()).joins)
    while len(joins) < 2:
        joins.extend((await stream.hear()).joins)
    other = says.joined(joins[1], "s", 1)
    other.game = "swordman"
    await stream.say(says.joined(joins[0], "d"), other)
    resigns: list[wire.Resign] = []
    while not resigns:
        resigns.extend((await stream.hear()).resigns)
    assert resigns == [wire.Resign(match_id="d", seat=0)]
    await stream.say(says.started("s", 1), says.ended("d"))
    await stream.say(says.ended("s", 1))
    await stream.until_hung_up()


@pytest.mark.parametrize(
    ("bot", "options"),
    [(fence, {}), (Fencer, {}), (vague, {"game": "swordman"})],
    ids=["types", "attribute", "argument"],
)
async def test_seat_of_another_game(
    play: Play, address: str, bot: Any, options: dict[str, Any]
) -> None:
    """It is resigned, and told once the other seats are done."""
    async with refereeing(wrong_and_right, address=address):
        with pytest.raises(WrongGameError) as caught:
            await play(address, bot, ["one", "two"], **options)
    assert str(caught.value) == (
        "match d seat 0: this bot plays 'swordman', and the seat is one of 'diceman'"
    )


async def test_only_seat_of_another_game(play: Play, address: str) -> None:
    """The resignation goes out although there is nothing else to do."""
    resigns: list[wire.Resign] = []

    async def script(stream: Stream) -> None:
        (join,) = (await stream.hear()).joins
        await stream.say(says.joined(join, "d"))
        while not resigns:
            resigns.extend((await stream.hear()).resigns)
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        with pytest.raises(WrongGameError):
            await play(address, fence)
    assert resigns == [wire.Resign(match_id="d", seat=0)]


def test_seat_of_a_game_without_stubs() -> None:
    """That it is the wrong game is told before its config is looked at."""
    talk = Conversation(fence)
    talk.join("one")
    request = talk.take()
    assert request is not None
    joined = says.joined(request.joins[0], "c")
    joined.game = "chess"
    joined.config.type_url = "type.googleapis.com/gamereferee.games.chess.v1.Config"
    talk.receive(wire.PlayResponse(joins=[joined]))
    (error,) = talk.failures
    assert str(error) == "match c seat 0: this bot plays 'swordman', and the seat is one of 'chess'"


def test_token_given_twice_does_not_keep_a_seat_of_another_game() -> None:
    """Nothing is waited for."""
    talk = Conversation(fence)
    talk.join("one")
    talk.join("one")
    talk.finish()
    request = talk.take()
    assert request is not None
    talk.receive(wire.PlayResponse(joins=[says.joined(join, "d") for join in request.joins]))
    assert talk.is_done


def test_resignation_is_repeated_after_a_break() -> None:
    """As long as the referee has not said that the match is over, it may not have heard."""
    talk = Conversation(fence)
    talk.join("one")
    talk.join("two")
    request = talk.take()
    assert request is not None
    talk.receive(wire.PlayResponse(joins=[says.joined(request.joins[0], "d")]))
    talk.take()
    talk.opened()
    request = talk.take()
    assert request is not None
    assert sorted(join.token for join in request.joins) == ["one", "two"]
    (again,) = (join for join in request.joins if join.token == "one")
    talk.receive(wire.PlayResponse(joins=[says.joined(again, "d", rejoined=True)]))
    request = talk.take()
    assert request is not None
    assert list(request.resigns) == [wire.Resign(match_id="d", seat=0)]
    talk.receive(wire.PlayResponse(ends=[says.ended("d")]))
    talk.opened()
    request = talk.take()
    assert request is not None
    assert [join.token for join in request.joins] == ["two"]
    assert len(talk.failures) == 1


def unknown_annotation(_observation: NotImported) -> None:  # type: ignore[name-defined] # noqa: F821
    """An annotation that is not there at run time."""


def no_message(_observation: int) -> None:
    """An annotation that is no message."""


@pytest.mark.parametrize(
    ("bot", "game"),
    [
        (fence, "swordman"),
        (sometimes, "diceman"),
        (sometimes_later, "diceman"),
        (Fencer, "swordman"),
        (Clumsy, "diceman"),
        (vague, None),
        (unknown_annotation, None),
        (no_message, None),
        (lambda observation: observation, None),
    ],
)
def test_game_of(bot: Callable[..., Any], game: str | None) -> None:
    """What a bot or its types say; what says nothing plays anything."""
    assert game_of(maker(bot)()) == game


@pytest.mark.parametrize("game", ["diceman", "swordman", "dice_adventure"])
def test_house_bots_say_their_game(game: str) -> None:
    """Every one of them."""
    assert names(game)
    for name in names(game):
        assert game_of(find(game, name)()) == game
