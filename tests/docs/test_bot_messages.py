"""docs/bots/messages.md names every message, field and reason that a bot can meet, and no other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gamereferee.v1 import error_pb2, match_pb2, play_service_pb2
from tests.docs.markdown import ROOT

PAGE = (ROOT / "docs" / "bots" / "messages.md").read_text(encoding="utf-8")


def _reached(root: Any, found: dict[str, Any]) -> dict[str, Any]:
    """All messages of ours that one leads to, by name."""
    if root.file.package == "gamereferee.v1" and root.name not in found:
        found[root.name] = root
        for field in root.fields:
            if field.message_type is not None:
                _reached(field.message_type, found)
    return found


MESSAGES = _reached(
    play_service_pb2.PlayResponse.DESCRIPTOR,
    _reached(play_service_pb2.PlayRequest.DESCRIPTOR, {}),
)


def section(heading: str) -> str:
    """The text under a heading."""
    return re.split(r"^#+ ", PAGE.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[str]:
    """First cells of its tables."""
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def test_every_message_has_a_section() -> None:
    """One each."""
    headings = re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)
    assert sorted(headings) == sorted(MESSAGES)


@pytest.mark.parametrize("name", MESSAGES)
def test_every_field_has_a_row(name: str) -> None:
    """In the order of the message."""
    fields = sorted(MESSAGES[name].fields, key=lambda field: field.number)
    assert rows(section(name)) == [field.name for field in fields]


def test_every_reason_has_a_row() -> None:
    """Those that are never sent and those of other services included."""
    known = error_pb2.ErrorReason.DESCRIPTOR.values_by_name
    names = [name.removeprefix("ERROR_REASON_") for name in known]
    assert sorted(rows(section("Every ErrorReason"))) == sorted(names)


@pytest.mark.parametrize(
    ("message", "field", "enum"),
    [
        ("Outcome", "cause", match_pb2.EndCause.DESCRIPTOR),
        ("SeatResult", "forfeit", match_pb2.ForfeitCause.DESCRIPTOR),
    ],
)
def test_every_cause_is_named(message: str, field: str, enum: Any) -> None:
    """In the row of the field that has it."""
    (row,) = re.findall(rf"^\| `{field}` \|(.*)$", section(message), re.MULTILINE)
    names = list(enum.values_by_name)
    prefix = names[0].removesuffix("UNSPECIFIED")
    expected = {name.removeprefix(prefix) for name in names[1:]}
    assert set(re.findall(r"`([A-Z_]+)`", row)) == expected
