"""Every relative link in every Markdown file leads somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.markdown import ROOT, anchors, documents, links

DECISIONS = ROOT / "docs" / "decisions"


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_resolve(document: Path) -> None:
    """A link names a file that is there, and a heading that this file has."""
    broken = []
    for link in links(document):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_documents_are_found() -> None:
    """The search for documents finds those that must be there."""
    found = {str(path.relative_to(ROOT)) for path in documents()}
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/protocol.md"} <= found


def test_every_decision_is_listed_in_order() -> None:
    """The index of decisions links each record once, by ascending number."""
    records = sorted(path.name for path in DECISIONS.glob("[0-9]*.md"))
    assert links(DECISIONS / "README.md") == records
