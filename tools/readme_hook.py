"""Metadata hook of hatchling: the project's README as a package index shows it.

An index shows the text without the repository around it, so each relative link leads to the file
at the tag of the same version.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

__all__ = ["ReadmeHook", "absolute"]

_HOME = "gamereferee/gamereferee"
_RELATIVE = re.compile(r"\]\((?![a-z]+:|#)([^)\s]+)\)")
_PICTURES = (".gif", ".png", ".svg", ".webp")


class ReadmeHook(MetadataHookInterface):
    """Metadata hook that makes the description of the package from README.md."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description; hatchling calls this when it reads `pyproject.toml`.

        Args:
            metadata: The table `project`, to which `readme` is added.
        """
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = absolute(text, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, version: str) -> str:
    """Return Markdown whose relative links and pictures are addresses of the repository at a version's tag.

    Args:
        text: Markdown with links relative to the repository's root.
        version: The version, such as 0.3.0.
    """

    def address(link: re.Match[str]) -> str:
        file, _, _ = link[1].partition("#")
        if file.endswith(_PICTURES):
            return f"](https://raw.githubusercontent.com/{_HOME}/v{version}/{link[1]})"
        return f"](https://github.com/{_HOME}/blob/v{version}/{link[1]})"

    return _RELATIVE.sub(address, text)
