"""Elo ratings of a tournament's results, as text for people and as JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

import rich.console

from tournaments.ratings import EloRatings, Estimate, PlacedMatch, rate_elo, score_elo
from tournaments.ratings.watching import FIRST_LOOK
from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.view import TournamentView
from tournaments.reports.wording import signed
from tournaments.spec.errors import TournamentError
from tournaments.store.records import StoredMatch
from tournaments.tables.party_standings import placed_entries

__all__ = [
    "RatedTable",
    "ahead_text",
    "best_first",
    "chance_line",
    "elo_as_json",
    "estimate_as_json",
    "estimate_text",
    "few_line",
    "interval_text",
    "placed",
    "print_elo",
    "rate_view",
    "seats_line",
    "superiority_text",
    "watched_text",
]

_STEP = 100.0
"""Elo difference for which the report says how often the better one wins."""


@dataclasses.dataclass(frozen=True, slots=True)
class RatedTable:
    """Elo ratings of all bots, or parties (teams of bots), in a tournament's table."""

    elo: EloRatings
    """Elo of all lines of the table by Davidson's model, with intervals."""
    scores: Mapping[str, Estimate]
    """Elo computed from the share of points alone, by bot, as tools for engine matches show it; empty
    unless matches have two seats.
    """


def rate_view(
    view: TournamentView,
    anchor: str | None = None,
    *,
    matches: Sequence[StoredMatch] | None = None,
) -> RatedTable | None:
    """Return the ratings of the lines of a tournament's table; None for ad-hoc parties.

    The bots of an ad-hoc party share their placement, so results do not compare them.

    Args:
        view: The tournament.
        anchor: Name of the line whose Elo is 0; None means the mean, see `rate_elo`.
        matches: Matches that count; None means all with a result.

    Raises:
        TournamentError: There is no such line, or there are no ratings to anchor.
    """
    if view.spec.format == "adhoc":
        if anchor is not None:
            raise TournamentError("--anchor: bots of an ad-hoc tournament have no Elo")
        return None
    names = list(view.spec.party_entries) if view.spec.has_parties else view.entrants
    if anchor is not None and anchor not in names:
        raise TournamentError(f"--anchor must be one of {', '.join(names)}, not {anchor!r}")
    counted = view.matches if matches is None else matches
    if view.spec.has_parties:
        results = placed_entries(view.spec.party_entries, counted)
    else:
        results = [placed(match) for match in counted]
    # Seats of a party differ by their roles, which all parties have alike.
    elo = rate_elo(names, results, anchor=anchor, has_effects=not view.spec.has_parties)
    scores = {}
    if elo.num_seats == 2:
        is_duel = len(names) == 2
        scores = {name: score_elo(name, results, is_duel=is_duel) for name in names}
    return RatedTable(elo, scores)


def placed(match: StoredMatch) -> PlacedMatch:
    """Return a stored match as models of strength use it, with a player for each version of a bot."""
    placements = tuple(seat.placement for seat in match.end.seats)
    return PlacedMatch(match.pairing.block, match.labels, placements)


def print_elo(
    rated: RatedTable, console: rich.console.Console, titled: Callable[[str], str] = str
) -> None:
    """Print details of the ratings, the best first, and what the columns mean.

    Args:
        rated: The ratings.
        console: Console to print on.
        titled: Returns the text that is shown in place of a name.
    """
    elo = rated.elo
    players = best_first(elo)
    rows: list[Row] = []
    for player, rival in zip(players, [*players[1:], None], strict=True):
        estimate = elo.of(player)
        cells = (
            *(estimate_text(estimate), interval_text(estimate), watched_text(estimate)),
            *(ahead_text(elo, estimate), superiority_text(elo, player, rival)),
        )
        rows.append(("", player, cells))
    columns = ("Elo", "95% interval", "at any time", "ahead of 0", "above next")
    table = narrow_table(("", "name"), columns, rows, width=console.width, titled=titled)
    console.print(table, soft_wrap=False)
    for line in (
        "at any time: holds at all moments at once for who looks after every block,"
        f" from {FIRST_LOOK} on",
        "ahead of 0: chance to be placed ahead of a player whose Elo is 0",
        "above next: likelihood to be stronger than the next line",
    ):
        console.print(line, soft_wrap=True, highlight=False, markup=False)
    if rated.scores:
        rows = [
            ("", player, [estimate_text(score), interval_text(score), watched_text(score)])
            for player, score in ((player, rated.scores[player]) for player in players)
        ]
        heads = ("score Elo", "95% interval", "at any time")
        table = narrow_table(("", "name"), heads, rows, width=console.width, titled=titled)
        console.print(table, soft_wrap=False)
        line = "score Elo: logistic Elo of the share of points, as match runners show it"
        console.print(line, soft_wrap=True, highlight=False, markup=False)


def chance_line(elo: EloRatings) -> str:
    """Return a line that says what an Elo difference means in results."""
    ahead, tie = elo.chances(_STEP)
    text = f"{_STEP:.0f} more are placed ahead {100 * ahead:.0f} times of 100"
    if tie > 0:
        text += f" and tie {100 * tie:.0f}; equals tie {100 * elo.tie_chance:.0f}"
    return f"Elo: Davidson's model of each two seats, all matches at once; {text}"


def few_line(elo: EloRatings) -> str | None:
    """Return a warning line if the ratings rest on few blocks (samples of matches); else None."""
    if not elo.is_few:
        return None
    blocks = "block" if elo.num_blocks == 1 else "blocks"
    return (
        f"*: from {elo.num_blocks} {blocks} only; intervals by Bell and McCaffrey's correction for few samples"
        " and Student's t, to be taken with care"
    )


def seats_line(elo: EloRatings) -> str | None:
    """Return a line about how much each seat is worth.

    None if seats are all alike or nothing is known.
    """
    if not elo.seats or all(seat.low is None and seat.high is None for seat in elo.seats):
        return None
    if len(elo.seats) == 2:
        seat = elo.seats[0]
        return f"seat 0 is worth {estimate_text(seat)} Elo {interval_text(seat)}".rstrip()
    text = ", ".join(
        f"{number}: {estimate_text(seat)} {interval_text(seat)}".rstrip()
        for number, seat in enumerate(elo.seats)
    )
    return f"Elo that seats are worth more than the mean of the others: {text}"


def elo_as_json(rated: RatedTable) -> dict[str, object]:
    """Return the ratings as a JSON object; a value that no result bounds is null."""
    elo = rated.elo
    values = [estimate.value for estimate in elo.ratings]
    return {
        "model": "davidson",
        "zero": list(elo.zero),
        "blocks": elo.num_blocks,
        "few_blocks": elo.is_few,
        "bots": [
            {"bot": player, **estimate_as_json(estimate)}
            for player, estimate in zip(elo.players, elo.ratings, strict=True)
        ],
        "seats": [
            {"seat": seat, **estimate_as_json(estimate)} for seat, estimate in enumerate(elo.seats)
        ],
        "draw_ratio": elo.tie_chance,
        "superiority": [
            {
                "bot": player,
                "rival": rival,
                "likelihood": likely,
                **_chances_as_json(elo, values[row], values[column]),
            }
            for row, player in enumerate(elo.players)
            for column, (rival, likely) in enumerate(
                zip(elo.players, elo.superiority[row], strict=True)
            )
            if rival != player
        ],
        "score_elo": [
            {"bot": player, **estimate_as_json(estimate)}
            for player, estimate in rated.scores.items()
        ],
    }


def _chances_as_json(
    elo: EloRatings, own: float | None, rival: float | None
) -> dict[str, float | None]:
    if own is None or rival is None:
        return {"ahead": None, "tie": None}
    ahead, tie = elo.chances(own - rival)
    return {"ahead": ahead, "tie": tie}


def estimate_as_json(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate with its intervals as a JSON object; missing values are null."""
    return {
        "elo": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "watched_low": estimate.watched_low,
        "watched_high": estimate.watched_high,
    }


def best_first(elo: EloRatings) -> list[str]:
    """Return the players, best first.

    First come those without an upper bound, then those with an estimate, those without a lower
    bound, and last those of whom nothing is known.
    """

    def place(player: str) -> tuple[int, float]:
        estimate = elo.of(player)
        if estimate.value is not None:
            return 1, -estimate.value
        if estimate.low is not None:
            return 0, -estimate.low
        return (3, 0.0) if estimate.high is None else (2, -estimate.high)

    return sorted(elo.players, key=place)


def estimate_text(estimate: Estimate) -> str:
    """Return the value of an estimate as text.

    Without a value, return `> ` and the lower bound, or else `< ` and the upper bound, or else `?`.
    """
    if estimate.value is not None:
        return signed(estimate.value)
    if estimate.low is not None:
        return f"> {signed(estimate.low)}"
    return "?" if estimate.high is None else f"< {signed(estimate.high)}"


def interval_text(estimate: Estimate) -> str:
    """Return an estimate's 95% interval as text.

    Empty if there is none, or the estimate is exact.
    """
    if estimate.value is None:
        return ""
    return _ends_text(estimate.low, estimate.high)


def watched_text(estimate: Estimate) -> str:
    """Return as text the wider 95% interval, which holds even if it is read after every block of matches.

    `> ...` or `< ...` if it has only one end; empty if there is none.
    """
    low, high = estimate.watched_low, estimate.watched_high
    if low is not None and high is None:
        return f"> {signed(low)}"
    if low is None and high is not None:
        return f"< {signed(high)}"
    return _ends_text(low, high)


def _ends_text(low: float | None, high: float | None) -> str:
    if low is None or high is None or low == high:
        return ""
    return f"[{signed(low)}, {signed(high)}]"


def ahead_text(elo: EloRatings, estimate: Estimate) -> str:
    """Return the probability of being placed ahead of a player with Elo 0, as text.

    Args:
        elo: The ratings, whose model gives the probability.
        estimate: Elo of the player that is placed ahead; `?` is returned if it has no value.
    """
    return "?" if estimate.value is None else f"{100 * elo.chances(estimate.value)[0]:.1f}%"


def superiority_text(elo: EloRatings, player: str, rival: str | None) -> str:
    """Return how likely a player is stronger than the rival, as text; empty without a rival."""
    if rival is None:
        return ""
    likely = elo.likelihood_of_superiority(player, rival)
    return "?" if likely is None else f"{100 * likely:.1f}%"
