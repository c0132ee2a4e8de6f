"""Renders the game's view for a seat: as lines of text, or as a picture."""

from __future__ import annotations

from typing import Any

from referee_envs.columns import Description
from referee_envs.errors import InputError
from referee_envs.picture import picture_of

__all__ = ["RENDER_MODES", "checked_mode", "shown", "view_column"]

RENDER_MODES = ("human", "ansi", "rgb_array")
"""Allowed values of `render_mode`: print text, return text, return a picture."""
_TEXT, _SCENE = "view.text", "view.scene"


def checked_mode(render_mode: str | None, description: Description) -> str | None:
    """Return the render mode if the game supports it; None if nothing is rendered.

    Raises:
        InputError: The mode does not exist, or the backend lacks the column that it needs.
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
    """Return the name of the observed column that a render mode needs."""
    return _SCENE if render_mode == "rgb_array" else _TEXT


def shown(render_mode: str, description: Description, seat: int, view: bytes) -> Any:
    """Return a seat's view in the form of a render mode.

    Args:
        render_mode: One of `RENDER_MODES`.
        description: Description of the game.
        seat: Index of the seat.
        view: Value of the column `view_column(render_mode)` for the seat.

    Returns:
        A text of lines for `human` and `ansi`; for `rgb_array` a picture, uint8[y, x, 3], always of the same size.
    """
    heading = f"{description.game}: seat {seat}"
    if render_mode == "rgb_array":
        return picture_of(view, heading)
    return f"{heading}\n{view.decode()}"
