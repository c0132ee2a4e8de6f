"""All matches of a server: created, found by id or token, taken up after a crash, drained."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import OrderedDict
from functools import partial
from pathlib import Path

from google.protobuf import any_pb2

import referee
from gamereferee.v1 import error_pb2, replay_pb2
from referee.core.clock import Clock
from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.core.rng import (
    FIXED_SEED_BYTES,
    SALT_BYTES,
    SERVER_SEED_BYTES,
    commitment,
    secret_bytes,
)
from referee.core.time_control import TimeControl
from referee.match import events as ev
from referee.match.machine import MatchMachine, MatchPhase, MatchTerms
from referee.replay.errors import ReplayError
from referee.replay.journal import JournalWriter
from referee.replay.reader import FORMAT_VERSION, TOKEN_KEY_BYTES, Replay
from referee.replay.wire import packed, time_control_to_wire
from referee.server.access.auth import (
    SeatToken,
    is_token_of,
    parse_token,
    seat_token,
    token_digests,
    token_key,
)
from referee.server.hosting.host import HOUSE_NAME, MatchHost
from referee.server.hosting.lane_host import Lanes
from referee.server.hosting.seat_stream import SeatStream
from referee.server.hosting.slots import ThinkSlots
from referee.server.lobby.archive import Archive
from referee.server.lobby.folder import DataFolder
from referee.server.lobby.past import PastMatches
from referee.server.lobby.recovery import Recovery
from referee.server.lobby.retention import Retention
from referee.server.process.config import ServerConfig
from referee.server.process.lag import LagMeter
from referee.server.process.logs import get_log
from referee.server.process.shard import new_match_id
from referee.server.process.status import CallError

__all__ = ["Lobby", "MatchRequest"]

KEPT_ENDED = 10_000
"""Ended matches kept in memory; older ones are read from their replays when asked for."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchRequest:
    """A match to be made, already checked."""

    plugin: AnyPlugin
    """The game."""
    config: GameConfig
    """Its config."""
    num_seats: int
    """Seats."""
    time_control: TimeControl
    """Clocks."""
    fixed_seed: int | None = None
    """Match seed, 0..2^64-1, or None for one that nobody knows."""
    players: tuple[str, ...] = ()
    """Names in seat order."""
    label: str = ""
    """The organizer's label."""
    request_id: str = ""
    """Makes the request safe to repeat."""
    full_view_delay: int | None = None
    """Steps by which the full view lags behind; None means that it opens after the end."""
    reveal_withheld: bool = False
    """Whether the reveal is held back until the organizer releases it."""


class Lobby:
    """The matches of a server.

    Args:
        config: Settings.
        clock: Tells the time.
        meter: Tells the referee's own lag.
        address: Where its matches can be reached past a router; empty for nowhere.

    Raises:
        RefereeError: The data folder can't be used; says why.
    """

    def __init__(
        self, config: ServerConfig, clock: Clock, meter: LagMeter, address: str = ""
    ) -> None:
        self.config = config
        self.address = address
        """Where its matches can be reached past a router; empty for nowhere."""
        self.sessions: set[SeatStream] = set()
        """All open Play streams."""
        self.draining = False
        """Whether no new matches are made."""
        self.house_joins = 0
        """How often a house bot has joined a seat."""
        self._clock = clock
        self._meter = meter
        self._slots = ThinkSlots(config.think_slots) if config.think_slots else None
        self._log = get_log()
        self._live: dict[str, MatchHost] = {}
        self._ended: OrderedDict[str, MatchHost] = OrderedDict()
        self._newest_first: list[MatchHost] | None = None
        """All of these, sorted; None after a change. Anybody may ask for them, and there are thousands."""
        self._requests: dict[str, str] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        self.folder = DataFolder(
            config.data_dir, sync=config.sync, is_locked=config.shard is not None
        )
        """Where journals and replays are."""
        self._requests.update(self.folder.ended_requests(config.shard, KEPT_ENDED))
        self.lanes = Lanes(partial(self.folder.lane_journal, config.shard), clock, meter)
        """Where matches are played on in columns."""
        self.recovery = Recovery(self.folder, config.shard, self._take_up)
        """Takes up the matches that a server before this one left."""
        retention = Retention(config.keep_replays, self.folder, config.shard, clock.wall_ns)
        self._archive = Archive(self.folder, retention)
        self._past = PastMatches(self.folder, self._past_match, self._keep_ended)

    # Finding.

    def match(self, match_id: str) -> MatchHost:
        """Return the match of this id, of those that run or have ended not long ago.

        Raises:
            CallError: There is none.
        """
        host = self._known(match_id)
        if host is None:
            raise _unknown(match_id)
        return host

    async def find(self, match_id: str) -> MatchHost:
        """Return the match of this id; one that had ended before is read from its replay.

        For a match whose journal can't be taken up for now it waits until that is settled.

        Raises:
            CallError: There is none, or too many are being read or waited for.
        """
        await self.recovery.wait_for(match_id)
        host = self._known(match_id) or await self._past.find(match_id)
        if host is None:
            raise _unknown(match_id)
        return host

    def _known(self, match_id: str) -> MatchHost | None:
        return self._live.get(match_id) or self._ended.get(match_id)

    def matches(self) -> list[MatchHost]:
        """Return all matches that run or have ended not long ago, the newest first."""
        if self._newest_first is None:
            everyone = [*self._ended.values(), *self._live.values()]
            self._newest_first = sorted(everyone, key=_age, reverse=True)
        return list(self._newest_first)

    def seat_of(self, token: str) -> tuple[MatchHost, int]:
        """Match and seat of a token, of the matches that run or have ended not long ago.

        Raises:
            CallError: The token is wrong.
        """
        parsed = parse_token(token)
        if parsed is not None:
            host = self._known(parsed.match_id)
            is_seat = host is not None and parsed.seat < host.header.num_seats
            if host is not None and is_seat and is_token_of(parsed, host.header, host.secret):
                return host, parsed.seat
        raise CallError(error_pb2.ERROR_REASON_BAD_TOKEN, "the token names no seat of this server")

    async def find_seat(self, token: str) -> tuple[MatchHost, int]:
        """Match and seat of a token; a match that had ended before is read from its replay.

        For a match whose journal can't be taken up for now it waits until that is settled.

        Raises:
            CallError: The token is wrong, or too many matches are being read or waited for.
        """
        parsed = self.unread_token(token)
        if parsed is not None:
            await self.recovery.wait_for(parsed.match_id)
            await self._past.find(parsed.match_id, parsed)
        return self.seat_of(token)

    def unread_token(self, token: str) -> SeatToken | None:
        """Return a token of a match that has yet to be read or taken up; None of any other."""
        parsed = parse_token(token)
        if parsed is None or self._known(parsed.match_id) is not None:
            return None
        is_past = self.folder.find_replay(parsed.match_id) is not None
        return parsed if is_past or self.recovery.is_postponed(parsed.match_id) else None

    def tokens(self, host: MatchHost) -> list[str]:
        """Return the secret tokens of a match, in seat order."""
        seats = range(host.header.num_seats)
        key = token_key(host.secret)
        return [seat_token(host.match_id, seat, key) for seat in seats]

    # Making.

    async def recall(self, request_id: str) -> None:
        """Read the match that was made for a request before the server's start, if there is one.

        Raises:
            CallError: Too many are being read.
        """
        match_id = self._requests.get(request_id)
        if match_id is None or self._known(match_id) is not None:
            return
        if await self._past.find(match_id) is None:
            self._requests.pop(request_id, None)  # its replay is gone

    def create(self, request: MatchRequest, *, by: str = "") -> MatchHost:
        """Make a match, or find the one that was made for the same request before.

        Args:
            request: What is wanted.
            by: Name of the organizer's key, for the log; empty if there is none.

        Raises:
            CallError: The server drains or is full, or the request's id was used for another match.
        """
        if request.request_id in self._requests:
            return self._repeated(request)
        self.check_open()
        if len(self._live) >= self.config.max_matches:
            raise CallError(
                error_pb2.ERROR_REASON_TOO_MANY_MATCHES,
                f"{len(self._live)} matches wait or run, which is the most allowed",
            )
        salt = secret_bytes(SALT_BYTES)
        fixed = request.fixed_seed
        server_seed = (
            secret_bytes(SERVER_SEED_BYTES)
            if fixed is None
            else fixed.to_bytes(FIXED_SEED_BYTES, "big")
        )
        secret = replay_pb2.SecretRecord(
            server_seed=server_seed,
            salt=salt,
            request_id=request.request_id,
            token_key=secret_bytes(TOKEN_KEY_BYTES),
            records_house_bots=True,
        )
        match_id = new_match_id(self.config.shard, request.request_id, secret_bytes)
        header = self._header(match_id, request, commitment(server_seed, salt))
        header.token_digests.extend(token_digests(match_id, request.num_seats, secret.token_key))
        terms = MatchTerms(
            game=request.plugin.game,
            config=request.config,
            num_seats=request.num_seats,
            time_control=request.time_control,
            server_seed=server_seed,
            seed_fixed=fixed is not None,
        )
        try:
            journal = self.folder.new_journal(header, secret)
        except OSError as error:
            self._log.exception("no journal can be made")
            text = f"the match can't be recorded: {error.strerror}"
            raise CallError(error_pb2.ERROR_REASON_REFEREE_FAULT, text) from None
        machine = MatchMachine(terms, self._clock.now_ns())
        host = self._host(machine, request.plugin, header, secret, journal)
        self._keep_live(host)
        named = {"organizer": by} if by else {}
        host.log.info("match created", game=header.game, seats=header.num_seats, **named)
        host.deadlines.arm()
        return host

    def check_open(self) -> None:
        """See that matches are still being made.

        Raises:
            CallError: The server drains.
        """
        if self.draining:
            raise CallError(error_pb2.ERROR_REASON_DRAINING, "the server is going to stop")

    def _repeated(self, request: MatchRequest) -> MatchHost:
        host = self.match(self._requests[request.request_id])
        repeated = self._header(host.match_id, request, host.header.seed_commitment)
        repeated.create_time.CopyFrom(host.header.create_time)
        repeated.referee_version = host.header.referee_version
        repeated.token_digests.extend(host.header.token_digests)
        seed = request.fixed_seed
        same_seed = (
            seed is None or seed.to_bytes(FIXED_SEED_BYTES, "big") == host.secret.server_seed
        )
        if repeated != host.header or not same_seed:
            raise FieldError(
                "request_id", "new, or repeat the request it was first used for", request.request_id
            )
        return host

    def _header(
        self, match_id: str, request: MatchRequest, seed_commitment: bytes
    ) -> replay_pb2.HeaderRecord:
        info = request.plugin.game.info
        header = replay_pb2.HeaderRecord(
            format_version=FORMAT_VERSION,
            match_id=match_id,
            game=info.game,
            game_version=info.version,
            config=_config(request.plugin, request.config),
            num_seats=request.num_seats,
            time_control=time_control_to_wire(request.time_control),
            seed_commitment=seed_commitment,
            seed_fixed=request.fixed_seed is not None,
            players=request.players,
            label=request.label,
            referee_version=referee.__version__,
            full_view_delay=request.full_view_delay,
            reveal_withheld=request.reveal_withheld,
        )
        header.create_time.FromNanoseconds(self._clock.wall_ns())
        return header

    def _host(
        self,
        machine: MatchMachine,
        plugin: AnyPlugin,
        header: replay_pb2.HeaderRecord,
        secret: replay_pb2.SecretRecord,
        journal: JournalWriter,
    ) -> MatchHost:
        return MatchHost(
            machine,
            plugin,
            header,
            secret,
            journal,
            clock=self._clock,
            meter=self._meter,
            log=self._log.bind(match=header.match_id),
            on_end=self._match_ended,
            slots=self._slots,
            lanes=self.lanes,
            address=self.address,
        )

    def live(self) -> list[MatchHost]:
        """Return all matches that wait or run."""
        return list(self._live.values())

    def _count_house_join(self) -> None:
        self.house_joins += 1

    def _keep_live(self, host: MatchHost) -> None:
        host.on_house_join = self._count_house_join
        self._live[host.match_id] = host
        self._newest_first = None
        self._idle.clear()
        if host.secret.request_id:
            self._requests[host.secret.request_id] = host.match_id
            try:
                self.folder.keep_request(host.match_id, host.secret)
            except OSError as error:  # it holds until the server's end all the same
                host.log.warning("request can't be kept", reason=error.strerror)

    def _keep_ended(self, host: MatchHost) -> None:
        self._ended[host.match_id] = host
        self._newest_first = None
        while len(self._ended) > KEPT_ENDED:
            _, oldest = self._ended.popitem(last=False)
            if self._requests.pop(oldest.secret.request_id, None) is not None:
                self.folder.forget_request(oldest.match_id)

    def _match_ended(self, host: MatchHost) -> None:
        self._live.pop(host.match_id, None)
        self._keep_ended(host)
        self._archive.add(host.match_id, host.log)
        if not self._live:
            self._idle.set()

    # From start to stop.

    def _take_up(
        self,
        replay: Replay,
        secret: replay_pb2.SecretRecord,
        journal: JournalWriter,
        problem: str,
    ) -> None:
        host = self._redone(replay, secret, journal)
        host.house = _house_bots(replay)
        self._keep_live(host)
        host.log.info("match taken up again", steps=host.machine.steps)
        host.resume()
        if problem:
            host.apply(ev.MatchAborted(EndCause.HOST_FAILURE, problem, self._clock.now_ns()))

    def _redone(
        self, replay: Replay, secret: replay_pb2.SecretRecord, journal: JournalWriter
    ) -> MatchHost:
        machine = replay.machine(secret.server_seed)
        for _ in replay.redone(machine):
            pass
        return self._host(machine, replay.plugin, replay.header, secret, journal)

    def _past_match(self, replay: Replay, path: Path) -> MatchHost:
        if replay.end is None:
            raise ReplayError(f"{path}: the match has not ended")
        reveal = replay.end.reveal
        secret = replay_pb2.SecretRecord(server_seed=reveal.server_seed, salt=reveal.salt)
        kept = self.folder.request_of(path.stem)
        if kept is not None:
            secret.request_id, secret.token_key = kept.request_id, kept.token_key
        host = self._redone(replay, secret, JournalWriter(path, is_over=True))
        host.reveal.seed = reveal
        host.reveal.is_withheld &= not self.folder.is_released(host.match_id)
        return host

    async def drain(self) -> None:
        """Make no more matches, and wait until the running ones are over or the grace is.

        Matches that still run then stay in their journals, for the next start to take up.
        """
        self.draining = True
        for session in self.sessions:
            session.send_draining()
        self._log.info("draining", matches=len(self._live))
        try:
            await asyncio.wait_for(self._idle.wait(), self.config.drain_grace_ns / 1e9)
        except TimeoutError:
            self._log.warning("grace is over; matches stay in their journals", left=len(self._live))

    async def replays_written(self) -> None:
        """Wait until all matches that have ended so far have their replays."""
        await self._archive.written()

    async def close(self) -> None:
        """Close all files; the lobby is of no use afterwards."""
        self.lanes.close()
        for host in self._live.values():
            host.close()
        await self.replays_written()
        self.folder.release()

    def release_reveal(self, host: MatchHost) -> None:
        """Lay open what a match holds back, for good.

        Raises:
            CallError: It has not ended, or that can't be kept.
        """
        if host.machine.phase is not MatchPhase.ENDED:
            raise CallError(
                error_pb2.ERROR_REASON_NOT_ENDED, "the match has not ended; there is no reveal yet"
            )
        if host.reveal.is_withheld:
            try:
                self.folder.release_reveal(host.match_id)
            except OSError as error:
                text = f"the release can't be kept: {error.strerror}"
                raise CallError(error_pb2.ERROR_REASON_REFEREE_FAULT, text) from None
            host.reveal.is_withheld = False
            host.log.info("reveal released")

    def abort(self, host: MatchHost, reason: str, *, by: str = "") -> None:
        """End a match without a winner; one that has ended stays as it is.

        Args:
            host: The match.
            reason: Why, for people.
            by: Name of the organizer's key, for the log; empty if there is none.
        """
        if host.machine.phase is not MatchPhase.ENDED:
            named = {"organizer": by} if by else {}
            host.log.info("match aborted", **named)
            text = reason or "aborted by an operator"
            host.apply(ev.MatchAborted(EndCause.OPERATOR, text, self._clock.now_ns()))


def _config(plugin: AnyPlugin, config: GameConfig) -> any_pb2.Any:
    return packed(plugin.codec.config_type, plugin.codec.encode_config(config))


def _house_bots(replay: Replay) -> dict[int, str]:
    """Return the seats that house bots hold, with the bots' names.

    Servers before this one recorded no names: a bot that joined as house bots do may be one, and its name is empty.
    """
    house: dict[int, str] = {}
    is_old = replay.secret is None or not replay.secret.records_house_bots
    for record in replay.records:
        kind = record.WhichOneof("record")
        if kind == "house_bot" and record.house_bot.seat < replay.header.num_seats:
            house[record.house_bot.seat] = record.house_bot.bot
        elif kind == "join" and record.join.bot_name == HOUSE_NAME and is_old:
            house.setdefault(record.join.seat, "")
        elif kind == "join" and record.join.bot_name != HOUSE_NAME:
            house.pop(record.join.seat, None)  # its token was presented by somebody else
    return house


def _age(host: MatchHost) -> tuple[int, str]:
    created: int = host.header.create_time.ToNanoseconds()
    return created, host.match_id


def _unknown(match_id: str) -> CallError:
    return CallError(error_pb2.ERROR_REASON_UNKNOWN_MATCH, f"unknown match {match_id[:40]!r}")
