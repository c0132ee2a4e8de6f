"""Encodes the whole history of an ended match for browsers.

The match is simulated again from its replay, which takes processor time: a server calls `build` in another process.
"""

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
    """History of a match from one point of view, encoded as JSON."""

    index_json: str
    """Index of the history, as `History.index` returns it, in JSON."""
    chunks: tuple[str, ...]
    """All chunks (runs of frames) in order, each in JSON."""
    num_seats: int
    """Number of seats of the match."""


def build(path: Path, eyes: str) -> Built:
    """Return the history of a match from one point of view, read from its replay.

    Args:
        path: The replay file.
        eyes: Name of the point of view: `all`, `public`, or `seat-0` and so on.

    Raises:
        ReplayError: The file is missing or damaged, or its version is unknown.
        FieldError: The match has no point of view of that name.
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
    """Return values to add to the index of a replay's history.

    They are the terms of the clock (`clock`), that the match is recorded (`recorded`), and the proof of its dice
    (`proof`) if the seed was revealed.
    """
    terms: PlainObject = {"clock": clock_terms(replay.time_control), "recorded": True}
    if replay.end is not None and replay.end.HasField("reveal"):
        terms["proof"] = _proof(replay.header, replay.end)
    return terms


def clock_terms(terms: TimeControl) -> PlainObject:
    """Return a time control as plain data: `move`, `bank` and `increment` in microseconds, and the number of `strikes`.

    `move` is null if decisions have no deadline.
    """
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
