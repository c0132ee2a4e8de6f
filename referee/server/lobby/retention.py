"""Removes replays beyond a server's limits, oldest first by the end of their matches.

There are no limits by default. A replay whose reveal (seed data of the dice) is withheld is not
removed before the reveal is released, so such replays may exceed the limits.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from gamereferee.v1 import replay_pb2
from referee.core.time_control import SECOND
from referee.replay.errors import ReplayError
from referee.replay.journal import REPLAY_SUFFIX, first_record
from referee.server.lobby.folder import DataFolder
from referee.server.process.config import RetentionLimits
from referee.server.process.logs import get_log
from referee.server.process.shard import Shard

__all__ = ["Retention"]

DAY = 24 * 3600 * SECOND


class _Kept(NamedTuple):
    ended_ns: int
    name: str
    size: int


class Retention:
    """Removes replays beyond the limits, at the start and whenever a replay is written.

    Args:
        limits: Limits on number, total size and age of replays.
        folder: Data folder with the replays.
        shard: Part of the matches that this server has; None for all.
        wall_ns: Returns the current time, in nanoseconds since 1970 UTC.
    """

    def __init__(
        self,
        limits: RetentionLimits,
        folder: DataFolder,
        shard: Shard | None,
        wall_ns: Callable[[], int],
    ) -> None:
        self._limits = limits
        self._folder = folder
        self._wall_ns = wall_ns
        self._kept: list[_Kept] = []
        """Replays that are in the folder now, oldest first by the end of their matches."""
        if limits:
            for path in folder.replays.glob(f"*{REPLAY_SUFFIX}"):
                if shard is None or shard.owns(path.stem):
                    self._add(path)
            self._kept.sort()
            self._tidy()

    def wrote(self, path: Path) -> None:
        """Count a replay that was just written among those kept, and remove replays beyond the limits."""
        if self._limits:
            self._add(path)
            self._tidy()

    def _add(self, path: Path) -> None:
        try:
            stat = path.stat()
        except OSError:
            return  # deleted since
        self._kept.append(_Kept(stat.st_mtime_ns, path.name, stat.st_size))

    def _tidy(self) -> None:
        limits, stay = self._limits, []
        count, size = len(self._kept), sum(kept.size for kept in self._kept)
        for kept in self._kept:
            too_much = (
                bool(limits.count and count > limits.count)
                or bool(limits.megabytes and size > limits.megabytes * 1_000_000)
                or bool(limits.days and self._wall_ns() - kept.ended_ns > limits.days * DAY)
            )
            # A replay that can't be removed still counts, so that younger ones make room for it.
            if too_much and self._remove(kept):
                count -= 1
                size -= kept.size
            else:
                stay.append(kept)
        self._kept = stay

    def _remove(self, kept: _Kept) -> bool:
        path = self._folder.replays / kept.name
        try:
            if self._is_held_back(path):
                return False
            path.unlink(missing_ok=True)
        except OSError as error:
            get_log().warning("replay can't be removed", replay=kept.name, reason=str(error))
            return False
        self._folder.forget_release(path.stem)
        self._folder.forget_request(path.stem)
        get_log().info("replay is removed, as its limits say", replay=kept.name)
        return True

    def _is_held_back(self, path: Path) -> bool:
        try:
            header: replay_pb2.HeaderRecord = first_record(path).header
        except ReplayError:
            return False  # gone or damaged
        return header.reveal_withheld and not self._folder.is_released(header.match_id)
