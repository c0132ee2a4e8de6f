"""Find idioms that the house style forbids, in docstrings, comments, messages and documents.

`python tools/plain_words.py PATH...` prints each idiom as `path:line: word: what to write instead`,
and exits with 1 if there are any. Without paths it reads `FOLDERS`. In Python files it reads
docstrings, comments and strings with a blank in them, but no names; in Markdown everything except
code; in `.proto` files comments. `docs/writing.md` gives the reasons.
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

FOLDERS = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "arena",
    "clients",
    "docs",
    "envs",
    "examples",
    "loadtest",
    "proto/gamereferee/v1",
    "referee",
    "tools",
    "tournaments",
)
"""Folders and files that are read if no path is given; they must stay free of idioms."""

_BEGINS = r"(?:^|[.:;!]\s+|^\s*(?:[-*|]|\d+\.) )"
"""Pattern of a place where a sentence begins; a list's item and a table's row begin one, too."""

_LINKS = (
    r"(?:about|alone|also|and|are|as|at|but|by|can|does|for|from|had|has|if|in|is|may|must|not|of|on|or|that|"
    r"to|too|under|until|was|were|when|where|which|while|who|with)\b"
)
"""Pattern of words that can follow a complete noun phrase: before one of them the phrase has ended."""

IDIOMS: tuple[tuple[str, str], ...] = (
    (
        _BEGINS + r"(?-i:Who(?:ever)?)\b(?![^.]*\?)",
        "name the role: 'A bot that ...', or use the imperative",
    ),
    (
        r"\b(?:tells?|told|telling)\b(?![^.;:]*\bapart\b)",
        "name the act: send, report, show, encode, document, say",
    ),
    (
        r"\b(?:be)?(?:comes?|came|coming) of\b|\b(?:comes?|came|coming) to\b",
        "a noun: 'the result of ...'; 'reaches', 'amounts to'",
    ),
    (_BEGINS + r"sees? that\b|\bto see that\b", "check, ensure, mark, record"),
    (r"\b(?:let|lets) (?:\w+ ){1,4}know\b", "notify, report to"),
    (_BEGINS + r"knows? that\b", "mark, record, note"),
    (r"\bbut for\b", "except, apart from"),
    (r"\bin vain\b", "unused, without effect, for nothing"),
    (r"\banew\b", "again, a new one"),
    (r"(?<!\bstand\s)(?<!\bstands\s)(?<!\bright\s)\bbesides?\b", "next to, with, along with, also"),
    (r"\bso (?:many|much)\b(?![^.,;:]* (?:that|as)\b)", "that many, this much, a number"),
    (r"\b(?:after|for|lasts?|took) so long\b(?! (?:that|as)\b)", "this long, that long"),
    (r"\bby (?:it|them)sel(?:f|ves)\b", "alone, on its own, without being asked"),
    (
        # "A clock of its own", but not "an error of its own code".  plain-words: ignore
        r"\bof (?:its|their|his|her|one's|our|my|your) own\b(?!\s+(?!" + _LINKS + r")\w)",
        "its own, a separate",
    ),
    (r"\bwhat (?:it|they|that|this) (?:is|are) about\b", "its subject"),
)
"""Pattern of each idiom, with what to write instead."""

_PATTERNS = [
    # A blank between two words may be the end of a docstring's line.
    (re.compile(re.sub(r"(?<=[\w)]) (?=[\w(])", r"\\s+", pattern), re.IGNORECASE), advice)
    for pattern, advice in IDIOMS
]
_MARKDOWN_CODE = re.compile(r"`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>")
_OTHERS = frozenset({"node_modules", "target", "build", "dist", ".venv", "out", "bin", "gen"})
"""Names of folders with third-party packages or build output, which are not read."""
_READ = {".py", ".md", ".proto"}
ALLOWED = "plain-words: ignore"
"""Comment that exempts a line, such as one that quotes an idiom."""


class Found(NamedTuple):
    """One idiom that was found, and where."""

    path: Path
    line: int
    words: str
    advice: str


def find(path: Path) -> Iterator[Found]:
    """Yield the idioms in a file.

    Args:
        path: A Python, Markdown or `.proto` file; files of other kinds have no idioms.
    """
    text = path.read_text(encoding="utf-8")
    marked = {number for number, line in enumerate(text.splitlines(), 1) if ALLOWED in line}
    if path.suffix == ".py":
        pieces: Iterable[tuple[int, str]] = _python_prose(text)
    elif path.suffix == ".md":
        pieces = _markdown_prose(text)
    elif path.suffix == ".proto":
        pieces = _proto_prose(text)
    else:
        return
    for first, prose in pieces:
        for pattern, advice in _PATTERNS:
            for match in pattern.finditer(prose):
                words = match[0].lstrip(" \n.:;!*-|0123456789")
                line = first + prose.count("\n", 0, match.end() - len(words))
                if line not in marked:
                    yield Found(path, line, " ".join(words.split()), advice)


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


def _proto_prose(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        before, slashes, comment = line.partition("//")
        if slashes and not before.strip():
            yield number, re.sub(r"`[^`]*`", "``", comment.strip())


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (
            each
            for each in found
            if each.suffix in _READ and _OTHERS.isdisjoint(each.parts) and not _made(each)
        )


def _made(path: Path) -> bool:
    """Return whether a file is generated, so that its words must be corrected in its source."""
    made = (
        "docs/bots/messages/*.md",
        "gamereferee/games/*/v1/*.proto",
        "examples/games/*/*/*.proto",
    )
    return "_pb2" in path.name or any(map(path.match, made))


def main() -> int:
    """Print the idioms in the files of the command line.

    Return the exit status: 1 if there are any.
    """
    paths = [Path(word) for word in sys.argv[1:]] or [ROOT / folder for folder in FOLDERS]
    found = [each for path in _files(paths) for each in find(path)]
    for path, line, words, advice in found:
        print(f"{path}:{line}: {words}: write {advice}")
    if found:
        print(f"{len(found)} idioms; docs/writing.md says why they are kept out", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
