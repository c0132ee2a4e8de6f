"""A series of matches as a tournament: the runner keeps the books, and the engine plays in processes.

The schedule is data (who sits where, under which seed), so that a series comes out the same everywhere,
however many processes play.
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
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store

__all__ = ["PlayedMatch", "Series", "play_series", "seat_bots"]

SIGN_OF_LIFE = 50
"""Matches after which a line is shown on stderr."""


@dataclasses.dataclass(frozen=True, slots=True)
class Series:
    """Matches of one field of bots, one config and one number of seats."""

    game: str
    """Identifier of the game."""
    bots: tuple[str, ...]
    """The field."""
    seats: int
    """Seats of a match."""
    matches: int
    """How many, from 1."""
    seating: Seating
    """See `Question.seating`."""
    config: Mapping[str, object]
    """The config; what is not named has its default."""
    measures: tuple[str, ...] = ()
    """What else is measured."""
    first: int = 0
    """Number of the first match, and its seed unless seeds are shared."""
    version: int = 0
    """Behaviour version of the rules; 0 is the newest."""

    def pairings(self) -> list[Pairing]:
        """Return the schedule, with the bot of every seat by its own name."""
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
    """A match of a series."""

    bots: tuple[str, ...]
    """The bot of each seat."""
    match: EngineMatch
    """Result of the match."""


def seat_bots(seating: Seating, bots: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Return the bot of each seat in a match.

    Args:
        seating: See `Question.seating`.
        bots: The field.
        seats: Seats of the match.
        number: The match's, from 0.
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
        series: What to play.
        pool: Where matches are played.
        processes: Matches at once.
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
    """Plays matches with the engine alone; see `tournaments.play.executor.Executor`.

    Args:
        series: Whose matches they are.
        pool: Where they are played.
        slots: How many at once.
    """

    goes_on = False

    def __init__(self, series: Series, pool: Executor, *, slots: int) -> None:
        self._series = series
        self._pool = pool
        self.slots = slots
        self.played: dict[str, EngineMatch] = {}
        """Results of matches, by match id."""

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play an attempt to its end."""
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
        """See `Executor`."""
        del match_id
        return False

    async def abandon(self, match_id: str, reason: str) -> None:
        """See `Executor`."""

    async def release(self, match_ids: Iterable[str]) -> None:
        """Do nothing: no dice are kept back here."""

    @staticmethod
    def bots_of(stored: StoredMatch) -> tuple[str, ...]:
        """Return the bot of each seat."""
        return tuple(_bot(player) for player in stored.pairing.players)


class _SignsOfLife:
    """Prints the progress of a series to stderr."""

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

    def note(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


def _numbered(pairings: Iterable[Pairing]) -> list[Pairing]:
    """Give bots that sit several times in a match a name for each seat: a tournament knows each once."""
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
    """Return the bot of a player."""
    return player.rpartition(".")[0].replace("_", " ")


def _spec(series: Series) -> TournamentSpec:
    """Return the tournament of a series; each player is entered once."""
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
