"""The search for idioms finds each of them, and leaves plain sentences alone."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.docs.markdown import ROOT

# The tool is a script, not a module of a package.
_TOOL = runpy.run_path(str(ROOT / "tools" / "plain_words.py"))
IDIOMS: tuple[tuple[str, str], ...] = _TOOL["IDIOMS"]
find: Callable[[Path], Iterable[Any]] = _TOOL["find"]

IDIOMATIC = {
    "who": "Who plays thousands of matches installs Numba.",
    "whoever": "Tokens are secret: whoever has one plays. Whoever has none watches.",
    "who in a list": "- Who holds the key may do all of it.",
    "tell": "Tell the seats what was rolled.",
    "told": "Kept by the server from when it is first told.",
    "came to": "What a lane's step came to.",
    "came of": "Return what came of it.",
    "becomes of": "What becomes of bots that flood.",
    "see that": "See that no turn is open.",
    "to see that": "Two streams are opened to see that both get it.",
    "let know": "Let all seats know of it.",
    "know that": "Know that an open turn is going to be handed over.",
    "but for": "All of them but for the last.",
    "in vain": "Share nothing in vain.",
    "anew": "Begin anew.",
    "beside": "A thread that runs beside gRPC.",
    "besides": "Nothing besides is stored.",
    "so many": "After so many steps, stop.",
    "so long": "Give up after so long without an answer.",
    "by itself": "The server stops by itself.",
    "by themselves": "Bots start by themselves.",
    "of its own": "Every match has a clock of its own.",
    "of its own, followed": "A clock of its own that runs from then on.",
    "of your own": "Use a bot of your own.",
    "what it is about": "Say what it is about.",
    "across lines": "A thread of its\n    own.",
}
"""Sentences with one idiom each."""

PLAIN = (
    "Who pays for the wait?",
    "The bot that answers late pays; the one who answers in time does not.",
    "Return X; None if Y.",
    "A failure of its own code costs a bot its turn.",
    "A digest tells two states apart.",
    "So many bots that no core is idle.",
    "It waits for so long that the turn is over.",
    "The note stands beside the figure.",
    "Bots know that a deadline has a margin.",
    "The seats, which have seen that the door is open, go in.",
    "A match ends when one seat is left.",
)
"""Sentences without any."""


def found_in(text: str, name: str, folder: Path) -> list[str]:
    """The idioms of one text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return [each.words for each in find(path)]


@pytest.mark.parametrize("text", IDIOMATIC.values(), ids=IDIOMATIC)
def test_idiom_is_found(text: str, tmp_path: Path) -> None:
    """Each idiom is found once in a docstring."""
    assert len(found_in(f'"""{text}"""\n', "module.py", tmp_path)) == 1


def test_every_pattern_has_a_sentence(tmp_path: Path) -> None:
    """No pattern is without a sentence that it finds."""
    path = tmp_path / "all.py"
    path.write_text("".join(f'"""{text}"""\n' for text in IDIOMATIC.values()), encoding="utf-8")
    assert {each.advice for each in find(path)} == {advice for _, advice in IDIOMS}


@pytest.mark.parametrize("text", PLAIN)
def test_plain_sentence_is_left_alone(text: str, tmp_path: Path) -> None:
    """A sentence of plain English has no finding, as a comment or in a page."""
    assert found_in(f"# {text}\n", "module.py", tmp_path) == []
    assert found_in(f"{text}\n", "page.md", tmp_path) == []


def test_code_is_left_out(tmp_path: Path) -> None:
    """Code in a sentence, fenced code, targets of links, names and words alone are not read."""
    page = "Call `tell()`; see [it](told.md).\n\n```python\ntell()  # anew\n```\n"
    assert found_in(page, "page.md", tmp_path) == []
    assert found_in('told = tell("anew")  # calls `tell`\n', "module.py", tmp_path) == []


def test_place_is_the_idioms_own_line(tmp_path: Path) -> None:
    """The line is the one where the idiom begins, in a docstring of several lines too."""
    path = tmp_path / "module.py"
    path.write_text('"""A module.\n\nIt begins anew.\nWho reads it knows.\n"""\n', encoding="utf-8")
    assert [(each.line, each.words) for each in find(path)] == [(4, "Who"), (3, "anew")]


def test_comments_of_proto_files_are_read(tmp_path: Path) -> None:
    """A comment on a line of its field's block is read, names and numbers are not."""
    text = "// What was told.\nmessage Told {\n  // All `told` seats.\n  int32 told = 1;\n}\n"
    assert found_in(text, "told.proto", tmp_path) == ["told"]


def test_quoting_line_is_left_out(tmp_path: Path) -> None:
    """A line that quotes an idiom on purpose can say so."""
    assert found_in("# begin anew (plain-words: ignore)\n", "module.py", tmp_path) == []
