"""Fixtures of all tests of tournaments."""

from __future__ import annotations

import pytest

from tests.tournaments.calling import Caller


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Caller:
    """Calls the command."""
    return Caller(monkeypatch, capsys)
