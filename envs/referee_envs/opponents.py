"""Policies that play the seats of a match that the learner does not play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from referee_envs.actions.base import ActionForm
from referee_envs.columns import Array
from referee_envs.errors import InputError
from referee_envs.views import Observation

__all__ = [
    "DEFAULT",
    "RANDOM",
    "Opponents",
    "Policy",
    "checked_actions",
    "random_policy",
    "split_opponents",
]

Policy: TypeAlias = Callable[[Observation], Any]
"""Function that decides for many entries (seats of matches) at once: takes observations, returns an
array of actions, one for each entry.
"""

Opponents: TypeAlias = "str | Policy | Mapping[int, str | Policy]"
"""Opponents of the learner, one for all other seats or one by seat: a policy, the name of a house
policy such as `house:random`, `random`, or `default`.
"""

RANDOM, DEFAULT = "random", "default"
_HOUSE = "house:"
"""Prefix that the name of a house policy may have. Without it, `random` is the environment's own
policy.
"""


def random_policy(form: ActionForm, generator: np.random.Generator) -> Policy:
    """Return a policy that draws from the legal actions, all equally likely.

    Args:
        form: Form of the game's actions, which names the mask.
        generator: Source of random numbers.
    """
    sizes = form.space.nvec.tolist() if isinstance(form.space, spaces.MultiDiscrete) else None

    def decide(observation: Observation) -> Array:
        mask = observation[form.mask_name]
        # The legal action with the greatest random number: an even choice, for all entries at once.
        drawn = generator.random(mask.shape) * mask
        if sizes is None:
            choices: Array = drawn.argmax(axis=-1)
            return choices
        parts = np.split(drawn, np.cumsum(sizes)[:-1], axis=-1)
        return np.stack([part.argmax(axis=-1) for part in parts], axis=-1)

    return decide


def split_opponents(
    opponents: Opponents, others: Sequence[int], known: Sequence[str]
) -> tuple[dict[int, Policy | str], dict[int, str]]:
    """Split opponents into those that the environment asks and those that the backend plays, each by seat.

    Seats for which the rulebook's default is played are in neither.

    Args:
        opponents: Argument `opponents` of `make_vec`.
        others: Seats that the learner does not play.
        known: Names of the backend's house policies.

    Raises:
        InputError: A seat is not one of the others, or a policy does not exist.
    """
    if not isinstance(opponents, Mapping):
        # One object for all seats: a policy with a memory sees them in turn, in the order of seats.
        opponents = dict.fromkeys(others, opponents)
    within: dict[int, Policy | str] = {}
    house: dict[int, str] = {}
    for seat, policy in opponents.items():
        if seat not in others:
            raise InputError("opponents", f"by seats of {list(others)}", f"by seat {seat!r}")
        if policy == RANDOM or callable(policy):
            within[seat] = policy
        elif policy != DEFAULT and policy.removeprefix(_HOUSE) in known:
            house[seat] = policy.removeprefix(_HOUSE)
        elif policy != DEFAULT:
            names = ", ".join([RANDOM, DEFAULT, *(_HOUSE + name for name in known)])
            raise InputError(f"opponents[{seat}]", f"one of {names}, or a function", repr(policy))
    for seat in others:
        if seat not in opponents:
            # A seat that is not named plays at random, as if no opponents were given.
            within[seat] = RANDOM
    return dict(sorted(within.items())), dict(sorted(house.items()))


def checked_actions(actions: Any, space: spaces.Space[Any], entries: int) -> Array:
    """Return actions of entries (seats of matches) as an int64 array, after checking them.

    Args:
        actions: Whole numbers; the first axis is entries.
        space: Space of one action.
        entries: Required number of entries.

    Raises:
        InputError: The actions have another shape or dtype, or one is not in the space.
    """
    given = np.asarray(actions)
    shape = (entries, *(space.shape or ()))
    if given.dtype.kind not in "iu":
        raise InputError("actions", f"whole numbers of shape {shape}", f"of dtype {given.dtype}")
    if given.shape != shape:
        raise InputError("actions", f"of shape {shape}", f"of shape {given.shape}")
    # NumPy compares uint64 with int64 as floats, which are not exact.
    given = given.astype(np.int64)
    sizes = space.nvec if isinstance(space, spaces.MultiDiscrete) else np.int64(space.n)  # type: ignore[attr-defined]
    wrong = (given < 0) | (given >= sizes)
    if wrong.any():
        place = tuple(int(axis[0]) for axis in np.nonzero(wrong))
        most = int(np.broadcast_to(sizes, given.shape)[place]) - 1
        name = f"actions[{', '.join(map(str, place))}]"
        raise InputError(name, f"from 0 to {most}", int(given[place]))
    return given
