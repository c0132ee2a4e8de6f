"""The table of standings for people, fitted to the width of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import rich.table

from tournaments.ratings import EloRatings
from tournaments.reports.elo import estimate_text, interval_text
from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.wording import decimal, two_decimals
from tournaments.tables.party_standings import PartyStanding, tie_break_names
from tournaments.tables.standings import Standing
from tournaments.tables.uneven import MARK, UnevenMatches

__all__ = ["standings_table"]

_NO_PLACE = "-"
"""Shown in place of a place for an entry that does not take part."""
_LAST_TO_GO = ("points", "score", "value", "rating", "Elo", "matches", "95% interval")
"""Columns that stay longest if there is little room, the most important first."""


def standings_table(
    title: str,
    standings: Sequence[Standing] | Sequence[PartyStanding],
    *,
    value: str | None,
    elo: EloRatings | None,
    uneven: UnevenMatches | None,
    with_rating: bool,
    left_out: Sequence[str] = (),
    titled: Callable[[str], str] = str,
    width: int,
) -> rich.table.Table:
    """Return the table.

    Columns without room are left out and named below it, but never places and names.

    Args:
        title: Title above the table.
        standings: Lines of the table, at least one.
        value: Name of the value that parties are ranked by; None in a table of bots.
        elo: Elo of the lines; None if there is none.
        uneven: How unequally often the lines have played; None if places do not depend on that.
        with_rating: Whether lines of bots show the rating of the format.
        left_out: Names of entries that do not take part, for lines without numbers below the
            others.
        titled: Returns the text that is shown in place of a name.
        width: Width of the terminal, in columns.
    """
    heads, rows = _columns(standings, value, elo, uneven, with_rating=with_rating)
    rows += [(_NO_PLACE, name, [""] * len(heads)) for name in left_out]
    return narrow_table(
        ("", "bot" if value is None else "entry"),
        heads,
        rows,
        width=width,
        title=title,
        last_to_go=_LAST_TO_GO,
        titled=titled,
    )


def _columns(
    standings: Sequence[Standing] | Sequence[PartyStanding],
    value: str | None,
    elo: EloRatings | None,
    uneven: UnevenMatches | None,
    *,
    with_rating: bool,
) -> tuple[list[str], list[Row]]:
    """Return heads of all columns behind the name, and the lines of the table.

    Args:
        standings: Lines of the table.
        value: Name of the value that parties are ranked by; None in a table of bots.
        elo: Elo of the lines; None if there is none.
        uneven: How unequally often the lines have played; None if places do not depend on that.
        with_rating: Whether lines of bots show the rating of the format.
    """
    first = standings[0]
    if isinstance(first, Standing):
        ties = tuple(name for name, _ in first.tie_breaks)
        heads = ["points", "won", "drawn", "lost", *ties, *(("rating", "±") if with_rating else ())]
        heads += ["matches"] if uneven else []
    else:
        ties = tie_break_names(line for line in standings if isinstance(line, PartyStanding))
        heads = [value or "", *ties, "matches"]
    heads += () if elo is None else ("Elo", "95% interval")
    rows: list[Row] = []
    for line in standings:
        if isinstance(line, PartyStanding):
            name, cells = line.entry, _party_cells(line, ties, value)
        else:
            name, cells = line.player, _cells(line, with_rating=with_rating)
            cells += [str(line.matches)] if uneven else []
        if elo is not None:
            cells += _elo_cells(elo, name)
        cells += [str(line.strikes), str(line.forfeits)]
        mark = MARK if uneven is not None and uneven.is_behind(name) else ""
        rows.append((f"{line.place}{mark}", name, cells))
    return [*heads, "strikes", "forfeits"], rows


def _cells(line: Standing, *, with_rating: bool) -> list[str]:
    rating = (decimal(line.rating.mu), decimal(line.rating.sigma)) if with_rating else ()
    return [
        f"{line.points:.1f}",
        str(line.wins),
        str(line.draws),
        str(line.losses),
        *(f"{value:.2f}" for _, value in line.tie_breaks),
        *rating,
    ]


def _party_cells(line: PartyStanding, ties: Sequence[str], value: str | None) -> list[str]:
    own = dict(line.tie_breaks)
    return [
        two_decimals(line.value) if value == "rating" else str(line.value),
        *(str(own.get(name, "")) for name in ties),
        str(line.matches),
    ]


def _elo_cells(elo: EloRatings, name: str) -> list[str]:
    estimate = elo.of(name)
    interval = interval_text(estimate)
    return [estimate_text(estimate), f"{interval}*" if interval and elo.is_few else interval]
