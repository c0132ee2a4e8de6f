"""A bot for Proving Grounds whose heroes wander about at random (PG-9.1)."""

from __future__ import annotations

from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.party_bot import Commands, PartyBot
from referee_bots.seeded import run_seeded

__all__ = ["RandomBot"]

MOVES = 0.7
"""Probability that a hero moves in a turn."""


class RandomBot(PartyBot):
    """Bot for Proving Grounds that plays at random."""

    def command(self, board: Board, commands: Commands) -> None:
        """Add to `commands` each hero's move through a random known door, or leave the hero idle."""
        for hero in board.seen.own.heroes:
            moves = self.random.random() < MOVES
            doors = [room for room in board.doors(hero.room) if not board.is_closed(room)]
            if moves and doors and not board.is_hostile(hero.room):
                commands.move(hero.hero, [self.random.choice(doors)])


if __name__ == "__main__":
    run_seeded(RandomBot)
