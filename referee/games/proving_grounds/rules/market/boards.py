"""Phase 1: seats bid gold for higher places on the two open leader boards (PG-5.2)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Checked, open_boards
from referee.games.proving_grounds.rules.market.shuffle import shuffled_board
from referee.games.proving_grounds.rules.play import Play, can_afford
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Board, Cause, Code, OrderList
from referee.games.proving_grounds.wire.events import BoardOrder

__all__ = ["phase_shuffle", "place_of", "seats_of"]


def seats_of(state: State, board: Board) -> list[int]:
    """Return the seats of a leader board from the top."""
    seats: list[int] = state.boards[board].tolist()
    return seats


def place_of(state: State, board: Board, seat: int) -> int:
    """Return a seat's place on a leader board, 1 at the top (PG-3.8)."""
    return 1 + seats_of(state, board).index(seat)


def phase_shuffle(play: Play) -> None:
    """Charge all bids and reorder the open leader boards.

    Ties go by the TIE board as it was before the phase (PG-5.2).
    """
    state = play.state
    tie = seats_of(state, Board.TIE)  # as it was, even where TIE itself is shuffled now
    for board in open_boards(state.match.item(c.TURN)):
        bids = [_charge(play, checked, board) for checked in play.messages]
        if not any(bids):  # without a bid nobody can pass anybody
            continue
        before = seats_of(state, board)
        after, _ = shuffled_board(before, bids, tie)
        state.boards[board] = after
        if after != before:
            play.tell(BoardOrder(board, tuple(after)))


def _charge(play: Play, checked: Checked, board: Board) -> int:
    bid = checked.bids[board]
    if not bid:
        return 0
    if not can_afford(play.state, checked.seat, bid):
        play.answer(checked.seat, OrderList.SHUFFLE, int(board), Code.NO_GOLD)
        return 0
    play.pay(checked.seat, -bid, Cause.BID)
    play.answer(checked.seat, OrderList.SHUFFLE, int(board), Code.OK)
    return bid
