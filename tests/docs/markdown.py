"""The project's Markdown files, taken apart for the tests beside this module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["NOT_OURS", "ROOT", "Block", "anchors", "blocks", "documents", "links"]

ROOT = Path(__file__).resolve().parents[2]
"""The project's folder."""

NOT_OURS = {
    *(".git", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"),
    *("build", "dist", "data", "node_modules", "target"),
}
"""Folders whose files are made or fetched."""
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block."""

    language: str
    """What stands behind the opening fence."""
    text: str
    """Its lines, without the indentation of the fence."""


def documents() -> list[Path]:
    """All Markdown files that are the project's own, sorted."""
    found = (path for path in ROOT.rglob("*.md"))
    return sorted(p for p in found if not NOT_OURS & set(p.relative_to(ROOT).parts))


def blocks(path: Path) -> Iterator[Block]:
    """The fenced blocks of a document, in order."""
    for indent, language, text in _FENCE.findall(path.read_text(encoding="utf-8")):
        yield Block(language, "".join(line.removeprefix(indent) for line in text.splitlines(True)))


def links(path: Path) -> list[str]:
    """Targets of the links of a document, those in fenced blocks left out."""
    return _LINK.findall(_FENCE.sub("", path.read_text(encoding="utf-8")))


def anchors(path: Path) -> set[str]:
    """What `#...` may follow a link to a document: its headings in lower case with hyphens."""
    headings = _HEADING.findall(_FENCE.sub("", path.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
