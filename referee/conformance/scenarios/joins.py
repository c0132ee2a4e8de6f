"""Scenarios about joining seats: one, many, answered out of order, given on standard input, refused."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee.conformance.log_form import log_problem
from referee.conformance.opening import ended_on_stdin, seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.verdict import Broken

SEATS = 40
"""Number of seats in the scenario `many-seats`."""
TWICE = "zq7x-given-twice"
"""Seat token that is given twice; its first four characters occur nowhere else in the log."""


@scenario("one-seat", 1, 2, 4, 6, 8, 22, 23)
async def _one_seat(stage: ScenarioStage) -> None:
    """The bot joins a seat and plays a few turns, and its match ends."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=4)
    await stage.finish(stream, match)
    problem = log_problem(stage.stderr)
    stage.advise(22, problem, unless=not problem)


@scenario("many-seats", 1, 2, 8)
async def _many_seats(stage: ScenarioStage) -> None:
    """The bot plays forty seats on one stream, two seats of a match where the game has more than one."""
    seats = (0, 1) if stage.plugin.game.info.max_seats > 1 else (0,)
    matches = [stage.match(seats) for _ in range(SEATS // len(seats))]
    stream = await seated(stage, *matches)
    await stream.play(*matches, turns=3)
    await stage.finish(stream, *matches)
    if stage.streams > 1:
        raise Broken(1, "one stream for all seats", f"{stage.streams}")


@scenario("joined-in-reverse", 3, 15)
async def _joined_in_reverse(stage: ScenarioStage) -> None:
    """Joins are answered in reverse order, and the stream breaks later: ended matches are not rejoined."""
    first, second = stage.matches(2)
    await stage.start(first, second)
    stream = await stage.stream()
    joins = await stream.joins(*first.tokens.values(), *second.tokens.values())
    first.nonces[0], second.nonces[0] = (join.nonce for join in joins)
    await stream.say(second.joined(0, joins[1].number), first.joined(0, joins[0].number))
    await stream.say(first.started(0), second.started(0))
    await stream.play(first, second, turns=1)
    await stream.say(*stream.ends(second))
    stage.ledger.close(second, "its match has ended, whatever the order of the answers", duty=3)
    await stream.play(first, turns=1)
    stream.fail()
    again = await stage.stream(13)
    await again.seat(first, duty=3)
    await stage.finish(again, first)


@scenario("tokens-on-stdin", 1, 22, 23)
async def _tokens_on_stdin(stage: ScenarioStage) -> None:
    """Tokens are given on standard input, later ones during a match and after its end."""
    first, second, third = stage.matches(3)
    await stage.start(on_stdin=True)
    await stage.give(first)
    stream = await stage.stream(22, "a stream once the first token has come on standard input")
    await stream.seat(first, duty=22)
    await stream.play(first, turns=1)
    await stage.give(second)
    await stream.seat(second, duty=1)
    await stream.play(first, second, turns=1)
    await stream.say(*stream.ends(first, second))
    await stream.say(stream.ping())
    await stream.pongs(duty=22)
    await stage.give(third)
    await stream.seat(third, duty=22)
    stage.end_of_tokens()
    await stream.play(third, turns=1)
    await stage.finish(stream, third)


@scenario("stdin-ends-last", 22, 23)
async def _stdin_ends_last(stage: ScenarioStage) -> None:
    """With tokens on standard input, the process runs on until standard input has ended."""
    stream = await ended_on_stdin(stage)
    # All matches are over, but a further token may still be given.
    await stage.still_runs(0.5, 23, "that it waits for more tokens until standard input ends")
    stage.end_of_tokens()
    await stage.finish(stream)


@scenario("token-twice", 31)
async def _token_twice(stage: ScenarioStage) -> None:
    """One token is given twice, another once: the bot joins each once, and plays all to the end."""
    twice, once = stage.matches(2)
    token = twice.tokens[0] = TWICE
    (other,) = once.tokens.values()
    stage.ledger.given_twice.add(token)
    await stage.start(twice, once, env={"REFEREE_TOKENS": f"{token},{other},{token}"})
    stream = await stage.stream()
    await stream.seat(twice, once, duty=31)
    await stream.play(twice, once, turns=2, duty=31)
    await stream.say(*stream.ends(twice, once))
    await stream.goodbye(31)
    await stage.exit(0, duty=31)
    _check_warning(stage, token)


@scenario("token-twice-on-stdin", 31)
async def _token_twice_on_stdin(stage: ScenarioStage) -> None:
    """A token is given again on standard input, during its match and after its end: it is joined once."""
    match = stage.match()
    token = match.tokens[0] = TWICE
    stage.ledger.given_twice.add(token)
    await stage.start(on_stdin=True)
    await stage.give(match)
    stream = await stage.stream(22, "a stream once the first token has come on standard input")
    await stream.seat(match, duty=22)
    await stage.give(match)
    await stream.play(match, turns=2, duty=31)
    await stream.say(*stream.ends(match))
    # From here on, a join with the token breaks the rule about tokens that come twice.
    stage.ledger.close(match, "it was given before", duty=31)
    await stage.give(match)
    stage.end_of_tokens()
    await stream.goodbye(31)
    await stage.exit(0, duty=31)
    _check_warning(stage, token)


def _check_warning(stage: ScenarioStage, token: str) -> None:
    """Check that the log warns of a token given twice, and shows only a part of the token."""
    if token in stage.stderr:
        raise Broken(31, "four characters of a token in the log at most", "the whole token")
    warned = any(" WARNING " in line and token[:4] in line for line in stage.stderr.splitlines())
    stage.advise(31, "it does not warn of a token that is given twice", unless=warned)


@scenario("bad-token", 3, 17, 23)
async def _bad_token(stage: ScenarioStage) -> None:
    """One of two tokens is refused: the bot plays the other seat and exits with status 1."""
    good, bad = stage.matches(2)
    await stage.start(bad, good)
    stream = await stage.stream()
    (token,) = bad.tokens.values()
    (join,) = await stream.joins(token)
    await stream.say(_refusal(join))
    stage.ledger.close(bad, "its token was refused")
    await stream.seat(good, duty=17)
    await stream.play(good, turns=2, duty=17)
    await stage.finish(stream, good, status=1)
    if token in stage.stderr:
        raise Broken(17, "four characters of a token in the log at most", "the whole token")
    stage.advise(17, "it does not log why a token was refused", unless="BAD_TOKEN" in stage.stderr)


@scenario("only-token-refused", 17, 23)
async def _only_token_refused(stage: ScenarioStage) -> None:
    """The only token is refused: the bot exits with status 1 at once."""
    match = stage.match()
    await stage.start(match)
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    await stream.say(_refusal(join))
    await stage.finish(stream, status=1)


@scenario("rejoined-by-another-process", 2, 7)
async def _rejoined_by_another_process(stage: ScenarioStage) -> None:
    """Another process had joined the seat before: the first turn that the bot sees is the fourth."""
    match = stage.match()
    match.nonces[0] = bytes(range(16))
    match.play_defaults(3)
    await stage.start(match)
    stage.ledger.rejoined.update(match.tokens.values())
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    turn = match.turn()
    await stream.say(match.joined(0, join.number, rejoined=True), stream.ping())
    await stream.say(turn)
    await stream.answers([turn])
    stream.fail()
    again = await stage.stream(13)
    await again.joined(match, rejoined=True)
    await again.play(match, turns=1)
    await stage.finish(again, match)


def _refusal(join: wire.Join) -> wire.Rejected:
    return wire.Rejected(
        reason=ErrorReason.ERROR_REASON_BAD_TOKEN,
        text="the token names no seat of this server",
        join_number=join.number,
    )
