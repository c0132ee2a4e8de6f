"""Scenarios with messages that a bot does not fully know: from a newer referee, or with bytes that can't be parsed."""

from __future__ import annotations

from google.protobuf.message import Message

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.opening import seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream
from referee.conformance.unknown import UNKNOWN_FIELDS, UNKNOWN_TYPE, everywhere
from referee.conformance.verdict import Broken
from referee.replay.wire import TYPE_PREFIX

UNKNOWN_VALUE = 999
"""Number that no enum of the protocol has as a value."""


@scenario("unknown-fields", 11)
async def _unknown_fields(stage: ScenarioStage) -> None:
    """All messages, nested ones too, have fields of a newer version: the bot ignores these and plays on."""
    match = stage.match()
    await stage.start(match)
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    match.nonces[0] = join.nonce
    await _newer(stream, match.joined(0, join.number), stream.ping())
    await _newer(stream, match.started(0))
    await stream.pongs(duty=11)
    for _ in range(2):
        turn = match.turn()
        await _newer(stream, turn)
        await stream.answers([turn], 11, "an answer to a turn with unknown fields")
    await _newer(stream, *stream.ends(match))
    await stage.finish(stream)


@scenario("unknown-enum-values", 11, 20)
async def _unknown_enum_values(stage: ScenarioStage) -> None:
    """A rejection, a phase, an end and a forfeit have values of a newer version: the bot plays on."""
    match = stage.match()
    stream = await seated(stage, match)
    turn = match.turn()
    turn.phase = "a phase of a newer version"
    await stream.say(turn)
    actions = await stream.hear(turn, duty=11)
    # The types know the values of this version alone; protobuf takes any number.
    reason = wire.Rejected(match_id=match.match_id, turn=1, reason=UNKNOWN_VALUE, text="newer")  # type: ignore[arg-type]
    await stream.say(reason)
    await stream.carry_out([turn], actions)
    await stream.play(match, turns=1, duty=11)
    (end,) = stream.ends(match)
    end.outcome.cause = UNKNOWN_VALUE  # type: ignore[assignment]  # as above
    end.outcome.seats[0].forfeit = UNKNOWN_VALUE  # type: ignore[assignment]  # as above
    await stream.say(end)
    await stage.finish(stream)


@scenario("unknown-event", 11)
async def _unknown_event(stage: ScenarioStage) -> None:
    """A turn has an event of a kind that only a newer version of the game knows: the bot answers it."""
    match = stage.match()
    stream = await seated(stage, match)
    turn = match.turn()
    turn.events.type_url = TYPE_PREFIX + stage.plugin.codec.events_type
    length = len(UNKNOWN_FIELDS)
    turn.events.value += b"\x0a" + bytes([length]) + UNKNOWN_FIELDS + b"\x0a\x00"
    await stream.say(turn)
    await stream.answers([turn], 11, "an answer to a turn with an unknown event")
    await stream.play(match, turns=1)
    await stage.finish(stream, match)


@scenario("unknown-observation-type", 11, 23)
async def _unknown_observation_type(stage: ScenarioStage) -> None:
    """The observation is of an unknown message type: an error that names the type, exit status 1."""
    stream, turn = await _first_turn(stage)
    turn.observation.type_url = TYPE_PREFIX + UNKNOWN_TYPE
    await _expect_error(stage, stream, turn, UNKNOWN_TYPE)


@scenario("unreadable-observation", 11, 23)
async def _unreadable_observation(stage: ScenarioStage) -> None:
    """The observation's bytes can't be parsed: an error that names the type, exit status 1."""
    stream, turn = await _first_turn(stage)
    turn.observation.value = b"\xff" * 20
    await _expect_error(stage, stream, turn, stage.plugin.codec.observation_type)


@scenario("unknown-config-type", 11, 23)
async def _unknown_config_type(stage: ScenarioStage) -> None:
    """The config is of an unknown message type: an error that names the type, exit status 1."""
    match = stage.match()
    await stage.start(match)
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    joined = match.joined(0, join.number)
    joined.config.type_url = TYPE_PREFIX + UNKNOWN_TYPE
    await stream.say(joined, match.started(0))
    await stage.exit(1, duty=11)
    stage.said_on_stderr(UNKNOWN_TYPE, 11, "an error that names the unknown type")


@scenario("unknown-events-type", 11)
async def _unknown_events_type(stage: ScenarioStage) -> None:
    """A turn's events are of an unknown message type: an error that names it, or the bot ignores events."""
    stream, turn = await _first_turn(stage)
    turn.events.type_url = TYPE_PREFIX + UNKNOWN_TYPE
    turn.events.value = UNKNOWN_FIELDS
    await stream.say(turn, timed=False)
    await stage.until(
        lambda: bool(stream.answered(turn)) or stream.closed is not None, stage.timeout_s
    )
    if stream.answered(turn):  # it has no use for events
        await stage.finish(stream, stage.match_of(turn.match_id))
        return
    await stage.exit(1, duty=11)
    stage.said_on_stderr(UNKNOWN_TYPE, 11, "an error that names the unknown type")


async def _first_turn(stage: ScenarioStage) -> tuple[BotStream, wire.Turn]:
    match = stage.match()
    stream = await seated(stage, match)
    return stream, match.turn()


async def _expect_error(
    stage: ScenarioStage, stream: BotStream, turn: wire.Turn, name: str
) -> None:
    """Check that the bot exits with status 1, at once or after skipping the turn.

    Its log must contain `name`, the name of the type that it does not know.
    """
    stage.forbid(turn, 11, "whose observation can't be read")
    await stream.say(turn, timed=False)
    await stage.until(lambda: stage.ledger.skips > 0 or stream.closed is not None, stage.timeout_s)
    if stage.ledger.skips:
        await stream.say(*stream.ends(stage.match_of(turn.match_id)))
        await stream.goodbye()
    await stage.exit(1, duty=11)
    if name not in stage.stderr:
        raise Broken(11, f"an error that names {name}", "no such name on standard error")


async def _newer(stream: BotStream, *said: Message) -> None:
    """Send messages with unknown fields added at every level of nesting."""
    await stream.say(*(everywhere(message) for message in said), unknown=UNKNOWN_FIELDS)
