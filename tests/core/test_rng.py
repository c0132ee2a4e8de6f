"""Dice are what the rulebooks' preface says, compiled or not, and evenly distributed."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.rng import (
    NONCE_BYTES,
    Stream,
    commitment,
    draw,
    match_seed,
    mix,
    secret_bytes,
    substream,
)
from tests.helpers import splitmix
from tests.helpers.transcript import SEEDS, SIDES, transcript

ROOT = Path(__file__).parents[2]

UINT64 = st.integers(0, 2**64 - 1)
KEYS = st.lists(st.integers(0, 10_000), max_size=4)


def test_words_from_state_zero() -> None:
    """The known answers of the preface; they are SplitMix64's published ones."""
    stream = Stream.from_state(0)
    assert [stream.next() for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


@pytest.mark.parametrize(
    ("name", "state", "sides", "rolls"),
    [
        ((2008,), 0x3E0B3C8BD4CFDCC7, 6, [4, 6, 1, 4, 5, 4]),
        ((1, 2, 3), 0x8568F7C4E53B5A35, 10, [1, 6, 4, 6, 5, 10]),
    ],
    ids=["stream(2008)", "stream(1, 2, 3)"],
)
def test_named_streams(name: tuple[int, ...], state: int, sides: int, rolls: list[int]) -> None:
    """The known states and rolls of the preface."""
    stream = Stream(*name)
    assert stream.state == state
    assert stream.roll(6, sides) == rolls


@given(UINT64)
def test_mix_and_substream_agree_with_unbounded_integers(state: int) -> None:
    """Both wrap around at 2^64, as the preface writes it."""
    assert int(mix(np.uint64(state))) == splitmix.mixed(state)
    assert int(substream(np.uint64(state), 0)) == splitmix.stream_state(state)


@given(UINT64, KEYS, st.lists(st.integers(-3, 2**63 - 1), max_size=8))
def test_draws_agree_with_unbounded_integers(seed: int, keys: list[int], sides: list[int]) -> None:
    """Any dice of any stream, those of no or one side included."""
    stream = Stream(seed, *keys)
    source = splitmix.words(splitmix.stream_state(seed, *keys))
    assert [stream.draw(n) for n in sides] == splitmix.draws(source, sides)
    assert stream.next() == next(source)


@pytest.mark.parametrize(
    "sides",
    [2**62 + 1, 2**64 // 3 + 1, 3 * 2**61, 2**63 - 1],
    ids=["2^62+1", "2^64/3+1", "3*2^61", "2^63-1"],
)
def test_rejection_near_the_edge(sides: int) -> None:
    """Words of the incomplete last stretch are rolled again; their number is that of the model."""
    taken: list[int] = []

    def counted() -> Iterator[int]:
        for word in splitmix.words(splitmix.stream_state(7)):
            taken.append(word)
            yield word

    expected = splitmix.draws(counted(), [sides] * 200)
    stream = Stream(7)
    assert stream.roll(200, sides) == expected
    state = (splitmix.stream_state(7) + len(taken) * 0x9E3779B97F4A7C15) % 2**64
    assert stream.state == state
    surplus = 2**64 % sides
    assert (len(taken) > 220) == (surplus > 2**61)


def test_dice_of_one_side_consume_nothing() -> None:
    """The kernel gives 1 and the state it was given."""
    for sides in (1, 0, -5):
        value, state = draw(np.uint64(99), sides)
        assert (int(value), int(state)) == (1, 99)


@given(UINT64, st.lists(st.integers(), max_size=20))
def test_shuffle_agrees_with_the_model(seed: int, items: list[int]) -> None:
    """The order is that of Fisher-Yates from the end."""
    expected = splitmix.shuffled(splitmix.words(splitmix.stream_state(seed)), items)
    Stream(seed).shuffle(items)
    assert items == expected


def test_streams_do_not_shift_each_other() -> None:
    """A roll depends on its own stream alone, and neighbours differ."""
    names = [(1,), (1, 0), (1, 0, 0), (1, 1), (2,), (2, 0), (0, 1, 0)]
    apart = [Stream(*name).roll(4, 1000) for name in names]
    streams = [Stream(*name) for name in names]
    together = list(zip(*([s.draw(1000) for s in streams] for _ in range(4)), strict=True))
    assert [tuple(rolls) for rolls in apart] == together
    assert len(set(together)) == len(names)


@pytest.mark.parametrize("sides", [2, 4, 6, 10])
def test_faces_are_equally_likely(sides: int) -> None:
    """Chi-squared of 6,000 rolls stays below its 99.9% quantile in the usual tables.

    One long stream, and the first rolls of many neighbouring streams, which is how games use them.
    """
    bound = {2: 10.83, 4: 16.27, 6: 20.52, 10: 27.88}[sides]
    expected = 6000 / sides
    long = Stream(5).roll(6000, sides)
    first = [Stream(5, game, seat).draw(sides) for game in range(3000) for seat in (0, 1)]
    for rolls in (long, first):
        counts = np.bincount(rolls, minlength=sides + 1)
        assert counts[0] == 0
        assert len(counts) == sides + 1
        assert float(((counts[1:] - expected) ** 2 / expected).sum()) < bound


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    """Chi-squared over the 24 orders of four items (23 degrees: 99.9% quantile 49.73)."""
    counts = dict.fromkeys(itertools.permutations("abcd"), 0)
    for seed in range(4800):
        items = list("abcd")
        Stream(seed).shuffle(items)
        counts[tuple(items)] += 1
    expected = 4800 / math.factorial(4)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 49.73


def test_words_with_and_without_compiler_agree() -> None:
    """An interpreter without Numba rolls what this one does, and both what the model says."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.helpers.transcript"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    told = json.loads(child.stdout)
    assert told["jit"] is False
    expected = []
    for seed in SEEDS:
        source = splitmix.words(splitmix.stream_state(seed, 3, 0))
        expected.append([next(source), next(source), *splitmix.draws(source, list(SIDES))])
    assert told["rows"] == expected
    assert transcript() == expected


def test_commitment_is_sha256_of_seed_and_salt() -> None:
    """The digest of "abc" is an example of FIPS 180-4."""
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert commitment(b"a", b"bc").hex() == digest


def test_match_seed_is_hmac_of_the_nonces() -> None:
    """Written out from RFC 2104, with an absent nonce as 16 zero bytes."""
    server_seed = bytes(range(32))
    nonces = [b"A" * NONCE_BYTES, b"", b"C" * NONCE_BYTES]
    key = server_seed.ljust(64, b"\0")
    message = b"A" * 16 + b"\0" * 16 + b"C" * 16
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    outer = hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()
    assert match_seed(server_seed, nonces) == int.from_bytes(outer[:8], "big")


def test_match_seed_depends_on_who_sent_what() -> None:
    """The same nonces from other seats, or none, make another seed."""
    one, two = b"1" * NONCE_BYTES, b"2" * NONCE_BYTES
    given = [[one, two], [two, one], [one, b""], [b"", one], [b"", b""], [one, two, b""]]
    assert len({match_seed(b"seed", nonces) for nonces in given}) == len(given)


def test_secret_bytes() -> None:
    """They have the length asked for and are not repeated."""
    assert len(secret_bytes(32)) == 32
    assert secret_bytes(32) != secret_bytes(32)
