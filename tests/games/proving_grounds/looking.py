"""States of Proving Grounds, and what eyes see of them: what the tests of its scenes begin with."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game import Event
from referee.core.scene import (
    Field,
    Hidden,
    Line,
    Rooms,
    Row,
    Scene,
    SceneTable,
    Token,
    spans_text,
)
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes, Looker, SeenStep

__all__ = [
    "ALL",
    "CONFIG",
    "NAMES",
    "PUBLIC",
    "begun",
    "field_of",
    "is_hidden",
    "row_texts",
    "rows_of",
    "scene_of",
    "space_of",
    "tokens_at",
]

NAMES = ("ada", "bob", "cid", "dan", "eve", "fay", "gus", "hal")
CONFIG = ProvingGroundsConfig()
ALL, PUBLIC = Eyes(), Eyes(is_public=True)


def begun(num_seats: int = 4) -> State:
    """Seed 1 (PG-8.2), all with the default party (PG-8.20)."""
    state, _ = PLUGIN.game.start(CONFIG, seed=1, num_seats=num_seats)
    PLUGIN.game.step(state, {})
    return state


def scene_of(
    state: State, eyes: Eyes, *bodies: told.Body, whose: Sequence[int] | None = None
) -> Scene:
    """What is seen of a state after events, all of which only these seats were told."""
    players = NAMES[: len(PLUGIN.game.outcome(state).placements)]
    audience = None if whose is None else tuple(whose)
    events = [Event(body, audience) for body in bodies]
    looker = Looker(PLUGIN, CONFIG, eyes, players=players, view=VIEW)
    return VIEW.scene(looker.sight(SeenStep(PLUGIN, CONFIG, state, events)))


def field_of(scene: Scene) -> Field:
    """Return the map."""
    field = scene.parts[0]
    assert isinstance(field, Field)
    return field


def space_of(scene: Scene) -> Rooms:
    """Return the rooms of the map."""
    space = field_of(scene).space
    assert isinstance(space, Rooms)
    return space


def tokens_at(scene: Scene, place: str) -> dict[str, Token]:
    """Return what stands in a room, by id."""
    return {token.id: token for token in field_of(scene).tokens if token.at == place}


def rows_of(scene: Scene, id: str) -> dict[str, Row]:  # noqa: A002
    """Return the rows of a table, by id."""
    (table,) = (part for part in scene.parts if part.id == id)
    assert isinstance(table, SceneTable)
    return {row.id: row for row in table.rows}


def row_texts(row: Row) -> list[str]:
    """Return what the cells of a row say."""
    return [spans_text(cell).strip() for cell in row.cells]


def is_hidden(line: Line) -> bool:
    """Return whether a line tells that something is unknown."""
    return any(isinstance(span.measure, Hidden) for span in line)
