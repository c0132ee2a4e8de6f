"""A server of this process on a Unix socket, and what tests need to talk to it.

Its clock stands still, and so do its matches' deadlines, until the test lets time pass by `Referee.pass_time`
or `Referee.pass_deadline`: however long the machine takes over a test, nobody is late by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import any_pb2, duration_pb2, struct_pb2

from gamereferee.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    match_pb2,
    play_service_pb2,
    replay_service_pb2_grpc,
    spectate_service_pb2,
    spectate_service_pb2_grpc,
    time_control_pb2,
)
from referee.core.clock import ManualClock
from referee.core.time_control import SECOND
from referee.server.hosting.host import MatchHost
from referee.server.lobby.house import HouseBots
from referee.server.lobby.lobby import Lobby
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import LagMeter
from referee.server.serve import Server, running_server
from tests.helpers.patience import HANG_S
from tests.server.streams import (
    BotStream,
    Frames,
    Problem,
    Refusal,
    action_of,
    pour,
    refusal,
    soon,
    until,
)

__all__ = [
    "PATIENT",
    "BotStream",
    "Frames",
    "Problem",
    "Referee",
    "Refusal",
    "action_of",
    "bid",
    "pour",
    "refusal",
    "running",
    "soon",
    "terms",
    "until",
    "untimed",
    "visit",
]


def terms(**fields: float) -> time_control_pb2.TimeControl:
    """A time control of durations in seconds, and of the number `strikes`."""
    wire = time_control_pb2.TimeControl()
    for name, value in fields.items():
        if name == "strikes":
            wire.strikes = int(value)
        else:
            getattr(wire, name).CopyFrom(_duration(value))
    return wire


def _duration(seconds: float) -> duration_pb2.Duration:
    duration = duration_pb2.Duration()
    duration.FromNanoseconds(round(seconds * 1e9))
    return duration


PATIENT = terms(move_time=3600)
"""A time control under which no deadline passes in a test, however busy the machine is."""


def bid(value: float | str) -> any_pb2.Any:
    """A toy's action."""
    wire = struct_pb2.Value()
    if isinstance(value, str):
        wire.string_value = value
    else:
        wire.number_value = value
    packed = any_pb2.Any()
    packed.Pack(wire)
    return packed


class Referee:
    """A running server and a channel to it.

    Args:
        server: The server.
        channel: For the unary calls; every `BotStream` gets a connection of its own.
        clock: The server's, which stands still.
        servers: Of a router, its workers' servers; else the server alone.
    """

    def __init__(
        self,
        server: Server,
        channel: grpc.aio.Channel,
        clock: ManualClock,
        servers: Callable[[], Iterable[Server]],
    ) -> None:
        self.server = server
        self.channel = channel
        self.clock = clock
        self._servers = servers
        self.lobby: Any = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        self.replays: Any = replay_service_pb2_grpc.ReplayServiceStub(channel)
        self.spectate: Any = spectate_service_pb2_grpc.SpectateServiceStub(channel)
        self._streams: list[BotStream] = []

    @property
    def address(self) -> str:
        """Where it listens."""
        return self.server.addresses[0]

    async def create(
        self, game: str = "toy_bid", *, metadata: Any = (), **fields: Any
    ) -> lobby_service_pb2.CreateMatchResponse:
        """Make a match; with `PATIENT` terms unless others are given, or None for the game's own.

        A microsecond passes before, so that of two matches one is older.
        """
        self.clock.advance(1000)
        fields = {"time_control": PATIENT} | fields
        request = lobby_service_pb2.CreateMatchRequest(game=game, **fields)
        made: lobby_service_pb2.CreateMatchResponse = await soon(
            self.lobby.CreateMatch(request, metadata=metadata)
        )
        return made

    async def get(self, match_id: str) -> match_pb2.Match:
        """A match as it stands."""
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        match: match_pb2.Match = (await soon(self.lobby.GetMatch(request))).match
        return match

    async def abort(self, match_id: str, reason: str = "") -> match_pb2.Match:
        """End a match."""
        request = lobby_service_pb2.AbortMatchRequest(match_id=match_id, reason=reason)
        match: match_pb2.Match = (await soon(self.lobby.AbortMatch(request))).match
        return match

    def _lobbies(self) -> list[Lobby]:
        return [server.lobby for server in self._servers()]

    async def until_waiting(self, number: int) -> None:
        """Wait until so many callers wait in the queues for opponents."""
        await until(lambda: sum(server.matchmaking.waiting for server in self._servers()) == number)

    # Time.

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass, and all timers go off that it brings to their end."""
        self.clock.advance(round(seconds * SECOND))
        for lobby in self._lobbies():
            lobby.sleepers.wake_due()
            for hosting in [*lobby.matches(), *lobby.lanes]:
                if hosting.deadlines._timer is not None:
                    hosting.deadlines._timer.cancel()
                    hosting.deadlines._timer_fired()  # sets itself again if its time hasn't come

    async def pass_deadline(self, match_id: str) -> None:
        """Let time pass to a match's next deadline, and on until it has made a step by that.

        What was sent before counts only if the server has taken it in: let its sender `settle` first.
        """
        host = self._host(match_id)
        steps = host.machine.steps
        async with asyncio.timeout(HANG_S / 2):
            while host.machine.steps == steps and host.machine.outcome is None:
                due_ns = host.machine.next_deadline_ns
                if due_ns is not None:  # a turn that is being handed over brings it forward
                    self.pass_time(max(0, due_ns - self.clock.now_ns()) / SECOND)
                await asyncio.sleep(0)

    def _host(self, match_id: str) -> MatchHost:
        hosts = [host for lobby in self._lobbies() for host in lobby.matches()]
        return next(host for host in hosts if host.match_id == match_id)

    def is_answered(self, match_id: str, turn: int, *seats: int) -> bool:
        """Whether these seats have answered a turn, or missed it."""
        states = [self._host(match_id).machine.seats[seat] for seat in seats]
        return all((state.turn, not state.is_open) >= (turn, True) for state in states)

    # Sleep.

    def sweep(self) -> None:
        """Put to sleep what nobody has used since the last sweep."""
        for lobby in self._lobbies():
            lobby.sleepers.sweep(lobby.live())

    def asleep(self) -> list[str]:
        """Ids of the matches that sleep."""
        return [match.match_id for lobby in self._lobbies() for match in lobby.asleep()]

    # Streams.

    def stream(self, address: str = "") -> BotStream:
        """Open a Play stream on a connection of its own, to the server or to a proxy of it."""
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_send_message_length", -1)]
        stream = BotStream(grpc.aio.insecure_channel(address or self.address, options=options))
        self._streams.append(stream)
        return stream

    def watch(self, match_id: str, metadata: Any = None, **view: Any) -> Frames:
        """Watch a match from now on."""
        request = spectate_service_pb2.WatchRequest(match_id=match_id, **view)
        return Frames(self.spectate.Watch(request, metadata=metadata))

    async def play(self, *values: int, **fields: Any) -> tuple[str, list[BotStream]]:
        """Make a match of bids and play it to the end, both seats always bidding these values."""
        fields = {"config_json": f'{{"rounds": {len(values)}}}'} | fields
        made = await self.create(**fields)
        streams = [self.stream() for _ in made.seat_tokens]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        for value in values:
            for stream in streams:
                await stream.answer(await stream.turn(), bid(value))
        for stream in streams:
            await stream.ended()
        return made.match.match_id, streams

    async def replays_written(self) -> None:
        """Wait until all matches that have ended so far have their replays."""
        for lobby in self._lobbies():
            await lobby.replays_written()

    async def close(self) -> None:
        """Let all streams go."""
        for stream in self._streams:
            await stream.break_off()


async def visit(referee: Referee, token: str, value: int) -> play_service_pb2.Turn:
    """Join a toy's seat, answer the open turn, and leave once a pong shows that the answer was read."""
    stream = referee.stream()
    await stream.join(token)
    turn = await stream.turn()
    await stream.answer(turn, bid(value))
    await stream.settle()
    await stream.break_off()
    return turn


@asynccontextmanager
async def running(
    folder: Path,
    *,
    house: HouseBots | None = None,
    clock: ManualClock | None = None,
    meter: LagMeter | None = None,
    **settings: Any,
) -> AsyncIterator[Referee]:
    """A server with its data and its socket in a folder.

    Args:
        folder: The folder.
        house: Plays baseline bots.
        clock: Its clock, if the test has one already.
        meter: Its lag meter, likewise.
        **settings: Fields of `ServerConfig`; `listen` as texts.
    """
    clock = clock or ManualClock(SECOND)
    listen = settings.pop("listen", [f"unix:{folder}/referee.sock"])
    config = ServerConfig(
        listen=tuple(parse_listen(text) for text in listen),
        data_dir=settings.pop("data_dir", folder / "data"),
        **settings,
    )
    async with (
        running_server(Server(config, house=house, clock=clock, meter=meter)) as server,
        grpc.aio.insecure_channel(server.addresses[0]) as channel,
    ):
        referee = Referee(server, channel, clock, lambda: [server])
        try:
            yield referee
        finally:
            await referee.close()


def untimed(outcome: match_pb2.Outcome) -> match_pb2.Outcome:
    """What seats hear of an outcome: without what decisions took, which is for organizers and spectators."""
    told = match_pb2.Outcome()
    told.CopyFrom(outcome)
    for result in told.seats:
        result.ClearField("times")
    return told
