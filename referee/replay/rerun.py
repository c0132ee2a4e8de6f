"""Prepares reruns: takes from a replay the records up to a step, and what each seat did after it.

The beginning of a replay, with a secret record put back in, is the journal of a match that was
broken off there. A server resumes that match like any other. So the new match has a replay that can
be verified like any other, and every digest up to the step is checked on the way.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence

import referee
from gamereferee.v1 import replay_pb2
from referee.core.errors import FieldError
from referee.core.outcome import ForfeitCause
from referee.core.rng import commitment, secret_bytes
from referee.core.time_control import TimeControl
from referee.match.records import ActionKind, ActionTaken, Said, Stepped
from referee.replay.errors import ReplayError
from referee.replay.reader import TOKEN_KEY_BYTES, Replay
from referee.replay.records import record_from_wire
from referee.replay.wire import time_control_to_wire

__all__ = ["Departure", "Script", "beginning", "departure", "seats_out"]


class Script:
    """What one seat did in a recorded match, turn by turn.

    Args:
        replay: Replay of the recorded match.
        seat: Index of the seat, 0-based.
    """

    def __init__(self, replay: Replay, seat: int) -> None:
        self._answers: dict[int, ActionTaken] = {}
        self._missed: set[int] = set()
        self._steps_before: dict[int, int] = {}
        self._said: dict[int, list[Said]] = defaultdict(list)
        self.forfeit: ForfeitCause | None = None
        """Why the seat forfeited in the recorded match; None if it did not."""
        steps = 0
        for record in replay.records:
            match record.WhichOneof("record"):
                case "step":
                    self._read_step(replay, record, seat, steps)
                    steps += 1
                case "said" if record.said.seat == seat:
                    said = record_from_wire(record, replay.plugin.codec)
                    assert isinstance(said, Said)
                    self._said[steps].append(said)
                case "miss" if record.miss.seat == seat:
                    self._missed.add(record.miss.turn)
                    # A miss is recorded before the step that it belongs to, so both count the same
                    # steps.
                    self._steps_before[record.miss.turn] = steps
                case "forfeit" if record.forfeit.seat == seat:
                    self.forfeit = ForfeitCause(record.forfeit.cause)

    def _read_step(self, replay: Replay, record: replay_pb2.Record, seat: int, steps: int) -> None:
        stepped = record_from_wire(record, replay.plugin.codec)
        assert isinstance(stepped, Stepped)
        for taken in stepped.actions:
            if taken.seat == seat:
                self._answers[taken.turn] = taken
                self._steps_before[taken.turn] = steps

    def answer(self, turn: int) -> ActionTaken | None:
        """Return what the seat played in a turn; None if the default action was played for it."""
        taken = self._answers.get(turn)
        return taken if taken is not None and taken.kind is ActionKind.PLAYED else None

    @property
    def turns(self) -> Sequence[int]:
        """Numbers of the turns that the seat played or missed, ascending.

        Turns after it was out are left out.
        """
        played = [n for n, t in self._answers.items() if t.kind is not ActionKind.FORFEITED]
        return sorted({*played, *self._missed})

    def steps_before(self, turn: int) -> int:
        """Return the number of engine steps made before the step that a turn belongs to.

        The turn is one of `turns`.
        """
        return self._steps_before[turn]

    def said(self, steps: int) -> Sequence[Said]:
        """Return the chat messages that the seat sent after exactly `steps` engine steps of the match.

        They are returned whether or not the seat had to decide at that point.
        """
        return self._said.get(steps, ())

    def leaves(self, turn: int) -> bool:
        """Return whether the seat forfeited during this turn instead of answering it.

        False if the seat missed the turn's deadline, even if that strike forfeited it.
        """
        if self.forfeit is None or turn in self._missed:
            return False
        taken = self._answers.get(turn)
        return taken is None or taken.kind is ActionKind.FORFEITED


def beginning(
    replay: Replay,
    step: int,
    *,
    match_id: str,
    salt: bytes,
    terms: TimeControl,
    players: Sequence[str],
) -> list[replay_pb2.Record]:
    """Return the first records of a new match that continues a replay after a given step.

    Args:
        replay: A match that has ended.
        step: Number of engine steps to keep, from 0; the new match continues after them.
        match_id: Id of the new match.
        salt: Fresh random bytes for the seed commitment, since the replay has revealed its own.
        terms: Time control of the new match.
        players: Players' names in seat order.

    Returns:
        Header, secret, and the replay's records up to and including that step.

    Raises:
        ReplayError: The match has not ended, or a record up to the step contradicts earlier ones.
        FieldError: The replay has no such step, or nobody has to decide after it.
    """
    if replay.end is None:
        raise ReplayError(f"{replay.path}: the match has not ended")
    seed = replay.end.reveal.server_seed
    # With another seed, the new match would have other dice from the step on.
    if commitment(seed, replay.end.reveal.salt) != replay.header.seed_commitment:
        raise ReplayError(f"{replay.path}: the reveal doesn't match the seed commitment")
    header = replay_pb2.HeaderRecord()
    header.CopyFrom(replay.header)
    header.match_id = match_id
    header.time_control.CopyFrom(time_control_to_wire(terms))
    # With a fresh salt, since the replay has published the old one.
    header.seed_commitment = commitment(seed, salt)
    # Tokens of the recorded match must not open seats of the new one.
    del header.token_digests[:]
    header.reveal_withheld = False
    header.label = f"rerun of {replay.header.match_id} from step {step}"
    header.referee_version = referee.__version__
    del header.players[:]
    header.players.extend(players)
    secret = replay_pb2.SecretRecord(
        server_seed=seed, salt=salt, token_key=secret_bytes(TOKEN_KEY_BYTES)
    )
    kept = [replay_pb2.Record(header=header), replay_pb2.Record(secret=secret)]
    return [*kept, *_until(replay, seed, step)]


def seats_out(replay: Replay, step: int) -> list[int]:
    """Return the seats that were out once a given number of steps was made: by forfeit or by the rules.

    Args:
        replay: Replay of a match that has ended; its records up to that step must be valid.
        step: Number of engine steps.
    """
    assert replay.end is not None
    machine = replay.machine(replay.end.reveal.server_seed)
    for _, record in replay.redone(machine):
        if record.WhichOneof("record") in ("start", "step") and machine.steps == step:
            break
    return [index for index, seat in enumerate(machine.seats) if seat.is_out]


def _until(replay: Replay, seed: bytes, step: int) -> list[replay_pb2.Record]:
    machine = replay.machine(seed)
    kept: list[replay_pb2.Record] = []
    found: list[replay_pb2.Record] | None = None
    last = -1
    for _, record in replay.redone(machine):
        kind = record.WhichOneof("record")
        if kind not in ("header", "secret"):
            kept.append(record)
        if kind in ("start", "step") and machine.point is not None:
            last = machine.steps
            if last == step:
                # The loop goes on after this, so that the error below can name the last possible
                # step.
                found = list(kept)
    if last < 0:
        raise ReplayError(f"{replay.path}: the match never began")
    if found is None:
        raise FieldError("from", f"a step from 0 to {last}, after which somebody decides", step)
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Departure:
    """First difference between a recorded match and its rerun: step, seat and turn."""

    step: int
    """Number of the first step that differs, from 1."""
    seat: int | None
    """First seat whose action differs in that step; None if one of the matches ended before the
    step.
    """
    turn: int
    """Number of the turn in which that seat's action differs, from 1; 0 if `seat` is None."""


def departure(recorded: Replay, rerun: Replay) -> Departure | None:
    """Return where a rerun first differs from the recorded match; None if all steps are the same.

    Raises:
        ReplayError: The same actions led to another digest, which is a fault of the game.
    """
    old, new = list(_steps(recorded)), list(_steps(rerun))
    for number, (one, other) in enumerate(zip(old, new, strict=False), 1):
        for taken, again in zip(one.actions, other.actions, strict=True):
            # To the game, a default is the same whether its seat was late or out: only what was
            # played is compared.
            if (taken.kind is ActionKind.PLAYED) != (again.kind is ActionKind.PLAYED) or (
                taken.action != again.action
            ):
                return Departure(number, taken.seat, taken.turn)
        if one.digest != other.digest:
            raise ReplayError(
                f"{rerun.path}: step {number} has the actions that {recorded.path} has there, but "
                f"digest {other.digest.hex()} instead of {one.digest.hex()}"
            )
    if len(old) != len(new):
        return Departure(min(len(old), len(new)) + 1, None, 0)
    return None


def _steps(replay: Replay) -> Iterator[Stepped]:
    for wire in replay.records:
        if wire.WhichOneof("record") == "step":
            record = record_from_wire(wire, replay.plugin.codec)
            assert isinstance(record, Stepped)
            yield record
