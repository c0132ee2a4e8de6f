"""Measures what a season's picks and fits of strengths cost, with simulated entries.

    python -m loadtest.season_picks --entries 1000 --matches 100000 --picks 1500

The picker first takes in the matches as a run does that reads its log, which computes no fit.
Then it picks, starts and ends matches, and each pick and each fit is timed. Times are of the
processor, so that other programs of the machine hardly change them. After that many matches at
random many entries have waited long, and are picked for that alone; picks by information are those
of the second half.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time

from tournaments.pairings.picker import LOCAL, Picker

__all__ = ["main"]

_FIRST_MATCHES = 10


def main(arguments: list[str] | None = None) -> int:
    """Print the processor time of choosing a season's next matches; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m loadtest.season_picks")
    parser.add_argument("--entries", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--picks", type=int, default=1500)
    parser.add_argument("--seats", type=int, default=2)
    options = parser.parse_args(arguments)
    dice = random.Random(1)
    picker = Picker(options.seats, _FIRST_MATCHES)
    names = [f"entry-{number}" for number in range(options.entries)]
    strength = {name: dice.gauss(0, 1) for name in names}
    for name in names:
        picker.enter(name, name, prior=None)
    order = sorted(names, key=strength.__getitem__)
    begun = time.process_time()
    for number in range(1, options.matches + 1):
        # Neighbours in strength, as a ladder pairs them once it knows them.
        first = dice.randrange(len(order) - 4 * options.seats)
        group = dice.sample(order[first : first + 4 * options.seats], options.seats)
        _play(picker, number, group, dice, strength)
    read = time.process_time() - begun
    begun = time.process_time()
    picker.pick()
    first_pick = time.process_time() - begun
    picks, fits = [], []
    for number in range(options.matches + 1, options.matches + options.picks + 1):
        begun = time.process_time()
        picker.prepare()
        fits.append(time.process_time() - begun)
        begun = time.process_time()
        pick = picker.pick()
        picks.append(time.process_time() - begun)
        assert pick is not None, "there are more authors than seats"
        _play(picker, number, pick.entries, dice, strength)
    print(f"{options.entries} entries, {options.matches} matches, {options.seats} seats")
    print(f"reading the matches: {read:.1f} s, {read / options.matches * 1e6:.0f} us a match")
    print(f"first pick, with its fit: {first_pick:.2f} s; longest fit later: {max(fits):.2f} s")
    ordered = sorted(picks[len(picks) // 2 :])
    late = ordered[int(0.99 * (len(ordered) - 1))]
    print(
        f"pick, second half: median {statistics.median(ordered) * 1e3:.1f} ms, 99 of 100 within {late * 1e3:.1f} ms,"
        f" longest {ordered[-1] * 1e3:.1f} ms"
    )
    return 0


def _play(
    picker: Picker,
    number: int,
    group: list[str] | tuple[str, ...],
    dice: random.Random,
    strength: dict[str, float],
) -> None:
    picker.start(number, LOCAL, group, 2 * number, fresh=group)
    luck = {name: strength[name] + dice.gauss(0, 1) for name in group}
    ranks = [1 + sum(luck[other] > luck[name] for other in group) for name in group]
    picker.end(number, [1] * len(group), ranks, counts=True)


if __name__ == "__main__":
    sys.exit(main())
