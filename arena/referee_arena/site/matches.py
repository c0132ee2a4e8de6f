"""One match as a file that a page of a site loads: `refereeArena.match({...})` in a classic script.

A page from `file://` can fetch nothing, but may run a script that is next to it. Index and chunks are compressed one by
one, in base64, so that a browser unpacks only the chunks that are looked at.
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
    "part_of",
    "write_whole",
]

WhoseEyes: TypeAlias = Literal["together", "each", "public"]
"""Views of a match in its file: one of everything, one for each eyes, or the public's alone."""
_CHUNK = 200
"""Most frames of a chunk, if they are small. A file is loaded as a whole, so that chunks only bound the time of a jump."""
_LEVEL = 6
"""Level of zlib; 9 takes three times as long for 4 % less."""


def match_data(replay: Replay, whose: WhoseEyes) -> PlainObject:
    """Return names, index and chunks of a match by eyes; eyes that saw the same as earlier ones are left out.

    Raises:
        ReplayError: A record doesn't follow from those before it.
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
    """Return names, index and chunks of histories by the ids of their eyes; equal histories are there only once."""
    eyes: dict[str, Plain] = {}
    index: dict[str, Plain] = {}
    chunks: dict[str, Plain] = {}
    for name, history in histories.items():
        packed_chunks: list[Plain] = [
            _packed(history.chunk_json(number)) for number in range(history.num_chunks)
        ]
        if packed_chunks not in chunks.values():
            eyes[name] = history.heading.eyes
            index[name] = _packed(encoded(history.index()))
            chunks[name] = packed_chunks
    return {"eyes": eyes, "index": index, "chunks": chunks}


def match_script(path: Path, whose: WhoseEyes, match_id: str) -> str:
    """Return the file of a match.

    Args:
        path: Its replay.
        whose: Views that it has.
        match_id: Its id, by which a later export recognises the file.

    Raises:
        ReplayError: The replay is damaged, or of a game or version that is not installed.
        OSError: It can't be read.
    """
    return _script(match_data(load(path), whose), heading_of(whose, match_id))


def match_problem(problem: str) -> str:
    """Return the file of a match that can't be shown; the page says why."""
    return _script({"problem": problem}, "// not a match")


def heading_of(whose: WhoseEyes, match_id: str) -> str:
    """Return the first line of a match's file; a file that begins with it need not be written again."""
    return f"// gamereferee {_version()}, format {FORMAT}, eyes {whose}, match {match_id}"


@functools.cache
def _version() -> str:
    return importlib.metadata.version("gamereferee")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is complete or not there at all.

    Raises:
        OSError: It can't be written.
    """
    part = part_of(path)
    part.write_text(text, encoding="utf-8", newline="")
    os.replace(part, path)


def part_of(path: Path) -> Path:
    """Return the path of a file while it is incomplete."""
    return path.with_name(f".{path.name}.part")


def _eyes(whose: WhoseEyes, num_seats: int) -> Sequence[Eyes]:
    if whose == "each":
        return Eyes.of(num_seats)
    return (Eyes(is_public=whose == "public"),)


def _script(data: PlainObject, heading: str) -> str:
    return f"{heading}\nrefereeArena.match({encoded(data)});\n"


def _packed(text: str) -> str:
    """Return a text compressed as gzip does, the same bytes for the same text, in base64."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
