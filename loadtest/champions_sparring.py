"""`python -m loadtest.champions_sparring`: whether hiding pays in Champions, and how matches of bots end.

    python -m loadtest.champions_sparring capped --matches 100 --seats 2 4 8 16
    python -m loadtest.champions_sparring capped --fields hider --stage-rounds 8 --rules 1
    python -m loadtest.champions_sparring ladder --matches 100 --seats 2 4 8 16
    python -m loadtest.champions_sparring friends --matches 40 --seats 4 8 16

`capped` plays fields of bots, which take the seats in turn, and tells the share of matches that reached the
round cap. `ladder` draws the bot of each seat from all of them, and tells what each scores by its placements
(CH-7.3), the weakest first. `friends` plays brawlers, and reckons what the placement of a seat gains if another
one had fed it four champions: the friend is out in round 3 then, and the seat has four kills more. Intervals
are of 95%, by Wilson for shares; for scores by match, which is what differs independently. Seeds are 0, 1, 2
and so on from `--first`, and decide about all dice, so that tables come out the same everywhere.
"""

from __future__ import annotations

import argparse
import collections
import functools
import itertools
import math
import random
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from loadtest.champions_balance import capped_cell
from loadtest.champions_bots import play_match
from loadtest.figures import Z_95
from loadtest.workers import process_pool
from referee.games.champions import columns as c
from referee.games.champions.rules.scoring import outcome_of
from referee.games.champions.state import State, copy_state
from referee_bots import names

__all__ = ["drawn", "friend_gains", "ladder", "main", "play_drawn"]

GAME = "champions"
FIELDS = ("random", "brawler", "tactician brawler", "hider tactician", "hider")
"""Who meets in `capped`."""
_FRIENDS_ROUND = 3
_FED = 4


def drawn(bots: Sequence[str], seats: int, seed: int) -> list[str]:
    """Who sits where in the match of a seed: each bot about as often as another, in any order."""
    dice = random.Random(f"ladder {seats} {seed}")
    seated = [bots[(seed + seat) % len(bots)] for seat in range(seats)]
    if seats < len(bots):
        seated = dice.sample(list(bots), seats)
    dice.shuffle(seated)
    return seated


def play_drawn(
    bots: Sequence[str], seats: int, values: Mapping[str, object], version: int, seed: int
) -> tuple[list[str], tuple[int, ...], tuple[float, ...], bool]:
    """A match of `ladder`: who sat where, placements, scores, and whether it reached the cap."""
    seated = drawn(bots, seats, seed)
    played = play_match(seated, seed, values, version)
    return seated, played.placements, played.scores, played.capped


def _play_field(
    bots: Sequence[str], seats: int, values: Mapping[str, object], version: int, seed: int
) -> tuple[int, bool]:
    seated = [bots[(seat + seed) % len(bots)] for seat in range(seats)]
    played = play_match(seated, seed, values, version)
    return played.rounds, played.capped


def ladder(
    matches: Sequence[tuple[Sequence[str], Sequence[int], Sequence[float], bool]],
) -> list[tuple[str, float, float, dict[str, tuple[float, int]]]]:
    """What each bot came to, the weakest first.

    Returns:
        Name, mean score of its seats, half of its 95% interval, and by rival how often it was placed before
        it (equal places count half) and of how many pairs of seats.
    """
    scores: dict[str, list[float]] = collections.defaultdict(list)
    before: dict[tuple[str, str], float] = collections.defaultdict(float)
    pairs: dict[tuple[str, str], int] = collections.defaultdict(int)
    for seated, placements, its_scores, _ in matches:
        by_name: dict[str, list[float]] = collections.defaultdict(list)
        for name, score in zip(seated, its_scores, strict=True):
            by_name[name].append(score)
        for name, found in by_name.items():
            scores[name].append(statistics.fmean(found))
        for one, other in itertools.permutations(range(len(seated)), 2):
            key = seated[one], seated[other]
            pairs[key] += 1
            better, worse = placements[one], placements[other]
            before[key] += 1.0 if better < worse else 0.5 if better == worse else 0.0
    lines = []
    for name, found in scores.items():
        error = statistics.stdev(found) / math.sqrt(len(found)) if len(found) > 1 else math.inf
        rivals = {
            other: (before[name, other], pairs[name, other])
            for own, other in pairs
            if own == name and other != name
        }
        lines.append((name, statistics.fmean(found), Z_95 * error, rivals))
    return sorted(lines, key=lambda line: line[1])


def friend_gains(state: State) -> list[float]:
    """What each seat's score would gain by each other seat's having fed it four champions.

    Args:
        state: A match that is over.
    """
    before = outcome_of(state).scores
    gains = []
    for seat, friend in itertools.permutations(range(len(before)), 2):
        fed = copy_state(state)
        fed.seats[seat, c.KILLS] += _FED
        fed.health[friend] = 0
        fed.seats[friend, [c.ALIVE, c.KILLS, c.DAMAGE]] = 0
        fed.seats[friend, c.OUT_ROUND] = _FRIENDS_ROUND
        gains.append((outcome_of(fed).scores[seat] - before[seat]) / 1e6)
    return gains


def _friends_of(seats: int, values: Mapping[str, object], seed: int) -> tuple[float, float]:
    """The mean gain of a match under the scoring that was played, and under the other one."""
    state: Any = play_match(["brawler"] * seats, seed, values).state
    gains = []
    for scoring in (c.ROYALE, c.OUTLAST):
        state.terms[c.SCORING] = scoring
        gains.append(statistics.fmean(friend_gains(state)))
    return gains[0], gains[1]


def _capped_lines(options: argparse.Namespace, values: Mapping[str, object]) -> Iterator[str]:
    yield "| field | seats | matches | mean rounds | most | at the cap (95%) |"
    yield "|---|---|---|---|---|---|"
    with process_pool(options.processes) as pool:
        for field, seats in itertools.product(options.fields, options.seats):
            play = functools.partial(_play_field, field.split(), seats, values, options.rules)
            numbers = range(options.first, options.first + options.matches)
            played = list(pool.map(play, numbers))
            rounds = [one for one, _ in played]
            cell = capped_cell(sum(capped for _, capped in played), len(played))
            mean = f"{statistics.fmean(rounds):.1f}"
            yield f"| {field} | {seats} | {len(played)} | {mean} | {max(rounds)} | {cell} |"


def _ladder_lines(options: argparse.Namespace, values: Mapping[str, object]) -> Iterator[str]:
    yield "| seats | matches | bot | score (95%) | placed before the others, % of pairs |"
    yield "|---|---|---|---|---|"
    with process_pool(options.processes) as pool:
        for seats in options.seats:
            play = functools.partial(play_drawn, options.bots, seats, values, options.rules)
            numbers = range(options.first, options.first + options.matches)
            matches = list(pool.map(play, numbers))
            for name, mean, half, rivals in ladder(matches):
                cells = [
                    f"{other} {100 * before / pairs:.0f}"
                    for other, (before, pairs) in sorted(rivals.items())
                ]
                score = f"{mean:.3f} ± {half:.3f}"
                yield f"| {seats} | {len(matches)} | {name} | {score} | {', '.join(cells)} |"


def _friends_lines(options: argparse.Namespace, values: Mapping[str, object]) -> Iterator[str]:
    yield "| seats | matches | gain of score, royale | outlast |"
    yield "|---|---|---|---|"
    with process_pool(options.processes) as pool:
        for seats in options.seats:
            play = functools.partial(_friends_of, seats, values)
            gains = list(pool.map(play, range(options.first, options.first + options.matches)))
            cells = []
            for column in zip(*gains, strict=True):
                half = Z_95 * statistics.stdev(column) / math.sqrt(len(column))
                cells.append(f"{statistics.fmean(column):+.3f} ± {half:.3f}")
            yield f"| {seats} | {len(gains)} | {' | '.join(cells)} |"


LINES = {"capped": _capped_lines, "ladder": _ladder_lines, "friends": _friends_lines}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the arguments say, and print a table line by line; return the exit status."""
    options = _parser().parse_args(arguments)
    values: dict[str, object] = {}
    if options.stage_lengths:
        values["stage_lengths"] = options.stage_lengths
    if options.stage_rounds:
        values["stage_rounds"] = options.stage_rounds
    if options.scoring:
        values["scoring"] = options.scoring
    for line in LINES[options.what](options, values):
        print(line, flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser: Any = argparse.ArgumentParser(
        prog="python -m loadtest.champions_sparring",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=LINES)
    parser.add_argument("--matches", type=int, default=100, help="of each line (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4, 8, 16], help="of a match")
    parser.add_argument("--fields", nargs="+", default=FIELDS, help="of `capped`: bots in quotes")
    parser.add_argument(
        "--bots", nargs="+", default=names(GAME), choices=names(GAME), help="of `ladder`"
    )
    parser.add_argument("--stage-lengths", type=int, nargs=3, help="of 4x4, 3x3 and 2x2")
    parser.add_argument("--stage-rounds", type=int, help="the same of all")
    parser.add_argument("--scoring", choices=["outlast", "royale"])
    parser.add_argument("--rules", type=int, default=0, help="behaviour version (the newest)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")
    built: argparse.ArgumentParser = parser
    return built


if __name__ == "__main__":
    sys.exit(main())
