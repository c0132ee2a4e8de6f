"""The languages in which `referee new bot` can make a bot.

This is read when any command starts; how a language writes messages is in `literals`.
"""

from __future__ import annotations

import dataclasses

__all__ = ["LANGUAGES", "PROGRAMS", "Language"]


@dataclasses.dataclass(frozen=True, slots=True)
class Language:
    """A language in which `referee new bot` can make a bot."""

    title: str
    """Name of the language in the bot's manifest."""
    source: str
    """Path of the file with the bot's own code, which its author changes."""
    command: str
    """Command that starts the bot; `$game` stands for the game."""
    build: str = ""
    """Command that makes the program without a network; empty if there is nothing to make."""
    test: str = ""
    """Command that runs the tests of the bot's own code; empty if there are none in its language."""
    guide: str = "stdio"
    """Name of the language's page in `docs/bots`, without its ending."""
    extension: str = ""
    """Extension with which Visual Studio Code debugs the language; empty if it needs none."""
    tools: str = ""
    """What has to be installed to build the bot, as the end of a sentence."""
    has_stubs: bool = False
    """Whether its code holds messages of generated classes. Only the project's own games have these
    in every language.
    """
    places: tuple[tuple[str, str], ...] = ()
    """Pairs of a template's name and its path in the bot's folder, of files that do not go to its top."""


_BRIDGE = "python -P -m referee_client.bridge --game $game --"
"""Beginning of the command of a bot that reads and writes lines of JSON."""

LANGUAGES = {
    "python": Language("Python", "bot.py", "python bot.py", guide="python", extension="Python"),
    "go": Language(
        title="Go",
        source="main.go",
        command="./bot",
        build="sh build.sh",
        test="go test -mod=vendor .",
        guide="go",
        extension="Go",
        tools="Go 1.25 or newer",
        has_stubs=True,
    ),
    "rust": Language(
        title="Rust",
        source="src/main.rs",
        command="./bot",
        build="sh build.sh",
        test="cargo test --offline",
        guide="rust",
        extension="CodeLLDB",
        tools="Rust 1.91 or newer and a C compiler",
        has_stubs=True,
        places=(("main.rs", "src/main.rs"),),
    ),
    "cpp": Language(
        title="C++",
        source="bot.hpp",
        command="./bot",
        build="sh build.sh",
        guide="cpp",
        extension="C/C++",
        tools="a C++17 compiler, make, CMake, and gRPC and protobuf with their files for developers",
        has_stubs=True,
    ),
    "java": Language(
        title="Java",
        source="src/main/java/MyBot.java",
        command="java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp target/classes:target/dependency/* MyBot",
        build="sh build.sh",
        test="mvn -q -o -Dmaven.repo.local=repository test",
        guide="java",
        extension="Debugger for Java",
        tools="a JDK from 17 on and Maven from 3.8 on",
        has_stubs=True,
        places=(
            ("MyBot.java", "src/main/java/MyBot.java"),
            ("MyBotTest.java", "src/test/java/MyBotTest.java"),
        ),
    ),
    "typescript": Language(
        title="TypeScript",
        source="bot.ts",
        command="node dist/main.js",
        build="node node_modules/typescript/bin/tsc",
        test="node --test dist/",
        guide="typescript",
        tools="Node 20 or newer with npm",
        has_stubs=True,
    ),
    "stdio": Language("shell", "bot.sh", f"{_BRIDGE} sh bot.sh"),
}
"""The languages by the word of the command line."""

PROGRAMS = {
    "sh": LANGUAGES["stdio"],
    "perl": Language("Perl", "bot.pl", f"{_BRIDGE} perl bot.pl"),
    "c": Language(
        title="C",
        source="bot.c",
        command=f"{_BRIDGE} ./bot",
        build="cc -O2 -o bot bot.c",
        extension="C/C++",
    ),
}
"""Languages of a bot that reads and writes lines of JSON, by the word of `--program`."""
