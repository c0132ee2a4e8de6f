"""Finds installed games by the entry-point group `referee.games`, and loads each at its first use."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.metadata
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from referee.core.errors import BrokenGameError, RefereeError, UnknownGameError
from referee.core.info import GameInfo

if TYPE_CHECKING:
    from referee.core.game import AnyPlugin
    from referee.core.view import GameView

__all__ = ["GROUP", "VIEWS", "entries", "find", "info", "infos", "is_loaded", "names", "view"]

GROUP = "referee.games"
"""Entry-point group. Each entry's name is a game's identifier and its object a `Plugin`.

If the module of the object also has the game's `GameInfo` as `INFO`, the game is listed without loading the object.
"""

VIEWS = "referee.views"
"""Entry-point group of views. Each entry's name is a game's identifier and its object a `GameView`.

Such a view replaces the one that the game has itself, if any.
"""

_loaded: set[str] = set()
_importing = threading.RLock()
"""Held while a game is imported: in Python 3.11, source that two threads parse at once can fail to be parsed."""


def entries() -> Iterable[importlib.metadata.EntryPoint]:
    """Return the entry points of all installed games, without importing any."""
    return importlib.metadata.entry_points(group=GROUP)


def names() -> list[str]:
    """Return the identifiers of all installed games, sorted."""
    return sorted({entry.name for entry in entries()})


@functools.cache
def find(game: str) -> AnyPlugin:
    """Return the plug-in of the game with this identifier; it is imported at the first call.

    Raises:
        UnknownGameError: No such game is installed.
        BrokenGameError: The game can't be loaded, or its entry point is no plug-in or that of another game.
        KitVersionError: The game was made for another version of the kit.
    """
    from referee.core.game import Plugin

    # Two distributions may name the same game; the first one found is used.
    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        with _usable(f"the game {game}"):
            plugin = entry.load()
        if not isinstance(plugin, Plugin):
            found = type(plugin).__name__
            raise BrokenGameError(f"entry point {entry.value} is no Plugin but {found}")
        if plugin.game.info.game != game:
            raise BrokenGameError(
                f"entry point {entry.value} is the game {plugin.game.info.game!r}"
            )
        _loaded.add(game)
        return plugin
    raise UnknownGameError(game, names())


@functools.cache
def view(game: str) -> GameView | None:
    """Return the view that is registered for this game in the entry-point group `referee.views`; None if there is none.

    Raises:
        BrokenGameError: The view can't be loaded, or its entry point is no view.
        KitVersionError: The view was made for another version of the kit.
    """
    from referee.core.view import GameView
    from referee.kit.version import check_kit

    for entry in importlib.metadata.entry_points(group=VIEWS, name=game):
        with _usable(f"the view {entry.value} of {game}"):
            found = entry.load()
        if not isinstance(found, GameView):
            told = type(found).__name__
            raise BrokenGameError(f"entry point {entry.value} is no GameView but {told}")
        check_kit(f"the view {entry.value}", found.kit)
        return found
    return None


@contextlib.contextmanager
def _usable(what: str) -> Iterator[None]:
    """Guard the import of a game or view: allow one import at a time, and raise any error as a `BrokenGameError`.

    The message of that error says in one line what is wrong, and where. A `RefereeError` passes unchanged.
    """
    try:
        with _importing:
            yield
    except RefereeError:
        raise
    # Code of others may raise anything while it is imported; one broken game must not take the rest down.
    except Exception as error:
        told = f"{type(error).__name__}: {' '.join(str(error).split())}"
        frames = traceback.extract_tb(error.__traceback__)
        places = [frame for frame in frames[1:] if "importlib" not in frame.filename]
        if places:
            told += f" ({'/'.join(Path(places[-1].filename).parts[-2:])}:{places[-1].lineno})"
        raise BrokenGameError(f"{what} can't be used: {told}") from error


def is_loaded(game: str) -> bool:
    """Return whether `find` has loaded this game already; then `find` returns it at once."""
    return game in _loaded


def infos(broken: Callable[[RefereeError], object] | None = None) -> list[GameInfo]:
    """Return the facts (name, number of seats) of all installed games, in the order of their identifiers.

    A game is loaded only if its module has no `INFO`.

    Args:
        broken: Called with the error of each game that can't be used, which is then left out.

    Raises:
        RefereeError: `broken` is None, and a game can't be loaded or was made for another version of the kit.
    """
    # One entry for each name, even if two distributions have the same game.
    found = {entry.name: entry for entry in entries()}
    told = []
    for _, entry in sorted(found.items()):
        try:
            told.append(_info(entry))
        except RefereeError as error:
            if broken is None:
                raise
            broken(error)
    return told


def info(game: str) -> GameInfo:
    """Return the facts (name, number of seats) of a game; it is loaded only if its module has no `INFO`.

    Raises:
        UnknownGameError: No such game is installed.
        BrokenGameError: The game can't be loaded, or its entry point is no plug-in or that of another game.
        KitVersionError: The game was made for another version of the kit.
    """
    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        return _info(entry)
    raise UnknownGameError(game, names())


def _info(entry: importlib.metadata.EntryPoint) -> GameInfo:
    with _usable(f"the game {entry.name}"):
        declared = getattr(importlib.import_module(entry.module), "INFO", None)
    # INFO may be of another game, if a module has several plug-ins; then the plug-in itself must be loaded.
    if isinstance(declared, GameInfo) and declared.game == entry.name:
        return declared
    return find(entry.name).game.info
