"""The contract that a game fulfils for the referee. Read this first.

A game turns a config and a seed into a state, names the seats that must decide, shows each seat
what it may see, takes the decisions, and in the end returns an outcome. It knows no clock, no file
and no network. `Game` is the contract, method by method; `Codec` carries a game's values over the
wire as bytes; a `Plugin` is the pair, and what an entry point of the group `referee.games` names.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from referee.core.chat import Chat, ChatRules
from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.event import Event, Events, PublicEvents
from referee.core.info import GameInfo
from referee.core.outcome import GameOutcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.tables import RuleTables
from referee.core.text_face import TextFace
from referee.core.time_control import TimeControl
from referee.core.view import GameView

__all__ = [
    "AnyCodec",
    "AnyGame",
    "AnyPlugin",
    "Codec",
    "DecisionPoint",
    "Event",
    "Events",
    "Game",
    "GameInfo",
    "Plugin",
    "PublicEvents",
]

ConfigT = TypeVar("ConfigT", bound=GameConfig)
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


class DecisionPoint(NamedTuple):
    """Point of a match at which the referee waits for the decisions of one or several seats."""

    phase: str
    """Name of the phase as in the game's rulebook."""
    seats: tuple[int, ...]
    """Indices of the acting seats, ascending, at least one. Several seats decide at once, without
    seeing each other's decisions.
    """
    continues: bool = False
    """Whether this decision point continues the turn of the one acting seat, whose clock keeps
    running.
    """


class Game(abc.ABC, Generic[ConfigT, StateT, ActionT, ObservationT]):
    """The rules of one game. Stateless: everything about a match is in its state.

    A state is a dataclass of numpy arrays of integers and booleans. Only `step`, `reseed` and
    `script_dice` change a state, and no method keeps a reference to one.
    """

    info: GameInfo
    """Facts about the game that depend on no config: name, version, numbers of seats."""
    counts_sides: bool = True
    """Whether a placement is 1 + the number of sides (see `teams`) ranked above. If False, it is 1
    + the number of seats ranked above.
    """

    public_clocks: bool = False
    """Whether everybody may know which seats must decide, and how much time each seat has left. False where that
    depends on anything hidden, or where seats could signal by the time that they take.
    """

    @property
    @abc.abstractmethod
    def config_class(self) -> type[ConfigT]:
        """The class of the game's config, whose JSON Schema is sent to clients."""

    @abc.abstractmethod
    def suggested_time_control(self, config: ConfigT) -> TimeControl:
        """Return the time control of a match whose creator gives none."""

    @abc.abstractmethod
    def teams(self, config: ConfigT, num_seats: int) -> tuple[int, ...]:
        """Return the team number of each seat; seats with equal numbers share their placement."""

    @abc.abstractmethod
    def check_seats(self, config: ConfigT, num_seats: int) -> None:
        """Check that the game can be played with `num_seats` seats.

        Raises:
            FieldError: It can't be played so; the error names the field `num_seats` and its bound
                under this config.
        """

    @abc.abstractmethod
    def start(self, config: ConfigT, *, seed: int, num_seats: int) -> tuple[StateT, list[Event]]:
        """Return the state before the first decision, and the events that happened up to there.

        The result depends on nothing but the arguments. `num_seats` has passed `check_seats`.

        Args:
            config: Config of the match.
            seed: Match seed, 0..2^64-1.
            num_seats: Number of seats in the match.
        """

    @abc.abstractmethod
    def decision(self, state: StateT) -> DecisionPoint | None:
        """Return which seats must decide now; None once the match is over."""

    @abc.abstractmethod
    def observe(self, state: StateT, seats: Sequence[int]) -> list[ObservationT]:
        """Return what each of `seats` may know now: one observation for each, in the same order.

        May be called at any time, for any seat. An observation is built by adding what the seat may
        see. Two states that differ only in what a seat may not see must give that seat equal
        observations, equal down to the bytes on the wire.
        """

    def observe_public(self, state: StateT) -> ObservationT | None:  # noqa: ARG002
        """Return what everybody may know now, spectators included, without any seat's own values.

        May be called at any time. Always None in a game whose events contain everything that is
        public.
        """
        return None

    @abc.abstractmethod
    def step(self, state: StateT, actions: Mapping[int, ActionT | None]) -> Events:
        """Carry out the seats' actions: change `state` and return the events that happened.

        Never raises because of an action: an order that the rules refuse becomes a refusal event
        for the seat that sent it.

        Args:
            state: A state with a decision point.
            actions: One entry for each acting seat; None plays the rulebook's default action.
        """

    def refusal(self, event: Event) -> str | None:  # noqa: ARG002
        """Return the rulebook's reason name if `event` reports a refused order to its one seat.

        None for any other event. Called for events of `step` whose audience is one seat that has
        acted, to count refused actions per seat. An order that came too late, because another
        seat's order was carried out before, does not count as refused.
        """
        return None

    def eliminated(self, state: StateT) -> Sequence[int]:  # noqa: ARG002
        """Return the seats that the rules have eliminated, ascending.

        Empty in a game that keeps all seats to the end. Eliminated seats never act again; the
        referee takes them out of the match. Each is placed behind all seats that stay in longer. Seats eliminated
        at the same step are ranked among each other by `outcome`. Where `ranks_exits` returns
        False, `outcome` alone ranks all of them.
        """
        return ()

    def open_exit(self, state: StateT, seat: int) -> int | None:  # noqa: ARG002
        """Return the round in which `seat` was eliminated, if its result stays open to the end.

        None where placement and score of an eliminated seat are final at once and follow from what
        the seat may know. Where a round is returned, the referee reports to the seat this round and
        the range of places that the seats eliminated in it share.
        """
        return None

    def ranks_exits(self, config: ConfigT) -> bool:  # noqa: ARG002
        """Return whether a seat that is eliminated later is always placed higher.

        If False, `outcome` alone ranks eliminated seats.
        """
        return True

    def chat_rules(self, config: ConfigT) -> ChatRules | None:  # noqa: ARG002
        """Return the rules of chat under this config; None in a game without chat."""
        return None

    def chat(self, state: StateT) -> Chat:
        """Return the chat channels that are open at this decision point.

        Called only if `chat_rules` returns rules.
        """
        raise NotImplementedError(f"{self.info.game} has chat rules and no channels")

    @abc.abstractmethod
    def outcome(self, state: StateT) -> GameOutcome:
        """Return placements and scores of all seats: final if `decision` is None, else so far."""

    @abc.abstractmethod
    def digest(self, state: StateT) -> bytes:
        """Return a 16-byte hash of the state, equal for equal states on every machine."""

    @abc.abstractmethod
    def copy(self, state: StateT) -> StateT:
        """Return a copy of the state that shares no array with it."""

    def reseed(self, state: StateT, seed: int) -> None:  # noqa: ARG002
        """Make all later dice of `state` come from another match seed; for search in simulations.

        Nothing that has been drawn already changes, hidden values included: only the future of the
        state differs. A game without chance has nothing to change.

        Args:
            state: The state, changed in place.
            seed: The other match seed, 0..2^64-1.

        Raises:
            FieldError: The game can't draw from another seed.
        """
        raise FieldError("game", "one that can draw from another seed", self.info.game)

    def redrawn(self, state: StateT, seat: int, dice: Stream) -> StateT:  # noqa: ARG002
        """Return a copy of `state` in which everything that `seat` can't know is drawn again.

        The drawn values are among those that the seat may think possible. For search in
        simulations, which must not use what its seat can't see. Future dice are not drawn again
        here: `reseed` makes them come from another seed.

        Args:
            state: The state to copy; unchanged.
            seat: Index of the seat whose knowledge is kept.
            dice: Random stream to draw from.

        Raises:
            FieldError: The game can't redraw hidden values.
        """
        bound = "absent in a game that can't redraw what a seat can't know"
        raise FieldError("redraw_for", bound, f"{seat} in {self.info.game}")

    @abc.abstractmethod
    def random_action(self, state: StateT, seat: int, dice: Stream) -> ActionT:
        """Return a random legal action of an acting seat, drawn from `dice`, for tests and load.

        No part of it is ever refused.
        """

    def legal_actions(self, state: StateT, seat: int) -> Sequence[ActionT] | None:  # noqa: ARG002
        """Return all legal actions of an acting seat in the rulebook's order.

        None if there are too many to list.
        """
        return None

    @property
    def has_equal_seats(self) -> bool:
        """Whether exchanging two seats exchanges nothing but their numbers.

        So it is where all seats begin with the same, decide at the same time, and have neither roles nor
        places: what one seat is sent after the players have exchanged seats is what the other was sent
        before. Checks rely on it. False where seats have corners, roles, hands or turns.
        """
        return False

    @property
    def lists_all_forms(self) -> bool:
        """Whether the rules refuse each action that differs from all of `legal_actions`.

        False where an action can be written in several equal forms of which one is listed, such as
        cards in any order.
        """
        return False

    def numbered_actions(self, config: ConfigT) -> Sequence[ActionT] | None:  # noqa: ARG002
        """Return all actions that can ever occur under a config, in a fixed order.

        Returns None if the game has no such list. Learners choose an action by its index in this
        list, from 0, which is the same in every turn. The actions are distinct, and each legal
        action is one of them.
        """
        return None

    @abc.abstractmethod
    def parse_action(self, value: object) -> ActionT:
        """Return an action from its plain (JSON-like) form in the rulebook.

        Never raises: a value of the wrong form is kept in the action, and the rules refuse it
        later.
        """

    @abc.abstractmethod
    def parse_state(self, config: ConfigT, num_seats: int, values: Mapping[str, object]) -> StateT:
        """Return the state after `start` with seed 0, with the fields in `values` set to these values.

        Raises:
            ScenarioError: A field is unknown, or its value is not possible for it.
        """

    @abc.abstractmethod
    def plain_state(self, state: StateT) -> dict[str, Plain]:
        """Return the state as plain (JSON-like) data, keyed by the rulebook's field names."""

    @abc.abstractmethod
    def script_dice(self, state: StateT, values: Sequence[int]) -> None:
        """Make the coming rolls take these values in place of random ones.

        They are used up in the order in which the rulebook rolls its dice.
        """

    @abc.abstractmethod
    def scripted_dice_left(self, state: StateT) -> int:
        """Return how many scripted dice values have not been rolled yet.

        -n if n rolls had no scripted value left.
        """

    @abc.abstractmethod
    def hidden_variants(self, state: StateT, seat: int, dice: Stream) -> Iterable[StateT]:
        """Return states that differ from `state` only in what `seat` may not see.

        For the test that hidden state stays hidden: `seat` must not be able to distinguish any of
        these states from `state`, now or after a step with the same actions and the same scripted
        dice. For each kind of hidden information in the rulebook's visibility table, one state
        should differ in it.
        """


class Codec(abc.ABC, Generic[ConfigT, ActionT, ObservationT]):
    """Converts a game's values to protobuf messages in bytes, and back.

    The only part of a game that knows protobuf.
    """

    config_type: str
    """Full protobuf name of the game's Config message."""
    observation_type: str
    """Full protobuf name of the game's Observation message."""
    action_type: str
    """Full protobuf name of the game's Action message."""
    events_type: str
    """Full protobuf name of the game's Events message, whose one field is `repeated Event events =
    1`.
    """

    @abc.abstractmethod
    def encode_config(self, config: ConfigT) -> bytes:
        """Return the Config message as bytes, with every field set."""

    def encode_public_config(self, config: ConfigT) -> bytes:
        """Return the Config message, as bytes, that may be shown before the match has ended.

        This is the whole message, unless the rulebook hides a part of the config.
        """
        return self.encode_config(config)

    @abc.abstractmethod
    def decode_config(self, data: bytes) -> dict[str, object]:
        """Return the plain values of the fields set in a Config message, for `parse_config`.

        Raises:
            MalformedError: The bytes are no Config message.
        """

    @abc.abstractmethod
    def encode_action(self, action: ActionT) -> bytes:
        """Return an Action message that `decode_action` reads as an action of the same effect."""

    @abc.abstractmethod
    def decode_action(self, data: bytes) -> ActionT:
        """Return the action of an Action message.

        Raises:
            MalformedError: The bytes are no Action message.
        """

    def action_reader(self, config: ConfigT) -> Callable[[bytes], ActionT]:  # noqa: ARG002
        """Return a function that reads Action messages of a match with this config.

        It returns what `decode_action` returns. Where the config bounds the length of a list in
        actions, the function may stop reading at that bound; the action has the same effect. Bytes
        that it accepts must not be malformed to `decode_action`, which reads them again from
        replays.
        """
        return self.decode_action

    @abc.abstractmethod
    def encode_observations(
        self, config: ConfigT, observations: Sequence[ObservationT]
    ) -> list[bytes]:
        """Return one Observation message, as bytes, for each observation of the same state.

        Parts that the observations share are encoded once.
        """

    def known_observation(self, config: ConfigT, seat: int) -> tuple[bytes, bytes]:  # noqa: ARG002
        """Return the constant first and last bytes of a seat's Observation messages in a match.

        To a bot that asks for small turns, which leave out what it knows, the referee sends these
        two parts once, when the bot joins, and afterwards only the bytes between them. Only fields
        that are not repeated may be in the parts. Both are empty in a game whose observations have
        no constant fields at their ends.
        """
        return b"", b""

    @abc.abstractmethod
    def encode_event(self, event: Event) -> bytes:
        """Return an Events message with this one event; such messages may be joined end to end."""

    def encode_public_events(self, events: PublicEvents) -> bytes:
        """Return an Events message, as bytes, of events that everybody may know."""
        return b"".join([self.encode_event(event) for event in events])

    def encode_events(self, events: Events) -> bytes:
        """Return an Events message, as bytes, of these events, in order.

        Each event is encoded only once and then cached.
        """
        if not isinstance(events, list):
            if events.encoded is None:
                events.encoded = self.encode_public_events(events)
            return events.encoded
        parts = []
        for event in events:
            if event.encoded is None:
                event.encoded = self.encode_event(event)
            parts.append(event.encoded)
        return b"".join(parts)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyCodec: TypeAlias = Codec[Any, Any, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Plugin(Generic[ConfigT, StateT, ActionT, ObservationT]):
    """An installed game: rules, codec, rulebook and view."""

    game: Game[ConfigT, StateT, ActionT, ObservationT]
    """Rules of the game."""
    codec: Codec[ConfigT, ActionT, ObservationT]
    """Converts values of the game to protobuf bytes and back."""
    rulebook: str
    """Text of the rulebook, in Markdown."""
    view: GameView | None = None
    """How matches are shown to people; with None, fields and events are shown as plain text."""
    older: tuple[Plugin[ConfigT, StateT, ActionT, ObservationT], ...] = ()
    """The same game under its earlier rules, one plugin for each older behaviour version,
    ascending. All use the messages of the newest version, and their `game.info` differs only in
    `version`.
    """

    rare: tuple[Mapping[str, object], ...] = dataclasses.field(default=(), compare=False)
    """Configs under which rare situations occur soon.

    They are played when kernels are compiled, so that every kernel that a match may call gets
    compiled.
    """

    tables: RuleTables | None = dataclasses.field(default=None, compare=False)
    """Rule tables that the game publishes, so that bots need no copy of its numbers; None if it
    publishes none.
    """

    text: TextFace | None = dataclasses.field(default=None, compare=False)
    """How matches are put into words for players that read text; with None, rulebook, view and the
    declared action are used.
    """

    def at(self, version: int) -> Plugin[ConfigT, StateT, ActionT, ObservationT]:
        """Return the game under the rules of a behaviour version; 0 means the newest version.

        Raises:
            FieldError: The version's rules are not installed; the error names the versions that
                are.
        """
        known = {plugin.game.info.version: plugin for plugin in (*self.older, self)}
        if version and version not in known:
            raise FieldError("game_version", f"one of {', '.join(map(str, known))}", version)
        return known.get(version, self)


AnyPlugin: TypeAlias = Plugin[Any, Any, Any, Any]
