"""Action forms for games whose actions are a few numbers: a choice, points and places, or steps."""

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
    """Action form for a game that lists legal actions: an action is a place in the turn's list.

    Args:
        description: Description of the game.
        most: Highest number of legal actions in a turn.
    """

    def __init__(self, description: Description, most: int) -> None:
        self._dtype = _acted_dtype(description, "choice")
        self._most = most
        super().__init__("choice", spaces.Discrete(most), needs=["num_choices"])

    def look(self, seen: Seen, asked: Array) -> Look:
        """Return a mask that allows the first n places, where n is the number of legal actions of the seat.

        Raises:
            InputError: There are more legal actions than `most`; the game must declare a higher
                number.
        """
        del asked  # a seat that is not asked has one choice
        counts = seen["num_choices"]
        if (counts > self._most).any():
            bound = f"at most {self._most}, the game's most_legal"
            raise InputError("num_choices", bound, int(counts.max()))
        mask = np.arange(self.mask_width) < counts[:, None]
        return Look({self.mask_name: mask.view(np.int8)}, seen.get(LEGAL_MESSAGES))

    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return the picked places in the turn's list, one for each seat of each match, for the backend."""
        del look
        return _all_answered(actions.astype(self._dtype))

    def message(self, actions: Array, look: Look) -> Any:
        """Return the legal action that one seat of one match has picked by its place, as an Action message.

        Raises:
            InputError: There are not that many legal actions.
        """
        legal, place = look.memo, int(actions[0])
        if place >= len(legal):
            raise InputError("action", f"from 0 to {len(legal) - 1}, as the mask says", place)
        return legal[place]


class DicemanForm(Choices):
    """Action form of Diceman: a combination of two of four dice (DM-3.2).

    Args:
        description: Description of the game.
    """

    _COMBOS = tuple(itertools.combinations(range(4), 2))

    def __init__(self, description: Description) -> None:
        super().__init__(description, len(self._COMBOS))

    def message(self, actions: Array, look: Look) -> Any:
        """Return the game's Action message for the combination picked in one seat of one match."""
        del look
        return diceman.Action(dice=self._COMBOS[int(actions[0])])


class Settings(ActionForm):
    """Action form of Swordman: points in sword, shield and priority, and the places of sword and shield (SW-4.2).

    The points of each part are reduced to those that the parts before it leave, so every action is
    legal.

    Args:
        description: Description of the game.
    """

    def __init__(self, description: Description) -> None:
        config = description.config_message
        self._power = config.power
        points = config.power + 1
        parts = [points, points, points if config.priority else 1]
        space = spaces.MultiDiscrete([*parts, config.locations, config.locations])
        super().__init__("order", space, left_out=["orders that the rules would refuse"])

    def look(self, seen: Seen, asked: Array) -> Look:
        """Return a mask in which everything is legal, also for seats that need not decide."""
        del seen
        return Look({self.mask_name: np.ones((len(asked), self.mask_width), np.int8)})

    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return the orders for the backend, with the points of each part reduced.

        They are int32[entry, 6], an entry being a seat of a match: points in sword, shield and
        priority, places of sword and shield, and a 0.
        """
        del look
        orders = np.zeros((len(actions), 6), np.int32)
        orders[:, :5] = actions
        # Sword first, then shield, then priority: each is cut to what those before it have left.
        left = np.full(len(actions), self._power, np.int32)
        for part in range(3):
            # In place, part by part: each takes what it wants of the points that are left.
            np.minimum(orders[:, part], left, out=orders[:, part])
            left -= orders[:, part]
        return _all_answered(orders)

    def message(self, actions: Array, look: Look) -> Any:
        """Return the game's Action message for the action of one seat of one match."""
        sword, shield, priority, sword_at, shield_at, _ = self.encode(actions, look).values[0]
        return swordman.Action(
            sword=sword,
            shield=shield,
            priority=priority,
            sword_at=sword_at,
            shield_at=shield_at,
        )


class Plans(ActionForm):
    """Action form of Dice Adventure: steps of a plan (DA-4.6). 0 ends it; 1 to 5 are up, down, left, right, wait.

    In a ping window, in which seats may signal to each other, the action does nothing: no ping is
    sent.

    Args:
        description: Description of the game.
    """

    _PLANNING = 1

    def __init__(self, description: Description) -> None:
        (self._most,) = next(c.shape for c in description.acted if c.name == "steps")
        space = spaces.MultiDiscrete([1 + len(adventure.Step.keys()) - 1] * self._most)
        super().__init__("steps", space, needs=["phase", "me.ap"], left_out=["pings"])

    def look(self, seen: Seen, asked: Array) -> Look:
        """Return a mask that allows as many steps as the seat has action points, and none in a ping window."""
        plans = asked & (seen["phase"] == self._PLANNING)
        steps = np.arange(self._most) < np.where(plans, seen["me.ap"], 0)[:, None]
        mask = np.repeat(steps[..., None], int(self.space.nvec[0]), axis=-1)  # type: ignore[union-attr]
        # The end of a plan is legal at every step.
        mask[..., 0] = True
        return Look({self.mask_name: mask.reshape(len(asked), -1).view(np.int8)}, plans)

    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return the steps for the backend, int8[entry, step]; an entry is a seat of a match, and -1 ends a plan."""
        del look
        return _all_answered((actions - 1).astype(np.int8))

    def message(self, actions: Array, look: Look) -> Any:
        """Return the game's Action message for the action of one seat of one match."""
        # A ping window wants an action, too: one without pings.
        if not look.memo[0]:
            return adventure.Action(pings=adventure.Pings())
        steps = itertools.takewhile(bool, actions[0].tolist())
        return adventure.Action(plan=adventure.Plan(steps=steps))


def _acted_dtype(description: Description, name: str) -> Any:
    return np.dtype(next(c.dtype for c in description.acted if c.name == name))


def _all_answered(values: Array) -> Encoded:
    return Encoded(values, np.ones(len(values), np.bool_), np.zeros(len(values), np.int32))
