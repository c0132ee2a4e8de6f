"""All matches of a server: created, found by id or token, recovered after a crash, drained."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import fcntl
import os
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf import any_pb2

import referee
from gamereferee.v1 import error_pb2, replay_pb2
from referee.core.clock import Clock
from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.core.rng import commitment, secret_bytes
from referee.core.time_control import TimeControl
from referee.match import events as ev
from referee.match.machine import MatchMachine, MatchPhase, MatchTerms
from referee.replay.errors import ReplayError
from referee.replay.journal import (
    JOURNAL_SUFFIX,
    REPLAY_SUFFIX,
    JournalWriter,
    close_journal,
    whole_length,
)
from referee.replay.reader import FORMAT_VERSION, load
from referee.replay.wire import packed, time_control_to_wire
from referee.server.auth import is_token_of, parse_token, seat_token
from referee.server.config import ServerConfig
from referee.server.host import MatchHost
from referee.server.lag import LagMeter
from referee.server.logs import get_log
from referee.server.status import CallError

if TYPE_CHECKING:
    from referee.server.session import PlaySession

__all__ = ["Lobby", "MatchRequest"]

KEPT_ENDED = 10_000
"""Ended matches that can still be asked for; the replays of older ones stay."""


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


class Lobby:
    """The matches of a server.

    Args:
        config: Settings.
        clock: Tells the time.
        meter: Tells the referee's own lag.

    Raises:
        RefereeError: The data folder can't be used; says why.
    """

    def __init__(self, config: ServerConfig, clock: Clock, meter: LagMeter) -> None:
        self.config = config
        self.sessions: set[PlaySession] = set()
        """All open Play streams."""
        self.draining = False
        """Whether no new matches are made."""
        self._clock = clock
        self._meter = meter
        self._log = get_log()
        self._live: dict[str, MatchHost] = {}
        self._ended: OrderedDict[str, MatchHost] = OrderedDict()
        self._requests: dict[str, str] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self.journals, self.replays = self._open_folders(config.data_dir)

    # Finding.

    def match(self, match_id: str) -> MatchHost:
        """The match of this id.

        Raises:
            CallError: There is none.
        """
        host = self._live.get(match_id) or self._ended.get(match_id)
        if host is None:
            raise CallError(
                error_pb2.ERROR_REASON_UNKNOWN_MATCH, f"unknown match {match_id[:40]!r}"
            )
        return host

    def matches(self) -> list[MatchHost]:
        """All matches that can be asked for, the newest first."""
        everyone = [*self._ended.values(), *self._live.values()]
        return sorted(everyone, key=_age, reverse=True)

    def seat_of(self, token: str) -> tuple[MatchHost, int]:
        """Match and seat of a token.

        Raises:
            CallError: The token is wrong.
        """
        parsed = parse_token(token)
        if parsed is not None:
            host = self._live.get(parsed.match_id) or self._ended.get(parsed.match_id)
            is_seat = host is not None and parsed.seat < host.header.num_seats
            if host is not None and is_seat and is_token_of(parsed, host.secret.salt):
                return host, parsed.seat
        raise CallError(error_pb2.ERROR_REASON_BAD_TOKEN, "the token names no seat of this server")

    def tokens(self, host: MatchHost) -> list[str]:
        """The secret tokens of a match, in seat order."""
        seats = range(host.header.num_seats)
        return [seat_token(host.match_id, seat, host.secret.salt) for seat in seats]

    # Making.

    def create(self, request: MatchRequest) -> MatchHost:
        """Make a match, or find the one that was made for the same request before.

        Raises:
            CallError: The server drains or is full, or the request's id was used for another match.
        """
        if request.request_id in self._requests:
            return self._repeated(request)
        if self.draining:
            raise CallError(error_pb2.ERROR_REASON_DRAINING, "the server is going to stop")
        if len(self._live) >= self.config.max_matches:
            raise CallError(
                error_pb2.ERROR_REASON_TOO_MANY_MATCHES,
                f"{len(self._live)} matches wait or run, which is the most allowed",
            )
        salt = secret_bytes(32)
        fixed = request.fixed_seed
        server_seed = secret_bytes(32) if fixed is None else fixed.to_bytes(8, "big")
        secret = replay_pb2.SecretRecord(
            server_seed=server_seed, salt=salt, request_id=request.request_id
        )
        match_id = base64.b32encode(secret_bytes(10)).decode().lower()
        header = self._header(match_id, request, commitment(server_seed, salt))
        terms = MatchTerms(
            game=request.plugin.game,
            config=request.config,
            num_seats=request.num_seats,
            time_control=request.time_control,
            server_seed=server_seed,
            seed_fixed=fixed is not None,
        )
        journal = JournalWriter(self._journal_path(match_id), sync=self.config.sync)
        journal.append(replay_pb2.Record(header=header).SerializeToString())
        journal.append(replay_pb2.Record(secret=secret).SerializeToString())
        journal.flush()
        machine = MatchMachine(terms, self._clock.now_ns())
        host = self._host(machine, request.plugin, header, secret, journal)
        host.log.info("match created", game=header.game, seats=header.num_seats)
        host.arm()
        return host

    def _repeated(self, request: MatchRequest) -> MatchHost:
        host = self.match(self._requests[request.request_id])
        repeated = self._header(host.match_id, request, host.header.seed_commitment)
        repeated.create_time.CopyFrom(host.header.create_time)
        if repeated != host.header:
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
        host = MatchHost(
            machine,
            plugin,
            header,
            secret,
            journal,
            clock=self._clock,
            meter=self._meter,
            log=self._log.bind(match=header.match_id),
            on_end=self._match_ended,
        )
        self._live[header.match_id] = host
        self._idle.clear()
        if secret.request_id:
            self._requests[secret.request_id] = header.match_id
        return host

    def _match_ended(self, host: MatchHost) -> None:
        self._live.pop(host.match_id, None)
        self._ended[host.match_id] = host
        while len(self._ended) > KEPT_ENDED:
            _, oldest = self._ended.popitem(last=False)
            self._requests.pop(oldest.secret.request_id, None)
        task = asyncio.create_task(self._close_journal(host))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        if not self._live:
            self._idle.set()

    async def _close_journal(self, host: MatchHost) -> None:
        journal = self._journal_path(host.match_id)
        try:
            await asyncio.to_thread(close_journal, journal, self.replay_path(host.match_id))
        except (OSError, ReplayError):
            host.log.exception("the replay can't be written; the journal stays")

    def replay_path(self, match_id: str) -> Path:
        """Where the replay of a match is, or will be."""
        return self.replays / f"{match_id}{REPLAY_SUFFIX}"

    def _journal_path(self, match_id: str) -> Path:
        return self.journals / f"{match_id}{JOURNAL_SUFFIX}"

    # From start to stop.

    def _open_folders(self, data_dir: Path) -> tuple[Path, Path]:
        journals, replays = data_dir / "journals", data_dir / "replays"
        try:
            journals.mkdir(parents=True, exist_ok=True, mode=0o700)
            replays.mkdir(exist_ok=True)
            probe = journals / ".probe"
            probe.write_bytes(b"")
            probe.unlink()
            self._lock = os.open(data_dir / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise FieldError(
                "data_dir", f"a folder that can be written ({error.strerror})", str(data_dir)
            ) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            raise FieldError(
                "data_dir", "a folder that no other server uses", str(data_dir)
            ) from None
        return journals, replays

    def recover(self) -> int:
        """Take up all matches whose journals are there; return how many run again.

        A journal that can't be taken up is set aside with the ending `.broken` and logged.
        """
        count = 0
        for path in sorted(self.journals.glob(f"*{JOURNAL_SUFFIX}")):
            try:
                count += self._recover(path)
            except ReplayError as error:
                self._log.error("journal can't be taken up", journal=path.name, reason=str(error))
                path.rename(path.with_name(path.name + ".broken"))
        return count

    def _recover(self, path: Path) -> bool:
        whole = whole_length(path)
        if whole < path.stat().st_size:
            os.truncate(path, whole)
        if whole == 0:
            path.unlink()
            return False
        replay = load(path)
        if replay.end is not None:
            close_journal(path, self.replay_path(replay.header.match_id))
            return False
        if replay.secret is None:
            raise ReplayError(f"{path}: no secret record, so that the match can't go on")
        machine = replay.machine(replay.secret.server_seed)
        for _ in replay.redone(machine):
            pass
        journal = JournalWriter(path, sync=self.config.sync)
        host = self._host(machine, replay.plugin, replay.header, replay.secret, journal)
        host.log.info("match taken up again", steps=machine.steps)
        host.apply(ev.MatchResumed(self._clock.now_ns()))
        return True

    async def drain(self) -> None:
        """Make no more matches, and wait until the running ones are over or the grace is.

        Matches that still run then stay in their journals, for the next start to take up.
        """
        self.draining = True
        for session in self.sessions:
            session.tell_draining()
        self._log.info("draining", matches=len(self._live))
        try:
            await asyncio.wait_for(self._idle.wait(), self.config.drain_grace_ns / 1e9)
        except TimeoutError:
            self._log.warning("grace is over; matches stay in their journals", left=len(self._live))

    async def close(self) -> None:
        """Close all files; the lobby is of no use afterwards."""
        for host in self._live.values():
            host.close()
        while self._closing:
            await asyncio.wait(self._closing)
        os.close(self._lock)

    def abort(self, match_id: str, reason: str) -> MatchHost:
        """End a match without a winner.

        Raises:
            CallError: There is no such match.
        """
        host = self.match(match_id)
        if host.machine.phase is not MatchPhase.ENDED:
            text = reason or "aborted by an operator"
            host.apply(ev.MatchAborted(EndCause.OPERATOR, text, self._clock.now_ns()))
        return host


def _config(plugin: AnyPlugin, config: GameConfig) -> any_pb2.Any:
    return packed(plugin.codec.config_type, plugin.codec.encode_config(config))


def _age(host: MatchHost) -> tuple[int, str]:
    created: int = host.header.create_time.ToNanoseconds()
    return created, host.match_id
