from __future__ import annotations

from pathlib import Path

import pytest

from tournaments.processes.client import NO_LIMITS, Exit
from tournaments.processes.deaths import explain
from tournaments.processes.last_words import last_words
from tournaments.spec.limits import Limits

MIB = 1024 * 1024
LIMITS = Limits(512 * MIB, cpu_s=9, processes=64, open_files=32, file_size=MIB, output=MIB)
AFTER = " after 1.5s (0.5s of processor time)"


def exit_of(code: int, limit: str | None = None) -> Exit:
    """An end after a second and a half."""
    return Exit(code, 0.5, 1.5, 1000, limit)


@pytest.mark.parametrize(
    ("ended", "words", "said"),
    [
        (exit_of(3), [], f"exit status 3{AFTER}"),
        (exit_of(3), ["one", "two"], f"exit status 3{AFTER}, its last words: one / two"),
        (exit_of(-11), [], f"signal 11 (Segmentation fault){AFTER}"),
        (exit_of(-9), [], f"signal 9 (Killed){AFTER}; it was not killed from here"),
        (
            exit_of(-9, "it held 513 MiB of memory, its limit is 512 MiB"),
            [],
            f"killed, it held 513 MiB of memory, its limit is 512 MiB,{AFTER}",
        ),
        (
            exit_of(-24),
            [],
            f"signal 24 (CPU time limit exceeded){AFTER}; its limit is 9s of processor time",
        ),
        (
            exit_of(-25),
            [],
            f"signal 25 (File size limit exceeded){AFTER}; its limit is 1 MiB a file",
        ),
        (
            exit_of(1),
            ["MemoryError"],
            f"exit status 1{AFTER}, its last words: MemoryError; its memory limit is 512 MiB",
        ),
        (
            exit_of(1),
            ["RuntimeError: can't start new thread"],
            f"exit status 1{AFTER}, its last words: RuntimeError: can't start new thread;"
            " its limit is 64 processes and threads",
        ),
        (
            exit_of(1),
            ["OSError: [Errno 24] Too many open files: 'x'"],
            f"exit status 1{AFTER}, its last words: OSError: [Errno 24] Too many open files: 'x';"
            " its limit is 32 open files",
        ),
    ],
)
def test_explanations(ended: Exit, words: list[str], said: str) -> None:
    """What is known, with the limit that the last words speak of."""
    assert explain(ended, words, LIMITS) == said


def test_without_limits() -> None:
    """Where there is no limit, none is named."""
    assert explain(exit_of(1), ["MemoryError"], NO_LIMITS).endswith("its last words: MemoryError")
    assert explain(exit_of(-24), [], NO_LIMITS).endswith(AFTER)


def test_last_words_are_harmless(tmp_path: Path) -> None:
    """Wherever they are shown: nothing in them is obeyed, and a line has an end."""
    log = tmp_path / "0001"
    words = "\x1b[2J\x1b]0;winner\x07gone\u202e\u200b"
    (tmp_path / "0001.stderr").write_text(f"{words}\n{'x' * 100_000}\n", encoding="utf-8")
    assert last_words(log, lines=2) == ["?[2J?]0;winner?gone??", "x" * 500 + "…"]
    (tmp_path / "0001.stderr").write_bytes(b"\x9b2J\xff\n")
    assert last_words(log, lines=1) == ["\ufffd2J\ufffd"]
