"""A digest tells states apart, and is the one of the documented bytes."""

from __future__ import annotations

import dataclasses
import hashlib
import struct
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from referee.core.digest import DIGEST_BYTES, hidden_from_digest, state_digest


@dataclasses.dataclass
class State:
    """Three fields that count, and one that does not."""

    lives: npt.NDArray[Any]
    alive: npt.NDArray[Any]
    word: npt.NDArray[Any]
    script: list[int] = dataclasses.field(metadata=hidden_from_digest)


@dataclasses.dataclass
class Word:
    """One field, which counts."""

    word: npt.NDArray[np.uint16]


def make(**changes: object) -> State:
    """A state of two seats, with some fields changed."""
    fields: dict[str, Any] = {
        "lives": np.array([[7, -2], [300, 4]], np.int32),
        "alive": np.array([True, False]),
        "word": np.array(2**63, np.uint64),
        "script": [],
    }
    return State(**{**fields, **changes})


def test_known_bytes() -> None:
    """The digested bytes, written out by hand: a header line a field, then the values."""
    header = b"lives:i4:2,2\nalive:b1:2\nword:u8:\n"
    body = struct.pack("<iiii??Q", 7, -2, 300, 4, True, False, 2**63)
    expected = hashlib.blake2b(header + body, digest_size=16).digest()
    assert state_digest(make()) == expected
    assert len(expected) == DIGEST_BYTES


@pytest.mark.parametrize(
    "change",
    [
        {"lives": np.array([[7, -2], [300, 5]], np.int32)},
        {"lives": np.array([[7, 300], [-2, 4]], np.int32)},
        {"lives": np.array([[7, -2], [300, 4]], np.int64)},
        {"lives": np.array([[7, -2, 300, 4]], np.int32)},
        {"alive": np.array([False, True])},
        {"alive": np.array([1, 0], np.uint8)},
        {"word": np.array(2**63 + 1, np.uint64)},
        {"word": np.array(-(2**63), np.int64)},
    ],
    ids=["value", "order", "dtype", "shape", "bool", "bool as int", "word", "sign"],
)
def test_every_difference_shows(change: dict[str, object]) -> None:
    """Values, order, dtype and shape of each field matter."""
    assert state_digest(make(**change)) != state_digest(make())


def test_what_is_no_part_of_the_state_does_not_show() -> None:
    """Hidden fields, copies and the memory layout don't matter."""
    lives = np.asfortranarray(make().lives)
    assert state_digest(make(script=[1, 2], lives=lives)) == state_digest(make())


def test_a_view_is_digested_like_a_copy() -> None:
    """A match out of a batch, as it lies there among others, is the match by itself."""
    single = make(lives=np.array([[5, 6]], np.int32))
    lives = np.array([[[1, 2]], [[5, 6]], [[3, 4]]], np.int32)
    assert state_digest(make(lives=lives[1])) == state_digest(single)
    assert state_digest(make(lives=lives.transpose(1, 2, 0)[:, :, 1])) == state_digest(single)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lives": np.zeros(2)}, "State.lives has dtype float64"),
        ({"alive": np.array(["a"])}, "State.alive has dtype <U1"),
        ({"alive": np.array([None])}, "State.alive has dtype object"),
        ({"lives": np.zeros(2, ">i4")}, "State.lives is big-endian"),
        ({"word": [1, 2]}, "State.word is no array but list"),
        ({"word": 5}, "State.word is no array but int"),
    ],
)
def test_other_fields_are_errors(change: dict[str, object], message: str) -> None:
    """Only arrays of integers and booleans have the same bytes everywhere."""
    with pytest.raises(TypeError, match=message):
        state_digest(make(**change))


def test_a_state_of_one_field() -> None:
    """It is digested like any other, though a single field comes without a tuple around it."""
    word = np.array([258], np.uint16)
    expected = hashlib.blake2b(b"word:u2:1\n\x02\x01", digest_size=16).digest()
    assert state_digest(Word(word)) == expected


def test_only_dataclasses_have_digests() -> None:
    """Another object has no declared order of fields."""
    with pytest.raises(TypeError, match="is no dataclass"):
        state_digest(object())
