"""Plays one match in this process: the engine asks the bots directly, without clocks, server and journal.

Bots get observations and events as they are sent over the wire. Times are processor time.
"""

from __future__ import annotations

import collections
import dataclasses
import importlib
import time
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.strength.games import GAMES, PLUGINS
from referee.core.config import parse_config
from referee.core.game import Event
from referee_bots import SeededBot, find
from referee_client import Match

__all__ = ["EngineMatch", "Listener", "play_match"]

Listener = Callable[[Event], None]
"""Type of a function that is called with each event of a match."""


@dataclasses.dataclass(frozen=True, slots=True)
class EngineMatch:
    """Result of a match that is over: placements, scores, length, and times of decisions."""

    length: int
    """Number of rounds or turns played, as the rulebook counts them."""
    end: str
    """What ended the match, as a short text that differs from game to game (`GameFacts.end`)."""
    placements: tuple[int, ...]
    """Placement of each seat, from 1; seats that tie share a placement."""
    scores: tuple[float, ...]
    """Score of each seat by the rulebook, in the game's unit."""
    refusals: tuple[Mapping[str, int], ...] = ()
    """Number of orders that the rules refused, by seat and reason."""
    spent_ns: tuple[Mapping[str, array[int]], ...] = ()
    """Processor time of each decision in nanoseconds, by seat and phase."""
    measures: Mapping[str, float] = dataclasses.field(default_factory=dict)
    """Numbers computed from the match's last state by functions of `GameFacts.measures`, by name."""

    @property
    def wins(self) -> tuple[float, ...]:
        """Wins of each seat: 1 for the first place, shared equally by seats that tie for it, else 0."""
        winners = self.placements.count(1)
        return tuple((placement == 1) / winners for placement in self.placements)


def play_match(
    game: str,
    bots: Sequence[str],
    seed: int,
    values: Mapping[str, object] | None = None,
    *,
    version: int = 0,
    measures: Iterable[str] = (),
    listener: Listener | None = None,
) -> EngineMatch:
    """Play one match, one bot a seat; return its result.

    Args:
        game: Identifier of the game.
        bots: House bot of each seat; or a single way of random play for all seats, from the game's
            `policies`.
        seed: Seed of the match and of the bots.
        values: Config of the match; fields that are left out have their defaults.
        version: Version of the game's behaviour; 0 is the newest.
        measures: Names of further numbers to compute from the last state, from `GameFacts.measures`.
        listener: Called with each event of the match.
    """
    rules, plugin = GAMES[game], PLUGINS[game].at(version)
    config = parse_config(plugin.game.config_class, values or {})
    state, events = plugin.game.start(config, seed=seed, num_seats=len(bots))
    table = _Table(plugin, game, bots, seed, config, listener)
    policy = rules.policies.get(bots[0])
    if policy is None:
        events = table.play(state, events)
    else:
        policy(state, seed, len(bots))
    outcome = plugin.game.outcome(state)
    return EngineMatch(
        rules.length(state),
        rules.end(state, events),
        outcome.placements,
        tuple(map(float, outcome.scores)),
        tuple(table.refusals),
        tuple(table.spent_ns),
        {name: rules.measures[name](state) for name in measures},
    )


class _Table:
    """Seats of one match with their bots, and events that the bots have not got yet."""

    def __init__(
        self,
        plugin: Any,
        game: str,
        bots: Sequence[str],
        seed: int,
        config: Any,
        listener: Listener | None,
    ) -> None:
        self._plugin, self._config, self._listener = plugin, config, listener
        self._messages: Any = importlib.import_module(f"gamereferee.games.{game}.v1.{game}_pb2")
        self._unheard = [bytearray() for _ in bots]
        self.refusals: list[collections.Counter[str]] = [collections.Counter() for _ in bots]
        self.spent_ns: list[dict[str, array[int]]] = [{} for _ in bots]
        self._seats: list[tuple[SeededBot, Match]] = []
        if bots[0] in GAMES[game].policies:
            return
        shown = self._messages.Config.FromString(plugin.codec.encode_config(config))
        version = plugin.game.info.version
        for seat, name in enumerate(bots):
            match = Match(f"m{seed}", seat, game, version, shown, len(bots), TimeControl(), b"")
            bot = find(game, name)(seed)
            bot.on_start(match)
            self._seats.append((bot, match))

    def play(self, state: Any, events: Iterable[Event]) -> list[Event]:
        """Play the match to its end; return the events of the last step."""
        game, codec = self._plugin.game, self._plugin.codec
        last = list(events)
        self._tell(last)
        while (point := game.decision(state)) is not None:
            sent = codec.encode_observations(self._config, game.observe(state, point.seats))
            actions = {}
            for seat, observation in zip(point.seats, sent, strict=True):
                begun_ns = time.process_time_ns()
                answer = self._ask(seat, observation)
                self._count_time(
                    seat, point.phase, time.process_time_ns() - begun_ns, goes_on=point.continues
                )
                actions[seat] = codec.decode_action(answer)
            last = list(game.step(state, actions))
            self._tell(last)
        return last

    def _ask(self, seat: int, observation: bytes) -> bytes:
        """Send a bot its events and observation, and return its action, as bytes."""
        bot, match = self._seats[seat]
        if self._unheard[seat]:
            bot.on_events(match, self._messages.Events.FromString(bytes(self._unheard[seat])))
            self._unheard[seat].clear()
        answer: bytes = bot.act(
            self._messages.Observation.FromString(observation)
        ).SerializeToString()
        return answer

    def _count_time(self, seat: int, phase: str, passed_ns: int, *, goes_on: bool) -> None:
        spent = self.spent_ns[seat].setdefault(phase, array("q"))
        # A decision that continues the last one is part of the same turn.
        if goes_on:
            spent[-1] += passed_ns
        else:
            spent.append(passed_ns)

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            data = self._plugin.codec.encode_event(event)
            for seat, unheard in enumerate(self._unheard):
                if event.is_visible_to(seat):
                    unheard += data
            # Refusals are reported to one seat alone; other events are no refusals.
            if event.audience is not None and len(event.audience) == 1:
                reason = self._plugin.game.refusal(event)
                if reason is not None:
                    self.refusals[event.audience[0]][reason] += 1
            if self._listener is not None:
                self._listener(event)
