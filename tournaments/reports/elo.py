"""Elo ratings of a tournament's results, as people and programs read them."""

from __future__ import annotations

from collections.abc import Sequence

import rich.box
import rich.console
import rich.markup
import rich.table

from tournaments.ratings import EloRatings, Estimate, TwoSeatMatch, rate_elo
from tournaments.spec.errors import TournamentError
from tournaments.store.records import StoredMatch
from tournaments.tables.standings import PlayedMatch

__all__ = [
    "best_first",
    "elo_as_json",
    "estimate_text",
    "interval_text",
    "print_elo",
    "rate_matches",
]


def rate_matches(
    bots: Sequence[str], matches: Sequence[StoredMatch], anchor: str | None
) -> EloRatings:
    """Return the Elo of all bots of a tournament.

    Args:
        bots: Names of all entrants, each version of a bot for itself.
        matches: Their results.
        anchor: Bot whose Elo is 0; None means the mean, see `rate_elo`.

    Raises:
        TournamentError: No bot has the anchor's name, or a match had other than two seats.
    """
    if anchor is not None and anchor not in bots:
        raise TournamentError(f"--anchor must be one of {', '.join(bots)}, not {anchor!r}")
    rated = []
    for match in matches:
        players = match.labels
        if len(players) != 2:
            problem = f"match {match.pairing.number} had {len(players)}"
            raise TournamentError(f"--ratings elo is for matches of two seats; {problem}")
        points = PlayedMatch(players, match.end).points(0)
        rated.append(TwoSeatMatch(match.pairing.block, (players[0], players[1]), points))
    return rate_elo(bots, rated, anchor=anchor)


def print_elo(elo: EloRatings, console: rich.console.Console) -> None:
    """Print a table of the ratings and a line on what else was estimated.

    Args:
        elo: The ratings.
        console: Where to.
    """
    table = rich.table.Table(
        header_style="bold", box=rich.box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False
    )
    table.add_column("bot", overflow="fold")
    for name in ("Elo", "95% interval", "stronger than the next"):
        table.add_column(name, justify="right", no_wrap=True)
    players = best_first(elo)
    for player, rival in zip(players, [*players[1:], None], strict=True):
        estimate = elo.ratings[elo.players.index(player)]
        likely = None if rival is None else elo.likelihood_of_superiority(player, rival)
        share = "" if rival is None else "?" if likely is None else f"{100 * likely:.1f}%"
        table.add_row(
            rich.markup.escape(player), estimate_text(estimate), interval_text(estimate), share
        )
    console.print(table, soft_wrap=False)
    seat = elo.seat_effect
    line = f"seat 0 is worth {estimate_text(seat)} Elo {interval_text(seat)}".rstrip()
    line += f"; equals draw {100 * elo.draw_ratio:.0f}% of their matches"
    line += f"; blocks spread {elo.spread:.2f} times as widely as single matches would"
    console.print(line, soft_wrap=True, highlight=False, markup=False)


def elo_as_json(elo: EloRatings) -> dict[str, object]:
    """Return the ratings as a JSON object; null is what no result bounds."""
    return {
        "model": "davidson",
        "zero": list(elo.zero),
        "bots": [
            {"bot": player, **_estimate_as_json(estimate)}
            for player, estimate in zip(elo.players, elo.ratings, strict=True)
        ],
        "seat_effect": _estimate_as_json(elo.seat_effect),
        "draw_ratio": elo.draw_ratio,
        "spread": elo.spread,
        "superiority": [
            {"bot": player, "rival": rival, "likelihood": likely}
            for player, row in zip(elo.players, elo.superiority, strict=True)
            for rival, likely in zip(elo.players, row, strict=True)
            if rival != player
        ],
    }


def _estimate_as_json(estimate: Estimate) -> dict[str, float | None]:
    return {"elo": estimate.value, "low": estimate.low, "high": estimate.high}


def best_first(elo: EloRatings) -> list[str]:
    """Return those without an upper end, those with an estimate, those without a lower end, the unknown."""

    def place(player: str) -> tuple[int, float]:
        estimate = elo.ratings[elo.players.index(player)]
        if estimate.value is not None:
            return 1, -estimate.value
        if estimate.low is not None:
            return 0, -estimate.low
        return (3, 0.0) if estimate.high is None else (2, -estimate.high)

    return sorted(elo.players, key=place)


def estimate_text(estimate: Estimate) -> str:
    """Return an estimate for people; a bound where there is none, and `?` where nothing is known."""
    if estimate.value is not None:
        return f"{estimate.value:+.0f}"
    if estimate.low is not None:
        return f"> {estimate.low:+.0f}"
    return "?" if estimate.high is None else f"< {estimate.high:+.0f}"


def interval_text(estimate: Estimate) -> str:
    """Return its interval for people; empty where there is none."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return ""
    return "" if estimate.low == estimate.high else f"[{estimate.low:+.0f}, {estimate.high:+.0f}]"
