"""`python -m loadtest.environments`: speed of environments with lists of candidates.

It measures decisions a second of processor time. A random policy plays all seats in this process;
candidates are the options that a policy may pick. Each game is measured with lists made of messages
and only the columns that are not derived from those, and with lists made of arrays and all columns,
in turn.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

os.environ.setdefault("REFEREE_KERNELS", "compiled")  # before any rules are imported

import numpy as np

from referee_envs import MatchVectorEnv, make_vec
from referee_envs.opponents import random_policy

__all__ = ["CASES", "Case", "main", "rate_of"]

_WARM_UP = 3


class Case(NamedTuple):
    """What one measurement of an environment plays: game, config, and form of lists and actions."""

    game: str
    """Identifier of the game."""
    config: Mapping[str, Any]
    """Fields of the game's config that differ from the default."""
    of_messages: bool
    """Whether lists of candidates are made from messages, and derived columns are left out."""
    actions: str = "lists"
    """Form of the actions, as `make_vec` takes it."""


_KEEPER = {"preset": "small"}
CASES = (
    Case("champions", {}, True),
    Case("champions", {}, False),
    Case("champions", {}, False, "factored"),
    Case("dungeon_keeper", _KEEPER, True),
    Case("dungeon_keeper", _KEEPER, False),
    Case("dungeon_keeper", _KEEPER, False, "factored"),
    Case("proving_grounds", {}, True),
    Case("proving_grounds", {}, False),
    Case("proving_grounds", {}, False, "factored"),
)
"""All measurements, in the order in which they are taken."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with these command-line arguments and print a line for each case.

    Return the exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m loadtest.environments", description=__doc__)
    parser.add_argument("--num-envs", type=int, default=512, help="environments (%(default)s)")
    parser.add_argument("--decisions", type=int, default=5120, help="of a sample (%(default)s)")
    parser.add_argument("--repetitions", type=int, default=3, help="samples (%(default)s)")
    options = parser.parse_args(arguments)
    samples: list[list[float]] = [[] for _ in CASES]
    for _ in range(options.repetitions):
        for case, rates in zip(CASES, samples, strict=True):
            rates.append(rate_of(case, options.num_envs, options.decisions))
    for case, rates in zip(CASES, samples, strict=True):
        lists = "messages" if case.of_messages else "arrays"
        label = f"{case.game:16} {lists:9} {case.actions:9}"
        print(f"{label} {statistics.median(rates):10,.0f} decisions a processor second")
    return 0


def rate_of(case: Case, num_envs: int, decisions: int) -> float:
    """Return decisions a second of processor time, the time of the random policy included.

    Args:
        case: Game, config, and form of lists and actions.
        num_envs: Number of matches side by side.
        decisions: Least number of decisions to measure.
    """
    vector = _vector(case, num_envs)
    policy = random_policy(vector.views.form, np.random.default_rng(1))
    seen, infos = vector.reset(seed=1)
    if case.of_messages:
        _make_of_messages(vector)
    for _ in range(_WARM_UP):
        seen, _, _, _, infos = vector.step(policy(seen))
    taken, began = 0, time.process_time()
    while taken < decisions:
        taken += int(infos["asked"].sum())
        seen, _, _, _, infos = vector.step(policy(seen))
    return taken / (time.process_time() - began)


def _vector(case: Case, num_envs: int) -> MatchVectorEnv:
    options: dict[str, Any] = {"config": dict(case.config), "actions": case.actions}
    vector = make_vec(case.game, num_envs, seat=None, **options)
    if not case.of_messages:
        return vector
    plain = [column.name for column in vector.description.observed]
    behind = plain.index("view.text")  # what is worked out stands behind it
    names = [each.name for each in vector.views.columns if plain.index(each.name) < behind]
    return make_vec(case.game, num_envs, seat=None, columns=names, **options)


def _make_of_messages(vector: MatchVectorEnv) -> None:
    """Change an environment in place: make candidate lists from messages, and columns from records.

    The faster ways, which make both from arrays, are switched off for all of its matches.
    """
    for rollout in vector._backend._rollouts.values():  # type: ignore[attr-defined]
        rollout.rows._lists, rollout.rows._looked_for = None, frozenset()


if __name__ == "__main__":
    sys.exit(main())
