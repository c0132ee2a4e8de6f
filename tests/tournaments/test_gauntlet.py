from __future__ import annotations

import collections

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing_out import names_of
from tests.tournaments.test_standings import played
from tournaments.pairings import Gauntlet, written_seeds
from tournaments.ratings import PlackettLuce
from tournaments.tables.standings import compute_standings
from tournaments.tables.tie_breaks import by_share


def test_two_challengers() -> None:
    """Each meets both of the field on both seats, under the same seeds; nobody else meets."""
    due = Gauntlet("xy", "ab", cycles=1, seeds=written_seeds(0)).due()
    assert ["".join(pairing.players) for pairing in due] == [
        "xa", "ax", "ya", "ay", "xb", "bx", "yb", "by",
    ]  # fmt: skip
    assert [pairing.seed == due[0].seed for pairing in due] == [True] * 4 + [False] * 4


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 200), st.data())
def test_fairness(count: int, data: st.DataObject) -> None:
    """From 2 to 200 bots: every challenger has every seat against every other equally often."""
    challengers = data.draw(st.integers(1, min(count - 1, 5)))
    names = names_of(count)
    due = Gauntlet(names[:challengers], names[challengers:], cycles=2, seeds=written_seeds(0)).due()
    met = collections.Counter(pairing.players for pairing in due)
    assert len(met) == 2 * challengers * (count - challengers)
    assert set(met.values()) == {2}
    assert all((a in names[:challengers]) != (b in names[:challengers]) for a, b in met)


def test_table() -> None:
    """By points a match: x has 3 of 4, b 1 of 2, a 0 of 2; by points b would not be last but one."""
    matches = [played(players, [1, 2]) for players in ("xa", "xb", "bx")]
    matches.append(played("ax", [2, 1]))
    lines = by_share(compute_standings("abx", matches, PlackettLuce()))
    assert [(line.place, line.player, line.tie_breaks) for line in lines] == [
        (1, "x", (("share", 0.75),)),
        (2, "b", (("share", 0.5),)),
        (3, "a", (("share", 0.0),)),
    ]
