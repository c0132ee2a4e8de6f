"""The measurement of strength and balance, in its smallest size."""

from __future__ import annotations

import collections
import importlib
from collections.abc import Mapping, Sequence

import pytest

from loadtest.strength.__main__ import main
from loadtest.strength.engine_match import EngineMatch
from loadtest.strength.games import GAMES
from loadtest.strength.questions import QUESTIONS
from loadtest.strength.series import PlayedMatch, Series, seat_bots
from loadtest.strength.tables import most_off, seat_shares, share_cell, tables
from referee_bots import names

BOTS = names("champions")


def rows_of(text: str) -> list[list[dict[str, str]]]:
    """Return the rows of each printed table, by column."""
    found = []
    for block in text.strip().split("\n\n"):
        head, _, *lines = [
            [cell.strip() for cell in line.split("|")[1:-1]] for line in block.splitlines()
        ]
        found.append([dict(zip(head, line, strict=True)) for line in lines])
    return found


def match_of(
    placements: Sequence[int], *, length: int = 9, end: str = "cap", scores: Sequence[float] = ()
) -> EngineMatch:
    """Return a match in which nobody was asked or refused anything."""
    seats = range(len(placements))
    nothing: Mapping[str, int] = {}
    return EngineMatch(
        length,
        end,
        tuple(placements),
        tuple(scores or [0.0 for _ in seats]),
        tuple(nothing for _ in seats),
        tuple({} for _ in seats),
    )


def series_of(*bots: str, seats: int = 2, matches: int = 2) -> Series:
    """Return a series of Champions by its default config."""
    return Series("champions", bots, seats, matches, "turns", {})


def test_questions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, with what it asks."""
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(QUESTIONS)
    assert all(line.endswith("?") for line in lines)


def test_questions_name_bots_and_measures_there_are() -> None:
    """House bots of the game, or ways of random play for all seats."""
    for question in QUESTIONS.values():
        game = GAMES[question.game]
        for field in question.fields:
            is_policy = len(field) == 1 and field[0] in game.policies
            assert is_policy or set(field) <= set(names(question.game))
        assert set(question.measures) <= game.measures.keys()


def test_a_share_is_told_with_its_interval() -> None:
    """In percent."""
    assert share_cell(0, 100) == "0.00 (0.00 to 3.70)"


def test_shares_of_wins_and_their_errors() -> None:
    """Of 4 seats and 300 matches: sqrt(1/4 * 3/4 / 300) is 1/40, and 0.3 is two of these off."""
    winners = [0] * 90 + [1] * 75 + [2] * 75 + [3] * 60
    played = [
        PlayedMatch(("a",) * 4, match_of([1 if seat == winner else 2 for seat in range(4)]))
        for winner in winners
    ]
    shares, error = seat_shares(played)
    assert shares.tolist() == pytest.approx([0.3, 0.25, 0.25, 0.2])
    assert error == pytest.approx(1 / 40)
    assert most_off(played) == pytest.approx(2)


def test_rows_of_lengths_and_ends() -> None:
    """By hand, of four matches."""
    ends = [(20, "EXPLORED"), (31, "LATE"), (33, "LATE"), (60, "MAX_TURNS")]
    played = [
        PlayedMatch(("a", "a"), match_of([1, 2], length=length, end=end)) for length, end in ends
    ]
    row = rows_of("\n".join(tables([(series_of("a", matches=4), played)])))[0][0]
    assert [row[key] for key in ("matches", "mean length", "least", "5 %", "most")] == [
        "4", "36.0", "20", "20", "60",
    ]  # fmt: skip
    assert [cell.split(" (")[0] for cell in row["ended by, % (95 %)"].split(", ")] == [
        "EXPLORED 25.00",
        "LATE 50.00",
        "MAX_TURNS 25.00",
    ]


def test_a_ladder_counts_places_and_scores() -> None:
    """Two matches by hand: a is before b in one, beside it in the other."""
    played = [
        PlayedMatch(("a", "b"), match_of([1, 2], scores=[7, 3])),
        PlayedMatch(("b", "a"), match_of([1, 1], scores=[5, 5])),
    ]
    weaker, stronger = rows_of("\n".join(tables([(series_of("a", "b"), played)])))[1]
    told = ("bot", "score (95 %)", "points", "before the others, % of pairs")
    assert [weaker[key] for key in told] == ["b", "0.250 ± 0.490", "4.0", "a 25"]
    assert [stronger[key] for key in told] == ["a", "0.750 ± 0.490", "6.0", "b 75"]
    assert stronger["wins (95 %)"].startswith("75.00 (")


@pytest.mark.parametrize("seats", [2, 4, 8, 16])
def test_everybody_is_drawn_alike(seats: int) -> None:
    """Nobody twice while there are others, and over many matches each about as often as another."""
    drawn = [seat_bots("drawn", BOTS, seats, seed) for seed in range(500)]
    counts = collections.Counter(name for seated in drawn for name in seated)
    assert set(counts) == set(BOTS)
    fair = 500 * seats / len(BOTS)
    assert all(abs(count - fair) < 0.2 * fair for count in counts.values())
    most = collections.Counter(drawn[7]).most_common(1)[0][1]
    assert most <= -(-seats // len(BOTS))
    assert seat_bots("drawn", BOTS, seats, 7) == drawn[7]


def test_maps_are_played_in_every_seating() -> None:
    """Two bots: each seed twice, with the seats exchanged."""
    series = Series("dungeon_keeper", ("a", "b"), 2, 4, "maps", {})
    assert [(pairing.seed, pairing.players) for pairing in series.pairings()] == [
        (0, ("a", "b")),
        (0, ("b", "a")),
        (1, ("a", "b")),
        (1, ("b", "a")),
    ]


def test_values_are_compared_on_the_same_maps(capsys: pytest.CaptureFixture[str]) -> None:
    """Bots that do nothing: all Altars wane away together in round 53, and mana decides from 10 on.

    With 10 more mana the second seat has a point more.
    """
    words = ["dungeon-keeper-balance", "--field", "idle", "--matches", "2"]
    for mana in (0, 10):
        words += ["--config", f'{{"preset": "small", "seating": "fixed", "later_mana": {mana}}}']
    assert main(words) == 0
    ends, seats, _ = rows_of(capsys.readouterr().out)
    assert [row["mean length"] for row in ends] == ["53.0", "53.0"]
    assert all(row["ended by, % (95 %)"].startswith("waning 100.00") for row in ends)
    assert [row["wins of seats 0, 1, 2, ..., %"] for row in seats] == [
        "50.00, 50.00",
        "0.00, 100.00",
    ]


def test_version_1_ends_at_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    """It knows neither waning nor more mana."""
    words = ["dungeon-keeper-balance", "--field", "idle", "--matches", "1", "--game-version", "1"]
    assert main([*words, "--config", '{"preset": "small", "seating": "fixed"}']) == 0
    (row,) = rows_of(capsys.readouterr().out)[0]
    assert row["mean length"] == "60.0"
    assert row["ended by, % (95 %)"].startswith("cap 100.00")


def test_the_number_of_processes_does_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    """Three matches of two seats; the tables tell of all of them."""
    told = []
    for processes in ("1", "2"):
        words = ["proving-grounds-balance", "--matches", "3", "--seats", "2"]
        assert main([*words, "--processes", processes]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert rows_of(told[0])[0][0]["matches"] == "3"


@pytest.mark.parametrize(
    ("module", "words", "expected"),
    [
        ("champions_balance", "--matches 2 --sizes 2 --search 2 100", 8),
        ("champions_bots", "--matches 2 --seats 2 --bots brawler random", 1),
        (
            "champions_sparring",
            "capped --matches 2 --seats 2 --fields idle --stage-lengths 2 2 2",
            1,
        ),
        ("champions_sparring", "friends --matches 2 --seats 2", 1),
        ("dungeon_keeper_balance", "--maps 1 --bots idle --later-mana 0 10", 2),
        ("dungeon_keeper_baselines", "--matches 1 --bots idle random", 1),
        ("proving_grounds_balance", "--matches 1 --seats 2", 1),
        ("proving_grounds_baselines", "--matches 1 --seats 2 --bots greedy random", 1),
    ],
)
def test_old_names_warn_and_play(
    module: str, words: str, expected: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row of lengths for every config, field and number of seats."""
    old = importlib.import_module(f"loadtest.{module}")
    with pytest.warns(FutureWarning, match=r"say python -m loadtest\.strength"):
        assert old.main(words.split()) == 0
    assert len(rows_of(capsys.readouterr().out)[0]) == expected
