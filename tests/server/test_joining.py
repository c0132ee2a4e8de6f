"""Joining a stream: tokens, nonces, takeovers, and the order in which a match begins."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2
from gamereferee.v1 import lobby_service_pb2, match_pb2, play_service_pb2
from tests.server.running import Referee, Refusal, bid, running


def _with_secret_of(token: str, other: str) -> str:
    return token.rpartition(".")[0] + "." + other.rpartition(".")[2]


async def test_a_token_gives_its_seat(referee: Referee) -> None:
    """With all that a bot needs to know before its first turn."""
    made = await referee.create(num_seats=3)
    stream = referee.stream()
    joins = [
        play_service_pb2.Join(token=made.seat_tokens[2], number=7, bot_name="b" * 150),
        play_service_pb2.Join(token=made.seat_tokens[0], number=2**64 - 1),
    ]
    await stream.send(joins=joins)
    first, second = [await stream.next("joins") for _ in range(2)]
    match = made.match
    assert first == play_service_pb2.Joined(
        match_id=match.match_id,
        seat=2,
        game="toy_bid",
        game_version=1,
        config=match.config,
        num_seats=3,
        time_control=match.time_control,
        seed_commitment=match.seed_commitment,
        rejoined=False,
        join_number=7,
    )
    assert (second.seat, second.join_number) == (0, 2**64 - 1)
    stands = await referee.get(match.match_id)
    assert [seat.joined for seat in stands.seats] == [True, False, True]
    assert [seat.connected for seat in stands.seats] == [True, False, True]
    assert stands.seats[2].bot_name == "b" * 100
    assert stands.phase == match_pb2.MATCH_PHASE_WAITING


async def test_what_the_rules_hide_of_the_config_is_not_told(referee: Referee) -> None:
    """The levels of Dice Adventure (DA-2.1); the organizer, who has chosen them, sees them."""
    made = await referee.create("dice_adventure", config_json='{"levels": ["L2", "hard"]}')
    stream = referee.stream()
    await stream.send(joins=[play_service_pb2.Join(token=made.seat_tokens[1])])
    told, chosen = dice_adventure_pb2.Config(), dice_adventure_pb2.Config()
    assert (await stream.next("joins")).config.Unpack(told)
    assert made.match.config.Unpack(chosen)
    assert [entry.name for entry in chosen.levels] == ["L2", "hard"]
    assert (len(told.levels), told.num_levels) == (0, 2)


async def test_a_match_begins_when_all_have_joined(referee: Referee) -> None:
    """Joined, then MatchStarted, then the first turn, in that order for each seat."""
    made = await referee.create()
    streams = [referee.stream(), referee.stream()]
    await streams[0].join(made.seat_tokens[0])
    await streams[0].settle()
    assert not streams[0].has("starts")
    await streams[1].join(made.seat_tokens[1])
    for seat, stream in enumerate(streams):
        turn = await stream.turn()
        assert (turn.match_id, turn.seat, turn.turn, turn.phase) == (
            made.match.match_id,
            seat,
            1,
            "bid",
        )
        started = await stream.next("starts")
        assert (started.match_id, started.seat) == (made.match.match_id, seat)
        fields = [
            descriptor.name
            for response in stream.responses
            for descriptor, _ in response.ListFields()
            if descriptor.name in ("joins", "starts", "turns")
        ]
        assert fields.index("joins") <= fields.index("starts")
        assert sum(len(response.turns) for response in stream.responses) == 1
    assert (await referee.get(made.match.match_id)).phase == match_pb2.MATCH_PHASE_RUNNING


@pytest.mark.parametrize(
    "token",
    ["", "x", "..", "a.b.c", "a.0.", "a.0.b.c", "a.-1.b", "a.²0.b", "a.99999.b", "ü" * 5000],
)
async def test_garbage_is_no_token(referee: Referee, token: str) -> None:
    """It is refused by the join's number; the stream goes on."""
    made = await referee.create()
    stream = referee.stream()
    await stream.send(joins=[play_service_pb2.Join(token=token, number=5)])
    rejected = await stream.next("rejections")
    assert rejected.join_number == 5
    assert rejected.match_id == ""
    assert rejected.text == "the token names no seat of this server"
    assert await stream.join(made.seat_tokens[0])


async def test_only_the_right_secret_opens_a_seat(tmp_path: Path) -> None:
    """Not that of another seat, of another match, or of another server."""
    (tmp_path / "other").mkdir()
    async with running(tmp_path) as referee, running(tmp_path / "other") as other:
        one, two = await referee.create(), await referee.create()
        foreign = await other.create()
        token = one.seat_tokens[0]
        wrong = [
            _with_secret_of(token, one.seat_tokens[1]),
            _with_secret_of(token, two.seat_tokens[0]),
            token[:-1],
            token + "A",
            token.replace(".0.", ".2."),
            foreign.seat_tokens[0],
        ]
        stream = referee.stream()
        await stream.present(*wrong)
        assert [await stream.refused() for _ in wrong] == [Refusal("BAD_TOKEN")] * len(wrong)
        for made in (one, two):
            match = await referee.get(made.match.match_id)
            assert not any(seat.joined for seat in match.seats)


async def test_nonces_go_into_the_seed(referee: Referee) -> None:
    """In seat order, whoever came first; a seat without one counts as 16 zero bytes."""
    made = await referee.create(num_seats=3, config_json='{"rounds": 1}')
    stream = referee.stream()
    await stream.join(made.seat_tokens[2], nonce=b"c" * 16)
    await stream.join(made.seat_tokens[0], nonce=b"a" * 16)
    await stream.join(made.seat_tokens[1])
    for _ in range(3):
        await stream.answer(await stream.turn(), bid(1))
    reveal = (await stream.ended()).reveal
    assert list(reveal.nonces) == [b"a" * 16, b"", b"c" * 16]
    digest = hmac.digest(reveal.server_seed, b"a" * 16 + bytes(16) + b"c" * 16, "sha256")
    assert reveal.match_seed == int.from_bytes(digest[:8], "big")
    commitment = hashlib.sha256(reveal.server_seed + reveal.salt).digest()
    assert commitment == made.match.seed_commitment


@pytest.mark.parametrize("length", [1, 15, 17, 1000])
async def test_a_nonce_has_sixteen_bytes(referee: Referee, length: int) -> None:
    """Or none; else the join is refused, with the length."""
    made = await referee.create()
    stream = referee.stream()
    await stream.present(made.seat_tokens[0], nonce=b"n" * length)
    rejected = await stream.next("rejections")
    assert rejected.text == f"join.nonce must be empty or 16 bytes, not {length}"
    assert rejected.join_number == 1
    assert not (await referee.get(made.match.match_id)).seats[0].joined


async def test_only_the_first_nonce_counts(referee: Referee) -> None:
    """Else the last one to join could try nonces until the dice please it."""
    made = await referee.create(config_json='{"rounds": 1}')
    stream = referee.stream()
    await stream.join(made.seat_tokens[0], nonce=b"1" * 16)
    (again,) = await stream.join(made.seat_tokens[0], nonce=b"2" * 16)
    assert again.rejoined
    await stream.join(made.seat_tokens[1])
    for _ in range(2):
        await stream.answer(await stream.turn(), bid(1))
    assert list((await stream.ended()).reveal.nonces) == [b"1" * 16, b""]


async def test_a_seat_can_t_be_joined_for_ever(tmp_path: Path) -> None:
    """A join costs the referee work, so there is a most."""
    async with running(tmp_path, max_joins=3) as referee:
        made = await referee.create()
        stream = referee.stream()
        for _ in range(3):
            await stream.join(made.seat_tokens[0])
        await stream.present(made.seat_tokens[0])
        rejected = await stream.next("rejections")
        assert rejected.text == "the seat was joined 3 times, which is the most allowed"
        assert (await referee.get(made.match.match_id)).seats[0].connected


async def test_a_token_shown_again_takes_the_seat_over(referee: Referee) -> None:
    """The old stream is told, keeps its other seats, and has no say in this one any more."""
    one, two = await referee.create(), await referee.create()
    old, new = referee.stream(), referee.stream()
    await old.join(*one.seat_tokens, *two.seat_tokens)
    turns = {(turn.match_id, turn.seat): turn for turn in [await old.turn() for _ in range(4)]}
    (joined,) = await new.join(one.seat_tokens[1])
    assert joined.rejoined
    assert await old.refused() == Refusal("TAKEN_OVER", seat=1)
    taken = await new.turn()
    assert taken.observation == turns[one.match.match_id, 1].observation
    assert taken.turn == 1

    await old.answer(turns[one.match.match_id, 1], bid(9))
    assert await old.refused() == Refusal("ENDED", seat=1, turn=1)
    await old.answer(turns[two.match.match_id, 0], bid(1))
    await old.answer(turns[two.match.match_id, 1], bid(1))
    assert [(await old.turn()).match_id for _ in range(2)] == [two.match.match_id] * 2
    await old.answer(turns[one.match.match_id, 0], bid(1))
    await new.answer(taken, bid(2))
    assert (await new.turn()).turn == 2
    assert not new.has("rejections")


async def test_a_stream_may_join_its_own_seat_again(referee: Referee) -> None:
    """Nobody is told of a takeover, and the open turn comes again."""
    made = await referee.create()
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    turns = [await stream.turn() for _ in range(2)]
    await stream.join(made.seat_tokens[0])
    again = await stream.turn()
    assert (again.seat, again.turn, again.observation) == (0, 1, turns[0].observation)
    await stream.settle()
    assert not stream.has("rejections")


async def test_one_seat_can_t_be_played_by_two(referee: Referee) -> None:
    """Streams that snatch a seat from each other: the last one has it, and one answer counts."""
    made = await referee.create(config_json='{"rounds": 1}')
    rivals = [referee.stream() for _ in range(3)]
    opponent = referee.stream()
    await opponent.join(made.seat_tokens[1])
    for stream in rivals:
        await stream.join(made.seat_tokens[0])
    turn = await rivals[-1].turn()
    for stream in rivals[:2]:
        await stream.answer(turn, bid(9))
        assert await stream.refused() == Refusal("TAKEN_OVER", seat=0)
        assert (await stream.refused()).reason == "ENDED"
    await opponent.answer(await opponent.turn(), bid(2))
    await rivals[-1].answer(turn, bid(1))
    assert [seat.score for seat in (await opponent.ended()).outcome.seats] == [0, 1]
    await rivals[-1].ended()
    for stream in rivals[:2]:
        await stream.settle()
        assert not stream.has("ends")


async def test_a_fixed_seed_leaves_nonces_out(referee: Referee) -> None:
    """The match seed is the one the organizer gave."""
    policy = lobby_service_pb2.SeedPolicy(fixed=77)
    made = await referee.create(config_json='{"rounds": 1}', seed_policy=policy)
    stream = referee.stream()
    await stream.join(*made.seat_tokens, nonce=b"n" * 16)
    for _ in range(2):
        await stream.answer(await stream.turn(), bid(1))
    assert (await stream.ended()).reveal.match_seed == 77


async def test_a_bot_that_never_joins_forfeits(referee: Referee) -> None:
    """When the join limit is over; its rival wins and is told."""
    made = await referee.create(time_control={"join_limit": {"nanos": 100_000_000}})
    stream = referee.stream()
    await stream.join(made.seat_tokens[1])
    referee.pass_time(0.1)
    outcome = (await stream.ended()).outcome
    assert outcome.cause == match_pb2.END_CAUSE_BOT_ERROR
    assert [seat.placement for seat in outcome.seats] == [2, 1]
    assert outcome.seats[0].forfeit == match_pb2.FORFEIT_CAUSE_ABSENT
    assert outcome.seats[1].forfeit == match_pb2.FORFEIT_CAUSE_UNSPECIFIED


async def test_two_of_three_play_on(referee: Referee) -> None:
    """Without the one that never joined: it plays the default, unasked."""
    limit = {"move_time": {"seconds": 10}, "join_limit": {"nanos": 100_000_000}}
    made = await referee.create(num_seats=3, config_json='{"rounds": 1}', time_control=limit)
    stream = referee.stream()
    await stream.join(made.seat_tokens[0], made.seat_tokens[2])
    referee.pass_time(0.1)
    for _ in range(2):
        await stream.answer(await stream.turn(), bid(1))
    outcome = (await stream.ended()).outcome
    assert outcome.cause == match_pb2.END_CAUSE_RULES
    assert outcome.seats[1].placement == 3


async def test_a_match_that_nobody_joins_is_void(referee: Referee) -> None:
    """Who comes later is told so."""
    made = await referee.create(time_control={"join_limit": {"nanos": 100_000_000}})
    frames = referee.watch(made.match.match_id)
    referee.pass_time(0.1)
    assert (await frames.last()).outcome.cause == match_pb2.END_CAUSE_NOBODY_JOINED
    stream = referee.stream()
    (joined,) = await stream.join(made.seat_tokens[0])
    assert not joined.rejoined
    ended = await stream.ended()
    assert ended.outcome.cause == match_pb2.END_CAUSE_NOBODY_JOINED
    assert ended.outcome.text == "no bot joined any seat"
