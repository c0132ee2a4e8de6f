"""Forms of games of the kit: what is legal, in words, and on the board where fields name its places."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field as Bounds

from referee.core.choices import Choices, Pick, composed
from referee.core.game import AnyPlugin
from referee.core.scene import Field, Grid, Kind, Scene
from referee.core.view import Sight
from referee.games import generic_view
from referee.kit.game import plugin
from referee.kit.records import Record
from referee.kit.schema import Schema
from referee_arena.seat.forms import action_message, choices_of, form_plain
from referee_arena.seat.legal_form import legal_choices
from referee_client.messages import message_class
from tests.helpers.example_games import install_example
from tests.kit.guess import Config, Guess

EMPTY = Scene("", ())


def _messages(played: AnyPlugin, actions: Sequence[Any]) -> list[Any]:
    kind = message_class(f"/{played.codec.action_type}")
    return [kind.FromString(played.codec.encode_action(action)) for action in actions]


def _labels(choices: Choices) -> list[str]:
    (ask,) = choices.asks
    assert isinstance(ask, Pick)
    return [option.label for option in ask.options]


def _seat(played: AnyPlugin, moves: Sequence[object] = ()) -> tuple[Choices, list[Any]]:
    """The form of the seat to move after some moves, and its legal actions."""
    game, codec = played.game, played.codec
    config = game.config_class()
    state, _ = game.start(config, seed=1, num_seats=2)
    for move in moves:
        decision = game.decision(state)
        assert decision is not None
        game.step(state, {decision.seats[0]: game.parse_action(move)})
    decision = game.decision(state)
    assert decision is not None
    (seat,) = decision.seats
    (observed,) = game.observe(state, [seat])
    (data,) = codec.encode_observations(config, [observed])
    schema: Any = Schema.of(played)
    seen = {
        name: list(value) if isinstance(value, Sequence) else value
        for name, value in (
            (field.name, getattr(schema.message_class("Observation").FromString(data), field.name))
            for field in schema.message_class("Observation").DESCRIPTOR.fields
        )
    }
    told = {name: getattr(config, name) for name in type(config).model_fields}
    sight = Sight({seat: seen}, [], told, ("a", "b"))
    legal = _messages(played, game.legal_actions(state, seat) or ())
    view = generic_view.view_of(played)
    return choices_of(played, view, seen, sight, legal), legal


def test_columns_of_connect_four(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each column that has room is picked by any of its cells; a full one is not offered."""
    played = install_example(monkeypatch, tmp_path, "connect_four")
    from connect_four_game.view import VIEW  # type: ignore[import-not-found]

    monkeypatch.setattr(generic_view, "view_of", lambda _: VIEW)
    choices, legal = _seat(played, [2] * 6)
    assert _labels(choices) == [f"column {column}" for column in (0, 1, 3, 4, 5, 6)]
    (ask,) = choices.asks
    assert isinstance(ask, Pick)
    assert ask.start == ()
    for option, column in zip(ask.options, (0, 1, 3, 4, 5, 6), strict=True):
        assert [option.at, *option.also_at] == [f"{row},{column}" for row in range(6)]
    kind = type(legal[0])
    chosen = [action_message(kind, composed(choices, {ask.id: [n]})) for n in range(len(legal))]
    assert chosen == legal
    told: Any = form_plain(choices)
    assert told["asks"][0]["options"][0]["also_at"] == [f"{row},0" for row in range(1, 6)]


def test_moves_of_leduc_have_the_words_of_their_meaning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not their numbers; folding is not offered where there is nothing to pay."""
    played = install_example(monkeypatch, tmp_path, "leduc")
    choices, _ = _seat(played)
    assert _labels(choices) == ["call or check", "raise"]
    assert choices.asks[0].title == "move"
    assert _labels(_seat(played, [2])[0]) == ["fold", "call or check", "raise"]


def test_kinds_are_named() -> None:
    """Of several kinds of actions each is told with its fields."""
    played = plugin(Guess(), "Rules.", kit="1.0")
    game = played.game
    state, _ = game.start(Config(), seed=1, num_seats=2)
    legal = _messages(played, game.legal_actions(state, 0) or ())
    choices = legal_choices(played, legal, EMPTY)
    assert _labels(choices) == ["pass", *(f"try number {n}" for n in range(1, 7))]
    first = action_message(type(legal[0]), composed(choices, {"legal": [1]}))
    assert first == legal[1]


class Place(Record):
    """Put a stone."""

    row: Annotated[int, Bounds(ge=1, le=2)]
    """Row, from 1."""
    col: Annotated[int, Bounds(ge=1, le=3)]
    """Column, from 1."""


class Mark(Record):
    """Mark a cell."""

    cell: Annotated[int, Bounds(ge=0, le=8)]
    """Cell, row by row."""


class Push(Record):
    """Push a row."""

    row: Annotated[int, Bounds(ge=0, le=1)]
    """Which."""
    far: bool
    """Whether far."""


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        (Place, [{"row": 1, "col": 3}, {"row": 2, "col": 1}], [["0,2"], ["1,0"]]),
        (Mark, [{"cell": 0}, {"cell": 5}, {"cell": 8}], [["0,0"], ["1,2"], []]),
        (Push, [{"row": 1, "far": True}], [["1,0", "1,1", "1,2"]]),
        (Push, [{"row": 1, "far": True}, {"row": 1, "far": False}], [[], []]),
    ],
)
def test_places_are_those_of_the_fields(
    kind: type[Record], values: list[dict[str, Any]], expected: list[list[str]]
) -> None:
    """Counted as the field is; what is beside the grid, or of several actions, is in the list alone."""

    class Grids(Guess):
        """One with this kind."""

        # Messages of one name can be made once in a process.
        info = dataclasses.replace(Guess.info, game=f"places_{kind.__name__.lower()}")
        actions: ClassVar[Any] = (kind,)

    played = plugin(Grids(), "Rules.", kit="1.0")
    schema: Any = Schema.of(played)
    legal = [schema.message_class("Action")(**each) for each in values]
    grid = Grid(("...", "..."), {".": Kind("empty", ".")})
    scene = Scene("", (Field("board", "board", grid),))
    (ask,) = legal_choices(played, legal, scene).asks
    assert isinstance(ask, Pick)
    places = [[at for at in (each.at, *each.also_at) if at] for each in ask.options]
    assert places == expected
