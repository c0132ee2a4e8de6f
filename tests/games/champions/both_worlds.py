"""Random matches as one line each, to be compared between compiled and interpreted kernels.

`python -m tests.games.champions.both_worlds FIRST LAST` prints those of the numbers FIRST to LAST - 1. A line
holds the digest of a match's end and a hash over all states, events, observations and outcomes on the
way: what is logged or shown is no part of a state's digest, and can be wrong by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from referee.core.config import parse_config
from referee.core.plain import to_plain
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from tests.games.champions.odd_actions import odd_action
from tests.helpers.worlds import print_lines

__all__ = ["line_of", "odd_config"]

GAME = PLUGIN.game


def odd_config(dice: Stream) -> dict[str, object]:
    """A config that is anything but the default, with a length for all sizes or one for each."""
    config: dict[str, object] = {
        "loot_actions": dice.draw(6),
        "stage_rounds": 1 + dice.draw(9),
        "max_rounds": dice.draw(24),
        "scoring": ("outlast", "royale")[dice.draw(2) - 1],
    }
    if dice.draw(2) == 1:
        del config["stage_rounds"]
        config["stage_lengths"] = [1 + dice.draw(9) for _ in range(3)]
    return config


def line_of(number: int) -> str:
    """A whole match with some wrong actions; every fourth by the default config."""
    dice = Stream(number, 7)
    num_seats = 2 + number % 15
    config = parse_config(ChampionsConfig, odd_config(dice) if number % 4 else {})
    oddity = (0, 4, 12, 40)[dice.draw(4) - 1]
    state, _ = GAME.start(config, seed=dice.next(), num_seats=num_seats)
    seen = hashlib.sha256()
    points = 0
    while (point := GAME.decision(state)) is not None:
        plain = GAME.plain_state(state)
        loot_actions = config.loot_actions
        actions = {
            seat: odd_action(plain, seat, dice, loot_actions=loot_actions, oddity=oddity)
            for seat in point.seats
        }
        parsed = {s: None if a is None else GAME.parse_action(a) for s, a in actions.items()}
        events = GAME.step(state, parsed)
        told = [(event.audience, to_plain(event.body)) for event in events]
        sights = to_plain(GAME.observe(state, range(num_seats)))
        seen.update(repr((GAME.digest(state), told, sights, GAME.outcome(state))).encode())
        points += 1
    digest = GAME.digest(state).hex()
    return f"{number} {num_seats} seats {points} points {digest} {seen.hexdigest()}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lines of these matches."""
    print_lines(__doc__, line_of, arguments)


if __name__ == "__main__":
    main()
