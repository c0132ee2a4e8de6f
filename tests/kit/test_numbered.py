"""Fixed numbers of actions: those of an only field's values, or those that a game declares."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import pytest
from pydantic import Field

from referee.core.errors import FieldError
from referee.core.rng import Stream
from referee.kit.game import State, plugin
from referee.kit.numbered import by_value
from referee.kit.records import Record
from referee.kit.rollout.loop_rows import LoopRows
from tests.kit.guess import Config, Guess, GuessState, Pass, Try


class Side(enum.IntEnum):
    """A side."""

    LEFT = 5
    """Left."""
    RIGHT = 2
    """Right."""


class Whole(Record):
    """Of a number."""

    number: Annotated[int, Field(ge=-1, le=2)]
    """It."""


class Truth(Record):
    """Of a boolean."""

    is_it: bool
    """It."""


class Choice(Record):
    """Of an enum."""

    side: Side
    """It."""


class Wide(Record):
    """Of more values than are numbered."""

    number: Annotated[int, Field(ge=0, le=4096)]
    """It."""


class Several(Record):
    """Of a list."""

    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1)]], Field(max_length=3)]
    """They."""


class Perhaps(Record):
    """Of what may be absent."""

    number: Annotated[int, Field(ge=0, le=1)] | None = None
    """It."""


@pytest.mark.parametrize(
    ("kinds", "numbered"),
    [
        ((Whole,), (Whole(number=-1), Whole(number=0), Whole(number=1), Whole(number=2))),
        ((Truth,), (Truth(is_it=False), Truth(is_it=True))),
        ((Choice,), (Choice(side=Side.LEFT), Choice(side=Side.RIGHT))),
        ((Wide,), None),
        ((Several,), None),
        ((Perhaps,), None),
        ((Try,), None),
        ((Whole, Truth), None),
    ],
)
def test_an_only_bounded_field_numbers_the_actions(
    kinds: tuple[type[Record], ...], numbered: tuple[Record, ...] | None
) -> None:
    """By its values in order; nothing else does."""
    assert by_value(kinds) == numbered


class Declared(Guess):
    """A game that declares numbers of its own."""

    def numbered_actions(self, config: Config) -> Sequence[Record]:
        """Guess, or pass."""
        return [*(Try.of(number=n, side=None) for n in range(1, config.most + 1)), Pass()]


def _rows(game: Guess) -> LoopRows:
    rows = LoopRows(plugin(game, "Rules.", kit="1.0"), Config(), num_rows=2, num_seats=2)
    rows.begin(np.arange(2), np.array([1, 2], np.uint64))
    return rows


def test_declared_numbers_are_a_column() -> None:
    """A number is the same action as its message, and the mask has what is legal."""
    rows = _rows(Declared())
    assert [column.name for column in rows.acted] == ["number", "choice", "message"]
    (mask,) = rows.observe(["action_mask"])
    assert np.asarray(mask).tolist() == [[[1] * 7] * 2] * 2
    answered = np.ones((2, 2), np.bool_)
    rows.step({"number": np.full((2, 2), 5, np.int32), "answered": answered})
    game, state = Declared(), Declared().start(Config(), seed=1, num_seats=2)[0]
    game.step(state, dict.fromkeys(range(2), Try(number=6)))
    assert rows.digest(0) == game.digest(state)


def test_a_number_beyond_the_last_counts_as_refused() -> None:
    """And the default is played."""
    rows = _rows(Declared())
    answered = np.ones((2, 2), np.bool_)
    refused = rows.step({"number": np.full((2, 2), 7, np.int32), "answered": answered})
    assert refused.tolist() == [[1, 1], [1, 1]]


class Missing(Guess):
    """A game whose numbers lack one."""

    def numbered_actions(self, config: Config) -> Sequence[Record]:  # noqa: ARG002
        """Only pass."""
        return [Pass()]


def test_a_legal_action_without_a_number_is_an_error() -> None:
    """It names the action."""
    with pytest.raises(FieldError, match="legal_actions must be among numbered_actions, not 'Try"):
        _rows(Missing()).observe(["action_mask"])


class Refuses(Guess):
    """A game that numbers its actions and says what it refuses; it lists nothing itself."""

    legal_actions: Any = Guess.__mro__[1].legal_actions  # type: ignore[attr-defined]

    def numbered_actions(self, config: Config) -> Sequence[Record]:  # noqa: ARG002
        """Guesses up to 3."""
        return [Try.of(number=n, side=None) for n in range(1, 4)]

    def refuse(self, state: State, seat: int, action: Record) -> str | None:  # noqa: ARG002
        """Even ones."""
        return "EVEN" if isinstance(action, Try) and action.number % 2 == 0 else None


def test_what_is_not_refused_is_legal() -> None:
    """Numbers and `refuse` make a list, a default and a draw."""
    game = Refuses()
    state: GuessState = game.start(Config(), seed=1, num_seats=2)[0]
    assert game.legal_actions(state, 0) == [Try(number=1), Try(number=3)]
    assert game.default_action(state, 0) == Try(number=1)
    assert game.random_action(state, 0, Stream(1)) in game.legal_actions(state, 0)
