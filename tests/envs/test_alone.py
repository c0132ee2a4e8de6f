"""Environments where only the client is installed."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import importlib.abc, sys

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"referee", "tournaments"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
import numpy as np
from referee_envs import BackendError, make_vec, parallel_env

vector = make_vec("diceman", 3, backend=sys.argv[1], seed=1, max_steps=5)
vector.reset()
ends = sum(vector.step(np.zeros(3, np.int64))[3].sum() for _ in range(12))
table = parallel_env("dungeon_keeper", backend=sys.argv[1], config={"preset": "small"})
_, infos = table.reset(seed=1)
table.step({agent: 0 for agent in table.agents})
try:
    make_vec("diceman", 3)
except BackendError as error:
    print(ends, error)
"""


def test_a_server_is_enough(address: str) -> None:
    """By `grpc://` everything works without the referee; the backend inprocess says what it needs."""
    command = [sys.executable, "-c", CODE, address]
    child = subprocess.run(command, capture_output=True, text=True, check=True)
    told = "the backend inprocess needs the package gamereferee; grpc:// works without"
    assert child.stdout == f"6 {told}\n"
