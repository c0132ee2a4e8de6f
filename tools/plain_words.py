"""Find idioms that house style keeps out, in docstrings, comments, messages and documents.

`python tools/plain_words.py PATH...` prints each as `path:line: word: what to write instead` and exits with 1 if
there are any; without paths it reads `FOLDERS`. In Python, names are free: docstrings, comments and strings with a
blank in them are read. In Markdown, code is left out.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["FOLDERS", "IDIOMS", "Found", "find", "main"]

ROOT = Path(__file__).resolve().parents[1]

FOLDERS = ("referee", "tournaments", "clients/python", "envs", "arena", "tools", "docs")
"""What is read where nothing is named."""

IDIOMS: tuple[tuple[str, str], ...] = (
    (
        r"(?:^|(?<=[.:;!] ))Who(?:ever)?\b(?![^.]*\?)",
        "name the role: 'A bot that ...', or use the imperative",
    ),
    (r"\b(?:tells?|told|telling)\b", "name the act: send, report, show, encode, document, say"),
    (
        r"\b(?:comes?|came|coming) (?:of|to)\b",
        "a noun: 'the result of ...'; 'reaches', 'amounts to'",
    ),
    (r"\b(?:sees?|seen) that\b", "check, ensure, mark, record"),
    (r"\b(?:[Ll]et|lets) (?:\w+ ){1,4}know\b", "notify, report to"),
    (r"\b[Kk]nows? that\b", "mark, record, note"),
    (r"\bbut for\b", "except, apart from"),
    (r"\bin vain\b", "unused, without effect, for nothing"),
    (r"\banew\b", "again, a new one"),
    (r"\bbesides?\b", "next to, with, along with, also"),
    (r"\b[Ss]o (?:many|much)\b(?! (?:that|as))", "that many, this much, a number"),
    (r"\bby (?:it|them)sel(?:f|ves)\b", "alone, on its own, without being asked"),
    (r"\bof (?:its|their|his|her|one's|our|my|your) own\b", "its own, a separate"),
    (r"\bwhat (?:it|they|that|this) (?:is|are) about\b", "its subject"),
)
"""Patterns of the idioms, each with what to write instead."""

_PATTERNS = [(re.compile(pattern), advice) for pattern, advice in IDIOMS]
_MARKDOWN_CODE = re.compile(r"`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>")
ALLOWED = "plain-words: ignore"
"""A line with this is left out, such as one that quotes an idiom."""


class Found(NamedTuple):
    """One idiom."""

    path: Path
    line: int
    words: str
    advice: str


def find(path: Path) -> Iterator[Found]:
    """Find idioms in a file.

    Args:
        path: A Python or Markdown file; others have none.
    """
    text = path.read_text(encoding="utf-8")
    marked = {number for number, line in enumerate(text.splitlines(), 1) if ALLOWED in line}
    if path.suffix == ".py":
        pieces: Iterable[tuple[int, str]] = _python_prose(text)
    elif path.suffix == ".md":
        pieces = _markdown_prose(text)
    else:
        return
    for first, prose in pieces:
        for pattern, advice in _PATTERNS:
            for match in pattern.finditer(prose):
                line = first + prose.count("\n", 0, match.start())
                if line not in marked:
                    yield Found(path, line, match[0], advice)


def _python_prose(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, re.sub(r"`[^`\n]*`", "``", node.value)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], re.sub(r"`[^`\n]*`", "``", token.string.lstrip("# "))


def _markdown_prose(text: str) -> Iterator[tuple[int, str]]:
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, _MARKDOWN_CODE.sub("``", line)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (
            each for each in found if each.suffix in {".py", ".md"} and "_pb2" not in each.name
        )


def main() -> int:
    """Print what is found in the paths of the command line; return the exit status."""
    paths = [Path(word) for word in sys.argv[1:]] or [ROOT / folder for folder in FOLDERS]
    found = [each for path in _files(paths) for each in find(path)]
    for path, line, words, advice in found:
        print(f"{path}:{line}: {words}: write {advice}")
    if found:
        print(f"{len(found)} idioms; docs/writing.md says why they are kept out", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
