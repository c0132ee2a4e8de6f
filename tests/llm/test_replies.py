"""The answer of a reply: the last object with the right fields, and never a guess."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.replies import LONGEST_READ, find_answer

FIELDS = frozenset({"dice", "end"})
GOOD = {"dice": [0, 1]}

CASES = {
    "an object alone": ('{"dice": [0, 1]}', GOOD),
    "prose before it": ('I take magic {and} priority.\n{"dice": [0, 1]}', GOOD),
    "prose behind it": ('{"dice": [0, 1]} is what I play.', GOOD),
    "a fence": ('So:\n```json\n{"dice": [0, 1]}\n```\nGood luck!', GOOD),
    "a fence without a language": ('```\n{"dice": [0, 1]}\n```', GOOD),
    "the last of two": ('{"dice": [2, 3]}, no: {"dice": [0, 1]}', GOOD),
    "the last of two fences": (
        '```json\n{"dice": [2, 3]}\n```\nbut\n```json\n{"dice": [0, 1]}\n```',
        GOOD,
    ),
    "a fence before a later bare one": ('```json\n{"dice": [0, 1]}\n```\n{"dice": [2, 3]}', GOOD),
    "a later object with other fields": ('{"dice": [0, 1]} {"thought": "hm"}', GOOD),
    "an empty object behind it": ('{"dice": [0, 1]} and {}', GOOD),
    "an empty object alone": ("{}", {}),
    "braces of prose around it": ('{{{ {"dice": [0, 1]} }}}', GOOD),
    "a brace in a text": ('{"dice": [0, 1], "end": "}"}', {"dice": [0, 1], "end": "}"}),
}
"""Replies, and the answer that each has."""

NONE = {
    "nothing": "",
    "prose alone": "I choose magic and priority, dice 0 and 1.",
    "a list": "[0, 1]",
    "an object that does not end": '{"dice": [0, 1]',
    "single quotes": "{'dice': [0, 1]}",
    "a number that JSON has not": '{"dice": [NaN, 1]}',
    "a thousand braces": "{" * 100_000,
    "objects within objects": '{"dice":' * 50_000,
    "a number of many digits": '{"dice": [' + "9" * 10_000 + "]}",
}
"""Replies without an answer."""


@pytest.mark.parametrize("case", CASES)
def test_an_answer_is_the_last_object_with_known_fields(case: str) -> None:
    """Fenced ones come first, whatever stands around them."""
    reply, expected = CASES[case]
    assert find_answer(reply, FIELDS) == (expected, True)


@pytest.mark.parametrize("case", NONE)
def test_nothing_else_is_an_answer(case: str) -> None:
    """No reply without an object is taken for one, however it looks."""
    assert find_answer(NONE[case], FIELDS) == (None, False)


def test_an_object_with_other_fields_is_shown_as_unknown() -> None:
    """So that a correction can name what is wrong with it."""
    assert find_answer('{"move": 1}', FIELDS) == ({"move": 1}, False)


def test_only_the_end_of_a_long_reply_is_read() -> None:
    """What stands far before the end is no answer."""
    assert find_answer('{"dice": [0, 1]}' + " " * LONGEST_READ, FIELDS) == (None, False)
    assert find_answer("x" * 1_000_000 + '{"dice": [0, 1]}', FIELDS) == (GOOD, True)


@given(st.text(alphabet='{}[]":,`\n jsondice01\\', max_size=300))
def test_no_text_raises(reply: str) -> None:
    """Whatever is made of the signs of JSON is read or passed over."""
    found, is_known = find_answer(reply, FIELDS)
    assert found is None or isinstance(found, dict)
    assert not is_known or (found is not None and found.keys() <= FIELDS)


@given(
    st.text(max_size=60),
    st.dictionaries(st.sampled_from(sorted(FIELDS)), st.integers(), min_size=1),
)
def test_an_answer_in_a_fence_is_found_behind_any_prose(prose: str, answer: dict[str, int]) -> None:
    """Prose does not hide it."""
    reply = f"{prose.replace('`', '')}\n```json\n{json.dumps(answer)}\n```\n"
    assert find_answer(reply, FIELDS) == (answer, True)
