"""Records what a model was asked and what it replied: one file of JSON lines for each seat of a match.

A trace holds no prompts: they follow from the replay, so that it holds their hashes. Each line has the
hash of all before it, so that no line can be changed, removed or added unnoticed without all later ones.
The first line has the hash of face, rules and schema, the policy, and the parameters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from referee.core.errors import RefereeError
from referee.llm.prompts import digest_of

__all__ = ["FORMAT", "SUFFIX", "TraceError", "TraceWriter", "read_trace", "split_traces"]

FORMAT: Final = 1
"""Version of the format of traces."""
SUFFIX = ".trace"
"""End of the names of traces."""
LONGEST_LINE = 8 << 20
"""Highest number of characters of a line that is read."""


class TraceError(RefereeError):
    """A trace is damaged, or does not fit its replay; the message says where."""


class TraceWriter:
    """Appends lines to a trace; each has left this process when the call returns.

    A player that is started again in the midst of a match goes on behind its last whole line, with a new
    header.

    Args:
        file: Where lines are written.
        chain: Hash of the last line there; empty if there is none.
        label: MATCH.SEAT in each line, where lines of several seats stand in one stream; else empty.
    """

    def __init__(self, file: TextIO, chain: str = "", label: str = "") -> None:
        self._file, self._chain, self._label = file, chain, label

    @classmethod
    def at(cls, folder: Path, match_id: str, seat: int) -> TraceWriter:
        """Return a writer of the file of a seat; the folder is made if it is missing.

        Raises:
            TraceError: The file can't be written.
        """
        path = folder / f"{match_id}.{seat}{SUFFIX}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            chain = _cut_to_whole_lines(path)
            # Line by line, so that what is there survives the end of the process.
            return cls(path.open("a", encoding="utf-8", buffering=1), chain)
        except OSError as error:
            raise TraceError(f"{path} can't be written: {error.strerror}") from None

    def write(self, kind: str, values: Mapping[str, Any]) -> None:
        """Write a line; one of the kind `header` begins a part, whose lines share what it says."""
        line: dict[str, Any] = {"kind": kind, **({"of": self._label} if self._label else {})}
        line |= values
        if kind == "header":
            line["format"] = FORMAT
        # Once to text and back: halves of surrogate pairs, which a reply may have, don't exist in UTF-8.
        line = json.loads(_as_json(line).encode("utf-8", "replace"))
        self._chain = digest_of([self._chain, line])
        self._file.write(_as_json({**line, "chain": self._chain}) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file, if it has no lines of others."""
        if not self._label:
            self._file.close()


def split_traces(logs: Iterable[Path], folder: Path) -> list[Path]:
    """Write the traces that stand in the output of players into separate files; return these.

    Lines that are of no trace are passed over.

    Args:
        logs: Files with what players have printed.
        folder: Where the files are written; made if it is missing. Files of the same names are replaced.

    Raises:
        TraceError: A file can't be read or written.
    """
    found: dict[str, list[str]] = {}
    try:
        for log in logs:
            with log.open(encoding="utf-8", errors="replace") as file:
                while text := file.readline(LONGEST_LINE):
                    label = _label(text)
                    if label:
                        found.setdefault(label, []).append(text)
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for label, lines in sorted(found.items()):
            path = folder / f"{label}{SUFFIX}"
            path.write_text("".join(lines), encoding="utf-8")
            written.append(path)
    except OSError as error:
        raise TraceError(f"{error.filename}: {error.strerror}") from None
    return written


def read_trace(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a trace, without their hashes, after checking these.

    The hash of a header follows from the line before it, or from nothing: a player that has been started
    again and writes to a stream can't read what it wrote before.

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
    _check_fields(f"{path}: line {number}", line)
    chains = [digest_of([before, line]) for before in ({chain, ""} if is_header else {chain})]
    if given not in chains:
        raise TraceError(f"{path}: line {number} or one before it has been changed")
    return line, str(given)


_KINDS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "header": {"match": (str,), "seat": (int,), "game": (str,), "model": (str,), "policy": (dict,)},
    "request": {"turn": (int,), "attempt": (int,), "prompt": (str,), "category": (str,)},
    "turn": {"turn": (int,)},
    "end": {},
}
"""Fields that a line of each kind must have, and their types."""
_PERHAPS: Mapping[str, tuple[type, ...]] = {
    "reply": (str,),
    "finish": (str,),
    "problem": (str,),
    "lasting": (bool,),
    "wait_s": (int, float, type(None)),
    "action": (dict, type(None)),
    "usage": (dict, type(None)),
}
"""Fields that a line may have, and their types."""


def _check_fields(where: str, line: Mapping[str, Any]) -> None:
    """Check that a line has what its kind needs, so that readers may rely on it.

    Raises:
        TraceError: It does not; the message names the field.
    """
    kind = str(line.get("kind"))
    if kind not in _KINDS:
        raise TraceError(f"{where}: kind must be one of {', '.join(_KINDS)}, not {kind!r}")
    present = {name: types for name, types in _PERHAPS.items() if name in line}
    for name, types in {**_KINDS[kind], **present}.items():
        value = line.get(name)
        is_truth = isinstance(value, bool) and bool not in types
        if is_truth or not isinstance(value, types):
            names = " or ".join(each.__name__ for each in types)
            raise TraceError(f"{where}: {name} must be of type {names}, not {value!r:.80}")


def _label(text: str) -> str:
    """Return MATCH.SEAT of a line of a trace; empty if the line is of none."""
    if not text.startswith('{"kind":'):
        return ""
    try:
        label = str(json.loads(text).get("of", ""))
    except (ValueError, RecursionError):
        return ""
    # It becomes the name of a file.
    return label if re.fullmatch(r"[A-Za-z0-9_-]{1,64}\.[0-9]{1,4}", label) else ""


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
