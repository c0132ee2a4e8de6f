"""docs/bots/errors.md: its log lines are those that the SDK writes."""

from __future__ import annotations

import re

import pytest

from tests.docs.markdown import ROOT

PAGE = (ROOT / "docs" / "bots" / "errors.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\| (info|warning|error) \| `([^`]+)` \|", PAGE, re.MULTILINE)
_CALL = re.compile(r'log\.(info|warning|error|exception)\(\s*(?:f?)"((?:[^"\\]|\\.)*)"', re.DOTALL)


def written() -> list[tuple[str, str]]:
    """Level and text of all that the Python SDK logs."""
    source = ROOT / "clients" / "python" / "referee_client"
    calls = [call for path in source.glob("*.py") for call in _CALL.findall(path.read_text())]
    return [("error" if level == "exception" else level, text) for level, text in calls]


def pattern(text: str) -> str:
    """What a log line of this format looks like, `…` standing for anything."""
    escaped = re.escape(text.removeprefix("%s: "))
    return re.sub(r"%(?:\\\.\d)?[sdf]", ".*", escaped)


def test_lines_are_found() -> None:
    """On the page, and in the SDK."""
    assert len(LINES) >= 10
    assert len(written()) >= 10


@pytest.mark.parametrize(("level", "line"), LINES)
def test_each_line_is_written(level: str, line: str) -> None:
    """At that level."""
    begins = [
        text
        for found, text in written()
        if found == level
        and (re.match(pattern(text), line) or text.removeprefix("%s: ").startswith(line))
    ]
    assert [text for text in begins if text != "%s"]
