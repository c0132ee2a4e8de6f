"""Compares witnesses (what seats received before a match) with the replay of that match.

A replay alone shows that its dice follow from its header and nonces. It can't show that these are
the header and nonces that the seats received before play. The seats can: each keeps what it
received as a witness.
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
"""Ending of the name of a file that holds a seat's witness."""
_COMMITTED = match_pb2.NonceState.NONCE_STATE_COMMITTED


def load_witness(path: Path) -> play_service_pb2.SeatWitness:
    """Return the witness, what a seat received before play, in a file that its bot has written.

    Raises:
        ReplayError: The file can't be read or is no witness.
    """
    try:
        return play_service_pb2.SeatWitness.FromString(path.read_bytes())
    except (OSError, DecodeError) as error:
        raise ReplayError(f"{path}: no witness can be read: {error}") from None


def witness_problem(
    witness: play_service_pb2.SeatWitness, replay: Replay, machine: MatchMachine
) -> str | None:
    """Return how a replay contradicts what a seat received before play; None if it does not.

    Args:
        witness: What the seat received before play.
        replay: Replay of the seat's match.
        machine: Machine of the match, redone from the replay at least to the start of the game.
    """
    received, header = witness.joined, replay.header
    codec = replay.plugin.codec
    public = packed(codec.config_type, codec.encode_public_config(replay.config))
    # Witnesses of older referees hold the whole config, from before some of its fields became hidden.
    if received.config == header.config:
        public = header.config
    fields: list[tuple[str, object, object]] = [
        ("the match", received.match_id, header.match_id),
        ("the game", (received.game, received.game_version), (header.game, header.game_version)),
        ("the config", received.config, public),
        ("the number of seats", received.num_seats, header.num_seats),
        ("the time control", received.time_control, header.time_control),
        ("the seed commitment", received.seed_commitment, header.seed_commitment),
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
            return f"seat {received.seat} was told otherwise: {what}"  # plain-words: ignore
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
    """Return what a valid replay proves about its dice, in a few words.

    Examples are `nonces committed`, `seed fixed` and `no dice`.

    Args:
        header: Header record of the replay.
        machine: Machine of the match, redone from the replay.
        witnesses: What seats of the match received before play; all agree with the replay.
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
    witnessed = {witness.joined.seat for witness in witnesses}
    unsure = sorted(witnessed - {witness.joined.seat for witness in witnesses if witness.nonce})
    # Another process than the one with this witness committed itself for these seats.
    if unsure:
        claim += f", but the witness of seat {', '.join(map(str, unsure))} doesn't know its nonce"
    return claim
