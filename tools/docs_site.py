"""Makes a site of the documents, to be read in a browser.

    python tools/docs_site.py --out build/site

The pages are copied with the folders that they have in the repository, so that links between them hold;
links to other files lead to the repository's home. Pages of games, of the protocol and of the API are
made of declarations, comments and docstrings (`site_pages.py`). Whatever leads nowhere is an error.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

__all__ = ["stage"]

ROOT = Path(__file__).resolve().parents[1]
HOME = "https://github.com/gamereferee/gamereferee"
TITLE = "gamereferee"

_PAGES = (
    *("README.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "ROADMAP.md"),
    *("SECURITY.md", "arena/FORMAT.md", "clients/*.md", "clients/*/README.md", "docs/**/*.md"),
    *("envs/README.md", "examples/games/*/*/RULEBOOK.md", "loadtest/README.md"),
    "referee/games/*/RULEBOOK.md",
)
_API = {
    "referee_client": "The Python SDK",
    "referee_envs": "Environments to train in",
    "referee.kit": "The kit for games",
    "referee.testing": "Tests for your own games",
}
"""Packages whose public names have a page, each with its title."""

_FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?P<before>!?\[[^\]]*\]\()(?P<target>[^)\s]+)(?P<after>\))")
_HEADING = re.compile(r"^## (.+)$")
_ROW = re.compile(r"\[([^\]]+)\]\(([^)\s]+\.md)\)")
_FIRST_HEADING = re.compile(r"^# (.+)$", re.MULTILINE)
_PICTURES = {".gif", ".png", ".svg", ".webp"}
_MADE = {"build", "node_modules", "target"}
"""Folders whose files are made or fetched."""


def stage(folder: Path, root: Path = ROOT, made: Mapping[str, str] | None = None) -> list[str]:
    """Copy all pages and their pictures into a folder, and rewrite links that would leave it.

    Args:
        folder: Target folder, which is created.
        root: The project's checkout.
        made: Texts of further pages, by path below the folder.

    Returns:
        The pages, as paths below the folder, sorted.
    """
    found = (path for pattern in _PAGES for path in root.glob(pattern))
    pages = sorted({path for path in found if not _MADE & {*path.relative_to(root).parts}})
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in pages}
    texts |= made or {}
    for name, page in texts.items():
        text = _with_links(page, Path(name), set(texts), root, folder)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for package, title in _API.items():
        target = folder / "api" / f"{package}.md"
        target.parent.mkdir(exist_ok=True)
        target.write_text(f"# {title}\n\n::: {package}\n", encoding="utf-8")
    return [*sorted(texts), *(f"api/{package}.md" for package in _API)]


def settings(folder: Path, out: Path) -> dict[str, Any]:
    """Return the settings of MkDocs; written as JSON they are YAML, too, which MkDocs reads.

    Args:
        folder: Folder of the pages.
        out: Folder to which the site is written.
    """
    handlers = {
        "python": {
            "paths": [str(ROOT / each) for each in (".", "clients/python", "envs")],
            "options": {
                "docstring_style": "google",
                "show_source": False,
                "show_root_heading": False,
                "members_order": "source",
                "heading_level": 2,
            },
        }
    }
    return {
        "site_name": TITLE,
        "site_description": "A game referee for AI competitions",
        "repo_url": HOME,
        "docs_dir": str(folder),
        "site_dir": str(out),
        "strict": True,
        "use_directory_urls": True,
        "nav": _navigation(folder),
        "theme": {
            "name": "material",
            "font": False,  # no foreign host is asked for anything
            "features": [
                "navigation.tabs",
                "navigation.top",
                "search.highlight",
                "content.code.copy",
                "content.tabs.link",
            ],
            "palette": [
                {
                    "media": "(prefers-color-scheme: light)",
                    "scheme": "default",
                    "toggle": {"icon": "material/weather-night", "name": "dark"},
                },
                {
                    "media": "(prefers-color-scheme: dark)",
                    "scheme": "slate",
                    "toggle": {"icon": "material/weather-sunny", "name": "light"},
                },
            ],
        },
        "plugins": ["search", {"mkdocstrings": {"handlers": handlers}}],
        "markdown_extensions": [
            "admonition",
            "md_in_html",
            "pymdownx.highlight",
            "pymdownx.superfences",
            {"pymdownx.tabbed": {"alternate_style": True}},
            "tables",
            # Anchors as the repository's host makes them, so that links hold in both places.
            {"toc": {"permalink": True, "slugify": _Slugify()}},
        ],
        "validation": {
            "links": {"anchors": "warn", "not_found": "warn", "unrecognized_links": "ignore"},
            "nav": {"omitted_files": "ignore"},
        },
    }


class _Slugify:
    """Placeholder in the settings for the function that makes anchors, which JSON can't express."""


def _navigation(folder: Path) -> list[dict[str, Any]]:
    """Return the site's menu for MkDocs: the sections of `docs/README.md`, then games and reference."""
    shelves: list[dict[str, Any]] = [{"Start": "README.md"}]
    pages: list[dict[str, str]] = []
    for line in (folder / "docs" / "README.md").read_text(encoding="utf-8").splitlines():
        heading = _HEADING.match(line)
        if heading:
            pages = [{"All pages": "docs/README.md"}] if len(shelves) == 1 else []
            shelves.append({heading.group(1): pages})
        elif line.startswith("|"):
            for _, target in _ROW.findall(line):
                name = _normal(PurePosixPath("docs"), target)
                if {name} not in [set(page.values()) for page in pages]:
                    pages.append({_title(folder / name): name})
    quick = folder / "docs" / "quick_starts.md"
    if quick.is_file():
        shelves[1]["Play"].insert(1, {_title(quick): "docs/quick_starts.md"})
    api = [{title: f"api/{package}.md"} for package, title in _API.items()]
    protocol = [_entry(folder, path) for path in sorted((folder / "protocol").glob("*.md"))]
    games = [
        {_title(path): _pages_of(folder, path)} for path in sorted((folder / "games").glob("*.md"))
    ]
    return [*shelves, {"Games": games}, {"Reference": [{"Protocol": protocol}, {"API": api}]}]


def _pages_of(folder: Path, path: Path) -> list[dict[str, str]]:
    """Return the menu of a game: its own page, then the pages to which that links."""
    linked = _LINK.findall(path.read_text(encoding="utf-8"))
    pages = [folder / _normal(PurePosixPath("games"), target) for _, target, _ in linked]
    return [{"Overview": path.relative_to(folder).as_posix()}, *(_entry(folder, p) for p in pages)]


def _entry(folder: Path, page: Path) -> dict[str, str]:
    return {_title(page): page.relative_to(folder).as_posix()}


def _title(page: Path) -> str:
    found = _FIRST_HEADING.search(page.read_text(encoding="utf-8"))
    return found.group(1) if found else page.stem


def _with_links(text: str, name: Path, names: set[str], root: Path, folder: Path) -> str:
    """Return a page's text with the links that lead outside of the site rewritten.

    Args:
        text: Text of the page.
        name: Path of the page in the repository.
        names: Paths of all pages of the site.
        root: The project's checkout.
        folder: Folder of the site's pages, into which pictures are copied.
    """

    def rewritten(found: re.Match[str]) -> str:
        target = found["target"]
        path, mark, anchor = target.partition("#")
        if not path or "://" in path or path.startswith("mailto:"):
            return found.group()
        at = _normal(PurePosixPath(name.parent.as_posix()), path)
        if at in names:
            return found.group()
        if PurePosixPath(at).suffix in _PICTURES and (root / at).is_file():
            (folder / at).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / at, folder / at)
            return found.group()
        if not (root / at).exists():
            return found.group()  # the build reports it
        kind = "tree" if (root / at).is_dir() else "blob"
        return f"{found['before']}{HOME}/{kind}/main/{at}{mark}{anchor}{found['after']}"

    return "".join(
        part if is_code else _LINK.sub(rewritten, part) for is_code, part in _parts(text)
    )


def _parts(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a page in order, each with whether it is a block of code."""
    end = 0
    for fence in _FENCE.finditer(text):
        yield False, text[end : fence.start()]
        yield True, fence.group()
        end = fence.end()
    yield False, text[end:]


def _normal(folder: PurePosixPath, target: str) -> str:
    """Return the target of a link as a path from the repository's root.

    Args:
        folder: Folder of the page with the link, from the repository's root.
        target: The link, relative to that folder.
    """
    parts: list[str] = []
    for part in (folder / target).parts:
        if part == "..":
            if parts:
                parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    out = parser.parse_args(arguments).out.resolve()
    pages = out.with_name(f"{out.name}-pages")
    shutil.rmtree(pages, ignore_errors=True)
    from site_pages import made_pages  # next to this script

    count = len(stage(pages, made=made_pages(ROOT)))
    slugify = "__SLUGIFY__"
    text = json.dumps(settings(pages, out), indent=2, default=lambda _: slugify)
    tag = '!!python/object/apply:pymdownx.slugs.slugify {"kwds": {"case": "lower"}}'
    file = out.with_name(f"{out.name}.yml")
    file.write_text(text.replace(f'"{slugify}"', tag), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "--config-file", str(file)]
    # Its builders advertise another program at each start.
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    if done.returncode == 0:
        print(f"{count} pages are in {out}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
