"""Scenarios about how streams end: after which statuses the bot tries again, and when it gives up."""

from __future__ import annotations

import functools

import grpc

from referee.conformance.opening import seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.verdict import Broken

TRIED_AGAIN = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.OK,
)
"""Statuses of a stream's end after which a bot must connect again."""
FINAL = (
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNAUTHENTICATED,
)
"""Statuses of a stream's end after which a bot must not connect again."""
PATIENCE_S = 2
"""Patience in seconds (how long a bot goes on trying to connect) of bots that are meant to give up."""
GIVING_UP_S = 3.0
"""Time after its patience that a bot may take for a last attempt and its exit, in seconds."""


@scenario("statuses-tried-again", 14)
async def _statuses_tried_again(stage: ScenarioStage) -> None:
    """Streams end during a match, with each status of a passing fault: the bot comes back each time."""
    match = stage.match()
    stream = await seated(stage, match)
    for code in TRIED_AGAIN:
        stream.fail(code)
        expected = f"another stream after the status {code.name}"
        stream = await stage.stream(14, expected)
        await stream.joined(match, rejoined=True, duty=14)
        await stream.play(match, turns=1)
    await stage.finish(stream, match)


async def _final(code: grpc.StatusCode, stage: ScenarioStage) -> None:
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    stream.fail(code)
    await stage.exit(1, duty=14)
    stage.no_other_stream(14, f"no other stream after {code.name}")
    if not stage.stderr.strip():
        raise Broken(14, f"an error that names {code.name}", "nothing on standard error")


for _code in FINAL:
    scenario(
        f"ends-with-{_code.name.lower().replace('_', '-')}",
        14,
        23,
        summary=f"The stream ends with {_code.name}: an error at once, and exit status 1",
    )(functools.partial(_final, _code))


@scenario("ends-early-with-ok", 13, 14)
async def _ends_early_with_ok(stage: ScenarioStage) -> None:
    """The referee ends streams with OK before the match is over, repeatedly: the bot comes back."""
    match = stage.match()
    await stage.start(match)
    for _ in range(3):
        stream = await stage.stream(14, "another stream after an early OK")
        await stream.joins(*match.tokens.values())
        stream.end()
    stream = await stage.stream(14, "another stream after an early OK")
    await stream.seat(match)
    await stream.play(match)
    await stage.finish(stream, match)


@scenario("unavailable-for-good", 13, 23)
async def _unavailable_for_good(stage: ScenarioStage) -> None:
    """Every stream ends with UNAVAILABLE: the bot gives up after the seconds in REFEREE_PATIENCE."""
    match = stage.match()
    stage.fail_all_streams()
    await stage.start(match, env={"REFEREE_PATIENCE": str(PATIENCE_S)})
    began_ns = stage.now_ns()
    await stage.exit(1, duty=13, within_s=stage.timeout_s + PATIENCE_S + GIVING_UP_S)
    took_s = (stage.now_ns() - began_ns) / 1e9
    # Half of it is accepted, as a last long delay may be given up early.
    if took_s < 0.5 * PATIENCE_S:
        raise Broken(13, f"attempts for {PATIENCE_S} s", f"the end after {took_s:.1f} s")
    _check_gave_up(stage)


@scenario("no-referee", 13, 22, 23)
async def _no_referee(stage: ScenarioStage) -> None:
    """Nobody listens: the bot gives up after the seconds in REFEREE_PATIENCE, and names the address."""
    match = stage.match()
    await stage.stop_server()
    await stage.start(match, env={"REFEREE_PATIENCE": str(PATIENCE_S)})
    await stage.exit(1, duty=13, within_s=stage.timeout_s + PATIENCE_S + GIVING_UP_S)
    _check_gave_up(stage)


@scenario("referee-comes-late", 13)
async def _referee_comes_late(stage: ScenarioStage) -> None:
    """Nobody listens when the bot starts, but the referee starts a second later: the bot joins and plays."""
    match = stage.match()
    await stage.stop_server()
    await stage.start(match)
    await stage.pause(1.0)
    await stage.start_server()
    stream = await stage.stream(13, "a stream once there is a referee")
    await stream.seat(match)
    await stream.play(match)
    await stage.finish(stream, match)


@scenario("silent-referee", 5, slow=True)
async def _silent_referee(stage: ScenarioStage) -> None:
    """The referee sends nothing for 40 s: the bot sends a ping after 20 s, then opens another stream."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    # The usual time-out may be shorter than the silence that the bot has to bear.
    stage.timeout_s = max(stage.timeout_s, 60.0)
    stream.answers_pings = False
    silent_ns = stage.now_ns()
    expected = "a ping after 20 s without a word"
    await stream.until(lambda: any(m.HasField("ping") for m in stream.messages), 5, expected)
    _check_time(stage, silent_ns, 18, expected)
    expected = "another stream after 40 s without a word"
    again = await stage.stream(5, expected)
    _check_time(stage, silent_ns, 36, expected)
    await again.joined(match, rejoined=True)
    await again.play(match, turns=1)
    await stage.finish(again, match)


def _check_gave_up(stage: ScenarioStage) -> None:
    # With growing delays a few attempts fit into the patience; a busy loop makes many more.
    if stage.streams > 12:
        seen = f"{stage.streams} attempts in {PATIENCE_S} s"
        raise Broken(13, "growing delays between attempts", seen)
    place = stage.address.rpartition(":")[2]
    if place not in stage.stderr:
        raise Broken(13, f"an error that names the address {stage.address}", "none such on stderr")


def _check_time(stage: ScenarioStage, since_ns: int, least_s: float, expected: str) -> None:
    took_s = (stage.now_ns() - since_ns) / 1e9
    if took_s < least_s:
        raise Broken(5, expected, f"it after {took_s:.1f} s")
