"""One match as a file that a page of a site loads: `refereeArena.match({...})` in a classic script.

A page from `file://` can fetch nothing, but may run a script that stands beside it. Chunks are compressed
and told in base64, as is the index, so that a browser unpacks only what is looked at.
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
"""Which views a match is written with: that of all eyes together, one for each, or the public's alone."""
_CHUNK = 200
"""Frames a chunk, of small ones: a file is loaded whole, so that chunks only bound what a jump to a moment takes."""
_LEVEL = 6
"""Of zlib; 9 takes three times as long for 4 % less."""


def match_data(replay: Replay, whose: WhoseEyes) -> PlainObject:
    """Return names, index and chunks of a match by eyes; eyes that saw no more and no less than earlier ones are left out.

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
    """Return names, index and chunks of histories by the ids of their eyes, each told once."""
    eyes: dict[str, Plain] = {}
    index: dict[str, Plain] = {}
    chunks: dict[str, Plain] = {}
    for name, history in histories.items():
        told: list[Plain] = [
            _packed(history.chunk_json(number)) for number in range(history.num_chunks)
        ]
        if told not in chunks.values():
            eyes[name] = history.heading.eyes
            index[name] = _packed(encoded(history.index()))
            chunks[name] = told
    return {"eyes": eyes, "index": index, "chunks": chunks}


def match_script(path: Path, whose: WhoseEyes, match_id: str) -> str:
    """Return the file of a match.

    Args:
        path: Its replay.
        whose: Which views it has.
        match_id: Its id, by which the file is known again.

    Raises:
        ReplayError: The replay is damaged, or of a game or version that is not installed.
        OSError: It can't be read.
    """
    return _script(match_data(load(path), whose), heading_of(whose, match_id))


def match_problem(problem: str) -> str:
    """Return the file of a match that can't be shown; the page says why."""
    return _script({"problem": problem}, "// not a match")


def heading_of(whose: WhoseEyes, match_id: str) -> str:
    """Return the first line of a match's file; a file that begins with it need not be made again."""
    return f"// gamereferee {_version()}, format {FORMAT}, eyes {whose}, match {match_id}"


@functools.cache
def _version() -> str:
    return importlib.metadata.version("gamereferee")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all.

    Raises:
        OSError: It can't be written.
    """
    beside = part_of(path)
    beside.write_text(text, encoding="utf-8", newline="")
    os.replace(beside, path)


def part_of(path: Path) -> Path:
    """Return where a file is until it is whole."""
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
