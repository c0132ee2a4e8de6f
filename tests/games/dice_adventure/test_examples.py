"""Every worked example of the rulebook's section 8: as scenario files, and those that are no match here."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from referee.core.rng import Stream
from referee.games.dice_adventure.rules.scoring import match_outcome, party_placements
from referee.games.dice_adventure.tables import DEFAULT_MEMBERS, DEFAULT_TYPES
from referee.games.scenario import load_scenario, run_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "dice_adventure"
FILES = sorted(FOLDER.glob("*.toml"))
IN_THIS_FILE = {3, 14, 19}
EXAMPLES = [number for number in range(1, 21) if number not in IN_THIS_FILE]

D, G, H = 0, 1, 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    """The scenario comes out as it says."""
    assert [str(difference) for difference in run_scenario(load_scenario(path), path)] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_no_example_is_missing(example: int) -> None:
    """Each example has a file that is named and titled after it."""
    titles = [load_scenario(path).title for path in FOLDER.glob(f"E{example:02}_*.toml")]
    assert titles
    assert all(title.startswith(f"DA-8.{example}: ") for title in titles)


# DA-8.3: chances of R1, T1, M1, M2 and M3 for each set of members.
CHANCES = {
    (D,): ("0", "9/16", "3/4", "7/12", "7/16"),
    (G,): ("3/8", "3/16", "3/4", "7/12", "7/16"),
    (H,): ("1/6", "5/12", "13/16", "11/16", "9/16"),
    (D, G): ("11/16", "27/32", "35/36", "49/54", "29/36"),
    (D, H): ("7/12", "43/48", "47/48", "67/72", "41/48"),
    (G, H): ("19/24", "19/24", "47/48", "67/72", "41/48"),
    (D, G, H): ("91/96", "251/256", "1151/1152", "571/576", "1117/1152"),
}


@pytest.mark.parametrize(
    "members", CHANCES, ids=lambda members: "+".join("DGH"[m] for m in members)
)
def test_chances_of_success(members: tuple[int, ...]) -> None:
    """DA-8.3: the tables give the chances of the rulebook, all rolls counted out."""
    for piece, expected in zip(DEFAULT_TYPES, CHANCES[members], strict=True):
        sides = [DEFAULT_MEMBERS[m].dice[piece.kind] for m in members]
        won = [
            sum(rolls) >= number + piece.modifier
            for *rolls, number in itertools.product(*map(faces, [*sides, piece.die]))
        ]
        assert Fraction(sum(won), len(won)) == Fraction(expected), piece.code


def faces(sides: int) -> Sequence[int]:
    """What a die can show; one without sides nothing."""
    return range(1, sides + 1) if sides else (0,)


def states(stream: Stream) -> Iterator[int]:
    """Words of a stream."""
    while True:
        yield stream.next()


def test_streams() -> None:
    """DA-8.14: known answers of the three streams of seed 1."""
    generator = Stream(1, 0, 0)
    assert generator.state == 0xB18A02F46D8D86C3
    assert list(itertools.islice(states(generator), 4)) == [
        0xE28195DDD9EE4956,
        0x6735FA339A2F4459,
        0xD69887A7933B8AAD,
        0x93A728C7519CE556,
    ]
    dice = Stream(1, 1, 0, 0)
    assert dice.state == 0xBD7C2D04A61FB68D
    assert dice.roll(10, 6) == [1, 2, 3, 3, 6, 1, 5, 5, 2, 1]
    moves = Stream(1, 2, 0, 0)
    assert moves.state == 0xDAC727D7439AC724
    assert [moves.draw(n) for n in (4, 3, 2, 4, 3, 2)] == [3, 3, 1, 2, 2, 2]


def test_ranking() -> None:
    """DA-8.19: four parties, of which two are tied."""
    records = [(1946, 4, 0), (1946, 4, 1), (1946, 4, 0), (900, 60, 2)]
    assert party_placements(records) == (1, 3, 1, 4)
    outcome = match_outcome(records, 2)
    assert outcome.placements == (1, 1, 1, 3, 3, 3, 1, 1, 1, 4, 4, 4)  # AM-1
    assert outcome.tie_breaks[3:] == (  # AM-A1: what DA-7.6 breaks ties by
        *((("rounds", 4), ("deaths", 1)),) * 3,
        *((("rounds", 4), ("deaths", 0)),) * 3,
        *((("rounds", 60), ("deaths", 2)),) * 3,
    )
    older = match_outcome(records, 1)
    assert older.placements == (1, 1, 1, 7, 7, 7, 1, 1, 1, 10, 10, 10)  # version 1 counts seats
    assert (older.scores, older.tie_breaks) == (outcome.scores, ())
    assert outcome.scores == (1946,) * 9 + (900,) * 3
