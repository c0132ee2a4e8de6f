"""What a game is to the referee. Read this first.

A game turns a config and a seed into a state, names the seats that must decide, shows each seat what it may
see, takes the decisions, and in the end returns an outcome. It knows no clock, no file and no network.
`Game` is the contract, method by method; `Codec` carries a game's values over the wire as bytes; a
`Plugin` is the pair, and what an entry point of the group `referee.games` names.
"""

from __future__ import annotations

import abc
import dataclasses
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from referee.core.chat import Chat, ChatRules
from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.info import GameInfo
from referee.core.outcome import GameOutcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.tables import RuleTables
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
    """Where the referee waits for decisions."""

    phase: str
    """Name of the rulebook's phase."""
    seats: tuple[int, ...]
    """Acting seats, ascending, at least one; several decide at once without seeing each other."""
    continues: bool = False
    """Whether this goes on a turn of the one acting seat under the clock that is running already."""


class Event:
    """Something that happened, and who may know it.

    Args:
        body: The event as one of the game's own dataclasses or named tuples.
        audience: Seats that may know it, ascending; None means everybody, spectators included.
    """

    __slots__ = ("_body", "audience", "encoded")

    def __init__(self, body: object, audience: tuple[int, ...] | None = None) -> None:
        self._body = body
        self.audience = audience
        self.encoded: bytes | None = None
        """The event on the wire, kept by `Codec.encode_events` when it is first encoded."""

    @property
    def body(self) -> object:
        """What happened; a game's own class of event may make it only when asked."""
        return self._body

    def is_visible_to(self, seat: int) -> bool:
        """Return whether this seat may know of it."""
        return self.audience is None or seat in self.audience

    def is_told_to(self, seat: int) -> bool:
        """Return `is_visible_to`, under its name of earlier versions."""
        warnings.warn("is_told_to is now is_visible_to", DeprecationWarning, stacklevel=2)
        return self.is_visible_to(seat)

    def __repr__(self) -> str:
        audience = "" if self.audience is None else f" to {self.audience}"
        return f"Event({self.body!r}{audience})"


class PublicEvents(abc.ABC):
    """Events that everybody may know, in order, at least one; each is made only when it is iterated over.

    A game whose codec can write the events of a step straight from its state returns them instead of a
    list: at most steps nothing but the codec needs them.
    """

    __slots__ = ("encoded",)

    def __init__(self) -> None:
        self.encoded: bytes | None = None
        """All of them on the wire, kept by `Codec.encode_events` when they are first encoded."""

    def __bool__(self) -> bool:
        return True  # without counting

    @abc.abstractmethod
    def __len__(self) -> int: ...

    @abc.abstractmethod
    def __iter__(self) -> Iterator[Event]: ...

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)})"


Events: TypeAlias = list[Event] | PublicEvents
"""The events of a step, or of the start."""


class Game(abc.ABC, Generic[ConfigT, StateT, ActionT, ObservationT]):
    """The rules of one game. Stateless: everything about a match is in its state.

    A state is a dataclass of numpy arrays of integers and booleans. No method but `step`,
    `script_dice` and `start` changes or makes one, and none keeps a reference to one.
    """

    info: GameInfo
    """Static facts."""
    counts_sides: bool = True
    """Whether a placement counts the sides of `teams` ranked above; the seats, under rules that say so."""

    @property
    @abc.abstractmethod
    def config_class(self) -> type[ConfigT]:
        """The class of the game's config; its JSON Schema is sent to clients."""

    @abc.abstractmethod
    def suggested_time_control(self, config: ConfigT) -> TimeControl:
        """Time control for a match whose creator gives none."""

    @abc.abstractmethod
    def teams(self, config: ConfigT, num_seats: int) -> tuple[int, ...]:
        """Team of each seat; seats of equal number share their placement."""

    @abc.abstractmethod
    def check_seats(self, config: ConfigT, num_seats: int) -> None:
        """Check that the game can be played with `num_seats` seats.

        Raises:
            FieldError: It can't; names the field `num_seats` and the bound under this config.
        """

    @abc.abstractmethod
    def start(self, config: ConfigT, *, seed: int, num_seats: int) -> tuple[StateT, list[Event]]:
        """Return the state before the first decision, and the events up to there.

        Depends on nothing but its arguments. `num_seats` has passed `check_seats`.

        Args:
            config: The config.
            seed: Match seed, 0..2^64-1.
            num_seats: Seats.
        """

    @abc.abstractmethod
    def decision(self, state: StateT) -> DecisionPoint | None:
        """Return who must decide now; None once the match is over."""

    @abc.abstractmethod
    def observe(self, state: StateT, seats: Sequence[int]) -> list[ObservationT]:
        """Return what each of `seats` may know now, in that order; may be asked at any time, of any seat.

        Built by adding what may be seen. Two states that differ only in what a seat may not see give
        equal observations, equal down to the bytes on the wire.
        """

    def observe_public(self, state: StateT) -> ObservationT | None:  # noqa: ARG002
        """Return what everybody may know now, spectators included: an observation with nothing of any seat in it.

        May be asked at any time; always None in a game whose events contain all that is public.
        """
        return None

    @abc.abstractmethod
    def step(self, state: StateT, actions: Mapping[int, ActionT | None]) -> Events:
        """Carry out the decisions of this decision point: change the state and return what happened.

        Never fails because of an action: what the rules refuse becomes a notice to its seat.

        Args:
            state: A state with a decision point.
            actions: One entry for each acting seat; None plays the rulebook's default action.
        """

    def refusal(self, event: Event) -> str | None:  # noqa: ARG002
        """Return the reason by its name in the rulebook, if this event reports to its one seat what the rules refused.

        Called for events of `step` whose audience is one seat that has acted, to count refused actions by seat.
        An order that came too late because another seat's came first has not been refused by the rules.
        """
        return None

    def eliminated(self, state: StateT) -> Sequence[int]:  # noqa: ARG002
        """Return seats that the rules have put out, ascending; none in a game that keeps all to the end.

        They never act again, and the referee closes them: each places behind all that stay in longer, and
        among those that went out at the same step as `outcome` says, unless `ranks_exits` returns False.
        """
        return ()

    def open_exit(self, state: StateT, seat: int) -> int | None:  # noqa: ARG002
        """Return the round in which the rules put a seat out whose result stays open until the match is over.

        None where placement and score of such a seat are final at once, and follow from what it may know.
        Where they don't, the referee reports to the seat the round, and the places of the seats that went out with it.
        """
        return None

    def ranks_exits(self, config: ConfigT) -> bool:  # noqa: ARG002
        """Return whether a seat that goes out later is always placed higher; if not, `outcome` alone ranks those put out."""
        return True

    def chat_rules(self, config: ConfigT) -> ChatRules | None:  # noqa: ARG002
        """Return the rules of chat; None in a game without chat."""
        return None

    def chat(self, state: StateT) -> Chat:
        """Return the open channels of this decision point; asked only of a game with chat rules."""
        raise NotImplementedError(f"{self.info.game} has chat rules and no channels")

    @abc.abstractmethod
    def outcome(self, state: StateT) -> GameOutcome:
        """Placements and scores of a state, final when `decision` is None and provisional before."""

    @abc.abstractmethod
    def digest(self, state: StateT) -> bytes:
        """16 bytes that are equal for equal states and on every machine."""

    @abc.abstractmethod
    def copy(self, state: StateT) -> StateT:
        """Return a state that shares no array with this one."""

    def reseed(self, state: StateT, seed: int) -> None:  # noqa: ARG002
        """Draw from another match seed from now on; for search in simulations.

        Nothing that has been drawn changes, hidden things included: it is another future of the same state. A
        game without chance has nothing to change.

        Args:
            state: Changed in place.
            seed: 0..2^64-1.

        Raises:
            FieldError: The game can't.
        """
        raise FieldError("game", "one that can draw from another seed", self.info.game)

    def redrawn(self, state: StateT, seat: int, dice: Stream) -> StateT:  # noqa: ARG002
        """Return a copy in which what a seat can't know is redrawn from what it may think possible.

        For search in simulations, which must not see what its seat can't. What is still to be drawn is no part
        of it: that comes from another seed, `reseed`.

        Args:
            state: The state.
            seat: The seat.
            dice: What to draw with.

        Raises:
            FieldError: The game can't.
        """
        bound = "absent in a game that can't redraw what a seat can't know"
        raise FieldError("redraw_for", bound, f"{seat} in {self.info.game}")

    @abc.abstractmethod
    def random_action(self, state: StateT, seat: int, dice: Stream) -> ActionT:
        """Return a legal action of an acting seat, for tests and load; never refused in any part."""

    def legal_actions(self, state: StateT, seat: int) -> Sequence[ActionT] | None:  # noqa: ARG002
        """Return all legal actions of an acting seat in the rulebook's order; None if too many to list."""
        return None

    def numbered_actions(self, config: ConfigT) -> Sequence[ActionT] | None:  # noqa: ARG002
        """Return all actions that there can ever be under a config, in a fixed order; None if there is none.

        Learners choose an action by its place in it, from 0, which is the same in every turn. They are
        distinct, and each legal action is one of them.
        """
        return None

    @abc.abstractmethod
    def parse_action(self, value: object) -> ActionT:
        """Return an action from its plain form in the rulebook; never fails: bad form is part of the action."""

    @abc.abstractmethod
    def parse_state(self, config: ConfigT, num_seats: int, values: Mapping[str, object]) -> StateT:
        """Return the state after `start` with seed 0 in which the named fields have the given values.

        Raises:
            ScenarioError: A field is unknown, or its value doesn't fit.
        """

    @abc.abstractmethod
    def plain_state(self, state: StateT) -> dict[str, Plain]:
        """Return the state as plain data, by the field names of the rulebook."""

    @abc.abstractmethod
    def script_dice(self, state: StateT, values: Sequence[int]) -> None:
        """Make the coming rolls take these values in the rulebook's draw order, in place of the streams.

        Raises:
            ScenarioError: A value fits none of the game's dice. A game without dice refuses every script,
                and its matches are the same from every seed.
        """

    @abc.abstractmethod
    def scripted_dice_left(self, state: StateT) -> int:
        """Scripted values not rolled yet; negative by the number of rolls the script was short of."""

    @abc.abstractmethod
    def hidden_variants(self, state: StateT, seat: int, dice: Stream) -> Iterable[StateT]:
        """States which differ from this one in what `seat` may not see, and in nothing else.

        They serve the test that hidden state stays hidden: `seat` must not be able to distinguish any of them
        from `state`, now or after a step with the same actions and the same scripted dice. Each kind of
        hidden information of the rulebook's visibility table should be varied by one of them.
        """


class Codec(abc.ABC, Generic[ConfigT, ActionT, ObservationT]):
    """A game's values as protobuf messages, in bytes; the only part of a game that knows protobuf."""

    config_type: str
    """Full name of the Config message."""
    observation_type: str
    """Full name of the Observation message."""
    action_type: str
    """Full name of the Action message."""
    events_type: str
    """Full name of the Events message, whose one field is `repeated Event events = 1`."""

    @abc.abstractmethod
    def encode_config(self, config: ConfigT) -> bytes:
        """Return the Config message with every field set."""

    def encode_public_config(self, config: ConfigT) -> bytes:
        """Return the Config message as seats and spectators may see it before the match has ended.

        The whole of it, unless the rulebook hides a part.
        """
        return self.encode_config(config)

    @abc.abstractmethod
    def decode_config(self, data: bytes) -> dict[str, object]:
        """Plain values of the fields that are set in a Config message, for `parse_config`.

        Raises:
            MalformedError: The bytes are no such message.
        """

    @abc.abstractmethod
    def encode_action(self, action: ActionT) -> bytes:
        """Return an Action message that `decode_action` reads back as an action of the same effect."""

    @abc.abstractmethod
    def decode_action(self, data: bytes) -> ActionT:
        """Return the action of an Action message.

        Raises:
            MalformedError: The bytes are no such message.
        """

    def action_reader(self, config: ConfigT) -> Callable[[bytes], ActionT]:  # noqa: ARG002
        """Return a function that reads Action messages of a match with this config, as `decode_action` does.

        A game whose config bounds a list of its actions reads no further than that here, to the same effect.
        What this accepts `decode_action` does not call malformed, because it reads replays.
        """
        return self.decode_action

    @abc.abstractmethod
    def encode_observations(
        self, config: ConfigT, observations: Sequence[ObservationT]
    ) -> list[bytes]:
        """Observation messages of observations of one state; what they share is encoded once."""

    def known_observation(self, config: ConfigT, seat: int) -> tuple[bytes, bytes]:  # noqa: ARG002
        """Return what every Observation message of a seat in a match begins with, and what it ends with.

        To a bot that asks for small turns the referee sends these parts once, when the bot joins, and afterwards
        only the rest. They hold only fields that can't be repeated, and nothing that can; two empty ones in a game without such fields at its ends.
        """
        return b"", b""

    @abc.abstractmethod
    def encode_event(self, event: Event) -> bytes:
        """Return an Events message with this one event; such messages may be joined end to end."""

    def encode_public_events(self, events: PublicEvents) -> bytes:
        """Return an Events message of events that everybody may know."""
        return b"".join([self.encode_event(event) for event in events])

    def encode_events(self, events: Events) -> bytes:
        """Return an Events message of these events, in order; each is encoded once in its life."""
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
    """A game as it is installed."""

    game: Game[ConfigT, StateT, ActionT, ObservationT]
    """The rules."""
    codec: Codec[ConfigT, ActionT, ObservationT]
    """Its values on the wire."""
    rulebook: str
    """The rulebook as Markdown."""
    view: GameView | None = None
    """How it looks to people; None shows fields and events as they are."""
    older: tuple[Plugin[ConfigT, StateT, ActionT, ObservationT], ...] = ()
    """The same game under the rules it had before, by ascending behaviour version.

    Their messages are those of the newest version, and their `game.info` differs in `version` alone.
    """

    rare: tuple[Mapping[str, object], ...] = dataclasses.field(default=(), compare=False)
    """Configs under which rare situations come up at once.

    They are played when kernels are compiled, so that no kernel is missing that a match may call.
    """

    tables: RuleTables | None = dataclasses.field(default=None, compare=False)
    """The rule tables that it publishes, so that bots need no copy; None for none."""

    def at(self, version: int) -> Plugin[ConfigT, StateT, ActionT, ObservationT]:
        """Return the game under the rules of a behaviour version; 0 stands for the newest.

        Raises:
            FieldError: Its rules are not known here; names those that are.
        """
        known = {plugin.game.info.version: plugin for plugin in (*self.older, self)}
        if version and version not in known:
            raise FieldError("game_version", f"one of {', '.join(map(str, known))}", version)
        return known.get(version, self)


AnyPlugin: TypeAlias = Plugin[Any, Any, Any, Any]
