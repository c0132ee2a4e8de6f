"""Plays a series of matches as a tournament, with the engine alone and in several processes.

The schedule is data (who sits where, under which seed), so that a series comes out the same
everywhere, however many processes play.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import dataclasses
import functools
import json
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from loadtest.strength.engine_match import EngineMatch, play_match
from loadtest.strength.games import PLUGINS
from loadtest.strength.questions import Seating
from tournaments.pairings import FixedSchedule, Pairing
from tournaments.play.executor import AttemptOrder, PlayedAttempt
from tournaments.play.runner import Runner
from tournaments.processes.client import Exit
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store

__all__ = ["PlayedMatch", "Series", "play_series", "seat_bots"]

SIGN_OF_LIFE = 50
"""Number of matches after which a line of progress is printed to standard error, again and again."""


@dataclasses.dataclass(frozen=True, slots=True)
class Series:
    """Matches of the same bots (a field), under one config and with one number of seats."""

    game: str
    """Identifier of the game."""
    bots: tuple[str, ...]
    """Names of the bots that meet (the field)."""
    seats: int
    """Number of seats in a match."""
    matches: int
    """Number of matches, from 1."""
    seating: Seating
    """How bots are seated; see `Question.seating`."""
    config: Mapping[str, object]
    """Config of the matches; fields that are left out have their defaults."""
    measures: tuple[str, ...] = ()
    """Names of further numbers to compute from each match's last state, from `GameFacts.measures`."""
    first: int = 0
    """Number of the first match, and its seed unless matches share seeds."""
    version: int = 0
    """Version of the game's behaviour; 0 is the newest."""

    def pairings(self) -> list[Pairing]:
        """Return the schedule: seed, and bot of every seat, for each match."""
        numbers = range(self.first, self.first + self.matches)
        return [
            Pairing(
                place,
                f"seed {self._seed(number)}",
                self._seed(number),
                seat_bots(self.seating, self.bots, self.seats, number),
            )
            for place, number in enumerate(numbers, start=1)
        ]

    def _seed(self, number: int) -> int:
        return number // len(self.bots) if self.seating == "maps" else number


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Result of one match of a series, and the bot in each seat."""

    bots: tuple[str, ...]
    """Name of the bot in each seat."""
    match: EngineMatch
    """Result of the match."""


def seat_bots(seating: Seating, bots: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Return the name of the bot in each seat of a match.

    Args:
        seating: How bots are seated; see `Question.seating`.
        bots: Names of the bots that meet.
        seats: Number of seats in the match.
        number: Number of the match, from 0.
    """
    if seating == "fixed":
        return tuple(bots[seat % len(bots)] for seat in range(seats))
    seated = [bots[(seat + number) % len(bots)] for seat in range(seats)]
    if seating == "drawn":
        dice = random.Random(f"ladder {seats} {number}")
        if seats < len(bots):
            seated = dice.sample(list(bots), seats)
        dice.shuffle(seated)
    return tuple(seated)


def play_series(series: Series, pool: Executor, *, processes: int = 1) -> list[PlayedMatch]:
    """Play a series; return its matches in schedule order.

    Args:
        series: Series to play.
        pool: Processes in which matches are played.
        processes: Number of matches at once.
    """
    spec = _spec(series)
    executor = EngineExecutor(series, pool, slots=processes)
    facts = GameFacts(version=_version(series), min_seats=series.seats, max_seats=series.seats)
    with (
        tempfile.TemporaryDirectory(prefix="strength-") as folder,
        contextlib.closing(Store(Path(folder) / "series.sqlite", create=True)) as store,
    ):
        store.begin(spec.name, Path("series.toml"), "", [bot.name for bot in spec.bots])
        runner = Runner(
            spec,
            facts,
            scheduler=FixedSchedule(_numbered(series.pairings())),
            executor=executor,
            store=store,
            progress=_SignsOfLife(series),
        )
        asyncio.run(runner.run())
        stored = store.matches()
    return [PlayedMatch(executor.bots_of(one), executor.played[one.match_id]) for one in stored]


class EngineExecutor:
    """Executor that plays matches with the engine alone; see `tournaments.play.executor.Executor`.

    Args:
        series: Series to which the matches belong.
        pool: Processes in which matches are played.
        slots: Number of matches at once.
    """

    goes_on = False

    def __init__(self, series: Series, pool: Executor, *, slots: int) -> None:
        self._series = series
        self._pool = pool
        self.slots = slots
        self.played: dict[str, EngineMatch] = {}
        """Results of the matches, by match id."""

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play a match of the schedule to its end and return its result; see `Executor.play`."""
        await begun(attempt.request_id)
        order, series = attempt.order, self._series
        assert order.seed is not None, "the schedule names all seeds"
        match = await asyncio.get_running_loop().run_in_executor(
            self._pool,
            functools.partial(
                play_match,
                series.game,
                [_bot(player) for player in order.players],
                order.seed,
                json.loads(order.config_json),
                version=series.version,
                measures=series.measures,
            ),
        )
        self.played[attempt.request_id] = match
        refusals = match.refusals or ({},) * len(match.placements)
        seats = tuple(
            SeatResult(placement, round(score), 0, None, refused)
            for placement, score, refused in zip(
                match.placements, match.scores, refusals, strict=True
            )
        )
        return PlayedAttempt(attempt.request_id, MatchEnd(EndCause.RULES, match.end, seats), None)

    async def has_ended(self, match_id: str) -> bool:
        """Return False, as no match outlives its call; see `Executor.has_ended`."""
        del match_id
        return False

    async def abandon(self, match_id: str, reason: str) -> None:
        """Do nothing, as no match outlives its call; see `Executor.abandon`."""

    async def release(self, match_ids: Iterable[str]) -> None:
        """Do nothing, as no dice are kept back; see `Executor.release`."""

    @staticmethod
    def bots_of(stored: StoredMatch) -> tuple[str, ...]:
        """Return the name of the bot in each seat of a stored match."""
        return tuple(_bot(player) for player in stored.pairing.players)


class _SignsOfLife:
    """Progress listener of a tournament's runner.

    It prints a line to standard error every `SIGN_OF_LIFE` matches.
    """

    def __init__(self, series: Series) -> None:
        self._series = series
        self._ended = 0

    def entered(self, spec: TournamentSpec) -> None: ...

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None: ...

    def status(self, text: str) -> None: ...

    def match_began(self, pairing: Pairing) -> None: ...

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        del pairing, end
        self._ended += 1
        if self._ended % SIGN_OF_LIFE == 0:
            print(f"{self._ended} of {self._series.matches} matches", file=sys.stderr, flush=True)

    def process_ended(self, ended: Exit, *, died: bool) -> None: ...

    def note(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


def _numbered(pairings: Iterable[Pairing]) -> list[Pairing]:
    """Return pairings in which a bot with several seats has a different name in each.

    A tournament allows each entrant only once in a match.
    """
    named = []
    for pairing in pairings:
        counts: collections.Counter[str] = collections.Counter()
        players = []
        for bot in pairing.players:
            counts[bot] += 1
            players.append(f"{bot.replace(' ', '_')}.{counts[bot]}")
        named.append(dataclasses.replace(pairing, players=tuple(players)))
    return named


def _bot(player: str) -> str:
    """Return the name of the bot behind a name that `_numbered` has made."""
    return player.rpartition(".")[0].replace("_", " ")


def _spec(series: Series) -> TournamentSpec:
    """Return the tournament of a series, in which each name is entered once."""
    players = {player for pairing in _numbered(series.pairings()) for player in pairing.players}
    bots = [{"name": player, "command": "true"} for player in sorted(players)]
    return TournamentSpec.model_validate(
        {
            "name": "strength",
            "game": series.game,
            "format": "round_robin",
            "config": dict(series.config),
            "bots": bots,
        }
    )


def _version(series: Series) -> int:
    return series.version or PLUGINS[series.game].game.info.version
