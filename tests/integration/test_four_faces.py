"""The same match at the table, in its replay, in rows of arrays and in a rollout over the wire's messages.

`FACES_SEEDS=1000` plays as many matches of each game; by default there are a few.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from referee.core.rng import Stream
from referee.games import registry
from referee.replay.verify import verify
from tests.integration.faces import Course, Setting, played
from tests.integration.row_faces import FACES, Face

SEEDS = int(os.environ.get("FACES_SEEDS", "6"))
BLOCK = 50
"""Matches that are compared at once."""
SETTINGS = [
    Setting("diceman", 2, {"games": 3}, 400),
    Setting("swordman", 2, {"games": 2}, 400),
    Setting("dice_adventure", 6, {}, 200),
    Setting("champions", 4, {}, 400),
    Setting("dungeon_keeper", 2, {"preset": "small"}, 120),
    Setting("proving_grounds", 3, {}, 120),
]


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.game)
def test_all_faces_show_one_match(tmp_path: Path, setting: Setting) -> None:
    """After the start and after every step, with actions legal and illegal: one digest; in the end, one score."""
    plugin = registry.find(setting.game)
    kept: list[bytes] = []
    for first in range(0, SEEDS, BLOCK):
        courses: list[Course] = []
        for seed in range(first, min(first + BLOCK, SEEDS)):
            path = tmp_path / f"{seed}.replay"
            courses.append(played(plugin, setting, seed, kept, Stream(seed, 22), path))
            told = verify(path)
            assert (told.problem, told.steps) == (None, len(courses[-1].actions))
            path.unlink()
        assert len({course.digests[-1] for course in courses}) == len(courses)
        for face in FACES:
            _see(setting, courses, face(plugin, setting, [each.seed for each in courses]))


def _see(setting: Setting, courses: Sequence[Course], face: Face) -> None:
    """Step all of them at once, and see that digests and scores are those of the table."""
    for step in range(max(len(course.digests) for course in courses)):
        for course, digest in zip(courses, face.digests(), strict=True):
            if step < len(course.digests):
                where = f"{setting.game}, seed {course.seed}, step {step}"
                assert digest == course.digests[step], where
        terminated, reward = face.step(_orders(courses, step, setting.num_seats))
        for row, course in enumerate(courses):
            is_last = step == len(course.actions) - 1
            assert terminated[row] == (is_last and course.scores is not None) or step >= len(
                course.actions
            )
            if is_last and course.scores is not None:
                assert reward[row].tolist() == np.array(course.scores, np.float32).tolist()


def _orders(courses: Sequence[Course], step: int, num_seats: int) -> list[bytes | None]:
    """Return the messages of one step by match and seat; None for who is not asked."""
    return [
        course.actions[step].get(seat) if step < len(course.actions) else None
        for course in courses
        for seat in range(num_seats)
    ]
