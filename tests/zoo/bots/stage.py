"""What animals of the zoo stand on: a Play stream without any manners, and a report of what came.

An animal gets address and token as every bot does. When it is done it prints one line of JSON: the
reasons of all rejections in the order in which they first came, and how its streams ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import grpc
from google.protobuf import any_pb2
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1 import error_pb2, play_service_pb2
from gamereferee.v1.play_service_pb2 import Action, Join, Ping, PlayRequest, PlayResponse, Turn

__all__ = [
    "OTHER_MATCH",
    "Stream",
    "action",
    "address",
    "dice",
    "join",
    "leave",
    "program",
    "stay",
    "token",
]

PLAY = "/gamereferee.v1.PlayService/Play"
OTHER_MATCH = "ZOO_OTHER_MATCH"
"""Environment variable with the id of a match in which the animal has no seat."""
_OPTIONS = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_send_message_length", -1)]

_reasons: list[str] = []
_statuses: list[str] = []


def address() -> str:
    """Where the referee is."""
    return os.environ["REFEREE_ADDRESS"]


def token() -> str:
    """The token of its seat."""
    return os.environ["REFEREE_TOKENS"]


def join(**fields: Any) -> Join:
    """What presents that token."""
    return Join(**dict[str, Any](token=token(), bot_name="animal", number=1) | fields)


def dice(*ids: int) -> any_pb2.Any:
    """An action of Diceman."""
    packed = any_pb2.Any()
    packed.Pack(diceman_pb2.Action(dice=ids))
    return packed


def action(turn: Turn, payload: any_pb2.Any | None = None, /, **changes: Any) -> Action:
    """The answer to a turn, sword and shield unless another is given, with fields changed."""
    fields = dict[str, Any](match_id=turn.match_id, seat=turn.seat, turn=turn.turn) | changes
    return Action(**fields, payload=payload or dice(2, 3))


def leave() -> NoReturn:
    """Tell what came, and be gone without a farewell to any stream."""
    print(json.dumps({"reasons": _reasons, "statuses": _statuses}), flush=True)
    os._exit(0)


def stay(*_held: object) -> NoReturn:
    """Do nothing until it is killed, and hold on to what is given."""
    print(json.dumps({"reasons": _reasons, "statuses": _statuses}), flush=True)
    while True:
        time.sleep(1000)


class EndedError(Exception):
    """The stream has ended."""


class Stream:
    """One Play stream on a connection of its own."""

    def __init__(self) -> None:
        self._channel = grpc.insecure_channel(address(), options=_OPTIONS)
        play: Any = self._channel.stream_stream(
            PLAY,
            request_serializer=lambda r: r if isinstance(r, bytes) else r.SerializeToString(),
            response_deserializer=PlayResponse.FromString,
        )
        self._outgoing: queue.SimpleQueue[PlayRequest | bytes | None] = queue.SimpleQueue()
        self._call = play(iter(self._outgoing.get, None))
        self._come: defaultdict[str, deque[Any]] = defaultdict(deque)

    def send(self, **fields: Any) -> None:
        """Send a message."""
        self._outgoing.put(PlayRequest(**fields))

    def send_bytes(self, data: bytes) -> None:
        """Send what may be no message."""
        self._outgoing.put(data)

    def close_side(self) -> None:
        """Say that nothing more will be sent."""
        self._outgoing.put(None)

    def drop(self) -> None:
        """Cancel the stream and close the connection."""
        self._call.cancel()
        self._channel.close()

    def read(self) -> PlayResponse:
        """The next message.

        Raises:
            EndedError: There is none.
        """
        try:
            response: PlayResponse = next(self._call)
        except StopIteration:
            _statuses.append("OK")
            raise EndedError from None
        except grpc.RpcError as error:
            _statuses.append(_status(error))
            raise EndedError from None
        for field, value in response.ListFields():
            many = isinstance(value, bool | int) or field.message_type in _SINGLE
            self._come[field.name].extend([value] if many else value)
        for rejected in response.rejections:
            reason = error_pb2.ErrorReason.Name(rejected.reason).removeprefix("ERROR_REASON_")
            if reason not in _reasons:
                _reasons.append(reason)
        return response

    def next(self, field: str) -> Any:
        """The next entry of a field of PlayResponse."""
        while not self._come[field]:
            self.read()
        return self._come[field].popleft()

    def has(self, field: str) -> bool:
        """Whether one has been read and not taken."""
        return bool(self._come[field])

    def turn(self) -> Turn:
        """The next turn."""
        turn: Turn = self.next("turns")
        return turn

    def settle(self) -> None:
        """Wait until all that was sent has been taken in."""
        self.send(ping=Ping(number=1))
        self.next("pong")

    def play_on(self, answer: Callable[[Turn], list[Action]] | None = None) -> None:
        """Answer turns to the end of the match.

        Args:
            answer: Makes what is sent for a turn.
        """
        while not self.has("ends"):
            while self.has("turns"):
                turn = self.turn()
                actions = answer(turn) if answer else [action(turn)]
                if actions:
                    self.send(actions=actions)
            if not self.has("ends"):
                self.read()

    def read_to_end(self) -> None:
        """Read until the stream has ended."""
        try:
            while True:
                self.read()
        except EndedError:
            return

    def wait_for_end(self) -> None:
        """Read, and answer nothing, until the match is over."""
        self.next("ends")


_SINGLE = {play_service_pb2.Ping.DESCRIPTOR, play_service_pb2.Pong.DESCRIPTOR}


def _status(error: Any) -> str:
    status = rpc_status.from_call(error)
    for detail in status.details if status is not None else []:
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return f"{error.code().name} {info.reason.removeprefix('ERROR_REASON_')}"
    return str(error.code().name)


def program(module: Mapping[str, Any]) -> NoReturn:
    """Be the animal that the first argument names: a function of the module."""
    with contextlib.suppress(EndedError):
        module[sys.argv[1]]()
    leave()
