"""Sends what happens in a season to webhooks: addresses that take a JSON object by HTTP.

Each target has a cursor, the number of the last event that it was sent, in a separate file. So
targets do not wait for each other, nor the season for any of them. After a failure an event is sent again,
later and later, until it is taken; a kill between an answer and the cursor's file sends it twice, with
the same `Idempotency-Key`, by which a target recognizes it.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
import json
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tournaments.log.event import Event
from tournaments.season.sentences import sentence
from tournaments.spec.errors import TournamentError
from tournaments.spec.season import NotifySpec
from tournaments.spec.whole_file import replace_file

if TYPE_CHECKING:
    import httpx

__all__ = ["EventSource", "Notices", "notices_client"]

_TIMEOUT_S = 10.0
"""Longest time that a target may take to connect, and between two parts of its answer, in seconds."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 600.0
"""Pause after a first failure, in seconds; it doubles up to the longest one."""
_LONGEST_WANTED_S = 3600.0
"""Longest pause that a target may ask for by `Retry-After`, in seconds."""
_TRY_AGAIN = frozenset({408, 409, 425, 429})
"""Statuses, in addition to 5xx, after which the same request may succeed later."""
_AT_ONCE = 200
"""Number of events that are read from the log at a time."""


class EventSource:
    """Access to the log of a season for sending notices of its events.

    Args:
        after: Returns the next events, given the number of an event before them, and how many at most.
        last: Returns the number of the last event; 0 for an empty log.
    """

    def __init__(
        self, after: Callable[[int, int], Sequence[Event]], last: Callable[[], int]
    ) -> None:
        self.after = after
        self.last = last


@dataclasses.dataclass(frozen=True, slots=True)
class _Cursor:
    """The number of the last event that a target was sent, kept in a file."""

    path: Path

    @property
    def number(self) -> int | None:
        """Number of the last event that the target was sent; None if no file says so."""
        try:
            number = json.loads(self.path.read_text(encoding="utf-8"))["event"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return number if type(number) is int and number >= 0 else None

    def set(self, number: int) -> None:
        """Write the number of the last event that was sent; a kill leaves the old number or the new one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, json.dumps({"event": number}).encode())


def notices_client() -> httpx.AsyncClient:
    """Return a client for webhooks: no redirects, no proxies of the environment, bounded times.

    Raises:
        TournamentError: The package httpx is missing.
    """
    try:
        import httpx
    except ImportError:
        raise TournamentError(
            "[[notify]] needs httpx: pip install 'gamereferee[seasons]'"
        ) from None
    # A redirect could lead a notice, or what its answer reveals, to an address that nobody chose.
    return httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=_TIMEOUT_S)


class Notices:
    """Sends notices of a season's events to all its targets, which are webhooks.

    Args:
        targets: The file's `[[notify]]` tables.
        folder: Folder for the cursors.
        season: Name of the season.
        season_id: Id that distinguishes it from all other seasons.
        source: The season's log.
        client: Sends the requests.
        note: Called with a line for the organizer.
        sleep: Waits for that many seconds.
    """

    def __init__(
        self,
        targets: Sequence[NotifySpec],
        folder: Path,
        *,
        season: str,
        season_id: str,
        source: EventSource,
        client: httpx.AsyncClient,
        note: Callable[[str], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._targets = targets
        self._folder = folder
        self._season = season
        self._season_id = season_id
        self._source = source
        self._client = client
        self._note = note
        self._sleep = sleep
        self._grown = [asyncio.Event() for _ in targets]

    def wake(self) -> None:
        """Look for new events; called after each change of the log."""
        for grown in self._grown:
            grown.set()

    async def run(self) -> None:
        """Send notices until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for target, grown in zip(self._targets, self._grown, strict=True):
                tasks.create_task(self._follow(target, grown))

    async def flush(self) -> None:
        """Send what is left to each target, trying each event once; for the end of a run.

        What a target does not take is sent when the season is run again.
        """
        async with asyncio.TaskGroup() as tasks:
            for target in self._targets:
                tasks.create_task(self._send_rest(target))

    async def _follow(self, target: NotifySpec, grown: asyncio.Event) -> None:
        cursor = self._cursor(target)
        failures = 0
        while True:
            # Cleared before the log is read, so that an event in between wakes this task again.
            grown.clear()
            wanted = await self._send_some(target, cursor)
            if wanted is not None:
                failures += 1
                if failures == 1:
                    self._note(f"{_host(target)} takes no notices now; they will be sent later")
                await self._sleep(max(wanted, _pause(failures)))
                continue
            if failures:
                failures = 0
                self._note(f"{_host(target)} takes notices again")
            if (cursor.number or 0) >= self._source.last():
                await grown.wait()

    async def _send_rest(self, target: NotifySpec) -> None:
        cursor = self._cursor(target)
        while (cursor.number or 0) < self._source.last():
            if await self._send_some(target, cursor) is not None:
                return

    def _cursor(self, target: NotifySpec) -> _Cursor:
        name = hashlib.sha256(target.webhook.encode()).hexdigest()[:16]
        cursor = _Cursor(self._folder / f"{name}.json")
        if cursor.number is None:
            # A target that is added to a season in its midst is not sent all of its past.
            last = self._source.last()
            cursor.set(last if last > 1 else 0)
        return cursor

    async def _send_some(self, target: NotifySpec, cursor: _Cursor) -> float | None:
        """Send the next events of the log; move the cursor behind each that need not be sent again.

        Return None if no event is left for later; else the seconds to wait that the target asks
        for, 0 if it asks for none.
        """
        for event in self._source.after(cursor.number or 0, _AT_ONCE):
            body = event.body
            if body["type"] in target.events:
                wanted = await self._send(target, event, body)
                if wanted is not None:
                    return wanted
            cursor.set(event.number)
        return None

    async def _send(
        self, target: NotifySpec, event: Event, body: Mapping[str, Any]
    ) -> float | None:
        """Send one event. Return None if it need not be sent again, else the seconds to wait at least.

        Args:
            target: The webhook.
            event: The event.
            body: Content of the event.
        """
        import httpx

        text = f"{self._season}: {sentence(body)}"
        notice = {
            "season": self._season,
            "season_id": self._season_id,
            "event": event.number,
            "hash": event.hash,
            "type": body["type"],
            "at": body.get("at"),
            "text": text,  # what chat servers show
            "content": text,
        }
        headers = {"Idempotency-Key": f"{self._season_id}-{event.number}"}
        try:
            # Streamed and closed unread: nobody needs the body, and it may never end.
            async with self._client.stream(
                "POST", target.webhook, json=notice, headers=headers
            ) as answer:
                status, after = answer.status_code, answer.headers.get("Retry-After")
        except (httpx.HTTPError, httpx.InvalidURL):
            return 0.0
        if status in _TRY_AGAIN or status >= 500:
            return _seconds(after)
        if not 200 <= status < 300:
            # Sent again, it would be refused again, and hold up all that come behind it.
            self._note(f"{_host(target)} has refused event {event.number} with status {status}")
        return None


def _pause(failures: int) -> float:
    """Return the seconds to wait after that many failures in a row, with jitter."""
    longest: float = min(_FIRST_PAUSE_S * 2 ** min(failures - 1, 30), _LONGEST_PAUSE_S)
    return longest * random.uniform(0.75, 1.0)


def _seconds(after: str | None) -> float:
    """Return the seconds of a `Retry-After` header within bounds; 0 if it has none."""
    with contextlib.suppress(ValueError, TypeError):
        # In this order, so that a text such as `nan` counts as 0.
        return min(max(0.0, float(after or 0)), _LONGEST_WANTED_S)
    return 0.0


def _host(target: NotifySpec) -> str:
    """Return a target as messages name it: without its path, which is often its secret."""
    return urlsplit(target.webhook).netloc.rpartition("@")[2]
