"""The course of a match: whose turn is next, and when the rounds are over (DK-4.1, DK-7.2)."""

from __future__ import annotations

import numpy as np
import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.events import Hurt, Released, TurnStart
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.turn.course import end_turn, next_turn, start_turn
from referee.games.dungeon_keeper.tables import Kind
from tests.games.dungeon_keeper.positions import add, open_board, told, value


def _turns(play: Play, count: int) -> list[tuple[int, int]]:
    """Round and seat of the turns that come next."""
    seen = []
    for _ in range(count):
        end_turn(play)
        next_turn(play)
        seen.append((play.state.match.item(c.ROUND), play.state.match.item(c.ACTING)))
    return seen


def test_turns_go_in_the_turn_order() -> None:
    """DK-4.1, DK-2.18: the order is kept from round to round."""
    play = open_board(num_seats=3)
    play.state.turn_order = np.array([2, 0, 1], np.int8)
    play.state.match[[c.TURN, c.ACTING]] = 0, 2
    play.seat = 2

    assert _turns(play, 5) == [(1, 0), (1, 1), (2, 2), (2, 0), (2, 1)]
    assert [body.seat for body in told(play, TurnStart)] == [0, 1, 2, 0, 1]


@pytest.mark.parametrize(
    ("out", "turns"),
    [(0, [(1, 1), (1, 2), (2, 1)]), (1, [(1, 2), (2, 0), (2, 2)]), (2, [(1, 1), (2, 0), (2, 1)])],
)
def test_who_is_out_has_no_turn(out: int, turns: list[tuple[int, int]]) -> None:
    """DK-4.1: living seats alone."""
    play = open_board(num_seats=3)
    play.state.seats[out, c.ALIVE] = 0

    assert _turns(play, 3) == turns


def test_the_last_round_ends_the_match() -> None:
    """DK-7.2: after the neutral phase of round max_rounds; its number stays."""
    play = open_board(max_rounds=2)

    assert _turns(play, 3) == [(1, 1), (2, 0), (2, 1)]
    assert not play.state.match[c.OVER]
    end_turn(play)
    next_turn(play)

    assert play.state.match[c.OVER]
    assert play.state.match[c.ROUND] == 2


def test_a_turn_counts_and_shows_from_the_beginning() -> None:
    """DK-4.3, DK-4.6: no batch of another turn counts, and nobody was shown anything in this one."""
    play = open_board()
    play.state.match[[c.BATCH, c.ORDERS, c.SHOWN]] = 3, 40, 1

    start_turn(play)

    assert play.state.match[[c.BATCH, c.ORDERS, c.SHOWN]].tolist() == [0, 0, 0]


def test_control_ends_with_the_turn() -> None:
    """DK-5.9: before the next seat's turn starts, and so that it gets its own units' AP."""
    play = open_board()
    kerub = add(play, 1, Kind.KERUB, (4, 4), controller=0, ap_debt=1)

    _turns(play, 1)

    assert value(play, kerub, c.AP) == 2
    assert [type(body) for body in play.log] == [Released, TurnStart]


def test_poison_takes_no_more_than_there_is() -> None:
    """DK-5.1 step 4, and `Hurt` tells hit points that were lost."""
    play = open_board()
    add(play, 1, Kind.BES, (4, 4), poison_turns=1, poison_source=0)

    _turns(play, 1)

    assert [body.damage for body in told(play, Hurt)] == [3]
