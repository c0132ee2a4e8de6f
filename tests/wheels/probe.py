"""Run by the Python of an environment that a wheel was installed into: plays, and tells what it played with.

It is given games, and `--numba first` or `last` for when Numba is imported; prints one JSON object. It
imports nothing of the tests.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterator
from typing import Any

MATCHES = 3
STEPS = 12


def main() -> None:
    """Play a little of each game that is named, alone and in rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numba", choices=["first", "last", "never"], default="never")
    parser.add_argument("games", nargs="+")
    options = parser.parse_args()
    if options.numba == "first":
        importlib.import_module("numba")
    import referee
    from referee.core import kernel
    from referee.core.native import loading
    from referee.core.native.compiled import modules
    from referee.games import registry

    found = {}
    for game in options.games:
        plugin = registry.find(game)
        group = f"referee.games.{game}"
        taken = loading.load_compiled(group)
        ours = kernel.groups.get(group)
        found[game] = {
            "digests": [*_alone(plugin), *_in_rows(plugin)],
            "defined": len(ours.kernels) if ours else 0,
            "kernels": taken.kernels,
            "fallbacks": ours.fallbacks if ours else 0,
        }
    if options.numba == "last":
        importlib.import_module("numba")
    files = {name: importlib.import_module(name).__file__ for name in modules()}
    print(json.dumps({"package": referee.__file__, "modules": files, "games": found}))


def _alone(plugin: Any) -> Iterator[str]:
    from referee.core.rng import Stream

    game, dice = plugin.game, Stream(7)
    seats = game.info.min_seats
    state, _ = game.start(game.config_class(), seed=2008, num_seats=seats)
    for _ in range(STEPS):
        point = game.decision(state)
        if point is None:
            break
        game.step(state, {seat: game.random_action(state, seat, dice) for seat in point.seats})
        plugin.codec.encode_observations(game.config_class(), game.observe(state, range(seats)))
        yield game.digest(state).hex()


def _in_rows(plugin: Any) -> list[str]:
    import numpy as np

    from referee.core.rng import Stream
    from referee.kit.rollout.columns import ANSWERED
    from referee.kit.rollout.loop_rows import start_rows

    game, dice, everywhere = plugin.game, Stream(8), np.arange(MATCHES)
    num_seats = game.info.min_seats
    rows = start_rows(plugin, game.config_class(), num_rows=MATCHES, num_seats=num_seats)
    rows.begin(everywhere, everywhere.astype(np.uint64))
    for _ in range(STEPS):
        actions: Any = rows.nothing()
        for row, seat in np.argwhere(rows.asked()).tolist():
            actions[ANSWERED.name][row, seat] = True
            rows.put(actions, row, seat, game.random_action(rows.match(row), seat, dice))
        rows.step(actions)
    return [digest.hex() for digest in rows.digests(everywhere)]


if __name__ == "__main__":
    main()
