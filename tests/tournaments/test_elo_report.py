from __future__ import annotations

import dataclasses
import io

import rich.console

from tests.tournaments.stored import party_end
from tournaments.pairings import Pairing
from tournaments.ratings import EloRatings, Estimate, PlacedMatch
from tournaments.reports.elo import (
    RatedTable,
    chance_line,
    elo_as_json,
    few_line,
    print_elo,
    seats_line,
)
from tournaments.store.records import StoredMatch
from tournaments.tables.party_standings import placed_entries

RATINGS = EloRatings(
    players=("under", "mid[b]", "new", "top"),
    ratings=(
        Estimate(None, None, -210.6),
        Estimate(12.4, -30.2, 55.1, -50.3, 75.2),
        Estimate(None, None, None),
        Estimate(None, 310.2, None, 280.9),
    ),
    zero=("mid[b]",),
    seats=(Estimate(-8.1, -20.0, 4.0), Estimate(8.1, -4.0, 20.0)),
    tie_chance=0.25,
    num_seats=2,
    num_blocks=12,
    superiority=(
        (0.5, 0.02, None, 0.001),
        (0.98, 0.5, None, 0.013),
        (None, None, 0.5, None),
        (0.999, 0.987, None, 0.5),
    ),
)
SCORES = dict.fromkeys(RATINGS.players, Estimate(None, None, None)) | {
    "mid[b]": Estimate(8.0, -20.0, 36.2),
    "top": Estimate(None, None, None, 120.4),
}
RATED = RatedTable(RATINGS, SCORES)

TABLE = """\
 name       Elo  95% interval  at any time  ahead of 0  above next
 ─────────────────────────────────────────────────────────────────
 top     > +310                     > +281           ?       98.7%
 mid[b]     +12    [-30, +55]   [-50, +75]       38.8%       98.0%
 under   < -211                                      ?           ?
 new          ?                                      ?
"""
SCORE_TABLE = """\
 name    score Elo  95% interval  at any time
 ────────────────────────────────────────────
 top             ?                     > +120
 mid[b]         +8    [-20, +36]
 under           ?
 new             ?
"""


def test_tables() -> None:
    """Bounds are marked as such, what is unknown has a question mark, and names are shown as they are.

    Of equals one is placed ahead in 3/8 of the matches: with 12.4 more, v = 2/3 and x = ln(10) 12.4 / 400 it is
    1 / (1 + v exp(-x / 2) + exp(-x)) = 0.388. All fits into 80 columns.
    """
    out = io.StringIO()
    console = rich.console.Console(file=out, width=80)
    print_elo(RATED, console)
    lines = [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]
    told = TABLE.splitlines()
    assert lines[: len(told)] == told
    assert lines[len(told) + 3 : -1] == SCORE_TABLE.splitlines()


def test_lines() -> None:
    """What a difference means, what seats are worth, and that there are few blocks.

    With 100 more, x = ln(10) / 4: 1 to 2/3 * 0.7499 to 0.5623 are 48.5, 24.2 and 27.3 of 100.
    """
    told = "100 more are placed ahead 48 times of 100 and tie 24; equals tie 25"
    assert chance_line(RATINGS).endswith(told)
    assert seats_line(RATINGS) == "seat 0 is worth -8 Elo [-20, +4]"
    few = few_line(RATINGS)
    assert few is not None
    assert few.startswith("*: from 12 blocks only; intervals by Bell and McCaffrey's correction")
    many = dataclasses.replace(RATINGS, num_blocks=20, seats=(*RATINGS.seats, RATINGS.seats[0]))
    assert few_line(many) is None
    assert seats_line(many) == (
        "Elo that seats are worth more than the mean of the others:"
        " 0: -8 [-20, +4], 1: +8 [-4, +20], 2: -8 [-20, +4]"
    )


def test_json() -> None:
    """Null is what no result bounds; every two are there in both directions."""
    found = elo_as_json(RATED)
    nobody = {"watched_low": None, "watched_high": None}
    assert found["bots"] == [
        {"bot": "under", "elo": None, "low": None, "high": -210.6, **nobody},
        {
            **{"bot": "mid[b]", "elo": 12.4, "low": -30.2, "high": 55.1},
            **{"watched_low": -50.3, "watched_high": 75.2},
        },
        {"bot": "new", "elo": None, "low": None, "high": None, **nobody},
        {"bot": "top", "elo": None, "low": 310.2, "high": None, **nobody, "watched_low": 280.9},
    ]
    pairs = found["superiority"]
    assert isinstance(pairs, list)
    assert len(pairs) == 12
    chances = {"ahead": None, "tie": None}
    assert {"bot": "top", "rival": "under", "likelihood": 0.999, **chances} in pairs


def test_parties_are_rated() -> None:
    """Entries are players: placed in a match with others, or among all that played the same block."""
    entries = {"one": ("a", "b", "b"), "two": ("c", "c", "c")}
    together = StoredMatch(
        Pairing(1, "seed:1", 5, ("c", "c", "c", "a", "b", "b")), party_end(3, 8), "m1", None
    )
    assert placed_entries(entries, [together]) == [PlacedMatch("seed:1", ("two", "one"), (2, 1))]
    alone = [
        StoredMatch(Pairing(n, block, 5, bots), party_end(score), f"m{n}", None)
        for n, block, bots, score in (
            (1, "seed:1", ("a", "b", "b"), 3),
            (2, "seed:1", ("c", "c", "c"), 4),
            (3, "seed:2", ("a", "b", "b"), 7),
        )
    ]
    assert placed_entries(entries, alone) == [PlacedMatch("seed:1", ("one", "two"), (2, 1))]
