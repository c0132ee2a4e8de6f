"""Requests to create a match, and what is wrong with them."""

from __future__ import annotations

from gamereferee.v1 import lobby_service_pb2
from tests.server.running import Problem

__all__ = ["Create", "bad"]

Create = lobby_service_pb2.CreateMatchRequest


def bad(reason: str, field: str, said: str) -> Problem:
    """Return the problem of a field that is not what it must be."""
    return Problem("INVALID_ARGUMENT", reason, f"{field} must be {said}", (field,))
