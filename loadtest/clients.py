"""Compares the SDKs of all languages: lines of a first bot, conformance, speed, memory.

    make clients
    python -m loadtest.clients

Each language's random bot of Diceman goes through the conformance kit, and then plays 256 matches
on one stream as fast as it can (`referee conformance --bench`), one language after the other. That
takes about a minute a language, and its row is printed then. Languages whose bots are not built are
left out, and named.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["LANGUAGES", "main", "measure"]

ROOT = Path(__file__).resolve().parents[1]
"""Root folder of the project."""
LANGUAGES = {
    "python": "clients/python/referee_bots/diceman/random_bot.py",
    "typescript": "clients/typescript/bots/diceman/random_bot.ts",
    "go": "clients/go/bots/diceman/random_bot/main.go",
    "rust": "clients/rust/bots/diceman/random_bot.rs",
    "java": "clients/java/bots/src/main/java/gamereferee/bots/diceman/RandomBot.java",
    "cpp": "clients/cpp/bots/diceman/random_bot.cpp",
    "stdio": "clients/stdio/diceman_bot.c",
}
"""Path of the source of each language's random bot, by language."""
_TITLES = ("lines", "conformance", "decisions/s", "us each", "MiB", "answers a message")
_PROGRAMS = dict.fromkeys(LANGUAGES, "random_bot") | {"stdio": "c_bot"}


def program_of(language: str) -> Path:
    """Return the path of a language's bot program, where `make clients` puts it."""
    return ROOT / "build" / "clients" / language / "diceman" / _PROGRAMS[language]


def measure(language: str, *, seconds: float) -> dict[str, Any]:
    """Return all figures of one language, by name.

    Args:
        language: A key of `LANGUAGES`, whose bot is built.
        seconds: Seconds of each of the three windows of the bench.
    """
    lines = (ROOT / LANGUAGES[language]).read_text(encoding="utf-8").count("\n")
    program = str(program_of(language))
    checked = _conformance("--", program)
    timed = _conformance("--bench", "--seconds", str(seconds), "--", program)
    verdicts = [report["verdict"] for report in checked.get("scenarios", [])]
    return {
        "lines": lines,
        "scenarios": len(verdicts),
        "passed": verdicts.count("passed"),
        **timed,
    }


def _conformance(*words: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [sys.executable, "-m", "referee", "conformance", "--json", str(file), *words]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        report: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return report


def _shown(figure: float | None, form: str) -> str:
    return "-" if figure is None else format(figure, form)


def main(argv: Sequence[str] | None = None) -> None:
    """Measure the languages named by these command-line arguments, or all, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=", ".join(LANGUAGES))
    parser.add_argument("--seconds", type=float, default=2.0, help="of a window (%(default)s)")
    options = parser.parse_args(argv)
    unknown = [language for language in options.languages if language not in LANGUAGES]
    if unknown:
        parser.error(f"LANGUAGE must be one of {', '.join(LANGUAGES)}, not {unknown[0]!r}")
    _print_line("language", _TITLES)
    for language in options.languages or LANGUAGES:
        if not os.access(program_of(language), os.X_OK):
            print(f"{language} is left out: make clients LANGUAGES={language}", flush=True)
            continue
        own = measure(language, seconds=options.seconds)
        figures = (
            str(own["lines"]),
            f"{own['passed']} of {own['scenarios']}",
            _shown(own.get("decisions_per_s"), ",.0f"),
            _shown(own.get("cpu_us"), ".1f"),
            _shown(own.get("rss_mib"), ".0f"),
            _shown(own.get("answers_per_message"), ".0f"),
        )
        _print_line(language, figures)


def _print_line(language: str, figures: Sequence[str]) -> None:
    """Print a language's row of figures under the titles, at once: the next row takes a minute."""
    cells = (f"{figure:>{len(title)}}" for title, figure in zip(_TITLES, figures, strict=True))
    print(f"{language:10}", *cells, sep="  ", flush=True)


if __name__ == "__main__":
    main()
