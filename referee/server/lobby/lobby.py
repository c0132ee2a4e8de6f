"""All matches of a server: making, finding, resuming after a crash, draining."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from gamereferee.v1 import error_pb2, replay_pb2
from referee.core.clock import Clock
from referee.core.outcome import EndCause
from referee.core.rng import (
    commitment,
    secret_bytes,
)
from referee.match import events as ev
from referee.match.machine import MatchMachine, MatchPhase
from referee.replay.errors import ReplayError
from referee.replay.journal import JournalWriter
from referee.replay.reader import Replay
from referee.server.access.auth import (
    SeatToken,
    is_token_of,
    parse_token,
    seat_token,
    token_digests,
    token_key,
)
from referee.server.hosting.history import Histories
from referee.server.hosting.host import MatchHost
from referee.server.hosting.house_seats import recorded_house_bots
from referee.server.hosting.lanes import Lanes
from referee.server.hosting.observer import NO_TELEMETRY, Telemetry
from referee.server.hosting.parts import MatchParts, ServerParts
from referee.server.hosting.seat_stream import SeatStream
from referee.server.hosting.slots import ThinkSlots
from referee.server.lobby.archive import Archive
from referee.server.lobby.folder import DataFolder
from referee.server.lobby.known_matches import KEPT_ENDED, Asleep, KnownMatches
from referee.server.lobby.past import PastMatches
from referee.server.lobby.recovery import Recovery
from referee.server.lobby.request import (
    MatchRequest,
    check_repeated,
    header_of,
    new_secret,
    terms_of,
)
from referee.server.lobby.retention import Retention
from referee.server.lobby.sleepers import Sleepers
from referee.server.process.config import ServerConfig
from referee.server.process.lag import LagMeter
from referee.server.process.logs import Log, get_log
from referee.server.process.shard import new_match_id
from referee.server.process.status import CallError, reason_label

__all__ = ["Lobby"]


class Lobby:
    """All matches of a server.

    Args:
        config: Settings of the server.
        clock: Source of the time.
        meter: Measures the referee's own lag.
        address: Address at which bots reach this worker past the router; empty if there is none.
        telemetry: Counts and observes the matches.

    Raises:
        RefereeError: The data folder can't be used; the message says why.
    """

    def __init__(
        self,
        config: ServerConfig,
        clock: Clock,
        meter: LagMeter,
        address: str = "",
        telemetry: Telemetry = NO_TELEMETRY,
    ) -> None:
        self.config = config
        self.address = address
        """Address at which bots reach this worker past the router; empty if there is none."""
        self.recorder = telemetry.recorder
        """Counts the server's metrics; None for no metrics."""
        self.sessions: set[SeatStream] = set()
        """All open Play streams."""
        self.draining = False
        """Whether the server is going to stop and makes no new matches."""
        self.house_joins = 0
        """Number of times that a house bot has joined a seat."""
        self._clock = clock
        self._meter = meter
        self._log = get_log()
        self._matches = KnownMatches()
        self._requests: dict[str, str] = {}
        """Match ids by the ids of the requests that the matches were made for."""
        self.folder = DataFolder(
            config.data_dir, sync=config.sync, is_locked=config.shard is not None
        )
        """Data folder with journals and replays."""
        self._requests.update(self.folder.kept_requests(config.shard, KEPT_ENDED))
        observer = telemetry.observer
        make_journal = partial(self.folder.lane_journal, config.shard)
        self.lanes = Lanes(make_journal, clock, meter, observer)
        """Lanes, each of which can play many of the server's matches at once."""
        slots = ThinkSlots(config.think_slots) if config.think_slots else None
        self._histories = Histories(self.folder.record_paths, clock.now_ns)
        histories = self._histories
        self._shared = ServerParts(clock, meter, histories, slots, self.lanes, address, observer)
        self.recovery = Recovery(self.folder, config.shard, self._take_up, self._count_recovery)
        """Resumes the matches that an earlier server left unfinished."""
        retention = Retention(config.keep_replays, self.folder, config.shard, clock.wall_ns)
        self._archive = Archive(self.folder, retention)
        self._past = PastMatches(self.folder, self._past_match, self._keep_ended)
        set_aside = partial(self._count_recovery, "set_aside")
        self.sleepers = Sleepers(self._matches, self.folder, clock, self._woken, set_aside)
        """Correspondence matches that sleep while nobody is there."""

    # Finding.

    def match(self, match_id: str) -> MatchHost:
        """Return the match with this id, which must be in memory.

        Raises:
            CallError: The match is not in memory.
        """
        host = self._matches.find(match_id)
        if host is None:
            raise _unknown(match_id)
        return host

    async def find(self, match_id: str) -> MatchHost:
        """Return the match with this id; wake it, or read it from its replay, if it is not in memory.

        If its journal can't be read at the moment, wait until the match is resumed or its journal
        is set aside.

        Raises:
            CallError: There is no such match, or too many callers wait for matches.
        """
        await self.recovery.wait_for(match_id)
        host = (
            self._matches.find(match_id)
            or await self.sleepers.find(match_id)
            or await self._past.find(match_id)
        )
        if host is None:
            raise _unknown(match_id)
        self.sleepers.use(match_id)
        return host

    def matches(self) -> list[MatchHost]:
        """Return all matches in memory, the most recently created first."""
        return self._matches.in_memory()

    def listed(self) -> list[MatchHost | Asleep]:
        """Return all matches in memory, and those that sleep, the most recently created first."""
        return list(self._matches.newest_first())

    def asleep(self) -> list[Asleep]:
        """Return all matches that sleep."""
        return list(self._matches.asleep.values())

    def seat_of(self, token: str) -> tuple[MatchHost, int]:
        """Return the match and seat of a token; the match must be in memory.

        Raises:
            CallError: The token is wrong, or its match is not in memory.
        """
        parsed = parse_token(token)
        if parsed is not None:
            host = self._matches.find(parsed.match_id)
            is_seat = host is not None and parsed.seat < host.header.num_seats
            if host is not None and is_seat and is_token_of(parsed, host.header, host.secret):
                return host, parsed.seat
        raise CallError(error_pb2.ERROR_REASON_BAD_TOKEN, "the token names no seat of this server")

    async def find_seat(self, token: str) -> tuple[MatchHost, int]:
        """Return the match and seat of a token; wake the match or read its replay if it is not in memory.

        If its journal can't be read at the moment, wait until the match is resumed or its journal
        is set aside.

        Raises:
            CallError: The token is wrong, or too many callers wait for matches.
        """
        parsed = self.unread_token(token)
        if parsed is not None:
            # In this order: a match that is being resumed has a journal and no replay yet.
            await self.recovery.wait_for(parsed.match_id)
            await self.sleepers.find(parsed.match_id, parsed)
            await self._past.find(parsed.match_id, parsed)
        host, seat = self.seat_of(token)
        self.sleepers.use(host.match_id)
        return host, seat

    def unread_token(self, token: str) -> SeatToken | None:
        """Return the parts of a token if its match must first be woken, read or resumed; else None."""
        parsed = parse_token(token)
        if parsed is None or self._matches.find(parsed.match_id) is not None:
            return None
        is_past = self.folder.find_replay(parsed.match_id) is not None
        is_asleep = self.sleepers.is_asleep(parsed.match_id)
        return (
            parsed if is_past or is_asleep or self.recovery.is_postponed(parsed.match_id) else None
        )

    def tokens(self, host: MatchHost) -> list[str]:
        """Return the secret seat tokens of a match, in seat order."""
        seats = range(host.header.num_seats)
        key = token_key(host.secret)
        return [seat_token(host.match_id, seat, key) for seat in seats]

    # Making.

    async def recall(self, request_id: str) -> None:
        """Read the match that an earlier server made for a request id into memory, if there is one.

        If its journal can't be read at the moment, wait until the match is resumed or its journal
        is set aside.

        Raises:
            CallError: Too many callers wait for matches.
        """
        match_id = self._requests.get(request_id)
        if match_id is None or self._matches.find(match_id) is not None:
            return
        await self.recovery.wait_for(match_id)
        if self._matches.find(match_id) is not None:
            return
        if not (await self.sleepers.find(match_id) or await self._past.find(match_id)):
            self._requests.pop(request_id, None)  # its replay is gone

    def create(self, request: MatchRequest, *, by: str = "") -> MatchHost:
        """Make a match, or return the one that was made before for the same request id.

        Args:
            request: Request for the match, already checked.
            by: Name of the organizer's key, for the log; empty without a key.

        Raises:
            CallError: The server drains or is full, or the journal can't be written.
        """
        # Before all refusals: a repeated call must find its match while the server drains or is full.
        if request.request_id in self._requests:
            return self._repeated(request)
        self.check_open()
        if self._matches.num_open >= self.config.max_matches:
            raise CallError(
                error_pb2.ERROR_REASON_TOO_MANY_MATCHES,
                f"{self._matches.num_open} matches wait or run, which is the most allowed",
            )
        secret = new_secret(request)
        match_id = new_match_id(self.config.shard, request.request_id, secret_bytes)
        seed_commitment = commitment(secret.server_seed, secret.salt)
        header = header_of(match_id, request, seed_commitment, self._clock.wall_ns())
        header.token_digests.extend(token_digests(match_id, request.num_seats, secret.token_key))
        try:
            journal = self.folder.new_journal(header, secret)
        except OSError as error:
            self._log.exception("no journal can be made")
            text = f"the match can't be recorded: {error.strerror}"
            raise CallError(error_pb2.ERROR_REASON_REFEREE_FAULT, text) from None
        machine = MatchMachine(terms_of(request, secret), self._clock.now_ns())
        host = self._host(MatchParts(machine, request.plugin, header, secret, journal))
        self._keep_live(host)
        named = {"organizer": by} if by else {}
        host.log.info("match created", game=header.game, seats=header.num_seats, **named)
        if self.recorder is not None:
            self.recorder.game(header.game)
            self.recorder.count("referee_matches_created_total", header.game)
        # From here on the join limit runs.
        host.deadlines.arm()
        return host

    def check_open(self) -> None:
        """Check that the server still makes matches.

        Raises:
            CallError: The server drains.
        """
        if self.draining:
            raise CallError(error_pb2.ERROR_REASON_DRAINING, "the server is going to stop")

    def _repeated(self, request: MatchRequest) -> MatchHost:
        host = self.match(self._requests[request.request_id])
        check_repeated(request, host.header, host.secret)
        return host

    def _host(self, parts: MatchParts) -> MatchHost:
        log = self._log.bind(match=parts.header.match_id)
        return MatchHost(parts, self._shared, log=log, on_end=self._match_ended)

    def live(self) -> list[MatchHost]:
        """Return all matches that wait or run."""
        return list(self._matches.live.values())

    def count_stream_error(self, error: CallError) -> None:
        """Count a Play stream that ends with an error."""
        if self.recorder is not None:
            self.recorder.count("referee_stream_errors_total", reason_label(error.reason))

    @property
    def unwritten(self) -> int:
        """Number of ended matches whose replays are not written yet."""
        return self._archive.unwritten

    def _count_recovery(self, result: str) -> None:
        if self.recorder is not None:
            self.recorder.count("referee_recoveries_total", result)

    def _count_house_join(self) -> None:
        self.house_joins += 1

    def _keep_live(self, host: MatchHost) -> None:
        host.house.on_join = self._count_house_join
        self._matches.add_live(host)
        if host.secret.request_id:
            self._requests[host.secret.request_id] = host.match_id
            try:
                self.folder.keep_request(host.match_id, host.secret)
            except OSError as error:  # it holds until the server's end all the same
                host.log.warning("request can't be kept", reason=error.strerror)

    def _keep_ended(self, host: MatchHost) -> None:
        self._forget_requests(self._matches.add_ended(host))

    def _match_ended(self, match_id: str, log: Log) -> None:
        self._forget_requests(self._matches.end(match_id))
        self._archive.add(match_id, log)

    def _forget_requests(self, forgotten: list[MatchHost]) -> None:
        for host in forgotten:
            if self._requests.pop(host.secret.request_id, None) is not None:
                self.folder.forget_request(host.match_id)

    # From start to stop.

    def _take_up(
        self,
        replay: Replay,
        secret: replay_pb2.SecretRecord,
        journal: JournalWriter,
        problem: str,
    ) -> None:
        host = self._redone(replay, secret, journal)
        host.house.bots = recorded_house_bots(replay)
        # Before it goes on: its first event may end it, which removes it again.
        self._keep_live(host)
        host.log.info("match taken up again", steps=host.machine.steps)
        host.resume()
        if problem:
            host.apply(ev.MatchAborted(EndCause.HOST_FAILURE, problem, self._clock.now_ns()))
        # Thousands may have slept before: they must not all be awake at once now.
        elif self.may_sleep:
            self.sleepers.settle(host)

    @property
    def may_sleep(self) -> bool:
        """Whether matches of this server may sleep: not if they are traced, each from begin to end."""
        return not self.config.traces

    def _woken(self, replay: Replay, machine: MatchMachine) -> MatchHost:
        assert replay.secret is not None
        journal = self.folder.open_journal(replay.path)
        parts = MatchParts(machine, replay.plugin, replay.header, replay.secret, journal)
        host = self._host(parts)
        host.house.on_join = self._count_house_join
        return host

    def _redone(
        self, replay: Replay, secret: replay_pb2.SecretRecord, journal: JournalWriter
    ) -> MatchHost:
        machine = replay.machine(secret.server_seed)
        for _ in replay.redone(machine):
            pass
        return self._host(MatchParts(machine, replay.plugin, replay.header, secret, journal))

    def _past_match(self, replay: Replay, path: Path) -> MatchHost:
        if replay.end is None:
            raise ReplayError(f"{path}: the match has not ended")
        reveal = replay.end.reveal
        secret = replay_pb2.SecretRecord(server_seed=reveal.server_seed, salt=reveal.salt)
        # The replay has no token key. It was kept with the request id; tokens without it are checked by their digests.
        kept = self.folder.request_of(path.stem)
        if kept is not None:
            secret.request_id, secret.token_key = kept.request_id, kept.token_key
        host = self._redone(replay, secret, JournalWriter(path, is_over=True))
        host.reveal.seed = reveal
        host.reveal.is_withheld &= not self.folder.is_released(host.match_id)
        return host

    async def drain(self) -> None:
        """Make no more matches; wait until running ones are over, or until the grace has passed.

        Matches that still run then stay in their journals, for the next start to resume.
        """
        self.draining = True  # before bots are notified, so that none can start another match then
        for session in self.sessions:
            session.send_draining()
        self._log.info("draining", matches=len(self._matches.live))
        try:
            await asyncio.wait_for(self._matches.idle.wait(), self.config.drain_grace_ns / 1e9)
        except TimeoutError:
            self._log.warning(
                "grace is over; matches stay in their journals", left=len(self._matches.live)
            )

    async def replay_closed(self, match_id: str) -> None:
        """Wait until a match that has ended has its replay, or can't have one.

        Seats and spectators learn of an end before its replay is on the disk, so a client that asks
        for the replay at once would get the answer that there is none.
        """
        await self._archive.closed(match_id)

    async def replays_written(self) -> None:
        """Wait until all matches that have ended so far have their replays."""
        await self._archive.written()

    async def close(self) -> None:
        """Close all files and unlock the data folder; the lobby can't be used afterwards."""
        await self._histories.close()
        self.sleepers.close()
        # Lanes give their matches back before these close their journals, which must have all steps.
        self.lanes.close()
        for host in self._matches.live.values():
            host.close()
        # Last: another server may use the folder from then on.
        await self.replays_written()
        self.folder.release()

    def release_reveal(self, host: MatchHost) -> None:
        """Publish the withheld reveal of an ended match for good; do nothing if it is not withheld.

        The reveal is the seed data of the match's dice.

        Raises:
            CallError: The match has not ended, or the release can't be recorded.
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
        """End a match as void; do nothing if it has ended already.

        Args:
            host: The match to end.
            reason: Explanation for people; empty for a default text.
            by: Name of the organizer's key, for the log; empty without a key.
        """
        if host.machine.phase is not MatchPhase.ENDED:
            named = {"organizer": by} if by else {}
            host.log.info("match aborted", **named)
            text = reason or "aborted by an operator"
            host.apply(ev.MatchAborted(EndCause.OPERATOR, text, self._clock.now_ns()))


def _unknown(match_id: str) -> CallError:
    return CallError(error_pb2.ERROR_REASON_UNKNOWN_MATCH, f"unknown match {match_id[:40]!r}")
