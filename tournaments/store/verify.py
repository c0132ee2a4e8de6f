"""Checks a tournament against its replays: each exists, can be reproduced, and has the recorded result.

The replays are read and simulated by the referee's own commands, in separate processes, since a
tournament knows nothing of a game's rules.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from tournaments.pairings.schedule import Schedule
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredAttempt, StoredMatch

__all__ = [
    "Fault",
    "Verification",
    "exported",
    "lost_matches",
    "replay_command",
    "replayed_results",
    "result_of",
    "verify",
]

_SHOWN = 5
"""Number of matches that a message names; the others are only counted."""

ReplayedResult = tuple[object, ...]
"""Players, seed, end cause, and (placement, score) of each seat of a match, for comparison."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """Text about something that is wrong with the replay of one match."""

    number: int
    """Number of the match in the schedule, from 1."""
    match_id: str
    """Id of the match at the referee."""
    text: str
    """What is wrong, as text for people; the part before a colon is the kind of fault."""


@dataclasses.dataclass(frozen=True, slots=True)
class Verification:
    """Result of verifying a tournament against its replays."""

    matches: int
    """Number of matches with a result."""
    replays: int
    """Number of matches with a result whose replays are in the data folder."""
    replays_hold: bool
    """Whether all replays in the data folder, simulated again, give the recorded steps; true also
    without any.
    """
    results_hold: int
    """Number of results that equal those in the replays; 0 if `replays_hold` is false."""
    faults: tuple[Fault, ...]
    """Matches with something wrong; in schedule order for each kind of fault."""
    lost: tuple[str, ...] = ()
    """Ids of matches that were begun, and of which neither result, replay nor journal exists."""
    elsewhere: tuple[str, ...] = ()
    """Ids of matches without a result that were begun at a remote referee, which has their
    journals.
    """

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong, and at least one replay was verified."""
        return bool(self.replays) and self.replays_hold and not self.faults and not self.lost

    def lines(self) -> Iterator[str]:
        """Yield the result as lines for people; lines that begin with FAILED are faults."""
        kinds: dict[str, list[Fault]] = {}
        for fault in self.faults:
            kinds.setdefault(fault.text.partition(":")[0], []).append(fault)
        for kind, alike in kinds.items():
            if len(alike) > _SHOWN:
                yield f"FAILED matches {_listed([str(each.number) for each in alike])}: {kind}"
                continue
            for fault in alike:
                yield f"FAILED match {fault.number}: {fault.text}"
        if self.lost:
            count = f"{len(self.lost)} matches" if len(self.lost) > 1 else "1 match"
            missing = "with neither result, replay nor journal now"
            yield f"FAILED {count} begun, {missing}: {_listed(self.lost)}"
        if self.elsewhere:
            count = f"{len(self.elsewhere)} matches" if len(self.elsewhere) > 1 else "1 match"
            how = "their journals are there" if len(self.elsewhere) > 1 else "its journal is there"
            yield (
                f"{count} without a result yet, begun at a referee elsewhere; {how}, and `tournament"
                f" resume` with --referee goes on: {_listed(self.elsewhere)}"
            )
        if not self.replays:
            yield "there is no replay to verify"
        elif self.replays_hold:
            yield f"{self.results_hold} of {self.matches} results are those of their replays"

    def as_json(self) -> dict[str, object]:
        """Return the result as a JSON object."""
        return {"holds": self.holds, **dataclasses.asdict(self)}


def verify(
    folder: DataFolder,
    matches: Sequence[StoredMatch],
    *,
    schedule: Schedule | None = None,
    attempts: Sequence[StoredAttempt] = (),
    elsewhere: Collection[str] = (),
    output: TextIO | None = None,
) -> Verification:
    """Simulate every replay again, compare the recorded results with them, and return what was found.

    Args:
        folder: The data folder.
        matches: All matches with a result.
        schedule: Schedule from which the dice of all matches should follow; None checks no dice.
        attempts: All attempts, sorted by match key and number.
        elsewhere: Keys of matches whose last attempt was begun at a referee elsewhere.
        output: Where the referee's command prints which replays do not hold, and why; None is
            standard output.
    """
    # A referee elsewhere keeps its journals itself, so nothing here can show a match to be lost.
    local = [attempt for attempt in attempts if attempt.key not in elsewhere]
    lost = lost_matches(folder, matches, local)
    away = _open_matches(matches, [each for each in attempts if each.key in elsewhere])
    here, faults = [], []
    for match in matches:
        if match.replay and (folder.path / match.replay).is_file():
            here.append(match)
        else:
            faults.append(_fault(match, f"its replay is not here: {match.match_id}"))
    if not here:
        return Verification(len(matches), 0, True, 0, tuple(faults), lost, away)
    # One process for all replays, since starting Python for each of them would be slow.
    simulate = replay_command("verify", "--quiet", str(folder.replays))
    # Results are not compared with replays that do not hold themselves.
    if subprocess.run(simulate, stdout=output).returncode:
        return Verification(len(matches), len(here), False, 0, tuple(faults), lost, away)
    replayed = replayed_results(exported(folder.replays))
    differing = [match for match in here if replayed.get(match.match_id) != result_of(match)]
    faults += [_fault(match, "its record differs from its replay") for match in differing]
    foreign = [] if schedule is None else _with_other_dice(matches, schedule)
    text = "its seed does not follow from the tournament's dice"
    faults += [_fault(match, text) for match in foreign]
    equal = len(here) - len(differing)
    return Verification(len(matches), len(here), True, equal, tuple(faults), lost, away)


def lost_matches(
    folder: DataFolder, matches: Sequence[StoredMatch], attempts: Sequence[StoredAttempt]
) -> tuple[str, ...]:
    """Return ids of matches that were begun and are gone: no result, not void, no replay, no journal.

    A killed run leaves attempts without a result as well, but their journals are here, or the
    replays of matches that had just ended: the next run goes on from them. Attempts on a cluster
    are ignored, since its workers have their journals.
    """
    return tuple(
        match_id
        for match_id in _open_matches(matches, attempts)
        if not (folder.journals / f"{match_id}.journal").is_file()
        and not (folder.replays / f"{match_id}.replay").is_file()
    )


def _open_matches(
    matches: Sequence[StoredMatch], attempts: Sequence[StoredAttempt]
) -> tuple[str, ...]:
    """Return ids of matches whose last attempt has begun, is not void (annulled), and has no result."""
    recorded = {match.match_id for match in matches}
    # Only the last attempt at a match can be open: a later one begins when it is void or has been lost.
    last = {attempt.key: attempt for attempt in attempts}
    return tuple(
        attempt.match_id
        for attempt in last.values()
        if attempt.void_cause is None
        and not attempt.is_at_worker
        and attempt.match_id not in recorded
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown


def _fault(match: StoredMatch, text: str) -> Fault:
    return Fault(match.pairing.number, match.match_id, text)


def _with_other_dice(matches: Sequence[StoredMatch], schedule: Schedule) -> list[StoredMatch]:
    """Return the matches whose seed differs from the one that follows from the schedule's dice."""
    pairings = [(match, match.pairing) for match in matches]
    return [
        match for match, own in pairings if own.seed != schedule.match_seed(own.number, own.block)
    ]


def result_of(match: StoredMatch) -> ReplayedResult:
    """Return the recorded result of a match, in the form that replays are compared in."""
    seats = [(result.placement, result.score) for result in match.end.seats]
    return (match.pairing.players, match.pairing.seed, match.end.cause.name, *seats)


def replayed_results(lines: Iterable[str]) -> dict[str, ReplayedResult]:
    """Return the results that replays contain, by match id.

    Args:
        lines: Exported replays, one record a line as JSON, each replay from its header to its end.
    """
    results: dict[str, ReplayedResult] = {}
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
    """Return the seed that a match was given, even if the match never began.

    None if the match drew its own.

    Args:
        reveal: The replay's record of the match's seeds, as JSON.
    """
    if reveal.get("fixed"):
        return int.from_bytes(base64.b64decode(reveal.get("server_seed", "")), "big")
    return None


def replay_command(*arguments: str) -> list[str]:
    """Return the command line of `referee replay` with these arguments."""
    # -P: a file of the current folder must not stand in for a module.
    return [sys.executable, "-P", "-m", "referee", "replay", *arguments]


def exported(replays: Path) -> Iterable[str]:
    """Yield all replays in a folder, one record a line as JSON, each from its header to its end."""
    with subprocess.Popen(
        replay_command("export", str(replays)), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield from process.stdout
