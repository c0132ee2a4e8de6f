"""How strong the house bots of Dungeon Keeper are, how long their matches last, and how long they think.

    python -m loadtest.dungeon_keeper_baselines --matches 200 --bots planner random
    python -m loadtest.dungeon_keeper_baselines --preset medium --bots planner rusher --matches 40

The engine plays in this process and asks the bots directly, with observations and events as they would
come over the wire, without clocks. The bots take the seats in turn, and move on by one seat from match to
match, each map being played once with every seating. A win is the first place, shared by those who tie for
it; a conquest is a win when all other Altars have fallen to blows, not by waning or at the cap. Seconds of a turn are
those of the processor, over all batches of the turn.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import functools
import math
import sys
import time
from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.workers import process_pool
from referee.core.game import AnyPlugin, Event
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.rules.events import AltarsWaned, Eliminated
from referee_bots import SeededBot, find, names
from referee_client import Match

__all__ = ["Figures", "Played", "main", "play_match"]

GAME = "dungeon_keeper"
SIGN_OF_LIFE = 20
"""Matches after which the first line is shown as it stands, on stderr."""
PRESETS = ("small", "medium", "standard")


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """One match."""

    rounds: int
    """Rounds begun."""
    is_capped: bool
    """Whether the round cap ended it."""
    has_waned: bool
    """Whether it ended when Altars had waned away (DK-7.5)."""
    wins: tuple[float, ...]
    """Share of the first place, by seat."""
    orders: int
    """Orders given, refused ones included."""
    refusals: collections.Counter[str]
    """Orders refused, by bot and code."""
    batches: int
    """Batches sent."""
    spent_ns: tuple[array[int], ...]
    """Nanoseconds of each turn, by seat."""


def play_match(
    bots: Sequence[str], seed: int, settings: dict[str, object], version: int = 0
) -> Played:
    """Play one match, one bot a seat.

    Args:
        bots: Names of the bots by seat.
        seed: The match's; also that of the bots.
        settings: What differs from the game's default config.
        version: Of the rules; 0 for the newest.
    """
    plugin = PLUGIN.at(version)
    game, codec = plugin.game, plugin.codec
    config = game.config_class.model_validate(settings)
    state, begun = game.start(config, seed=seed, num_seats=len(bots))
    events: Iterable[Event] = begun
    seated = [
        _seated(plugin, name, config, seed, seat, len(bots)) for seat, name in enumerate(bots)
    ]
    told = [bytearray() for _ in bots]
    spent = tuple([array("q") for _ in bots])
    refusals: collections.Counter[str] = collections.Counter()
    orders, batches, rounds = 0, 0, 0
    while (point := game.decision(state)) is not None:
        (seat,) = point.seats
        for event in events:
            _tell(told, codec.encode_event(event), event)
        (sent,) = codec.encode_observations(config, game.observe(state, point.seats))
        asked_ns = time.process_time_ns()
        rounds, answer = _answer(*seated[seat], bytes(told[seat]), sent)
        passed = time.process_time_ns() - asked_ns
        told[seat].clear()
        if point.continues:
            spent[seat][-1] += passed
        else:
            spent[seat].append(passed)
        batches += 1
        events = game.step(state, {seat: codec.decode_action(answer)})
        for event in events:
            results = [
                heard.order_result
                for heard in wire.Events.FromString(codec.encode_event(event)).events
                if heard.HasField("order_result")
            ]
            orders += len(results)
            refusals.update(
                f"{bots[seat]} {wire.Code.Name(result.code).removeprefix('CODE_')}"
                for result in results
                if result.code != wire.CODE_OK
            )
    outcome = game.outcome(state)
    first = [placement == 1 for placement in outcome.placements]
    living = sum(score > 0 for score in outcome.scores)  # only the fallen have none (DK-7.3)
    return Played(
        rounds,
        living > 1,
        _has_waned(events),
        tuple([is_first / sum(first) for is_first in first]),
        orders,
        refusals,
        batches,
        spent,
    )


def _has_waned(events: Iterable[Event]) -> bool:
    """Whether the last events tell of seats that fell by the waning."""
    bodies = [event.body for event in events]
    waned = any(isinstance(body, AltarsWaned) for body in bodies)
    return waned and any(isinstance(body, Eliminated) and body.by is None for body in bodies)


def _tell(told: list[bytearray], data: bytes, event: Event) -> None:
    for seat, heard in enumerate(told):
        if event.is_told_to(seat):
            heard += data


def _seated(
    plugin: AnyPlugin, name: str, config: Any, seed: int, seat: int, num_seats: int
) -> tuple[SeededBot, Match]:
    shown = wire.Config.FromString(plugin.codec.encode_config(config))
    version = plugin.game.info.version
    match = Match(f"m{seed}", seat, GAME, version, shown, num_seats, TimeControl(), b"")
    bot = find(GAME, name)(seed)
    bot.on_start(match)
    return bot, match


def _answer(bot: SeededBot, match: Match, events: bytes, observation: bytes) -> tuple[int, bytes]:
    """The round, and what the bot does, from reading its messages to writing its own."""
    if events:
        bot.on_events(match, wire.Events.FromString(events))
    seen = wire.Observation.FromString(observation)
    action: wire.Action = bot.act(seen)
    return seen.round, action.SerializeToString()


class Figures:
    """What matches come to."""

    def __init__(self) -> None:
        self.played: list[Played] = []
        self._wins: dict[str, list[float]] = collections.defaultdict(list)
        self._conquests: dict[str, list[float]] = collections.defaultdict(list)
        self._spent: dict[str, list[int]] = collections.defaultdict(list)
        self._by_seat: dict[tuple[str, int], list[float]] = collections.defaultdict(list)

    def add(self, bots: Sequence[str], played: Played) -> None:
        """Count a match."""
        self.played.append(played)
        for name in set(bots):
            seats = [seat for seat, other in enumerate(bots) if other == name]
            wins = sum(played.wins[seat] for seat in seats)
            self._wins[name].append(wins)
            is_peaceful = played.is_capped or played.has_waned
            self._conquests[name].append(0.0 if is_peaceful else wins)
            for seat in seats:
                self._by_seat[name, seat].append(played.wins[seat])
                self._spent[name].extend(played.spent_ns[seat])

    def lines(self) -> Iterable[str]:
        """The figures in lines for people."""
        rounds = sorted(played.rounds for played in self.played)
        orders = sum(played.orders for played in self.played)
        turns = sum(len(spent) for played in self.played for spent in played.spent_ns)
        refusals = sum((played.refusals for played in self.played), collections.Counter[str]())
        capped = sum(played.is_capped for played in self.played)
        waned = sum(played.has_waned for played in self.played)
        yield (
            f"{len(rounds)} matches; rounds: mean {_mean(rounds):.1f}, median "
            f"{rounds[len(rounds) // 2]}, most {rounds[-1]}; at the cap {capped}, waned away {waned}; a turn: "
            f"{orders / turns:.1f} orders in "
            f"{sum(played.batches for played in self.played) / turns:.1f} batches; "
            f"{refusals.total()} of {orders} orders refused"
        )
        for name in sorted(self._wins, key=names(GAME).index):
            wins, conquests = self._wins[name], self._conquests[name]
            seats = ", ".join(
                f"seat {seat} {_mean(of_seat):.3f}"
                for (other, seat), of_seat in sorted(self._by_seat.items())
                if other == name
            )
            yield (
                f"{name}: wins {_mean(wins):.3f} +- {_error(wins):.3f} ({seats}), "
                f"conquests {_mean(conquests):.3f} +- {_error(conquests):.3f}"
            )
            spent = sorted(self._spent[name])
            yield (
                f"  {len(spent)} turns, ms median {_at(spent, 0.5):.1f}, "
                f"99 % {_at(spent, 0.99):.1f}, most {_at(spent, 1):.1f}"
            )
        if refusals:
            yield "refused: " + ", ".join(f"{code} {n}" for code, n in sorted(refusals.items()))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    """Standard error of the mean."""
    mean = _mean(values)
    squares = math.fsum((value - mean) ** 2 for value in values)
    return math.sqrt(squares / max(1, len(values) - 1) / len(values))


def _at(ordered: Sequence[int], share: float) -> float:
    """A quantile in milliseconds."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] / 1e6


def _seating(bots: Sequence[str], seats: int, number: int) -> list[str]:
    return [bots[(seat + number) % len(bots)] for seat in range(seats)]


def _numbered(
    bots: Sequence[str], seats: int, settings: dict[str, object], version: int, number: int
) -> Played:
    return play_match(_seating(bots, seats, number), number // len(bots), settings, version)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the arguments say, and print what it came to; return the exit status."""
    options = _parser().parse_args(arguments)
    settings: dict[str, object] = {"preset": options.preset, "fog_of_war": options.fog}
    play = functools.partial(_numbered, options.bots, options.seats, settings, options.game_version)
    numbers = range(options.first, options.first + options.matches)
    figures = Figures()
    with process_pool(options.processes) as pool:
        for number, played in zip(numbers, pool.map(play, numbers), strict=True):
            figures.add(_seating(options.bots, options.seats, number), played)
            if len(figures.played) % SIGN_OF_LIFE == 0:
                print(next(iter(figures.lines())), file=sys.stderr, flush=True)
    for line in figures.lines():
        print(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser: Any = argparse.ArgumentParser(
        prog="python -m loadtest.dungeon_keeper_baselines",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=100, help="how many (%(default)s)")
    parser.add_argument("--seats", type=int, default=2, help="seats of each (%(default)s)")
    parser.add_argument("--preset", choices=PRESETS, default="small", help="size (%(default)s)")
    parser.add_argument("--fog", action="store_true", help="with fog of war")
    parser.add_argument(
        "--bots", nargs="+", default=["planner", "random"], choices=names(GAME), help="who plays"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first (%(default)s)")
    parser.add_argument(
        "--game-version", type=int, default=0, help="of the rules; 0 for the newest"
    )
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")
    built: argparse.ArgumentParser = parser
    return built


if __name__ == "__main__":
    raise SystemExit(main())
