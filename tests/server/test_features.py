"""What a bot asks for in its join, and nonces that are committed to, over the wire."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.replay.verify import verify
from tests.server.running import BotStream, Referee, Refusal, bid, running, terms

FEATURE = "nonce-commitments"
NONCES = [b"a" * 16, b"b" * 16]
COMMITMENTS = [hashlib.sha256(nonce).digest() for nonce in NONCES]
NONE, PLAIN, COMMITTED, OPENED = (
    match_pb2.NONCE_STATE_NONE,
    match_pb2.NONCE_STATE_PLAIN,
    match_pb2.NONCE_STATE_COMMITTED,
    match_pb2.NONCE_STATE_OPENED,
)


async def commit(
    stream: BotStream, token: str, seat: int, *features: str
) -> play_service_pb2.Joined:
    """Join a seat, asking for features, and commit it to its nonce."""
    join = play_service_pb2.Join(
        token=token, features=features or [FEATURE], nonce_commitment=COMMITMENTS[seat], number=1
    )
    await stream.send(joins=[join])
    joined: play_service_pb2.Joined = await stream.next("joins")
    return joined


async def open_nonce(stream: BotStream, match_id: str, seat: int, nonce: bytes) -> None:
    """Open a seat's nonce."""
    opening = play_service_pb2.OpenNonce(match_id=match_id, seat=seat, nonce=nonce)
    await stream.send(openings=[opening])


def states(nonces: object) -> list[tuple[int, bytes, bytes]]:
    """State, commitment and nonce of each seat."""
    return [(n.state, n.commitment, n.nonce) for n in nonces]  # type: ignore[attr-defined]


async def test_unknown_features_are_ignored(referee: Referee) -> None:
    """What is in force is told, and it is none for a bot that asks for none."""
    made = await referee.create()
    stream = referee.stream()
    joined = await commit(stream, made.seat_tokens[0], 0, "from-the-future", FEATURE)
    assert list(joined.features) == [FEATURE]
    (joined,) = await stream.join(made.seat_tokens[1])
    assert list(joined.features) == []


async def test_a_join_names_few_features(referee: Referee) -> None:
    """At most 32."""
    made = await referee.create()
    stream = referee.stream()
    join = play_service_pb2.Join(token=made.seat_tokens[0], features=["x"] * 33)
    await stream.send(joins=[join])
    rejected = await stream.next("rejections")
    assert rejected.text == "join.features must have at most 32 names, not 33"


@pytest.mark.parametrize("length", [1, 16, 31, 33])
async def test_a_commitment_has_32_bytes(referee: Referee, length: int) -> None:
    """Or none."""
    made = await referee.create()
    stream = referee.stream()
    join = play_service_pb2.Join(token=made.seat_tokens[0], nonce_commitment=b"c" * length)
    await stream.send(joins=[join])
    rejected = await stream.next("rejections")
    assert rejected.text == f"join.nonce_commitment must be empty or 32 bytes, not {length}"


async def test_a_join_has_no_nonce_beside_its_commitment(referee: Referee) -> None:
    """It would be shown before the others have committed themselves."""
    made = await referee.create()
    stream = referee.stream()
    join = play_service_pb2.Join(
        token=made.seat_tokens[0], nonce=NONCES[0], nonce_commitment=COMMITMENTS[0]
    )
    await stream.send(joins=[join])
    rejected = await stream.next("rejections")
    assert rejected.text == "join.nonce must be empty where there is a nonce_commitment"


async def test_both_seats_commit_and_open(anywhere: Referee) -> None:
    """Through a router too, on streams that carry seats of several matches."""
    streams = [anywhere.stream(), anywhere.stream()]
    for _ in range(4):  # so that behind a router each stream leads to both workers
        made = await anywhere.create(config_json='{"rounds": 1}')
        match_id = made.match.match_id
        for seat, stream in enumerate(streams):
            await commit(stream, made.seat_tokens[seat], seat)
        for seat, stream in enumerate(streams):
            shown = await stream.next("commitments")
            assert (shown.match_id, shown.seat) == (match_id, seat)
            assert states(shown.nonces) == [(COMMITTED, c, b"") for c in COMMITMENTS]
        for seat, stream in enumerate(streams):
            await open_nonce(stream, match_id, seat, NONCES[seat])
        for stream in streams:
            started = await stream.next("starts")
            assert states(started.nonces) == [
                (OPENED, c, n) for c, n in zip(COMMITMENTS, NONCES, strict=True)
            ]
            assert started.nonces_committed
            assert not started.seed_fixed
        for stream in streams:
            await stream.answer(await stream.turn(), bid(1))
        reveal = (await streams[0].ended()).reveal
        await streams[1].ended()
        assert list(reveal.nonces) == NONCES
        assert list(reveal.nonce_commitments) == COMMITMENTS
        digest = hmac.digest(reveal.server_seed, b"".join(NONCES), "sha256")
        assert reveal.match_seed == int.from_bytes(digest[:8], "big")


async def test_a_client_of_before_is_told_what_it_was_told_before(referee: Referee) -> None:
    """It has no features, so it hears no commitments, and its start says nothing of nonces."""
    made = await referee.create()
    old, new = referee.stream(), referee.stream()
    await old.join(made.seat_tokens[0], nonce=NONCES[0])
    await commit(new, made.seat_tokens[1], 1)
    shown = await new.next("commitments")
    assert states(shown.nonces) == [(PLAIN, b"", NONCES[0]), (COMMITTED, COMMITMENTS[1], b"")]
    await open_nonce(new, made.match.match_id, 1, NONCES[1])
    started = await new.next("starts")
    assert states(started.nonces) == [
        (PLAIN, b"", NONCES[0]),
        (OPENED, COMMITMENTS[1], NONCES[1]),
    ]
    assert not started.nonces_committed
    told = await old.next("starts")
    told.ClearField("round_trip")
    assert told == play_service_pb2.MatchStarted(match_id=made.match.match_id, seat=0)
    assert not old.has("commitments")


async def test_a_fixed_seed_is_told_before_play(referee: Referee) -> None:
    """To those who ask: nonces have no part in it."""
    made = await referee.create(seed_policy={"fixed": 7})
    stream = referee.stream()
    for seat, token in enumerate(made.seat_tokens):
        await commit(stream, token, seat)
    for seat in range(2):
        await open_nonce(stream, made.match.match_id, seat, NONCES[seat])
    assert (await stream.next("starts")).seed_fixed


async def test_a_wrong_opening_is_rejected(referee: Referee) -> None:
    """And the seat may still open the right one."""
    made = await referee.create()
    stream = referee.stream()
    for seat, token in enumerate(made.seat_tokens):
        await commit(stream, token, seat)
    await open_nonce(stream, made.match.match_id, 0, NONCES[1])
    assert await stream.refused() == Refusal("BAD_NONCE")
    await open_nonce(stream, "nosuchmatch", 0, NONCES[0])
    assert await stream.refused() == Refusal("NOT_YOUR_SEAT")
    for seat in range(2):
        await open_nonce(stream, made.match.match_id, seat, NONCES[seat])
    assert (await stream.next("starts")).nonces_committed


async def test_who_does_not_open_is_marked(referee: Referee) -> None:
    """At the join limit the match begins, and both are told whose nonce is empty."""
    made = await referee.create(time_control=terms(move_time=3600, join_limit=60))
    streams = [referee.stream(), referee.stream()]
    for seat, stream in enumerate(streams):
        await commit(stream, made.seat_tokens[seat], seat)
    for stream in streams:
        await stream.next("commitments")
    await open_nonce(streams[0], made.match.match_id, 0, NONCES[0])
    await streams[0].settle()
    referee.pass_time(60)
    for stream in streams:
        started = await stream.next("starts")
        assert states(started.nonces) == [
            (OPENED, COMMITMENTS[0], NONCES[0]),
            (COMMITTED, COMMITMENTS[1], b""),
        ]


async def test_a_match_taken_up_again_keeps_its_commitments(tmp_path: Path) -> None:
    """The server goes away between commitments and openings; the replay holds all the same."""
    async with running(tmp_path) as referee:
        made = await referee.create(config_json='{"rounds": 1}')
        stream = referee.stream()
        for seat, token in enumerate(made.seat_tokens):
            await commit(stream, token, seat)
        await stream.next("commitments")
        await open_nonce(stream, made.match.match_id, 0, NONCES[0])
        await stream.settle()
    async with running(tmp_path) as referee:
        stream = referee.stream()
        for seat, token in enumerate(made.seat_tokens):
            assert (await commit(stream, token, seat)).rejoined
        assert states((await stream.next("commitments")).nonces) == [
            (COMMITTED, c, b"") for c in COMMITMENTS
        ]
        await open_nonce(stream, made.match.match_id, 1, NONCES[1])
        started = await stream.next("starts")
        assert [n.nonce for n in started.nonces] == NONCES
        for _ in range(2):
            await stream.answer(await stream.turn(), bid(1))
        await stream.ended()
    result = verify(tmp_path / "data" / "replays" / f"{made.match.match_id}.replay")
    assert result.problem is None


async def test_a_seat_that_comes_back_is_told_again_how_the_match_began(referee: Referee) -> None:
    """So that a start that was lost with a stream does not leave the reveal unchecked."""
    made = await referee.create()
    stream = referee.stream()
    for seat, token in enumerate(made.seat_tokens):
        await commit(stream, token, seat)
    for seat in range(2):
        await open_nonce(stream, made.match.match_id, seat, NONCES[seat])
    first = await stream.next("starts")
    again = referee.stream()
    await commit(again, made.seat_tokens[0], 0)
    second = await again.next("starts")
    assert second.nonces == first.nonces
    assert second.nonces_committed
