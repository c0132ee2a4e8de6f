"""Faults of joins: nonces, and numbers (duties 1 to 3)."""

from __future__ import annotations

import asyncio
import itertools
import os
import secrets
import sys
from collections.abc import Iterator
from typing import Any

from gamereferee.v1 import play_service_pb2 as wire
from referee_client import RefereeClient
from referee_client.conversation import Conversation
from referee_client.seats import Ticket
from tests.conformance.faults import changing
from tests.conformance.faults.changing import fault, on_request, on_response, put, replace


@fault
def a_stream_for_each_seat() -> None:
    """Duty 1."""
    numbers = itertools.count(1)
    put(Ticket, "join", _numbered(Ticket.join, numbers))

    async def play(tokens: list[str]) -> None:
        clients = [RefereeClient(os.environ["REFEREE_ADDRESS"], changing.act) for _ in tokens]
        await asyncio.gather(*(c.play([t]) for c, t in zip(clients, tokens, strict=True)))

    asyncio.run(play(os.environ["REFEREE_TOKENS"].split(",")))
    sys.exit()


def _numbered(old: Any, numbers: Iterator[int]) -> Any:
    def join(self: Ticket, name: str) -> wire.Join:
        message: wire.Join = old(self, name)
        message.number = next(numbers)
        return message

    return join


@fault
def one_nonce_for_all() -> None:
    """Duty 2."""
    put(secrets, "token_bytes", lambda count=None: bytes(range(count or 0)))


@fault
def short_nonce() -> None:
    """Duty 2."""
    put(secrets, "token_bytes", lambda _=None: bytes(range(8)))


@fault
def constant_nonce() -> None:
    """Duty 2."""
    put(secrets, "token_bytes", lambda count=None: bytes([7]) * (count or 0))


@fault
def new_nonce_each_time() -> None:
    """Duty 2."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.nonce_commitment = secrets.token_bytes(32)

    on_request(change)


@fault
def other_nonce() -> None:
    """Duty 2."""

    def change(request: wire.PlayRequest) -> None:
        for opening in request.openings:
            opening.nonce = bytes(range(16))

    on_request(change)


@fault
def never_opens() -> None:
    """Duty 2."""
    on_request(lambda request: request.ClearField("openings"))


@fault
def no_nonce() -> None:
    """Allowed, but unwise."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.nonce_commitment = b""

    on_request(change)


@fault
def one_number_for_all() -> None:
    """Duty 2."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.number = 1

    on_request(change)


@fault
def numbers_from_zero() -> None:
    """No fault: any number will do."""

    def make(old: Any) -> Any:
        def begin(self: Any, *given: Any, **named: Any) -> None:
            old(self, *given, **named)
            self._numbers = itertools.count()

        return begin

    replace(Conversation, "__init__", make)


@fault
def numbers_no_joins() -> None:
    """Duty 2, unwise: with several tokens it can't tell which of them was refused."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.number = 0

    on_request(change)
    tokens_in_order()


@fault
def tokens_in_order() -> None:
    """Duty 3: the first answer is taken for that of the first join."""
    numbers = itertools.count(1)

    def change(response: wire.PlayResponse) -> None:
        for joined in response.joins:
            joined.join_number = next(numbers)

    on_response(change)
