"""Renders the game's own view of a seat: as lines of text, or as a picture."""

from __future__ import annotations

from typing import Any

from referee_envs.columns import Description
from referee_envs.errors import InputError
from referee_envs.picture import picture_of

__all__ = ["RENDER_MODES", "checked_mode", "shown", "view_column"]

RENDER_MODES = ("human", "ansi", "rgb_array")
"""Ways to show a match."""
_TEXT, _SCENE = "view.text", "view.scene"


def checked_mode(render_mode: str | None, description: Description) -> str | None:
    """Return a checked render mode for a game; None if nothing is rendered.

    Raises:
        InputError: There is no such mode, or the backend does not have its column.
    """
    if render_mode is None:
        return None
    if render_mode not in RENDER_MODES:
        raise InputError("render_mode", f"one of {', '.join(RENDER_MODES)}", repr(render_mode))
    wanted = view_column(render_mode)
    if all(column.name != wanted for column in description.observed):
        bound = "None, as the server does not send views of matches"
        raise InputError("render_mode", bound, repr(render_mode))
    return render_mode


def view_column(render_mode: str) -> str:
    """Return the name of the column that a render mode needs."""
    return _SCENE if render_mode == "rgb_array" else _TEXT


def shown(render_mode: str, description: Description, seat: int, view: bytes) -> Any:
    """Return the view of a seat.

    Args:
        render_mode: One of `RENDER_MODES`.
        description: The game.
        seat: The seat.
        view: The seat's value of `view_column`.

    Returns:
        A text of lines for `human` and `ansi`; for `rgb_array` a picture, uint8[y, x, 3], always of the same size.
    """
    heading = f"{description.game}: seat {seat}"
    if render_mode == "rgb_array":
        return picture_of(view, heading)
    return f"{heading}\n{view.decode()}"
