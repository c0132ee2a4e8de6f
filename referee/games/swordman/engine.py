"""Swordman as the referee plays it: ties the rules of this folder into a `Game`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.core.digest import state_digest
from referee.core.errors import FieldError, ScenarioError
from referee.core.game import DecisionPoint, Event, Events, Game
from referee.core.outcome import GameOutcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.duel import match_outcome
from referee.games.swordman import plain
from referee.games.swordman.actions import (
    DEFAULT,
    Action,
    Notice,
    orders_of,
    parse_action,
    random_action,
)
from referee.games.swordman.batch import SwordmanBatch
from referee.games.swordman.columns import OVER, POINTS
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.events import notice_events, round_events, start_events
from referee.games.swordman.info import INFO
from referee.games.swordman.phases import play_round
from referee.games.swordman.state import State, copy_state, new_state
from referee.games.swordman.tables import NO_FIELD, NUM_SEATS, ReasonCode
from referee.games.swordman.visibility import Observation, observe

__all__ = ["Swordman"]

_SETTING = DecisionPoint("setting", (0, 1))  # SW-4.1: the only decision of the game


class Swordman(Game[SwordmanConfig, State, Action, Observation]):
    """The rules of Swordman for a single match; its states have one match each."""

    info = INFO

    @property
    def config_class(self) -> type[SwordmanConfig]:
        """See `Game`."""
        return SwordmanConfig

    def suggested_time_control(self, config: SwordmanConfig) -> TimeControl:
        """`deadline_ms` for each setting; no seat is ever removed for its silence (SW-7.5)."""
        return TimeControl(move_time_ns=config.deadline_ms * MS, strikes=0)

    def teams(self, config: SwordmanConfig, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Every player for himself (SW-1.2)."""
        return tuple(range(num_seats))

    def check_seats(self, config: SwordmanConfig, num_seats: int) -> None:  # noqa: ARG002
        """Exactly two players (SW-1.2)."""
        if num_seats != NUM_SEATS:
            raise FieldError("num_seats", str(NUM_SEATS), num_seats)

    def start(
        self,
        config: SwordmanConfig,
        *,
        seed: int,  # noqa: ARG002
        num_seats: int,  # noqa: ARG002
    ) -> tuple[State, list[Event]]:
        """See `Game`; the seed is not used (SW-2.3)."""
        return new_state(config, 1), start_events()

    def start_batch(
        self,
        config: SwordmanConfig,
        *,
        seeds: Sequence[int],
        num_seats: int,  # noqa: ARG002
    ) -> SwordmanBatch:
        """Many matches that are stepped by one kernel call; see `StartsBatches`."""
        return SwordmanBatch(self, new_state(config, len(seeds)))

    def decision(self, state: State) -> DecisionPoint | None:
        """Both seats set, until all games are over."""
        return None if state.table.item(OVER) else _SETTING

    def observe(self, state: State, seats: Sequence[int]) -> list[Observation]:
        """See `Game`."""
        return observe(state, seats)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> Events:
        """See `Game`."""
        play_round(state, orders_of(actions[0] or DEFAULT, actions[1] or DEFAULT))
        notices, told = notice_events(state), round_events(state)
        return [*notices, *told] if notices else told

    def refusal(self, event: Event) -> str | None:
        """See `Game`."""
        body = event.body
        return body.code.name if isinstance(body, Notice) else None

    def outcome(self, state: State) -> GameOutcome:
        """See `Game`."""
        return match_outcome((state.table.item(POINTS), state.table.item(POINTS + 1)))

    def digest(self, state: State) -> bytes:
        """See `Game`."""
        return state_digest(state)

    def copy(self, state: State) -> State:
        """See `Game`."""
        return copy_state(state)

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:  # noqa: ARG002
        """All points, in a split and at locations drawn uniformly."""
        return random_action(state.table[0], dice)

    def parse_action(self, value: object) -> Action:
        """See `Game`; the plain form is SW-4.2."""
        return parse_action(value)

    def parse_state(
        self,
        config: SwordmanConfig,
        num_seats: int,  # noqa: ARG002
        values: Mapping[str, object],
    ) -> State:
        """See `Game`."""
        return plain.parse_state(config, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """See `Game`."""
        return plain.plain_state(state)

    def script_dice(self, state: State, values: Sequence[int]) -> None:  # noqa: ARG002
        """See `Game`.

        Raises:
            ScenarioError: Always: there is nothing to roll (SW-1.3).
        """
        raise ScenarioError("Swordman has no dice")

    def scripted_dice_left(self, state: State) -> int:  # noqa: ARG002
        """See `Game`; there are never any."""
        return 0

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Other notices for the rival: all that SW-6 hides between rounds."""
        variant = copy_state(state)
        theirs = variant.notices[0, 1 - seat]
        had_some = theirs.any()
        theirs[:] = 0
        if not had_some:
            theirs[0] = (dice.draw(len(ReasonCode)), NO_FIELD)
        yield variant
