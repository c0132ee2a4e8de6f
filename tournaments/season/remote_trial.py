"""Tries a program that runs elsewhere in a match, as the last stage of a check and after a bench."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tournaments.check.trial import report_on, weakest_bot
from tournaments.play.executor import AttemptOrder, Executor
from tournaments.season.checking import Refusal
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts, MatchOrder
from tournaments.spec.outcomes import label_of

if TYPE_CHECKING:
    from tournaments.bots.launcher import BotLauncher
    from tournaments.play.traces import SeatTrace

__all__ = ["RemoteTrial", "Trial"]

_OPPONENT = "baseline+"
"""Name of the house bot's program; no entry can have it."""

Trace = Callable[[str, int], Awaitable[Sequence["SeatTrace"]]]


class Trial(Protocol):
    """Interface for trying programs that run elsewhere, in a match that does not count."""

    async def play(self, name: str, version: int, trial_id: str) -> Refusal | None:
        """Have the program of an entry play a match that does not count.

        Args:
            name: Name of the entry, which is connected.
            version: Number of the version that the entry would have, or has.
            trial_id: Id of the trial; after a kill, the same id finds a match that goes on.

        Returns:
            Why the program may not play; None if it may.
        """


class RemoteTrial:
    """Tries programs at the season's referee, against the weakest house bot of its game.

    Missed deadlines alone refuse nobody, since a slow network may have caused them.

    Args:
        spec: The season.
        file: The season's file.
        facts: Facts of the season's game.
        executor: Plays matches.
        launcher: Starts the house bot.
        trace: Returns how each seat of an ended match behaved, by the match's id and its number of
            seats.
        tournament_id: Id that distinguishes the season at the referee.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        file: Path,
        facts: GameFacts,
        *,
        executor: Executor,
        launcher: BotLauncher,
        trace: Trace,
        tournament_id: str,
    ) -> None:
        self._spec = spec
        self._file = file
        self._facts = facts
        self._executor = executor
        self._launcher = launcher
        self._trace = trace
        self._tournament_id = tournament_id

    async def play(self, name: str, version: int, trial_id: str) -> Refusal | None:
        """Have an entry's program play a match that does not count; return why it may not play, or None.

        Args:
            name: Name of the entry, which is connected.
            version: Number of the version that the entry would have, or has.
            trial_id: Id of the trial; after a kill, the same id finds a match that goes on.
        """
        others = (self._spec.seats or 2) - 1
        label, opponent = label_of(name, version), self._opponent()
        # A game without house bots: the program plays all seats.
        rest = (label,) * others if opponent is None else (opponent,) * others
        order = MatchOrder(
            game=self._spec.game,
            game_version=self._facts.version,
            config_json=json.dumps(self._spec.config, sort_keys=True, separators=(",", ":")),
            seed=None,
            players=(name, *("baseline",) * others),
            time_control=self._spec.time_control,
            block=f"trial {trial_id}",
            remote_seats=tuple(range(others + 1)) if opponent is None else (0,),
        )
        attempt = AttemptOrder(
            order,
            request_id=f"{self._tournament_id}/trial/{trial_id}",
            label=f"{self._spec.name}: trial of {name}",
            known_id=None,
            bots=(label, *rest),
        )
        played = await self._executor.play(attempt, _nothing_to_write)
        if played.end.cause.is_void:
            return Refusal("play", ours=True, lines=(played.end.text,))
        seats = await self._trace(played.match_id, others + 1)
        report = report_on(name, None, played.end, seats[0], counts_misses=False)
        return Refusal("play", ours=False, lines=report.problems) if report.problems else None

    def _opponent(self) -> str | None:
        """Return the label of the house bot, ready to be started; None if the game has none."""
        if self._launcher.has(_OPPONENT):
            return _OPPONENT
        program = weakest_bot(self._spec, self._file, name=_OPPONENT)
        if program is None:
            return None
        self._launcher.add(program)
        return program.label


async def _nothing_to_write(_: str) -> None:
    """Write nothing: a trial is not in the results, and is played again after a kill."""
