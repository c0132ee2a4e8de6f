"""Records what a model was asked and what it replied: one file of JSON lines for each seat of a match.

A trace holds no prompts: they follow from the replay, so that it holds their hashes. Each line has the
hash of all before it, so that no line can be changed, removed or added unnoticed without all later ones.
The first line has the hash of face, rules and schema, the policy, and the parameters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from referee.core.errors import RefereeError
from referee.llm.prompts import digest_of

__all__ = ["FORMAT", "SUFFIX", "TraceError", "TraceWriter", "read_trace", "trace_name"]

FORMAT: Final = 1
"""Version of the format of traces."""
SUFFIX = ".trace"
"""End of the names of traces."""
LONGEST_LINE = 8 << 20
"""Highest number of characters of a line that is read."""


class TraceError(RefereeError):
    """A trace is damaged, or does not fit its replay; the message says where."""


def trace_name(match_id: str, seat: int) -> str:
    """Return the name of the file with the trace of a seat."""
    return f"{match_id}.{seat}{SUFFIX}"


class TraceWriter:
    """Appends lines to a trace; each is on its way to the disk when the call returns.

    A player that is started again in the midst of a match goes on in the same file, with a new first line.

    Args:
        folder: Folder of the trace; made if it is missing.
        match_id: Id of the match.
        seat: Index of the seat, 0-based.

    Raises:
        TraceError: The file can't be written.
    """

    def __init__(self, folder: Path, match_id: str, seat: int) -> None:
        path = folder / trace_name(match_id, seat)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._chain = _cut_to_whole_lines(path)
            # Line by line, so that what is there survives the end of the process.
            self._file = path.open("a", encoding="utf-8", buffering=1)
        except OSError as error:
            raise TraceError(f"{path} can't be written: {error.strerror}") from None

    def write(self, kind: str, values: Mapping[str, Any]) -> None:
        """Write a line; one of the kind `header` begins a part, whose lines share what it says."""
        line: dict[str, Any] = {"kind": kind, **values}
        if kind == "header":
            line["format"] = FORMAT
        # Once to text and back: halves of surrogate pairs, which a reply may have, don't exist in UTF-8.
        line = json.loads(_as_json(line).encode("utf-8", "replace"))
        self._chain = digest_of([self._chain, line])
        self._file.write(_as_json({**line, "chain": self._chain}) + "\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_trace(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a trace, without their hashes, after checking these.

    Raises:
        TraceError: The file can't be read, or a line is damaged or does not follow from the last one.
    """
    chain, number = "", 0
    try:
        with path.open(encoding="utf-8") as file:
            while text := file.readline(LONGEST_LINE):
                number += 1
                line, chain = _read_line(path, number, text, chain)
                yield line
    except (OSError, UnicodeDecodeError) as error:
        raise TraceError(f"{path} can't be read: {error}") from None
    if not number:
        raise TraceError(f"{path} is empty")


def _read_line(path: Path, number: int, text: str, chain: str) -> tuple[dict[str, Any], str]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict) or not text.endswith("\n"):
        raise TraceError(f"{path}: line {number} is damaged")
    given = line.pop("chain", None)
    is_header = line.get("kind") == "header"
    if number == 1 and not is_header:
        raise TraceError(f"{path}: line 1 is no header")
    if is_header and line.get("format") != FORMAT:
        raise TraceError(f"{path}: line {number}: format {line.get('format')!r} is not {FORMAT}")
    chain = digest_of([chain, line])
    if given != chain:
        raise TraceError(f"{path}: line {number} or one before it has been changed")
    return line, chain


def _cut_to_whole_lines(path: Path) -> str:
    """Cut what follows the last whole line of a trace, and return that line's hash; empty without a file.

    A process that is killed may leave half a line.
    """
    if not path.exists():
        return ""
    with path.open("r+b") as file:
        whole = file.read().rpartition(b"\n")[0]
        file.truncate(len(whole) + 1 if whole else 0)
    try:
        return str(json.loads(whole.rpartition(b"\n")[2])["chain"]) if whole else ""
    except (ValueError, KeyError, TypeError):
        raise TraceError(f"{path}: the last line is damaged") from None


def _as_json(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
