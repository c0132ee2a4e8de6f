"""Notifies webhooks that it is somebody's turn in a match of days, in which a move may take more than an hour.

Turns are in no log: the referee is asked for them again and again. What a target was sent is kept in a separate file
until the turn is over, so that a further run of the season does not send it again; a kill in between sends it twice,
with the same `Idempotency-Key`.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.season.webhook import Failures, Webhook
from tournaments.spec.errors import RefereeCallError
from tournaments.spec.matches import OpenTurn
from tournaments.spec.season import TURN, NotifySpec
from tournaments.spec.whole_file import replace_file

if TYPE_CHECKING:
    import httpx

__all__ = ["TurnNotices"]

LOOK_S = 10.0
"""Seconds between two looks at the open turns. A turn is reported when a second look finds it: programs that answer
within seconds need no notice.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class _Sent:
    """The names of the open turns of which a target was notified, kept in a file."""

    path: Path

    def read(self) -> set[str]:
        """Return the names; none if the file does not exist or is broken."""
        try:
            names = json.loads(self.path.read_text(encoding="utf-8"))["turns"]
            return {name for name in names if isinstance(name, str)}
        except (OSError, ValueError, KeyError, TypeError):
            return set()

    def write(self, names: Iterable[str]) -> None:
        """Replace the names; a kill leaves the old ones or the new ones."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, json.dumps({"turns": sorted(names)}).encode())


class TurnNotices:
    """Sends notices of open turns to those targets of a season that ask for them.

    Args:
        targets: The file's `[[notify]]` tables.
        folder: Folder for the files with what was sent.
        season: Name of the season.
        season_id: Id that distinguishes it from all other seasons.
        look: Returns the open turns of all running matches of days; raises `RefereeCallError` if the referee is away.
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
        look: Callable[[], Awaitable[Collection[OpenTurn]]],
        client: httpx.AsyncClient,
        note: Callable[[str], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._webhooks = [
            Webhook(target.webhook, client, note) for target in targets if TURN in target.events
        ]
        self._folder = folder
        self._season = season
        self._season_id = season_id
        self._look = look
        self._sleep = sleep

    async def run(self) -> None:
        """Send notices until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for webhook in self._webhooks:
                tasks.create_task(self._follow(webhook))

    async def _follow(self, webhook: Webhook) -> None:
        kept = _Sent(self._folder / f"{webhook.file_stem}.turns.json")
        sent = kept.read()
        failures = Failures(webhook)
        seen: set[str] = set()
        pause_s = LOOK_S
        while True:
            await self._sleep(pause_s)
            pause_s = LOOK_S
            try:
                turns = {turn.name: turn for turn in await self._look()}
            except RefereeCallError:
                continue  # a referee that is away says nothing about whose turn it is
            due = [turn for name, turn in turns.items() if name in seen - sent]
            seen = set(turns)
            if not sent <= seen:
                sent &= seen
                kept.write(sent)
            for turn in due:
                wanted_s = await self._send(webhook, turn)
                if wanted_s is not None:
                    pause_s = max(LOOK_S, failures.add(wanted_s))
                    break
                failures.end()
                sent.add(turn.name)
                kept.write(sent)

    async def _send(self, webhook: Webhook, turn: OpenTurn) -> float | None:
        """Send one notice. Return None if it need not be sent again, else the seconds to wait at least."""
        until = f"{turn.deadline:%Y-%m-%d %H:%M} UTC"
        place = f"match {turn.match_id} of {turn.game}, turn {turn.turn}"
        text = f"{self._season}: {turn.player} is to move in {place}, until {until}"
        notice = {
            "season": self._season,
            "season_id": self._season_id,
            "type": TURN,
            "entry": turn.player,
            "match": turn.match_id,
            "game": turn.game,
            "seat": turn.seat,
            "turn": turn.turn,
            "deadline": turn.deadline.isoformat(timespec="milliseconds"),
            "text": text,  # what chat servers show
            "content": text,
        }
        key = f"{self._season_id}-{turn.name}"
        return await webhook.post(notice, key=key, what=f"the notice of turn {turn.name}")
