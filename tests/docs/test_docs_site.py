"""The site of the documents: links hold in it, and it asks no other host for anything."""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs.markdown import ROOT

_TOOL = runpy.run_path(str(ROOT / "tools" / "docs_site.py"))
_LINKS = runpy.run_path(str(ROOT / "tools" / "site_links.py"))
_PAGES = runpy.run_path(str(ROOT / "tools" / "site_pages.py"))
_MENU = runpy.run_path(str(ROOT / "tools" / "site_navigation.py"))
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


def test_a_link_by_a_file_name_shows_the_title(tmp_path: Path) -> None:
    """Readers of the site see pages; other texts of links stay."""
    root, folder = tmp_path / "project", tmp_path / "pages"
    _write(root, "docs/other.md", "# Another page\n")
    _write(
        root, "docs/page.md", "[docs/other.md](other.md#a) [`other.md`](other.md) [it](other.md)"
    )
    _TOOL["stage"](folder, root)
    assert (folder / "docs" / "page.md").read_text() == (
        "[Another page](other.md#a) [Another page](other.md) [it](other.md)"
    )


def test_the_menu_has_the_pages_of_an_index_once(tmp_path: Path) -> None:
    """A page with a table of pages opens to these; what the games list is not listed with documents."""
    for name, text in {
        "README.md": "# Project\n",
        "docs/README.md": (
            "# Pages\n\n## Play\n\n| a | b |\n|---|---|\n| [x](one.md) | see [y](bots/README.md) |\n"
            "| [r](rules.md) | |\n\n## Run\n\n| [x](two.md) | [again](one.md) |\n"
        ),
        "docs/bots/README.md": "# Bots\n\n| [c](c.md) | [up](../one.md) |\n\nSee [it](d.md).\n",
        "docs/one.md": "# One\n",
        "docs/two.md": "# Two\n",
        "docs/rules.md": "# Rules of Go\n",
        "docs/bots/c.md": "# Bots in C\n",
        "docs/bots/d.md": "# Not in a table\n",
        "games/go.md": "# Go\n\n- [Rulebook](../docs/rules.md)\n",
    }.items():
        _write(tmp_path, name, text)
    menu = _MENU["navigation"](tmp_path, {"api/x.md": "X"})
    assert [key for entry in menu for key in entry] == [
        *("Start", "Play", "Run", "Games", "Reference", "Project")
    ]
    assert menu[0] == {"Start": [{"Project": "README.md"}, {"Pages": "docs/README.md"}]}
    bots = [{"Overview": "docs/bots/README.md"}, {"Bots in C": "docs/bots/c.md"}]
    assert menu[1] == {"Play": [{"One": "docs/one.md"}, {"Bots": bots}]}
    assert menu[2] == {"Run": [{"Two": "docs/two.md"}]}
    go = [{"Overview": "games/go.md"}, {"Rulebook": "docs/rules.md"}]
    assert menu[3]["Games"][0] == {"Go": go}
    assert menu[4]["Reference"][1] == {"API": [{"X": "api/x.md"}]}


def test_every_page_is_in_the_menu(tmp_path: Path) -> None:
    """Once; a new document belongs in a table of `docs/README.md`, or the site is not built."""
    pages = _TOOL["stage"](tmp_path, made=_PAGES["made_pages"](ROOT))

    def listed(entries: list[dict[str, Any]]) -> Iterator[str]:
        for entry in entries:
            for value in entry.values():
                yield from [value] if isinstance(value, str) else listed(value)

    assert (
        sorted(listed(_MENU["navigation"](tmp_path, {page: page for page in _TOOL["_API"]})))
        == pages
    )


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    """Of files, anchors and pictures; addresses of other hosts by their form alone."""
    _write(
        tmp_path,
        "index.html",
        '<h1 id="top">x</h1><a href="#top">a</a><a href="#bottom">b</a><a href="page/">c</a>'
        '<a href="page/#here">d</a><a href="page/#there">e</a><a href="gone.html">f</a>'
        '<img src="p.png" alt="p"><img src="q.png" alt="q"><img src="p.png">'
        '<a href="https://example.org/x#y">g</a><a href="https:/example.org">h</a>'
        '<a href="javascript:x">i</a><a href="mailto:a@example.org">j</a>',
    )
    _write(tmp_path, "p.png", "")
    _write(
        tmp_path, "page/index.html", '<a name="here"></a><a href="/">a</a><a href="../p.png">b</a>'
    )
    assert {(each.page, each.link, each.fault) for each in _LINKS["broken_links"](tmp_path)} == {
        ("index.html", "#bottom", "no such anchor"),
        ("index.html", "page/#there", "no such anchor"),
        ("index.html", "gone.html", "no such file"),
        ("index.html", "q.png", "no such file"),
        ("index.html", "p.png", "no alt text"),
        ("index.html", "https:/example.org", "bad address"),
        ("index.html", "javascript:x", "bad address"),
    }
    with pytest.raises(FileNotFoundError, match="no page in "):
        _LINKS["broken_links"](tmp_path / "page" / "none")


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_asks_no_other_host(tmp_path: Path) -> None:
    """A link that leads nowhere is an error, as is a page that is not in the menu."""
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
        (page.name, url) for page in site.rglob("*.html") for url in _ASKS.findall(page.read_text())
    }
    assert asked == set()
    # With an address of a repository the theme asks its host for numbers when a page is opened.
    assert 'data-md-component="source"' not in (site / "index.html").read_text()
    assert _LINKS["broken_links"](site) == []
