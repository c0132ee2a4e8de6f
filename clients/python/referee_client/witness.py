"""What seats were told before play, in files: for reveals that come later, and for replays."""

from __future__ import annotations

import re
from pathlib import Path

from google.protobuf.message import DecodeError

from gamereferee.v1.play_service_pb2 import SeatWitness

__all__ = ["WITNESS_SUFFIX", "read_witness", "write_witness"]

WITNESS_SUFFIX = ".witness"
"""Ending of the file of a seat's witness."""


def write_witness(folder: Path, witness: SeatWitness) -> Path:
    """Write a witness to `MATCH.SEAT.witness` in a folder, over what was there; return where it is.

    Raises:
        OSError: It can't be written.
    """
    match_id = re.sub(r"[^A-Za-z0-9_-]", "_", witness.joined.match_id)[:80]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{match_id}.{witness.joined.seat}{WITNESS_SUFFIX}"
    path.write_bytes(witness.SerializeToString())
    return path


def read_witness(path: Path) -> SeatWitness:
    """The witness in a file.

    Raises:
        OSError: It can't be read.
        ValueError: It is none.
    """
    try:
        return SeatWitness.FromString(path.read_bytes())
    except DecodeError as error:
        raise ValueError(f"{path}: no witness: {error}") from None
