"""The version of the kit, and the check of what was made for it."""

from __future__ import annotations

from referee.core.errors import RefereeError

__all__ = ["KIT_VERSION", "KitVersionError", "check_kit"]

KIT_VERSION = "1.0"
"""Major and minor. Games and views for another major version are refused; additions raise the minor version."""


class KitVersionError(RefereeError):
    """Something was made for another major version of the kit."""


def check_kit(what: str, version: str) -> None:
    """Check that a game or a view can be used with this kit.

    Args:
        what: How an error names it, such as `the game pig`.
        version: The version it says it was made for; empty if it needs no kit.

    Raises:
        KitVersionError: It can't; names both versions in one line.
    """
    if version and version.partition(".")[0] != KIT_VERSION.partition(".")[0]:
        raise KitVersionError(
            f"{what} was made for version {version} of the games kit, and this is {KIT_VERSION}"
        )
