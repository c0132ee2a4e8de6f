"""Checks the fields of a join, apart from its token."""

from __future__ import annotations

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.errors import FieldError
from referee.core.rng import NONCE_BYTES, NONCE_COMMITMENT_BYTES
from referee.replay.wire import LANES
from referee.server.hosting.host import MatchHost
from referee.server.process.status import CallError

__all__ = ["check_join"]

MAX_FEATURES = 32
"""Highest number of features that a join may name."""
MAX_COLUMNS = 1000
"""Highest number of columns (arrays with turns of many matches) that a join may name."""


def check_join(join: play_service_pb2.Join, host: MatchHost) -> None:
    """Check all fields of a join except its token.

    Args:
        join: The join message.
        host: Host of the match that the token belongs to.

    Raises:
        CallError: A field is out of bounds; the text names the field, the bound and the value.
    """
    problem = _problem(join)
    if not problem and LANES in join.features:
        try:
            host.check_columns(join.lane_columns)
        except FieldError as error:
            problem = str(error)
    if problem:
        raise CallError(error_pb2.ERROR_REASON_BAD_FIELD, problem)


def _problem(join: play_service_pb2.Join) -> str:
    """Return what is wrong with a join, apart from its token and its match; empty if nothing is wrong."""
    if len(join.nonce) not in (0, NONCE_BYTES):
        return f"join.nonce must be empty or {NONCE_BYTES} bytes, not {len(join.nonce)}"
    if len(join.nonce_commitment) not in (0, NONCE_COMMITMENT_BYTES):
        given = len(join.nonce_commitment)
        return f"join.nonce_commitment must be empty or {NONCE_COMMITMENT_BYTES} bytes, not {given}"
    if join.nonce and join.nonce_commitment:
        return "join.nonce must be empty where there is a nonce_commitment"
    if len(join.features) > MAX_FEATURES:
        return f"join.features must have at most {MAX_FEATURES} names, not {len(join.features)}"
    if len(join.lane_columns) > MAX_COLUMNS:
        given = len(join.lane_columns)
        return f"join.lane_columns must have at most {MAX_COLUMNS} names, not {given}"
    return ""
