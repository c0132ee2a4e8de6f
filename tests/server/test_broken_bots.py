"""Bots that are slow, silent, stuck, gone or back again: their rivals get their results."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.core.time_control import SECOND
from referee.server.services import outbox
from tests.server.proxy import proxy_to
from tests.server.running import BotStream, Problem, Referee, Refusal, bid, terms, untimed
from tests.server.stuck import hundred_matches, stuck_bot

BRISK = terms(move_time=0.15, lag_margin=0.15, strikes=3)
"""Three misses, and a silent bot is out."""


async def _played_out(
    referee: Referee, match_id: str, stream: BotStream, seats: int = 1
) -> list[play_service_pb2.MatchEnded]:
    """Answer whatever comes until the matches of so many seats are over; how they ended.

    The rival in this match never answers: its deadline comes when nothing else is left to be done.
    """
    ends: list[play_service_pb2.MatchEnded] = []
    while len(ends) < seats:
        await stream.settle()
        if stream.has("turns"):
            await stream.answer(await stream.turn(), bid(0))
        elif stream.has("ends"):
            ends.append(await stream.ended())
        else:
            await referee.pass_deadline(match_id)
    return ends


def _lost_on_time(outcome: match_pb2.Outcome, seat: int) -> bool:
    return (
        outcome.cause == match_pb2.END_CAUSE_BOT_TIME
        and outcome.seats[seat].forfeit == match_pb2.FORFEIT_CAUSE_TIME
        and outcome.seats[seat].strikes == 3
        and [result.placement for result in outcome.seats] == [2 - (seat != 0), 1 + (seat != 0)]
    )


async def test_a_silent_bot_misses_strikes_and_forfeits(referee: Referee) -> None:
    """Each miss is told with its count, the last one as the forfeit; then comes the end."""
    made = await referee.create(time_control=BRISK)
    rival, silent = referee.stream(), referee.stream()
    await rival.join(made.seat_tokens[0])
    await silent.join(made.seat_tokens[1])
    (ended,) = await _played_out(referee, made.match.match_id, rival)
    assert _lost_on_time(ended.outcome, seat=1)
    missed = [await silent.next("missed") for _ in range(3)]
    assert [(m.turn, m.strikes, m.strikes_limit, m.forfeited) for m in missed] == [
        (1, 1, 3, False),
        (2, 2, 3, False),
        (3, 3, 3, True),
    ]
    assert {(m.match_id, m.seat) for m in missed} == {(made.match.match_id, 1)}
    assert _lost_on_time((await silent.ended()).outcome, seat=1)
    turns = [await silent.turn() for _ in range(3)]
    assert [turn.clock.strikes for turn in turns] == [0, 1, 2]
    assert not silent.has("turns")


async def test_without_a_limit_no_number_of_strikes_forfeits(referee: Referee) -> None:
    """The match is played to its end by defaults."""
    control = terms(move_time=0.005, lag_margin=0, strikes=0)
    made = await referee.create(config_json='{"rounds": 5}', time_control=control)
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    for _ in range(5):
        await referee.pass_deadline(made.match.match_id)
    outcome = (await stream.ended()).outcome
    assert outcome.cause == match_pb2.END_CAUSE_RULES
    assert [result.strikes for result in outcome.seats] == [5, 5]


async def test_an_answer_after_the_deadline_is_late(referee: Referee) -> None:
    """It changes nothing; the next turn can be answered."""
    control = terms(move_time=0.02, lag_margin=0, strikes=0)
    made = await referee.create(config_json='{"rounds": 3}', time_control=control)
    rival, slow = referee.stream(), referee.stream()
    await rival.join(made.seat_tokens[0])
    await slow.join(made.seat_tokens[1])
    first = await slow.turn()
    await referee.pass_deadline(made.match.match_id)
    await slow.next("missed")
    await slow.answer(first, bid(9))
    assert await slow.refused() == Refusal("LATE", seat=1, turn=1)
    await referee.pass_deadline(made.match.match_id)
    await slow.answer(first, bid(9))
    assert await slow.refused() == Refusal("STALE", seat=1, turn=1)
    turns = [await slow.turn() for _ in range(2)]
    await slow.answer(turns[-1], bid(2))
    await slow.settle()
    await referee.pass_deadline(made.match.match_id)  # the rival misses it
    outcome = (await rival.ended()).outcome
    assert [result.strikes for result in outcome.seats] == [3, 2]


async def test_no_deadline_means_that_a_match_waits(referee: Referee) -> None:
    """For a bot that is gone, and comes back."""
    made = await referee.create(config_json='{"rounds": 1}', time_control=terms())
    rival, gone = referee.stream(), referee.stream()
    await rival.join(made.seat_tokens[0])
    await gone.join(made.seat_tokens[1])
    await gone.turn()
    await gone.break_off()
    await rival.answer(await rival.turn(), bid(1))
    await rival.settle()
    assert not rival.has("ends")
    back = referee.stream()
    await back.join(made.seat_tokens[1])
    await back.answer(await back.turn(), bid(2))
    assert (await rival.ended()).outcome.cause == match_pb2.END_CAUSE_RULES


async def test_a_bot_that_comes_back_gets_its_open_turn(referee: Referee) -> None:
    """The same one, with what has happened since its last turn, and with less time."""
    made = await referee.create(time_control=terms(move_time=60))
    rival, first = referee.stream(), referee.stream()
    await rival.join(made.seat_tokens[0])
    await first.join(made.seat_tokens[1])
    for stream in (rival, first):
        await stream.answer(await stream.turn(), bid(3))
    turn = await first.turn()
    assert turn.turn == 2
    assert turn.HasField("events")
    await first.break_off()
    referee.pass_time(2)
    second = referee.stream()
    (joined,) = await second.join(made.seat_tokens[1])
    assert joined.rejoined
    again = await second.turn()
    left = turn.clock.remaining.ToNanoseconds() - again.clock.remaining.ToNanoseconds()
    assert left == 2 * SECOND
    for one in (turn, again):
        one.ClearField("clock")
    assert again == turn
    await second.answer(again, bid(1))
    await rival.answer(await rival.turn(), bid(1))
    assert (await second.turn()).turn == 3


async def test_an_answer_given_before_the_break_stands(referee: Referee) -> None:
    """The turn does not come again, and can't be answered again."""
    made = await referee.create(config_json='{"rounds": 1}')
    rival, first = referee.stream(), referee.stream()
    await rival.join(made.seat_tokens[0])
    await first.join(made.seat_tokens[1])
    turn = await first.turn()
    await first.answer(turn, bid(2))
    await first.settle()
    await first.break_off()
    second = referee.stream()
    await second.join(made.seat_tokens[1])
    await second.settle()
    assert not second.has("turns")
    await second.answer(turn, bid(9))
    assert await second.refused() == Refusal("DUPLICATE", seat=1, turn=1)
    await rival.answer(await rival.turn(), bid(1))
    assert [seat.score for seat in (await second.ended()).outcome.seats] == [0, 1]


async def test_who_comes_back_after_the_end_is_told_how_it_ended(referee: Referee) -> None:
    """At once, with the last events, as often as it asks; nobody is told of a takeover."""
    match_id, streams = await referee.play(1, 2)
    token = referee.server.lobby.tokens(referee.server.lobby.match(match_id))[0]
    late = [referee.stream() for _ in range(2)]
    for stream in late:
        (joined,) = await stream.join(token)
        assert (joined.match_id, joined.rejoined) == (match_id, True)
        ended = await stream.ended()
        assert ended.outcome == untimed((await referee.get(match_id)).outcome)
        assert ended.HasField("events")
        assert ended.reveal.server_seed
    for stream in (*streams, *late):
        await stream.settle()
        assert not stream.has("rejections")
        await stream.finish()
        assert (await stream.status()).code == "OK"


async def test_a_stream_ends_when_its_matches_have(referee: Referee) -> None:
    """A bot may close its side at once and still play: its turns are answered by default."""
    made = await referee.create(config_json='{"rounds": 2}', time_control=BRISK)
    rival, closing = referee.stream(), referee.stream()
    await rival.join(made.seat_tokens[0])
    await closing.join(made.seat_tokens[1])
    await closing.finish()
    (ended,) = await _played_out(referee, made.match.match_id, rival)
    assert ended.outcome.cause == match_pb2.END_CAUSE_RULES
    assert ended.outcome.seats[1].strikes == 2
    assert (await closing.status()).code == "OK"
    assert closing.responses[-1].ends


@pytest.mark.parametrize("kind", ["killed", "broken off", "vanished", "stuck"])
async def test_the_rival_of_a_bot_that_is_gone_gets_its_result(
    referee: Referee, tmp_path: Path, kind: str
) -> None:
    """Whether its connection says goodbye, breaks, falls silent, or fills up unread."""
    made = await referee.create(time_control=BRISK)
    other = await referee.create()
    async with proxy_to(referee.address, tmp_path) as proxy:
        gone, rival = referee.stream(proxy.address), referee.stream()
        await gone.join(made.seat_tokens[0])
        match kind:
            case "killed":
                proxy.cut()
            case "broken off":
                await gone.break_off()
            case "vanished":
                proxy.swallow()
            case "stuck":
                proxy.stop_reading()
        await rival.join(made.seat_tokens[1], *other.seat_tokens)
        ends = await _played_out(referee, made.match.match_id, rival, 3)
        outcomes = {ended.match_id: ended.outcome for ended in ends}
        assert _lost_on_time(outcomes[made.match.match_id], seat=0)
        assert outcomes[other.match.match_id].cause == match_pb2.END_CAUSE_RULES


@pytest.mark.slow
async def test_a_bot_that_does_not_read_is_cut_off(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what waits for it would fill the memory; its match and all others go on.

    Should it read after all, it learns why.
    """
    monkeypatch.setattr(outbox, "FULL_MESSAGES", 2)
    monkeypatch.setattr(outbox, "BATCH_BYTES", 20_000)
    matches = await hundred_matches(referee)
    async with stuck_bot(referee, matches, tmp_path) as (stuck, proxy):
        watched = referee.watch(matches[-1].match.match_id)
        rivals = [referee.stream() for _ in range(10)]  # for none of them is there much to read
        for number, rival in enumerate(rivals):
            await rival.join(*[made.seat_tokens[1] for made in matches[number::10]])
        for _ in range(20):
            for made in matches:
                await referee.pass_deadline(made.match.match_id)
            for rival in rivals:
                await rival.settle()
        assert (await watched.last()).outcome.cause == match_pb2.END_CAUSE_RULES
        for number, rival in enumerate(rivals):
            for _ in matches[number::10]:
                assert (await rival.ended()).outcome.cause == match_pb2.END_CAUSE_RULES
        assert len(referee.server.lobby.sessions) == len(rivals)
        proxy.read_on()
        assert await stuck.status() == Problem(
            "RESOURCE_EXHAUSTED", "NOT_READING", "more than 2 full messages are waiting to be read"
        )


async def test_a_bot_process_may_close_and_open_streams_at_will(referee: Referee) -> None:
    """A hundred streams for one seat, each broken off in the middle of its turn."""
    made = await referee.create(config_json='{"rounds": 2}')
    rival = referee.stream()
    await rival.join(made.seat_tokens[0])
    for _ in range(100):
        stream = referee.stream()
        await stream.join(made.seat_tokens[1])
        turn = await stream.turn()
        assert turn.turn == 1
        await stream.break_off()
    stream = referee.stream()
    await stream.join(made.seat_tokens[1])
    for number in (1, 2):
        turn = await stream.turn()
        assert turn.turn == number
        await stream.answer(turn, bid(1))
        await rival.answer(await rival.turn(), bid(0))
    assert [seat.score for seat in (await stream.ended()).outcome.seats] == [0, 2]
