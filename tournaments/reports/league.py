"""The table of a league: the points of everybody's places in several tournaments and seasons.

It is computed from the tournaments' tables each time, and nothing of it is stored.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import rich.console

from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.season_log import read_season
from tournaments.reports.view import TournamentView, view_of
from tournaments.reports.wording import two_decimals
from tournaments.season.records import SeasonStatus
from tournaments.season.table import season_table
from tournaments.spec.errors import SpecError, TournamentError
from tournaments.spec.league import LeagueSpec, load_league
from tournaments.store.find import find
from tournaments.store.folder import DataFolder
from tournaments.tables.party_standings import PartyStanding

__all__ = ["LeagueRow", "LeagueTable", "find_league", "place_points"]


@dataclasses.dataclass(frozen=True, slots=True)
class LeagueRow:
    """One player's line in the table of a league: its points, in all and in each tournament."""

    place: int
    """Place in the league, from 1; shared by players with equal points and equally good places."""
    player: str
    """Name of the player; of entries of a season that of their author."""
    points: Fraction
    """Sum of the points of all tournaments."""
    places: tuple[int | None, ...]
    """Place in each tournament's table, from 1, in the order of the league's file; None where the
    player took no part.
    """
    gained: tuple[Fraction, ...]
    """Points of each tournament, in the same order."""


@dataclasses.dataclass(frozen=True, slots=True)
class LeagueTable:
    """Table of a league: the points of its players over several tournaments and seasons."""

    name: str
    """Name of the league."""
    tournaments: tuple[str, ...]
    """Names of the tournaments, in the order of the league's file."""
    are_over: tuple[bool, ...]
    """For each tournament, whether no match is left to play in it."""
    rows: tuple[LeagueRow, ...]
    """Lines of the table, best first."""

    def as_json(self) -> dict[str, Any]:
        """Return the table as a JSON object; points are decimal numbers."""
        return {
            "name": self.name,
            "tournaments": [
                {"name": name, "over": over}
                for name, over in zip(self.tournaments, self.are_over, strict=True)
            ],
            "standings": [
                {
                    "place": row.place,
                    "player": row.player,
                    "points": float(row.points),
                    "places": list(row.places),
                    "gained": [float(points) for points in row.gained],
                }
                for row in self.rows
            ],
        }

    def print(self, console: rich.console.Console) -> None:
        """Print the table, and which tournaments are still being played."""
        rows: list[Row] = [
            (
                str(row.place),
                row.player,
                (
                    two_decimals(row.points),
                    *("-" if place is None else str(place) for place in row.places),
                ),
            )
            for row in self.rows
        ]
        columns = ("points", *self.tournaments)
        table = narrow_table(
            ("", "player"),
            columns,
            rows,
            width=console.width,
            title=f"{self.name}: places in {len(self.tournaments)} tournaments",
            last_to_go=("points",),
        )
        console.print(table, soft_wrap=False)
        left = [
            name for name, over in zip(self.tournaments, self.are_over, strict=True) if not over
        ]
        if left:
            line = f"still being played: {', '.join(left)}; the points are those of the tables now"
            console.print(line, soft_wrap=True, highlight=False, markup=False)


def find_league(file: Path) -> LeagueTable:
    """Return the table of a league as it stands.

    Raises:
        SpecError: The league's file can't be used, or names one tournament twice.
        TournamentError: A tournament of the league can't be read, or has not begun.
    """
    spec = load_league(file)
    counted = [_counted(file, where, hosted=spec.hosted) for where in spec.of]
    names = [each.name for each in counted]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SpecError(file, f"of must name different tournaments, not {twice[0]} twice")
    return _table(spec, counted)


@dataclasses.dataclass(frozen=True, slots=True)
class _Counted:
    """A tournament or season of a league: name, whether it is over, and the place of each player."""

    name: str
    is_over: bool
    places: dict[str, int]
    """Place of each player, from 1."""


def _counted(file: Path, where: str, *, hosted: bool) -> _Counted:
    try:
        spec, _, folder = find(file.parent / where, None, None)
        if spec.season is not None:
            return _season(folder, hosted=hosted)
        view = view_of(folder)
    except SpecError:  # names its own file
        raise
    except TournamentError as error:
        raise TournamentError(f"{file}: of = [.., {where!r}]: {error}") from None
    return _Counted(view.spec.name, view.is_over, _places(view))


def _season(folder: DataFolder, *, hosted: bool) -> _Counted:
    """Return the places of a season's authors by their best ranked entries, without the organizer's.

    Args:
        folder: Data folder of the season.
        hosted: Whether only entries whose programs run on the season's machine are ranked.
    """
    state, _ = read_season(folder)
    places: dict[str, int] = {}
    for row in season_table(state, hosted=hosted):
        if row.place is not None and row.author is not None:
            places.setdefault(row.author, len(places) + 1)
    return _Counted(state.spec.name, state.status is SeasonStatus.CLOSED, places)


def _places(view: TournamentView) -> dict[str, int]:
    """Return the place of each player in a tournament's table; of several versions the best."""
    lines = view.standings
    versions = {version.label: version.bot for version in view.versions}
    places: dict[str, int] = {}
    for line in lines:
        label = line.entry if isinstance(line, PartyStanding) else line.player
        player = versions.get(label, label)
        places[player] = min(line.place, places.get(player, line.place))
    return places


def place_points(points: Sequence[int], places: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the points of each player of a tournament.

    Players that share a place share the points of the places that they fill: two on the second place
    have half the sum of those of the second and third.

    Args:
        points: Points of each place, first place first.
        places: Place of each player, from 1.
    """
    values = list(places.values())
    shares: dict[int, Fraction] = {}
    for place in set(values):
        filled = points[place - 1 : place - 1 + values.count(place)]
        shares[place] = Fraction(sum(filled), values.count(place))
    return {player: shares[place] for player, place in places.items()}


def _table(spec: LeagueSpec, counted: Sequence[_Counted]) -> LeagueTable:
    places = [each.places for each in counted]
    gained = [place_points(spec.points, each) for each in places]
    # In the order in which they first occur, so that equals are listed alike each time.
    players = list(dict.fromkeys(player for each in places for player in each))
    nothing = Fraction(0)
    lines = {
        player: (
            tuple(each.get(player) for each in places),
            tuple(each.get(player, nothing) for each in gained),
        )
        for player in players
    }

    def rank(player: str) -> tuple[Fraction, list[int]]:
        # Of equal points, more first places are better, then more second places, and so on.
        own = [place for place in lines[player][0] if place is not None]
        lowest = max((place for each in places for place in each.values()), default=0)
        return sum(lines[player][1], nothing), [own.count(n) for n in range(1, lowest + 1)]

    ranks = {player: rank(player) for player in players}
    rows = [
        LeagueRow(
            1 + sum(other > ranks[player] for other in ranks.values()),
            player,
            ranks[player][0],
            *lines[player],
        )
        for player in sorted(players, key=ranks.__getitem__, reverse=True)
    ]
    names, are_over = (
        tuple(each.name for each in counted),
        tuple(each.is_over for each in counted),
    )
    return LeagueTable(spec.name, names, are_over, tuple(rows))
