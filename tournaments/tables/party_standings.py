"""Tables of team games: points of parties, or of bots among strangers, as exact fractions (DA-7.6)."""

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
    """One entry's line in the table."""

    place: int
    """From 1; shared by entries of equal value."""
    entry: str
    """Name of the entry; of the bot, where parties are made of strangers."""
    matches: int
    """Matches that counted."""
    value: Fraction
    """What the format ranks by; more is better."""
    strikes: int
    """Deadlines missed by all its seats in all matches."""
    forfeits: int
    """Seats of it that were taken out."""
    mean: float = 0.0
    """Mean of the values of its matches: their score, points, or score above the mean."""
    low: float | None = None
    """Lower end of the 95% interval of the mean; None where the matches don't determine it, see `_interval`."""
    high: float | None = None
    """Upper end of it."""
    tie_breaks: tuple[tuple[str, int], ...] = ()
    """What decides between equal values, most important first, summed over its matches; less is better."""


def team_table(
    entries: Mapping[str, tuple[str, ...]], matches: Sequence[StoredMatch]
) -> list[PartyStanding]:
    """Return the team format: the sum of match scores; ties by what the game breaks them by (AM-A1), then shared."""
    lines = _party_table(entries, matches, lambda results, _: Fraction(results[0].score))
    totals = _total_tie_breaks(entries, matches)
    return _placed([dataclasses.replace(line, tie_breaks=totals[line.entry]) for line in lines])


def contest_table(
    entries: Mapping[str, tuple[str, ...]], matches: Sequence[StoredMatch]
) -> list[PartyStanding]:
    """Return the value in the contest format: of each match, the share of rivals placed below plus half of those tied."""
    return _party_table(
        entries,
        matches,
        lambda results, rivals: _points(results[0].placement, rivals),
        bounds=(0.0, 1.0),
    )


def adhoc_table(bots: Sequence[str], matches: Sequence[StoredMatch]) -> list[PartyStanding]:
    """Return the ad-hoc format: the mean of match score minus mean score of all matches on the same seed.

    Matches that had their own dice are compared with all such.
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
    """Return what matches say of entries, as if each entry were a player with one seat.

    In a match of several parties they are placed as in the match. Parties that play alone are placed in
    their block, which is the same for all: by match score, then by what the game breaks ties by (AM-A1);
    blocks that not all entries have played yet are left out.

    Args:
        entries: Bots of each entry in seat order, by its name.
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
        if len(keys) == len(entries) > 1:
            order = [keys[name] for name in entries]
            places = tuple(1 + sum(other < own for other in order) for own in order)
            placed.append(PlacedMatch(block, tuple(entries), places))
    return placed


def _compared_in(match: StoredMatch) -> str:
    """Key of the matches with whose scores that of a match is compared."""
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
    """Return a table by the sum of values.

    Args:
        entries: Bots of each entry in seat order, by its name.
        matches: Matches that count.
        value_of: What a match is worth to a party, from its seats' results and the placements of
            all other parties.
        bounds: Least and largest value of a match; None if it has none.
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
    """Return sums of the tie-breaks of each entry's parties, in the order in which the game names them."""
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
    """95% interval of the mean of matches, on their scale if that has ends.

    None of fewer than two matches, and of equal ones on a scale without ends: how far another match may be off
    is unknown then.
    """
    found = mean_interval(samples)
    if found is None:
        return None
    if bounds is not None:
        return with_unseen(sum(samples) / len(samples), *found, len(samples), bounds)
    return None if len(set(samples)) == 1 else found


def _placed(lines: list[PartyStanding]) -> list[PartyStanding]:
    """Best first; equals share a place and stay in order of entry."""
    return [
        dataclasses.replace(line, place=1 + sum(_key(other) < _key(line) for other in lines))
        for line in sorted(lines, key=_key)
    ]


def tie_break_names(lines: Iterable[PartyStanding]) -> tuple[str, ...]:
    """Return names of the tie-breaks of all lines, most important first; entries without a match have none."""
    return tuple({name: None for line in lines for name, _ in line.tie_breaks})


def _key(line: PartyStanding) -> tuple[Fraction, ...]:
    return (-line.value, *(Fraction(value) for _, value in line.tie_breaks))
