"""What a lane keeps of the answers that it has seen: each distinct one once, and no more than a bound."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import MalformedError
from referee.kit.columns import Column
from referee.kit.rollout.columns import MESSAGE, Ragged, RowColumn
from referee.match.lane import answers
from referee.match.lane.answers import NO_CODE, Codebook
from referee.match.records import MAX_PAYLOAD_BYTES


def _decode(data: bytes) -> bytes:
    if data.startswith(b"!"):
        raise MalformedError("it begins with !")
    return data.upper()


def _book() -> Codebook:
    return Codebook(MESSAGE, action_of=bytes, decode=_decode, encode=bytes)


def test_equal_answers_have_one_code() -> None:
    """And what can't be read has none; the reason is given when it is read alone."""
    book = _book()
    sent = Ragged.of([b"a", b"!b", b"a", b"c"])
    assert book.codes(sent).tolist() == [0, NO_CODE, 0, 1]
    assert book.read(sent, 3) == (b"C", b"c")
    with pytest.raises(MalformedError, match=r"^it begins with !$"):
        book.read(sent, 1)
    assert (book.actions, book.payloads) == ([b"A", b"C"], [b"a", b"c"])


def test_a_long_message_is_none() -> None:
    """As where it comes by itself."""
    book = _book()
    sent = Ragged.of([b"x" * MAX_PAYLOAD_BYTES, b"x" * (MAX_PAYLOAD_BYTES + 1)])
    assert book.codes(sent).tolist() == [0, NO_CODE]
    with pytest.raises(MalformedError, match=r"^the payload has 65537 bytes, more than 65536$"):
        book.read(sent, 1)


def test_only_chosen_answers_are_read() -> None:
    """Answers to turns that aren't open cost no reading, whatever is in them."""
    read: list[bytes] = []

    def decode(data: bytes) -> bytes:
        read.append(data)
        return data

    book = Codebook(MESSAGE, action_of=bytes, decode=decode, encode=bytes)
    sent = Ragged.of([b"stale", b"open", b"early"])
    assert book.codes_of(sent, np.array([False, True, False])).tolist() == [NO_CODE, 0, NO_CODE]
    assert book.codes_of(sent, np.zeros(3, np.bool_)).tolist() == [NO_CODE] * 3
    assert read == [b"open"]


def test_only_chosen_columns_are_looked_at() -> None:
    """Answers of fixed size likewise."""
    column = RowColumn(Column("choice", np.dtype(np.int8), (2,), 0, 100, "Any"))
    book = Codebook(column, action_of=bytes, decode=bytes, encode=bytes)
    sent = np.array([[1, 2], [3, 4], [5, 6]], np.int8)
    chosen = np.array([True, False, True])
    assert book.codes_of(sent, chosen).tolist() == [0, NO_CODE, 1]
    assert book.actions == [b"\x01\x02", b"\x05\x06"]


@pytest.mark.parametrize("bound", ["_MOST", "_MOST_BYTES"])
def test_answers_that_are_not_in_use_are_forgotten(
    monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    """Codes that are in use go on meaning the same; forgotten ones may be learnt again."""
    monkeypatch.setattr(answers, bound, 3)
    book = _book()
    codes = book.codes(Ragged.of([b"a", b"b", b"c", b"d"]))
    used = book.thin_out(np.array([[codes[3], NO_CODE], [codes[1], codes[3]]], np.int32))
    assert [book.payloads[code] for code in used[used != NO_CODE]] == [b"d", b"b", b"d"]
    assert (used == NO_CODE).tolist() == [[False, True], [False, False]]
    assert sorted(book.payloads) == [b"b", b"d"]
    again = book.codes(Ragged.of([b"a", b"d"]))
    assert [book.payloads[code] for code in again] == [b"a", b"d"]


@pytest.mark.parametrize("bound", ["_MOST", "_MOST_BYTES"])
def test_short_answers_are_known_by_their_numbers(
    monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    """A column of single bytes: the same codes as for others, after some are forgotten too."""
    monkeypatch.setattr(answers, bound, 3)
    column = RowColumn(Column("choice", np.dtype(np.int8), (), 0, 100, "Any"))
    book = Codebook(column, action_of=int, decode=bytes, encode=lambda action: b"%d" % action)
    codes = book.codes(np.array([7, 9, -1, 7, 101, 100], np.int8))
    assert codes.tolist() == [0, 1, NO_CODE, 0, NO_CODE, 2]
    assert [book.actions[code] for code in codes[[0, 1, 3, 5]]] == [7, 9, 7, 100]
    again = book.codes(np.array([100, 7], np.int8))
    assert again.tolist() == codes[[5, 0]].tolist()
    more = book.codes(np.array([50], np.int8))
    used = book.thin_out(np.array([codes[0], more[0]], np.int32))
    assert [book.actions[code] for code in used] == [7, 50]
    last = book.codes(np.array([50, 9, 7], np.int8))
    assert [book.actions[code] for code in last] == [50, 9, 7]
