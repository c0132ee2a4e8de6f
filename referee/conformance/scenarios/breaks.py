"""Scenarios with broken streams: what the bot must send again, what it must not, and when it reconnects."""

from __future__ import annotations

import itertools

import grpc

from referee.conformance.opening import seated, seated_again
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.verdict import Broken

MATCHES = 8
"""Number of matches in scenarios that distinguish a repeated answer from a new decision."""
ATTEMPTS = 5
"""Number of streams that break in a row in the scenario `breaks-in-a-row`."""
FIRST_DELAY_S = 0.1
"""Longest delay before the first new attempt after a break, in seconds."""
SLACK_S = 2.0
"""Time that opening a stream may take on a busy machine in addition to the delay, in seconds."""


@scenario("break-before-joined", 2, 13, 15)
async def _break_before_joined(stage: ScenarioStage) -> None:
    """The stream breaks before joins are answered: the bot sends all tokens again, with their nonces."""
    matches = stage.matches(3)
    await stage.start(*matches)
    stream = await stage.stream()
    await stream.joins(*(token for match in matches for token in match.tokens.values()))
    stream.fail()
    again = await stage.stream(13, "another stream after a break")
    await again.seat(*matches, duty=15)
    await again.play(*matches)
    await stage.finish(again, *matches)


@scenario("break-before-start", 2, 13, 15)
async def _break_before_start(stage: ScenarioStage) -> None:
    """The stream breaks between Joined and MatchStarted: the bot joins the seat again."""
    match = stage.match()
    await stage.start(match)
    stream = await stage.stream()
    await stream.joined(match)
    await stream.pongs()
    stream.fail()
    again = await seated_again(stage, match)
    await again.say(match.started(0))
    await again.play(match)
    await stage.finish(again, match)


@scenario("break-in-turn", 2, 9, 13, 15)
async def _break_in_turn(stage: ScenarioStage) -> None:
    """The stream breaks right after turns were sent: they are sent again, and answered once."""
    matches = stage.matches(3)
    stream = await seated(stage, *matches)
    await stream.play(*matches, turns=1)
    await stream.ask(*matches)
    stream.fail()
    again = await seated_again(stage, *matches)
    turns = await again.ask(*matches)
    await again.answers(turns, 9, "an answer to each open turn that comes again")
    await again.say(again.ping())
    await again.pongs()
    await again.play(*matches, turns=1)
    await stage.finish(again, *matches)


@scenario("answer-lost", 9)
async def _answer_lost(stage: ScenarioStage) -> None:
    """Answered turns are sent again after a break: the bot repeats its answers without deciding again."""
    matches = stage.matches(MATCHES)
    stream = await seated(stage, *matches)
    await stream.play(*matches, turns=1)
    turns = await stream.ask(*matches)
    await stream.hear(*turns)
    stream.fail()
    again = await seated_again(stage, *matches)
    await again.say(*turns, timed=False)
    await again.answers(turns, 9, "the same answers again for turns that come again")
    await again.play(*matches, turns=1)
    await stage.finish(again, *matches)


@scenario("answer-arrived", 9)
async def _answer_arrived(stage: ScenarioStage) -> None:
    """The stream breaks after an answer was taken: the next turn is sent, and answered once."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=2)
    stream.fail()
    again = await seated_again(stage, match)
    await again.play(match, turns=2)
    await stage.finish(again, match)


@scenario("turn-missed-in-break", 9)
async def _turn_missed_in_break(stage: ScenarioStage) -> None:
    """A deadline passes while the stream is broken: the next turn is sent, and answered."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.ask(match)
    stream.fail()
    match.missed(0)
    again = await seated_again(stage, match)
    await again.play(match, turns=2)
    await stage.finish(again, match)


@scenario("match-ended-in-break", 15)
async def _match_ended_in_break(stage: ScenarioStage) -> None:
    """One match ends before a break and one during it: the bot joins only the third match's seat again."""
    before, meanwhile, played = stage.matches(3)
    stream = await seated(stage, before, meanwhile, played)
    await stream.play(before, meanwhile, played, turns=1)
    await stream.say(*stream.ends(before))
    await stream.ask(meanwhile)
    await stream.play(played, turns=1)
    stream.fail()
    again = await seated_again(stage, meanwhile)
    await again.say(*again.ends(meanwhile))
    await again.joined(played, rejoined=True, duty=15)
    await again.play(played, turns=1)
    again.fail()
    last = await seated_again(stage, played)
    await last.play(played, turns=1)
    await stage.finish(last, played)


@scenario("breaks-in-a-row", 13)
async def _breaks_in_a_row(stage: ScenarioStage) -> None:
    """Streams break one after another without a message: the bot waits longer each time."""
    match = stage.match()
    await stage.start(match)
    opened_ns = []
    for _ in range(ATTEMPTS):
        stream = await stage.stream(13, "another stream after a break")
        await stream.joins(*match.tokens.values(), duty=13)
        opened_ns.append(stream.opened_ns)
        stream.fail()
    stream = await stage.stream(13, "another stream after a break")
    opened_ns.append(stream.opened_ns)
    await stream.seat(match)
    await stream.play(match)
    await stage.finish(stream, match)
    # Measured from opening to opening, as the bot's own waits can't be seen from here.
    for attempt, (before, after) in enumerate(itertools.pairwise(opened_ns)):
        longest_s = FIRST_DELAY_S * 2**attempt
        pause_s = (after - before) / 1e9
        # Delays are random between half and all of a length that doubles with each attempt.
        if not 0.5 * longest_s <= pause_s <= longest_s + SLACK_S:
            expected = (
                f"a delay from {longest_s / 2:g} to {longest_s:g} s before attempt {attempt + 2}"
            )
            raise Broken(13, expected, f"{pause_s:.3f} s")


@scenario("delays-begin-anew", 13)
async def _delays_begin_anew(stage: ScenarioStage) -> None:
    """After a stream on which the referee sent messages, the bot's delay is short again."""
    match = stage.match()
    await stage.start(match)
    for _ in range(4):
        stream = await stage.stream(13, "another stream after a break")
        await stream.joins(*match.tokens.values(), duty=13)
        stream.fail()
    stream = await stage.stream(13, "another stream after a break")
    await stream.seat(match)
    await stream.play(match, turns=1)
    broke_ns = stage.now_ns()
    stream.fail()
    again = await seated_again(stage, match)
    pause_s = (again.opened_ns - broke_ns) / 1e9
    if pause_s > FIRST_DELAY_S + 0.7:  # the fifth delay would be 0.8 s at least
        expected = "a delay of 0.1 s at most after the referee was heard"
        stage.advise(13, f"{expected}, but it took {pause_s:.2f} s")
    await again.play(match, turns=1)
    await stage.finish(again, match)


@scenario("referee-restarted", 13, 14)
async def _referee_restarted(stage: ScenarioStage) -> None:
    """The referee stops during a match, its port closed, and starts again: the bot comes back."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.ask(match)
    await stage.stop_server()
    await stage.pause(0.6)
    await stage.start_server()
    again = await seated_again(stage, match)
    await again.play(match, turns=2)
    await stage.finish(again, match)


@scenario("break-at-goodbye", 6, 15)
async def _break_at_goodbye(stage: ScenarioStage) -> None:
    """The stream breaks right after the last match has ended: the bot does not come back."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.say(*stream.ends(match))
    stream.fail(grpc.StatusCode.INTERNAL)
    await stage.exit(0, duty=6)
    stage.no_other_stream(15, "no new stream once all matches are over")
