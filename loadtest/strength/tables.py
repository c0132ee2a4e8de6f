"""Tables of a measurement: lengths and ends of matches, strength, seats, and thinking times."""

from __future__ import annotations

import collections
import json
import math
import statistics
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from loadtest.figures import at_most, mean_interval
from loadtest.strength.series import PlayedMatch, Series
from referee.core.intervals import share_interval

__all__ = ["MOST_ERRORS", "Result", "most_off", "seat_shares", "share_cell", "tables"]

MOST_ERRORS = 5
"""Number of standard errors by which a seat's share of wins may differ from a fair share, where all
seats play alike."""
Result = tuple[Series, Sequence[PlayedMatch]]
"""A series, and its played matches."""
_Rows = Callable[[Sequence[PlayedMatch]], Iterator[list[object]]]
_MARKS = {"least": 0, "5 %": 5, "25 %": 25, "median": 50, "75 %": 75, "95 %": 95, "most": 100}


def tables(results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of all tables for some series' results, with empty lines between tables."""
    yield from _table(
        ("matches", "mean length", *_MARKS, "ended by, % (95 %)", "besides"), results, _ends
    )
    several = [result for result in results if len(set(result[0].bots)) > 1]
    if several:
        yield ""
        yield from _table(
            (
                "bot",
                "score (95 %)",
                "points",
                "wins (95 %)",
                "before the others, % of pairs",
                "refused",
            ),
            several,
            _strengths,
        )
    alike = [result for result in results if len(set(result[0].bots)) == 1]
    if alike:
        yield ""
        yield from _table(
            ("fair share, %", "standard error", "wins of seats 0, 1, 2, ..., %", "most off"),
            alike,
            _seats,
        )
    if any(one.match.spent_ns[0] for _, played in results for one in played):
        yield ""
        yield from _table(
            ("bot", "phase", "decisions", "ms: median", "99 %", "most"), results, _thinking
        )


def _table(columns: Sequence[str], results: Sequence[Result], rows_of: _Rows) -> Iterator[str]:
    heads = ("field", "seats", "config", *columns)
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for series, played in results:
        config = json.dumps(dict(series.config))[1:-1] or "default"
        for row in rows_of(played):
            cells = [" ".join(series.bots), series.seats, config, *row]
            yield f"| {' | '.join(map(str, cells))} |"


def share_cell(count: float, trials: int) -> str:
    """Return the share of `count` in `trials` in percent, with its 95 % interval by Wilson."""
    low, high = share_interval(count, trials)
    return f"{100 * count / trials:.2f} ({100 * low:.2f} to {100 * high:.2f})"


def _ends(played: Sequence[PlayedMatch]) -> Iterator[list[object]]:
    lengths = [one.match.length for one in played]
    marks = np.percentile(lengths, list(_MARKS.values()), method="nearest").astype(int).tolist()
    causes = collections.Counter(one.match.end for one in played)
    ends = ", ".join(
        f"{cause} {share_cell(count, len(played))}" for cause, count in sorted(causes.items())
    )
    besides = [
        f"{name} {_mean_cell([one.match.measures[name] for one in played])}"
        for name in played[0].match.measures
    ]
    yield [len(played), f"{statistics.fmean(lengths):.1f}", *marks, ends, ", ".join(besides)]


def _mean_cell(samples: Sequence[float]) -> str:
    mean = statistics.fmean(samples)
    if len(samples) < 2:
        return f"{mean:.3f}"
    return f"{mean:.3f} ± {mean_interval(samples)[1] - mean:.3f}"


def _strengths(played: Sequence[PlayedMatch]) -> Iterator[list[object]]:
    """Yield a row for each bot, the weakest first.

    Scores are means over the bot's seats, one sample a match.
    """
    scores: dict[str, list[float]] = collections.defaultdict(list)
    points: dict[str, list[float]] = collections.defaultdict(list)
    wins: dict[str, list[float]] = collections.defaultdict(list)
    before: dict[tuple[str, str], float] = collections.defaultdict(float)
    pairs: collections.Counter[tuple[str, str]] = collections.Counter()
    refused: collections.Counter[str] = collections.Counter()
    for one in played:
        places = _place_scores(one.match.placements)
        for name in set(one.bots):
            seats = [seat for seat, bot in enumerate(one.bots) if bot == name]
            scores[name].append(statistics.fmean(places[seat] for seat in seats))
            points[name].append(statistics.fmean(one.match.scores[seat] for seat in seats))
            wins[name].append(math.fsum(one.match.wins[seat] for seat in seats))
            refused[name] += sum(sum(one.match.refusals[seat].values()) for seat in seats)
        for seat, own in enumerate(one.bots):
            for other_seat, other in enumerate(one.bots):
                if own != other:
                    pairs[own, other] += 1
                    ahead, behind = one.match.placements[other_seat], one.match.placements[seat]
                    before[own, other] += (ahead > behind) + (ahead == behind) / 2
    for name in sorted(scores, key=lambda name: statistics.fmean(scores[name])):
        rivals = ", ".join(
            f"{other} {100 * before[name, other] / count:.0f}"
            for (own, other), count in sorted(pairs.items())
            if own == name
        )
        share = share_cell(math.fsum(wins[name]), len(wins[name]))
        yield [
            name,
            _mean_cell(scores[name]),
            f"{statistics.fmean(points[name]):.1f}",
            share,
            rivals,
            refused[name],
        ]


def _place_scores(placements: Sequence[int]) -> list[float]:
    """Return a score for the placement of each seat: 1 for the first place, 0 for the last.

    Scores between are evenly spaced. Seats that tie share the mean.
    """
    rivals = len(placements) - 1
    return [
        (sum(other > own for other in placements) + (placements.count(own) - 1) / 2) / rivals
        for own in placements
    ]


def seat_shares(played: Sequence[PlayedMatch]) -> tuple[npt.NDArray[np.float64], float]:
    """Return each seat's share of wins, 0 to 1, and the standard error of a fair share."""
    shares: npt.NDArray[np.float64] = np.array([one.match.wins for one in played]).mean(axis=0)
    fair = 1 / len(shares)
    return shares, math.sqrt(fair * (1 - fair) / len(played))


def most_off(played: Sequence[PlayedMatch]) -> float:
    """Return the largest difference of a seat's share of wins from a fair share, in standard errors."""
    shares, error = seat_shares(played)
    return float(np.abs(shares - 1 / len(shares)).max() / error)


def _seats(played: Sequence[PlayedMatch]) -> Iterator[list[object]]:
    shares, error = seat_shares(played)
    percents = ", ".join(f"{100 * share:.2f}" for share in shares)
    yield [f"{100 / len(shares):.2f}", f"{100 * error:.2f}", percents, f"{most_off(played):.1f}"]


def _thinking(played: Sequence[PlayedMatch]) -> Iterator[list[object]]:
    spent: dict[tuple[str, str], list[int]] = collections.defaultdict(list)
    for one in played:
        for bot, phases in zip(one.bots, one.match.spent_ns, strict=True):
            for phase, nanoseconds in phases.items():
                spent[bot, phase].extend(nanoseconds)
    for (bot, phase), values in sorted(spent.items()):
        marks = [f"{at_most(values, share) / 1e6:.2f}" for share in (0.5, 0.99, 1)]
        yield [bot, phase, len(values), *marks]
