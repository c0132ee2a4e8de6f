"""Writes a match as a file that a page of a site loads: a classic script that calls `refereeArena.match({...})`.

A page from `file://` can fetch no data, but may run a script in its folder. Index and chunks (runs of frames) are each
compressed and encoded in base64, so that a browser unpacks only the chunks that it shows.
"""

from __future__ import annotations

import base64
import functools
import importlib.metadata
import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.replay.frames import Eyes
from referee.replay.reader import Replay, load
from referee.replay.recorded import Recording
from referee_arena import FORMAT
from referee_arena.scenes.build import replay_terms
from referee_arena.scenes.history import History, encoded

__all__ = [
    "WhoseEyes",
    "heading_of",
    "match_data",
    "match_problem",
    "match_script",
    "packed",
    "packed_text",
    "part_of",
    "write_whole",
]

WhoseEyes: TypeAlias = Literal["together", "each", "public"]
"""Points of view in a match's file.

`together`: everything that any seat sees. `each`: that, the public's, and each seat's. `public`: the public's alone.
"""
_CHUNK = 200
"""Most frames of a chunk in a match's file, if frames are small.

The file is loaded as a whole, so chunks only limit the time that a jump to a frame takes.
"""
_LEVEL = 6
"""Compression level of zlib; level 9 takes three times as long and saves 4 % of the bytes."""


def match_data(replay: Replay, whose: WhoseEyes) -> PlainObject:
    """Return a match's histories from the points of view that `whose` names, in the form of `packed`.

    Raises:
        ReplayError: A record of the replay is invalid or contradicts earlier ones.
    """
    recording = Recording(replay)
    eyes = _eyes(whose, replay.header.num_seats)
    terms = replay_terms(replay)
    if whose == "public":
        terms.pop("proof", None)
    histories = [History(recording.heading(each), terms, chunk=_CHUNK) for each in eyes]
    for frames in recording.frames(eyes):
        for history, frame in zip(histories, frames, strict=True):
            history.add(frame)
    return packed({each.name: history for each, history in zip(eyes, histories, strict=True)})


def packed(histories: Mapping[str, History]) -> PlainObject:
    """Return histories as plain data: `eyes` (names for people), `index` and `chunks`, each by id of the point of view.

    Index and chunks are compressed and in base64. Of several histories with equal chunks only the first is returned.
    """
    eyes: dict[str, Plain] = {}
    index: dict[str, Plain] = {}
    chunks: dict[str, Plain] = {}
    for name, history in histories.items():
        packed_chunks: list[Plain] = [
            packed_text(history.chunk_json(number)) for number in range(history.num_chunks)
        ]
        if packed_chunks not in chunks.values():
            eyes[name] = history.heading.eyes
            index[name] = packed_text(encoded(history.index()))
            chunks[name] = packed_chunks
    return {"eyes": eyes, "index": index, "chunks": chunks}


def match_script(path: Path, whose: WhoseEyes, match_id: str) -> str:
    """Return the text of a match's file.

    Args:
        path: Path of the match's replay.
        whose: Points of view that the file has.
        match_id: Id of the match, by which a later export recognises the file.

    Raises:
        ReplayError: The replay is damaged, or of a game or version that is not installed.
        OSError: The replay can't be read.
    """
    return _script(match_data(load(path), whose), heading_of(whose, match_id))


def match_problem(problem: str) -> str:
    """Return the text of the file of a match that can't be shown; the page then shows `problem`."""
    return _script({"problem": problem}, "// not a match")


def heading_of(whose: WhoseEyes, match_id: str) -> str:
    """Return the first line of a match's file: versions, points of view and match id, as a comment.

    An existing file that begins with this line need not be written again.
    """
    return f"// gamereferee {_version()}, format {FORMAT}, eyes {whose}, match {match_id}"


@functools.cache
def _version() -> str:
    return importlib.metadata.version("gamereferee")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it appears complete or not at all: under a temporary name first, which is then changed.

    Raises:
        OSError: The file can't be written.
    """
    part = part_of(path)
    part.write_text(text, encoding="utf-8", newline="")
    os.replace(part, path)


def part_of(path: Path) -> Path:
    """Return the path of the temporary file in which `write_whole` writes `path`."""
    return path.with_name(f".{path.name}.part")


def _eyes(whose: WhoseEyes, num_seats: int) -> Sequence[Eyes]:
    if whose == "each":
        return Eyes.of(num_seats)
    return (Eyes(is_public=whose == "public"),)


def _script(data: PlainObject, heading: str) -> str:
    return f"{heading}\nrefereeArena.match({encoded(data)});\n"


def packed_text(text: str) -> str:
    """Return a text in gzip's format and base64; the same text always gives the same result."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
