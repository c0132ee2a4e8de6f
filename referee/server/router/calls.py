"""Passes calls on to workers as bytes; of a request, only the field that selects the worker is parsed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError, Message

from gamereferee.v1 import (
    error_pb2,
    lobby_service_pb2,
    match_pb2,
    replay_service_pb2,
    spectate_service_pb2,
)
from referee.core.errors import FieldError
from referee.server.access.auth import parse_token
from referee.server.access.callers import CALLER, caller_of
from referee.server.process.config import ServerConfig
from referee.server.process.status import CallError, abort
from referee.server.router.ends import EndsRoute
from referee.server.router.groups import Grouped, create_matches, meter_seats
from referee.server.router.listing import list_matches
from referee.server.router.workers import Worker, Workers
from referee.server.standard.reflection import REFLECTION_METHODS

__all__ = ["RESTARTED", "Calls"]

Call = grpc.aio.ServicerContext[Any, Any]
Choice = Callable[[bytes], Worker]

LOBBY = "gamereferee.v1.LobbyService"
REPLAY = "gamereferee.v1.ReplayService"
SPECTATE = "gamereferee.v1.SpectateService"
RESTARTED = "a part of the referee has stopped and is started again; come back"
"""Text of the status that ends a call whose worker has died."""


class Calls:
    """Serves all calls except Play by asking workers.

    Args:
        workers: All workers.
        config: Settings of the whole server.
    """

    def __init__(self, workers: Workers, config: ServerConfig) -> None:
        self._workers = workers
        self._config = config

    def handlers(self) -> list[grpc.GenericRpcHandler]:
        """Return the gRPC handlers of all services except Play, to be added to a server."""
        anywhere = self._anywhere
        lobby = {
            "ListGames": self._unary(LOBBY, "ListGames", anywhere),
            "GetGame": self._unary(LOBBY, "GetGame", anywhere),
            "CreateMatch": grpc.unary_unary_rpc_method_handler(self._create_match),
            "CreateMatches": self._grouped("CreateMatches", create_matches),
            "MeterSeats": self._grouped("MeterSeats", meter_seats),
            "ListMatches": grpc.unary_unary_rpc_method_handler(self._list_matches),
            "Enqueue": self._unary(
                LOBBY, "Enqueue", self._by(lobby_service_pb2.EnqueueRequest, "game")
            ),
        }
        for name, request in (
            ("GetMatch", lobby_service_pb2.GetMatchRequest),
            ("AbortMatch", lobby_service_pb2.AbortMatchRequest),
            ("SeatHouseBot", lobby_service_pb2.SeatHouseBotRequest),
            ("MeterSeat", lobby_service_pb2.MeterSeatRequest),
            ("ReleaseReveal", lobby_service_pb2.ReleaseRevealRequest),
        ):
            lobby[name] = self._unary(LOBBY, name, self._by(request, "match_id"))
        replay = {
            "ListReplays": self._unary(REPLAY, "ListReplays", anywhere),
            # Of the match's own worker: the others can't know that a replay is being written.
            "GetReplay": self._stream(
                REPLAY, "GetReplay", self._by(replay_service_pb2.GetReplayRequest, "match_id")
            ),
        }
        watch = self._by(spectate_service_pb2.WatchRequest, "match_id")
        spectate = {
            "Watch": self._stream(SPECTATE, "Watch", watch),
            "WatchEnds": grpc.stream_stream_rpc_method_handler(self._watch_ends),
        }
        services = ((LOBBY, lobby), (REPLAY, replay), (SPECTATE, spectate))
        return [
            grpc.method_handlers_generic_handler(service, methods) for service, methods in services
        ]

    async def reflect(self, request: bytes) -> bytes:
        """Return a worker's answer to a serialized reflection request.

        Workers have the games' files, the router has not.

        Raises:
            AioRpcError: The worker has died.
        """
        channel = await self._workers.in_turn()[0].channel()
        stream: Any = channel.stream_stream(REFLECTION_METHODS[0])
        call = stream()
        try:
            await call.write(request)
            answer: bytes = await call.read()
            return answer
        finally:
            call.cancel()

    async def match_of_token(self, token: str) -> match_pb2.Match:
        """Return the match of a seat token, as its worker shows it to the seat.

        Raises:
            CallError: The token names no seat, or its worker is not there now.
        """
        parsed = parse_token(token)
        match_id = "" if parsed is None else parsed.match_id
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=token)
        channel = await self._workers.of(match_id).channel()
        ask: Any = channel.unary_unary(f"/{LOBBY}/GetMatch")
        try:
            answer = await ask(request.SerializeToString())
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNAVAILABLE:
                raise CallError(error_pb2.ERROR_REASON_DRAINING, RESTARTED) from None
            raise CallError(error_pb2.ERROR_REASON_BAD_TOKEN, error.details() or "") from None
        return lobby_service_pb2.GetMatchResponse.FromString(answer).match

    # Choice of the worker.

    def _anywhere(self, _: bytes) -> Worker:
        return self._workers.in_turn()[0]

    def _by(self, request_type: type[Message], field: str) -> Choice:
        """Return a function that selects the worker by one field of a request of this type.

        The field is a match id, or a game's name: all who queue for a game must meet at one worker.
        """

        def choose(data: bytes) -> Worker:
            try:
                text: str = getattr(request_type.FromString(data), field)
            except DecodeError:
                return self._anywhere(data)  # its worker answers that it can't be read
            return self._workers.of(text)

        return choose

    # Passing on.

    def _unary(self, service: str, method: str, choose: Choice) -> grpc.RpcMethodHandler[Any, Any]:
        path = f"/{service}/{method}"

        async def handle(request: bytes, context: Call) -> bytes:
            try:
                return await self._ask(choose(request), path, request, context)
            except grpc.aio.AioRpcError as error:
                await _end_like(context, error)

        return grpc.unary_unary_rpc_method_handler(handle)

    def _stream(self, service: str, method: str, choose: Choice) -> grpc.RpcMethodHandler[Any, Any]:
        path = f"/{service}/{method}"

        async def handle(request: bytes, context: Call) -> None:
            channel = await choose(request).channel()
            stream: Any = channel.unary_stream(path)
            call = stream(request, metadata=self._metadata(context))
            try:
                async for response in call:
                    await context.write(response)
            except grpc.aio.AioRpcError as error:
                await _end_like(context, error)
            finally:
                call.cancel()

        return grpc.unary_stream_rpc_method_handler(handle)

    def _grouped(self, method: str, serve: Grouped) -> grpc.RpcMethodHandler[Any, Any]:
        path = f"/{LOBBY}/{method}"

        async def handle(request: bytes, context: Call) -> bytes:
            def ask(worker: Worker, part: bytes) -> Awaitable[bytes]:
                return self._ask(worker, path, part, context)

            try:
                return await serve(request, self._workers, ask)
            except grpc.aio.AioRpcError as error:
                await _end_like(context, error)

        return grpc.unary_unary_rpc_method_handler(handle)

    async def _watch_ends(self, _: object, context: Call) -> None:
        # Separately from the first message: gRPC could not end a call whose first write, metadata included, is cancelled.
        await context.send_initial_metadata(())
        try:
            await EndsRoute(context, self._workers, self._metadata(context)).run()
        except grpc.aio.AioRpcError as error:
            await _end_like(context, error)

    async def _create_match(self, data: bytes, context: Call) -> bytes:
        """Pass a serialized CreateMatchRequest on, and return the worker's serialized response.

        A request with a request id goes to that id's worker, any other to some worker with room.
        """
        path = f"/{LOBBY}/CreateMatch"
        workers = self._workers.in_turn()
        try:
            request_id = lobby_service_pb2.CreateMatchRequest.FromString(data).request_id
            if request_id:
                workers = [self._workers.of_request(request_id)]
        except DecodeError:
            pass  # the worker that gets it answers that
        while True:
            try:
                return await self._ask(workers.pop(0), path, data, context)
            except grpc.aio.AioRpcError as error:
                if not workers or error.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED:
                    await _end_like(context, error)

    async def _list_matches(self, data: bytes, context: Call) -> bytes:
        path = f"/{LOBBY}/ListMatches"
        workers = self._workers.all

        async def ask(
            number: int, request: lobby_service_pb2.ListMatchesRequest
        ) -> lobby_service_pb2.ListMatchesResponse:
            answer = await self._ask(workers[number], path, request.SerializeToString(), context)
            return lobby_service_pb2.ListMatchesResponse.FromString(answer)

        try:
            try:
                request = lobby_service_pb2.ListMatchesRequest.FromString(data)
            except DecodeError:
                return await self._ask(self._anywhere(data), path, data, context)
            response = await list_matches(request, len(workers), ask)
        except FieldError as error:
            await abort(context, error)
        except grpc.aio.AioRpcError as error:
            await _end_like(context, error)
        return response.SerializeToString()

    async def _ask(self, worker: Worker, path: str, request: bytes, context: Call) -> bytes:
        channel = await worker.channel()
        call: Any = channel.unary_unary(path)
        answer: bytes = await call(request, metadata=self._metadata(context))
        return answer

    def _metadata(self, context: Call) -> list[tuple[str, str | bytes]]:
        """Return the metadata of a call for a worker.

        It holds the organizer key, if there is one, and the caller's name unless the caller is an
        organizer.
        """
        metadata = context.invocation_metadata() or ()
        passed = [(name, value) for name, value in metadata if name == "authorization"]
        caller = caller_of(context, self._config)
        return passed if caller is None else [*passed, (CALLER, caller)]


async def _end_like(context: Call, error: grpc.aio.AioRpcError) -> NoReturn:
    """End a call with the status and details of `error`, with which the worker ended it."""
    trailing = tuple(error.trailing_metadata() or ())
    text = error.details() or ""
    if error.code() is grpc.StatusCode.UNAVAILABLE and not trailing:
        text = RESTARTED  # instead of gRPC's text, which names an internal address
    await context.abort(error.code(), text, trailing)
    raise AssertionError("abort returned")
