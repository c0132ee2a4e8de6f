"""A referee and bots without network or processes, for tests of the runner and the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from tournaments.pairings import Pairing
from tournaments.processes.client import Exit
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts, MatchOrder, OpenMatch
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult
from tournaments.spec.reading import parse_spec
from tournaments.store.records import StoredMatch

__all__ = [
    "FACTS",
    "FILE",
    "FakeBots",
    "FakeReferee",
    "Silence",
    "alphabetical",
    "ended",
    "order_of",
    "pairing_of",
    "spec_of",
    "void",
]

FILE = Path("cup.toml")

FACTS = GameFacts(version=1, min_seats=2, max_seats=2)


def spec_of(players: str, *, cycles: int = 1, parallel: int = 2, seed: int = 0) -> TournamentSpec:
    """A round robin of players named by one letter each."""
    head = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
    head += f"cycles = {cycles}\nparallel = {parallel}\nseed = {seed}\n"
    bots = "".join(f'[[bots]]\nname = "{player}"\ncommand = "true"\n' for player in players)
    return parse_spec(head + bots, FILE)


def ended(*placements: int) -> MatchEnd:
    """A match that the rules ended so."""
    seats = tuple(SeatResult(placement, 10 - placement, 0, None) for placement in placements)
    return MatchEnd(EndCause.RULES, "the rules ended the match", seats)


def void(cause: EndCause = EndCause.REFEREE_FAULT) -> MatchEnd:
    """A match that came to nothing."""
    return MatchEnd(cause, "it came to nothing", (SeatResult(0, 0, 0, None),) * 2)


def alphabetical(order: MatchOrder) -> MatchEnd:
    """The player whose name comes first in the alphabet wins."""
    ranking = sorted(order.players)
    return ended(*(ranking.index(player) + 1 for player in order.players))


class FakeReferee:
    """Ends every match at once, unless it is told to hold them.

    Args:
        judge: How a match ends.
    """

    def __init__(self, judge: Callable[[MatchOrder], MatchEnd] = alphabetical) -> None:
        self._judge = judge
        self.orders: dict[str, MatchOrder] = {}
        """What was ordered, by ids of matches."""
        self._ids: dict[str, str] = {}
        self.made: list[MatchOrder] = []
        """Orders of all matches that were made, in order."""
        self.ends: dict[str, MatchEnd] = {}
        """How matches ended, by their ids."""
        self.lost: set[str] = set()
        """Ids of matches it knows nothing of any more."""
        self.most_at_once = 0
        """Most matches that were waited for at the same time."""
        self.waiting = 0
        """Matches that are waited for now."""
        self.released: asyncio.Event | None = None
        """Where it is set, matches end only after that."""
        self.resigned: list[str] = []
        """Tokens of seats that were given up."""
        self.laid_open: list[str] = []
        """Ids of matches whose dice everybody may see, in order."""

    async def game(self, game: str) -> GameFacts:
        """The same of every game."""
        del game
        return FACTS

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """A new match for a new request."""
        del label
        if request_id not in self._ids:
            match_id = f"m{len(self._ids) + 1}"
            self._ids[request_id] = match_id
            self.orders[match_id] = order
            self.made.append(order)
        match_id = self._ids[request_id]
        return OpenMatch(match_id, tuple(f"{match_id}/{seat}" for seat in range(2)))

    async def result(self, match_id: str) -> MatchEnd | None:
        """Its end if it was waited for."""
        return self.ends.get(match_id)

    async def wait(self, match_id: str) -> MatchEnd | None:
        """Its end."""
        self.waiting += 1
        self.most_at_once = max(self.most_at_once, self.waiting)
        if self.released is not None:
            await self.released.wait()
        self.waiting -= 1
        if match_id in self.lost:
            return None
        return self.ends.setdefault(match_id, self._judge(self.orders[match_id]))

    async def resign(self, token: str) -> None:
        """Only taken down."""
        self.resigned.append(token)

    async def abort(self, match_id: str, reason: str) -> None:
        """A match that has not ended is void."""
        del reason
        self.ends.setdefault(match_id, void(EndCause.OPERATOR))

    async def release(self, match_id: str) -> None:
        """Only taken down."""
        self.laid_open.append(match_id)

    async def is_out(self, token: str) -> bool:
        """Never: its matches have two seats."""
        del token
        return False

    async def meter(self, token: str, pid: int) -> None:
        """Nothing is measured here."""


class FakeBots:
    """Takes down who was given which seat."""

    def __init__(self) -> None:
        self.open: dict[str, str] = {}
        """Player of each token that is being played."""
        self.taken: list[tuple[str, str]] = []
        """Players and tokens of all seats, in order."""
        self.came_through: list[bool] = []
        """Of each seat that was left, whether its bot played to the end."""
        self.gone_tokens: list[str] = []
        """Tokens of the seats whose bots were waited for until nothing was left of them."""

    def take_seat(self, player: str, token: str) -> None:
        """See `tournaments.play.runner.Bots`."""
        assert token not in self.open
        self.open[token] = player
        self.taken.append((player, token))

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """See `tournaments.play.runner.Bots`."""
        assert self.open.pop(token) == player
        self.came_through.append(came_through)

    async def gone(self, tokens: Collection[str]) -> None:
        """See `tournaments.play.executor.Bots`."""
        assert not self.open.keys() & set(tokens)
        self.gone_tokens += tokens


class Silence:
    """Progress that takes down what it is told."""

    def __init__(self) -> None:
        self.begun: tuple[int, int | None] | None = None
        """What had been played at the start, of how many."""
        self.began: list[int] = []
        """Numbers of the matches that began, in order."""
        self.ended = 0
        """Matches that came to a result."""
        self.left_void: list[int] = []
        """Numbers of the matches that were left without one."""
        self.statuses: list[str] = []
        """How the tournament stood, time after time."""
        self.notes: list[str] = []
        """Everything that went wrong."""

    def entered(self, spec: TournamentSpec) -> None:
        """See `tournaments.play.runner.Progress`."""

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None:
        """See `tournaments.play.runner.Progress`."""
        self.begun = (len(matches), total)

    def status(self, text: str) -> None:
        """See `tournaments.play.runner.Progress`."""
        self.statuses.append(text)

    def match_began(self, pairing: Pairing) -> None:
        """See `tournaments.play.runner.Progress`."""
        self.began.append(pairing.number)

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        """See `tournaments.play.runner.Progress`."""
        if end.cause.is_void:
            self.left_void.append(pairing.number)
        else:
            self.ended += 1

    def process_ended(self, ended: Exit, *, died: bool) -> None:
        """See `tournaments.play.runner.Progress`."""

    def note(self, text: str) -> None:
        """See `tournaments.play.runner.Progress`."""
        self.notes.append(text)


def pairing_of(number: int, players: str, seed: int | None = 5) -> Pairing:
    """A pairing of players named by one letter each."""
    return Pairing(number, f"1:{':'.join(sorted(players))}", seed, tuple(players))


def order_of(pairing: Pairing) -> MatchOrder:
    """The order of a pairing."""
    return MatchOrder("diceman", 1, "{}", pairing.seed, pairing.players, None)
