"""The whole history of an ended match, encoded for sending. Call it in another process: it replays the match."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gamereferee.v1 import replay_pb2
from referee.core.scene_plain import PlainObject
from referee.core.time_control import TimeControl
from referee.replay.frames import Eyes
from referee.replay.reader import Replay, load
from referee.replay.recorded import Recording
from referee_arena.scenes.history import History, encoded

__all__ = ["Built", "build", "clock_terms", "replay_terms"]


class Built(NamedTuple):
    """Encoded history of a match for some eyes."""

    index_json: str
    """The index."""
    chunks: tuple[str, ...]
    """Each chunk as JSON."""
    num_seats: int
    """Seats of the match."""


def build(path: Path, eyes: str) -> Built:
    """Return the history of a replay for some eyes.

    Args:
        path: The file.
        eyes: Name of the eyes, as `Eyes.parse` takes it.

    Raises:
        ReplayError: The file is missing or damaged, or its version is unknown.
        FieldError: There are no such eyes.
    """
    replay = load(path)
    recording = Recording(replay)
    looker = Eyes.parse(eyes, replay.header.num_seats)
    history = History(recording.heading(looker), replay_terms(replay))
    for (frame,) in recording.frames((looker,)):
        history.add(frame)
    chunks = tuple(history.chunk_json(number) for number in range(history.num_chunks))
    return Built(encoded(history.index()), chunks, replay.header.num_seats)


def replay_terms(replay: Replay) -> PlainObject:
    """Return further values for the index of a replay: its clocks, and the proof of its dice if it was revealed."""
    terms: PlainObject = {"clock": clock_terms(replay.time_control), "recorded": True}
    if replay.end is not None and replay.end.HasField("reveal"):
        terms["proof"] = _proof(replay.header, replay.end)
    return terms


def clock_terms(terms: TimeControl) -> PlainObject:
    """Return the terms of the clock, durations in microseconds; `move` is null without deadlines."""
    move_ns = terms.move_time_ns
    return {
        "move": None if move_ns is None else move_ns // 1000,
        "bank": terms.bank_ns // 1000,
        "increment": terms.increment_ns // 1000,
        "strikes": terms.strikes,
    }


def _proof(header: replay_pb2.HeaderRecord, end: replay_pb2.EndRecord) -> PlainObject:
    reveal = end.reveal
    return {
        "commitment": header.seed_commitment.hex(),
        "server_seed": reveal.server_seed.hex(),
        "salt": reveal.salt.hex(),
        "nonces": [nonce.hex() for nonce in reveal.nonces],
        "nonce_commitments": [each.hex() for each in reveal.nonce_commitments],
        "match_seed": str(reveal.match_seed),
        "fixed": reveal.fixed,
    }
