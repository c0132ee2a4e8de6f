"""The page and the notebook about `play` do what they show."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from referee.play import Match, Matches
from tests.docs.markdown import ROOT, blocks

pytestmark = (
    pytest.mark.slow
)  # the page needs Apache Arrow, which comes with what developers install


def test_the_page_prints_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of text is what the block of Python before it prints."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    printed = None
    shown = 0
    for block in blocks(ROOT / "docs/matches_in_python.md"):
        if block.language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(block.text, names)
            printed = out.getvalue()
        elif block.language == "text":
            assert printed == block.text
            shown += 1
    assert shown == 7


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cell by cell, without what a notebook would draw; its last values can be drawn."""
    notebook = json.loads((ROOT / "examples/first_match.ipynb").read_text())
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    values = []
    for cell in code:
        *lines, last = cell.splitlines()
        if last.startswith(" ") or last.startswith("from "):
            exec(cell, names)
        else:
            exec("\n".join(lines), names)
            values.append(eval(last, names))
    kinds = [type(value) for value in values]
    assert Match in kinds
    assert Matches in kinds
    assert (tmp_path / "first.replay").stat().st_size > 0
    match = next(value for value in values if isinstance(value, Match))
    assert match.html().lower().startswith("<!doctype html>")
    frame = match._repr_html_()
    assert frame is not None
    assert frame.startswith("<iframe srcdoc=")
