"""A base for small games: all that does not depend on the rules.

A game names its records and defines in a few methods the start, the acting seats, the legal actions, their
effects, what a seat sees and what it scores. From these follow the whole contract of
`referee.core.game`, its codec and its plug-in (`plugin`). docs/adding_a_game.md leads through one.
"""

from __future__ import annotations

import abc
import copy
import dataclasses
import keyword
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import pydantic

from referee.core.config import GameConfig
from referee.core.errors import ScenarioError
from referee.core.game import DecisionPoint, Event, Plugin
from referee.core.outcome import GameOutcome, rank
from referee.core.plain import Plain, to_plain
from referee.core.rng import Stream
from referee.core.tables import RuleTables
from referee.core.time_control import SECOND, TimeControl
from referee.core.view import GameView
from referee.kit.arrays import ArrayGame
from referee.kit.codec import RecordCodec
from referee.kit.numbered import by_value
from referee.kit.records import FieldKind, Record, Scalar, fields_of
from referee.kit.schema import Schema, kind_name
from referee.kit.state import Ints, State
from referee.kit.version import check_kit

__all__ = ["BAD_FORM", "ILLEGAL", "Ints", "Notice", "SimpleCodec", "SimpleGame", "State", "plugin"]

RESERVED = frozenset({"channel", "kind", "match", "say", "skip", "turn"})
"""Names that no field of an action may have: lines of JSON between bots and the bridge use them."""

BAD_FORM = "BAD_FORM"
"""Code of a notice: the answer was no action of this game."""
ILLEGAL = "ILLEGAL"
"""Code of a notice: the rules don't allow the action now."""

C = TypeVar("C", bound=GameConfig)
S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Record)
O = TypeVar("O", bound=Record)  # noqa: E741


class Notice(Record):
    # The text is in the `.proto` file of every game of the kit, which the contract compares: it must stay.
    """An action was refused, and the default was played; told to its seat alone."""  # plain-words: ignore

    code: str
    """Why: BAD_FORM, ILLEGAL or a code of the game's own."""
    text: str = ""
    """The same in a sentence; empty if the game gives none."""


class _BadForm(Record):
    """Stands for an answer that is no action of the game."""


_BAD: Any = _BadForm()


class SimpleGame(ArrayGame[C, S, A, O], Generic[C, S, A, O]):
    """A game whose own part is its records and a few methods."""

    actions: ClassVar[tuple[type[Record], ...]]
    """Kinds of actions, at least one."""
    observation: ClassVar[type[Record]]
    """What a seat sees."""
    events: ClassVar[tuple[type[Record], ...]]
    """Kinds of events; those that come later are added at the end, so that numbers stay."""

    # What a game must define.

    @abc.abstractmethod
    def deal(self, config: C, table: State) -> S:
        """Return the state before the first decision.

        Args:
            config: The config.
            table: Has config, number of seats and dice: roll with `table.roll` and `table.shuffled`, and make
                the state by `table.as_state(cls, ...)`, so that it has all of these from the beginning.
        """

    @abc.abstractmethod
    def acting(self, state: S) -> Sequence[int]:
        """Return seats that must decide now, ascending; none once the match is over."""

    @abc.abstractmethod
    def see(self, state: S, seat: int) -> O:
        """Return what a seat may know now, added up from what it may see."""

    @abc.abstractmethod
    def play(self, state: S, actions: Mapping[int, A]) -> Iterable[Record | Event]:
        """Carry out legal actions of all acting seats: change the state, and return what happened.

        A record is an event for everybody, an `Event` goes to its audience.
        """

    @abc.abstractmethod
    def scores(self, state: S) -> Sequence[int]:
        """Return points of each seat, more being better; asked at any time."""

    most_legal: ClassVar[int | None] = None
    """Legal actions that a seat has at most, for learners that choose from lists; None for 256."""

    def legal_actions(self, state: S, seat: int) -> Sequence[A] | None:
        """Return all legal actions of an acting seat; None if too many to list, as in `Game`.

        Without a list of the game's own, they are those of `numbered_actions` that `refuse` allows.
        """
        numbered = self.numbered_actions(state.config)
        if numbered is None:
            return None
        return [action for action in numbered if self.refuse(state, seat, action) is None]

    def numbered_actions(self, config: C) -> Sequence[A] | None:  # noqa: ARG002
        """Return all actions that there can ever be, in a fixed order, as in `Game`.

        Where actions are of one kind with one field, a whole number with both bounds, an enum or a boolean, they
        are its values. A game with other actions may list them here, or under a config those few that it allows.
        """
        return by_value(self.actions)  # type: ignore[return-value]  # `actions` are of this type

    def refuse(self, state: S, seat: int, action: A) -> str | None:
        """Return the code of the rule that an action breaks; None if it is legal.

        A sentence for the seat may follow behind a colon: `"TOO_MANY: you have 3 sticks, not 5"`. It must not
        say more than the seat may know. The action's form and the bounds of its fields are right. A game that
        does not list its legal actions must have this method.
        """
        if type(self).legal_actions is SimpleGame.legal_actions:
            return None  # the legal actions are those that this method allows: don't ask them
        legal = self.legal_actions(state, seat)
        return None if legal is None or action in legal else ILLEGAL

    def default_action(self, state: S, seat: int) -> A:
        """Return what is played for a seat that is late or refused; the first legal action by default."""
        legal = self.legal_actions(state, seat)
        if not legal:
            raise NotImplementedError(f"{self.info.game} lists no legal actions and has no default")
        return legal[0]

    def random_action(self, state: S, seat: int, dice: Stream) -> A:
        """Return a legal action, all equally likely; a game that does not list them must define it."""
        legal = self.legal_actions(state, seat)
        if not legal:
            raise NotImplementedError(f"{self.info.game} lists no legal actions and draws none")
        return legal[dice.draw(len(legal)) - 1]

    def phase(self, state: S) -> str:  # noqa: ARG002
        """Name of the phase of the acting seats."""
        return "play"

    def opening(self, state: S) -> Iterable[Record | Event]:  # noqa: ARG002
        """Return the events of the start."""
        return ()

    def unseen(self, state: S, seat: int) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """Return the entries of the state that a seat can't distinguish, now or after the next step.

        They are flat indices by the name of an array of the state, for example the cards in other hands and in
        the stock. Their values in another order make a hidden variant.
        """
        return {}

    def redraw(self, state: S, seat: int, dice: Stream) -> S | None:  # noqa: ARG002
        """Return a copy in which all that a seat can't know is redrawn from what it may think possible.

        The seat must see the same in it, now and after the next step. For games in which `unseen` is too weak,
        since another order of the same values is not all that could be there: how many ships, not only where.
        Search and learners use it, too. None means that `unseen` is enough.
        """
        return None

    # What follows from that.

    def suggested_time_control(self, config: C) -> TimeControl:  # noqa: ARG002
        """Return one second a decision."""
        return TimeControl(move_time_ns=SECOND)

    def start(self, config: C, *, seed: int, num_seats: int) -> tuple[S, list[Event]]:
        """See `Game`."""
        seeds = np.array([] if self.info.chance_free else [seed], np.uint64)
        table = State(config=config, num_seats=num_seats, seed=seeds)
        state = self.deal(config, table)
        state.config, state.num_seats, state.seed = config, num_seats, seeds
        return state, _events(self.opening(state))

    def decision(self, state: S) -> DecisionPoint | None:
        """See `Game`."""
        seats = tuple(self.acting(state))
        return DecisionPoint(self.phase(state), seats) if seats else None

    def observe(self, state: S, seats: Sequence[int]) -> list[O]:
        """See `Game`."""
        return [self.see(state, seat) for seat in seats]

    def step(self, state: S, actions: Mapping[int, A | None]) -> list[Event]:
        """Play the legal actions, and for all others the default, with a notice to each seat that was refused."""
        events, played = [], {}
        for seat in sorted(actions):
            action = actions[seat]
            code = None if action is None else self._problem(state, seat, action)
            if code:
                events.append(Event(_notice(code), (seat,)))
            is_played = action is not None and code is None
            played[seat] = action if is_played else self.default_action(state, seat)
        return events + _events(self.play(state, played))  # type: ignore[arg-type]  # none is None

    def _problem(self, state: S, seat: int, action: A) -> str | None:
        if isinstance(action, _BadForm):
            return BAD_FORM
        return self.refuse(state, seat, action)

    def refusal(self, event: Event) -> str | None:
        """See `Game`."""
        return event.body.code if isinstance(event.body, Notice) else None

    def outcome(self, state: S) -> GameOutcome:
        """Placements by descending scores, counted in sides.

        Raises:
            TypeError: A score is no whole number; says whose.
        """
        scores = tuple(_whole(seat, score) for seat, score in enumerate(self.scores(state)))
        sides = self.teams(state.config, state.num_seats)
        return GameOutcome(rank([(score,) for score in scores], sides), scores)

    def copy(self, state: S) -> S:
        """See `Game`."""
        return copy.deepcopy(state)

    def parse_action(self, value: object) -> A:
        """Return an action from a table of its fields, or, of an action with one field, from that field's value.

        Where there are several kinds, a table names its kind as `kind`, which can be left out if the fields
        are those of one kind alone; a kind without fields may stand as its bare name.
        """
        return self.made(*self._kind_of(value))

    def _kind_of(self, value: object) -> tuple[type[Record] | None, Mapping[str, Any]]:
        if isinstance(value, str) and len(self.actions) > 1:
            value = {"kind": value}
        if isinstance(value, Mapping):
            fields = {str(name): each for name, each in value.items()}
            kind = fields.pop("kind", None) if len(self.actions) > 1 else None
            fitting = [
                cls
                for cls in self.actions
                if kind == kind_name(cls)
                or (kind is None and fields.keys() == cls.model_fields.keys())
            ]
            return (fitting[0], fields) if len(fitting) == 1 else (self._only_kind(), fields)
        cls = self._only_kind()
        if cls is not None and len(cls.model_fields) == 1 and value is not None:
            return cls, dict.fromkeys(cls.model_fields, value)
        return None, {}

    def _only_kind(self) -> type[Record] | None:
        return self.actions[0] if len(self.actions) == 1 else None

    def made(self, cls: type[Record] | None, fields: Mapping[str, Any]) -> A:
        """Return an action of this kind and these fields; if the fields don't fit, one that `step` refuses as `BAD_FORM`."""
        if cls is None:
            return _BAD  # type: ignore[no-any-return]
        kinds = {field.name: field.kind for field in fields_of(cls)}
        values = {
            name: _member(kinds[name], value) if name in kinds else value
            for name, value in fields.items()
        }
        try:
            return cls(**values)  # type: ignore[return-value]  # `actions` are of this type
        except pydantic.ValidationError:
            return _BAD  # type: ignore[no-any-return]

    def parse_state(self, config: C, num_seats: int, values: Mapping[str, object]) -> S:
        """See `Game`."""
        state, _ = self.start(config, seed=0, num_seats=num_seats)
        for name, value in values.items():
            if name not in _own_fields(state):
                known = ", ".join(_own_fields(state))
                raise ScenarioError(f"unknown field {name!r} of the state; known: {known}")
            array = getattr(state, name)
            try:
                given = np.array(value, array.dtype).reshape(array.shape)
            except (TypeError, ValueError, OverflowError) as error:
                raise ScenarioError(f"{name} can't be {value!r}: {error}") from None
            array[...] = given
        return state

    def plain_state(self, state: S) -> dict[str, Plain]:
        """See `Game`."""
        return {name: to_plain(getattr(state, name)) for name in _own_fields(state)}

    def reseed(self, state: S, seed: int) -> None:
        """See `Game`."""
        if state.seed.size:
            state.seed[0] = seed

    def redrawn(self, state: S, seat: int, dice: Stream) -> S:
        """See `Game`: what `redraw` gives, or else what is `unseen` in another order."""
        redrawn = self.redraw(state, seat, dice)
        return self._reordered(state, seat, dice) if redrawn is None else redrawn

    def _reordered(self, state: S, seat: int, dice: Stream) -> S:
        """Return a copy with the values of what is `unseen` in another order."""
        variant = self.copy(state)
        for name, indices in self.unseen(state, seat).items():
            order = list(indices)
            dice.shuffle(order)
            values = getattr(state, name).ravel()
            getattr(variant, name).ravel()[list(indices)] = values[order]
        return variant

    def script_dice(self, state: S, values: Sequence[int]) -> None:
        """See `Game`."""
        if self.info.chance_free:
            raise ScenarioError(f"{self.info.game} has no dice")
        if any(value < 1 for value in values):
            raise ScenarioError(f"dice show 1 or more, not {min(values)}")
        state.script = np.array(values, np.int64)
        state.script_left = np.array([len(values)], np.int64)

    def scripted_dice_left(self, state: S) -> int:
        """See `Game`."""
        return int(state.script_left[0]) if state.script_left.size else 0

    def hidden_variants(self, state: S, seat: int, dice: Stream) -> Iterable[S]:
        """Another seed, where there are dice; what is `unseen` in another order; and what `redraw` gives."""
        if state.seed.size:
            variant = self.copy(state)
            variant.seed[0] = dice.next()
            yield variant
        if self.unseen(state, seat):
            yield self._reordered(state, seat, dice)
        redrawn = self.redraw(state, seat, dice)
        if redrawn is not None:
            yield redrawn


class SimpleCodec(RecordCodec[C, A, O]):
    """The codec of a simple game: a bot's action is checked when it is read.

    Args:
        game: The game.

    Raises:
        TypeError: A record can't be carried, or a field has a name that is reserved; names the field.
    """

    def __init__(self, game: SimpleGame[C, Any, A, O]) -> None:
        _check_names(game)
        super().__init__(
            Schema(
                game.info.game,
                config=game.config_class,
                actions=game.actions,
                observation=game.observation,
                events=(Notice, *game.events),
            )
        )
        self._game = game
        if not isinstance(self.decode_action(b""), _BadForm):
            name = game.actions[0].__name__
            raise TypeError(
                f"{name} must have a field that can't be left out: nothing is no action"
            )

    def encode_action(self, action: A) -> bytes:
        """See `Codec`."""
        return b"" if isinstance(action, _BadForm) else super().encode_action(action)

    def read_action(self, data: bytes) -> A:
        """See `RecordCodec`."""
        return self._game.made(*self.schema.decode_action(data))


def plugin(
    game: SimpleGame[C, S, A, O],
    rulebook: str,
    *,
    kit: str,
    view: GameView | None = None,
    tables: RuleTables | None = None,
) -> Plugin[C, S, A, O]:
    """Return a simple game as an entry point of the group `referee.games` names it.

    Args:
        game: The game.
        rulebook: Its rules as Markdown.
        kit: The version of the kit that it was made for, such as `1.0`.
        view: How it looks to people; None shows fields and events as they are.
        tables: The rule tables that it publishes; None for none.

    Raises:
        KitVersionError: It was made for another major version.
        TypeError: A record can't be carried; names the field.
    """
    check_kit(f"the game {game.info.game}", kit)
    return Plugin(game, SimpleCodec(game), rulebook, view, tables=tables)


def _check_names(game: SimpleGame[Any, Any, Any, Any]) -> None:
    """Check that bots in every language can use the names of a game's fields.

    Raises:
        TypeError: A name is reserved; names the field.
    """
    for cls in (*game.actions, game.observation, *game.events):
        for name in cls.model_fields:
            if keyword.iskeyword(name):
                raise TypeError(f"{cls.__name__}.{name} needs another name: Python reserves {name}")
            if cls in game.actions and name in RESERVED:
                reserved = ", ".join(sorted(RESERVED))
                raise TypeError(
                    f"{cls.__name__}.{name} needs another name: actions can't have fields {reserved}"
                )


def _notice(refused: str) -> Notice:
    """Return the notice of a refusal: its code, and the sentence after a colon, if any."""
    code, _, text = refused.partition(":")
    return Notice.of(code=code, text=text.strip())


def _whole(seat: int, score: Any) -> int:
    """Return a seat's score as an int."""
    try:
        return operator.index(score)
    except TypeError:
        where = f"scores[{seat}] must be a whole number, not {score!r}"
        raise TypeError(f"{where}: where there are halves, count a point as two") from None


def _events(bodies: Iterable[Record | Event]) -> list[Event]:
    return [each if isinstance(each, Event) else Event(each) for each in bodies]


def _own_fields(state: State) -> list[str]:
    shared = {field.name for field in dataclasses.fields(State)}
    return [field.name for field in dataclasses.fields(state) if field.name not in shared]


def _member(kind: FieldKind, value: Any) -> Any:
    """Return a member of an enum by its name; any other value as it is."""
    if kind.scalar is not Scalar.CHOICE or kind.cls is None:
        return value
    if kind.is_list and isinstance(value, list):
        if kind.most is not None and len(value) > kind.most:
            return value  # refused for its length: don't spend time on the entries of a list that a bot made long
        entry = dataclasses.replace(kind, is_list=False)
        return [_member(entry, each) for each in value]
    names: Mapping[str, Any] = kind.cls.__members__
    return names.get(value, value) if isinstance(value, str) else value
