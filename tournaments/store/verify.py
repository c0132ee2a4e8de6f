"""Checks a tournament against its replays: each is there, holds, and tells the recorded result.

The replays are read and simulated by the referee's own commands, in processes of their own, since
what a game does is none of a tournament's business.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from tournaments.pairings.match_dice import MatchDice
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch

__all__ = ["Fault", "Verification", "replayed_results", "result_of", "verify"]

# -P: a file of the current folder must not stand in for a module.
_REPLAY_COMMAND = (sys.executable, "-P", "-m", "referee", "replay")

Result = tuple[object, ...]
"""Players, seed, cause, and placement and score of each seat, as they are compared."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """What does not hold of one match."""

    number: int
    """Place in the schedule, from 1."""
    match_id: str
    """What the referee calls it."""
    text: str
    """What is wrong, for people."""


@dataclasses.dataclass(frozen=True, slots=True)
class Verification:
    """What came of verifying a tournament."""

    matches: int
    """Matches with a result."""
    replays: int
    """How many of their replays are here."""
    replays_hold: bool
    """Whether all of them, simulated again, come to what they say; so also if there is none."""
    results_hold: int
    """How many results are those of their replays; 0 if replays don't hold."""
    faults: tuple[Fault, ...]
    """What is wrong with which match, in schedule order for each kind of fault."""

    @property
    def holds(self) -> bool:
        """Whether everything does, of at least one match."""
        return bool(self.replays) and self.replays_hold and not self.faults

    def lines(self) -> Iterator[str]:
        """Yield it in lines for people."""
        for fault in self.faults:
            yield f"FAILED match {fault.number}: {fault.text}"
        if not self.replays:
            yield "there is no replay to verify"
        elif self.replays_hold:
            yield f"{self.results_hold} of {self.matches} results are those of their replays"

    def as_json(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {"holds": self.holds, **dataclasses.asdict(self)}


def verify(
    folder: DataFolder,
    matches: Sequence[StoredMatch],
    *,
    dice: MatchDice | None = None,
    output: TextIO | None = None,
) -> Verification:
    """Simulate every replay again, and compare the records with them.

    Args:
        folder: The data folder.
        matches: All matches with a result.
        dice: Where the dice of all matches should come from; None asks for nothing.
        output: Where the referee's command tells what does not hold of which replay; None is standard output.
    """
    here, faults = [], []
    for match in matches:
        if match.replay and (folder.path / match.replay).is_file():
            here.append(match)
        else:
            faults.append(_fault(match, f"its replay is not here: {match.match_id}"))
    if not here:
        return Verification(len(matches), 0, True, 0, tuple(faults))
    simulate = [*_REPLAY_COMMAND, "verify", "--quiet", str(folder.replays)]
    if subprocess.run(simulate, stdout=output).returncode:
        return Verification(len(matches), len(here), False, 0, tuple(faults))
    replayed = replayed_results(_export(folder.replays))
    differing = [match for match in here if replayed.get(match.match_id) != result_of(match)]
    faults += [_fault(match, "its record is not what its replay tells") for match in differing]
    foreign = [] if dice is None else _with_other_dice(matches, dice)
    text = "its seed does not follow from the tournament's dice"
    faults += [_fault(match, text) for match in foreign]
    equal = len(here) - len(differing)
    return Verification(len(matches), len(here), True, equal, tuple(faults))


def _fault(match: StoredMatch, text: str) -> Fault:
    return Fault(match.pairing.number, match.match_id, text)


def _with_other_dice(matches: Sequence[StoredMatch], dice: MatchDice) -> list[StoredMatch]:
    """Return matches that were not played with the dice they should have had."""
    pairings = [(match, match.pairing) for match in matches]
    return [match for match, own in pairings if own.seed != dice.seed(own.number, own.block)]


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
