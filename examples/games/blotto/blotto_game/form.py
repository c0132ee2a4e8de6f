"""Action space of Colonel Blotto for learners: a number of troops for each battlefield but the last."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from blotto_game import PLUGIN
from referee_envs import Description
from referee_envs.actions.base import ActionForm, Encoded, Look, Seen

__all__ = ["SpreadForm"]

Action = PLUGIN.codec.schema.message_class("Action")


class SpreadForm(ActionForm):
    """Action form with the troops on each battlefield but the last; the last one gets the rest (CB-2).

    Each number is reduced to the troops that those before it leave, so every action is legal.
    """

    def __init__(self, description: Description) -> None:
        self._config = description.config_message
        counts = [self._config.troops + 1] * max(1, self._config.fields - 1)
        super().__init__("message", spaces.MultiDiscrete(counts))

    def look(self, seen: Seen, asked: Any) -> Look:
        """Return a mask in which every number of troops is legal on each battlefield, whoever is asked."""
        del seen
        return Look({self.mask_name: np.ones((len(asked), self.mask_width), np.int8)})

    def encode(self, actions: Any, look: Look) -> Encoded:
        """Return the actions, one for each seat of each match, as serialized Action messages."""
        del look
        sent = [self._spread(each).SerializeToString() for each in actions.tolist()]
        return Encoded(sent, np.ones(len(sent), np.bool_), np.zeros(len(sent), np.int32))

    def message(self, actions: Any, look: Look) -> Any:
        """Return the action of one seat of one match as an Action message."""
        del look
        return self._spread(actions[0].tolist())

    def _spread(self, wanted: list[int]) -> Any:
        troops, left = [], self._config.troops
        for each in wanted[: self._config.fields - 1]:
            troops.append(min(each, left))
            left -= troops[-1]
        return Action(troops=[*troops, left])
