"""Request for a match, and the records and terms of the match that follow from it."""

from __future__ import annotations

import dataclasses

import referee
from gamereferee.v1 import replay_pb2
from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.rng import FIXED_SEED_BYTES, SALT_BYTES, SERVER_SEED_BYTES, secret_bytes
from referee.core.time_control import TimeControl
from referee.match.machine import MatchTerms
from referee.replay.reader import FORMAT_VERSION, TOKEN_KEY_BYTES
from referee.replay.wire import packed, time_control_to_wire

__all__ = ["MatchRequest", "check_repeated", "header_of", "new_secret", "terms_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class MatchRequest:
    """Request for a match, with checked values: game, config, seats, time control, players."""

    plugin: AnyPlugin
    """The game to play."""
    config: GameConfig
    """Config of the game."""
    num_seats: int
    """Number of seats in the match."""
    time_control: TimeControl
    """Time control: how much time each seat has."""
    fixed_seed: int | None = None
    """Match seed chosen by the organizer, from 0 to 2^64-1; None for a random seed that nobody
    knows.
    """
    players: tuple[str, ...] = ()
    """Players' names, for the first seats in seat order; may be fewer than the seats."""
    label: str = ""
    """Organizer's label for the match, free text."""
    request_id: str = ""
    """Makes the request safe to repeat: two requests with the same id make one match. Empty for no
    id.
    """
    full_view_delay: int | None = None
    """Number of steps by which the full view for spectators lags behind; None if it opens only
    after the end.
    """
    reveal_withheld: bool = False
    """Whether the reveal of the seed is withheld until the organizer releases it."""
    remote_seats: tuple[int, ...] = ()
    """Seats whose bots run on machines of their authors, ascending."""


def new_secret(request: MatchRequest) -> replay_pb2.SecretRecord:
    """Return a new match's secret record: the server's seed, salt, key of its seat tokens, request id."""
    fixed = request.fixed_seed
    return replay_pb2.SecretRecord(
        server_seed=secret_bytes(SERVER_SEED_BYTES) if fixed is None else _seed_bytes(fixed),
        salt=secret_bytes(SALT_BYTES),
        request_id=request.request_id,
        token_key=secret_bytes(TOKEN_KEY_BYTES),
        records_house_bots=True,
    )


def header_of(
    match_id: str, request: MatchRequest, seed_commitment: bytes, created_ns: int
) -> replay_pb2.HeaderRecord:
    """Return the header record of a match, without the digests of its seat tokens.

    Args:
        match_id: Id of the match.
        request: Request that the match is made for.
        seed_commitment: Hash that binds the server to its part of the seed.
        created_ns: Time of creation, in nanoseconds since 1970.
    """
    info, codec = request.plugin.game.info, request.plugin.codec
    header = replay_pb2.HeaderRecord(
        format_version=FORMAT_VERSION,
        match_id=match_id,
        game=info.game,
        game_version=info.version,
        config=packed(codec.config_type, codec.encode_config(request.config)),
        num_seats=request.num_seats,
        time_control=time_control_to_wire(request.time_control),
        seed_commitment=seed_commitment,
        seed_fixed=request.fixed_seed is not None,
        players=request.players,
        label=request.label,
        referee_version=referee.__version__,
        full_view_delay=request.full_view_delay,
        reveal_withheld=request.reveal_withheld,
        remote_seats=request.remote_seats,
    )
    header.create_time.FromNanoseconds(created_ns)
    return header


def terms_of(request: MatchRequest, secret: replay_pb2.SecretRecord) -> MatchTerms:
    """Return the terms of a match that is made for this request with this secret."""
    return MatchTerms(
        game=request.plugin.game,
        config=request.config,
        num_seats=request.num_seats,
        time_control=request.time_control,
        server_seed=secret.server_seed,
        seed_fixed=request.fixed_seed is not None,
    )


def check_repeated(
    request: MatchRequest, header: replay_pb2.HeaderRecord, secret: replay_pb2.SecretRecord
) -> None:
    """Check that a repeated request asks for the same match as the original request did.

    Args:
        request: Request with the same request id.
        header: Header of the match that was made for the original request.
        secret: Secret record of that match.

    Raises:
        FieldError: The request asks for a different match.
    """
    created_ns: int = header.create_time.ToNanoseconds()
    repeated = header_of(header.match_id, request, header.seed_commitment, created_ns)
    # The server may have been replaced by one of another version since then.
    repeated.referee_version = header.referee_version
    repeated.token_digests.extend(header.token_digests)
    # Only a fixed seed is part of the request; a random one differs in each new secret.
    seed = request.fixed_seed
    same_seed = seed is None or _seed_bytes(seed) == secret.server_seed
    if repeated != header or not same_seed:
        raise FieldError(
            "request_id", "new, or repeat the request it was first used for", request.request_id
        )


def _seed_bytes(fixed: int) -> bytes:
    return fixed.to_bytes(FIXED_SEED_BYTES, "big")
