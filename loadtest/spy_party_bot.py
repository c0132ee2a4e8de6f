"""A bot for Dice Adventure that collects levels wherever it can (spy), and its twin that does not.

    python -m loadtest.spy_party_bot spy|twin RUN

Both play as `seeker` does, on the level `hard` alone. The spy predicts (`spy_memory.py`) where
walls are that it has not seen yet. It tries as well the seeds that anybody can compute: those of
the first blocks under the numbers that tournament files usually have.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator

from gamereferee.games.dice_adventure.v1.dice_adventure_pb2 import Action, Observation
from loadtest.spy_memory import SEEDS, Key, Spying, Words
from referee_bots.dice_adventure.party_bot import view_of
from referee_bots.dice_adventure.paths import Cell, around
from referee_bots.dice_adventure.seeker_bot import SeekerBot
from referee_bots.dice_adventure.view import WALL
from referee_client import Match, Outcome, run

SIDE, WALL_PERCENT = 13, 30
"""Side of the level `hard` in cells, and probability of a wall in percent (DA-2.13)."""
ENOUGH = 30
"""Number of cells that must agree before a level is assumed to be one seen before; by chance 1 pair
in 10^7 does."""
USUAL_SEEDS, BLOCKS = (0, 2008), 40


def written_seed(number: int, block: str) -> int:
    """Return the match seed of a block (matches that share dice) in a tournament whose file has a seed.

    `number` is the seed in the file, `block` the block's key; the rule is in docs/tournaments.md.
    """
    return int.from_bytes(hashlib.sha256(f'[{number},"{block}"]'.encode()).digest()[:8], "big")


@functools.cache
def floor_of(seed: int, index: int) -> frozenset[Cell]:
    """Return the cells that are not walls, of the level with this index under a match seed.

    They are computed as in DA-2.14.1 to DA-2.14.3.
    """
    words = Words(seed, 0, index)
    largest: set[Cell] = set()
    while 2 * len(largest) < SIDE * SIDE:
        cells = [(x, y) for y in range(SIDE) for x in range(SIDE)]
        drawn = [cell for cell in cells if words.draw(100) > WALL_PERCENT]
        largest = max(components(drawn), key=len, default=set())
    return frozenset(largest)


def components(cells: list[Cell]) -> Iterator[set[Cell]]:
    """Yield the connected components of some cells, in the order of their first cells."""
    left = dict.fromkeys(cells)
    while left:
        edge = [next(iter(left))]
        component: set[Cell] = set()
        while edge:
            cell = edge.pop()
            if cell in left:
                del left[cell]
                component.add(cell)
                edge += around(cell)
        yield component


def rolled(seed: int, key: Key) -> int:
    """Return 1 if a cell is a wall under a match seed, else 0.

    The key has level, column and row.
    """
    index, x, y = key
    return int((x, y) not in floor_of(seed, index))


class SpyPartyBot(SeekerBot):
    """Bot for Dice Adventure that predicts the unseen part of a level."""

    def on_start(self, match: Match) -> None:
        """Read what other processes have written of earlier matches, and seeds from the replays."""
        super().on_start(match)
        self.spying = Spying(rolled, ENOUGH)

    def act(self, observation: Observation) -> Action:
        """Record the cells in view, predict the other cells, and return the seeker bot's action."""
        view = view_of(observation)
        for (x, y), code in view.codes.items():
            self.spying.see((view.level, x, y), int(code == WALL))
        self.spying.guess(
            (view.level, x, y)
            for y in range(SIDE)
            for x in range(SIDE)
            if (view.level, x, y) not in self.spying.seen
        )
        return super().act(observation)

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Store the cells of the match (the spy only), and print how many predictions were right."""
        self.spying.end(match, outcome)


if __name__ == "__main__":
    SEEDS.update(
        written_seed(number, f"seed:{block}")
        for number in USUAL_SEEDS
        for block in range(1, BLOCKS + 1)
    )
    run(SpyPartyBot, [])
