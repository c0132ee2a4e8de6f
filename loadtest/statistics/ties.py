"""Compares models of ties: which predicts best which bot is ahead, in matches it was not fitted to.

Each model is fitted to one half of the matches and asked about the other, pair by pair: which of
two is ahead, given that they do not tie (`ahead`), and which of ahead, tied and behind it is (`all
three`). The measure is the mean logarithm of the probability that the model gave to what happened,
in thousandths below that of Davidson's model of pairs.

- *Davidson*, 1970, of each two seats: what the tables use.
- *Rao and Kupper*, "Ties in Paired-Comparison Experiments", Journal of the American Statistical Association 62
  (1967), of each two seats: chances p / (p + t q) with a threshold t.
- *Davidson and Luce*: Firth, Kosmidis and Turner, "Davidson-Luce Model for Multi-item Choice with Ties" (2019,
  arXiv:1909.07123), of whole rankings: from those left, a set S of m is chosen with a weight d_m
  (prod of worths)^(1/m).
- *Efron*, "The Efficiency of Cox's Likelihood Function for Censored Data", Journal of the American Statistical
  Association 72 (1977), equation 6.7: Plackett and Luce, those tied leaving one by one in equal
  parts.
- *Breslow*, "Covariance Analysis of Censored Survival Data", Biometrics 30 (1974): likewise, none of them leaving.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from scipy.optimize import minimize

from loadtest.statistics.worlds import World, names
from loadtest.strength.questions import QUESTIONS
from loadtest.strength.series import Series, play_series
from loadtest.workers import process_pool
from tournaments.ratings.davidson import Floats, Ints, PlacedMatch, Placements, fit

__all__ = ["MODELS", "TieRow", "measure"]

_WEAK = 1e-3
"""Weight of the squares of strengths in a fit, so that the fit has a maximum."""
_MOST_ALIKE = 3
"""Largest number of tied players that has its own weight in the model of Davidson and Luce; more
tied players have the same weight."""

Chances = Callable[[float], tuple[float, float]]
"""Type of a function from a difference of strengths to the probabilities of being ahead and of
tying; the second is 0 in a model without ties."""


@dataclasses.dataclass(frozen=True, slots=True)
class TieRow:
    """How well each model of ties has predicted the results of matches of one kind."""

    source: str
    """Name of what made the matches: a way to simulate ties, or a game that house bots played."""
    seats: int
    """Number of seats in a match."""
    ties: float
    """Share of ties among comparisons of two seats, 0 to 1."""
    ahead: Mapping[str, float]
    """For each model, mean logarithm of the probability of the player that was ahead, given that
    there was no tie."""
    all_three: Mapping[str, float]
    """For each model of pairs, mean logarithm of the probability of the result: ahead, tied or
    behind."""


def measure(matches: int, seed: int) -> Iterator[TieRow]:
    """Simulate matches, have the house bots play others, and compare the models on both.

    Yield a row for each kind of matches.

    Args:
        matches: Number of simulated matches of each kind; house bots play a tenth of that number.
        seed: Seed of the simulated matches, 0 to 2^64 - 1.
    """
    for number, (seats, kind) in enumerate(itertools.product((2, 4, 8), _KINDS)):
        dice = np.random.default_rng((seed, number))
        yield _compare(f"simulated: {kind}", _simulated(kind, seats, matches, dice))
    with process_pool(2) as pool:
        for question, seats in _PLAYED:
            asked = QUESTIONS[question]
            (field,), config = asked.fields, asked.configs[0]
            series = Series(asked.game, field, seats, matches // 10, "drawn", config)
            played = [
                PlacedMatch(str(number), one.bots, one.match.placements)
                for number, one in enumerate(play_series(series, pool, processes=2))
            ]
            yield _compare(asked.game, played)


_PLAYED = (("champions-ladder", 4), ("dungeon-keeper-ladder", 4), ("proving-grounds-ladder", 4))
"""Questions of `loadtest.strength` whose matches are taken, with their numbers of seats."""
_KINDS = {
    "steps": "performances cut to steps",
    "out together": "the worse half of a match shares the last place",
    "chance": "neighbours tie by lot",
}
"""Ways in which ties of simulated matches are made, by name, each with a description."""


def _simulated(kind: str, seats: int, matches: int, dice: np.random.Generator) -> list[PlacedMatch]:
    bots = names(max(6, seats + 2))
    strengths = np.linspace(1.2, -1.2, len(bots))
    world = World(strengths.tolist(), dice, step=1.0 if kind == "steps" else 0.0)
    played = []
    for number in range(matches):
        players = tuple(bots[index] for index in dice.permutation(len(bots))[:seats])
        places = list(world.placements(str(number), players))
        if kind == "out together" and dice.random() < 0.5:
            places = [min(place, seats // 2) if seats == 2 else place for place in places]
            places = [place if place <= seats // 2 else seats // 2 + 1 for place in places]
        if kind == "chance":
            for place in range(2, seats + 1):
                if dice.random() < 0.3:
                    above = max(other for other in places if other < place)
                    places = [above if other == place else other for other in places]
        played.append(PlacedMatch(str(number), players, tuple(places)))
    return played


def _compare(source: str, matches: Sequence[PlacedMatch]) -> TieRow:
    players = sorted({player for match in matches for player in match.players})
    # Every other match, so that both halves have the same mix of players.
    known, asked = matches[::2], matches[1::2]
    index = {player: number for number, player in enumerate(players)}
    ahead: dict[str, float] = {}
    all_three: dict[str, float] = {}
    pairs = [
        (index[own], index[rival], np.sign(rival_place - own_place))
        for match in asked
        for (own, own_place), (rival, rival_place) in itertools.combinations(
            zip(match.players, match.placements, strict=True), 2
        )
    ]
    for name, model in MODELS.items():
        strengths, chances = model(players, known)
        of_untied, of_all = [], []
        for own, rival, outcome in pairs:
            won, tie = chances(float(strengths[own] - strengths[rival]))
            lost = 1 - won - tie
            if outcome:
                of_untied.append(math.log((won if outcome > 0 else lost) / (won + lost)))
            # A model without ties gives them probability 0; the bound keeps the mean finite.
            of_all.append(math.log(max(1e-12, (lost, tie, won)[int(outcome) + 1])))
        ahead[name] = float(np.mean(of_untied))
        if name in _OF_PAIRS:
            all_three[name] = float(np.mean(of_all))
    ties = float(np.mean([not outcome for *_, outcome in pairs]))
    return TieRow(source, len(matches[0].players), ties, ahead, all_three)


Model = Callable[[Sequence[str], Sequence[PlacedMatch]], tuple[Floats, Chances]]


def _davidson(players: Sequence[str], matches: Sequence[PlacedMatch]) -> tuple[Floats, Chances]:
    fitted = fit(Placements.of(players, matches, has_effects=False))
    return fitted.parameters[: len(players)], _davidson_chances(math.exp(fitted.log_tie))


def _davidson_chances(weight: float) -> Chances:
    def chances(x: float) -> tuple[float, float]:
        total = math.exp(x / 2) + weight + math.exp(-x / 2)
        return math.exp(x / 2) / total, weight / total

    return chances


def _rao_kupper(players: Sequence[str], matches: Sequence[PlacedMatch]) -> tuple[Floats, Chances]:
    placements = Placements.of(players, matches, has_effects=False)
    first, second = (placements.players[:, seats] for seats in placements.pairs)

    def loss(values: Floats) -> float:
        # Kept positive, whatever value the search tries.
        threshold = np.logaddexp(0.0, values[-1])
        x = values[first] - values[second]
        won = -np.logaddexp(0.0, threshold - x)
        lost = -np.logaddexp(0.0, threshold + x)
        # Differences of nearly equal numbers may round to 0.
        tie = np.log(np.maximum(1e-300, 1 - np.exp(won) - np.exp(lost)))
        logs = np.where(placements.points == 1, won, np.where(placements.points == 0, lost, tie))
        return float(_WEAK * (values[:-1] ** 2).sum() - logs.sum())

    best = _minimum(loss, len(players) + 1)
    threshold = float(np.logaddexp(0.0, best[-1]))

    def chances(x: float) -> tuple[float, float]:
        won, lost = (1 / (1 + math.exp(threshold - side * x)) for side in (1, -1))
        return won, 1 - won - lost

    return best[:-1], chances


def _davidson_luce(
    players: Sequence[str], matches: Sequence[PlacedMatch]
) -> tuple[Floats, Chances]:
    index = {player: number for number, player in enumerate(players)}
    stages: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    for match in matches:
        entrants = [index[player] for player in match.players]
        for place in sorted(set(match.placements)):
            seats = zip(entrants, match.placements, strict=True)
            chosen = tuple(sorted(player for player, own in seats if own == place))
            seats = zip(entrants, match.placements, strict=True)
            left = tuple(sorted(player for player, own in seats if own >= place))
            if len(left) > 1:
                stages[left, chosen] = stages.get((left, chosen), 0) + 1
    most = max(len(chosen) for _, chosen in stages)

    def log_weight(values: Floats, sizes: Ints, strengths: Floats) -> Floats:
        logs = np.concatenate([[0.0], values[len(players) :]])
        weights: Floats = strengths + logs[np.minimum(sizes, _MOST_ALIKE) - 1]
        return weights

    groups = []
    for (left, chosen), times in stages.items():
        subsets = [
            subset
            for size in range(1, min(most, len(left)) + 1)
            for subset in itertools.combinations(left, size)
        ]
        mask = np.zeros((len(subsets), len(players)))
        for row, subset in enumerate(subsets):
            mask[row, list(subset)] = 1 / len(subset)
        sizes = np.array([len(subset) for subset in subsets])
        groups.append((mask, sizes, subsets.index(chosen), times))

    def loss(values: Floats) -> float:
        total = _WEAK * float((values[: len(players)] ** 2).sum())
        for mask, sizes, chosen, times in groups:
            weights = log_weight(values, sizes, mask @ values[: len(players)])
            total -= times * float(weights[chosen] - np.logaddexp.reduce(weights))
        return total

    best = _minimum(loss, len(players) + min(most, _MOST_ALIKE) - 1)
    weight = math.exp(best[len(players)]) if most > 1 else 0.0
    return best[: len(players)], _davidson_chances(weight)


def _plackett_luce(
    players: Sequence[str], matches: Sequence[PlacedMatch], leaving: float
) -> tuple[Floats, Chances]:
    """Fit the model of Plackett and Luce, with tied players leaving in parts.

    Args:
        players: Names of all players.
        matches: Matches to which the model is fitted.
        leaving: 1 for Efron's model (equal parts), 0 for Breslow's (none leaves).

    Returns:
        float64[player], the strengths; and a function from a difference of strengths to the
        probabilities of being ahead and of tying, the second of which is 0.
    """
    index = {player: number for number, player in enumerate(players)}
    left, gone, own = [], [], np.zeros(len(players))
    for match in matches:
        entrants = np.array([index[player] for player in match.players])
        places = np.array(match.placements)
        np.add.at(own, entrants, 1.0)
        for place in sorted(set(match.placements)):
            tied = entrants[places == place]
            for number in range(len(tied)):
                row = np.zeros(len(players))
                row[entrants[places >= place]] = 1.0
                left.append(row)
                part = np.zeros(len(players))
                part[tied] = leaving * number / len(tied)
                gone.append(part)
    rows = np.array(left) - np.array(gone)

    def loss(values: Floats) -> float:
        logs = np.log(rows @ np.exp(values))
        return float(_WEAK * (values**2).sum() + logs.sum() - own @ values)

    def chances(x: float) -> tuple[float, float]:
        return 1 / (1 + math.exp(-x)), 0.0

    return _minimum(loss, len(players)), chances


def _efron(players: Sequence[str], matches: Sequence[PlacedMatch]) -> tuple[Floats, Chances]:
    return _plackett_luce(players, matches, 1.0)


def _breslow(players: Sequence[str], matches: Sequence[PlacedMatch]) -> tuple[Floats, Chances]:
    return _plackett_luce(players, matches, 0.0)


def _minimum(loss: Callable[[Floats], float], size: int) -> Floats:
    return np.asarray(minimize(loss, np.zeros(size), method="L-BFGS-B").x, np.float64)


MODELS: Mapping[str, Model] = {
    "Davidson": _davidson,
    "Rao-Kupper": _rao_kupper,
    "Davidson-Luce": _davidson_luce,
    "Efron": _efron,
    "Breslow": _breslow,
}
"""Models by name; each returns fitted strengths, and a function from their differences to
probabilities."""
_OF_PAIRS = ("Davidson", "Rao-Kupper")
"""Names of models in which two players have a probability of a tie, however many others tie with
them."""
