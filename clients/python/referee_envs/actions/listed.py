"""Games whose actions are messages: a policy picks from candidates, and the message is built of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from referee_client.messages import message_class
from referee_envs.actions.base import ActionForm, Encoded, Look, Seen
from referee_envs.candidates.base import NUM_NUMBERS, Candidate, Candidates
from referee_envs.columns import Array, Description

__all__ = ["Listed"]


class Listed(ActionForm):
    """One pick for each slot of the game's candidate lists.

    What a policy sees of them are the mask, and under `candidates` the numbers of each, int32[slot, place, 4].

    Args:
        description: The game.
        candidates: Makes the lists.
    """

    def __init__(self, description: Description, candidates: Candidates) -> None:
        self.candidates = candidates
        """Makes the lists."""
        self._observation = message_class(
            description.config.type_url[: -len("Config")] + "Observation"
        )
        slots, width = candidates.slots, candidates.width
        space: Any = spaces.Discrete(width) if slots == 1 else spaces.MultiDiscrete([width] * slots)
        shape = (slots, width, NUM_NUMBERS)
        most = np.iinfo(np.int32)
        extra = {"candidates": spaces.Box(int(most.min), int(most.max), shape, np.int32)}
        super().__init__(
            "message", space, needs=["message"], extra=extra, left_out=candidates.left_out
        )

    def look(self, seen: Seen, asked: Array) -> Look:
        """See `ActionForm`."""
        shape = (len(asked), self.candidates.slots, self.candidates.width)
        mask, numbers = np.zeros(shape, np.int8), np.zeros((*shape, NUM_NUMBERS), np.int32)
        mask[..., 0] = 1  # for those who are not asked: it does nothing
        lists: list[Any] = [None] * len(asked)
        for entry in np.flatnonzero(asked).tolist():
            observation = self._observation.FromString(seen["message"][entry])
            listed = self.candidates.lists(observation)
            lists[entry] = observation, listed
            for slot, candidates in enumerate(listed):
                mask[entry, slot, : len(candidates)] = 1
                numbers[entry, slot, : len(candidates)] = [each.numbers for each in candidates]
        told: dict[str, Array] = {
            self.mask_name: mask.reshape(len(asked), -1),
            "candidates": numbers,
        }
        return Look(told, lists)

    def encode(self, actions: Array, look: Look) -> Encoded:
        """See `ActionForm`: what is picked beside a list is left out, and counted."""
        sent = [b""] * len(actions)
        answered = np.zeros(len(actions), np.bool_)
        dropped = np.zeros(len(actions), np.int32)
        for entry, picks in enumerate(actions.reshape(len(actions), -1).tolist()):
            if look.memo[entry] is None:
                continue
            observation, listed = look.memo[entry]
            picked = _picked(listed, picks)
            dropped[entry] = len(listed) - len(picked)
            answered[entry] = bool(picked)
            if picked:
                sent[entry] = self.candidates.build(observation, picked).SerializeToString()
        return Encoded(sent, answered, dropped)

    def message(self, actions: Array, look: Look) -> Any:
        """See `ActionForm`."""
        observation, listed = look.memo[0]
        return self.candidates.build(observation, _picked(listed, actions.reshape(-1).tolist()))


def _picked(listed: Sequence[Sequence[Candidate]], picks: Sequence[int]) -> list[Candidate]:
    pairs = zip(listed, picks, strict=True)
    return [candidates[pick] for candidates, pick in pairs if pick < len(candidates)]
