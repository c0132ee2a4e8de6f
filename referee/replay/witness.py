"""What a seat was told before its match, held against the replay of that match.

A replay by itself shows that its dice follow from its own header and nonces. That these are the ones
which the seats were told of before play, only those who were told can show: their witnesses do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from google.protobuf.message import DecodeError

from gamereferee.v1 import match_pb2, play_service_pb2, replay_pb2
from referee.core.rng import nonce_commitment
from referee.match.machine import MatchMachine
from referee.replay.errors import ReplayError
from referee.replay.reader import Replay
from referee.replay.wire import nonces_as_shown, packed, seat_nonces

__all__ = ["WITNESS_SUFFIX", "dice_claim", "load_witness", "witness_problem"]

WITNESS_SUFFIX = ".witness"
"""Ending of the file of a seat's witness."""
_COMMITTED = match_pb2.NonceState.NONCE_STATE_COMMITTED


def load_witness(path: Path) -> play_service_pb2.SeatWitness:
    """Read a witness that a bot has written.

    Raises:
        ReplayError: It can't be read.
    """
    try:
        return play_service_pb2.SeatWitness.FromString(path.read_bytes())
    except (OSError, DecodeError) as error:
        raise ReplayError(f"{path}: no witness can be read: {error}") from None


def witness_problem(
    witness: play_service_pb2.SeatWitness, replay: Replay, machine: MatchMachine
) -> str | None:
    """Return what a seat was told before play that the replay has otherwise; None if nothing.

    Args:
        witness: What the seat was told.
        replay: The replay of its match.
        machine: The match redone from it, whatever stage that has come to after its start.
    """
    told, header = witness.joined, replay.header
    codec = replay.plugin.codec
    public = packed(codec.config_type, codec.encode_public_config(replay.config))
    if told.config == header.config:  # all of it, as referees told it before more of it was hidden
        public = header.config
    fields: list[tuple[str, object, object]] = [
        ("the match", told.match_id, header.match_id),
        ("the game", (told.game, told.game_version), (header.game, header.game_version)),
        ("the config", told.config, public),
        ("the number of seats", told.num_seats, header.num_seats),
        ("the time control", told.time_control, header.time_control),
        ("the seed commitment", told.seed_commitment, header.seed_commitment),
    ]
    nonces = seat_nonces(machine.seats)
    if witness.HasField("commitments"):
        shown = list(witness.commitments.nonces)
        fields.append(("a nonce commitment", shown, nonces_as_shown(nonces)))
    if witness.started.nonces:
        fields.append(("a nonce at the start", list(witness.started.nonces), nonces))
        fields.append(("whether the seed is fixed", witness.started.seed_fixed, header.seed_fixed))
        fields.append(
            (
                "whether all nonces were committed to",
                witness.started.nonces_committed,
                machine.nonces_committed,
            )
        )
    for what, seen, recorded in fields:
        if seen != recorded:
            return f"seat {told.seat} was told otherwise: {what}"
    return _own_problem(witness, nonces)


def _own_problem(
    witness: play_service_pb2.SeatWitness, nonces: list[match_pb2.SeatNonce]
) -> str | None:
    seat = witness.joined.seat
    if not 0 <= seat < len(nonces):
        return f"there is no seat {seat}"
    own = nonces[seat]
    if not witness.nonce or own.state == match_pb2.NonceState.NONCE_STATE_NONE:
        return None
    if own.commitment != nonce_commitment(witness.nonce):
        return f"seat {seat} sent another nonce commitment"
    if witness.nonce_told and own.nonce != witness.nonce:
        return f"the nonce that seat {seat} opened was not used"
    return None


def dice_claim(
    header: replay_pb2.HeaderRecord,
    machine: MatchMachine,
    witnesses: Sequence[play_service_pb2.SeatWitness] = (),
) -> str:
    """Return what a replay that holds shows of its dice, in a few words.

    Args:
        header: What the match is.
        machine: The match redone.
        witnesses: Those of its seats, which agree with it.
    """
    if machine.state is None:
        return "no dice"
    if header.seed_fixed:
        return "seed fixed"
    if not machine.nonces_committed:
        return "nonces not committed"
    claim = "nonces committed"
    closed = [i for i, nonce in enumerate(seat_nonces(machine.seats)) if nonce.state == _COMMITTED]
    if closed:
        claim += f", not opened by seat {', '.join(map(str, closed))}"
    told = {witness.joined.seat for witness in witnesses}
    unsure = sorted(told - {witness.joined.seat for witness in witnesses if witness.nonce})
    if unsure:  # whoever committed itself for these seats, it was not the process that tells of it
        claim += f", but the witness of seat {', '.join(map(str, unsure))} doesn't know its nonce"
    return claim
