"""A bot for Proving Grounds whose heroes wander about (PG-9.1)."""

from __future__ import annotations

from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.party_bot import Commands, PartyBot
from referee_bots.seeded import run_seeded

__all__ = ["RandomBot"]

MOVES = 0.7
"""Chance that a hero moves."""


class RandomBot(PartyBot):
    """Play Proving Grounds at random."""

    def command(self, board: Board, commands: Commands) -> None:
        """Send each hero through a random known door, or let him be idle."""
        for hero in board.seen.own.heroes:
            moves = self.random.random() < MOVES
            doors = [room for room in board.doors(hero.room) if not board.is_closed(room)]
            if moves and doors and not board.is_hostile(hero.room):
                commands.move(hero.hero, [self.random.choice(doors)])


if __name__ == "__main__":
    run_seeded(RandomBot)
