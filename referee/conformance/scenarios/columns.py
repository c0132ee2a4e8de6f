"""Scenarios with turns of many matches in columns, on lanes, for bots that ask for them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.conformance.lanes import DUTY
from referee.conformance.matches import ScriptedMatch
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream
from referee.conformance.verdict import NotApplicable
from referee.kit.rollout.loop_rows import has_columns
from referee.replay.wire import LANES


@scenario("lanes", 8, DUTY)
async def _lanes(stage: ScenarioStage) -> None:
    """Turns of three matches come in columns: each row is answered once, with its turn's number."""
    matches = stage.matches(3)
    stream = await _opened(stage, *matches)
    await _on_lane(stream, matches)
    await stream.play(*matches, turns=3)
    # Some rows alone, as where other matches wait for their rivals.
    await stream.play(matches[2], turns=1)
    await stream.play(*matches, turns=1)
    await stage.finish(stream, *matches)


@scenario("lanes-of-two-seats", 8, DUTY)
async def _lanes_of_two_seats(stage: ScenarioStage) -> None:
    """The bot holds two seats of a match, on two lanes: each is answered on the lane of its seat."""
    match = stage.match((0, 1))
    stream = await _opened(stage, match)
    for seat in match.seats:
        await _on_lane(stream, [match], seat)
    await stream.play(match, turns=3)
    await stage.finish(stream, match)


@scenario("lane-left", 8, DUTY)
async def _lane_left(stage: ScenarioStage) -> None:
    """A match leaves its lane: its turns come one by one, in one message with columns of the others."""
    matches = stage.matches(3)
    stream = await _opened(stage, *matches)
    await _on_lane(stream, matches)
    await stream.play(*matches, turns=1)
    stream.lanes.leave(matches[1])
    await stream.play(*matches, turns=2)
    await stage.finish(stream, *matches)


@scenario("lanes-over-break", 13, 15, DUTY)
async def _lanes_over_break(stage: ScenarioStage) -> None:
    """The stream breaks behind columns: turns come again on a lane of the new stream, and are answered there."""
    matches = stage.matches(3)
    stream = await _opened(stage, *matches)
    # A first lane, so that the one with the matches has another number on the new stream.
    await _on_lane(stream, matches[:1])
    await _on_lane(stream, matches)
    await stream.play(*matches, turns=1)
    turns = await stream.ask(*matches)
    await stream.hear(*turns)
    stream.fail()
    again = await stage.stream(13, "another stream after a break")
    again.takes_lanes = True
    await again.joined(*matches, rejoined=True, duty=15)
    await again.pongs()
    # Nothing of a lane is kept over a break: a bot may decide again, and another way.
    stage.ledger.free(turns)
    await _on_lane(again, matches)
    await again.say(*turns, timed=False)
    await again.answers(turns, DUTY, "answers on the new stream's lane")
    await again.play(*matches, turns=1)
    await stage.finish(again, *matches)


async def _on_lane(stream: BotStream, matches: Sequence[ScriptedMatch], seat: int = 0) -> None:
    """Put matches on a new lane of the stream."""
    join = stream.present[matches[0].tokens[seat]]
    await stream.say(*stream.lanes.open(matches, seat, join.lane_columns))


async def _opened(stage: ScenarioStage, *matches: ScriptedMatch) -> BotStream:
    """Start the bot, seat it in these matches, and return its stream.

    Raises:
        NotApplicable: The bot does not ask for lanes, or the game has no columns.
    """
    if not has_columns(stage.plugin):
        raise NotApplicable("the game has no columns")
    stream = await stage.stream_with(LANES, *matches)
    stream.takes_lanes = True
    await stream.seat(*matches)
    return stream
