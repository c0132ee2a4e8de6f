"""Puts correspondence matches to sleep while nobody is there, and wakes them when somebody comes.

A match that sleeps has its journal on the disk and an `Asleep` entry in memory. It is woken by a seat
token, by any other call that names it, and shortly before its next deadline. To wake it means to
redo its journal, which is done in a thread, one match at a time.
"""

from __future__ import annotations

import asyncio
import heapq
import marshal
from collections.abc import Callable, Iterable

from gamereferee.v1 import error_pb2
from referee.core.clock import Clock
from referee.core.time_control import SECOND
from referee.match.machine import MatchMachine
from referee.replay.errors import UnreadableError
from referee.replay.journal import broken_path, read_records
from referee.replay.reader import Replay, load
from referee.server.access.auth import SeatToken, is_token_of
from referee.server.hosting.host import MatchHost
from referee.server.lobby.folder import DataFolder
from referee.server.lobby.known_matches import Asleep, KnownMatches
from referee.server.process.logs import get_log
from referee.server.process.status import CallError
from referee.server.process.switching import quick_switches

__all__ = ["SWEEP_S", "WAKE_EARLY_NS", "Sleepers"]

SWEEP_S = 30
"""Seconds between two calls of `Sleepers.sweep` on a server, so that a match sleeps at most a minute after
its last use."""
WAKE_EARLY_NS = 30 * SECOND
"""How long before its next deadline a match is woken, in nanoseconds. It then stays awake: a bot that comes
at the last moment does not wait for the journal, and many deadlines at once do not delay each other."""
_RETRY_NS = 60 * SECOND
"""Nanoseconds after which a journal that could not be read is tried again for a deadline."""
_MOST_WAITING = 1024
"""Highest number of callers that may wait for matches to be woken."""


class Sleepers:
    """The matches of a server that sleep, and those that may.

    Args:
        known: All matches of the server.
        folder: Data folder with the journals.
        clock: Source of the time.
        make: Makes the host of a match from its journal, read and redone.
        set_aside: Called when a match can't be woken for good, after its journal was renamed as broken.
    """

    def __init__(
        self,
        known: KnownMatches,
        folder: DataFolder,
        clock: Clock,
        make: Callable[[Replay, MatchMachine], MatchHost],
        set_aside: Callable[[], None],
    ) -> None:
        self.show: Callable[[MatchHost], bytes] = lambda _: b""
        """Returns the Match message of a match as organizers get it, serialized. Set by their service."""
        self._known = known
        self._folder = folder
        self._clock = clock
        self._make = make
        self._set_aside = set_aside
        self._log = get_log()
        self._unused: set[str] = set()
        """Ids of matches that could sleep at the last sweep, and that nobody has asked for since."""
        self._due: list[tuple[int, str]] = []
        """Heap of when to wake matches, in nanoseconds of the monotonic clock. Entries of matches that were
        woken meanwhile stay, without effect."""
        self._timer: asyncio.TimerHandle | None = None
        self._waking: dict[str, asyncio.Task[MatchHost | None]] = {}
        """Tasks that wake matches, by match id. Callers that ask for the same match share one."""
        self._one = asyncio.Lock()
        self._waiting = 0
        self._is_closed = False

    # To sleep.

    def use(self, match_id: str) -> None:
        """Keep a match awake until it was unused for a whole interval between two sweeps."""
        self._unused.discard(match_id)

    def sweep(self, hosts: Iterable[MatchHost]) -> None:
        """Put matches to sleep that were unused since the last sweep; note those that are unused now."""
        unused = set()
        for host in list(hosts):
            if host.match_id in self._unused:
                self.settle(host)
            elif self._asleep(host) is not None:
                unused.add(host.match_id)
        self._unused = unused

    def settle(self, host: MatchHost) -> None:
        """Put a match to sleep now if that is possible and its next deadline is not near."""
        asleep = self._asleep(host)
        if asleep is None:
            return
        self._known.put_to_sleep(asleep)
        host.close()
        host.log.debug("match sleeps")
        heapq.heappush(self._due, (asleep.due_ns - WAKE_EARLY_NS, asleep.match_id))
        self._arm()

    def _asleep(self, host: MatchHost) -> Asleep | None:
        rest = host.rest()
        if rest is None or rest.due_ns - self._clock.now_ns() <= 2 * WAKE_EARLY_NS:
            return None
        created_ns: int = host.header.create_time.ToNanoseconds()
        return Asleep(
            host.match_id,
            created_ns,
            host.header.label,
            self.show(host),
            rest.due_ns,
            len(rest.deadlines),
            marshal.dumps((tuple(rest), host.joins)),
        )

    # Awake.

    def is_asleep(self, match_id: str) -> bool:
        """Return whether the match with this id sleeps."""
        return match_id in self._known.asleep

    async def find(self, match_id: str, token: SeatToken | None = None) -> MatchHost | None:
        """Wake the match with this id and return it; None if it does not sleep.

        Args:
            match_id: Id of the match.
            token: Seat token that must belong to the match, or it sleeps on; None for no check.

        Raises:
            CallError: Too many callers wait already, or the journal can't be read for now.
        """
        if not self.is_asleep(match_id):
            return None
        if self._waiting >= _MOST_WAITING:
            raise CallError(
                error_pb2.ERROR_REASON_TOO_MANY_CALLS,
                f"{_MOST_WAITING} callers wait for matches to be woken, which is the most allowed",
            )
        self._waiting += 1
        try:
            # First, as it is cheap: without a valid token nobody may have a match redone.
            if token is not None and not await asyncio.to_thread(self._is_token, token):
                return None
            # A caller that hangs up must not end the waking for the others that wait for it.
            return await asyncio.shield(self._wake_soon(match_id))
        finally:
            self._waiting -= 1

    def _is_token(self, token: SeatToken) -> bool:
        try:
            header, secret, *_ = read_records(self._folder.journal_path(token.match_id))
        except (OSError, ValueError):  # waking it says what is wrong
            return True
        is_seat = token.seat < header.header.num_seats
        return is_seat and is_token_of(token, header.header, secret.secret)

    def _wake_soon(self, match_id: str) -> asyncio.Task[MatchHost | None]:
        task = self._waking.get(match_id)
        if task is None:
            task = self._waking[match_id] = asyncio.create_task(self._wake(match_id))
            task.add_done_callback(self._end_waking)
        return task

    def _end_waking(self, task: asyncio.Task[MatchHost | None]) -> None:
        self._waking = {each: other for each, other in self._waking.items() if other is not task}
        # An error is in the log already, and nobody may be there to take it.
        if not task.cancelled():
            task.exception()

    async def _wake(self, match_id: str) -> MatchHost | None:
        async with self._one:
            asleep = self._known.asleep.get(match_id)
            if asleep is None or self._is_closed:
                return self._known.find(match_id)
            try:
                # The event loop must not wait for a whole usual interval whenever the thread has the GIL.
                with quick_switches():
                    replay, machine = await asyncio.to_thread(self._redo, match_id)
                if self._is_closed:
                    return None
                host = self._make(replay, machine)
                host.wake(asleep.rest, asleep.joins)
            except (OSError, UnreadableError) as error:
                self._log.warning("match can't be woken for now", match=match_id, reason=str(error))
                heapq.heappush(self._due, (self._clock.now_ns() + _RETRY_NS, match_id))
                self._arm()
                text = "the match's journal can't be read for now"
                raise CallError(error_pb2.ERROR_REASON_REFEREE_FAULT, text) from None
            except (
                Exception
            ):  # as at a start: a journal that can't be redone must not keep others down
                self._lose(match_id)
                return None
            self._known.add_live(host)
            host.log.debug("match wakes")
            return host

    def _redo(self, match_id: str) -> tuple[Replay, MatchMachine]:
        replay = load(self._folder.journal_path(match_id))
        machine = replay.machine(replay.known_seed)
        for _ in replay.redone(machine):
            pass
        return replay, machine

    def _lose(self, match_id: str) -> None:
        path = self._folder.journal_path(match_id)
        self._log.exception("match can't be woken; its journal is set aside", journal=path.name)
        self._known.drop_asleep(match_id)
        try:
            path.rename(broken_path(path))
        except OSError as error:
            self._log.warning("it can't be set aside", journal=path.name, reason=str(error))
        self._set_aside()

    # In time.

    def wake_due(self) -> None:
        """Begin to wake the matches whose deadlines are near; the others are woken in time."""
        now_ns = self._clock.now_ns()
        while self._due and self._due[0][0] <= now_ns:
            _, match_id = heapq.heappop(self._due)
            # A match that was woken and sleeps again has a later entry as well: it is woken once too often.
            if self.is_asleep(match_id):
                self._wake_soon(match_id)
        self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._due and not self._is_closed:
            delay_s = max(0, self._due[0][0] - self._clock.now_ns()) / SECOND
            self._timer = asyncio.get_running_loop().call_later(delay_s, self.wake_due)

    def close(self) -> None:
        """Wake no more matches; they stay in their journals."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
