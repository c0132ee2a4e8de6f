"""JSON of strangers is read, or refused with a sentence; nothing that is read breaks what comes next."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import MalformedError
from referee.core.json_text import MAX_DEPTH, read_json


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("NaN", "NaN is no number"),
        ("[-Infinity]", "-Infinity is no number"),
        ("1e999", "too large a number"),
        ("9" * 5000, "no JSON"),
        ('"\\ud800"', "half of a surrogate pair"),
        ('{"\\udfff": 1}', "half of a surrogate pair"),
        ('["\ud800"]', "half of a surrogate pair"),
        (b'"\xed\xa0\x80"', "no JSON"),
        (b'"\xff"', "no JSON"),
        ('{"a":1}'.encode("utf-16"), "no JSON"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "nested more than 64 deep"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested more than 64 deep"),
        ("[" * 400_000, "nested|no JSON"),
    ],
)
def test_what_could_break_a_later_step_is_refused(text: str | bytes, why: str) -> None:
    """It is said what was wrong."""
    with pytest.raises(MalformedError, match=why):
        read_json(text)


@pytest.mark.parametrize("text", ['"\\ud83d\\ude00"', b'\xef\xbb\xbf{"a": [1.5, null, true]}', "7"])
def test_json_is_read(text: str | bytes) -> None:
    """Pairs of surrogates are one character, and a mark of byte order is passed over."""
    assert read_json(text) == json.loads(text)


def test_the_depth_that_is_allowed() -> None:
    """It counts lists and objects; what is in the innermost does not matter."""
    assert read_json("[" * MAX_DEPTH + "1" + "]" * MAX_DEPTH)


@given(st.one_of(st.text(), st.binary()))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    """Nothing else is raised, and what was read can be sent as UTF-8."""
    with contextlib.suppress(MalformedError):
        json.dumps(read_json(text), ensure_ascii=False, allow_nan=False).encode()
