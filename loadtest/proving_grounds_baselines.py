"""How strong the house bots of Proving Grounds are, and how long they think.

    python -m loadtest.proving_grounds_baselines --matches 100 --bots planner greedy

The engine plays in this process and asks the bots directly, with observations and events as they would
come over the wire, without clocks. The bots take the seats in turn, and move on by one seat from match to
match. A win is the first place, which is never shared (PG-7.4). Seconds of a decision are those of the
processor, over all decisions that a bot of the name was asked for.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import functools
import math
import statistics
import time
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gamereferee.games.proving_grounds.v1.proving_grounds_pb2 import (
    CODE_OK,
    Action,
    Code,
    Config,
    Events,
    Observation,
    OrderList,
)
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.workers import process_pool
from referee.games.proving_grounds import PLUGIN
from referee_bots import SeededBot, find, names
from referee_client import Match

__all__ = ["Figures", "Played", "main", "play_match", "refused"]

GAME = "proving_grounds"


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """One match."""

    turns: int
    """Turns played."""
    winner: int
    """The seat in the first place."""
    gold: tuple[int, ...]
    """Gold of each seat at the end, with the bonuses."""
    results: tuple[Mapping[str, int], ...]
    """How often each code came back, as `HEROES OK`, by seat."""
    spent_ns: tuple[array[int], ...]
    """Nanoseconds of each decision, by seat."""


def play_match(
    bots: Sequence[str], seed: int, settings: Mapping[str, object] | None = None
) -> Played:
    """Play one match, one bot a seat, by the default config but for the settings."""
    game, codec = PLUGIN.game, PLUGIN.codec
    config = game.config_class.model_validate(settings or {})
    state, _ = game.start(config, seed=seed, num_seats=len(bots))
    seated = [_seated(config, name, seed, seat, len(bots)) for seat, name in enumerate(bots)]
    told = [bytearray() for _ in bots]
    spent = tuple([array("q") for _ in bots])
    results: tuple[collections.Counter[str], ...] = tuple([collections.Counter() for _ in bots])
    turns = -1
    while (point := game.decision(state)) is not None:
        turns += 1
        sent = codec.encode_observations(config, game.observe(state, point.seats))
        actions = {}
        for seat, data in zip(point.seats, sent, strict=True):
            begun = time.process_time_ns()
            answer = _answer(*seated[seat], bytes(told[seat]), data)
            spent[seat].append(time.process_time_ns() - begun)
            told[seat].clear()
            actions[seat] = codec.decode_action(answer)
        for event in game.step(state, actions):
            data = codec.encode_event(event)
            body = Events.FromString(data).events[0]
            for seat in range(len(bots)):
                if event.is_told_to(seat):
                    told[seat] += data
                    if body.HasField("result"):
                        results[seat][_named(body.result.part, body.result.code)] += 1
    outcome = game.outcome(state)
    return Played(
        turns,
        outcome.placements.index(1),
        tuple([int(score) for score in outcome.scores]),
        results,
        spent,
    )


def _named(part: OrderList, code: Code) -> str:
    return f"{OrderList.Name(part)[11:]} {Code.Name(code)[5:]}"


def _seated(
    settings: Any, name: str, seed: int, seat: int, num_seats: int
) -> tuple[SeededBot, Match]:
    config = Config.FromString(PLUGIN.codec.encode_config(settings))
    match = Match(f"m{seed}", seat, GAME, 1, config, num_seats, TimeControl(), b"")
    bot = find(GAME, name)(seed)
    bot.on_start(match)
    return bot, match


def _answer(bot: SeededBot, match: Match, events: bytes, observation: bytes) -> bytes:
    """What the bot does, from reading its messages to writing its own."""
    if events:
        bot.on_events(match, Events.FromString(events))
    action: Action = bot.act(Observation.FromString(observation))
    return action.SerializeToString()


class Figures:
    """What matches come to."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self._wins: dict[str, list[int]] = collections.defaultdict(list)
        self._gold: dict[str, list[float]] = collections.defaultdict(list)
        self._results: dict[str, collections.Counter[str]] = collections.defaultdict(
            collections.Counter
        )
        self._spent: dict[str, list[int]] = collections.defaultdict(list)

    def add(self, bots: Sequence[str], played: Played) -> None:
        """Count a match: one sample for each name, whatever its number of seats."""
        self.turns.append(played.turns)
        for name in sorted(set(bots)):
            seats = [seat for seat, other in enumerate(bots) if other == name]
            self._wins[name].append(played.winner in seats)
            self._gold[name].append(sum(played.gold[seat] for seat in seats) / len(seats))
            for seat in seats:
                self._results[name].update(played.results[seat])
                self._spent[name].extend(played.spent_ns[seat])

    def lines(self) -> Iterable[str]:
        """The figures in lines for people."""
        yield (
            f"{len(self.turns)} matches; turns: mean {statistics.fmean(self.turns):.1f}, "
            f"least {min(self.turns)}, most {max(self.turns)}"
        )
        for name in sorted(self._wins, key=names(GAME).index):
            wins, spent = self._wins[name], sorted(self._spent[name])
            share = statistics.fmean(wins)
            error = math.sqrt(share * (1 - share) / len(wins))
            yield (
                f"{name}: wins {share:.3f} +- {error:.3f}, gold {statistics.fmean(self._gold[name]):.1f}; "
                f"ms of a decision: median {_at(spent, 0.5):.2f}, 99 % {_at(spent, 0.99):.2f}, "
                f"most {_at(spent, 1):.2f}"
            )
            counted = sorted(self._results[name].items())
            yield "  " + ", ".join(f"{code} {count}" for code, count in counted)


def refused(results: Mapping[str, int]) -> int:
    """Parts of messages that came back with another code than OK."""
    good = Code.Name(CODE_OK)[5:]
    return sum(count for named, count in results.items() if named.split()[1] != good)


def _at(ordered: Sequence[int], share: float) -> float:
    """A quantile in milliseconds."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] / 1e6


def _seating(bots: Sequence[str], seats: int, number: int) -> list[str]:
    return [bots[(seat + number) % len(bots)] for seat in range(seats)]


def _numbered(bots: Sequence[str], seats: int, number: int) -> Played:
    return play_match(_seating(bots, seats, number), number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the arguments say, and print what it came to; return the exit status."""
    options = _parser().parse_args(arguments)
    play = functools.partial(_numbered, options.bots, options.seats)
    numbers = range(options.first, options.first + options.matches)
    figures = Figures()
    with process_pool(options.processes) as pool:
        for number, played in zip(numbers, pool.map(play, numbers), strict=True):
            figures.add(_seating(options.bots, options.seats, number), played)
    for line in figures.lines():
        print(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser: Any = argparse.ArgumentParser(
        prog="python -m loadtest.proving_grounds_baselines",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=100, help="how many (%(default)s)")
    parser.add_argument("--seats", type=int, default=4, help="seats of each (%(default)s)")
    parser.add_argument(
        "--bots", nargs="+", default=["planner", "greedy"], choices=names(GAME), help="who plays"
    )
    parser.add_argument("--first", type=int, default=0, help="seed of the first (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")
    built: argparse.ArgumentParser = parser
    return built


if __name__ == "__main__":
    raise SystemExit(main())
