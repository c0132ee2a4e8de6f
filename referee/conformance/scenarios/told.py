"""Scenarios about messages other than turns: rejections, missed deadlines, drains, reveals of the seed."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee.conformance.opening import seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import key_of

REJECTIONS = ("MALFORMED", "WRONG_TYPE", "LATE", "DUPLICATE", "STALE", "EARLY", "NOT_YOUR_SEAT")
"""Names of the reasons of rejections after which a match goes on."""
REFUSALS = ("MALFORMED", "WRONG_TYPE")
"""Names of the reasons in `REJECTIONS` after which the bot must answer again; it must count each such
rejection as a failure of its own code.
"""


@scenario("rejections", 20)
async def _rejections(stage: ScenarioStage) -> None:
    """An action is rejected for every reason: the bot logs each rejection and plays on."""
    matches = stage.matches(len(REJECTIONS))
    stream = await seated(stage, *matches)
    turns = await stream.ask(*matches)
    actions = await stream.hear(*turns)
    for turn, name in zip(turns, REJECTIONS, strict=True):
        stage.ledger.turns[key_of(turn)].free = True
        await stream.say(stage.rejection(turn, name, stays_open=name in REFUSALS))
    for match, turn, action, name in zip(matches, turns, actions, REJECTIONS, strict=True):
        if name == "DUPLICATE":
            await stream.carry_out([turn], [action])
        else:  # the action was not taken; what is sent in its place comes too late
            await stream.say(match.missed(turn.seat))
    await stream.play(*matches, turns=2, duty=20)
    await stage.finish(stream, *matches, status=(0, 1))
    silent = [name for name in REJECTIONS if name not in stage.stderr]
    stage.advise(20, f"rejections are not in its log: {', '.join(silent)}", unless=not silent)


@scenario("missed-deadline", 20)
async def _missed_deadline(stage: ScenarioStage) -> None:
    """Answers come too late: one message rejects them, reports the misses and has the next turns."""
    match = stage.match()
    stream = await seated(stage, match)
    for _ in range(2):
        (turn,) = await stream.ask(match)
        await stream.hear(turn)
        missed = match.missed(0)
        late = wire.Rejected(
            match_id=match.match_id,
            turn=turn.turn,
            reason=ErrorReason.ERROR_REASON_LATE,
            text="the deadline had passed",
        )
        turns = match.turns()
        await stream.say(late, missed, *turns)
        await stream.answers(turns, 20, "an answer to the turn after a missed deadline")
    await stage.finish(stream, match)
    logged = "missed" in stage.stderr.lower()
    stage.advise(20, "a missed deadline is not in its log", unless=logged)


@scenario("forfeited", 20)
async def _forfeited(stage: ScenarioStage) -> None:
    """A seat is forfeited by its last strike; the bot's other match goes on."""
    out, played = stage.matches(2)
    stream = await seated(stage, out, played)
    (turn,) = await stream.ask(out)
    await stream.hear(turn)
    await stream.say(out.missed(0, forfeited=True))
    await stream.play(played, turns=2, duty=20)
    await stage.finish(stream, out, played)


@scenario("drain", 16)
async def _drain(stage: ScenarioStage) -> None:
    """The referee announces twice that it is going to stop; matches go on to their ends."""
    matches = stage.matches(2)
    stream = await seated(stage, *matches)
    await stream.play(*matches, turns=1)
    await stream.say(draining=True)
    await stream.say(*(turns := [match.turn() for match in matches]), draining=True)
    await stream.answers(turns, 16, "answers to the turns of a draining referee")
    await stream.play(*matches, turns=1, duty=16)
    await stage.finish(stream, *matches)


@scenario("drained", 16, 23)
async def _drained(stage: ScenarioStage) -> None:
    """A draining referee ends the stream with UNAVAILABLE right after the last match: exit status 0."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.say(draining=True)
    await stream.play(match, turns=1, duty=16)
    await stream.say(*stream.ends(match))
    stream.fail()
    await stage.exit(0, duty=16)


@scenario("void", 7, 23)
async def _void(stage: ScenarioStage) -> None:
    """An operator aborts the match: no placements, and exit status 0 nevertheless."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.say(*stream.ends(match, void=True))
    await stage.finish(stream)


@scenario("void-before-start", 7, 23)
async def _void_before_start(stage: ScenarioStage) -> None:
    """An operator aborts the match after the bot has joined, but before the match begins.

    The bot must exit with status 0 nevertheless.
    """
    match = stage.match()
    await stage.start(match)
    stream = await stage.stream()
    await stream.joined(match)
    await stream.say(*stream.ends(match, void=True))
    await stage.finish(stream)


@scenario("unfair-reveal", 21, 23)
async def _unfair_reveal(stage: ScenarioStage) -> None:
    """The revealed dice do not fit the commitment: an error in the log, and exit status 0."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.say(*stream.ends(match, fair=False))
    await stage.finish(stream)
    log = stage.stderr.lower()
    logged = any(word in log for word in ("unfair", "reveal", "commit"))
    stage.advise(21, "an unfair reveal is not in its log", unless=logged)


@scenario("fair-reveal", 2, 21)
async def _fair_reveal(stage: ScenarioStage) -> None:
    """The revealed dice fit commitment and nonce: no error in the log."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stage.finish(stream, match)
    stage.advise(
        21, "it takes a fair reveal for unfair", unless="unfair" not in stage.stderr.lower()
    )
