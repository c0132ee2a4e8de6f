"""The game Champions for the referee: ties the rules of this folder into a `Game`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from referee.core.chat import Chat, ChatRules
from referee.core.game import DecisionPoint, Event
from referee.core.outcome import GameOutcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig, FirstConfig
from referee.games.champions.info import INFO
from referee.games.champions.rows import ChampionsRows
from referee.games.champions.rules import rooms
from referee.games.champions.rules.actions import put_orders, read_action, read_order
from referee.games.champions.rules.orders import new_orders
from referee.games.champions.rules.rounds import begin, play
from referee.games.champions.rules.scoring import outcome_of
from referee.games.champions.rules.side_by_side import mark_acting_alone
from referee.games.champions.scenario import plain
from referee.games.champions.scenario.candidates import ArrayCandidates
from referee.games.champions.scenario.random_orders import random_order
from referee.games.champions.scenario.variants import hidden_variants
from referee.games.champions.state import (
    State,
    blank_state,
    board_of,
    copy_state,
    new_log,
    no_log,
    used_log,
)
from referee.games.champions.visibility.observation import Observation, observe, observe_public
from referee.games.champions.wire.actions import Action
from referee.games.champions.wire.events import log_events, refusal_in
from referee.games.champions.wire.records import MatchEnd
from referee.kit.arrays import DiceGame
from referee.kit.dice import SIZE, check_script

__all__ = ["Champions"]


class Champions(DiceGame[ChampionsConfig, State, Action, Observation]):
    """The rules of Champions as a `Game`, which the referee plays.

    Args:
        version: Behaviour version of the rules, 1 or 2.
    """

    most_sides = 360

    def __init__(self, version: int = INFO.version) -> None:
        self.info = dataclasses.replace(INFO, version=version)

    @property
    def config_class(self) -> type[ChampionsConfig]:
        """Class of configs: `FirstConfig` under version 1 of the rules, else `ChampionsConfig`."""
        return FirstConfig if self.info.version == 1 else ChampionsConfig

    def suggested_time_control(self, config: ChampionsConfig) -> TimeControl:
        """Return a time control with the config's `deadline_ms` as move time, and no bank (CH-2.1).

        Missed deadlines never forfeit a seat: the default actions are played for it (CH-4.9).
        """
        return TimeControl(move_time_ns=config.deadline_ms * MS, strikes=0)

    def start(
        self, config: ChampionsConfig, *, seed: int, num_seats: int
    ) -> tuple[State, list[Event]]:
        """Return the state before the first decision, and an empty list of events.

        Args:
            config: Config of the match.
            seed: Match seed.
            num_seats: Number of seats, 2 to 16.
        """
        state = blank_state(config, seed, num_seats)
        begin(board_of(state))
        # Between steps the log has no room: states are copied and kept, and it is their largest
        # array.
        state.log = no_log()
        return state, []

    def start_rows(
        self, config: ChampionsConfig, *, num_rows: int, num_seats: int
    ) -> ChampionsRows:
        """Return rows for `num_rows` matches that `Rollout` steps together; none of them has begun."""
        return ChampionsRows(config, num_rows, num_seats)

    def candidate_lists(
        self, config: ChampionsConfig, num_seats: int, width: int
    ) -> ArrayCandidates:
        """Return a maker of lists with at most `width` candidate actions each, for learners."""
        del config, num_seats
        return ArrayCandidates(width)

    def decision(self, state: State) -> DecisionPoint | None:
        """Return the phase (CH-4.1) and the seats that must decide; None once the match is over."""
        # By the same kernel as rows, so that both ask the same seats.
        acting = np.empty(len(state.seats), np.bool_)
        mark_acting_alone(board_of(state), acting)
        seats = tuple(acting.nonzero()[0].tolist())
        return DecisionPoint(c.PHASE_NAMES[state.match[c.PHASE]], seats) if seats else None

    def observe(self, state: State, seats: Sequence[int]) -> list[Observation]:
        """Return what each of `seats` may know now (CH-6.1, CH-6.2), in the order of `seats`."""
        return observe(state, seats)

    def observe_public(self, state: State) -> Observation:
        """Return what everybody may know: round, phase, map, positions, who is out (CH-6.1)."""
        return observe_public(state)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> list[Event]:
        """Carry out the seats' actions in the open phase, in place, and return the events.

        Args:
            state: The match; changed.
            actions: Action of each acting seat; None for a missed deadline.

        Raises:
            ScenarioError: A scripted dice value is higher than the number of sides of the die that
                would roll it. The state has not changed then.
        """
        # New for each step: an order that is left from another would count.
        orders = new_orders(len(state.seats))
        phase = int(state.match[c.PHASE])
        put_orders(actions, phase, int(state.rules[c.LOOT_ACTIONS]), orders)
        if state.script[SIZE] >= 0:
            # A script with an impossible value must change nothing, and only the rolls themselves
            # show which dice the values meet. So the step is played on a copy first.
            trial = copy_state(state)
            trial.log = new_log()
            play(board_of(trial), orders)
            check_script(trial.script)
        state.log = new_log()
        play(board_of(state), orders)
        events = log_events(used_log(state.log), phase)
        state.log = no_log()
        # Made from the final state, not from the log: placements need the whole of it.
        if state.match[c.PHASE] == c.OVER:
            events.append(Event(_match_end(state)))
        return events

    def refusal(self, event: Event) -> str | None:
        """Return the name of the refusal code if the event reports a refused part; else None."""
        return refusal_in(event)

    def eliminated(self, state: State) -> Sequence[int]:
        """Return the seats that have no living champion (CH-5.34), ascending."""
        out: list[int] = (state.seats[:, c.ALIVE] == 0).nonzero()[0].tolist()
        return out

    def open_exit(self, state: State, seat: int) -> int | None:
        """Return the round in which an eliminated seat was eliminated; 0 for a seat in play.

        For every eliminated seat the final place stays open until the match ends: it depends on
        other seats' kills and damage, which stay hidden until then (CH-6.7).
        """
        return int(state.seats[seat, c.OUT_ROUND])

    def ranks_exits(self, config: ChampionsConfig) -> bool:
        """Return whether a seat that is eliminated later is always placed higher: True for `outlast`.

        With scoring `royale`, kills may count for more than lasting longer (CH-7.4).
        """
        return config.scoring == "outlast"

    def chat_rules(self, config: ChampionsConfig) -> ChatRules:
        """Return the limits of chat (CH-4.10)."""
        return rooms.rules(config)

    def chat(self, state: State) -> Chat:
        """Return the open rooms: the main one, and one for each shared tile (CH-4.10, CH-6.6)."""
        return rooms.open_rooms(state)

    def outcome(self, state: State) -> GameOutcome:
        """Return placements and scores of all seats as the match stands (CH-7.2 to CH-7.4)."""
        return outcome_of(state)

    def copy(self, state: State) -> State:
        """Return a copy of the state; of the log only the part in use is copied."""
        return copy_state(state)

    def reseed(self, state: State, seed: int) -> None:
        """Replace the match seed of `state`, so that all later dice are drawn from the new one."""
        state.seed[:] = seed

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:
        """Return a legal action of a seat, drawn from `dice` as the random house bot does (CH-9.1)."""
        orders = new_orders(len(state.seats))
        word = random_order(board_of(state), seat, np.uint64(dice.state), orders)
        dice.state = int(word)
        return read_order(orders, seat, int(state.match[c.PHASE]))

    def parse_action(self, value: object) -> Action:
        """Return the action that a plain value describes, in the form that `rules.actions.read_action` reads.

        Never raises: a value that can't be read gives BAD_FORM, an action that the rules refuse.
        """
        return read_action(value)

    def parse_state(
        self, config: ChampionsConfig, num_seats: int, values: Mapping[str, object]
    ) -> State:
        """Return a new match in which the fields named in `values` have the values given there.

        Names are those of the rulebook; `scenario.plain.parse_state` lists them.

        Raises:
            ScenarioError: A field is unknown, or its value is out of bounds.
        """
        return plain.parse_state(config, num_seats, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """Return the state as plain data, by the rulebook's field names."""
        return plain.plain_state(state)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Yield copies of the state that `seat` must not be able to distinguish from it; for tests.

        Random changes are drawn from `dice`.
        """
        return hidden_variants(state, seat, dice)


def _match_end(state: State) -> MatchEnd:
    outcome = outcome_of(state)
    kills, damage = state.seats[:, [c.KILLS, c.DAMAGE]].T.tolist()
    return MatchEnd(outcome.placements, outcome.scores, tuple(kills), tuple(damage))
