"""What a decision costs in `play`, next to a loop that steps the engine and shows its observations alone.

Both play the same matches with the same actions, in turn, several times; the figures are processor time of
the whole process, so that what else the machine does shifts both.

    python -m loadtest.play_cost
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from gamereferee import matches
from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2
from referee.core.config import parse_config
from referee.games import registry

__all__ = ["main"]

ROUNDS = 5
"""How often each of the two is measured."""
MATCHES: dict[str, tuple[int, dict[str, object]]] = {
    "diceman": (5, {}),
    "proving_grounds": (1, {"max_turns": 20}),
}
"""Number of matches and their config, for each game."""


def diceman(_observation: Any) -> Any:
    """Pick sword and shield always."""
    return diceman_pb2.Action(dice=[2, 3])


def proving_grounds(observation: Any) -> Any:
    """Begin with the default party, and give no orders."""
    if observation.turn == 0:
        return proving_grounds_pb2.Action(setup=proving_grounds_pb2.Setup())
    return proving_grounds_pb2.Action(orders=proving_grounds_pb2.Orders())


def measure(game: str, bot: Callable[[Any], Any]) -> str:
    """Return a line with microseconds of processor time a decision, and their ratio."""
    count, config = MATCHES[game]
    plugin = registry.find(game)
    rules, values = plugin.game, parse_config(plugin.game.config_class, config)
    seats = rules.info.default_seats

    def played() -> Any:
        return matches(game, [bot] * seats, count, seed=1, config=config, rotate=False)

    actions = [
        [
            {
                seat: plugin.codec.decode_action(action.SerializeToString())
                for seat, action in step.actions.items()
                if action is not None
            }
            for step in match.steps[1:]
        ]
        for match in played()
    ]
    decisions = sum(len(step) for match in actions for step in match)

    def stepped() -> None:
        for number, steps in enumerate(actions):
            state, _ = rules.start(values, seed=1 + number, num_seats=seats)
            for step in steps:
                point = rules.decision(state)
                assert point is not None
                rules.observe(state, list(point.seats))
                list(rules.step(state, step))

    stepped()
    costs = [(_cost(played, decisions), _cost(stepped, decisions)) for _ in range(ROUNDS)]
    ratios = sorted(whole / bare for whole, bare in costs)
    whole, bare = (statistics.median(column) for column in zip(*costs, strict=True))
    return (
        f"{game}: {decisions} decisions, play {whole:.0f} us, engine {bare:.0f} us a decision;"
        f" ratio {statistics.median(ratios):.1f} ({ratios[0]:.1f} to {ratios[-1]:.1f})"
    )


def _cost(work: Callable[[], object], decisions: int) -> float:
    begun = time.process_time_ns()
    work()
    return (time.process_time_ns() - begun) / decisions / 1000


def main() -> None:
    """Measure both games, and print a line for each."""
    for bot in (diceman, proving_grounds):
        print(measure(bot.__name__, bot), flush=True)


if __name__ == "__main__":
    main()
