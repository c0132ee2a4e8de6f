"""Build hook of hatchling: puts the protocol's stubs into wheel and sdist of the Python SDK.

In the project's checkout they are outside this folder, in `proto/python`; in an sdist they are
next to this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StubsHook(BuildHookInterface):  # type: ignore[type-arg]  # of its build's config, unused
    """Build hook that adds the protocol's stubs, the package `gamereferee`, to wheel and sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder of the stubs to the files to pack; hatchling calls this before it packs.

        Args:
            version: Kind of the build; an `editable` one packs no stubs.
            build_data: Data of the build, to which the folder is added.

        Raises:
            FileNotFoundError: The stubs are not where they should be.
        """
        if version == "editable":
            return  # `dev-mode-dirs` has the folder
        packed = Path(self.root) / "gamereferee"
        stubs = packed if packed.is_dir() else Path(self.root, "../../proto/python/gamereferee")
        if not stubs.is_dir():
            raise FileNotFoundError(f"the stubs of the protocol are not in {stubs.resolve()}")
        build_data["force_include"][str(stubs.resolve())] = "gamereferee"
