"""What eyes see of a match as scenes, and what parts of them say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from referee.core.game import AnyPlugin, Events
from referee.core.rng import Stream
from referee.core.scene import (
    Field,
    Grid,
    Lines,
    Rooms,
    Scene,
    ScenePart,
    SceneTable,
    Versus,
    spans_text,
)
from referee.core.scene_plain import scene_plain
from referee.core.view import Fields, Sight
from referee.games import generic_view
from referee.games.plain_form import as_plain
from referee.games.sights import Eyes, Looker, SeenStep
from referee.replay.reader import load
from referee.replay.recorded import Recording

__all__ = [
    "Eye",
    "field",
    "ground",
    "lines",
    "observed",
    "part",
    "plain_config",
    "rooms",
    "scenes_of_recording",
    "sights_of_match",
    "table",
    "table_texts",
    "texts",
]


class Eye:
    """A seat's eyes, or the public's, on states rather than on a recording; players are ada, bob, bot2 and so on.

    Args:
        plugin: The game.
        config: Its config.
        seat: Whose eyes; None for the public's.
        num_seats: Seats.
    """

    def __init__(
        self, plugin: AnyPlugin, config: Any, seat: int | None, num_seats: int = 2
    ) -> None:
        players = ["ada", "bob", *(f"bot{number}" for number in range(2, num_seats))][:num_seats]
        eyes = Eyes(seat, is_public=seat is None)
        self._plugin, self._config = plugin, config
        self._view = generic_view.view_of(plugin)
        self._looker = Looker(plugin, config, eyes, players=players, view=self._view)

    def look(self, state: Any, events: Events) -> Scene:
        """Return what is seen after a step."""
        step = SeenStep(self._plugin, self._config, state, events)
        return self._view.scene(self._looker.sight(step))


def observed(plugin: AnyPlugin, config: Any, seat: int, state: Any, events: Events) -> Scene:
    """Return what a seat sees that has just begun to look, from its observation and what it is told of a step."""
    step = SeenStep(plugin, config, state, events)
    view = generic_view.view_of(plugin)
    told = [fields for fields, audience in step.sent if Eyes(seat).sees(audience)]
    sight = Sight(step.observations([seat]), told, plain_config(plugin, config), ("ada", "bob"))
    return view.scene(view.followed(None, sight))


def plain_config(plugin: AnyPlugin, config: Any) -> Fields:
    """Return a config as eyes are told it."""
    told: Fields = as_plain(plugin.codec.config_type, plugin.codec.encode_public_config(config))
    return told


def scenes_of_recording(path: Path) -> Iterator[tuple[Eyes, Scene]]:
    """Yield the scenes of a whole match for all eyes that there are, each checked to be drawable.

    What is checked is what `scene_plain` refuses: an id that is told twice, or is none.
    """
    recording = Recording(load(path))
    view = generic_view.view_of(recording.replay.plugin)
    eyes = Eyes.of(recording.replay.header.num_seats)
    for frames in recording.frames(eyes):
        for one, frame in zip(eyes, frames, strict=True):
            scene = view.scene(frame.sight)
            scene_plain(scene)
            yield one, scene


def sights_of_match(
    plugin: AnyPlugin, config: Any, eyes: Sequence[Eyes], *, num_seats: int, seed: int
) -> Iterator[list[Sight]]:
    """Play a match at random; yield after each step what each of some eyes sees.

    Args:
        plugin: The game.
        config: Its config.
        eyes: Who looks; players are called player 0, player 1 and so on.
        num_seats: Seats.
        seed: Match seed; it also chooses the actions.
    """
    game, view, dice = plugin.game, generic_view.view_of(plugin), Stream(seed, 1)
    players = tuple(f"player {seat}" for seat in range(num_seats))
    lookers = [Looker(plugin, config, one, players=players, view=view) for one in eyes]
    events: Events
    state, events = game.start(config, seed=seed, num_seats=num_seats)
    played: dict[int, bytes] = {}
    while True:
        step = SeenStep(plugin, config, state, events, played)
        yield [looker.sight(step) for looker in lookers]
        if (point := game.decision(state)) is None:
            return
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        played = {seat: plugin.codec.encode_action(action) for seat, action in actions.items()}
        events = game.step(state, actions)


def part(scene: Scene, id: str) -> ScenePart:  # noqa: A002
    """Return a part of a scene."""
    return {each.id: each for each in scene.parts}[id]


def field(scene: Scene, id: str) -> Field:  # noqa: A002
    """Return a part that is a board."""
    found = part(scene, id)
    assert isinstance(found, Field)
    return found


def ground(board: Field) -> Grid:
    """Return the grid of a board."""
    assert isinstance(board.space, Grid)
    return board.space


def rooms(board: Field) -> Rooms:
    """Return the rooms of a board."""
    assert isinstance(board.space, Rooms)
    return board.space


def lines(scene: Scene, id: str) -> list[str]:  # noqa: A002
    """Return what the lines of a part say."""
    return texts(part(scene, id))


def table(scene: Scene, id: str) -> dict[str, list[str]]:  # noqa: A002
    """Return what the cells of a part say by its rows."""
    return table_texts(part(scene, id))


def texts(told: ScenePart) -> list[str]:
    """Return what lines say, those of both sides one after the other."""
    if isinstance(told, Versus):
        return [*texts(told.left), *texts(told.right)]
    assert isinstance(told, Lines)
    return [spans_text(line) for line in told.lines]


def table_texts(table: ScenePart) -> dict[str, list[str]]:
    """Return what the cells of a table say by its rows."""
    assert isinstance(table, SceneTable)
    return {row.id: [spans_text(cell) for cell in row.cells] for row in table.rows}
