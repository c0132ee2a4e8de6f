"""Random matches as one line each, to be compared between compiled and interpreted kernels.

`python -m tests.games.proving_grounds.both_worlds FIRST LAST` prints those of the numbers FIRST to LAST - 1.
A line holds the digest of a match's end and a hash over all states, events, observations, columns, lists of
candidates and outcomes on the way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.core.config import parse_config
from referee.core.plain import to_plain
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.kit.rollout.loop_rows import LoopRows
from tests.games.proving_grounds.odd_actions import odd_action, rich_position
from tests.helpers.worlds import print_lines

__all__ = ["line_of", "odd_config"]

GAME: Any = PLUGIN.game
_WIDTH = 32
"""Candidates of a slot at most."""


def odd_config(dice: Stream) -> dict[str, object]:
    """A config that is anything but the default."""
    return {
        "sector_width": 1 + dice.draw(3),
        "sector_depth": 2 + dice.draw(4),
        "wrap_doors": dice.draw(2),
        "extra_door_pct": dice.draw(100),
        "gems_per_kind": dice.draw(5),
        "trap_pct": dice.draw(100),
        "start_gold": 29 + dice.draw(300),
        "max_heroes": 4 + dice.draw(8),
        "hire_period": dice.draw(3),
        "combat_round_cap": 4 + dice.draw(30),
        "end_rooms": dice.draw(20),
        "late_turn": dice.draw(40),
        "end_pct": dice.draw(30),
        "bonus_gold": dice.draw(50),
        "max_turns": 4 + dice.draw(30),
        "max_orders": 8 + dice.draw(40),
    }


def line_of(number: int, most: int = 12) -> str:
    """The beginning of a match from a rich position, with some wrong orders."""
    dice = Stream(number, 7)
    num_seats = 2 + number % 7
    config = parse_config(ProvingGroundsConfig, odd_config(dice))
    seed = dice.next()
    state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
    if number % 2:
        position = rich_position(dict(GAME.plain_state(state)), dice)
        state = GAME.parse_state(config, num_seats, position)
        state.seed[0] = seed
    rows = LoopRows(PLUGIN, config, num_rows=1, num_seats=num_seats)
    lists = GAME.candidate_lists(config, num_seats, _WIDTH)
    columns = GAME.further_columns(config, num_seats)
    names = [*sorted(columns.quicker), *(each.name for each in columns.columns)]
    seen = hashlib.sha256()
    points = 0
    while points < most and (point := GAME.decision(state)) is not None:
        rows.put_match(0, state)
        offered = lists.lists(rows, np.arange(1), rows.asked())
        for array in (offered.numbers, offered.offsets, *columns.values([state], names).values()):
            seen.update(array.tobytes())
        plain = GAME.plain_state(state)
        actions = {seat: odd_action(plain, seat, dice, 20) for seat in point.seats}
        parsed = {s: None if a is None else GAME.parse_action(a) for s, a in actions.items()}
        told = [(e.audience, to_plain(e.body)) for e in GAME.step(state, parsed)]
        sights = to_plain(GAME.observe(state, range(num_seats)))
        outcome = None if GAME.decision(state) else GAME.outcome(state)
        seen.update(repr((GAME.digest(state), told, sights, outcome)).encode())
        points += 1
    digest = GAME.digest(state).hex()
    return f"{number} {num_seats} seats {points} points {digest} {seen.hexdigest()}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lines of these matches."""
    print_lines(__doc__, line_of, arguments)


if __name__ == "__main__":
    main()
