"""Joins results of batches to the observations and infos of a vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee_envs.batch import Result
from referee_envs.columns import Array
from referee_envs.views import Observation, View

__all__ = ["Infos", "joined"]


class Infos:
    """Joins results of batches in the form that Gymnasium prescribes.

    Args:
        num_seats: Number of environments in each match.
        mask_name: Name of the mask of legal actions in observations.
    """

    def __init__(self, num_seats: int, mask_name: str) -> None:
        self._num_seats = num_seats
        self._mask_name = mask_name

    def of_views(self, views: Sequence[View]) -> tuple[Observation, dict[str, Any]]:
        """Return the joined observations of batches, and the infos that a reset returns."""
        observations = [view.observation for view in views]
        # A single batch is the common case, and needs no copy.
        observation = observations[0]
        if len(views) > 1:
            observation = {
                name: np.concatenate([each[name] for each in observations]) for name in observation
            }
        # Infos are copies: with `copy=False` observations may be overwritten, and learners keep infos.
        info = {
            "asked": joined([view.asked for view in views]).copy(),
            "action_mask": observation[self._mask_name].copy(),
        }
        known = np.ones(len(info["asked"]), np.bool_)
        return observation, info | {"_asked": known, "_action_mask": known.copy()}

    def of_results(self, results: Sequence[Result]) -> tuple[Observation, dict[str, Any]]:
        """Return the joined observations of batches, and the infos that a step returns."""
        observation, info = self.of_views([result.view for result in results])
        info["refused"] = joined([result.refused for result in results])
        info["_refused"] = np.ones(len(info["refused"]), np.bool_)
        info["placement"] = joined([result.placement for result in results])
        # A placement counts only where the rules ended the match, not where it was cut off.
        info["_placement"] = joined([result.terminated for result in results]).copy()
        if any(result.final is not None for result in results):
            self._add_final(results, info)
        return observation, info

    def _add_final(self, results: Sequence[Result], info: dict[str, Any]) -> None:
        """Add to `info` the last observations and infos of episodes that ended in this step.

        `final_obs` has a dict of arrays for each environment whose episode ended, and None for the
        others. `final_info` has arrays for all environments. Arrays whose names begin with `_` mark
        where there is a value.

        Args:
            results: Result of each batch.
            info: Infos of all environments; changed in place.
        """
        entries, seats = len(info["asked"]), self._num_seats
        rows_a_batch = entries // seats // len(results)
        # As Gymnasium has it: an array of objects, with None where no episode ended.
        last: Array = np.full(entries, None, dtype=object)
        mask = np.zeros_like(info["action_mask"])
        asked = np.zeros(entries, np.bool_)
        ended = np.zeros(entries, np.bool_)
        for place, result in enumerate(results):
            if result.final is None:
                continue
            rows = place * rows_a_batch + result.final_rows  # counted over all batches
            ids = (rows[:, None] * seats + np.arange(seats)).reshape(-1)
            ended[ids] = True
            mask[ids] = result.final.observation[self._mask_name]
            asked[ids] = result.final.asked
            seen = result.final.observation
            for entry, one in enumerate(ids.tolist()):
                last[one] = {name: array[entry, ...] for name, array in seen.items()}
        info["final_obs"], info["_final_obs"] = last, ended
        info["final_info"] = {
            "asked": asked,
            "_asked": ended.copy(),
            "action_mask": mask,
            "_action_mask": ended.copy(),
            "refused": np.where(ended, info["refused"], 0),
            "_refused": ended.copy(),
            "placement": np.where(ended, info["placement"], 0),
            "_placement": ended & info["_placement"],
        }
        info["_final_info"] = ended.copy()


def joined(arrays: Sequence[Array]) -> Array:
    """Return the arrays joined along their first axis.

    A single array is returned without a copy.
    """
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
