"""Walks over a built site and finds what leads nowhere.

    python tools/site_links.py build/site

Each link and picture within the site must be a file of it, each anchor an element of its page. Addresses
of other hosts are not asked; only their form is checked.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

__all__ = ["Broken", "broken_links"]

_SCHEMES = {"http", "https", "mailto"}
_ATTRIBUTES = {"href", "src", "poster"}


class Broken(NamedTuple):
    """A link that leads nowhere."""

    page: str
    """Path of its page below the site's folder."""
    link: str
    """The link as it is written there."""
    fault: str
    """What is wrong: `no such file`, `no such anchor`, `no alt text` or `bad address`."""


class _Page(HTMLParser):
    """Links, anchors and pictures without a text of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.silent: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        self.links += [values[name] for name in _ATTRIBUTES & values.keys()]
        if tag == "img" and not values.get("alt"):
            self.silent.append(values.get("src", ""))


def broken_links(site: Path) -> list[Broken]:
    """Return all links of a site that lead nowhere, and pictures without a text, by page.

    Args:
        site: Folder of the built site.

    Raises:
        FileNotFoundError: The folder has no page.
    """
    site = site.resolve()
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    if not pages:
        raise FileNotFoundError(f"no page in {site}")
    found: list[Broken] = []
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        found += [Broken(name, source, "no alt text") for source in page.silent]
        for link in page.links:
            fault = _fault(link, path, site, pages)
            if fault:
                found.append(Broken(name, link, fault))
    return found


def _fault(link: str, path: Path, site: Path, pages: dict[Path, _Page]) -> str:
    """Return what is wrong with a link, or an empty string."""
    url = urlsplit(link)
    if url.scheme or url.netloc:
        has_goal = bool(url.path if url.scheme == "mailto" else url.netloc)
        return "" if url.scheme in _SCHEMES and has_goal and " " not in link else "bad address"
    target = path
    if url.path:
        # The page for addresses that are not found has links from the site's root.
        base = site if url.path.startswith("/") else path.parent
        target = (base / unquote(url.path).lstrip("/")).resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "no such file"
    anchor = unquote(url.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "no such anchor"
    return ""


def main(arguments: Sequence[str]) -> int:
    """Print what leads nowhere in the site of the command line; return 1 if there is any."""
    found = broken_links(Path(arguments[0]))
    for page, link, fault in found:
        print(f"{page}: {link}: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
