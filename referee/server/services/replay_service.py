"""ReplayService: lists and sends the replays of ended matches from their folder."""

from __future__ import annotations

import asyncio
import bisect
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import grpc

from gamereferee.v1 import error_pb2, replay_pb2, replay_service_pb2, replay_service_pb2_grpc
from referee.core.clock import Clock
from referee.core.errors import RefereeError
from referee.core.time_control import SECOND
from referee.replay.errors import ReplayError
from referee.replay.journal import REPLAY_SUFFIX, stream_records
from referee.server.access.auth import check_admitted, has_organizer_key
from referee.server.lobby.lobby import Lobby
from referee.server.process.logs import get_log
from referee.server.process.status import CallError, abort
from referee.server.services.request_fields import page_size

__all__ = ["Listed", "ReplayList", "ReplayService"]

RECORDS_PER_MESSAGE = 64
"""Highest number of records in one message of GetReplay."""
SETTLED_NS = 2 * SECOND
"""Nanoseconds for which the folder's modification time must have been known before a list of it is
kept. Changes in quick succession can have the same modification time.
"""
BYTES_PER_MESSAGE = 256 * 1024
"""Number of bytes of records from which on a message of GetReplay is full."""


class ReplayService(replay_service_pb2_grpc.ReplayServiceServicer):
    """Serves calls for replays.

    Args:
        lobby: Knows the folder of replays, and which reveals (seed data of dice) are released.
        clock: Source of the time.
    """

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._list = ReplayList(lobby.folder.replays, clock)

    async def ListReplays(  # noqa: N802
        self,
        request: replay_service_pb2.ListReplaysRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> replay_service_pb2.ListReplaysResponse:
        """Return a page of the replays in the folder, newest first."""
        try:
            check_admitted(context, self._lobby.config)
            size = page_size(request.page_size)
        except RefereeError as error:
            await abort(context, error)
        listed = await self._list.newest()
        end = len(listed.keys)
        if request.page_token:
            end = bisect.bisect_left(listed.keys, request.page_token)
        start = max(0, end - size)
        response = replay_service_pb2.ListReplaysResponse(replays=listed.infos[start:end][::-1])
        if start:
            response.next_page_token = listed.keys[start]
        return response

    async def GetReplay(  # type: ignore[override]  # noqa: N802  # a coroutine that writes
        self,
        request: replay_service_pb2.GetReplayRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> None:
        """Send the records of a replay, reading the file at the caller's pace."""
        try:
            check_admitted(context, self._lobby.config)
            await self._lobby.replay_closed(request.match_id)
            records = self._open(request.match_id)
            reading = _read(records)
            try:
                batch = await asyncio.shield(reading)
                self._check_visible(batch[0].header, context)
                while batch:
                    await context.write(replay_service_pb2.GetReplayResponse(records=batch))
                    reading = _read(records)
                    batch = await asyncio.shield(reading)
            finally:
                await asyncio.wait([reading])  # if the call was cancelled, a thread still reads
                reading.exception()  # retrieved, or asyncio would log it as forgotten
                records.close()
        except ReplayError as error:
            get_log().error("replay is damaged", match=request.match_id, reason=str(error))
            text = f"the replay of match {request.match_id} is damaged"
            await abort(context, CallError(error_pb2.ERROR_REASON_CORRUPT_REPLAY, text))
        except RefereeError as error:
            await abort(context, error)

    def _open(self, match_id: str) -> Generator[replay_pb2.Record]:
        """Return a generator of a replay's records, without reading any of them yet.

        Raises:
            CallError: There is no replay of this match.
        """
        path = self._lobby.folder.find_replay(match_id)
        if path is None:
            raise CallError(
                error_pb2.ERROR_REASON_UNKNOWN_REPLAY,
                f"no replay of match {match_id[:40]!r}; it is unknown or not over",
            )
        return stream_records(path)

    def _check_visible(
        self, header: replay_pb2.HeaderRecord, context: grpc.aio.ServicerContext[Any, Any]
    ) -> None:
        """Check that the caller may have a replay.

        While its reveal (seed data of the dice) is withheld, only an organizer may.

        Raises:
            CallError: The caller may not have the replay now.
        """
        keys = self._lobby.config.organizer_keys
        if not header.reveal_withheld or self._lobby.folder.is_released(header.match_id):
            return
        if not keys or not has_organizer_key(context, keys):
            raise CallError(
                error_pb2.ERROR_REASON_NOT_VISIBLE,
                f"the replay of match {header.match_id} is withheld until its reveal is released",
            )


def _read(
    records: Generator[replay_pb2.Record],
) -> asyncio.Future[list[replay_pb2.Record]]:
    """Return a future of the records that go into the next message, which are read in a thread."""
    return asyncio.ensure_future(asyncio.to_thread(_next, records))


def _next(records: Iterator[replay_pb2.Record]) -> list[replay_pb2.Record]:
    """Return the records that go into the next message; an empty list after the last record."""
    batch: list[replay_pb2.Record] = []
    size = 0
    for record in records:
        batch.append(record)
        size += record.ByteSize()
        if len(batch) == RECORDS_PER_MESSAGE or size >= BYTES_PER_MESSAGE:
            break
    return batch


class Listed(NamedTuple):
    """Replays of a folder, from the oldest to the newest."""

    keys: list[str]
    """Page token of each replay, ascending."""
    infos: list[replay_service_pb2.ReplayInfo]
    """Entry of each replay for ListReplays, in the order of `keys`."""


class ReplayList:
    """List of the replays in a folder.

    The folder is read only when it has changed, because anybody may ask and it may be large.

    Args:
        folder: The folder.
        clock: Source of the time.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder, self._clock = folder, clock
        self._one = asyncio.Lock()
        self._modified_ns = -1
        self._since_ns = 0
        """When the current modification time of the folder was first seen, in nanoseconds on the
        monotonic clock.
        """
        self._known: Listed | None = None

    async def newest(self) -> Listed:
        """Return all replays that are in the folder now."""
        async with self._one:  # or each caller would take a thread
            return await asyncio.to_thread(self._current)

    def _current(self) -> Listed:
        modified_ns, now_ns = self._folder.stat().st_mtime_ns, self._clock.now_ns()
        if modified_ns != self._modified_ns:
            self._modified_ns, self._since_ns, self._known = modified_ns, now_ns, None
        if self._known is not None:
            return self._known
        listed = _list(self._folder)
        # Changes within one tick of the file system's clock have the same time.
        if now_ns - self._since_ns >= SETTLED_NS:
            self._known = listed
        return listed


def _list(folder: Path) -> Listed:
    infos = {}
    for path in folder.glob(f"*{REPLAY_SUFFIX}"):
        try:
            stat = path.stat()
        except FileNotFoundError:
            continue  # deleted since
        info = replay_service_pb2.ReplayInfo(match_id=path.stem, size_bytes=stat.st_size)
        info.close_time.FromNanoseconds(stat.st_mtime_ns)
        infos[_page_key(info)] = info
    keys = sorted(infos)
    return Listed(keys, [infos[key] for key in keys])


def _page_key(info: replay_service_pb2.ReplayInfo) -> str:
    return f"{info.close_time.ToNanoseconds():020d}-{info.match_id}"
