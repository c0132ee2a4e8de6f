"""Scenarios about turns: in batches, with pings, without clocks, repeated, very large."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.opening import seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream
from referee.conformance.unknown import MIB, padded
from referee.conformance.verdict import Broken

BATCH = 24
"""Number of matches whose turns are sent in one message."""
CROWD = 300
"""Number of matches in a scenario with so many that even a fast bot needs a moment for a turn of each."""
MOST_ROUNDS = 10
"""Number of times that a ping is sent with many turns; at least once, the bot must send the pong
before all its answers.
"""


@scenario("batch", 8)
async def _batch(stage: ScenarioStage) -> None:
    """Turns of many matches are sent in one message: the bot answers all, in few messages."""
    matches = stage.matches(BATCH)
    stream = await seated(stage, *matches)
    # The best of several rounds: a busy machine may delay some answers of any bot.
    fewest = BATCH
    for _ in range(4):
        heard = len(stream.messages)
        await stream.answers(await stream.ask(*matches))
        with_actions = [message for message in stream.messages[heard:] if message.actions]
        fewest = min(fewest, len(with_actions))
        if any(not match.turns() for match in matches):
            break
    stage.advise(
        8,
        f"it does not batch: {BATCH} answers that were ready together took {fewest} messages",
        unless=fewest <= BATCH // 2,
    )
    await stage.finish(stream, *matches)


@scenario("ping-before-thinking", 4)
async def _ping_before_thinking(stage: ScenarioStage) -> None:
    """A ping is sent with very many turns: the bot sends the pong before all answers are ready."""
    matches = stage.matches(CROWD)
    stream = await seated(stage, *matches)
    for _ in range(MOST_ROUNDS):
        turns = [turn for match in matches for turn in match.turns()]
        if not turns:
            break
        if await _pong_goes_ahead(stream, turns):
            await stage.finish(stream, *matches)
            return
    # A bot that is quick for once may have answered before its pong was under way; not every time.
    seen = f"the pong with all of {CROWD} answers in one message, {MOST_ROUNDS} times in a row"
    raise Broken(4, "a pong that does not wait for the bot", seen)


async def _pong_goes_ahead(stream: BotStream, turns: list[wire.Turn]) -> bool:
    """Send turns with a ping.

    Return whether the pong came in an earlier message than some of the answers.
    """
    heard = len(stream.messages)
    await stream.say(*turns, stream.ping(), timed=False)
    await stream.pongs()
    await stream.answers(turns)
    news = stream.messages[heard:]
    pong = next(index for index, message in enumerate(news) if message.pongs)
    if any(message.actions for message in news[:pong]):
        raise Broken(4, "a pong before any answer to a turn of the same message", "answers first")
    return len(news[pong].actions) < len(turns)


@scenario("pings-alone", 4)
async def _pings_alone(stage: ScenarioStage) -> None:
    """Pings are sent without anything else, before and between turns: the bot answers each."""
    match = stage.match()
    stream = await seated(stage, match)
    for _ in range(3):
        await stream.say(stream.ping())
        await stream.pongs()
    await stream.play(match, turns=1)
    await stream.say(stream.ping())
    await stream.pongs()
    await stage.finish(stream, match)


@scenario("all-in-one-message", 7)
async def _all_in_one_message(stage: ScenarioStage) -> None:
    """Joined, start and first turn are sent in one message, in which another match ends."""
    played, over = stage.matches(2)
    await stage.start(played, over)
    stream = await stage.stream()
    joins = await stream.joins(*played.tokens.values(), *over.tokens.values())
    played.nonces[0], over.nonces[0] = (join.nonce for join in joins)
    turn = played.turn()
    await stream.say(
        played.joined(0, joins[0].number),
        over.joined(0, joins[1].number),
        played.started(0),
        turn,
        *stream.ends(over),
        stream.ping(),
    )
    await stream.answers([turn], duty=7)
    await stream.pongs()
    await stream.play(played, turns=1)
    await stage.finish(stream, played)


@scenario("end-with-turn", 7)
async def _end_with_turn(stage: ScenarioStage) -> None:
    """A match ends in the message that has a turn of it: the bot does not answer the turn."""
    over, played = stage.matches(2)
    stream = await seated(stage, over, played)
    await stream.play(over, played, turns=1)
    dead, alive = over.turn(), played.turn()
    stage.forbid(dead, 7, "whose match ended in the same message")
    await stream.say(dead, alive, *stream.ends(over))
    await stream.answers([alive])
    await stream.say(stream.ping())
    await stream.pongs()
    await stage.finish(stream, played)


@scenario("end-while-thinking", 7, 15)
async def _end_while_thinking(stage: ScenarioStage) -> None:
    """An operator ends a match right after a turn was sent: void, without placements."""
    over, played = stage.matches(2)
    stream = await seated(stage, over, played)
    await stream.ask(over)
    await stream.say(*stream.ends(over, void=True))
    await stream.play(played, turns=2)
    await stage.finish(stream, played)


@scenario("no-clock", 8)
async def _no_clock(stage: ScenarioStage) -> None:
    """Decisions have no deadline, and turns have no clock durations: the bot answers them."""
    match = stage.match(no_clock=True)
    stream = await seated(stage, match)
    await stream.play(match, turns=3)
    await stage.finish(stream, match)


@scenario("turn-overtaken", 30)
async def _turn_overtaken(stage: ScenarioStage) -> None:
    """A turn, its missed deadline and the next turn are in one message: the bot answers only the next."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    over = match.turn()
    stage.forbid(over, 30, "whose missed deadline came in the same message")
    missed, turns = match.missed(0), match.turns()
    await stream.say(over, missed, *turns)
    await stream.answers(turns, 30, "an answer to the turn after a missed deadline")
    await stream.play(match, turns=1)
    await stage.finish(stream, match)


@scenario("turn-again", 9)
async def _turn_again(stage: ScenarioStage) -> None:
    """Answered turns are sent again on the same stream: the bot repeats its answers as they were."""
    matches = stage.matches(8)
    stream = await seated(stage, *matches)
    turns = await stream.ask(*matches)
    actions = await stream.hear(*turns)
    await stream.say(*turns, timed=False)
    expected = "the same answers again for turns that come again"
    await stream.hear(*turns, duty=9, expected=expected, times=2)
    await stream.carry_out(turns, actions)
    await stream.play(*matches, turns=1)
    await stage.finish(stream, *matches)


@scenario("large-observation", 12)
async def _large_observation(stage: ScenarioStage) -> None:
    """Turns have observations of 4 MiB, several times: the bot answers them."""
    await _large(stage, 4 * MIB, 3)


@scenario("40-mib-message", 12)
async def _forty_mib_message(stage: ScenarioStage) -> None:
    """A message has a size of 40 MiB, once: the bot answers it."""
    await _large(stage, 40 * MIB, 1)


async def _large(stage: ScenarioStage, size: int, times: int) -> None:
    match = stage.match()
    stream = await seated(stage, match)
    for _ in range(times):
        turn = match.turn()
        await stream.say(padded(turn, size), timed=False)
        await stream.answers([turn], 12, f"an answer to a turn of {size >> 20} MiB")
    await stage.finish(stream, match)


@scenario("slow-referee", 1, 8)
async def _slow_referee(stage: ScenarioStage) -> None:
    """The referee pauses before each message and reads only a few messages a second: the bot plays on."""
    matches = stage.matches(4)
    await stage.start(*matches)
    stream = await stage.stream()
    stream.call.read_pause_s = 0.1
    await stream.seat(*matches)
    for _ in range(2):
        await stage.pause(0.3)
        await stream.play(*matches, turns=1)
    await stage.pause(0.3)
    await stage.finish(stream, *matches)


@scenario("empty-messages", 11)
async def _empty_messages(stage: ScenarioStage) -> None:
    """Empty messages are sent between others, and a pong without a ping: the bot ignores them."""
    match = stage.match()
    await stage.start(match)
    stream = await stage.stream()
    await stream.say()
    await stream.seat(match, duty=11)
    await stream.say()
    await stream.say(wire.Pong(number=12345))
    await stream.play(match, turns=2, duty=11)
    await stage.finish(stream, match)
