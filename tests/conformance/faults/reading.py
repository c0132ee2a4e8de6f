"""Faults of reading: what is unknown, and errors (duties 11, 12, 17 to 21)."""

from __future__ import annotations

import os
import sys
from typing import Any

from google.protobuf.unknown_fields import UnknownFieldSet

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import address, conversation, joining, messages, seats
from referee_client.errors import RefereeClientError
from tests.conformance.faults import changing
from tests.conformance.faults.changing import fault, on_response, put

# What is unknown.


@fault
def chokes_on_unknown_fields() -> None:
    """Duty 11."""

    def change(response: wire.PlayResponse) -> None:
        if len(UnknownFieldSet(response)):
            raise RefereeClientError("unknown fields")

    on_response(change)


@fault
def chokes_on_unknown_enum_values() -> None:
    """Duty 11."""

    def change(response: wire.PlayResponse) -> None:
        if any(rejected.reason > 100 for rejected in response.rejections):
            raise RefereeClientError("unknown reason")

    on_response(change)


@fault
def chokes_on_empty_messages() -> None:
    """Duty 11."""

    def change(response: wire.PlayResponse) -> None:
        if not response.ByteSize():
            raise RefereeClientError("nothing said")

    on_response(change)


@fault
def plays_unknown_observations() -> None:
    """Duty 11."""
    put(conversation, "unpack", lambda _: Observation())


@fault
def does_not_name_the_unknown() -> None:
    """Duty 11."""

    def refuse(wrapped: Any) -> Any:
        if "newer" in wrapped.type_url:
            raise RefereeClientError("something is unknown")
        return messages.unpack(wrapped)

    put(conversation, "unpack", refuse)
    put(joining, "unpack", refuse)


@fault
def small_messages() -> None:
    """Duty 12."""
    address._OPTIONS[:] = [("grpc.max_receive_message_length", 4 << 20)]


# Errors.


@fault
def one_seat_stops_all() -> None:
    """Duty 17."""

    def change(response: wire.PlayResponse) -> None:
        if response.rejections:
            raise RefereeClientError("a seat is lost")

    on_response(change)


@fault
def logs_tokens() -> None:
    """Duty 17."""
    print(os.environ["REFEREE_TOKENS"], file=sys.stderr)


@fault
def plays_any_game() -> None:
    """Duty 18."""
    put(joining, "game_of", lambda _: None)


@fault
def own_code_fails() -> None:
    """Duty 19: what the SDK does about it is right."""

    def act(_observation: Observation) -> Action:
        raise ValueError("a bug of the author's")

    put(changing, "act", act)


@fault
def dies_of_a_rejection() -> None:
    """Duty 20."""
    one_seat_stops_all()


@fault
def logs_nothing() -> None:
    """Duties 20 and 21; advice only, as a log is for people."""
    seats.log.setLevel("CRITICAL")
