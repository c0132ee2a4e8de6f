"""The programs of a real season: what authors hand in, and what remote entries run at home.

Programs of Go, Rust, Java, C++, TypeScript and C are those that `make clients` has built; the others
are text files.
"""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

__all__ = [
    "ATTENDING",
    "HOSTED",
    "LANGUAGES",
    "LEAVING",
    "NotBuiltError",
    "Program",
    "STRONG",
    "faulty",
    "write",
]

_ROOT = Path(__file__).resolve().parents[2]
_BUILT = _ROOT / "build" / "clients"
_PYTHON = """\
import random, time
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
WEIGHTS = {weights}
FAILS_FROM = {fails_from}

def act(observation):
    # Matches last for some seconds, so that there is something to break off.
    time.sleep(60 if time.time() >= FAILS_FROM else 0.05)
    return Action(dice=random.choices(PAIRS, WEIGHTS)[0])

run(act)
"""
_LEAVING = """\
import logging, os, sys
class Leaving(logging.Handler):
    def emit(self, record):
        if " broke: " in record.getMessage():
            print("the stream is gone, and so am I", file=sys.stderr, flush=True)
            os._exit(3)
logging.getLogger("referee_client").addHandler(Leaving())
"""
_NEVER = 1e12
_JAVA = "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms16m -cp lib/gamereferee-bots.jar gamereferee.bots.diceman."
_BRIDGE = "python -P -m referee bridge --game diceman --"


class NotBuiltError(Exception):
    """A program of another language is not there; the message says how to build it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Program:
    """Files and commands of a program that an author hands in, without the entry's name."""

    language: str
    """Language of the program."""
    command: str
    """How it is started in its folder."""
    fill: Callable[[Path], None]
    """Writes the program's files into an empty folder."""
    build: str = ""
    """Command that builds it; empty for none."""


def _python(
    weights: tuple[int, ...], *, fails_from: float = _NEVER, build: str = "", before: str = ""
) -> Program:
    """Return a program in Python that draws each pair of dice with the chance of its weight.

    Args:
        weights: Weight of each of the six pairs, int[pair].
        fails_from: Time, in seconds since 1970 UTC, from which it misses every deadline.
        build: Command that builds it; empty for none.
        before: Code that runs before all else.
    """
    text = before + _PYTHON.format(weights=weights, fails_from=fails_from)

    def fill(folder: Path) -> None:
        (folder / "bot.py").write_text(text, encoding="utf-8")

    return Program("Python", "python bot.py", fill, build)


def _built(language: str, source: str, name: str, command: str) -> Program:
    """Return a program of one file, which `make clients` has built or which is there as it is.

    Args:
        language: Language of the program.
        source: Path of the file, below `build/clients` or the project's folder.
        name: Name of the file in the program's folder.
        command: How it is started.
    """

    def fill(folder: Path) -> None:
        found = _BUILT / source if (_BUILT / source).exists() else _ROOT / source
        if not found.exists():
            raise NotBuiltError(f"{found} is not built: make clients")
        shutil.copy2(found, folder / name)
        if language == "Rust" and shutil.which("strip"):
            # Debug information is most of what it weighs.
            subprocess.run(["strip", folder / name], check=True)

    return Program(language, command, fill)


def _native(language: str, folder: str, name: str) -> Program:
    return _built(language, f"{folder}/diceman/{name}", "bot", "./bot")


def _java(name: str) -> Program:
    """Return a program in Java, with all libraries that it needs."""

    def fill(folder: Path) -> None:
        jars = sorted((_BUILT / "java" / "lib").glob("*.jar"))
        if not jars:
            raise NotBuiltError(f"{_BUILT / 'java'} is not built: make clients")
        (folder / "lib").mkdir()
        for jar in jars:
            shutil.copy2(jar, folder / "lib")

    return Program("Java", _JAVA + name, fill)


def _typescript(name: str) -> Program:
    """Return a program in TypeScript, with the compiled SDK and the packages that it needs."""
    package = _ROOT / "clients" / "typescript"

    def fill(folder: Path) -> None:
        if not (package / "dist").is_dir():
            raise NotBuiltError(f"{package / 'dist'} is not built: make clients")
        # A bot finds the SDK as its own package, by the name and the exports of `package.json`.
        shutil.copy2(package / "package.json", folder)
        locked = json.loads((package / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        needed = [path for path, its in locked.items() if path and not its.get("dev")]
        for path in ["dist", *(each for each in needed if "types" not in each)]:
            shutil.copytree(package / path, folder / path)

    return Program("TypeScript", f"node dist/bots/diceman/{name}.js", fill)


_C = _built("C", "stdio/built/diceman_bot", "bot", f"{_BRIDGE} ./bot")
_PERL = _built("Perl", "clients/stdio/diceman_bot.pl", "bot.pl", f"{_BRIDGE} perl bot.pl")

HOSTED = {
    "ann": _python((0, 0, 0, 23, 138, 77)),
    "bob": _python((1, 1, 1, 1, 1, 1)),
    "cleo": _native("Go", "go", "greedy_bot"),
    "dana": _native("C++", "cpp", "random_bot"),
    "eli": _native("Rust", "rust", "greedy_bot"),
    "fay": _typescript("greedy_bot"),
    "gus": _java("GreedyBot"),
    "hana": _java("RandomBot"),
    "ivo": _C,
    "jun": _PERL,
}
"""Programs of the entries that run on the season's machine; the last one is handed in later."""
ATTENDING = {
    "olga": _python((0, 0, 0, 1, 1, 1)),
    "pete": _native("Go", "go", "greedy_bot"),
    "quin": _PERL,
    "rosa": _python((1, 0, 0, 2, 3, 4)),
}
"""Programs of the entries that run elsewhere."""
LANGUAGES = sorted({program.language for program in HOSTED.values()})
"""Languages of the programs on the season's machine."""
STRONG = _python((0, 0, 0, 30, 130, 80), build="python -m py_compile bot.py")
"""What replaces a program in the middle of the season."""

LEAVING = _python((0, 0, 0, 1, 1, 1), before=_LEAVING)
"""What ends when its stream breaks, where the protocol asks it to come back."""


def faulty(fails_from: float) -> Program:
    """Return a program that misses every deadline from `fails_from` on (in seconds since 1970 UTC), and none before."""
    return _python((0, 0, 0, 1, 2, 1), fails_from=fails_from)


def write(program: Program, entry: str, folder: Path) -> Path:
    """Write a program with its manifest into a folder, in place of what was in it; return the folder.

    `entry` is the name of the entry for the manifest.

    Raises:
        NotBuiltError: It is a program that has not been built.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program.fill(folder)
    keys = {"name": entry, "command": program.command, "language": program.language}
    if program.build:
        keys["build"] = program.build
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in keys.items()]
    (folder / "bot.toml").write_text("".join(lines), encoding="utf-8")
    return folder
