"""The tutorial shows what its first programs print."""

from __future__ import annotations

import contextlib
import io

import pytest

from tests.docs.markdown import ROOT, blocks


@pytest.mark.slow
def test_the_tutorial_prints_what_it_shows() -> None:
    """Each block of text is the beginning of what the Python block before it prints."""
    printed = ""
    shown = 0
    for block in blocks(ROOT / "docs/tutorial.md"):
        if block.language == "python" and "referee_client" not in block.text:
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(block.text, {})
            printed = out.getvalue()
        elif block.language == "text" and printed:
            assert printed.startswith(block.text)
            shown += 1
    assert shown == 2
