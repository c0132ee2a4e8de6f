"""The version of the kit, and a check that a game or view was made for it."""

from __future__ import annotations

from referee.core.errors import RefereeError

__all__ = ["KIT_VERSION", "KitVersionError", "check_kit"]

KIT_VERSION = "1.0"
"""Major and minor version of the kit.

A game or view made for another major version is refused. Additions raise the minor version.
"""


class KitVersionError(RefereeError):
    """A game or view was made for another major version of the kit."""


def check_kit(what: str, version: str) -> None:
    """Raise an error if a game or view was made for another major version of the kit.

    Args:
        what: Name of the game or view in the error, such as `the game pig`.
        version: Version of the kit that it declares; empty if it needs no kit.

    Raises:
        KitVersionError: The major versions differ; the error names both versions in one line.
    """
    if version and version.partition(".")[0] != KIT_VERSION.partition(".")[0]:
        raise KitVersionError(
            f"{what} was made for version {version} of the games kit, and this is {KIT_VERSION}"
        )
