"""Checks a tournament against its replays: each is there, holds, and tells the recorded result.

The replays are read and simulated by the referee's own commands, in processes of their own, since
what a game does is none of a tournament's business.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tournaments.pairings.match_dice import MatchDice
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch

__all__ = ["replayed_results", "result_of", "verify"]

# -P: a file of the current folder must not stand in for a module.
_REPLAY_COMMAND = (sys.executable, "-P", "-m", "referee", "replay")

Result = tuple[object, ...]
"""Players, seed, cause, and placement and score of each seat, as they are compared."""


def verify(
    folder: DataFolder,
    matches: Sequence[StoredMatch],
    say: Callable[[str], None],
    *,
    dice: MatchDice | None = None,
) -> bool:
    """Simulate every replay again, and compare the records with them; tell whether all holds.

    Args:
        folder: The data folder.
        matches: All matches with a result.
        say: Told in a line what does not hold, and how many do.
        dice: Where the dice of all matches should come from; None asks for nothing.
    """
    here = [match for match in matches if match.replay and (folder.path / match.replay).is_file()]
    for match in matches:
        if match not in here:
            say(f"FAILED match {match.pairing.number}: its replay is not here: {match.match_id}")
    if not here:
        say("there is no replay to verify")
        return False
    simulated = subprocess.run([*_REPLAY_COMMAND, "verify", "--quiet", str(folder.replays)])
    if simulated.returncode:
        return False
    replayed = replayed_results(_export(folder.replays))
    differing = [match for match in here if replayed.get(match.match_id) != result_of(match)]
    for match in differing:
        say(f"FAILED match {match.pairing.number}: its record is not what its replay tells")
    foreign = [] if dice is None else _with_other_dice(matches, dice)
    for match in foreign:
        say(
            f"FAILED match {match.pairing.number}: its seed does not follow from the tournament's dice"
        )
    say(f"{len(here) - len(differing)} of {len(matches)} results are those of their replays")
    return len(here) == len(matches) and not differing and not foreign


def _with_other_dice(matches: Sequence[StoredMatch], dice: MatchDice) -> list[StoredMatch]:
    """Return matches that were not played with the dice they should have had."""
    seeds = dice.seeds
    return [match for match in matches if match.pairing.seed != seeds(match.pairing.block)]


def result_of(match: StoredMatch) -> Result:
    """Return what is recorded of a match."""
    seats = [(result.placement, result.score) for result in match.end.seats]
    return (match.pairing.players, match.pairing.seed, match.end.cause.name, *seats)


def replayed_results(lines: Iterable[str]) -> dict[str, Result]:
    """Return what replays tell, by match id.

    Args:
        lines: Exported replays, one record a line as JSON, each from its header to its end.
    """
    results: dict[str, Result] = {}
    header: dict[str, Any] = {}
    for line in lines:
        # Looked at before it is parsed: nearly all records are steps.
        if line.startswith('{"header"'):
            header = json.loads(line)["header"]
        elif line.startswith('{"end"'):
            end = json.loads(line)["end"]
            outcome = end["outcome"]
            results[header["match_id"]] = (
                tuple(header["players"]),
                _seed(end["reveal"]),
                outcome["cause"].removeprefix("END_CAUSE_"),
                *(
                    (seat.get("placement", 0), int(seat.get("score", 0)))
                    for seat in outcome["seats"]
                ),
            )
    return results


def _seed(reveal: dict[str, Any]) -> int | None:
    """Return the seed that the match was given, also if it never began; None if it made one of its own."""
    if reveal.get("fixed"):
        return int.from_bytes(base64.b64decode(reveal.get("server_seed", "")), "big")
    return None


def _export(replays: Path) -> Iterable[str]:
    command = [*_REPLAY_COMMAND, "export", str(replays)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield from process.stdout
