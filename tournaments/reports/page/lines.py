"""Lines of the standings for spectators: points first, recent form, Elo once it means something."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from tournaments.reports.elo import RatedTable, estimate_text, interval_text, rate_view
from tournaments.reports.page.charts import Bar, Scale
from tournaments.reports.page.results import points_text
from tournaments.reports.view import TournamentView
from tournaments.reports.wording import signed, two_decimals
from tournaments.tables.formats import num_seats
from tournaments.tables.party_standings import PartyStanding, placed_entries
from tournaments.tables.standings import Standing

__all__ = ["RATED_FROM", "Form", "Line", "Lines", "standing_lines"]

RATED_FROM = 10
"""Number of a bot's matches from which its rating is shown; with fewer, the interval of the rating is
wider than any difference in a table.
"""
_FORM = 5
"""Number of last matches that a line shows as won, drawn or lost."""
_Z95 = 1.959964
"""Half the width of the 95% interval of a normal distribution, in standard deviations."""
_BAR_PX = 180.0


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """Result of one of a bot's last matches, for its line of the standings: a short text, and a kind."""

    text: str
    """`W`, `D` or `L`; with more than two seats, the placement."""
    kind: str
    """`won`, `drawn` or `lost`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings for spectators: place, name, points, last results and Elo."""

    place: str
    """Place in the table, from 1, as text."""
    name: str
    """Name of the bot's version, or of the party (team of bots)."""
    value: str
    """What the table ranks by: points, value of a party (a team of bots), or rating of a ladder."""
    record: str
    """Matches won, drawn and lost, such as 12-1-3 with en dashes; empty for parties (teams of
    bots).
    """
    matches: int
    """Number of matches that count, that is, of all that have a result."""
    forfeits: int
    """Number of matches forfeited."""
    form: tuple[Form, ...]
    """Results of the last matches, at most five, oldest first."""
    elo: str = ""
    """Elo as text; empty where the table shows none."""
    interval: str = ""
    """95% interval of the Elo or rating, as text."""
    bar: Bar | None = None
    """Drawing of a ladder's rating with its interval; None in other tables."""
    reached: str = ""
    """Where the bot is or went out in a knockout, such as `out in the semifinal`; empty in other
    formats.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Lines:
    """The standings as a page for spectators shows them: the lines, and which columns they have."""

    value: str
    """Name of what the table ranks by."""
    lines: list[Line]
    """Lines, best first; in a ladder without bots that have played fewer than `RATED_FROM` matches."""
    newcomers: list[Line]
    """Lines of bots of a ladder that have played fewer than `RATED_FROM` matches."""
    has_elo: bool
    """Whether the lines show Elo, that is, every bot has played `RATED_FROM` matches."""
    has_record: bool
    """Whether the lines count matches won, drawn and lost."""
    elo_is_hidden: bool
    """Whether Elo could be computed but is not shown, since a bot has played too few matches."""


def standing_lines(view: TournamentView, reached: Mapping[str, str]) -> Lines:
    """Return the standings of a tournament for spectators.

    Args:
        view: The tournament.
        reached: In a knockout, a text by bot name on the round that the bot plays or went out in, as
            from `reached_in`; empty in other formats.
    """
    forms = _forms(view)
    if view.value is not None:
        parties = [line for line in view.standings if isinstance(line, PartyStanding)]
        return Lines(
            value=view.value,
            lines=[_party_line(view, line, forms) for line in parties],
            newcomers=[],
            has_elo=False,
            has_record=False,
            elo_is_hidden=False,
        )
    bots = [line for line in view.standings if isinstance(line, Standing)]
    is_ladder = view.spec.format == "ladder"
    has_elo = not is_ladder and all(line.matches >= RATED_FROM for line in bots)
    settled = [line for line in bots if not is_ladder or line.matches >= RATED_FROM]
    ends = [
        end
        for line in settled
        for end in (
            line.rating.mu - _Z95 * line.rating.sigma,
            line.rating.mu + _Z95 * line.rating.sigma,
        )
    ]
    scale = Scale(ends, 4, _BAR_PX - 4) if is_ladder else None
    rated = rate_view(view) if has_elo else None
    lines = [
        _bot_line(line, place, rated, scale, forms, reached)
        for place, line in enumerate(settled, start=1)
    ]
    return Lines(
        value="rating" if is_ladder else "points",
        lines=lines,
        newcomers=[
            _bot_line(line, 0, None, None, forms, reached) for line in bots if line not in settled
        ],
        has_elo=has_elo,
        has_record=True,
        elo_is_hidden=not has_elo and not is_ladder and bool(view.matches),
    )


def _bot_line(
    line: Standing,
    place: int,
    rated: RatedTable | None,
    scale: Scale | None,
    forms: Mapping[str, Sequence[Form]],
    reached: Mapping[str, str],
) -> Line:
    estimate = None if rated is None else rated.elo.of(line.player)
    interval = "" if estimate is None else interval_text(estimate)
    value, bar, shown_place = points_text(line.points), None, str(line.place)
    if scale is not None:
        low, high = (line.rating.mu + side * _Z95 * line.rating.sigma for side in (-1, 1))
        value, interval = signed(line.rating.mu), f"{signed(low)} to {signed(high)}"
        # Newcomers stand apart, so that places of a ladder are counted again without them.
        bar, shown_place = scale.bar(line.rating.mu, low, high), str(place)
    return Line(
        place=shown_place if place else "\N{EN DASH}",
        name=line.player,
        value=value,
        record=f"{line.wins}\N{EN DASH}{line.draws}\N{EN DASH}{line.losses}",
        matches=line.matches,
        forfeits=line.forfeits,
        form=tuple(forms.get(line.player, ())),
        elo="" if estimate is None else estimate_text(estimate),
        interval=interval,
        bar=bar,
        reached=reached.get(line.player, ""),
    )


def _party_line(
    view: TournamentView, line: PartyStanding, forms: Mapping[str, Sequence[Form]]
) -> Line:
    value = two_decimals(line.value) if view.value == "rating" else f"{float(line.value):g}"
    return Line(
        place=str(line.place),
        name=line.entry,
        value=value,
        record="",
        matches=line.matches,
        forfeits=line.forfeits,
        form=tuple(forms.get(line.entry, ())),
    )


def _forms(view: TournamentView) -> dict[str, list[Form]]:
    """Return the last results of each bot or party (team of bots), by name.

    Empty for formats in which bots of one match share their placement.
    """
    if view.spec.format in ("adhoc", "team"):
        return {}
    is_duel = view.spec.has_parties or num_seats(view.spec) == 2
    forms: dict[str, list[Form]] = {}
    if view.spec.has_parties:
        placed = placed_entries(view.spec.party_entries, view.matches)
        results = [(match.players, match.placements) for match in placed]
    else:
        results = [
            (match.labels, tuple(seat.placement for seat in match.end.seats))
            for match in view.matches
        ]
    for players, placements in results:
        firsts = placements.count(1)
        for player, placement in zip(players, placements, strict=True):
            kind = "lost" if placement != 1 else "won" if firsts == 1 else "drawn"
            text = kind[0].upper() if is_duel else str(placement)
            forms.setdefault(player, []).append(Form(text, kind))
    return {player: form[-_FORM:] for player, form in forms.items()}
