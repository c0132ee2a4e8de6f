"""The worked examples of the rulebooks in `examples/games`, and what those games are there to show."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from referee.core.game import Event
from referee.core.rng import Stream
from referee.kit.game import SimpleGame
from tests.architecture.source import ROOT


@pytest.fixture
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The rules of the example that the test names."""
    monkeypatch.syspath_prepend(ROOT / "examples" / "games" / request.param)
    return importlib.import_module(f"{request.param}_game").PLUGIN.game


def hearts_state(game: Any, hands: dict[int, list[int]], **others: Any) -> Any:
    """A deal in which seats hold these cards, and seat 0 has played all others."""
    places = [4] * 52
    for seat, cards in hands.items():
        for card in cards:
            places[card] = seat
    return game.parse_state(game.config_class(), 4, {"place": places, **others})


def play(game: Any, state: Any, **action: Any) -> list[Any]:
    """What is told when the only acting seat does this."""
    (seat,) = game.acting(state)
    return [event.body for event in game.step(state, {seat: game.parse_action(action)})]


@pytest.mark.parametrize("game", ["hearts"], indirect=True)
def test_hearts_example(game: Any) -> None:
    """Seat 2 takes the queen of spades with the ace of diamonds, and leads."""
    hands = {0: [13, 1], 1: [21, 2], 2: [25, 3], 3: [36, 4]}
    state = hearts_state(game, hands, now=[0, 1, 0])
    for card in (21, 25, 36):
        assert [body.card for body in play(game, state, card=card)] == [card]
    played, taken = play(game, state, card=13)
    assert (played.card, taken.seat, taken.points) == (13, 2, 13)
    assert list(game.acting(state)) == [2]


@pytest.mark.parametrize("game", ["hearts"], indirect=True)
def test_hearts_follows_suit(game: Any) -> None:
    """Who has the suit plays it; in the first trick points stay in the hand; the lowest is the default."""
    begun = {"place": [3] * 52, "now": [0, 1, 1], "trick": [0, -1, -1, -1]}
    state = game.parse_state(game.config_class(), 4, begun)
    for hand, legal in (([13, 36, 40], [13]), ([5, 13, 7], [5, 7]), ([36, 40], [36, 40])):
        places = [3] * 52
        for card in hand:
            places[card] = 2
        places[0] = 5
        state.place[:] = places
        assert [play.card for play in game.legal_actions(state, 2)] == legal


@pytest.mark.parametrize("game", ["hearts"], indirect=True)
def test_all_points_of_hearts_are_the_others(game: Any) -> None:
    """The last trick brings seat 3 the last of 26 points: it gets none, and the next deal begins."""
    state = hearts_state(
        game, {0: [39], 1: [1], 2: [2], 3: [51]}, now=[0, 3, 0], points=[0, 0, 0, 24]
    )
    for card in (51, 39, 1):
        play(game, state, card=card)
    *_, ended = play(game, state, card=2)
    assert ended.points == [26, 26, 26, 0]
    assert list(game.scores(state)) == [-26, -26, -26, 0]
    assert sorted(state.place.tolist()) == sorted([0, 1, 2, 3] * 13)


@pytest.mark.parametrize("game", ["mushrooms"], indirect=True)
def test_mushrooms_example(game: Any) -> None:
    """Two on one cell find nothing; one alone does, and only that seat is told."""
    config = game.config_class(size=5)
    growth = [[int((row, column) == (2, 2)) for column in range(5)] for row in range(5)]
    state = game.parse_state(config, 2, {"mushrooms": growth, "at": [[2, 1], [2, 3]]})

    def go(*ways: str) -> list[Event]:
        actions = {seat: game.parse_action({"way": way}) for seat, way in enumerate(ways)}
        return list(game.step(state, actions))

    assert go("RIGHT", "LEFT") == []
    (found,) = go("STAY", "UP")
    body: Any = found.body
    assert (body.row, body.column, found.audience) == (2, 2, (0,))
    assert list(game.scores(state)) == [1, 0]


@pytest.mark.parametrize("game", ["mushrooms"], indirect=True)
def test_fog_is_drawn_anew(game: SimpleGame[Any, Any, Any, Any]) -> None:
    """The seat sees the same in each draw, and mushrooms and the rival are elsewhere in some."""
    state, _ = game.start(game.config_class(), seed=3, num_seats=2)
    seen = game.see(state, 0)
    drawn = [game.redraw(state, 0, Stream(key)) for key in range(5)]
    assert all(one is not None and game.see(one, 0) == seen for one in drawn)
    assert len({one.mushrooms.tobytes() for one in drawn if one is not None}) > 1
    assert len({one.at.tobytes() for one in drawn if one is not None}) > 1
