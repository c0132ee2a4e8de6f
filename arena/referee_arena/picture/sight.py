"""Draws what one seat sees, for players that look at pictures, such as agents."""

from __future__ import annotations

from referee.core.game import AnyPlugin
from referee.core.scene_plain import PlainObject, line_plain, scene_plain
from referee.core.story_plain import story_plain
from referee.core.view import Sight
from referee.games import generic_view
from referee_arena.picture.card import Card, draw_card
from referee_arena.picture.png import png_of

__all__ = ["HEIGHT", "WIDTH", "png_of_sight"]

WIDTH, HEIGHT = 1200, 630
"""Width and height of a picture in pixels."""


def png_of_sight(plugin: AnyPlugin, sight: Sight) -> bytes:
    """Return a picture of what a seat sees as a PNG file; it takes 20 to 50 ms of processor time.

    Args:
        plugin: The game.
        sight: What the seat may see; nothing else is in the picture.

    Raises:
        ImportError: The extra `preview` is not installed.
    """
    view = generic_view.view_of(plugin)
    scene = view.scene(sight)
    lines = view.event_lines(sight)
    frame: PlainObject = {
        "scene": scene_plain(scene),
        "story": story_plain(view.story(sight, scene, lines)),
        "log": [line_plain(line) for line in lines],
    }
    title = plugin.game.info.title
    card = Card(title, tuple(sight.players), frame, note="what you see", is_live=True)
    return png_of(draw_card(card, WIDTH, HEIGHT, "light"), WIDTH, HEIGHT)
