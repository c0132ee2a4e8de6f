"""Bots of other languages that take turns in columns pass the scenarios of the protocol for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import process
from tests.languages.built import need

LANGUAGES = ("go", "rust", "typescript")
"""Languages whose SDK takes turns in columns; Python's is in `tests/conformance`."""
SCENARIOS = ("lanes", "lanes-of-two-seats", "lane-left", "lanes-over-break")


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_bot_passes(language: str, tmp_path: Path) -> None:
    """Each row is answered on its lane, and a single turn as ever; none is skipped."""
    bot = need(language, "diceman", "columns_bot")
    report = tmp_path / "report.json"
    only = [word for name in SCENARIOS for word in ("--only", name)]
    ran = process("conformance", *only, "--json", str(report), "--", bot)
    assert ran.status == 0, ran.err
    played = {
        each["scenario"]: each["verdict"] for each in json.loads(report.read_text())["scenarios"]
    }
    assert played == dict.fromkeys(SCENARIOS, "passed")
