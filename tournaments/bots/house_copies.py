"""Copies of house bots, which live in an installed package that the next upgrade replaces.

A copy has the bot's modules and what they import of this project: the Python SDK, and the message
types and tables of the game. So a tournament that has begun can be played on after an upgrade by
the same bot. Of this project's packages only the files of one game are copied; other packages are
copied whole.
"""

from __future__ import annotations

import ast
import compileall
import dataclasses
import importlib.util
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import referee_bots
from tournaments.bots.copies import digest_of, list_files, sha256_of
from tournaments.bots.program import Program
from tournaments.processes.sandbox import PathView
from tournaments.spec.errors import CopyError

__all__ = [
    "copy_house",
    "digests",
    "house_modules",
    "is_intact",
    "modules_of_bot",
    "run_from_copy",
]

_OURS = "referee_bots"
_SHARED = ("referee_client", "gamereferee")
"""Packages of this project that house bots import, in addition to their own package."""
_HELPERS = "helpers"
"""Folder with a module for each game, which its bots share."""
_NAMES_ALONE = "referee_bots/__init__.py"
"""File that only lists where each bot's module is; a change of it does not change how a bot plays."""


def house_modules(house: tuple[str, str]) -> dict[str, Path]:
    """Return the Python files of the package that a house bot is in, by name.

    Files of other games are left out of this project's own package.

    Args:
        house: Game and name of the bot, which comes with its game.
    """
    package = referee_bots.module(*house).partition(".")[0]
    return {
        name: path
        for name, path in _files(package, house[0])
        if path.suffix == ".py" and (package != _OURS or name.count("/") <= 2)
    }


def digests(files: Mapping[str, Path]) -> dict[str, str]:
    """Return the digest of each file, by its name.

    Raises:
        CopyError: A file can't be read.
    """
    return {name: sha256_of(path) for name, path in files.items()}


def modules_of_bot(house: tuple[str, str]) -> set[str]:
    """Return the names of all files of its own package that a house bot imports, directly or not.

    The file of the bot is one of them.

    Args:
        house: Game and name of the bot, which comes with its game.
    """
    module = referee_bots.module(*house)
    files = house_modules(house)
    found: set[str] = set()
    due = [name for name in _names_of(module) if name in files]
    while due:
        name = due.pop()
        if name in found:
            continue
        found.add(name)
        imported = (each for word in _imports(files[name]) for each in _names_of(word))
        due += [each for each in imported if each in files]
    # It changes with every bot that is added to any game.
    return found - {_NAMES_ALONE}


def copy_house(house: tuple[str, str], parent: Path) -> Path:
    """Copy a house bot, with all that it imports of this project, into a folder named by the digest.

    Args:
        house: Game and name of the bot.
        parent: Folder of all copies.

    Returns:
        Path of the copy.

    Raises:
        CopyError: A file can't be read or copied.
    """
    package = referee_bots.module(*house).partition(".")[0]
    files = {name: path for each in (package, *_SHARED) for name, path in _files(each, house[0])}
    said = digests(files)
    kept = parent / digest_of(said)
    if is_intact(kept):
        return kept
    part = parent / f"part-{secrets.token_hex(4)}"
    try:
        for name, path in files.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, part / name)
        # An upgrade may run at the same time: a copy of two versions must not be kept.
        if list_files(part) != said:
            raise CopyError(f"house bot {house[1]} has changed while it was copied: try again")
        shutil.rmtree(kept, ignore_errors=True)
        part.rename(kept)
    except OSError as error:
        raise CopyError(f"house bot {house[1]} can't be copied to {parent}: {error}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return kept


def is_intact(copy: Path) -> bool:
    """Return whether a copy exists and its files still have the digest that is its name."""
    try:
        return copy.is_dir() and digest_of(list_files(copy)) == copy.name
    except CopyError:
        return False


def run_from_copy(program: Program, module: str, copy: Path) -> Program:
    """Return a house bot's program changed to run from a copy.

    Args:
        program: The bot as it would run from the installed package.
        module: Name of the bot's module.
        copy: Path of an intact copy.
    """
    # Once here, for a sandbox can't write there: else every start would compile dozens of files.
    compileall.compile_dir(copy, quiet=2)
    path = os.pathsep.join(filter(None, (str(copy), program.env.get("PYTHONPATH"))))
    return dataclasses.replace(
        program,
        argv=(*program.argv[:-1], module),
        env=program.env | {"PYTHONPATH": path},
        views={**program.views, copy: PathView.READABLE},
    )


def _files(package: str, game: str) -> Iterator[tuple[str, Path]]:
    """Yield name and path of each file of a package, or of a module.

    Files of other games are left out of this project's packages.
    """
    spec = importlib.util.find_spec(package)
    folders = [Path(each) for each in (spec and spec.submodule_search_locations) or ()]
    if not folders and spec and spec.origin:
        yield Path(spec.origin).name, Path(spec.origin)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            name = f"{package}/{path.relative_to(folder).as_posix()}"
            # Compiled files depend on Python, which is not part of the digest.
            if path.is_file() and "__pycache__" not in path.parts and _is_of(name, package, game):
                yield name, path


def _is_of(name: str, package: str, game: str) -> bool:
    """Return whether a file of a package belongs to a game, or to no game in particular.

    Args:
        name: Path of the file, with slashes; its first part is the package.
        package: Name of the package.
        game: Name of the game.
    """
    parts = name.split("/")
    if package == _OURS:
        is_helper = parts[1] == _HELPERS and parts[-1] in ("__init__.py", f"{game}.py")
        return len(parts) == 2 or parts[1] == game or is_helper
    if package == "gamereferee" and parts[1] == "games":
        return len(parts) == 3 or parts[2] == game
    return True


def _names_of(module: str) -> list[str]:
    """Return the names of the files that a module and its parent packages may be in."""
    parts = module.split(".")
    heads = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    return [f"{heads[-1]}.py", *(f"{head}/__init__.py" for head in heads)]


def _imports(path: Path) -> Iterator[str]:
    """Yield the full names that a file imports; for `from a import b` both `a` and `a.b`."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            # `b` may be a module or a name in `a`: only one of the two is a file.
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
