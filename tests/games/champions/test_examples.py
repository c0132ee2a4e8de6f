"""Every worked example of the rulebook's section 8, and every reason code of CH-4.11, as scenario files.

E-13 is about chat and is tested with the referee; E-14, E-15 and E-17 are about numbers alone.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rules.scoring import royale_points
from referee.games.champions.tables import RefusalCode
from referee.games.scenario import load_scenario, run_scenario

GAME = PLUGIN.game
FOLDER = Path(__file__).parents[2] / "scenarios" / "champions"
FILES = sorted(FOLDER.glob("*.toml"))

EXAMPLES = [*range(1, 9), "9 (a)", "9 (b)", "9 (c)", *range(10, 13), 16, "18 (a)", "18 (b)"]
SEVERAL = {"CHAMPION_DEAD": 2, "LIST_TOO_LONG": 3}
"""Codes that are told in more than one phase, by phases."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """The scenario comes out as it says."""
    assert [str(difference) for difference in run_scenario(load_scenario(path), path)] == []


def test_no_example_is_missing() -> None:
    """Each example has one file that is titled after it."""
    titles = [load_scenario(path).title for path in FOLDER.glob("E*.toml")]
    found = sorted(title.partition(":")[0] for title in titles)
    assert found == sorted(f"E-{example}" for example in EXAMPLES)


@pytest.mark.parametrize("code", [code.name for code in RefusalCode])
def test_no_reason_code_is_missing(code: str) -> None:
    """Each code has files that are named and titled after it, one for each phase it is told in."""
    files = list(FOLDER.glob(f"refused_{code.lower()}*.toml"))
    assert len(files) == SEVERAL.get(code, 1)
    assert all(load_scenario(path).title.startswith(f"{code}: ") for path in files)


def test_placements() -> None:
    """E-14."""
    seats = [
        {"health": [60, 60, 0, 0], "kills": 3, "damage": 210},
        {"health": [100, 20, 0, 0], "kills": 3, "damage": 200},
        {"out_round": 9, "kills": 2, "damage": 150},
        {"out_round": 9, "kills": 2, "damage": 150},
        {"out_round": 9, "kills": 1, "damage": 400},
    ]
    config = ChampionsConfig(scoring="outlast")
    outcome = GAME.outcome(GAME.parse_state(config, 5, {"seats": seats}))
    assert outcome.placements == (1, 2, 3, 3, 5)
    assert outcome.scores == (1_000_000, 750_000, 375_000, 375_000, 0)


def test_placements_by_points() -> None:
    """E-17: points 4, 12, 3 and 3, and the last two by who lasted longer."""
    seats = [
        {"out_round": 3, "kills": 4, "damage": 300},
        {"health": [9, 0, 0, 0]},
        {"out_round": 8},
        {"out_round": 5, "kills": 2, "damage": 200},
    ]
    state = GAME.parse_state(ChampionsConfig(), 4, {"seats": seats})
    assert royale_points((4, 1, 2, 3), (4, 0, 0, 2)) == [4, 12, 3, 3]
    outcome = GAME.outcome(state)
    assert outcome.placements == (2, 1, 3, 4)
    assert outcome.scores == (666_667, 1_000_000, 333_333, 0)


def test_points_of_shared_places_are_shared() -> None:
    """E-17: P of 5 seats is 12, 17/4, 2, 1, 0; of E-14's seats 2 and 3 share 2 and 1."""
    points = royale_points((1, 2, 3, 3, 5), (0, 0, 0, 0, 0))
    assert points == [12, Fraction(17, 4), Fraction(3, 2), Fraction(3, 2), 0]
    assert royale_points((1, 2), (0, 0)) == [12, 0]
    assert royale_points(tuple(range(1, 17)), (0,) * 16) == [
        12, 9, 7, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 0,
    ]  # fmt: skip


def test_dice_of_a_battle() -> None:
    """E-15: the stream (5, 3, 0) of seed 1."""
    stream = Stream(1, 5, 3, 0)
    assert stream.state == 0xC10D0382C7829E50
    words = [stream.next() for _ in range(3)]
    assert words == [0xF3CE7AD9153A52E6, 0x597C1E3C59233D06, 0x543A325B2D851070]
    assert Stream(1, 5, 3, 0).roll(12, 10) == [5, 5, 5, 3, 1, 9, 3, 1, 3, 6, 7, 7]
    assert Stream(1, 5, 3, 0).roll(12, 5) == [5, 5, 5, 3, 1, 4, 3, 1, 3, 1, 2, 2]


def test_dice_of_the_start() -> None:
    """E-15: where 16 seats start from seed 1, and what two tiles hold."""
    state, _ = GAME.start(ChampionsConfig(), seed=1, num_seats=16)
    plain = GAME.plain_state(state)
    seats, items, pools = plain["seats"], plain["items"], plain["pools"]
    assert isinstance(seats, list)
    assert isinstance(items, dict)
    assert isinstance(pools, dict)
    starts = [15, 12, 1, 5, 9, 6, 2, 3, 4, 14, 13, 11, 7, 0, 10, 8]
    assert [seat["pos"] for seat in seats] == [list(divmod(tile, 4)) for tile in starts]  # type: ignore[index,call-overload]
    assert pools["0"] == list(range(1, 13))
    assert pools["5"] == list(range(61, 73))
    kinds = [items[str(item)] for item in range(1, 193)]
    assert kinds[:12] == [18, 29, 9, 8, 28, 29, 0, 2, 19, 3, 11, 24]
    assert kinds[60:72] == [28, 8, 19, 11, 21, 3, 23, 12, 5, 5, 34, 34]


def test_sixty_items_in_a_match_of_two() -> None:
    """E-16: what its last sentence says."""
    state, _ = GAME.start(ChampionsConfig(stage_rounds=8), seed=1, num_seats=2)
    while (point := GAME.decision(state)) is not None:
        GAME.step(state, dict.fromkeys(point.seats))
    items = GAME.plain_state(state)["items"]
    assert isinstance(items, dict)
    assert len(items) == 60
