"""How strong the house bots of Champions are, and how long their matches last.

    python -m loadtest.champions_bots --matches 300 --seats 16 --bots tactician
    python -m loadtest.champions_bots --matches 300 --seats 4 --bots tactician brawler

The engine plays in this process and asks the bots directly, with observations and events as they would
come over the wire, without clocks. The bots take the seats in turn, and move on by one seat from match to
match. What a seat scores is CH-7.3; a win is a score of 1, shared by those who tie for the first place.
Seconds of a decision are those of the processor, over all decisions that a bot of the name was asked for.
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
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gamereferee.games.champions.v1.champions_pb2 import Action, Config, Events, Observation
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.workers import process_pool
from referee.core.config import parse_config
from referee.games.champions import PLUGIN
from referee.games.champions.state import State
from referee_bots import SeededBot, find, names
from referee_client import Match

__all__ = ["Figures", "Played", "main", "play_match"]

GAME = "champions"
SIGN_OF_LIFE = 50
"""Matches after which the first line is shown as it stands, on stderr."""
PHASES = ("MOVE", "LOOT", "EQUIP", "BATTLE")


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """One match."""

    rounds: int
    """Rounds played."""
    scores: tuple[float, ...]
    """Score of each seat, 0 to 1, by its placement (CH-7.3)."""
    wins: tuple[float, ...]
    """Share of the first place, by seat."""
    refusals: int
    """Parts of actions that did not count, and notices."""
    spent_ns: tuple[tuple[array[int], ...], ...]
    """Nanoseconds of each decision, by seat and phase."""
    capped: bool
    """Whether several seats were in play at the cap."""
    placements: tuple[int, ...]
    """Placement of each seat."""
    state: State
    """The match as it ended."""


def play_match(
    bots: Sequence[str], seed: int, values: Mapping[str, object] | None = None, version: int = 0
) -> Played:
    """Play one match, one bot a seat.

    Args:
        bots: Name of the house bot of each seat.
        seed: Match seed, and that of the bots.
        values: The config; what is not named has its default.
        version: Behaviour version of the rules; 0 is the newest.
    """
    game, codec = PLUGIN.at(version).game, PLUGIN.codec
    config = parse_config(game.config_class, values or {})
    state, _ = game.start(config, seed=seed, num_seats=len(bots))
    terms = Config.FromString(codec.encode_config(config))
    seated = [_seated(name, seed, seat, len(bots), terms) for seat, name in enumerate(bots)]
    told = [bytearray() for _ in bots]
    spent = tuple([tuple([array("q") for _ in PHASES]) for _ in bots])
    refusals, rounds = 0, 0
    while (point := game.decision(state)) is not None:
        rounds += point.phase == PHASES[0]
        sent = codec.encode_observations(config, game.observe(state, point.seats))
        actions = {}
        for seat, data in zip(point.seats, sent, strict=True):
            begun = time.process_time_ns()
            answer = _answer(*seated[seat], bytes(told[seat]), data)
            spent[seat][PHASES.index(point.phase)].append(time.process_time_ns() - begun)
            told[seat].clear()
            actions[seat] = codec.decode_action(answer)
        for event in game.step(state, actions):
            data = codec.encode_event(event)
            refusals += Events.FromString(data).events[0].HasField("refusal")
            for seat in range(len(bots)):
                if event.is_told_to(seat):
                    told[seat] += data
    outcome = game.outcome(state)
    first = [placement == 1 for placement in outcome.placements]
    return Played(
        rounds,
        tuple([score / 1e6 for score in outcome.scores]),
        tuple([is_first / sum(first) for is_first in first]),
        refusals,
        spent,
        len(state.seats) - len(game.eliminated(state)) > 1,
        outcome.placements,
        state,
    )


def _seated(
    name: str, seed: int, seat: int, num_seats: int, config: Config
) -> tuple[SeededBot, Match]:
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
        self.capped = 0
        """Matches in which several seats were in play at the cap."""
        self.rounds: list[int] = []
        self.refusals = 0
        self._scores: dict[str, list[float]] = collections.defaultdict(list)
        self._wins: dict[str, list[float]] = collections.defaultdict(list)
        self._spent: dict[tuple[str, int], list[int]] = collections.defaultdict(list)

    def add(self, bots: Sequence[str], played: Played) -> None:
        """Count a match. A name's score and wins are means over its seats, one sample a match."""
        self.rounds.append(played.rounds)
        self.capped += played.capped
        self.refusals += played.refusals
        for name in set(bots):
            seats = [seat for seat, other in enumerate(bots) if other == name]
            self._scores[name].append(sum(played.scores[seat] for seat in seats) / len(seats))
            self._wins[name].append(sum(played.wins[seat] for seat in seats) / len(seats))
            for seat in seats:
                for phase, spent in enumerate(played.spent_ns[seat]):
                    self._spent[name, phase].extend(spent)

    def lines(self) -> Iterable[str]:
        """The figures in lines for people."""
        rounds = sorted(self.rounds)
        yield (
            f"{len(rounds)} matches, {self.refusals} refusals; rounds: mean {_mean(rounds):.1f}, "
            f"median {rounds[len(rounds) // 2]}, most {rounds[-1]}; "
            f"at the cap {self.capped} ({100 * self.capped / len(rounds):.2f} %)"
        )
        for name in sorted(self._scores, key=names(GAME).index):
            scores, wins = self._scores[name], self._wins[name]
            yield (
                f"{name}: score {_mean(scores):.3f} +- {_error(scores):.3f}, "
                f"wins of a seat {_mean(wins):.3f} +- {_error(wins):.3f}"
            )
            for phase, title in enumerate(PHASES):
                spent = sorted(self._spent[name, phase])
                if spent:
                    yield (
                        f"  {title}: {len(spent)} decisions, ms median {_at(spent, 0.5):.2f}, "
                        f"99 % {_at(spent, 0.99):.2f}, most {_at(spent, 1):.2f}"
                    )


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
            if len(figures.rounds) % SIGN_OF_LIFE == 0:
                print(next(iter(figures.lines())), file=sys.stderr, flush=True)
    for line in figures.lines():
        print(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser: Any = argparse.ArgumentParser(
        prog="python -m loadtest.champions_bots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=100, help="how many (%(default)s)")
    parser.add_argument("--seats", type=int, default=16, help="seats of each (%(default)s)")
    parser.add_argument(
        "--bots", nargs="+", default=["tactician"], choices=names(GAME), help="who plays"
    )
    parser.add_argument("--first", type=int, default=0, help="seed of the first (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")
    built: argparse.ArgumentParser = parser
    return built


if __name__ == "__main__":
    raise SystemExit(main())
