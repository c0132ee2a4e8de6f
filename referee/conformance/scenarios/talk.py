"""Scenarios with chat, and with seats that are out before their match ends, as in games with many seats."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee.conformance.matches import ScriptedMatch
from referee.conformance.opening import seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.stream import BotStream
from referee.conformance.verdict import NotApplicable

REASONS = ("MSG_BAD_TEXT", "MSG_TOO_LONG", "MSG_NO_ROOM", "MSG_TOO_MANY", "STALE", "EARLY")
"""Reasons for which a chat message of a bot can be rejected."""
TEXTS = ("truce?", 'a "quoted" {word}: \\n', "☮ " * 300, "\u202e\U0001f5e1", " ")
"""Chat messages that other seats send."""


@scenario("said-in-turns", 24)
async def _said_in_turns(stage: ScenarioStage) -> None:
    """Turns contain chat messages and open channels: a bot plays on, whether it uses chat or not."""
    matches = stage.matches(3)
    stream = await seated(stage, *matches)
    for _ in range(3):
        await _talk(stream, *matches)
    await stage.finish(stream, *matches)


@scenario("says-rejected", 20, 25)
async def _says_rejected(stage: ScenarioStage) -> None:
    """Chat messages are rejected by numbers that joins also have: the bot plays on in all its seats."""
    matches = stage.matches(len(REASONS))
    stream = await seated(stage, *matches)
    turns = await _ask(stream, *matches)
    actions = await stream.hear(*turns)
    await stream.say(
        *(
            wire.Rejected(
                match_id=turn.match_id,
                seat=turn.seat,
                turn=turn.turn,
                reason=getattr(ErrorReason, f"ERROR_REASON_{name}"),
                text=f"a rejection of the conformance kit: {name.lower()}",
                say_number=number,
            )
            # Numbers that joins are likely to have: a bot must not mix the two up.
            for number, (turn, name) in enumerate(zip(turns, REASONS, strict=True), start=1)
        ),
        stream.ping(),
    )
    await stream.pongs(25)
    await stream.carry_out(turns, actions)
    await stream.play(*matches, turns=2, duty=25)
    await stage.finish(stream, *matches)
    silent = [name for name in REASONS if name not in stage.stderr]
    stage.advise(20, f"rejections are not in its log: {', '.join(silent)}", unless=not silent)


@scenario("talk-over-break", 24)
async def _talk_over_break(stage: ScenarioStage) -> None:
    """The stream breaks after turns with chat, and after answers: the bot sends no message twice."""
    matches = stage.matches(3)
    stream = await seated(stage, *matches)
    await _talk(stream, *matches)
    turns = await _ask(stream, *matches)
    stream.fail()
    again = await stage.stream(13, "another stream after a break")
    await again.joined(*matches, rejoined=True, duty=15)
    await again.say(*turns)
    actions = await again.hear(*turns)
    again.fail()
    last = await stage.stream(13, "another stream after a break")
    await last.joined(*matches, rejoined=True, duty=15)
    await last.carry_out(turns, actions)
    await _talk(last, *matches)
    await stage.finish(last, *matches)


@scenario("out-early", 26)
async def _out_early(stage: ScenarioStage) -> None:
    """The rules put a seat out while its match goes on: the bot plays its other match to the end."""
    out, played = stage.matches(2)
    stream = await seated(stage, out, played)
    await stream.play(out, played, turns=1)
    await stream.say(_out(stream, out, 0))
    await stream.play(played, turns=2, duty=26)
    await stage.finish(stream, played)


@scenario("out-early-alone", 23, 26)
async def _out_early_alone(stage: ScenarioStage) -> None:
    """The only seat is out early: exit status 0, and no complaint that the dice are not revealed."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.say(_out(stream, match, 0))
    await stream.goodbye(26)
    await stage.exit(0, duty=26)
    log = stage.stderr.lower()
    stage.advise(26, "it takes a missing reveal for an unfair one", unless="unfair" not in log)


@scenario("out-round", 23, 26)
async def _out_round(stage: ScenarioStage) -> None:
    """The seats in both matches are out early, their placements still open: exit status 0."""
    first, last = stage.matches(2)
    stream = await seated(stage, first, last)
    await stream.play(first, last, turns=1)
    await stream.say(_out_with_open_place(stream, first))
    await stream.play(last, turns=2, duty=26)
    await stream.say(_out_with_open_place(stream, last))
    await stream.goodbye(26)
    await stage.exit(0, duty=26)
    log = stage.stderr.lower()
    stage.advise(26, "it takes a missing reveal for an unfair one", unless="unfair" not in log)


@scenario("out-early-of-two", 15, 26)
async def _out_early_of_two(stage: ScenarioStage) -> None:
    """One of two seats of a match is out early: the other plays on, and alone is joined after a break."""
    if stage.plugin.game.info.max_seats == 1:
        raise NotApplicable("a match of this game has one seat")
    match = stage.match((0, 1))
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.say(_out(stream, match, 1), *(turns := match.turns()))
    await stream.answers(turns, 26, "an answer of the seat that plays on")
    await stream.ask(match)
    stream.fail()
    again = await stage.stream(13, "another stream after a break")
    await again.joined(match, rejoined=True, duty=26)
    await again.play(match, turns=2, duty=26)
    await stage.finish(again, match)


def _out(stream: BotStream, match: ScriptedMatch, seat: int) -> wire.MatchEnded:
    """Return the message that a seat is out early, with chat messages to the seat; don't send it.

    From then on a join of the seat, on `stream` or another, counts as a broken rule.
    """
    end = stream.out_early(match, seat)
    end.said.extend(_heard(seat))
    return end


def _out_with_open_place(stream: BotStream, match: ScriptedMatch) -> wire.MatchEnded:
    """Return the message that seat 0 is out early, with no placement yet; don't send it.

    The placement still depends on seats that play on. From then on a join of the seat, on `stream`
    or another, counts as a broken rule.
    """
    end = _out(stream, match, 0)
    places = len(end.outcome.seats)
    for result in end.outcome.seats:
        result.placement = result.score = 0
    end.out_round, end.first_place, end.last_place = 3, max(1, places - 1), places
    return end


async def _talk(stream: BotStream, *matches: ScriptedMatch) -> None:
    """Play one turn of each of these matches, with chat messages and open channels in it."""
    running = [match for match in matches if match.turns()]
    if running:
        await stream.answers(await _ask(stream, *running), 24, "an answer to a turn with chat")


async def _ask(stream: BotStream, *matches: ScriptedMatch) -> list[wire.Turn]:
    """Send the open turns of these matches, with chat messages and open channels added.

    Return the turns.
    """
    turns = [turn for match in matches for turn in match.turns()]
    for turn in turns:
        turn.said.extend(_heard(turn.seat))
        # A small game does not have all of these seats: bots need only be able to read the list.
        turn.channels.add(name="MAIN", members=[turn.seat, turn.seat + 1, turn.seat + 2])
        turn.channels.add(name="TILE", number=turn.turn, members=[turn.seat, turn.seat + 2])
    return await stream.ask(*matches)


def _heard(seat: int) -> list[wire.Said]:
    """Return the chat messages that a seat receives: its own, and those of another seat."""
    own = wire.Said(channel="MAIN", seat=seat, text="my own words", round=1, phase="a phase")
    others = [
        wire.Said(channel="TILE", number=index, seat=seat + 1, text=text, round=index)
        for index, text in enumerate(TEXTS)
    ]
    return [own, *others]
