"""Which worker has a match: said by its id, for any number of workers."""

from __future__ import annotations

import secrets
from collections import Counter

import pytest

from referee.server.process.shard import (
    Shard,
    new_match_id,
    nth_handle,
    nth_lane,
    shard_of,
    shard_of_handle,
    shard_of_lane,
    shard_of_request,
)

COUNTS = (1, 2, 3, 64)


@pytest.mark.parametrize("count", COUNTS)
def test_the_first_four_characters_decide(count: int) -> None:
    """CRC-32 of "abcd" is 0xED82CD11 by every implementation of it."""
    for text in ("abcd", "abcdefghijklmnop", "abcdefghijklmnop.1.secret"):
        assert shard_of(text, count) == 0xED82CD11 % count


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("text", ["", "x", "é€\U0001f3b2", "\x00" * 100])
def test_any_text_is_some_workers(text: str, count: int) -> None:
    """So that somebody says that it is no id."""
    assert 0 <= shard_of(text, count) < count


@pytest.mark.parametrize("count", COUNTS)
def test_a_worker_makes_ids_of_its_own(count: int) -> None:
    """In the form of all ids, and no two alike."""
    for index in range(count):
        shard = Shard(index, count)
        ids = {new_match_id(shard, "", secrets.token_bytes) for _ in range(10)}
        assert len(ids) == 10
        for match_id in ids:
            assert len(match_id) == 16
            assert match_id.isalnum()
            assert match_id.islower()
            assert [i for i in range(count) if Shard(i, count).owns(match_id)] == [index]


@pytest.mark.parametrize("made_with", COUNTS)
@pytest.mark.parametrize("asked_with", COUNTS)
def test_a_repeated_request_finds_its_match(made_with: int, asked_with: int) -> None:
    """However many workers there were when it was made."""
    for request_id in ("a", "round 3, table 7", "é"):
        shard = Shard(shard_of_request(request_id, made_with), made_with)
        for maker in (shard, None):
            match_id = new_match_id(maker, request_id, secrets.token_bytes)
            assert len(match_id) == 16
            assert shard_of(match_id, made_with) == shard.index
            assert shard_of(match_id, asked_with) == shard_of_request(request_id, asked_with)
        assert match_id != new_match_id(None, request_id, secrets.token_bytes)


def test_requests_are_spread() -> None:
    """Of a thousand numbered requests each of four workers gets 250, give or take five sigma."""
    shares = Counter(shard_of_request(f"request {number}", 4) for number in range(1000))
    assert all(180 < shares[index] < 320 for index in range(4))


@pytest.mark.parametrize("count", COUNTS)
def test_numbers_of_seats_and_lanes_say_whose_they_are(count: int) -> None:
    """No two workers give the same; the number alone leads to the worker that has given it."""
    for nth, whose, first in ((nth_handle, shard_of_handle, 1), (nth_lane, shard_of_lane, 0)):
        given = [
            [nth(number, Shard(index, count)) for number in range(5)] for index in range(count)
        ]
        assert sorted(number for own in given for number in own) == [
            *range(first, first + 5 * count)
        ]
        for index, own in enumerate(given):
            assert {whose(number, count) for number in own} == {index}
        assert [nth(number, None) for number in range(5)] == [*range(first, first + 5)]


@pytest.mark.parametrize("count", COUNTS)
def test_any_number_of_a_lane_is_some_workers(count: int) -> None:
    """So that somebody says that the stream has no such lane."""
    for number in (0, 1, 77, 2**32 - 1):
        assert 0 <= shard_of_lane(number, count) < count
