"""The contract is worth its name: a toy with one thing broken fails the check that is about it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from google.protobuf import struct_pb2
from google.protobuf.message import DecodeError
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.errors import ScenarioError
from referee.core.game import AnyPlugin, DecisionPoint, Event, Plugin
from referee.core.outcome import GameOutcome, rank
from referee.core.rng import Stream
from referee.kit.rollout.dtypes import Longs
from referee.kit.rollout.loop_rows import LoopRows
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.seeds import Words
from referee.testing.contract import CHECKS, check_decode_action, check_parse_action
from referee.testing.contract.processes import check_other_processes
from tests.helpers.toy_base import Notice, ToyAction, ToyCodec
from tests.helpers.toy_bid import BidConfig, BidGame, BidObservation, BidState
from tests.helpers.toy_dig import DigGame, DigState
from tests.helpers.toy_draw import SEQUENTIAL, DrawConfig, DrawGame, DrawObservation, DrawState
from tests.helpers.toy_last import LastGame, LastState


class ShowsRefusalsToAll(DrawGame):
    """Tells everybody of a refusal."""

    def step(self, state: DrawState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """See the class."""
        events = super().step(state, actions)
        return [Event(e.body) if isinstance(e.body, Notice) else e for e in events]


class AsksByHands(DrawGame):
    """Shows clocks to everybody, and lets the hidden cards say whose turn it is."""

    public_clocks = True

    def decision(self, state: DrawState) -> DecisionPoint | None:
        """See the class."""
        point = super().decision(state)
        open_seats = [seat for seat in range(len(state.passed)) if not state.passed[seat]]
        return point and DecisionPoint("draw", (open_seats[state.values.sum() % len(open_seats)],))


class RefusesItsOwn(DrawGame):
    """Takes drawing with a full hand for legal."""

    def legal_actions(self, state: DrawState, seat: int) -> Sequence[ToyAction]:  # noqa: ARG002
        """See the class."""
        return [ToyAction(0), ToyAction(1)]


class DrawsBlindly(DrawGame):
    """Draws at random, hand full or not."""

    def random_action(self, state: DrawState, seat: int, dice: Stream) -> ToyAction:  # noqa: ARG002
        """See the class."""
        return ToyAction(dice.draw(4) // 2)


class RollsByItself(DrawGame):
    """Starts every match with another first card."""

    starts = 0

    def start(self, config: Any, *, seed: int, num_seats: int) -> tuple[DrawState, list[Event]]:
        """See the class."""
        self.starts += 1
        state, events = super().start(config, seed=seed, num_seats=num_seats)
        state.values[0, 0] = 1 + self.starts % 2
        return state, events


class IgnoresTheSeed(BidGame):
    """Plays the same match every time."""

    def start(
        self, config: BidConfig, *, seed: int, num_seats: int
    ) -> tuple[BidState, list[Event]]:
        """See the class."""
        return super().start(config, seed=seed % 1, num_seats=num_seats)


class NeverEnds(DrawGame):
    """Lets silent seats decide for ever."""

    def step(self, state: DrawState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """See the class."""
        return super().step(state, actions) if any(actions.values()) else []


class SharesArrays(BidGame):
    """Copies the shell of a state."""

    def copy(self, state: BidState) -> BidState:
        """See the class."""
        return dataclasses.replace(state)


class LooksTwice(BidGame):
    """Counts how often it was looked at, in the state."""

    def observe(self, state: BidState, seats: Sequence[int]) -> list[BidObservation]:
        """See the class."""
        state.seed[0] = (int(state.seed[0]) + len(seats)) % 2**64
        return super().observe(state, seats)


class ShowsAHandToAll(DrawGame):
    """Lets everybody look at the cards of seat 0."""

    def observe_public(self, state: DrawState) -> DrawObservation:
        """See the class."""
        return self.observe(state, [0])[0]


class ShowsTheTableAtTheEnd(DrawGame):
    """Has something for everybody only once all have passed."""

    def observe_public(self, state: DrawState) -> DrawObservation | None:
        """See the class."""
        return None if self.decision(state) else DrawObservation(0, [], [], [])


class AsksBackwards(BidGame):
    """Names the acting seats in descending order."""

    def decision(self, state: BidState) -> DecisionPoint | None:
        """See the class."""
        point = super().decision(state)
        return point and point._replace(seats=point.seats[::-1])


class GoesOnWithAnother(DigGame):
    """Says of every decision that it continues a turn."""

    def decision(self, state: DigState) -> DecisionPoint | None:
        """See the class."""
        point = super().decision(state)
        return point and point._replace(continues=True)


class CountsSeats(DigGame):
    """Gives places 1, 3 to teams of two, where the second team is second."""

    def outcome(self, state: DigState) -> GameOutcome:
        """See the class."""
        honest = super().outcome(state)
        placements = tuple(2 * placement - 1 for placement in honest.placements)
        return dataclasses.replace(honest, placements=placements)


class PartsTeams(DigGame):
    """Places team-mates apart."""

    def outcome(self, state: DigState) -> GameOutcome:
        """See the class."""
        scores = super().outcome(state).scores
        return GameOutcome(tuple(range(1, len(scores) + 1)), scores)


class RevivesTheFallen(LastGame):
    """Says of a round only who fell in it."""

    def eliminated(self, state: LastState) -> Sequence[int]:
        """See the class."""
        now = int(state.round[0])
        return [seat for seat, fell in enumerate(state.fell.tolist()) if fell and fell == now]


class AsksTheFallen(LastGame):
    """Says of the first seat that it is out from the start."""

    def eliminated(self, state: LastState) -> Sequence[int]:
        """See the class."""
        return sorted({0, *super().eliminated(state)})


class PlacesTheFallenByPoints(LastGame):
    """Lets the points decide alone, whoever is in."""

    def outcome(self, state: LastState) -> GameOutcome:
        """See the class."""
        points = super().outcome(state).scores
        return GameOutcome(rank([(own,) for own in points]), points)


class NeverRollsByScript(DrawGame):
    """Loses the script."""

    def script_dice(self, state: DrawState, values: Sequence[int]) -> None:
        """See the class."""
        super().script_dice(state, values)
        state.script_left = state.script_left[:0]
        state.script = state.script[:0]

    def scripted_dice_left(self, state: DrawState) -> int:  # noqa: ARG002
        """See the class."""
        return 20_000


class DeniesItsDice(BidGame):
    """Rolls dice, but takes no script for them."""

    def script_dice(self, state: BidState, values: Sequence[int]) -> None:  # noqa: ARG002
        """See the class."""
        raise ScenarioError("these dice are mine")


class ForgetsFields(DrawGame):
    """Takes any name for a field."""

    def parse_state(self, config: Any, num_seats: int, values: Mapping[str, object]) -> DrawState:
        """See the class."""
        known = {name: value for name, value in values.items() if name != "no_such_field"}
        return super().parse_state(config, num_seats, known)


class SwapsSeeds(DrawGame):
    """Starts the matches of its rows in the order of their seeds."""

    def start_rows(self, config: DrawConfig, *, num_rows: int, num_seats: int) -> Rows:
        """See the class."""
        plugin = dataclasses.replace(SEQUENTIAL, game=self)
        return _SortedRows(plugin, config, num_rows=num_rows, num_seats=num_seats)


class _SortedRows(LoopRows):
    def begin(self, rows: Longs, seeds: Words) -> None:
        """See `SwapsSeeds`."""
        super().begin(rows, np.sort(seeds))


class Unbounded(BidConfig):
    """Has a parameter without an upper bound."""

    step: int = Field(default=1, ge=1)
    """Least difference of bids."""


class Undescribed(GameConfig):
    """Has a parameter that nobody describes."""

    rounds: int = Field(default=4, ge=1, le=20)
    purse: int = Field(default=10, ge=1, le=1000)
    """Described."""


class TakesUnbounded(BidGame):
    """Uses `Unbounded`."""

    config_class = Unbounded


class TakesUndescribed(BidGame):
    """Uses `Undescribed`."""

    config_class: Any = Undescribed


class CodecOfSingleEvents(ToyCodec[Any]):
    """Encodes an event as itself, not as a list with one event."""

    def encode_event(self, event: Event) -> bytes:
        """See the class."""
        return (
            struct_pb2.ListValue.FromString(super().encode_event(event))
            .values[0]
            .SerializeToString()
        )


class CodecThatRounds(ToyCodec[Any]):
    """Makes an even number of every action."""

    def encode_action(self, action: ToyAction) -> bytes:
        """See the class."""
        return super().encode_action(ToyAction(action.value and action.value // 2 * 2))


class CodecOfOtherTypes(ToyCodec[Any]):
    """Names another message than it writes."""

    observation_type = "google.protobuf.ListValue"


class CodecThatRaises(ToyCodec[Any]):
    """Lets the errors of protobuf out."""

    def decode_action(self, data: bytes) -> ToyAction:
        """See the class."""
        return ToyAction(int(struct_pb2.Value.FromString(data).number_value))


class CodecThatDropsConfig(ToyCodec[Any]):
    """Forgets a field of the config."""

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See the class."""
        return {k: v for k, v in super().decode_config(data).items() if k != "purse"}


class CodecThatKnowsTooMuch(ToyCodec[Any]):
    """Says that all observations of a seat begin with a field that they don't have."""

    def known_observation(self, config: Any, seat: int) -> tuple[bytes, bytes]:  # noqa: ARG002
        """See the class."""
        return b"\x10\x01", b""


class ParsesBadly(BidGame):
    """Fails on what is no number."""

    def parse_action(self, value: object) -> ToyAction:
        """See the class."""
        return ToyAction(value + 0)  # type: ignore[operator]  # the failure it is for


def broken(game: Any, codec: type[ToyCodec[Any]] = ToyCodec) -> AnyPlugin:
    """A plug-in with one thing broken; its rulebook is long enough, and names the phases of all toys."""
    rulebook = f"{SEQUENTIAL.rulebook} Phases: draw, bid, dig, stake."
    return Plugin(game, codec(SEQUENTIAL.game.parse_action), rulebook=rulebook)


@pytest.mark.parametrize(
    ("plugin", "failing"),
    [
        (Plugin(SEQUENTIAL.game, SEQUENTIAL.codec, rulebook="draw"), {"check_info"}),
        (broken(ShowsRefusalsToAll()), {"check_notices"}),
        (broken(RefusesItsOwn()), {"check_legal_actions"}),
        (
            broken(DrawsBlindly()),
            {"check_legal_actions", "check_whole_matches", "check_other_configs"},
        ),
        (broken(RollsByItself()), {"check_lockstep", "check_rows"}),
        (broken(IgnoresTheSeed()), {"check_other_seeds"}),
        (
            broken(NeverEnds()),
            {"check_default_actions", "check_objections", "check_random_answers"},
        ),
        (
            broken(SharesArrays()),
            {
                *("check_objections", "check_random_answers"),
                "check_copies",
                "check_observing_changes_nothing",
                "check_refused_actions_survive_the_wire",
            },
        ),
        (broken(LooksTwice()), {"check_observing_changes_nothing"}),
        (broken(ShowsAHandToAll()), {"check_public_observations"}),
        (broken(ShowsTheTableAtTheEnd()), {"check_public_observations"}),
        (broken(AsksByHands()), {"check_public_clocks", "check_observing_changes_nothing"}),
        (broken(AsksBackwards()), {"check_decisions"}),
        (broken(GoesOnWithAnother()), {"check_decisions"}),
        (broken(CountsSeats()), {"check_outcomes"}),
        (broken(PartsTeams()), {"check_outcomes"}),
        (broken(RevivesTheFallen()), {"check_eliminations"}),
        (broken(AsksTheFallen()), {"check_eliminations"}),
        (broken(PlacesTheFallenByPoints()), {"check_eliminations"}),
        (
            broken(NeverRollsByScript()),
            {"check_scripted_dice", "check_observing_changes_nothing", "check_blind_texts"},
        ),
        (broken(DeniesItsDice()), {"check_other_seeds", "check_scripted_dice"}),
        (broken(ForgetsFields()), {"check_plain_states"}),
        (broken(SwapsSeeds()), {"check_rows"}),
        (broken(TakesUnbounded()), {"check_config_schema"}),
        (broken(TakesUndescribed()), {"check_config_schema"}),
        (broken(BidGame(), CodecOfSingleEvents), {"check_events_join"}),
        (
            broken(BidGame(), CodecThatRounds),
            {
                "check_actions_survive_the_wire",
                "check_refused_actions_survive_the_wire",
                "check_numbered_actions",
                "check_random_answers",
            },
        ),
        (
            broken(BidGame(), CodecOfOtherTypes),
            {
                *("check_messages", "check_known_observation", "check_scenes"),
                *("check_secret_scenes", "check_turn_texts", "check_blind_texts"),
                *("check_every_turn", "check_examples", "check_phases"),
            },
        ),
        (broken(BidGame(), CodecThatDropsConfig), {"check_configs_survive_the_wire"}),
        (broken(BidGame(), CodecThatKnowsTooMuch), {"check_known_observation"}),
    ],
    ids=lambda value: type(value.game).__name__ if isinstance(value, Plugin) else "",
)
def test_what_is_broken_is_found(plugin: AnyPlugin, failing: set[str]) -> None:
    """Exactly the checks that are about it fail."""
    failed = set()
    for check in CHECKS:
        if check is check_other_processes:
            continue  # nobody finds these in another process
        try:
            check(plugin)
        except (AssertionError, AttributeError, pytest.fail.Exception):
            failed.add(check.__name__)
    assert failed == failing


def test_a_parser_that_fails_is_found() -> None:
    """No plain value may be an error."""
    check_parse_action(broken(ParsesBadly()), 5)
    with pytest.raises(TypeError):
        check_parse_action(broken(ParsesBadly()), "five")


def test_a_decoder_that_fails_is_found() -> None:
    """What is not malformed has to be an action."""
    plugin = broken(BidGame(), CodecThatRaises)
    check_decode_action(plugin, b"")
    with pytest.raises(DecodeError):
        check_decode_action(plugin, b"\xff")


def test_a_codec_that_changes_an_action_is_found() -> None:
    """The bytes of 3 come back as 2, another bid."""
    plugin = broken(BidGame(), CodecThatRounds)
    data = ToyCodec(plugin.game.parse_action).encode_action(ToyAction(3))
    with pytest.raises(AssertionError):
        check_decode_action(plugin, data)
