"""From some round on the Altars wane (AM-D3, DK-7.5)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.game import Event
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.combat.strikes import attack_building
from referee.games.dungeon_keeper.rules.events import (
    AltarsWaned,
    BuildingDestroyed,
    Eliminated,
    MatchEnd,
    Place,
)
from referee.games.dungeon_keeper.rules.orders.kinds import Repair
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.scoring import outcome_of
from referee.games.dungeon_keeper.rules.turn.course import end_turn, next_turn
from referee.games.dungeon_keeper.tables import Building, Code, Kind
from tests.games.dungeon_keeper.positions import add, build, open_board, told

GAME = PLUGIN.game
CORNERS = [(0, 0), (0, 8), (8, 8), (8, 0)]


def _altars(*hp: int, waning_round: int, max_rounds: int = 60) -> Play:
    """Seats with an Altar of so many hit points each, in the corners of a board."""
    play = open_board(num_seats=len(hp), waning_round=waning_round, max_rounds=max_rounds)
    for seat, (cell, its) in enumerate(zip(CORNERS, hp, strict=False)):
        build(play, seat, Building.ALTAR, cell, hp=its)
    return play


def _left(play: Play) -> list[int]:
    """Hit points of the Altars, by seat; 0 for those that are gone."""
    cells = CORNERS[: len(play.state.seats)]
    return [play.state.cells.item(c.B_HP, *cell) for cell in cells]


def _end_round(play: Play) -> None:
    """Every living seat ends its turn."""
    before = play.state.match.item(c.ROUND)
    while play.state.match[c.ROUND] == before and not play.state.match[c.OVER]:
        end_turn(play)
        next_turn(play)


def test_altars_lose_more_from_round_to_round() -> None:
    """Nothing before the waning, then 1, 2 and 3 at the ends of the rounds."""
    play = _altars(100, 60, waning_round=2)
    left = []
    for _ in range(4):
        _end_round(play)
        left.append(_left(play))
    assert left == [[100, 60], [99, 59], [97, 57], [94, 54]]
    assert told(play, AltarsWaned) == [AltarsWaned(1), AltarsWaned(2), AltarsWaned(3)]


def test_a_whole_altar_stands_for_fourteen_rounds() -> None:
    """1 + 2 + ... + 13 are 91, and with 14 they are 105."""
    play = _altars(100, 100, waning_round=1)
    for _ in range(13):
        _end_round(play)
    assert _left(play) == [9, 9]
    assert not play.state.match[c.OVER]
    _end_round(play)
    assert play.state.match[c.OVER]


def test_the_low_mark_wanes_with_it_for_nobody() -> None:
    """Where it is lower already it stays; what comes below it counts as ever."""
    play = _altars(100, 100, waning_round=1)
    play.state.cells[c.B_LOW, 0, 0] = 50
    _end_round(play)

    assert [play.state.cells.item(c.B_LOW, *cell) for cell in CORNERS[:2]] == [50, 99]
    assert play.state.seats[:, c.ALTAR_DAMAGE].tolist() == [0, 0]
    beast = add(play, 0, Kind.SIEGE_BEAST, (0, 7))
    attack_building(play, beast, 0, 8)
    assert play.state.seats[:, c.ALTAR_DAMAGE].tolist() == [11, 0]


@pytest.mark.parametrize(
    ("round_", "code"), [(4, Code.OK), (5, Code.BAD_TARGET), (6, Code.BAD_TARGET)]
)
def test_no_altar_can_be_repaired(round_: int, code: Code) -> None:
    """From the first turn of the first round of the waning on; other buildings can."""
    play = _altars(50, 50, waning_round=5)
    play.state.match[c.ROUND] = round_
    imp = add(play, 0, Kind.IMP, (0, 1))
    build(play, 0, Building.CIRCLE, (1, 1), hp=10)
    unit = int(play.state.units[imp, c.ID])

    assert carry_out(play, Repair(unit, Place(0, 0))) is code
    assert _left(play) == [60 if code is Code.OK else 50, 50]
    assert carry_out(play, Repair(unit, Place(1, 1))) is Code.OK


def test_altars_fall_together_and_are_ranked_by_score() -> None:
    """The seat with more gold stands above the other, though its number comes first; nobody felled them."""
    play = _altars(1, 40, 1, waning_round=1)
    play.state.seats[0, c.GOLD] += 100
    build(play, 1, Building.HOSPITAL, (4, 4))
    _end_round(play)

    assert told(play, Eliminated) == [Eliminated(0, None), Eliminated(2, None)]
    assert [body.owner for body in told(play, BuildingDestroyed)] == [0, 2]
    assert play.state.seats[:, c.ELIMINATED_ORDER].tolist() == [2, 0, 1]
    assert play.state.match[c.OVER]
    outcome = outcome_of(play.state)
    assert outcome.placements == (2, 1, 3)
    assert outcome.scores[0] == outcome.scores[2] == 0


def test_the_score_is_that_before_the_step() -> None:
    """Altars of 3 and 1 that lose 3: 2 points an hp make the difference of 4; their equals share a place."""
    play = _altars(3, 1, 3, 100, waning_round=1)
    play.state.match[c.ROUND] = 3
    _end_round(play)

    assert _left(play) == [0, 0, 0, 97]
    assert play.state.seats[:, c.ELIMINATED_ORDER].tolist() == [2, 1, 2, 0]
    assert outcome_of(play.state).placements == (2, 4, 2, 1)


@pytest.mark.parametrize(("gold", "placements"), [(0, (1, 1)), (9, (1, 1)), (10, (2, 1))])
def test_the_match_may_end_with_nobody_left(gold: int, placements: tuple[int, int]) -> None:
    """Ranked like those who fall together; ten pieces of gold are a point."""
    play = _altars(1, 1, waning_round=1)
    play.state.seats[1, c.GOLD] += gold
    _end_round(play)

    assert play.state.match[c.OVER]
    assert play.state.seats[:, c.ALIVE].tolist() == [0, 0]
    assert outcome_of(play.state).placements == placements


def test_who_fell_before_stands_below() -> None:
    """Those who fall together take the next numbers."""
    play = _altars(1, 1, 1, waning_round=1)
    play.state.seats[1, [c.ALIVE, c.ELIMINATED_ORDER]] = 0, 1
    play.state.match[c.NUM_ELIMINATED] = 1
    play.state.cells[:, 0, 8] = 0
    play.state.seats[2, c.GOLD] += 10
    _end_round(play)

    assert play.state.seats[:, c.ELIMINATED_ORDER].tolist() == [2, 1, 3]
    assert outcome_of(play.state).placements == (2, 3, 1)


def test_seats_without_an_altar_are_left_alone() -> None:
    """They are in a position of DK-2.20; the last of them wins when the others are out."""
    play = _altars(1, 1, 1, waning_round=1)
    play.state.cells[:, 8, 8] = 0
    _end_round(play)

    assert play.state.seats[:, c.ALIVE].tolist() == [0, 0, 1]
    assert outcome_of(play.state).placements == (2, 2, 1)


def test_the_waning_comes_before_the_cap() -> None:
    """In the last round too."""
    play = _altars(1, 50, waning_round=3, max_rounds=3)
    play.state.match[c.ROUND] = 3
    _end_round(play)
    assert _left(play) == [0, 49]
    assert outcome_of(play.state).placements == (2, 1)


def test_zero_switches_it_off() -> None:
    """And version 1 knows none."""
    for game, settings in ((GAME, {"waning_round": 0}), (PLUGIN.at(1).game, {})):
        config = game.config_class.model_validate({"preset": "small", "max_rounds": 60, **settings})
        state, _ = game.start(config, seed=1, num_seats=2)
        events: list[Event] = []
        while game.decision(state) is not None:
            events += game.step(state, {state.match.item(c.ACTING): None})
        assert state.match[c.ROUND] == 60
        assert (state.cells[c.B_HP][state.cells[c.B_KIND] == Building.ALTAR] == 100).all()
        assert not any(isinstance(event.body, AltarsWaned) for event in events)


def test_two_that_do_nothing_come_to_an_end_before_the_cap() -> None:
    """On `small` the waning begins in round 40: whole Altars fall at the end of round 53."""
    config = DungeonKeeperConfig(preset="small", later_mana=0)
    state, _ = GAME.start(config, seed=1, num_seats=2)
    while GAME.decision(state) is not None:
        events = GAME.step(state, {state.match.item(c.ACTING): None})
    assert state.match[c.ROUND] == 53
    assert GAME.eliminated(state) == [0, 1]
    assert [event.body for event in events][-1] == MatchEnd((1, 1), (0, 0))


def test_under_fog_everybody_hears_of_the_waning_and_of_nothing_more() -> None:
    """Where an Altar stands that nobody sees, and what is left of it, stays hidden."""
    position: dict[str, Any] = {
        "rows": ["." * 9] + ["#" * 9] * 7 + ["." * 9],
        "buildings": [
            {"kind": "altar", "row": 0, "col": 0, "owner": 0},
            {"kind": "altar", "row": 8, "col": 8, "owner": 1, "hp": 70},
        ],
        "round": 7,
        "acting_seat": 1,
    }
    config = DungeonKeeperConfig(fog_of_war=True, hero_enabled=False, waning_round=7)
    state = GAME.parse_state(config, 2, position)
    events = list(GAME.step(state, {1: None}))

    heard = [event.body for event in events if event.is_visible_to(0)]
    assert [type(body).__name__ for body in heard] == ["AltarsWaned", "TurnStart"]
    assert heard[0] == AltarsWaned(1)
    (own,) = GAME.observe(state, [0])[0].buildings
    assert (own.hp, own.low_mark) == (99, 99)
