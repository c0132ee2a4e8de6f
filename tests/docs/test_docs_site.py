"""The site of the documents: links hold in it, and it asks no other host for anything."""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT

_TOOL = runpy.run_path(str(ROOT / "tools" / "docs_site.py"))
_HOME = "https://github.com/gamereferee/gamereferee"
_ASKS = re.compile(r"<(?:script|img|link)\b[^>]*?\b(?:src|href)=\"?(https?://[^\s\">]+)")


def _write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def test_links_out_of_the_site_lead_to_the_repository(tmp_path: Path) -> None:
    """Pages and pictures stay, code and folders are shown by the repository, and code blocks are left alone."""
    root, folder = tmp_path / "project", tmp_path / "pages"
    _write(root, "referee/server.py", "")
    _write(root, "docs/picture.svg", "<svg/>")
    _write(root, "docs/other.md", "# Other\n\n## Here\n")
    text = (
        "[code](../referee/server.py#L3) [folder](../referee) [page](other.md#here)\n"
        "![picture](picture.svg) [web](https://example.org/a.py)\n\n"
        "```text\n[code](../referee/server.py)\n```\n"
    )
    _write(root, "docs/page.md", text)
    pages = _TOOL["stage"](folder, root)
    assert {"docs/other.md", "docs/page.md"} <= set(pages)
    assert (folder / "docs" / "page.md").read_text() == (
        f"[code]({_HOME}/blob/main/referee/server.py#L3) [folder]({_HOME}/tree/main/referee)"
        " [page](other.md#here)\n"
        "![picture](picture.svg) [web](https://example.org/a.py)\n\n"
        "```text\n[code](../referee/server.py)\n```\n"
    )
    assert (folder / "docs" / "picture.svg").read_text() == "<svg/>"


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_asks_no_other_host(tmp_path: Path) -> None:
    """A link that leads nowhere would be a warning, and each warning is an error."""
    if importlib.util.find_spec("mkdocs") is None:
        assert "CI" not in os.environ, "CI has to build the site"
        pytest.skip("the extra `site` is not installed")
    site = tmp_path / "site"
    command = [sys.executable, str(ROOT / "tools" / "docs_site.py"), "--out", str(site)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for page in (
        "index.html",
        "docs/protocol/index.html",
        "referee/games/diceman/RULEBOOK/index.html",
    ):
        assert "<article" in (site / page).read_text(), page
    assert "act_columns" in (site / "api/referee_client/index.html").read_text()
    assert "forfeit" in (site / "search" / "search_index.json").read_text()
    asked = {
        (page.name, url)
        for page in site.rglob("*.html")
        for url in _ASKS.findall(page.read_text())
        if not url.startswith(_HOME)
    }
    assert asked == set()
