"""Base class for games written in a few methods; everything that does not depend on the rules is derived.

A game names its records and defines the start, the acting seats, the legal actions, their effects,
what a seat sees, and the scores. The rest of the contract in `referee.core.game`, the codec and the
plug-in (`plugin`) follow from these. docs/adding_a_game.md leads through an example.
"""

from __future__ import annotations

import abc
import copy
import dataclasses
import functools
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from referee.core.config import GameConfig
from referee.core.errors import ScenarioError
from referee.core.game import DecisionPoint, Event, Plugin
from referee.core.outcome import GameOutcome, rank
from referee.core.plain import Plain, to_plain
from referee.core.rng import Stream
from referee.core.tables import RuleTables
from referee.core.text_face import TextFace
from referee.core.time_control import SECOND, TimeControl
from referee.core.view import GameView
from referee.kit.action_values import fields_given, made_of
from referee.kit.arrays import ArrayGame
from referee.kit.codec import RecordCodec
from referee.kit.field_names import check_field_names
from referee.kit.notice import BAD_FORM, ILLEGAL, BadForm, Notice, notice_of
from referee.kit.numbered import by_value
from referee.kit.records import Record
from referee.kit.schema import Schema
from referee.kit.state import Ints, State
from referee.kit.version import check_kit

__all__ = ["BAD_FORM", "ILLEGAL", "Ints", "Notice", "SimpleCodec", "SimpleGame", "State", "plugin"]

C = TypeVar("C", bound=GameConfig)
S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Record)
O = TypeVar("O", bound=Record)  # noqa: E741


class SimpleGame(ArrayGame[C, S, A, O], Generic[C, S, A, O]):
    """Base of a game that is written as records and a few methods; everything else is derived."""

    actions: ClassVar[tuple[type[Record], ...]]
    """Record classes of the game's kinds of actions, at least one."""
    observation: ClassVar[type[Record]]
    """Record class of what a seat sees."""
    events: ClassVar[tuple[type[Record], ...]]
    """Record classes of the game's kinds of events; later kinds are appended at the end, so that
    field numbers stay.
    """

    # What a game must define.

    @abc.abstractmethod
    def deal(self, config: C, table: State) -> S:
        """Return the match's state before the first decision.

        Args:
            config: Config of the match.
            table: Has config, number of seats and dice: roll with `table.roll` and `table.shuffled`, and make
                the state by `table.as_state(cls, ...)`, so that it has all of these from the beginning.
        """

    @abc.abstractmethod
    def acting(self, state: S) -> Sequence[int]:
        """Return the seats that must decide now, in ascending order.

        The result is empty once the match is over.
        """

    @abc.abstractmethod
    def see(self, state: S, seat: int) -> O:
        """Return what a seat may know now: everything relevant in the state that is not hidden from the seat."""

    @abc.abstractmethod
    def play(self, state: S, actions: Mapping[int, A]) -> Iterable[Record | Event]:
        """Carry out the legal actions of all acting seats: change the state, and return the events.

        A record in the result is an event for everybody; an `Event` goes to its own audience.
        """

    @abc.abstractmethod
    def scores(self, state: S) -> Sequence[int]:
        """Return the points of each seat, more being better.

        May be called at any time during a match.
        """

    most_legal: ClassVar[int | None] = None
    """Highest number of legal actions a seat can have, for learners that choose from a list; None
    means 256.
    """

    def legal_actions(self, state: S, seat: int) -> Sequence[A] | None:
        """Return all legal actions of an acting seat; None if there are too many to list.

        Unless the game overrides this method, they are those of `numbered_actions` that `refuse`
        allows.
        """
        numbered = self.numbered_actions(state.config)
        if numbered is None:
            return None
        return [action for action in numbered if self.refuse(state, seat, action) is None]

    @property
    def lists_all_forms(self) -> bool:
        """Whether the rules refuse each action that differs from all of `legal_actions`.

        Derived: so it is where the list says what is refused, and where it has all values of the one
        field. A game that overrides `refuse` as well as a list may accept more than it lists.
        """
        cls = type(self)
        has_list = cls.legal_actions is not SimpleGame.legal_actions
        has_numbers = cls.numbered_actions is not SimpleGame.numbered_actions
        return cls.refuse is SimpleGame.refuse if has_list else not has_numbers

    def numbered_actions(self, config: C) -> Sequence[A] | None:  # noqa: ARG002
        """Return all actions that can ever be legal, in a fixed order; None if they are not numbered.

        If there is one kind of action with one field (a whole number with both bounds, an enum or a
        boolean), they are the values of that field. A game with other actions may list them here,
        or only those that its config allows.
        """
        return by_value(self.actions)  # type: ignore[return-value]  # `actions` are of this type

    def refuse(self, state: S, seat: int, action: A) -> str | None:
        """Return the code of the rule that an action breaks; None if the action is legal.

        A sentence for the seat may follow after a colon: `"TOO_MANY: you have 3 sticks, not 5"`. It
        must not reveal more than the seat may know. The action's form and the bounds of its fields
        have been checked before. A game that does not list its legal actions must override this
        method.
        """
        if type(self).legal_actions is SimpleGame.legal_actions:
            return None  # the legal actions are those that this method allows: don't ask them
        legal = self.legal_actions(state, seat)
        return None if legal is None or action in legal else ILLEGAL

    def default_action(self, state: S, seat: int) -> A:
        """Return the action played for a seat that is late or refused: the first legal one, unless overridden."""
        legal = self.legal_actions(state, seat)
        if not legal:
            raise NotImplementedError(f"{self.info.game} lists no legal actions and has no default")
        return legal[0]

    def random_action(self, state: S, seat: int, dice: Stream) -> A:
        """Return a legal action drawn from `dice`, all equally likely.

        A game that does not list its legal actions must override this.
        """
        legal = self.legal_actions(state, seat)
        if not legal:
            raise NotImplementedError(f"{self.info.game} lists no legal actions and draws none")
        return legal[dice.draw(len(legal)) - 1]

    def phase(self, state: S) -> str:  # noqa: ARG002
        """Return the name of the phase of the rules in which the acting seats decide."""
        return "play"

    def opening(self, state: S) -> Iterable[Record | Event]:  # noqa: ARG002
        """Return the events that happen at the start of a match, such as the first deal."""
        return ()

    def unseen(self, state: S, seat: int) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """Return which values of the state a seat can't tell apart, now or after the next step.

        The result maps the name of a state's array to flat indices in it, such as those of the
        cards in other hands and in the stock. Shuffling the values at these indices makes a state
        that looks the same to the seat.
        """
        return {}

    def redraw(self, state: S, seat: int, dice: Stream) -> S | None:  # noqa: ARG002
        """Return a copy of a state in which everything hidden from a seat is drawn again, from `dice`.

        The copy must be possible by all that the seat has seen, and the seat must see the same in
        it, now and after the next step. Tests, search and learners use such copies. None, the
        default, means that shuffling the values named by `unseen` is enough. A game overrides this
        method if more than the order of values is hidden: how many ships there are, not only where.
        """
        return None

    # What follows from that.

    def suggested_time_control(self, config: C) -> TimeControl:  # noqa: ARG002
        """Return the default time control: one second for each decision."""
        return TimeControl(move_time_ns=SECOND)

    def start(self, config: C, *, seed: int, num_seats: int) -> tuple[S, list[Event]]:
        """Return the state of a new match and its first events."""
        seeds = np.array([] if self.info.chance_free else [seed], np.uint64)
        table = State(config=config, num_seats=num_seats, seed=seeds)
        # A game that makes its state without `as_state` still gets config, seats and seed below.
        state = self.deal(config, table)
        state.config, state.num_seats, state.seed = config, num_seats, seeds
        return state, _events(self.opening(state))

    def decision(self, state: S) -> DecisionPoint | None:
        """Return the open decision point: phase and acting seats; None once the match is over."""
        seats = tuple(self.acting(state))
        return DecisionPoint(self.phase(state), seats) if seats else None

    def observe(self, state: S, seats: Sequence[int]) -> list[O]:
        """Return the observation of each of these seats."""
        return [self.see(state, seat) for seat in seats]

    def step(self, state: S, actions: Mapping[int, A | None]) -> list[Event]:
        """Play the legal actions, and the default action for every other seat; return the events.

        A seat whose action was refused gets a notice among the events.
        """
        return self.step_listed(state, actions, {})

    def step_listed(
        self,
        state: S,
        actions: Mapping[int, A | None],
        legal: Mapping[int, Sequence[A] | None],
    ) -> list[Event]:
        """Do what `step` does, for a caller that has listed legal actions of this state already.

        Args:
            state: State of the match, changed in place.
            actions: Action of each acting seat; None for a seat that is late.
            legal: Return values of `legal_actions` by seat; seats may be missing.
        """
        events, played = [], {}
        # In the order of seats, so that notices are in the same order on every machine.
        for seat in sorted(actions):
            action, listed = actions[seat], legal.get(seat)
            code = None if action is None else self._problem(state, seat, action, listed)
            if code:
                events.append(Event(notice_of(code), (seat,)))
            # A seat that is late gets no notice: nothing that it sent was refused.
            is_played = action is not None and code is None
            played[seat] = action if is_played else self._default(state, seat, listed)
        return events + _events(self.play(state, played))  # type: ignore[arg-type]  # none is None

    def _problem(self, state: S, seat: int, action: A, listed: Sequence[A] | None) -> str | None:
        if isinstance(action, BadForm):
            return BAD_FORM
        # The list decides only in games that have one, and no other way to refuse an action.
        if listed is None or not self._list_decides:
            return self.refuse(state, seat, action)
        return None if action in listed else ILLEGAL

    def _default(self, state: S, seat: int, listed: Sequence[A] | None) -> A:
        if listed and type(self).default_action is SimpleGame.default_action:
            return listed[0]
        return self.default_action(state, seat)

    @functools.cached_property
    def _list_decides(self) -> bool:
        cls = type(self)
        has_list = cls.legal_actions is not SimpleGame.legal_actions
        return has_list and cls.refuse is SimpleGame.refuse

    def refusal(self, event: Event) -> str | None:
        """Return the reason code if an event is a notice of a refused action; else None."""
        return event.body.code if isinstance(event.body, Notice) else None

    def outcome(self, state: S) -> GameOutcome:
        """Return scores and placements: the higher score is placed first.

        All seats of a team share one placement.

        Raises:
            TypeError: A score is no whole number; the error names the seat.
        """
        # Whole numbers alone, as the wire has them; a score of another type is a bug of the game.
        scores = tuple(_whole(seat, score) for seat, score in enumerate(self.scores(state)))
        sides = self.teams(state.config, state.num_seats)
        return GameOutcome(rank([(score,) for score in scores], sides), scores)

    def copy(self, state: S) -> S:
        """Return an independent copy of a state."""
        return copy.deepcopy(state)

    def parse_action(self, value: object) -> A:
        """Return the action in a table of field values; an action with one field may be given as that field's value.

        Where there are several kinds of actions, a table names its kind under `kind`. The name can
        be left out if only one kind has these fields. A kind without fields may be given as its
        bare name.
        """
        return self.made(*fields_given(self.actions, value))

    def made(self, cls: type[Record] | None, fields: Mapping[str, Any]) -> A:
        """Return the action of the record class `cls` with these fields.

        If the fields don't fit, or `cls` is None, the result is an action that `step` refuses as
        `BAD_FORM`.
        """
        return made_of(cls, fields)  # type: ignore[no-any-return]  # `actions` are of this type

    def parse_state(self, config: C, num_seats: int, values: Mapping[str, object]) -> S:
        """Return the first state of a match with seed 0, with its arrays replaced by given values.

        Args:
            config: Config of the match.
            num_seats: Number of seats.
            values: Values by name of the array; other arrays stay as the start of the match made them.

        Raises:
            ScenarioError: There is no such array, or a value doesn't fit the array.
        """
        state, _ = self.start(config, seed=0, num_seats=num_seats)
        for name, value in values.items():
            if name not in _own_fields(state):
                known = ", ".join(_own_fields(state))
                raise ScenarioError(f"unknown field {name!r} of the state; known: {known}")
            array = getattr(state, name)
            try:
                # In the shape that the start has given: a scenario must not change the size of a
                # board.
                given = np.array(value, array.dtype).reshape(array.shape)
            except (TypeError, ValueError, OverflowError) as error:
                raise ScenarioError(f"{name} can't be {value!r}: {error}") from None
            array[...] = given
        return state

    def plain_state(self, state: S) -> dict[str, Plain]:
        """Return the game's own fields of a state as plain data, by field name."""
        return {name: to_plain(getattr(state, name)) for name in _own_fields(state)}

    def reseed(self, state: S, seed: int) -> None:
        """Draw dice from another match seed from now on; a game without dice stays unchanged."""
        if state.seed.size:
            state.seed[0] = seed

    def redrawn(self, state: S, seat: int, dice: Stream) -> S:
        """Return a copy of a state in which the values hidden from a seat are drawn again, from `dice`.

        `redraw` makes the copy; if it returns None, `unseen` values are shuffled.
        """
        redrawn = self.redraw(state, seat, dice)
        return self._reordered(state, seat, dice) if redrawn is None else redrawn

    def _reordered(self, state: S, seat: int, dice: Stream) -> S:
        """Return a copy of the state in which the values that `unseen` names are shuffled by `dice`."""
        variant = self.copy(state)
        for name, indices in self.unseen(state, seat).items():
            order = list(indices)
            # The same values in another order: what can be counted in the state stays as it was.
            dice.shuffle(order)
            values = getattr(state, name).ravel()
            getattr(variant, name).ravel()[list(indices)] = values[order]
        return variant

    def script_dice(self, state: S, values: Sequence[int]) -> None:
        """Make the coming rolls show these values, in the order of rolling.

        Raises:
            ScenarioError: The game has no dice, or a value is less than 1.
        """
        if self.info.chance_free:
            raise ScenarioError(f"{self.info.game} has no dice")
        # How many sides a die has is known only when it is rolled, so the upper bound is not
        # checked here.
        if any(value < 1 for value in values):
            raise ScenarioError(f"dice show 1 or more, not {min(values)}")
        # Both arrays are part of the state, so a copy of it goes on with the same script.
        state.script = np.array(values, np.int64)
        state.script_left = np.array([len(values)], np.int64)

    def scripted_dice_left(self, state: S) -> int:
        """Return the number of scripted results not rolled yet.

        It is 0 without a script, and negative by the number of rolls that the script had no result
        for.
        """
        return int(state.script_left[0]) if state.script_left.size else 0

    def hidden_variants(self, state: S, seat: int, dice: Stream) -> Iterable[S]:
        """Return states that differ from this one only in what a seat can't see.

        Tests use them to check that observations reveal nothing hidden.

        The variants are: another seed, if there are dice; `unseen` values shuffled; and the state
        from `redraw`.
        """
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
    """Codec of a `SimpleGame`; checks the fields of a bot's action when it is decoded.

    Args:
        game: The game.

    Raises:
        TypeError: A field has a type that can't be sent, or a reserved name; the error names the
            field.
    """

    def __init__(self, game: SimpleGame[C, Any, A, O]) -> None:
        check_field_names(game.actions, game.observation, *game.events)
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
        if not isinstance(self.decode_action(b""), BadForm):
            name = game.actions[0].__name__
            raise TypeError(
                f"{name} must have a field that can't be left out: nothing is no action"
            )

    def encode_action(self, action: A) -> bytes:
        """Return an action as the bytes of an Action message."""
        return b"" if isinstance(action, BadForm) else super().encode_action(action)

    def read_action(self, data: bytes) -> A:
        """Return the action in the bytes of an Action message.

        If its fields don't fit, the result is an action that `step` refuses.
        """
        return self._game.made(*self.schema.decode_action(data))


def plugin(
    game: SimpleGame[C, S, A, O],
    rulebook: str,
    *,
    kit: str,
    view: GameView | None = None,
    tables: RuleTables | None = None,
    text: TextFace | Callable[..., TextFace] | None = None,
) -> Plugin[C, S, A, O]:
    """Return a simple game as the plug-in that an entry point of the group `referee.games` names.

    Args:
        game: The game.
        rulebook: The game's rules as Markdown.
        kit: Version of the kit that the game was made for, such as `1.0`.
        view: How the game looks to people; None shows fields and events as they are.
        tables: Rule tables that the game publishes; None for none.
        text: How the game is put into words: a class such as `DefaultFace` or any function, which is
            called with game, codec, rulebook and view (without the view if there is none); or a face.
            None for the face made from rulebook, view and action.

    Raises:
        KitVersionError: The game was made for another major version of the kit.
        TypeError: A field has a type that can't be sent; the error names the field.
    """
    check_kit(f"the game {game.info.game}", kit)
    codec = SimpleCodec(game)
    if text is None or isinstance(text, TextFace):
        return Plugin(game, codec, rulebook, view, tables=tables, text=text)
    face = text(game, codec, rulebook, *(() if view is None else (view,)))
    return Plugin(game, codec, rulebook, view, tables=tables, text=face)


def _whole(seat: int, score: Any) -> int:
    """Return a seat's score as an int; raise TypeError if it is no whole number."""
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
