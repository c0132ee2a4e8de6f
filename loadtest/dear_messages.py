"""`python -m loadtest.dear_messages`: time to read the most expensive action of each game.

Payloads follow from the descriptors of a game's actions: 64 KiB of the smallest entries of every
list on every path, of unknown fields and groups, of oneofs whose set field changes again and again,
each also followed by invalid bytes. They are decoded as a match with the default config does it, in
this process. The table also has ordinary actions, which the game draws at random. Times are processor time, for each payload the least of
a few readings, since the machine may do other things as well.

    python -m loadtest.dear_messages
    python -m loadtest.dear_messages --game champions --top 10
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.games import registry
from referee.testing.dear import MOST_BYTES, action_descriptor, dear_payloads

__all__ = ["Cost", "costs", "main", "ordinary_us"]

_ORDINARY = 60
"""Number of ordinary actions, which the game draws at random, to compare with."""
_TRIES = 5
"""Number of times that an expensive payload is read."""
_DEAR_US = 300.0


class Cost(NamedTuple):
    """Processor time of reading one payload, and whether it was refused."""

    us: float
    """Processor time of reading the payload, in microseconds."""
    is_malformed: bool
    """Whether the whole payload was refused as malformed."""
    name: str
    """Description of what the payload's bytes contain."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of all games, or the most expensive payloads of the games that the arguments name.

    Return the exit status, which is 0.
    """
    parser = argparse.ArgumentParser(prog="python -m loadtest.dear_messages", description=__doc__)
    parser.add_argument("--game", action="append", help="one game; may be repeated")
    parser.add_argument("--size", type=int, default=MOST_BYTES, help="bytes of a payload")
    parser.add_argument("--top", type=int, default=1, help="how many of the dearest are shown")
    options = parser.parse_args(arguments)
    print(f"{'game':16} {'payloads':>8} {'ordinary us':>11} {'dearest us':>10} {'ratio':>6}  what")
    for game in options.game or registry.names():
        plugin = registry.find(game)
        ordinary, found = ordinary_us(plugin), costs(plugin, options.size)
        refused = [cost for cost in found if cost.is_malformed]
        for cost in [*found[: options.top], *refused[:1]]:
            what = f"{cost.name}{' (malformed)' if cost.is_malformed else ''}"
            ratio = cost.us / ordinary
            print(f"{game:16} {len(found):8} {ordinary:11.1f} {cost.us:10.0f} {ratio:6.0f}  {what}")
    return 0


def ordinary_us(plugin: AnyPlugin) -> float:
    """Return the median microseconds of reading an action that the game draws at random."""
    game, codec = plugin.game, plugin.codec
    config = game.config_class()
    state, _ = game.start(config, seed=1, num_seats=game.info.default_seats)
    dice, sent = Stream(1), list[bytes]()
    while len(sent) < _ORDINARY and (point := game.decision(state)) is not None:
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        sent += [codec.encode_action(action) for action in actions.values()]
        game.step(state, actions)
    # Short actions are remembered, so that a second reading of the same one would cost nothing.
    read = getattr(codec, "read_action", codec.decode_action)
    return statistics.median(min(_us(read, data)[0] for _ in range(_TRIES)) for data in sent)


def costs(plugin: AnyPlugin, size: int) -> list[Cost]:
    """Return the processor times of reading expensive payloads of a game, the longest first.

    Args:
        plugin: Plugin of the game.
        size: Bytes of a payload.
    """
    read = plugin.codec.action_reader(plugin.game.config_class())
    action = action_descriptor(plugin.codec.action_type)
    assert action is not None
    found = []
    for payload in dear_payloads(action, size):
        us, is_malformed = _us(read, payload.data)
        if us > _DEAR_US:
            us = min(us, *[_us(read, payload.data)[0] for _ in range(_TRIES)])
        found.append(Cost(us, is_malformed, payload.name))
    return sorted(found, reverse=True)


def _us(read: Callable[[bytes], object], data: bytes) -> tuple[float, bool]:
    began_ns = time.process_time_ns()
    try:
        read(data)
    except MalformedError:
        return (time.process_time_ns() - began_ns) / 1000, True
    return (time.process_time_ns() - began_ns) / 1000, False


if __name__ == "__main__":
    raise SystemExit(main())
