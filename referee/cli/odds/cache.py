"""Keeps solved games of Diceman on disk, so that each config is solved once.

A file is one line of JSON, which says what it is, and then the bytes of the arrays. It is named by
a digest of all that the solution depends on, and appears whole or not at all. A file with any other
content is no error: a notice says so, and the game is solved again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from referee.core.errors import RefereeError
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import WholeGame
from referee.games.diceman.tables import NUM_COMBOS

__all__ = ["VERSION", "Cache", "default_folder"]

VERSION = 1
"""Version of the cached files; must be increased when their form changes, or the result of
`solve_game`.
"""
_DEPENDS_ON = {"life", "die_magic", "die_priority", "die_sword", "die_shield", "magic_scope"}
"""Names of the config's fields that a solved game depends on; they identify its file."""


def default_folder() -> Path:
    """Return the cache folder of this user: `gamereferee` in XDG_CACHE_HOME or `~/.cache`.

    Raises:
        RefereeError: The user has no home folder, and XDG_CACHE_HOME is not set.
    """
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        raise RefereeError("cache_dir must be given: this user has no home folder") from None
    return base / "gamereferee"


class Cache:
    """Cache of solved games in a folder.

    Args:
        folder: The folder; it is made when the first game is saved.
        notice: Called with the reason when a file could not be read or written.
    """

    def __init__(self, folder: Path, notice: Callable[[str], None]) -> None:
        self._folder = folder
        self._notice = notice

    def path(self, config: DicemanConfig) -> Path:
        """Return the path of a config's file, whether the file exists or not."""
        digest = hashlib.sha256(json.dumps(_identity(config)).encode()).hexdigest()
        return self._folder / f"diceman-{digest[:16]}.odds"

    def load(self, config: DicemanConfig) -> WholeGame | None:
        """Return the solved game of a config; None if there is no file for it, or the file is not valid."""
        path = self.path(config)
        try:
            return _decode(path.read_bytes(), config)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._notice(f"{path} can't be read ({error.strerror}): solving the game again")
        except ValueError as error:
            self._notice(f"{path} {error}: solving the game again")
        return None

    def save(self, config: DicemanConfig, game: WholeGame) -> None:
        """Write a solved game to its file; if that fails, only a notice says so."""
        path = self.path(config)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write_at_once(path, _encode(config, game))
        except OSError as error:
            self._notice(f"the solved game can't be kept as {path} ({error.strerror})")


def _identity(config: DicemanConfig) -> dict[str, object]:
    fields = config.model_dump(include=_DEPENDS_ON)
    return {"what": "odds of diceman", "version": VERSION, "config": fields}


def _encode(config: DicemanConfig, game: WholeGame) -> bytes:
    arrays = (game.values, game.mixtures)
    # Little-endian on every machine, so that a folder can be shared.
    body = b"".join(array.astype("<f8").tobytes() for array in arrays)
    digest = hashlib.sha256(body).hexdigest()
    header = _identity(config) | {"gap": game.gap, "sha256": digest}
    return json.dumps(header).encode() + b"\n" + body


def _decode(data: bytes, config: DicemanConfig) -> WholeGame:
    """Return the solved game in the bytes of a cached file.

    Raises:
        ValueError: The file is not the solved game of this config; the text says what is wrong.
    """
    line, _, body = data.partition(b"\n")
    try:
        header = json.loads(line)
        gap, digest = float(header.pop("gap")), header.pop("sha256")
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError("is no solved game") from None
    # The name has only a part of a digest, so the header must agree as well.
    if header != _identity(config):
        raise ValueError("is of another config or version")
    size = config.life + 1
    numbers = size * size * (1 + NUM_COMBOS)
    if hashlib.sha256(body).hexdigest() != digest or len(body) != 8 * numbers:
        raise ValueError("is damaged")
    values, mixtures = np.split(np.frombuffer(body, "<f8").astype(np.float64), [size * size])
    return WholeGame(values.reshape(size, size), mixtures.reshape(size, size, NUM_COMBOS), gap)


def _write_at_once(path: Path, data: bytes) -> None:
    """Write `data` to a file so that readers see either all of it or the file that was there before."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # One move within a folder: a reader finds the old file or the whole new one.
        os.replace(name, path)
    # On Ctrl-C as well: no part of a file may stay behind.
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
