"""Sends what happens in a season to webhooks: addresses that take a JSON object by HTTP.

Each target has a cursor, the number of the last event that it was sent, in a separate file. So
targets do not wait for each other, nor the season for any of them. After a failure an event is sent again,
later and later, until it is taken; a kill between an answer and the cursor's file sends it twice, with
the same `Idempotency-Key`, by which a target recognizes it.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tournaments.log.event import Event
from tournaments.season.sentences import sentence
from tournaments.season.webhook import Failures, Webhook
from tournaments.spec.season import NotifySpec
from tournaments.spec.whole_file import replace_file

if TYPE_CHECKING:
    import httpx

__all__ = ["EventSource", "Notices"]

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
        webhook = self._webhook(target)
        cursor = self._cursor(webhook)
        failures = Failures(webhook)
        while True:
            # Cleared before the log is read, so that an event in between wakes this task again.
            grown.clear()
            wanted_s = await self._send_some(target, webhook, cursor)
            if wanted_s is not None:
                await self._sleep(failures.add(wanted_s))
                continue
            failures.end()
            if (cursor.number or 0) >= self._source.last():
                await grown.wait()

    async def _send_rest(self, target: NotifySpec) -> None:
        webhook = self._webhook(target)
        cursor = self._cursor(webhook)
        while (cursor.number or 0) < self._source.last():
            if await self._send_some(target, webhook, cursor) is not None:
                return

    def _webhook(self, target: NotifySpec) -> Webhook:
        return Webhook(target.webhook, self._client, self._note)

    def _cursor(self, webhook: Webhook) -> _Cursor:
        cursor = _Cursor(self._folder / f"{webhook.file_stem}.json")
        if cursor.number is None:
            # A target that is added to a season in its midst is not sent all of its past.
            last = self._source.last()
            cursor.set(last if last > 1 else 0)
        return cursor

    async def _send_some(
        self, target: NotifySpec, webhook: Webhook, cursor: _Cursor
    ) -> float | None:
        """Send the next events of the log; move the cursor behind each that need not be sent again.

        Return None if no event is left for later; else the seconds to wait that the target asks
        for, 0 if it asks for none.
        """
        for event in self._source.after(cursor.number or 0, _AT_ONCE):
            body = event.body
            if body["type"] in target.events:
                wanted_s = await self._send(webhook, event, body)
                if wanted_s is not None:
                    return wanted_s
            cursor.set(event.number)
        return None

    async def _send(self, webhook: Webhook, event: Event, body: Mapping[str, Any]) -> float | None:
        """Send one event. Return None if it need not be sent again, else the seconds to wait at least.

        Args:
            webhook: The target.
            event: The event.
            body: Content of the event.
        """
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
        key = f"{self._season_id}-{event.number}"
        return await webhook.post(notice, key=key, what=f"event {event.number}")
