from __future__ import annotations

import io

import pytest
import rich.console

from tests.tournaments.fakes import ended
from tournaments.pairings import Pairing
from tournaments.ratings import EloRatings, Estimate
from tournaments.reports.elo import elo_as_json, print_elo, rate_matches
from tournaments.spec.errors import TournamentError
from tournaments.store.records import StoredMatch

RATINGS = EloRatings(
    players=("under", "mid[b]", "new", "top"),
    ratings=(
        Estimate(None, None, -210.6),
        Estimate(12.4, -30.2, 55.1),
        Estimate(None, None, None),
        Estimate(None, 310.2, None),
    ),
    zero=("mid[b]",),
    seat_effect=Estimate(-8.1, -20.0, 4.0),
    draw_ratio=0.254,
    spread=0.5,
    superiority=(
        (0.5, 0.02, None, 0.001),
        (0.98, 0.5, None, 0.013),
        (None, None, 0.5, None),
        (0.999, 0.987, None, 0.5),
    ),
)

TABLE = """\
 bot        Elo  95% interval  stronger than the next
 ────────────────────────────────────────────────────
 top     > +310                                 98.7%
 mid[b]     +12    [-30, +55]                   98.0%
 under   < -211                                     ?
 new          ?

seat 0 is worth -8 Elo [-20, +4]; equals draw 25% of their matches; blocks spread 0.50 times as widely as single matches would
"""


def test_table() -> None:
    """Bounds are marked as such, what is unknown has a question mark, and names are shown as they are."""
    out = io.StringIO()
    console = rich.console.Console(file=out, width=80)
    print_elo(RATINGS, console)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert [line for line in lines if line] == [line for line in TABLE.splitlines() if line]


def test_matches_of_many_seats() -> None:
    """Elo is for two: a match of three is refused by name."""
    match = StoredMatch(Pairing(7, "1", 5, ("a", "b", "c")), ended(1, 2, 3), "m7", None)
    with pytest.raises(TournamentError, match="for matches of two seats; match 7 had 3"):
        rate_matches(["a", "b", "c"], [match], None)


def test_json() -> None:
    """Null is what no result bounds; every two are there in both directions."""
    found = elo_as_json(RATINGS)
    assert found["bots"] == [
        {"bot": "under", "elo": None, "low": None, "high": -210.6},
        {"bot": "mid[b]", "elo": 12.4, "low": -30.2, "high": 55.1},
        {"bot": "new", "elo": None, "low": None, "high": None},
        {"bot": "top", "elo": None, "low": 310.2, "high": None},
    ]
    pairs = found["superiority"]
    assert isinstance(pairs, list)
    assert len(pairs) == 12
    assert {"bot": "top", "rival": "under", "likelihood": 0.999} in pairs
