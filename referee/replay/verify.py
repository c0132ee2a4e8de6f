"""Verifies replays: simulates each again, and compares digests and outcome with those it states."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.core.outcome import EndCause
from referee.core.rng import commitment, match_seed, seed_lengths_problem
from referee.replay.errors import ReplayError
from referee.replay.reader import Replay, load
from referee.replay.witness import dice_claim, witness_problem

__all__ = ["Verification", "verify"]


@dataclasses.dataclass(frozen=True, slots=True)
class Verification:
    """Result of verifying a replay: steps simulated again, and the first problem if there is one."""

    path: Path
    """Path of the verified replay."""
    steps: int
    """Number of steps that were simulated again and had the recorded digests."""
    problem: str | None
    """The first thing that is wrong with the replay; None if everything holds."""
    dice: str = dataclasses.field(default="", compare=False)
    """What the replay proves about its dice, in a few words such as `nonces committed`; empty if
    there is a problem.
    """
    witnesses: int = dataclasses.field(default=0, compare=False)
    """Number of witnesses (what seats received before play) that were compared with the replay and
    agree with it.
    """

    @property
    def holds(self) -> bool:
        """Whether the replay has no problem."""
        return self.problem is None


def verify(path: Path, witnesses: Sequence[play_service_pb2.SeatWitness] = ()) -> Verification:
    """Simulate a replay again; check every digest, the outcome, and the reveal of the seed.

    Args:
        path: The replay.
        witnesses: What seats received before play; witnesses of other matches are ignored.

    Returns:
        The verification; a replay that can't be read or fails a check is a `problem`, not an
        exception.
    """
    steps = 0
    try:
        replay = load(path)
        end = replay.end
        if end is None:
            raise ReplayError(f"{path}: the match has not ended")
        # First: with a wrong seed the machine would only find some digest that differs, far from
        # the cause.
        _check_reveal(replay, end.reveal, started=_has_started(replay))
        machine = replay.machine(end.reveal.server_seed)
        for _ in replay.redone(machine):
            steps = machine.steps
        # Only after all records: what a witness is compared with is the match as it was redone.
        own = [w for w in witnesses if w.joined.match_id == replay.header.match_id]
        for witness in own:
            problem = witness_problem(witness, replay, machine)
            if problem is not None:
                raise ReplayError(f"{path}: {problem}")
        dice = dice_claim(replay.header, machine, own)
    except ReplayError as error:
        return Verification(path, steps, str(error))
    return Verification(path, steps, None, dice, len(own))


def _has_started(replay: Replay) -> bool:
    return any(record.WhichOneof("record") == "start" for record in replay.records)


def _nonces(replay: Replay) -> list[bytes]:
    """Return the nonce that each seat joined with or opened later, in seat order.

    Empty bytes for none.
    """
    nonces = [b""] * replay.header.num_seats
    for record in replay.records:
        match record.WhichOneof("record"):
            case "join" if 0 <= record.join.seat < len(nonces):
                nonces[record.join.seat] = record.join.nonce
            case "opened" if 0 <= record.opened.seat < len(nonces):
                nonces[record.opened.seat] = record.opened.nonce
    return nonces


def _check_reveal(replay: Replay, reveal: match_pb2.SeedReveal, *, started: bool) -> None:
    header, path = replay.header, replay.path
    if commitment(reveal.server_seed, reveal.salt) != header.seed_commitment:
        raise ReplayError(f"{path}: the reveal doesn't match the seed commitment")
    if reveal.fixed != header.seed_fixed:
        raise ReplayError(f"{path}: the reveal and the header disagree whether the seed was fixed")
    problem = seed_lengths_problem(reveal.server_seed, reveal.salt, fixed=reveal.fixed)
    if problem is not None:
        raise ReplayError(f"{path}: {problem}")
    nonces = _nonces(replay)
    if list(reveal.nonces) != nonces:
        raise ReplayError(f"{path}: the reveal's nonces are not those the seats joined with")
    # No dice were rolled, so there is no match seed to compare.
    if not started:
        if replay.end is not None and replay.end.outcome.cause == EndCause.RULES.value:
            raise ReplayError(f"{path}: a match that never began can't end by the rules")
        return
    # The one case in which the nonces have no part in the seed.
    if reveal.fixed:
        expected = int.from_bytes(reveal.server_seed, "big")
    else:
        expected = match_seed(reveal.server_seed, nonces)
    if reveal.match_seed != expected:
        raise ReplayError(
            f"{path}: the match seed is {reveal.match_seed}, but should be {expected}"
        )
