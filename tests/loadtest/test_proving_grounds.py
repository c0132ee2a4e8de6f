"""The measurements of Proving Grounds' engine, in their smallest size."""

from __future__ import annotations

import math

import pytest

from loadtest import proving_grounds
from loadtest.bench import proving_grounds as bench
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.tables import EndCause
from referee.games.proving_grounds.wire.orders import Move, Orders

SHORT = ProvingGroundsConfig(max_turns=5)


def test_what_was_played_is_counted() -> None:
    """Five turns at most; rooms, heroes and orders as told by the state of the same match."""
    match = bench.play_match(bench.wander, 2, 7, SHORT)
    state, _ = PLUGIN.game.start(SHORT, seed=7, num_seats=2)
    dice = [Stream(7, 99, seat) for seat in range(2)]
    orders = 0
    while (point := PLUGIN.game.decision(state)) is not None:
        actions = {seat: bench.wander(state, seat, dice[seat]) for seat in point.seats}
        orders += sum(len(sent.heroes) for sent in actions.values() if isinstance(sent, Orders))
        PLUGIN.game.step(state, actions)
    seen = PLUGIN.game.observe_public(state)
    assert seen is not None
    assert (match.turns, match.cause) == (5, EndCause.MAX_TURNS)
    assert match.orders == orders > 0
    assert match.rooms == len(seen.rooms) - seen.unexplored
    assert match.living == len(seen.dots)
    assert PLUGIN.game.outcome(state).placements[match.winner] == 1
    assert min(match.step_s, match.draw_s) > 0


def test_wanderers_move_in_seven_of_ten_turns() -> None:
    """Through doors of their rooms; 300 looks at five heroes, five standard errors."""
    state, _ = PLUGIN.game.start(SHORT, seed=1, num_seats=2)
    PLUGIN.game.step(state, {})
    dice = Stream(5)
    moves = []
    for _ in range(300):
        sent = bench.wander(state, 0, dice)
        assert isinstance(sent, Orders)
        moves += [order for order in sent.heroes if isinstance(order, Move)]
    doors = set(state.doors[1].tolist()) - {c.NONE}
    assert {move.path for move in moves} == {(room,) for room in doors}
    assert abs(len(moves) / 1500 - 0.7) < 5 * math.sqrt(0.7 * 0.3 / 1500)


def test_a_turn_is_served() -> None:
    """One match at least."""
    assert bench.served_turn_ms(0.0, num_seats=2) > 0


def test_a_table_has_a_row_for_each_kind_and_number_of_seats(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of one match each."""
    proving_grounds.main(["--seconds", "0", "--seats", "2", "3"])
    heading, _, *lines = capsys.readouterr().out.splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    assert [row[:3] for row in rows] == [
        ["wander", "2", "1"],
        ["wander", "3", "1"],
        ["everything", "2", "1"],
        ["everything", "3", "1"],
    ]
    assert all(len(row) == heading.count("|") - 1 for row in rows)
