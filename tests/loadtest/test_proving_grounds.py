"""The measurements of Proving Grounds' engine and of its balance, in their smallest size."""

from __future__ import annotations

import math

import pytest

from loadtest import proving_grounds, proving_grounds_balance
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


def test_shares_of_wins_and_their_errors() -> None:
    """Of 4 seats and 300 matches: sqrt(1/4 * 3/4 / 300) is 1/40."""
    winners = [0] * 90 + [1] * 75 + [2] * 75 + [3] * 60
    shares = proving_grounds_balance.shares_of(winners, 4)
    assert [seat.share for seat in shares] == [0.3, 0.25, 0.25, 0.2]
    assert [seat.error for seat in shares] == pytest.approx([1 / 40] * 4)
    assert [seat.off for seat in shares] == pytest.approx([2, 0, 0, -2])


def _match(turns: int, cause: EndCause, winner: int) -> bench.Match:
    return bench.Match(turns, cause, winner, 10, 4, 0, 1.0, 1.0)


def test_rows_of_lengths_and_ends() -> None:
    """By hand: of four matches one is explored, two are late, one is over for the cap."""
    played = [
        _match(20, EndCause.EXPLORED, 0),
        _match(31, EndCause.LATE, 1),
        _match(33, EndCause.LATE, 1),
        _match(60, EndCause.MAX_TURNS, 1),
    ]
    length = proving_grounds_balance.length_row(2, played)
    assert length.startswith("| 2 | 4 | 36.0 | 20 | 20 |")
    assert length.endswith("| 60 |")
    ends = proving_grounds_balance.end_row(2, played)
    assert ends == "| 2 | 25.00 % | 0.00 % | 50.00 % | 0.00 % | 25.00 % | 10.0 | 2.00 |"


def test_the_number_of_processes_does_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    """Three matches of two seats; the tables tell of all of them."""
    told = []
    for processes in ("1", "2"):
        arguments = ["--matches", "3", "--seats", "2", "--processes", processes]
        assert proving_grounds_balance.main(arguments) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "| 2 | 3 | " in told[0]
