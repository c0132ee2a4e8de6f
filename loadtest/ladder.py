"""Measures how soon a ladder's ratings are right, with simulated bots of known strengths.

    python -m loadtest.ladder --seats 2 4 8 16 --runs 10

The bots are paired in several ways. Placements are drawn by the model of Plackett and Luce. Two
questions are asked of each way of pairing. Of a field of which nothing is known: how often the best
by the ratings is the truly best, and how many of the truly best four are among the best four, after
a given number of matches a bot. Of a newcomer to a settled field: how many matches are played until
the standard deviation of its rating is below the ladder's bound, how often its true strength lies
in the 95% interval then, and how many until both hold. All are rated alike, as the ladder itself
does; only who meets whom differs. Last it prints how far ratings that are updated result by result,
as by pairing rule 2, are from those of all results at once. Means stand with their standard errors.
"""

from __future__ import annotations

import abc
import argparse
import copy
import dataclasses
import math
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from loadtest.pair_by_gain import pair_by_gain
from tournaments.pairings import Ladder, LadderTerms, Scheduler, own_dice
from tournaments.pairings.seating import rotations
from tournaments.pairings.waves import Block, Points, Waves
from tournaments.ratings import Strengths
from tournaments.ratings.joint_strengths import JointStrengths
from tournaments.ratings.strengths import ELO

__all__ = ["DESIGNS", "main"]

_Floats = npt.NDArray[np.float64]

SPREAD = 1.0
"""Standard deviation of the true strengths, in natural logarithms of odds; it equals 174 points of
Elo."""
_SIDE = 1.959964
"""Half the width of a 95% interval, in standard deviations."""
_TOP = 4
_PATIENCE = 4000
"""Number of rounds after which a newcomer that is not settled is given up."""


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """Bots that take part in a simulated ladder, and the sizes of its rounds and matches."""

    players: tuple[str, ...]
    """Names of the bots."""
    entered: tuple[int, ...]
    """For each bot, the number of pairings that the schedule had made before the bot entered; 0 for
    bots that play from the beginning."""
    seats: int
    """Number of seats in a match, from 2."""
    rounds: int
    """Number of rounds."""
    seed: int
    """Seed of the random choices that a way of pairing makes."""


class _Rival(Waves):
    """Base class of ways of pairing with which the ladder's own way is compared.

    In a round each bot plays one block (all matches of the same bots, with seats exchanged); bots
    left over after the last full match sit out.
    """

    def __init__(self, field: Field) -> None:
        super().__init__(own_dice)
        self._field = field
        self._chance = random.Random(field.seed)
        self._round = 0
        self._places = {player: place for place, player in enumerate(field.players)}

    def _plan(self, points: Points) -> Sequence[Block]:
        self._observe(points)
        if self._round == self._field.rounds:
            return ()
        self._round += 1
        here = [p for p, entered in enumerate(self._field.entered) if entered <= self._number]
        seats = self._field.seats
        order = self._order(here)
        left = len(here) % seats
        groups = [order[begin : begin + seats] for begin in range(0, len(here) - left, seats)]
        named = [tuple(self._field.players[place] for place in group) for group in groups]
        return [(f"{self._round}:{':'.join(names)}", names) for names in named]

    def _seatings(self, players: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
        return rotations(players) if len(players) == 2 else [players]

    def _observe(self, points: Points) -> None:
        """Learn from the points that the bots got in the last round; the base class ignores them."""

    @abc.abstractmethod
    def _order(self, here: list[int]) -> list[int]:
        """Return the player indices `here` in an order that is cut into matches of `seats` neighbours.

        The players at the end, too few for a match, sit out.
        """


class RandomGroups(_Rival):
    """Way of pairing in which the bots that meet are drawn by lot."""

    def _order(self, here: list[int]) -> list[int]:
        self._chance.shuffle(here)
        return here


class Neighbours(_Rival):
    """Way of pairing in which neighbours by strength meet, as on ladders by TrueSkill.

    Each bot's strength is drawn at random by the mean and deviation of its present estimate.
    """

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.strengths = JointStrengths(len(field.players), field.seats)
        """Estimates of the bots' strengths, updated with every match."""

    def _order(self, here: list[int]) -> list[int]:
        self._chance.shuffle(here)
        playing = len(here) - len(here) % self._field.seats
        if self._round > 1:
            self.strengths.fit()
        deviations = self.strengths.deviations(here).tolist()
        drawn = {
            place: float(self.strengths.mean[place]) + deviation * self._chance.gauss(0, 1)
            for place, deviation in zip(here, deviations, strict=True)
        }
        return sorted(here[:playing], key=lambda place: -drawn[place]) + here[playing:]


class PairByGain(_Rival):
    """Way of pairing of the ladder's rule 2: the most informative pair first.

    Everybody plays once a round.
    """

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.known = Strengths(len(field.players))
        """Estimates of strengths from the results of all rounds except the last."""

    def take_in_all(self) -> None:
        """Add the results of the last round to the estimates."""
        self._observe(self._points)
        self._points = {}

    def _observe(self, points: Points) -> None:
        for block in points.values():
            (first, own), (second, _) = block.items()
            self.known.observe(self._places[first], self._places[second], own, 2)

    def _order(self, here: list[int]) -> list[int]:
        out = here.pop(self._round % len(here)) if len(here) % 2 else None
        pairs = [place for pair in pair_by_gain(self.known, here) for place in pair]
        return pairs if out is None else [*pairs, out]


def _ladder(field: Field, terms: LadderTerms) -> Ladder:
    return Ladder(
        field.players,
        rounds=field.rounds,
        seeds=own_dice,
        seats=field.seats,
        one_seating=field.seats > 2,
        entered=field.entered,
        terms=terms,
    )


DESIGNS: dict[str, Callable[[Field, LadderTerms], Scheduler]] = {
    "ladder": _ladder,
    "rule 2": lambda field, _: PairByGain(field),
    "neighbours": lambda field, _: Neighbours(field),
    "random": lambda field, _: RandomGroups(field),
}
"""Ways to pair, by name."""


class _World:
    """Bots of known strengths, and estimates of these strengths from the matches they have played."""

    def __init__(self, bots: int, seats: int, seed: int, design: str) -> None:
        self._chance = np.random.default_rng([seed, bots, seats])
        self.truth: _Floats = self._chance.normal(0.0, SPREAD, bots)
        self.players = tuple(f"b{place:03}" for place in range(bots))
        self._places = {player: place for place, player in enumerate(self.players)}
        self.known = JointStrengths(bots, seats)
        self.matches = 0
        self.played = [0] * bots
        self._luck = np.random.default_rng([seed, bots, seats, list(DESIGNS).index(design)])

    def play_round(self, scheduler: Scheduler) -> None:
        """Play all matches that the scheduler wants now, and record their results."""
        for pairing in scheduler.due():
            places = [self._places[player] for player in pairing.players]
            # The order of strengths plus Gumbel noise follows the model of Plackett and Luce.
            performances = self.truth[places] + self._luck.gumbel(size=len(places))
            ranks = (1 + np.argsort(np.argsort(-performances))).tolist()
            self.known.observe(places, ranks)
            if isinstance(scheduler, Neighbours):
                scheduler.strengths.observe(places, ranks)
            scheduler.record(pairing, tuple(ranks))
            self.matches += 1
            for place in places:
                self.played[place] += 1


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """How right the ratings of a field are at some time: best bots, order, and intervals."""

    best: float
    """1 if the best bot by rating is truly the best, else 0."""
    four: float
    """Share of the truly best four bots that are among the best four by rating."""
    order: float
    """Rank correlation of ratings and true strengths, after Spearman."""
    covered: float
    """Share of bots whose true strength lies in the 95% interval of the rating."""


def find(
    design: str, bots: int, seats: int, seed: int, moments: Sequence[int], terms: LadderTerms
) -> list[Found]:
    """Simulate a ladder of new bots; return how right its ratings are at several moments.

    Args:
        design: Way of pairing, in `DESIGNS`.
        bots: Number of bots.
        seats: Number of seats in a match.
        seed: Seed of the simulation.
        moments: Mean numbers of matches per bot after which ratings are judged, ascending.
        terms: Settings of the ladder.
    """
    world = _World(bots, seats, seed, design)
    field = Field(world.players, (0,) * bots, seats, max(moments) * 2, seed)
    scheduler = DESIGNS[design](field, terms)
    found = []
    for moment in moments:
        while world.matches * seats < moment * bots:
            world.play_round(scheduler)
        found.append(_found(world))
    return found


def _found(world: _World) -> Found:
    world.known.fit()
    bots = len(world.truth)
    by_rating, by_truth = np.argsort(-world.known.mean), np.argsort(-world.truth)
    deviations = world.known.deviations(range(bots))
    # Only differences of strengths are known, so that both scales are centred first.
    off = world.known.mean - world.known.mean.mean() - (world.truth - world.truth.mean())
    ranks = [np.argsort(np.argsort(-values)) for values in (world.known.mean, world.truth)]
    squares = float(((ranks[0] - ranks[1]) ** 2).sum())
    return Found(
        best=float(by_rating[0] == by_truth[0]),
        four=len(set(by_rating[:_TOP].tolist()) & set(by_truth[:_TOP].tolist())) / _TOP,
        order=1 - 6 * squares / (bots * (bots**2 - 1)),
        covered=float((np.abs(off) <= _SIDE * deviations).mean()),
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Settled:
    """Number of matches to settle the rating of a newcomer, counted from its entry."""

    known: int
    """Matches of all bots, from the newcomer's entry until the standard deviation of its rating was
    below the ladder's bound.
    """
    own: int
    """Matches of the newcomer itself until the standard deviation of its rating was below the
    ladder's bound.
    """
    inside: float
    """1 if the newcomer's true strength lay in its 95% interval when the standard deviation of its
    rating fell below the ladder's bound, else 0.
    """
    settled: int
    """Matches of all bots, from the newcomer's entry until the standard deviation of its rating was
    below the ladder's bound and its true strength in the interval.
    """


def settle(
    design: str, bots: int, seats: int, seed: int, before: int, terms: LadderTerms
) -> Settled:
    """Simulate a newcomer to a ladder; return how many matches it took to settle its rating.

    Args:
        design: Way of pairing, in `DESIGNS`.
        bots: Number of bots, the newcomer included, which is the last one.
        seats: Number of seats in a match.
        seed: Seed of the simulation.
        before: Mean number of matches that each of the others has played when the newcomer enters.
        terms: Settings of the ladder.

    Raises:
        RuntimeError: The rating does not settle within a fixed number of rounds.
    """
    world = _World(bots, seats, seed, design)
    # A block of two seats has both seatings, and thus two matches.
    of_round = (bots - 1) // seats * (2 if seats == 2 else 1)
    rounds = math.ceil(before * (bots - 1) / (of_round * seats))
    entered = (*(0,) * (bots - 1), rounds * of_round)
    field = Field(world.players, entered, seats, rounds + _PATIENCE, seed)
    scheduler = DESIGNS[design](field, terms)
    for _ in range(rounds):
        world.play_round(scheduler)
    begun, known = world.matches, None
    for _ in range(_PATIENCE):
        world.play_round(scheduler)
        world.known.fit()
        deviation = float(world.known.deviations(range(bots))[-1])
        if deviation > terms.settled:
            continue
        off = world.known.mean - world.truth
        inside = abs(float(off[-1] - off.mean())) <= _SIDE * deviation
        # The first moment counts: later the deviation may rise above the bound again.
        known = known or (world.matches - begun, world.played[-1], float(inside))
        if inside:
            return Settled(*known, world.matches - begun)
    raise RuntimeError(f"the newcomer must be settled in {_PATIENCE} rounds, and was not")


def _sequential_lines(options: argparse.Namespace, seeds: Sequence[int]) -> Iterator[str]:
    yield "Result by result compared with all at once, in points of Elo, both with the prior of rule 2."
    yield ""
    yield "| matches a bot | mean distance | largest distance | mean deviation |"
    yield "|---|---|---|---|"
    runs = [_distances(options.bots, seed, options.matches) for seed in seeds]
    for moment, distances in zip(options.matches, zip(*runs, strict=True), strict=True):
        columns = [_mean(values, 2) for values in zip(*distances, strict=True)]
        yield f"| {moment} | {' | '.join(columns)} |"


def _distances(bots: int, seed: int, moments: Sequence[int]) -> list[tuple[float, float, float]]:
    """Simulate pairing rule 2; compare its ratings with ratings that are fitted to all results at once.

    Return for each moment the mean and the largest distance of a bot's two ratings, and the mean
    standard deviation of the fitted ratings.

    Args:
        bots: Number of bots.
        seed: Seed of the simulation.
        moments: Numbers of matches a bot after which ratings are compared, ascending.
    """
    world = _World(bots, 2, seed, "rule 2")
    pairing = PairByGain(Field(world.players, (0,) * bots, 2, max(moments), seed))
    found = []
    for moment in moments:
        while world.matches * 2 < moment * bots:
            world.play_round(pairing)
        pairing.take_in_all()
        # A copy, because finding the mode would change the estimates that later rounds start from.
        at_once = copy.deepcopy(world.known)
        at_once.find_mode()
        both = list(zip(pairing.known.ratings(), at_once.ratings(), strict=True))
        distances = [abs(one.mu - other.mu) for one, other in both]
        found.append(
            (
                statistics.fmean(distances),
                max(distances),
                statistics.fmean(other.sigma for _, other in both),
            )
        )
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulate with these command-line arguments, print the tables, and return 0."""
    options = _parser().parse_args(arguments)
    given = {field.name: getattr(options, field.name) for field in dataclasses.fields(LadderTerms)}
    terms = LadderTerms(**{name: value for name, value in given.items() if value is not None})
    seeds = range(options.seed, options.seed + options.runs)
    for line in _found_lines(options, seeds, terms):
        print(line, flush=True)
    print()
    for line in _settled_lines(options, seeds, terms):
        print(line, flush=True)
    if 2 in options.seats and "rule 2" in options.designs:
        print()
        for line in _sequential_lines(options, seeds):
            print(line, flush=True)
    return 0


def _found_lines(
    options: argparse.Namespace, seeds: Sequence[int], terms: LadderTerms
) -> Iterator[str]:
    yield f"A new field of {options.bots} bots, {len(seeds)} runs."
    yield ""
    yield "| seats | pairing | matches a bot | best found | of the best four | rank correlation | covered |"
    yield "|---|---|---|---|---|---|---|"
    for seats, design in _cases(options):
        runs = [find(design, options.bots, seats, s, options.matches, terms) for s in seeds]
        for moment, found in zip(options.matches, zip(*runs, strict=True), strict=True):
            columns = [
                _mean([getattr(one, field.name) for one in found], 3)
                for field in dataclasses.fields(Found)
            ]
            yield f"| {seats} | {design} | {moment} | {' | '.join(columns)} |"


def _settled_lines(
    options: argparse.Namespace, seeds: Sequence[int], terms: LadderTerms
) -> Iterator[str]:
    yield (
        f"A newcomer to {options.bots - 1} bots that have played {options.before} matches each,"
        f" {len(seeds)} runs, until its deviation is below {terms.settled * ELO:.0f} Elo."
    )
    yield ""
    yield "| seats | pairing | matches of all | its own | inside then | of all until inside |"
    yield "|---|---|---|---|---|---|"
    for seats, design in _cases(options):
        runs = [settle(design, options.bots, seats, s, options.before, terms) for s in seeds]
        columns = [
            _mean([getattr(run, name) for run in runs], digits)
            for name, digits in (("known", 1), ("own", 1), ("inside", 3), ("settled", 1))
        ]
        yield f"| {seats} | {design} | {' | '.join(columns)} |"


def _cases(options: argparse.Namespace) -> Iterator[tuple[int, str]]:
    for seats in options.seats:
        for design in options.designs:
            if seats == 2 or design != "rule 2":
                yield seats, design


def _mean(values: Sequence[float], digits: int) -> str:
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return f"{statistics.fmean(values):.{digits}f} ± {error:.{digits}f}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.ladder", description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4, 8, 16])
    parser.add_argument("--designs", nargs="+", choices=list(DESIGNS), default=list(DESIGNS))
    parser.add_argument("--bots", type=int, default=48)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first run")
    parser.add_argument(
        "--matches",
        type=int,
        nargs="+",
        default=[8, 16, 32, 64],
        help="a bot, when it is looked at",
    )
    for field in dataclasses.fields(LadderTerms):
        kind = type(getattr(LadderTerms(), field.name))
        parser.add_argument(
            f"--{field.name.replace('_', '-')}", type=kind, help="instead of the ladder's own"
        )
    parser.add_argument(
        "--before", type=int, default=40, help="matches a bot before the newcomer comes"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
