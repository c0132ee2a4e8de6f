"""Scenarios in which an answer is rejected and its turn stays open: the bot must answer again at once."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.ledger import shown_turn
from referee.conformance.log_form import last_line_problem
from referee.conformance.opening import seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream, key_of
from referee.conformance.verdict import Broken

REFUSALS = ("MALFORMED", "WRONG_TYPE")
"""Names of the reasons of rejections after which the turn stays open for another answer."""
AGAIN = "a Skip or another Action for the same turn, at once"


@scenario("answer-refused", 29)
async def _answer_refused(stage: ScenarioStage) -> None:
    """The answer to the latest turn is refused, without a deadline: the bot sends another one, or a Skip."""
    matches = [stage.match(no_clock=True) for _ in REFUSALS]
    stream = await seated(stage, *matches)
    turns = await stream.ask(*matches)
    await stream.hear(*turns)
    for turn, name in zip(turns, REFUSALS, strict=True):
        await stream.say(stage.rejection(turn, name, stays_open=True))
    actions = await stream.hear(*turns, duty=29, expected=AGAIN, times=2)
    await stream.carry_out(turns, actions)
    await stream.play(*matches, turns=2, duty=29)
    status = await stage.finish(stream, *matches, status=(0, 1))
    for turn in turns:
        key = key_of(turn)
        if stream.answered(turn) > 2:
            seen = f"{stream.answered(turn) - 1} for {shown_turn(key)}"
            raise Broken(29, "one answer for each refusal", seen)
    # Allowed, but then the exit status does not show the failures.
    if status == 0:
        stage.advise(29, "refused answers do not count as failures: its exit status is 0")
        return
    first = turns[0]
    problem = last_line_problem(stage.stderr, len(turns), first.match_id, first.turn)
    stage.advise(19, problem, unless=not problem)


@scenario("answer-refused-twice", 29)
async def _answer_refused_twice(stage: ScenarioStage) -> None:
    """A second answer to a turn is refused, too, unless it is a Skip: the bot sends a Skip."""
    match = stage.match(no_clock=True)
    stream = await seated(stage, match)
    turns = await stream.ask(match)
    await stream.hear(*turns)
    await stream.say(stage.rejection(turns[0], "MALFORMED", stays_open=True))
    actions = await stream.hear(*turns, duty=29, expected=AGAIN, times=2)
    if actions[0] is not None:
        await stream.say(stage.rejection(turns[0], "MALFORMED", stays_open=True))
        expected = "a Skip once the second answer is refused"
        actions = await stream.hear(*turns, duty=29, expected=expected, times=3)
        if actions[0] is not None:
            raise Broken(29, expected, "another Action")
    await stream.carry_out(turns, actions)
    await stream.play(match, turns=1, duty=29)
    await stage.finish(stream, match, status=(0, 1))


@scenario("stale-refusal", 29)
async def _stale_refusal(stage: ScenarioStage) -> None:
    """Answers to a missed turn, and to one that is not the latest, are refused: the bot sends no others."""
    missed, older = stage.matches(2)
    stream = await seated(stage, missed, older)
    first, second = await stream.ask(missed, older)
    actions = await stream.hear(first, second)
    await stream.carry_out([second], actions[1:])
    await stream.say(missed.missed(0), *(later := older.turns()))
    await stream.hear(*later)
    await stream.say(stage.rejection(first, "MALFORMED"), stage.rejection(second, "WRONG_TYPE"))
    await stream.say(stream.ping())
    await stream.pongs()
    _check_one_answer(stream, first, second, *later)
    await stream.carry_out(later, await stream.hear(*later))
    await stream.play(missed, older, turns=2, duty=29)
    await stage.finish(stream, missed, older)
    _check_one_answer(stream, first, second, *later)


def _check_one_answer(stream: BotStream, *turns: wire.Turn) -> None:
    for turn in turns:
        if stream.answered(turn) > 1:
            expected = "nothing for a refusal of a turn that is missed, or not the latest"
            raise Broken(29, expected, f"another answer for {shown_turn(key_of(turn))}")
