"""What is shown of a program's last output: of each language's way to die, what it died of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournaments.processes.client import Exit
from tournaments.processes.deaths import explain
from tournaments.processes.last_words import both_ends, last_error
from tournaments.spec.limits import Limits

JAVA = """\
Exception in thread "main" java.lang.InternalError: Error loading java.security file
\tat java.base/java.security.Security.initialize(Security.java:106)
\tat gamereferee.bots.diceman.GreedyBot.main(GreedyBot.java:22)
Exception in thread "Cleaner" java.lang.NoClassDefFoundError: Could not initialize class X
\tat java.logging/java.util.logging.LogManager$Cleaner.run(LogManager.java:271)
Caused by: java.lang.ExceptionInInitializerError: Exception in X
\tat java.base/java.security.Security.initialize(Security.java:106)
Caused by: java.io.FileNotFoundException: java.security
\tat java.base/java.security.Security.initialize(Security.java:84)
\tat gamereferee.bots.diceman.GreedyBot.main(GreedyBot.java:22)
"""
PYTHON = """\
2026-11-28 begins
Traceback (most recent call last):
  File "bot.py", line 2, in <module>
    1 / 0
ZeroDivisionError: division by zero

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "bot.py", line 3, in <module>
KeyError: 'x'
"""
GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "bot.py", line 1, in <module>
  | ExceptionGroup: two (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "bot.py", line 4, in act
    | ValueError: boom
    +------------------------------------
"""
RUST = """\

thread 'main' (31776) panicked at src/main.rs:1:71:
index out of bounds: the len is 0 but the index is 0
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616/library/std/src/panicking.rs:689:5
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
"""
GO = """\
panic: assignment to entry in nil map

goroutine 1 [running]:
main.main()
\t/bots/go/bot.go:2 +0x28
"""
CPP = """\
terminate called after throwing an instance of 'std::runtime_error'
  what():  boom
"""
NODE = """\
/bots/bot.js:1
function f(){throw new TypeError("boom")}; f()
             ^

TypeError: boom
    at f (/bots/bot.js:1:20)
    at node:internal/main/eval_string:51:3

Node.js v20.20.2
"""
EXPECTED = {
    JAVA: [
        'Exception in thread "Cleaner" java.lang.NoClassDefFoundError: Could not initialize class X',
        "[1 line left out]",
        "Caused by: java.lang.ExceptionInInitializerError: Exception in X",
        "[1 line left out]",
        "Caused by: java.io.FileNotFoundException: java.security",
        "[1 line left out]",
        "at gamereferee.bots.diceman.GreedyBot.main(GreedyBot.java:22)",
    ],
    PYTHON: ["KeyError: 'x'"],
    GROUP: ["| ValueError: boom"],
    RUST: [
        "thread 'main' (31776) panicked at src/main.rs:1:71:",
        "index out of bounds: the len is 0 but the index is 0",
        "[3 lines left out]",
        "note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.",
    ],
    GO: [
        "panic: assignment to entry in nil map",
        "[2 lines left out]",
        "main.main()",
        "/bots/go/bot.go:2 +0x28",
    ],
    CPP: ["terminate called after throwing an instance of 'std::runtime_error'", "what():  boom"],
    NODE: ["TypeError: boom", "[3 lines left out]", "Node.js v20.20.2"],
    "no idea\nhow to begin\n": ["how to begin"],
    "Unrecognized VM option 'X'\nError: Could not create the Java Virtual Machine.\n": [
        "Unrecognized VM option 'X'",
        "Error: Could not create the Java Virtual Machine.",
    ],
    "": [],
}
NAMES = ["java", "python", "group", "rust", "go", "cpp", "node", "no error", "no jvm", "nothing"]


@pytest.mark.parametrize(("output", "shown"), EXPECTED.items(), ids=NAMES)
def test_what_a_program_died_of(tmp_path: Path, output: str, shown: list[str]) -> None:
    """The last error's first lines, its root cause and the last line, and how much is left out."""
    (tmp_path / "0001.stderr").write_text(output)
    assert last_error(tmp_path / "0001") == shown


def test_all_of_it_is_told(tmp_path: Path) -> None:
    """In one line, with the limit that any part of it speaks of."""
    (tmp_path / "0001.stderr").write_text(
        'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n'
        + "\tat bot.Bot.act(Bot.java:3)\n" * 9
    )
    words = last_error(tmp_path / "0001")
    assert explain(Exit(1, 0.5, 1.5, 1000), words, Limits(1 << 20)) == (
        "exit status 1 after 1.5s (0.5s of processor time), its last words:"
        ' Exception in thread "main" java.lang.OutOfMemoryError: Java heap space'
        " / [8 lines left out] / at bot.Bot.act(Bot.java:3); its memory limit is 1 MiB"
    )


@pytest.mark.parametrize("line", ["a." * 60_000, "A" * 120_000, " | " * 40_000, "thread " * 20_000])
def test_a_hostile_line_is_read_in_short(tmp_path: Path, line: str) -> None:
    """Whatever is in it, it is cut, and looked at no further than it is shown."""
    (tmp_path / "0001.stderr").write_text(line + "\n")
    (words,) = last_error(tmp_path / "0001")
    assert words == line.strip()[:500] + "…"


def test_both_ends(tmp_path: Path) -> None:
    """Lines that are at both ends are shown once; a gap is counted."""
    log = tmp_path / "build"
    (tmp_path / "build.stderr").write_text("\n".join("abcdefgh"))
    assert both_ends(log, first=2, last=3) == ["a", "b", "[3 lines left out]", "f", "g", "h"]
    assert both_ends(log, first=5, last=5) == list("abcdefgh")
    assert both_ends(tmp_path / "none", first=1, last=1) == []
