"""A game of the kit gets its text face in a line, and says by its methods what its list is worth."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar

import pytest

from referee.core.game import AnyGame
from referee.games.default_face import DefaultFace
from referee.games.faces import FieldsFace, face_of
from referee.games.generic_view import VIEW
from referee.kit.game import SimpleGame, plugin
from referee.testing.contract.faces import check_phases
from referee.testing.face_turns import face_turns
from tests.kit.guess import Guess
from tests.testing.tiles import RULEBOOK, Bid, Config, Table, Tiles, plugin_of


class TilesFace(FieldsFace):
    """Says what a bid is."""

    phases: ClassVar = {"play": "bid from 0 to 3."}


class SceneFace(DefaultFace):
    """Says what a bid is, below the scene of a view."""

    phases: ClassVar = {"play": "bid from 0 to 3."}


class FacedTiles(Tiles):
    """Tiles, under another name."""

    info = dataclasses.replace(Tiles.info, game="faced_tiles")


@pytest.mark.parametrize(("face", "view"), [(TilesFace, None), (SceneFace, VIEW)])
def test_a_face_is_named_by_its_class(face: type[DefaultFace], view: object) -> None:
    """The plug-in makes it of game, codec, rulebook and view, and it writes the turns."""
    made = plugin(FacedTiles(), RULEBOOK, kit="1.0", view=view, text=face)  # type: ignore[arg-type]
    assert type(made.text) is face
    assert face_of(made) is made.text
    assert type(face_of(made, "plain")) is FieldsFace
    told, asked, _ = next(face_turns(made))
    assert "Phase play: bid from 0 to 3." in told.face.turn(asked, 0)


def test_a_face_that_needs_a_view_says_so() -> None:
    """Where the game has none."""
    with pytest.raises(TypeError, match="SceneFace needs a view: give one, or derive FieldsFace"):
        plugin(FacedTiles(), RULEBOOK, kit="1.0", text=SceneFace)


class AtDusk(Tiles):
    """Asks in a phase that its rulebook never names."""

    def phase(self, state: Table) -> str:  # noqa: ARG002
        """See the class."""
        return "dusk"


def test_a_match_goes_on_in_a_phase_that_the_rulebook_never_names() -> None:
    """The text names the phase and asks for an answer; a check of the game finds it."""
    made = plugin_of(AtDusk())
    turns = list(face_turns(made))
    assert len(turns) == 6
    for told, asked, _ in turns:
        assert not told.face.knows_phase(asked)
        assert "\nIt is your turn, in the phase dusk.\n" in told.face.turn(asked, 0)
    with pytest.raises(AssertionError, match="no words for the phase 'dusk'"):
        check_phases(made)


class ByValue(Tiles):
    """Lists what the field of its action can be."""

    legal_actions = SimpleGame.legal_actions  # type: ignore[assignment]


class RefusesTwo(ByValue):
    """Lists what the field of its action can be, except 2."""

    def refuse(self, state: Table, seat: int, action: Bid) -> str | None:  # noqa: ARG002
        """See the class."""
        return "TWO" if action.amount == 2 else None


class Numbered(ByValue):
    """Lists what it numbers itself, and accepts more."""

    def numbered_actions(self, config: Config) -> Sequence[Bid]:  # noqa: ARG002
        """See the class."""
        return [Bid.of(amount=1)]


@pytest.mark.parametrize(
    ("game", "lists_all"),
    [
        (Tiles(), True),
        (ByValue(), True),
        (RefusesTwo(), True),
        (Numbered(), False),
        (Guess(), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_list_is_whole_where_the_rules_read_it_or_it_has_each_value(
    game: AnyGame, lists_all: bool
) -> None:
    """Elsewhere an answer that is not listed may be another form of one that is, as in `Guess`."""
    assert game.lists_all_forms is lists_all
