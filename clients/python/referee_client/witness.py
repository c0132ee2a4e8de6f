"""Reads and writes witnesses: files with the nonces and commitments that a seat received before play.

With such a file, a later reveal of the seed and a replay can be checked.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from pathlib import Path

from google.protobuf.message import DecodeError

from gamereferee.v1.play_service_pb2 import SeatWitness

__all__ = ["WITNESS_SUFFIX", "read_witness", "write_witness"]

WITNESS_SUFFIX = ".witness"
"""Ending of a witness file's name."""


def write_witness(folder: Path, witness: SeatWitness) -> Path:
    """Write a seat's witness to `MATCH.SEAT.witness` in a folder; return the file's path.

    A file of that name is never replaced, since the process that wrote it may have known more: then
    the new one is `MATCH.SEAT.2.witness`, and so on.

    Raises:
        OSError: The file can't be written.
    """
    match_id = re.sub(r"[^A-Za-z0-9_-]", "_", witness.joined.match_id)[:80]
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{match_id}.{witness.joined.seat}"
    for number in itertools.count(1):
        path = folder / (f"{name}.{number}" if number > 1 else name)
        path = path.with_name(path.name + WITNESS_SUFFIX)
        with contextlib.suppress(FileExistsError), path.open("xb") as file:
            file.write(witness.SerializeToString())
            break
    return path


def read_witness(path: Path) -> SeatWitness:
    """Return the witness that a file holds.

    Raises:
        OSError: The file can't be read.
        ValueError: The file is no witness.
    """
    try:
        return SeatWitness.FromString(path.read_bytes())
    except DecodeError as error:
        raise ValueError(f"{path}: no witness: {error}") from None
