"""Matches as readable data: each file of `transcripts/` is a story, command by command, with all that follows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.match.transcript import run

FOLDER = Path(__file__).parent / "transcripts"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_match(path: Path) -> None:
    """Every command has the effects that stand below it, in that order, and no others.

    With TRANSCRIPTS=write in the environment the files are written anew: read every line of the difference.
    """
    answered = run(path)
    if os.environ.get("TRANSCRIPTS") == "write":
        path.write_text(answered, encoding="utf-8")
    assert answered == path.read_text(encoding="utf-8")
