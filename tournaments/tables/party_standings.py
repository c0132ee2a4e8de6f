"""Tables of team games: values of parties, or of single bots, as exact fractions (DA-7.6)."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.pairings import Pairing
from tournaments.ratings import PlacedMatch
from tournaments.ratings.small_samples import with_unseen
from tournaments.ratings.student import mean_interval
from tournaments.spec.outcomes import SeatResult
from tournaments.store.records import StoredMatch

__all__ = [
    "PartyStanding",
    "adhoc_table",
    "contest_table",
    "placed_entries",
    "team_table",
    "tie_break_names",
]


@dataclasses.dataclass(frozen=True, slots=True)
class PartyStanding:
    """One entry's line in the table of a team game: place, value, interval, and faults."""

    place: int
    """Place in the table, from 1; shared by entries of equal value."""
    entry: str
    """Name of the entry; in the ad-hoc format, name of the bot."""
    matches: int
    """Number of matches that count, that is, of all that have a result."""
    value: Fraction
    """Value that the format ranks by; more is better."""
    strikes: int
    """Number of deadlines missed by all seats of the entry in all matches."""
    forfeits: int
    """Number of seats of the entry that were forfeited in all matches."""
    mean: float = 0.0
    """Mean of the values of the entry's matches: score, points, or score above the mean, by format."""
    low: float | None = None
    """Lower end of the 95% interval of the mean; None where the matches do not determine it, see
    `_interval`.
    """
    high: float | None = None
    """Upper end of the 95% interval of the mean; None where `low` is."""
    tie_breaks: tuple[tuple[str, int], ...] = ()
    """Names and values that decide between equal entries, most important first, summed over
    matches; less is better.
    """


def team_table(
    entries: Mapping[str, tuple[str, ...]], matches: Sequence[StoredMatch]
) -> list[PartyStanding]:
    """Return the table of the team format: entries by the sum of their match scores.

    Ties are broken by the game's tie-breaks (AM-A1), then places are shared.
    """
    lines = _party_table(entries, matches, lambda results, _: Fraction(results[0].score))
    totals = _total_tie_breaks(entries, matches)
    return _placed([dataclasses.replace(line, tie_breaks=totals[line.entry]) for line in lines])


def contest_table(
    entries: Mapping[str, tuple[str, ...]], matches: Sequence[StoredMatch]
) -> list[PartyStanding]:
    """Return the table of the contest format: entries by the sum of their points.

    The points of a match are the share of rivals placed below, plus half the share of rivals tied.
    """
    return _party_table(
        entries,
        matches,
        lambda results, rivals: _points(results[0].placement, rivals),
        bounds=(0.0, 1.0),
    )


def adhoc_table(bots: Sequence[str], matches: Sequence[StoredMatch]) -> list[PartyStanding]:
    """Return the table of the ad-hoc format: bots by their mean score above the mean on the same seed.

    A match that drew separate dice is compared with all such matches.
    """
    on_seed: dict[str, list[int]] = collections.defaultdict(list)
    for match in matches:
        on_seed[_compared_in(match)].append(match.end.seats[0].score)
    mean = {key: Fraction(sum(scores), len(scores)) for key, scores in on_seed.items()}
    lines = []
    for bot in bots:
        played = [match for match in matches if bot in match.pairing.players]
        over = [match.end.seats[0].score - mean[_compared_in(match)] for match in played]
        rating = sum(over, Fraction()) / len(over) if over else Fraction()
        own = [match.end.seats[match.pairing.players.index(bot)] for match in played]
        lines.append(_line(bot, over, rating, own))
    return _placed(lines)


def placed_entries(
    entries: Mapping[str, tuple[str, ...]], matches: Sequence[StoredMatch]
) -> list[PlacedMatch]:
    """Return the placements of entries, as if each entry were a player with one seat.

    In a match of several parties, entries are placed as in the match. Parties that play alone are
    placed within their block (the matches on one seed), which is the same for all: by match score,
    then by the game's tie-breaks (AM-A1); blocks that not all entries have played yet are left out.

    Args:
        entries: Bots of each entry in seat order, by the entry's name.
        matches: Matches that count.
    """
    names = {bots: name for name, bots in entries.items()}
    size = len(next(iter(entries.values())))
    placed = []
    alone: dict[str, dict[str, tuple[int, ...]]] = {}
    for match in matches:
        parties = _parties(match.pairing, match.end.seats, size)
        if len(parties) > 1:
            who = tuple(names[bots] for bots, _ in parties)
            places = tuple(results[0].placement for _, results in parties)
            placed.append(PlacedMatch(match.pairing.block, who, places))
        else:
            ((bots, results),) = parties
            worse = (-results[0].score, *(value for _, value in results[0].tie_breaks))
            alone.setdefault(match.pairing.block, {})[names[bots]] = worse
    for block, keys in alone.items():
        # Entries that have not played the block yet would be placed behind all others.
        if len(keys) == len(entries) > 1:
            order = [keys[name] for name in entries]
            places = tuple(1 + sum(other < own for other in order) for own in order)
            placed.append(PlacedMatch(block, tuple(entries), places))
    return placed


def _compared_in(match: StoredMatch) -> str:
    """Return the key of the group of matches with whose scores that of this match is compared.

    It is the key of its block (matches that share a seed); empty for a match without a seed.
    """
    return "" if match.pairing.seed is None else match.pairing.block


def _points(placement: int, rivals: Sequence[int]) -> Fraction:
    below = sum(other > placement for other in rivals)
    tied = sum(other == placement for other in rivals)
    return Fraction(2 * below + tied, 2 * len(rivals))


def _party_table(
    entries: Mapping[str, tuple[str, ...]],
    matches: Sequence[StoredMatch],
    value_of: Callable[[Sequence[SeatResult], Sequence[int]], Fraction],
    *,
    bounds: tuple[float, float] | None = None,
) -> list[PartyStanding]:
    """Return a table ranked by the sum of values.

    Args:
        entries: Bots of each entry in seat order, by the entry's name.
        matches: Matches that count.
        value_of: Returns the value of a match for a party, from the results of its seats and the
            placements of all other parties.
        bounds: Lowest and highest value of a match; None if it has no bounds.
    """
    names = {bots: name for name, bots in entries.items()}
    values: dict[str, list[Fraction]] = {name: [] for name in entries}
    seats: dict[str, list[SeatResult]] = {name: [] for name in entries}
    size = len(next(iter(entries.values())))
    for match in matches:
        parties = _parties(match.pairing, match.end.seats, size)
        placements = [results[0].placement for _, results in parties]
        for index, (bots, results) in enumerate(parties):
            rivals = placements[:index] + placements[index + 1 :]
            values[names[bots]].append(value_of(results, rivals))
            seats[names[bots]] += results
    return _placed(
        [
            _line(name, values[name], sum(values[name], Fraction()), seats[name], bounds)
            for name in entries
        ]
    )


def _total_tie_breaks(
    entries: Mapping[str, tuple[str, ...]], matches: Sequence[StoredMatch]
) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the sums of each entry's tie-breaks, in the order in which the game names them."""
    names = {bots: name for name, bots in entries.items()}
    totals: dict[str, dict[str, int]] = {name: {} for name in entries}
    size = len(next(iter(entries.values())))
    for match in matches:
        for bots, results in _parties(match.pairing, match.end.seats, size):
            own = totals[names[bots]]
            for tie_break, value in results[0].tie_breaks:
                own[tie_break] = own.get(tie_break, 0) + value
    return {name: tuple(own.items()) for name, own in totals.items()}


def _parties(
    pairing: Pairing, results: tuple[SeatResult, ...], size: int
) -> list[tuple[tuple[str, ...], tuple[SeatResult, ...]]]:
    starts = range(0, len(results), size)
    return [
        (pairing.players[start : start + size], results[start : start + size]) for start in starts
    ]


def _line(
    entry: str,
    values: Sequence[Fraction],
    value: Fraction,
    results: Sequence[SeatResult],
    bounds: tuple[float, float] | None = None,
) -> PartyStanding:
    strikes = sum(result.strikes for result in results)
    forfeits = sum(result.forfeit is not None for result in results)
    samples = [float(sample) for sample in values]
    low, high = _interval(samples, bounds) or (None, None)
    mean = sum(samples) / len(samples) if samples else 0.0
    return PartyStanding(0, entry, len(values), value, strikes, forfeits, mean, low, high)


def _interval(
    samples: list[float], bounds: tuple[float, float] | None
) -> tuple[float, float] | None:
    """Return the 95% interval of the mean of matches, within `bounds` if the values have any.

    None for fewer than two matches, and for equal values without bounds: then it is unknown how far
    another match may differ.

    Args:
        samples: Value of each match.
        bounds: Lowest and highest value of a match; None if it has no bounds.
    """
    found = mean_interval(samples)
    if found is None:
        return None
    if bounds is not None:
        return with_unseen(sum(samples) / len(samples), *found, len(samples), bounds)
    return None if len(set(samples)) == 1 else found


def _placed(lines: list[PartyStanding]) -> list[PartyStanding]:
    """Return the lines best first, with places.

    Equal entries share a place and stay in order of entry.
    """
    return [
        dataclasses.replace(line, place=1 + sum(_key(other) < _key(line) for other in lines))
        for line in sorted(lines, key=_key)
    ]


def tie_break_names(lines: Iterable[PartyStanding]) -> tuple[str, ...]:
    """Return the names of the tie-breaks of all lines, most important first.

    Empty if no line has a match.
    """
    return tuple({name: None for line in lines for name, _ in line.tie_breaks})


def _key(line: PartyStanding) -> tuple[Fraction, ...]:
    return (-line.value, *(Fraction(value) for _, value in line.tie_breaks))
