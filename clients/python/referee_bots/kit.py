"""Checks the version of the games kit for which a bot of another distribution was made.

The games kit is what games and their house bots are made with. The referee checks the versions of
games itself; bots know only the protocol.
"""

from __future__ import annotations

import ast
import importlib.machinery
from pathlib import Path

__all__ = ["KIT_VERSION", "UnknownBotError", "check_kit", "stated_kit"]

KIT_VERSION = "1.0"
"""Version of the games kit. A bot that was made for another major version is refused."""


class UnknownBotError(LookupError):
    """The game has no house bot of that name, or the bot was made for another version of the games kit."""


def check_kit(name: str, version: str) -> None:
    """Raise an error if a bot was made for another major version of the games kit.

    Args:
        name: Name of the bot, for the error.
        version: Version that the bot states; empty if it states none, which is accepted.

    Raises:
        UnknownBotError: The major versions differ; the text names both versions.
    """
    if version and version.partition(".")[0] != KIT_VERSION.partition(".")[0]:
        raise UnknownBotError(
            f"the bot {name} was made for version {version} of the games kit, and this is {KIT_VERSION}"
        )


def stated_kit(name: str, attribute: str) -> str:
    """Return the version of the games kit that a bot's class states, read from its source.

    Return an empty text if it states none.

    `name` is the module's name, `attribute` that of the class in it. The module is not imported,
    since programs that only start bots as processes must not import gRPC.
    """
    found, folders = None, None
    # Each parent package is looked up in turn, because `find_spec` of a dotted name would import
    # the parents.
    for word in _ancestry(name):
        found = importlib.machinery.PathFinder.find_spec(word, folders)
        folders = found.submodule_search_locations if found else []
    if found is None or found.origin is None or not found.origin.endswith(".py"):
        return ""
    for each in ast.parse(Path(found.origin).read_text(encoding="utf-8")).body:
        if isinstance(each, ast.ClassDef) and each.name == attribute:
            return next(filter(None, map(_told_by, each.body)), "")
    return ""


def _ancestry(name: str) -> list[str]:
    words = name.split(".")
    return [".".join(words[:count]) for count in range(1, len(words) + 1)]


def _told_by(statement: ast.stmt) -> str:
    """Return the version in a statement like `kit = "1.0"`; empty for any other statement."""
    match statement:
        case (
            ast.Assign(targets=[ast.Name("kit")], value=ast.Constant(str(told)))
            | ast.AnnAssign(target=ast.Name("kit"), value=ast.Constant(str(told)))
        ):
            return told
    return ""
