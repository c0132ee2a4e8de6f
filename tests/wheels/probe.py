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
    """Play a little of each game that is named, alone and in a batch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numba", choices=["first", "last", "never"], default="never")
    parser.add_argument("games", nargs="+")
    options = parser.parse_args()
    if options.numba == "first":
        importlib.import_module("numba")
    import referee
    from referee.core import kernel
    from referee.core.native import taking_up
    from referee.core.native.compiled import modules
    from referee.games import registry

    found = {}
    for game in options.games:
        plugin = registry.find(game)
        group = f"referee.games.{game}"
        taken = taking_up.take_up(group)
        ours = kernel.groups.get(group)
        found[game] = {
            "digests": [*_alone(plugin), *_in_a_batch(plugin)],
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


def _in_a_batch(plugin: Any) -> list[str]:
    from referee.core.batch import start_batch
    from referee.core.rng import Stream

    game, dice = plugin.game, Stream(8)
    batch = start_batch(
        game, game.config_class(), seeds=range(MATCHES), num_seats=game.info.min_seats
    )
    for _ in range(STEPS):
        actions = []
        for index in range(MATCHES):
            point, state = batch.decision(index), batch.state(index)
            seats = () if point is None else point.seats
            actions.append({seat: game.random_action(state, seat, dice) for seat in seats})
        batch.step(actions)
    return [batch.digest(index).hex() for index in range(MATCHES)]


if __name__ == "__main__":
    main()
