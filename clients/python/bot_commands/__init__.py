"""Finds which file a bot's command line runs: the script after the interpreter, where that is certain.

`python bot.py`, `java -cp 'lib/*' Bot` and `referee bridge -- sh bot.sh` each run something other
than their first word. An option that is not listed here may take the next word as its value, so
that nothing after such an option is certain.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
import shutil
from collections.abc import Container, Sequence
from pathlib import Path

__all__ = ["missing_script", "program_name", "shadowing_files"]


@dataclasses.dataclass(frozen=True, slots=True)
class _Interpreter:
    """Form of one interpreter's command line, such as that of `python`.

    It says which options take a value, and which word names the script.
    """

    plain: re.Pattern[str] = re.compile(r"(?!)")
    """Matches options that do not take the next word as their value, such as `-u` of Python."""
    valued: frozenset[str] = frozenset()
    """Options that take the next word as their value, such as `-W` of Python."""
    modules: frozenset[str] = frozenset()
    """Options whose value names what is run, but as a module and not as a file, such as `-m`."""
    files: frozenset[str] = frozenset()
    """Options whose value is the path of the file that is run, such as `-jar`."""
    instead: frozenset[str] = frozenset({"-"})
    """Options and arguments with which the interpreter runs no file at all, such as `-c CODE`."""
    suffixes: tuple[str, ...] = ("",)
    """Endings that the interpreter adds to the script's name if no file has the plain name."""
    script: re.Pattern[str] = re.compile("")
    """Pattern to search in the word after the options. A word without a match names no file, such
    as a class of Java."""
    searches_path: bool = False
    """Whether the interpreter also looks for the script in the folders of `PATH`."""


_SHELL = _Interpreter(
    plain=re.compile(r"[-+][abefhkmnpuvxBCEHP]+|--(posix|norc|noprofile|restricted)"),
    valued=frozenset({"-o", "+o", "-O", "+O", "--rcfile", "--init-file"}),
    instead=frozenset({"-", "-c", "-s"}),
    searches_path=True,
)
_INTERPRETERS = {
    "python": _Interpreter(
        plain=re.compile(r"-[bBdEiIOPqRsSuvx]+|-[WX].+"),
        valued=frozenset({"-W", "-X", "--check-hash-based-pycs"}),
        modules=frozenset({"-m"}),
        instead=frozenset({"-", "-c"}),
    ),
    "node": _Interpreter(
        plain=re.compile(r"--[a-z-]+=.*|--(no-warnings|enable-source-maps|trace-warnings)"),
        valued=frozenset({"-r", "--require", "--import", "--loader", "-C", "--conditions"}),
        instead=frozenset({"-", "-e", "--eval", "-p", "--print", "-i"}),
        suffixes=("", ".js", ".mjs", ".cjs", ".json", ".node", "/index.js", "/package.json"),
    ),
    "java": _Interpreter(
        plain=re.compile(r"-[DX].+|-(ea|esa|server|client)|--enable-preview|--[a-z-]+=.*"),
        valued=frozenset({"-cp", "-classpath", "--class-path", "-p", "--module-path"}),
        modules=frozenset({"-m", "--module"}),
        files=frozenset({"-jar"}),
        script=re.compile(r"\.java$"),
    ),
    "sh": _SHELL,
    **dict.fromkeys(("bash", "dash", "zsh"), _SHELL),
    **dict.fromkeys(("perl", "ruby", "lua", "luajit", "php", "Rscript"), _Interpreter()),
}
_VERSION = re.compile(r"[\d.]+$")


def missing_script(command: Sequence[str], folder: Path | None = None) -> str | None:
    """Return the script that a command runs if it certainly does not exist, else None.

    The script is spelled as in the command.

    Args:
        command: Words of the command line.
        folder: Folder in which the command runs; None means the current one.
    """
    command = _inner(command)
    interpreter = _interpreter(command)
    found = None if interpreter is None else _run_by(command, interpreter)
    if interpreter is None or found is None or not found[1]:
        return None
    script = found[0]
    if any((folder or Path()).joinpath(script + end).exists() for end in interpreter.suffixes):
        return None
    # A shell that finds no such file looks in PATH as well.
    if interpreter.searches_path and "/" not in script and shutil.which(script):
        return None
    return script


def shadowing_files(
    command: Sequence[str], needed: Container[str], folder: Path | None = None
) -> list[Path]:
    """Return files next to a Python program that Python imports in place of needed modules.

    Python looks first in the folder of the script, so that a `random.py` there breaks every import
    of `random`. The list is empty if the command does not run Python, or keeps that folder out by
    `-I` or `-P`.

    Args:
        command: Words of the program's command line.
        needed: Names of modules that the program needs, from Python's library and others.
        folder: Folder in which the program runs; None means the current one.
    """
    command = _inner(command)
    interpreter = _interpreter(command)
    if interpreter is not _INTERPRETERS["python"]:
        return []
    found = _run_by(command, interpreter)
    script = Path(found[0]) if found is not None and found[1] else None
    place = (folder or Path()) / (Path() if script is None else script.parent)
    options = itertools.takewhile(lambda word: word.startswith("-"), command[1:])
    if any(re.fullmatch(r"-[a-zA-Z]*[IP][a-zA-Z]*", word) for word in options):
        return []
    try:
        entries = sorted(place.iterdir())
    except OSError:
        return []
    own = "" if script is None else script.name
    modules = [path for path in entries if path.suffix == ".py" and path.stem in needed]
    packages = [path for path in entries if path.name in needed and (path / "__init__.py").exists()]
    # A script of that name shadows too: `python random.py` is imported again by what it imports.
    return sorted({*modules, *packages}, key=lambda path: (path.name != own, path.name))


def program_name(command: Sequence[str]) -> str:
    """Return a short name for what a command runs: its script rather than its interpreter."""
    command = _inner(command)
    interpreter = _interpreter(command)
    if interpreter is None:
        words = [word for word in command[1:2] if not word.startswith("-")]
    else:
        found = _run_by(command, interpreter)
        words = [] if found is None else [found[0]]
    names = (Path(word).name for word in (*words[:1], command[0]))
    return next((name for name in names if re.search(r"\w", name)), command[0])


def _inner(command: Sequence[str]) -> Sequence[str]:
    """Return the words after `--` if a command starts the bridge; else the command itself.

    The bridge (`referee bridge`) is a program that runs a bot's command, which stands after `--`.
    """
    place = command.index("--") if "--" in command else 0
    is_bridge = list(command[1:2]) == ["bridge"] or "referee_client.bridge" in command[:place]
    return command[place + 1 :] if is_bridge and command[place + 1 :] else command


def _interpreter(command: Sequence[str]) -> _Interpreter | None:
    return _INTERPRETERS.get(_VERSION.sub("", Path(command[0]).name).replace("nodejs", "node"))


def _run_by(command: Sequence[str], interpreter: _Interpreter) -> tuple[str, bool] | None:
    """Return the word of a command line that names what an interpreter runs, and whether it is a file.

    Return None if the command line leaves it uncertain.

    Args:
        command: Words of the command line, the interpreter first.
        interpreter: Form of the command lines of that interpreter.
    """
    words = iter(command[1:])
    for word in words:
        if word in interpreter.valued:
            next(words, None)
        elif word in interpreter.modules | interpreter.files:
            named = next(words, None)
            return None if named is None else (named, word in interpreter.files)
        elif word in interpreter.instead:
            return None
        elif not word.startswith(("-", "+")):
            return word, bool(interpreter.script.search(word))
        # An unknown option may take the next word as its value: from here on nothing is certain.
        elif not interpreter.plain.fullmatch(word):
            return None
    return None
