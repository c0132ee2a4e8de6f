"""Turns and answers: what is taken, what is rejected and why, and what is never in one message."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import any_pb2, json_format, struct_pb2

from gamereferee.v1 import lobby_service_pb2, match_pb2, play_service_pb2
from tests.server.running import BotStream, Referee, Refusal, action_of, bid, terms

Action = play_service_pb2.Action


async def _two_bots(
    referee: Referee, rounds: int = 4, **fields: Any
) -> tuple[str, list[BotStream], list[play_service_pb2.Turn]]:
    """A match of bids that has begun: its id, a stream for each seat, and their first turns."""
    made = await referee.create(config_json=f'{{"rounds": {rounds}}}', **fields)
    streams = [referee.stream(), referee.stream()]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    return made.match.match_id, streams, [await stream.turn() for stream in streams]


def _observed(turn: play_service_pb2.Turn, field: str) -> object:
    struct = struct_pb2.Struct()
    assert turn.observation.Unpack(struct)
    return json_format.MessageToDict(struct)[field]


def _events(wrapped: any_pb2.Any) -> list[dict[str, object]]:
    events = struct_pb2.ListValue()
    assert wrapped.Unpack(events)
    return [json_format.MessageToDict(event.struct_value) for event in events.values]


async def test_a_match_is_played(referee: Referee) -> None:
    """Turns are numbered, say what has happened, and the end says who won and opens the dice."""
    match_id, streams, turns = await _two_bots(referee, rounds=2)
    assert not turns[0].HasField("events")
    await streams[0].answer(turns[0], bid(3))
    await streams[1].answer(turns[1], bid(2))
    turns = [await stream.turn() for stream in streams]
    for seat, turn in enumerate(turns):
        assert (turn.turn, turn.seat, turn.phase) == (2, seat, "bid")
        assert _events(turn.events) == [{"event": "RoundWon", "round": 0, "seat": 0, "price": 3}]
        assert turn.observation.type_url == "type.googleapis.com/google.protobuf.Struct"
        assert _observed(turn, "own_bids") == [3 if seat == 0 else 2]
    await streams[1].answer(turns[1], bid(5))
    await streams[0].answer(turns[0], bid(0))
    ends = [await stream.ended() for stream in streams]
    for seat, ended in enumerate(ends):
        assert (ended.match_id, ended.seat) == (match_id, seat)
        assert _events(ended.events) == [{"event": "RoundWon", "round": 1, "seat": 1, "price": 5}]
        assert ended.outcome.cause == match_pb2.END_CAUSE_RULES
        # One round each; seat 0 has 7 left of its purse, seat 1 has 5.
        assert [result.placement for result in ended.outcome.seats] == [1, 2]
        assert [result.score for result in ended.outcome.seats] == [1, 1]
    assert ends[0].reveal == ends[1].reveal == (await referee.get(match_id)).reveal


async def test_private_events_go_to_their_seat(referee: Referee) -> None:
    """A refused bid is told to who made it, and to nobody else."""
    _, streams, turns = await _two_bots(referee)
    await streams[0].answer(turns[0], bid(99))
    await streams[1].answer(turns[1], bid("all"))
    told = [[e["event"] for e in _events((await s.turn()).events)] for s in streams]
    assert told == [["Notice", "RoundWon"], ["Notice", "RoundWon"]]


async def test_who_waits_for_others_gets_no_turn(referee: Referee) -> None:
    """In a sequential game only the seat on turn is asked."""
    made = await referee.create("toy_draw")
    streams = [referee.stream(), referee.stream()]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    turn = await streams[0].turn()
    await streams[1].settle()
    assert not streams[1].has("turns")
    await streams[1].send(
        actions=[Action(match_id=made.match.match_id, seat=1, turn=1, payload=bid(1))]
    )
    assert await streams[1].refused() == Refusal("EARLY", seat=1, turn=1)
    await streams[0].answer(turn, bid(1))
    assert (await streams[1].turn()).turn == 1


async def test_untimely_answers_are_rejected(referee: Referee) -> None:
    """Duplicate, stale and early ones, each for its reason; the turn that is open stays open."""
    _, streams, turns = await _two_bots(referee)
    await streams[0].answer(turns[0], bid(1))
    await streams[0].answer(turns[0], bid(9))
    assert await streams[0].refused() == Refusal("DUPLICATE", 0, 1)
    await streams[1].answer(turns[1], bid(0))
    second = await streams[0].turn()
    await streams[0].answer(turns[0], bid(9))
    assert await streams[0].refused() == Refusal("STALE", 0, 1)
    for number in (3, 2**31 - 1):
        early = Action(match_id=second.match_id, seat=0, turn=number, payload=bid(1))
        await streams[0].send(actions=[early])
        assert await streams[0].refused() == Refusal("EARLY", 0, number)
    for number in (0, -1, -(2**31)):
        odd = Action(match_id=second.match_id, seat=0, turn=number, payload=bid(1))
        await streams[0].send(actions=[odd])
        assert await streams[0].refused() == Refusal("STALE", 0, number)
    await streams[0].answer(second, bid(1))
    await streams[1].answer(await streams[1].turn(), bid(0))
    assert (await streams[0].turn()).turn == 3
    assert _observed(await streams[1].turn(), "winners") == [0, 0]


async def test_the_first_answer_in_a_message_stands(referee: Referee) -> None:
    """However many come with it."""
    _, streams, turns = await _two_bots(referee, rounds=1)
    await streams[0].send(actions=[action_of(turns[0], bid(value)) for value in (2, 9, 9)])
    assert [await streams[0].refused() for _ in range(2)] == [Refusal("DUPLICATE", 0, 1)] * 2
    await streams[1].answer(turns[1], bid(3))
    assert [seat.score for seat in (await streams[0].ended()).outcome.seats] == [0, 1]


UNREADABLE = {
    "another message": (
        any_pb2.Any(type_url="type.googleapis.com/google.protobuf.Struct"),
        "WRONG_TYPE",
    ),
    "no type": (any_pb2.Any(), "WRONG_TYPE"),
    "a long type": (any_pb2.Any(type_url="x" * 100_000), "WRONG_TYPE"),
    "garbage": (
        any_pb2.Any(type_url="type.googleapis.com/google.protobuf.Value", value=b"\xff" * 50),
        "MALFORMED",
    ),
}
"""Payloads that are no action, and the reason."""


@pytest.mark.parametrize("case", UNREADABLE)
async def test_an_unreadable_answer_leaves_the_turn_open(referee: Referee, case: str) -> None:
    """It is rejected with a short text, and a good one can follow."""
    payload, reason = UNREADABLE[case]
    _, streams, turns = await _two_bots(referee, rounds=1)
    await streams[0].answer(turns[0], payload)
    rejected = await streams[0].next("rejections")
    assert (rejected.seat, rejected.turn) == (0, 1)
    assert play_service_pb2.Rejected(reason="ERROR_REASON_" + reason).reason == rejected.reason
    assert 0 < len(rejected.text) < 300
    await streams[0].answer(turns[0], bid(3))
    await streams[1].answer(turns[1], bid(2))
    assert [seat.score for seat in (await streams[0].ended()).outcome.seats] == [1, 0]


async def test_any_prefix_of_the_type_is_fine(referee: Referee) -> None:
    """What stands before the last slash is not ours to judge."""
    _, streams, turns = await _two_bots(referee, rounds=1)
    payload = any_pb2.Any(type_url="example.org/google.protobuf.Value", value=bid(3).value)
    await streams[0].answer(turns[0], payload)
    await streams[1].answer(turns[1], bid(2))
    assert [seat.score for seat in (await streams[0].ended()).outcome.seats] == [1, 0]


async def test_too_much_garbage_forfeits(referee: Referee) -> None:
    """Twenty unreadable answers, as the protocol's document says; the rival wins."""
    _, streams, turns = await _two_bots(referee)
    for _ in range(19):
        await streams[0].answer(turns[0], any_pb2.Any())
        assert (await streams[0].refused()).reason == "WRONG_TYPE"
    await streams[0].answer(turns[0], any_pb2.Any())
    for stream in streams:
        outcome = (await stream.ended()).outcome
        assert outcome.cause == match_pb2.END_CAUSE_BOT_ERROR
        assert outcome.seats[0].forfeit == match_pb2.FORFEIT_CAUSE_MALFORMED
        assert [seat.placement for seat in outcome.seats] == [2, 1]


async def test_a_foreign_seat_can_t_be_played(referee: Referee) -> None:
    """Nor resigned: not the rival's, not one of a match that does not exist."""
    match_id, streams, turns = await _two_bots(referee, rounds=1)
    await streams[0].answer(turns[1], bid(0))
    assert await streams[0].refused() == Refusal("NOT_YOUR_SEAT", 1, 1)
    await streams[0].send(resigns=[play_service_pb2.Resign(match_id=match_id, seat=1)])
    assert await streams[0].refused() == Refusal("NOT_YOUR_SEAT", 1, 0)
    for seat in (2, -1, 2**31 - 1):
        await streams[0].send(actions=[Action(match_id=match_id, seat=seat, turn=1)])
        assert await streams[0].refused() == Refusal("NOT_YOUR_SEAT", seat, 1)
    await streams[0].send(actions=[Action(match_id="m" * 10_000, seat=0, turn=1)])
    rejected = await streams[0].next("rejections")
    assert rejected.match_id == "m" * 40
    await streams[0].answer(turns[0], bid(1))
    await streams[1].answer(turns[1], bid(3))
    assert [seat.score for seat in (await streams[0].ended()).outcome.seats] == [0, 1]


async def test_resigning_ends_a_duel(referee: Referee) -> None:
    """The rival wins at once; resigning again, or playing on, is over."""
    match_id, streams, turns = await _two_bots(referee)
    resign = play_service_pb2.Resign(match_id=match_id, seat=0)
    await streams[0].send(resigns=[resign])
    for stream in streams:
        outcome = (await stream.ended()).outcome
        assert outcome.cause == match_pb2.END_CAUSE_FORFEIT
        assert outcome.seats[0].forfeit == match_pb2.FORFEIT_CAUSE_RESIGNED
        assert [seat.placement for seat in outcome.seats] == [2, 1]
    await streams[0].send(resigns=[resign], actions=[action_of(turns[0], bid(1))])
    assert [(await streams[0].refused()).reason for _ in range(2)] == ["ENDED", "ENDED"]


async def test_a_turn_is_given_up(referee: Referee) -> None:
    """The default is played at once, long before the deadline, and the match goes on."""
    match_id, streams, turns = await _two_bots(referee, rounds=2)
    skip = play_service_pb2.Skip(match_id=match_id, seat=0, turn=1)
    await streams[1].answer(turns[1], bid(2))
    await streams[0].send(skips=[skip])
    missed = await streams[0].next("missed")
    assert (missed.seat, missed.turn, missed.strikes, missed.forfeited) == (0, 1, 1, False)
    turns = [await stream.turn() for stream in streams]
    assert [turn.turn for turn in turns] == [2, 2]
    assert turns[0].clock.strikes == 1
    await streams[0].send(skips=[skip])
    assert await streams[0].refused() == Refusal("LATE", 0, 1)
    for foreign in (
        play_service_pb2.Skip(match_id=match_id, seat=1, turn=2),
        play_service_pb2.Skip(match_id="elsewhere", seat=1, turn=2),
    ):
        await streams[0].send(skips=[foreign])
        assert await streams[0].refused() == Refusal("NOT_YOUR_SEAT", 1, 2)
    for stream, turn in zip(streams, turns, strict=True):
        await stream.answer(turn, bid(1))
    outcome = (await streams[0].ended()).outcome
    assert [seat.strikes for seat in outcome.seats] == [1, 0]
    assert [seat.given_up for seat in outcome.seats] == [0, 0]
    found = (await referee.get(match_id)).outcome
    assert [(seat.strikes, seat.given_up) for seat in found.seats] == [(1, 1), (0, 0)]
    assert [seat.times.decisions for seat in found.seats] == [1, 2]
    assert not any(seat.HasField("times") for seat in outcome.seats)


async def test_a_seat_resigned_before_the_start_is_out(referee: Referee) -> None:
    """The match is over before it began."""
    made = await referee.create()
    stream = referee.stream()
    await stream.join(made.seat_tokens[0])
    await stream.send(resigns=[play_service_pb2.Resign(match_id=made.match.match_id, seat=0)])
    outcome = (await stream.ended()).outcome
    assert outcome.cause == match_pb2.END_CAUSE_FORFEIT
    assert [seat.placement for seat in outcome.seats] == [2, 1]


async def test_one_message_may_do_everything(referee: Referee) -> None:
    """Joins are taken in before actions, so a bot that knows the rules may answer unasked."""
    made = await referee.create(config_json='{"rounds": 1}')
    other = await referee.create()
    stream = referee.stream()
    await stream.send(
        joins=[
            play_service_pb2.Join(token=token) for token in (*made.seat_tokens, *other.seat_tokens)
        ],
        actions=[
            Action(match_id=made.match.match_id, seat=seat, turn=1, payload=bid(seat))
            for seat in range(2)
        ],
        resigns=[play_service_pb2.Resign(match_id=other.match.match_id, seat=1)],
        ping=play_service_pb2.Ping(number=2**64 - 1),
    )
    ends = {ended.match_id: ended for ended in [await stream.ended() for _ in range(4)]}
    assert ends[made.match.match_id].outcome.cause == match_pb2.END_CAUSE_RULES
    assert ends[other.match.match_id].outcome.cause == match_pb2.END_CAUSE_FORFEIT
    assert (await stream.next("pong")).number == 2**64 - 1
    assert not stream.has("rejections")


async def test_many_seats_are_asked_in_few_messages(referee: Referee) -> None:
    """What is ready for a stream travels together: 40 turns in far fewer messages than turns."""
    matches = [await referee.create(config_json='{"rounds": 3}') for _ in range(20)]
    stream = referee.stream()
    await stream.join(*[token for made in matches for token in made.seat_tokens])
    for _ in range(3):
        turns = [await stream.turn() for _ in range(40)]
        await stream.send(actions=[action_of(turn, bid(1)) for turn in turns])
    ends = [await stream.ended() for _ in range(40)]
    assert len({(ended.match_id, ended.seat) for ended in ends}) == 40
    assert len([r for r in stream.responses if r.turns]) <= 6
    for response in stream.responses:
        seats = [(turn.match_id, turn.seat) for turn in response.turns]
        assert len(seats) == len(set(seats))


async def test_the_round_trip_is_measured_before_play(referee: Referee) -> None:
    """From the ping that follows a join to its pong; absent for a bot that sends none."""
    made = await referee.create()
    answering, silent = referee.stream(), referee.stream()
    await answering.join(made.seat_tokens[0])
    ping = await answering.next("ping")
    referee.pass_time(0.005)
    await answering.send(pongs=[play_service_pb2.Pong(number=ping.number)])
    await answering.settle()
    await silent.join(made.seat_tokens[1])
    started = await answering.next("starts")
    assert started.round_trip.ToMilliseconds() == 5
    assert not (await silent.next("starts")).HasField("round_trip")
    answered, unanswered = (await referee.get(made.match.match_id)).seats
    assert answered.round_trip == started.round_trip
    assert not unanswered.HasField("round_trip")


async def test_clocks_are_told(referee: Referee) -> None:
    """What is left, the bank, and what the last answer cost; the bank only where there is one."""
    control = terms(move_time=5, bank=7, increment=1)
    _, streams, turns = await _two_bots(referee, time_control=control)
    clock = turns[0].clock
    assert clock.remaining.ToNanoseconds() == 12 * 10**9
    assert clock.bank.ToNanoseconds() == 7 * 10**9
    assert not clock.HasField("last_elapsed")
    referee.pass_time(3)
    for stream, turn in zip(streams, turns, strict=True):
        await stream.answer(turn, bid(1))
    clock = (await streams[0].turn()).clock
    assert clock.bank.ToNanoseconds() == 8 * 10**9
    assert clock.HasField("last_elapsed")
    assert clock.HasField("last_lag")
    assert clock.last_elapsed.ToNanoseconds() == 3 * 10**9
    assert clock.last_lag.ToNanoseconds() == 0
    assert clock.strikes == 0

    _, _, turns = await _two_bots(referee, time_control=terms(move_time=5))
    assert not turns[0].clock.HasField("bank")
    _, _, turns = await _two_bots(referee, time_control=terms())
    assert not turns[0].clock.HasField("remaining")


async def test_nothing_on_a_stream_tells_of_the_rivals_answer(referee: Referee) -> None:
    """Byte for byte, but for clocks, whatever an unrevealed answer is and whenever it comes.

    The rival of seat 0 answers before it or after it, with a losing bid of 0 or of 1, or garbles an
    answer first; all that seat 0 is sent until then is the same.
    """

    async def seen(rival_bid: int, *, first: bool, garbles: bool) -> list[bytes]:
        policy = lobby_service_pb2.SeedPolicy(fixed=5)
        match_id, streams, turns = await _two_bots(referee, seed_policy=policy)
        if garbles:
            await streams[1].answer(turns[1], any_pb2.Any())
            await streams[1].refused()
        if first:
            await streams[1].answer(turns[1], bid(rival_bid))
            await streams[1].settle()
        await streams[0].settle()
        await streams[0].answer(turns[0], bid(4))
        await streams[0].settle(2)
        assert streams[0].has("turns") == first
        if not first:
            await streams[1].answer(turns[1], bid(rival_bid))
        await streams[0].turn()
        return _without_clocks(streams[0].responses, match_id)

    expected = await seen(0, first=False, garbles=False)
    assert len(expected) == 3
    assert b"RoundWon" in expected[-1]
    for rival_bid, first, garbles in (
        (0, True, False),
        (1, False, False),
        (1, True, False),
        (1, True, True),
    ):
        assert await seen(rival_bid, first=first, garbles=garbles) == expected


def _without_clocks(responses: list[play_service_pb2.PlayResponse], match_id: str) -> list[bytes]:
    """What was sent, message by message, without what differs between any two matches.

    That is the match's id and commitment, the number of the ping, and clocks. Pongs, which are sent
    whenever the test asks, are left out.
    """
    sent = []
    for response in responses:
        bare = play_service_pb2.PlayResponse()
        bare.CopyFrom(response)
        for turn in bare.turns:
            turn.ClearField("clock")
        for joined in bare.joins:
            joined.ClearField("seed_commitment")
        if bare.HasField("ping"):
            bare.ping.number = 0
        bare.ClearField("pong")
        data = bare.SerializeToString(deterministic=True)
        sent.append(data.replace(match_id.encode(), b"m" * len(match_id)))
    return [data for data in sent if data]
