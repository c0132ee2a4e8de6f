from __future__ import annotations

import pytest

from tests.tournaments.fakes import FILE, ended
from tests.tournaments.growing import DICE
from tests.tournaments.playing_out import favourites
from tournaments.pairings import Pairing
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.outcomes import MatchEnd
from tournaments.spec.reading import parse_spec
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import (
    is_over,
    make_scheduler,
    make_standings,
    num_left,
    num_seats,
)
from tournaments.tables.standings import Standing


def spec_of(keys: str, bots: str = "abcd") -> TournamentSpec:
    """A tournament of bots of one letter each."""
    text = f'name = "cup"\ngame = "diceman"\n{keys}\n'
    return parse_spec(
        text + "".join(f'[[bots]]\nname = "{b}"\ncommand = "true"\n' for b in bots), FILE
    )


def end_of(pairing: Pairing) -> MatchEnd:
    """Favourites win."""
    return ended(*favourites(pairing))


def play_some(spec: TournamentSpec, most: int) -> list[StoredMatch]:
    """The first matches of a tournament that favourites win."""
    scheduler = make_scheduler(spec)
    matches: list[StoredMatch] = []
    while due := scheduler.due():
        for pairing in due:
            scheduler.record(pairing, end_of(pairing).placements)
            matches.append(StoredMatch(pairing, end_of(pairing), "m", None))
    return matches[:most]


FORMATS = [
    ('format = "round_robin"', 12),
    ('format = "gauntlet"\nchallengers = ["b"]', 6),
    ('format = "swiss"', 8),
    ('format = "knockout"', 6),
    ('format = "knockout"\nlives = 2\nbest_of = 3', None),
    ('format = "groups"\nseats = 3', 24),
]


@pytest.mark.parametrize(("keys", "matches"), FORMATS)
def test_formats(keys: str, matches: int | None) -> None:
    """Every format is over after its matches and not before, and has a table at any time.

    In the gauntlet b has 4 points of 6 matches, a all of its 2, c and d none.
    """
    spec = spec_of(keys)
    played = play_some(spec, 1000)
    if matches is not None:
        assert len(played) == matches
    assert is_over(make_scheduler(spec), played)
    assert not is_over(make_scheduler(spec), played[:-1])
    assert not is_over(make_scheduler(spec), [])
    table = make_standings(spec, played)
    assert "".join(line.player for line in table if isinstance(line, Standing)) == "abcd"
    for most in range(len(played)):
        assert len(make_standings(spec, played[:most])) == 4


def test_matches_left() -> None:
    """Four bots meet in 12 matches; how many a knockout with second chances takes, nobody knows."""
    spec = spec_of('format = "round_robin"')
    assert num_left(spec, DICE, []) == 12
    assert num_left(spec, DICE, play_some(spec, 5)) == 7
    assert num_left(spec_of('format = "knockout"\nlives = 2\nbest_of = 3'), DICE, []) == 0


def test_seats() -> None:
    """Matches have two seats unless the file says otherwise."""
    assert num_seats(spec_of('format = "swiss"')) == 2
    assert num_seats(spec_of('format = "groups"\nseats = 3')) == 3


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('format = "gauntlet"', "challengers must be given with format 'gauntlet'"),
        ('format = "gauntlet"\nchallengers = ["x"]', "challengers must be names of bots, each once, not 'x'"),
        ('format = "gauntlet"\nchallengers = ["a", "a"]', "challengers must be names of bots, each once, not 'a'"),
        ('format = "gauntlet"\nchallengers = []', "challengers must be from 1 to 3 names, so that somebody is left to be met, not 0"),
        ('format = "gauntlet"\nchallengers = ["a", "b", "c", "d"]', "challengers must be from 1 to 3 names, so that somebody is left to be met, not 4"),
        ('format = "swiss"\nrounds = 4', "rounds must be from 1 to 3, one less than the bots; for more, play a round robin, not 4"),
        ('format = "swiss"\nrounds = 0', "rounds must be from 1 to 100000, not 0"),
        ('format = "swiss"\ncycles = 2', "cycles is no key of format 'swiss'; known there: rounds"),
        ('format = "knockout"\nlives = 3', "lives must be from 1 to 2, not 3"),
        ('format = "knockout"\nbest_of = 0', "best_of must be from 1 to 1000, not 0"),
        ('format = "groups"', "seats must be given with format 'groups'"),
        ('format = "groups"\nseats = 5', "seats must be from 2 to 4, the number of bots, not 5"),
        ('format = "round_robin"\nlives = 1', "lives is no key of format 'round_robin'; known there: cycles"),
    ],
)  # fmt: skip
def test_mistakes(keys: str, said: str) -> None:
    """Each names key, bound and value."""
    with pytest.raises(SpecError) as caught:
        spec_of(keys)
    assert caught.value.problem == said
