"""Action form for games whose actions have fixed numbers, the same in every turn, as the backend describes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from referee_client.messages import parse
from referee_envs.actions.base import ActionForm, Encoded, Look, Seen
from referee_envs.columns import Array, Description

__all__ = ["MASK", "NUMBER", "Numbered"]

NUMBER, MASK = "number", "action_mask"
"""Names of the action column of an action's number, and of the observed column with the mask of
legal numbers.
"""


class Numbered(ActionForm):
    """Action form in which an action is its fixed number among all actions that the game ever has.

    Args:
        description: Description of the game.
    """

    def __init__(self, description: Description) -> None:
        self._numbered = description.numbered
        config = description.config.type_url
        self._action_url = f"{config.rpartition('.')[0]}.Action"
        super().__init__(NUMBER, spaces.Discrete(len(description.numbered)), needs=[MASK])

    def look(self, seen: Seen, asked: Array) -> Look:
        """Return the backend's mask, which allows only 0 where a seat need not decide."""
        del asked  # the mask of a seat that is not asked has number 0 alone
        return Look({self.mask_name: seen[MASK]})

    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return the numbers for the backend; an illegal one is sent, and the rules refuse it."""
        del look
        entries = len(actions)
        return Encoded(
            actions.astype(np.int32), np.ones(entries, np.bool_), np.zeros(entries, np.int32)
        )

    def message(self, actions: Array, look: Look) -> Any:
        """Return the game's Action message for the number picked in one seat of one match."""
        del look
        return parse(self._action_url, self._numbered[int(actions[0])])
