"""Makes a site of the documents, to be read in a browser.

    python tools/docs_site.py --out build/site

The pages are copied with the folders that they have in the repository, so that links between them hold;
links to other files lead to the repository's home. Pages of games, of the protocol and of the API are
made of declarations, comments and docstrings (`site_pages.py`). Whatever leads nowhere, and a page that is not
in the menu (`site_navigation.py`), is an error.
"""

from __future__ import annotations

import argparse
import json
import os
import posixpath
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
    "api/gamereferee.md": (
        "play, matches, load_replays",
        ("referee.play", "referee.replay.tables.load_replays"),
    ),
    "api/referee_client.md": ("The Python SDK", ("referee_client",)),
    "api/referee_bots.helpers.md": (
        "Helpers by game",
        tuple(
            f"referee_bots.helpers.{game}"
            for game in ("dungeon_keeper", "dice_adventure", "champions", "proving_grounds")
        ),
    ),
    "api/referee_envs.md": ("Environments to train in", ("referee_envs",)),
    "api/referee.kit.md": ("The kit for games", ("referee.kit",)),
    "api/referee.testing.md": ("Tests for your own games", ("referee.testing",)),
}
"""Title of each page of public names, and the modules or names that it documents."""

_FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?P<before>!?\[(?P<text>[^\]]*)\]\()(?P<target>[^)\s]+)(?P<after>\))")
_FIRST_HEADING = re.compile(r"^# (.+)$", re.MULTILINE)
_FILE_NAME = re.compile(r"^`?[\w./]+\.md`?$")
_SELDOM_WANTED = ("CHANGELOG.md", "docs/decisions/", "docs/measurements.md")
"""Pages that the search shows after others: they say how it became so, not how it is."""
_SEPARATOR = r"[\s\-,:!=\[\]()\"'`/]+|(?!\b)(?=[A-Z][a-z])|\.(?!\d)|&[lg]t;"
"""What ends a word of the search: `MissedDeadline` has two, `lag_margin` is one."""
_STYLE = "site.css"
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
    for name, (heading, modules) in _API.items():
        parts = [f"## {each}\n\n" if len(modules) > 1 else "" for each in modules]
        bodies = (f"{part}::: {each}\n" for part, each in zip(parts, modules, strict=True))
        texts[name] = "\n".join([f"# {heading}\n", *bodies])
    for name, page in texts.items():
        text = _with_links(page, Path(name), texts, root, folder)
        if name.startswith(_SELDOM_WANTED):
            text = f"---\nsearch:\n  boost: 0.3\n---\n\n{text}"
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    shutil.copyfile(Path(__file__).with_name(_STYLE), folder / _STYLE)
    return sorted(texts)


def settings(folder: Path, out: Path) -> dict[str, Any]:
    """Return the settings of MkDocs; written as JSON they are YAML, too, which MkDocs reads.

    Args:
        folder: Folder of the pages.
        out: Folder to which the site is written.
    """
    from site_navigation import navigation  # next to this script

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
        # No `repo_url`: for that the theme asks its host at each visit.
        "extra": {
            "social": [{"icon": "fontawesome/brands/git-alt", "link": HOME, "name": "Source"}]
        },
        "extra_css": [_STYLE],
        "docs_dir": str(folder),
        "site_dir": str(out),
        "strict": True,
        "use_directory_urls": True,
        "nav": navigation(folder, {name: heading for name, (heading, _) in _API.items()}),
        "theme": {
            "name": "material",
            "font": False,  # no foreign host is asked for anything
            "features": [
                "navigation.footer",
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
        "plugins": [
            {"search": {"separator": _SEPARATOR}},
            {"mkdocstrings": {"handlers": handlers}},
        ],
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
            "nav": {"omitted_files": "warn"},
        },
    }


class _Slugify:
    """Placeholder in the settings for the function that makes anchors, which JSON can't express."""


def _with_links(text: str, name: Path, texts: Mapping[str, str], root: Path, folder: Path) -> str:
    """Return a page's text with the links that lead outside of the site rewritten.

    A link to a page whose text is the name of its file gets the page's title as its text.

    Args:
        text: Text of the page.
        name: Path of the page in the repository.
        texts: Texts of all pages of the site, by path.
        root: The project's checkout.
        folder: Folder of the site's pages, into which pictures are copied.
    """

    def rewritten(found: re.Match[str]) -> str:
        target = found["target"]
        path, mark, anchor = target.partition("#")
        if not path or "://" in path or path.startswith("mailto:"):
            return found.group()
        at = posixpath.normpath(name.parent.joinpath(path).as_posix())
        if at in texts:
            heading = _FIRST_HEADING.search(texts[at])
            if heading and _FILE_NAME.match(found["text"]):
                return f"[{heading[1]}]({target})"
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    out = parser.parse_args(arguments).out.resolve()
    pages = out.with_name(f"{out.name}-pages")
    shutil.rmtree(pages, ignore_errors=True)
    from site_links import broken_links  # next to this script
    from site_pages import made_pages

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
    if done.returncode:
        return done.returncode
    broken = broken_links(out)
    for page, link, fault in broken:
        print(f"{page}: {link}: {fault}", file=sys.stderr)
    print(f"{count} pages are in {out}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
