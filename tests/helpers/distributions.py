"""Distributions that look installed: a folder on the search path with modules and their metadata."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["distribute"]


def distribute(
    folder: Path, modules: Mapping[str, str], entry_points: Mapping[str, Mapping[str, str]]
) -> None:
    """Put a distribution called `extra` into a folder.

    Args:
        folder: Goes on the search path, by the caller.
        modules: Source by name.
        entry_points: By group what each name leads to.
    """
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)
    metadata = folder / "extra-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n")
    lines = []
    for group, entries in entry_points.items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")
