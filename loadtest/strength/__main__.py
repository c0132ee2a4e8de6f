"""How strong the house bots are, how long matches last, what ends them, and whether seats are equal.

    python -m loadtest.strength                                  # the questions that can be asked
    python -m loadtest.strength champions-ladder --seats 2 4 --matches 120
    python -m loadtest.strength dungeon-keeper-balance --config '{"preset": "medium"}' --seats 4
    python -m loadtest.strength champions-balance --matches 100 --config '{"stage_rounds": 8}'

Each question is a tournament: the tournament runner plays its schedule, and the engine plays the matches in
separate processes, without clocks. Seeds are 0, 1, 2 and so on, so that tables come out the same everywhere,
except times, which are those of the processor. A score is 1 for the first place and 0 for the last, points are those of the rulebook; wins are
those of any seat of the bot, and those who tie for the first place share one. Intervals are of 95 %, by Wilson
for shares. The exit status is 1 if all seats play alike at random and one is off its share of wins by more
than five standard errors.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Sequence

from loadtest.strength.games import GAMES
from loadtest.strength.questions import QUESTIONS
from loadtest.strength.series import Series, play_series
from loadtest.strength.tables import MOST_ERRORS, most_off, tables
from loadtest.workers import process_pool

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what these command-line arguments ask for and print the tables.

    Return the exit status.
    """
    options = _parser().parse_args(arguments)
    if options.question is None:
        for name, question in QUESTIONS.items():
            print(f"{name:32}{question.asks}")
        return 0
    series = _series(options)
    with process_pool(options.processes) as pool:
        results = [(one, play_series(one, pool, processes=options.processes)) for one in series]
    for line in tables(results):
        print(line)
    at_random = [played for one, played in results if one.bots[0] in GAMES[one.game].policies]
    return int(any(most_off(played) > MOST_ERRORS for played in at_random))


def _series(options: argparse.Namespace) -> list[Series]:
    """Return the series of matches to play: one for each config, field and number of seats.

    A field is a list of the bots that meet.
    """
    question = QUESTIONS[options.question]
    fields = [tuple(field.split(",")) for field in options.field or ()] or question.fields
    configs = options.config or question.configs
    return [
        Series(
            question.game,
            field,
            seats,
            options.matches or question.matches,
            question.seating,
            config,
            question.measures,
            first=options.first,
            version=options.game_version,
        )
        for config, field, seats in itertools.product(
            configs, fields, options.seats or question.seats
        )
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.strength",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("question", nargs="?", choices=QUESTIONS, help="none: list them all")
    parser.add_argument("--matches", type=int, help="of each field and number of seats")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats")
    parser.add_argument(
        "--field", action="append", help="bots that meet, with commas; may be given again"
    )
    parser.add_argument(
        "--config", action="append", type=json.loads, help="JSON; several are compared"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first (%(default)s)")
    parser.add_argument("--game-version", type=int, default=0, help="of the rules; 0: the newest")
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
