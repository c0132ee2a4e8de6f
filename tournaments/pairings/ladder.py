"""Ladder format: each round pairs the bots whose match is most informative, for any number of rounds.

The information of a match is, for each two of its seats, the variance of the difference of their
strengths times the probability of either result: high if little is known of how the two compare,
and if the result is open. So a bot soon meets its equals, and no match is spent on a result that is
known beforehand. A match counts for more if its bots may belong to the best four.

A round is planned match by match from the results of all earlier rounds, each match as if those
planned before it had been played, so a bot may play several matches of a round. Further guarantees
are in `LadderTerms`.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.pairings.base import Pairing, Seeds
from tournaments.pairings.seat_designs import block_rows
from tournaments.pairings.waves import Block, Points, Waves
from tournaments.ratings import Rating
from tournaments.ratings.joint_strengths import JointStrengths
from tournaments.ratings.strengths import ELO

__all__ = ["Ladder", "LadderTerms", "balanced_seats", "ladder_ratings"]

_Flags = npt.NDArray[np.bool_]
_Matrix = npt.NDArray[np.float64]

_TOP = 4


@dataclasses.dataclass(frozen=True, slots=True)
class LadderTerms:
    """What a ladder guarantees its bots; the numbers were chosen by `python -m loadtest.ladder`."""

    longest_wait: int = 3
    """Number of rounds, from 2, within which each bot plays at least once."""
    most_blocks: int = 4
    """Highest number of blocks (matches of the same bots in different seats) of a round that one
    bot may play, from 3.
    """
    settled: float = 60 / ELO
    """A bot whose strength, relative to the mean, has a standard deviation above this is a
    newcomer; in natural logarithms of odds.
    """
    newcomers_share: float = 0.5
    """Largest share of a round's blocks (matches of the same bots) that have newcomers, 0..1,
    rounded up. It may be exceeded if there are not enough settled bots for the others, or if a
    newcomer has waited longest.
    """
    top_rounds: int = 4
    """Two of the best four must meet if they have not met for this number of rounds, from 1."""
    focus: float = 1.0
    """How fast a bot's worth falls with z, its distance behind the fourth in standard deviations: 1
    / (1 + focus x z^2); 0 makes all bots worth the same.
    """


class Ladder(Waves):
    """Schedule of a ladder: a round has as many blocks (groups of bots that meet) as its bots can fill.

    Adding rounds or players changes nothing about earlier rounds.

    Args:
        players: Names, at least `seats`, all different.
        rounds: Number of rounds, from 1.
        seeds: Gives each block its seed.
        seats: Number of players in a match, from 2.
        one_seating: Whether a block is a single match; if not, one match for each row of a seat
            design.
        ring: Whether the game's table is a ring: the last seat is next to the first.
        entered: For each player, the number of the last pairing that was known when the player was
            added; it takes part from the first round planned after that pairing. 0 for players from
            the beginning, of whom there are at least `seats`. None means that all were there from
            the beginning.
        terms: Guarantees; None for the usual ones.

    Raises:
        ValueError: There are too few players, or `entered` does not fit them.
    """

    def __init__(
        self,
        players: Sequence[str],
        *,
        rounds: int,
        seeds: Seeds,
        seats: int = 2,
        one_seating: bool = False,
        ring: bool = False,
        entered: Sequence[int] | None = None,
        terms: LadderTerms | None = None,
    ) -> None:
        super().__init__(seeds)
        self._players = tuple(players)
        self._places = {player: place for place, player in enumerate(players)}
        self._entered = _checked_entered(players, entered, seats)
        self._rounds = rounds
        self._seats = seats
        self._one_seating = one_seating
        self._ring = ring
        self._matches_of_block = 1 if one_seating else len(block_rows(seats, ring=ring))
        self._terms = terms or LadderTerms()
        self._round = 0
        self.strengths = JointStrengths(len(players), seats)
        """Strengths estimated from all complete rounds."""
        self._last_played = [0] * len(players)
        self._last_met: dict[tuple[int, int], int] = {}
        self._sat = np.zeros((len(players), seats), np.int64)

    @property
    def total(self) -> int:
        """Number of matches of all rounds, with the players added so far."""
        # Planned round by round until all added players take part: rounds before have fewer matches.
        number, left = 0, self._rounds
        while left and number < max(self._entered):
            number += len(self._here(number)) // self._seats * self._matches_of_block
            left -= 1
        return number + left * (len(self._players) // self._seats) * self._matches_of_block

    def _here(self, number: int) -> list[int]:
        """Return the bots that take part in a round, as indices.

        `number` is the number of pairings planned before the round: bots added later do not take
        part.
        """
        return [place for place, entered in enumerate(self._entered) if entered <= number]

    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """Add the result of a pairing, if it has one, to its round and to the strengths.

        Args:
            pairing: The pairing.
            placements: Rank of each seat from 1; None if the match is left without a result.
        """
        super().record(pairing, placements)
        if placements is not None:
            self.strengths.observe([self._places[player] for player in pairing.players], placements)

    def _plan(self, points: Points) -> Sequence[Block]:
        if self._round == self._rounds:
            return ()
        # Fitted once a round and not at each result: results come in any order, and a resumed run must plan the
        # same rounds from them.
        if points:
            self.strengths.fit()
        self._round += 1
        here = self._here(self._number)
        plan = _Round(
            self.strengths,
            here,
            seats=self._seats,
            matches_of_block=self._matches_of_block,
            waiting=self._waiting(here),
            due=self._due_at_the_top(here),
            terms=self._terms,
        )
        groups = plan.groups()
        for group in groups:
            for place in group:
                self._last_played[place] = self._round
            # Sorted, since the keys of `_last_met` have the lower index first.
            for pair in itertools.combinations(sorted(group), 2):
                self._last_met[pair] = self._round
        return [self._block(group) for group in groups]

    def _waiting(self, here: Sequence[int]) -> list[int]:
        """Return those of the bots `here` that must play in the next round, the longest waiting first."""
        latest = self._round - self._terms.longest_wait
        waiting = [place for place in here if self._last_played[place] <= max(latest, 0)]
        return sorted(waiting, key=lambda place: (self._last_played[place], place))

    def _due_at_the_top(self, here: Sequence[int]) -> list[tuple[int, int]]:
        """Return the pairs of the best four of the bots `here` that must meet in the next round.

        Pairs that have not met for the longest time come first.
        """
        mean = self.strengths.mean
        top = sorted(here, key=lambda place: (-float(mean[place]), place))[:_TOP]
        latest = self._round - self._terms.top_rounds
        pairs = [
            (self._last_met.get(pair, 0), pair) for pair in itertools.combinations(sorted(top), 2)
        ]
        return [pair for last, pair in sorted(pairs) if last <= latest]

    def _block(self, group: Sequence[int]) -> Block:
        names = [self._players[place] for place in group]
        return f"{self._round}:{':'.join(sorted(names))}", tuple(names)

    def _seatings(self, players: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
        if not self._one_seating:
            rows = block_rows(len(players), self._round - 1, ring=self._ring)
            return [tuple(players[place] for place in row) for row in rows]
        places = [self._places[player] for player in players]
        seats = balanced_seats(self._sat[places])
        self._sat[places, seats] += 1
        seating = [""] * len(players)
        for player, seat in zip(players, seats, strict=True):
            seating[seat] = player
        return [tuple(seating)]


def _checked_entered(
    players: Sequence[str], entered: Sequence[int] | None, seats: int
) -> tuple[int, ...]:
    entered = tuple(entered) if entered is not None else (0,) * len(players)
    if len(entered) != len(players):
        raise ValueError(
            f"entered must be {len(players)} numbers, one a player, not {len(entered)}"
        )
    if min(entered, default=0) < 0:
        raise ValueError(f"entered must be numbers from 0, not {min(entered)}")
    if entered.count(0) < seats:
        raise ValueError(
            f"players from the beginning must be at least {seats}, the seats, not {entered.count(0)}"
        )
    return entered


class _Round:
    """Plans the blocks of one round of a ladder, one after another, from the strengths so far."""

    def __init__(
        self,
        strengths: JointStrengths,
        here: Sequence[int],
        *,
        seats: int,
        matches_of_block: int,
        waiting: Sequence[int],
        due: Sequence[tuple[int, int]],
        terms: LadderTerms,
    ) -> None:
        size = len(strengths.mean)
        self._seats = seats
        self._terms = terms
        self._blocks = len(here) // seats
        self._due = list(due)
        self._waits = _flags(waiting, size)
        # Promises come before information: as soon as the spare seats are used up, only bots that must play are
        # chosen.
        self._spare = self._blocks * seats - len(waiting)
        """Number of seats left that are not reserved for bots that must play."""
        deviations = np.zeros(size)
        # Relative to the mean of the bots that take part, since only differences of strengths
        # matter.
        deviations[list(here)] = strengths.deviations(here)
        self._is_new = deviations > terms.settled
        self._for_newcomers = math.ceil(terms.newcomers_share * self._blocks)
        self._played = np.zeros(size, np.int64)
        self._free = _flags(here, size)
        """bool[bot]: whether the bot may play another block (in another group of bots) of this
        round.
        """
        # The diagonal is set, so that no bot is paired with itself.
        self._have_met = np.eye(size, dtype=np.bool_)
        worth = _worth(strengths, here, terms.focus)
        self._information = strengths.pair_information() * matches_of_block
        self._gains = strengths.gains()
        self._wanted = self._gains * (worth[:, None] + worth[None, :])
        self._variances = deviations * deviations

    def groups(self) -> list[list[int]]:
        """Return the bots of each block (group of bots that meet) of the round."""
        groups = []
        for _ in range(self._blocks):
            groups.append(self._next_group())
            self._take(groups[-1])
        return groups

    def _next_group(self) -> list[int]:
        """Return the bots of the next block (group of bots that meet).

        They are a first pair, and then, one by one, those that add most information.
        """
        group = list(self._first_pair())
        for_newcomers = self._for_newcomers > 0 and bool(self._is_new[group].any())
        # A newcomer's worth is not known yet: its match is chosen for the information alone.
        wanted = self._gains if for_newcomers else self._wanted
        gains = wanted[group[0]] + wanted[group[1]]
        left = self._free.copy()
        left[group] = False
        allowed = left if for_newcomers else left & (self._waits | ~self._is_new)
        spare = self._spare_after(group)
        while len(group) < self._seats:
            # argmax takes the first of equals, so that a plan is the same on every machine.
            # No seat is left that is not promised: only bots that must play may join.
            if spare == 0:
                allowed = left & self._waits
            # Too few settled bots: better a second newcomer than an empty seat.
            elif not allowed.any():
                allowed = left
            chosen = int(np.argmax(np.where(allowed, gains, -1.0)))
            group.append(chosen)
            gains += wanted[chosen]
            left[chosen] = allowed[chosen] = False
            spare -= not self._waits[chosen]
        return group

    def _first_pair(self) -> tuple[int, int]:
        return next(pair for pair in self._first_pairs() if pair is not None)

    def _first_pairs(self) -> Iterator[tuple[int, int] | None]:
        """Yield candidates for the first pair of the next group of bots that meet, best first.

        None stands for a kind of candidate of which no pair is left.
        """
        for pair in self._due:
            # A pair of the best four is dropped if it would take a seat from a bot that must play.
            if self._free[list(pair)].all() and self._spare_after(pair) >= 0:
                yield pair
        free, waits, wanted = self._free, self._waits, self._wanted
        settled = free & (waits | ~self._is_new)
        if self._spare == 0:
            yield self._best(waits, waits, wanted)
        # A newcomer and its rival may both take spare seats, hence more than one.
        if self._for_newcomers > 0 and self._spare > 1:
            yield self._best(free & self._is_new, free, self._gains)
        # Bots that must play come before all others; only then does information alone decide.
        yield self._best(waits, settled, wanted)
        yield self._best(waits, free, wanted)
        yield self._best(settled, settled, wanted)
        yield self._best(free, free, wanted)

    def _best(self, ones: _Flags, others: _Flags, wanted: _Matrix) -> tuple[int, int] | None:
        """Return the pair with the highest value of a bot in `ones` and another in `others`.

        None if there is no pair. Bots that already meet in the round to be planned are none.

        Args:
            ones: bool[bot]: whether a bot may be the first.
            others: bool[bot]: whether a bot may be the second.
            wanted: float64[bot, bot]: value of a match of two bots, from 0.
        """
        rows = np.nonzero(ones)[0]
        pairs = others[None, :] & ~self._have_met[rows]
        if not pairs.any():
            return None
        best = int(np.argmax(np.where(pairs, wanted[rows], -1.0)))
        return int(rows[best // len(others)]), best % len(others)

    def _spare_after(self, group: Sequence[int]) -> int:
        return self._spare - int((~self._waits[list(group)]).sum())

    def _take(self, group: list[int]) -> None:
        self._spare = self._spare_after(group)
        self._waits[group] = False
        self._played[group] += 1
        # Without this bound the most informative bots would play the whole round among themselves.
        self._free[group] = self._played[group] < self._terms.most_blocks
        self._have_met[np.ix_(group, group)] = True
        self._for_newcomers -= bool(self._is_new[group].any())
        self._due = [pair for pair in self._due if not self._have_met[pair]]
        self._expect(group)

    def _expect(self, group: list[int]) -> None:
        """Lower the information of further matches of the bots in `group`, as if they had played a match."""
        # No refit within a round: only the variances of the group are updated, as by Bayes' rule for independent
        # normal strengths. Gains shrink in the same proportion as the variances of differences.
        before = self._variances[group]
        information = np.zeros(len(group))
        for member in group:
            information += self._information[member, group]
        information -= np.diagonal(self._information)[group]
        after = before / (1.0 + before * information)
        sums = before[:, None] + self._variances[None, :]
        self._variances[group] = after
        left = (after[:, None] + self._variances[None, :]) / sums
        for gains in (self._gains, self._wanted):
            gains[group] *= left
            gains[:, group] = gains[group].T


def _worth(strengths: JointStrengths, here: Sequence[int], focus: float) -> _Matrix:
    """Return float64[player], 0..1: the weight of information on each player, 1 for the best four.

    Others have less, the farther they are behind the fourth; see `LadderTerms.focus`.

    Args:
        strengths: Estimates of the strengths.
        here: Players that take part in the round, of which the best four are chosen.
        focus: How fast the weight falls, from 0.
    """
    mean, covariance = strengths.mean, strengths.covariance
    fourth = sorted(here, key=lambda place: (-float(mean[place]), place))[:_TOP][-1]
    behind = mean[fourth] - mean
    behind = (behind + abs(behind)) / 2  # 0 for those ahead
    own = np.diagonal(covariance)
    variance = own + own[fourth] - 2.0 * covariance[fourth]
    variance[fourth] = 1.0  # that of its difference from itself is 0, and would divide 0 by 0
    worth: _Matrix = 1.0 / (1.0 + focus * behind * behind / variance)
    return worth


def _flags(places: Sequence[int], size: int) -> _Flags:
    flags = np.zeros(size, np.bool_)
    flags[list(places)] = True
    return flags


def balanced_seats(sat: npt.NDArray[np.int64]) -> list[int]:
    """Return a seat for each player so that nobody has one seat much more often than another.

    Two players exchange seats as long as that lowers the sum of the squared counts.

    Args:
        sat: int64[player, seat]: how often each of the players had each seat before.
    """
    seats = np.arange(len(sat))
    while True:
        costs = sat[:, seats]
        own = np.diagonal(costs)
        saved = own[:, None] + own[None, :] - costs - costs.T
        best = int(np.argmax(saved))
        one, other = best // len(sat), best % len(sat)
        # Each exchange lowers an integer sum, so this ends.
        if saved[one, other] <= 0:
            return seats.tolist()
        seats[[one, other]] = seats[[other, one]]


def ladder_ratings(
    players: Sequence[str], matches: Iterable[tuple[Pairing, Sequence[int]]]
) -> dict[str, Rating]:
    """Return ratings after some matches, in Elo above the mean of all.

    The order of matches does not matter.

    Args:
        players: Names of all entrants.
        matches: Pairings with the placements of their seats, all with the same number of seats.
    """
    places = {player: place for place, player in enumerate(players)}
    strengths = None
    for pairing, placements in matches:
        strengths = strengths or JointStrengths(len(players), len(placements))
        strengths.observe([places[player] for player in pairing.players], placements)
    strengths = strengths or JointStrengths(len(players), 2)
    strengths.fit_fully()
    return dict(zip(players, strengths.ratings(), strict=True))
