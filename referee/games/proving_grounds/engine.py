"""Proving Grounds as a `Game`: connects the rules in this folder to the referee."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.core.game import DecisionPoint, Event
from referee.core.outcome import GameOutcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig, check_seats
from referee.games.proving_grounds.info import INFO
from referee.games.proving_grounds.rows import ProvingGroundsRows
from referee.games.proving_grounds.rules.ending import standings
from referee.games.proving_grounds.rules.play import begin_play
from referee.games.proving_grounds.rules.setup import new_match
from referee.games.proving_grounds.rules.turn import play_setup, play_turn
from referee.games.proving_grounds.scenario import plain
from referee.games.proving_grounds.scenario.candidates import ArrayCandidates
from referee.games.proving_grounds.scenario.plain_orders import read_action
from referee.games.proving_grounds.scenario.random_orders import random_action
from referee.games.proving_grounds.scenario.variants import hidden_variants
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.visibility.columns import SightColumns
from referee.games.proving_grounds.visibility.observation import (
    Observation,
    observe,
    observe_public,
)
from referee.games.proving_grounds.wire.events import Notice
from referee.games.proving_grounds.wire.orders import Action
from referee.kit.arrays import DiceGame
from referee.kit.dice import check_script

__all__ = ["ProvingGrounds"]


class ProvingGrounds(DiceGame[ProvingGroundsConfig, State, Action, Observation]):
    """The rules of Proving Grounds as the referee calls them."""

    info = INFO
    public_clocks = True
    most_sides = 100

    @property
    def config_class(self) -> type[ProvingGroundsConfig]:
        """Class of the configs of this game."""
        return ProvingGroundsConfig

    def suggested_time_control(self, config: ProvingGroundsConfig) -> TimeControl:
        """Return the config's deadline as move time of each message (PG-4.9).

        No seat is removed for missed deadlines.
        """
        # No strikes: silence is the empty message, after which all heroes are idle (PG-4.9).
        return TimeControl(move_time_ns=config.deadline_ms * MS, strikes=0)

    def check_seats(self, config: ProvingGroundsConfig, num_seats: int) -> None:
        """Check that this config can be played by this number of seats.

        Raises:
            FieldError: It can't; the error names `num_seats` and its bound.
        """
        check_seats(config, num_seats)

    def start(
        self, config: ProvingGroundsConfig, *, seed: int, num_seats: int
    ) -> tuple[State, list[Event]]:
        """Return the state of a new match, in which all seats are asked for their setup, and no events.

        Args:
            config: Config of the match.
            seed: Match seed, 0..2^64-1.
            num_seats: Number of seats, which has passed `check_seats`.
        """
        return new_match(config, seed, num_seats), []

    def start_rows(
        self, config: ProvingGroundsConfig, *, num_rows: int, num_seats: int
    ) -> ProvingGroundsRows:
        """Return rows for `num_rows` matches that are stepped together; none of them has begun."""
        return ProvingGroundsRows(self, config, num_rows=num_rows, num_seats=num_seats)

    def decision(self, state: State) -> DecisionPoint | None:
        """Return the decision point of all seats; None once the match is over.

        All seats decide at once, those without heroes too (PG-4.1).
        """
        phase = c.MatchPhase(state.match.item(c.PHASE))
        if phase is c.MatchPhase.OVER:
            return None
        return DecisionPoint(phase.name, tuple(range(len(state.seats))))

    def observe(self, state: State, seats: Sequence[int]) -> list[Observation]:
        """Return what each of the seats may know now, in the order of `seats`."""
        return observe(state, seats)

    def observe_public(self, state: State) -> Observation:
        """Return what everybody may know now, spectators included; see `Game`."""
        return observe_public(state)

    def further_columns(self, config: ProvingGroundsConfig, num_seats: int) -> SightColumns:
        """Return columns of rooms, heroes and offers for learners; see `HasFurtherColumns`."""
        # The config bounds lists that the records leave open: rooms of the dungeon, and heroes of a
        # seat.
        rooms = num_seats * config.sector_width * config.sector_depth + 1
        return SightColumns(num_seats, rooms, config.max_heroes)

    def candidate_lists(
        self, config: ProvingGroundsConfig, num_seats: int, width: int
    ) -> ArrayCandidates:
        """Return a maker of lists of at most `width` candidates; see `HasCandidateLists`."""
        return ArrayCandidates(config, num_seats, width)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> list[Event]:
        """Carry out the setup or a turn with these actions, changing the state; return the events.

        Args:
            state: The match; changed in place.
            actions: Message of each seat; None for a missed deadline.
        """
        play = begin_play(state)
        if state.match.item(c.PHASE) == c.SETUP:
            play_setup(play, actions)
        else:
            play_turn(play, actions)
        return play.events

    def refusal(self, event: Event) -> str | None:
        """Return the code of an event that reports a malformed part of a message; else None."""
        # Only mistakes of the sender count: an order that another seat's made fail is reported as a
        # `Result`.
        body = event.body
        return body.code.name if isinstance(body, Notice) else None

    def outcome(self, state: State) -> GameOutcome:
        """Return each seat's placement, and as its score its gold with the bonuses (PG-7.4), as the match stands."""
        final = standings(state)
        return GameOutcome(
            tuple([standing.placement for standing in final]),
            tuple([standing.gold for standing in final]),
        )

    def reseed(self, state: State, seed: int) -> None:
        """Replace the match seed, so that all coming dice are others; see `Game`."""
        # Streams are opened from the seed when they are needed, so nothing else has to change.
        state.seed[:] = seed

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:
        """Return a legal action for a seat, drawn from `dice`; for tests and load tests."""
        return random_action(state, seat, dice)

    def parse_action(self, value: object) -> Action:
        """Return the action of a plain value in the form of PG-2.11 and PG-4.2; see `Game`."""
        return read_action(value)

    def parse_state(
        self, config: ProvingGroundsConfig, num_seats: int, values: Mapping[str, object]
    ) -> State:
        """Return a new match in which the fields named in `values` have the given values.

        Raises:
            ScenarioError: A field is unknown, or its value is not possible.
        """
        return plain.parse_state(config, num_seats, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """Return the match as plain data, by the names that scenarios use; see `Game`."""
        return plain.plain_state(state)

    def scripted_dice_left(self, state: State) -> int:
        """Return the number of scripted dice not rolled yet; -n if n rolls found none left.

        Raises:
            ScenarioError: A die couldn't show its scripted value.
        """
        check_script(state.script)
        return super().scripted_dice_left(state)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Yield copies of the state that differ only in what the seat may not see; tests compare them.

        Random changes are drawn from `dice`.
        """
        return hidden_variants(state, seat, dice)
