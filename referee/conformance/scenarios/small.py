"""Scenarios with turns in short form (a numeric handle in place of match and seat), for bots that ask for it."""

from __future__ import annotations

from referee.conformance.matches import ScriptedMatch
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream
from referee.replay.wire import SMALL_TURNS

MATCHES = 8
"""Number of matches in the scenario that distinguishes a repeated answer from a new decision."""


@scenario("small-turns", 8, 27)
async def _small_turns(stage: ScenarioStage) -> None:
    """The bot asks for turns in short form, and answers them by their handles."""
    matches = stage.matches(3)
    stream = await _opened(stage, *matches)
    await stream.seat(*matches)
    await stream.play(*matches, turns=3)
    await stage.finish(stream, *matches)


@scenario("small-turns-over-break", 9, 27)
async def _small_turns_over_break(stage: ScenarioStage) -> None:
    """The stream breaks after short answers: the bot repeats them by the new stream's handles (numbers)."""
    matches = stage.matches(MATCHES)
    stream = await _opened(stage, *matches)
    await stream.seat(*matches)
    await stream.play(*matches, turns=1)
    turns = await stream.ask(*matches)
    await stream.hear(*turns)
    stream.fail()
    again = await stage.stream(13, "another stream after a break")
    again.in_short = True
    await again.joined(*matches, rejoined=True, duty=15)
    await again.pongs()
    await again.say(*turns, timed=False)
    await again.answers(turns, 9, "the same answers again for turns that come again")
    await again.play(*matches, turns=1)
    await stage.finish(again, *matches)


async def _opened(stage: ScenarioStage, *matches: ScriptedMatch) -> BotStream:
    """Start the bot and return its stream.

    Raises:
        NotApplicable: The bot does not ask for short turns.
    """
    stream = await stage.stream_with(SMALL_TURNS, *matches)
    stream.in_short = True
    return stream
