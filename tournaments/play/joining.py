"""Tries whether bots can join a match, before a tournament is played with them.

Each bot gets a seat of a separate match, at a referee that is started for this alone. Nobody else
joins, so the match never begins: it is over as soon as the bot has presented its token. How well a
bot plays is tested by `tournament check`.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.bots.launcher import BotLauncher
from tournaments.bots.program import Program, referee_views
from tournaments.play.own_referee import OwnReferee
from tournaments.processes.client import SupervisorClient
from tournaments.processes.process_book import ProcessNumbers
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import LaunchError
from tournaments.spec.matches import MatchOrder
from tournaments.store.folder import DataFolder
from tournaments.tables.formats import num_seats

if TYPE_CHECKING:  # it loads gRPC, which must wait until the supervisor runs
    from tournaments.play.referee_calls import GrpcRefereeCalls

__all__ = ["try_joining"]

_LOOK_S = 0.05
"""Pause between two checks whether a bot has joined, in seconds."""
_NOT_JOINED = "did not join: it never presented the token of its seat"
_FOLLOWS = "is not started again"
"""Beginning of a note that only reports a consequence of another fault, so that it is not given as
the reason.
"""


async def try_joining(
    spec: TournamentSpec,
    programs: Sequence[Program],
    *,
    supervisor: SupervisorClient,
    logs: Path,
) -> dict[str, LaunchError]:
    """Return the reason for each bot that does not join, by the bot's name.

    Bots that join are left out.

    Args:
        spec: The tournament.
        programs: The bots, as they are run.
        supervisor: Starts all processes; it must be connected.
        logs: Folder for the output of the bots.

    Raises:
        TournamentError: The trial itself can't be made.
    """
    from tournaments.play.referee_calls import GrpcRefereeCalls

    with tempfile.TemporaryDirectory(prefix="tournament-trial-") as place:
        folder = DataFolder(Path(place).resolve())
        own = OwnReferee(
            folder, supervisor=supervisor, book=ProcessNumbers(), note=lambda _: None, think_slots=1
        )
        async with own.running():
            calls = GrpcRefereeCalls(own.address, organizer_key=own.organizer_key, is_own=True)
            try:
                await calls.ready()
                trial = _Trial(spec, supervisor, logs, own, calls)
                at_once = asyncio.Semaphore(spec.matches_at_once)
                found = await asyncio.gather(*(trial.of(each, at_once) for each in programs))
            finally:
                await calls.close()
    return {
        program.name: LaunchError(f"{program.name} {reason}")
        for program, reason in zip(programs, found, strict=True)
        if reason is not None
    }


@dataclasses.dataclass(frozen=True, slots=True)
class _Trial:
    """Tries whether bots join, and holds what the trials share: tournament, supervisor, logs, referee, client."""

    spec: TournamentSpec
    supervisor: SupervisorClient
    logs: Path
    own: OwnReferee
    calls: GrpcRefereeCalls

    async def of(self, program: Program, at_once: asyncio.Semaphore) -> str | None:
        """Return why a bot does not join a match; None if it does.

        Args:
            program: The bot.
            at_once: Limits how many bots are tried at the same time.
        """
        async with at_once:
            return await self._try(program)

    async def _try(self, program: Program) -> str | None:
        facts = await self.calls.game(self.spec.game)
        order = MatchOrder(
            game=self.spec.game,
            game_version=self.spec.game_version or facts.version,
            config_json=json.dumps(self.spec.config),
            seed=None,
            # The other seats stay empty, so the match can't begin and no clock of the bot runs.
            players=(program.name, *("nobody",) * (num_seats(self.spec) - 1)),
            time_control=self.spec.time_control,
        )
        request = f"trial/{program.name}"
        match = await self.calls.create(order, request_id=request, label=request)
        token, notes, gone = match.tokens[0], list[str](), asyncio.Event()

        async def resign(_: str) -> None:
            gone.set()

        async with asyncio.TaskGroup() as tasks:
            launcher = BotLauncher(
                [program],
                supervisor=self.supervisor,
                book=ProcessNumbers(),
                logs=self.logs,
                referee_env={"REFEREE_ADDRESS": self.own.address},
                referee_views=referee_views(self.own.address, folder=self.own.socket_folder),
                per_match=True,
                restarts=0,
                note=notes.append,
                resign=resign,
                is_out=self.calls.is_out,
                tasks=tasks,
            )
            launcher.take_seat(program.label, token)
            joined = await self._joins(match.match_id, token, gone)
            # The end of the match lets a bot go on that waits for its beginning.
            await self.calls.abort(match.match_id, "the trial is over")
            launcher.leave_seat(program.label, token, came_through=joined)
        if joined:
            return None
        said = [note.removeprefix(program.name).removeprefix(":").strip() for note in notes]
        return next((note for note in said if not note.startswith(_FOLLOWS)), _NOT_JOINED)

    async def _joins(self, match_id: str, token: str, gone: asyncio.Event) -> bool:
        """Wait until a bot joins or dies or its match ends, and return whether it has joined.

        Args:
            match_id: Id of the match.
            token: Token of the bot's seat.
            gone: Set when the bot has died.
        """

        async def looked() -> None:
            while not await self.calls.has_joined(token):
                await asyncio.sleep(_LOOK_S)

        # Three ways to end: the bot has joined, it has died, or the referee's join limit has
        # passed.
        ways = [
            asyncio.create_task(way) for way in (looked(), gone.wait(), self.calls.wait(match_id))
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for way in ways:
                with contextlib.suppress(asyncio.CancelledError):
                    await way
        # Asked again: the bot may have joined and died between two looks, and joining is what
        # counts.
        return await self.calls.has_joined(token)
