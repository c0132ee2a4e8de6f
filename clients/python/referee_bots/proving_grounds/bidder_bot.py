"""A bot for Proving Grounds that bids all its gold on boards: a sparring partner (PG-9).

A board is a ranking of the seats, such as the one that breaks ties, in which bids move a seat up.
"""

from __future__ import annotations

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import NUM_BOARDS
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.greedy_bot import GreedyBot
from referee_bots.proving_grounds.party_bot import Commands
from referee_bots.seeded import run_seeded

__all__ = ["BidderBot"]


class BidderBot(GreedyBot):
    """Bot for Proving Grounds that goes where the greedy bot goes and bids all its gold.

    It bids on the board TIE, the ranking of the seats that breaks ties, or if that is not open for
    bids on the first open board.
    """

    def command(self, board: Board, commands: Commands) -> None:
        """Add to `commands` the orders that `GreedyBot` gives in a turn, with other bids.

        All gold is bid on one board: a ranking of the seats in which bids move a seat up.
        """
        super().command(board, commands)
        boards = list(board.seen.open)
        commands.shuffle = []
        if boards and board.gold:
            on = wire.BOARD_TIE if wire.BOARD_TIE in boards else boards[0]
            commands.shuffle = [board.gold * (one + 1 == on) for one in range(NUM_BOARDS)]


if __name__ == "__main__":
    run_seeded(BidderBot)
