"""The version of everything that is released: it stands in `VERSION` and in a file of each language.

python tools/version.py --check        name each place that has another version, and exit with 1
python tools/version.py --set X.Y.Z    write a version into all places
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["PLACES", "differences", "write"]

ROOT = Path(__file__).resolve().parents[1]
_FORM = re.compile(r"\d+\.\d+\.\d+")

PLACES: tuple[tuple[str, str], ...] = (
    ("VERSION", r"\A(.+)\n\Z"),
    ("referee/__init__.py", r'^__version__ = "(.+)"$'),
    ("CITATION.cff", r"^version: (.+)$"),
    ("pyproject.toml", r'^version = "(.+)"$'),
    ("pyproject.toml", r'"gamereferee-client==([^"]+)"'),
    ("pyproject.toml", r'"gamereferee-envs==([^"]+)"'),
    ("clients/python/referee_client/_version.py", r'^__version__ = "(.+)"$'),
    ("envs/pyproject.toml", r'^version = "(.+)"$'),
    ("envs/pyproject.toml", r'"gamereferee-client==([^"]+)"'),
    ("clients/typescript/package.json", r'^  "version": "(.+)",$'),
    ("clients/typescript/package-lock.json", r'\A\{\n  "name": "[^"]+",\n  "version": "(.+)",$'),
    (
        "clients/typescript/package-lock.json",
        r'^    "": \{\n      "name": "[^"]+",\n      "version": "(.+)",$',
    ),
    ("clients/typescript/src/seats.ts", r'^export const VERSION = "(.+)";$'),
    ("clients/go/referee/doc.go", r'^const Version = "(.+)"$'),
    ("clients/rust/Cargo.toml", r'\A\[package\]\nname = "[^"]+"\nversion = "(.+)"$'),
    ("clients/rust/Cargo.lock", r'^name = "gamereferee-client"\nversion = "(.+)"$'),
    ("clients/rust/src/conversation/tests.rs", r'client: "rust/([\d.]+)"'),
    (
        "clients/java/pom.xml",
        r"<artifactId>gamereferee-java</artifactId>\s+<version>(.+)</version>",
    ),
    ("clients/java/stubs/pom.xml", r"<parent>[^!]+?<version>(.+)</version>\s+</parent>"),
    ("clients/java/sdk/pom.xml", r"<parent>[^!]+?<version>(.+)</version>\s+</parent>"),
    ("clients/java/bots/pom.xml", r"<parent>[^!]+?<version>(.+)</version>\s+</parent>"),
    (
        "clients/java/sdk/src/main/java/gamereferee/client/Ticket.java",
        r'String CLIENT = "java/([\d.]+)";',
    ),
    ("clients/cpp/referee_client/version.hpp", r'kVersion = "(.+)";'),
    ("clients/cpp/tests/conversation_test.cpp", r'"cpp/([\d.]+)"'),
    ("docs/bots/go.md", r"clients/go@v([\d.]+)$"),
    ("docs/bots/rust.md", r'^gamereferee-client = "([\d.]+)"$'),
    ("docs/bots/rust.md", r"crate/gamereferee-client-([\d.]+)\.crate"),
    ("docs/bots/rust.md", r'path = "gamereferee-client-([\d.]+)" \}'),
    ("docs/bots/typescript.md", r"gamereferee-client-([\d.]+)\.tgz"),
    ("docs/bots/cpp.md", r"release/cpp/gamereferee-client-cpp-([\d.]+)\.tar"),
    ("docs/bots/cpp.md", r"tar xf gamereferee-client-cpp-([\d.]+)\.tar"),
    ("docs/bots/cpp.md", r"-S gamereferee-client-cpp-([\d.]+) -B"),
    ("docs/bots/cpp.md", r"SOURCE_DIR\}/gamereferee-client-cpp-([\d.]+)\.tar"),
    ("docs/bots/cpp.md", r"find_package\(gamereferee ([\d.]+) REQ"),
    ("docs/bots/java.md", r"<artifactId>gamereferee-client</artifactId>\s+<version>(.+)</version>"),
)
"""Files, each with a pattern whose only group is the version; a file can have several places."""


def differences(root: Path = ROOT) -> list[str]:
    """Return one line for each place that does not have the version of the file `VERSION`."""
    version = (root / "VERSION").read_text().strip()
    lines = []
    for name, pattern in PLACES:
        found = _find(root, name, pattern)
        if found.group(1) != version:
            lines.append(f"{name}: {found.group(1)}, where VERSION has {version}")
    return lines


def write(version: str, root: Path = ROOT) -> None:
    """Write a version into all places.

    Raises:
        ValueError: The version is not of the form X.Y.Z, or a place is not found. Then nothing is
            written.
    """
    if not _FORM.fullmatch(version):
        raise ValueError(f"version is {version!r}; it must have the form X.Y.Z, such as 1.4.0")
    texts = {name: (root / name).read_text() for name, _ in PLACES}
    for name, pattern in PLACES:
        found = _search(texts[name], name, pattern)
        begin, end = found.span(1)
        texts[name] = texts[name][:begin] + version + texts[name][end:]
    for name, text in texts.items():
        (root / name).write_text(text)


def _find(root: Path, name: str, pattern: str) -> re.Match[str]:
    return _search((root / name).read_text(), name, pattern)


def _search(text: str, name: str, pattern: str) -> re.Match[str]:
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise ValueError(f"{name}: no version where {pattern!r} should find one")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="compare all places with VERSION")
    what.add_argument("--set", metavar="X.Y.Z", help="write this version into all places")
    options = parser.parse_args(arguments)
    if options.set:
        try:
            write(options.set)
        except ValueError as error:
            parser.error(str(error))
        return 0
    lines = differences()
    print("\n".join(lines) or f"{len(PLACES)} places have the version of VERSION")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
