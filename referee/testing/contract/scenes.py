"""Checks of a game's view: scenes for the public, for each seat and for all seats together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.core.game import AnyPlugin, Events
from referee.core.icons import ICONS
from referee.core.rng import Stream
from referee.core.scene import (
    Bar,
    Dice,
    Field,
    Grid,
    Hidden,
    Line,
    Lines,
    Rooms,
    Scene,
    ScenePart,
    SceneTable,
    Shape,
    Span,
    Versus,
    place,
)
from referee.games.generic_view import view_of
from referee.games.sights import Eyes, Looker, SeenStep
from referee.testing.play import CAP
from referee.testing.samples import State, acting_seats, config_of, samples, start

__all__ = ["CHECKS", "check_scene", "check_scenes", "check_secret_scenes"]

_LABEL = 6
"""Most characters of a token's label, which has to fit into its cell."""


def check_scenes(plugin: AnyPlugin) -> None:
    """Check the scene and the event lines after each step of a random match.

    Both are checked for every kind of viewer.
    """
    game, config, view = plugin.game, config_of(plugin), view_of(plugin)
    num_seats = game.info.default_seats
    viewers = [_viewer(plugin, eyes, num_seats) for eyes in Eyes.of(num_seats)]
    stream = Stream(2026)
    events: Events
    state, events = start(plugin, num_seats)
    for step in range(CAP):
        seen = SeenStep(plugin, config, state, events)
        for viewer in viewers:
            sight = viewer.sight(seen)
            where = f"{game.info.game}, step {step}, {viewer.eyes.name}"
            check_scene(view.scene(sight), num_seats, where)
            _check_lines(view.event_lines(sight), f"{where}: event")
            if viewer.eyes.is_all:
                view.sections(sight)
        seats = acting_seats(plugin, state)
        if not seats:
            break
        actions = {seat: game.random_action(state, seat, stream) for seat in seats}
        events = game.step(state, actions)
    for viewer in viewers:
        check_scene(view.scene(viewer.last_sight()), num_seats, f"{game.info.game}, the end")


def check_secret_scenes(plugin: AnyPlugin) -> None:
    """Check that states that differ only in what a seat may not see have the same scene.

    This must hold for the seat's scene and for the public one.
    """
    game = plugin.game
    stream = Stream(16)
    for number, (num_seats, state) in enumerate(samples(plugin)):
        if number % _ONE_IN:
            continue
        # Each sample with another seat, so that all seats get their turn.
        seat = number // _ONE_IN % num_seats
        shown = _shown(plugin, state, seat, num_seats)
        for variant in game.hidden_variants(state, seat, stream):
            other = _shown(plugin, variant, seat, num_seats)
            assert other == shown, f"a secret kept from seat {seat}"


_ONE_IN = 11
"""One sample state in this many is checked: other checks compare observations, and equal observations
give equal scenes.
"""


def _shown(plugin: AnyPlugin, state: State, seat: int, num_seats: int) -> list[Scene]:
    """Return the scenes of a state for a seat and for the public, without events of a step."""
    step = SeenStep(plugin, config_of(plugin), state, [])
    viewers = [_viewer(plugin, eyes, num_seats) for eyes in (Eyes(seat), Eyes(is_public=True))]
    return [view_of(plugin).scene(viewer.sight(step)) for viewer in viewers]


def _viewer(plugin: AnyPlugin, eyes: Eyes, num_seats: int) -> Looker:
    players = tuple(f"player {seat}" for seat in range(num_seats))
    return Looker(plugin, config_of(plugin), eyes, players=players, view=view_of(plugin))


CHECKS = (check_scenes, check_secret_scenes)
"""Checks of this module that take a game's plug-in as their only argument."""


def check_scene(scene: Scene, num_seats: int, where: str) -> None:
    """Check that a scene can be drawn: ids, places, seats, texts and quantities are valid.

    Args:
        scene: The scene.
        num_seats: Number of seats in the match.
        where: Name of the scene in error messages.
    """
    _check_ids([part.id for part in scene.parts], f"{where}: part")
    assert len(scene.title.splitlines()) <= 1, f"{where}: a title of several lines"
    for part in scene.parts:
        _check_part(part, num_seats, f"{where}: {part.id}")
    for flag in scene.flags:
        assert flag.text, f"{where}: a flag without text"
        _check_seats([flag.seat], num_seats, f"{where}: flag")
    for name, numbers in scene.series.items():
        _check_seats(numbers, num_seats, f"{where}: series {name}")
    assert scene.pace_ms >= _QUICKEST_MS, f"{where}: a pace of {scene.pace_ms} ms"


_QUICKEST_MS = 50


def _check_part(part: ScenePart, num_seats: int, where: str) -> None:
    match part:
        case Lines():
            _check_lines(part.lines, where)
        case Versus():
            met = [line for clash in part.clashes for line in (clash.source, clash.target)]
            _check_lines((*part.left.lines, *part.right.lines, *part.middle, *met), where)
        case SceneTable():
            _check_ids([row.id for row in part.rows], f"{where}: row")
            for row in part.rows:
                assert len(row.cells) == len(part.columns), f"{where}: row {row.id} has a hole"
                _check_lines(row.cells, f"{where}: row {row.id}")
        case Field():
            _check_field(part, num_seats, where)


def _check_field(field: Field, num_seats: int, where: str) -> None:
    space = field.space
    places = set(_cells(space, where) if isinstance(space, Grid) else _rooms(space, where))
    _check_ids([token.id for token in field.tokens], f"{where}: token")
    for token in field.tokens:
        assert token.at in places, f"{where}: token {token.id} at {token.at}"
        assert token.kind.name, f"{where}: token {token.id} without a name"
        assert token.kind.icon in ICONS | {""}, f"{where}: no such sign: {token.kind.icon}"
        assert len(token.label) <= _LABEL, f"{where}: token {token.id}: label {token.label!r}"
        assert token.count >= 1, f"{where}: token {token.id} stands for {token.count}"
        _check_seats([token.owner], num_seats, f"{where}: token {token.id}")
        _check_lines(token.tip, f"{where}: token {token.id}")
        for _, bar in token.bars:
            _check_measure(Span("", measure=bar), f"{where}: token {token.id}")
    for mark in field.marks:
        least = 2 if mark.shape in (Shape.ARROW, Shape.PATH) else 1
        assert len(mark.at) >= least, f"{where}: {mark.shape.name} without an end"
        assert places.issuperset(mark.at), f"{where}: {mark.shape.name} at {mark.at}"
    assert field.focus in places | {""}, f"{where}: focus at {field.focus}"


def _cells(grid: Grid, where: str) -> Iterator[str]:
    """Yield the places of all cells of a grid, and check that its rows are complete.

    `where` names the scene in error messages.
    """
    for rows in (grid.rows, grid.sight):
        assert len(set(map(len, rows))) <= 1, f"{where}: rows of several lengths"
    shape = [len(row) for row in grid.rows]
    assert not grid.sight or [len(row) for row in grid.sight] == shape, f"{where}: sight of parts"
    assert set("".join(grid.sight)) <= set(" .#"), f"{where}: no such sight"
    missing = set("".join(grid.rows)) - set(grid.legend)
    assert not missing, f"{where}: not in the legend: {sorted(missing)}"
    assert all(kind.name for kind in grid.legend.values()), f"{where}: ground without a name"
    signs = {kind.icon for kind in grid.legend.values()} - ICONS - {""}
    assert not signs, f"{where}: no such sign: {sorted(signs)}"
    for row, length in enumerate(shape):
        for column in range(length):
            yield place(row, column)


def _rooms(space: Rooms, where: str) -> Iterator[str]:
    """Yield the ids of all rooms, and check rooms and doors; `where` names the scene in errors.

    No two rooms may be drawn in one place, and doors must join existing rooms.
    """
    _check_ids(list(space.rooms), f"{where}: room")
    drawn = [(room.row, room.column) for room in space.rooms.values()]
    assert len(set(drawn)) == len(drawn), f"{where}: two rooms in one place"
    for id, room in space.rooms.items():  # noqa: A001
        assert room.name, f"{where}: room {id} without a name"
        _check_lines(room.lines, f"{where}: room {id}")
        yield id
    for door in space.doors:
        assert {door.one, door.other} <= set(space.rooms), f"{where}: {door} to nowhere"


def _check_ids(ids: Sequence[str], what: str) -> None:
    """Check that ids are unique, not empty, and no numbers: browsers sort keys that are numbers.

    `what` names the ids in error messages.
    """
    for each in ids:
        assert each, f"{what}: an empty id"
        assert not each.isdigit(), f"{what}: id {each}"
    assert len(set(ids)) == len(ids), f"{what}: one id for two of {ids}"


def _check_seats(seats: Iterable[int | None], num_seats: int, what: str) -> None:
    for seat in seats:
        assert seat is None or 0 <= seat < num_seats, f"{what}: seat {seat}"


def _check_lines(lines: Iterable[Line], where: str) -> None:
    for line in lines:
        for span in line:
            assert len(span.text.splitlines()) <= 1, f"{where}: line break in {span.text!r}"
            _check_measure(span, where)


def _check_measure(span: Span, where: str) -> None:
    match span.measure:
        case Bar(value, most, lost):
            assert most >= 1, f"{where}: a bar of {most}"
            assert 0 <= value <= value + lost <= most, f"{where}: {value} of {most}, {lost} lost"
        case Dice(values, sides, kept):
            assert all(1 <= value <= sides for value in values), f"{where}: dice {values}"
            assert len(kept) in (0, len(values)), f"{where}: which dice count"
        case Hidden(reason):
            assert reason, f"{where}: hidden for no reason"
            assert span.text.strip() not in ("", "0"), f"{where}: {span.text!r} for what is hidden"
