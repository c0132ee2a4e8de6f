"""Openings that most scenarios share: the bot is started and seated, or seated again after a break."""

from __future__ import annotations

from referee.conformance.matches import ScriptedMatch
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream

__all__ = ["ended_on_stdin", "seated", "seated_again"]


async def seated(stage: ScenarioStage, *matches: ScriptedMatch) -> BotStream:
    """Start the bot with the tokens of these matches, accept its joins, and start the matches.

    Return the bot's stream; no turn has been sent on it yet.

    Raises:
        Broken: The bot opens no stream, or joins or pongs do not come in time.
    """
    await stage.start(*matches)
    stream = await stage.stream()
    await stream.seat(*matches)
    return stream


async def ended_on_stdin(stage: ScenarioStage) -> BotStream:
    """Give the bot a token on standard input, which stays open, and end its match before any turn.

    Return the bot's stream.

    Raises:
        Broken: The bot opens no stream, or its join does not come in time (duty 22).
    """
    match = stage.match()
    await stage.start(on_stdin=True)
    await stage.give(match)
    stream = await stage.stream(22)
    await stream.seat(match, duty=22)
    await stream.say(*stream.ends(match))
    return stream


async def seated_again(stage: ScenarioStage, *matches: ScriptedMatch) -> BotStream:
    """Wait until the bot has joined all seats of these matches again, on its next stream; return it.

    Each match's joins are accepted in their own message.

    Raises:
        Broken: The bot opens no other stream (duty 13), or does not join every seat again (duty 15).
    """
    stream = await stage.stream(13, "another stream after a break")
    for match in matches:
        await stream.joined(match, rejoined=True, duty=15)
    return stream
