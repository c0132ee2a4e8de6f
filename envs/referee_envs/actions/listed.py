"""Action forms for games whose actions are messages: a policy picks from candidates, and picks become the message.

`Offered` takes the candidate lists from a column of the backend. `Listed` computes the same lists
from a seat's observation: for bots, and for backends without that column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from referee_bots.candidates.base import NONE, NUM_NUMBERS, Candidates
from referee_envs.actions.base import ActionForm, Encoded, Look, Seen
from referee_envs.columns import Array, Ragged

__all__ = ["CANDIDATES", "PICKS", "Listed", "Offered"]

CANDIDATES, PICKS = "candidates", "picks"
"""Names of the observed column of candidates, and of the action column of picks."""


class _Lists(ActionForm):
    """Base of forms with one pick for each slot of the game's candidate lists.

    Observations have the mask, and as `candidates` the numbers of each candidate, int32[slot,
    place, 4].
    """

    def __init__(
        self, column: str, need: str, slots: int, width: int, left_out: Sequence[str]
    ) -> None:
        self._shape = (slots, width)
        space: Any = spaces.Discrete(width) if slots == 1 else spaces.MultiDiscrete([width] * slots)
        most = np.iinfo(np.int32)
        shape = (slots, width, NUM_NUMBERS)
        extra = {"candidates": spaces.Box(int(most.min), int(most.max), shape, np.int32)}
        super().__init__(column, space, needs=[need], extra=extra, left_out=left_out)

    def _empty(self, entries: int) -> tuple[Array, Array]:
        """Return the mask and the candidates' numbers for entries (seats of matches) that need not decide.

        The mask allows only the pick of candidate 0, which does nothing.
        """
        shape = (entries, *self._shape)
        mask, numbers = np.zeros(shape, np.int8), np.zeros((*shape, NUM_NUMBERS), np.int32)
        # A mask must never be empty, or sampling would fail.
        mask[..., 0] = 1
        return mask, numbers

    def _look(self, mask: Array, numbers: Array, memo: Any) -> Look:
        extra = {self.mask_name: mask.reshape(len(mask), -1), "candidates": numbers}
        return Look(extra, memo)


class Offered(_Lists):
    """Picks from candidate lists that the backend makes.

    Args:
        slots: Number of candidate lists in a decision.
        width: Highest number of candidates in a list.
        left_out: Actions of the game that the lists can't express, in words for people.
    """

    def __init__(self, slots: int, width: int, left_out: Sequence[str]) -> None:
        super().__init__(PICKS, CANDIDATES, slots, width, left_out)

    def look(self, seen: Seen, asked: Array) -> Look:
        """Return the backend's candidates and the mask of those that can be picked.

        Args:
            seen: Observed columns, those of `needs`; their first axis is entries (seats of
                matches).
            asked: bool[entry]: whether the seat must decide. If not, only candidate 0 can be
                picked.
        """
        offered = seen[CANDIDATES]
        assert isinstance(offered, Ragged)
        mask, numbers = self._empty(len(asked))
        entry = np.repeat(np.arange(len(asked)), np.diff(offered.offsets))
        is_asked = asked[entry]  # a match that was truncated and waits has lists, but asks nothing
        entry, rows = entry[is_asked], offered.data[is_asked]
        slot = rows[:, 0].astype(np.int64)
        lists = entry * self._shape[0] + slot
        # Candidates are sorted by list, so the first of each is found by searching.
        place = np.arange(len(lists)) - np.searchsorted(
            lists, lists
        )  # counted from the first candidate of its list
        mask[entry, slot, place] = 1
        numbers[entry, slot, place] = rows[:, 1:]
        return self._look(mask, numbers, (asked, mask))

    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return picks from candidate lists as they are sent to the backend that steps matches.

        A pick outside its list, or beyond the space, is left out, and counted in `Encoded.dropped`.
        """
        asked, mask = look.memo
        picks = actions.reshape(len(actions), -1)
        width = self._shape[1]
        within = np.minimum(picks, width - 1)[..., None]
        known = (picks < width) & (np.take_along_axis(mask, within, axis=-1)[..., 0] == 1)
        # NONE picks nothing; any other place outside a list would count as refused there, too.
        sent = np.where(known, picks, NONE).astype(np.int16)
        dropped = np.where(asked, (~known).sum(-1), 0).astype(np.int32)
        return Encoded(sent, asked & known.any(-1), dropped)

    def message(self, actions: Array, look: Look) -> Any:
        """Raise an error: only `Listed` can build messages.

        Raises:
            NotImplementedError: Always; use `Listed`, which has the parts of messages.
        """
        raise NotImplementedError("messages are built by Listed")


class Listed(_Lists):
    """Picks from candidate lists that are computed here, from observations.

    Args:
        candidates: Computes the lists of a game.
    """

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        """Computes the candidate lists of the game."""
        super().__init__(
            "message", "message", candidates.slots, candidates.width, candidates.left_out
        )

    def look(self, seen: Seen, asked: Array) -> Look:
        """Return candidates computed from observations, and the mask of those that can be picked.

        Args:
            seen: Observed columns, those of `needs`; their first axis is entries (seats of
                matches).
            asked: bool[entry]: whether the seat must decide. If not, only candidate 0 can be
                picked.
        """
        mask, numbers = self._empty(len(asked))
        offers: list[Any] = [None] * len(asked)
        for entry in np.flatnonzero(asked).tolist():
            offers[entry] = self.candidates.offer(seen["message"][entry])
            for slot, candidates in enumerate(offers[entry].lists):
                mask[entry, slot, : len(candidates)] = 1
                numbers[entry, slot, : len(candidates)] = [each.numbers for each in candidates]
        return self._look(mask, numbers, offers)

    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return picks as Action messages in bytes.

        A pick outside its list, or beyond the space, is left out, and counted in `Encoded.dropped`.
        """
        sent = [b""] * len(actions)
        answered = np.zeros(len(actions), np.bool_)
        dropped = np.zeros(len(actions), np.int32)
        for entry, picks in enumerate(actions.reshape(len(actions), -1).tolist()):
            # The seat was not asked, so nothing was offered to it.
            if look.memo[entry] is None:
                continue
            action, dropped[entry] = look.memo[entry].action(picks)
            answered[entry] = action is not None
            if action is not None:
                sent[entry] = action.SerializeToString()
        return Encoded(sent, answered, dropped)

    def message(self, actions: Array, look: Look) -> Any:
        """Return the Action message for the picks of one seat of one match.

        A pick outside its list counts as the first candidate, which does least.
        """
        (offer,) = look.memo
        picks = actions.reshape(-1).tolist()
        pairs = zip(offer.lists, picks, strict=True)
        return offer.action([pick if pick < len(listed) else 0 for listed, pick in pairs])[0]
