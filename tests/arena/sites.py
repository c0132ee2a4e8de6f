"""Tournaments with replays, for tests of the sites that are made of them, and what reads a site's files."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
from pathlib import Path
from typing import Any

from referee.replay.closing import close_journal
from referee.replay.journal import frame, read_records
from tests.tournaments.fakes import ended
from tests.tournaments.stored import CUP_FILE, play_cup, play_into
from tournaments.pairings import Pairing
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.schedule import Schedule
from tournaments.spec.outcomes import MatchEnd

__all__ = [
    "HOSTILE",
    "RECORDED",
    "SHARED",
    "chunks_of",
    "match_in",
    "play_cup_with_replays",
    "play_long_cup",
    "play_shared",
    "replay_of",
    "unpacked",
]

RECORDED = Path(__file__).parents[1] / "replay" / "recorded"
"""A replay of each game."""

HOSTILE = '<script>alert("1")</script>&amp;\'"><img src=x onerror=alert(2)>'
"""A name that a page must show as it is written."""

SHARED = Schedule(Dice(DicePolicy.SHARED, "nothing leaves", bytes(range(32))), 5)
"""Dice that the two matches of a block share."""


def replay_of(game: str, path: Path, *players: str) -> Path:
    """Put the recorded match of a game somewhere, between players of these names; return where."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not players:
        shutil.copyfile(RECORDED / f"{game}.replay", path)
        return path
    records = list(read_records(RECORDED / f"{game}.replay"))
    records[0].header.players[:] = players
    journal = path.with_suffix(".journal")
    journal.write_bytes(b"".join(frame(record.SerializeToString()) for record in records))
    close_journal(journal, path)
    journal.unlink(missing_ok=True)
    return path


def _with_replays(folder: Path, matches: int = 6) -> Path:
    for number in range(1, matches + 1):
        replay_of("diceman", folder / "referee" / "replays" / f"m{number}.replay")
    return folder


def play_cup_with_replays(folder: Path) -> Path:
    """The cup of `stored`, and a replay for each of its six matches; all are of one match."""
    return _with_replays(play_cup(folder))


def play_long_cup(folder: Path) -> Path:
    """A cup of twelve matches, which is more than one process is given at a time."""
    text = CUP_FILE.replace("seed = 7", "seed = 7\ncycles = 2")
    return _with_replays(play_into(folder, text, lambda _: ended(1, 2)), 12)


def play_shared(folder: Path, played: int, end: MatchEnd) -> Path:
    """The cup on dice that the two matches of a block share, of which the first so many have been played."""

    def judge(pairing: Pairing) -> MatchEnd | None:
        return end if pairing.number <= played else None

    text = CUP_FILE.replace("seed = 7\n", "")
    return _with_replays(play_into(folder, text, judge, schedule=SHARED))


def match_in(site: Path, number: int) -> Any:
    """What the file of a match gives to the page."""
    text = (site / "matches" / f"{number:06}.js").read_text(encoding="utf-8")
    _, _, call = text.partition("\n")
    assert call.startswith("refereeArena.match(")
    assert call.endswith(");\n")
    return json.loads(call.removeprefix("refereeArena.match(").removesuffix(");\n"))


def unpacked(packed: str) -> Any:
    """What is told in base64 of gzip."""
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def chunks_of(match: Any, eyes: str) -> list[Any]:
    """Chunks of some eyes, unpacked."""
    return [unpacked(each) for each in match["chunks"][eyes]]
