"""Notices of one run of a season to the webhooks of its file: of events of its log, and of open turns."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from tournaments.play.stage import RefereeAddress
from tournaments.season.desk import Desk
from tournaments.season.notices import EventSource, Notices
from tournaments.season.records import SeasonStatus
from tournaments.season.turn_notices import TurnNotices
from tournaments.season.webhook import notices_client
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import OpenTurn
from tournaments.spec.stage_file import stage_name
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["SeasonNotices"]

LAST_NOTICES_S = 15.0
"""Longest time that the end of a season waits for webhooks, in seconds."""


class SeasonNotices:
    """Notifies the webhooks of a season's file, while the season or one of its stages is played.

    Args:
        spec: The season.
        folder: Data folder of the season.
        store: Database of the season, with its log.
        desk: Has the season's state.
        referee: Where the referee of the season listens, and those of its stages.
        note: Called with a line for the organizer.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        folder: DataFolder,
        store: Store,
        desk: Desk,
        *,
        referee: RefereeAddress,
        note: Callable[[str], None],
    ) -> None:
        self._spec = spec
        self._folder = folder.path / "notices"
        self._store = store
        self._desk = desk
        self._referee = referee
        self._note = note
        self._of_events: Notices | None = None

    def wake(self) -> None:
        """Look for new events; called after each change of the log."""
        if self._of_events is not None:
            self._of_events.wake()

    @contextlib.asynccontextmanager
    async def sent(self) -> AsyncIterator[None]:
        """Return a context that sends notices while it lasts.

        If the season is closed at the end of the context, notices of events that are left are sent then.
        """
        if not self._spec.notify:
            yield
            return
        async with notices_client() as client:
            season_id = self._store.events.tournament_id or ""
            self._of_events = Notices(
                *(self._spec.notify, self._folder),
                season=self._spec.name,
                season_id=season_id,
                source=EventSource(self._store.events.after, lambda: self._desk.state.last),
                client=client,
                note=self._note,
            )
            of_turns = TurnNotices(
                *(self._spec.notify, self._folder),
                season=self._spec.name,
                season_id=season_id,
                look=self._open_turns,
                client=client,
                note=self._note,
            )
            tasks = [asyncio.create_task(each.run()) for each in (self._of_events, of_turns)]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            # Only where the season has ended: Ctrl-C must not wait for a target that hangs, and what
            # is left is sent by the next run.
            if self._desk.state.status is not SeasonStatus.CLOSED:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_NOTICES_S):
                    await self._of_events.flush()

    async def send_rest(self) -> None:
        """Send notices of a season that was closed while nothing was played."""
        async with self.sent():
            pass

    async def _open_turns(self) -> list[OpenTurn]:
        """Return the open turns of matches of days, of the season or of the stage that is played.

        Raises:
            RefereeCallError: The referee is away, or refuses the call.
        """
        # They load gRPC, which must wait until the supervisor runs.
        from tournaments.play.open_turns import open_turns
        from tournaments.play.referee_calls import GrpcRefereeCalls

        at = self._referee
        calls = GrpcRefereeCalls(at.address, organizer_key=at.organizer_key, ca=at.ca)
        stages = [stage_name(self._spec.name, stage.name) for stage in self._spec.stages]
        try:
            return await open_turns(calls, of=[self._spec.name, *stages])
        finally:
            await calls.close()
