"""The tables of a season in a tournament file: what they mean, and what is refused."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.reading import parse_spec
from tournaments.spec.stage_file import stage_source

FILE = Path("cup.toml")

HEAD = """name = "cup"
game = "diceman"
format = "ladder"
"""
WHOLE = (
    HEAD
    + """seats = 2
parallel = 4
sandbox = "bubblewrap"
[season]
opens = 2027-03-01T08:00:00Z
deadline = 2027-03-21T21:00:00+01:00
closes = 2027-03-22T20:00:00Z
first_matches = 12
faults = 2
bench = "30m"
[entries]
per_author = 2
per_day = 6
size = "50MiB"
unpacked = "200MiB"
files = 300
build = "2m"
[remote]
listen = "0.0.0.0:7443"
cert = "cert.pem"
key = "key.pem"
matches = 8
at_once = 3
per_day = 100
longest_ping = "150ms"
[[notify]]
webhook = "https://chat.example.org/hook"
[[bots]]
name = "greedy"
house = "greedy"
"""
)


STAGE = '[[stages]]\nname = "final"\nformat = "{}"\ntop = {}\n'


def utc(day: int, hour: int) -> datetime.datetime:
    """A moment of March 2027."""
    return datetime.datetime(2027, 3, day, hour, tzinfo=datetime.UTC)


def test_every_table_of_a_season() -> None:
    """Times are UTC, durations nanoseconds, sizes bytes."""
    spec = parse_spec(WHOLE, FILE)
    season, entries, remote = spec.season, spec.entries, spec.remote
    assert season is not None
    assert remote is not None
    assert (season.opens, season.deadline, season.closes) == (utc(1, 8), utc(21, 20), utc(22, 20))
    assert (season.first_matches, season.faults, season.bench) == (12, 2, 1800 * 10**9)
    assert (entries.per_author, entries.per_day, entries.files) == (2, 6, 300)
    assert (entries.size, entries.unpacked, entries.build) == (50 << 20, 200 << 20, 120 * 10**9)
    assert (remote.listen, remote.cert, remote.key) == ("0.0.0.0:7443", "cert.pem", "key.pem")
    assert (remote.matches, remote.at_once, remote.per_day) == (8, 3, 100)
    assert remote.longest_ping == 150_000_000
    assert [each.webhook for each in spec.notify] == ["https://chat.example.org/hook"]


def test_turns_may_be_reported_in_matches_of_days() -> None:
    """Where a move may take more than an hour, its bank included."""
    terms = '[time_control]\nmove_time = "30m"\nbank = "31m"\n'
    target = '[[notify]]\nwebhook = "https://a"\nevents = ["turn", "over"]\n'
    spec = parse_spec(HEAD + terms + "[season]\n" + target, FILE)
    assert spec.notify[0].events == ("turn", "over")


def test_the_shortest_season() -> None:
    """Without times it opens when it is run, and the organizer closes it; it needs no bots."""
    spec = parse_spec(HEAD + "[season]\n", FILE)
    assert spec.season is not None
    assert (spec.season.opens, spec.season.deadline, spec.season.closes) == (None, None, None)
    assert (spec.season.first_matches, spec.season.faults, spec.season.bench) == (
        10,
        3,
        3600 * 10**9,
    )
    assert spec.bots == ()
    assert spec.remote is None
    assert spec.entries.per_author == 1
    assert spec.per_match, "each seat of a match has its own process"


@pytest.mark.parametrize(
    ("lifetime", "per_match"), [("match", True), ("tournament", False)], ids=["match", "tournament"]
)
def test_how_long_a_process_lives(lifetime: str, per_match: bool) -> None:
    """The file may say that one process an entry plays all its matches."""
    text = HEAD + f'lifetime = "{lifetime}"\n[season]\n'
    assert parse_spec(text, FILE).per_match is per_match


def test_a_ladder_without_season_is_as_before() -> None:
    """It has rounds, and at least two bots, which keep their processes."""
    bots = "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in "ab")
    spec: TournamentSpec = parse_spec(HEAD + "rounds = 3\n" + bots, FILE)
    assert spec.season is None
    assert not spec.per_match


def test_a_stage_is_an_ordinary_tournament_file() -> None:
    """With the season's game, config and limits, another seed, and its entries in their order."""
    source = (
        'name = "cup"\ngame = "diceman"\nformat = "ladder"\nseats = 4\nseed = 7\nparallel = 3\n'
        'config = {games = 3, note = "a \\"b\\"\\u007f"}\n[season]\n[time_control]\nmove_time = "1s"\n'
        '[limits]\nmemory = "1GiB"\n'
        '[[stages]]\nname = "final"\nformat = "groups"\ntop = 8\ncycles = 5\n'
        '[[bots]]\nname = "greedy"\nhouse = "greedy"\n'
    )
    (stage,) = parse_spec(source, FILE).stages
    names = ["ann", "greedy", "bob", "cyd"]
    final = parse_spec(stage_source(source, stage, names, game_version=2), FILE)
    season = parse_spec(source, FILE)
    assert (final.name, final.format, final.cycles, final.seats) == ("cup-final", "groups", 5, 4)
    assert (final.game_version, final.parallel, final.lifetime) == (2, 3, "match")
    assert final.config == season.config == {"games": 3, "note": 'a "b"\x7f'}
    assert (final.time_control, final.limits) == (season.time_control, season.limits)
    assert (final.season, final.stages) == (None, ())
    assert final.seed not in (None, 7), "matches of both must not have the same dice"
    assert [bot.name for bot in final.bots] == names
    assert final.bot("greedy").house == "greedy"


def test_fewer_entries_than_a_stage_asks_for() -> None:
    """Three entries play at most two rounds of a Swiss stage."""
    source = HEAD + "[season]\n" + STAGE.format("swiss", 8) + "rounds = 6\n"
    (stage,) = parse_spec(source, FILE).stages
    final = parse_spec(stage_source(source, stage, list("abc"), game_version=None), FILE)
    assert final.rounds == 2


REFUSED = {
    "no ladder": (
        HEAD.replace("ladder", "swiss") + "[season]\n",
        "[season] goes with format 'ladder', not 'swiss'",
    ),
    "rounds": (
        HEAD + "rounds = 3\n[season]\n",
        "rounds is no key of a season: a season has no rounds: it ends at season.closes",
    ),
    "cycles": (HEAD + "cycles = 3\n[season]\n", "cycles is no key of format 'ladder'"),
    "no season": (
        HEAD
        + 'rounds = 3\n[entries]\n[[bots]]\nname="a"\nhouse="b"\n[[bots]]\nname="b"\nhouse="b"',
        "cup.toml:5: [entries] goes with a season: add [season]",
    ),
    "no offset": (
        HEAD + "[season]\nopens = 2027-03-01T08:00:00\n",
        "season.opens must be a time with an offset from UTC",
    ),
    "deadline first": (
        HEAD + "[season]\nopens = 2027-03-01T08:00:00Z\ndeadline = 2027-03-01T08:00:00Z\n",
        "cup.toml:6: season.deadline must be after season.opens, 2027-03-01T08:00:00Z, not"
        " 2027-03-01T08:00:00Z",
    ),
    "closed first": (
        HEAD + "[season]\ndeadline = 2027-03-02T08:00:00Z\ncloses = 2027-03-01T08:00:00Z\n",
        "season.closes must be after season.deadline, 2027-03-02T08:00:00Z, not 2027-03-01T08:00:00Z",
    ),
    "no matches": (
        HEAD + "[season]\nfirst_matches = 0\n",
        "season.first_matches must be from 1 to 1000, not 0",
    ),
    "long bench": (HEAD + '[season]\nbench = "25h"\n', "season.bench must be from 1s to 24h"),
    "days": (
        HEAD + '[season]\nkeep_replays = "48h"\n',
        'season.keep_replays must be from "1d" to "3650d", not \'48h\'',
    ),
    "unknown": (HEAD + "[season]\nend = 3\n", "season.end is no known key; known here: opens,"),
    "address": (
        HEAD + '[season]\n[remote]\nlisten = "7443"\ncert = "c"\nkey = "k"\n',
        "remote.listen must be \"HOST:PORT\", not '7443'",
    ),
    "webhook": (
        HEAD + '[season]\n[[notify]]\nwebhook = "ftp://a"\n',
        "notify[0].webhook must be a URL of http or https, not 'ftp://a'",
    ),
    "turns of short moves": (
        HEAD
        + '[time_control]\nmove_time = "30m"\nfirst_move = "40m"\nbank = "20m"\n[season]\n[[notify]]\n'
        + 'webhook = "https://a"\nevents = ["over", "turn"]\n',
        "cup.toml:11: notify[0].events: 'turn' needs a [time_control] in which a move may take more than 1h,"
        " not 1h",
    ),
    "turns without deadlines": (
        HEAD + '[season]\n[[notify]]\nwebhook = "https://a"\nevents = ["turn"]\n',
        "notify[0].events: 'turn' needs a [time_control] in which a move may take more than 1h, without it",
    ),
    "no such notice": (
        HEAD + '[season]\n[[notify]]\nwebhook = "https://a"\nevents = ["turns"]\n',
        "notify[0].events must be different ones of admitted, annulled,",
    ),
    "name": (
        HEAD + '[season]\n[[bots]]\nname = "a+b"\nhouse = "random"\n',
        "bots[0].name must be 1 to 40 ASCII letters, digits and _ . - in a season, not 'a+b'",
    ),
    "a stage's format": (
        HEAD + "[season]\n" + STAGE.format("gauntlet", 8),
        "stages[0].format must be",
    ),
    "a key of another format": (
        HEAD + "[season]\n" + STAGE.format("swiss", 8) + "cycles = 2\n",
        "cup.toml:9: stages[0]: cycles is no key of format 'swiss'; known there: rounds",
    ),
    "too many rounds": (
        HEAD + "[season]\n" + STAGE.format("swiss", 8) + "rounds = 8\n",
        "stages[0]: rounds must be from 1 to 7",
    ),
    "a ladder without rounds": (
        HEAD + "[season]\n" + STAGE.format("ladder", 8),
        "stages[0]: rounds must be given with format 'ladder'",
    ),
    "seats of a stage": (
        HEAD + "seats = 4\n[season]\n" + STAGE.format("knockout", 8),
        "stages[0].format must be groups or ladder, since matches of the season seat 4",
    ),
    "two stages of one name": (
        HEAD + "[season]\n" + STAGE.format("knockout", 8) + STAGE.format("knockout", 8),
        "stages[1].name must be a name that no other stage has, not 'final'",
    ),
    "a larger second stage": (
        HEAD
        + "[season]\n"
        + STAGE.format("knockout", 4)
        + STAGE.replace("final", "again").format("knockout", 8),
        "stages[1].top must be at most 4, the entries of stage final before it, not 8",
    ),
}


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(text: str, said: str) -> None:
    """The message names the key, what is allowed, and what was found."""
    with pytest.raises(SpecError) as caught:
        parse_spec(text, FILE)
    assert said in str(caught.value)
