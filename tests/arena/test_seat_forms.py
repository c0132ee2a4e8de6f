"""Forms of all games: what they offer is legal, ends matches, and stands where the scene shows it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.choices import Numbers, Pick, Text
from referee.core.scene import Field, Grid, place, token_ref
from referee.core.view import Sight
from referee.games import generic_view, registry
from referee_arena.seat.forms import action_message, choices_of, form_plain
from referee_arena.seat.generic_form import declared_choices
from referee_client.messages import message_class
from tests.arena.choosing import Played, play
from tests.helpers.toy_games import TOYS

GAMES: dict[str, tuple[int, dict[str, object]]] = {
    "diceman": (2, {"games": 2}),
    "swordman": (2, {"games": 2}),
    "champions": (4, {}),
    "dice_adventure": (3, {"levels": ["L1"], "round_cap": 6}),
    "dungeon_keeper": (2, {"preset": "small", "max_rounds": 6, "start_mana": 50}),
    "proving_grounds": (3, {"max_turns": 8}),
}
"""Seats and config of a short match of each game."""
FEW = 0.1
"""Share of refused parts: orders of one answer spoil each other, and others act at the same time."""
NONE = ("diceman", "swordman", "champions", "dice_adventure")
"""Games whose forms offer nothing that can be refused."""


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> tuple[str, Played]:
    """A match of each game, answered at random by its forms."""
    game: str = request.param
    seats, config = GAMES[game]
    return game, play(game, seats, config, seed=1, most=2000)


def test_what_forms_offer_plays_a_match_to_its_end(played: tuple[str, Played]) -> None:
    """Whoever only ever picks what is offered is refused next to nothing."""
    game, match = played
    assert match.is_over
    refused = match.refusals.total()
    assert refused == 0 if game in NONE else refused <= FEW * match.parts, match.refusals


def test_what_is_offered_on_the_board_is_on_the_board(played: tuple[str, Played]) -> None:
    """A place by which an option is picked is one that the scene shows."""
    game, match = played
    view = generic_view.view_of(registry.find(game))
    for seen in match.seen[::5]:
        drawn = {ref for part in view.scene(seen.sight).parts for ref in _refs(part)}
        picks = [ask for ask in seen.choices.asks if isinstance(ask, Pick)]
        asked = {ref for ask in picks for each in ask.options for ref in (each.at, each.group_at)}
        assert asked - {""} <= drawn


def test_forms_tell_a_page_no_more_than_it_shows(played: tuple[str, Played]) -> None:
    """Labels and bounds travel, what an option puts into the action stays here."""
    _, match = played
    shown = {"label", "at", "group", "group_at", "keys", "costs", "note", "die"}
    for seen in match.seen[::5]:
        told: Any = form_plain(seen.choices)
        assert [ask["id"] for ask in told["asks"]] == [ask.id for ask in seen.choices.asks]
        options = [option for ask in told["asks"] for option in ask.get("options", ())]
        assert {key for option in options for key in option} <= shown


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_form_from_its_declaration_too(game: str) -> None:
    """A game without choices of its own is asked for field by field, and its defaults are an action."""
    plugin = registry.find(game)
    choices = declared_choices(plugin)
    assert choices.asks
    package = plugin.codec.observation_type.rpartition(".")[0]
    kind = message_class(f"/{package}.Action")
    for ask in choices.asks:
        assert isinstance(ask, Pick | Numbers | Text)
    assert action_message(kind, {}) == kind()


def test_a_game_that_declares_nothing_is_answered_in_json() -> None:
    """Whatever the game, there is a way to answer."""
    toy = TOYS[0]
    (ask,) = choices_of(toy, generic_view.VIEW, {}, Sight({}, (), {}, ())).asks
    assert isinstance(ask, Text)
    assert ask.is_json


def _refs(part: object) -> set[str]:
    """Return what of a part can be picked by."""
    if not isinstance(part, Field):
        return set()
    refs = {token_ref(token.id) for token in part.tokens}
    if isinstance(part.space, Grid):
        cells = (
            place(row, column)
            for row, told in enumerate(part.space.rows)
            for column in range(len(told))
        )
        return refs | set(cells)
    return refs | set(part.space.rooms)
