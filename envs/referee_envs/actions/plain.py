"""Games whose actions are a few numbers: a choice, points and places, steps."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from gymnasium import spaces

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as adventure
from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.games.swordman.v1 import swordman_pb2 as swordman
from referee_envs.actions.base import LEGAL_MESSAGES, ActionForm, Encoded, Look, Seen
from referee_envs.columns import Array, Description
from referee_envs.errors import InputError

__all__ = ["Choices", "DicemanForm", "Plans", "Settings"]


class Choices(ActionForm):
    """A place among the legal actions, which the game lists: another action in each turn.

    Args:
        description: The game.
        most: Most legal actions of a turn.
    """

    def __init__(self, description: Description, most: int) -> None:
        self._dtype = _acted_dtype(description, "choice")
        self._most = most
        super().__init__("choice", spaces.Discrete(most), needs=["num_choices"])

    def look(self, seen: Seen, asked: Array) -> Look:
        """See `ActionForm`.

        Raises:
            InputError: More actions are legal than `most`: the game has to declare its number.
        """
        del asked  # a seat that is not asked has one choice
        counts = seen["num_choices"]
        if (counts > self._most).any():
            bound = f"at most {self._most}, the game's most_legal"
            raise InputError("num_choices", bound, int(counts.max()))
        mask = np.arange(self.mask_width) < counts[:, None]
        return Look({self.mask_name: mask.view(np.int8)}, seen.get(LEGAL_MESSAGES))

    def encode(self, actions: Array, look: Look) -> Encoded:
        """See `ActionForm`."""
        del look
        return _all_answered(actions.astype(self._dtype))

    def message(self, actions: Array, look: Look) -> Any:
        """See `ActionForm`.

        Raises:
            InputError: There are not that many legal actions.
        """
        legal, place = look.memo, int(actions[0])
        if place >= len(legal):
            raise InputError("action", f"from 0 to {len(legal) - 1}, as the mask says", place)
        return legal[place]


class DicemanForm(Choices):
    """A combination of two dice (DM-3.2).

    Args:
        description: The game.
    """

    _COMBOS = tuple(itertools.combinations(range(4), 2))

    def __init__(self, description: Description) -> None:
        super().__init__(description, len(self._COMBOS))

    def message(self, actions: Array, look: Look) -> Any:
        """See `ActionForm`."""
        del look
        return diceman.Action(dice=self._COMBOS[int(actions[0])])


class Settings(ActionForm):
    """Points in sword, shield and priority, and the places of sword and shield (SW-4.2).

    Points are cut to those that are left, in this order, so that every action is legal.

    Args:
        description: The game.
    """

    def __init__(self, description: Description) -> None:
        config = description.config_message
        self._power = config.power
        points = config.power + 1
        parts = [points, points, points if config.priority else 1]
        space = spaces.MultiDiscrete([*parts, config.locations, config.locations])
        super().__init__("order", space, left_out=["orders that the rules would refuse"])

    def look(self, seen: Seen, asked: Array) -> Look:
        """See `ActionForm`."""
        del seen
        return Look({self.mask_name: np.ones((len(asked), self.mask_width), np.int8)})

    def encode(self, actions: Array, look: Look) -> Encoded:
        """See `ActionForm`."""
        del look
        orders = np.zeros((len(actions), 6), np.int32)
        orders[:, :5] = actions
        left = np.full(len(actions), self._power, np.int32)
        for part in range(3):
            np.minimum(orders[:, part], left, out=orders[:, part])
            left -= orders[:, part]
        return _all_answered(orders)

    def message(self, actions: Array, look: Look) -> Any:
        """See `ActionForm`."""
        sword, shield, priority, sword_at, shield_at, _ = self.encode(actions, look).values[0]
        return swordman.Action(
            sword=sword,
            shield=shield,
            priority=priority,
            sword_at=sword_at,
            shield_at=shield_at,
        )


class Plans(ActionForm):
    """Steps of a plan (DA-4.6): 0 ends it, and 1 to 5 are up, down, left, right and waiting.

    In a ping window it does nothing: nothing is said.

    Args:
        description: The game.
    """

    _PLANNING = 1

    def __init__(self, description: Description) -> None:
        (self._most,) = next(c.shape for c in description.acted if c.name == "steps")
        space = spaces.MultiDiscrete([1 + len(adventure.Step.keys()) - 1] * self._most)
        super().__init__("steps", space, needs=["phase", "me.ap"], left_out=["pings"])

    def look(self, seen: Seen, asked: Array) -> Look:
        """See `ActionForm`."""
        plans = asked & (seen["phase"] == self._PLANNING)
        steps = np.arange(self._most) < np.where(plans, seen["me.ap"], 0)[:, None]
        mask = np.repeat(steps[..., None], int(self.space.nvec[0]), axis=-1)  # type: ignore[union-attr]
        mask[..., 0] = True
        return Look({self.mask_name: mask.reshape(len(asked), -1).view(np.int8)}, plans)

    def encode(self, actions: Array, look: Look) -> Encoded:
        """See `ActionForm`."""
        del look
        return _all_answered((actions - 1).astype(np.int8))

    def message(self, actions: Array, look: Look) -> Any:
        """See `ActionForm`."""
        if not look.memo[0]:
            return adventure.Action(pings=adventure.Pings())
        steps = itertools.takewhile(bool, actions[0].tolist())
        return adventure.Action(plan=adventure.Plan(steps=steps))


def _acted_dtype(description: Description, name: str) -> Any:
    return np.dtype(next(c.dtype for c in description.acted if c.name == name))


def _all_answered(values: Array) -> Encoded:
    return Encoded(values, np.ones(len(values), np.bool_), np.zeros(len(values), np.int32))
