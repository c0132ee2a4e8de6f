"""`python -m loadtest.clients`: a row as soon as its language is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from loadtest import clients


def test_every_row_is_printed_as_it_comes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """When a language is measured, the rows before it have been printed; what is not built is named."""
    printed_before: dict[str, str] = {}

    def measure(language: str, *, seconds: float) -> dict[str, Any]:
        printed_before[language] = capsys.readouterr().out
        assert seconds == 0.5
        return {"lines": 19, "scenarios": 40, "passed": 39, "decisions_per_s": 12345.6}

    def program_of(language: str) -> Path:
        return tmp_path / "none" if language == "java" else Path("/bin/sh")

    monkeypatch.setattr(clients, "measure", measure)
    monkeypatch.setattr(clients, "program_of", program_of)
    clients.main(["--seconds", "0.5", "go", "java", "rust"])
    assert "conformance" in printed_before["go"]
    go, java = printed_before["rust"].splitlines()
    assert go.split() == ["go", "19", "39", "of", "40", "12,346", "-", "-", "-"]
    assert java == "java is left out: make clients LANGUAGES=java"
    assert capsys.readouterr().out.split()[0] == "rust"
