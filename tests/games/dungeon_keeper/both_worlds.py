"""Random matches as one line each, to be compared between compiled and interpreted kernels.

`python -m tests.games.dungeon_keeper.both_worlds FIRST LAST` prints those of the numbers FIRST to LAST - 1. A
line holds the digest of a match's end and a hash over all states, events, observations and outcomes on
the way: what is told or shown is no part of a state's digest, and can be wrong by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from referee.core.config import parse_config
from referee.core.plain import to_plain
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from tests.games.dungeon_keeper.rich_positions import rich_position
from tests.helpers.worlds import print_lines

__all__ = ["line_of", "odd_config"]

GAME = PLUGIN.game
MOST_BATCHES = 40


def odd_config(number: int, dice: Stream, num_seats: int) -> dict[str, Any]:
    """A config that is anything but the default, with a position full of everything."""
    position = rich_position(dice, num_seats)
    values: dict[str, Any] = {
        "scenario": position,
        "max_rounds": position["round"] + 3 + dice.draw(12),
        "hero_enabled": number % 2 == 0,
        "hero_first_round": 1,
        "hero_chance": 50,
        "hero_min_distance": 2,
        "hero_razes": number % 5 == 0,
        "alliances": number % 3 == 0,
        "fog_of_war": number % 3 == 1,
        "sight_radius": 3 + number % 4,
    }
    cells = [(unit["row"], unit["col"]) for unit in position["units"]]
    owners = [unit["owner"] for unit in position["units"]]
    if number % 2 == 0:
        values["stack_limit"] = max(cells.count(cell) for cell in cells)
        values["unit_cap"] = max(owners.count(owner) for owner in owners)
    if number % 4 == 0:
        values |= {"max_orders_per_turn": 7, "max_batches_per_turn": 3}
    return values


def line_of(number: int) -> str:
    """Some turns of a match; every fourth on a generated map."""
    dice = Stream(number, 7)
    num_seats = 2 + number % 7
    values = odd_config(number, dice, num_seats) if number % 4 else {"start_mana": 60}
    config = parse_config(DungeonKeeperConfig, values)
    state, _ = GAME.start(config, seed=dice.next(), num_seats=num_seats)
    seen = hashlib.sha256()
    batches = 0
    while (point := GAME.decision(state)) is not None and batches < MOST_BATCHES:
        (seat,) = point.seats
        events = GAME.step(state, {seat: GAME.random_action(state, seat, dice)})
        told = [(event.audience, to_plain(event.body)) for event in events]
        sights = to_plain(GAME.observe(state, range(num_seats)))
        seen.update(repr((GAME.digest(state), told, sights, GAME.outcome(state))).encode())
        batches += 1
    digest = GAME.digest(state).hex()
    return f"{number} {num_seats} seats {batches} batches {digest} {seen.hexdigest()}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lines of these matches."""
    print_lines(__doc__, line_of, arguments)


if __name__ == "__main__":
    main()
