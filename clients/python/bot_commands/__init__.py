"""Finds what the command of a bot runs: the script after its interpreter, as far as that is certain.

`python bot.py`, `java -cp 'lib/*' Bot` and `referee bridge -- sh bot.sh` each run something other than their first
word. An option that is not listed here may take the next word as its value, so that nothing after it is certain.
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
    """Command line of an interpreter."""

    plain: re.Pattern[str] = re.compile(r"(?!)")
    """Options that do not take the next word as their value."""
    valued: frozenset[str] = frozenset()
    """Options whose value is the next word."""
    modules: frozenset[str] = frozenset()
    """Options whose value names what is run, and is no file."""
    files: frozenset[str] = frozenset()
    """Options whose value is the file that is run."""
    instead: frozenset[str] = frozenset({"-"})
    """Options with which no file is run."""
    suffixes: tuple[str, ...] = ("",)
    """Endings that the command may leave out of a file's name."""
    script: re.Pattern[str] = re.compile("")
    """Found in the name of a file; a word without it is no file."""
    searches_path: bool = False
    """Whether a file is also looked for in the folders of `PATH`."""


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
    """Return the script that a command runs, as the command has it, if it certainly does not exist; else None.

    Args:
        command: Its words.
        folder: Where it runs; None means the current one.
    """
    command = _inner(command)
    interpreter = _interpreter(command)
    found = None if interpreter is None else _run_by(command, interpreter)
    if interpreter is None or found is None or not found[1]:
        return None
    script = found[0]
    if any((folder or Path()).joinpath(script + end).exists() for end in interpreter.suffixes):
        return None
    if interpreter.searches_path and "/" not in script and shutil.which(script):
        return None
    return script


def shadowing_files(
    command: Sequence[str], needed: Container[str], folder: Path | None = None
) -> list[Path]:
    """Return files that a Python program imports instead of modules of the same names.

    Python looks first in the folder of the script, so that a `random.py` there breaks every import of `random`.

    Args:
        command: The words of the program.
        needed: Names of modules that it needs, of Python's library and others.
        folder: Where it runs; None means the current one.
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
    """Return the command after `--` if this starts the bridge; else the command itself."""
    place = command.index("--") if "--" in command else 0
    is_bridge = command[1:2] == ["bridge"] or "referee_client.bridge" in command[:place]
    return command[place + 1 :] if is_bridge and command[place + 1 :] else command


def _interpreter(command: Sequence[str]) -> _Interpreter | None:
    return _INTERPRETERS.get(_VERSION.sub("", Path(command[0]).name).replace("nodejs", "node"))


def _run_by(command: Sequence[str], interpreter: _Interpreter) -> tuple[str, bool] | None:
    """Return what is run, and whether that is a file; None if that is not certain."""
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
        elif not interpreter.plain.fullmatch(word):
            return None
    return None
