"""The game's own view of a match, drawn for one seat: as lines of text, and as a scene in JSON."""

from __future__ import annotations

import json
from typing import Any

from referee.core.flat import section_lines
from referee.core.game import AnyPlugin
from referee.core.scene_plain import scene_plain
from referee.core.view import Fields, Sight
from referee.games.generic_view import view_of
from referee.games.plain_form import as_plain
from referee.games.sights import SeenStep

__all__ = ["Shown"]


class Shown:
    """Draws matches of one game for their seats, with the game's own view.

    The view gets what the seat may know of the present state, without the events of the last step.

    Args:
        plugin: The game.
        config: Config of the matches.
        num_seats: Number of seats in each match.
    """

    def __init__(self, plugin: AnyPlugin, config: Any, num_seats: int) -> None:
        self._plugin, self._config = plugin, config
        self._view = view_of(plugin)
        codec = plugin.codec
        self._public_config: Fields = as_plain(
            codec.config_type, codec.encode_public_config(config)
        )
        self._players = [f"seat {seat}" for seat in range(num_seats)]

    def text(self, state: Any, seat: int) -> str:
        """Return the text that `referee watch --plain` prints for what this seat sees of a state."""
        return "\n".join(section_lines(self._view.sections(self._sight(state, seat))))

    def scene(self, state: Any, seat: int) -> str:
        """Return the scene that shows a state to this seat, in JSON."""
        plain = scene_plain(self._view.scene(self._sight(state, seat)))
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))

    def _sight(self, state: Any, seat: int) -> Sight:
        step = SeenStep(self._plugin, self._config, state, [])
        eyes = self._view.eyes(self._public_config, [seat])
        if step.public is None:
            # Public facts are sent as events then. There are none here, so take them from the seat's observation.
            eyes = [seat]
        sight = Sight(step.observations(eyes), (), self._public_config, self._players, step.public)
        return self._view.followed(None, sight)
