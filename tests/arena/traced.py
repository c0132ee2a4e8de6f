"""A tournament with a match that a language model has played, for tests of what its page shows of the model."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.games.rethink import Policy
from referee.llm.trace import TraceWriter
from referee.replay.closing import close_journal
from referee.replay.journal import frame, read_records
from tests.arena.sites import RECORDED
from tests.tournaments.fakes import ended
from tests.tournaments.stored import CUP_FILE, play_into
from tournaments.pairings import Pairing

__all__ = ["Lines", "cup_of", "recorded_match", "request", "trace_into"]

Lines = Sequence[tuple[str, Mapping[str, object]]]
"""Lines of a trace behind its header: their kind and their values."""


def request(
    turn: int, reply: str, category: str = "", **more: object
) -> tuple[str, Mapping[str, object]]:
    """A line about a request."""
    line = {"turn": turn, "attempt": 1, "prompt": "p", "reply": reply, "finish": "stop"}
    return "request", line | {"category": category} | more


def trace_into(folder: Path, match: str, seat: int, lines: Lines) -> Path:
    """Write a trace that fits no replay; return where."""
    writer = TraceWriter.at(folder, match, seat)
    head = {
        "match": match,
        "seat": seat,
        "game": "diceman",
        "model": f"model-{seat}",
        "policy": dataclasses.asdict(Policy()),
    }
    for kind, values in [("header", head), *lines]:
        writer.write(kind, values)
    writer.close()
    return folder / f"{match}.{seat}.trace"


def recorded_match(folder: Path, match: str) -> Path:
    """Put a recorded match of Diceman into a folder of replays, under this id; return where."""
    folder.mkdir(parents=True, exist_ok=True)
    records = list(read_records(RECORDED / "diceman.replay"))
    records[0].header.match_id = match
    journal, path = folder / f"{match}.journal", folder / f"{match}.replay"
    journal.write_bytes(b"".join(frame(record.SerializeToString()) for record in records))
    close_journal(journal, path)
    journal.unlink(missing_ok=True)
    return path


def cup_of(folder: Path, played: Path) -> Path:
    """The cup of `stored`, whose first match is one that was played elsewhere, with its traces; return its folder.

    Args:
        folder: Made for the cup.
        played: Folder with one replay and perhaps traces.
    """
    (replay,) = played.glob("*.replay")

    def match_id(pairing: Pairing) -> str:
        return replay.stem if pairing.number == 1 else f"m{pairing.number}"

    play_into(folder, CUP_FILE, lambda _: ended(1, 2), match_id_of=match_id)
    replays = folder / "referee" / "replays"
    replays.mkdir(parents=True)
    for path in (replay, *played.glob("*.trace")):
        shutil.copy(path, replays)
    return folder
