"""Scenarios with workers that have separate addresses: on which stream a seat is played, and when it moves.

The first stream, `home` in the code, is the one to the address that the bot was started with;
`there` is a stream to a worker.
"""

from __future__ import annotations

import grpc

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee.conformance.matches import ScriptedMatch
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage, WorkerPlace
from referee.conformance.stream import BotStream
from referee.conformance.verdict import Broken, NotApplicable
from referee.replay.wire import SMALL_TURNS, WORKER_ADDRESS

_NOT_THERE = "127.0.0.1:1"
"""Address at which nobody listens."""
_GOES = "a stream to the worker that a seat's Joined names"
_HOME = "a join at home once the stream to the worker has ended"


@scenario("worker", 34)
async def _worker(stage: ScenarioStage) -> None:
    """Two seats move to their matches' worker once it has answered, and are played there."""
    matches = stage.matches(2)
    home, worker = await _begun(stage, *matches, answers_pings=False)
    await home.play(*matches, turns=1)
    there = await worker.stream(_GOES)
    await _pong(there)
    await _seated(home, there, *matches)
    await there.play(*matches, turns=2, duty=34)
    await _finish(stage, there, home, *matches)


@scenario("worker-in-turn", 9, 34)
async def _worker_in_turn(stage: ScenarioStage) -> None:
    """Seats move to a worker after turns were answered: the bot repeats its answers to the worker."""
    matches = stage.matches(4)
    home, worker = await _begun(stage, *matches, answers_pings=False)
    there = await worker.stream(_GOES)
    turns = await home.ask(*matches)
    await home.hear(*turns)
    await _pong(there)
    await _seated(home, there, *matches)
    await there.say(*turns, timed=False)
    await there.answers(turns, 34, "an answer to each turn that comes again at the worker")
    await there.play(*matches, turns=1, duty=34)
    await _finish(stage, there, home, *matches)


@scenario("worker-of-one-seat", 34)
async def _worker_of_one_seat(stage: ScenarioStage) -> None:
    """Two of three seats have a worker each: the third is played on the bot's first stream."""
    one, other, none = matches = stage.matches(3)
    first, second = await stage.open_worker(), await stage.open_worker()
    await stage.start(*matches)
    home = await stage.stream()
    await _ask_for_workers(home, *matches)
    for match, address in ((one, first.address), (other, second.address), (none, "")):
        home.worker_address = address
        await home.seat(match)
    at_first = await _gone(home, first, one)
    at_second = await _gone(home, second, other)
    for stream, match in ((at_first, one), (at_second, other), (home, none)) * 2:
        await stream.play(match, turns=1, duty=34)
    await home.say(*home.ends(none))
    for stream, match in ((at_first, one), (at_second, other)):
        await stream.say(*stream.ends(match))
    for stream in (at_first, at_second, home):
        await stream.goodbye()
    await stage.exit()


@scenario("worker-later", 34)
async def _worker_later(stage: ScenarioStage) -> None:
    """The second join is answered only once the first seat has moved: the second seat moves as well."""
    first, second = matches = stage.matches(2)
    worker = await stage.open_worker()
    await stage.start(*matches)
    home = await stage.stream()
    await _ask_for_workers(home, *matches)
    home.worker_address = worker.address
    await home.seat(first)
    there = await _gone(home, worker, first)
    await there.play(first, turns=1, duty=34)
    if second.tokens[0] in there.present:
        expected = "no join at a worker before the one at home is answered"
        raise Broken(34, expected, "a join of a token that was not answered")
    await home.seat(second)
    await _seated(home, there, second)
    await there.play(*matches, turns=1, duty=34)
    await _finish(stage, there, home, *matches)


@scenario("worker-silent", 34)
async def _worker_silent(stage: ScenarioStage) -> None:
    """The worker accepts the stream and sends nothing: the match stays on the bot's first stream."""
    match = stage.match()
    home, worker = await _begun(stage, match, answers_pings=False)
    there = await worker.stream(_GOES)
    await home.play(match, turns=3, duty=34)
    if there.present:
        raise Broken(34, "no join at a worker that has not answered", "a join")
    await _finish_at_home(stage, home, there, match)


@scenario("worker-out-of-reach", 34)
async def _worker_out_of_reach(stage: ScenarioStage) -> None:
    """Nobody listens at the worker's address: the match stays on the bot's first stream."""
    match = stage.match()
    await stage.start(match)
    home = await stage.stream()
    await _ask_for_workers(home, match)
    home.worker_address = _NOT_THERE
    await home.seat(match)
    await home.play(match, turns=3, duty=34)
    await stage.finish(home, match)


@scenario("worker-lost", 9, 34)
async def _worker_lost(stage: ScenarioStage) -> None:
    """The stream to the worker breaks after answers: the bot repeats them on its first stream."""
    matches = stage.matches(4)
    home, worker = await _begun(stage, *matches)
    there = await _gone(home, worker, *matches)
    await there.play(*matches, turns=1, duty=34)
    turns = await there.ask(*matches)
    await there.hear(*turns, duty=34)
    await _come_home(home, there, *matches)
    await home.say(*turns, timed=False)
    await home.answers(turns, 34, "the same answers again at home")
    await home.play(*matches, turns=1, duty=34)
    await stage.finish(home, *matches)


@scenario("worker-comes-back", 34)
async def _worker_comes_back(stage: ScenarioStage) -> None:
    """The stream to the worker breaks, the next Joined names its address: the seat moves there again."""
    match = stage.match()
    home, worker = await _begun(stage, match)
    there = await _gone(home, worker, match)
    await there.play(match, turns=1, duty=34)
    await _come_home(home, there, match, address=worker.address)
    again = await worker.stream("another stream to the worker")
    await _seated(home, again, match)
    await again.play(match, turns=2, duty=34)
    await _finish(stage, again, home, match)


@scenario("worker-refuses", 34)
async def _worker_refuses(stage: ScenarioStage) -> None:
    """The worker does not know the token: the seat returns to the bot's first stream and stays there."""
    match = stage.match()
    home, worker = await _begun(stage, match)
    there = await worker.stream(_GOES)
    (join,) = await there.joins(match.tokens[0], duty=34)
    home.present.clear()
    await home.say(_taken_over(match))
    await there.say(
        wire.Rejected(
            reason=ErrorReason.ERROR_REASON_BAD_TOKEN,
            join_number=join.number,
            text="a worker of another number of workers",
        )
    )
    await home.joined(match, rejoined=True, duty=34)
    await home.play(match, turns=2, duty=34)
    await _finish_at_home(stage, home, there, match)


@scenario("worker-of-no-service", 34)
async def _worker_of_no_service(stage: ScenarioStage) -> None:
    """The worker's stream ends with UNIMPLEMENTED: no error, and the match stays on the first stream."""
    match = stage.match()
    home, worker = await _begun(stage, match, answers_pings=False)
    there = await worker.stream(_GOES)
    there.fail(grpc.StatusCode.UNIMPLEMENTED)
    await home.play(match, turns=2, duty=34)
    await stage.finish(home, match)


@scenario("worker-while-home-breaks", 34)
async def _worker_while_home_breaks(stage: ScenarioStage) -> None:
    """The first stream breaks while a seat is at a worker: the seat stays there, and is not rejoined."""
    match = stage.match()
    home, worker = await _begun(stage, match)
    there = await _gone(home, worker, match)
    await there.play(match, turns=1, duty=34)
    home.fail()
    again = await stage.stream(13, "another stream home after a break")
    stage.ledger.over[match.tokens[0]] = (34, "it is played at a worker")
    await there.play(match, turns=2, duty=34)
    await _finish(stage, there, again, match)


@scenario("taken-over-at-worker", 15, 17, 34)
async def _taken_over_at_worker(stage: ScenarioStage) -> None:
    """Another process takes over one of two seats at a worker: the bot lets it go and plays the other."""
    lost, kept = stage.matches(2)
    home, worker = await _begun(stage, lost, kept)
    there = await _gone(home, worker, lost, kept)
    await there.play(lost, kept, turns=1, duty=34)
    stage.ledger.close(lost, "another process has taken it over")
    await there.say(_taken_over(lost))
    await there.play(kept, turns=2, duty=17)
    await there.say(*there.ends(kept))
    await there.goodbye()
    await home.goodbye()
    await stage.exit(1)


@scenario("stay", 22, 34)
async def _stay(stage: ScenarioStage) -> None:
    """With REFEREE_STAY=1 no join asks to be sent to workers."""
    match = stage.match()
    await stage.start(match, env={"REFEREE_STAY": "1"})
    await _plays_without(stage, match, WORKER_ADDRESS, 34)


@scenario("plain-turns", 22, 27)
async def _plain_turns(stage: ScenarioStage) -> None:
    """With REFEREE_PLAIN_TURNS=1 no join asks for turns in short form (SmallTurn)."""
    match = stage.match()
    await stage.start(match, env={"REFEREE_PLAIN_TURNS": "1"})
    await _plays_without(stage, match, SMALL_TURNS, 27)


async def _plays_without(
    stage: ScenarioStage, match: ScriptedMatch, feature: str, duty: int
) -> None:
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    if feature in join.features:
        raise Broken(duty, f"no join that asks for {feature}", f"{list(join.features)}")
    await stream.seat(match)
    await stream.play(match)
    await stage.finish(stream, match)


async def _begun(
    stage: ScenarioStage, *matches: ScriptedMatch, answers_pings: bool = True
) -> tuple[BotStream, WorkerPlace]:
    """Start a bot whose seats all have the same worker.

    Return its stream home (to the address it was started with), and the worker.
    """
    worker = await stage.open_worker(answers_pings=answers_pings)
    await stage.start(*matches)
    home = await stage.stream()
    await _ask_for_workers(home, *matches)
    home.worker_address = worker.address
    await home.seat(*matches)
    return home, worker


async def _ask_for_workers(home: BotStream, *matches: ScriptedMatch) -> None:
    """Check that all joins on the stream home (to the bot's first address) ask to be sent to workers.

    Raises:
        NotApplicable: A join does not; this bot does not support workers.
    """
    joins = await home.joins(*(token for match in matches for token in match.tokens.values()))
    if any(WORKER_ADDRESS not in join.features for join in joins):
        raise NotApplicable("it does not ask for the feature worker-address")


async def _gone(home: BotStream, worker: WorkerPlace, *matches: ScriptedMatch) -> BotStream:
    """Wait until these matches' seats have moved to their worker.

    Return the stream to the worker.
    """
    there = await worker.stream(_GOES)
    await _seated(home, there, *matches)
    return there


async def _pong(there: BotStream) -> None:
    """Answer the ping that begins a stream to a worker, on a server that does not answer pings itself."""
    await there.until(lambda: bool(there.messages), 34, "a Ping as a worker's first message")
    await there.say(wire.Pong(number=there.messages[0].ping.number))


async def _seated(home: BotStream, there: BotStream, *matches: ScriptedMatch) -> None:
    """Answer the joins of these matches' seats on the stream to a worker.

    As with a real referee, the seats are at the same time taken over from the stream home.
    """
    tokens = [token for match in matches for token in match.tokens.values()]
    await there.joins(*tokens, duty=34)
    # A worker's stream begins with a Ping: it proves that the worker answers before a seat moves.
    first = there.messages[0]
    if not first.HasField("ping") or first != wire.PlayRequest(ping=first.ping):
        raise Broken(34, "a Ping with nothing else as a worker's first message", f"{first}")
    for token in tokens:
        home.present.pop(token, None)  # from now on it may come again there
    # As a real referee: the join at the worker takes the seat away from the stream home.
    await home.say(*map(_taken_over, matches))
    await there.joined(*matches, rejoined=True, duty=34)
    await there.pongs()


async def _come_home(
    home: BotStream, there: BotStream, *matches: ScriptedMatch, address: str = ""
) -> None:
    """Break the stream to a worker, and answer the joins of its seats on the stream home.

    `address` is the worker address that those answers name; empty for none.
    """
    # The bot has to notice: nothing is sent home about it.
    there.fail()
    home.worker_address = address
    await home.joins(
        *(token for match in matches for token in match.tokens.values()), duty=34, expected=_HOME
    )
    await home.joined(*matches, rejoined=True, duty=34)
    await home.pongs()


async def _finish(
    stage: ScenarioStage, there: BotStream, home: BotStream, *matches: ScriptedMatch
) -> None:
    """End these matches on the stream to their worker.

    Check that the bot closes all streams and exits with status 0.
    """
    await there.say(*there.ends(*matches))
    await there.goodbye()
    await home.goodbye()
    await stage.exit()


async def _finish_at_home(
    stage: ScenarioStage, home: BotStream, there: BotStream, match: ScriptedMatch
) -> None:
    """End a match on the stream home while a stream to a worker is open.

    Check that the bot exits with status 0.
    """
    await home.say(*home.ends(match))
    await home.goodbye()
    there.end()
    await stage.exit()


def _taken_over(match: ScriptedMatch) -> wire.Rejected:
    return wire.Rejected(
        match_id=match.match_id,
        seat=match.seats[0],
        reason=ErrorReason.ERROR_REASON_TAKEN_OVER,
        text="another stream has presented the token",
    )
