"""A match of random actions as text, from a process of its own: `python -m referee.testing.transcript`.

The contract compares what two such processes say, whose sets and dicts of strings are ordered in other
ways. A line of JSON on standard input asks for a match, a line on standard output answers.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import subprocess
import sys
from typing import Any

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.testing.samples import config_of, told

__all__ = ["Recorder", "place_of", "recorder", "state_after", "transcript"]


def transcript(plugin: AnyPlugin, seed: int, num_seats: int, steps: int) -> list[dict[str, Any]]:
    """Return what each step of a match of random actions came to, the start first.

    Args:
        plugin: The game, under its default config.
        seed: Match seed; it chooses the actions, too.
        num_seats: Seats.
        steps: Most steps.
    """
    game = plugin.game
    state, events = game.start(config_of(plugin), seed=seed, num_seats=num_seats)
    dice = Stream(seed, 17)
    lines = []
    for _ in range(steps + 1):
        point = game.decision(state)
        outcome = game.outcome(state)
        lines.append({
            "who decides": None if point is None else [point.phase, *point.seats],
            "the events": [[body.hex(), audience] for body, audience in told(plugin, events)],
            "the outcome": [outcome.placements, outcome.scores],
            "the state": game.digest(state).hex(),
        })  # fmt: skip
        if point is None or len(lines) > steps:
            break
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        events = list(game.step(state, actions))
    return lines


def state_after(plugin: AnyPlugin, seed: int, num_seats: int, steps: int) -> dict[str, Any]:
    """Return the fields of the state in which `transcript` with these arguments ends."""
    game = plugin.game
    state, _ = game.start(config_of(plugin), seed=seed, num_seats=num_seats)
    dice = Stream(seed, 17)
    for _ in range(steps):
        point = game.decision(state)
        if point is None:
            break
        game.step(state, {seat: game.random_action(state, seat, dice) for seat in point.seats})
    return dict(game.plain_state(state))


def place_of(plugin: AnyPlugin) -> str:
    """Return the module and the name in it by which another process finds a plug-in.

    Raises:
        LookupError: It is no object of the module that has the game's class.
    """
    module = sys.modules[type(plugin.game).__module__]
    for name in [*vars(module), "PLUGIN"]:
        if getattr(module, name, None) is plugin:
            return f"{module.__name__}:{name}"
    package = module.__name__
    while package := package.rpartition(".")[0]:
        if getattr(importlib.import_module(package), "PLUGIN", None) is plugin:
            return f"{package}:PLUGIN"
    raise LookupError(f"{plugin.game.info.game} is no object of {module.__name__}")


class Recorder:
    """A process that plays matches and says what they came to.

    Args:
        hash_seed: `PYTHONHASHSEED` of the process: the order of its sets of strings follows from it.
    """

    def __init__(self, hash_seed: int) -> None:
        env = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
        env["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "referee.testing.transcript"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True,
        )  # fmt: skip

    def ask(self, what: str, place: str, seed: int, num_seats: int, steps: int) -> Any:
        """Return what `transcript` or `state_after` returns there.

        Raises:
            AssertionError: The process ended; it has said on standard error why.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {"what": what, "place": place, "arguments": [seed, num_seats, steps]}
        print(json.dumps(request), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        assert answer, f"{place} can't be played in another process: status {self._process.wait()}"
        return json.loads(answer)


@functools.cache
def recorder(hash_seed: int) -> Recorder:
    """Return the process with this hash seed, started at the first call; it ends with this one."""
    return Recorder(hash_seed)


def _main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # what a game prints is no answer
    for line in sys.stdin:
        request = json.loads(line)
        module, _, name = request["place"].partition(":")
        plugin = getattr(importlib.import_module(module), name)
        play = {"transcript": transcript, "state_after": state_after}[request["what"]]
        print(json.dumps(play(plugin, *request["arguments"])), file=answers, flush=True)


if __name__ == "__main__":
    _main()
