"""What eyes see of a match as scenes, and whether worlds that a seat can't tell apart look the same to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.core.game import AnyPlugin, Events
from referee.core.rng import Stream
from referee.core.scene import Line, Lines, Scene, ScenePart, SceneTable, Versus, spans_text
from referee.core.view import GameView, Sight
from referee.games import generic_view
from referee.replay.frames import Eyes, as_plain, events_of
from referee.replay.reader import load
from referee.replay.recorded import Recording
from referee_arena.scenes.plain import scene_plain

__all__ = [
    "Eye",
    "check_hidden_in_scenes",
    "eye",
    "part",
    "scenes_of_recording",
    "table_texts",
    "texts",
]

_CAP = 2000
"""Steps after which a match is no longer followed."""
_DICE = 500
"""Scripted values for one step."""


@dataclasses.dataclass(slots=True)
class Eye:
    """A seat's eyes, or the public's, that follow a match of states rather than of a recording."""

    plugin: AnyPlugin
    config: Any
    players: Sequence[str]
    seat: int | None
    before: Sight | None = None

    @property
    def view(self) -> GameView:
        """How the game looks."""
        return generic_view.view_of(self.plugin)

    def look(self, state: Any, events: Events = ()) -> Scene:  # type: ignore[assignment]
        """Return what is seen after a step."""
        self.before = self.sight(state, events)
        return self.view.scene(self.before)

    def glance(self, state: Any, events: Events = ()) -> tuple[Scene, list[Line]]:  # type: ignore[assignment]
        """Return what would be seen, with the log, without keeping it in mind."""
        sight = self.sight(state, events)
        return self.view.scene(sight), self.view.event_lines(sight)

    def sight(self, state: Any, events: Events) -> Sight:
        """Return what the scene is made of."""
        game, codec = self.plugin.game, self.plugin.codec
        public = game.observe_public(state)
        eyes = Eyes(self.seat, is_public=self.seat is None)
        seats = [] if self.seat is None else [self.seat]
        told = [
            fields
            for event in events
            if eyes.sees(event.audience)
            for fields in events_of(as_plain(codec.events_type, codec.encode_events([event])))
        ]
        config = as_plain(codec.config_type, codec.encode_public_config(self.config))
        now = Sight(
            dict(zip(seats, self._plain(game.observe(state, seats)), strict=True)),
            told,
            config,
            self.players,
            None if public is None else self._plain([public])[0],
        )
        return self.view.followed(self.before, now)

    def _plain(self, observations: Sequence[Any]) -> list[Any]:
        codec = self.plugin.codec
        encoded = codec.encode_observations(self.config, observations)
        return [as_plain(codec.observation_type, data) for data in encoded]


def eye(plugin: AnyPlugin, config: Any, seat: int | None, num_seats: int = 2) -> Eye:
    """Return eyes that have seen nothing; players are called ada, bob, and so on by number."""
    names = ["ada", "bob", *(f"bot{number}" for number in range(2, num_seats))]
    return Eye(plugin, config, names[:num_seats], seat)


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


def check_hidden_in_scenes(
    plugin: AnyPlugin, config: Any, *, num_seats: int, seed: int, every: int = 1
) -> int:
    """Play a random match, and hold every state against worlds that a seat can't tell from it.

    Both are looked at before a step, and after one with the same actions and dice, by the seat and by the
    public, who knows no more than any seat.

    Args:
        plugin: The game.
        config: Its config.
        num_seats: Seats.
        seed: Of the match, and of its actions.
        every: Look at one state in so many.

    Returns:
        How many pairs differed, and looked the same.
    """
    game = plugin.game
    state, begun = game.start(config, seed=seed, num_seats=num_seats)
    events: Events = begun
    dice, differed = Stream(seed, 1), 0
    seats = [*range(num_seats), None]
    looking = {seat: eye(plugin, config, seat, num_seats) for seat in seats}
    for step in range(_CAP):
        for one in looking.values():
            one.look(state, events)
        point = game.decision(state)
        if point is None:
            break
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        script = dice.roll(_DICE, 2)
        for seat in range(num_seats) if step % every == 0 else ():
            for variant in game.hidden_variants(state, seat, dice):
                differed += game.digest(variant) != game.digest(state)
                for one in (looking[seat], looking[None]):
                    where = f"step {step}, seat {seat}, seen by {one.seat}"
                    assert one.glance(state) == one.glance(variant), where
                    stepped = [_step(plugin, each, actions, script) for each in (state, variant)]
                    assert one.glance(*stepped[0]) == one.glance(*stepped[1]), where
        events = game.step(state, actions)
    return differed


def _step(
    plugin: AnyPlugin, state: Any, actions: Mapping[int, Any], script: list[int]
) -> tuple[Any, Events]:
    """Return a copy of a state after a step with scripted dice, if it rolls any, and the events."""
    game = plugin.game
    stepped = game.copy(state)
    if not game.info.chance_free:
        game.script_dice(stepped, script)
    return stepped, game.step(stepped, actions)


def part(scene: Scene, id: str) -> ScenePart:  # noqa: A002
    """Return a part of a scene."""
    return {each.id: each for each in scene.parts}[id]


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
