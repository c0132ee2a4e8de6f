"""Plays random matches in a separate process: `python -m referee.testing.transcript`.

A check of the contract compares the transcripts of two such processes, in which sets of strings
have different orders. A line of JSON on standard input asks for a match, a line on standard output
answers.
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
    """Return a record of a match of random actions: one entry for the start and for each step.

    An entry has the decision point, the events, the outcome and the digest of the state.

    Args:
        plugin: The game, under its default config.
        seed: Match seed; it also chooses the actions.
        num_seats: Number of seats.
        steps: Highest number of steps.
    """
    game = plugin.game
    state, events = game.start(config_of(plugin), seed=seed, num_seats=num_seats)
    stream = Stream(seed, 17)
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
        actions = {seat: game.random_action(state, seat, stream) for seat in point.seats}
        events = list(game.step(state, actions))
    return lines


def state_after(plugin: AnyPlugin, seed: int, num_seats: int, steps: int) -> dict[str, Any]:
    """Return the fields of the last state of the match that `transcript` plays, as plain data.

    The arguments are those of `transcript`: game, match seed, number of seats, most steps.
    """
    game = plugin.game
    state, _ = game.start(config_of(plugin), seed=seed, num_seats=num_seats)
    stream = Stream(seed, 17)
    for _ in range(steps):
        point = game.decision(state)
        if point is None:
            break
        game.step(state, {seat: game.random_action(state, seat, stream) for seat in point.seats})
    return dict(game.plain_state(state))


def place_of(plugin: AnyPlugin) -> str:
    """Return `module:name` of a plug-in, by which another process can import it.

    Raises:
        LookupError: The plug-in is neither an object of the module with the game's class nor
            `PLUGIN` of a package above it.
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
    """A separate process that plays matches and returns their transcripts.

    Args:
        hash_seed: `PYTHONHASHSEED` of the process, which decides the order of its sets of strings.
    """

    def __init__(self, hash_seed: int) -> None:
        env = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
        # The game may be importable only here, from a folder that a test has added.
        env["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "referee.testing.transcript"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True,
        )  # fmt: skip

    def ask(self, what: str, place: str, seed: int, num_seats: int, steps: int) -> Any:
        """Return what `transcript` or `state_after`, as `what` says, returns in the other process.

        Args:
            what: Name of the function.
            place: `module:name` of the plug-in.
            seed: Match seed.
            num_seats: Number of seats.
            steps: Highest number of steps.

        Raises:
            AssertionError: The process ended; its standard error has the cause.
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
    """Return the process with this hash seed, started at the first call.

    The process ends with this one.
    """
    return Recorder(hash_seed)


def _main() -> None:
    answers, sys.stdout = (
        sys.stdout,
        sys.stderr,
    )  # standard output is for answers alone, so a game's prints go to standard error
    for line in sys.stdin:
        request = json.loads(line)
        module, _, name = request["place"].partition(":")
        plugin = getattr(importlib.import_module(module), name)
        play = {"transcript": transcript, "state_after": state_after}[request["what"]]
        print(json.dumps(play(plugin, *request["arguments"])), file=answers, flush=True)


if __name__ == "__main__":
    _main()
