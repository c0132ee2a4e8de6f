"""Scenarios about dice that nobody can choose: committed and opened nonces, and held-back reveals."""

from __future__ import annotations

from referee.conformance.matches import ScriptedMatch
from referee.conformance.opening import seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream
from referee.conformance.verdict import Broken, NotApplicable
from referee.core.rng import NONCE_BYTES, nonce_commitment
from referee.replay.wire import NONCE_COMMITMENTS


@scenario("nonces-committed", 2, 21)
async def _nonces_committed(stage: ScenarioStage) -> None:
    """The bot commits to its nonce, and opens it only after the commitments of all seats were shown."""
    match = stage.match()
    stream = await _opened(stage, match)
    await stream.say(match.started(0))
    await stream.pongs()
    await stream.play(match, turns=1)
    await stage.finish(stream, match)
    fair = "unfair" not in stage.stderr.lower()
    stage.advise(21, "it takes fair nonces for unfair", unless=fair)


@scenario("changed-nonce", 21, 23)
async def _changed_nonce(stage: ScenarioStage) -> None:
    """A rival's opened nonce does not fit its commitment: an error in the log, and exit status 0."""
    match = stage.match()
    stream = await _opened(stage, match)
    started = match.started(0)
    started.nonces[1].nonce = bytes(range(NONCE_BYTES))
    await stream.say(started)
    await stream.pongs()
    await stream.play(match, turns=1)
    await stage.finish(stream, match)
    logged = "unfair" in stage.stderr.lower()
    stage.advise(21, "a rival's changed nonce is not in its log", unless=logged)


@scenario("reveal-withheld", 21, 23)
async def _reveal_withheld(stage: ScenarioStage) -> None:
    """The reveal of the seed is held back: the log says to check it later, and nothing is called unfair."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    ends = stream.ends(match)
    for end in ends:
        end.ClearField("reveal")
        end.reveal_withheld = True
    await stream.say(*ends)
    await stage.finish(stream)
    log = stage.stderr.lower()
    stage.advise(21, "a withheld reveal is not in its log", unless="withheld" in log)
    stage.advise(21, "it takes a withheld reveal for unfair", unless="unfair" not in log)


async def _opened(stage: ScenarioStage, match: ScriptedMatch) -> BotStream:
    """Start the bot, join its seat, show all commitments, and wait for its nonce.

    Return the stream.
    """
    await stage.start(match)
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    if NONCE_COMMITMENTS not in join.features:
        raise NotApplicable("it does not ask for the feature nonce-commitments")
    if len(match.shown(0).nonces) < 2:
        raise NotApplicable("a match of this game has one seat")
    match.commitments[0] = join.nonce_commitment
    await stream.say(match.joined(0, join.number), stream.ping())
    await stream.pongs()
    if stream.openings:
        raise Broken(2, "a nonce that is opened when all commitments are shown", "one before")
    await stream.say(match.shown(0))
    where = (match.match_id, 0)
    await stream.until(lambda: where in stream.openings, 2, "an OpenNonce of its seat")
    nonce = match.nonces[0] = stream.openings[where]
    if nonce_commitment(nonce) != join.nonce_commitment:
        raise Broken(2, "the nonce that it had committed itself to", nonce.hex() or "none")
    if len(nonce) != NONCE_BYTES:
        raise Broken(2, f"a nonce of {NONCE_BYTES} bytes", f"{len(nonce)} bytes")
    if len(set(nonce)) == 1:
        raise Broken(2, "16 random bytes", f"16 times the byte {nonce[:1].hex()}")
    await stream.say(stream.ping())
    return stream
